"""The names of provinces and the stars of supply centres: an item for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsScene

from app.presentation.layers import Layer
from app.presentation.layout.drawing import Plan
from app.presentation.layout.names import Disc, Name, NamePlacer, covering
from app.presentation.picture import NODE_PIXELS, MapPicture
from app.presentation.picture_colours import PictureColours
from app.qt.map.items.label_item import LabelItem
from app.qt.map.items.painted_item import PaintedItem
from app.qt.map.items.repaints import Repaints
from app.qt.map.paint.label_painter import names_of, paint_star, star_reach
from app.qt.map.pieces import around
from variants.compiled import CompiledBoard


class NamesAndStars:
    """The items of a scene that show what is written on a board."""

    def __init__(self, board: CompiledBoard, scene: QGraphicsScene, repaints: Repaints) -> None:
        self._board = board
        self._placer = NamePlacer(board)
        self._written: tuple[object, Mapping[str, tuple[Name, ...]]] | None = None
        self._stars = {code: PaintedItem(Layer.STARS, repaints=repaints) for code in board.provinces}
        self._labels = {code: LabelItem(repaints) for code in board.provinces}
        for item in (*self._stars.values(), *self._labels.values()):
            scene.addItem(item)

    def put_on(self, board: CompiledBoard) -> None:
        """Take names and marks from *board* from now on, which has the same provinces."""
        self._board = board
        self._placer = NamePlacer(board)
        self._written = None

    def written_in(self, code: str) -> tuple[QRectF, QRectF]:
        """Return the present rectangles of the name and the star of a province on the board; null rectangles where they are not drawn."""
        return self._labels[code].letters(), self._stars[code].sceneBoundingRect()

    def show(self, picture: MapPicture, plan: Plan, picture_colours: PictureColours, zoom: float) -> None:
        """Show the names and stars of *picture*, the names clear of what *plan* has, at *zoom* pixels per board unit."""
        sizes = plan.sizes
        covers = covering(plan) + tuple(Disc(*at, NODE_PIXELS * sizes.pixel) for at in picture.nodes)
        names = self._placer.place(self._names(picture, zoom), covers, sizes.unit, sizes.pixel)
        for code, item in self._labels.items():
            placed = names.get(code)
            item.show_label(None if placed is None else placed.name.label, self._board.provinces[code], picture_colours, zoom)
            if placed is not None:
                item.setPos(*placed.aside)
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
