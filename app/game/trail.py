"""The trail of a game: its acts, derived from the difference of two versions, so that none is forgotten.

An act with a line of its own in the trail, with its reason, has no second one. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from adjudicator.resolution import Ending
from app.game.analysis import is_analysis
from app.game.edits import add_audit
from app.game.entries import AuditLine, HookAttached, HookDetached, HookLeftOut, MemberRole, RulesChanged, SeatKind
from app.game.record import MAIN, Branch, Game, OrderLine, Turn
from app.game.refusal import EditError, Why
from languages import tr

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
        raise EditError(Why.BAD_TEXT, tr("There is no line number {number}; the trail has {count}.", number=number, count=len(game.audit)))
    line = game.audit[number - 1]
    audit = (*game.audit[: number - 1], replace(line, reason="; ".join(filter(None, (line.reason, why)))), *game.audit[number:])
    return replace(game, audit=audit)


def with_trail(before: Game, after: Game, at: str) -> Game:
    """*after*, which came from *before* by one act, with what was done noted at the time *at*.

    Lines that the act noted itself get the time where they have none.
    """
    if after is before or is_analysis(after) or after.id != before.id:
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
