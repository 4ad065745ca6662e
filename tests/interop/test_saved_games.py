"""Real games as saved games of the package diplomacy: all are read, and that package loads and replays what we write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Any

import pytest

from adjudicator.order import Move
from adjudicator.resolution import Result
from app.game.edits import new_game, process, set_lines
from app.game.ending_edits import declare_draw
from app.game.entries import Press
from app.game.record import MAIN, Game
from app.game.variant_source import ShippedShelf
from app.import_export.reading import read_game
from app.import_export.saved_game_writer import saved_game
from tests.interop.package_diplomacy import Package, started_package
from tests.interop.real_games import GameRecord, read_records
from tests.shared_data import shared_folder
from tests.thorough import one_in, rounds
from tests.unit.app.game.play import played_game
from variants.catalogue import standard

pytestmark = pytest.mark.interop

PARTS = 160
_POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

BOARDS = ("standard", "pure", "standard_fleet_rome", "standard_france_austria", "standard_germany_italy")
RANDOM_GAMES = """
import random
from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format
for asked in games:
    chance, game = random.Random(asked["seed"]), Game(map_name=asked["board"])
    for _ in range(24):  # what comes from sets is sorted: they have another order in each process
        if game.is_game_done:
            break
        possible = game.get_all_possible_orders()
        for power in sorted(game.powers):
            places = sorted(game.get_orderable_locations(power))
            game.set_orders(power, [chance.choice(sorted(possible[place])) for place in places if possible[place]])
        game.process()
    tell(to_saved_game_format(game))
"""

LOAD = """
from diplomacy.utils.export import from_saved_game_format, to_saved_game_format
for saved in games:
    game = from_saved_game_format(saved)
    again = to_saved_game_format(game)
    tell({"phases": [{"name": each["name"], "units": each["state"]["units"], "centers": each["state"]["centers"],
        "orders": each["orders"], "messages": [message["message"] for message in each["messages"]]} for each in again["phases"]]})
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    with started_package(tmp_path_factory.mktemp("package")) as found:
        yield found


def as_saved_game(name: str, records: list[GameRecord]) -> dict[str, Any]:
    """A recorded game in the form of that package."""
    phases = []
    for record in records:
        position = record.position
        units = {power: [str(unit.piece) for unit in position.units_of(power)] for power in _POWERS}
        for each in position.dislodged:
            units[each.unit.power].append(f"*{each.unit.piece}")
        state = {"name": str(position.phase), "units": units, "centers": {power: list(position.centres_of(power)) for power in _POWERS}}
        orders = {power: [str(order) for order in record.orders.get(power, ())] or None for power in _POWERS}
        phases.append({"name": str(position.phase), "state": state, "orders": orders, "results": {}, "messages": []})
    return {"id": name, "map": "standard", "rules": [], "phases": phases}


def recorded(every: int = 1, first: int = 0) -> Iterator[dict[str, Any]]:
    """Each *every*-th game from the *first* on."""
    for name, records in groupby(read_records(shared_folder(), every, first), key=lambda record: record.game):
        yield as_saved_game(name, list(records))


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_every_real_game_is_read_with_a_turn_for_each_recorded_phase(part: int) -> None:
    for game in recorded(PARTS, part):
        read = read_game(f"{game['id']}.json", json.dumps(game).encode(), ShippedShelf())
        assert [str(turn.phase) for turn in read.game.line()] == [each["name"] for each in game["phases"]]
        for turn, phase in zip(read.game.line(), game["phases"], strict=True):
            assert {power: sorted(map(str, (unit.piece for unit in turn.position.units_of(power)))) for power in _POWERS} == {
                power: sorted(piece for piece in pieces if piece[0] != "*") for power, pieces in phase["state"]["units"].items()
            }
        differing = {line.partition(":")[0] for line in read.lines if ": the file has" in line}
        unrecorded = {line.partition(":")[0] for line in read.lines if ": the file has phase" in line}  # some winters are not on record
        assert differing == unrecorded, game["id"]


@pytest.mark.parametrize("seed", rounds(1, 3))
def test_games_that_the_package_played_follow_from_their_orders_on_every_board_of_ours(package: Package, seed: int) -> None:
    games = package.ask(RANDOM_GAMES, [{"board": board, "seed": seed} for board in BOARDS])
    assert len(games) == len(BOARDS)
    for game in games:
        read = read_game("random.json", json.dumps(game).encode(), ShippedShelf())
        assert [line for line in read.lines if "the file has" in line] == []


@pytest.mark.parametrize("part", rounds(1, 3))
def test_the_package_loads_what_we_write_with_the_same_positions_and_orders(package: Package, part: int) -> None:
    games = islice(recorded(30, part), 8)
    ours = [saved_game(read_game("real.json", json.dumps(game).encode(), ShippedShelf()).game) for game in games]
    assert len(ours) == 8
    for written, loaded in zip(ours, package.ask(LOAD, ours), strict=True):
        phases = written["phases"]
        assert isinstance(phases, list)
        for mine, theirs in zip(phases, loaded["phases"], strict=True):
            assert theirs["name"] == mine["name"]
            for key in ("units", "centers"):
                assert {power: sorted(found) for power, found in theirs[key].items()} == {
                    power: sorted(found) for power, found in mine["state"][key].items()
                }
            assert {power: sorted(found or ()) for power, found in theirs["orders"].items()} == {
                power: sorted(found or ()) for power, found in mine["orders"].items()
            }


VALID = """
from diplomacy.utils.export import is_valid_saved_game
for saved in games:
    tell({"id": saved["id"], "valid": is_valid_saved_game(saved)})
"""


def test_the_package_finds_what_we_write_valid_for_games_by_mail_too(package: Package) -> None:
    mail = set_lines(new_game(standard(), "Nordlicht"), MAIN, "AUSTRIA", ["A BUD - SER", "A VIE - MUN", "Winteraufbau: A Wien, sonst nix"])
    silent = new_game(standard(), "Silent")
    for _ in range(6):
        silent = process(silent)
    games = [process(process(mail)), silent, *_without_detours(range(1, 7))]
    told = package.ask(VALID, [saved_game(game) for game in games])
    assert [each for each in told if not each["valid"]] == []
    assert len(told) >= 5


def _without_detours(seeds: Iterable[int]) -> Iterator[Game]:
    """Games of random orders without an army that asked for a convoy, got none, and could walk: that package has it walk."""
    for seed in seeds:
        game = played_game(8, seed=seed)
        outcomes = (each for turn in game.line() if turn.resolution for each in turn.resolution.outcomes)
        if not any(Result.NO_CONVOY in each.results and isinstance(each.order, Move) and each.order.via_convoy for each in outcomes):
            yield game


def test_the_package_loads_letters_and_the_end_of_a_game(package: Package) -> None:
    game = set_press(new_game(standard(), "Iron"), "FRANCE", ("ENGLAND", "ITALY"), "Belgium is mine.\nAgreed?")
    game = set_press(game, "GM", (), "Good luck to all.")
    ended = declare_draw(process(game), MAIN, ["FRANCE", "ENGLAND"])
    [loaded] = package.ask(LOAD, [saved_game(ended)])
    assert [each["name"] for each in loaded["phases"]] == ["S1901M", "COMPLETED"]
    assert loaded["phases"][0]["messages"] == ["Belgium is mine.\nAgreed?"] * 2 + ["Good luck to all."]


def set_press(game: Game, sender: str, receivers: tuple[str, ...], text: str) -> Game:
    turn = game.turn(game.last())
    return game.with_turn(game.last(), replace(turn, press=(*turn.press, Press(sender, receivers, text))))
