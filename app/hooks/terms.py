"""Terms of a consent to run a hook: its text, the points where it takes part, its settings, and the limits it runs in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from app.game.entries import Hook, HookAttached
from app.game.record import Game
from app.hooks.engine import DEPTH_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, TIME_LIMIT
from variants.hooks.hook_text import checksum_of, read_hook_text
from variants.hooks.shipped_hooks import shipped_checksums

LIMITS = f"time {TIME_LIMIT} memory {MEMORY_LIMIT} depth {DEPTH_LIMIT} output {OUTPUT_LIMIT}"


def terms_checksum(hook: Hook, settings: Iterable[str] = ()) -> str:
    """SHA-256 of all that is agreed to, as 64 hexadecimal digits: another text, point, note, parameter or limit gives another.

    Args:
        settings: the parameters that the game gives it, wherever it attaches it.
    """
    text = read_hook_text(hook.name, hook.source, hook.points, hook.note)
    points = [point.value for point in text.points]
    said = [hook.name, hook.source.rstrip("\n"), points, text.note, sorted({each for each in settings if each}), LIMITS]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def settings_of(game: Game, name: str) -> tuple[str, ...]:
    """The parameters that *game* gives the hook *name*, in any phase of any branch."""
    changes = (change for branch in game.branches for turn in branch.turns for change in turn.changes)
    return tuple(dict.fromkeys(each.arguments for each in changes if isinstance(each, HookAttached) and each.name == name))


def is_shipped(hook: Hook) -> bool:
    """Return True if *hook* comes with the program, on the shelf or with a variant, and is unchanged."""
    if checksum_of(hook.name, hook.source) not in shipped_checksums():
        return False
    own = read_hook_text(hook.name, hook.source)
    return hook.points in ((), tuple(point.value for point in own.points)) and hook.note in ("", own.note)
