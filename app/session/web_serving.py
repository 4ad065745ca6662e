"""Serving of a game to phones and browsers without a window: the game is opened or begun, with a seat at each power."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.game.storage.atomic import is_there
from app.hotseat.table import first_table
from app.session.errors import Abort
from app.session.opening import open_file
from app.session.opening_choices import Recovery
from app.session.requests import WebTerms
from app.session.saving import with_ending
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from app.session.table_setup import set_table
from languages import tr


def serve_phones(session: Session, path: Path, variant: str, terms: WebTerms) -> None:
    """Serve the game at *path* until Ctrl+C.

    Raises:
        Abort: it cannot be played, or nothing serves it here.
    """
    if session.serve_web is None:
        raise Abort(tr("This cannot be done here."))
    if not 0 <= terms.port <= 65535:
        raise Abort(tr("Ports go up to 65535."))
    _open_or_begin(session, with_ending(path), variant)
    if session.document.read_only:
        raise Abort(tr("This game can only be looked at: {read_only}", read_only=session.document.read_only))
    if session.seating is None:
        seats = first_table(session.game)
        set_table(session, replace(seats, seats=tuple(replace(seat, by_phone=True) for seat in seats.seats)), {})
        session.document.save()
    session.serve_web(terms)


def _open_or_begin(session: Session, path: Path, variant: str) -> None:
    if is_there(path):
        choices = session.chosen
        open_file(session, path, replace(choices, recovery=choices.recovery or Recovery.TAKE))
        return
    entry = playable(session, variant)
    assert entry.folder is not None
    game, log = begin(session, entry, path.stem, hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    document = session.library.new(game)
    session.add(document)
    document.save(path)
