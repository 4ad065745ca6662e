"""What a click on an analysis board does while pieces are set up. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from adjudicator.location import Location
from adjudicator.unit import Piece
from app.game import rulebook
from app.game.analysis import clear, place, set_owner, shift
from app.game.record import Game

SetupEdit = tuple[str, Game]
"""What was done, as undo says it, and the board after it."""


class SetupAction(StrEnum):
    """What a click does."""

    ORDER = "order"
    """Orders are written, as in any game."""
    PLACE = "place"
    OWN = "own"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Setup:
    """The tool that is picked."""

    act: SetupAction = SetupAction.ORDER
    kind: str = ""
    """The letter of the kind of unit that is placed."""

    power: str = ""
    """Whose pieces and centres are set."""


def clicked(setup: Setup, game: Game, branch: str, province: str, coast: str | None) -> SetupEdit:
    """The board after a click on *province*, nearest to *coast*. A click on what stands there just so takes it away.

    Raises:
        EditError: no such thing can be put there.
    """
    position = game.turn(game.last(branch)).position
    match setup.act:
        case SetupAction.PLACE:
            piece = at_press(game, setup.kind, province, coast)
            unit = position.unit_at(province)
            if unit is not None and (unit.power, unit.piece) == (setup.power, piece):
                return f"Clear {province}", clear(game, branch, (province,))
            return f"Place {piece}", place(game, branch, setup.power, piece)
        case SetupAction.OWN:
            mine = position.owners.get(province) == setup.power
            return f"Owner of {province}", set_owner(game, branch, province, None if mine else setup.power)
        case SetupAction.CLEAR:
            return f"Clear {province}", clear(game, branch, (province,))
        case SetupAction.ORDER:
            raise ValueError("a click that orders is for the order tools")
        case _:
            assert_never(setup.act)


def dragged(game: Game, branch: str, origin: str, province: str, coast: str | None) -> SetupEdit:
    """The board after the unit of *origin* was dragged to *province*.

    Raises:
        EditError: there is no unit, or it cannot stand there.
    """
    unit = game.turn(game.last(branch)).position.unit_at(origin)
    piece = at_press(game, unit.kind if unit is not None else "", province, coast)
    return f"Shift {origin} to {province}", shift(game, branch, origin, piece)


def at_press(game: Game, kind: str, province: str, coast: str | None) -> Piece:
    """A unit of *kind* in *province*; on *coast* where it needs one and can stand there."""
    piece = Piece(kind, Location(province))
    if rulebook.can_stand(game.variant.board, piece):
        return piece
    nearest = Piece(kind, Location(province, coast))
    return nearest if rulebook.can_stand(game.variant.board, nearest) else piece
