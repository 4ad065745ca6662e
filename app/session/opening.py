"""Opening game files and what a crash left of them: the choices where something does not fit, decided here for window and command line."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from app.game.document import Document
from app.game.dpn.build import Obstacle
from app.game.dpn.writer import encoded
from app.game.library import FileState, OpenedFile, Recoverable
from app.game.opening import FileStanding, Opened, Ready
from app.game.refusal import EditError
from app.game.storage.errors import Failure, StorageError
from app.session.consent import HookChoice, without_hooks
from app.session.errors import Abort, GivenUp
from app.session.exchange import open_foreign
from app.session.hook_opening import LOOK, decide_hooks, take_hooks_off, trusting_orders, unchecked
from app.session.hook_service import StoppedByHook
from app.session.opening_choices import OpeningChoices, OtherVariant, Recovery, Trust, Unread
from app.session.recovery import RECOVERY_ANSWERS, left_words, question
from app.session.services import FileQuestion, chosen, meant
from app.session.session import Session
from languages import labelled, mark, plural, tr

MOST_SHOWN = 50
"""Faults and differences that are listed when a game is opened; ``check`` lists them all."""

AT_ONCE = 256 * 1024
"""Bytes of a file up to which it is read at once."""

ORDERS, POSITIONS, CANCEL = mark("Trust the orders"), mark("Trust the positions"), mark("Cancel")
OPEN_REST = mark("Open what could be read")
CLOSE = mark("Close")
PRESENT_VARIANT = mark("Use the variant that is here")

_TRUST = {ORDERS: Trust.ORDERS, POSITIONS: Trust.POSITIONS, LOOK: Trust.LOOK}
NOTHING_CHOSEN = OpeningChoices()


def open_file(session: Session, path: Path, choices: OpeningChoices = NOTHING_CHOSEN, file: OpenedFile | None = None) -> Document:
    """Open the game at *path* and bring it to the front; one that is open already comes to the front.

    A game of another program comes in as a new one that is in no file yet. Changes that
    were not saved when the program ended unexpectedly are offered first.

    Args:
        choices: what was chosen already.
        file: the file, where it was looked into already.

    Raises:
        Abort: there is no game in the file, or it is not to be opened unchanged.
        StorageError: it cannot be read, or another copy of the program has it open.
    """
    for document in session.documents:
        if document.path is not None and is_same_file(document.path, path):
            session.bring_forward(document)
            return document
    if file is None:
        brought = open_foreign(session, path)
        if brought is not None:
            return brought
    left = session.library.left_behind(path)
    if not left:
        return open_inspected(session, file or _inspect(session, path), choices)
    match _recovery(session, left, choices):
        case Recovery.TAKE:
            return bring_back(session, left[0], replace(choices, recovery=Recovery.TAKE))
        case Recovery.DROP:
            session.library.discard(left[0])  # the one that was described; older ones are offered the next time
        case Recovery.LEAVE:
            pass
        case _:
            held = f"{left_words(left[0])} {tr('--recover=take brings them back, leave leaves them, drop throws them away.')}"
            session.say(labelled(path.name, held))
            return open_inspected(
                session,
                file or _inspect(session, path),
                choices,
                look_only=tr("there are changes that were not saved: {held}", held=held),
            )
    return open_inspected(session, file or _inspect(session, path), choices)


def _inspect(session: Session, path: Path) -> OpenedFile:
    """Read the file at *path*; a large one is read while a window goes on being painted."""
    if _size(path) <= AT_ONCE:
        return session.library.inspect(path)
    return session.services.wait_for(tr("Reading {path}…", path=path.name), lambda: session.library.inspect(path))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def open_inspected(session: Session, file: OpenedFile, choices: OpeningChoices = NOTHING_CHOSEN, *, look_only: str = "") -> Document:
    """Add a file that was read to the session, and bring it to the front; see ``open_file``.

    Args:
        look_only: why it is only to be looked at; empty where it may be played on.
    """
    file, ready, hooks = _decided(session, file, choices)
    if look_only and not ready.read_only:
        ready = replace(ready, read_only=look_only)
    try:
        document = session.library.add(file, ready)
    except StorageError as error:
        if not session.services.is_interactive or ready.read_only or error.failure is Failure.DAMAGED:
            raise
        if chosen(session.services, f"{error} {tr('The game can be looked at.')}", (LOOK, CANCEL)) != LOOK:
            raise
        document = session.library.add(file, replace(ready, read_only=error.what))
    _show(session, document, hooks)
    if file.opened.errors and choices.unread is None and not session.services.is_interactive:
        session.undecided_faults[document] = tuple(map(str, file.opened.errors))
    return document


def bring_back(session: Session, found: Recoverable, choices: OpeningChoices = NOTHING_CHOSEN) -> Document:
    """Add a game that a crash left behind to the session, and bring it to the front, for the same viewer as before.

    Where its file was changed since, it is asked first, and the game that comes back is in no file yet.

    Raises:
        Abort: nothing in the journal can be read, or it is not to be opened unchanged.
        StorageError: another copy of the program has its file open, or a journal cannot be begun; then the old one stays.
    """
    if found.file_state is FileState.CHANGED and choices.recovery is None and session.services.is_interactive:
        words, answers = question(found, 0)
        match RECOVERY_ANSWERS.get(chosen(session.services, words, (*answers, CANCEL)) or ""):
            case Recovery.TAKE:
                pass
            case Recovery.DROP:
                session.library.discard(found)
                raise GivenUp(tr("What was not saved was thrown away."))
            case Recovery.LEAVE if found.recovered.path is not None:
                return open_file(session, found.recovered.path, replace(choices, recovery=Recovery.LEAVE))
            case _:
                raise GivenUp(tr("Nothing was opened."))
    name = found.recovered.path or Path(found.recovered.name)
    file = OpenedFile(name, encoded(found.recovered.text), found.opened)
    if found.opened.standing is FileStanding.UNREADABLE:
        raise Abort(tr("{journal}: there is no game in it that can be read.", journal=found.recovered.journal))
    file, ready, hooks = _decided(session, file, choices)
    document = session.library.recover(found, ready)
    _show(session, document, hooks, found.recovered.viewer)
    said = tr("{game} is back with its last change. It is not saved yet.", game=document.game.name)
    if found.file_state is FileState.CHANGED:
        said += " " + tr("It is not saved yet: {path} was changed since, and stays as it is.", path=found.recovered.path)
    session.say(said)
    return document


def is_same_file(one: Path, other: Path) -> bool:
    """Return True if both paths lead to the same file; not where the system cannot tell."""
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False


def _recovery(session: Session, left: tuple[Recoverable, ...], choices: OpeningChoices) -> Recovery | None:
    """Return the choice for the edits of a crash; ``None`` where there is no answer."""
    if choices.recovery is not None or not session.services.is_interactive:
        return choices.recovery
    words, answers = question(left[0], len(left) - 1)
    answer = chosen(session.services, words, (*answers, CANCEL))
    if answer not in RECOVERY_ANSWERS:
        raise GivenUp(tr("Nothing was opened."))
    return RECOVERY_ANSWERS[answer]


def _decided(session: Session, file: OpenedFile, choices: OpeningChoices) -> tuple[OpenedFile, Ready, HookChoice]:
    """The file and how it is taken, after everything that does not fit was decided.

    Raises:
        Abort: there is no game in it, or it is not to be opened unchanged.
    """
    name = file.path.name
    if not session.services.is_interactive:
        _list(session, file.path, file.opened)
    if file.opened.standing is FileStanding.UNREADABLE:
        _ask(
            session,
            file,
            tr("{name} cannot be opened: there is no game in it that can be read. The file stays as it is.", name=name),
            (CLOSE,),
        )
        raise Abort(tr("{path}: there is no game in this file.", path=file.path))
    if file.opened.obstacle is Obstacle.UNKNOWN_VARIANT and session.services.screen is not None:
        words = tr(
            "{name} cannot be opened: the variant that it is a game of is not here. Import that variant, or put its "
            "folder among yours, and open the game again. The file stays as it is.",
            name=name,
        )
        _ask(session, file, words, (CLOSE,))
        raise Abort(words)
    file = with_a_variant(session, file, choices)
    file, look = _with_lines_left_out(session, file, choices)
    hooks, opened, not_checked = decide_hooks(session, file, choices.hooks)
    if hooks is HookChoice.CLOSE:
        raise GivenUp(tr("{name} was not opened.", name=name))
    file = replace(file, opened=opened)
    look = look or not_checked
    ready = replace(opened.look_only(), read_only=look) if look else _trusting(session, file, choices)
    return file, without_hooks(ready) if hooks is HookChoice.WITHOUT else ready, hooks


def with_a_variant(session: Session, file: OpenedFile, choices: OpeningChoices) -> OpenedFile:
    """*file* with the variant that it is checked against, where it was made with another version."""
    if file.opened.obstacle is not Obstacle.OTHER_CHECKSUM:
        return file
    wanted = choices.variant
    if wanted is None and session.services.is_interactive:
        words = tr(
            "{path} was made with another version of its variant. It can be looked at, or checked against the one that is here.",
            path=file.path.name,
        )
        answer = chosen(session.services, words, (LOOK, PRESENT_VARIANT, CANCEL))
        if answer not in {LOOK, PRESENT_VARIANT}:
            raise GivenUp(tr("{path} was not opened.", path=file.path.name))
        wanted = OtherVariant.HERE if answer == PRESENT_VARIANT else OtherVariant.LOOK
    return replace(file, opened=file.opened.with_present_variant()) if wanted is OtherVariant.HERE else file


def _with_lines_left_out(session: Session, file: OpenedFile, choices: OpeningChoices) -> tuple[OpenedFile, str]:
    """*file* without what could not be read of it, and why it is only looked at, where it is.

    A game of which a phase or the end is missing is looked at unless it is to be played on as far as it goes.
    """
    opened, name = file.opened, file.path.name
    count = len(opened.errors)
    is_missing = opened.obstacle in {Obstacle.CUT_OFF, Obstacle.LOST_PHASE}
    if count <= (opened.obstacle is Obstacle.OTHER_CHECKSUM):  # which is a fault of its own, and asked about above
        return file, ""
    wanted = choices.unread
    if wanted is None and session.services.is_interactive:
        words = plural(
            "{name} has a line that could not be read. It is kept in the file; the rest of the game can be played on.",
            "{name} has {count} lines that could not be read. They are kept in the file; the rest of the game can be played on.",
            count,
            name=name,
        )
        answers: tuple[str, ...] = (OPEN_REST, CANCEL)
        if is_missing:
            words = _not_whole(opened, name)
            answers = (LOOK, OPEN_REST, CANCEL)
        answer = _ask(session, file, words, answers)
        if answer not in {LOOK, OPEN_REST}:
            raise GivenUp(tr("{name} was not opened.", name=name))
        wanted = Unread.REST if answer == OPEN_REST else Unread.LOOK
    if is_missing:
        return (replace(file, opened=opened.with_what_is_there()), "") if wanted is Unread.REST else (file, "")
    return file, plural(
        "{count} line of it could not be read.", "{count} lines of it could not be read.", count
    ) if wanted is Unread.LOOK else ""


def _not_whole(opened: Opened, name: str) -> str:
    """Message that a phase or the end is missing, with the consequence."""
    is_cut = opened.obstacle is Obstacle.CUT_OFF
    gone = tr("Its end is missing") if is_cut else tr("The heading of a phase in it cannot be read")
    if opened.game is None:
        return tr("{name} is not whole. {gone}, so that the game would go on, where it may have been played already.", name=name, gone=gone)
    return tr(
        "{name} is not whole. {gone}, so that the game would go on at {phase}, where it may have been played already.",
        name=name,
        gone=gone,
        phase=opened.game.turn(opened.game.last()).phase,
    )


def _trusting(session: Session, file: OpenedFile, choices: OpeningChoices) -> Ready:
    opened, name = file.opened, file.path.name
    if opened.standing is not FileStanding.DIFFERS:
        return opened.ready()
    trust = choices.trust
    if trust is None and session.services.is_interactive:
        differences = plural("{count} difference", "{count} differences", len(opened.differences))
        words = tr(
            "In {name} the recorded positions do not follow from the orders ({differences}). Which are right?",
            name=name,
            differences=differences,
        )
        answers = (ORDERS, POSITIONS, LOOK, CANCEL)
        if opened.begins_elsewhere:
            words = tr(
                "{name} begins elsewhere than its variant does ({differences}). Trusting its positions plays it on from "
                "there; trusting the orders puts the variant's start in their place.",
                name=name,
                differences=differences,
            )
            answers = (POSITIONS, ORDERS, LOOK, CANCEL)
        answer = _ask(session, file, words, answers)
        if answer not in _TRUST:
            raise GivenUp(tr("{name} was not opened.", name=name))
        trust = _TRUST[answer]
    match trust:
        case Trust.ORDERS:
            try:
                return trusting_orders(opened, session.hooks, session.services)
            except (StoppedByHook, EditError) as error:
                return replace(opened.look_only(), read_only=unchecked(error))
        case Trust.POSITIONS:
            return opened.trust_positions()
        case _:
            return opened.look_only()


def _ask(session: Session, file: OpenedFile, words: str, answers: tuple[str, ...]) -> str | None:
    """Return the answer of a person who sees the faults of the file beside its text."""
    opened = file.opened
    remarks = tuple(str(each) for each in opened.differences)
    shown = FileQuestion(file.path.name, words, tuple(map(tr, answers)), opened.faults, remarks, file.data.decode("utf-8", "replace"))
    return meant(session.services.ask_of_file(shown), answers)


def _show(session: Session, document: Document, hooks: HookChoice, viewer: str | None = None) -> None:
    if hooks is HookChoice.WITHOUT and not document.read_only:
        take_hooks_off(document)
    session.add(document, viewer)
    if document.read_only:
        name = document.game.name if document.path is None else document.path.name
        session.say(tr("{name} can only be looked at: {read_only}", name=name, read_only=document.read_only))


def _list(session: Session, path: Path, opened: Opened) -> None:
    lines = [str(fault) for fault in opened.faults] + [labelled(path.name, difference) for difference in opened.differences]
    if lines:
        more = (
            [tr("... and {count} more; list them with: check {path}", count=len(lines) - MOST_SHOWN, path=path)]
            if len(lines) > MOST_SHOWN
            else []
        )
        session.say("\n".join((*lines[:MOST_SHOWN], *more)))
