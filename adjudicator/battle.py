"""The equations of a movement phase, each under its name.

Source: Lucas Kruijswijk, "The Math of Adjudication" (Diplomatic Pouch, 2009), and DATC 3.2, chapter 5.B.

An order is decided (``True`` or ``False``) or not yet (``None``). Every strength is counted in halves and asked for twice
over: the highest it can still become and the lowest. A move is decided as soon as its lowest attack beats the highest
opposition, or its highest attack fails against the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.convoy_routes import has_chain, serves
from adjudicator.ground import Placing
from adjudicator.rule_choices import ConvoyRoutes, DislodgedEffect

NOTHING = -1
"""The strength of what is not there: less than that of a unit that counts for nothing."""

UNIT = 2
"""The strength of a unit, or of a support, in halves."""

NOBODY = -1
BY_CONVOY = -2
"""The province that a convoyed unit faces: none."""

Decision = bool | None


class Battle:
    """The orders of a movement phase, and how far they are decided. Units are numbered as in ``Position.units``."""

    __slots__ = (
        "at",
        "attackers",
        "backers",
        "convoyers",
        "dislodged_never_bounces",
        "every_route_counts",
        "exempt",
        "facing",
        "given",
        "moved",
        "moves",
        "named",
        "origins",
        "path",
        "placing",
        "powers",
        "provinces",
        "rotated",
        "settled_by_rule",
        "spots",
        "straight",
        "strengths",
        "supports",
        "tally",
        "targets",
        "turned_face",
        "upheld",
    )

    def __init__(self, placing: Placing) -> None:
        count = len(placing.spots)
        self.placing = placing
        self.at: Sequence[int] = placing.at
        self.powers: Sequence[int] = placing.powers
        self.provinces: Sequence[int] = placing.provinces
        self.spots: Sequence[int] = placing.spots
        self.targets = [NOBODY] * count
        """Unit to the province it moves to."""
        self.strengths = [UNIT] * count
        """Unit to what it counts in its move."""
        self.facing: list[int] = placing.provinces[:]
        """Unit to the province from which its move comes when it meets a unit head to head."""
        self.origins = self.facing
        """Unit to the province from which its attack comes when it cuts a support (DATC 4.A.4)."""
        self.attackers: dict[int, list[int]] = {}
        """Province to the units that move there."""
        self.backers: dict[int, list[int]] = {}
        """Unit to the units that support what it does."""
        self.upheld: dict[int, int] = {}
        """Supporting unit to the province its support is for."""
        self.convoyers: dict[int, int] = {}
        """Convoyed unit to the bit set of spots of the fleets ordered to carry it."""
        self.named: dict[int, int] = {}
        """Convoyed unit whose order names its route to the bit set of spots of that route (DATC 4.A.6)."""
        self.moves: list[int] = []
        self.supports: list[int] = []
        self.moved: list[Decision] = [False] * count
        """MOVE: whether the unit's move succeeds."""
        self.given: list[Decision] = [None] * count
        """SUPPORT: whether the unit's support is given."""
        self.path: list[Decision] = [True] * count
        """PATH: whether the unit's move can get there at all."""
        self.exempt: frozenset[tuple[int, int]] = frozenset()
        """Convoyed unit and supporting unit where the first does not cut the second (DATC 4.A.2, the rulebooks' answers)."""
        self.turned_face = False
        """Whether some convoyed attack comes from its last fleet (Brannan's rule)."""
        self.settled_by_rule: set[int] = set()
        """Convoyed units whose convoys were broken by the rule for paradoxes."""
        self.tally: list[tuple[int, int] | None] = [None] * count
        """Moving unit to the attack and the opposition that decided it."""
        self.straight = True
        """Whether everything followed straight from the orders; then every tally holds the final strengths."""
        self.rotated: set[int] = set()
        """Units that moved on in a circle."""
        rules = placing.tables.variant.rules
        self.dislodged_never_bounces = rules.dislodged_effect is DislodgedEffect.NEVER
        self.every_route_counts = rules.convoy_routes is ConvoyRoutes.ANY

    # ------------------------------------------------------------------ strengths

    def support_strength(self, unit: int, without: int, *, high: bool) -> int:
        """What the supports for *unit* add, those of the power *without* left out."""
        backers = self.backers.get(unit)
        if backers is None:
            return 0
        total = 0
        powers, given = self.powers, self.given
        for backer in backers:
            if powers[backer] != without:
                decision = given[backer]
                if decision or (high and decision is None):
                    total += UNIT
        return total

    def attack_strength(self, unit: int, *, high: bool) -> int:
        """ATTACK STRENGTH (DATC 5.B.8): what *unit* brings against the province it moves to."""
        path = self.path[unit]
        if path is False or (path is None and not high):
            return NOTHING
        strength = self.strengths[unit]
        other = self.at[self.targets[unit]]
        if other < 0:
            return strength + self.support_strength(unit, NOBODY, high=high)
        if self.targets[other] >= 0 and not self.head_to_head(unit, other):
            left = self.moved[other]
            if left or (high and left is None):
                return strength + self.support_strength(unit, NOBODY, high=high)
        if self.powers[other] == self.powers[unit]:
            return NOTHING
        return strength + self.support_strength(unit, self.powers[other], high=high)

    def hold_strength(self, province: int, *, high: bool) -> int:
        """HOLD STRENGTH (DATC 5.B.5): what stands in *province* against whoever moves there."""
        unit = self.at[province]
        if unit < 0:
            return NOTHING
        if self.targets[unit] < 0:
            return UNIT + self.support_strength(unit, NOBODY, high=high)
        left = self.moved[unit]
        if left or (left is None and not high):
            return NOTHING
        return UNIT

    def defend_strength(self, unit: int, *, high: bool) -> int:
        """DEFEND STRENGTH (DATC 5.B.7): what *unit* brings against the unit it meets head to head."""
        return self.strengths[unit] + self.support_strength(unit, NOBODY, high=high)

    def prevent_strength(self, unit: int, *, high: bool) -> int:
        """PREVENT STRENGTH (DATC 5.B.6): what *unit* brings against others that move where it moves."""
        path = self.path[unit]
        if path is False or (path is None and not high):
            return NOTHING
        other = self.at[self.targets[unit]]
        if other >= 0 and self.targets[other] == self.provinces[unit]:
            beaten = self.moved[other]
            if self.head_to_head(unit, other):
                if beaten or (beaten is None and not high):
                    return NOTHING
            elif self.dislodged_never_bounces:  # DATC 4.A.7 a
                stayed = None if self.moved[unit] is None else not self.moved[unit]
                if stayed is not False and beaten is not False and (not high or (stayed and beaten)):
                    return NOTHING
        return self.strengths[unit] + self.support_strength(unit, NOBODY, high=high)

    def head_to_head(self, unit: int, other: int) -> bool:
        """Whether the two move against one another over the same border."""
        return self.targets[other] == self.facing[unit] and self.targets[unit] == self.facing[other]

    def opposition(self, unit: int, *, high: bool) -> int:
        """What the move of *unit* must beat: whoever stays or comes head to head, and whoever else moves there."""
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
        if self.turned_face:
            for rival in self.attackers.get(self.provinces[unit], ()):
                if rival != other and self.head_to_head(unit, rival):
                    most = max(most, self.defend_strength(rival, high=high))
        return most

    # ------------------------------------------------------------------ decisions

    def decide_move(self, unit: int) -> Decision:
        """MOVE (DATC 5.B.1)."""
        attack, against = self.attack_strength(unit, high=False), self.opposition(unit, high=True)
        if attack > against:
            self.tally[unit] = (attack, against)
            return True
        attack, against = self.attack_strength(unit, high=True), self.opposition(unit, high=False)
        if attack <= against:
            self.tally[unit] = (attack, against)
            return False
        return None

    def decide_support(self, unit: int) -> Decision:
        """SUPPORT (DATC 5.B.2): cut by an attack from anywhere but where it is given; there, only by being dislodged."""
        power, upheld = self.powers[unit], self.upheld[unit]
        decision: Decision = True
        for attacker in self.attackers.get(self.provinces[unit], ()):
            if self.powers[attacker] == power or (attacker, unit) in self.exempt:
                continue
            cut = self.moved[attacker] if self.origins[attacker] == upheld else self.path[attacker]
            if cut:
                return False
            if cut is None:
                decision = None
        return decision

    def dislodged(self, unit: int) -> Decision:
        """Whether somebody moves in on *unit*, which does not move itself."""
        decision: Decision = False
        for attacker in self.attackers.get(self.provinces[unit], ()):
            moved = self.moved[attacker]
            if moved:
                return True
            if moved is None:
                decision = None
        return decision

    def decide_path(self, unit: int) -> Decision:
        """PATH (DATC 5.B.4) of a convoyed unit: its fleets must not be dislodged; which of them count is DATC 4.A.1."""
        fleets = self.convoyers[unit]
        reach = self.placing.ground.reaches[self.powers[unit]]
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
        named = self.named.get(unit)
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
        found: list[int] = []
        mask = self.convoyers[unit]
        at, province_of = self.at, self.placing.ground.tables.province_of
        while mask:
            low = mask & -mask
            found.append(at[province_of[low.bit_length() - 1]])
            mask ^= low
        return found

    # ------------------------------------------------------------------ setting up

    def set_convoyed(self, unit: int, fleets: int) -> None:
        """The move of *unit* goes by convoy, carried by the fleets at *fleets*."""
        if self.origins is self.facing:
            self.origins = self.facing[:]
        self.facing[unit] = BY_CONVOY
        self.strengths[unit] = UNIT
        self.convoyers[unit] = fleets
        self.path[unit] = None
