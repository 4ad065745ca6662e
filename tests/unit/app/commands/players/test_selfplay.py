"""Bots play many games, which are added up."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.board_editor.playtest import running
from app.library import board_making
from app.session.errors import Abort
from tests.quick import few
from tests.unit.app.commands.fake_services import Desk

ISLE = Path(__file__).resolve().parents[5] / "docs" / "examples" / "ten-provinces" / "3-ready"


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process takes longer than most games here; one test compares one process with three."""
    monkeypatch.setattr(running, "cores", lambda: 1)


@pytest.mark.slow
def test_several_games_end_with_what_they_add_up_to() -> None:
    said = Desk(game=False).run("selfplay --games 5 --years 3 --seed 4").splitlines()
    assert [line.partition(":")[0] for line in said[:5]] == [f"seed {seed}" for seed in range(4, 9)]
    assert said[5].startswith("5 games of Standard, 3.0 years")
    assert any(line.startswith("Whether the seats are even cannot be said") for line in said)
    assert any(line.startswith("Turkey at the start: 1 unit of Russia within 2 moves of its centres") for line in said)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures_on_one_process_and_on_three(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "selfplay --games 8 --years 3 --seed 9 --json"
    alone = Desk(game=False).run(line)
    monkeypatch.setattr(running, "cores", lambda: 3)
    assert Desk(game=False).run(line) == alone
    assert Desk(game=False).run(line.replace("seed 9", "seed 10")) != alone
    data = json.loads(alone)
    assert (data["variant"], data["players"], data["seed"], data["games"]) == ("standard", "random", 9, 8)
    assert data["centres by year"]["years"] == [1900, 1901, 1902, 1903]
    assert set(data["powers"]) == {"AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
    assert sum(each["score"]["value"] for each in data["powers"].values()) == pytest.approx(1, abs=1e-5)
    assert "SWI" not in data["provinces"]
    assert data["provinces"]["MUN"]["entered"] == 8
    assert data["endings"] == {"draw: last year": 8}


@pytest.mark.slow
@pytest.mark.parametrize("bot", few(["easy", "steady", "holding"], "holding"))
def test_every_opponent_plays(bot: str) -> None:
    data = json.loads(Desk(game=False).run(f"selfplay --games 4 --years 1 --bot {bot} --json"))
    assert data["games"] == 4
    assert data["lost turns"] == 0


@pytest.mark.slow
def test_the_opponent_that_searches_plays_the_same_games_from_the_same_seed() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    line = "selfplay --variant two-lakes --games 3 --years 2 --bot strong --json"
    first = desk.run(line)
    assert json.loads(first)["games"] == 3
    assert json.loads(first)["lost turns"] == 0
    assert desk.run(line) == first


@pytest.mark.slow
def test_a_variant_of_ones_own_that_extends_another_is_played_in_other_processes_too() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    assert desk.session.shelf.folder is not None
    child = desk.session.shelf.folder / "one-lake"
    child.mkdir()
    (child / "variant.toml").write_text('format = 1\nid = "one-lake"\nname = "One Lake"\nextends = "two-lakes"\n')
    data = json.loads(desk.run("selfplay --variant one-lake --games 5 --years 2 --json"))
    assert data["games"] == 5


def test_a_folder_that_is_not_on_the_shelf_is_played(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ISLE, tmp_path / "my isle"))
    data = json.loads(Desk(game=False).run(f"selfplay --variant '{folder}' --games 2 --years 2 --json --into '{tmp_path / 'last.dpn'}'"))
    assert data["games"] == 2
    assert "A ARD" in (tmp_path / "last.dpn").read_text()


@pytest.mark.slow
def test_games_with_hooks_are_added_up_as_well() -> None:
    data = json.loads(Desk(game=False).run("selfplay --variant fog-of-war --games 2 --years 1 --json"))
    assert data["games"] == 2
    assert data["provinces"]["BUR"]["entered"] <= 2


@pytest.mark.slow
def test_of_many_games_only_the_sums_are_reported_and_the_last_game_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "last.dpn"
    said = Desk(game=False).run(f"selfplay --games 21 --years 1 --into {file}")
    assert "seed 1:" not in said
    assert said.startswith("21 games of Standard")
    assert "Bots, seed 21" in file.read_text()


def test_a_process_that_ends_early_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_making, "ROOT", Path("/nowhere"))
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(Abort, match=r"The games could not be played: a process that played games ended early \(exit code 1\)"):
        Desk(game=False).run("selfplay --games 5")


@pytest.mark.slow
def test_a_play_test_that_is_stopped_leaves_no_process() -> None:
    desk = Desk(game=False)
    from app.board_editor.playtest.matches import planned
    from app.players.bots import Bot

    entry = desk.session.shelf.entry("standard")
    assert entry is not None
    test = planned(desk.session, entry, Bot.RANDOM, 100_000, 1, 20)
    seen = 0

    def is_stopped() -> bool:
        return seen >= 3

    for _ in running.run(test, is_stopped, 2):
        seen += 1
    assert seen == 3
