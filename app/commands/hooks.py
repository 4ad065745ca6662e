"""What the hooks of a game are and did."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.hooks.attached import text_of
from app.hooks.terms import settings_of, terms_checksum
from app.session.hook_changes import attached_words
from app.session.session import Session, game_open


@command("hooks", "Hooks and their log", menu="Game", place=61, available=game_open)
def hooks(session: Session) -> None:
    """List the hooks that the game carries, which of them run or why they do not, and what they did in this session."""
    game = session.game
    attached = attached_words(game, session.branch)
    lines: list[str] = []
    for hook in game.hooks:
        text, struck = text_of(hook), session.hooks.struck(hook)
        state = "runs" if hook.name in attached else "is not attached"
        if hook.name in attached and session.hooks.store.unknown((hook,)):
            state = "is attached and does not run: nobody has agreed to its text"
        elif hook.name in attached and (why := session.hooks.unavailable()):
            state = f"is attached and does not run: hooks cannot run here ({why})"
        elif hook.name in attached and (faults := session.hooks.text_faults((hook,))):
            state = f"is attached and does not run: {faults[hook.name]}"
        elif struck is not None:
            place = f" (line {struck.line}: {struck.source_line})" if struck.line else ""
            state = f"is switched off for this session: {struck.message}{place}"
        lines.append(f"{f'{hook.name} {attached.get(hook.name, str())}'.strip()} {state}. {text.note}".rstrip())
        lines.append(f"  sha256 {terms_checksum(hook, settings_of(game, hook.name))}")
    lines.extend(str(entry) for entry in session.hook_log)
    session.say("\n".join(lines) or "This game carries no hooks.")
    if session.services.screen is not None:
        session.services.screen.show_panel("hooks")
