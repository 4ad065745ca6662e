"""A variant is written for other programs, and read back with the same steps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudicator.board import Board
from app.session.errors import Abort
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk


def steps(board: Board) -> set[tuple[str, str, str]]:
    return {(kind, str(edge.origin), str(edge.target)) for edge in board.edges for kind in edge.kinds}


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["pure", *(pytest.param(each, marks=pytest.mark.slow) for each in ("standard", "1898"))])
def test_a_map_file_of_ours_comes_back_with_the_same_steps_centres_and_starts(variant: str, tmp_path: Path) -> None:
    desk = Desk(game=False)
    file = tmp_path / "mine.map"
    desk.run(f"export-variant {variant} {file}")
    desk.run(f"import {file}")
    before, after = desk.session.shelf.find(variant), desk.session.shelf.find("mine")
    assert before is not None
    assert after is not None
    one, other = before.variant, after.variant
    assert steps(other.board) == steps(one.board)
    assert set(other.board.centres) == set(one.board.centres)
    assert set(map(str, other.start.units)) == set(map(str, one.start.units))
    assert {code: each.home for code, each in other.board.provinces.items()} == {
        code: each.home for code, each in one.board.provinces.items()
    }
    assert other.victory == one.victory


def test_neighbours_are_written_as_json(tmp_path: Path) -> None:
    file = tmp_path / "steps.json"
    Desk(game=False).run(f"export-variant standard {file}")
    provinces = json.loads(file.read_text())["provinces"]
    assert provinces["BUL"]["steps"]["F"]["EC"] == ["BLA", "CON", "RUM"]
    assert provinces["BUL"]["steps"]["A"][""] == ["CON", "GRE", "RUM", "SER"]
    assert provinces["MUN"]["home"] == "GERMANY"


@pytest.mark.slow
def test_a_map_of_diplicity_is_written_with_its_ids_and_shows_every_step(tmp_path: Path) -> None:
    said = Desk(game=False).run(f"export-variant standard {tmp_path / 'ids.json'}")
    assert "powers, units and the start" in said
    assert "does not show" not in said, "the drawing is read again, step by step"
    ids = json.loads((tmp_path / "ids.json").read_text())
    drawing = (tmp_path / "map.svg").read_text()
    assert set(ids.values()) >= {"nth", "mun", "stp"}
    assert all(f'<text id="{word}"' in drawing for word in ids)


@pytest.mark.slow
def test_a_package_of_jdip_and_a_drawing_for_godip_come_back_with_the_same_steps(tmp_path: Path) -> None:
    desk = Desk(game=False)
    wanted = desk.session.shelf.find("pure")
    assert wanted is not None
    said = desk.run(f"export-variant pure {tmp_path / 'pureVariants.zip'}", f"export-variant pure {tmp_path / 'pure.svg'}")
    assert "Pure is in" in said
    assert (tmp_path / "pure.go").is_file()
    desk.run(f"import {tmp_path / 'pureVariants.zip'}", f"import {tmp_path / 'pure.go'}")
    for made in ("pure-2", "pure-2-2"):
        found = desk.session.shelf.find(made)
        assert found is not None
        assert steps(found.variant.board) == steps(wanted.variant.board)


def test_a_package_that_jdip_would_not_find_is_reported(tmp_path: Path) -> None:
    assert "names end in Variants.zip" in Desk(game=False).run(f"export-variant pure {tmp_path / 'pure.zip'}")


def test_neither_of_two_files_is_written_over_without_being_asked_for(tmp_path: Path) -> None:
    (tmp_path / "pure.go").write_text("mine")
    with pytest.raises(Abort, match=r"pure\.go is there already"):
        Desk(game=False).run(f"export-variant pure {tmp_path / 'pure.svg'}")
    assert not (tmp_path / "pure.svg").exists()
    assert (tmp_path / "pure.go").read_text() == "mine"


def test_an_ending_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Abort, match=r"\.png is none of what can be written: \.map, \.json, \.svg, "):
        Desk(game=False).run(f"export-variant standard {tmp_path / 'x.png'}")
    with pytest.raises(Abort, match=r"pack standard x\.dpv"):
        Desk(game=False).run(f"export-variant standard {tmp_path / 'x.dpv'}")


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["pure", *(pytest.param(each, marks=pytest.mark.slow) for each in ("standard", "1898"))])
@each_nth(5, "name", ["mine.d.svg", "mine.creator.json", "mine.dvar.json", "install.php", "config.json"])
def test_boards_for_web_sites_come_back_with_the_same_steps_centres_and_starts(variant: str, name: str, tmp_path: Path) -> None:
    desk = Desk(game=False)
    said = desk.run(f"export-variant {variant} {tmp_path / name}")
    assert f"{tmp_path / name}" in said
    read = tmp_path / name.replace(".d.svg", ".json")
    before = desk.session.shelf.find(variant)
    known = set(desk.session.shelf.ids())
    desk.run(f"import {read}")
    (made,) = set(desk.session.shelf.ids()) - known
    after = desk.session.shelf.find(made)
    assert before is not None
    assert after is not None
    one, other = before.variant, after.variant
    codes = {each.name.casefold(): code for code, each in other.board.provinces.items()}
    renamed = {code: codes[each.name.casefold()] for code, each in one.board.provinces.items()}
    powers = {power.name: power.id for power in other.powers.values()}

    def there(place: object) -> str:
        code, slash, coast = str(place).partition("/")
        return renamed[code] + slash + coast

    wanted = {(kind, there(edge.origin), there(edge.target)) for edge in one.board.edges for kind in edge.kinds}
    back = {new: old for old, new in renamed.items()}
    added = {"-".join(sorted(back[end.partition("/")[0]] for end in pair)) for _, *pair in steps(other.board) - wanted}
    told = re.search(r"that only armies go between (.*)\.", said)
    assert added == (set(told[1].split(", ")) if told is not None else set())
    lost = wanted - steps(other.board)
    told = re.search(r"steps that the drawing does not show: .* \((\d+)\)\.", said)
    assert len(lost) == (int(told[1]) if told is not None else 0)
    assert set(other.board.centres) == {renamed[each] for each in one.board.centres}
    owners = {renamed[code]: powers[one.powers[owner].name] for code, owner in one.start.owners.items()}
    assert dict(other.start.owners) == owners
    on_coasts = set() if "the coast of" not in said else {"STP"}
    starts = {(powers[one.powers[each.power].name], each.piece.kind, there(each.piece.location)) for each in one.start.units}
    found = {(each.power, each.piece.kind, str(each.piece.location)) for each in other.start.units}
    assert {each for each in found ^ starts if each[2].partition("/")[0] not in on_coasts} == set()
    assert len(found) == len(starts)
