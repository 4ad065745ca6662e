"""Layers that pictures of one board share are painted once, and show in none of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from PIL import ImageChops
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.presentation.picture import MapPicture
from app.presentation.window_colours import theme_ids
from app.qt.map.export import render_image
from app.qt.map.paint import picture_painter
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.paint.still_painter import Detail, StillPainter
from app.qt.map.small_picture import pillow
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard
from tests.thorough import one_in

BOARD = drawn_standard()


def ruled(picture: MapPicture, **owners: str) -> MapPicture:
    """*picture* with other owners of some centres."""
    position = picture.position
    return replace(picture, position=replace(position, owners=MappingProxyType({**position.owners, **owners})))


def painted(picture: MapPicture, width: int = 500) -> QImage:
    return render_image(BOARD, picture, width, None, StillFormat.SMOOTH)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    picture_painter._kept.clear()


@pytest.mark.parametrize("theme", one_in(4, theme_ids()))
def test_it_looks_as_if_it_were_painted_in_one_go(qtbot: QtBot, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = replace(ALL_KINDS, theme=theme, hidden=frozenset({"BOH", "NTH", "WAR"}))
    layered = painted(picture)

    def in_one_go(painter: object, part: object, zoom: float) -> None:
        for _ in part.steps(painter, part.shapes.rect, zoom, Detail.SMOOTH):  # type: ignore[attr-defined]
            pass

    monkeypatch.setattr(picture_painter, "paint_in_layers", in_one_go)
    plain = painted(picture)
    apart = ImageChops.difference(pillow(layered), pillow(plain)).convert("L").histogram()
    pixels = sum(apart)
    assert sum(by * many for by, many in enumerate(apart)) / pixels < 0.5, "on average, of 255"
    assert sum(apart[24:]) < pixels / 2000, "nothing is missing, nothing stands elsewhere"


def test_a_picture_has_the_same_bytes_whatever_was_painted_before(qtbot: QtBot) -> None:
    alone = painted(ALL_KINDS)
    picture_painter._kept.clear()
    painted(replace(ruled(ALL_KINDS, BUD="RUSSIA", VIE="ITALY"), hidden=frozenset({"PAR"})))
    painted(replace(ALL_KINDS, theme="print"))
    assert painted(ALL_KINDS) == alone


def test_the_sea_is_painted_once_for_all_players(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    seas: list[int] = []
    lands: list[str] = []
    under, province = StillPainter.under, StillPainter.province

    def counted_under(still: StillPainter) -> Iterator[None]:
        seas.append(1)
        return under(still)

    def counted_province(still: StillPainter, code: str) -> None:
        lands.append(code)
        province(still, code)

    monkeypatch.setattr(StillPainter, "under", counted_under)
    monkeypatch.setattr(StillPainter, "province", counted_province)
    painted(ALL_KINDS)
    lands.clear()
    other = "RUSSIA" if ALL_KINDS.position.owners.get("BUD") != "RUSSIA" else "TURKEY"
    painted(ruled(ALL_KINDS, BUD=other))
    assert len(seas) == 1
    assert lands == ["BUD"], "and of the lands those alone that have another ruler"
