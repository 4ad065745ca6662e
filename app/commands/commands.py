"""The list of commands."""

from __future__ import annotations

from app.commands.base.registry import COMMANDS, command
from app.commands.base.session import Session


@command("commands", "List commands", menu="Help", place=11)
def commands(session: Session, part: str | None = None) -> None:
    """List all commands, one a line, with what they do.

    Args:
        part: only those whose name or title has this in it.
    """
    wanted = (part or "").casefold()
    listed = [each for each in COMMANDS if wanted in each.id or wanted in each.title.casefold()]
    width = max((len(each.id) for each in listed), default=0)
    for each in listed:
        session.say(f"{each.id:{width}}  {each.summary}")
    if not listed:
        session.say(f"No command has {part!r} in its name.")
