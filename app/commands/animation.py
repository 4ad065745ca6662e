"""Whether units move before one's eyes."""

from __future__ import annotations

from dataclasses import replace

from app.commands.base.registry import command
from app.commands.base.screen import is_on, screen_of
from app.commands.base.session import Session, on_screen


@command("animation", "Animation", menu="View", place=19, available=on_screen, checked=is_on("animation"))
def animation(session: Session, shown: bool | None = None) -> None:
    """Let arrows grow and units glide when a phase is adjudicated and gone on from, or show at once what became of it.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, animation=not screen.view.animation if shown is None else shown))
