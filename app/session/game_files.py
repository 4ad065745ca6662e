"""Opening and saving game files: choices where something does not fit, hooks to be agreed to, and what a crash left."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.game.document import Document
from app.game.dpn.build import Obstacle
from app.game.dpn.writer import encoded
from app.game.library import FileState, OpenedFile, Recoverable
from app.game.opening import FileStanding, Opened, Ready
from app.game.record import Cursor, EditError, Game
from app.game.storage.atomic import Failure, StorageError, is_there
from app.hooks.asking_hooks import HookStoppedError
from app.hooks.hook_consent import settings_of, terms_checksum
from app.session.errors import Abort, GivenUp, LineError
from app.session.hook_service import (
    HookChoice,
    HookService,
    StoppedByHook,
    all_known,
    asked_hooks,
    detached,
    needs_consent,
    retry_stopped_hooks,
    without_hooks,
)
from app.session.importing import open_foreign
from app.session.recovery import RECOVERY_ANSWERS, left_words, question
from app.session.requests import OpeningChoices, OtherVariant, Recovery, Trust, Unread
from app.session.services import ConsentQuestion, FileKind, FileQuestion, FileToSave, Services, chosen, meant, path_for
from app.session.session import Session
from languages import labelled, mark, plural, tr

LOOK = mark("Look only")


def with_hooks(opened: Opened, hooks: HookService, services: Services, otherwise: str = "") -> Opened:
    """The same file, checked with its hooks running, or without one in a phase that it stopped, where that is decided.

    The hooks must have been agreed to.

    Raises:
        StoppedByHook: one of them gave no answer, and there was no decision to go on without it.
        EditError: they were not waited for, or they cannot be asked here now.
    """
    game = opened.game
    assert game is not None, "there is a game"
    hooks.text_faults(game.hooks)  # so that a text that is no program is known before it is asked

    def check(game: Game) -> Opened:
        return hooks.waiting(lambda: opened.with_referee(hooks.checking_referee, game))

    return retry_stopped_hooks(services, hooks, check, game, otherwise or tr(LOOK), has_most_time=True)


def trusting_orders(opened: Opened, hooks: HookService, services: Services) -> Ready:
    """The game with every position as the orders give it; see ``with_hooks``.

    Raises:
        StoppedByHook: a hook gave no answer, and there was no decision to go on without it.
        EditError: they were not waited for, or they cannot be asked here now.
    """
    assert opened.game is not None, "there is a game"

    def trust(game: Game) -> Ready:
        try:
            return hooks.waiting(lambda: opened.trust_orders(game))
        except HookStoppedError as stopped:
            stopped.cursor = _recorded(game, stopped)
            raise

    return retry_stopped_hooks(services, hooks, trust, opened.game, tr(LOOK), has_most_time=True)


def _recorded(game: Game, stopped: HookStoppedError) -> Cursor:
    """The recorded moment of the phase that *stopped* names: played again, a branch may have more phases or fewer.

    Raises:
        Abort: the phase came up only as the game was played again, so that nothing can be written into it.
    """
    branch = stopped.cursor.branch
    for index, turn in enumerate(game.line(branch)):
        if turn.phase == stopped.phase:
            return Cursor(game.owner(Cursor(branch, index)).name, index)
    raise Abort(str(stopped)) from stopped


Decided = tuple[HookChoice, Opened, str]
"""The decision; the file, checked with its hooks where they run; and the reason that it is not checked, where a hook gave no answer or was
not waited for.
"""


def decide_hooks(session: Session, file: OpenedFile, chosen: frozenset[str] | None) -> Decided:
    """Decide on the hooks of *file*. A game without hooks that wait for anybody runs.

    Args:
        chosen: the checksums of those that may run, none for leaving them off; ``None`` without a choice.

    Raises:
        LineError: there is no one to ask, and not every hook that is new here was named.
        Abort: there is no one to ask, and hooks cannot run on this machine.
        StoppedByHook: there is no one to ask, and one of them gave no answer.
    """
    opened, room = file.opened, session.hooks
    game = opened.game
    if game is None or not needs_consent(opened):
        return HookChoice.RUN, opened, ""
    if chosen is not None and not chosen:
        return HookChoice.LOOK, opened, ""
    if chosen:
        room.store.allow_checksums(chosen)
    alone = not session.services.is_interactive
    if alone and not all_known(opened, room):
        raise _unnamed(session, file, game, chosen)
    unavailable = room.unavailable()
    if unavailable and alone:
        raise Abort(tr("Hooks cannot run here: {unavailable}. --hooks=off looks at the game without them.", unavailable=unavailable))
    if unavailable or not all_known(opened, room):
        answer = session.services.ask(ConsentQuestion(file.path.name, asked_hooks(game, room), unavailable))
        if answer.choice is not HookChoice.RUN or unavailable:
            return HookChoice.LOOK if answer.choice is HookChoice.RUN else answer.choice, opened, ""
        with suppress(OSError):  # that the list cannot be kept costs a question at the next start
            room.store.grant_in(game, for_good=answer.remember)
        session.viewpoint.forget()
    elif chosen:
        room.store.grant_in(game, for_good=False)
    return _checked(session, opened)


def _unnamed(session: Session, file: OpenedFile, game: Game, chosen: frozenset[str] | None) -> LineError:
    """Return the error where there is no one to ask: the hooks that wait, and the name of each."""
    name = file.path.name
    sums = {hook.name: terms_checksum(hook, settings_of(game, hook.name)) for hook in session.hooks.store.unknown_in(game)}
    listed = "\n".join(f"  {checksum}  {hook}" for hook, checksum in sums.items())
    if chosen:
        return LineError(
            tr("{name} carries hooks that --hooks does not name ({sums}):\n{listed}", name=name, sums=", ".join(sums), listed=listed),
            word=",".join(sorted(chosen)),
        )
    choices = tr("--hooks=off looks at it without them, --hooks={sums} runs them", sums=",".join(sums.values()))
    return LineError(
        tr("{name} carries hooks, which change its rules; {choices}:\n{listed}", name=name, choices=choices, listed=listed),
        word=str(file.path),
    )


def _checked(session: Session, opened: Opened) -> Decided:
    try:
        return HookChoice.RUN, with_hooks(opened, session.hooks, session.services), ""
    except (StoppedByHook, EditError) as error:
        if not session.services.is_interactive:
            raise
        return HookChoice.LOOK, opened, unchecked(error)


def unchecked(error: Exception) -> str:
    """Return the reason that a game is only looked at, of which a hook gave no answer."""
    return tr("it was not checked with its hooks. {error}", error=error)


def take_hooks_off(document: Document) -> None:
    """Continue *document* by the plain rules; one undo step."""
    document.perform(tr("Play on without hooks"), detached(document.game))


MOST_SHOWN = 50
"""Faults and differences that are listed when a game is opened; ``check`` lists them all."""

AT_ONCE = 256 * 1024
"""Bytes of a file up to which it is read at once."""

ORDERS, POSITIONS, CANCEL = mark("The orders are right"), mark("The positions are right"), mark("Cancel")
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
    document = open_document(session, path)
    if document is not None:
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


def open_document(session: Session, path: Path) -> Document | None:
    """The game of the file at *path*, where it is open."""
    return next((each for each in session.documents if each.path is not None and is_same_file(each.path, path)), None)


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
                "{name} begins elsewhere than its variant does ({differences}). Which are right: its positions, from which "
                "it is played on, or its orders, which are played from the variant's start?",
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
    return meant(session.services.ask(shown), answers)


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
            [
                tr(
                    "... and {count} more; list them with: {check}",
                    count=len(lines) - MOST_SHOWN,
                    check=session.named("check", f"check {path}"),
                )
            ]
            if len(lines) > MOST_SHOWN
            else []
        )
        session.say("\n".join((*lines[:MOST_SHOWN], *more)))


_OVER, _LEAVE = mark("Write over it"), mark("Leave it")


def save_document(session: Session, document: Document, path: Path | None = None, *, over: bool = False) -> None:
    """Write *document* to *path*, or where it came from; a game without a file asks for one.

    Args:
        over: write even if another program changed the file since it was read; otherwise that is asked.

    Raises:
        Abort: no file was chosen, or the file changed by another program is to stay.
        StorageError: it could not be written; the game in memory and the file are whole.
    """
    target = path
    if target is None and document.path is None:
        place = path_for(session.services, FileToSave(FileKind.GAME, f"{document.game.name}.dpn"))
        target = with_ending(place)
    try:
        document.save(target, over_outside_changes=over)
    except StorageError as error:
        if error.failure is not Failure.CHANGED_OUTSIDE or not session.services.is_interactive:
            raise
        if chosen(session.services, f"{error} {tr('Write over it?')}", (_OVER, _LEAVE)) != _OVER:
            raise GivenUp(tr("Not saved.")) from error
        document.save(target, over_outside_changes=True)


def with_ending(path: Path) -> Path:
    """*path*, ending in ``.dpn`` where it has no ending.

    Raises:
        Abort: it names no file, such as ``/``.
    """
    if not path.name:
        raise Abort(tr("{path} is no name for a file.", path=path))
    return path if path.suffix else path.with_name(f"{path.name}.dpn")


def may_replace(session: Session, path: Path) -> bool:
    """Return True if *path* is free, or a person agrees to write over the file there."""
    if not is_there(path):
        return True
    return session.services.is_interactive and chosen(session.services, tr("{path} is there already.", path=path), (_OVER, _LEAVE)) == _OVER
