"""The mark of a game in the subjects of its mails, so that an answer says which game it is for: ``[game 7f3a0b21]``."""

from __future__ import annotations

import re

_TAG = re.compile(r"\[game ([0-9a-z-]{2,40})\]", re.IGNORECASE)


def game_tag(game_id: str) -> str:
    """The mark for the subject of a mail about that game."""
    return f"[game {game_id}]"


def game_in(subject: str) -> str:
    """The id of the game that *subject* is marked with; empty where it has no mark."""
    found = _TAG.search(subject[:2_000])
    return found[1] if found is not None else ""
