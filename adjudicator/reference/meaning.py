"""Meaning of an order, by the words of the rules: its unit, its coast, and if it can be done at all.

``None`` is an order that is illegal. Source: DATC 4.A.6, 4.B, 4.C and 4.E.1. Edges are walked, and no tables are looked into.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.board import Terrain
from adjudicator.order import Convoy, Disband, Hold, Move, MovementOrder, Order, Retreat, RetreatOrder, Support
from adjudicator.position import Position
from adjudicator.reference.sea_routes import SeaRoutes
from adjudicator.rule_choices import (
    AdjacentConvoy,
    CoastInSupport,
    ConvoyPath,
    ImpossibleCoast,
    KindNaming,
    MissingCoast,
    OneCoast,
    RetreatToConvoy,
    StrayCoast,
    WrongCoast,
)
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant


class Meaning:
    """Meaning of orders in one position."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant = variant
        self.rules = variant.rules
        self.provinces = variant.board.provinces
        self.position = position
        self.units = {unit.province: unit for unit in position.units}
        self.routes = SeaRoutes(variant, position)
        self.carriers = {code for code, unit in self.units.items() if self.can_carry(unit)}
        """Provinces of the fleets that could convoy, under any orders."""

    def can_carry(self, unit: Unit) -> bool:
        """Return True if a unit can convoy where it stands: at sea, or where the board lets it."""
        place = self.provinces[unit.province]
        return self.variant.board.kinds[unit.kind].convoys and (place.terrain is Terrain.SEA or place.convoyable)

    def places(self, kind: str, province: str) -> Sequence[Location]:
        """Return the locations in *province* where a unit of *kind* can stand, in the sequence in which the board lists the coasts."""
        place = self.provinces[province]
        ends = {end for edge in self.variant.board.edges if kind in edge.kinds for end in (edge.origin, edge.target)}
        if place.terrain is Terrain.IMPASSABLE:
            return ()
        found = [Location(province, coast) for coast in place.coasts if Location(province, coast) in ends]
        by_terrain = place.terrain in self.variant.board.kinds[kind].terrains and not found
        return [Location(province), *found] if by_terrain or Location(province) in ends else found

    # ------------------------------------------------------------------ units and coasts

    def right_name(self, piece: Piece, unit: Unit) -> bool:
        """Return True if the rules let *piece* stand for *unit*, the province being right (DATC 4.B.5, 4.B.6, 4.C.2)."""
        if piece.kind != unit.kind and self.rules.wrong_kind is KindNaming.ILLEGAL:
            return False
        coast = piece.location.coast
        if coast is None or coast == unit.location.coast:
            return True
        if unit.location.coast is not None and coast in self.provinces[unit.province].coasts:
            return self.rules.wrong_coast is WrongCoast.IGNORED
        return self.rules.stray_coast is StrayCoast.IGNORED

    def unit_meant(self, piece: Piece) -> Unit | None:
        """The unit on the board that *piece* names."""
        unit = self.units.get(piece.location.province)
        return unit if unit is not None and self.right_name(piece, unit) else None

    def without_stray_coast(self, target: Location, places: Collection[Location]) -> Location | None:
        """*target*, its coast left out where none of *places* has it (DATC 4.B.6)."""
        if target.coast is None or target in places:
            return target
        return Location(target.province) if self.rules.stray_coast is StrayCoast.IGNORED else None

    def coast_meant(self, target: Location, possible: Sequence[Location]) -> Location | None:
        """Return the one of the *possible* places to which a unit goes that is ordered to *target* (DATC 4.B.1 to 4.B.3)."""
        if target in possible:
            return target
        if target.coast is not None:
            return possible[0] if len(possible) == 1 and self.rules.impossible_coast is ImpossibleCoast.CORRECTED else None
        if len(possible) == 1:
            return possible[0] if self.rules.one_coast is OneCoast.TAKEN else None
        return possible[0] if self.rules.missing_coast is MissingCoast.DEFAULT else None

    def steps(self, unit: Unit, province: str) -> list[Location]:
        """Return the locations in *province* that a unit reaches by itself."""
        ends = {
            edge.target
            for edge in self.routes.open_to(unit.power)
            if edge.origin == unit.location and edge.target.province == province and unit.kind in edge.kinds
        }
        return [place for place in self.places(unit.kind, province) if place in ends]

    def landing(self, unit: Unit, province: str, carriers: Collection[str]) -> Location | None:
        """Return the location in *province* where a unit lands that some of the fleets could carry there."""
        places = self.places(unit.kind, province)
        if not self.variant.board.kinds[unit.kind].convoyed or not places:
            return None
        return places[0] if self.routes.has_route(unit.power, unit.province, province, carriers) else None

    # ------------------------------------------------------------------ movement

    def movement(self, power: str, order: Order) -> MovementOrder | None:
        """A movement order as it is carried out."""
        if not isinstance(order, MovementOrder):
            return None
        unit = self.unit_meant(order.piece)
        if unit is None or unit.power != power:
            return None
        match order:
            case Hold():
                return Hold(unit.piece)
            case Move():
                return self.move(unit, order)
            case Support():
                return self.support(unit, order)
            case Convoy():
                return self.convoy(unit, order)

    def move(self, unit: Unit, order: Move) -> Move | None:
        """Over an edge, or by a convoy for which the fleets are there (DATC 4.E.1)."""
        province = order.target.province
        if province not in self.provinces or province == unit.province:
            return None
        target = self.without_stray_coast(order.target, self.places(unit.kind, province))
        if target is None:
            return None
        steps = self.steps(unit, province)
        step = self.coast_meant(target, steps) if steps else None
        if steps and step is None:
            return None
        route = () if self.rules.convoy_path is ConvoyPath.IGNORED else order.route
        if step is not None and not order.via_convoy and not route:
            return Move(unit.piece, step)
        landing = self.landing(unit, province, self.carriers)
        if landing is None:
            on_foot = self.rules.adjacent_convoy is AdjacentConvoy.RULES_2000_FALLBACK
            return Move(unit.piece, step) if step is not None and on_foot else None
        if self.rules.convoy_path is ConvoyPath.REQUIRED and not route:
            return None
        if route and not self.routes.is_route(unit.power, unit.province, province, [each for each in route if each in self.carriers]):
            return None
        if not set(route) <= self.carriers or len(set(route)) < len(route):
            return None
        return Move(unit.piece, landing, order.via_convoy or bool(route), route)

    def supports_into(self, unit: Unit, province: str) -> bool:
        """Return True if a unit can give support in *province*: an edge leads there by itself, and allows it."""
        return any(
            edge.origin == unit.location and edge.target.province == province and unit.kind in edge.kinds and edge.supports
            for edge in self.routes.open_to(unit.power)
        )

    def support(self, unit: Unit, order: Support) -> Support | None:
        """For a unit that stays, or for a move that the supported unit could make (DATC 4.B.4, 4.E.1)."""
        other = self.unit_meant(order.supported)
        if other is None or other.province == unit.province:
            return None
        if order.target is None:
            return Support(unit.piece, other.piece) if self.supports_into(unit, other.province) else None
        province = order.target.province
        if province not in self.provinces or province == other.province or not self.supports_into(unit, province):
            return None
        target = self.without_stray_coast(order.target, self.places(other.kind, province))
        if target is None:
            return None
        steps = self.steps(other, province)
        if not steps:
            landing = self.landing(other, province, self.carriers - {unit.province})
            return None if landing is None else Support(unit.piece, other.piece, landing)
        goal = self.supported_coast(target, steps, own=other.power == unit.power)
        return None if goal is None else Support(unit.piece, other.piece, goal)

    def supported_coast(self, target: Location, steps: Sequence[Location], *, own: bool) -> Location | None:
        """The coast that a support for a move is for; without one it is for any (DATC 4.B.4)."""
        choice = self.rules.coast_in_support
        if choice is CoastInSupport.NEVER_MATCHED and steps[0].coast is not None:
            return Location(target.province)
        if target in steps:
            return target
        if target.coast is not None:
            return steps[0] if len(steps) == 1 and self.rules.impossible_coast is ImpossibleCoast.CORRECTED else None
        if choice is CoastInSupport.ALWAYS_NAMED:
            return None
        if len(steps) == 1:
            return steps[0]
        if choice is CoastInSupport.ILLEGAL or (choice is CoastInSupport.OWN_UNIT and not own):
            return None
        return target

    def convoy(self, unit: Unit, order: Convoy) -> Convoy | None:
        """Return the convoy of a fleet that has a place in a route over all the fleets there are (DATC 4.E.1, 6.G.19)."""
        army, province = self.unit_meant(order.army), order.target.province
        if unit.province not in self.carriers or army is None or province not in self.provinces or province == army.province:
            return None
        if self.without_stray_coast(order.target, self.places(army.kind, province)) is None:
            return None
        landing = self.landing(army, province, self.carriers)
        if landing is None or unit.province not in self.routes.needed(army.power, army.province, province, self.carriers):
            return None
        return Convoy(unit.piece, army.piece, landing)

    # ------------------------------------------------------------------ retreats

    def retreat(self, power: str, order: Order) -> RetreatOrder | None:
        """A retreat to an empty province without a standoff from which the attacker did not come (rulebook, Retreats; DATC 4.A.5)."""
        each = self.position.dislodged_at(order.piece.location.province) if isinstance(order, RetreatOrder) else None
        if each is None or not isinstance(order, RetreatOrder) or each.unit.power != power or not self.right_name(order.piece, each.unit):
            return None
        if isinstance(order, Disband):
            return Disband(each.unit.piece)
        unit, province = each.unit, order.target.province
        if province not in self.provinces or province in self.units or province in self.position.contested:
            return None
        back = each.by_convoy and self.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
        if province == unit.province or (province == each.attacker_origin and not back):
            return None
        open_to_it = [step for step in self.steps(unit, province) if f"{power} {Retreat(unit.piece, step)}" not in self.position.barred]
        if not open_to_it:
            return None
        if order.target.coast is not None and order.target not in open_to_it:
            no_coast = order.target.coast not in self.provinces[province].coasts or open_to_it == [Location(province)]
            if no_coast and self.rules.stray_coast is StrayCoast.ILLEGAL:
                return None
            target = Location(province) if no_coast else order.target
        else:
            target = order.target
        goal = self.coast_meant(target, open_to_it)
        return None if goal is None else Retreat(unit.piece, goal)
