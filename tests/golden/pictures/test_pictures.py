"""Look of the board, piece by piece. Each picture has one meaning; its name says which.

A failure leaves the picture as it is now and the difference beside each other in the test's own folder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.library.unit_sets import shipped_set
from app.presentation.picture import MapPicture
from app.qt.map.paint.picture_painter import paint_picture
from app.qt.map.paint.shapes import BoardShapes
from app.session.view_options import Colours, Labels
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, picture, start_picture

FOLDER = Path(__file__).resolve().parent
BOARD = drawn_standard()

_STEP = 24
"""Differences of a channel up to this are rounding and antialiasing."""

_SHARE = 0.004
"""So many of all pixels may differ by more: fonts are rasterised a little differently elsewhere."""


@dataclass(frozen=True)
class Golden:
    """A picture, and the part of the board that is looked at."""

    picture: MapPicture
    around: tuple[str, ...] = ()
    """Provinces that are all seen; empty is the whole board."""

    zoom: float = 0.8


def _order(
    *lines: str, others: tuple[str, ...] = (), dislodged: tuple[str, ...] = (), phase: str = "S1901M", preview: bool = False
) -> MapPicture:
    """Orders on a plain board without names: the picture changes only when the drawing of orders does."""
    shown = picture(*lines, others=others, dislodged=dislodged, phase=phase, preview=preview)
    return replace(shown, theme="plain", labels=Labels.OFF)


START = replace(start_picture(), labels=Labels.OFF)
"""Without names: where they stand is the drawn board's affair, and tests/gui/map/test_labels.py looks after them."""

GOLDEN = {
    "start": Golden(START, zoom=0.22),
    "start-night": Golden(replace(START, theme="night"), zoom=0.22),
    "start-print": Golden(replace(START, theme="print"), zoom=0.22),
    "start-safe-patterns-letters": Golden(replace(START, colours=Colours.SAFE, patterns=True, letters=True), zoom=0.22),
    "move": Golden(_order("FRANCE A PAR - BUR"), ("PAR", "BUR")),
    "move-provisional": Golden(_order("FRANCE A PAR - BUR", preview=True), ("PAR", "BUR")),
    "opposite-moves": Golden(_order("FRANCE A BUR - MUN", "GERMANY A MUN - BUR"), ("BUR", "MUN")),
    "support": Golden(_order("FRANCE A PAR - BUR", "FRANCE A MAR S A PAR - BUR"), ("PAR", "BUR", "MAR")),
    "support-to-hold": Golden(_order("FRANCE A BUR H", "FRANCE A MAR S A BUR"), ("BUR", "MAR")),
    "convoy": Golden(_order("ENGLAND A YOR - NWY VIA", "ENGLAND F NTH C A YOR - NWY"), ("YOR", "NTH", "NWY")),
    "bounce": Golden(_order("ITALY A PIE - MAR : bounce 1:2", others=("FRANCE A MAR",)), ("PIE", "MAR")),
    "standoff": Golden(_order("AUSTRIA A BUD - GAL : bounce 1:1", "RUSSIA A WAR - GAL : bounce 1:1"), ("BUD", "GAL", "WAR")),
    "cut-support": Golden(_order("FRANCE A PAR - BUR", "FRANCE A MAR S A PAR - BUR : cut"), ("PAR", "BUR", "MAR")),
    "void-illegal-disrupted": Golden(
        _order("FRANCE A GAS S A PAR - BUR : void", "FRANCE F MAO C A BRE - SPA : disrupted", "FRANCE A MAR - PAR : illegal"),
        ("GAS", "PAR", "MAR"),
    ),
    "dislodged": Golden(_order("GERMANY A MUN - BUR : ok 2:1", "FRANCE A BUR H : dislodged"), ("MUN", "BUR")),
    "destroyed": Golden(_order("GERMANY A MUN - BUR : ok 2:1", "FRANCE A BUR H : destroyed dislodged"), ("MUN", "BUR")),
    "retreat": Golden(
        _order("ENGLAND A BEL R HOL", others=("FRANCE A BEL",), dislodged=("ENGLAND A BEL < PIC",), phase="S1901R"), ("BEL", "HOL", "PIC")
    ),
    "build-and-remove": Golden(_order("AUSTRIA A VIE B", "GERMANY A MUN D", phase="W1901A"), ("VIE", "MUN")),
    "letters": Golden(
        replace(_order(), position=picture(others=("FRANCE A PAR", "FRANCE F BRE")).position, unit_set=shipped_set("letters")),
        ("PAR", "BRE"),
    ),
    "blocks": Golden(
        replace(_order(), position=picture(others=("FRANCE A PAR", "FRANCE F BRE")).position, unit_set=shipped_set("blocks")),
        ("PAR", "BRE"),
    ),
    "letters-on-arrows": Golden(
        replace(_order("FRANCE A PAR - BUR", "FRANCE A MAR S A PAR - BUR", "GERMANY A MUN - BUR : bounce 1:2"), theme="print"),
        ("PAR", "BUR", "MAR"),
    ),
    "every-order": Golden(replace(ALL_KINDS, theme="plain", labels=Labels.OFF), zoom=0.4),
}


def painted(golden: Golden) -> QImage:
    area = QRectF(0, 0, BOARD.width, BOARD.height)
    if golden.around:
        area = QRectF()
        for code in golden.around:
            left, top, right, bottom = BOARD.provinces[code].bounds
            area = area.united(QRectF(left, top, right - left, bottom - top))
        centre = area.center()
        side = min(max(area.width(), area.height()), 380.0)
        area = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
    image = QImage(round(area.width() * golden.zoom), round(area.height() * golden.zoom), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(golden.zoom, golden.zoom)
    painter.translate(-area.topLeft())
    paint_picture(painter, BoardShapes(BOARD), golden.picture, golden.zoom)
    painter.end()
    return image


def differing(first: QImage, second: QImage) -> tuple[float, QImage]:
    """The share of pixels that differ, and an image that shows where."""
    shown = first.convertToFormat(QImage.Format.Format_Grayscale8).convertToFormat(QImage.Format.Format_RGB32)
    count = 0
    one, other = bytes(first.constBits()), bytes(second.constBits())
    for index in range(0, len(one), 4):
        if any(abs(one[index + channel] - other[index + channel]) > _STEP for channel in (0, 1, 2)):
            count += 1
            pixel = index // 4
            shown.setPixelColor(pixel % first.width(), pixel // first.width(), QColor("red"))
    return count / (first.width() * first.height()), shown


@pytest.mark.parametrize("name", GOLDEN)
def test_the_board_looks_as_it_did(qtbot: QtBot, tmp_path: Path, renew: bool, name: str) -> None:
    file = FOLDER / f"{name}.png"
    now = painted(GOLDEN[name])
    if renew:
        assert now.save(str(file))
    then = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
    assert not then.isNull(), f"{file.name} is missing; paint it with --renew-pictures"
    assert then.size() == now.size()
    share, where = differing(then, now)
    if share > _SHARE:
        now.save(str(tmp_path / f"{name}-now.png"))
        where.save(str(tmp_path / f"{name}-difference.png"))
    assert share <= _SHARE, f"{share:.1%} of the pixels differ; see {tmp_path}"


def test_a_picture_that_differs_is_noticed(qtbot: QtBot) -> None:
    move, other = painted(GOLDEN["dislodged"]), painted(GOLDEN["destroyed"])
    assert differing(move, other)[0] > _SHARE
