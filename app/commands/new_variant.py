"""A variant of one's own, to draw and to write."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session
from app.shelf.starter import DRAWING, TakenError, write_starter
from variants.inherit import MANIFEST


@command("new-variant", "New variant…", menu="Tools", place=24)
def new_variant(session: Session, name: RestOfLine) -> None:
    """Begin a variant of your own: a folder with a small board that can be played at once, ready to be drawn anew in Inkscape.

    The drawing has all layers, the rules have comments. What you save in them is seen on the shelf of New Game and in open games.

    Args:
        name: of the variant, such as Two Lakes.
    """
    shelf = session.shelf
    if shelf.folder is None:
        raise Abort("There is no folder of your own variants.")
    try:
        folder = write_starter(name, shelf.folder, {entry.id for entry in shelf.entries()})
    except TakenError as error:
        raise Abort(f"There is a variant {error} already; choose another name.") from error
    except OSError as error:
        raise Abort(f"{shelf.folder} cannot be written: {error.strerror or error}.") from error
    session.say(
        f"{folder.name} is on the shelf of New Game. Its files:\n"
        f"  {folder / DRAWING}: draw it in Inkscape\n"
        f"  {folder / MANIFEST}: powers, provinces, neighbours\n"
        f"See what is wrong at any time with: check-variant {folder.name}"
    )
