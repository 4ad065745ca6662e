"""Keys as the system writes them, in the language in use: ``Ctrl+Return``, ``Strg+Eingabe``, ``⌘↩``."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QKeySequence

from app.presentation.system_keys import keys_here


def key_words(*keys: str) -> str:
    """*keys* for a sentence or a hint, with commas between them.

    Args:
        keys: as Qt writes them everywhere: ``Ctrl+Z``.
    """
    return listed_keys(keys)


def listed_keys(keys: Iterable[str]) -> str:
    """As :func:`key_words`, of the keys of a command as they are on this system."""
    return ", ".join(QKeySequence(each).toString(QKeySequence.SequenceFormat.NativeText) for each in keys_here(tuple(keys)))
