"""Decision of a person on a game's hooks before they run for the first time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.game.entries import HookAttached
from app.game.opening import FileStanding, Opened, Ready
from app.game.record import Game
from app.game.refusal import EditError
from app.game.table_edits import detach_hook
from app.hooks.attached import text_of
from app.hooks.hook_consent import is_shipped
from app.session.hook_service import HookService
from languages import mark
from variants.hooks.hook_text import HookText


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
    """The phase from which it runs; empty where it is attached nowhere."""

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
                    first.setdefault(change.name, str(turn.phase))
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
