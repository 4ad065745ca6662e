"""A position on one line."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.analysis import analysis_board, set_position
from app.session.analysis_board import line_of, on_analysis_board, put_in_front, read_position
from app.session.errors import Abort
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session
from entente.words.names import counted


@command("position", "Position on one line", menu="Tools", place=43)
def position(session: Session, line: RestOfLine = "") -> None:
    """Set up the position that a line tells; without a line, say the one that is shown.

    An analysis board takes it; where none is in front, one is opened with it.

    Args:
        line: the position, as copy-position-line writes it.
    """
    if not line.strip():
        if session.current is None:
            raise Abort("No game is open whose position could be told.")
        session.say(line_of(session))
        return
    if session.current is None:
        shelved = session.shelf.find("standard")
        assert shelved is not None, "the standard game is shipped"
        put_in_front(session, analysis_board(shelved.variant, checksum=shelved.checksum))
    elif on_analysis_board(session):
        shown = session.shown
        put_in_front(session, analysis_board(shown.variant, name=f"Analysis, {shown.variant.name}", checksum=shown.variant_checksum))
    wanted, branch = read_position(session, line), session.branch
    session.perform("Set up position", lambda game: set_position(game, branch, wanted))
    session.say(f"{wanted.phase}: {counted(len(wanted.units), 'unit')} on the board.")
