"""The colours of the window as Qt takes them, from the table ``[window]`` of a theme, and the size of words in it."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor, QFont

from app.presentation.window_colours import USUAL_THEME, ThemeError, window_colours
from resources import resource

LOOKS = resource("looks")
"""The style sheet, and the small pictures that it names."""

NO_LIMIT = 16_777_215
"""Pixels of a width or height that Qt takes for none at most: its QWIDGETSIZE_MAX, which PySide does not name."""
BODY_POINTS = 10.0
"""Size of running text in points, before the person's own choice of scale."""


class Look(NamedTuple):
    """Colours of the window, as ``#rrggbb``, keyed as the theme's file names them."""

    name: str
    dark: bool
    colours: tuple[tuple[str, str], ...]

    def colour(self, key: str) -> QColor:
        """The colour under *key*.

        Raises:
            KeyError: the look has no such key.
        """
        return QColor(dict(self.colours)[key])


@cache
def read_look(theme: str) -> Look:
    """The window beside boards in *theme*; as in the usual theme where that one cannot be used."""
    try:
        return Look(*window_colours(theme))
    except ThemeError:
        return Look(*window_colours(USUAL_THEME))


class Tone(StrEnum):
    """Tone of a message."""

    HINT = "text_soft"
    DONE = "text"
    REFUSED = "bad"


def growth(font: QFont) -> float:
    """Return the factor by which words in *font* are larger than usual, for hand-painted parts; never below 1."""
    return max(1.0, font.pointSizeF() / BODY_POINTS)
