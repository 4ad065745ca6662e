"""Elements that the readers and writers of all blocks share: fields, free text, lists of units and places, and data in base64."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from adjudicator import Location, Phase, Piece
from app.game.dpn.text_source import GameFileFaults, Heading, RawBlock, SourceText, quoted
from languages import tr

POWER = re.compile(r"[A-Z][A-Z0-9_]*")
PLACE = re.compile(r"[A-Z][A-Z0-9_]*(?:/[A-Z][A-Z0-9]*)?")
PROVINCE = POWER
NONE = "none"
"""Stands where a list is empty."""

_PIECE = re.compile(r"[A-Z] [A-Z][A-Z0-9_]*(?:/[A-Z][A-Z0-9]*)?")
_FIELD_NAME = re.compile(r"[a-z][a-z0-9 -]{0,79}")
_WIDTH = 100
"""Lists are broken before they get longer than this."""
_TEXT_WIDTH = 3_000
"""Lines of free text are continued before they get longer than this."""
_BASE64_WIDTH = 76


class Line(NamedTuple):
    """A line of a block that says something. A tuple underneath, since a file has thousands."""

    number: int
    """Counted from 1."""
    text: str
    """Without blanks at its end, except in free text."""


class BlockLines:
    """The lines of one block that say something, for its reader."""

    def __init__(self, source: SourceText, block: RawBlock, faults: GameFileFaults) -> None:
        assert block.heading is not None
        self.heading: Heading = block.heading
        self.number = block.top + 1
        """The line of the heading."""
        self.faults = faults
        self._source = source
        self._block = block

    def __iter__(self) -> Iterator[Line]:
        top, end = self._block.top + 1, self._block.end
        for number, text in enumerate(self._source.readable[top:end], start=top + 1):
            bare = text.strip()
            if bare and bare[0] != "#":
                yield Line(number, text if text[0] == "|" else text.rstrip())

    def error(self, line: Line, what: str, expected: str, column: int = 1) -> None:
        """A fault in one of the lines."""
        self.faults.error(line.number, column, what, expected, len(line.text) - column + 1)

    def heading_error(self, what: str, expected: str) -> None:
        """A fault in the heading: the block is not taken in."""
        self.faults.error(self.number, 1, what, expected, 1)

    def twice(self, line: Line, name: str) -> None:
        """A field that stands in the block already."""
        self.error(line, tr("{name}: stands twice in this block", name=name), tr("each of its lines once"))

    def unexpected(self, line: Line, expected: str) -> None:
        """A line that does not belong in this kind of block."""
        kind = self.heading.kind
        what = (
            tr("{line} does not belong in an [{kind}] block", line=quoted(line.text), kind=kind)
            if kind[0] in "aeiou"
            else tr("{line} does not belong in a [{kind}] block", line=quoted(line.text), kind=kind)
        )
        self.error(line, what, expected)


class FreeText:
    """Gathers the ``| `` lines of a block.

    >>> note = FreeText()
    >>> note.take(Line(1, "| Dear Tsar,")), note.take(Line(2, "| all is well.")), note.take(Line(3, "id: 7f3a0b21"))
    (True, True, False)
    >>> print(note.text)
    Dear Tsar,
    all is well.
    """

    def __init__(self) -> None:
        self._parts: list[list[str]] = []

    def take(self, line: Line) -> bool:
        """Return True if *line* is free text; then it is kept."""
        text = line.text
        if text[0] != "|":
            return False
        if text.startswith("|+ ") and self._parts:
            self._parts[-1].append(text[3:])
        else:
            self._parts.append([text[2:] if text.startswith("| ") else text[1:]])
        return True

    @property
    def text(self) -> str:
        """All of it, with its line ends."""
        return "\n".join("".join(part) for part in self._parts)


def free_text(text: str) -> list[str]:
    """The ``| `` lines for *text*; none for empty text.

    >>> free_text("Dear Tsar,")
    ['| Dear Tsar,']
    >>> free_text("")
    []
    """
    lines: list[str] = []
    for part in text.split("\n") if text else ():
        lines.append(f"| {part[:_TEXT_WIDTH]}" if part else "|")
        lines.extend(f"|+ {part[at : at + _TEXT_WIDTH]}" for at in range(_TEXT_WIDTH, len(part), _TEXT_WIDTH))
    return lines


def field_of(line: Line) -> tuple[str, str, int] | None:
    """Name, value and column of the value, where *line* is a field such as ``name: Straits of Iron``.

    >>> field_of(Line(4, "name: Straits of Iron"))
    ('name', 'Straits of Iron', 7)
    >>> print(field_of(Line(5, "Straits of Iron")))
    None
    """
    name, colon, value = line.text.partition(":")
    if not colon or _FIELD_NAME.fullmatch(name.rstrip()) is None:
        return None
    bare = value.strip()
    return name.rstrip(), bare, len(name) + 2 + len(value) - len(value.lstrip())


def field(name: str, value: str) -> str:
    """``name: value``

    >>> field("name", "Straits of Iron")
    'name: Straits of Iron'
    """
    return f"{name}: {value}".rstrip()


@lru_cache(maxsize=16_384)
def piece_of(text: str) -> Piece | None:
    """The piece that *text* names, or ``None`` where it is not of the form ``F STP/NC``."""
    return Piece(text[0], location_of(text[2:])) if _PIECE.fullmatch(text) else None


@lru_cache(maxsize=16_384)
def location_of(text: str) -> Location:
    """The location of that canonical text."""
    return Location.of(text)


def phase_of(text: str) -> Phase | None:
    """The phase that *text* names, or ``None`` where it is none, or its year has more than six digits.

    >>> print(phase_of("S1901M"), phase_of("spring"))
    S1901M None
    """
    try:
        return Phase.of(text) if len(text) <= 12 and text.isascii() else None
    except ValueError:
        return None


def listed(text: str, column: int) -> Iterator[tuple[str, int]]:
    """The items between the commas of *text*, each with its column; *column* is that of *text*.

    >>> list(listed("A BUD, A VIE", column=12))
    [('A BUD', 12), ('A VIE', 19)]
    """
    at = 0
    for item in text.split(","):
        bare = item.strip()
        yield bare, column + at + (len(item) - len(item.lstrip()) if bare else 0)
        at += len(item) + 1


def wrapped(start: str, items: Iterable[str]) -> list[str]:
    """*items* with commas after *start*, on as many lines as they need; each line has the start. No items are ``none``.

    >>> wrapped("= AUSTRIA:", ["A BUD", "A VIE", "F TRI"])
    ['= AUSTRIA: A BUD, A VIE, F TRI']
    >>> wrapped("* ITALY:", [])
    ['* ITALY: none']
    """
    lines: list[str] = []
    current = ""
    for item in items:
        if current and len(current) + len(item) + 2 > _WIDTH:
            lines.append(current)
            current = ""
        current = f"{current}, {item}" if current else f"{start} {item}"
    lines.append(current or f"{start} {NONE}")
    return lines


def base64_lines(data: bytes) -> list[str]:
    """*data* in base64, 76 characters a line."""
    text = base64.b64encode(data).decode("ascii")
    return [text[at : at + _BASE64_WIDTH] for at in range(0, len(text), _BASE64_WIDTH)]


def base64_text(data: bytes) -> str:
    """*data* in base64, on one line.

    >>> base64_text(b"board")
    'Ym9hcmQ='
    """
    return base64.b64encode(data).decode("ascii")


def from_base64(lines: Iterable[str]) -> bytes | None:
    """The bytes of base64 *lines*, or ``None`` where they are damaged.

    >>> from_base64(["Ym9h", "cmQ="])
    b'board'
    >>> print(from_base64(["Ym9h*"]))
    None
    """
    try:
        return base64.b64decode("".join(lines), validate=True)
    except (binascii.Error, ValueError):
        return None
