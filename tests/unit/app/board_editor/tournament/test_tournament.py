"""Tournaments: who sits where, what is kept, how it goes on after it was stopped, and what the table says."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from adjudicator.variant import Variant
from app.board_editor.tournament.game import GameResult, SeatResult
from app.board_editor.tournament.plan import PlanError, TournamentPlan, read_plan
from app.board_editor.tournament.report import as_csv, as_json, as_picture, table
from app.board_editor.tournament.result_store import GAMES, OtherTournamentError, ResultStore
from app.board_editor.tournament.standings import Standings
from app.cli.printable import LiveTable
from app.game.opening import FileStanding, open_text
from app.game.variant_source import ShippedShelf
from app.session.errors import Abort
from scripts.player_page import script
from tests.unit.app.commands.fake_services import Desk
from variants import standard

ROOT = Path(__file__).resolve().parents[5]
POWERS = tuple(standard().powers)
CHANCE = """
name = "By lot"
games = {games}
last_year = 1902
[[players]]
name = "one"
who = "random"
[[players]]
name = "six"
who = "random"
count = 6
"""


def plan_of(text: str, folder: Path = Path()) -> TournamentPlan:
    return read_plan("t.toml", text.encode(), folder)


def file_of(folder: Path, text: str) -> Path:
    (folder / "t.toml").write_text(text, encoding="utf-8")
    return folder / "t.toml"


def test_every_player_sits_at_every_power_once_in_as_many_games_as_there_are_seats() -> None:
    plan = plan_of(CHANCE.format(games=70))
    seats = [next(power for power, who in plan.seating(POWERS, game).items() if who == 0) for game in range(70)]
    for first in range(0, 70, 7):
        assert set(seats[first : first + 7]) == set(POWERS)
    assert Counter(seats) == dict.fromkeys(POWERS, 10)
    assert seats[:7] != seats[7:14]
    assert len({plan.seed_of(game) for game in range(70)}) == 70


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("games = 1", "t.toml: players: a [[players]] table was expected"),
        ('[[players]]\nwho = "nobody"', "t.toml:2: who: 'nobody' is nobody who could play"),
        ('[[players]]\nwho = "person"', "t.toml:2: who: a tournament waits for nobody"),
        ('[[players]]\nwho = "listen:9000"', "t.toml:2: who: a tournament waits for nobody"),
        ('games = "many"\n[[players]]\nwho = "easy"', "t.toml:1: games: a whole number from 1"),
        ('seconds = -1\n[[players]]\nwho = "easy"', "t.toml:1: seconds: seconds from 0"),
        ('gmaes = 3\n[[players]]\nwho = "easy"', "t.toml:1: unknown key 'gmaes'"),
        ('scoring = "guess"\n[[players]]\nwho = "easy"', "t.toml:1: scoring: there are"),
        ('[[players]]\nwho = "easy"\n[[players]]\nwho = "easy"', "t.toml:3: name: there are two called 'easy'"),
        ('[[players]]\nwho = "bot:./nobody.py"', "t.toml:2: who: there is no program"),
        ("[[players", "this is no TOML"),
    ],
)
def test_what_is_wrong_with_the_file_is_reported_with_its_line(text: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError) as error:
        plan_of(text, tmp_path)
    assert fault in str(error.value)


@pytest.mark.slow
def test_a_tournament_keeps_its_games_and_says_how_everybody_stands(tmp_path: Path) -> None:
    (tmp_path / "ten.py").write_text(script(), encoding="utf-8")
    text = CHANCE.format(games=2).replace("count = 6", 'count = 5\n[[players]]\nname = "ten"\nwho = "bot:./ten.py"\n') + "\n"
    desk = Desk(game=False)
    said = desk.run(f"tournament {file_of(tmp_path, 'seconds = 60' + text)} --jobs 1")
    assert "By lot: 2 of 2 games" in said
    folder = tmp_path / "t"
    for number in (1, 2):
        file = folder / "games" / f"{number:06d}.dpn"
        opened = open_text(file.read_bytes(), file.name, ShippedShelf())
        assert opened.standing is FileStanding.CHECKED
        assert sorted(each.name for each in opened.ready().game.players.values()) == ["one", *["six"] * 5, "ten"]
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO((folder / "standings.csv").read_text(encoding="utf-8")))}
    assert (rows["ten"]["seats"], rows["ten"]["illegal"], rows["ten"]["late"]) == ("2", "0", "0")
    assert int(rows["ten"]["turns"]) >= 8
    assert sum(float(row["share"]) * int(row["seats"]) for row in rows.values()) == pytest.approx(2, abs=1e-4)
    assert json.loads((folder / "standings.json").read_text())["games"] == 2
    assert ElementTree.parse(folder / "standings.svg").getroot().tag.endswith("svg")


@pytest.mark.slow
def test_the_same_tournament_goes_on_where_it_was_and_ends_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    file = file_of(tmp_path, CHANCE.format(games=6))
    Desk(game=False).run(f"tournament {file} --jobs 1 --into {tmp_path / 'whole'}")
    Desk(game=False).run(f"tournament {file} --jobs 1 --into {tmp_path / 'parts'} --games 2")
    with (tmp_path / "parts" / GAMES).open("ab") as kept:
        kept.write(b'{"number": 2, "seed": 1, "pha')  # what a crash leaves
    said = Desk(game=False).run(f"tournament {file} --jobs 1 --into {tmp_path / 'parts'}")
    assert "2 games are kept already" in said
    for name in ("standings.csv", "standings.json"):
        assert (tmp_path / "parts" / name).read_text() == (tmp_path / "whole" / name).read_text()
    for number in range(1, 7):
        name = f"games/{number:06d}.dpn"
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_tournament_that_is_killed_loses_no_game_that_was_kept(tmp_path: Path) -> None:
    file = file_of(tmp_path, CHANCE.format(games=12))
    command = [sys.executable, str(ROOT / "main.py"), "tournament", str(file), "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    kept = tmp_path / "t" / GAMES
    while process.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") > 5):
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()  # also waits for the processes that play, which have the same output
    before = kept.read_bytes().splitlines()[1:-1]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    lines = kept.read_bytes().splitlines()[1:]
    assert lines[: len(before)] == before
    assert sorted(json.loads(line)["number"] for line in lines) == list(range(12))
    assert json.loads((tmp_path / "t" / "standings.json").read_text())["games"] == 12


def test_games_of_another_tournament_are_not_mixed_in(tmp_path: Path) -> None:
    plan = plan_of(CHANCE.format(games=2))
    store = ResultStore(tmp_path, plan)
    assert list(store.open()) == []
    store.close()
    other = plan_of(CHANCE.format(games=2).replace("1902", "1903"))
    with pytest.raises(OtherTournamentError, match="another tournament"):
        list(ResultStore(tmp_path, other).open())


def test_the_seats_have_to_be_as_many_as_the_powers(tmp_path: Path) -> None:
    file = file_of(tmp_path, '[[players]]\nwho = "easy"\ncount = 6')
    with pytest.raises(Abort, match="has 7 powers, and the players take 6 seats"):
        Desk(game=False).run(f"tournament {file}")


def results() -> Standings:
    plan = plan_of(CHANCE.format(games=4))
    standings = Standings(plan)
    for number in range(4):
        alone = SeatResult("one", "FRANCE", 1.0 if number else 0.4, 18, "solo" if number else "draw", 10, 10, number, 1, 5.0)
        rest = [SeatResult("six", power, 0.0 if number else 0.1, 2, "survived", 0) for power in POWERS if power != "FRANCE"]
        standings.add(GameResult(number, 1, 20, "", "centres", (alone, *rest)))
    return standings


def test_shares_are_counted_by_game_with_an_interval_of_95_percent() -> None:
    line = results().lines["one"]
    assert line.share.value == pytest.approx(0.85)
    assert line.share.low == pytest.approx(0.85 - 1.959964 * 0.3 / 2)
    assert line.share.high == 1.0  # no share is more than the whole
    assert results().lines["six"].share.value == pytest.approx(0.025)


def test_the_table_has_solos_draws_survivals_shares_illegal_and_late_counts() -> None:
    rows = [row.split() for row in table(results())]
    assert rows[0][:6] == ["games", "solos", "draws", "survived", "out", "centres"]
    assert rows[1] == ["one", "4", "3", "1", "0", "0", "18.0", "85.0%", "55.6%", "to", "100.0%", "6", "4", "0.50"]
    assert rows[2][:6] == ["six", "4", "0", "0", "24", "0"]


def test_csv_json_and_picture_say_the_same() -> None:
    standings = results()
    row = next(csv.DictReader(io.StringIO(as_csv(standings))))
    same = json.loads(as_json(standings))["players"][0]
    assert {key: str(value) for key, value in same.items()} == row
    assert "85.0%" in as_picture(standings)
    assert "&lt;one&gt;" in as_picture_named("<one>")


def as_picture_named(name: str) -> str:
    standings = Standings(plan_of(CHANCE.format(games=1).replace('"one"', f'"{name}"')))
    return as_picture(standings)


def test_a_live_table_is_written_over_in_place_and_taken_away_at_the_end() -> None:
    terminal, now = io.StringIO(), [0.0]
    live = LiveTable(terminal, lambda: now[0])
    live.step(1, "a\nb")
    live.step(2, "never shown\nso soon")
    now[0] = 1.0
    live.step(3, "c\nd\033[2J")
    live.clear()
    assert terminal.getvalue().startswith("a\033[K\nb\033[K\n\033[2Fc\033[K\nd")
    assert terminal.getvalue().endswith("\033[2F\033[J")
    assert "\033[2J" not in terminal.getvalue()
    assert "soon" not in terminal.getvalue()


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    file = file_of(tmp_path, CHANCE.format(games=4))
    Desk(game=False).run(f"tournament {file} --jobs 1 --into {tmp_path / 'here'}")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=False) as cluster:
        Desk(game=False).run(f"tournament {file} --into {tmp_path / 'there'} --cluster {cluster.scheduler_address}")
    assert (tmp_path / "there" / "standings.csv").read_text() == (tmp_path / "here" / "standings.csv").read_text()


def test_the_variant_of_a_task_is_small_and_comes_back_whole() -> None:
    import pickle

    found = pickle.loads(pickle.dumps(standard()))
    assert isinstance(found, Variant)
    assert found == standard()


HOOKED = """
name = "In the fog"
variant = "fog-of-war"
games = 1
last_year = 1901
seconds = 60
[[players]]
name = "looks"
who = "bot:./looks.py"
[[players]]
name = "six"
who = "random"
count = 6
"""


@pytest.mark.slow
def test_hooks_take_part_and_a_program_is_told_what_its_seat_may_see(tmp_path: Path) -> None:
    loop = "for line in sys.stdin:\n"
    assert loop in script()
    text = script().replace(loop, f"{loop}    open('heard', 'a').write(line)\n")
    (tmp_path / "looks.py").write_text(text, encoding="utf-8")
    desk = Desk(game=False)
    said = desk.run(f"tournament {file_of(tmp_path, HOOKED)} --jobs 1")
    assert "1 of 1 games" in said
    game = open_text((tmp_path / "t" / "games" / "000001.dpn").read_bytes(), "game", ShippedShelf()).game
    assert game is not None
    assert game.hooks
    assert len(game.line()) > 2
    assert game.ending is not None
    turns = [json.loads(line) for line in (tmp_path / "heard").read_text(encoding="utf-8").splitlines() if '"turn"' in line]
    assert turns
    assert all(turn["position"]["unseen"] for turn in turns), "it does not see everything"
