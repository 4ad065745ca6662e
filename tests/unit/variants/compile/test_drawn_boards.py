"""Boards as people draw them: every name, and land or sea, come out of the drawing with nothing said."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from app.board_editor.beginning import Beginning, ProposedProvince, look_at
from tests.quick import each_nth, every, one_by_one
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.drawn_boards import BOARDS, DrawnBoard
from tests.unit.variants.compile.further_boards import FURTHER
from tests.unit.variants.compile.office_boards import OFFICE
from tests.unit.variants.compile.unseen_boards import UNSEEN

EVERY = BOARDS | UNSEEN | FURTHER | OFFICE
STARTS = ("evening_board", *FURTHER)


def read(drawn: DrawnBoard) -> Beginning:
    return look_at(drawn.svg.encode(), "board.svg")


def kind(province: ProposedProvince) -> str:
    terrain = "" if province.terrain is None else province.terrain.value
    return terrain if terrain in ("", "sea", "impassable") else "land"


@one_by_one("name", every(16, list(EVERY)))
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


MANNERS = Path(__file__).parent / "manners"
SEEN = json.loads((MANNERS / "seen.json").read_text(encoding="utf-8"))
"""Provinces, powers and units that a person sees on each drawing of the folder."""


@each_nth(11, "name", SEEN)
def test_all_of_a_start_comes_out_of_a_drawing_of_another_program_or_person(name: str) -> None:
    seen = SEEN[name]
    found = look_at((MANNERS / f"{name}.svg").read_bytes(), f"{name}.svg")
    by_code = {each.code: each.name for each in found.provinces}
    assert {each.name: kind(each) for each in found.provinces} == seen["kinds"]
    assert found.errors == ()
    assert sorted(each.name for each in found.provinces if each.centre) == seen["centres"]
    assert {each.name: sorted(by_code[code] for code in each.home) for each in found.powers} == {
        power: sorted(homes) for power, homes in seen["homes"].items()
    }
    units = [unit.partition("/")[0].split() for each in found.powers for unit in each.start]
    assert {by_code[code]: letter for letter, code in units} == seen["starts"]


@pytest.mark.slow
def test_letters_of_powers_are_no_units() -> None:
    svg = (MANNERS / "spanish_groups.svg").read_text(encoding="utf-8")
    for colour, letter in (("#e6b0aa", "E"), ("#f9e79f", "F"), ("#a9dfbf", "G")):
        head, *groups = svg.split('<g id="g')
        groups = [
            re.sub(r">[EF]</text>", f">{letter}</text>", each) if f'fill="{colour}"' in each and "<path" in each else each
            for each in groups
        ]
        svg = '<g id="g'.join((head, *groups))
    assert not any(unit.startswith("A") for each in look_at(svg.encode(), "board.svg").powers for unit in each.start)


def test_groups_name_powers_labels_name_places_and_painted_water_makes_land() -> None:
    """Groups of units name powers labels of units may name places and painted water makes the rest land."""
    places = (("Avalon", 60, "#c04040", "Morgan"), ("Benwick", 200, "#40a040", "Arthur"), ("Logres", 340, "#eeeeee", ""))
    layer = 'g inkscape:groupmode="layer" inkscape:label'
    shapes = "".join(
        f'<path id="path{x}" inkscape:label="{name}" d="M{x},60 h140 v280 h-140 Z" fill="{paint}"/>' for name, x, paint, _ in places
    )
    marks = "".join(f'<circle cx="{x + 70}" cy="200" r="5"/>' for _, x, _, _ in places)
    units = "".join(
        f'<{layer}="{power} units"><rect inkscape:label="army {name}" x="{x + 20}" y="80" width="14" height="14"/></g>'
        for name, x, _, power in places
        if power
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 600 400">'
    water = f'<{layer}="Background"><rect width="600" height="400" fill="#aed6f1"/></g>'
    found = look_at(f'{head}{water}<g>{shapes}</g><{layer}="SC">{marks}</g>{units}</svg>'.encode(), "board.svg")
    assert {each.name: kind(each) for each in found.provinces} == dict.fromkeys(("Avalon", "Benwick", "Logres"), "land")
    assert [(each.name, each.start) for each in found.powers] == [("Morgan", ("A AVA",)), ("Arthur", ("A BEN",))]


def test_guides_in_a_hidden_layer_divide_no_water() -> None:
    sea = '<path id="Amber_Sea" fill="#a6cbe3" d="M0,0 H600 V400 H0 Z M100,100 V300 H500 V100 Z" fill-rule="evenodd"/>'
    lands = '<path id="Westland" fill="#e9dfc0" d="M100,100 H300 V300 H100 Z"/>'
    lands += '<path id="Eastland" fill="#e9dfc0" d="M300,100 H500 V300 H300 Z"/>'
    guides = '<line x1="300" y1="0" x2="300" y2="100" stroke="#0ff"/><line x1="300" y1="300" x2="300" y2="400" stroke="#0ff"/>'
    for style, count in ((' style="display:none"', 0), ("", 1)):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400">{sea}{lands}<g id="Guides"{style}>{guides}</g></svg>'
        assert len(look_at(svg.encode(), "x.svg").divided) == count


def test_shapes_of_a_drawing_inside_the_drawing_are_the_board_where_that_one_is_placed() -> None:
    paints = {"Westland": "#e9dfc0", "Eastland": "#e9dfc0", "Amber_Sea": "#a6cbe3"}
    placed = zip((0, 200, 400), paints.items(), strict=True)
    shapes = "".join(f'<path id="{name}" fill="{paint}" d="M{at},0 h200 v400 h-200 Z"/>' for at, (name, paint) in placed)
    inner = f'<svg x="10" y="10" width="300" height="200" viewBox="0 0 600 400">{shapes}</svg>'
    found = look_at(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 220">{inner}</svg>'.encode(), "x.svg")
    assert found.errors == ()
    assert {each.name: kind(each) for each in found.provinces} == {"Westland": "land", "Eastland": "land", "Amber Sea": "sea"}
    assert {each.name: each.at for each in found.coded.shapes}["Westland"] == pytest.approx((60, 110), abs=1)


@pytest.mark.slow
def test_thousands_of_marks_and_frames_are_sorted_in_seconds() -> None:
    names = ("Westland", "Eastland", "Midland", "Moorland", "Amber_Sea", "West_Sea", "South_Sea")
    lands = "".join(f'<path id="{name}" fill="#e9dfc0" d="M{at * 80},0 h80 v400 h-80 Z"/>' for at, name in enumerate(names))
    marks = "".join(f'<circle class="sc" cx="{at % 500}" cy="{at // 20}" r="{2 + at % 3}"/>' for at in range(2900))
    frames = '<rect width="20" height="10" fill="none" stroke="none"/>' * 2900
    start = time.process_time()
    found = look_at(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 400">{lands}{marks}{frames}</svg>'.encode(), "x.svg")
    assert len(found.provinces) == 7
    assert time.process_time() - start < 10


@pytest.mark.slow
def test_a_clip_that_takes_nothing_off_is_no_fault(tmp_path: Path) -> None:
    for name, warnings in (("whole", 0), ("cut", 18)):
        folder = tmp_path / name
        folder.mkdir()
        text = (MANNERS / "matplotlib.svg").read_text(encoding="utf-8")
        (folder / "tamm.svg").write_text(text if warnings == 0 else text.replace('width="875" height="660"', 'width="75" height="60"'))
        desk = Desk(game=False)
        desk.run(f"begin-variant {folder / 'tamm.svg'} Tamm --write")
        assert f"0 errors, {warnings} warnings" in desk.run(f"check-variant {folder}")


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
    # Two islands are smaller than their names, which have found a place beside them.
    assert "0 warnings" in checked
    desk.run(f"new {drawing.parent}", "process --missing hold")
    assert len(desk.session.turn.position.units) == 6


@pytest.mark.slow
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
