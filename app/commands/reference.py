"""The page that describes all commands."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.reference import reference as page
from app.commands.declaring.registry import COMMANDS, command
from app.game.storage.atomic import write_atomically
from app.session.session import Session

PAGE = Path("docs", "reference", "commands.md")


@command("reference", "Write the reference of commands", palette=False)
def reference(session: Session, file: Path = PAGE) -> None:
    """Write the page that describes all commands, generated from the commands themselves.

    Args:
        file: where to; docs/reference/commands.md below this folder unless given.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, page(COMMANDS).encode(), "writing the reference")
    session.say(f"The reference is in {file}.")
