"""Whether units move before one's eyes, and how fast."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import offering, screen_of
from app.session.session import Session, on_screen
from app.session.view_options import Pace

_TITLES = {"Slow": Pace.SLOW, "Normal": Pace.NORMAL, "Fast": Pace.FAST, "Off": Pace.OFF}


@command(
    "animation",
    "Animation",
    menu="View",
    place=19,
    available=on_screen,
    offers=offering("animation", "speed", lambda _screen: _TITLES),
)
def animation(session: Session, speed: Pace | None = None) -> None:
    """Let arrows grow and units glide when a phase is adjudicated and gone on from, slowly or fast, or show at once what became of it.

    Args:
        speed: how fast; off, or normal where it is off, unless given.
    """
    screen = screen_of(session)
    other = Pace.NORMAL if screen.view.animation is Pace.OFF else Pace.OFF
    screen.show_view(replace(screen.view, animation=speed or other))
