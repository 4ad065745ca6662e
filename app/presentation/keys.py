"""Keys: those of the board while it has the focus, and those of commands on this system. No Qt.

Qt takes Ctrl for the Command key on macOS, as programs there do. Some of these the system keeps for itself; there the commands have
the key that is called Control, which Qt calls Meta.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from languages import mark
from languages.wording import shortcut_name

BOARD_KEYS = (
    (mark("Arrows"), mark("Walk between provinces")),
    (mark("Enter"), mark("Pick the unit pointed at; click the province pointed at; take the first answer")),
    ("H", mark("Hold")),
    ("M", mark("Move: then walk to the target and press Enter")),
    ("S", mark("Support")),
    ("C", mark("Convoy, or go by convoy")),
    ("D", mark("Disband, remove")),
    ("W", mark("Waive a build")),
    (mark("Backspace"), mark("Take the order back")),
    (mark("Esc"), mark("One step back")),
    (mark("Menu"), mark("Every legal order in words")),
    ("+, -, 0", mark("Zoom in, zoom out, the whole board")),
    (mark("⌘+Arrows") if sys.platform == "darwin" else mark("Ctrl+Arrows"), mark("Pan")),
)
"""Each key with what it does."""


KEPT_BY_MACOS = frozenset({"Ctrl+Space", "Ctrl+H", "Ctrl+M"})
"""Spotlight, hide, minimize."""


def keys_here(shortcuts: Iterable[str], system: str = sys.platform) -> tuple[str, ...]:
    """*shortcuts* as they are on *system*, a value of ``sys.platform``."""
    if system != "darwin":
        return tuple(shortcuts)
    return tuple(each.replace("Ctrl+", "Meta+", 1) if each in KEPT_BY_MACOS else each for each in shortcuts)


def written_keys(shortcuts: Iterable[str], system: str = sys.platform) -> str:
    """*shortcuts* as people on *system* read them, with commas between them, where no window is at hand that knows its signs."""
    if system != "darwin":
        return ", ".join(map(shortcut_name, shortcuts))
    keys = ", ".join(keys_here(shortcuts, system))
    for name, sign in (("Meta+", "⌃"), ("Alt+", "⌥"), ("Shift+", "⇧"), ("Ctrl+", "⌘")):
        keys = keys.replace(name, sign)
    return keys
