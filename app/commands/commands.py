"""The list of commands."""

from __future__ import annotations

from app.commands.declaring.own_commands import own_commands
from app.commands.declaring.registry import COMMANDS, command
from app.session.session import Session


@command("commands", "List commands", menu="Help", place=11)
def commands(session: Session, part: str | None = None) -> None:
    """List all commands, one a line, with what they do; your own follow.

    Args:
        part: only those whose name or title has this in it.
    """
    wanted = (part or "").casefold()
    listed = [each for each in COMMANDS if wanted in each.id or wanted in each.title.casefold()]
    width = max((len(each.id) for each in listed), default=0)
    for each in listed:
        session.say(f"{each.id:{width}}  {each.summary}")
    known = own_commands(session.desk.places.commands)
    own = [each for each in known if wanted in f"own {each.name}" or wanted in each.title.casefold()]
    if own:
        session.say("Your own, run by: own NAME")
    for mine in own:
        state = "  (not agreed to yet)" if session.hooks.store.unknown((mine.as_text,)) else ""
        session.say(f"own {mine.name}  {mine.summary or mine.title}{state}")
    if not listed and not own:
        session.say(f"No command has {part!r} in its name.")
