"""Symbols of units: a set, one symbol for each kind of unit, as the files of ``resources/units`` have them.

A set comes with the program, lies in a person's own folder, or belongs to a variant. ``docs/formats/units.md`` is its page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from languages import labelled, tr
from languages.outside_text import outside_line
from variants.fault import Fault, Faults, Severity, VariantError
from variants.node import Layers, Node
from variants.toml_text import read_toml, toml_string

SUFFIX = ".toml"
SET_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
"""Id of a set in commands and files."""

LARGEST_SET = 1024 * 1024
MOST_KINDS = 26
MOST_PARTS = 200
MOST_STEPS = 20_000
"""Limit of one kind, its parts together."""
FARTHEST = 4.0
"""No coordinate lies farther from the unit's place, in radii of a unit."""
LONGEST_TEXT = 4

_COUNTS = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0, "O": 3}
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class Body(StrEnum):
    """The outlines that a unit's kind can be known by."""

    DISC = "disc"
    BOX = "box"
    SQUARE = "square"
    BAR = "bar"
    DIAMOND = "diamond"
    SHIELD = "shield"


class Ink(StrEnum):
    """The colours of a part that follow the unit's power and the theme; any other is ``#RRGGBB``."""

    GLYPH = "glyph"
    """Colour of the symbols on the power's units."""
    FACE = "face"
    """The power's units themselves."""
    EDGE = "edge"
    """The dark line around units."""
    RING = "ring"
    """The light ring around units."""


Step = tuple[str, tuple[float, ...]]
"""A letter of a path and its numbers."""
Path = tuple[Step, ...]


class PathError(ValueError):
    """The text of a path cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class SymbolPart:
    """One filled path of a symbol, or a few letters."""

    path: Path = ()
    ink: str = Ink.GLYPH
    opacity: float = 1.0
    text: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    """The middle of the text."""
    height: float = 1.0
    """The size of the text's letters."""


@dataclass(frozen=True, slots=True)
class UnitSymbol:
    """One kind of unit; coordinates for a unit of radius 1, y points down."""

    body: Body | None
    """The outline; ``None`` for one of its own."""
    outline: Path = ()
    small: tuple[SymbolPart, ...] = ()
    large: tuple[SymbolPart, ...] = ()
    """For units that are drawn large; the small parts again where the file has no others."""
    letter: bool = False
    """True if the kind's letter is drawn instead of parts."""
    dislodged: UnitSymbol | None = None
    """Drawn for a unit that was driven out; the same symbol, tilted, where it is missing."""


@dataclass(frozen=True, slots=True)
class UnitSet:
    """A set of symbols."""

    id: str
    name: str
    kinds: Mapping[str, UnitSymbol]
    """Symbols by the letter of the kind of unit."""


def read_path(text: str) -> Path:
    """The path that *text* describes: M, L, C, Q, Z as in SVG, all absolute, and ``O x y r`` for a circle.

    Raises:
        PathError: another letter, too few numbers, or a number too large.
    """
    words = iter(text.split())
    path: list[Step] = []
    for word in words:
        if word not in _COUNTS:
            raise PathError(tr("{word!r:.40} is no letter of a path; expected one of {counts}", word=word, counts=" ".join(_COUNTS)))
        if not path and word not in "MO":
            raise PathError(tr("the path begins with {word}; expected M or O", word=word))
        try:
            numbers = tuple(float(next(words)) for _ in range(_COUNTS[word]))
        except (StopIteration, ValueError, RuntimeError) as fault:
            raise PathError(tr("{word} needs {counts} numbers", word=word, counts=_COUNTS[word])) from fault
        if not all(math.isfinite(number) and abs(number) <= FARTHEST for number in numbers):
            raise PathError(tr("a number after {word} is past {farthest:.0f}; a unit has radius 1", word=word, farthest=FARTHEST))
        path.append((word, numbers))
    if not path:
        raise PathError(tr("the path is empty"))
    return tuple(path)


def write_path(path: Path) -> str:
    """The text that :func:`read_path` reads as *path*."""
    return " ".join(" ".join((letter, *(_number(number) for number in numbers))) for letter, numbers in path)


def read_unit_set(set_id: str, name: str, content: bytes) -> tuple[UnitSet | None, tuple[Fault, ...]]:
    """The set in a file, and all its faults; ``None`` where it cannot be used. Never raises for what the file holds.

    Args:
        set_id: what the set is called by commands.
        name: of the file, for the faults.
    """
    if len(content) > LARGEST_SET:
        return None, (
            Fault(name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {largest_set}", largest_set=LARGEST_SET)),
        )
    try:
        text = read_toml(name, content)
    except VariantError as error:
        return None, error.faults
    faults = Faults()
    root = Node(Layers((text,), text.table), faults)
    title = root.text("name", longest=100)
    for key in ("description", "source"):
        root.text(key, "", longest=2000)
    table = root.table("kinds")
    kinds: dict[str, UnitSymbol] = {}
    for node in () if table is None else table.tables():
        if not re.fullmatch(r"[A-Z]", node.key) or len(kinds) >= MOST_KINDS:
            node.fault(tr("a kind is called {key!r:.40}", key=node.key), tr("the letter of a kind of unit, such as A or F"))
            continue
        symbol = _symbol(node)
        if symbol is not None:
            kinds[node.key] = symbol
    if table is None or not table.keys:
        root.fault(tr("there is no symbol in it"), tr("[kinds.A], [kinds.F]"))
    root.done()
    found = faults.found()
    if faults.errors:
        return None, found
    return UnitSet(set_id, title, MappingProxyType(kinds)), found


def _symbol(node: Node, *, nested: bool = False) -> UnitSymbol | None:
    letter = node.flag("letter")
    outline: Path = ()
    body: Body | None = None
    if node.has("outline"):
        outline = _path(node, "outline")
        if node.has("body"):
            node.fault(tr("body and outline are both given"), tr("one of them"), "body")
            node.know("body")
    elif node.has("body"):
        body = node.choice("body", Body, None)
    else:
        node.fault(
            tr("{kind} has no body", kind=".".join(map(str, node.path))),
            tr('body = one of {body}; or outline = "M ..."', body=", ".join(Body)),
        )
    small, large = (tuple(filter(None, (_part(each) for each in _listed(node, key)))) for key in ("small", "large"))
    steps = len(outline) + sum(len(part.path) for part in (*small, *large))
    if steps > MOST_STEPS:
        node.fault(tr("it has {steps} steps of paths", steps=steps), tr("at most {most_steps}", most_steps=MOST_STEPS))
    inner = None if nested else node.table("dislodged")
    dislodged = None if inner is None else _symbol(inner, nested=True)
    node.done()
    return UnitSymbol(body, outline, small, large or small, letter, dislodged)


def _listed(node: Node, key: str) -> tuple[Node, ...]:
    found = node.list_of_tables(key)
    if len(found) > MOST_PARTS:
        node.fault(tr("it has {count} parts", count=len(found)), tr("at most {most_parts}", most_parts=MOST_PARTS), key)
    return found[:MOST_PARTS]


def _part(node: Node) -> SymbolPart | None:
    ink = node.text("ink", Ink.GLYPH)
    if ink not in set(Ink) and not _COLOUR.fullmatch(ink):
        node.fault(tr("ink is {ink!r:.40}", ink=ink), tr("one of {ink}, or a colour such as #8A5A2B", ink=", ".join(Ink)), "ink")
        ink = Ink.GLYPH
    opacity = node.number("opacity", 1.0)
    if not 0.0 < opacity <= 1.0:
        node.fault(tr("opacity is {opacity}", opacity=opacity), tr("more than 0, at most 1"), "opacity")
        opacity = 1.0
    if not node.has("text"):
        path = _path(node, "path")
        node.done()
        return SymbolPart(path, ink, opacity) if path else None
    text = node.text("text", longest=LONGEST_TEXT)
    x, y, height = node.number("x", 0.0), node.number("y", 0.0), node.number("height", 1.0)
    if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and 0.0 < height <= FARTHEST):
        node.fault(
            tr("the text lies far from the unit, or is far too large"), tr("x, y and height of at most {farthest:.0f}", farthest=FARTHEST)
        )
        x, y, height = 0.0, 0.0, 1.0
    node.done()
    return SymbolPart((), ink, opacity, text, (x, y), height)


def _path(node: Node, key: str) -> Path:
    text = node.text(key, longest=LARGEST_SET)
    try:
        return read_path(text)
    except PathError as error:
        node.fault(labelled(key, error), tr("letters and numbers with blanks between them"), key)
        return ()


def write_unit_set(units: UnitSet, comments: Iterable[str] = ()) -> bytes:
    """The file that :func:`read_unit_set` reads as *units*, with *comments* on top."""
    lines = [f"# {outside_line(line, 200)}" for line in comments]
    lines.append(f"name = {toml_string(units.name)}")
    for letter, symbol in units.kinds.items():
        lines += _written(f"kinds.{letter}", symbol)
    return ("\n".join(lines) + "\n").encode()


def _written(table: str, symbol: UnitSymbol) -> list[str]:
    lines = ["", f"[{table}]"]
    lines.append(
        f"body = {toml_string(symbol.body.value)}" if symbol.body is not None else f"outline = {toml_string(write_path(symbol.outline))}"
    )
    if symbol.letter:
        lines.append(tr("letter = true"))
    for key, parts in (("small", symbol.small), ("large", () if symbol.large == symbol.small else symbol.large)):
        for part in parts:
            lines += ["", f"[[{table}.{key}]]"]
            if part.text:
                x, y = part.at
                lines += [f"text = {toml_string(part.text)}", *(f"{name} = {_number(n)}" for name, n in (("x", x), ("y", y)))]
                lines.append(f"height = {_number(part.height)}")
            else:
                lines.append(f"path = {toml_string(write_path(part.path))}")
            if part.ink != Ink.GLYPH:
                lines.append(f"ink = {toml_string(part.ink)}")
            if part.opacity != 1.0:
                lines.append(f"opacity = {_number(part.opacity)}")
    if symbol.dislodged is not None:
        lines += _written(f"{table}.dislodged", symbol.dislodged)
    return lines


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def as_warnings(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """*faults* as warnings: without a set its variant is played with the usual symbols."""
    return tuple(
        Fault(fault.source, fault.line, fault.what, fault.expected, Severity.WARNING, fault.element, fault.point) for fault in faults
    )
