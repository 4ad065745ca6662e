"""Names on the board."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import offering, screen_of
from app.session.session import Session, on_screen
from app.session.view_options import Labels

_TITLES = {"Full names": Labels.FULL, "Codes": Labels.SHORT, "None": Labels.OFF}
_NEXT = {Labels.FULL: Labels.SHORT, Labels.SHORT: Labels.OFF, Labels.OFF: Labels.FULL}


@command(
    "labels",
    "Names of provinces",
    menu="View",
    place=10,
    shortcut="L",
    available=on_screen,
    offers=offering("labels", "names", lambda _screen: _TITLES),
)
def labels(session: Session, names: Labels | None = None) -> None:
    """Show the names of provinces in full, as codes, or not at all.

    Args:
        names: which; the next of the three unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, labels=names or _NEXT[screen.view.labels]))
