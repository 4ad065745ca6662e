"""Measures how much of a picture of a page is empty: tiles without ink.

``python -m scripts.emptiness PICTURE...`` writes the share of each picture, and ends with 1 where one is above a third.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QImage

from app.qt.map.export import headless_application
from scripts.asked_help import answer_help

TILES = 48
"""Number of tiles across a picture; they are squares."""
CONTRAST = 10
"""Steps of grey, of 255, by which the lightest and the darkest pixel of a tile with ink differ at least."""
MOST = 1 / 3
"""Greatest share of empty tiles that a page may have."""


def emptiness(picture: QImage, across: int | None = None) -> float:
    """Return the share of the tiles of *picture* that hold no ink: nothing that differs from their ground.

    Args:
        picture: a page.
        across: pixels of the screen from side to side, where *picture* is a dialog on it: the same words have the same tiles then.

    Raises:
        ValueError: the picture has no pixels.
    """
    if picture.isNull():
        raise ValueError("the picture has no pixels")
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    side = max(1, (across or grey.width()) // TILES)
    line, every = grey.bytesPerLine(), memoryview(grey.constBits()).tobytes()
    rows = [every[y * line : y * line + grey.width()] for y in range(grey.height())]
    tiles = [(x, y) for y in range(0, grey.height() - side + 1, side) for x in range(0, grey.width() - side + 1, side)]
    return sum(_is_empty(rows[y : y + side], x, x + side) for x, y in tiles) / max(1, len(tiles))


def _is_empty(rows: Sequence[bytes], left: int, right: int) -> bool:
    parts = [row[left:right] for row in rows]
    return max(map(max, parts)) - min(map(min, parts)) < CONTRAST


def main(arguments: Sequence[str]) -> int:
    """Print the share of each picture that is named; returns the exit code."""
    application = headless_application()  # kept: Qt's readers of pictures ask it
    worst = 0.0
    for name in arguments:
        picture = QImage(str(Path(name)))
        if picture.isNull():
            sys.stderr.write(f"{name}: no picture that can be read\n")
            return 2
        share = emptiness(picture)
        worst = max(worst, share)
        sys.stdout.write(f"{share:6.1%}  {name}\n")
    del application
    return int(worst > MOST)


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
