"""Rule changes: hooks attached and detached."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.kinds import RestOfLine
from app.commands.base.registry import command
from app.commands.base.session import Session, game_open, orders_taken
from app.commands.base.varying import attached_words, carry_out, known_hooks, names_for, read_variations, usage
from app.commands.base.words import split


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
        lines.extend(f"  {usage(text)}: {text.note}" for text in hooks.values())
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
    lines = [f"Attached now: {', '.join(f'{name} {words}'.strip() for name, words in attached.items()) or 'nothing'}."]
    shelf = known_hooks(session, None)
    for each in variations:
        if isinstance(each, Attach) and each.hook.name in shelf and shelf[each.hook.name].text.checksum != checksum_of_hook(each.hook):
            other = f"the one that {shelf[each.hook.name].origin.value}" if shelf[each.hook.name].origin is Origin.SHIPPED else "the one in your folder"
            lines.append(f"The game has a text of {each.hook.name} of its own, which runs; {other} is another.")
    session.say("\n".join(lines))
