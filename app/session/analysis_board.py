"""What the commands of the analysis board share."""

from __future__ import annotations

from adjudicator.phase import Phase
from adjudicator.position import Position
from app.game.analysis import is_analysis
from app.game.record import Game
from app.session.errors import Abort
from app.session.parameter_kinds import Kind, Surroundings, read_word
from app.session.position_text import position_from_text
from app.session.session import Session, orders_taken
from entente.position_line import PositionLineError, position_line, read_position_line
from languages import tr

NOBODY = "none"
"""In place of a power: nobody owns the centre."""


def on_analysis_board(session: Session) -> str:
    """For ``available``: an analysis board is in front and takes edits."""
    reason = orders_taken(session)
    if reason:
        return reason
    return "" if is_analysis(session.game) else tr("Pieces are set up on an analysis board; open one with: analysis")


def put_in_front(session: Session, game: Game) -> None:
    """Open *game* in front of the others."""
    session.add(session.library.new(game))


def line_of(session: Session) -> str:
    """The position that is shown, on one line."""
    return position_line(session.variant, session.turn.position)


def read_position(session: Session, text: str, source: str = "text") -> Position:
    """A position from *text*: a position line, or the lines of a game file.

    Raises:
        Abort: it is neither; every fault is named with its place.
    """
    stripped = text.strip()
    if "|" not in stripped and not _is_phase(stripped):
        return position_from_text(session.variant, text, source)
    try:
        return read_position_line(session.variant, stripped)
    except PositionLineError as error:
        raise Abort(str(error)) from error


def _is_phase(text: str) -> bool:
    try:
        Phase.of(text)
    except ValueError:
        return False
    return True


def province_of(surroundings: Surroundings, text: str) -> str:
    """The code of the province that *text* names.

    Raises:
        ArgumentError: it names none.
    """
    return str(read_word(Kind.PROVINCE, text, surroundings, {}, "province", 1))


def power_of(surroundings: Surroundings, text: str) -> str | None:
    """The power that *text* names; ``None`` for ``none``.

    Raises:
        ArgumentError: it names none.
    """
    return None if text.casefold() in {NOBODY, "nobody"} else str(read_word(Kind.POWER, text, surroundings, {}, "power", 1))
