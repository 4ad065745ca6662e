"""Patterns of powers."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, screen_of
from app.session.session import Session, on_screen


@command("patterns", "Patterns of powers", menu="View", place=17, available=on_screen, checked=is_on("patterns"))
def patterns(session: Session, shown: bool | None = None) -> None:
    """Give every land the pattern of the power that rules it besides its colour, or only those whose colours some eyes confuse.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, patterns=not screen.view.patterns if shown is None else shown))
