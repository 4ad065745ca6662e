"""Marks of a person's choice over the board: the picked unit, targets, the province under the pointer, a drag."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsScene

from app.presentation.layers import Layer
from app.presentation.layout.polyline import Point
from app.presentation.layout.sizes import Sizes
from app.presentation.picture import Pointing
from app.presentation.picture_colours import PictureColours
from app.qt.map.items.drag_item import DragItem
from app.qt.map.items.painted_item import PaintedItem
from app.qt.map.items.repaints import Repaints
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.highlight_painter import (
    DRAG_PIXELS,
    TARGET_PIXELS,
    kept_bright,
    paint_drag,
    paint_hover,
    paint_selection,
    paint_target,
    paint_veil,
)
from app.qt.map.pieces import around

_HOVER_PIXELS = 5.0
"""Distance beyond its province to which the pointer's outline is painted."""


class Highlights:
    """The items that show what is pointed at. Each covers no more than it shows."""

    def __init__(self, shapes: BoardShapes, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._shapes = shapes
        self._scene = scene
        self._repaints = repaints
        self._veil = PaintedItem(Layer.GLOW)
        self._targets: dict[str, PaintedItem] = {}
        """Items in view or hidden: a province that glowed once does so again soon, and its borders take long to paint."""
        self._look: tuple[float, PictureColours] | None = None
        """The zoom and colours that those are painted for."""
        self._hover = PaintedItem(Layer.HOVER)
        self._selection = PaintedItem(Layer.SELECTION, repaints=repaints)
        self._drag = DragItem(shapes.rect)
        for item in (self._veil, self._hover, self._selection, self._drag):
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

    def _show_veil(self, pointing: Pointing, picture_colours: PictureColours) -> None:
        if not pointing.dim_others:
            self._veil.clear()
            return
        bright = kept_bright(pointing)
        paint = partial(paint_veil, shapes=self._shapes, bright=bright, picture_colours=picture_colours)
        self._veil.show_painting(self._shapes.rect, paint, content=bright, colours=picture_colours)

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
