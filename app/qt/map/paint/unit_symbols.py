"""The symbols of units as shapes that can be painted."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from app.library.unit_sets import usual_set
from app.qt.map.paint.qt_shapes import closed_path, regular_path
from variants.unit_set import Body, Path, SymbolPart, UnitSet, UnitSymbol

_SCALES = {Body.DISC: 0.86, Body.SQUARE: 0.82, Body.SHIELD: 0.74, Body.BOX: 0.92, Body.BAR: 1.0, Body.DIAMOND: 0.8}
"""Scale of the parts on each body, so that the ring around it stays free."""


@dataclass(frozen=True)
class PaintedPart:
    """A part of a symbol, as a shape unless it is text."""

    part: SymbolPart
    path: QPainterPath


@dataclass(frozen=True)
class PaintedSymbol:
    """One kind of unit in one set; coordinates for a unit of radius 1."""

    body: QPainterPath
    small: tuple[PaintedPart, ...]
    large: tuple[PaintedPart, ...]
    letter: bool
    """True if the kind's letter is drawn."""

    scale: float | None
    """Scale of the parts; ``None`` for as large as the body."""

    reach: float
    """Distance from the middle to a ring around it."""


_UNKNOWN = UnitSymbol(Body.DIAMOND, letter=True)
_MOST_KEPT = 256


def symbol_for(units: UnitSet, kind: str) -> UnitSymbol:
    """The symbol of *kind*; what a set lacks is drawn as usual, and what that lacks is a diamond with its letter."""
    return units.kinds.get(kind) or usual_set().kinds.get(kind) or _UNKNOWN


_kept: OrderedDict[int, tuple[UnitSymbol, PaintedSymbol]] = OrderedDict()
"""By identity: a symbol of thousands of corners takes longer to hash than to look up."""


def painted(symbol: UnitSymbol) -> PaintedSymbol:
    """*symbol* as shapes, made once."""
    kept = _kept.get(id(symbol))
    if kept is None or kept[0] is not symbol:
        kept = (symbol, _made(symbol))
        _kept[id(symbol)] = kept
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return kept[1]


def _made(symbol: UnitSymbol) -> PaintedSymbol:
    body = qt_path(symbol.outline) if symbol.body is None else body_path(symbol.body)
    box = body.boundingRect()
    widest = max(box.width(), box.height()) / 2
    return PaintedSymbol(
        body,
        tuple(PaintedPart(part, qt_path(part.path)) for part in symbol.small),
        tuple(PaintedPart(part, qt_path(part.path)) for part in symbol.large),
        symbol.letter,
        None if symbol.body is None else _SCALES[symbol.body],
        1.28 if widest > 1.1 else 1.18,
    )


def qt_path(path: Path) -> QPainterPath:
    """*path* as Qt paints it, filled odd-even."""
    made = QPainterPath()
    made.setFillRule(Qt.FillRule.OddEvenFill)
    for letter, n in path:
        if letter == "M":
            made.moveTo(n[0], n[1])
        elif letter == "L":
            made.lineTo(n[0], n[1])
        elif letter == "C":
            made.cubicTo(n[0], n[1], n[2], n[3], n[4], n[5])
        elif letter == "Q":
            made.quadTo(n[0], n[1], n[2], n[3])
        elif letter == "O":
            made.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        else:
            made.closeSubpath()
    return made


@cache
def body_path(body: Body) -> QPainterPath:
    """The outline of *body*, for a unit of radius 1."""
    path = QPainterPath()
    if body is Body.DISC:
        path.addEllipse(QPointF(0, 0), 0.96, 0.96)
    elif body is Body.BOX:
        path.addRoundedRect(QRectF(-1.12, -0.80, 2.24, 1.60), 0.34, 0.34)
    elif body is Body.SQUARE:
        path.addRoundedRect(QRectF(-0.80, -0.80, 1.60, 1.60), 0.14, 0.14)
    elif body is Body.BAR:
        path.addRoundedRect(QRectF(-1.24, -0.56, 2.48, 1.12), 0.14, 0.14)
    elif body is Body.DIAMOND:
        path = regular_path(0, 0, 1.12, 4)
    else:
        path = closed_path([(0, -0.98), (0.92, -0.72), (0.92, 0.10), (0.62, 0.66), (0, 1.02), (-0.62, 0.66), (-0.92, 0.10), (-0.92, -0.72)])
    return path
