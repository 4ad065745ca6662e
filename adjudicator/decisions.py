"""The equations of a movement phase, each under its name.

Source: Lucas Kruijswijk, "The Math of Adjudication" (Diplomatic Pouch, 2009), and DATC 3.2, chapter 5.B.

An order is decided (``True`` or ``False``) or not yet (``None``). Every strength is counted in halves and asked for twice
over: the highest it can still become and the lowest. A move is decided as soon as its lowest attack beats the highest
opposition, or its highest attack fails against the lowest.

Where the words of the hobby are decided: a *head-to-head battle* in ``head_to_head`` and ``opposition``; a *beleaguered garrison* in
``opposition`` (each of several attackers is held up by the others, however weak the unit between them); *self-dislodgement* in
``attack_strength``; *cut support* in ``decide_support``; a *disrupted convoy* in ``decide_path``.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board_tables import bits
from adjudicator.convoy_routes import has_chain, serves
from adjudicator.rule_choices import ConvoyRoutes, DislodgedEffect
from adjudicator.variant_tables import PositionTables

NOTHING = -1
"""The strength of what is not there: less than that of a unit that counts for nothing."""

UNIT = 2
"""The strength of a unit, or of a support, in halves."""

NOBODY = -1
BY_CONVOY = -2
"""The province that a convoyed unit faces: none."""

Decision = bool | None


class Decisions:
    """The orders of a movement phase, and how far they are decided. Units are numbered as in ``Position.units``."""

    __slots__ = (
        "at",
        "attackers",
        "attacks_from_fleets",
        "convoying_fleets",
        "dislodged_never_bounces",
        "every_route_counts",
        "facing",
        "final_strengths",
        "given",
        "here",
        "highest",
        "in_circles",
        "lowest",
        "moved",
        "moves",
        "named_routes",
        "never_cut",
        "only_moves_open",
        "open_supports",
        "origins",
        "paradox_convoys",
        "path",
        "powers",
        "provinces",
        "spots",
        "straight",
        "supported_into",
        "supported_units",
        "supporters",
        "targets",
    )

    def __init__(self, here: PositionTables) -> None:
        count = len(here.spots)
        self.here = here
        self.at: Sequence[int] = here.at
        self.powers: Sequence[int] = here.powers
        self.provinces: Sequence[int] = here.provinces
        self.spots: Sequence[int] = here.spots
        self.targets = [NOBODY] * count
        """Unit to the province it moves to."""
        self.facing: list[int] = here.provinces[:]
        """Unit to the province from which its move comes when it meets a unit head to head."""
        self.origins = self.facing
        """Unit to the province from which its attack comes when it cuts a support (DATC 4.A.4)."""
        self.attackers: dict[int, list[int]] = {}
        """Province to the units that move there."""
        self.supporters: dict[int, list[int]] = {}
        """Unit to the units that support what it does."""
        self.supported_units: dict[int, int] = {}
        """The reverse: supporting unit to the unit whose order its support matches."""
        self.supported_into: dict[int, int] = {}
        """Supporting unit to the province its support is for."""
        self.convoying_fleets: dict[int, int] = {}
        """Convoyed unit to the bit set of spots of the fleets ordered to carry it."""
        self.named_routes: dict[int, int] = {}
        """Convoyed unit whose order names its route to the bit set of spots of that route (DATC 4.A.6)."""
        self.moves: list[int] = []
        self.open_supports: list[int] = []
        """Supporting units that are attacked, so that their support must be decided."""
        self.lowest = [UNIT] * count
        """Unit to its strength with the supports that are certain: a running tally, kept when a support is decided."""
        self.highest = [UNIT] * count
        """Unit to its strength with every support that is not cut yet."""
        self.moved: list[Decision] = [False] * count
        """MOVE: whether the unit's move succeeds."""
        self.given: list[Decision] = [None] * count
        """SUPPORT: whether the unit's support is given."""
        self.path: list[Decision] = [True] * count
        """PATH: whether the unit's move can get there at all."""
        self.never_cut: frozenset[tuple[int, int]] = frozenset()
        """Convoyed unit and supporting unit where the first does not cut the second (DATC 4.A.2, the rulebooks' answers)."""
        self.attacks_from_fleets = False
        """True if some convoyed attack comes from its last fleet (Brannan's rule, DATC 4.A.4)."""
        self.paradox_convoys: set[int] = set()
        """Convoyed units whose convoys were disrupted by the rule for paradoxes (DATC 4.A.2)."""
        self.final_strengths: list[tuple[int, int] | None] = [None] * count
        """Moving unit to its attack and the opposition to it, where they were final when its move was decided."""
        self.only_moves_open = False
        """True if every support and every path is decided; a move then depends on the moves of others alone."""
        self.straight = True
        """True if everything followed straight from the orders, without a search."""
        self.in_circles: set[int] = set()
        """Units that moved on in a circle (circular movement, DATC 6.C)."""
        rules = here.tables.variant.rules
        self.dislodged_never_bounces = rules.dislodged_effect is DislodgedEffect.NEVER
        self.every_route_counts = rules.convoy_routes is ConvoyRoutes.ANY

    # ------------------------------------------------------------------ strengths

    def support_of(self, power: int, unit: int, *, high: bool) -> int:
        """Return the strength of the supports that *power* gives to *unit*."""
        supporters = self.supporters.get(unit)
        if supporters is None:
            return 0
        powers, given = self.powers, self.given
        return sum([UNIT for each in supporters if powers[each] == power and (given[each] or (high and given[each] is None))])

    def attack_strength(self, unit: int, *, high: bool) -> int:
        """ATTACK STRENGTH (DATC 5.B.8): what *unit* brings against the province it moves to."""
        path = self.path[unit]
        if path is False or (path is None and not high):
            return NOTHING
        strength = (self.highest if high else self.lowest)[unit]
        other = self.at[self.targets[unit]]
        if other < 0:
            return strength
        if self.targets[other] >= 0 and not self.head_to_head(unit, other):
            left = self.moved[other]
            if left or (high and left is None):
                return strength
        # No self-dislodgement: a power neither dislodges its own unit nor helps to (DATC 6.D.10 to 6.D.14).
        if self.powers[other] == self.powers[unit]:
            return NOTHING
        return strength - self.support_of(self.powers[other], unit, high=high)

    def hold_strength(self, province: int, *, high: bool) -> int:
        """HOLD STRENGTH (DATC 5.B.5): the strength of the unit in *province* against a move to it."""
        unit = self.at[province]
        if unit < 0:
            return NOTHING
        if self.targets[unit] < 0:
            return (self.highest if high else self.lowest)[unit]
        left = self.moved[unit]
        if left or (left is None and not high):
            return NOTHING
        return UNIT

    def defend_strength(self, unit: int, *, high: bool) -> int:
        """DEFEND STRENGTH (DATC 5.B.7): what *unit* brings against the unit it meets head to head."""
        return (self.highest if high else self.lowest)[unit]

    def prevent_strength(self, unit: int, *, high: bool) -> int:
        """PREVENT STRENGTH (DATC 5.B.6): what *unit* brings against others that move where it moves."""
        path = self.path[unit]
        if path is False or (path is None and not high):
            return NOTHING
        other = self.at[self.targets[unit]]
        if other >= 0 and self.targets[other] == self.provinces[unit]:
            beaten = self.moved[other]
            if self.head_to_head(unit, other):
                # Dislodged in a head-to-head battle, it has no effect on the province its attacker left (DATC 4.A.7).
                if beaten or (beaten is None and not high):
                    return NOTHING
            elif self.dislodged_never_bounces:  # DATC 4.A.7 a
                stayed = None if self.moved[unit] is None else not self.moved[unit]
                if stayed is not False and beaten is not False and (not high or (stayed and beaten)):
                    return NOTHING
        return (self.highest if high else self.lowest)[unit]

    def head_to_head(self, unit: int, other: int) -> bool:
        """Return True if the two move against one another over the same border: a head-to-head battle. Convoyed units never do."""
        return self.targets[other] == self.facing[unit] and self.targets[unit] == self.facing[other]

    def opposition(self, unit: int, *, high: bool) -> int:
        """Return the strength that the move of *unit* must beat: that of a unit that stays or comes head to head, and of others moving
        there.

        Two attackers of one strength thus save a weaker unit between them: the beleaguered garrison (DATC 6.E.7, 6.E.8).
        """
        target = self.targets[unit]
        other = self.at[target]
        if other >= 0 and self.head_to_head(unit, other):
            most = self.defend_strength(other, high=high)
        else:
            most = self.hold_strength(target, high=high)
        rivals = self.attackers[target]
        if len(rivals) > 1:
            for rival in rivals:
                if rival != unit:
                    strength = self.prevent_strength(rival, high=high)
                    if strength > most:
                        most = strength
        if self.attacks_from_fleets:
            for rival in self.attackers.get(self.provinces[unit], ()):
                if rival != other and self.head_to_head(unit, rival):
                    most = max(most, self.defend_strength(rival, high=high))
        return most

    # ------------------------------------------------------------------ decisions

    def decide_move(self, unit: int) -> Decision:
        """MOVE (DATC 5.B.1)."""
        if self.only_moves_open and not self.dislodged_never_bounces:
            other = self.at[self.targets[unit]]
            if other < 0 or self.moved[other] is not None:  # All is decided: the highest strength is the lowest.
                attack, against = self.attack_strength(unit, high=True), self.opposition(unit, high=True)
                self.final_strengths[unit] = (attack, against)
                return attack > against
        if self.attack_strength(unit, high=False) > self.opposition(unit, high=True):
            return True
        if self.attack_strength(unit, high=True) <= self.opposition(unit, high=False):
            return False
        return None

    def decide_support(self, unit: int) -> Decision:
        """SUPPORT (DATC 5.B.2): cut by an attack from anywhere but where it is given; there, only by being dislodged."""
        power, into = self.powers[unit], self.supported_into[unit]
        decision: Decision = True
        for attacker in self.attackers.get(self.provinces[unit], ()):
            if self.powers[attacker] == power or (attacker, unit) in self.never_cut:
                continue
            cut = self.moved[attacker] if self.origins[attacker] == into else self.path[attacker]
            if cut:
                return False
            if cut is None:
                decision = None
        return decision

    def dislodged(self, unit: int) -> Decision:
        """Decide if another unit moves in on *unit*, which does not move itself."""
        decision: Decision = False
        for attacker in self.attackers.get(self.provinces[unit], ()):
            moved = self.moved[attacker]
            if moved:
                return True
            if moved is None:
                decision = None
        return decision

    def decide_path(self, unit: int) -> Decision:
        """PATH (DATC 5.B.4) of a convoyed unit: a dislodged fleet disrupts it; which fleets count is DATC 4.A.1."""
        fleets = self.convoying_fleets[unit]
        reach = self.here.open_edges.reaches[self.powers[unit]]
        origin, target = self.provinces[unit], self.targets[unit]
        safe = lost = 0
        for fleet in self.fleets_of(unit):
            state = self.dislodged(fleet)
            if state is None:
                continue
            if state:
                lost |= 1 << self.spots[fleet]
            else:
                safe |= 1 << self.spots[fleet]
        named = self.named_routes.get(unit)
        if named is not None:
            if named & (lost | ~fleets):
                return False
            return True if named & safe == named else None
        if self.every_route_counts:
            needed = [fleet for fleet in self.fleets_of(unit) if serves(reach, origin, target, fleets, self.spots[fleet])]
            spots = sum(1 << self.spots[fleet] for fleet in needed)
            if spots & lost or not has_chain(reach, origin, target, fleets):
                return False
            return True if spots & safe == spots else None
        if has_chain(reach, origin, target, safe):
            return True
        return None if has_chain(reach, origin, target, fleets & ~lost) else False

    def fleets_of(self, unit: int) -> list[int]:
        """The fleets ordered to carry the convoyed *unit*."""
        at, province_of = self.at, self.here.open_edges.tables.province_of
        return [at[province_of[spot]] for spot in bits(self.convoying_fleets[unit])]

    # ------------------------------------------------------------------ noting

    def note_support(self, unit: int, decision: Decision) -> None:
        """Note whether the support of *unit* is given, and count it in the strength of the unit that it is for."""
        before = self.given[unit]
        if before is decision:
            return
        self.given[unit] = decision
        supported = self.supported_units.get(unit)
        if supported is not None:
            self.lowest[supported] += UNIT * ((decision is True) - (before is True))
            self.highest[supported] -= UNIT * ((decision is False) - (before is False))

    def set_convoyed(self, unit: int, fleets: int) -> None:
        """The move of *unit* goes by convoy, carried by the fleets at *fleets*."""
        if self.origins is self.facing:
            self.origins = self.facing[:]
        self.facing[unit] = BY_CONVOY
        self.set_strength(unit, UNIT)
        self.convoying_fleets[unit] = fleets
        self.path[unit] = None

    def set_strength(self, unit: int, strength: int) -> None:
        """Set the strength of *unit* in its move without any support, in halves; 1 where its border weakens it."""
        self.lowest[unit] = self.highest[unit] = strength
