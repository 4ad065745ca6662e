"""The symbols of units, read from ``resources/units``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from app.map.paint.qt_shapes import closed_path, regular_path
from app.map.picture import UnitStyle

_FOLDER = Path(__file__).resolve().parents[3] / "resources" / "units"


class SymbolError(ValueError):
    """A file of unit symbols cannot be used; the message says where and why."""


class Body(StrEnum):
    """The outline that a unit's kind is known by."""

    DISC = "disc"
    BOX = "box"
    SQUARE = "square"
    BAR = "bar"
    DIAMOND = "diamond"
    SHIELD = "shield"


@dataclass(frozen=True)
class Part:
    """One filled path of a symbol."""

    path: QPainterPath
    in_face: bool
    """Painted in the colour of the unit's face, to set parts apart, rather than in the glyph's."""


@dataclass(frozen=True)
class Symbol:
    """One kind of unit in one style; coordinates for a unit of radius 1."""

    body: Body
    small: tuple[Part, ...]
    large: tuple[Part, ...]
    letter: bool
    """Whether the kind's letter is drawn."""


_COUNTS = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0, "O": 3}


def read_path(text: str) -> QPainterPath:
    """The path that *text* describes: M, L, C, Q, Z as in SVG, all absolute, and ``O x y r`` for a circle.

    Raises:
        SymbolError: another letter, or too few numbers.
    """
    words: Iterator[str] = iter(text.split())
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for word in words:
        if word not in _COUNTS:
            raise SymbolError(f"{word!r} is no letter of a path; expected one of {' '.join(_COUNTS)}")
        try:
            n = [float(next(words)) for _ in range(_COUNTS[word])]
        except (StopIteration, ValueError) as fault:
            raise SymbolError(f"{word} needs {_COUNTS[word]} numbers") from fault
        if word == "M":
            path.moveTo(n[0], n[1])
        elif word == "L":
            path.lineTo(n[0], n[1])
        elif word == "C":
            path.cubicTo(n[0], n[1], n[2], n[3], n[4], n[5])
        elif word == "Q":
            path.quadTo(n[0], n[1], n[2], n[3])
        elif word == "O":
            path.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        else:
            path.closeSubpath()
    return path


def _parts(raw: object) -> tuple[Part, ...]:
    if not isinstance(raw, list):
        return ()
    return tuple(Part(read_path(str(each["path"])), each.get("ink") == "face") for each in raw)


@cache
def symbols(style: UnitStyle) -> dict[str, Symbol]:
    """Letter of a kind to its symbol.

    Raises:
        SymbolError: the file cannot be used.
    """
    try:
        raw = tomllib.loads((_FOLDER / f"{style.value}.toml").read_text(encoding="utf-8"))
        found = {}
        for letter, kind in raw["kinds"].items():
            small = _parts(kind.get("small"))
            found[letter] = Symbol(Body(kind["body"]), small, _parts(kind.get("large")) or small, kind.get("letter") is True)
    except (tomllib.TOMLDecodeError, KeyError, ValueError) as fault:
        raise SymbolError(f"{style.value}.toml: {fault}") from fault
    return found


_UNKNOWN = Symbol(Body.DIAMOND, (), (), letter=True)


def symbol_for(style: UnitStyle, kind: str) -> Symbol:
    """The symbol of *kind*; kinds that a style does not know are diamonds with their letter."""
    return symbols(style).get(kind, _UNKNOWN)


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
