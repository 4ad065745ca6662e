"""Items of the board: units, orders and marks, names and stars, and highlights of what is picked or pointed at."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.presentation.layout.drawing import Layer, OrderDrawing, OrderLook, Plan, Sizes, Stacking, UnitDrawing, order_layer
from app.presentation.layout.name_places import Disc, Name, NamePlacer, covering
from app.presentation.layout.polyline import Point
from app.presentation.picture import NODE_PIXELS, MapPicture, Pointing
from app.presentation.power_colours import PictureColours
from app.qt.map.paint.highlight_painter import (
    DRAG_PIXELS,
    TARGET_PIXELS,
    paint_drag,
    paint_hover,
    paint_selection,
    paint_spheres,
    paint_target,
    paint_veil,
)
from app.qt.map.paint.label_painter import names_of, paint_star, star_reach
from app.qt.map.paint.order_painter import (
    badge_reach,
    letter_tag,
    order_bounds,
    paint_badge,
    paint_order,
    paint_order_badges,
    withdrawn_label,
)
from app.qt.map.paint.shapes import BoardShapes
from app.qt.map.paint.unit_painter import paint_plus_or_cross, paint_unit, unit_reach
from app.qt.map.painted_item import DragItem, LabelItem, NameSheet, PaintedItem, Repaints
from variants.compiled import CompiledBoard
from variants.unit_set import UnitSet


class Pieces:
    """The items of a scene that show a plan's units, orders and marks."""

    def __init__(self, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._scene = scene
        self._repaints = repaints
        self._items: dict[object, PaintedItem] = {}
        """Items by what they show."""

    def show(self, plan: Plan, picture_colours: PictureColours, units: UnitSet) -> None:
        """Show *plan*; items that are there already are touched only where they differ."""
        sizes, zoom = plan.sizes, 1 / plan.sizes.pixel
        colours = (picture_colours, units)
        shown: dict[object, PaintedItem] = {}
        stacking = Stacking(fresh=not self._items)
        # Within a layer what comes later in the plan lies above, whenever its item was made.
        for order in plan.orders:
            item = self._item(shown, (order.drawn.power, order.drawn.order))
            _stack(item, stacking, order_layer(order.shape))
            content, order_colours = (_in_full_colour(order), sizes), (*colours, order.look)
            if not item.is_showing(zoom, content, order_colours):
                paint = partial(paint_order, drawing=order, picture_colours=picture_colours, sizes=sizes)
                item.show_painting(order_bounds(order, sizes), paint, zoom, content, order_colours)
            tag = letter_tag(order, picture_colours, sizes)
            label = withdrawn_label(order, sizes) if order.drawn.is_withdrawn else None
            if order.badges or tag is not None or label is not None:
                item = self._item(shown, ("badges", order.drawn.power, order.drawn.order))
                _stack(item, stacking, Layer.BADGES)
                box = QRectF() if tag is None else around(*tag)
                for badge in order.badges:
                    box = box.united(around(badge.at, badge_reach(badge, sizes)))
                if label is not None:
                    box = box.united(label[1].adjusted(-sizes.pixel, -sizes.pixel, sizes.pixel, sizes.pixel))
                paint = partial(paint_order_badges, drawing=order, picture_colours=picture_colours, sizes=sizes)
                item.show_painting(box, paint, zoom, (order.badges, tag, label is not None, order.line, sizes), colours)
        for unit in plan.units:
            item = self._item(shown, (unit.unit, unit.displaced))
            _stack(item, stacking, Layer.DISLODGED if unit.displaced else Layer.UNITS)
            # Painted around the origin and moved to its place, so that a unit that only moves is not painted again.
            still = replace(unit, at=(0.0, 0.0))
            if not item.is_showing(zoom, (still, sizes), colours):
                paint = partial(_paint_unit_with_sign, drawing=still, picture_colours=picture_colours, sizes=sizes, units=units)
                item.show_painting(around(still.at, unit_reach(unit) + sizes.badge), paint, zoom, (still, sizes), colours)
            item.setPos(*unit.at)
        for badge in plan.badges:
            item = self._item(shown, badge)
            _stack(item, stacking, Layer.BADGES + 1)
            paint = partial(paint_badge, badge=badge, picture_colours=picture_colours, sizes=sizes)
            item.show_painting(around(badge.at, badge_reach(badge, sizes)), paint, zoom, (badge, sizes), colours)
        for item in self._items.values():
            self._repaints.drop(item)
            self._scene.removeItem(item)
        self._items = shown

    def _item(self, shown: dict[object, PaintedItem], key: object) -> PaintedItem:
        """The item of *key* before, or a new one; noted in *shown*."""
        while key in shown:
            key = (key, "again")
        item = self._items.pop(key, None)
        if item is None:
            item = PaintedItem(0, repaints=self._repaints)
            self._scene.addItem(item)
        shown[key] = item
        return item


def _in_full_colour(order: OrderDrawing) -> OrderDrawing:
    """*order* without what is a matter of colour: many orders fade at once, and none of them need hold up a frame."""
    return replace(order, look=OrderLook.FIRM) if order.look is OrderLook.FADED else order


def around(at: Point, reach: float) -> QRectF:
    """The square that reaches *reach* from *at* to all sides."""
    return QRectF(at[0] - reach, at[1] - reach, reach * 2, reach * 2)


def _stack(item: PaintedItem, stacking: Stacking, layer: float) -> None:
    item.setZValue(stacking.height(layer, item.zValue() or None))


def _paint_unit_with_sign(painter: QPainter, drawing: UnitDrawing, picture_colours: PictureColours, sizes: Sizes, units: UnitSet) -> None:
    paint_unit(painter, drawing, picture_colours, sizes, units)
    paint_plus_or_cross(painter, drawing, picture_colours, sizes)


_HOVER_PIXELS = 5.0
"""Distance beyond its province to which the pointer's outline is painted."""


class Highlights:
    """The items that show what is pointed at. Each covers no more than it shows."""

    def __init__(self, shapes: BoardShapes, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._shapes = shapes
        self._scene = scene
        self._repaints = repaints
        self._spheres = PaintedItem(Layer.SPHERES, repaints=repaints)
        self._veil = PaintedItem(Layer.GLOW)
        self._targets: dict[str, PaintedItem] = {}
        """Items in view or hidden: a province that glowed once does so again soon, and its borders take long to paint."""
        self._look: tuple[float, PictureColours] | None = None
        """The zoom and colours that those are painted for."""
        self._hover = PaintedItem(Layer.HOVER)
        self._selection = PaintedItem(Layer.SELECTION, repaints=repaints)
        self._drag = DragItem(shapes.rect)
        for item in (self._spheres, self._veil, self._hover, self._selection, self._drag):
            scene.addItem(item)

    def show(self, pointing: Pointing, picked_at: Point | None, picture_colours: PictureColours, sizes: Sizes) -> None:
        """Show *pointing*; what it shows already is left as it is.

        Args:
            pointing: what a person picks and points at.
            picked_at: the place of the unit that is picked, in board units.
            picture_colours: the colours of the picture.
            sizes: of symbols, at the present zoom.
        """
        self._show_veil(pointing, picture_colours)
        self._show_targets(pointing, picture_colours, sizes.pixel)
        if picked_at is None:
            self._selection.clear()
        else:
            paint = partial(paint_selection, at=picked_at, picture_colours=picture_colours, sizes=sizes)
            self._selection.show_painting(around(picked_at, sizes.unit * 2.4), paint, 1 / sizes.pixel, (picked_at, sizes), picture_colours)
        self._show_hover(pointing.hovered, picture_colours, sizes.pixel)

    def show_spheres(self, spheres: Mapping[str, str], picture_colours: PictureColours, zoom: float) -> None:
        """Tint the provinces of *spheres* at *zoom* pixels per board unit."""
        if not spheres:
            self._spheres.clear()
            return
        paint = partial(paint_spheres, shapes=self._shapes, spheres=spheres, picture_colours=picture_colours)
        self._spheres.show_painting(self._shapes.rect, paint, zoom, tuple(sorted(spheres.items())), picture_colours)

    def _show_veil(self, pointing: Pointing, picture_colours: PictureColours) -> None:
        if not pointing.dim_others:
            self._veil.clear()
            return
        paint = partial(paint_veil, shapes=self._shapes, bright=pointing.bright, picture_colours=picture_colours)
        self._veil.show_painting(self._shapes.rect, paint, content=pointing.bright, colours=picture_colours)

    def _show_targets(self, pointing: Pointing, picture_colours: PictureColours, pixel: float) -> None:
        look = (pixel, picture_colours)
        if look != self._look:
            for each in self._targets.values():
                self._repaints.drop(each)
                self._scene.removeItem(each)
            self._targets.clear()
            self._look = look
        for code in sorted(pointing.targets & self._shapes.bounds.keys()):
            if code not in self._targets:
                item = self._targets[code] = PaintedItem(Layer.GLOW + 0.5, repaints=self._repaints)
                self._scene.addItem(item)
                slack = (TARGET_PIXELS / 2 + 2) * pixel
                box = self._shapes.bounds[code].adjusted(-slack, -slack, slack, slack)
                paint = partial(paint_target, shapes=self._shapes, code=code, picture_colours=picture_colours, zoom=1 / pixel)
                item.show_painting(box, paint, 1 / pixel, code)
        for code, each in self._targets.items():
            each.setVisible(code in pointing.targets)

    def _show_hover(self, province: str | None, picture_colours: PictureColours, pixel: float) -> None:
        if province is None or province not in self._shapes.bounds:
            self._hover.clear()
            return
        slack = _HOVER_PIXELS * pixel
        box = self._shapes.bounds[province].adjusted(-slack, -slack, slack, slack)
        paint = partial(paint_hover, shapes=self._shapes, province=province, picture_colours=picture_colours, zoom=1 / pixel)
        self._hover.show_painting(box, paint, 1 / pixel, province, picture_colours)

    def show_drag(self, start: Point, to: QPointF, picture_colours: PictureColours, sizes: Sizes) -> None:
        """Show a line from *start* to *to*, in board units."""
        end = (to.x(), to.y())
        paint = partial(paint_drag, start=start, end=end, picture_colours=picture_colours, sizes=sizes)
        self._drag.show_line(start, end, paint, (DRAG_PIXELS + 1) * sizes.pixel, sizes.pixel)

    def clear_drag(self) -> None:
        """Take the line away."""
        self._drag.clear()


class NamesAndStars:
    """The items of a scene that show what is written on a board."""

    def __init__(self, board: CompiledBoard, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._board = board
        self._placer = NamePlacer(board)
        self._written: tuple[object, Mapping[str, tuple[Name, ...]]] | None = None
        self._shown: object = None
        """All that the items in view depend on."""
        self._stars = {code: PaintedItem(Layer.STARS, repaints=repaints) for code in board.provinces}
        sheet = NameSheet(QRectF(0, 0, board.width, board.height))
        self._labels = {code: LabelItem(sheet, repaints) for code in board.provinces}
        for item in (*self._stars.values(), sheet):
            scene.addItem(item)

    def set_board(self, board: CompiledBoard) -> None:
        """Take names and marks from *board* from now on, which has the same provinces."""
        self._board = board
        self._placer = NamePlacer(board)
        self._written = self._shown = None

    @property
    def written(self) -> Collection[LabelItem]:
        """All names, those out of sight included."""
        return self._labels.values()

    def hide(self, codes: Collection[str]) -> None:
        """Leave out the names of *codes*, and show all others."""
        for code, item in self._labels.items():
            item.set_place(item.at, is_shown=code not in codes)

    def written_in(self, code: str) -> tuple[QRectF, QRectF]:
        """Return the present rectangles of the name and the star of a province on the board; null rectangles where they are not drawn."""
        return self._labels[code].letters(), self._stars[code].sceneBoundingRect()

    def show(self, picture: MapPicture, plan: Plan, picture_colours: PictureColours, zoom: float) -> None:
        """Show the names and stars of *picture*, the names clear of what *plan* has, at *zoom* pixels per board unit."""
        sizes = plan.sizes
        covers = covering(plan) + tuple(Disc(*at, NODE_PIXELS * sizes.pixel) for at in picture.nodes)
        names = self._placer.place(self._names(picture, zoom), covers, sizes.unit, sizes.pixel)
        shown = (names, plan.stars, sizes, picture_colours, zoom)
        if shown == self._shown:
            return
        self._shown = shown
        for code, item in self._labels.items():
            placed = names.get(code)
            item.show_label(None if placed is None else placed.name.label, self._board.provinces[code], picture_colours, zoom)
            if placed is not None:
                item.set_place(placed.aside, is_shown=item.isVisible())
        for code, star in self._stars.items():
            at = plan.stars.get(code)
            if at is None:
                star.clear()
            elif not star.is_showing(zoom, (at, sizes), picture_colours):
                paint = partial(paint_star, at=at, picture_colours=picture_colours, sizes=sizes)
                star.show_painting(around(at, star_reach(sizes)), paint, zoom, (at, sizes), picture_colours)

    def _names(self, picture: MapPicture, zoom: float) -> Mapping[str, tuple[Name, ...]]:
        asked = (picture.labels, picture.hidden, zoom)
        if self._written is None or self._written[0] != asked:
            self._written = (asked, names_of(self._board, picture, zoom))
        return self._written[1]
