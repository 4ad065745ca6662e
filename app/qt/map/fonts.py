"""The fonts that travel with the program: a book face for the map, a plain one for everything else; and text as a path."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QPainterPath, QTransform

from languages import tr
from resources import resource

_FOLDER = resource("fonts")
_TEXT_SCALE = 100.0


class FontFamily(StrEnum):
    """Names of the bundled font families."""

    MAP = "TeX Gyre Pagella"
    """Names on the map, titles, captions."""

    INTERFACE = "Inter"
    """Windows, panels, badges, numbers."""


@cache
def load_fonts() -> None:
    """Make the bundled fonts known to Qt; a second call does nothing.

    A ``QGuiApplication`` must exist.

    Raises:
        FileNotFoundError: a font file is missing from the installation.
    """
    for path in sorted(_FOLDER.glob("*.otf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise FileNotFoundError(tr("the font {path} cannot be read", path=path.name))


def map_font(size: float, *, italic: bool = False, bold: bool = False) -> QFont:
    """The book face at *size* (in units of the painter it is used with)."""
    return _font(FontFamily.MAP, size, italic, bold)


def interface_font(size: float, *, italic: bool = False, bold: bool = False) -> QFont:
    """The plain face at *size* (in units of the painter it is used with)."""
    return _font(FontFamily.INTERFACE, size, italic, bold)


def _font(family: FontFamily, size: float, italic: bool, bold: bool) -> QFont:
    load_fonts()
    font = QFont([family.value])
    # Fractions of a pixel count: the size is in board units, and the painter may scale it up.
    font.setPixelSize(max(1, round(size)))
    font.setItalic(italic)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    return font


def text_path(text: str, height: float, font: QFont | None = None) -> QPainterPath:
    """*text* as a path, centred on the origin, its letters of pixel size *height*; the bundled plain face unless given."""
    path = QPainterPath()
    chosen = font or interface_font(_TEXT_SCALE, bold=True)
    path.addText(QPointF(0, 0), chosen, text)
    box = path.boundingRect()
    scale = height / max(1, chosen.pixelSize())
    return QTransform().scale(scale, scale).translate(-box.center().x(), -box.center().y()).map(path)
