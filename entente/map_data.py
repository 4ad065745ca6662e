"""A board as plain JSON: provinces, kinds of unit, steps and powers, for programs in any language."""

from __future__ import annotations

import json

from adjudicator.board import Edge
from adjudicator.variant import Variant


def map_json(variant: Variant) -> str:
    """Board, powers, calendar and start of *variant* as a JSON text, the same each time.

    ``provinces``: code to name, terrain, coasts, centre, home. ``edges``: one for each step in one direction: from, to, kinds of unit,
    and what limits it (``strength`` in halves, ``supports``, ``seasons``, ``years``, ``powers``), where anything does. ``kinds``: letter
    to name and what it can do. ``powers``: id to name, role, home centres. ``start``: phase, units by power, owners.
    """
    board = variant.board
    homes: dict[str, list[str]] = {power: [] for power in variant.powers}
    for code, province in board.provinces.items():
        if province.home in homes:
            homes[province.home].append(code)
    value = {
        "variant": variant.id,
        "version": variant.version,
        "victory": variant.victory,
        "rules": str(variant.rules),
        "provinces": {
            code: {
                "name": province.name,
                "terrain": str(province.terrain),
                "coasts": list(province.coasts),
                "centre": province.centre,
                "home": province.home,
            }
            for code, province in board.provinces.items()
        },
        "kinds": {
            letter: {
                "name": kind.name,
                "terrains": sorted(map(str, kind.terrains)),
                "convoys": kind.convoys,
                "convoyed": kind.convoyed,
                "captures": kind.captures,
            }
            for letter, kind in board.kinds.items()
        },
        "edges": [_edge(edge) for edge in board.edges],
        "powers": {
            power.id: {"name": power.name, "role": str(power.role), "homes": homes[power.id], "victory": power.victory or variant.victory}
            for power in variant.powers.values()
        },
        "calendar": [
            {"season": variant.calendar.seasons.get(step.season, step.season), "letter": step.season, "kind": str(step.kind)}
            for step in variant.calendar.steps
        ],
        "start": {
            "phase": str(variant.start.phase),
            "units": {power: [str(unit.piece) for unit in variant.start.units_of(power)] for power in variant.powers},
            "owners": dict(variant.start.owners),
        },
    }
    return json.dumps(value, ensure_ascii=False)


def _edge(edge: Edge) -> dict[str, object]:
    found: dict[str, object] = {"from": str(edge.origin), "to": str(edge.target), "kinds": sorted(edge.kinds)}
    if edge.half_strength != 2:
        found["strength"] = edge.half_strength
    if not edge.supports:
        found["supports"] = False
    if edge.seasons is not None:
        found["seasons"] = sorted(edge.seasons)
    if edge.years != (None, None):
        found["years"] = list(edge.years)
    if edge.powers is not None:
        found["powers"] = sorted(edge.powers)
    return found
