"""Press that a mail asks to pass on."""

from __future__ import annotations

from dataclasses import dataclass

MASTER = "GM"
"""The game master, as a reader of press."""


@dataclass(frozen=True, slots=True)
class MailPress:
    """Text between ``PRESS TO`` and ``ENDPRESS``."""

    line: int
    receivers: tuple[str, ...]
    """Powers and ``MASTER``; empty means everybody."""
    text: str
