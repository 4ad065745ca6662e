"""One phase after the other."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, board_on_screen


@command("play-timeline", "Play the timeline", menu="Go", place=15, shortcut="Ctrl+Space", available=board_on_screen)
def play_timeline(session: Session, running: bool | None = None) -> None:
    """Show the phases one after the other, from the one that is shown; again to stop.

    Args:
        running: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.play(not screen.is_playing if running is None else running)
