"""Another course of the game, from a phase of the past."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.branch_edits import fork as forked
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session, game_open
from entente.words import describe_phase


@command("fork", "Fork from here", menu="Go", place=20, shortcut="Ctrl+B", available=game_open)
def fork(session: Session, name: RestOfLine | None = None) -> None:
    """Start a branch at the phase that is shown, with its orders as drafts. What was played stays as it is.

    Args:
        name: of the branch; b2, b3 and so on unless given.
    """
    cursor = session.cursor
    phase = describe_phase(session.variant, session.turn.phase)
    game = forked(session.game, cursor, name)
    branch = game.branches[-1].name
    session.document.perform(f"Fork {phase}", game, game.last(branch))
    session.say(f"Branch {branch} starts at {phase}.")
