"""A variant is written for other programs, and read back with the same steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.board import Board
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk


def steps(board: Board) -> set[tuple[str, str, str]]:
    return {(kind, str(edge.origin), str(edge.target)) for edge in board.edges for kind in edge.kinds}


@pytest.mark.parametrize("variant", ["pure", "standard", "1898"])
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


def test_an_ending_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Abort, match=r"\.svg is none of what can be written: \.map or \.json"):
        Desk(game=False).run(f"export-variant standard {tmp_path / 'x.svg'}")
