"""What units look like."""

from __future__ import annotations

from dataclasses import replace

from app.commands.base.registry import command
from app.commands.base.screen import screen_of
from app.commands.base.session import Session, on_screen
from app.commands.base.view import Pieces

_NEXT = {Pieces.CLASSIC: Pieces.LETTERS, Pieces.LETTERS: Pieces.BLOCKS, Pieces.BLOCKS: Pieces.CLASSIC}


@command("pieces", "Look of units", menu="View", place=16, available=on_screen)
def pieces(session: Session, kind: Pieces | None = None) -> None:
    """Show units as guns and ships, as letters, or as plain wooden blocks.

    Args:
        kind: which; the next of the three unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, pieces=kind or _NEXT[screen.view.pieces]))
