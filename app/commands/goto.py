"""To a phase by name."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.moments import moment
from app.session.session import Session, game_open


@command("goto", "Go to phase…", menu="Go", place=14, shortcut="Ctrl+G", available=game_open)
def goto(session: Session, phase: Phase) -> None:
    """Show a phase of the branch that is shown.

    Args:
        phase: such as S1901M, F1901R or W1901A; without its last letter the movement (in winter the adjustment) is meant.
    """
    session.document.show(moment(session, phase))
