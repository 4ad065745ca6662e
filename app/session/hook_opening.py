"""Checks of an opened file with its hooks: those that run, those that a person reads first, and a hook without an answer."""

from __future__ import annotations

from contextlib import suppress

from app.game.document import Document
from app.game.library import OpenedFile
from app.game.opening import Opened, Ready
from app.game.record import Cursor, Game
from app.game.refusal import EditError
from app.hooks.consent import settings_of, terms_checksum
from app.hooks.log import HookStoppedError
from app.session.consent import HookChoice, all_known, asked_hooks, detached, needs_consent
from app.session.errors import Abort, LineError
from app.session.hook_service import HookService, StoppedByHook, retry_stopped_hooks
from app.session.services import Services
from app.session.session import Session
from languages import mark, tr

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
        answer = session.services.consent(file.path.name, asked_hooks(game, room), unavailable)
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
