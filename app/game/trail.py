"""The trail of a game: its acts, derived from the difference of two versions, and its lines in the language in use.

An act with a line of its own in the trail, with its reason, has no second one. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from adjudicator import Ending, Phase, PhaseKind, Piece, Unit, Variant
from app.game.edits import add_audit
from app.game.entries import AuditLine, HookAttached, HookDetached, HookLeftOut, MemberRole, RulesChanged, SeatKind
from app.game.record import MAIN, Branch, EditError, Game, OrderLine, Turn, Why
from entente.words.hook_words import failure_words, hook_reason
from entente.words.names import describe_phase, describe_phase_kind, join_words, moment_short, name_of_power, unit_name
from entente.words.outcomes import order_kept, unit_of
from languages import active_language, clauses, mark, plural, tr
from languages.kept import KeptSentences

GM = "GM"


class TrailKind(StrEnum):
    """Subject of a line of the trail."""

    DEADLINE = "deadline"
    MAIL = "mail"
    ORDER = "order changed"
    """An order that was changed after it was received."""
    BRANCH = "branch"
    PICKED = "picked branch"
    PROCESS = "process"
    POSITION = "position"
    FORCED = "forced result"
    RULES = "rules"
    HOOK = "hook"
    ENDING = "ending"
    PLAYER = "player"
    NOTE = "note"
    OTHER = "other"


_OPENINGS: Mapping[TrailKind, re.Pattern[str]] = MappingProxyType(
    {
        TrailKind.DEADLINE: re.compile(
            r"deadline of |clock (?:stopped|going on)|grace\b|early processing\b|absences?\b|silence at |silence: |time for |time zone\b"
        ),
        TrailKind.MAIL: re.compile(r"mails? of |mail taken "),
        TrailKind.ORDER: re.compile(r"order changed "),
        TrailKind.PICKED: re.compile(r"branch picked\b"),
        TrailKind.BRANCH: re.compile(r"branch "),
        TrailKind.PROCESS: re.compile(r"processed |\S+ sent nothing for |\S+ goes on without hook "),
        TrailKind.POSITION: re.compile(r"position edited "),
        TrailKind.FORCED: re.compile(r"result of "),
        TrailKind.RULES: re.compile(r"rules from "),
        TrailKind.HOOK: re.compile(r"hook "),
        TrailKind.ENDING: re.compile(r"ended |ending taken back"),
        TrailKind.PLAYER: re.compile(r"player of |From \S+ on "),
        TrailKind.NOTE: re.compile(r"note: "),
    }
)
_WITH_REASON = frozenset({TrailKind.POSITION, TrailKind.FORCED, TrailKind.BRANCH, TrailKind.PICKED})
"""Deeds whose line ends in ``: reason``."""


def deed_of(line: AuditLine) -> TrailKind:
    """Return the subject of *line*, by the words it begins with."""
    return next((deed for deed, opening in _OPENINGS.items() if opening.match(line.text)), TrailKind.OTHER)


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """A line of the trail, taken apart."""

    deed: TrailKind
    what: str
    reason: str
    by: str
    at: str
    """ISO 8601; empty where it was not noted."""
    number: int
    """Its place in the trail, from 1."""


def trail_of(game: Game) -> tuple[TrailEntry, ...]:
    """All that was noted of *game*, the oldest first."""
    return tuple(_entry(line, number) for number, line in enumerate(game.audit, 1))


def _entry(line: AuditLine, number: int) -> TrailEntry:
    deed = deed_of(line)
    what, _, reason = line.text.partition(": ") if deed in _WITH_REASON else (line.text, "", "")
    if deed is TrailKind.NOTE:
        what = line.text.partition(": ")[2]
    given = dict.fromkeys(each for each in (reason, *line.reason.split("; ")) if each)
    return TrailEntry(deed, what, "; ".join(given), line.by, line.at, number)


def with_reason(before: Game, after: Game, reason: str) -> Game:
    """*after*, which came from *before* by one act, with *reason* in the trail, once: at the last of the lines that give none.

    What an act is about comes last, after what had to be done for it first.
    """
    why, known = " ".join(reason.split()), len(before.audit)
    if not why or after.audit[:known] != before.audit:
        return after
    told = [*after.audit[known:]]
    at = next((number for number in reversed(range(len(told))) if not trail_reason(told[number])), None)
    if at is not None and why not in map(trail_reason, told):
        told[at] = replace(told[at], reason=why)
    return replace(after, audit=(*before.audit, *told))


def trail_reason(line: AuditLine) -> str:
    """The reason that *line* gives; empty where it gives none."""
    return _entry(line, 0).reason


def give_reason(game: Game, number: int, reason: str) -> Game:
    """The game with *reason* at line *number*, from 1, of its trail; what that line gave before stays before it.

    Raises:
        EditError: there is no such line, or no reason.
    """
    why = " ".join(reason.split())
    if not why:
        raise EditError(Why.REASON_MISSING, tr("A reason needs words."))
    if not 1 <= number <= len(game.audit):
        raise EditError(Why.BAD_TEXT, tr("There is no line number {number}; the record has {count}.", number=number, count=len(game.audit)))
    line = game.audit[number - 1]
    audit = (*game.audit[: number - 1], replace(line, reason="; ".join(filter(None, (line.reason, why)))), *game.audit[number:])
    return replace(game, audit=audit)


def with_trail(before: Game, after: Game, at: str) -> Game:
    """*after*, which came from *before* by one act, with what was done noted at the time *at*.

    Lines that the act noted itself get the time where they have none.
    """
    if after is before or after.is_analysis or after.id != before.id:
        return after
    noted = after.audit[len(before.audit) :] if after.audit[: len(before.audit)] == before.audit else ()
    told = {deed_of(line) for line in noted if deed_of(line) is not TrailKind.PROCESS or line.text.startswith("processed ")}
    if any(not line.at for line in noted):
        stamped = tuple(line if line.at else replace(line, at=at) for line in noted)
        after = replace(after, audit=(*before.audit, *stamped))
    found = () if TrailKind.PICKED in told else _done(before, after, mail_taken=TrailKind.MAIL in told)
    for deed, text in found:
        if deed not in told:
            after = add_audit(after, text, "" if after.table is not None else GM, at)
    return after


def _done(before: Game, after: Game, *, mail_taken: bool) -> Iterator[tuple[TrailKind, str]]:
    old = {branch.name: branch for branch in before.branches}
    new = {branch.name: branch for branch in after.branches}
    added, gone = [each for each in new if each not in old], [each for each in old if each not in new]
    if len(added) == len(gone) == 1 and new[added[0]].turns == old[gone[0]].turns:
        yield TrailKind.BRANCH, f"branch {_name(gone[0])} renamed to {_name(added[0])}"
    else:
        for name in added:
            parent = new[name].parent
            start = "" if parent is None else f" at {after.turn(parent).phase} of {_name(parent.branch)}"
            yield TrailKind.BRANCH, f"branch {_name(name)} made{start}"
        for name in gone:
            yield TrailKind.BRANCH, f"branch {_name(name)} removed"
    for name, branch in new.items():
        if name in old and old[name] is not branch:
            yield from _done_in(before, after, old[name], branch, mail_taken=mail_taken)
    for power in after.variant.powers:
        sat, sits = before.players.get(power), after.players.get(power)
        if sat != sits:
            who = "nobody" if sits is None or not sits.name else sits.name
            yield TrailKind.PLAYER, f"player of {power}: {who}" + ("" if sits is None else f" ({sits.seat})")
    for each in after.members:
        if each not in before.members and each.role is not MemberRole.UNTIL:
            yield TrailKind.PLAYER, f"player of {each.power}: {each.name or 'somebody'} ({each.role})"
    for each in before.members:
        if each not in after.members and each.role is not MemberRole.UNTIL:
            yield TrailKind.PLAYER, f"player of {each.power}: {each.name or 'somebody'} ({each.role} no longer)"


def _done_in(before: Game, after: Game, old: Branch, new: Branch, *, mail_taken: bool) -> Iterator[tuple[TrailKind, str]]:
    where = "" if new.name == MAIN else f" in branch {_name(new.name)}"
    for number, turn in enumerate(new.turns):
        was = old.turns[number] if number < len(old.turns) else None
        if turn is was or (was is not None and was.phase != turn.phase):
            continue
        if (was is None or was.resolution is None) and turn.resolution is not None:
            given = [each for each in turn.resolution.outcomes if each.given]
            failed = sum(not each.succeeded for each in given)
            orders = f"{len(given)} order{'s' if len(given) != 1 else ''}"
            yield TrailKind.PROCESS, f"processed {turn.phase}{where}; {orders}, {failed} did not succeed"
        if was is None:
            continue
        if was.deadline != turn.deadline and turn.resolution is None:
            said = "none" if turn.deadline is None else turn.deadline.at
            yield TrailKind.DEADLINE, f"deadline of {turn.phase}{where}: {said}"
        for change in turn.changes:
            if change in was.changes:
                continue
            match change:
                case HookAttached(name):
                    yield TrailKind.HOOK, f"hook {name} attached from {turn.phase}{where}"
                case HookDetached(name):
                    yield TrailKind.HOOK, f"hook {name} detached from {turn.phase}{where}"
                case HookLeftOut(name, why):
                    yield TrailKind.HOOK, f"hook {name} left out in {turn.phase}{where}: {why}"
                case RulesChanged(words):
                    yield TrailKind.RULES, f"rules from {turn.phase}{where}: {' '.join(f'{key}={word}' for key, word in words)}"
                case _:
                    pass
        if not mail_taken and after.table is None and turn.orders is not was.orders and was.resolution is None and turn.resolution is None:
            yield from _orders_changed(before, was, turn, where)
    if old.ending != new.ending:
        yield TrailKind.ENDING, f"ending taken back{where}" if new.ending is None else f"ended {_ending_words(new.ending)}{where}"


def _orders_changed(before: Game, was: Turn, turn: Turn, where: str) -> Iterator[tuple[TrailKind, str]]:
    """Orders of powers whose orders had been received that stand otherwise now."""
    for power, lines in was.orders.items():
        now = turn.orders.get(power, ())
        if lines == now or not _was_received(before, power, was):
            continue
        gone = [line for line in lines if line not in now]
        come = [line for line in now if line not in lines]
        instead = f"{_lines(come) or 'nothing'} for {_lines(gone) or 'nothing'}"
        yield TrailKind.ORDER, f"order changed after receipt in {turn.phase}{where}: {power} {instead}"


def _was_received(game: Game, power: str, turn: Turn) -> bool:
    player = game.players.get(power)
    return (player is not None and player.seat is SeatKind.POST) or any(mail.power == power for mail in turn.mails)


def _lines(lines: list[OrderLine]) -> str:
    return ", ".join(str(line.order) if line.order is not None else line.text[:80] for line in lines[:6])


def _name(branch: str) -> str:
    """A branch's name as it can stand before a reason."""
    return branch.replace(": ", ":")


def _ending_words(ending: Ending) -> str:
    if not ending.winners:
        return "without a winner"
    return f"as {'a win of' if len(ending.winners) == 1 else 'a draw of'} {', '.join(ending.winners)} ({ending.reason})"


_DEEDS = KeptSentences(
    mark("branch {old} renamed to {new}"),
    mark("branch {branch} made at {phase} of {other}: {reason}"),
    mark("branch {branch} made at {phase} of {other}"),
    mark("branch {branch} made"),
    mark("branch {branch} removed"),
    mark("branch {branch} goes on with orders of {phase} as played, {count}; not carried out now {orders}"),
    mark("branch {branch} goes on with orders of {phase} as played, {count}"),
    mark("branch picked as the game from {phase}, {branch}; what was played is branch {kept}: {reason}"),
    mark("branch picked as the game from {phase}, {branch}; what was played is branch {kept}"),
    ("player of {power}: nobody", mark("{power}'s player: nobody")),
    ("player of {power}: {name} ({seat})", mark("{power}'s player: {name} ({seat})")),
    ("player of {power}: {who}", mark("{power}'s player: {who}")),
    mark("processed {phase} in branch {branch}; 1 order, {failed} did not succeed"),
    mark("processed {phase} in branch {branch}; {count} orders, {failed} did not succeed"),
    mark("processed {phase}; 1 order, {failed} did not succeed"),
    mark("processed {phase}; {count} orders, {failed} did not succeed"),
    mark("deadline of {phase} in branch {branch}: none"),
    mark("deadline of {phase} in branch {branch}: {time}"),
    mark("deadline of {phase}: none"),
    mark("deadline of {phase}: {time}"),
    mark("clock stopped"),
    mark("clock going on after {time}"),
    mark("grace: none"),
    mark("grace: {time}"),
    mark("time for {kind} phases: none"),
    mark("time for {kind} phases: {time}"),
    mark("time zone: {zone}"),
    mark("silence at {phase}: extended for {powers}"),
    mark("silence at {phase}: orders of {powers} unlocked"),
    mark("silence at {phase}: orders of {powers} locked"),
    mark("silence at {phase}: missed by {powers}"),
    mark("silence at {phase}: a substitute for {power} is called after {count} misses"),
    mark("silence at {phase}: {power} in civil disorder after {count} misses"),
    mark("silence: misses of {power} forgiven"),
    mark("silence: ask"),
    mark("silence: {rule}"),
    mark("absence of {power}: none"),
    mark("absence of {power}: {days}"),
    mark("absences: ignored"),
    mark("absences: put deadlines off"),
    mark("early processing: speeds up"),
    mark("early processing: keeps deadlines"),
    mark("hook {hook} attached from {phase} in branch {branch}"),
    mark("hook {hook} attached from {phase}"),
    mark("hook {hook} detached from {phase} in branch {branch}"),
    mark("hook {hook} detached from {phase}"),
    mark("hook {hook} left out in {phase} in branch {branch}: {reason}"),
    mark("hook {hook} left out in {phase} in branch {branch}"),
    mark("hook {hook} left out in {phase}: {reason}"),
    mark("hook {hook} left out in {phase}"),
    mark("{phase} goes on without hook {hook}: {reason}"),
    mark("{phase} goes on without hook {hook}"),
    mark("rules from {phase} in branch {branch}: {rules}"),
    mark("rules from {phase}: {rules}"),
    mark("position edited in {phase}: {reason}"),
    mark("position edited in {phase}"),
    mark("result of {unit} in {phase} forced otherwise from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} forced otherwise from {former} to {present}"),
    mark("result of {unit} in {phase} forced otherwise to {present}: {reason}"),
    mark("result of {unit} in {phase} forced otherwise to {present}"),
    mark("result of {unit} in {phase} forced from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} forced from {former} to {present}"),
    mark("result of {unit} in {phase} forced to {present}: {reason}"),
    mark("result of {unit} in {phase} forced to {present}"),
    mark("result of {unit} in {phase} left to the rules from {former} to {present}: {reason}"),
    mark("result of {unit} in {phase} left to the rules from {former} to {present}"),
    mark("result of {unit} in {phase} left to the rules from {former}"),
    mark("result of {unit} in {phase} forced otherwise: {reason}"),
    mark("result of {unit} in {phase} forced otherwise"),
    mark("result of {unit} in {phase} forced: {reason}"),
    mark("result of {unit} in {phase} forced"),
    mark("result of {unit} in {phase} left to the rules: {reason}"),
    mark("result of {unit} in {phase} left to the rules"),
    (
        "order changed after receipt in {phase} in branch {branch}: {power} {present} for {former}",
        mark("order changed after receipt in {phase} in branch {branch}, {power}: {present}; before: {former}"),
    ),
    (
        "order changed after receipt in {phase}: {power} {present} for {former}",
        mark("order changed after receipt in {phase}, {power}: {present}; before: {former}"),
    ),
    mark("ending taken back in branch {branch}"),
    mark("ending taken back"),
    mark("ended without a winner in branch {branch}"),
    mark("ended without a winner"),
    mark("ended as a win of {power} ({reason}) in branch {branch}"),
    mark("ended as a draw of {powers} ({reason}) in branch {branch}"),
    mark("ended as a win of {power} ({reason})"),
    mark("ended as a draw of {powers} ({reason})"),
    mark("{power} sent nothing for {phase}; taken as an empty set of orders"),
    mark("{power} no longer asks to wait"),
    mark("{power} asks to wait for the deadline"),
    mark("mail of nobody known taken in for {phase}: {orders}"),
    mark("mail of {power} taken in for {phase}: {orders}"),
    mark("mail of nobody known kept for {phase}: its sender is not known to play {powers}"),
    mark("mail of nobody known put out again"),
    mark("mail of {power} put out again"),
    mark("mail taken in as that of {power}"),
    mark("From {phase} on {one} and {other} have changed places"),
    mark("From {phase} on nobody decides for {power}"),
    mark("From {phase} on {who} decides for {power}"),
    mark("What {power} had sealed in {phase} was dropped, unread"),
    mark("The orders that {power} had sealed in {phase} were dropped, unread, and its notes kept"),
    mark("The table was ended in {phase}; the orders that {powers} had sealed were dropped, unread"),
    mark("The PIN of {power} was forgotten in {phase}; its sealed orders were dropped, unread, and its notes kept"),
    mark("The table was ended in {phase}; what {powers} had sealed was dropped, unread"),
    mark("The table gave up the sealed orders of {power} in {phase}; they were dropped, unread"),
    mark("Read from {source} ({file})"),
    mark("note: {text}"),
)

_REASONS = KeptSentences(
    mark("all orders were in"),
    mark("pasted"),
    mark("from {sender}, “{subject}”"),
    mark("from {sender}"),
    mark("decided about “{line}”"),
    mark("by the time for {kind} phases, {time}"),
    mark("the clock stood for {time}"),
    mark("set while the clock stood"),
    mark("{power} is away from {first} to {last}"),
    ("by the rule for silence, {time}", mark("because orders were missing, {time}")),
    mark("Position pasted"),
    mark("hooks at the start of the phase"),
    mark("Set up on the analysis board"),
    mark("Carried over from the earlier rules in {phase}"),
    mark("Centres as in {table}, {year}"),
)

_STOOD = KeptSentences(
    mark("nothing received from {powers}"),
    mark("orders of {powers} missing"),
    mark("1 line not understood"),
    mark("{count} lines not understood"),
    mark("1 line not legal"),
    mark("{count} lines not legal"),
    mark("{power} asks to wait for the deadline"),
)
_DECIDED = KeptSentences(mark("{powers} taken as holding"), mark("default lists and the rules of the game decide"))
_BESIDE = KeptSentences(mark("late"), mark("too late"), mark("locked"), mark("takes back what was sent before"))
_SEATS = KeptSentences(
    ("screen", mark("at this screen")),
    ("post", mark("by mail")),
    mark("bot"),
    ("network", mark("over the network")),
    mark("civil disorder"),
    mark("dummy"),
    mark("default list"),
    mark("game master"),
)
_ENDED = KeptSentences(
    mark("centres"), mark("solo"), mark("draw"), mark("concession"), mark("year limit"), mark("last year"), mark("no captures")
)
_KINDS = {each.name.lower(): each for each in PhaseKind}
_ORDERS = re.compile(r"(?:(\d+) orders?|nothing read)(?:, (.+))?")
_AS_SAID = re.compile(r"(.*), as --missing (\w+) says")
_NEXT = re.compile(r", (?=orders of |\d+ lines? not )")


def deed_words(what: str, variant: Variant) -> str:
    """Return the act of a line of the trail in the language in use; powers and phases by their names in *variant*."""

    def power(kept: str) -> str:
        return name_of_power(variant, kept)

    def reason(kept: str) -> str:
        """Return the reason that a game ended, or a phase goes on without a hook."""
        said = _ENDED.say(kept)
        return said if said != kept else hook_reason(failure_words(kept), variant)

    return _DEEDS.say(
        what,
        orders=_order_words,
        kind=_kind_words,
        phase=lambda kept: _phase_words(kept, variant),
        seat=_SEATS.say,
        time=_time_words,
        reason=reason,
        unit=lambda kept: _unit_words(kept, variant),
        present=lambda kept: _order_lines(kept, variant),
        former=lambda kept: _order_lines(kept, variant),
        power=power,
        powers=lambda kept: _names(kept, variant),
        one=power,
    )


def reason_words(reason: str, variant: Variant) -> str:
    """Return the reason in the language in use, where it is one of the program's own; the words of a person stay as they are."""
    said = _REASONS.say(reason, kind=_kind_words, phase=lambda kept: _phase_words(kept, variant))
    if said == reason:
        said = _processed_words(reason, variant)
    if said == reason and "; " in reason:  # one that was given later stands behind it
        said = clauses(reason_words(each, variant) for each in reason.split("; "))
    return said


def _processed_words(reason: str, variant: Variant) -> str:
    """Return the obstacles when a phase was processed, and the decision about them; *reason* itself where it has none."""
    found = _AS_SAID.fullmatch(reason)
    whole, missing = (found[1], found[2]) if found else (reason, "")
    head, _, decided = whole.partition("; ")
    stood = [(part, _sentence_with_powers(_STOOD, part, variant)) for part in _NEXT.split(head)]
    if active_language() is None or stood[0][0] == stood[0][1]:
        return reason
    words = ", ".join(said for _, said in stood)
    if decided:
        words = clauses((words, _sentence_with_powers(_DECIDED, decided, variant)))
    return tr("{words}, as --missing {missing} says", words=words, missing=missing) if missing else words


def _order_words(kept: str) -> str:
    """``3 orders, late``: how many a mail brought, whether it took others back, and whether it was late."""
    found = _ORDERS.fullmatch(kept)
    if found is None:
        return kept
    count = plural("{count} order", "{count} orders", int(found[1])) if found[1] else tr("nothing read")
    return ", ".join((count, *map(_BESIDE.say, found[2].split(", ")))) if found[2] else count


def _kind_words(kept: str) -> str:
    """``movement``: the kind of a phase."""
    kind = _KINDS.get(kept)
    return kept if kind is None else describe_phase_kind(kind)


def _phase_words(kept: str, variant: Variant) -> str:
    """``Spring 1901, movement``; the code itself where it names no phase."""
    try:
        return describe_phase(variant, Phase.of(kept))
    except ValueError:
        return kept


def _time_words(kept: str) -> str:
    """``Sat 28 Nov 2026, 20:00``; the words themselves where they are no moment, such as a duration."""
    try:
        return moment_short(datetime.fromisoformat(kept), with_year=True)
    except ValueError:
        return kept


def _unit_words(kept: str, variant: Variant) -> str:
    """``French Army Paris``: a unit, with its power in front."""
    try:
        unit = Unit.of(kept)
    except ValueError:
        return kept
    return unit_of(variant, unit.power, unit.piece)


def _order_lines(kept: str, variant: Variant) -> str:
    """``Army Paris moves to Burgundy, Army Marseilles holds``: lines as they stand in the file, each order as a sentence."""
    if kept == "nothing":
        return tr("nothing")
    lines = (each.partition(" (") for each in kept.split(", "))
    return ", ".join(f"{_order_or_unit(order, variant)}{bracket}{result}" for order, bracket, result in lines)


def _order_or_unit(kept: str, variant: Variant) -> str:
    kind, _, place = kept.partition(" ")
    is_unit = kind in variant.board.kinds and place.partition("/")[0] in variant.board.provinces
    return unit_name(variant, Piece.of(kept)) if is_unit else order_kept(variant, kept)


def _sentence_with_powers(kept: KeptSentences, text: str, variant: Variant) -> str:
    return kept.say(text, powers=lambda names: _names(names, variant), power=lambda name: name_of_power(variant, name))


def _names(kept: str, variant: Variant) -> str:
    """``England and Italy``: powers by their names or ids."""
    return join_words(name_of_power(variant, each) for each in re.split(", | and ", kept))
