"""Asking who sits where."""

from __future__ import annotations

from app.game.record import Game
from app.hotseat.table import first_table
from app.session.errors import GivenUp
from app.session.services import ChosenSeats
from app.session.session import Session
from app.session.table_setup import set_table
from languages import tr


def ask_seats(session: Session, game: Game) -> ChosenSeats:
    """Who sits where in *game*, which need not be open yet.

    Raises:
        GivenUp: nobody wants to play after all.
    """
    chosen = session.services.ask_seats(game, first_table(game))
    if chosen is None:
        raise GivenUp(tr("No seats were given."))
    return chosen


def take_seats(session: Session, chosen: ChosenSeats) -> None:
    """Play the game in front with the seats that were *chosen*; nothing changes where all powers are at this screen."""
    if chosen.table is not None:
        set_table(session, chosen.table, chosen.secrets)
