"""Units of any set as they are painted: recoloured, in every theme, with what a set lacks drawn as usual."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from adjudicator.unit import Unit
from app.library.unit_sets import shipped_set, usual_set
from app.presentation.layout.drawing import Sizes, UnitDrawing, UnitState
from app.presentation.power_colours import picture_colours_of
from app.presentation.theme import Colour
from app.presentation.window_colours import theme_ids
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.unit_painter import paint_unit, symbol_for
from tests.fakes.board_pictures import start_picture
from tests.fakes.symbol_packs import ALL
from variants.importers import import_board
from variants.source import MemorySource
from variants.unit_set import Body, Path, SymbolPart, UnitSet, UnitSymbol, read_unit_set

RADIUS = 30


def imported(name: str) -> UnitSet:
    (pack,) = import_board(MemorySource("x", ALL[name])).units
    units, _ = read_unit_set(pack.id, "x.toml", pack.content)
    assert units is not None
    return units


def unit(
    units: UnitSet,
    kind: str,
    power: str = "FRANCE",
    theme: str = "parchment",
    standing: UnitState = UnitState.FIRM,
    *,
    letters: bool = False,
) -> QImage:
    load_fonts()
    picture_colours = picture_colours_of(replace(start_picture(), theme=theme, letters=letters))
    image = QImage(RADIUS * 4, RADIUS * 4, QImage.Format.Format_RGB32)
    image.fill(QColor(128, 128, 128))
    painter = QPainter(image)
    sizes = Sizes(pixel=1.0, unit=RADIUS, star=4.0, badge=6.0, text=9.0, shaft=3.0, small=False)
    paint_unit(
        painter, UnitDrawing(Unit.of(f"{power} {kind} PAR"), (RADIUS * 2.0, RADIUS * 2.0), RADIUS, standing), picture_colours, sizes, units
    )
    painter.end()
    return image


def colours(image: QImage) -> list[QColor]:
    return [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]


def apart(one: QColor, other: Colour) -> int:
    return abs(one.red() - other.red) + abs(one.green() - other.green) + abs(one.blue() - other.blue)


@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize("name", ALL)
def test_imported_symbols_follow_the_power_in_every_theme(qtbot: QtBot, name: str, theme: str) -> None:
    units = imported(name)
    for kind in units.kinds:
        picture_colours = picture_colours_of(replace(start_picture(), theme=theme))
        pictures = [unit(units, kind, power, theme) for power in ("FRANCE", "TURKEY")]
        if not picture_colours.theme.monochrome:
            face = picture_colours.power("FRANCE").face
            near = [
                c for c in colours(pictures[0]) if abs(c.red() - face.red) + abs(c.green() - face.green) + abs(c.blue() - face.blue) < 60
            ]
            assert len(near) > RADIUS * RADIUS * 0.25
            assert pictures[0] != pictures[1]
        else:
            assert all(abs(c.red() - c.green()) < 24 and abs(c.green() - c.blue()) < 24 for c in colours(pictures[0]))
            assert pictures[0] != pictures[1]  # by their letters


def test_what_a_set_lacks_is_drawn_as_usual_and_what_nobody_knows_has_its_letter(qtbot: QtBot) -> None:
    flags = imported("Flags")
    assert unit(flags, "W") == unit(usual_set(), "W")
    assert unit(flags, "A") != unit(usual_set(), "A")
    assert symbol_for(flags, "X").letter
    assert unit(flags, "X") != unit(flags, "Y")


def test_a_dislodged_unit_has_its_own_symbol_where_the_set_has_one(qtbot: QtBot) -> None:
    figures = imported("Figures")
    lying = figures.kinds["A"].dislodged
    assert lying is not None
    upright = UnitSet("x", "x", {"A": replace(figures.kinds["A"], dislodged=None)})
    assert unit(figures, "A") == unit(upright, "A")
    assert unit(figures, "A", standing=UnitState.DISLODGED) != unit(upright, "A", standing=UnitState.DISLODGED)


def test_letters_of_powers_stand_on_imported_symbols(qtbot: QtBot) -> None:
    for name in ALL:
        units = imported(name)
        assert unit(units, "A", letters=True) != unit(units, "A")


def test_each_standing_differs(qtbot: QtBot) -> None:
    for units in (imported("Wheels"), shipped_set("blocks")):
        pictures = [unit(units, "F", standing=standing) for standing in UnitState]
        assert all(one != other for at, one in enumerate(pictures) for other in pictures[:at])


@pytest.mark.parametrize(("standing", "opacity"), [(UnitState.BUILT, 0.62), (UnitState.REMOVED, 0.5)])
def test_no_part_of_a_pale_unit_shows_through_another(qtbot: QtBot, standing: UnitState, opacity: float) -> None:
    square: Path = (("M", (-0.6, -0.6)), ("L", (0.6, -0.6)), ("L", (0.6, 0.6)), ("L", (-0.6, 0.6)), ("Z", ()))
    parts = (SymbolPart(square, "#ff0000"), SymbolPart(square, "#00ff00"))
    units = UnitSet("x", "x", {"A": UnitSymbol(Body.DISC, small=parts, large=parts)})
    seen = unit(units, "A", standing=standing).pixelColor(RADIUS * 2, RADIUS * 2)
    grey = round(128 * (1 - opacity))
    assert apart(seen, Colour(grey, grey + round(255 * opacity), grey)) < 12
