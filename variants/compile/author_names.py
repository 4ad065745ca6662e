"""Names that the author of a drawing has written: their rows of text, where they stand and how large they are."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from variants.compile.drawn import DrawnLabel
from variants.compile.label_placement import width_of
from variants.svg.element import Element
from variants.svg.transforms import moved, parts_of

MOST_ROWS = 4
_USUAL_SIZE = 16.0
_SIZE = re.compile(r"([\d.]+)\s*(px|pt|pc|mm|cm|in|em|%)?")
_UNITS = {"pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "em": _USUAL_SIZE, "%": _USUAL_SIZE / 100}


@dataclass(slots=True)
class _Row:
    x: float
    y: float
    anchor: str
    size: float = 0.0
    text: str = ""


def font_size(element: Element) -> float:
    """Size in units of the drawing, 16 where none is set."""
    match = _SIZE.match(element.inherited("font-size"))
    try:
        return min(400.0, max(1.0, float(match[1]) * _UNITS.get(match[2] or "px", 1.0))) if match else _USUAL_SIZE
    except ValueError:
        return _USUAL_SIZE


def enlargement(matrix: Any) -> float:
    """Return the factor by which a transform enlarges, the mean of both directions."""
    return 1.0 if matrix is None else float(abs(float(matrix.a) * float(matrix.d) - float(matrix.b) * float(matrix.c)) ** 0.5)


def level_name(code: str, element: Element, matrix: Any) -> DrawnLabel | None:
    """A text in level rows, as it is after its transform; ``None`` where nothing is written.

    Raises:
        ValueError: its place is no number.
    """
    rows: list[_Row] = []
    _collect(element, rows, None)
    rows = [row for row in rows if row.text.strip()][:MOST_ROWS]
    if not rows:
        return None
    words = tuple(" ".join(row.text.split()) for row in rows)
    size = max(row.size for row in rows)
    middles = [
        row.x + {"middle": 0.0, "end": -0.5}.get(row.anchor, 0.5) * width_of(text, row.size) for row, text in zip(rows, words, strict=True)
    ]
    x = sum(middles) / len(rows)
    y = sum(row.y for row in rows) / len(rows) - size * 0.3
    angle = 0.0
    if matrix is not None:
        a, b, *_ = parts_of(matrix)
        x, y = moved([(x, y)], matrix)[0]
        angle = math.degrees(math.atan2(b, a))
    return DrawnLabel(code, words, x, y, angle, size * enlargement(matrix), None)


def _collect(element: Element, rows: list[_Row], above: _Row | None) -> None:
    """A row begins wherever a height is stated; all else goes on with the row that is being written."""
    if above is None or element.get("y"):
        x = _first(element.get("x"), above.x if above else 0.0)
        y = _first(element.get("y"), above.y if above else 0.0)
        rows.append(_Row(x, y, element.inherited("text-anchor")))
    _write(rows[-1], element, element.text)
    for child in element.children:
        if child.tag == "tspan":
            _collect(child, rows, rows[0])
        _write(rows[-1], element, child.tail)


def _write(row: _Row, element: Element, text: str) -> None:
    row.text += text
    if text.strip():
        row.size = max(row.size, font_size(element))


def _first(numbers: str, usual: float) -> float:
    parts = re.split(r"[\s,]+", numbers.strip())
    return float(parts[0].removesuffix("px")) if parts[0] else usual


def serving_ids(elements: Iterable[Element]) -> frozenset[str]:
    """The ids of paths that texts follow and of frames that they fill: shapes that are no names themselves."""
    found: set[str] = set()
    for element in elements:
        if element.tag == "textPath":
            found.add(element.href.removeprefix("#"))
        elif element.tag == "text":
            found.update(re.findall(r"url\(#([^)]{1,80})\)", element.style("shape-inside")))
    return frozenset(found)


LONGEST_NAME = 80
"""Letters of a name that are written; accents of their own, and what joins letters, count."""
_MORE = "…"
_JOINER = "\u200d"
_SKINS = range(0x1F3FB, 0x1F400)
"""Colours of the face before them."""


def letters_of(name: str) -> int:
    """Return the number of letters of *name*, line breaks and runs of blanks as one.

    >>> letters_of("North  Sea")
    9
    """
    return len(" ".join(name.split()))


def written_name(name: str) -> str:
    """*name* in one line; of one that is too long the beginning, which ends in an ellipsis and never inside of a letter.

    >>> written_name("North  Sea")
    'North Sea'
    """
    return _beginning(" ".join(name.split()), LONGEST_NAME)


def written_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Return as much of a name in *rows* as is written, row by row."""
    found: list[str] = []
    left = LONGEST_NAME
    for row in rows:
        if left > 0:
            found.append(_beginning(row, left))
            left -= len(row) + 1
    return tuple(found)


def _beginning(text: str, most: int) -> str:
    """*text*, or what fits of it into *most* letters: whole words where that keeps half of them."""
    if len(text) <= most:
        return text
    cut = most - len(_MORE)
    whole = next((at for at in range(cut, 0, -1) if not _goes_on(text, at)), cut)
    word = text.rfind(" ", 0, whole + 1)
    return text[: word if word > whole // 2 else whole].rstrip() + _MORE


def _goes_on(text: str, at: int) -> bool:
    """Return True if the character at *at* belongs to the letter before it."""
    mark = unicodedata.category(text[at]) in ("Mn", "Me", "Mc", "Cf") or ord(text[at]) in _SKINS
    return mark or text[at - 1] == _JOINER
