"""Canonical text by the straight path: a look into the tables of the board, before any words are weighed.

Codes may be in small letters. The tolerant reader would come to the same reading, a hundred times slower. What it would remark upon,
or what the rules of the variant refuse, is left to it: here an order is either exactly what its text says, or not read.
"""

from __future__ import annotations

from adjudicator.board import Terrain
from adjudicator.notation.reading import Assumption, AssumptionKind, Reading, TextSpan
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rule_choices import ConvoyPath, PowerNaming
from adjudicator.unit import Location, Piece
from adjudicator.variant import Variant
from adjudicator.variant_tables import VariantTables, variant_tables

MOST_REMEMBERED = 1 << 15
"""Texts that one variant remembers for one kind of phase."""


def read_straight(variant: Variant, position: Position, text: str, power: str | None) -> Reading | None:
    """Read the order in the canonical *text*; ``None`` where it is anything else, or where there is something to remark."""
    path, phase = straight_path(variant), position.phase.kind
    order = path.order(text, phase)
    if order is None and text.isascii():
        order = path.order(in_capitals(text), phase)
    if order is None:
        return None
    if power is not None or isinstance(order, Waive):
        return Reading(text, order, power)
    owner = _owner(position, order)
    if owner is None:
        return Reading(text, order)
    noted = Assumption(AssumptionKind.POWER_FROM_BOARD, TextSpan(0, len(str(order.piece))), owner)
    return Reading(text, order, owner, (noted,))


def in_capitals(text: str) -> str:
    """*text* in capitals but for single letters, of which a small one may be a word of a language: ``A PAR - BUR`` for ``A Par - Bur``."""
    return " ".join(word if len(word) == 1 else word.upper() for word in text.split(" "))


def straight_path(variant: Variant) -> StraightPath:
    """The straight path of *variant*, made once."""
    tables = variant_tables(variant)
    return tables.once(StraightPath, tables)


class StraightPath:
    """The canonical texts of a variant's pieces and places, and of the orders that were read already."""

    def __init__(self, tables: VariantTables) -> None:
        provinces = tables.variant.board.provinces
        self._pieces = {(piece.kind, str(piece.location)): piece for piece in tables.board.pieces}
        places = [Location(code, coast) for code, province in provinces.items() for coast in (None, *province.coasts)]
        self._places = {str(place): place for place in places}
        self._seas = {code for code, province in provinces.items() if province.terrain is Terrain.SEA or province.convoyable}
        self._passengers = tables.board.passengers
        self._keeps_routes = tables.variant.rules.convoy_path is not ConvoyPath.IGNORED
        self._may_stay_unnamed = tables.variant.rules.missing_power is not PowerNaming.ILLEGAL
        """True if the power of a supported or carried unit need not be named (DATC 4.C.5); canonical text never names it."""
        self._read: dict[PhaseKind, dict[str, Order]] = {kind: {} for kind in PhaseKind}

    def order(self, text: str, phase: PhaseKind) -> Order | None:
        """The order that *text* is in such a phase, if every unit and place in it is one of the board's."""
        read = self._read[phase]
        order = read.get(text)
        if order is None:
            order = self._order(text, phase)
            if order is not None:
                if len(read) >= MOST_REMEMBERED:
                    read.clear()
                read[text] = order
        return order

    def _order(self, text: str, phase: PhaseKind) -> Order | None:
        words = text.split(" ")
        if len(words) < 3:
            return Waive() if text == "WAIVE" else None
        piece = self._pieces.get((words[0], words[1]))
        if piece is None:
            return None
        match words[2:]:
            case ["H"]:
                return Hold(piece)
            case ["D"]:
                return Remove(piece) if phase is PhaseKind.ADJUSTMENT else Disband(piece)
            case ["B"]:
                return Build(piece)
            case ["R", place] if place in self._places:
                return Retreat(piece, self._places[place])
            case ["-", place] if place in self._places and phase is not PhaseKind.RETREAT:
                # In a retreat phase it is taken for a retreat, which is remarked.
                return Move(piece, self._places[place])
            case ["-", place, "VIA", *seas] if place in self._places and (not seas or self._is_route(piece, seas)):
                return Move(piece, self._places[place], via_convoy=True, route=tuple(seas))
            case ["S" | "C" as verb, kind, place, *onward] if self._may_stay_unnamed:
                return self._helping(verb, piece, self._pieces.get((kind, place)), onward)
        return None

    def _helping(self, verb: str, piece: Piece, other: Piece | None, onward: list[str]) -> Order | None:
        """A support or a convoy."""
        if other is None:
            return None
        match onward:
            case [] if verb == "S":
                return Support(piece, other)
            case ["-", place] if place in self._places:
                target = self._places[place]
                if verb == "C":
                    return Convoy(piece, other, target)
                # Support of a move to where the unit stands is taken for support to hold, which is remarked.
                return None if target.province == other.location.province else Support(piece, other, target)
        return None

    def _is_route(self, piece: Piece, seas: list[str]) -> bool:
        """Return True if the seas that a move names are kept with it, and can carry its unit (DATC 4.A.6)."""
        return self._keeps_routes and piece.kind in self._passengers and self._seas.issuperset(seas)


def _owner(position: Position, order: Order) -> str | None:
    """Return the owner of the unit, or of the building site, that *order* is about."""
    assert not isinstance(order, Waive)
    province = order.piece.location.province
    if isinstance(order, Build):
        return position.owners.get(province)
    dislodged = position.dislodged_at(province)
    if dislodged is not None and (position.phase.kind is PhaseKind.RETREAT or isinstance(order, Retreat)):
        return dislodged.unit.power
    unit = position.unit_at(province)
    return None if unit is None else unit.power
