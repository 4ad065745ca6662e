"""The games that were open lately."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.declare import Offer
from app.commands.declaring.registry import command
from app.game.storage.atomic import is_there
from app.game.storage.recent import RecentGame, RecentGames
from app.session.errors import Abort
from app.session.opening import open_file
from app.session.session import Session


def _games(session: Session) -> Sequence[RecentGame]:
    places = session.desk.places
    return RecentGames(places.recent, places.thumbnails).games()


def _offers(session: Session) -> Sequence[Offer]:
    there = [(at, game) for at, game in enumerate(_games(session), start=1) if is_there(game.path)]
    return [Offer(f"{game.name}, {game.phase} ({game.path.name})", {"number": at}) for at, game in there]


@command("recent", "Recent games", menu="File", place=12, offers=_offers)
def recent(session: Session, number: int | None = None) -> None:
    """List the games that were open lately, or open one of them.

    Args:
        number: of the game in the list, the latest being 1.
    """
    games = _games(session)
    if not games:
        raise Abort("No game was open lately.")
    if number is None:
        for at, game in enumerate(games, start=1):
            session.say(f"{at:2}: {game.name}, {game.phase} ({game.path}{'' if is_there(game.path) else ', which is not there now'})")
        return
    if not 1 <= number <= len(games):
        raise Abort(f"There is no recent game number {number}; there are {len(games)}.")
    open_file(session, games[number - 1].path)
