"""Season, year and kind of a moment in the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class PhaseKind(StrEnum):
    """Kind of orders that a phase takes."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


_TEXT = re.compile(r"([A-Z])(-?\d{4,})([MRA])")


@dataclass(frozen=True, slots=True)
class Phase:
    """A season, a year and a kind. Text: ``S1901M``, ``F1901R``, ``W1901A``; before our era ``S-0215M``.

    >>> phase = Phase("S", 1901, PhaseKind.MOVEMENT)
    >>> print(phase)
    S1901M
    >>> phase == Phase.of("S1901M")
    True
    """

    season: str
    """The letter of a season of the variant's calendar: ``S``, ``F``, ``W``."""

    year: int
    """Negative before our era."""

    kind: PhaseKind

    def __str__(self) -> str:
        sign = "-" if self.year < 0 else ""
        return f"{self.season}{sign}{abs(self.year):04d}{self.kind}"

    @classmethod
    def of(cls, text: str) -> Phase:
        """The phase that the canonical *text* names.

        Raises:
            ValueError: *text* is not of the form ``S1901M``.

        >>> Phase.of("F1901R")
        Phase(season='F', year=1901, kind=<PhaseKind.RETREAT: 'R'>)
        >>> Phase.of("spring 1901")
        Traceback (most recent call last):
            ...
        ValueError: not a phase: 'spring 1901'; expected a form such as S1901M
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"not a phase: {text!r}; expected a form such as S1901M")
        return cls(match[1], int(match[2]), PhaseKind(match[3]))
