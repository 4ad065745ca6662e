"""The games that were open lately."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.opening import open_file
from app.commands.base.registry import command
from app.commands.base.session import Session
from app.game.storage.recent import RecentGames


@command("recent", "Recent games", menu="File", place=12)
def recent(session: Session, number: int | None = None) -> None:
    """List the games that were open lately, or open one of them.

    Args:
        number: of the game in the list, the latest being 1.
    """
    places = session.desk.places
    games = RecentGames(places.recent, places.thumbnails).games()
    if not games:
        raise Abort("No game was open lately.")
    if number is None:
        for at, game in enumerate(games, start=1):
            session.say(f"{at:2}: {game.name}, {game.phase} ({game.path}{'' if game.path.exists() else ', which is not there now'})")
        return
    if not 1 <= number <= len(games):
        raise Abort(f"There is no recent game number {number}; there are {len(games)}.")
    open_file(session, games[number - 1].path)
