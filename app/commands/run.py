"""Script files."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.commands.declaring.run import run_script
from app.session.errors import Abort
from app.session.services import FileKind
from app.session.session import Session


@command("run", "Run script…", menu="Tools", place=12)
def run(session: Session, file: Path | None = None) -> None:
    """Carry out a file of command lines and orders, one a line; lines that start with # are comments.

    The script is one undo step. The first line that fails stops it, undoes the whole, and is named with file and number.

    Args:
        file: the script; asked for unless given.
    """
    path = file or session.services.open_path(FileKind.SCRIPT)
    if path is None:
        raise Abort("No script was chosen.")
    run_script(session, path)
    session.say(f"{path.name} is done.")
