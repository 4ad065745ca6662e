"""The boards of a booklet as images that pages share: a ground with its names once, what owners change once, and what a page alone has.

Qt writes images in full colour, at a quality that cannot be chosen. So it is given a small stand-in for each, and the images follow as an
update of the finished file, in few colours and with one colour that lets the layer below through. PDF 1.4: 4.8.5, 3.4.5.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, replace

from PIL import Image, ImageChops
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.presentation.picture import MapPicture, rulers
from app.qt.map.export import SMALLEST_WIDTH, render_image
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.small_picture import palette_of, pillow
from variants.compiled import CompiledBoard

DOTS = 150.0
"""Dots per inch of paper."""
_COLOURS = 128
_CLEAR = 255
"""The number in a palette that is not painted."""
_FIRST_WIDTH = 2_000
"""Pixels across the first stand-in, each of which has a width of its own to be known by."""


@dataclass(frozen=True)
class _Layer:
    """One image of the file."""

    stand_in: QImage
    picture: Image.Image
    """What stands there in the end."""
    clear: Image.Image | None
    """White where the layer below is seen; ``None`` where it is nowhere."""


class PageBoards:
    """Paints boards into one PDF; hand its bytes to ``finished`` at the end."""

    def __init__(self) -> None:
        self._layers: list[_Layer] = []
        self._grounds: dict[tuple[str, int], tuple[_Layer, Image.Image]] = {}
        """By drawing and width: the first ground."""
        self._owned: dict[tuple[object, ...], tuple[_Layer | None, Image.Image]] = {}
        """What owners change of it, with the ground as it is then."""

    def paint(self, painter: QPainter, place: QRectF, board: CompiledBoard, picture: MapPicture, inches: float) -> None:
        """Paint *picture* at *place*, *inches* wide on paper."""
        width = max(SMALLEST_WIDTH, round(inches * DOTS))
        bare = replace(picture, position=replace(picture.position, units=(), dislodged=()), orders=())
        owners = (
            board.svg_sha256,
            width,
            tuple(sorted(rulers(picture).items())),
            picture.hidden,
            tuple(sorted(picture.position.owners.items())),
        )
        first = (board.svg_sha256, width)
        known = self._owned.get(owners)
        if known is None:
            ground = pillow(render_image(board, bare, width, None, StillFormat.FLAT))
            if first not in self._grounds:
                self._grounds[first] = (self._layer(ground, None), ground)
            known = self._owned[owners] = (self._over(self._grounds[first][1], ground), ground)
        whole = pillow(render_image(board, picture, width, None, StillFormat.FLAT))
        for layer in (self._grounds[first][0], known[0], self._over(known[1], whole)):
            if layer is not None:
                painter.drawImage(place, layer.stand_in)

    def _over(self, below: Image.Image, above: Image.Image) -> _Layer | None:
        """What *above* has that *below* has not; ``None`` where they are alike."""
        red, green, blue = ImageChops.difference(above, below).split()
        changed = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        if changed.getbbox() is None:
            return None
        return self._layer(above, changed.point(lambda value: 0 if value else 255))

    def _layer(self, picture: Image.Image, clear: Image.Image | None) -> _Layer:
        stand_in = QImage(_FIRST_WIDTH + len(self._layers), 1, QImage.Format.Format_RGB32)
        stand_in.fill(0xFFFFFF)
        made = _Layer(stand_in, picture, clear)
        self._layers.append(made)
        return made

    def finished(self, pdf: bytes) -> bytes:
        """*pdf* with its images."""
        numbers = {
            int(found[2]): int(found[1])
            for found in re.finditer(rb"\n(\d+) 0 obj\n<<\n/Type /XObject\n/Subtype /Image\n/Width (\d+)\n/Height 1\n", pdf)
        }
        start = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
        trailer = re.search(rb"trailer\s*<<(.*?)>>\s*startxref", pdf, re.DOTALL)
        if start is None or trailer is None or any(each.stand_in.width() not in numbers for each in self._layers):
            raise ValueError("Qt has written a file of another kind")
        added, places = bytearray(), dict[int, int]()
        for each in self._layers:
            number = numbers[each.stand_in.width()]
            places[number] = len(pdf) + len(added)
            added += _image(number, each)
        table = len(pdf) + len(added)
        added += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % (number, place) for number, place in sorted(places.items()))
        added += b"trailer\n<<%s/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n" % (trailer[1], start[1], table)
        return pdf + bytes(added)


def _image(number: int, layer: _Layer) -> bytes:
    """The object of *layer*: pixels by number in a palette."""
    few = layer.picture.quantize(palette=palette_of(layer.picture, _COLOURS), dither=Image.Dither.NONE)
    clear = b""
    if layer.clear is not None:
        few.paste(_CLEAR, mask=layer.clear)
        clear = b"/Mask [%d %d]\n" % (_CLEAR, _CLEAR)
    palette = bytes(few.getpalette() or ())[: 3 * (_CLEAR + 1)].ljust(3 * (_CLEAR + 1), b"\0")
    content = zlib.compress(few.tobytes(), 9)
    return (
        b"%d 0 obj\n<<\n/Type /XObject\n/Subtype /Image\n/Width %d\n/Height %d\n/BitsPerComponent 8\n"
        b"/ColorSpace [/Indexed /DeviceRGB %d <%s>]\n%s/Filter /FlateDecode\n/Length %d\n>>\nstream\n%s\nendstream\nendobj\n"
        % (number, few.width, few.height, _CLEAR, palette.hex().encode(), clear, len(content), content)
    )
