"""How does an opponent fare against others, and how long does it think?

    python -m benchmarks.bench_players --large
    python -m benchmarks.bench_players [--games 20] [--player steady] [--against random] [--variant standard] [--years 10] [--power FRANCE]

One power at a time is played by PLAYER and the others by AGAINST, from the start to the end of so many years (1910 on the standard board).
It leads where it owns more centres than every other power; a tie for the lead does not count. Times are those of the processor, for each
answer; the tables of the board are made in the first one. ``--large`` asks for orders in a made-up world of 348 provinces with 120 centres
and 125 units, which three powers share.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator.board import Terrain
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant as Model
from app.players.bots import OPPONENTS, Bot, bots
from benchmarks.adversarial import world
from entente import Variant, play, variant
from entente.playing import Player


class Timed:
    """A player, and the seconds of each of its answers."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def started(self, variant: Model, power: str) -> None:
        """Pass it on."""
        self.player.started(variant, power)

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        """Return the orders of the player, and note the time."""
        began = time.process_time()
        orders = self.player.choose_orders(position, power, deadline)
        self.seconds.append(time.process_time() - began)
        return orders

    def told(self, resolution: Resolution) -> None:
        """Pass it on."""
        self.player.told(resolution)

    def ended(self, ending: Ending) -> None:
        """Pass it on."""
        self.player.ended(ending)


def final_centres(board: Variant, power: str, player: Bot, against: Bot, seed: int, years: int, seconds: list[float]) -> dict[str, int]:
    """The centres by power at the end of a game in which *power* is played by *player*; its times are added to *seconds*."""
    players = bots(against, board.model, seed)
    timed = Timed(OPPONENTS[player].make(seed))
    players[power] = timed
    record = play(board, players, last_year=board.start.phase.year + years - 1)
    assert not record.misses, record.misses
    seconds += timed.seconds
    return {each: len(record.final.centres(each)) for each in board.powers}


def leads(centres: dict[str, int], power: str) -> bool:
    """Return True if *power* owns more than every other."""
    return all(centres[power] > owned for other, owned in centres.items() if other != power)


def large_world() -> tuple[Model, Position]:
    """348 provinces, half of them sea, 120 centres, 125 units."""
    chance = random.Random(1)
    found = world()
    board = found.variant.board
    lands = [code for code, province in board.provinces.items() if province.terrain is Terrain.COASTAL]
    centres = sorted(chance.sample(lands, 120))
    provinces = {code: replace(province, centre=code in centres) for code, province in board.provinces.items()}
    model = replace(found.variant, board=replace(board, provinces=MappingProxyType(provinces)))
    powers = list(model.powers)
    owners = {code: chance.choice(powers) for code in centres if chance.random() < 0.7}
    units = list(found.position.units)
    free = [code for code in centres if code not in {unit.province for unit in units}]
    units += [Unit(chance.choice(powers), Piece(chance.choice("AF"), Location(code))) for code in free[: 125 - len(units)]]
    return model, Position(found.position.phase, tuple(sorted(units, key=str)), owners)


def think(kind: Bot) -> None:
    """Print how long each power's orders take on the large board, first and again."""
    model, position = large_world()
    for power in model.powers:
        timed = Timed(OPPONENTS[kind].make(1))
        timed.started(model, power)
        for _ in range(5):
            given = timed.choose_orders(position, power, None)
        first, *others = timed.seconds
        print(f"{power:12} {len(given)} units: {first * 1000:.0f} ms at first, {statistics.median(others) * 1000:.0f} ms again")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", type=Bot, default=Bot.STEADY)
    parser.add_argument("--against", type=Bot, default=Bot.RANDOM)
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--power", action="append")
    parser.add_argument("--large", action="store_true")
    asked = parser.parse_args()
    if asked.large:
        think(asked.player)
        return
    board = variant(asked.variant)
    seconds: list[float] = []
    for power in asked.power or board.powers:
        games = [final_centres(board, power, asked.player, asked.against, seed, asked.years, seconds) for seed in range(1, asked.games + 1)]
        owned = [centres[power] for centres in games]
        led = sum(leads(centres, power) for centres in games)
        print(f"{power:12} leads in {led} of {asked.games}, centres {min(owned)} to {max(owned)}, median {statistics.median(owned):g}")
    print(f"{len(seconds)} answers: median {statistics.median(seconds) * 1000:.2f} ms, slowest {max(seconds) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
