"""Still part of the board as SVG, its paths, and markup that is safe whatever strangers wrote.

Each province is written once, in ``<defs>``; fills, rims and clips use it. What a script changes has an id: ``f12`` is the fill and ``r12``
the rim of province 12, ``b7`` the border 7.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from adjudicator.board import Terrain
from app.presentation.power_colours import PictureColours
from app.presentation.theme import Colour, mixed
from variants.compiled import Border, BorderKind, CompiledBoard, DecorationKind, Point, Polygon

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text(words: str) -> str:
    """*words* as text of a page; characters that no page may hold become a sign."""
    return escape(_UNPRINTABLE.sub("\ufffd", words), quote=True)


def strangers(words: str) -> str:
    """The same for what a person wrote, whose direction of writing must not spread to what stands beside it."""
    return f"<bdi>{text(words)}</bdi>"


def tag(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element; *content* is markup already. An underscore at an attribute's end is dropped, others become hyphens."""
    said = "".join(f' {_named(key)}="{text(_number(value))}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{said}>{''.join(content)}</{name}>"


def data(value: object) -> str:
    """*value* as JSON that can stand within a script element."""
    found = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return found.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def joined(parts: Iterable[str]) -> str:
    """*parts* one after the other."""
    return "".join(parts)


def number(value: float, places: int = 1) -> str:
    """*value* as shortly as it can be written."""
    found = f"{value:.{places}f}"
    if "." in found:
        found = found.rstrip("0").rstrip(".")
    return "0" if found == "-0" else found


def _number(value: str | float | None) -> str:
    return value if isinstance(value, str) else number(float(value or 0), 2)


def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


STEPS = 10
"""Steps to a unit of the board."""


def line_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """One line; points that fall on the one before are left out."""
    whole = [(round(x * STEPS), round(y * STEPS)) for x, y in points]
    if not whole:
        return ""
    x, y = whole[0]
    steps: list[str] = []
    for at_x, at_y in whole[1:]:
        if (at_x, at_y) != (x, y):
            steps.append(f"{at_x - x}{'' if at_y < y else ' '}{at_y - y}")
            x, y = at_x, at_y
    return f"M{whole[0][0]} {whole[0][1]}" + ("l" + _joined(steps) if steps else "") + ("z" if closed else "")


def polygons_path(polygons: Iterable[Polygon]) -> str:
    """Areas with their holes."""
    return "".join(line_path(ring, closed=True) for polygon in polygons for ring in polygon)


def _joined(steps: Iterable[str]) -> str:
    """Numbers one after the other: a minus parts them as well as a blank."""
    parts: list[str] = []
    for step in steps:
        parts.append(step if not parts or step.startswith("-") else " " + step)
    return "".join(parts)


_REFERENCE = 1524.0
"""Board width that the line widths below are meant for."""
_WASHES = (26.0, 18.5, 11.5, 5.5)
"""Distances of the water lines from the coast."""
_RIMS = ((15.0, 0.16), (9.5, 0.22), (4.6, 0.34))
MOST_ART = 600_000
"""Characters of an author's own picture that still go into a page."""


@dataclass(frozen=True, slots=True)
class BoardMarkup:
    """The markup, and what a script needs to know to change it."""

    defs: str
    markup: str
    borders: tuple[tuple[int, int], ...]
    """Borders between two lands, each the number of its land; -1 is no province that anybody rules."""


def lands_of(board: CompiledBoard) -> tuple[str, ...]:
    """The provinces with a fill, by number."""
    return tuple(code for code, shape in board.provinces.items() if shape.terrain not in (Terrain.SEA, Terrain.IMPASSABLE))


def seas_of(board: CompiledBoard) -> tuple[str, ...]:
    """The others; their numbers go on after those of the lands."""
    return tuple(code for code, shape in board.provinces.items() if shape.terrain is Terrain.SEA)


def css(colour: Colour) -> str:
    """``#rrggbb``"""
    return str(colour._replace(alpha=255))


def paint(kind: str, colour: Colour) -> Mapping[str, str]:
    """Attributes for a fill or a stroke of *colour*."""
    found = {kind: css(colour)}
    if colour.alpha < 255:
        found[f"{kind}_opacity"] = number(colour.alpha / 255, 2)
    return found


def still_board(
    board: CompiledBoard, colours: PictureColours, names: Mapping[str, str], rulers: Mapping[str, str], patterns: Mapping[str, str]
) -> BoardMarkup:
    """The board of *board* in the colours of a theme, its lands in those of *rulers*.

    Args:
        names: province to its name, for who cannot see.
        rulers: land to the power in whose colours it is.
        patterns: power to the markup of a tile that its land is covered with, besides its colour.
    """
    return _Still(board, colours, names, rulers, patterns).made()


def pattern_fill(patterns: Mapping[str, str], power: str | None) -> str:
    """Return the filling of the lands of *power* above their colour."""
    if power is None or power not in patterns:
        return "none"
    return f"url(#w-{list(patterns).index(power)})"


class _Still:
    def __init__(
        self,
        board: CompiledBoard,
        colours: PictureColours,
        names: Mapping[str, str],
        rulers: Mapping[str, str],
        patterns: Mapping[str, str],
    ) -> None:
        self._board, self._patterns = board, patterns
        self._colours, self._rulers = colours, rulers
        self._theme = colours.theme
        self._names = names
        self._k = board.symbol_width / _REFERENCE
        self.lands, self.seas = lands_of(board), seas_of(board)

    def _width(self, wanted: float) -> str:
        return number(wanted * self._k * STEPS, 0 if wanted * self._k * STEPS > 8 else 1)

    def made(self) -> BoardMarkup:
        numbers = {code: at for at, code in enumerate(self.lands)}
        land_borders = [each for each in self._board.borders if each.kind is BorderKind.LAND]
        sides = tuple((numbers.get(each.provinces[0] or "", -1), numbers.get(each.provinces[1] or "", -1)) for each in land_borders)
        markup = [
            *self._sea(),
            *self._impassable(),
            *self._fills(),
            *self._decorations(),
            tag("g", *(self._border(at, each) for at, each in enumerate(land_borders)), fill="none", pointer_events="none"),
            self._line(BorderKind.COAST, 1.45, self._theme.ink.coast),
            self._art(self._board.foreground),
        ]
        return BoardMarkup("".join(self._defs()), "".join(markup), sides)

    def _border(self, at: int, border: Border) -> str:
        one, other = (None if code is None else self._rulers.get(code) for code in border.provinces)
        width, colour = border_styles(self._board, self._colours)[one != other]
        return tag("path", id=f"b{at}", d="".join(line_path(line) for line in border.lines), stroke=colour, stroke_width=width)

    def frame(self) -> str:
        """A double rule along the edge."""
        found = []
        ink = self._theme.ink
        for inset, stroke, colour in ((1.6, 3.2, ink.frame), (4.6, 1.2, ink.frame_light), (6.2, 0.8, ink.frame)):
            gap = inset * self._k * STEPS
            found.append(
                tag(
                    "rect",
                    x=gap,
                    y=gap,
                    width=self._board.width * STEPS - gap * 2,
                    height=self._board.height * STEPS - gap * 2,
                    fill="none",
                    stroke=css(colour),
                    stroke_width=self._width(stroke),
                )
            )
        return "".join(found)

    def _defs(self) -> list[str]:
        sea = self._theme.sea
        stops = tag("stop", offset="0", stop_color=css(sea.top)) + tag("stop", offset="1", stop_color=css(sea.bottom))
        found = [tag("linearGradient", stops, id="sea", x2="0", y2="1")]
        side = 60 * self._k * STEPS * 0.3
        hatch = tag("path", d=f"M0 {number(side)}L{number(side)} 0", stroke=css(self._theme.land.hatch), stroke_width=number(side * 0.14))
        found.append(tag("pattern", hatch, id="hatch", patternUnits="userSpaceOnUse", width=number(side), height=number(side)))
        found += [tile.replace("<pattern", f'<pattern id="w-{at}"', 1) for at, tile in enumerate(self._patterns.values())]
        for at, code in enumerate((*self.lands, *self.seas)):
            shape = self._board.provinces[code]
            found.append(tag("path", id=f"s{at}", d=polygons_path(shape.levels[1])))
            if at < len(self.lands):
                found.append(tag("clipPath", tag("use", href=f"#s{at}"), id=f"c{at}"))
        found.append(tag("g", *(tag("use", href=f"#s{at}") for at in range(len(self.lands))), id="coasts"))
        return found

    def _sea(self) -> list[str]:
        sea = self._theme.sea
        whole = {"width": number(self._board.width * STEPS), "height": number(self._board.height * STEPS)}
        found = [tag("rect", fill="url(#sea)", **whole), self._art(self._board.background)]
        if sea.washes:
            found += [
                tag(
                    "use",
                    href="#coasts",
                    fill="none",
                    stroke=css(sea.shallow),
                    stroke_opacity=number(min(1.0, sea.washes * 1.1), 2),
                    stroke_width=self._width(depth * 2),
                    stroke_linejoin="round",
                )
                for depth in _WASHES
            ]
        found.append(self._line(BorderKind.SEA, 0.95, sea.border, f"{self._width(5.2)} {self._width(3.2)}"))
        for at, code in enumerate(self.seas, len(self.lands)):
            title = tag("title", text(self._names.get(code, code)))
            found.append(tag("use", title, href=f"#s{at}", fill="#000", fill_opacity="0", data_p=code))
        return found

    def _impassable(self) -> list[str]:
        areas = "".join(polygons_path(each.polygons) for each in self._board.decorations if each.kind is DecorationKind.IMPASSABLE)
        areas += "".join(polygons_path(shape.levels[1]) for shape in self._board.provinces.values() if shape.terrain is Terrain.IMPASSABLE)
        if not areas:
            return []
        ground = tag("path", d=areas, fill=css(self._theme.land.impassable), stroke=css(self._theme.land.impassable), stroke_width="8")
        return [ground, tag("path", d=areas, fill="url(#hatch)")]

    def _fills(self) -> list[str]:
        land = self._theme.land
        found = []
        for at, code in enumerate(self.lands):
            title = tag("title", text(self._names.get(code, code)))
            fill, _ = land_colours(self._colours, self._rulers.get(code))
            found.append(tag("use", title, id=f"f{at}", href=f"#s{at}", fill=fill, stroke=fill, stroke_width="8", data_p=code))
        for at, code in enumerate(self.lands if self._patterns else ()):
            fill = pattern_fill(self._patterns, self._rulers.get(code))
            found.append(tag("use", id=f"w{at}", href=f"#s{at}", fill=fill, pointer_events="none"))
        if land.rim:
            for at, code in enumerate(self.lands):
                _, rim = land_colours(self._colours, self._rulers.get(code))
                strokes = (
                    tag("use", href=f"#s{at}", stroke_width=self._width(width), stroke_opacity=number(land.rim * opacity * 1.35, 2))
                    for width, opacity in _RIMS
                )
                found.append(tag("g", *strokes, id=f"r{at}", clip_path=f"url(#c{at})", fill="none", stroke=rim, pointer_events="none"))
        straits = "".join(polygons_path(shape.straits) for shape in self._board.provinces.values())
        if straits:
            found.append(tag("path", d=straits, fill=css(mixed(self._theme.sea.top, self._theme.sea.bottom, 0.5))))
        return found

    def _decorations(self) -> list[str]:
        land = self._theme.land
        inks = {
            DecorationKind.HILLS: (land.hills, 0.9),
            DecorationKind.WOODS: (land.woods, 0.9),
            DecorationKind.DUNES: (land.dunes, 0.9),
            DecorationKind.STEPPE: (land.steppe, 0.9),
            DecorationKind.BRIDGE: (self._theme.ink.coast, 0.9),
            DecorationKind.COAST_LINE: (land.coast_line, 0.9),
            DecorationKind.ROAD: (land.road, 3.2),
        }
        found = []
        for each in self._board.decorations:
            lines = "".join(line_path(line) for line in each.lines)
            areas = polygons_path(each.polygons)
            if each.kind is DecorationKind.LAKE and areas:
                edge = mixed(land.lake, self._theme.ink.coast, 0.45)
                found.append(tag("path", d=areas, fill=css(land.lake), stroke=css(edge), stroke_width=self._width(0.7)))
            elif each.kind is DecorationKind.RIVER and lines and land.river.alpha:
                width = self._width(max(0.55, 2.3 - each.rank * 0.32))
                found.append(tag("path", d=lines, fill="none", stroke_width=width, **paint("stroke", land.river)))
            elif each.kind in inks and (lines or areas) and inks[each.kind][0].alpha:
                ink, wide = inks[each.kind]
                found.append(tag("path", d=lines + areas, fill="none", stroke_width=self._width(wide), **paint("stroke", ink)))
        return found

    def _line(self, kind: BorderKind, width: float, colour: Colour, dashes: str | None = None) -> str:
        path = "".join(line_path(line) for each in self._board.borders if each.kind is kind for line in each.lines)
        return tag(
            "path",
            d=path,
            fill="none",
            stroke_width=self._width(width),
            stroke_linejoin="round",
            stroke_dasharray=dashes,
            pointer_events="none",
            **paint("stroke", colour),
        )

    def _art(self, art: str) -> str:
        """The author's own picture: within an image nothing of it runs, and nothing is fetched."""
        if not art or len(art) > MOST_ART or self._theme.dark or self._theme.monochrome:
            return ""
        packed = base64.b64encode(art.encode()).decode("ascii")
        size = {"width": number(self._board.width * STEPS), "height": number(self._board.height * STEPS)}
        return tag("image", href=f"data:image/svg+xml;base64,{packed}", **size)


def frame(board: CompiledBoard, colours: PictureColours) -> str:
    """The rule along the board's edge, above everything."""
    return _Still(board, colours, {}, {}, {}).frame()


def border_styles(board: CompiledBoard, colours: PictureColours) -> tuple[tuple[str, str], tuple[str, str]]:
    """Width and colour of a border within the lands of one power, and of one between two."""
    k = board.symbol_width / _REFERENCE * STEPS
    ink = colours.theme.ink
    return (number(0.95 * k), str(ink.border)), (number(2.0 * k), str(ink.frontier))


def land_colours(colours: PictureColours, power: str | None) -> tuple[str, str]:
    """Return the fillings of a land of *power* and of its rim; of a land without an owner for ``None``."""
    land = colours.theme.land
    own = None if power is None else colours.power(power)
    return (css(land.open), css(land.open_rim)) if own is None else (css(own.land), css(own.rim))
