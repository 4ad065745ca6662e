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


_LINES_APART = 2.2
"""Sizes of letters from one line of a name to the next; more is another text."""
_WORDS_APART = 2.5
"""Sizes of letters between words of one line; more is another text."""
_BLANK = 0.15
"""Sizes of letters between two words; programs that place letters one by one leave less between them."""
_LETTERS_APART = 4.0
"""Sizes of letters between those of a word that is spaced out."""
_ASIDE = 3.5
"""Sizes of letters by which the middle of one line may lie beside that of the line before."""


@dataclass(slots=True)
class _Row:
    element: Element
    x: float
    y: float
    anchor: str
    is_placed: bool = True
    """False for words that go on in the line before, at a place of their own."""
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
    for row in _rows(element):
        goes_on = bool(rows) and (not row.is_placed or abs(row.y - rows[-1].y) < 0.1 * row.size)
        if goes_on:
            _append(rows[-1], row)
        else:
            rows.append(row)
    return _label(code, rows[:MOST_ROWS], matrix) if rows else None


def level_texts(element: Element, matrix: Any) -> list[tuple[Element, DrawnLabel]]:
    """The texts that one text element holds: lines that stand below one another are one, words that stand far apart are texts of their own.

    Each comes with the element at which it begins.

    Raises:
        ValueError: a place is no number.
    """
    blocks: list[list[_Row]] = []
    for row in _rows(element):
        if blocks and _goes_on_in(row, blocks[-1][-1]):
            blocks[-1].append(row)
        else:
            blocks.append([row])
    if len(blocks) < 2:
        whole = level_name("", element, matrix)
        return [] if whole is None else [(element, whole)]
    return [(rows[0].element, _label("", _in_lines(rows)[:MOST_ROWS], matrix)) for rows in blocks]


def _goes_on_in(row: _Row, before: _Row) -> bool:
    """Return True if a row of text is the next line, or the next word, of the name whose last row is *before*."""
    size = max(row.size, before.size)
    start, end = _ends(row)
    start_before, end_before = _ends(before)
    if abs(row.y - before.y) < 0.5 * size:
        # Letters that stand one by one are those of a word that is spaced out.
        wide = _LETTERS_APART if len(row.text.strip()) == len(before.text.strip()) == 1 else _WORDS_APART
        return max(start - end_before, start_before - end) < wide * size
    is_below = 0 < row.y - before.y < _LINES_APART * size
    aside = min(abs(row.x - before.x), abs(start + end - start_before - end_before) / 2)
    return is_below and aside < _ASIDE * size


def _ends(row: _Row) -> tuple[float, float]:
    """The ends of a row of text, as nearly as the width of its letters is known."""
    width = width_of(" ".join(row.text.split()), row.size)
    start = row.x - {"middle": 0.5, "end": 1.0}.get(row.anchor, 0.0) * width
    return start, start + width


def _in_lines(rows: Sequence[_Row]) -> list[_Row]:
    """The rows of one name with words of one line together."""
    lines: list[_Row] = []
    for row in rows:
        if lines and abs(row.y - lines[-1].y) < 0.5 * row.size:
            _append(lines[-1], row)
        else:
            lines.append(row)
    return lines


def _append(row: _Row, more: _Row) -> None:
    """Write words on at the end of a row, after a blank where there is room for one."""
    row.text += (" " if _ends(more)[0] - _ends(row)[1] > _BLANK * more.size else "") + more.text
    row.size = max(row.size, more.size)


def _rows(element: Element) -> list[_Row]:
    rows: list[_Row] = []
    _collect(element, rows, None)
    return [row for row in rows if row.text.strip()]


def _label(code: str, rows: Sequence[_Row], matrix: Any) -> DrawnLabel:
    """The name in these rows, as it is after its transform."""
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
    """A row begins wherever a height is stated, or words have a place of their own; all else goes on with the row that is being written."""
    is_aside = bool(element.get("x")) and len(re.split(r"[\s,]+", element.get("x").strip())) == 1
    down = _down(element) if above is not None and is_aside else 0.0
    if above is None or element.get("y") or is_aside:
        last = rows[-1] if rows else None
        x = _first(element.get("x"), above.x if above else 0.0)
        y = _first(element.get("y"), last.y if last else 0.0) + down
        is_placed = above is None or bool(element.get("y")) or down > 0
        rows.append(_Row(element, x, y, element.inherited("text-anchor"), is_placed))
    _write(rows[-1], element, element.text)
    for child in element.children:
        if child.tag == "tspan":
            _collect(child, rows, rows[0])
        _write(rows[-1], element, child.tail)


def _down(element: Element) -> float:
    """The way down to the line of an element from the line before, such as ``1.2em``."""
    stated = element.get("dy").split()
    if not stated:
        return 0.0
    match = re.fullmatch(r"(-?[\d.]+)(em|px|)", stated[0])
    return 0.0 if match is None else float(match[1]) * (font_size(element) if match[2] == "em" else 1.0)


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
