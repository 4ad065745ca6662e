"""Opening game files, with the choices where something does not fit."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from app.commands.base.consenting import HookChoice, all_known, asked_hooks, detached, needs_consent, with_hooks, without_hooks
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
    choice, opened = decide_hooks(session, path.name, opened)
    if choice is HookChoice.CLOSE:
        raise Abort(f"{path.name} was not opened.")
    ready = _choice(session, path, opened, trust)
    document = session.desk.put_on(replace(file, opened=opened), without_hooks(ready) if choice is HookChoice.WITHOUT else ready)
    if choice is HookChoice.WITHOUT:
        take_hooks_off(document)
    session.add(document)
    if document.read_only:
        session.say(f"{path.name} is open for looking only: {document.read_only}")
    return document


def decide_hooks(session: Session, name: str, opened: Opened) -> tuple[HookChoice, Opened]:
    """What becomes of the hooks of an opened file: a person is shown them before they first run.

    Returns:
        The decision, and the file: checked with its hooks where they run. A game without hooks that wait for anybody runs.
    """
    game = opened.game
    if game is None or not needs_consent(opened):
        return HookChoice.RUN, opened
    room = session.hooks
    unavailable = room.unavailable()
    if not unavailable and all_known(opened, room):
        return HookChoice.RUN, with_hooks(opened, room)
    answer = session.services.consent(name, asked_hooks(game, room), unavailable)
    if answer.choice is not HookChoice.RUN or unavailable:
        return HookChoice.LOOK if answer.choice is HookChoice.RUN else answer.choice, opened
    with suppress(OSError):  # that the list cannot be kept costs a question at the next start
        room.store.grant(game.hooks, for_good=answer.remember)
    session.lens.forget()
    return HookChoice.RUN, with_hooks(opened, room)


def take_hooks_off(document: Document) -> None:
    """Let *document* go on by the plain rules from where it stands; one undo step."""
    document.perform("Play on without hooks", detached(document.game))


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
        answers = tuple(_ANSWERS)
        if opened.begins_elsewhere:
            question = f"{path.name} begins elsewhere than its variant does ({len(opened.differences)} differences). {first}."
            answers = tuple(sorted(_ANSWERS, key=lambda each: _ANSWERS[each] is not Trust.POSITIONS))
        answer = session.services.ask(question, answers)
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
