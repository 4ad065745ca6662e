"""Fill, stroke, lengths and view of an element of a symbol, and the budget of its drawing."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import shapely
import svgelements

from languages import tr
from variants.importers.draft import ImportReport
from variants.svg.element import Element
from variants.svg.style_sheet import LONGEST_SHEETS, MOST_RULES, StyleSheets
from variants.svg.transforms import ShapeError

FACE = "face"
"""The paint that follows the power: all areas that a symbol does not fill itself."""
NONE = "none"

_POWER_CLASS = re.compile(r"\.unit[a-z0-9]+\Z")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)
_CALLED = re.compile(r"(rgba?|hsla?)\(([^()]{1,50})\)")
_PART = re.compile(r"([-+]?(?:\d{1,6}\.?\d{0,6}|\.\d{1,6}))(%?)")
_URL = re.compile(r"""url\(\s*['"]?#([^'")\s]+)['"]?\s*\)\s*(.*)""", re.DOTALL)

PROPERTIES = frozenset(
    (
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap"),
        *("opacity", "display", "visibility", "color", "stop-color", "stop-opacity"),
        *("font-size", "text-anchor", "baseline-shift", "dominant-baseline"),
    )
)
LEFT_OUT = frozenset(("clip-path", "mask", "filter", "stroke-dasharray", "marker-start", "marker-mid", "marker-end"))
"""Properties that are reported and not followed."""


def declared(text: str) -> dict[str, str]:
    """The declarations of an inline style; names in small letters."""
    found: dict[str, str] = {}
    for declaration in text.split(";"):
        key, colon, value = declaration.partition(":")
        if colon and value.strip():
            found[key.strip().lower()] = value.replace("!important", "").strip()
    return found


class SymbolStyles:
    """Styles of each element of a drawing of symbols, whose names are all in small letters.

    Rules that colour the units of one power are left out.
    """

    def __init__(self, root: Element, name: str, report: ImportReport) -> None:
        """The styles below *root*; what is left out goes into the *report* on the file *name*."""
        self._known: dict[int, dict[str, str]] = {}
        powers: dict[int, list[str]] = {}

        def is_wanted(sheet: Element, selector: str) -> bool:
            last = selector.split()[-1]
            if _POWER_CLASS.search(last):
                powers.setdefault(sheet.line, []).append(last)
                return False
            return True

        self._sheets = StyleSheets(root, any_case=True, wanted=is_wanted)
        for each in self._sheets.unfollowed:
            if each.too_long:
                what = tr("a style block has {count} characters", count=len(each.sheet.text))
                report.mended(
                    name,
                    each.sheet.line,
                    what,
                    tr(
                        "the first {longest_sheets} characters and {most_rules} rules of all are read",
                        longest_sheets=LONGEST_SHEETS,
                        most_rules=MOST_RULES,
                    ),
                )
            if each.selectors:
                what = tr("the style block selects by {selectors}", selectors=", ".join(each.selectors[:5]))
                report.left_out(name, each.sheet.line, what, tr("those rules are left out"))
        for line, names in powers.items():
            report.mended(
                name,
                line,
                tr("the style block colours {names}", names=", ".join(names[:5])),
                tr("powers keep the colours of their variant"),
            )

    def properties(self, element: Element) -> dict[str, str]:
        """Return the declarations for *element* itself, by attributes, rules and its inline style; computed once."""
        known = self._known.get(id(element))
        if known is None:
            rules, inline = self._sheets.declarations(element), declared(element.get("style"))
            known = self._known[id(element)] = {
                key: value.strip()
                for key, value in (*element.attributes.items(), *rules.items(), *inline.items())
                if (key in PROPERTIES or key in LEFT_OUT) and value.strip()
            }
        return known


@dataclass(frozen=True, slots=True)
class Pen:
    """Pen of an element, with the styles that it inherits."""

    fill: str = FACE
    """:data:`FACE`, :data:`NONE`, ``#rrggbb``, or ``url(#id)``."""
    stroke: str = NONE
    color: str = FACE
    evenodd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    opacity: float = 1.0
    """Its own and that of all groups around it."""
    stroke_width: str = "1"
    join: str = "miter"
    cap: str = "butt"
    visible: bool = True
    displayed: bool = True
    font_size: str = "16"
    anchor: str = "start"
    shift: str = ""
    central: bool = False
    strange: frozenset[str] = field(default_factory=frozenset)
    """Colours that could not be read."""

    def over(self, properties: Mapping[str, str]) -> Pen:
        """The pen of an element inside, of which *properties* are declared."""
        strange: set[str] = set()
        color = self.color
        if "color" in properties:
            color = _colour(properties["color"], self.color, self.color, strange)
        made = replace(
            self,
            color=color,
            fill=_colour(properties.get("fill", "inherit"), self.fill, color, strange),
            stroke=_colour(properties.get("stroke", "inherit"), self.stroke, color, strange),
            fill_opacity=share(properties.get("fill-opacity", ""), self.fill_opacity),
            stroke_opacity=share(properties.get("stroke-opacity", ""), self.stroke_opacity),
            opacity=self.opacity * share(properties.get("opacity", ""), 1.0),
            displayed=self.displayed and properties.get("display", "").lower() != "none",
            shift=properties.get("baseline-shift", ""),
            strange=frozenset(strange),
        )
        words = {key: value.lower() for key, value in properties.items() if value.lower() != "inherit"}
        return replace(
            made,
            evenodd=words["fill-rule"] == "evenodd" if "fill-rule" in words else self.evenodd,
            stroke_width=words.get("stroke-width", self.stroke_width),
            join=words.get("stroke-linejoin", self.join),
            cap=words.get("stroke-linecap", self.cap),
            visible=words["visibility"] == "visible" if "visibility" in words else self.visible,
            font_size=words.get("font-size", self.font_size),
            anchor=words.get("text-anchor", self.anchor),
            central=words["dominant-baseline"] in ("central", "middle") if "dominant-baseline" in words else self.central,
        )


def _colour(text: str, inherited: str, current: str, strange: set[str]) -> str:
    lowered = text.strip().lower()
    if lowered in ("inherit", ""):
        return inherited
    if lowered in (NONE, "transparent"):
        return NONE
    if lowered in ("currentcolor", "context-fill", "context-stroke"):
        return current
    if lowered.startswith("url("):
        return text.strip()[:300]
    found = colour_of(lowered)
    if found is None:
        strange.add(text.strip()[:30])
        return inherited
    return found


def colour_of(text: str) -> str | None:
    """``#rrggbb`` for a colour as SVG writes it; ``None`` for what is none."""
    text = text.strip().lower()
    if len(text) > 60:
        return None
    if text.startswith("#"):
        digits = text[1:]
        if not re.fullmatch(r"[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}", digits):
            return None
        digits = digits if len(digits) > 4 else "".join(digit * 2 for digit in digits)
        return f"#{digits[:6]}"
    called = _CALLED.fullmatch(text)
    if called is None:
        # The library takes every word it does not know for black.
        value = svgelements.Color(text) if text.isalpha() else None
        parts = (0, 0, 0) if value is None else (value.red, value.green, value.blue)
        return None if value is None or (parts == (0, 0, 0) and text != "black") else _hex(parts)
    numbers = [(float(number), unit) for number, unit in _PART.findall(called[2])]
    if len(numbers) < 3:
        return None
    if called[1].startswith("rgb"):
        return _hex([number * 2.55 if unit == "%" else number for number, unit in numbers[:3]])
    hue, saturation, lightness = (number for number, _ in numbers[:3])
    parts = colorsys.hls_to_rgb(hue % 360 / 360, min(1.0, lightness / 100), min(1.0, saturation / 100))
    return _hex([part * 255 for part in parts])


def _hex(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in parts)


def url_of(paint: str) -> tuple[str, str] | None:
    """The id that a paint ``url(#id) fallback`` names, and the fallback; ``None`` for any other paint."""
    match = _URL.fullmatch(paint)
    return None if match is None else (match[1], match[2].strip())


def share(text: str, default: float) -> float:
    """An opacity or a stop's offset: a number or a percentage, between 0 and 1."""
    match = _NUMBER.match(text.strip()[:40])
    if match is None:
        return default
    value = float(match[0]) / (100 if text.strip().endswith("%") else 1)
    return min(1.0, max(0.0, value))


_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-zA-Z]*)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


@dataclass(frozen=True, slots=True)
class Viewport:
    """The coordinates that percentages are of."""

    width: float
    height: float

    def length(self, text: str, name: str) -> float:
        """*text* in user units.

        Raises:
            ShapeError: it is no length.
        """
        match = _LENGTH.fullmatch(text)
        if match is None or len(text) > 60:
            raise ShapeError(tr("{name} is {text!r}", name=name, text=text[:30]))
        number, unit = float(match[1]), match[2].lower()
        if unit == "%":
            whole = {"x": self.width, "width": self.width, "cx": self.width, "x1": self.width, "x2": self.width, "rx": self.width}
            high = {"y": self.height, "height": self.height, "cy": self.height, "y1": self.height, "y2": self.height, "ry": self.height}
            return number / 100 * {**whole, **high}.get(name, math.hypot(self.width, self.height) / math.sqrt(2))
        if unit in ("em", "ex"):
            return number * 16 * (0.5 if unit == "ex" else 1)
        if unit not in _UNITS:
            raise ShapeError(tr("{name} is {text!r}", name=name, text=text[:30]))
        return number * _UNITS[unit]


def view_of(element: Element, fallback: Viewport) -> tuple[float, float, Viewport]:
    """Left, top and size of an element's viewBox; the *fallback* at the origin where it has none."""
    numbers = [float(each) for each in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", element.get("viewbox")[:200])]
    if len(numbers) == 4 and all(map(math.isfinite, numbers)) and 0 < numbers[2] < 1e6 and 0 < numbers[3] < 1e6:
        return numbers[0], numbers[1], Viewport(numbers[2], numbers[3])
    return 0.0, 0.0, fallback


def fitted(box: tuple[float, float, Viewport], into: Viewport, aspect: str) -> Any:
    """The transform that puts a viewBox into a viewport, as ``preserveAspectRatio`` says."""
    left, top, view = box
    across, down = into.width / view.width, into.height / view.height
    words = aspect.lower().split()
    if "none" in words:
        return svgelements.Matrix(across, 0, 0, down, -left * across, -top * down)
    scale = max(across, down) if "slice" in words else min(across, down)
    align = next((word for word in words if word.startswith("x")), "xmidymid")
    slack = {"min": 0.0, "mid": 0.5, "max": 1.0}
    move_x = (into.width - view.width * scale) * slack.get(align[1:4], 0.5)
    move_y = (into.height - view.height * scale) * slack.get(align[5:8], 0.5)
    return svgelements.Matrix(scale, 0, 0, scale, move_x - left * scale, move_y - top * scale)


MOST_VISITS = 2_000
"""Elements of one symbol, those that are used several times counted each time."""
MOST_VISITS_IN_ALL = 10_000
LONGEST_DATA = 120_000
MOST_DATA = 400_000
"""Characters of path data of one symbol, all together."""
MOST_AREAS = 300
"""Painted areas of one symbol."""
MOST_RINGS = 300
"""Outlines of one shape."""
MOST_POINTS = 6_000
"""Limit of one shape."""
MOST_MEETINGS = 40_000
"""Pairs of steps of one shape that may cross: their number is what mending an outline costs."""
MOST_MEETINGS_IN_ALL = 250_000
MOST_CORNERS = 30_000
"""Limit of all painted areas of one symbol, before they are made simpler."""
_AT_ONCE = 200
_FEW = 40
"""Points that may cross one another as they like."""


class ArtError(ValueError):
    """A symbol cannot be flattened within the bounds; the message says why."""


class Spent:
    """Work spent on the symbols of one drawing so far."""

    def __init__(self) -> None:
        self._visits_in_all = 0
        self._meetings_in_all = 0
        self.begin()

    def begin(self) -> None:
        """The next symbol."""
        self._visits = self._data = self._areas = self._corners = 0

    def visit(self) -> None:
        """One more element.

        Raises:
            ArtError: it is one too many; here and below.
        """
        self._visits += 1
        self._visits_in_all += 1
        if self._visits > MOST_VISITS or self._visits_in_all > MOST_VISITS_IN_ALL:
            raise ArtError(
                tr(
                    "it paints more than {most_visits} elements, or all symbols together more than {most_visits_in_all}",
                    most_visits=MOST_VISITS,
                    most_visits_in_all=MOST_VISITS_IN_ALL,
                )
            )

    def data(self, size: int) -> None:
        """Count so many characters of path data."""
        self._data += size
        if size > LONGEST_DATA or self._data > MOST_DATA:
            raise ArtError(
                tr(
                    "it has {data} characters of path data; at most {longest_data} a path, {most_data} in all",
                    data=self._data,
                    longest_data=LONGEST_DATA,
                    most_data=MOST_DATA,
                )
            )

    def area(self, corners: int) -> None:
        """One more painted area of so many *corners*."""
        self._areas += 1
        self._corners += corners
        if self._corners > MOST_CORNERS:
            raise ArtError(tr("it has more than {most_corners} corners", most_corners=MOST_CORNERS))
        if self._areas > MOST_AREAS:
            raise ArtError(tr("it has more than {most_areas} painted areas", most_areas=MOST_AREAS))

    def outlines(self, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
        """A shape is about to be filled or stroked."""
        points = sum(map(len, lines))
        if len(lines) > MOST_RINGS or points > MOST_POINTS:
            raise ArtError(
                tr(
                    "a shape has {points} points in {count} outlines; at most {most_points} in {most_rings}",
                    points=points,
                    count=len(lines),
                    most_points=MOST_POINTS,
                    most_rings=MOST_RINGS,
                )
            )
        if points > _FEW:
            self._count_meetings(lines)
        if self._meetings_in_all > MOST_MEETINGS_IN_ALL:
            raise ArtError(tr("the drawing is too tangled"))

    def _count_meetings(self, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
        steps = shapely.linestrings([step for line in lines for step in pairwise(line)])
        tree = shapely.STRtree(steps)
        meetings = 0
        for start in range(0, len(steps), _AT_ONCE):
            meetings += int(tree.query(steps[start : start + _AT_ONCE]).shape[1])
            if meetings > MOST_MEETINGS:
                raise ArtError(tr("a shape is too tangled: its outline crosses itself again and again"))
        self._meetings_in_all += meetings
