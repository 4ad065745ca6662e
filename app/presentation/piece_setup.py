"""Effect of a click on an analysis board while pieces are set up. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from adjudicator import Calendar, Location, Phase, Piece
from app.game.analysis import clear, drive_out, place, set_contested, set_owner, set_position, shift
from app.game.record import EditError, Game, Why
from app.game.rulings import can_stand
from languages import tr

SetupEdit = tuple[str, Game]
"""Label of the act for undo, and the board after it."""


class SetupAction(StrEnum):
    """Effect of a click."""

    ORDER = "order"
    """Orders are written, as in any game."""
    PLACE = "place"
    OWN = "own"
    CLEAR = "clear"
    DISLODGE = "dislodge"
    """A drag has a unit drive another one out."""
    CONTEST = "contest"
    """A standoff bars a province to retreats, or no longer does."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The tool that is picked."""

    act: SetupAction = SetupAction.ORDER
    kind: str = ""
    """The letter of the kind of unit that is placed."""

    power: str = ""
    """Power whose pieces and centres are set."""

    with_centre: bool = False
    """True if a unit that is placed takes the supply centre that it stands on."""


def clicked(setup: Setup, game: Game, branch: str, province: str, coast: str | None) -> SetupEdit:
    """The board after a click on *province*, nearest to *coast*. A click on what stands there just so takes it away.

    Raises:
        EditError: no such thing can stand there.
    """
    position = game.turn(game.last(branch)).position
    match setup.act:
        case SetupAction.PLACE:
            piece = at_press(game, setup.kind, province, coast)
            unit = position.unit_at(province)
            if unit is not None and (unit.power, unit.piece) == (setup.power, piece):
                return tr("Clear {province}", province=province), clear(game, branch, (province,))
            placed = place(game, branch, setup.power, piece)
            if setup.with_centre and game.variant.board.provinces[province].centre:
                placed = set_owner(placed, branch, province, setup.power)
            return tr("Place {piece}", piece=piece), placed
        case SetupAction.OWN:
            mine = position.owners.get(province) == setup.power
            return tr("Owner of {province}", province=province), set_owner(game, branch, province, None if mine else setup.power)
        case SetupAction.CLEAR:
            return tr("Clear {province}", province=province), clear(game, branch, (province,))
        case SetupAction.DISLODGE:
            if position.dislodged_at(province) is None:
                raise EditError(Why.BAD_POSITION, tr("Drag the attacker from where it came from onto the unit that it drives out."))
            left = tuple(each for each in position.dislodged if each.unit.province != province)
            return tr("Take the dislodged unit off {province}", province=province), set_position(
                game, branch, replace(position, dislodged=left)
            )
        case SetupAction.CONTEST:
            is_on = province in position.contested
            label = tr("No standoff in {province}", province=province) if is_on else tr("Standoff in {province}", province=province)
            return label, set_contested(game, branch, province, contested=not is_on)
        case SetupAction.ORDER:
            raise ValueError("a click that orders is for the order tools")
        case _:
            assert_never(setup.act)


def dragged(setup: Setup, game: Game, branch: str, origin: str, province: str, coast: str | None) -> SetupEdit:
    """The board after the unit of *origin* was dragged to *province*; it drives out who stands there where that is what *setup* does.

    Raises:
        EditError: there is no unit, or it cannot stand there.
    """
    if setup.act is SetupAction.DISLODGE:
        return tr("Drive the unit out of {province}", province=province), drive_out(game, branch, origin, province)
    unit = game.turn(game.last(branch)).position.unit_at(origin)
    piece = at_press(game, unit.kind if unit is not None else "", province, coast)
    return tr("Shift {origin} to {province}", origin=origin, province=province), shift(game, branch, origin, piece)


def at_press(game: Game, kind: str, province: str, coast: str | None) -> Piece:
    """A unit of *kind* in *province*; on *coast* where it needs one and can stand there."""
    piece = Piece(kind, Location(province))
    if can_stand(game.variant.board, piece):
        return piece
    nearest = Piece(kind, Location(province, coast))
    return nearest if can_stand(game.variant.board, nearest) else piece


def phases_around(calendar: Calendar, present: Phase) -> tuple[Phase, ...]:
    """The phases of the year of *present*, of the year before and of the two after it, in their sequence; *present* is among them."""
    step = calendar.year_step
    years = [each for each in (present.year - step, present.year, present.year + step, present.year + 2 * step) if each]
    found = tuple(Phase(each.season, year, each.kind) for year in years for each in calendar.steps)
    return found if present in found else (present, *found)
