"""How the board is shown: what the view's commands change and pictures are made by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.shelf.unit_sets import BY_VARIANT


class Labels(StrEnum):
    """How provinces are named on the board."""

    OFF = "off"
    SHORT = "short"
    """The code: ``PAR``."""
    FULL = "full"
    """The name, as long as it can be read at the present zoom; the code below that."""


class Colours(StrEnum):
    """Where the colours of the powers come from."""

    VARIANT = "variant"
    """The variant's own."""
    SAFE = "safe"
    """Colours that stay apart for colour-blind eyes."""


class Pace(StrEnum):
    """How long the outcome of a phase and the way on from it take."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"
    """The next picture is there at once."""

    @property
    def factor(self) -> float:
        """How many times as long as usual it takes; 0 where it takes no time."""
        return {Pace.SLOW: 2.0, Pace.NORMAL: 1.0, Pace.FAST: 0.4, Pace.OFF: 0.0}[self]


@dataclass(frozen=True, slots=True)
class View:
    """What of the board is shown, and how."""

    labels: Labels = Labels.FULL
    orders: bool = True
    """Whether arrows are drawn."""

    tint: bool = True
    """Whether land takes the colour of the power under whose influence it is."""

    preview: bool = True
    """Whether the outcome that the present orders would have is drawn while they are written."""

    animation: Pace = Pace.NORMAL
    """How fast the outcome of a phase and the way on to the next are played."""

    theme: str = "parchment"
    colours: Colours = Colours.VARIANT
    patterns: bool = False
    """Whether lands carry the pattern of their power besides its colour."""

    letters: bool = False
    """Whether units carry the letter of their power."""

    pieces: str = BY_VARIANT
    """The id of a set of unit symbols: one that comes with the program, a person's own or the variant's; or ``variant`` for its first."""
