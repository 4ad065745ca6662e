"""The page of the conformance cases."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, on_screen


@command("datc-page", "DATC cases", menu="Help", place=30, available=on_screen)
def datc_page(session: Session) -> None:
    """Show every case of the Diplomacy Adjudicator Test Cases with what is expected and what comes out; each can be put on the board."""
    screen_of(session).show_panel("datc")
