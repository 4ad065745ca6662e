"""Small pictures of sets of unit symbols, as units look in a theme."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from adjudicator.unit import Unit
from app.presentation.layout.drawing import Sizes, UnitDrawing
from app.presentation.picture import MapPicture
from app.presentation.power_colours import picture_colours_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.unit_painter import paint_unit
from variants.catalogue import shipped, standard
from variants.unit_set import UnitSet

ICON_WIDTH, ICON_HEIGHT = 105, 34
_RADIUS = 12.5
_SHARP = 2
"""Pixels of the picture for each of the screen, at least."""


def symbols_icon(units: UnitSet, kinds: Sequence[str], theme: str) -> QIcon:
    """Up to three kinds of *units* beside each other, each in the colours of another power; a selected line leaves it as it is."""
    picture = _painted(units, kinds, theme)
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


def _painted(units: UnitSet, kinds: Sequence[str], theme: str) -> QPixmap:
    load_fonts()
    variant = standard()
    picture_colours = picture_colours_of(MapPicture(variant, variant.start, shipped(variant.id).styles, theme=theme))
    made = QPixmap(ICON_WIDTH * _SHARP, ICON_HEIGHT * _SHARP)
    made.setDevicePixelRatio(_SHARP)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sizes = Sizes(pixel=1.0, unit=_RADIUS, star=4.0, badge=6.0, text=9.0, shaft=3.0, small=True)
    for place, (kind, power) in enumerate(zip(kinds[:3], variant.powers, strict=False)):
        at = (ICON_WIDTH / 6 * (2 * place + 1), ICON_HEIGHT / 2)
        paint_unit(painter, UnitDrawing(Unit.of(f"{power} {kind} PAR"), at, _RADIUS), picture_colours, sizes, units)
    painter.end()
    return made
