"""The hooks that run at a moment of a game, with their parameters read and their state unpacked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.variant import Variant
from app.game.entries import Hook
from app.game.record import AttachedHook, Cursor, Game
from app.hooks.hook_consent import terms_checksum
from app.hooks.host import NotPlainError, Plain, plain
from languages import tr
from variants.hooks.contracts import Point
from variants.hooks.hook_parameters import HookArgumentError, ParameterNames, Value, read_arguments
from variants.hooks.hook_text import HookText, read_hook_text

LONGEST_STATE = 1_900
"""Characters of JSON that a hook can keep: it stands on one line of the game file."""


@dataclass(frozen=True, slots=True)
class RunningHook:
    """A hook as it runs at a moment."""

    hook: Hook
    text: HookText
    arguments: dict[str, Value]
    state: dict[str, Plain]
    fault: str = ""
    """Reason that it cannot be asked: its parameters do not fit."""
    given: str = ""
    """Its parameters as the game gives them."""
    left_out: str = ""
    """Reason that this phase goes on without it; empty where it takes part."""

    @property
    def name(self) -> str:
        """Its name in the game."""
        return self.hook.name


@dataclass(frozen=True, slots=True)
class Attached:
    """The hooks that run at a moment, in the order of the file."""

    hooks: tuple[RunningHook, ...] = field(default=())

    def at(self, point: Point) -> tuple[RunningHook, ...]:
        """Hooks that take part at *point*. One that the phase goes on without limits the view of powers all the same."""
        return tuple(each for each in self.hooks if point in each.text.points and (not each.left_out or point is Point.RESULTS))

    def has(self, *points: Point) -> bool:
        """Return True if any hook takes part at one of *points*."""
        return any(self.at(point) for point in points)


def attached_at(game: Game, cursor: Cursor) -> Attached:
    """The hooks that run at *cursor*."""
    if not game.hooks:
        return Attached()
    names = names_of(game.variant)
    by_name = {hook.name: hook for hook in game.hooks}
    return Attached(tuple(_running(by_name[name], each, names) for name, each in game.hooks_at(cursor).items()))


def _running(hook: Hook, attached: AttachedHook, names: ParameterNames) -> RunningHook:
    text = text_of(hook)
    state = read_state(attached.state)
    try:
        arguments = read_arguments(text.parameters, attached.arguments, names)
    except HookArgumentError as error:
        return RunningHook(hook, text, {}, state, f"its parameters do not fit: {error}", attached.arguments, attached.left_out)
    return RunningHook(hook, text, arguments, state, given=attached.arguments, left_out=attached.left_out)


@lru_cache(maxsize=256)
def text_of(hook: Hook) -> HookText:
    """Return the declarations in the first lines of *hook*'s text, below those of the game file."""
    return read_hook_text(hook.name, hook.source, hook.points, hook.note)


def names_of(variant: Variant) -> ParameterNames:
    """The powers and provinces that a hook's parameters can name on this variant's board."""
    words: dict[str, str] = {}
    for code, province in variant.board.provinces.items():
        for word in (province.name, *province.aliases, *province.names):
            words.setdefault(word.upper(), code)
    for power in variant.powers.values():
        words.setdefault(power.name.upper(), power.id)
    return ParameterNames(tuple(variant.powers), tuple(variant.board.provinces), words)


def hook_of(text: HookText) -> Hook:
    """A shipped or dropped-in hook as it is kept in a game."""
    return Hook(text.name, tuple(point.value for point in text.points), text.source.rstrip("\n"), text.note)


def read_state(text: str) -> dict[str, Plain]:
    """Read the state of a hook; empty where the text holds nothing that can be read."""
    if not text or len(text) > 4 * LONGEST_STATE:
        return {}
    try:
        state = plain(json.loads(text))
    except (ValueError, RecursionError, NotPlainError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state: dict[str, Plain]) -> str:
    """*state* as JSON on one line, the same for the same state; empty for nothing.

    Raises:
        ValueError: it is longer than 1,900 characters.
    """
    if not state:
        return "{}"
    text = json.dumps(state, sort_keys=True).replace("\x7f", "\\u007f")
    if len(text) > LONGEST_STATE:
        raise ValueError(tr("it wants to keep {size} characters; at most {most} are kept", size=len(text), most=LONGEST_STATE))
    return text


def checksums(hooks: Iterable[Hook]) -> tuple[str, ...]:
    """Their checksums, in sequence."""
    return tuple(terms_checksum(hook) for hook in hooks)
