"""A new game."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.nearest import did_you_mean, nearest
from app.commands.base.registry import command
from app.commands.base.session import Session
from app.game.edits import new_game
from app.game.options import UnknownOptionError, check_option
from variants.shipped import shipped_ids


@command("new", "New game", menu="File", place=10, shortcut="Ctrl+N")
def new(session: Session, variant: str = "standard", *rules: str, name: str = "") -> None:
    """Start a game.

    Args:
        variant: what is played.
        rules: rule options that differ from the usual ones, such as nmr=hold.
        name: of the game; the variant's name unless given.
    """
    shelved = session.shelf.find(variant)
    if shelved is None:
        raise Abort(f"There is no variant {variant}; there are {', '.join(shipped_ids())}{did_you_mean(nearest(variant, shipped_ids()))}")
    chosen: list[tuple[str, str]] = []
    for rule in rules:
        key, equals, word = rule.partition("=")
        if not equals:
            raise Abort(f"{rule} is no rule option; one is written as name=choice")
        try:
            check_option(key, word)
        except UnknownOptionError as error:
            raise Abort(f"{rule}: {error}") from error
        chosen.append((key, word))
    game = new_game(shelved.variant, name, checksum=shelved.checksum, rules=chosen)
    session.add(session.desk.new(game))
    session.say(f"{game.name}: a new game.")
