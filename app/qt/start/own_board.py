"""The board of the start page with the names of its provinces in the language in use.

It comes with the program in English. In a language that has names of its own it is drawn once, in the background, and kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtGui import QImage

from app.game.edits import new_game, set_lines
from app.game.storage.atomic import StorageError
from app.qt.board.picture_content import keep_image, thumbnail
from app.qt.start.first_picture import START_WIDTHS
from app.session.services import PictureRequest
from app.session.view_options import Labels, View
from entente import __version__
from languages import active_code
from variants.catalogue import standard

_FRAME = 0.006
"""Part of a board's width that its frame takes on each side."""
SPRING: Mapping[str, str] = {
    "AUSTRIA": "A VIE - TYR, A BUD - SER, F TRI S A VEN",
    "ENGLAND": "F LON - NTH, F EDI - NWG, A LVP - YOR",
    "FRANCE": "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO",
    "GERMANY": "A MUN - RUH, F KIE - DEN, A BER - KIE",
    "ITALY": "A ROM - APU, F NAP - ION, A VEN H",
    "RUSSIA": "A MOS - UKR, A WAR - GAL, F SEV - RUM, F STP/SC - BOT",
    "TURKEY": "A CON - BUL, A SMY - CON, F ANK - BLA",
}
"""Orders that show what a turn looks like."""


def draw_start_board(theme: str, width: int, labels: Labels = Labels.FULL) -> QImage:
    """The board of Europe in the spring of 1901, *width* pixels wide, without its frame: the start page frames it, and crops it."""
    game = new_game(standard(), "Europe", game_id="00000001")
    for power, words in SPRING.items():
        game = set_lines(game, "main", power, [line.strip() for line in words.split(",")])
    rim = round(width * _FRAME)
    whole = thumbnail(PictureRequest(game, game.last(), View(theme=theme, labels=labels), width + rim * 2))
    return whole.copy(rim, rim, width, whole.height() - rim * 2)


def kept_board(folder: Path, theme: str) -> Path:
    """Return the path of the board with the names of the language in use below *folder*."""
    return folder / f"europe-{theme}-{active_code()}-{__version__}.jpg"


def own_board(folder: Path, theme: str) -> QImage | None:
    """The board of the start page, drawn where it is not kept yet; ``None`` where the language has no names of its own. For a worker
    thread.

    Where it cannot be kept it is used all the same, and drawn again at the next start.
    """
    kept = kept_board(folder, theme)
    image = QImage(str(kept))
    if not image.isNull():
        return image
    if all(each.code != active_code() for each in standard().languages):
        return None
    image = draw_start_board(theme, START_WIDTHS[-1])
    with contextlib.suppress(StorageError, OSError):
        keep_image(image, kept, quality=84)
        for other in folder.glob(f"europe-{theme}-{active_code()}-*.jpg"):
            if other != kept:
                other.unlink()
    return image
