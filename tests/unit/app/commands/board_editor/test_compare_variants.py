"""Two versions of a variant: provinces, steps, centres and starts that differ, as text for a post and as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.board_editor.comparing import compare, in_short
from app.commands.board_editor.variant_faults import read_version
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk

CHANGES = (
    ('name = "Elmet"\nterrain = "coastal"', 'name = "Elmetia"\nterrain = "coastal"\ncentre = true'),
    ('army = ["BRE", "ELM", "FOR"]', 'army = ["BRE", "FOR"]'),
    ('army = ["BRE", "CAM", "DUN", "FOR"]', 'army = ["BRE", "DUN", "FOR"]'),
    ('start = ["A ALD", "F DUN"]', 'start = ["F ALD", "F DUN"]'),
    ("victory = 4", "victory = 5"),
    ('name = "Two Lakes"', 'name = "Two Lakes"\nversion = "2"'),
)


@pytest.fixture
def desk() -> Desk:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    return desk


@pytest.fixture
def later(desk: Desk, tmp_path: Path) -> Path:
    assert desk.session.shelf.folder is not None
    source = desk.session.shelf.folder / "two-lakes"
    target = tmp_path / "later"
    target.mkdir()
    text = (source / "variant.toml").read_text()
    for old, new in CHANGES:
        assert old in text, old
        text = text.replace(old, new, 1)
    (target / "variant.toml").write_text(text)
    (target / "board.svg").write_bytes((source / "board.svg").read_bytes())
    return target


def test_what_differs_is_reported_for_the_players(desk: Desk, later: Path) -> None:
    assert desk.run(f"compare-variants two-lakes {later}").splitlines() == [
        "Two Lakes: what changed from version 1 to 2",
        "",
        "Provinces",
        "  Elmetia (ELM): was called Elmet; a centre now",
        "",
        "Steps",
        "  Army may no longer go: CAM – ELM",
        "",
        "Start",
        "  RED F ALD stands there from the start",
        "  RED A ALD is gone",
        "",
        "Rules",
        "  5 centres to win, was 4",
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "Elmet"\nterrain = "coastal"', 'name = "Elmet"\nterrain = "inland"', "Elmet (ELM): inland, was coastal"),
        ('home = ["ALD", "DUN"]', 'home = ["ALD"]', "Dunmark (DUN): home of nobody, was of RED"),
        ('[powers.BLUE]\nname = "Blue"', '[powers.BLUE]\nname = "Azure"', "Nothing that the rules know of."),
        ('start = "S1901M"', 'start = "F1901M"', "begins in F1901M, was S1901M"),
        ("victory = 4", "victory = 4\nyear_limit = 1910", "year limit 1910, was none"),
    ],
)
def test_each_thing_that_the_rules_know_is_reported(desk: Desk, later: Path, old: str, new: str, told: str) -> None:
    assert desk.session.shelf.folder is not None
    text = (desk.session.shelf.folder / "two-lakes" / "variant.toml").read_text()
    assert old in text
    (later / "variant.toml").write_text(text.replace(old, new, 1))
    assert told in [line.strip() for line in desk.run(f"compare-variants two-lakes {later}").splitlines()]


def test_the_other_way_round_is_told_the_other_way_round(desk: Desk, later: Path) -> None:
    said = desk.run(f"compare-variants {later} two-lakes")
    assert "Elmet (ELM): was called Elmetia; no centre any more" in said
    assert "Army may go now: CAM – ELM" in said


def test_the_same_version_differs_in_nothing(desk: Desk) -> None:
    assert "Nothing that the rules know of." in desk.run("compare-variants two-lakes two-lakes")


def test_provinces_that_came_and_went_take_no_line_for_each_step(desk: Desk) -> None:
    data = json.loads(desk.run("compare-variants two-lakes pure --json"))
    assert {"ALD", "ELM"} <= set(data["provinces"]["removed"])
    gone = set(data["provinces"]["removed"]) | set(data["provinces"]["added"])
    assert not [step for step in (*data["steps"]["added"], *data["steps"]["removed"]) if {step["from"], step["to"]} & gone]
    assert not data["same"]


def test_a_packed_version_is_compared(desk: Desk, tmp_path: Path, later: Path) -> None:
    desk.run(f"pack two-lakes {tmp_path / 'old.dpv'}")
    assert "5 centres to win" in desk.run(f"compare-variants {tmp_path / 'old.dpv'} {later}")


def test_one_that_cannot_be_read_is_named(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Abort, match="is no folder, no file that pack wrote, and no variant on the shelf"):
        desk.run(f"compare-variants two-lakes {tmp_path / 'nothing'}")
    (tmp_path / "variant.toml").write_text("format = 1\n")
    with pytest.raises(Abort, match="cannot be played, so that it cannot be compared"):
        desk.run(f"compare-variants two-lakes {tmp_path}")


def test_a_short_word_names_what_matters_most(desk: Desk, later: Path) -> None:
    old, new = (read_version(desk.session, each).variant for each in (Path("two-lakes"), later))
    said = in_short(compare(old, new))
    assert said.startswith("ELM changed; steps: 1 gone (at CAM and ELM)")
