"""A variant from a drawing made of nothing but shapes, and its forms, without a window: from the first command to a played season."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.bare_drawings import WATER, in_layers, without_texts
from variants.style import ink_of, land_of
from variants.toml_text import read_toml


@pytest.fixture
def desk() -> Desk:
    return Desk(game=False)


@pytest.fixture
def drawing(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    folder.mkdir()
    (folder / "isle.svg").write_text(in_layers())
    return folder / "isle.svg"


def table(folder: Path) -> dict[str, object]:
    return dict(read_toml("variant.toml", (folder / "variant.toml").read_bytes()).table)


def test_each_shape_is_reported_with_its_reason_and_nothing_is_written(desk: Desk, drawing: Path) -> None:
    said = desk.run(f"begin-variant {drawing} Isle")
    assert "OUT  Outer Sea (the text over it): sea (its name is Outer Sea)" in said
    assert "ARD  Arden (the text over it): coastal (it is not painted blue, and others are)" in said
    assert [each.name for each in drawing.parent.iterdir()] == ["isle.svg"]
    assert drawing.read_text() == in_layers()


@pytest.mark.slow
def test_ten_shapes_become_a_variant_that_is_played_for_a_season(desk: Desk, drawing: Path) -> None:
    said = desk.run(f"begin-variant {drawing} Isle --write")
    assert "10 provinces, written into" in said
    assert "A link to it is on the shelf of New Game." in said
    for line in (
        "set-power isle Red --add",
        "set-power isle Blue --add",
        "set-province isle ARD --home Red --start 'RED A'",
        "set-province isle COR --home Red --start 'RED F'",
        "set-province isle ELM --home Blue --start 'BLUE A'",
        "set-province isle FEN --home Blue --start 'BLUE F'",
        "set-province isle GAL --name 'Gale Isle' --centre yes",
        "set-variant isle --start F1850M --victory 4 --rules 1982",
    ):
        desk.run(line)
    assert "isle: 0 errors, 0 warnings" in desk.run("check-variant isle")
    desk.run("new isle")
    assert desk.session.game.variant.victory == 4
    assert str(desk.session.turn.position.phase) == "F1850M"
    desk.run("order A ARD - BRA")
    desk.run("process --missing hold")
    assert any("A BRA" in str(unit) for unit in desk.session.turn.position.units)


@pytest.mark.slow
def test_a_drawing_of_which_nothing_tells_land_from_sea_is_asked_about_and_not_written(desk: Desk, tmp_path: Path) -> None:
    drawing = tmp_path / "isle" / "isle.svg"
    drawing.parent.mkdir()
    drawing.write_text(without_texts().replace(WATER, "fill:none").replace("fill:#e8dcb8;stroke:#443", "fill:none"))
    desk.run(f"begin-variant {drawing}")
    with pytest.raises(Abort, match=r"Nothing tells whether .* are land or sea: say it\. Nothing is written before\."):
        desk.run(f"begin-variant {drawing} --write")
    assert not (drawing.parent / "variant.toml").exists()
    assert "fill:none" in drawing.read_text()
    desk.run(f"begin-variant {drawing} --sea 'P01 P09 P05' --land 'P02 P03 P04 P06 P07 P08 P10' --write")
    provinces = table(drawing.parent)["provinces"]
    assert isinstance(provinces, dict)
    assert provinces["P01"]["terrain"] == "sea"
    assert {provinces[code]["terrain"] for code in ("P02", "P10")} <= {"coastal", "inland"}


@pytest.mark.slow
def test_no_variant_is_begun_among_other_things_but_a_copy_can_be(desk: Desk, drawing: Path) -> None:
    (drawing.parent / "taxes.ods").write_text("")
    with pytest.raises(Abort, match=r"holds other things, such as taxes\.ods.*A copy of the drawing among your own variants is a way\."):
        desk.run(f"begin-variant {drawing} Isle --write")
    desk.run(f"begin-variant {drawing} Isle --write --copy")
    assert drawing.read_text() == in_layers(), "the original stays"
    folder = desk.session.shelf.folder
    assert folder is not None
    assert 'inkscape:label="ard"' in (folder / "isle" / "isle.svg").read_text()


@pytest.mark.slow
def test_a_second_board_of_one_title_gets_an_id_of_its_own(desk: Desk, drawing: Path, tmp_path: Path) -> None:
    folder = desk.session.shelf.folder
    assert folder is not None
    for number in ("", "-2", "-3"):
        assert f"isle{number}" in desk.run(f"begin-variant {drawing} Isle --write --copy")
        assert f'id = "isle{number}"' in (folder / f"isle{number}" / "variant.toml").read_text()
    beside = tmp_path / "elsewhere" / "isle.svg"
    beside.parent.mkdir()
    beside.write_text(in_layers())
    desk.run(f"begin-variant {beside} Isle --write")
    assert 'id = "isle-4"' in (beside.parent / "variant.toml").read_text()
    assert [entry.id for entry in desk.session.shelf.entries() if entry.own] == ["isle", "isle-2", "isle-3", "isle-4"]


def test_only_provinces_that_are_there_can_be_spoken_of(desk: Desk, drawing: Path) -> None:
    with pytest.raises(Abort, match=r"There is no ATL; there are ARD, BRA"):
        desk.run(f"begin-variant {drawing} --sea ATL")
    with pytest.raises(Abort, match="ARD is said to be two things"):
        desk.run(f"begin-variant {drawing} --sea ARD --land ARD")


def test_in_the_window_the_drawing_is_put_on_the_bench(drawing: Path) -> None:
    desk = Desk(game=False, screen=True)
    desk.services.paths = [drawing]
    desk.run("begin-variant")
    assert desk.services.fake_screen is not None
    assert desk.services.fake_screen.done == ["bench isle.svg"]
    with pytest.raises(Abort, match="There is no drawing"):
        desk.run("begin-variant nowhere.svg")


@pytest.mark.slow
def test_codes_can_be_retyped_from_the_first_line(desk: Desk, drawing: Path) -> None:
    desk.run(f"begin-variant {drawing} Isle --codes 'OUT=OTS GAL=GIS' --write")
    assert "OTS" in str(table(drawing.parent)["provinces"])
    assert 'inkscape:label="gis"' in drawing.read_text()


@pytest.fixture
def lakes(desk: Desk) -> Path:
    desk.run("new-variant Two Lakes")
    assert desk.session.shelf.folder is not None
    return desk.session.shelf.folder / "two-lakes"


@pytest.mark.slow
def test_two_powers_that_look_alike_are_reported_with_a_colour_that_all_can_tell(desk: Desk, lakes: Path) -> None:
    said = desk.run("set-power two-lakes Green --add --unit #8A5A1E")
    assert "look alike" in said
    proposal = said.rpartition("could have ")[2].strip().rstrip(".")
    again = desk.run(f"set-power two-lakes Green --unit {proposal}")
    assert "look alike" not in again
    assert f'unit = "{proposal}"' in (lakes / "variant.toml").read_text()


def test_the_land_follows_from_the_units_and_every_other_letter_stays(desk: Desk, lakes: Path) -> None:
    before = (lakes / "variant.toml").read_text()
    desk.run("set-power two-lakes RED --unit #AA2200")
    after = (lakes / "variant.toml").read_text()
    assert after == before.replace('unit = "#C4481A"', 'unit = "#AA2200"').replace(
        'fill = "#DD7F55"\npattern = "diagonal"', 'fill = "#D08573"\npattern = "diagonal"\nink = "#FFFFFF"'
    )


def test_a_power_that_is_put_in_has_land_and_ink_that_follow_from_its_units(desk: Desk, lakes: Path) -> None:
    desk.run("set-power two-lakes Green --add")
    powers = table(lakes)["powers"]
    assert isinstance(powers, dict)
    green = powers["GREEN"]
    assert (green["fill"], green["ink"]) == (land_of(green["unit"]), ink_of(green["unit"]))
    assert green["unit"] not in {powers["RED"]["unit"], powers["BLUE"]["unit"]}


@pytest.mark.parametrize(("name", "unit"), [("Green", "#00835B"), ("Goldenes Gelb", "#EBC11E"), ("Teal", "#1F8E8E")])
def test_a_power_that_is_called_by_a_colour_gets_it_where_all_can_tell_it_from_the_others(
    desk: Desk, lakes: Path, name: str, unit: str
) -> None:
    desk.run(f"set-power two-lakes '{name}' --add")
    assert f'unit = "{unit}"' in (lakes / "variant.toml").read_text()


def test_a_power_that_is_called_by_a_colour_that_is_taken_gets_another(desk: Desk, lakes: Path) -> None:
    assert "look alike" not in desk.run("set-power two-lakes Rosso --add")
    assert (lakes / "variant.toml").read_text().count('unit = "#C4481A"') == 1


def test_a_power_goes_with_all_that_speaks_of_it(desk: Desk, lakes: Path) -> None:
    desk.run("set-power two-lakes Blue --remove")
    text = (lakes / "variant.toml").read_text()
    assert "BLUE" not in text
    assert "# A province has the code" in text, "comments stay"
    with pytest.raises(Abort, match=r"There is no power 'Blue'; there are RED; --add puts one in\."):
        desk.run("set-power two-lakes Blue --remove")


def test_a_home_changes_hands_and_a_unit_stands_where_it_can(desk: Desk, lakes: Path) -> None:
    desk.run("set-province two-lakes CAM --home RED --start 'RED F'")
    powers = table(lakes)["powers"]
    assert isinstance(powers, dict)
    assert powers["RED"]["home"] == ["ALD", "DUN", "CAM"]
    assert powers["BLUE"]["home"] == ["FOR"]
    assert powers["RED"]["start"] == ["A ALD", "F DUN", "F CAM"]
    assert powers["BLUE"]["start"] == ["F FOR"]
    with pytest.raises(Abort, match=r"A NTH cannot stand there; there could be F NTH\."):
        desk.run("set-province two-lakes NTH --start 'RED A'")
    desk.run("set-province two-lakes CAM --centre no --start nobody")
    powers = table(lakes)["powers"]
    assert isinstance(powers, dict)
    assert powers["RED"]["home"] == ["ALD", "DUN"]


@pytest.mark.slow
def test_another_calendar_starts_in_the_same_year(desk: Desk, lakes: Path) -> None:
    desk.run("set-variant two-lakes --calendar one --year-limit 1950 --builds 'any owned'")
    assert table(lakes)["calendar"] == {
        "start": "Y1901M",
        "steps": ["Y M", "Y R captures", "Y A"],
        "seasons": {"Y": "Year"},
    }
    assert "0 errors" in desk.run("check-variant two-lakes")
    with pytest.raises(Abort, match=r"S1901M is no step of this calendar; its steps are Y M, Y R, Y A\."):
        desk.run("set-variant two-lakes --start S1901M")


def test_rules_are_written_option_by_option_and_hooks_by_name(desk: Desk, lakes: Path) -> None:
    desk.run("set-variant two-lakes --rules 'nmr=repeat 4.A.3=DPTG' --hooks 'gunboat'")
    found = table(lakes)
    assert found["rules"] == {"adjacent_convoy": "DPTG", "no_orders": "repeat"}
    assert found["hooks"] == ["gunboat"]
    desk.run("set-variant two-lakes --rules 1971 --hooks none")
    assert table(lakes)["rules"] == {"preset": "1971"}
    assert "hooks" not in table(lakes)
    with pytest.raises(Abort, match="There is no hook 'gunboot'"):
        desk.run("set-variant two-lakes --hooks gunboot")
    with pytest.raises(Abort, match="The board has 5 centres, so that 40 would never be reached"):
        desk.run("set-variant two-lakes --victory 40")


@pytest.mark.slow
def test_terrain_is_proposed_with_reasons_and_written_in_one_go(desk: Desk, lakes: Path) -> None:
    text = (lakes / "variant.toml").read_text()
    (lakes / "variant.toml").write_text(text.replace('name = "Southern Sea"\nterrain = "sea"', 'name = "Southern Sea"\nterrain = "inland"'))
    said = desk.run("propose-terrain two-lakes")
    assert "STH (Southern Sea): sea (it is painted blue), in the file inland" in said
    assert 'terrain = "inland"' in (lakes / "variant.toml").read_text()
    desk.run("propose-terrain two-lakes --write")
    assert (lakes / "variant.toml").read_text() == text
    assert "Every province is in the file as it is drawn." in desk.run("propose-terrain two-lakes")


@pytest.mark.slow
def test_a_code_is_renamed_in_the_file_and_in_the_drawing(desk: Desk, lakes: Path) -> None:
    before = {name: (lakes / name).read_text() for name in ("variant.toml", "board.svg")}
    desk.run("set-province two-lakes BRE --code brd")
    after = {name: (lakes / name).read_text() for name in before}
    assert after["variant.toml"] == before["variant.toml"].replace("BRE", "BRD")
    assert after["board.svg"] == before["board.svg"].replace('"bre"', '"brd"').replace("unit:bre", "unit:brd")
    assert "0 errors, 0 warnings" in desk.run("check-variant two-lakes")
    with pytest.raises(Abort, match="ALD is the code of Aldland already"):
        desk.run("set-province two-lakes BRD --code ALD")


def test_a_variant_of_the_program_is_not_changed(desk: Desk) -> None:
    with pytest.raises(Abort, match="that comes with the program is not changed"):
        desk.run("set-power standard Red --add")


def test_a_shape_that_cannot_be_read_is_told_before_anything_is_written(desk: Desk, tmp_path: Path) -> None:
    shapes = (
        '<path id="Westland" fill="#e9dfc0" d="M0,0 h300 v400 h-300 Z"/><path id="Mid_Sea" fill="#a6cbe3" d="M300,0 h300 v400 h-300 Z"/>'
    )
    broken = '<path id="Amber_Sea" fill="#a6cbe3" d="M0,0 foo"/>'
    file = tmp_path / "bad.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400">{shapes}{broken}</svg>')
    assert "bad.svg:1: <Amber_Sea> its path data cannot be read" in desk.run(f"begin-variant {file} Bad")
