"""Units, orders and marks on the board: an item for each, kept from one layout to the next."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.presentation.layers import Layer, order_layer
from app.presentation.layout.drawing import OrderDrawing, OrderLook, Plan, UnitDrawing
from app.presentation.layout.polyline import Point
from app.presentation.layout.sizes import Sizes
from app.presentation.picture_colours import PictureColours
from app.presentation.stacking import Stacking
from app.qt.map.items.painted_item import PaintedItem
from app.qt.map.items.repaints import Repaints
from app.qt.map.paint.badge_painter import badge_reach, paint_badge
from app.qt.map.paint.order_painter import letter_tag, order_bounds, paint_order, paint_order_badges
from app.qt.map.paint.unit_painter import paint_plus_or_cross, paint_unit, unit_reach
from variants.unit_set import UnitSet


class Pieces:
    """The items of a scene that show a plan's units, orders and marks."""

    def __init__(self, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._scene = scene
        self._repaints = repaints
        self._items: dict[object, PaintedItem] = {}
        """By what they show."""

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
            if order.badges or tag is not None:
                item = self._item(shown, ("badges", order.drawn.power, order.drawn.order))
                _stack(item, stacking, Layer.BADGES)
                box = QRectF() if tag is None else around(*tag)
                for badge in order.badges:
                    box = box.united(around(badge.at, badge_reach(badge, sizes)))
                paint = partial(paint_order_badges, drawing=order, picture_colours=picture_colours, sizes=sizes)
                item.show_painting(box, paint, zoom, (order.badges, tag, sizes), colours)
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
