"""Bytes of pictures in few colours or with some loss, as small as a mail wants them."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image, ImageOps
from PySide6.QtGui import QImage

from languages import tr

_COLOURS = (256, 160, 96, 48)
_QUALITIES = (90, 82, 74, 64, 54)
_USUAL_QUALITY = 92
_QUICKLY, _HARD = 6, 9
"""Levels of PNG compression: hard takes four times as long and saves two parts in a hundred."""
_SQUEEZED = 1.04
"""Up to how many times the bytes that there may be it is worth to compress hard."""
_BITS = 6
"""Bits of red, green and blue that distinguish colours in the search for a palette."""
_MIDDLE = 2
"""Added to shades that were cut to those bits, so that a palette is not darker than its picture."""
_LARGE = 600
"""Pixels across a picture of which a part is enough to know its colours."""


class TooLargeError(ValueError):
    """The picture does not fit."""


def small_png(image: QImage, most: int) -> bytes:
    """*image* as a PNG with a palette, of as many colours as fit into *most* bytes.

    Raises:
        TooLargeError: it does not fit with the fewest either.
    """
    return _first_that_fits(_pngs(pillow(image), most), most)


def jpeg(image: QImage, most: int | None = None) -> bytes:
    """*image* as a JPEG, as true as fits into *most* bytes.

    Raises:
        TooLargeError: it does not fit at the least quality either.
    """
    picture = pillow(image)
    if most is None:
        return _jpeg(picture, _USUAL_QUALITY)
    return _first_that_fits((_jpeg(picture, quality) for quality in _QUALITIES), most)


def _first_that_fits(tries: Iterator[bytes], most: int) -> bytes:
    for content in tries:
        if len(content) <= most:
            return content
    raise TooLargeError(tr("the picture does not fit into {most} kB; make it less wide", most=most // 1000))


def pillow(image: QImage) -> Image.Image:
    """*image* as the other library has it."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = bytes(plain.constBits())
    return Image.frombuffer("RGBX", (plain.width(), plain.height()), raw, "raw", "BGRX", plain.bytesPerLine(), 1).convert("RGB")


def _pngs(picture: Image.Image, most: int) -> Iterator[bytes]:
    for colours in _COLOURS:
        few = picture.quantize(palette=palette_of(picture, colours), dither=Image.Dither.NONE)
        content = _png(few, _QUICKLY)
        yield content
        if len(content) <= most * _SQUEEZED:
            yield _png(few, _HARD)


def _png(picture: Image.Image, level: int) -> bytes:
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=level)
    return target.getvalue()


def palette_of(picture: Image.Image, colours: int) -> Image.Image:
    """A small image with *colours* that suit *picture*, to quantize with."""
    # Half the palette goes by area, for the shades of land and sea; half by how far colours lie apart, for what is small and
    # must keep its colour: units, arrows, marks. By area alone Italy's arrows turn blue; by distance alone the sea has bands.
    half = colours // 2
    palette: list[int] = []
    if picture.width >= _LARGE:
        # Every other pixel of every other line, unmixed: the same colours, found in a quarter of the time.
        picture = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    # Shades that no eye tells apart count as one: edges have tens of thousands, and their number decides how long the search takes.
    picture = ImageOps.posterize(picture, _BITS).point(lambda shade: shade + _MIDDLE)
    for method in (Image.Quantize.MEDIANCUT, Image.Quantize.MAXCOVERAGE):
        chosen = picture.quantize(half, method=method, dither=Image.Dither.NONE).getpalette() or []
        palette += chosen[: half * 3]
    holder = Image.new("P", (1, 1))
    holder.putpalette(palette)
    return holder


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    target = io.BytesIO()
    # Colours at full resolution: thin coloured lines on coloured land are what the picture is for.
    picture.save(target, "JPEG", quality=quality, optimize=True, subsampling=0)
    return target.getvalue()
