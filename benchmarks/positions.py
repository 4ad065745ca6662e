"""Positions with orders to measure on: real games where their folder is there, else random play of our own."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator import Order, Phase, PhaseKind, Position, Unit, Variant, adjudicate, legal_orders, orderable
from adjudicator.notation import parse_order

Task = tuple[Position, Mapping[str, Sequence[Order]]]


def shared_games() -> Path | None:
    """The file of real games, if it is there."""
    folder = Path(os.environ.get("ENTENTE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
    path = folder / "games" / "real-games.jsonl.gz"
    return path if path.is_file() else None


def from_games(path: Path, least: int, most: int) -> Iterator[Task]:
    """The movement phases of the real games in which so many units stand."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if not record["phase"].endswith("M") or not least <= len(record["units"]) <= most:
                continue
            units = tuple(sorted((Unit.of(each) for each in record["units"]), key=str))
            owners = {centre: power for power, centres in record["centers"].items() for centre in centres}
            orders = {power: [parse_order(each) for each in given] for power, given in record["orders"].items()}
            yield Position(Phase.of(record["phase"]), units, owners), orders


def from_random_play(variant: Variant, least: int, most: int, seed: int = 1) -> Iterator[Task]:
    """Movement phases of games between players who draw their orders by lot."""
    chance = random.Random(seed)
    while True:
        position = variant.start
        for _ in range(200):
            orders = random_orders(variant, position, chance)
            if position.phase.kind is PhaseKind.MOVEMENT and least <= len(position.units) <= most:
                fresh = {power: [parse_order(str(order)) for order in given] for power, given in orders.items()}
                yield Position(position.phase, position.units, position.owners), fresh
            resolution = adjudicate(variant, position, orders)
            position = resolution.next
            if resolution.ending:
                break


def random_orders(variant: Variant, position: Position, chance: random.Random) -> dict[str, list[Order]]:
    """An order drawn by lot for every unit."""
    return {
        power: [chance.choice(legal_orders(variant, position, location)) for location in orderable(variant, position, power)]
        for power in variant.powers
    }


def tasks(variant: Variant, count: int, least: int = 33, most: int = 34) -> tuple[str, list[Task]]:
    """Return *count* varied positions, and their source."""
    path = shared_games()
    if path is not None:
        found = list(from_games(path, least, most))
        random.Random(7).shuffle(found)
        if len(found) >= count:
            return "real games", found[:count]
    play = from_random_play(variant, least, most)
    return "random play", [next(play) for _ in range(count)]
