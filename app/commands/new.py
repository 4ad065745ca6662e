"""A new game."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.registry import command
from app.game.options import UnknownOptionError, check_option
from app.session.errors import Abort
from app.session.session import Session
from app.session.starting import begin, playable, starting_hooks


@command("new", "New game…", menu="File", place=10, shortcut="Ctrl+N")
def new(session: Session, variant: str = "standard", *rules: str, name: str = "", attach: str | None = None) -> None:
    """Start a game.

    Args:
        variant: what is played.
        rules: rule options that differ from the usual ones, such as nmr=hold.
        name: of the game; the variant's name unless given.
        attach: hooks that it starts with, such as "restrict england turkey", in place of those that the variant names; empty for none.
    """
    entry = playable(session, variant)
    chosen = _read_rules(rules)
    game, log = begin(session, entry, name, hooks=starting_hooks(session, entry, attach), rules=chosen)
    session.add(session.desk.new(game))
    session.hooks.note(game, log)
    session.say(f"{game.name}: a new game.")


def _read_rules(rules: Sequence[str]) -> list[tuple[str, str]]:
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
    return chosen
