"""The hooks of a session: the consent of a person before they first run, the worker that asks them, and what they did."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeVar

from app.game.entries import Hook, HookAttached
from app.game.opening import FileStanding, Opened, Ready
from app.game.record import Cursor, EditError, Game, Why
from app.game.rulings import Referee, Ruling, plain_referee
from app.game.table_edits import detach_hook
from app.game.versions import Listeners
from app.hooks.asking_hooks import HookStoppedError, LogEntry, StopChoice, leave_out, more_time
from app.hooks.engine import TextFault
from app.hooks.hook_consent import ConsentStore, is_shipped, text_of
from app.hooks.host import MOST_PATIENCE, CallOutcome, HookHost
from app.hooks.referee import hooked_referee
from app.session.errors import Abort
from entente.words.names import describe_season
from languages import mark, tr
from variants.hooks.hook_text import HookText

MOST_ENTRIES = 2_000
"""Lines of a game's log that are kept."""

Listener = Callable[[str, tuple[LogEntry, ...]], None]
"""Function that gets the id of the game whose log has grown, and the new entries."""


Answer = TypeVar("Answer")


class Waiting(Protocol):
    """Waits for work in which hooks are asked."""

    def __call__(self, work: Callable[[], Answer]) -> Answer:
        """Return the result of *work*; raises whatever it raises."""
        ...


def at_once(work: Callable[[], Answer]) -> Answer:
    """Return the result of *work*, on this thread."""
    return work()


class HookService:
    """Service that keeps consents to hooks and asks them. The worker starts with the first question.

    Args:
        consent_file: where consent is kept; ``None`` keeps it for this session alone.
        store: in place of the file, consent that was given otherwise.
    """

    def __init__(self, consent_file: Path | None = None, store: ConsentStore | None = None) -> None:
        self._file = consent_file
        self._store = store
        self._host: HookHost | None = None
        self._logs: dict[str, deque[LogEntry]] = {}
        self._listeners: Listeners[[str, tuple[LogEntry, ...]]] = Listeners()
        self.left_off = False
        """True if the command line leaves hooks off: ``--hooks=off``."""
        self.others: list[HookHost] = []
        """Hosts of other hooks, such as the one that is being written: a person who stops waiting stops these as well."""
        self.waiting: Waiting = at_once
        """Function by which callers wait for hooks. A window does so without freezing: a hook may not come back before its time is up."""

    @property
    def store(self) -> ConsentStore:
        """Store of consents."""
        if self._store is None:
            self._store = ConsentStore(self._file)
        return self._store

    @property
    def host(self) -> HookHost:
        """Host that asks hooks."""
        if self._host is None:
            self._host = HookHost(lambda hook, given: self.store.agreed(hook, given))
        return self._host

    def cancel(self) -> None:
        """End the hooks being asked, from any thread: those that wait get an ``EditError``."""
        for host in (self.host, *self.others):
            host.cancel()

    def reset_cancel(self) -> bool:
        """Allow calls of hooks again. Returns whether a wait was given up."""
        given_up = [host.reset_cancel() for host in (self.host, *self.others)]  # every one of them
        return any(given_up)

    def referee(self, game: Game, cursor: Cursor) -> Ruling:
        """Rules over a phase with the hooks of the game, and keeps what they did in the log.

        Raises:
            EditError: a hook that is attached was not agreed to, or hooks cannot be asked here now; the phase is not ruled over by
                other rules than the game's.
        """
        if not game.hooks_at(cursor):
            return plain_referee(game, cursor)
        self.check_agreed(game, cursor)
        entries: list[LogEntry] = []
        try:
            return self.waiting(lambda: hooked_referee(self.host, entries.append)(game, cursor))
        finally:
            self.note(game, entries)

    def check_agreed(self, game: Game, cursor: Cursor) -> None:
        """Check that the hooks at *cursor* may be asked.

        Raises:
            EditError: one of them was not agreed to.
        """
        strangers = self._strangers(game, cursor)
        if strangers:
            names = ", ".join(strangers)
            raise EditError(
                Why.READ_ONLY, tr("Nobody has agreed to run {names} yet: open the hooks of this game, or detach it.", names=names)
            )

    def _strangers(self, game: Game, cursor: Cursor) -> list[str]:
        """The hooks at *cursor* that have no consent with their settings there."""
        attached = game.hooks_at(cursor)
        return [hook.name for hook in game.hooks if hook.name in attached and not self.store.agreed(hook, attached[hook.name].arguments)]

    @property
    def checking_referee(self) -> Referee:
        """The same for replaying what was played already: nothing is written into the log. What was played with more time has it here."""
        return hooked_referee(self.host, patience=MOST_PATIENCE)

    @property
    def quiet_referee(self) -> Referee:
        """The same for supposing what a phase would give: with the time that playing it has, and nothing is written into the log."""
        return hooked_referee(self.host)

    def preview_referee(self, game: Game, cursor: Cursor) -> Ruling:
        """The same for showing what present orders would give: with the hooks, or not at all.

        Raises:
            EditError: a hook was not agreed to, is switched off, or gave no answer: by the rules alone the phase would give something else.
        """
        attached = game.hooks_at(cursor)
        if not attached:
            return plain_referee(game, cursor)
        self.check_agreed(game, cursor)
        for hook in game.hooks:
            struck = self.struck(hook) if hook.name in attached and not attached[hook.name].left_out else None
            if struck is not None:
                raise EditError(
                    Why.HOOK_STOPPED,
                    tr("The hook {hook} is switched off for this session: {message}.", hook=hook.name, message=struck.words),
                )
        return hooked_referee(self.host)(game, cursor)

    def unavailable(self) -> str:
        """Return the reason that hooks cannot run on this machine; empty where they can. Starts the worker to find out."""
        return "" if self.waiting(self.host.is_available) else self.host.unavailable

    def text_faults(self, hooks: Sequence[Hook]) -> dict[str, TextFault]:
        """The names of those of *hooks* whose texts are no programs, with what is wrong. Nothing of them is run; see ``known_fault``."""
        found = self.waiting(lambda: [(hook.name, self.host.text_fault(hook)) for hook in hooks]) if hooks else []
        return {name: fault for name, fault in found if fault is not None}

    def struck(self, hook: Hook) -> CallOutcome | None:
        """Return the reason that *hook* was switched off in this session; ``None`` where it was not."""
        return None if self._host is None else self._host.struck(hook)

    # --- the log ---

    def log(self, game: Game) -> tuple[LogEntry, ...]:
        """Return the log of the hooks of *game* in this session, the oldest first."""
        return tuple(self._logs.get(game.id, ()))

    def note(self, game: Game, entries: Iterable[LogEntry]) -> None:
        """Keep what the hooks of *game* did."""
        new = tuple(entries)
        if not new:
            return
        self._logs.setdefault(game.id, deque(maxlen=MOST_ENTRIES)).extend(new)
        self._listeners.tell(game.id, new)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* whenever a log grows.

        Returns:
            A function that ends this.
        """
        return self._listeners.add(listener)

    def close(self) -> None:
        """End the worker, if one was started."""
        if self._host is not None:
            self._host.close()
            self._host = None


LEAVE_OPEN = mark("Leave the phase open")


class Decides(Protocol):
    """Protocol of those who can decide on a hook that gave no answer."""

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        """Decide between once more with more time, without it, or nothing."""
        ...


class StoppedByHook(Abort):
    """Error of an act that was not done, since a hook that is needed gave no answer."""


def retry_stopped_hooks(
    services: Decides,
    hooks: HookService,
    edit: Callable[[Game], Answer],
    game: Game,
    otherwise: str = "",
    *,
    has_most_time: bool = False,
) -> Answer:
    """Return the result of *edit* on *game*, or on *game* without the hooks that stopped it, where that is decided.

    Args:
        otherwise: the action without a choice, in the words of a button.
        has_most_time: whether *edit* gives hooks the most time there is, as checks do.

    Raises:
        StoppedByHook: there was no decision, or it is to wait.
    """
    while True:
        try:
            return edit(game)
        except HookStoppedError as stopped:
            patience = hooks.host.patience
            stopped.again = more_time(MOST_PATIENCE if has_most_time else patience, patience)
            choice = services.decide_stopped(stopped, otherwise or tr(LEAVE_OPEN))
            if choice is StopChoice.AGAIN:
                hooks.host.be_patient()
            elif choice is StopChoice.WITHOUT:
                game = leave_out(game, stopped)
            else:
                raise StoppedByHook(str(stopped)) from stopped


class HookChoice(StrEnum):
    """Choice for the hooks of a game that is opened."""

    RUN = mark("play with these hooks")
    WITHOUT = mark("play on without them")
    LOOK = mark("look only")
    CLOSE = mark("do not open it")


class AskedFor(StrEnum):
    """Occasion of the question about hooks."""

    GAME = mark("a game that is opened or changed")
    IMPORT = mark("a variant that somebody sent")


@dataclass(frozen=True, slots=True)
class HookAnswer:
    """Decision of a person."""

    choice: HookChoice
    remember: bool = True
    """True if the same texts may run without asking from now on."""


@dataclass(frozen=True, slots=True)
class AskedHook:
    """A hook on show before it may run."""

    text: HookText
    arguments: str
    """Its parameters as the game gives them; the last where they changed."""

    since: str
    """Season from which it runs, in words; empty where it is attached nowhere."""

    known: bool
    """True if this very text was agreed to before."""

    shipped: bool
    """True if this very text comes with the program."""


def asked_hooks(game: Game, hooks: HookService) -> tuple[AskedHook, ...]:
    """Every hook that the game carries, as the file lists them."""
    unknown = {hook.name for hook in hooks.store.unknown_in(game)}
    first: dict[str, str] = {}
    arguments: dict[str, str] = {}
    for branch in game.branches:
        for turn in branch.turns:
            for change in turn.changes:
                if isinstance(change, HookAttached):
                    first.setdefault(change.name, describe_season(game.variant, turn.phase))
                    arguments[change.name] = change.arguments
    found: list[AskedHook] = []
    for hook in game.hooks:
        text = text_of(hook)
        same = is_shipped(hook)
        found.append(AskedHook(text, arguments.get(hook.name, ""), first.get(hook.name, ""), hook.name not in unknown, same))
    return tuple(found)


def needs_consent(opened: Opened) -> bool:
    """Return True if *opened* waits for a decision about its hooks."""
    return opened.standing is FileStanding.UNCHECKED


def all_known(opened: Opened, hooks: HookService) -> bool:
    """Return True if every hook of the game was agreed to before."""
    game = opened.game
    return game is not None and not hooks.store.unknown_in(game)


def without_hooks(ready: Ready) -> Ready:
    """The recorded game, to be played on without its hooks; see :func:`detached`."""
    return replace(ready, read_only="", saved=True)


def detached(game: Game) -> Game:
    """*game* with every hook taken off where it is still open, so that it goes on by the plain rules."""
    for branch in game.branches:
        if branch.ending is not None:
            continue
        for name in game.hooks_at(game.last(branch.name)):
            try:
                game = detach_hook(game, branch.name, name)
            except EditError:
                continue
    return game
