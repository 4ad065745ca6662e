"""Keys of the board, which mean something while it has the focus; those of commands stand with the commands. No Qt."""

from __future__ import annotations

import sys

from languages import mark

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
