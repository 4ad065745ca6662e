"""Keys of the board, which mean something while it has the focus; those of commands stand with the commands. No Qt."""

from __future__ import annotations

BOARD_KEYS = (
    ("Arrows", "Walk between provinces"),
    ("Enter", "Pick the unit pointed at; click the province pointed at; take the first answer"),
    ("H", "Hold"),
    ("M", "Move: then walk to the target and press Enter"),
    ("S", "Support"),
    ("C", "Convoy, or go by convoy"),
    ("D", "Disband, remove"),
    ("W", "Waive a build"),
    ("Backspace", "Take the order back"),
    ("Esc", "One step back"),
    ("Menu", "Every legal order in words"),
    ("+, -, 0", "Zoom in, zoom out, the whole board"),
    ("Ctrl+Arrows", "Pan"),
)
"""Each key with what it does."""
