"""Keeps the still part of the board as it should be: a change is seen at once, plainly, and sharpens behind."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QRectF

from app.qt.map.items.backdrop_item import MOST_PIXELS, BackdropItem, BackdropPart, on_grid
from app.qt.map.items.render_queue import RenderQueue
from app.qt.map.paint.shapes import BoardShapes, qcolor
from app.qt.map.paint.still_painter import Detail, RenderedPart, StillPart, rendered, rendered_now

_SKETCH_PIXELS = 900_000
"""Number of pixels painted at once when everything looks different: a fiftieth of a second's work."""

_BEYOND = 1.1
"""Times the zoom of the base from which on what is seen is baked sharper."""


class StillBoard:
    """The backdrop, and what is being baked for it.

    ``show`` says what it should look like and ``rest`` how large it is seen; the rest follows by itself.
    """

    def __init__(self, shapes: BoardShapes, parent: QObject, waits: Callable[[], bool] = lambda: False) -> None:
        """*waits*: whether something else is to be painted before anything is baked."""
        self._shapes = shapes
        self.backdrop = BackdropItem(shapes.rect)
        self._queue = RenderQueue(parent, waits)
        self._part: StillPart | None = None
        self._zoom = 0.0
        """Device pixels per board unit that the board is seen at."""
        self._base_zoom = 0.0
        self._visible: QRectF | None = None
        self._plain: set[str] = set()
        """Provinces that are filled plainly for the moment."""
        self._is_whole = False
        """True if the base has been baked in full, apart from the plain provinces."""
        self._is_sharpening = False

    @property
    def is_rendering(self) -> bool:
        """True if a better picture is on its way."""
        return self._queue.busy

    def finish(self) -> None:
        """Bake everything that waits, now."""
        self._queue.finish()

    def close(self) -> None:
        """Stop baking."""
        self._queue.drop_all()

    def show(self, part: StillPart) -> None:
        """Show *part* from now on. What changed is seen when this returns, if only plainly."""
        before, self._part = self._part, part
        if before == part or not self._base_zoom:
            return
        if before is None or before.picture_colours != part.picture_colours:
            self._sketch()
            self._render_all()
            return
        changed = {code for code in {*before.rulers, *part.rulers} if before.rulers.get(code) != part.rulers.get(code)}
        changed |= before.hidden ^ part.hidden
        changed &= self._shapes.bounds.keys()
        areas = [self._around(code) for code in sorted(changed)]
        self.backdrop.touch_up(lambda painter, zoom: part.fill(painter, sorted(changed), zoom), areas)
        if not self._is_whole:
            self._render_all()
            return
        # What waits was asked for with the colours before; where two provinces lie side by side both are in the picture.
        self._plain |= changed
        self._render_plain()

    def rest(self, zoom: float, fitted: float, visible: QRectF | None) -> None:
        """The board is seen at *zoom* from now on.

        Args:
            zoom: device pixels per board unit.
            fitted: the zoom at which the whole board is seen; the board is baked at twice that.
            visible: what is seen, in board units; baked sharper when the zoom is higher than that.
        """
        self._zoom, self._visible = zoom, visible
        if self._part is None:
            return
        most = math.sqrt(MOST_PIXELS / (self._shapes.rect.width() * self._shapes.rect.height()))
        wanted = min(fitted * 2, most)
        if visible is not None:
            self.backdrop.rest(zoom, visible, qcolor(self._part.picture_colours.theme.ink.table))
        if abs(wanted - self._base_zoom) > wanted * 0.05:
            self._base_zoom = wanted
            if not self.backdrop.has_base:
                self._sketch()
            self._render_all()
        else:
            self._sharpen()

    # What is painted at once

    def _sketch(self) -> None:
        """Paint a sketch to see at once; the full board follows in slices."""
        assert self._part is not None
        self.backdrop.show_sharp(None)
        self.backdrop.show_base(self._sketch_of(self._shapes.rect, self._base_zoom / 2)[0])
        seen = self._seen_closely()
        if seen is not None:
            self.backdrop.show_sharp(*self._sketch_of(seen, self._zoom))

    def _sketch_of(self, rect: QRectF, zoom: float) -> tuple[RenderedPart, float]:
        assert self._part is not None
        zoom = max(0.05, min(zoom, math.sqrt(_SKETCH_PIXELS / (rect.width() * rect.height()))))
        return rendered_now(self._part, rect, zoom, Detail.SKETCH), zoom

    # What is baked behind

    def _render_all(self) -> None:
        assert self._part is not None
        self._queue.drop_all()
        self._plain.clear()
        self._is_whole = False
        self._sharpen()
        # At the fitted size first: that is soon done.
        self._queue.render("draft", rendered(self._part, self._shapes.rect, self._base_zoom / 2), self.backdrop.show_base)
        self._queue.render("base", rendered(self._part, self._shapes.rect, self._base_zoom), self._base_came)

    def _base_came(self, piece: RenderedPart) -> None:
        self._is_whole = True
        self.backdrop.show_base(piece)

    def _render_plain(self) -> None:
        """Bake the provinces that are filled plainly; where the view is close, what is seen comes first."""
        assert self._part is not None
        if self._is_sharpening:
            self._sharpen()
        pieces = [(code, piece) for code in sorted(self._plain) for piece in self.backdrop.pieces(self._around(code))]
        pieces.sort(key=lambda each: each[1].name == "base")
        for code, piece in pieces:
            done = partial(self._province_came, code, piece)
            self._queue.render(f"{piece.name} {code}", rendered(self._part, piece.rect, piece.zoom), done)

    def _province_came(self, code: str, piece: BackdropPart, rendered_piece: RenderedPart) -> None:
        if piece.name == "base":
            self._plain.discard(code)
        piece.mend(rendered_piece)

    def _sharpen(self) -> None:
        """Bake what is seen as large as it is seen, where the base is too coarse for that."""
        assert self._part is not None
        self._queue.drop("sharp")
        self._is_sharpening = False
        seen = self._seen_closely()
        if seen is None:
            self.backdrop.show_sharp(None)
            return
        self._is_sharpening = True
        self._queue.render("sharp", rendered(self._part, seen, self._zoom), partial(self._sharp_came, self._zoom))

    def _sharp_came(self, zoom: float, piece: RenderedPart) -> None:
        self._is_sharpening = False
        self.backdrop.show_sharp(piece, zoom)

    def _seen_closely(self) -> QRectF | None:
        """Return the visible part and a little around it, on whole pixels, where the base is too coarse for it."""
        if self._visible is None or self._zoom <= self._base_zoom * _BEYOND:
            return None
        slack_x, slack_y = self._visible.width() * 0.125, self._visible.height() * 0.125
        area = self._visible.adjusted(-slack_x, -slack_y, slack_x, slack_y).intersected(self._shapes.rect)
        return None if area.isEmpty() else on_grid(self._visible, area, self._zoom)

    def _around(self, code: str) -> QRectF:
        slack = self._shapes.rect.width() * 0.004
        return self._shapes.bounds[code].adjusted(-slack, -slack, slack, slack)
