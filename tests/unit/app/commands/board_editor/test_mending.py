"""A designer without a window: faults with their numbers, what mends them, what is known, what a border is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.review.planted import PLANTED
from tests.unit.variants.review.twelve import DRAWING, MANIFEST, Files

BY_NAME = {each.name: each for each in PLANTED}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "twelve"
    made.mkdir()
    lay(made, Files())
    return made


def lay(folder: Path, files: Files) -> None:
    (folder / "variant.toml").write_text(files.toml)
    (folder / "board.svg").write_text(files.svg)


def number(said: str) -> str:
    found = re.search(r"\[([0-9a-f]{8})", said)
    assert found is not None, said
    return found[1]


@pytest.mark.slow
def test_faults_as_json_have_kind_place_point_file_line_and_number(folder: Path) -> None:
    lay(folder, BY_NAME["a fleet's way to the wrong coast"].plant(Files()))
    told = json.loads(Desk(game=False).run(f"check '{folder}' --json"))
    (fault,) = told["faults"]
    assert (told["name"], told["errors"], told["warnings"]) == ("twelve", 0, 1)
    assert {key: fault[key] for key in ("kind", "severity", "file", "line", "places", "known")} == {
        "kind": "wrong coast",
        "severity": "warning",
        "file": "variant.toml",
        "line": MANIFEST.split("[provinces.DOV.coasts.SC]")[0].count("\n") + 2,
        "places": ["DOV", "EAS"],
        "known": None,
    }
    assert fault["point"] == pytest.approx([450, 137], abs=50)
    assert fault["mend"] == "Write DOV/NC - EAS"
    assert [each["between"] for each in told["open"]] == [["ISL", "MID"]]


@pytest.mark.slow
def test_errors_end_with_another_exit_status_and_json_all_the_same(folder: Path) -> None:
    lay(folder, BY_NAME["a label with a slip"].plant(Files()))
    desk = Desk(game=False)
    with pytest.raises(Abort):
        desk.run(f"check '{folder}' --json")
    assert json.loads("\n".join(desk.services.said))["errors"] == 1


def test_a_drawing_is_checked_alone(tmp_path: Path) -> None:
    (tmp_path / "lone.svg").write_text(DRAWING.replace("M190,325 H260 V380 H190 Z", "M190,325 H260 V380 H190"))
    assert "its outline is open" in Desk(game=False).run(f"check '{tmp_path / 'lone.svg'}'")


@pytest.mark.slow
def test_a_drawing_beside_its_variant_is_checked_with_it(folder: Path) -> None:
    assert "twelve: 0 errors, 0 warnings" in Desk(game=False).run(f"check '{folder / 'board.svg'}'")
    (folder / "sketch.svg").write_text(DRAWING)
    assert "sketch.svg: 0 errors" in Desk(game=False).run(f"check '{folder / 'sketch.svg'}'"), "the variant is not played on that one"


@pytest.mark.slow
def test_one_way_steps_of_army_and_fleet_are_two_faults(folder: Path) -> None:
    """An army and a fleet that cannot come back are two faults of which each is known by itself."""
    lay(
        folder,
        Files().with_toml(
            'army = ["WES", "MID", "DOV"]\nfleet = ["NOR", "WES", "DOV/NC"]', 'army = ["MID", "DOV"]\nfleet = ["NOR", "DOV/NC"]'
        ),
    )
    desk = Desk(game=False)
    with pytest.raises(Abort):
        desk.run(f"check '{folder}' --json")
    faults = json.loads("\n".join(desk.services.said))["faults"]
    assert [each["text"] for each in faults] == ["A can go from WES to ARK and not back", "F can go from WES to ARK and not back"]
    assert faults[0]["id"] != faults[1]["id"]
    desk.run(f"mend '{folder}' {faults[1]['id']}")
    assert 'army = ["MID", "DOV"]\nfleet = ["NOR", "DOV/NC", "WES"]' in (folder / "variant.toml").read_text()


@pytest.mark.slow
def test_a_fault_is_mended_by_its_number_and_nothing_else_changes(folder: Path) -> None:
    lay(folder, BY_NAME["a list without the way back"].plant(Files()))
    desk = Desk(game=False)
    with pytest.raises(Abort):
        desk.run(f"check-variant '{folder}'")
    assert "Put LOW into the list of WES" in desk.run(f"mend '{folder}' {number(chr(10).join(desk.services.said))}")
    assert (folder / "variant.toml").read_text() == MANIFEST.replace('army = ["ARK", "LOW"]', 'army = ["ARK", "LOW"]')
    assert "twelve: 0 errors, 0 warnings" in Desk(game=False).run(f"check-variant '{folder}'")


@pytest.mark.slow
def test_a_known_fault_is_counted_and_not_told(folder: Path) -> None:
    lay(folder, BY_NAME["a shore that no list knows"].plant(Files()))
    told = Desk(game=False).run(f"check-variant '{folder}'")
    Desk(game=False).run(f"know '{folder}' {number(told)} there are cliffs")
    again = Desk(game=False).run(f"check-variant '{folder}'")
    assert "ISL and SOU" not in again
    assert "twelve: 0 errors, 0 warnings, 1 known" in again
    assert 'reason = "there are cliffs"' in (folder / "variant.toml").read_text()


@pytest.mark.slow
def test_a_border_is_answered(folder: Path) -> None:
    assert "ISL - MID: they are 25 units apart, and units may go between them" in Desk(game=False).run(f"border '{folder}'")
    Desk(game=False).run(f"border '{folder}' mid isl bridge a ferry runs")
    assert "ISL - MID: they are 25 units apart, and units may go between them: bridge (a ferry runs)" in Desk(game=False).run(
        f"border '{folder}'"
    )


@pytest.mark.slow
def test_what_cannot_be_mended_says_so(folder: Path) -> None:
    lay(folder, BY_NAME["a province without shape"].plant(Files()))
    desk = Desk(game=False)
    with pytest.raises(Abort):
        desk.run(f"check-variant '{folder}'")
    with pytest.raises(Abort, match="mend it by hand"):
        desk.run(f"mend '{folder}' {number(chr(10).join(desk.services.said))}")
    with pytest.raises(Abort, match="has no fault"):
        desk.run(f"mend '{folder}' 12345678")
    with pytest.raises(Abort, match="comes with the program"):
        Desk(game=False).run("border standard par bur yes why")
