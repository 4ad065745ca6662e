"""Opening a game file."""

from __future__ import annotations

from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.opening import Trust, open_file
from app.commands.base.registry import command
from app.commands.base.services import FileKind
from app.commands.base.session import Session


@command("open", "Open…", menu="File", place=11, shortcut="Ctrl+O")
def open_game(session: Session, file: Path | None = None, *, trust: Trust | None = None) -> None:
    """Open a game file. Its faults are listed with line and column, and its orders are checked against its positions.

    Args:
        file: the game; asked for unless given.
        trust: what counts where positions do not follow from orders: the orders, the positions, or look only; asked unless given.
    """
    path = file or session.services.open_path(FileKind.GAME)
    if path is None:
        raise Abort("No file was chosen.")
    open_file(session, path, trust)
