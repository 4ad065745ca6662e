"""Scene of the board: shows a :class:`MapPicture`, holds no truth of its own, and says what lies under a point."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from adjudicator import Board, Location, Terrain, Unit
from app.presentation.layout.drawing import Plan, UnitDrawing
from app.presentation.layout.plan import Planner
from app.presentation.layout.polyline import Point, distance, distance_to
from app.presentation.layout.situation import KeptByBoard, anchor
from app.presentation.order_tools.stage import Arrow, ProvinceArea, UnitTouch
from app.presentation.picture import NOTHING_POINTED, DrawnOrder, MapPicture, Pointing, rulers
from app.presentation.power_colours import PictureColours, picture_colours_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.shapes import BoardShapes, qcolor
from app.qt.map.paint.still_painter import StillPart
from app.qt.map.paint.unit_painter import body_radius
from app.qt.map.painted_item import PaintedItem, Repaints
from app.qt.map.pieces import Highlights, NamesAndStars, Pieces
from app.qt.map.still_board import StillBoard
from entente.words.names import place_name
from variants.compiled import CompiledBoard

_SIDE = 1400
"""Pixels along the longer side of the index image."""


class HitMap:
    """Points of the board to provinces."""

    def __init__(self, shapes: BoardShapes) -> None:
        board = shapes.board
        self._board = board
        self._codes = tuple(board.provinces)
        self._scale = _SIDE / max(board.width, board.height)
        image = QImage(max(1, round(board.width * self._scale)), max(1, round(board.height * self._scale)), QImage.Format.Format_RGB32)
        image.fill(0xFF000000)
        painter = QPainter(image)
        painter.scale(self._scale, self._scale)
        painter.setPen(Qt.PenStyle.NoPen)
        outlines = shapes.provinces(1)
        # Waters first: where drawings overlap, land lies on top.
        ranked = sorted(range(len(self._codes)), key=lambda each: board.provinces[self._codes[each]].terrain is not Terrain.SEA)
        for index in ranked:
            painter.setBrush(QColor((index + 1) >> 16, (index + 1) >> 8 & 255, (index + 1) & 255))
            painter.drawPath(outlines[self._codes[index]])
        painter.end()
        self._image = image
        self._rect = QRectF(0, 0, board.width, board.height)

    def province_at(self, x: float, y: float) -> str | None:
        """The province drawn at a point in board units; ``None`` on impassable ground and outside."""
        column, row = int(x * self._scale), int(y * self._scale)
        if x < 0 or y < 0 or column >= self._image.width() or row >= self._image.height():
            return None
        index = (self._image.pixel(column, row) & 0xFFFFFF) - 1
        return self._codes[index] if index >= 0 else None

    def nearest_place(self, x: float, y: float, within: float) -> str | None:
        """The province whose unit place, star or retreat place is nearest, if one lies *within* that distance."""
        best: tuple[float, str] | None = None
        for code, shape in self._board.provinces.items():
            places: list[Point] = [*shape.units.values(), *shape.retreats.values()]
            if shape.supply is not None:
                places.append(shape.supply)
            for place in places:
                gap = distance((x, y), place)
                if gap <= within and (best is None or gap < best[0]):
                    best = (gap, code)
        return best[1] if best is not None else None

    def coast_at(self, province: str, x: float, y: float) -> str | None:
        """The named coast of *province* whose unit place is nearest to the point; ``None`` where it has none."""
        named = {coast: place for coast, place in self._board.provinces[province].units.items() if coast}
        return min(named, key=lambda coast: distance((x, y), named[coast])) if named else None


@dataclass(frozen=True, slots=True)
class ProvinceTouch:
    """A click or a hover on the board."""

    province: str | None
    """``None`` outside the board and on impassable ground."""

    coast: str | None
    """The nearest named coast, where the province has some."""

    unit: Unit | None
    """The unit whose symbol is under the pointer."""

    dislodged: bool
    """True if that unit is a dislodged one."""

    order: DrawnOrder | None
    """The drawn order whose arrow is under the pointer."""

    x: float
    y: float
    """In board units."""

    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    double: bool = False
    """True if it is the second click of a double click."""

    def as_touch(self, reachable: Collection[str] = ()) -> ProvinceArea | UnitTouch | Arrow | None:
        """The touch that the order tools understand: the symbol before the ground that can be gone to, then the arrow, then other ground.

        With Shift the arrow comes before everything.

        Args:
            reachable: the provinces that a click on their ground would order the picked unit to.
        """
        arrow = None if self.order is None else Arrow(self.order.power, self.order.order)
        if arrow is not None and self.modifiers & Qt.KeyboardModifier.ShiftModifier:
            return arrow
        if self.unit is not None:
            return UnitTouch(self.unit.province, self.dislodged, self.double)
        if arrow is not None and self.province not in reachable:
            return arrow
        return None if self.province is None else ProvinceArea(self.province)


_MARGIN_PIXELS = 10.0
"""Distance within which a place is hit by a click beside everything."""

_ARROW_PIXELS = 6.0
"""Distance from its line at which an arrow is hit; with Shift as far beside its paint."""


_SHAPES = KeptByBoard(BoardShapes)
_HITS = KeptByBoard(lambda board: HitMap(_SHAPES.of(board)))


class BoardScene(QGraphicsScene):
    """Shows pictures of one drawn board.

    ``show_picture`` is all it takes; ``set_zoom`` says how large the board is seen, so that symbols and the baked picture fit.
    """

    def __init__(self, board: CompiledBoard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        load_fonts()
        self.board = board
        self._shapes = _SHAPES.of(board)
        self.setSceneRect(self._shapes.rect)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._picture: MapPicture | None = None
        self._picture_colours: PictureColours | None = None
        self._planner: tuple[Board, Planner] | None = None
        self._plan: Plan | None = None
        self._is_laid_out = True
        """True if the plan is that of the picture."""
        self._zoom = 0.5
        self._fitted: float | None = None
        self._pointing = NOTHING_POINTED
        self._hits: HitMap | None = None
        self.seen_as: Callable[[Plan], Plan] | None = None
        """Function that filters a plan to the part in view, where not all of it is visible yet."""
        self._repaints = Repaints(self)
        self._still = StillBoard(self._shapes, self, lambda: self._repaints.busy)
        self.addItem(self._still.backdrop)
        self._names = NamesAndStars(board, self, self._repaints)
        self._pieces = Pieces(self, self._repaints)
        self._highlights = Highlights(self._shapes, self, self._repaints)

    # The view

    @property
    def picture(self) -> MapPicture | None:
        """Picture in view."""
        return self._picture

    @property
    def plan(self) -> Plan | None:
        """Plan of the picture; it is made now if the size on the screen is still unknown."""
        if not self._is_laid_out and self._picture is not None:
            self._lay_out_now()
        return self._plan

    @property
    def covered(self) -> QRectF | None:
        """Rectangle that the still board covers whole, in board units; ``None`` before there is anything of it."""
        return self.sceneRect() if self._still.backdrop.has_base else None

    def show_picture(self, picture: MapPicture) -> None:
        """Show *picture*; only differences from the one before are painted again."""
        before, self._picture = self._picture, picture
        picture_colours = picture_colours_of(picture)
        new_colours = picture_colours != self._picture_colours
        self._picture_colours = picture_colours
        if new_colours:
            self.setBackgroundBrush(qcolor(picture_colours.theme.ink.table))
        self._show_still(picture)
        if before is None or replace(before, pointing=picture.pointing) != picture or new_colours:
            self._lay_out()
        self.point(picture.pointing)

    def written_in(self, code: str) -> tuple[QRectF, QRectF]:
        """Return the rectangles of the name and the star of a province, in board units; null rectangles where they are not drawn."""
        return self._names.written_in(code)

    def hide_names(self, codes: Collection[str]) -> None:
        """Leave out the names of *codes*, and show all others; the stage writes these larger."""
        self._names.hide(codes)

    def name_of(self, code: str) -> str:
        """The name of a province of the picture; the code where there is no picture."""
        return code if self._picture is None else place_name(self._picture.variant, code)

    def show_names(self, board: CompiledBoard) -> None:
        """The same outlines with more on them: names that were not ready before, marks that stand clear of them."""
        self.board = board
        self._planner = None
        self._names.set_board(board)
        if self._picture is not None:
            self._lay_out()

    def point(self, pointing: Pointing) -> None:
        """Show what a person picks and points at; the picture stays."""
        if self._picture is None or self._picture_colours is None:
            return
        self._pointing = pointing
        if self._picture.pointing != pointing:
            self._picture = replace(self._picture, pointing=pointing)
        self._show_pointing()

    def _show_pointing(self) -> None:
        if self._plan is None or self._picture_colours is None or not self._is_laid_out:
            return
        selected = self._pointing.selected
        picked_at = None if selected is None else self._place_of(selected)
        self._highlights.show(self._pointing, picked_at, self._picture_colours, self._plan.sizes)

    def set_zoom(self, zoom: float, fitted: float | None = None, visible: QRectF | None = None) -> None:
        """Fit symbols and the baked picture to *zoom*.

        Args:
            zoom: device pixels per board unit.
            fitted: the zoom at which the whole board is seen; the board is baked at twice that.
            visible: what is seen, in board units; baked sharper when the zoom is higher than that.
        """
        refitted = fitted is not None and fitted != self._fitted
        self._fitted = fitted if fitted is not None else self._fitted
        if self._picture is not None and (refitted or not self._is_laid_out or abs(zoom - self._zoom) > self._zoom * 0.0005):
            self._zoom = zoom
            self._lay_out_now()
        self._zoom = zoom
        self._still.rest(zoom, fitted if fitted is not None else zoom, visible)

    @property
    def zoom(self) -> float:
        """Device pixels per board unit that symbols are laid out for."""
        return self._zoom

    def close(self) -> None:
        """Stop baking and painting: the scene is not needed any more."""
        self._still.close()
        self._repaints.drop_all()

    @property
    def is_rendering(self) -> bool:
        """True if a better picture of the still part is on its way, or anything is still seen in colours it has no more."""
        return self._still.is_rendering or self._repaints.busy

    def finish_rendering(self) -> None:
        """Bake everything that waits, now, and show nothing in colours it has no more."""
        self._still.finish()
        self._repaints.finish()

    def take_ground(self, other: BoardScene) -> None:
        """Show the ground that is baked for *other*, a scene of the same board; the next picture is to have the same owners and colours."""
        self._still.take_base(other._still)

    def paint_ahead(self, area: QRectF) -> Iterator[None]:
        """Paint all that is seen in *area*, a thing at a time, before a view shows it."""
        self._repaints.finish()
        for item in self.items(area):
            if isinstance(item, PaintedItem):
                item.paint_ahead(area)
                yield
        edges = area.left(), area.top(), area.right(), area.bottom()
        for name in self._names.written:
            kept = name.painted_in(*edges)
            if kept is not None:
                kept.paint_ahead(area.translated(-name.at[0], -name.at[1]))
                yield

    def paint_ground_ahead(self) -> None:
        """Scale the ground to what is seen, before a view shows it."""
        self._still.backdrop.paint_ahead()

    # The still part

    def _show_still(self, picture: MapPicture) -> None:
        assert self._picture_colours is not None
        self._still.show(StillPart(self._shapes, self._picture_colours, rulers(picture) if picture.tint else {}, picture.hidden))

    # The live part

    def _lay_out(self) -> None:
        """Lay the picture out, unless its size on the screen is unknown: then once that is known, or the plan is needed."""
        self._is_laid_out = False
        if self._fitted is not None:
            self._lay_out_now()

    def _lay_out_now(self) -> None:
        assert self._picture is not None
        self._is_laid_out = True
        self._plan = self.plan_for(self._picture)
        self.show_plan(self._plan if self.seen_as is None else self.seen_as(self._plan))
        assert self._picture_colours is not None
        self._names.show(self._picture, self._plan, self._picture_colours, self._zoom)
        self._highlights.show_spheres(self._picture.spheres, self._picture_colours, self._zoom)
        self._show_pointing()

    def look_again(self) -> None:
        """Show what ``seen_as`` makes of the plan by now."""
        plan = self.plan
        if plan is not None:
            self.show_plan(plan if self.seen_as is None else self.seen_as(plan))

    def plan_for(self, picture: MapPicture) -> Plan:
        """Return the plan of *picture* at the present zoom."""
        if self._planner is None or self._planner[0] is not picture.variant.board:
            self._planner = (picture.variant.board, Planner(self.board, picture.variant.board))
        return self._planner[1].plan(picture, self._zoom, self._fitted)

    def show_plan(self, plan: Plan) -> None:
        """Show units and orders as *plan* has them; the animator shows the steps between two pictures this way."""
        assert self._picture is not None
        assert self._picture_colours is not None
        self._pieces.show(plan, self._picture_colours, self._picture.unit_set)

    def _place_of(self, province: str) -> Point | None:
        """Return the place of the unit that a person means by *province*: the dislodged one, if there is one."""
        plan = self.plan
        if plan is None:
            return None
        here = [each for each in plan.units if each.unit.province == province]
        displaced = next((each.at for each in here if each.displaced), None)
        if displaced is not None:
            return displaced
        if here:
            return here[0].at
        return anchor(self.board, Location(province))

    def show_drag(self, province: str | None, to: QPointF | None) -> None:
        """Show a line from the unit in *province* to a point, while it is dragged; nothing when either is ``None``."""
        start = self._place_of(province) if province is not None else None
        plan = self.plan
        if start is None or to is None or plan is None or self._picture_colours is None:
            self._highlights.clear_drag()
        else:
            self._highlights.show_drag(start, to, self._picture_colours, plan.sizes)

    def area_of(self, province: str) -> QRectF:
        """The rectangle around *province*, in board units; nothing where the board has none of that code."""
        return self._shapes.bounds.get(province, QRectF())

    # What is touched

    @property
    def hits(self) -> HitMap:
        """Points to provinces; made when it is first asked for."""
        if self._hits is None:
            self._hits = _HITS.of(self._shapes.board)
        return self._hits

    def warm_up(self) -> None:
        """Make the hit image soon, when there is nothing else to do."""
        QTimer.singleShot(0, self, lambda: self.hits)

    def province_at(self, point: QPointF) -> str | None:
        """The province at a point of the scene, or the one whose place is within ten pixels of it."""
        found = self.hits.province_at(point.x(), point.y())
        return found or self.hits.nearest_place(point.x(), point.y(), _MARGIN_PIXELS / self._zoom)

    def unit_at(self, point: QPointF) -> UnitDrawing | None:
        """The unit whose symbol is at a point of the scene; a dislodged one before the one that lies under it."""
        plan = self.plan
        if plan is None:
            return None
        at = (point.x(), point.y())
        near = [each for each in plan.units if distance(each.at, at) <= body_radius(each)]
        return min(near, key=lambda each: (not each.displaced, distance(each.at, at)), default=None)

    def order_at(self, point: QPointF, zoom: float | None = None, *, widely: bool = False) -> DrawnOrder | None:
        """The order whose arrow or line runs within a few pixels of a point of the scene.

        Args:
            zoom: pixels per board unit; as it is laid out for unless given.
            widely: anywhere on the arrow as it is painted, not near its middle line alone.
        """
        plan = self.plan
        if plan is None:
            return None
        at = (point.x(), point.y())
        reach = _ARROW_PIXELS / (zoom or self._zoom)
        best: tuple[float, DrawnOrder] | None = None
        for each in plan.orders:
            if len(each.line) < 2:
                continue
            gap = distance_to(each.line, at)
            if gap <= reach + (each.width / 2 if widely else 0.0) and (best is None or gap < best[0]):
                best = (gap, each.drawn)
        return best[1] if best is not None else None

    def touch_at(
        self,
        point: QPointF,
        button: Qt.MouseButton = Qt.MouseButton.NoButton,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        *,
        double: bool = False,
        zoom: float | None = None,
    ) -> ProvinceTouch:
        """The touch at a point of the scene, with all that lies there.

        Args:
            zoom: pixels of the window per board unit, where it is known.
        """
        unit = self.unit_at(point)
        province = unit.unit.province if unit is not None else self.province_at(point)
        coast = self.hits.coast_at(province, point.x(), point.y()) if province is not None else None
        return ProvinceTouch(
            province,
            coast,
            unit.unit if unit is not None else None,
            unit is not None and unit.displaced,
            self.order_at(point, zoom, widely=bool(modifiers & Qt.KeyboardModifier.ShiftModifier)),
            point.x(),
            point.y(),
            button,
            modifiers,
            double,
        )
