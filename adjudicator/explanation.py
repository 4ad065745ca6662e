"""Reason of every result of a movement phase, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.board_tables import BoardTables
from adjudicator.caching import new_tuple
from adjudicator.decisions import NOTHING, Decisions
from adjudicator.matching import MatchedOrders
from adjudicator.movement_order import CONVOY, HOLD, MOVE_BY_CONVOY, IndexedOrder
from adjudicator.order import Hold, Order
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

ResultsAndReasons = tuple[frozenset[Result], tuple[Reason, ...]]
"""Results and reasons."""

NOT_ORDERED = Reason(ReasonKind.NOT_ORDERED, "4.E.1")


@lru_cache(maxsize=8192)
def plain(kind: ReasonKind, rule: str, province: str) -> tuple[Reason, ...]:
    """A single reason that needs no strengths and no other units."""
    return (Reason(kind, rule, province=province),)


IN_UNITS: Sequence[float] = [halves // 2 if halves % 2 == 0 else halves / 2 for halves in range(1000)]
"""Strengths in units: 1 and 2 as whole numbers, half a unit as 0.5."""


def reason(kind: ReasonKind, rule: str, strength: int, against: int, province: str, by: tuple[Unit, ...]) -> Reason:
    """A reason with strengths, which are given in halves."""
    return new_tuple(Reason, (kind, rule, IN_UNITS[strength], IN_UNITS[against], province, by, None))


class CommonReasons:
    """The commonest reasons, made once for every province of a board, and the order of a unit that got none."""

    __slots__ = ("carrying", "given", "held", "left_alone", "staying", "unopposed")

    def __init__(self, tables: BoardTables) -> None:
        codes = tables.codes
        self.staying = [Hold(piece) for piece in tables.pieces]
        """Spot to the order to hold there."""
        self.held = [plain(ReasonKind.UNOPPOSED, "5.B.5", code) for code in codes]
        self.left_alone = [(NOT_ORDERED, *reasons) for reasons in self.held]
        self.unopposed = [plain(ReasonKind.UNOPPOSED, "5.B.1", code) for code in codes]
        """Reason of an unopposed move, by province."""
        self.carrying = [plain(ReasonKind.UNOPPOSED, "5.B.3", code) for code in codes]
        self.given = [plain(ReasonKind.SUPPORT_GIVEN, "5.B.2", code) for code in codes]


class Explanation:
    """Tells of every order of a movement phase what became of it, and why."""

    __slots__ = ("_codes", "_common", "_decisions", "_destroyed", "_disbanded", "_dislodged", "_matched", "_units")

    def __init__(
        self,
        matched: MatchedOrders,
        decisions: Decisions,
        units: Sequence[Unit],
        dislodged: Mapping[int, int],
        destroyed: frozenset[int],
        disbanded: frozenset[int],
    ) -> None:
        self._matched = matched
        self._decisions = decisions
        self._units = units
        board = decisions.here.open_edges.tables
        self._codes = board.codes
        self._common = board.once(CommonReasons, board)
        self._dislodged = dislodged
        self._destroyed = destroyed
        self._disbanded = disbanded
        """Units that are taken off since their power sent no orders, where the rules want it so."""

    def outcomes(self) -> tuple[OrderOutcome, ...]:
        """One outcome for each unit, by power and location."""
        decisions, matched, dislodged, common = self._decisions, self._matched, self._dislodged, self._common
        units, orders, indexed_orders, sequence = self._units, matched.orders, matched.indexed_orders, decisions.here.sequence
        at, attackers, moved, given = decisions.at, decisions.attackers, decisions.moved, decisions.given
        found: list[OrderOutcome] = []
        for unit in sequence:
            value, order, indexed = units[unit], orders[unit], indexed_orders[unit]
            if indexed is None:
                found.append(self._without_legal_order(unit, value, order))
                continue
            # The reasons of an unopposed success are the same every time.
            kind, usual_reasons = indexed.kind, None
            if kind == HOLD:
                if indexed.province not in attackers:
                    usual_reasons = common.held[indexed.province]
            elif kind <= MOVE_BY_CONVOY:
                target = indexed.target
                if moved[unit] and at[target] < 0 and len(attackers[target]) == 1:
                    usual_reasons = common.unopposed[target]
            elif given[unit]:
                usual_reasons = common.given[decisions.supported_into[unit]]
            if usual_reasons is not None:
                results, reasons = OK, usual_reasons
            else:
                results, reasons = self._disturbed(unit, indexed)
            if unit in dislodged and kind != HOLD:
                results, reasons = self._add_dislodgement(unit, results, reasons)
            found.append(new_tuple(OrderOutcome, (value, value.power, order, True, results, reasons)))
        if self._disbanded:
            return tuple(self._taken_off(unit, each) for unit, each in zip(sequence, found, strict=True))
        return tuple(found)

    def _disturbed(self, unit: int, indexed: IndexedOrder) -> ResultsAndReasons:
        """Results and reasons of an order that is opposed, or that matches no other."""
        kind, codes = indexed.kind, self._codes
        if kind == HOLD:
            return self._hold(unit)
        if kind <= MOVE_BY_CONVOY:
            return self._moved(unit, indexed.target) if self._decisions.moved[unit] else self._stopped(unit, codes[indexed.target])
        if unit in self._matched.unmatched:
            unmatched = ReasonKind.CONVOY_UNMATCHED if kind == CONVOY else ReasonKind.SUPPORT_UNMATCHED
            return VOID, plain(unmatched, "4.E.2", codes[indexed.other])
        return self._convoy(unit) if kind == CONVOY else self._cut(unit)

    def _without_legal_order(self, unit: int, value: Unit, order: Order | None) -> OrderOutcome:
        """The outcome of a unit that has no order, or an illegal one; it holds."""
        decisions, common = self._decisions, self._common
        if order is None:
            province = decisions.provinces[unit]
            if province not in decisions.attackers:
                results, reasons = OK, common.left_alone[province]
            else:
                results, reasons = self._hold(unit)
                reasons = (NOT_ORDERED, *reasons)
            return new_tuple(OrderOutcome, (value, value.power, common.staying[decisions.spots[unit]], False, results, reasons))
        results, reasons = self._illegal(unit)
        return OrderOutcome(value, value.power, order, given=True, results=results, reasons=reasons)

    def _taken_off(self, unit: int, outcome: OrderOutcome) -> OrderOutcome:
        """The outcome of a unit of a power that sent no orders, where such units are disbanded."""
        if unit not in self._disbanded:
            return outcome
        return outcome._replace(results=outcome.results - {Result.OK} | {Result.DESTROYED})

    def _hold(self, unit: int) -> ResultsAndReasons:
        decisions = self._decisions
        province = decisions.provinces[unit]
        code = self._codes[province]
        if unit in self._dislodged:
            return self._add_dislodgement(unit, frozenset(), ())
        rivals = decisions.attackers.get(province)
        if rivals is None:
            return OK, self._common.held[province]
        if len(rivals) == 1:
            against, strength = self._strengths(rivals[0])
        else:
            against = max([decisions.prevent_strength(rival, high=True) for rival in rivals])
            strength = decisions.hold_strength(province, high=True)
        if against == NOTHING:
            return OK, self._common.held[province]
        return OK, (reason(ReasonKind.PREVAILED, "5.B.5", strength, against, code, tuple([self._units[rival] for rival in rivals])),)

    def _strengths(self, unit: int) -> tuple[int, int]:
        """The final attack strength of a move, and the opposition to it."""
        decisions = self._decisions
        strengths = decisions.final_strengths[unit]
        if strengths is not None and decisions.straight:
            return strengths
        return decisions.attack_strength(unit, high=True), decisions.opposition(unit, high=True)

    def _illegal(self, unit: int) -> ResultsAndReasons:
        refused = Reason(ReasonKind.REFUSED, "4.E.1", verdict=self._matched.illegal[unit][2])
        if unit in self._dislodged:
            return self._add_dislodgement(unit, ILLEGAL, (refused,))
        return ILLEGAL, (refused,)

    def _add_dislodgement(self, unit: int, results: frozenset[Result], reasons: tuple[Reason, ...]) -> ResultsAndReasons:
        """Add that the unit was dislodged, by whom, and whether it had anywhere to go."""
        decisions = self._decisions
        attacker = self._dislodged[unit]
        province = decisions.provinces[unit]
        code = self._codes[province]
        if decisions.targets[unit] >= 0 and decisions.head_to_head(attacker, unit):
            strength = decisions.defend_strength(unit, high=True)
        else:
            strength = decisions.hold_strength(province, high=True)
        against = decisions.attack_strength(attacker, high=False)
        by = (self._units[attacker],)
        reasons = (*reasons, reason(ReasonKind.DISLODGED_BY, "5.B.1", strength, against, code, by))
        if unit in self._destroyed:
            return results | DESTROYED, reasons + plain(ReasonKind.NO_RETREAT, "4.E.2", code)
        return results | DISLODGED, reasons

    def _cut(self, unit: int) -> ResultsAndReasons:
        decisions = self._decisions
        power, supported_into = decisions.powers[unit], decisions.supported_into[unit]
        province = decisions.provinces[unit]
        by = [
            self._units[attacker]
            for attacker in decisions.attackers[province]
            if decisions.powers[attacker] != power
            and (attacker, unit) not in decisions.never_cut
            and (decisions.moved[attacker] if decisions.origins[attacker] == supported_into else decisions.path[attacker])
        ]
        return CUT, (new_tuple(Reason, (ReasonKind.CUT_BY, "5.B.2", None, None, self._codes[province], tuple(by), None)),)

    def _convoy(self, unit: int) -> ResultsAndReasons:
        decisions, indexed = self._decisions, self._matched.indexed_orders[unit]
        assert indexed is not None
        army = decisions.at[indexed.other]
        if unit in self._dislodged:
            return DISRUPTED, ()
        if army in decisions.paradox_convoys and decisions.provinces[unit] in decisions.attackers:
            return DISRUPTED, (self._paradox(army),)
        return OK, self._common.carrying[decisions.provinces[unit]]

    def _paradox(self, army: int) -> Reason:
        """The reason of a convoy that the rule for paradoxes broke."""
        choice = self._decisions.here.tables.variant.rules.convoy_paradox
        rule = "4.A.2 all-hold" if choice is ConvoyParadox.ALL_HOLD else "4.A.2 Szykman"
        fleets = tuple(self._units[fleet] for fleet in self._decisions.fleets_of(army)) if army in self._decisions.convoying_fleets else ()
        return Reason(ReasonKind.PARADOX, rule, province=self._codes[self._decisions.provinces[army]], by=fleets)

    def _moved(self, unit: int, target: int) -> ResultsAndReasons:
        """Results and reasons of a move that succeeded against a unit there or other moves."""
        decisions = self._decisions
        code = self._codes[target]
        if unit in decisions.in_circles:
            return OK, plain(ReasonKind.ROTATION, "5.B.1", code)
        strength, against = self._strengths(unit)
        if against == NOTHING:
            return OK, self._common.unopposed[target]
        by = tuple([self._units[other] for other in self._opponents(unit)])
        return OK, (reason(ReasonKind.PREVAILED, "5.B.1", strength, against, code, by),)

    def _stopped(self, unit: int, code: str) -> ResultsAndReasons:
        """A move that failed."""
        if self._decisions.path[unit] is False:
            return NO_CONVOY, (self._why_no_path(unit),)
        return BOUNCE, (self._why_not(unit, code),)

    def _opponents(self, unit: int) -> list[int]:
        """Opponents of *unit*: units that stay in its way, come head to head, or move to the same province with effect."""
        decisions = self._decisions
        target = decisions.targets[unit]
        rivals = decisions.attackers[target]
        found: list[int] = []
        if len(rivals) > 1:
            found = [rival for rival in rivals if rival != unit and decisions.prevent_strength(rival, high=True) > NOTHING]
        other = decisions.at[target]
        if other >= 0 and other not in found and not decisions.moved[other]:
            found.insert(0, other)
        return found

    def _why_no_path(self, unit: int) -> Reason:
        decisions = self._decisions
        code = self._codes[decisions.provinces[unit]]
        if unit in decisions.paradox_convoys:
            return self._paradox(unit)
        lost = [fleet for fleet in decisions.fleets_of(unit) if fleet in self._dislodged]
        if not lost:
            return plain(ReasonKind.NO_FLEET_ORDERED, "4.E.2", code)[0]
        return Reason(ReasonKind.CONVOY_BROKEN, "5.B.4", province=code, by=tuple(self._units[fleet] for fleet in lost))

    def _why_not(self, unit: int, code: str) -> Reason:
        """The first thing that stops a move that could get there."""
        decisions, units = self._decisions, self._units
        target = decisions.targets[unit]
        other = decisions.at[target]
        strength, against = self._strengths(unit)
        rivals = decisions.attackers[target]
        if other >= 0:
            facing = decisions.head_to_head(unit, other)
            if facing or not decisions.moved[other]:
                if len(rivals) > 1:
                    against = decisions.defend_strength(other, high=True) if facing else decisions.hold_strength(target, high=True)
                if strength <= against:
                    kind = ReasonKind.LOST_HEAD_TO_HEAD if facing else ReasonKind.BOUNCED_OFF_UNIT
                    if strength == NOTHING or unit in decisions.supporters:
                        kind, strength = self._own_side(unit, other, strength, against, kind)
                    return reason(kind, "5.B.1", strength, against, code, (units[other],))
        if len(rivals) == 2 and strength <= against and (other < 0 or decisions.straight):
            rival = rivals[0] if rivals[1] == unit else rivals[1]
            return reason(ReasonKind.BOUNCED_OFF_MOVE, "5.B.1", strength, against, code, (units[rival],))
        strengths = {rival: decisions.prevent_strength(rival, high=True) for rival in rivals if rival != unit}
        against = max(strengths.values(), default=NOTHING)
        if strength > against:
            return plain(ReasonKind.PARADOX, "4.A.2 all-hold", code)[0]
        strongest = tuple([units[rival] for rival, each in strengths.items() if each == against])
        return reason(ReasonKind.BOUNCED_OFF_MOVE, "5.B.1", strength, against, code, strongest)

    def _own_side(self, unit: int, other: int, strength: int, against: int, kind: ReasonKind) -> tuple[ReasonKind, int]:
        """Return the reason of a move that failed only since a power does not dislodge its own unit, nor help to (DATC 5.B.8)."""
        decisions = self._decisions
        full = decisions.defend_strength(unit, high=True)
        if decisions.powers[other] == decisions.powers[unit]:
            return ReasonKind.OWN_UNIT_IN_THE_WAY, full
        if full > against:
            return ReasonKind.OWN_SUPPORT_NOT_COUNTED, strength
        return kind, strength
