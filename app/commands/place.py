"""A unit onto the analysis board."""

from __future__ import annotations

from adjudicator.location import Location
from adjudicator.unit import Piece
from app.commands.declaring.registry import command
from app.game.analysis import place as placed
from app.game.analysis import standing
from app.session.analysis_board import on_analysis_board, province_of
from app.session.parameter_kinds import PowerName
from app.session.session import Session


@command("place", "Place a unit…", menu="Tools", place=40, available=on_analysis_board)
def place(session: Session, kind: str, where: str, power: PowerName) -> None:
    """Put a unit onto the analysis board, in place of any other in its province: place F NTH ENGLAND.

    Args:
        kind: of unit, by its letter: A or F.
        where: the province, with its coast where it needs one: STP/SC.
        power: whose it is.
    """
    name, _, coast = where.partition("/")
    province = province_of(session.surroundings, name)
    piece = standing(session.game.variant, Piece(kind.upper(), Location(province, coast.upper() or None)))
    branch = session.branch
    session.perform(f"Place {piece}", lambda game: placed(game, branch, power, piece))
    session.say(f"{power} {piece} stands on the board.")
