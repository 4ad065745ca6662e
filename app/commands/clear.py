"""Units off the analysis board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.analysis import clear as cleared
from app.game.analysis import emptied
from app.session.analysis_board import on_analysis_board, province_of
from app.session.errors import Abort
from app.session.session import Session

ALL = "all"


@command("clear", "Take a unit off…", menu="Tools", place=41, available=on_analysis_board)
def clear(session: Session, *provinces: str) -> None:
    """Take units off the analysis board: clear NTH; clear all takes every unit and owner off.

    Args:
        provinces: where they stand; the one that is picked unless given.
    """
    branch = session.branch
    if len(provinces) == 1 and provinces[0].casefold() == ALL:
        session.perform("Clear the board", lambda game: emptied(game, branch))
        session.say("The board is empty.")
        return
    named = tuple(province_of(session.surroundings, each) for each in provinces) or ((session.selection,) if session.selection else ())
    if not named:
        raise Abort("Pick a unit first, or name its province.")
    session.perform(f"Clear {', '.join(named)}", lambda game: cleared(game, branch, named))
    session.say(f"{', '.join(named)}: no unit stands there now.")
