"""Why every order of a movement phase got its result, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.battle import NOTHING, Battle
from adjudicator.movement_order import CONVOY, FERRY, HOLD
from adjudicator.muster import Muster
from adjudicator.order import Hold
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import ConvoyParadox
from adjudicator.unit import Unit

OK = frozenset({Result.OK})
BOUNCE = frozenset({Result.BOUNCE})
NO_CONVOY = frozenset({Result.NO_CONVOY})
CUT = frozenset({Result.CUT})
DISRUPTED = frozenset({Result.DISRUPTED})
VOID = frozenset({Result.VOID})
ILLEGAL = frozenset({Result.ILLEGAL})
DISLODGED = frozenset({Result.DISLODGED})
DESTROYED = frozenset({Result.DISLODGED, Result.DESTROYED})

NOT_ORDERED = Reason(ReasonKind.NOT_ORDERED, "4.E.1")


@lru_cache(maxsize=4096)
def plain_reason(kind: ReasonKind, rule: str, province: str) -> Reason:
    """A reason that needs no strengths and no other units."""
    return Reason(kind, rule, province=province)


def in_units(halves: int) -> float:
    """A strength in units: 1 and 2 as whole numbers, half a unit as 0.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


class Account:
    """Explains one battle."""

    __slots__ = ("_battle", "_codes", "_dislodged", "_muster", "_units", "destroyed")

    def __init__(
        self, muster: Muster, battle: Battle, units: Sequence[Unit], dislodged: Mapping[int, int], destroyed: frozenset[int]
    ) -> None:
        self._muster = muster
        self._battle = battle
        self._units = units
        self._codes = battle.placing.ground.tables.codes
        self._dislodged = dislodged
        self.destroyed = destroyed

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One outcome for each unit, by power and location."""
        muster, battle, units, codes = self._muster, self._battle, self._units, self._codes
        records, orders, unmatched = muster.records, muster.orders, muster.unmatched
        dislodged, given = self._dislodged, battle.given
        found: list[OrderOutcome] = []
        for unit in battle.placing.sequence:
            value = units[unit]
            order = orders[unit]
            record = records[unit]
            if record is None:
                if order is None:
                    order = Hold(value.piece)
                    results, reasons = self._hold(unit)
                    found.append(OrderOutcome(value, value.power, order, False, results, (NOT_ORDERED, *reasons)))
                    continue
                results, reasons = self._illegal(unit)
            elif record[1] == HOLD:
                results, reasons = self._hold(unit)
            elif record[1] <= FERRY:
                results, reasons = self._move(unit)
            elif unit in unmatched:
                kind = ReasonKind.CONVOY_UNMATCHED if record[1] == CONVOY else ReasonKind.SUPPORT_UNMATCHED
                results, reasons = VOID, (plain_reason(kind, "4.E.2", codes[record[4]]),)
            elif record[1] == CONVOY:
                results, reasons = self._convoy(unit)
            elif given[unit]:
                results, reasons = OK, (plain_reason(ReasonKind.SUPPORT_GIVEN, "5.B.2", codes[battle.upheld[unit]]),)
            else:
                results, reasons = self._cut(unit)
            if unit in dislodged and record is not None and record[1] != HOLD:
                results, reasons = self._add_dislodgement(unit, results, reasons)
            assert order is not None
            found.append(OrderOutcome(value, value.power, order, True, results, reasons))
        return tuple(found)

    def _hold(self, unit: int) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        battle = self._battle
        province = battle.provinces[unit]
        code = self._codes[province]
        if unit in self._dislodged:
            return self._add_dislodgement(unit, frozenset(), ())
        rivals = battle.attackers.get(province)
        if rivals is None:
            return OK, (plain_reason(ReasonKind.UNOPPOSED, "5.B.5", code),)
        against = max(battle.prevent_strength(rival, high=True) for rival in rivals)
        strength = battle.hold_strength(province, high=True)
        if against == NOTHING:
            return OK, (plain_reason(ReasonKind.UNOPPOSED, "5.B.5", code),)
        by = tuple(self._units[rival] for rival in rivals)
        return OK, (Reason(ReasonKind.PREVAILED, "5.B.5", in_units(strength), in_units(against), code, by),)

    def _illegal(self, unit: int) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        refused = Reason(ReasonKind.REFUSED, "4.E.1", verdict=self._muster.illegal[unit])
        if unit in self._dislodged:
            return self._add_dislodgement(unit, ILLEGAL, (refused,))
        return ILLEGAL, (refused,)

    def _add_dislodgement(
        self, unit: int, results: frozenset[Result], reasons: tuple[Reason, ...]
    ) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        """Add that the unit was driven out, by whom, and whether it had anywhere to go."""
        battle = self._battle
        attacker = self._dislodged[unit]
        province = battle.provinces[unit]
        code = self._codes[province]
        strength = battle.hold_strength(province, high=True)
        against = battle.attack_strength(attacker, high=False)
        by = (self._units[attacker],)
        reasons = (*reasons, Reason(ReasonKind.DISLODGED_BY, "5.B.1", in_units(strength), in_units(against), code, by))
        if unit in self.destroyed:
            return results | DESTROYED, (*reasons, plain_reason(ReasonKind.NO_RETREAT, "4.E.2", code))
        return results | DISLODGED, reasons

    def _cut(self, unit: int) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        battle = self._battle
        power, upheld = battle.powers[unit], battle.upheld[unit]
        province = battle.provinces[unit]
        by = tuple(
            self._units[attacker]
            for attacker in battle.attackers[province]
            if battle.powers[attacker] != power
            and (attacker, unit) not in battle.exempt
            and (battle.moved[attacker] if battle.origins[attacker] == upheld else battle.path[attacker])
        )
        return CUT, (Reason(ReasonKind.CUT_BY, "5.B.2", province=self._codes[province], by=by),)

    def _convoy(self, unit: int) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        battle, record = self._battle, self._muster.records[unit]
        assert record is not None
        code = self._codes[battle.provinces[unit]]
        army = battle.at[record.goal]
        if unit in self._dislodged:
            return DISRUPTED, ()
        if army in battle.settled_by_rule and battle.provinces[unit] in battle.attackers:
            return DISRUPTED, (self._paradox(army),)
        return OK, (plain_reason(ReasonKind.UNOPPOSED, "5.B.3", code),)

    def _paradox(self, army: int) -> Reason:
        """The reason of a convoy that the rule for paradoxes broke."""
        choice = self._battle.placing.tables.variant.rules.convoy_paradox
        rule = "4.A.2 all-hold" if choice is ConvoyParadox.ALL_HOLD else "4.A.2 Szykman"
        fleets = tuple(self._units[fleet] for fleet in self._battle.fleets_of(army)) if army in self._battle.convoyers else ()
        return Reason(ReasonKind.PARADOX, rule, province=self._codes[self._battle.provinces[army]], by=fleets)

    def _move(self, unit: int) -> tuple[frozenset[Result], tuple[Reason, ...]]:
        battle = self._battle
        target = battle.targets[unit]
        code = self._codes[target]
        if battle.moved[unit]:
            if unit in battle.rotated:
                return OK, (plain_reason(ReasonKind.ROTATION, "5.B.1", code),)
            if battle.at[target] < 0 and len(battle.attackers[target]) == 1:
                return OK, (plain_reason(ReasonKind.UNOPPOSED, "5.B.1", code),)
            against = battle.opposition(unit, high=True)
            if against == NOTHING:
                return OK, (plain_reason(ReasonKind.UNOPPOSED, "5.B.1", code),)
            strength = battle.attack_strength(unit, high=False)
            by = tuple(self._units[other] for other in self._opponents(unit))
            return OK, (Reason(ReasonKind.PREVAILED, "5.B.1", in_units(strength), in_units(against), code, by),)
        if battle.path[unit] is False:
            return NO_CONVOY, (self._why_no_path(unit),)
        return BOUNCE, (self._why_not(unit, target, code),)

    def _opponents(self, unit: int) -> list[int]:
        """Whoever stays in the way of *unit*, comes head to head, or moves to the same province with effect."""
        battle = self._battle
        target = battle.targets[unit]
        other = battle.at[target]
        found = [rival for rival in battle.attackers[target] if rival != unit and battle.prevent_strength(rival, high=True) > NOTHING]
        if other >= 0 and other not in found and not battle.moved[other]:
            found.insert(0, other)
        return found

    def _why_no_path(self, unit: int) -> Reason:
        battle = self._battle
        code = self._codes[battle.provinces[unit]]
        if unit in battle.settled_by_rule:
            return self._paradox(unit)
        lost = [fleet for fleet in battle.fleets_of(unit) if fleet in self._dislodged]
        if not lost:
            return plain_reason(ReasonKind.NO_FLEET_ORDERED, "4.E.2", code)
        return Reason(ReasonKind.CONVOY_BROKEN, "5.B.4", province=code, by=tuple(self._units[fleet] for fleet in lost))

    def _why_not(self, unit: int, target: int, code: str) -> Reason:
        """The first thing that stops a move that could get there."""
        battle, units = self._battle, self._units
        other = battle.at[target]
        strength = battle.attack_strength(unit, high=True)
        full = battle.defend_strength(unit, high=True)
        rivals = [rival for rival in battle.attackers[target] if rival != unit]
        if other >= 0 and not battle.moved[other]:
            facing = battle.head_to_head(unit, other)
            against = battle.defend_strength(other, high=True) if facing else battle.hold_strength(target, high=True)
            by = (units[other],)
            if battle.powers[other] == battle.powers[unit]:
                return Reason(ReasonKind.OWN_UNIT_IN_THE_WAY, "5.B.8", in_units(full), in_units(against), code, by)
            if strength <= against:
                if full > against:
                    return Reason(ReasonKind.OWN_SUPPORT_NOT_COUNTED, "5.B.8", in_units(strength), in_units(against), code, by)
                kind = ReasonKind.LOST_HEAD_TO_HEAD if facing else ReasonKind.BOUNCED_OFF_UNIT
                return Reason(kind, "5.B.1", in_units(strength), in_units(against), code, by)
        if other >= 0 and battle.moved[other] and battle.head_to_head(unit, other):
            against = battle.defend_strength(other, high=True)
            return Reason(ReasonKind.LOST_HEAD_TO_HEAD, "5.B.1", in_units(strength), in_units(against), code, (units[other],))
        against = max((battle.prevent_strength(rival, high=True) for rival in rivals), default=NOTHING)
        if strength <= against:
            strongest = tuple(units[rival] for rival in rivals if battle.prevent_strength(rival, high=True) == against)
            return Reason(ReasonKind.BOUNCED_OFF_MOVE, "5.B.1", in_units(strength), in_units(against), code, strongest)
        return plain_reason(ReasonKind.PARADOX, "4.A.2 all-hold", code)
