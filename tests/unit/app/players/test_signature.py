"""The signature of the opponents: their orders in twenty positions, which change on purpose only.

A change of how they play changes it: `python -m tests.unit.app.players.test_signature` writes `tests/golden/opponents.txt` anew, and
the commit says why.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import PhaseKind, Position, orderable
from app.players.bots import OPPONENTS, Bot, bots
from app.players.strong.bot import StrongBot
from entente import play
from entente import standard as board
from entente.playing import Player
from variants.catalogue import standard

FILE = Path(__file__).parents[3] / "golden" / "opponents.txt"
COUNT = 20
WORK = 2_000
"""Joint orders that the strong opponent weighs about each."""

KINDS = (Bot.BEGINNER, Bot.EASY, Bot.SPREADING, Bot.STEADY, Bot.STRONG)


def positions() -> list[tuple[Position, str]]:
    """Positions of a game by lot, which no opponent has a part in, each with a power that can order something."""
    record = play(board(), bots(Bot.RANDOM, standard(), 11), last_year=1910)
    found: list[tuple[Position, str]] = []
    for at, step in enumerate(record.steps):
        able = [power for power in standard().powers if orderable(standard(), step.before.position, power)]
        if step.before.phase.kind is PhaseKind.MOVEMENT or at % 3 == 0:
            found.append((step.before.position, able[at % len(able)]))
    return found[:COUNT]


def signature() -> list[str]:
    """A line for each position and opponent: phase, power, opponent, orders."""
    lines: list[str] = []
    for kind in KINDS:
        for position, power in positions():
            player: Player = StrongBot(1, work=WORK) if kind is Bot.STRONG else OPPONENTS[kind].make(1)
            player.started(standard(), power)
            orders = "; ".join(sorted(map(str, player.choose_orders(position, power, None))))
            lines.append(f"{kind} {position.phase} {power}: {orders}")
    return lines


@pytest.mark.slow
def test_opponents_order_what_they_ordered_before() -> None:
    assert signature() == FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text("\n".join(signature()) + "\n", encoding="utf-8")
