"""A province's name: rendered once for each zoom and then only copied."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF

from adjudicator.board import Terrain
from app.presentation.layers import Layer
from app.presentation.picture_colours import PictureColours
from app.qt.map.items.painted_item import PaintedItem
from app.qt.map.items.repaints import Repaints
from app.qt.map.paint.label_painter import label_path, size_at, stamp_label
from variants.compiled import Label, ProvinceShape


class LabelItem(PaintedItem):
    """One name."""

    def __init__(self, repaints: Repaints) -> None:
        super().__init__(Layer.LABELS, repaints=repaints)
        self._wanted: tuple[Label, ProvinceShape, PictureColours, float] | None = None

    def letters(self) -> QRectF:
        """Return the rectangle of its letters on the board; a null rectangle where no name is drawn."""
        if self._wanted is None:
            return QRectF()
        label, shape, _, zoom = self._wanted
        return label_path(label, shape.terrain is Terrain.SEA, size_at(label, zoom)).boundingRect().translated(self.pos())

    def show_label(self, label: Label | None, shape: ProvinceShape, picture_colours: PictureColours, zoom: float) -> None:
        """Show *label* as it looks at *zoom* pixels per board unit; nothing when it is ``None``."""
        wanted = None if label is None else (label, shape, picture_colours, zoom)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if label is None:
            self.clear()
            return
        grown = label.size * 0.4 + 4 / zoom
        box = label_path(label, shape.terrain is Terrain.SEA, size_at(label, zoom)).boundingRect()
        for x, y in label.leader or ():
            box = box.united(QRectF(x - 1, y - 1, 2, 2))
        self.show_painting(
            box.adjusted(-grown, -grown, grown, grown),
            partial(stamp_label, label=label, shape=shape, picture_colours=picture_colours, zoom=zoom),
            zoom,
            (label, shape.code),
            picture_colours,
        )
