"""Opening game files, with the choices where something does not fit."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from app.commands.base.errors import Abort
from app.commands.base.session import Session
from app.game.desk import OpenedFile
from app.game.document import Document
from app.game.opening import Opened, Ready, Standing

MOST_SHOWN = 50
"""Faults and differences that are listed when a game is opened; ``check`` lists them all."""


class Trust(StrEnum):
    """What counts where recorded positions do not follow from the orders."""

    ORDERS = "orders"
    POSITIONS = "positions"
    LOOK = "look"
    """Neither: the game is opened for looking only."""


_ANSWERS = {"Trust the orders": Trust.ORDERS, "Trust the positions": Trust.POSITIONS, "Look only": Trust.LOOK}


def open_file(session: Session, path: Path, trust: Trust | None = None) -> Document:
    """Open the game at *path* and put it in front; one that is open already comes to the front.

    Args:
        trust: what counts where positions and orders differ; asked where somebody is there to answer, else look only.

    Raises:
        Abort: there is no game in the file.
        StorageError: it cannot be read, or another copy of the program has it open.
    """
    for document in session.documents:
        if document.path is not None and document.path.resolve() == path.resolve():
            session.bring_forward(document)
            return document
    return put_on(session, session.desk.look_into(path), trust)


def put_on(session: Session, file: OpenedFile, trust: Trust | None = None) -> Document:
    """Put a file that was looked into on the desk, and in front; see ``open_file``."""
    path, opened = file.path, file.opened
    _list(session, path, opened)
    if opened.standing is Standing.UNREADABLE:
        raise Abort(f"{path}: there is no game in this file.")
    document = session.desk.put_on(file, _choice(session, path, opened, trust))
    session.add(document)
    if document.read_only:
        session.say(f"{path.name} is open for looking only: {document.read_only}")
    return document


def _list(session: Session, path: Path, opened: Opened) -> None:
    lines = [str(fault) for fault in opened.faults] + [f"{path.name}: {difference}" for difference in opened.differences]
    if lines:
        more = [f"... and {len(lines) - MOST_SHOWN} more; list them with: check {path}"] if len(lines) > MOST_SHOWN else []
        session.say("\n".join((*lines[:MOST_SHOWN], *more)))


def _choice(session: Session, path: Path, opened: Opened, trust: Trust | None) -> Ready:
    if opened.standing is not Standing.DIFFERS:
        return opened.ready()
    if trust is None and session.services.is_interactive:
        first = opened.differences[0]
        question = f"{path.name}: the recorded positions do not follow from the orders ({len(opened.differences)} differences). {first}."
        answer = session.services.ask(question, tuple(_ANSWERS))
        if answer is None:
            raise Abort(f"{path.name} was not opened.")
        trust = _ANSWERS[answer]
    match trust:
        case Trust.ORDERS:
            return opened.trust_orders()
        case Trust.POSITIONS:
            return opened.trust_positions()
        case _:
            return opened.look_only()
