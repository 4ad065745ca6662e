"""The look of the board."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import offering, screen_of
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.services import Screen
from app.session.session import Session, on_screen


def _themes(screen: Screen) -> dict[str, object]:
    return {name.capitalize(): name for name in screen.themes}


@command("theme", "Theme", menu="View", place=14, shortcut="T", available=on_screen, offers=offering("theme", "name", _themes))
def theme(session: Session, name: str | None = None) -> None:
    """Show the board in another theme: parchment, plain, night, or print in black and white.

    Args:
        name: of the theme; the next of them unless given.
    """
    screen = screen_of(session)
    themes = list(screen.themes)
    if name is None:
        at = themes.index(screen.view.theme) if screen.view.theme in themes else -1
        name = themes[(at + 1) % len(themes)]
    elif name not in themes:
        raise Abort(f"There is no theme {name}; there are {', '.join(themes)}{did_you_mean(nearest(name, themes))}")
    screen.show_view(replace(screen.view, theme=name))
