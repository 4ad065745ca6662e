"""How the board is shown: what the view's commands change and pictures are made by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Labels(StrEnum):
    """The names on the board."""

    OFF = "off"
    SHORT = "short"
    FULL = "full"


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

    theme: str = "parchment"
