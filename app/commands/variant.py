"""Rule changes: hooks attached and detached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.hook_changes import (
    Attach,
    Variation,
    attached_words,
    carry_out,
    known_hooks,
    names_for,
    read_variations,
    usage,
)
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session, game_open, orders_taken
from app.session.words import split
from app.shelf.hooks import Origin
from variants.hooks.hook_text import HookText, checksum_of

_WHERE = {
    Origin.SHIPPED: "comes with Entente",
    Origin.VARIANT: "belongs to the variant",
    Origin.OWN: "lies in your folder",
    Origin.GAME: "travels in the game",
}


@command("variant", "Rule changes", menu="Game", place=60, available=game_open)
def variant(session: Session, changes: RestOfLine = "") -> None:
    """Attach hooks to the game from the present phase on, or detach them.

    For example: ``variant restrict england turkey -gunboat``. Several in a line are one undo step. Without words it lists what is
    attached and what there is.

    Args:
        changes: names of hooks, each with its parameters after it; one with - before it is detached.
    """
    game, branch = session.game, session.branch
    hooks = {name: each.text for name, each in known_hooks(session, game).items()}
    if not changes.strip():
        attached = attached_words(game, branch)
        lines = ["Attached:" if attached else "No hook is attached."]
        lines.extend(f"  {name} {arguments}".rstrip() for name, arguments in attached.items())
        lines.append("There are:")
        lines.extend(f"  {usage(text)}: {text.note or text.title}{_faulty(text)}" for text in hooks.values())
        lines.extend(f"  {words}" for words in session.hook_shelf.left_out())
        session.say("\n".join(lines))
        if session.services.screen is not None:
            session.services.screen.show_panel("hooks")
        return
    reason = orders_taken(session)
    if reason:
        raise Abort(reason)
    words = [word.text for word in split(changes).words]
    variations = read_variations(words, hooks, names_for(game))
    carry_out(session, variations)
    attached = attached_words(session.game, branch)
    listed = ", ".join(f"{name} {words}".strip() for name, words in attached.items()) or "nothing"
    session.say("\n".join((f"Attached now: {listed}.", *_texts_apart(session, variations))))


def _faulty(text: HookText) -> str:
    return f" (cannot be attached: line {text.faults[0].line}: {text.faults[0].what})" if text.faults else ""


def _texts_apart(session: Session, variations: Sequence[Variation]) -> Iterator[str]:
    """A game has texts of its own: a hook on the shelf may have become another since."""
    shelf = known_hooks(session, None)
    for each in variations:
        if not isinstance(each, Attach) or each.hook.name not in shelf:
            continue
        on_shelf = shelf[each.hook.name]
        if on_shelf.text.checksum != checksum_of(each.hook.name, each.hook.source):
            yield f"{each.hook.name} runs with the text that travels in the game; the one that {_WHERE[on_shelf.origin]} is another."
