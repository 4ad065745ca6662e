"""The analysis board: positions as text, what its commands share, and the request for best replies on it or for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator import Phase, PhaseKind, Position, PowerRole, Variant, orderable
from app.game.analysis import is_correction
from app.game.branch_edits import as_played
from app.game.dpn.block_parts import phase_part
from app.game.dpn.blocks import At
from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.phase_block import write_phase
from app.game.dpn.text_source import MAGIC, VERSION
from app.game.record import Cursor, Game, Turn, variant_at
from app.game.variant_source import Shelved
from app.players.reasons import why
from app.session.errors import Abort
from app.session.parameters import Kind, Surroundings, read_word
from app.session.session import Session, game_open, orders_taken
from entente.position_line import PositionLineError, position_line, read_position_line
from entente.words.names import describe_phase, join_words, place_name, power_name
from entente.words.outcomes import describe_order
from languages import clauses, in_digits, labelled, plural, tr
from variants.fault import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.order import Order
    from app.players.strong.opponent_plans import SeenOrders
    from app.players.strong.replies import Advice, ReplyQuestion
    from app.players.strong.review import Lesson


MOST_CHARACTERS = 200_000
"""Limit of a pasted position."""


def position_as_text(variant: Variant, position: Position) -> str:
    """``[phase S1901M]``, then the units and centres of each power."""
    block = phase_part(variant, Turn(position), At(position.phase, None), None)
    return "\n".join((f"[phase {position.phase}]", *write_phase(block), ""))


def position_from_text(variant: Variant, text: str, source: str = "text") -> Position:
    """The position that *text* tells; orders in it are passed over.

    Args:
        source: what messages call the text: ``text on the clipboard``.

    Raises:
        Abort: it is none; every fault is named with its line.
    """
    if len(text) > MOST_CHARACTERS:
        raise Abort(tr("The text has {count} characters, too many for a position.", count=len(text)))
    head = f"{MAGIC} {VERSION}\n[game]\nvariant: {variant.id}\n"
    pasted = "\n".join(line for line in text.strip().splitlines() if not line.startswith(MAGIC))
    if not pasted.startswith("["):
        raise Abort(tr("The {source} is no position; one begins with a line such as [phase S1901M].", source=source))
    built = build(read((head + pasted).encode(errors="replace"), source), _OneVariant(variant))
    errors = [fault for fault in built.faults if fault.severity is Severity.ERROR]
    if built.game is None or errors:
        above = head.count("\n")
        places = (
            tr("line {line}: {what}, expected {expected}", line=max(fault.span.line - above, 1), what=fault.what, expected=fault.expected)
            for fault in errors
        )
        raise Abort("\n".join((tr("The {source} cannot be read as a position:", source=source), *places)))
    return built.game.line(built.game.branches[0].name)[-1].position


class _OneVariant:
    """A shelf with nothing on it but the variant that is played."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant

    def find(self, variant_id: str) -> Shelved | None:
        """Find the variant."""
        return Shelved(self._variant, "") if variant_id == self._variant.id else None


NOBODY = "none"
"""Word in place of a power for a centre without an owner."""


def on_correction_board(session: Session) -> str:
    """For ``available``: a board for corrections is in front."""
    reason = game_open(session)
    return reason or (
        ""
        if is_correction(session.game)
        else tr("This is for a board on which a game's position is corrected; see {correct}.", correct=session.named("correct-position"))
    )


def something_to_play_on(session: Session) -> str:
    """For ``available``: the open phase was played before an earlier one was corrected."""
    reason = orders_taken(session)
    turn = None if reason else as_played(session.game, session.branch)
    if reason or (turn is not None and turn.resolution is not None):
        return reason
    return tr("The open phase was not played before an earlier one was corrected; see {correct}.", correct=session.named("correct-phase"))


def put_in_front(session: Session, game: Game) -> None:
    """Open *game* in front of the others."""
    session.add(session.library.new(game))


def line_of(session: Session) -> str:
    """The position in view, on one line."""
    return position_line(session.variant, session.turn.position)


def read_position(session: Session, text: str, source: str = "text") -> Position:
    """A position from *text*: a position line, or the lines of a game file.

    Raises:
        Abort: it is neither; every fault is named with its place.
    """
    stripped = text.strip()
    if "|" not in stripped and not _is_phase(stripped):
        return position_from_text(session.variant, text, source)
    try:
        return read_position_line(session.variant, stripped)
    except PositionLineError as error:
        raise Abort(str(error)) from error


def _is_phase(text: str) -> bool:
    try:
        Phase.of(text)
    except ValueError:
        return False
    return True


def province_of(surroundings: Surroundings, text: str) -> str:
    """The code of the province that *text* names.

    Raises:
        ArgumentError: it names none.
    """
    return str(read_word(Kind.PROVINCE, text, surroundings, {}, "province", 1))


def power_of(surroundings: Surroundings, text: str) -> str | None:
    """The power that *text* names; ``None`` for ``none``.

    Raises:
        ArgumentError: it names none.
    """
    return None if text.casefold() in {NOBODY, "nobody"} else str(read_word(Kind.POWER, text, surroundings, {}, "power", 1))


SEED = 1
"""The same position gets the same answer, as far as the same time is spent on it."""

WORK = 40_000
"""Joint orders that are weighed where no time is given: some two seconds on one core."""

LONGEST = 600.0
"""Seconds that a search may take."""


def question_of(session: Session, power: str, count: int, *, as_seat: bool) -> ReplyQuestion:
    """Return the question for *power* in the open phase of the game in front.

    Args:
        power: whose orders are wanted.
        count: how many replies are listed.
        as_seat: only what the power may see is looked at, and no orders but its own; else the orders that are written are assumed.

    Raises:
        Abort: the power has no player, or it has nothing to order now.
    """
    from app.players.strong.replies import ReplyQuestion

    game = session.game
    cursor = game.last(session.branch)
    variant = variant_at(game, cursor)
    if variant.powers[power].role is not PowerRole.PLAYING:
        raise Abort(tr("{power} is played by nobody in this variant.", power=power_name(variant, power)))
    if as_seat:
        session.settle(game, power)
        turn = session.viewpoint.turn(game, cursor, power)
    else:
        turn = session.open_turn
    if not orderable(variant, turn.position, power):
        raise Abort(
            tr("{power} has nothing to order in {phase}.", power=power_name(variant, power), phase=describe_phase(variant, turn.phase))
        )
    written = _written(turn)
    assumed = {} if as_seat else {each: orders for each, orders in written.items() if each != power}
    return ReplyQuestion(variant, turn.position, power, assumed, written.get(power, ()), count, SEED)


def _written(turn: Turn) -> dict[str, tuple[Order, ...]]:
    """The orders that would be carried out, of the powers that have any."""
    found: dict[str, tuple[Order, ...]] = {}
    for power, lines in turn.orders.items():
        orders = tuple(line.order for line in lines if line.order is not None and line.is_legal)
        if orders:
            found[power] = orders
    return found


def without_hooks(session: Session) -> str:
    """Warning that hooks take part in the phase and the answer does not know them; empty where none does."""
    game = session.game
    hooks = game.hooks_at(game.last(session.branch)) if game.hooks else {}
    return (
        tr("Only the plain rules are used, without the rule changes of this game: {hooks}.", hooks=join_words(sorted(hooks)))
        if hooks
        else ""
    )


def phases_seen(session: Session, power: str) -> list[SeenOrders]:
    """The movement phases of the branch in front that are over, as *power* may see them."""
    from app.players.strong.opponent_plans import seen_in

    game, last = session.game, session.game.last(session.branch)
    found: list[SeenOrders] = []
    for index in range(last.index + 1):
        turn = session.viewpoint.turn(game, Cursor(last.branch, index), power)
        if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None:
            found.append(seen_in(turn.position, turn.resolution))
    return found


def lessons_in_words(
    variant: Variant, power: str, found: Sequence[Lesson], turning: Sequence[Lesson], *, in_codes: bool = True
) -> list[str]:
    """The turning points of a game for one power, and below them each of its movement phases; orders in codes, or as sentences."""

    def told(lesson: Lesson, orders: Sequence[Order]) -> str:
        return clauses(str(each) if in_codes else describe_order(variant, lesson.position, each) for each in orders)

    lines = [plural("{power}: {count} turning point.", "{power}: {count} turning points.", len(turning), power=power_name(variant, power))]
    for number, lesson in enumerate(turning, 1):
        lines.append(
            tr(
                "{number}. {phase}: {loss} % of the chances in the game given away.",
                number=number,
                phase=describe_phase(variant, lesson.phase),
                loss=in_digits(100 * lesson.loss, ".1f"),
            )
        )
        lines += [
            tr(
                "   {place} left open: {power} enters in {part} of 100 plans of the others.",
                place=place_name(variant, each.province),
                power=power_name(variant, each.by),
                part=round(100 * each.part),
            )
            for each in lesson.open
        ]
    for lesson in found:
        lines += ["", f"{describe_phase(variant, lesson.phase)}", "  " + labelled(tr("Ordered"), told(lesson, lesson.ordered))]
        if lesson.better != lesson.ordered:
            lines.append("  " + labelled(tr("The strong opponent"), told(lesson, lesson.better)))
            lines += [f"  {reason}" for reason in (why(variant, lesson.position, power, lesson.better),) if reason]
        promised = in_digits(100 * lesson.share, ".1f"), in_digits(100 * lesson.best, ".1f")
        lines.append("  " + tr("Chances in the game: {given} %, with the best orders {best} %.", given=promised[0], best=promised[1]))
    return lines


def advice_in_words(variant: Variant, position: Position, advice: Advice) -> list[str]:
    """The replies one below the other, and what the others may expect."""
    times = plural("{count} time", "{count} times", advice.continued)
    lines = [
        tr(
            "{power}, {phase}: {now} now.",
            power=power_name(variant, advice.power),
            phase=describe_phase(variant, advice.phase),
            now=advice.now,
        ),
        tr("Centres to expect when they next change hands; the game was gone on with {times} from each:", times=times),
    ]
    for number, reply in enumerate(advice.replies, 1):
        chances = ", ".join(labelled(centres, f"{chance:.0%}") for centres, chance in reply.chances)
        mark = f" ({tr('as written')})" if reply.is_written else ""
        lines += [f"{number:3}  {in_digits(reply.centres, '4.1f')}  {clauses(map(str, reply.orders))}{mark}", f"           {chances}"]
        lines += [f"           {reason}" for reason in (why(variant, position, advice.power, reply.orders),) if reason]
    for assumed in (True, False):
        others = [each for reply in advice.replies[:1] for each in reply.others if each.is_assumed is assumed]
        if others:
            told = ", ".join(
                tr("{power} {now} to {centres:.1f}", power=power_name(variant, each.power), now=each.now, centres=each.centres)
                for each in others
            )
            lines.append(
                tr("Against the first, orders as written: {told}.", told=told)
                if assumed
                else tr("Against the first, orders guessed: {told}.", told=told)
            )
    return lines
