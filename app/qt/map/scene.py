"""The board as a scene: shows a :class:`MapPicture` and holds no truth of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsScene

from adjudicator.board import Board
from adjudicator.location import Location
from app.qt.map.fonts import load_fonts
from app.qt.map.hits import HitMap
from app.qt.map.items.label_item import LabelItem
from app.qt.map.items.painted_item import PaintedItem
from app.qt.map.paint.badge_painter import badge_reach, paint_badge
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.highlight_painter import paint_drag, paint_glow, paint_hover, paint_selection
from app.qt.map.paint.label_painter import names_of, paint_star, star_reach
from app.qt.map.paint.order_painter import order_bounds, paint_order, paint_order_badges
from app.qt.map.paint.qt_shapes import qcolor
from app.qt.map.paint.still_painter import StillPart
from app.qt.map.paint.unit_painter import body_radius, paint_plus_or_cross, paint_unit, unit_reach
from app.qt.map.pointer_target import ProvinceTouch
from app.qt.map.still_board import StillBoard
from app.view.layers import Layer, order_layer
from app.view.layout.drawing import Plan, UnitDrawing
from app.view.layout.names import NamePlacer, covering
from app.view.layout.places import anchor
from app.view.layout.plan import Planner
from app.view.layout.polyline import Point, distance, distance_to
from app.view.layout.sizes import Sizes
from app.view.picture import NOTHING_POINTED, DrawnOrder, MapPicture, Pointing, rulers
from app.view.picture_colours import PictureColours, picture_colours_of
from app.view.stacking import Stacking
from variants.compiled import CompiledBoard
from variants.unit_set import UnitSet

_MARGIN_PIXELS = 10.0
"""How near a place must be for a press beside everything."""

_ARROW_PIXELS = 6.0
"""How near its line an arrow is hit; with Shift as far beside its paint."""


class BoardScene(QGraphicsScene):
    """Shows pictures of one drawn board.

    ``show_picture`` is all it takes; ``set_zoom`` says how large the board is seen, so that symbols and the baked picture fit.
    """

    def __init__(self, board: CompiledBoard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        load_fonts()
        self.board = board
        self._shapes = BoardShapes(board)
        self.setSceneRect(self._shapes.rect)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._picture: MapPicture | None = None
        self._picture_colours: PictureColours | None = None
        self._planner: tuple[Board, Planner] | None = None
        self._names: NamePlacer | None = None
        self._plan: Plan | None = None
        self._zoom = 0.5
        self._fitted: float | None = None
        self._pointing = NOTHING_POINTED
        self._hits: HitMap | None = None
        self._still = StillBoard(self._shapes, self)
        self._glow = PaintedItem(Layer.GLOW)
        self._hover = PaintedItem(Layer.HOVER, kept=False)
        self._stars = {code: PaintedItem(Layer.STARS) for code in board.provinces}
        self._selection = PaintedItem(Layer.SELECTION)
        self._drag = PaintedItem(Layer.DRAG, kept=False)
        self._labels = {code: LabelItem() for code in board.provinces}
        self._pieces: dict[object, PaintedItem] = {}
        """Units, orders and marks, by what they show."""
        self._colours_changed = 0
        """Counts changes of colours."""
        self.seen_as: Callable[[Plan], Plan] | None = None
        """What of a plan is seen, where not all of it is shown yet."""
        single = (self._still.backdrop, self._glow, self._hover, self._selection, self._drag)
        for item in (*single, *self._stars.values(), *self._labels.values()):
            self.addItem(item)

    # What is shown

    @property
    def picture(self) -> MapPicture | None:
        """What was last shown."""
        return self._picture

    @property
    def plan(self) -> Plan | None:
        """How it was laid out."""
        return self._plan

    def show_picture(self, picture: MapPicture) -> None:
        """Show *picture*; only what differs from the one before is painted anew."""
        before, self._picture = self._picture, picture
        picture_colours = picture_colours_of(picture)
        new_dress = picture_colours != self._picture_colours
        self._picture_colours = picture_colours
        if new_dress:
            self._colours_changed += 1
            self.setBackgroundBrush(qcolor(picture_colours.theme.ink.table))
        self._show_still(picture)
        if before is None or replace(before, pointing=picture.pointing) != picture or new_dress:
            self._lay_out()
        self.point(picture.pointing)

    def show_names(self, board: CompiledBoard) -> None:
        """The same outlines with more on them: names that were not ready before, marks that stand clear of them."""
        self.board = board
        self._planner = None
        self._names = None
        if self._picture is not None:
            self._lay_out()

    def point(self, pointing: Pointing) -> None:
        """Show what a person picks and points at; the picture stays."""
        if self._picture is None or self._picture_colours is None:
            return
        before, self._pointing = self._pointing, pointing
        if self._picture.pointing != pointing:
            self._picture = replace(self._picture, pointing=pointing)
        if replace(before, hovered=None) != replace(pointing, hovered=None):
            self._show_glow()
            self._show_selection()
        if before.hovered != pointing.hovered:
            self._show_hover()

    def set_zoom(self, zoom: float, fitted: float | None = None, visible: QRectF | None = None) -> None:
        """Fit symbols and the baked picture to *zoom*.

        Args:
            zoom: device pixels per board unit.
            fitted: the zoom at which the whole board is seen; the board is baked at twice that.
            visible: what is seen, in board units; baked sharper when the zoom is higher than that.
        """
        refitted = fitted is not None and fitted != self._fitted
        self._fitted = fitted if fitted is not None else self._fitted
        if self._picture is not None and (refitted or abs(zoom - self._zoom) > self._zoom * 0.0005):
            self._zoom = zoom
            self._lay_out()
            self._show_glow()
            self._show_selection()
            self._show_hover()
        self._zoom = zoom
        self._still.rest(zoom, fitted if fitted is not None else zoom, visible)

    @property
    def zoom(self) -> float:
        """Device pixels per board unit that symbols are laid out for."""
        return self._zoom

    def close(self) -> None:
        """Stop baking: the scene is not needed any more."""
        self._still.close()

    @property
    def is_rendering(self) -> bool:
        """Whether a better picture of the still part is on its way."""
        return self._still.is_rendering

    def finish_rendering(self) -> None:
        """Bake everything that waits, now."""
        self._still.finish()

    # The still part

    def _show_still(self, picture: MapPicture) -> None:
        assert self._picture_colours is not None
        self._still.show(StillPart(self._shapes, self._picture_colours, rulers(picture) if picture.tint else {}, picture.hidden))

    # The live part

    def _lay_out(self) -> None:
        assert self._picture is not None
        self._plan = self.plan_for(self._picture)
        self.show_plan(self._plan if self.seen_as is None else self.seen_as(self._plan))
        self._show_labels()

    def look_again(self) -> None:
        """Show what ``seen_as`` makes of the plan by now."""
        if self._plan is not None:
            self.show_plan(self._plan if self.seen_as is None else self.seen_as(self._plan))

    def plan_for(self, picture: MapPicture) -> Plan:
        """How *picture* would be laid out at the present zoom."""
        if self._planner is None or self._planner[0] is not picture.variant.board:
            self._planner = (picture.variant.board, Planner(self.board, picture.variant.board))
        return self._planner[1].plan(picture, self._zoom, self._fitted)

    def show_plan(self, plan: Plan) -> None:
        """Show units and orders as *plan* has them; the animator shows the steps between two pictures this way."""
        assert self._picture is not None
        assert self._picture_colours is not None
        picture_colours, sizes, units, zoom = self._picture_colours, plan.sizes, self._picture.unit_set, 1 / plan.sizes.pixel
        look = (self._colours_changed, sizes, units)
        shown: dict[object, PaintedItem] = {}
        stacking = Stacking(fresh=not self._pieces)
        # Within a layer what comes later in the plan lies above, whenever its item was made.
        for order in plan.orders:
            item = self._item(shown, (order.drawn.power, order.drawn.order))
            _stack(item, stacking, order_layer(order.shape))
            paint = partial(paint_order, drawing=order, picture_colours=picture_colours, sizes=sizes)
            item.show_painting(order_bounds(order, sizes), paint, zoom, (order, look))
            if order.badges:
                item = self._item(shown, ("badges", order.drawn.power, order.drawn.order))
                _stack(item, stacking, Layer.BADGES)
                box = QRectF()
                for badge in order.badges:
                    box = box.united(_around(badge.at, badge_reach(badge, sizes)))
                paint = partial(paint_order_badges, drawing=order, picture_colours=picture_colours, sizes=sizes)
                item.show_painting(box, paint, zoom, (order.badges, look))
        for unit in plan.units:
            item = self._item(shown, (unit.unit, unit.displaced))
            _stack(item, stacking, Layer.DISLODGED if unit.displaced else Layer.UNITS)
            # Painted around the origin and put in its place, so that a unit that only moves is not painted anew.
            still = replace(unit, at=(0.0, 0.0))
            paint = partial(_paint_unit_with_sign, drawing=still, picture_colours=picture_colours, sizes=sizes, units=units)
            item.show_painting(_around(still.at, unit_reach(unit) + sizes.badge), paint, zoom, (still, look))
            item.setPos(*unit.at)
        for badge in plan.badges:
            item = self._item(shown, badge)
            _stack(item, stacking, Layer.BADGES + 1)
            paint = partial(paint_badge, badge=badge, picture_colours=picture_colours, sizes=sizes)
            item.show_painting(_around(badge.at, badge_reach(badge, sizes)), paint, zoom, (badge, look))
        for item in self._pieces.values():
            self.removeItem(item)
        self._pieces = shown

    def _item(self, shown: dict[object, PaintedItem], key: object) -> PaintedItem:
        """The item that showed *key* before, or a new one; noted in *shown*."""
        while key in shown:
            key = (key, "again")
        item = self._pieces.pop(key, None)
        if item is None:
            item = PaintedItem(0)
            self.addItem(item)
        shown[key] = item
        return item

    def _show_labels(self) -> None:
        assert self._picture is not None
        assert self._picture_colours is not None
        assert self._plan is not None
        picture, picture_colours, sizes = self._picture, self._picture_colours, self._plan.sizes
        stars = self._plan.stars
        if self._names is None:
            self._names = NamePlacer(self.board)
        names = self._names.place(names_of(self.board, picture, self._zoom), covering(self._plan), sizes.unit, sizes.pixel)
        for code, item in self._labels.items():
            placed = names.get(code)
            item.show_label(None if placed is None else placed.name.label, self.board.provinces[code], picture_colours, self._zoom)
            if placed is not None:
                item.setPos(*placed.aside)
        for code, star in self._stars.items():
            if code not in stars:
                star.clear()
            else:
                at = stars[code]
                paint = partial(paint_star, at=at, picture_colours=picture_colours, sizes=sizes)
                star.show_painting(_around(at, star_reach(sizes)), paint, self._zoom, (at, sizes, self._colours_changed))

    def _show_glow(self) -> None:
        pointing = self._pointing
        if not pointing.targets and not pointing.dim_others:
            self._glow.clear()
            return
        picture_colours, zoom, shapes = self._picture_colours, self._zoom, self._shapes
        assert picture_colours is not None
        self._glow.show_painting(shapes.rect, lambda painter: paint_glow(painter, shapes, pointing, picture_colours, zoom), zoom)

    def _show_selection(self) -> None:
        plan, picture_colours = self._plan, self._picture_colours
        selected = self._pointing.selected
        if selected is None or plan is None or picture_colours is None:
            self._selection.clear()
            return
        at = self._place_of(selected)
        if at is None:
            self._selection.clear()
            return
        sizes = plan.sizes
        self._selection.show_painting(
            _around(at, sizes.unit * 2.4), lambda painter: paint_selection(painter, at, picture_colours, sizes), self._zoom
        )

    def _place_of(self, province: str) -> Point | None:
        """Where the unit stands that a person means by *province*: the dislodged one, if there is one."""
        if self._plan is None:
            return None
        here = [each for each in self._plan.units if each.unit.province == province]
        displaced = next((each.at for each in here if each.displaced), None)
        if displaced is not None:
            return displaced
        if here:
            return here[0].at
        return anchor(self.board, Location(province))

    def _show_hover(self) -> None:
        province, picture_colours = self._pointing.hovered, self._picture_colours
        if province is None or province not in self.board.provinces or picture_colours is None:
            self._hover.clear()
            return
        slack = 5 / self._zoom
        box = self._shapes.bounds[province].adjusted(-slack, -slack, slack, slack)
        shapes, zoom = self._shapes, self._zoom
        self._hover.show_painting(box, lambda painter: paint_hover(painter, shapes, province, picture_colours, zoom))

    def show_drag(self, province: str | None, to: QPointF | None) -> None:
        """Show a line from the unit in *province* to a point, while it is dragged; nothing when either is ``None``."""
        start = self._place_of(province) if province is not None else None
        if start is None or to is None or self._plan is None or self._picture_colours is None:
            self._drag.clear()
            return
        sizes, picture_colours = self._plan.sizes, self._picture_colours
        end = (to.x(), to.y())
        box = _around(start, sizes.unit * 2).united(_around(end, sizes.unit * 2))
        self._drag.show_painting(box, lambda painter: paint_drag(painter, start, end, picture_colours, sizes))

    # What is touched

    @property
    def hits(self) -> HitMap:
        """Points to provinces; made when it is first asked for."""
        if self._hits is None:
            self._hits = HitMap(self._shapes)
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
        if self._plan is None:
            return None
        at = (point.x(), point.y())
        near = [each for each in self._plan.units if distance(each.at, at) <= body_radius(each)]
        return min(near, key=lambda each: (not each.displaced, distance(each.at, at)), default=None)

    def order_at(self, point: QPointF, zoom: float | None = None, *, widely: bool = False) -> DrawnOrder | None:
        """The order whose arrow or line runs within a few pixels of a point of the scene.

        Args:
            zoom: pixels per board unit; as it is laid out for unless given.
            widely: anywhere on the arrow as it is painted, not near its middle line alone.
        """
        if self._plan is None:
            return None
        at = (point.x(), point.y())
        reach = _ARROW_PIXELS / (zoom or self._zoom)
        best: tuple[float, DrawnOrder] | None = None
        for each in self._plan.orders:
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
        """Everything that lies at a point of the scene.

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


def _stack(item: PaintedItem, stacking: Stacking, layer: float) -> None:
    item.setZValue(stacking.height(layer, item.zValue() or None))


def _around(at: Point, reach: float) -> QRectF:
    return QRectF(at[0] - reach, at[1] - reach, reach * 2, reach * 2)


def _paint_unit_with_sign(painter: QPainter, drawing: UnitDrawing, picture_colours: PictureColours, sizes: Sizes, units: UnitSet) -> None:
    paint_unit(painter, drawing, picture_colours, sizes, units)
    paint_plus_or_cross(painter, drawing, picture_colours, sizes)
