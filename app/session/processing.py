"""Processing of a phase: obstacles are named, once, and a person or ``--missing`` decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum

from adjudicator import Order, PhaseKind, Variant
from adjudicator.rule_choices import NoOrders
from app.game.branch_edits import BroughtAlong
from app.game.deadlines import due
from app.game.default_lists import IfMissing, ListLine, list_used, policies
from app.game.entries import SeatKind
from app.game.readiness import DoubtfulLine, Readiness, builds_left, perhaps_withdrawn, readiness, removals_left
from app.game.record import ANALYSIS, Cursor, Game, Turn, variant_at
from app.mail_in.account import doubt_words, read_typed, units_asked_about
from app.session.errors import GivenUp, NotReadyError
from app.session.services import chosen
from app.session.session import Session, now_of
from entente.words import counted, describe_phase, describe_reading_error, describe_verdict, join_words
from entente.words.names import kind_name, place_name, power_name
from languages import in_words, labelled, mark, plural, tr, using
from languages.wording import ENGLISH


def why_unusable(variant: Variant, line: ListLine) -> str:
    """Return the fault of a line of a list; empty where there is none."""
    error = line.reading.error
    if line.order is None and error is not None:
        return labelled(line.text, describe_reading_error(variant, line.text, error))
    if line.order is None:
        return tr(
            "{line}: a default list holds retreats, removals and builds, such as A MUN R BUR, remove A PIC and build F BRE", line=line.text
        )
    if line.impossible:
        kind = kind_name(variant, str(line.order)[:1]).lower()
        place = place_name(variant, line.impossible, article=True)
        if kind[:1] in "aeiou":
            return tr("{line}: an {unit} cannot stand in {place}", line=line.text, unit=kind, place=place)
        return tr("{line}: a {unit} cannot stand in {place}", line=line.text, unit=kind, place=place)
    return ""


def list_text(orders: Iterable[Order]) -> str:
    """A list as it can be typed again: ``A PIC D, F BRE B``."""
    return ", ".join(map(str, orders))


def used_lists(game: Game, cursor: Cursor, powers: Iterable[str]) -> str:
    """Return the powers, of *powers*, whose default lists order something at *cursor*, as a sentence; empty where none does."""
    from app.game.default_lists import list_used

    names = [power_name(game.variant, power) for power in list_used(game, cursor) if power in set(powers)]
    if not names:
        return ""
    return plural(
        "The default list of {powers} will be used.", "The default lists of {powers} will be used.", len(names), powers=join_words(names)
    )


WAIT, GO_ON = mark("Wait"), mark("Process all the same")
HOLD, DEFAULT_LISTS, REMIND = mark("Let them hold"), mark("Use default lists"), mark("Remind them")
"""Further answers, where they make a difference."""

PLAIN_GO_ON, BACK = mark("Go on"), mark("Back to the orders")
"""Answers of a game without a game master."""

MOST_NAMED = 12
"""Lines that are named one by one; the others are counted."""


class Missing(StrEnum):
    """Action where orders are missing."""

    HOLD = "hold"
    """Action that takes a power without orders to have sent an empty set."""
    DEFAULT = "default"
    """The same, but for those whose default list orders something."""
    PROCESS = "process"
    """Process as the game has it: default lists, and its rule for powers that send nothing."""


def agree_to_process(session: Session, missing: Missing | None, remind: Callable[..., object] | None = None) -> tuple[str, ...]:
    """Check that the open phase may be adjudicated; returns the powers that are taken to have sent an empty set.

    Orders that a mail seems to take back were decided about before (``settle_withdrawn``). What was decided beforehand for a power (see
    ``app.game.default_lists``) is not asked about.

    Args:
        missing: the choice for all of them; with none, a person is asked wherever there is one.
        remind: writes to those who lack orders, or to the powers that it is given, where a reminder is preferred.

    Raises:
        NotReadyError: something stands in the way, and there is no one to ask.
        GivenUp: the choice was to wait.
    """
    found = readiness(session.unfiltered_game, session.branch)
    decided = policies(session.game, session.branch) if missing is None else {}
    if missing is None:
        seen = found.of(session.viewer)
        _check_waited_for(session, seen, decided, remind)
        undecided = seen.without(decided)
        if not undecided or waiting(session):
            missing = _ask(session, undecided, remind)
    if missing is None or missing == Missing.PROCESS:
        return tuple(power for power in found.silent if decided.get(power) is IfMissing.HOLD)
    listed = list_used(session.unfiltered_game, session.game.last(session.branch)) if missing == Missing.DEFAULT else ()
    by_list = {power for power, policy in decided.items() if policy is IfMissing.DEFAULT} | set(listed)
    return tuple(power for power in found.silent if power not in by_list)


def check_whole(session: Session) -> None:
    """Check that nothing is processed beside lines of the file that could not be read, unless that was decided.

    Raises:
        NotReadyError: there are such lines, and there was no one to ask.
    """
    faults = session.undecided_faults.get(session.document)
    if faults:
        how = tr("Nothing was processed. Mend the file, or say that the rest counts: --unread rest.")
        raise NotReadyError(f"{_listed(tr('The file has faults:'), faults)}\n{how}")


class Withdrawn(StrEnum):
    """Choice for orders that a mail seems to take back."""

    STAND = "stand"
    OUT = "out"
    """They are taken out; their units are among those without an order."""


STANDS, OUT = mark("Keep them"), mark("Take them out")


def settle_withdrawn(session: Session, decided: Withdrawn | None) -> Withdrawn | None:
    """Decide on the orders that a mail seems to take back; ``None`` where there are none.

    Args:
        decided: the choice for all of them; with none, a person is asked wherever there is one.

    Raises:
        NotReadyError: there is no one to ask.
        GivenUp: the choice was to wait.
    """
    game, viewer = session.unfiltered_game, session.viewer
    found = tuple(each for each in perhaps_withdrawn(game.turn(game.last(session.branch))) if viewer in (None, each.power))
    if not found or decided is not None:
        return decided if found else None
    lines = _listed(tr("Perhaps taken back by a mail:"), (_withdrawn(session.variant, each) for each in found))
    if not session.services.is_interactive:
        how = tr("Nothing was processed; say what becomes of them: --withdrawn stand or out, or the command withdrawn.")
        raise NotReadyError(f"{lines}\n{how}")
    answer = chosen(session.services, f"{lines}\n\n{tr('Do these orders stand?')}", [WAIT, STANDS, OUT])
    if answer not in {STANDS, OUT}:
        raise GivenUp(tr("Not processed."))
    return Withdrawn.STAND if answer == STANDS else Withdrawn.OUT


def _check_waited_for(session: Session, seen: Readiness, decided: Mapping[str, IfMissing], remind: Callable[..., object] | None) -> None:
    """Check that no power is to be waited for or asked first, by the decisions in advance.

    Raises:
        NotReadyError: one is.
    """
    for policy in (IfMissing.ASK, IfMissing.WAIT):
        powers = [power for power in seen.powers if decided.get(power) is policy]
        if not powers:
            continue
        if policy is IfMissing.ASK and remind is not None:
            remind(*powers)
        names = _named_powers(session.variant, powers)
        raise NotReadyError(
            plural(
                "Not processed: {names} is asked first, as it was decided; {decide} changes that.",
                "Not processed: {names} are asked first, as it was decided; {decide} changes that.",
                len(powers),
                names=names,
                decide=session.named("if-missing"),
            )
            if policy is IfMissing.ASK
            else plural(
                "Not processed: {names} is waited for, as it was decided; {decide} changes that.",
                "Not processed: {names} are waited for, as it was decided; {decide} changes that.",
                len(powers),
                names=names,
                decide=session.named("if-missing"),
            )
        )


def waiting(session: Session) -> tuple[str, ...]:
    """The powers that ask to wait for the deadline, where it is still to come, as the viewer may know it."""
    turn = session.open_turn
    moment = due(turn.deadline)
    return turn.waits if moment is None or now_of(session) < moment else ()


def has_game_master(game: Game, branch: str) -> bool:
    """Return True if *game* shows a game master's work: mails, deadlines, seats, default lists or settings of his."""
    elsewhere = (SeatKind.POST, SeatKind.NETWORK, SeatKind.GAME_MASTER)
    return (
        bool(game.members or game.default_lists_at(game.last(branch)))
        or any(setting != ANALYSIS for setting in game.settings)
        or any(player.address or player.seat in elsewhere for player in game.players.values())
        or any(turn.mails or turn.deadline or turn.waits for turn in game.line(branch))
    )


def _ask(session: Session, seen: Readiness, remind: Callable[..., object] | None) -> Missing | None:
    if session.services.is_interactive and not has_game_master(session.unfiltered_game, session.branch):
        if chosen(session.services, plain_words(session, seen), [PLAIN_GO_ON, BACK]) != PLAIN_GO_ON:
            raise GivenUp(tr("Nothing has moved yet."))
        return None
    words = describe(session, seen)
    if not session.services.is_interactive:
        how = tr("Nothing was processed; say what counts for what is missing: --missing hold, default or process.")
        raise NotReadyError(f"{words}\n{how}")
    listed = list_used(session.unfiltered_game, session.game.last(session.branch))
    answers = [WAIT, GO_ON]
    if seen.silent:
        answers += [HOLD, *([DEFAULT_LISTS] if any(power in listed for power in seen.silent) else [])]
    if remind is not None and not seen and session.viewer is None:
        answers.append(REMIND)
    answer = chosen(session.services, f"{words}\n\n{tr('Process all the same?')}", answers)
    if answer == REMIND and remind is not None:
        remind()
        raise GivenUp(tr("Not processed: those who lack orders are reminded first."))
    if answer not in {GO_ON, HOLD, DEFAULT_LISTS}:
        raise GivenUp(tr("Not processed."))
    return {HOLD: Missing.HOLD, DEFAULT_LISTS: Missing.DEFAULT}.get(answer)


def plain_words(session: Session, seen: Readiness) -> str:
    """Return what is not written yet and what comes of it, for people who play without a game master."""
    variant, turn = session.variant, session.open_turn
    silent = [power_name(variant, power) for power in seen.silent]
    rest = len(silent) - 1
    names = join_words(silent) if rest < 3 else tr("{power} and {number} others", power=silent[0], number=in_words(rest))
    comes = _outcomes(session, seen.silent) if silent else ""
    return "\n".join(
        filter(
            None,
            (
                " ".join((tr("Nobody has written orders for {powers}.", powers=names), comes)) if silent else "",
                tr("Some orders are not written yet: {powers}.", powers=_counted(variant, seen.incomplete)) if seen.incomplete else "",
                _plain_outcome(session, seen.incomplete) if seen.incomplete else "",
                _listed(tr("Not understood:"), (_not_understood(variant, turn, each) for each in seen.not_understood)),
                _listed(tr("Not legal:"), (_not_legal(variant, turn, each) for each in seen.not_legal)),
            ),
        )
    )


def _outcomes(session: Session, powers: Collection[str]) -> str:
    """Return what becomes of the units of *powers*, for which nothing is written, by the rules of the game."""
    game, kind = session.unfiltered_game, session.open_turn.phase.kind
    match variant_at(game, game.last(session.branch)).rules.no_orders:
        case NoOrders.REPEAT:
            return tr("The orders of an earlier phase are given again where they can be.")
        case NoOrders.DISBAND:
            return plural("All its units are taken off the board.", "All their units are taken off the board.", len(powers))
        case NoOrders.HOLD | NoOrders.DISORDER if kind is PhaseKind.MOVEMENT:
            return plural("Its units will hold.", "Their units will hold.", len(powers))
        case _:
            return _plain_outcome(session, powers)


def _plain_outcome(session: Session, powers: Iterable[str]) -> str:
    """Return what becomes of units of *powers* without an order, and of builds and removals that are not ordered."""
    variant, turn = session.variant, session.open_turn
    match turn.phase.kind:
        case PhaseKind.MOVEMENT:
            return tr("Units without an order will hold.")
        case PhaseKind.RETREAT:
            return tr("Dislodged units without an order are taken off the board.")
        case PhaseKind.ADJUSTMENT:
            builds = any(builds_left(variant, turn, power) for power in powers)
            removals = any(removals_left(variant, turn, power) for power in powers)
            return " ".join(
                (
                    *([tr("Builds without an order are not made.")] if builds else []),
                    *([tr("The rules choose the units that must go.")] if removals else []),
                )
            )


def why_processed(session: Session, missing: Missing | None, holding: Iterable[str]) -> str:
    """For the trail, before the open phase is adjudicated: what stood in the way, and what was decided about it; in English, as files."""
    with using(ENGLISH):
        return _why_processed(session, missing, holding)


def _why_processed(session: Session, missing: Missing | None, holding: Iterable[str]) -> str:
    found = readiness(session.unfiltered_game, session.branch)
    lacks = _named_powers(session.variant, found.incomplete)
    parts = [
        f"nothing received from {_named_powers(session.variant, found.silent)}" if found.silent else "",
        f"orders of {lacks} missing" if lacks else "",
        f"{counted(len(found.withdrawn), 'order')} perhaps taken back" if found.withdrawn else "",
        f"{counted(len(found.not_understood), 'line')} not understood" if found.not_understood else "",
        f"{counted(len(found.not_legal), 'line')} not legal" if found.not_legal else "",
        _waiting_words(session).rstrip("."),
    ]
    named = ", ".join(filter(None, parts))
    if not named:
        return "all orders were in"
    held = _named_powers(session.variant, holding)
    decided = f"; {held} taken as holding" if held else "; default lists and the rules of the game decide" if found.silent else ""
    return f"{named}{decided}{'' if missing is None else f', as --missing {missing} says'}"


def _named_powers(variant: Variant, powers: Iterable[str]) -> str:
    return join_words(power_name(variant, power) for power in powers)


def describe(session: Session, seen: Readiness) -> str:
    """Return the obstacles, a sentence or a list for each kind."""
    variant, turn = session.variant, session.open_turn
    asked = {power: len(units_asked_about(variant, turn, power)) for power in seen.incomplete}
    lacks = {power: count - asked[power] for power, count in seen.incomplete.items() if count > asked[power]}
    lists = used_lists(session.shown, session.game.last(session.branch), seen.silent)
    return "\n".join(
        filter(
            None,
            (
                tr("Not ready yet: {phase}.", phase=describe_phase(variant, turn.phase)),
                tr("Nothing was received from {powers}.", powers=_counted(variant, seen.silent)) if seen.silent else "",
                tr("Orders are missing for {powers}.", powers=_counted(variant, lacks)) if lacks else "",
                _waiting_words(session),
                lists,
                _listed(tr("Perhaps taken back by a mail:"), (_withdrawn(variant, each) for each in seen.withdrawn)),
                _listed(tr("Not understood:"), (_not_understood(variant, turn, each) for each in seen.not_understood)),
                _listed(tr("Not legal:"), (_not_legal(variant, turn, each) for each in seen.not_legal)),
            ),
        )
    )


def _waiting_words(session: Session) -> str:
    names = [power_name(session.variant, power) for power in waiting(session)]
    if not names:
        return ""
    return plural("{names} asks to wait for the deadline.", "{names} ask to wait for the deadline.", len(names), names=join_words(names))


def _counted(variant: Variant, lacking: Mapping[str, int]) -> str:
    return join_words(f"{power_name(variant, power)} ({count})" for power, count in lacking.items())


def _listed(heading: str, lines: Iterable[str]) -> str:
    every = list(lines)
    more = len(every) - MOST_NAMED
    shown = [*every[:MOST_NAMED], *([plural("and {count} more line", "and {count} more lines", more)] if more > 0 else [])]
    return "\n".join((heading, *(f"  {line}" for line in shown))) if every else ""


def _not_understood(variant: Variant, turn: Turn, each: DoubtfulLine) -> str:
    read = read_typed(variant, turn.position, each.line.text, each.power)
    if read.order is not None and not read.refusal and read.guess:
        return labelled(power_name(variant, each.power), doubt_words(each.line.text, read.guess, str(read.order)))
    why = read.fault or read.refusal or tr("it waits for a decision; it may be {order}", order=read.order)
    return labelled(power_name(variant, each.power), f"{each.line.text} ({why})")


def _withdrawn(variant: Variant, each: DoubtfulLine) -> str:
    return labelled(power_name(variant, each.power), str(each.line.order))


def _not_legal(variant: Variant, turn: Turn, each: DoubtfulLine) -> str:
    order, verdict = each.line.order, each.line.verdict
    assert order is not None
    assert verdict is not None
    why = tr("a later line orders the same unit") if each.line.is_replaced else describe_verdict(variant, turn.position, order, verdict)
    return labelled(power_name(variant, each.power), f"{each.line.text} ({why})")


def describe_lacking(session: Session, power: str) -> str:
    """Return what comes of the orders that *power* lacks in the open turn, and its lines that will not be carried out; empty where it is
    ready.
    """
    seen = readiness(session.unfiltered_game, session.branch).of(power)
    variant, turn = session.variant, session.open_turn
    count = sum((*seen.silent.values(), *seen.incomplete.values()))
    comes = _outcomes(session, seen.silent) if seen.silent else _plain_outcome(session, seen.incomplete)
    unwritten = plural("{count} order is not written yet.", "{count} orders are not written yet.", count)
    return "\n".join(
        filter(
            None,
            (
                labelled(power_name(variant, power), f"{unwritten} {comes}".rstrip()) if count else "",
                _listed(tr("Perhaps taken back by a mail:"), (_withdrawn(variant, each) for each in seen.withdrawn)),
                _listed(tr("Not understood:"), (_not_understood(variant, turn, each) for each in seen.not_understood)),
                _listed(tr("Not legal:"), (_not_legal(variant, turn, each) for each in seen.not_legal)),
            ),
        )
    )


_GO_ON, _END = mark("Play on"), mark("End the game")


def agree_to_end(session: Session, question: str, *, asking: bool) -> None:
    """Ask *question*, which says how the game would end; a script and the command line are not asked.

    Raises:
        GivenUp: the game is to go on.
    """
    if asking and session.services.is_interactive and not session.in_batch and chosen(session.services, question, (_GO_ON, _END)) != _END:
        raise GivenUp(tr("The game goes on."))


def tell_brought(session: Session, found: BroughtAlong) -> None:
    """Say which later orders came along after a correction, and list those that are not carried out now."""
    if not found.brought and not found.left:
        return
    phase = describe_phase(session.variant, session.open_turn.phase)
    summary = plural(
        "{phase}: {count} order came along as it was played.",
        "{phase}: {count} orders came along as they were played.",
        found.brought,
        phase=phase,
    )
    if not found.left:
        session.say(summary)
        return
    more = plural("{count} line is not carried out now:", "{count} lines are not carried out now:", len(found.left))
    lines = [_not_legal(session.variant, session.open_turn, DoubtfulLine(power, line)) for power, line in found.left]
    session.services.report(f"{summary} {more}" if found.brought else more, lines)
