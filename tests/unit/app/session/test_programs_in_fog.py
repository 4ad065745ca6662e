"""A program gets the facts that its seat may see and nothing more: twin games that differ out of its sight are one game to it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.order import Order
from adjudicator.position import Position
from app.matches.arena import play_with_programs
from app.players.board_bot import BoardBot
from app.players.programs.clocks import Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.log import Way
from app.players.programs.seats import read_program
from app.session.starting import begin, hooks_to_play_with, playable
from scripts.player_page import script
from tests.unit.app.commands.fake_services import Desk

WRITER = """
import json, sys
for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "turn":
        for letter in %r:
            print(json.dumps({"type": "press", **letter}))
        print(json.dumps({"type": "orders", "orders": []}), flush=True)
"""


class Ordering(BoardBot):
    """A player that orders what it is given, where that is an order of the phase."""

    def __init__(self, *orders: str) -> None:
        super().__init__()
        self.orders = orders

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Any:
        return self.orders if str(position.phase) == "S1901M" else ()

    def _orders(self, variant: Any, position: Position, power: str) -> Sequence[Order]:
        return ()


def told(
    folder: Path, variant: str, others: Mapping[str, Sequence[str]], letters: Mapping[str, Sequence[Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """Return the messages to the program of France in a year of that variant, where others order and write so."""
    desk = Desk(game=False)
    entry = playable(desk.session, variant)
    game, _ = begin(desk.session, entry, "Twin", hooks=hooks_to_play_with(desk.session, entry), game_id="7e577e57")
    files = {"FRANCE": script(), **{power: WRITER % (list(each),) for power, each in letters.items()}}
    with ProgramHost(game.variant) as host:
        for power, text in files.items():
            file = folder / f"{power}.py"
            file.write_text(text, encoding="utf-8")
            host.seat(power, read_program(f"bot:{file.as_posix()}"), clocks=Clocks.even(60.0))
        players = {power: Ordering(*others.get(power, ())) for power in game.variant.powers if power not in files}
        play_with_programs(desk.session, game, players, host, last_year=1901)
        with host.lock:
            lines = [json.loads(each.raw) for each in host.dialogue("FRANCE").log if each.way is Way.SENT]
    desk.session.hooks.close()
    for line in lines:
        line.pop("deadline_at", None)
    return lines


@pytest.mark.slow
def test_what_happens_out_of_sight_changes_nothing_that_a_program_is_told(tmp_path: Path) -> None:
    # Nobody takes a centre: that there is a winter to build in is known to all.
    one = told(tmp_path, "fog-of-war", {"TURKEY": ["A SMY - SYR"], "RUSSIA": ["A MOS - UKR"]}, {})
    other = told(tmp_path, "fog-of-war", {"TURKEY": ["A SMY - ARM"], "RUSSIA": ["F SEV - BLA", "A WAR - GAL"]}, {})
    assert one == other
    assert "TURKEY" not in one[2]["position"]["units"]
    assert "CON" in one[2]["position"]["unseen"]
    near = told(tmp_path, "fog-of-war", {"GERMANY": ["A MUN - BUR"]}, {})
    assert near != one


@pytest.mark.slow
def test_letters_between_others_are_not_told_and_those_to_all_are(tmp_path: Path) -> None:
    quiet = told(tmp_path, "standard", {}, {"GERMANY": []})
    secret = told(tmp_path, "standard", {}, {"GERMANY": [{"to": ["RUSSIA"], "text": "France is weak"}]})
    assert secret == quiet
    open_ = told(tmp_path, "standard", {}, {"GERMANY": [{"text": "Peace"}]})
    assert {"type": "press", "from": "GERMANY", "text": "Peace"} in open_


@pytest.mark.slow
def test_letters_go_through_the_hooks_of_the_game(tmp_path: Path) -> None:
    lines = told(tmp_path, "gunboat", {}, {"GERMANY": [{"to": ["FRANCE"], "text": "Burgundy empty?"}]})
    assert [each for each in lines if each["type"] == "press"] == []
