"""A position from the clipboard."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.analysis import is_analysis, set_position
from app.game.gm_edits import edit_position
from app.session.analysis_board import read_position
from app.session.errors import Abort
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session, orders_taken
from entente.words.names import counted


@command("paste-position", "Paste position", menu="Edit", place=31, available=orders_taken)
def paste_position(session: Session, reason: RestOfLine = "Position pasted") -> None:
    """Put the position on the clipboard, of several lines or one, in place of the present one.

    A game keeps that as a game master's edit, with its reason; an analysis board just takes it.

    Args:
        reason: why, for the game's record.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort("There is no text on the clipboard.")
    position = read_position(session, text, "text on the clipboard")
    branch = session.branch
    free = is_analysis(session.game)
    session.perform(
        "Paste position",
        lambda game: set_position(game, branch, position) if free else edit_position(game, branch, position, reason),
    )
    session.say(f"The position is that of the clipboard: {counted(len(position.units), 'unit')}.")
