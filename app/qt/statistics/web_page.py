"""Web page with the whole game: the board of each phase as data for its script, and shapes recorded from our painters.

What comes again and again is written once: symbols of units and marks, styles of lines, names. Positions are in tenths of a board unit.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from adjudicator.board import Terrain
from app.game.record import Cursor
from app.presentation.layout.drawing import Badge, OrderDrawing, Plan, UnitDrawing, UnitState, order_layer
from app.presentation.layout.name_places import NamePlacer, PlacedName, covering
from app.presentation.layout.plan import Planner
from app.presentation.picture import MapPicture, rulers
from app.presentation.power_colours import PictureColours, picture_colours_of
from app.presentation.story_markup import (
    STEPS,
    BoardMarkup,
    border_styles,
    css,
    frame,
    land_colours,
    lands_of,
    number,
    paint,
    pattern_fill,
    seas_of,
    still_board,
    tag,
)
from app.presentation.story_pictures import story_look
from app.presentation.story_web_page import story_page
from app.presentation.theme import theme_named
from app.presentation.window_colours import USUAL_THEME
from app.qt.board.picture_content import parts
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.label_painter import label_path, names_of, paint_star, size_at
from app.qt.map.paint.order_painter import letter_tag, paint_badge, paint_letter_tag, paint_order
from app.qt.map.paint.shapes import pattern_tile
from app.qt.map.paint.unit_painter import paint_plus_or_cross, paint_unit
from app.session.errors import GivenUp
from app.session.requests import StoryRequest
from app.session.services import GoOn, PictureRequest
from app.statistics.story import story_of
from entente.words.names import describe_season, place_name
from languages import tr
from variants.compiled import CompiledBoard, Label

Style = tuple[tuple[str, str], ...]
"""Attributes of a shape that differ from what all have."""

_EXTENT = 10_000
_GROUP = re.compile(r"<g ([^>]*)>(.*?)</g>", re.DOTALL)
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_SHAPE = re.compile(r"<(path|polyline|ellipse|circle|rect|line)\b([^>]*)/>")
_TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?(?:e-?\d+)?")
_LENGTHS = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")


@dataclass(frozen=True, slots=True)
class RecordedShape:
    """One shape."""

    path: str
    """The text of an SVG path, in tenths of a board unit."""
    style: Style


def recorded(paint: Callable[[QPainter], None]) -> tuple[RecordedShape, ...]:
    """Record the painting of *paint*, in its sequence. Images and gradients cannot be taken down: *paint* must paint plain shapes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(_EXTENT, _EXTENT))
    generator.setViewBox(QRectF(0, 0, _EXTENT, _EXTENT))
    painter = QPainter(generator)
    try:
        paint(painter)
    finally:
        painter.end()
    return _shapes(bytes(buffer.data().data()).decode("utf-8"))


def _shapes(document: str) -> tuple[RecordedShape, ...]:
    # The writer puts each state of the painter into one group, which holds no other group.
    body = document[document.index("</defs>") :]
    body = body[body.index("<g ") + 3 :]
    found: list[RecordedShape] = []
    for group in _GROUP.finditer(body):
        shapes = _SHAPE.findall(group[2])
        if not shapes:
            continue
        attributes = dict(_ATTRIBUTE.findall(group[1]))
        matrix = tuple(float(each) for each in attributes.get("transform", "matrix(1,0,0,1,0,0)")[7:-1].split(","))
        style = _style(attributes, abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        for kind, words in shapes:
            own = dict(_ATTRIBUTE.findall(words))
            path = _path(kind, own, matrix)
            if path:
                found.append(RecordedShape(path, _hollow(style) if own.get("fill") == "none" else style))
    return tuple(found)


def _hollow(style: Style) -> Style:
    return (("fill", "none"), *(each for each in style if not each[0].startswith("fill")))


def _style(attributes: dict[str, str], scale: float) -> Style:
    found: list[tuple[str, str]] = []
    for kind in ("fill", "stroke"):
        value = attributes.get(kind, "none")
        found.append((kind, value))
        opacity = attributes.get(f"{kind}-opacity", "1")
        if value != "none" and opacity != "1":
            found.append((f"{kind}-opacity", _short(float(opacity), 2)))
    if attributes.get("stroke", "none") != "none":
        found += [(key, attributes[key]) for key in ("stroke-linecap", "stroke-linejoin") if key in attributes]
        for key in _LENGTHS:
            if key in attributes:
                lengths = (float(each) * scale * STEPS for each in attributes[key].split(",") if each)
                found.append((key, " ".join(_short(each, 1) for each in lengths)))
    if attributes.get("opacity", "1") != "1":
        found.append(("opacity", attributes["opacity"]))
    return tuple(found)


def _path(kind: str, own: dict[str, str], matrix: tuple[float, ...]) -> str:
    if kind == "path":
        return _transformed(own["d"], matrix)
    if kind == "polyline":
        return _transformed("M" + " L".join(own["points"].split()), matrix)
    if kind == "line":
        return _transformed(f"M{own['x1']},{own['y1']} L{own['x2']},{own['y2']}", matrix)
    if kind == "rect":
        x, y, wide, high = (float(own[key]) for key in ("x", "y", "width", "height"))
        return _transformed(f"M{x},{y} L{x + wide},{y} L{x + wide},{y + high} L{x},{y + high} Z", matrix)
    x, y = float(own["cx"]), float(own["cy"])
    wide, high = (float(own["r"]),) * 2 if kind == "circle" else (float(own["rx"]), float(own["ry"]))
    bow = 0.5522847
    return _transformed(
        f"M{x + wide},{y} C{x + wide},{y + high * bow} {x + wide * bow},{y + high} {x},{y + high} "
        f"C{x - wide * bow},{y + high} {x - wide},{y + high * bow} {x - wide},{y} "
        f"C{x - wide},{y - high * bow} {x - wide * bow},{y - high} {x},{y - high} "
        f"C{x + wide * bow},{y - high} {x + wide},{y - high * bow} {x + wide},{y} Z",
        matrix,
    )


def _transformed(path: str, matrix: tuple[float, ...]) -> str:
    """The same path after *matrix*, in relative whole steps."""
    a, b, c, d, e, f = matrix
    tokens = _TOKEN.findall(path)
    out: list[str] = []
    last = ""
    x = y = start_x = start_y = 0
    index = 0
    while index < len(tokens):
        letter = tokens[index]
        index += 1
        if letter == "Z":
            out.append("z")
            x, y, last = start_x, start_y, ""
            continue
        if letter not in "MLC":
            index -= 1
            letter = "L"
        points = []
        for _ in range(3 if letter == "C" else 1):
            px, py = float(tokens[index]), float(tokens[index + 1])
            index += 2
            points.append((round((a * px + c * py + e) * STEPS), round((b * px + d * py + f) * STEPS)))
        at = points[-1]
        if letter == "M":
            out.append(f"M{at[0]} {at[1]}")
            start_x, start_y = at
            last = ""
        elif letter == "L" and at == (x, y):
            continue
        else:
            steps = [step for point in points for step in (point[0] - x, point[1] - y)]
            out.append(("" if letter == last else letter.lower()) + _numbers(steps, after_number=letter == last))
            last = letter
        x, y = at
    return "".join(out)


def _numbers(steps: list[int], *, after_number: bool) -> str:
    found = ""
    for step in steps:
        found += f" {step}" if step >= 0 and (found or after_number) else str(step)
    return found


def _short(value: float, places: int) -> str:
    found = f"{value:.{places}f}"
    return found.rstrip("0").rstrip(".") if "." in found else found


READ_AT = 760
"""Pixels across the board that sizes of symbols are chosen for: between a phone and a large window."""

_TILE_SHARE = 0.42 * 60 / 1524
"""Side of a tile of a pattern as a share of the board's width, as the window has it."""
_GHOSTS = {UnitState.BUILT: 0.62, UnitState.REMOVED: 0.5}
"""Opacity of a unit that is not there yet, or no more."""


@dataclass(frozen=True, slots=True)
class BoardStates:
    """The board of a page, and its states."""

    still: BoardMarkup
    symbols: str
    """Markup for ``<defs>``: units, marks, names."""
    stars: str
    """Markup: where the supply centres are."""
    styles: tuple[Style, ...]
    """Styles of arrows, by number."""
    palette: tuple[tuple[str, str, str], ...]
    """Fillings of lands, their rims and patterns, by number; the first is a land without an owner."""
    fog: dict[str, str]
    """Attributes of what veils a province out of sight."""
    states: tuple[dict[str, list[Any]], ...]
    """``l`` land to palette, ``u`` units, ``o`` paths with styles, ``b`` marks, ``n`` names (symbol, x, y each), ``h`` veiled provinces."""
    width: float
    height: float


class StateMaker:
    """Makes the states of a game, one phase after the other, all on the board and in the colours of the first."""

    def __init__(self, first: PictureRequest) -> None:
        drawn, picture, _ = parts(first)
        self.board: CompiledBoard = drawn.board
        """The board that all of them are on."""
        self._zoom = READ_AT / drawn.board.width
        self._planner = Planner(drawn.board, picture.variant.board)
        self._names = NamePlacer(drawn.board)
        self._symbols: dict[Hashable, int] = {}
        self._symbol_markup: list[str] = []
        self._styles: dict[Style, int] = {}
        self._palette: dict[str | None, int] = {None: 0}
        self.colours = _plain(picture_colours_of(picture))
        self._picture = picture
        self._lands = lands_of(drawn.board)
        self._codes = (*self._lands, *seas_of(drawn.board))
        self._ruled: Mapping[str, str] = {}
        self._states: list[dict[str, list[Any]]] = []
        self._stars = ""

    def add(self, request: PictureRequest) -> None:
        """The next phase."""
        _, picture, _ = parts(request)
        colours = _plain(picture_colours_of(picture))
        self.colours = replace(self.colours, powers={**colours.powers, **self.colours.powers})
        plan = self._planner.plan(picture, self._zoom)
        if not self._stars:
            self._stars = self._star_markup(plan)
        ruled = self._ruled = rulers(picture)
        state: dict[str, list[Any]] = {
            "l": [self._colour(ruled.get(code)) for code in self._lands],
            "u": [self._unit(each, plan, picture) for each in sorted(plan.units, key=lambda each: each.displaced)],
            "o": [],
            "b": [],
            "n": self._name_places(picture, plan),
        }
        arrows: list[list[object]] = []
        for drawing in sorted(plan.orders, key=lambda each: order_layer(each.shape)):
            arrows += self._shapes(recorded(lambda painter, drawing=drawing: paint_order(painter, drawing, self.colours, plan.sizes)))  # type: ignore[misc]  # bound at once
        state["o"] = arrows
        for order in plan.orders:
            state["b"] += [*self._letter(order, plan), *(self._badge(badge, plan) for badge in order.badges)]
        state["b"] += [self._badge(badge, plan) for badge in plan.badges]
        if picture.hidden:
            state["h"] = [at for at, code in enumerate(self._codes) if code in picture.hidden]
        self._states.append(state)

    def made(self) -> BoardStates:
        """All that was added."""
        titles = {code: place_name(self._picture.variant, code) for code in self._picture.variant.board.provinces}
        patterns = {power: tile for power in self._palette if power is not None and (tile := self._tile(power))}
        return BoardStates(
            still_board(self.board, self.colours, titles, self._ruled, patterns),
            "".join(self._symbol_markup),
            self._stars,
            tuple(self._styles),
            tuple((*land_colours(self.colours, power), pattern_fill(patterns, power)) for power in self._palette),
            dict(paint("fill", self.colours.theme.orders.fog)),
            tuple(self._states),
            self.board.width * STEPS,
            self.board.height * STEPS,
        )

    def _tile(self, power: str) -> str:
        """Return the tile that covers the land of *power* besides its colour, where its colour is not enough; empty elsewhere."""
        own = self.colours.power(power)
        if own.land_pattern is None:
            return ""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        pattern_tile(own.land_pattern, own.rim.faded(0.5)).save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
        packed = base64.b64encode(bytes(buffer.data().data())).decode("ascii")
        side = number(_TILE_SHARE * own.land_pattern.scale * self.board.symbol_width * STEPS)
        picture = tag("image", href=f"data:image/png;base64,{packed}", width=side, height=side)
        return tag("pattern", picture, patternUnits="userSpaceOnUse", width=side, height=side)

    # Pieces

    def _colour(self, power: str | None) -> int:
        return self._palette.setdefault(power, len(self._palette))

    def _symbol(self, key: Hashable, make: Callable[[], str]) -> int:
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = len(self._symbols)
            self._symbol_markup.append(make().replace("<g", f'<g id="y{found}"', 1))
        return found

    def _unit(self, unit: UnitDrawing, plan: Plan, picture: MapPicture) -> list[int]:
        key = ("unit", unit.unit.power, unit.unit.kind, unit.standing, round(unit.radius, 2), unit.sign)
        alone = replace(unit, at=(0.0, 0.0))

        def make() -> str:
            ghost = _GHOSTS.get(unit.standing)
            body = replace(alone, standing=UnitState.FIRM) if ghost is not None else alone
            shapes = _markup(recorded(lambda painter: paint_unit(painter, body, self.colours, plan.sizes, picture.unit_set)))
            sign = _markup(recorded(lambda painter: paint_plus_or_cross(painter, alone, self.colours, plan.sizes)))
            return tag("g", tag("g", shapes, opacity=None if ghost is None else str(ghost)), sign)

        return [self._symbol(key, make), round(unit.at[0] * STEPS), round(unit.at[1] * STEPS)]

    def _badge(self, badge: Badge, plan: Plan) -> list[int]:
        alone = replace(badge, at=(0.0, 0.0))
        key = ("badge", badge.kind, badge.text)
        at = self._symbol(key, lambda: tag("g", _markup(recorded(lambda painter: paint_badge(painter, alone, self.colours, plan.sizes)))))
        return [at, round(badge.at[0] * STEPS), round(badge.at[1] * STEPS)]

    def _letter(self, order: OrderDrawing, plan: Plan) -> list[list[int]]:
        """The power's letter on its arrow, where colour alone does not say whose it is."""
        found = letter_tag(order, self.colours, plan.sizes)
        if found is None:
            return []
        (x, y), reach = found
        letter = self.colours.power(order.drawn.power).letter

        def painted(painter: QPainter) -> None:
            paint_letter_tag(painter, letter, (0.0, 0.0), reach, self.colours, plan.sizes)

        at = self._symbol(
            ("letter", letter, round(reach, 2)), lambda: tag("g", _markup(recorded(painted)), class_="letter", data_of=letter)
        )
        return [[at, round(x * STEPS), round(y * STEPS)]]

    def _shapes(self, shapes: tuple[RecordedShape, ...]) -> list[list[object]]:
        """Shapes in their sequence; those on one path become one entry with several styles."""
        found: list[list[object]] = []
        for each in shapes:
            style = self._styles.setdefault(each.style, len(self._styles))
            if found and found[-1][0] == each.path:
                found[-1].append(style)
            else:
                found.append([each.path, style])
        return found

    def _star_markup(self, plan: Plan) -> str:
        def all_stars(painter: QPainter) -> None:
            for at in plan.stars.values():
                paint_star(painter, at, self.colours, plan.sizes)

        return _markup(recorded(all_stars))

    def _name_places(self, picture: MapPicture, plan: Plan) -> list[list[int]]:
        placed = self._names.place(names_of(self.board, picture, self._zoom), covering(plan), plan.sizes.unit, plan.sizes.pixel)
        return [[self._label(code, each), round(each.aside[0] * STEPS), round(each.aside[1] * STEPS)] for code, each in placed.items()]

    def _label(self, code: str, placed: PlacedName) -> int:
        label = placed.name.label
        sea = self.board.provinces[code].terrain is Terrain.SEA
        size = size_at(label, self._zoom)
        ink = self.colours.theme.ink
        colour, halo = (ink.sea_label, ink.sea_label_halo) if sea else (ink.label, ink.label_halo)

        def make() -> str:
            path = _letters(label, sea, size)
            width = number(max(size * 0.22, 2.4 / self._zoom) * STEPS)
            leader = label.leader
            line = ""
            if leader is not None:
                points = " ".join(f"{round(x * STEPS)},{round(y * STEPS)}" for x, y in leader)
                thin = number(max(0.9, 0.9 / self._zoom) * STEPS)
                line = tag("polyline", points=points, fill="none", stroke=css(colour), stroke_width=thin)
            shown = tag(
                "path", d=path, fill=css(colour), stroke_width=width, stroke_linejoin="round", paint_order="stroke", **paint("stroke", halo)
            )
            return tag("g", line, shown)

        return self._symbol(("name", code, label), make)


@lru_cache(maxsize=1000)
def _letters(label: Label, sea: bool, size: float) -> str:
    """The outlines of a name: each page of a board has the same ones."""

    def fill(painter: QPainter) -> None:
        painter.setPen(painter.pen().color())
        painter.fillPath(label_path(label, sea, size), painter.pen().color())

    return "".join(each.path for each in recorded(fill))


def _plain(colours: PictureColours) -> PictureColours:
    """The same without washes over units and without shadows: what stays plain shapes, and short."""
    theme = colours.theme
    unit = replace(theme.unit, gloss=0.0, shadow=theme.unit.shadow._replace(alpha=0))
    orders = replace(theme.orders, shadow=theme.orders.shadow._replace(alpha=0))
    return replace(colours, theme=replace(theme, unit=unit, orders=orders))


def _markup(shapes: tuple[RecordedShape, ...]) -> str:
    return "".join(tag("path", d=each.path, **{key.replace("-", "_"): value for key, value in each.style}) for each in shapes)


@dataclass(frozen=True, slots=True)
class _Board:
    markup: str
    data: dict[str, object]


def web_page(request: StoryRequest, go_on: GoOn) -> bytes:
    """The page of *request*.

    Raises:
        GivenUp: it is not wanted any more.
        NoBoardError: the variant has no drawn board here.
    """
    load_fonts()
    view = request.view
    if theme_named(view.theme).monochrome:
        view = replace(view, theme=USUAL_THEME)  # powers are distinguished by colour there
    line = request.game.line(request.branch)
    maker: StateMaker | None = None
    for index, turn in enumerate(line):
        if not go_on(index, len(line), describe_season(request.game.variant, turn.phase)):
            raise GivenUp(tr("Stopped: no page was written."))
        picture = PictureRequest(request.game, Cursor(request.branch, index), view, hidden=request.hidden.get(index, frozenset()))
        maker = maker or StateMaker(picture)
        maker.add(picture)
    assert maker is not None
    story = story_of(request.game, request.branch, request.viewer, letters=request.letters)
    look = story_look(request.game, maker.colours)
    return story_page(story, look, _board(maker, maker.made()), letters=request.letters)


def _board(maker: StateMaker, states: BoardStates) -> _Board:
    """The ``<svg>`` in its state at the end of the game, and the data that the script moves it by."""
    end = states.states[-1]
    layers = (
        states.still.markup,
        tag("g", states.stars),
        tag("g", id="orders"),
        tag("g", _uses(end["n"]), id="names", class_="names-layer"),
        tag("g", _uses(end["u"]), id="units"),
        tag("g", id="badges"),
        tag("g", id="fog", **states.fog),
        frame(maker.board, maker.colours),
    )
    label = tr("The board")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {states.width:.0f} {states.height:.0f}" role="img"'
        f' aria-label="{escape(label, quote=True)}">'
        f"{tag('defs', states.still.defs, states.symbols)}{''.join(layers)}</svg>"
    )
    return _Board(
        svg,
        {
            "states": states.states,
            "styles": [dict(each) for each in states.styles],
            "palette": states.palette,
            "borders": states.still.borders,
            "lines": border_styles(maker.board, maker.colours),
        },
    )


def _uses(items: Sequence[Sequence[int]]) -> str:
    return "".join(tag("use", href=f"#y{symbol}", x=str(x), y=str(y)) for symbol, x, y in items)
