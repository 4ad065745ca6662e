"""Keeps what was rendered of the still board for the tests that follow: hundreds of windows show the same few boards.

Each picture is still painted once by the program's own code, and comes through the same queue, never at once. Tests that watch the
rendering itself have the mark ``renders_anew``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from app.qt.map.paint import still_painter
from app.qt.map.paint.still_painter import Detail, RenderedPart, StillPart

_MOST_BYTES = 120_000_000


class KeptRenderings:
    """Stands in for ``still_painter.rendered`` and ``still_painter.rendered_now``.

    Args:
        plainly: whether the board is sketched where it would be baked, and in one go: most tests end before the last of many slices, and
            the next would begin again.
    """

    def __init__(self, *, plainly: bool) -> None:
        self._plainly = plainly
        self._kept: OrderedDict[tuple[object, ...], tuple[StillPart, QImage]] = OrderedDict()
        self._bytes = 0

    def rendered(self, part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE) -> Iterator[RenderedPart | None]:
        """The same as `still_painter.rendered`, painted once."""
        colours = part.picture_colours
        look = (repr(colours.theme), repr(colours.powers), colours.patterns, colours.letters)
        key = (id(part.shapes.board), look, tuple(sorted(part.rulers.items())), part.hidden, rect.getRect(), zoom, detail)
        yield None
        if key in self._kept:
            self._kept.move_to_end(key)
            yield RenderedPart(QImage(self._kept[key][1]), QRectF(rect))
            return
        for piece in (
            [still_painter.rendered_now(part, rect, zoom, Detail.SKETCH)]
            if self._plainly
            else still_painter.rendered(part, rect, zoom, detail)
        ):
            if piece is not None:
                self._keep(key, part, QImage(piece.image))
            yield piece

    def rendered_now(self, part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE) -> RenderedPart:
        """The same as `still_painter.rendered_now`, painted once."""
        return next(each for each in self.rendered(part, rect, zoom, detail) if each is not None)

    def _keep(self, key: tuple[object, ...], part: StillPart, image: QImage) -> None:
        """Keep *image*, and *part*, so that no other board takes its place in memory."""
        self._kept[key] = (part, image)
        self._bytes += image.sizeInBytes()
        while self._bytes > _MOST_BYTES:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()
