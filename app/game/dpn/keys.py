"""Keys of blocks, by which a block of the file and a part of the game find each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """One block of a game: its kind, and which one of that kind."""

    kind: str
    branch: str = ""
    """The branch, for what belongs to a turn or a branch."""
    phase: str = ""
    name: str = ""
    """The hook, the file, the power, or the number among several of a turn."""
