"""Real games go through their files and back."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import groupby, islice

import pytest

from adjudicator.notation import parse_order
from adjudicator.phase import Phase
from app.game.dpn.writer import write
from app.game.edits import new_game, process, set_orders
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Game
from tests.shared_data import shared_folder
from variants import standard

pytestmark = pytest.mark.interop

GAMES = 40


def recorded_games() -> Iterator[tuple[str, dict[str, dict[str, list[str]]]]]:
    """The name of each game, and the orders of its powers by phase."""
    with gzip.open(shared_folder() / "games" / "real-games.jsonl.gz", "rt") as file:
        for name, lines in groupby(map(json.loads, file), key=lambda record: str(record["id"]).rpartition("/")[0]):
            yield name, {str(record["phase"]): record["orders"] for record in lines}


def played(name: str, orders: dict[str, dict[str, list[str]]]) -> Game:
    """The game with these orders, as long as the phases that come up were recorded."""
    game = new_game(standard(), name, game_id="real")
    while game.ending is None:
        phase: Phase = game.turn(game.last()).phase
        if str(phase) not in orders:
            return game
        for power, texts in orders[str(phase)].items():
            game = set_orders(game, MAIN, power, [parse_order(text, phase.kind) for text in texts])
        game = process(game)
    return game


def test_real_games_come_back_equal() -> None:
    phases = 0
    for name, orders in islice(recorded_games(), GAMES):
        game = played(name, orders)
        found = open_text(write(game).encode(), name)
        assert found.faults == ()
        assert found.standing is FileStanding.CHECKED
        assert found.game == game
        phases += len(game.line())
    assert phases > GAMES * 10
