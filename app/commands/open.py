"""Opening a game file."""

from __future__ import annotations

from pathlib import Path

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.opening import open_file
from app.session.opening_choices import Choices, OtherVariant, Recovery, Trust, Unread
from app.session.services import FileKind
from app.session.session import Session


@command("open", "Open…", menu="File", place=11, shortcut="Ctrl+O")
def open_game(
    session: Session,
    file: Path | None = None,
    *,
    trust: Trust | None = None,
    other_variant: OtherVariant | None = None,
    unread: Unread | None = None,
    recover: Recovery | None = None,
) -> None:
    """Open a game file. Its faults are listed with line and column, and its orders are checked against its positions.

    Edits that a crash left behind are offered first.

    Args:
        file: the game; asked for unless given.
        trust: what counts where positions do not follow from orders: the orders, the positions, or look only; asked unless given.
        other_variant: whether a game made with another version of its variant is looked at, or played on with the one here.
        unread: whether the rest is played on or looked at where lines could not be read; asked unless given.
        recover: whether edits that a crash left behind are brought back, left, or thrown away; asked unless given.
    """
    path = file or session.services.open_path(FileKind.GAME)
    if path is None:
        raise Abort("No file was chosen.")
    open_file(session, path, Choices(trust, other_variant, unread, recover))
