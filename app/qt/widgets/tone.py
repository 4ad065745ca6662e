"""How a message is meant, and with it the colour that it has."""

from __future__ import annotations

from enum import StrEnum


class Tone(StrEnum):
    """How a message is meant."""

    HINT = "text_soft"
    DONE = "text"
    REFUSED = "bad"
