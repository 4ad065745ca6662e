"""Choice of the phase in view."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.game.record import Cursor
from app.session.errors import Abort
from app.session.moments import moment
from app.session.roles import Who
from app.session.session import Session, board_on_screen, game_open, orders_taken
from languages import tr


@command("previous-phase", "Previous phase", who=Who.ANYBODY, menu="Go", place=10, shortcut="Alt+Left", available=game_open)
def previous_phase(session: Session) -> None:
    """Show the phase before the one that is shown."""
    cursor = session.cursor
    if cursor.index == 0:
        raise Abort(tr("This is the first phase."))
    session.document.show(Cursor(cursor.branch, cursor.index - 1))


@command("next-phase", "Next phase", who=Who.ANYBODY, menu="Go", place=11, shortcut="Alt+Right", available=game_open)
def next_phase(session: Session) -> None:
    """Show the phase after the one that is shown.

    Where orders can be given there, the window lists them beside the board.
    """
    cursor = session.cursor
    if cursor == session.game.last(cursor.branch):
        raise Abort(tr("This is the last phase."))
    session.document.show(Cursor(cursor.branch, cursor.index + 1))
    screen = session.services.screen
    if session.is_watched and screen is not None and session.cursor == session.game.last(cursor.branch) and not orders_taken(session):
        screen.show_panel("orders")


@command("first-phase", "First phase", who=Who.ANYBODY, menu="Go", place=12, shortcut="Alt+Home", available=game_open)
def first_phase(session: Session) -> None:
    """Show the start of the game."""
    if session.cursor.index == 0:
        session.say(tr("This is the first phase."))
    session.document.show(Cursor(session.branch, 0))


@command("last-phase", "Last phase", who=Who.ANYBODY, menu="Go", place=13, shortcut="Alt+End", available=game_open)
def last_phase(session: Session) -> None:
    """Show the present phase, where orders are written."""
    last = session.game.last(session.branch)
    if session.cursor == last:
        session.say(tr("This is the last phase."))
    session.document.show(last)


@command("goto", "Go to phase…", who=Who.ANYBODY, menu="Go", place=14, shortcut="Ctrl+G", available=game_open)
def goto(session: Session, phase: Phase) -> None:
    """Show a phase of the branch that is shown.

    Args:
        phase: such as S1901M, F1901R or W1901A; without its last letter the movement (in winter the adjustment) is meant.
    """
    session.document.show(moment(session, phase))


@command("play-timeline", "Play the timeline", who=Who.ANYBODY, menu="Go", place=15, shortcut="Ctrl+Space", available=board_on_screen)
def play_timeline(session: Session, running: bool | None = None) -> None:
    """Show the phases one after the other, from the one that is shown; again to stop.

    Args:
        running: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.play(not screen.is_playing if running is None else running)
