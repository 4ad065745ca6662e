"""Colours of the powers."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import offering, screen_of
from app.session.session import Session, on_screen
from app.session.view_options import Colours

_TITLES = {"Of the variant": Colours.VARIANT, "For colour-blind eyes": Colours.SAFE}
_NEXT = {Colours.VARIANT: Colours.SAFE, Colours.SAFE: Colours.VARIANT}


@command(
    "colours", "Colours of powers", menu="View", place=15, available=on_screen, offers=offering("colours", "kind", lambda _screen: _TITLES)
)
def colours(session: Session, kind: Colours | None = None) -> None:
    """Show the powers in the variant's colours, or in colours that stay apart for colour-blind eyes.

    Args:
        kind: which; the other one unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, colours=kind or _NEXT[screen.view.colours]))
