"""Another drawing of the same board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.drawings import drawing_of, with_drawing
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.session import Session, game_open


@command("drawing", "Another drawing of the board", menu="View", place=31, available=game_open)
def drawing(session: Session, name: str | None = None) -> None:
    """Show the game on another drawing of its variant's board, where it has several. The choice is kept in the game.

    Args:
        name: of the drawing; the next of them unless given.
    """
    game = session.game
    folder = session.shelf.folder_of(game.variant.id)
    drawings = {each.id: each for each in (() if folder is None else folder.maps)}
    if len(drawings) < 2 and name is None:
        raise Abort(f"{game.variant.name} has one drawing.")
    ids = list(drawings)
    if name is None:
        present = drawing_of(game)
        at = ids.index(present) if present in drawings else 0
        name = ids[(at + 1) % len(ids)]
    elif name not in drawings:
        found = next((each.id for each in drawings.values() if each.name.casefold() == name.casefold()), None)
        if found is None:
            raise Abort(f"There is no drawing {name!r}; there are {', '.join(ids)}{did_you_mean(nearest(name, ids))}")
        name = found
    chosen = "" if name == ids[0] else name
    session.perform(f"Show on {drawings[name].name}", lambda game: with_drawing(game, chosen), show_open_turn=False)
    session.say(f"Shown on: {drawings[name].name}.")
