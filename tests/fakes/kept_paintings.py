"""Keeps what items of the board painted for the tests that follow: hundreds of windows show the same units, names and stars."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.qt.map.kept_painting import KeptPainting, Paint

_MOST = 20_000
"""Paintings; a board at one zoom has a hundred."""


class KeptPaintings:
    """Stands in for the class ``KeptPainting``: what the same function painted of the same things is painted once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], list[tuple[dict[str, Any], KeptPainting]]] = {}
        self._count = 0

    def painting(self, box: QRectF, zoom: float, paint: Paint) -> KeptPainting:
        """The same as ``KeptPainting(box, zoom, paint)``, with the pieces that are there already."""
        made = KeptPainting(box, zoom, paint)
        if not isinstance(paint, partial) or paint.args:
            return made
        alike = self._kept.setdefault((paint.func, box.getRect(), zoom), [])
        for things, kept in alike:
            if things == paint.keywords:
                made._pieces = kept._pieces
                return made
        if self._count < _MOST:
            self._count += 1
            # Another than the one in view, so that no item of a window stays.
            kept = KeptPainting(QRectF(box), zoom, _nothing)
            kept._pieces = made._pieces
            alike.append((paint.keywords, kept))
        return made


def _nothing(painter: QPainter) -> None:
    """Paints nothing."""
