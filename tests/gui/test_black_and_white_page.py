"""A page of results in black and white says by patterns, letters and shapes what a coloured one says by hue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

import pytest
from PIL import Image, ImageChops
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from adjudicator.position import Position
from adjudicator.unit import Location, Piece, Unit
from app.game.record import MAIN
from app.qt.gm.results_pdf import page_preview
from app.qt.map.small_picture import pillow
from app.session.requests import PictureRequest, ResultsSheet
from app.session.view_options import View
from tests.unit.app.game.play import fresh_game

POWERS = tuple(fresh_game().variant.powers)
SEEN = 40
"""Grey levels of 256 by which two pixels differ clearly on paper."""


def page(change: Callable[[Position], Position]) -> Image.Image:
    """The page in black and white, of a board after *change*."""
    game = fresh_game()
    cursor = game.last(MAIN)
    turn = game.turn(cursor)
    game = game.with_turn(cursor, replace(turn, position=change(turn.position)))
    request = PictureRequest(game, cursor, View(), 900, frozenset(), None)
    image, _ = page_preview(ResultsSheet("Evening", "Spring 1901", request, (), colour=False), 80)
    assert image.format() == QImage.Format.Format_Grayscale8, "no pixel has a hue"
    return pillow(image)


def clearly_apart(one: Image.Image, two: Image.Image) -> int:
    """Pixels that differ clearly."""
    return sum(ImageChops.difference(one, two).convert("L").histogram()[SEEN:])


def owned_by(power: str) -> Callable[[Position], Position]:
    return lambda position: replace(position, units=(), owners=MappingProxyType(dict.fromkeys(position.owners, power)))


def with_unit(power: str, kind: str) -> Callable[[Position], Position]:
    return lambda position: replace(position, units=(Unit(power, Piece(kind, Location("BRE"))),), owners=MappingProxyType({}))


@pytest.fixture(scope="module")
def lands(qapp: QApplication) -> dict[str, Image.Image]:
    return {power: page(owned_by(power)) for power in POWERS}


@pytest.mark.parametrize(("first", "second"), list(combinations(POWERS, 2)))
def test_whose_land_it_is_shows_without_colours(first: str, second: str, lands: dict[str, Image.Image]) -> None:
    assert clearly_apart(lands[first], lands[second]) > 2_000, "of some 55,000 pixels of land"


def test_whose_unit_it_is_shows_without_colours(qapp: QApplication) -> None:
    units = {power: page(with_unit(power, "A")) for power in POWERS}
    for first, second in combinations(POWERS, 2):
        assert clearly_apart(units[first], units[second]) >= 8, f"{first} {second}"


def test_an_army_and_a_fleet_differ_in_shape(qapp: QApplication) -> None:
    assert clearly_apart(page(with_unit("FRANCE", "A")), page(with_unit("FRANCE", "F"))) > 25
