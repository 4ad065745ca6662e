"""A new game."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.base.errors import Abort
from app.commands.base.nearest import did_you_mean, nearest
from app.commands.base.registry import command
from app.commands.base.session import Session
from app.commands.base.varying import Attach, agree, attach_of, known_hooks, read_variations, vary
from app.commands.base.words import split
from app.game.edits import new_game
from app.game.options import UnknownOptionError, check_option
from app.game.record import MAIN
from app.hooks.attached import names_of
from app.hooks.log import Log


@command("new", "New game…", menu="File", place=10, shortcut="Ctrl+N")
def new(session: Session, variant: str = "standard", *rules: str, name: str = "", attach: str | None = None) -> None:
    """Start a game.

    Args:
        variant: what is played.
        rules: rule options that differ from the usual ones, such as nmr=hold.
        name: of the game; the variant's name unless given.
        attach: hooks that it starts with, such as "restrict england turkey", in place of those that the variant names; empty for none.
    """
    entry = session.shelf.entry(variant)
    if entry is None or entry.folder is None:
        faults = "" if entry is None else f" that can be played: {entry.faults[0]}" if entry.faults else ""
        ids = session.shelf.ids()
        raise Abort(f"There is no variant {variant}{faults}; there are {', '.join(ids)}{did_you_mean(nearest(variant, ids))}")
    shelved = session.shelf.find(variant)
    assert shelved is not None
    game = new_game(shelved.variant, name, checksum=shelved.checksum, rules=_read_rules(rules))
    hooks = {each: shelved_hook.text for each, shelved_hook in known_hooks(session, None, entry.source).items()}
    names = names_of(shelved.variant)
    if attach is None:
        missing = [each for each in entry.folder.hooks if each not in hooks]
        if missing:
            raise Abort(f"{variant} starts with the hook {missing[0]}, which is not here.")
        wanted = [attach_of(hooks[each], "", names) for each in entry.folder.hooks]
    else:
        wanted = [each for each in read_variations([word.text for word in split(attach).words], hooks, names) if isinstance(each, Attach)]
    log: Log = ()
    if wanted:
        agree(session, [each.hook for each in wanted])
        game, log = vary(game, MAIN, wanted, session.hooks.host)
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
