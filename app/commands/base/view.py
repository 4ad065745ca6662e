"""How the board is shown: what the view's commands change and pictures are made by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.shelf.unit_sets import BY_VARIANT


class Labels(StrEnum):
    """The names on the board."""

    OFF = "off"
    SHORT = "short"
    FULL = "full"


class Colours(StrEnum):
    """Where the colours of the powers come from."""

    VARIANT = "variant"
    SAFE = "safe"
    """Colours that stay apart for colour-blind eyes."""


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

    animation: bool = True
    """Whether the outcome of a phase and the way on to the next are played; otherwise they are there at once."""

    theme: str = "parchment"
    colours: Colours = Colours.VARIANT
    patterns: bool = False
    """Whether lands carry the pattern of their power besides its colour."""

    letters: bool = False
    """Whether units carry the letter of their power."""

    pieces: str = BY_VARIANT
    """The id of a set of unit symbols: one that comes with the program, a person's own or the variant's; or ``variant`` for its first."""
