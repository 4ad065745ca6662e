"""Phases whose heading is wrong: what stands below it is no part of the game, and the phase before seems to be the open one."""

from __future__ import annotations

import re

from app.game.dpn.reader import READERS, GameText

_POSITION = re.compile(r"[=*] +[A-Z][A-Z0-9_]* *:")
_PHASE = re.compile(r"\[ *phase\b", re.IGNORECASE)


def is_lost_phase(text: GameText, index: int) -> bool:
    """Return True if the block *index*, which became no part of the game, is a phase whose heading cannot be read, or names another phase.

    Branches that could not be taken in are not counted: what they left is still played on where it was.
    """
    read = text.blocks[index]
    raw, heading = read.raw, read.raw.heading
    if heading is not None and heading.get("branch") is not None:
        return False
    if heading is not None and heading.kind in READERS and heading.kind != "phase":
        return False
    top = text.source.readable[raw.top]
    if _PHASE.match(top):
        return True
    return any(_POSITION.match(line) for line in text.source.readable[raw.top + 1 : raw.end])
