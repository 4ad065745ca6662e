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
from adjudicator.tables import BoardTables
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

Told = tuple[frozenset[Result], tuple[Reason, ...]]
"""Results and reasons."""

NOT_ORDERED = Reason(ReasonKind.NOT_ORDERED, "4.E.1")

make = tuple.__new__
"""Makes an outcome or a reason out of all its fields at once; their own constructors take twice as long."""


@lru_cache(maxsize=8192)
def plain(kind: ReasonKind, rule: str, province: str) -> tuple[Reason, ...]:
    """A single reason that needs no strengths and no other units."""
    return (Reason(kind, rule, province=province),)


IN_UNITS: Sequence[float] = [halves // 2 if halves % 2 == 0 else halves / 2 for halves in range(1000)]
"""Strengths in units: 1 and 2 as whole numbers, half a unit as 0.5."""


def reason(kind: ReasonKind, rule: str, strength: int, against: int, province: str, by: tuple[Unit, ...]) -> Reason:
    """A reason with strengths, which are given in halves."""
    return make(Reason, (kind, rule, IN_UNITS[strength], IN_UNITS[against], province, by, None))


class Remarks:
    """The commonest reasons, made once for every province of a board."""

    __slots__ = ("arrived", "given", "held")

    def __init__(self, codes: Sequence[str]) -> None:
        self.held = [plain(ReasonKind.UNOPPOSED, "5.B.5", code) for code in codes]
        self.arrived = [plain(ReasonKind.UNOPPOSED, "5.B.1", code) for code in codes]
        self.given = [plain(ReasonKind.SUPPORT_GIVEN, "5.B.2", code) for code in codes]


def remarks_on(tables: BoardTables) -> Remarks:
    """The commonest reasons on this board, made when they are first asked for."""
    if tables.remarks is None:
        tables.remarks = Remarks(tables.codes)
    assert isinstance(tables.remarks, Remarks)
    return tables.remarks


class Account:
    """Explains one battle."""

    __slots__ = ("_battle", "_codes", "_destroyed", "_disbanded", "_dislodged", "_muster", "_units")

    def __init__(
        self,
        muster: Muster,
        battle: Battle,
        units: Sequence[Unit],
        dislodged: Mapping[int, int],
        destroyed: frozenset[int],
        disbanded: frozenset[int],
    ) -> None:
        self._muster = muster
        self._battle = battle
        self._units = units
        self._codes = battle.placing.ground.tables.codes
        self._dislodged = dislodged
        self._destroyed = destroyed
        self._disbanded = disbanded
        """Units that are taken off since their power sent no orders, where the rules want it so."""

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One outcome for each unit, by power and location."""
        battle, units, codes = self._battle, self._units, self._codes
        records, orders, unmatched = self._muster.records, self._muster.orders, self._muster.unmatched
        dislodged, given, moved, at, attackers = self._dislodged, battle.given, battle.moved, battle.at, battle.attackers
        provinces, targets, upheld = battle.provinces, battle.targets, battle.upheld
        remarks = remarks_on(battle.placing.ground.tables)
        found: list[OrderOutcome] = []
        for unit in battle.placing.sequence:
            value = units[unit]
            order = orders[unit]
            record = records[unit]
            if record is None:
                if order is None:
                    results, reasons = self._hold(unit)
                    found.append(make(OrderOutcome, (value, value.power, Hold(value.piece), False, results, (NOT_ORDERED, *reasons))))
                    continue
                results, reasons = self._illegal(unit)
            else:
                kind = record[1]
                if kind == HOLD:
                    province = provinces[unit]
                    if province in attackers:
                        results, reasons = self._hold(unit)
                    else:
                        results, reasons = OK, remarks.held[province]
                elif kind <= FERRY:
                    target = targets[unit]
                    if not moved[unit]:
                        results, reasons = self._stopped(unit, codes[target])
                    elif at[target] < 0 and len(attackers[target]) == 1:
                        results, reasons = OK, remarks.arrived[target]
                    else:
                        results, reasons = self._moved(unit, codes[target])
                elif unit in unmatched:
                    unmatched_kind = ReasonKind.CONVOY_UNMATCHED if kind == CONVOY else ReasonKind.SUPPORT_UNMATCHED
                    results, reasons = VOID, plain(unmatched_kind, "4.E.2", codes[record[4]])
                elif kind == CONVOY:
                    results, reasons = self._convoy(unit)
                elif given[unit]:
                    results, reasons = OK, remarks.given[upheld[unit]]
                else:
                    results, reasons = self._cut(unit)
                if unit in dislodged and kind != HOLD:
                    results, reasons = self._add_dislodgement(unit, results, reasons)
            found.append(make(OrderOutcome, (value, value.power, order, True, results, reasons)))
        if self._disbanded:
            return tuple(self._taken_off(unit, each) for unit, each in zip(battle.placing.sequence, found, strict=True))
        return tuple(found)

    def _taken_off(self, unit: int, outcome: OrderOutcome) -> OrderOutcome:
        """The outcome of a unit of a power that sent no orders, where such units are disbanded."""
        if unit not in self._disbanded:
            return outcome
        return outcome._replace(results=outcome.results - {Result.OK} | {Result.DESTROYED})

    def _hold(self, unit: int) -> Told:
        battle = self._battle
        province = battle.provinces[unit]
        code = self._codes[province]
        if unit in self._dislodged:
            return self._add_dislodgement(unit, frozenset(), ())
        rivals = battle.attackers.get(province)
        if rivals is None:
            return OK, plain(ReasonKind.UNOPPOSED, "5.B.5", code)
        if len(rivals) == 1:
            against, strength = self._tally(rivals[0])
        else:
            against = max([battle.prevent_strength(rival, high=True) for rival in rivals])
            strength = battle.hold_strength(province, high=True)
        if against == NOTHING:
            return OK, plain(ReasonKind.UNOPPOSED, "5.B.5", code)
        return OK, (reason(ReasonKind.PREVAILED, "5.B.5", strength, against, code, tuple([self._units[rival] for rival in rivals])),)

    def _tally(self, unit: int) -> tuple[int, int]:
        """The final attack strength of a move, and the opposition to it."""
        battle = self._battle
        tally = battle.tally[unit]
        if tally is not None and battle.straight:
            return tally
        return battle.attack_strength(unit, high=True), battle.opposition(unit, high=True)

    def _illegal(self, unit: int) -> Told:
        refused = Reason(ReasonKind.REFUSED, "4.E.1", verdict=self._muster.illegal[unit][2])
        if unit in self._dislodged:
            return self._add_dislodgement(unit, ILLEGAL, (refused,))
        return ILLEGAL, (refused,)

    def _add_dislodgement(self, unit: int, results: frozenset[Result], reasons: tuple[Reason, ...]) -> Told:
        """Add that the unit was driven out, by whom, and whether it had anywhere to go."""
        battle = self._battle
        attacker = self._dislodged[unit]
        province = battle.provinces[unit]
        code = self._codes[province]
        if battle.targets[unit] >= 0 and battle.head_to_head(attacker, unit):
            strength = battle.defend_strength(unit, high=True)
        else:
            strength = battle.hold_strength(province, high=True)
        against = battle.attack_strength(attacker, high=False)
        by = (self._units[attacker],)
        reasons = (*reasons, reason(ReasonKind.DISLODGED_BY, "5.B.1", strength, against, code, by))
        if unit in self._destroyed:
            return results | DESTROYED, reasons + plain(ReasonKind.NO_RETREAT, "4.E.2", code)
        return results | DISLODGED, reasons

    def _cut(self, unit: int) -> Told:
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

    def _convoy(self, unit: int) -> Told:
        battle, record = self._battle, self._muster.records[unit]
        assert record is not None
        code = self._codes[battle.provinces[unit]]
        army = battle.at[record.goal]
        if unit in self._dislodged:
            return DISRUPTED, ()
        if army in battle.settled_by_rule and battle.provinces[unit] in battle.attackers:
            return DISRUPTED, (self._paradox(army),)
        return OK, plain(ReasonKind.UNOPPOSED, "5.B.3", code)

    def _paradox(self, army: int) -> Reason:
        """The reason of a convoy that the rule for paradoxes broke."""
        choice = self._battle.placing.tables.variant.rules.convoy_paradox
        rule = "4.A.2 all-hold" if choice is ConvoyParadox.ALL_HOLD else "4.A.2 Szykman"
        fleets = tuple(self._units[fleet] for fleet in self._battle.fleets_of(army)) if army in self._battle.convoyers else ()
        return Reason(ReasonKind.PARADOX, rule, province=self._codes[self._battle.provinces[army]], by=fleets)

    def _moved(self, unit: int, code: str) -> Told:
        """A move that succeeded although somebody was there or came as well."""
        battle = self._battle
        if unit in battle.rotated:
            return OK, plain(ReasonKind.ROTATION, "5.B.1", code)
        strength, against = self._tally(unit)
        if against == NOTHING:
            return OK, plain(ReasonKind.UNOPPOSED, "5.B.1", code)
        by = tuple([self._units[other] for other in self._opponents(unit)])
        return OK, (reason(ReasonKind.PREVAILED, "5.B.1", strength, against, code, by),)

    def _stopped(self, unit: int, code: str) -> Told:
        """A move that failed."""
        if self._battle.path[unit] is False:
            return NO_CONVOY, (self._why_no_path(unit),)
        return BOUNCE, (self._why_not(unit, code),)

    def _opponents(self, unit: int) -> list[int]:
        """Whoever stays in the way of *unit*, comes head to head, or moves to the same province with effect."""
        battle = self._battle
        target = battle.targets[unit]
        rivals = battle.attackers[target]
        found: list[int] = []
        if len(rivals) > 1:
            found = [rival for rival in rivals if rival != unit and battle.prevent_strength(rival, high=True) > NOTHING]
        other = battle.at[target]
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
            return plain(ReasonKind.NO_FLEET_ORDERED, "4.E.2", code)[0]
        return Reason(ReasonKind.CONVOY_BROKEN, "5.B.4", province=code, by=tuple(self._units[fleet] for fleet in lost))

    def _why_not(self, unit: int, code: str) -> Reason:
        """The first thing that stops a move that could get there."""
        battle, units = self._battle, self._units
        target = battle.targets[unit]
        other = battle.at[target]
        strength, against = self._tally(unit)
        rivals = battle.attackers[target]
        if other >= 0:
            facing = battle.head_to_head(unit, other)
            if facing or not battle.moved[other]:
                if len(rivals) > 1:
                    against = battle.defend_strength(other, high=True) if facing else battle.hold_strength(target, high=True)
                if strength <= against:
                    kind = ReasonKind.LOST_HEAD_TO_HEAD if facing else ReasonKind.BOUNCED_OFF_UNIT
                    if strength == NOTHING or unit in battle.backers:
                        kind, strength = self._own_side(unit, other, strength, against, kind)
                    return reason(kind, "5.B.1", strength, against, code, (units[other],))
        if len(rivals) == 2 and strength <= against and (other < 0 or battle.straight):
            rival = rivals[0] if rivals[1] == unit else rivals[1]
            return reason(ReasonKind.BOUNCED_OFF_MOVE, "5.B.1", strength, against, code, (units[rival],))
        strengths = {rival: battle.prevent_strength(rival, high=True) for rival in rivals if rival != unit}
        against = max(strengths.values(), default=NOTHING)
        if strength > against:
            return plain(ReasonKind.PARADOX, "4.A.2 all-hold", code)[0]
        strongest = tuple([units[rival] for rival, each in strengths.items() if each == against])
        return reason(ReasonKind.BOUNCED_OFF_MOVE, "5.B.1", strength, against, code, strongest)

    def _own_side(self, unit: int, other: int, strength: int, against: int, kind: ReasonKind) -> tuple[ReasonKind, int]:
        """Whether the move failed only since a power does not dislodge its own unit, nor help to (DATC 5.B.8)."""
        battle = self._battle
        full = battle.defend_strength(unit, high=True)
        if battle.powers[other] == battle.powers[unit]:
            return ReasonKind.OWN_UNIT_IN_THE_WAY, full
        if full > against:
            return ReasonKind.OWN_SUPPORT_NOT_COUNTED, strength
        return kind, strength
