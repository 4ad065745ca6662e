"""Effort that may go into the places of names: counted, so that the same drawing gets the same board on every machine."""

from __future__ import annotations

from typing import ClassVar


class Effort:
    """The work that went into one board, in looks at a place: some 20 million in a second of processor.

    Args:
        provinces: how many the board has.
        points: of all their outlines.
    """

    much: ClassVar = 85_000_000
    """Beyond it names are placed with less care. A board of 350 provinces as maps have them takes 70 million, the standard board 7."""
    most: ClassVar = 105_000_000
    """Beyond it nothing is tried any more."""

    def __init__(self, provinces: int, points: int = 0) -> None:
        self._spent = 0.0
        # Of more provinces than any map has, or drawn more finely, all else takes long already.
        self._share = min(1.0, 400 / max(1, provinces), (250_000 / max(1, points)) ** 4)

    def spend(self, work: float) -> None:
        """Count *work* that is about to be done."""
        self._spent += work

    @property
    def spent(self) -> float:
        """The work so far."""
        return self._spent

    @property
    def is_much(self) -> bool:
        """True if the rest is to be done with less care."""
        return self._spent > self.much * self._share

    @property
    def is_over(self) -> bool:
        """True if nothing more is to be tried."""
        return self._spent > self.most * self._share
