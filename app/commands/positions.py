"""Positions as text: listed, copied, pasted, set up."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.game.analysis import analysis_board, is_analysis, set_position
from app.game.gm_edits import edit_position
from app.session.analysis_board import line_of, on_analysis_board, position_as_text, put_in_front, read_position
from app.session.answers import as_json, board_data
from app.session.board_text import board_as_text
from app.session.errors import Abort
from app.session.moments import moment
from app.session.parameters import RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from languages import plural, tr


@command("show", "Show the board as text", who=Who.ANYBODY, menu="Game", place=14, available=game_open)
def show(session: Session, phase: Phase | None = None, *, json: bool = False) -> None:
    """Print the board as text: phase, units, dislodged units, centres, orders.

    Args:
        phase: of when; the phase that is shown unless given.
        json: say it as data, and nothing else.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    if json:
        session.say(as_json(board_data(session, cursor)))
        return
    session.say(board_as_text(session.shown, cursor, session.viewer))


@command("position", "Position on one line", menu="Tools", place=43)
def position(session: Session, line: RestOfLine = "") -> None:
    """Set up the position that a line describes; without one, show the present position as a line.

    An analysis board takes it; where none is in front, one is opened with it.

    Args:
        line: the position, as copy-position-line writes it.
    """
    if not line.strip():
        if session.current is None:
            raise Abort(tr("No game is open whose position could be shown."))
        session.say(line_of(session))
        return
    if session.current is None:
        shelved = session.shelf.find("standard")
        assert shelved is not None, "the standard game is shipped"
        put_in_front(session, analysis_board(shelved.variant, checksum=shelved.checksum))
    elif on_analysis_board(session):
        shown = session.shown
        put_in_front(
            session,
            analysis_board(shown.variant, name=tr("Analysis, {variant}", variant=shown.variant.name), checksum=shown.variant_checksum),
        )
    wanted, branch = read_position(session, line), session.branch
    session.perform(tr("Set up position"), lambda game: set_position(game, branch, wanted))
    session.say(
        plural("{phase}: {count} unit on the board.", "{phase}: {count} units on the board.", len(wanted.units), phase=wanted.phase)
    )


@command("copy-position", "Copy position", who=Who.ANYBODY, menu="Edit", place=30, available=game_open)
def copy_position(session: Session) -> None:
    """Put the position that is shown onto the clipboard, as text in the form of a game file."""
    session.services.copy_text(position_as_text(session.variant, session.turn.position))
    session.say(tr("Position copied."))


@command("copy-position-line", "Copy position line", who=Who.ANYBODY, menu="Edit", place=33, available=game_open)
def copy_position_line(session: Session) -> None:
    """Put the position that is shown onto the clipboard on one line, which can be pasted here and is read by programs."""
    session.services.copy_text(line_of(session))
    session.say(tr("Position line copied."))


@command("paste-position", "Paste position", menu="Edit", place=31, available=orders_taken)
def paste_position(session: Session, reason: RestOfLine = "Position pasted") -> None:
    """Put the position on the clipboard, of several lines or one, in place of the present one.

    A game keeps that as a game master's edit, with its reason; an analysis board just takes it.

    Args:
        reason: why, for the game's record.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort(tr("There is no text on the clipboard."))
    position = read_position(session, text, tr("text on the clipboard"))
    branch = session.branch
    free = is_analysis(session.game)
    session.perform(
        tr("Paste position"),
        lambda game: set_position(game, branch, position) if free else edit_position(game, branch, position, reason),
    )
    session.say(
        plural(
            "The position is that of the clipboard: {count} unit.",
            "The position is that of the clipboard: {count} units.",
            len(position.units),
        )
    )
