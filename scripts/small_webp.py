"""Pictures and films as WebP, as small as a repository wants them."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

MOST_BYTES = 118_000
"""Limit of a picture."""
_QUALITIES = (92, 88, 84, 80, 74, 68, 60)


def small_webp(picture: Image.Image, most: int = MOST_BYTES) -> bytes:
    """*picture* without loss where that fits into *most* bytes, else as true as fits.

    Raises:
        ValueError: it does not fit at the least quality either.
    """
    for quality in (None, *_QUALITIES):
        content = io.BytesIO()
        picture.save(content, "WEBP", method=6, lossless=quality is None, quality=quality or 80)
        if content.tell() <= most:
            return content.getvalue()
    raise ValueError(f"a picture of {picture.width} x {picture.height} does not fit into {most} bytes")


def film_webp(frames: Sequence[tuple[Image.Image, int]], quality: int) -> bytes:
    """The *frames*, each with its milliseconds, as one film that stops at its end."""
    (first, _), *others = frames
    content = io.BytesIO()
    first.save(
        content,
        "WEBP",
        save_all=True,
        append_images=[frame for frame, _ in others],
        duration=[milliseconds for _, milliseconds in frames],
        loop=1,
        quality=quality,
        method=4,
        minimize_size=False,
        kmax=400,
    )
    return content.getvalue()
