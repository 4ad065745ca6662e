"""Facts of a variant: its powers, its places, its orders under numbers, its rules, and its board as plain JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator import Edge, Location, Piece, PowerRole, Province, Rules, Variant
from adjudicator import variant as rules_of_play
from entente.arguments import place_named

if TYPE_CHECKING:
    from entente.order_index import OrderIndex


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


@dataclass(frozen=True, slots=True, eq=False)
class VariantFacts:
    """Queries of a variant without playing it; :class:`entente.state.Variant` has all of it."""

    model: rules_of_play.Variant
    """The variant as the adjudicator has it: board, edges, calendar."""

    @property
    def id(self) -> str:
        """``standard``"""
        return self.model.id

    @property
    def name(self) -> str:
        """``Standard``"""
        return self.model.name

    @property
    def powers(self) -> tuple[str, ...]:
        """Every power that is played, in sequence.

        >>> import entente
        >>> entente.standard().powers
        ('AUSTRIA', 'ENGLAND', 'FRANCE', 'GERMANY', 'ITALY', 'RUSSIA', 'TURKEY')
        """
        return tuple(power.id for power in self.model.powers.values() if power.role is PowerRole.PLAYING)

    @property
    def provinces(self) -> Mapping[str, Province]:
        """Code to province, with name, terrain, coasts, whether it is a centre, and whose home.

        >>> import entente
        >>> province = entente.standard().provinces["STP"]
        >>> province.name, province.coasts, province.home
        ('St Petersburg', ('NC', 'SC'), 'RUSSIA')
        """
        return MappingProxyType(dict(self.model.board.provinces))

    def neighbours(self, place: str | Location, kind: str = "A") -> tuple[Location, ...]:
        """Return the locations one step from *place* for a unit of *kind* (``"A"``, ``"F"``), sorted; whatever season and power.

        From a province with several coasts a fleet goes from any of them, unless *place* names one: ``neighbours("SPA/NC", "F")``.

        Raises:
            ValueError: no place is called so, or there is no such kind of unit on this board.

        >>> import entente
        >>> print(*entente.standard().neighbours("SPA"))
        GAS MAR POR
        >>> print(*entente.standard().neighbours("SPA/SC", "F"))
        LYO MAO MAR POR WES
        """
        where = place_named(self.model, place)
        board = self.model.board
        if kind not in board.kinds:
            raise ValueError(f"there is no kind of unit {str(kind)[:20]!r}; there are {', '.join(board.kinds)}")
        found = {
            edge.target
            for edge in board.edges
            if kind in edge.kinds and edge.origin.province == where.province and where.coast in (None, edge.origin.coast)
        }
        return tuple(sorted(found, key=str))

    def map_json(self) -> str:
        """The board, powers, calendar and start as JSON; see :func:`entente.variant_facts.map_json`."""

        return map_json(self.model)

    def order_index(self) -> OrderIndex:
        """Every possible order of this board under a number, the same in every run; see :class:`entente.order_index.OrderIndex`.

        Raises:
            ValueError: the board has too many possible orders to number them.
        """
        from entente.order_index import order_index

        return order_index(self.model)

    @property
    def spots(self) -> tuple[Piece, ...]:
        """Meaning of each column of the arrays ``units`` and ``dislodged`` of :meth:`State.arrays`: a kind of unit at a location."""
        from entente.order_index import spots_of

        return spots_of(self.model)

    @property
    def rules(self) -> Rules:
        """Choices in disputed rules."""
        return self.model.rules
