"""The analysis board: a game whose position is set up freely. Pieces stay while orders change; no intervention is recorded.

It is a document like any other: undone, saved, opened. What the position has besides the start (or besides what the phase before gave)
is kept as one adjustment, so that its file replays without differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from adjudicator.legal import check_order
from adjudicator.notation import read_order
from adjudicator.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.order import Convoy as ConvoyOrder
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from adjudicator.variant import Variant
from app.game.edits import known_power, last_counts, new_game, open_cursor
from app.game.played import check_year, difference
from app.game.record import ANALYSIS, MAIN, Cursor, EditError, Game, OrderLine, Turn, Why, variant_with
from app.game.rulings import can_stand, standing_places
from entente.words.names import kind_word
from languages import tr

REASON = "Set up on the analysis board"


CORRECTS = "corrects"
"""The setting that names the game whose position is corrected on the board: its id and its branch."""


def is_correction(game: Game) -> bool:
    """Return True if *game* is an analysis board on which a game's position is corrected."""
    return any(key == CORRECTS for key, _ in game.settings)


def analysis_board(
    variant: Variant,
    position: Position | None = None,
    orders: Mapping[str, Sequence[OrderLine]] | None = None,
    *,
    name: str = "Analysis",
    rules: Iterable[tuple[str, str]] = (),
    checksum: str = "",
) -> Game:
    """A board with *position* on it; the variant's start unless given.

    Args:
        orders: earlier lines; they are judged again.
        rules: rule options as words.
    """
    game = replace(new_game(variant, name, checksum=checksum, rules=rules), settings=(ANALYSIS,))
    if position is not None:
        game = set_position(game, MAIN, position)
    if orders:
        cursor = game.last(MAIN)
        game = game.with_turn(cursor, replace(game.turn(cursor), orders=_judged(game, cursor, orders)))
    return game


def lines_of(orders: Mapping[str, Sequence[Order]]) -> dict[str, tuple[OrderLine, ...]]:
    """Orders as lines that are not judged yet."""
    return {power: tuple(OrderLine(str(order), order) for order in given) for power, given in orders.items()}


def set_position(game: Game, branch: str, position: Position) -> Game:
    """The board with *position* at its open turn. Orders of units that still stand there are kept and judged again, the others go.

    Raises:
        EditError: this is no analysis board, the branch is over, or the phase stands on this branch already.
    """
    if not game.is_analysis:
        raise EditError(Why.BAD_POSITION, tr("Pieces are set up on an analysis board only; this is a game."))
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    check_year(position)
    if position == turn.position:
        return game
    if position.phase != turn.phase and game.find(branch, position.phase) not in {None, cursor}:
        raise EditError(Why.BAD_POSITION, tr("{phase} was played before on this branch.", phase=position.phase))
    base = _base(game, cursor)
    changes = () if position == base else (difference(base, position, REASON),)
    game = game.with_turn(cursor, replace(turn, position=position, adjustments=changes))
    kept = {power: [line for line in lines if _still_stands(line, turn, position)] for power, lines in turn.orders.items()}
    return game.with_turn(cursor, replace(game.turn(cursor), orders=_judged(game, cursor, kept)))


def place(game: Game, branch: str, power: str, piece: Piece) -> Game:
    """The board with a unit of *power*, in place of any other in its province.

    Where the kind of unit needs a coast and none is named, the one that it can stand on is taken.

    Raises:
        EditError: no such unit can stand there, or several coasts are possible, or as :func:`set_position`.
    """
    unit = Unit(known_power(game, power), standing(game.variant, piece))
    position = game.turn(open_cursor(game, branch)).position
    others = [each for each in position.units if each.province != unit.province]
    return set_position(game, branch, replace(position, units=tuple(sorted([*others, unit], key=str))))


def clear(game: Game, branch: str, provinces: Iterable[str]) -> Game:
    """The board without the units of *provinces*, dislodged ones too.

    Raises:
        EditError: none stands there, or as :func:`set_position`.
    """
    wanted = frozenset(provinces)
    position = game.turn(open_cursor(game, branch)).position
    units = tuple(each for each in position.units if each.province not in wanted)
    dislodged = tuple(each for each in position.dislodged if each.unit.province not in wanted)
    if len(units) == len(position.units) and len(dislodged) == len(position.dislodged):
        raise EditError(Why.BAD_POSITION, tr("No unit stands in {wanted}.", wanted=", ".join(sorted(wanted))))
    return set_position(game, branch, replace(position, units=units, dislodged=dislodged))


def shift(game: Game, branch: str, province: str, piece: Piece) -> Game:
    """The board with the unit of *province* standing as *piece* instead, in place of any other there.

    Raises:
        EditError: no unit stands in *province*, or as :func:`place`.
    """
    position = game.turn(open_cursor(game, branch)).position
    unit = position.unit_at(province)
    if unit is None:
        raise EditError(Why.BAD_POSITION, tr("No unit stands in {province}.", province=province))
    moved = Unit(unit.power, standing(game.variant, piece))
    others = [each for each in position.units if each.province not in {province, moved.province}]
    return set_position(game, branch, replace(position, units=tuple(sorted([*others, moved], key=str))))


def emptied(game: Game, branch: str = MAIN) -> Game:
    """The board with nothing on it: no units, no owners.

    Raises:
        EditError: as :func:`set_position`.
    """
    position = game.turn(open_cursor(game, branch)).position
    return set_position(game, branch, Position(position.phase, (), MappingProxyType({})))


def set_phase(game: Game, branch: str, phase: Phase) -> Game:
    """The board at *phase*, which need not follow from anything.

    Raises:
        EditError: the calendar has no such phase, dislodged units would have to go, or as :func:`set_position`.
    """
    position = game.turn(open_cursor(game, branch)).position
    if (phase.season, phase.kind) not in {(step.season, step.kind) for step in game.variant.calendar.steps}:
        raise EditError(
            Why.BAD_POSITION, tr("The calendar of {variant} has no phase such as {phase}.", variant=game.variant.name, phase=phase)
        )
    if position.dislodged and phase.kind is not PhaseKind.RETREAT:
        raise EditError(Why.BAD_POSITION, tr("Dislodged units stand on the board in a retreat phase only; take them off first."))
    contested = position.contested if phase.kind is PhaseKind.RETREAT else frozenset[str]()
    return set_position(game, branch, replace(position, phase=phase, contested=contested))


def drive_out(game: Game, branch: str, origin: str, province: str) -> Game:
    """The board on which the unit of *origin* has driven the unit of *province* out, which has to retreat.

    Raises:
        EditError: it is no retreat phase, one of the units is not there, or the attacker cannot stand there.
    """
    position = game.turn(open_cursor(game, branch)).position
    attacker, driven = position.unit_at(origin), position.unit_at(province)
    if position.phase.kind is not PhaseKind.RETREAT:
        raise EditError(Why.BAD_POSITION, tr("Dislodged units stand on the board in a retreat phase only; set the phase first."))
    if attacker is None or driven is None or origin == province:
        raise EditError(Why.BAD_POSITION, tr("No unit stands in {province}.", province=province if attacker is not None else origin))
    if position.dislodged_at(province) is not None:
        raise EditError(Why.BAD_POSITION, tr("A unit was driven out of {province} already.", province=province))
    moved = Unit(attacker.power, standing(game.variant, Piece(attacker.kind, Location(province))))
    others = [each for each in position.units if each not in (attacker, driven)]
    dislodged = (*position.dislodged, DislodgedUnit(driven, origin))
    units = tuple(sorted([*others, moved], key=str))
    return set_position(game, branch, replace(position, units=units, dislodged=tuple(sorted(dislodged, key=str))))


def set_contested(game: Game, branch: str, province: str, *, contested: bool) -> Game:
    """The board on which a standoff in *province* bars it to retreats, or does not.

    Raises:
        EditError: it is no retreat phase, a unit stands there, there is no such place, or as :func:`set_position`.
    """
    position = game.turn(open_cursor(game, branch)).position
    if province not in game.variant.board.provinces:
        raise EditError(Why.BAD_POSITION, tr("{province}: there is no such place on this board.", province=province))
    if position.phase.kind is not PhaseKind.RETREAT:
        raise EditError(Why.BAD_POSITION, tr("A standoff bars retreats, so it is marked in a retreat phase only; set the phase first."))
    standing_there = position.unit_at(province)
    if contested and standing_there is not None:
        raise EditError(
            Why.BAD_POSITION,
            tr(
                "{standing_there} stands in {province}; a standoff leaves its province empty.",
                standing_there=standing_there,
                province=province,
            ),
        )
    others = position.contested - {province}
    return set_position(game, branch, replace(position, contested=others | {province} if contested else others))


def set_owner(game: Game, branch: str, province: str, power: str | None) -> Game:
    """The board with the centre in *province* owned by *power*, or without an owner.

    Raises:
        EditError: there is no supply centre, or as :func:`set_position`.
    """
    known = game.variant.board.provinces.get(province)
    if known is None or not known.centre:
        raise EditError(Why.BAD_POSITION, tr("{province} has no supply centre.", province=province))
    position = game.turn(open_cursor(game, branch)).position
    owners = {centre: owner for centre, owner in position.owners.items() if centre != province}
    if power is not None:
        owners[province] = known_power(game, power)
    return set_position(game, branch, replace(position, owners=MappingProxyType(dict(sorted(owners.items())))))


def standing(variant: Variant, piece: Piece) -> Piece:
    """*piece* as it can stand on the board, its coast filled in where only one is possible.

    Raises:
        EditError: it cannot stand there, or the coast is not clear.
    """
    where = piece.location
    if can_stand(variant.board, piece):
        return piece
    if piece.kind not in variant.board.kinds:
        raise EditError(
            Why.BAD_POSITION,
            tr("{kind} is no kind of unit here; there are {kinds}.", kind=piece.kind, kinds=", ".join(variant.board.kinds)),
        )
    if where.province not in variant.board.provinces:
        raise EditError(Why.BAD_POSITION, tr("{province}: there is no such place on this board.", province=where.province))
    possible = standing_places(variant.board, piece)
    if where.coast is None and len(possible) == 1:
        return possible[0]
    if where.coast is None and possible:
        raise EditError(Why.BAD_POSITION, tr("Which coast? {coasts}.", coasts=f" {tr('or')} ".join(str(each) for each in possible)))
    if possible and where.coast is not None and where.coast not in variant.board.provinces[where.province].coasts:
        raise EditError(Why.BAD_POSITION, tr("{province} has no coast {coast}.", province=where.province, coast=where.coast))
    name = kind_word(variant, piece.kind)
    raise EditError(
        Why.BAD_POSITION,
        tr("In {place} an {unit} cannot stand.", place=where, unit=name)
        if variant.board.kinds[piece.kind].name[:1].lower() in "aeiou"
        else tr("In {place} a {unit} cannot stand.", place=where, unit=name),
    )


# --- shared ---


def _base(game: Game, cursor: Cursor) -> Position:
    """Return the position that the turn at *cursor* would begin with if nothing had been set up."""
    if cursor.index == 0:
        return game.variant.start
    before = game.line(cursor.branch)[cursor.index - 1].resolution
    assert before is not None, "a turn that another follows was processed"
    return before.next


def _still_stands(line: OrderLine, turn: Turn, position: Position) -> bool:
    """Return True if the unit that *line* orders is still there: lines of other units are dropped with them."""
    if position.phase.kind is not turn.phase.kind:
        return False
    order = line.order
    match order:
        case None | Waive() | Build():
            return True
        case Hold() | Move() | Support() | ConvoyOrder() | Remove():
            province = order.piece.location.province
            return position.unit_at(province) == turn.position.unit_at(province)
        case Retreat() | Disband():
            province = order.piece.location.province
            return position.dislodged_at(province) == turn.position.dislodged_at(province)
        case _:
            assert_never(order)


def _judged(game: Game, cursor: Cursor, orders: Mapping[str, Sequence[OrderLine]]) -> Mapping[str, tuple[OrderLine, ...]]:
    """*orders* with the verdicts that they have in the position at *cursor*; powers without any are left out."""
    variant = variant_with(game.variant, game.rules_at(cursor))
    position = game.turn(cursor).position

    def judged(power: str, line: OrderLine) -> OrderLine:
        order = line.order or read_order(variant, position, line.text, power).order
        verdict = None if order is None else check_order(variant, position, power, order)
        return OrderLine(line.text, order, verdict)

    found = {known_power(game, power): last_counts([judged(power, line) for line in lines]) for power, lines in orders.items() if lines}
    return MappingProxyType(found)
