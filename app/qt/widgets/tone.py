"""Tone of a message, and with it its colour."""

from __future__ import annotations

from enum import StrEnum


class Tone(StrEnum):
    """Tone of a message."""

    HINT = "text_soft"
    DONE = "text"
    REFUSED = "bad"
