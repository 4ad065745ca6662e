"""Real games of standard Diplomacy, as positions and orders of ours and what is on record about their outcome."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from adjudicator import DislodgedUnit, Order, Phase, PhaseKind, Position, Resolution, Result, Unit
from adjudicator.notation import parse_order


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One phase of one game."""

    id: str
    game: str
    position: Position
    """In a retreat phase without attackers and standoffs: those follow from the movement before."""

    orders: Mapping[str, tuple[Order, ...]]
    units_after: tuple[str, ...]
    dislodged: tuple[str, ...]
    """Units that must retreat next, as text."""

    driven_out: tuple[str, ...] | None
    """Units driven out, and those that had nowhere to go; ``None`` where the record does not tell."""

    owned_after: tuple[str, ...]
    """``FRANCE PAR``"""


def read_records(folder: Path, every: int = 1, first: int = 0) -> Iterator[GameRecord]:
    """Every phase on record of each *every*-th game from the *first* on, each game's in sequence."""
    with gzip.open(folder / "games" / "real-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        for _, phases in islice(groupby(lines, key=_game_of_line), first, None, every):
            yield from map(_record, map(json.loads, phases))


def after_movement(record: GameRecord, movement: Position | None) -> Position:
    """The position of a retreat phase: attackers and standoffs are those of the position that the *movement* before led to.

    Where that is not on record the origins of the attackers are unknown, and no place is closed to the retreats.
    """
    position = record.position
    if movement is None or {str(each.unit) for each in movement.dislodged} != {str(each.unit) for each in position.dislodged}:
        return position
    return Position(position.phase, position.units, position.owners, movement.dislodged, movement.contested)


def differences(record: GameRecord, resolution: Resolution) -> tuple[str, ...]:
    """Return the differences from the record; units, dislodgements and, at the end of a fall, owners."""
    following = resolution.next
    pairs = [("units", {str(unit) for unit in following.units}, set(record.units_after))]
    if record.position.phase.kind is PhaseKind.MOVEMENT:
        pairs.append(("dislodged", {str(each.unit) for each in following.dislodged}, set(record.dislodged)))
        if record.driven_out is not None:
            out = {str(each.unit) for each in resolution.outcomes if each.results & {Result.DISLODGED, Result.DESTROYED}}
            pairs.append(("driven out", out, set(record.driven_out)))
    else:
        pairs.append(("owners", {f"{owner} {centre}" for centre, owner in following.owners.items()}, set(record.owned_after)))
    return tuple(f"{what}: {', '.join(sorted(ours ^ theirs))}" for what, ours, theirs in pairs if ours != theirs)


def _game_of_line(line: str) -> str:
    """The game of a phase in the file, which begins with its id: most lines need not be read for it."""
    return line[: line.index(",")].rpartition("/")[0]


def _record(data: dict[str, Any]) -> GameRecord:
    phase = Phase.of(data["phase"])
    expected = data["expect"]
    driven_out = expected.get("dislodged_all")
    units = tuple(sorted(map(Unit.of, data["units"]), key=str))
    dislodged = tuple(DislodgedUnit(unit, unit.province) for unit in sorted(map(Unit.of, data["dislodged"]), key=str))
    owners = {centre: power for power, centres in data["centers"].items() for centre in centres}
    return GameRecord(
        id=data["id"],
        game=str(data["id"]).rpartition("/")[0],
        position=Position(phase, units, owners, dislodged),
        orders={power: tuple(parse_order(text, phase.kind) for text in texts) for power, texts in data["orders"].items()},
        units_after=tuple(expected["after_units"]),
        dislodged=tuple(expected["dislodged"]),
        driven_out=None if driven_out is None else tuple(driven_out),
        owned_after=tuple(f"{power} {centre}" for power, centres in expected["centers"].items() for centre in centres),
    )
