"""Counts openings of real games: which power ordered what in the first phases of standard games, how often, and what it led to.

    python -m scripts.opening_book [GAMES]

GAMES is a file of JSON lines, gzipped, a record for each phase (`real-games.jsonl.gz` in the folder that ENTENTE_SHARED names, unless
given). What is written to `resources/openings/standard.json` are sums over all of them: no game can be told from it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adjudicator import Convoy, Hold, Move, Phase, Position, Support, Unit, legal_orders
from adjudicator.notation import parse_order
from benchmarks.positions import shared_games
from entente import __version__
from variants import standard

TARGET = Path(__file__).resolve().parents[1] / "resources" / "openings" / "standard.json"
PHASES = {"S1901M": 3, "F1901M": 3, "S1902M": 3}
"""The phases of the book, each with how often a set of orders must have been given to stand in it."""

AFTER = "S1904M"
"""The phase before which centres are counted."""


@dataclass(slots=True)
class Line:
    """Orders of one power in one situation, added up."""

    count: int = 0
    centres: list[int] = field(default_factory=list)
    """The power's centres at the end of 1903, in each game that went on so long."""


def games(path: Path) -> Iterator[dict[str, dict[str, Any]]]:
    """The records of each game, by phase."""
    name, found = "", dict[str, dict[str, Any]]()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for text in lines:
            record = json.loads(text)
            game, phase = record["id"].rsplit("/", 1)
            if game != name and found:
                yield found
                found = {}
            name, found[phase] = game, record
    if found:
        yield found


def _read(text: str) -> Hold | Move | Support | Convoy | None:
    order = parse_order(text)
    return order if isinstance(order, Hold | Move | Support | Convoy) else None


def orders_of(record: Mapping[str, Any], power: str) -> tuple[str, ...] | None:
    """The orders of a power as a whole set, in the sequence of its units; ``None`` where they are not all legal."""
    units = tuple(sorted(map(Unit.of, record["units"]), key=str))
    owners = {centre: owner for owner, centres in record["centers"].items() for centre in centres}
    position, variant = Position(Phase.of(record["phase"]), units, owners), standard()
    given = {order.piece.location.province: order for order in map(_read, record["orders"].get(power, ())) if order is not None}
    found: list[str] = []
    for unit in position.units_of(power):
        legal, order = legal_orders(variant, position, unit.location), given.get(unit.province)
        if isinstance(order, Move) and order not in legal:
            order = replace(order, via_convoy=False)  # "VIA" is said where the army can only go by water, too
        if order is None:
            found.append(f"{unit.piece} H")
        elif order in legal:
            found.append(str(order))
        else:
            return None
    return tuple(found)


def counted(path: Path) -> dict[str, dict[str, dict[str, dict[tuple[str, ...], Line]]]]:
    """Power, phase and own units to orders and what became of them."""
    found: dict[str, dict[str, dict[str, dict[tuple[str, ...], Line]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    for game in games(path):
        later = game.get(AFTER)
        for phase in PHASES:
            record = game.get(phase)
            for power in standard().powers if record else ():
                assert record is not None
                units = sorted(str(Unit.of(each).piece) for each in record["units"] if each.startswith(power + " "))
                orders = orders_of(record, power) if units and record["orders"].get(power) else None
                if orders is None or all(order.endswith(" H") for order in orders):
                    continue
                line = found[power][phase][", ".join(units)].setdefault(orders, Line())
                line.count += 1
                if later is not None:
                    line.centres.append(len(later["centers"].get(power, ())))
    return found


def main() -> int:
    """Write the book; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("games", nargs="?", type=Path, default=shared_games())
    asked = parser.parse_args()
    if asked.games is None:
        print("There are no games: name their file, or the folder in ENTENTE_SHARED.", file=sys.stderr)  # noqa: T201 - answers at a terminal
        return 1
    book: dict[str, Any] = {}
    for power, phases in sorted(counted(asked.games).items()):
        for phase, situations in sorted(phases.items(), key=lambda each: list(PHASES).index(each[0])):
            for units, lines in sorted(situations.items()):
                kept = [
                    {"orders": list(orders), "count": line.count, "centres": round(sum(line.centres) / max(1, len(line.centres)), 2)}
                    for orders, line in sorted(lines.items(), key=lambda each: (-each[1].count, each[0]))
                    if line.count >= PHASES[phase] and line.centres
                ]
                if kept:
                    book.setdefault(power, {}).setdefault(phase, {})[units] = kept
    TARGET.parent.mkdir(exist_ok=True)
    texts = [f'"{power}": {{\n' + ",\n".join(_phase(phase, book[power][phase]) for phase in book[power]) + "\n}" for power in book]
    TARGET.write_text("{\n" + ",\n".join(texts) + "\n}\n", encoding="utf-8")
    return 0


def _phase(name: str, situations: Mapping[str, Any]) -> str:
    inner = ",\n".join(f"  {json.dumps(units)}: {json.dumps(lines)}" for units, lines in situations.items())
    return f' "{name}": {{\n{inner}\n }}'


if __name__ == "__main__":
    raise SystemExit(main())
