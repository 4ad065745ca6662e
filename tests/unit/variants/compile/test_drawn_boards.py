"""Boards as people draw them: every name, and land or sea, come out of the drawing with nothing said."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.board_editor.beginning import Beginning, ProposedProvince, look_at
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.drawn_boards import BOARDS, DrawnBoard
from tests.unit.variants.compile.further_boards import FURTHER
from tests.unit.variants.compile.unseen_boards import UNSEEN

EVERY = BOARDS | UNSEEN | FURTHER
STARTS = ("evening_board", *FURTHER)


def read(drawn: DrawnBoard) -> Beginning:
    return look_at(drawn.svg.encode(), "board.svg")


def kind(province: ProposedProvince) -> str:
    terrain = "" if province.terrain is None else province.terrain.value
    return terrain if terrain in ("", "sea", "impassable") else "land"


@pytest.mark.parametrize("name", EVERY)
def test_names_and_kinds_are_those_that_a_person_sees(name: str) -> None:
    drawn = EVERY[name]()
    found = read(drawn)
    assert {each.name: kind(each) for each in found.provinces} == dict(drawn.kinds)
    assert found.errors == ()
    if drawn.centres:
        assert {each.name for each in found.provinces if each.centre} == set(drawn.centres)
    if drawn.units:
        by_code = {each.code: each.name for each in found.provinces}
        assert {tuple(sorted(by_code[code] for code in each.home)) for each in found.powers} == {
            tuple(sorted(each)) for each in drawn.homes.values()
        }
        units = [unit.partition("/")[0].split() for each in found.powers for unit in each.start]
        assert {by_code[code]: letter for letter, code in units} == dict(drawn.units)


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_a_board_on_which_all_is_drawn_is_played_with_nothing_typed_but_its_name(name: str, tmp_path: Path) -> None:
    drawing = tmp_path / "karn" / "karn.svg"
    drawing.parent.mkdir()
    drawing.write_text(EVERY[name]().svg)
    desk = Desk(game=False)
    said = desk.run(f"begin-variant {drawing} Karn --write")
    assert "9 centres are drawn." in said
    assert "Red is drawn with" in said
    checked = desk.run(f"check-variant {drawing.parent}")
    assert "0 errors" in checked
    # Two islands are smaller than their names; nothing else is worth a word.
    assert "2 warnings" in checked
    desk.run(f"new {drawing.parent}", "process --missing hold")
    assert len(desk.session.turn.position.units) == 6


def test_one_answer_leaves_the_start_that_is_drawn_out(tmp_path: Path) -> None:
    drawing = tmp_path / "karn.svg"
    drawing.write_text(BOARDS["french_nested"]().svg)
    said = Desk(game=False).run(f"begin-variant {drawing} Karn --bare")
    assert "drawn" not in said


def test_a_hidden_layer_of_provinces_has_its_seas_by_the_names_that_are_shown() -> None:
    shapes = "".join(f'<path id="{code}" d="M{left},60 h140 v280 h-140 Z"/>' for code, left in (("wes", 60), ("mid", 200), ("eas", 340)))
    names = '<text x="90" y="200">Westland</text><text x="230" y="200">Adriatic Sea</text><text x="370" y="200">Eastland</text>'
    hidden = f'<g id="provinces" style="display:none">{shapes}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400">{hidden}<g>{names}</g></svg>'
    assert {each.name: kind(each) for each in look_at(svg.encode(), "x.svg").provinces} == {
        "Westland": "land", "Adriatic Sea": "sea", "Eastland": "land",
    }  # fmt: skip
