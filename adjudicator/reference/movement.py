"""Movement by trial: every move may succeed or fail, every convoy may hold or break; the equations say which outcomes are consistent.

Written from DATC 3.2, chapters 4 and 5.B, without the tables and the search of the adjudicator. Strengths are in halves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from adjudicator.order import Convoy, Hold, Move, MovementOrder, Order, Support
from adjudicator.position import Position
from adjudicator.reference.meaning import Meaning
from adjudicator.reference.sea_routes import SeaRoutes
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    CoastInSupport,
    ConvoyParadox,
    ConvoyRoutes,
    DislodgedEffect,
    DisorderSupport,
    ImplicitOrders,
    ImpossibleOrder,
    NoOrders,
    RepeatedOrder,
    RetreatToConvoy,
)
from adjudicator.unit import Unit
from adjudicator.variant import Variant


@dataclass
class PlainOrders:
    """The order of every unit, by the province it stands in."""

    orders: dict[str, MovementOrder]
    not_supportable: set[str] = field(default_factory=set)
    """Provinces of units that stay, but cannot be supported to hold (DATC 4.E.1, 4.D.9)."""


def orders_of_units(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> PlainOrders:
    """Give every unit on the board its order."""
    meaning = Meaning(variant, position)
    chosen: dict[str, MovementOrder] = {}
    impossible: dict[str, Order] = {}
    for power, given in orders_by_power.items():
        for order in counting(meaning, power, given):
            if not isinstance(order, MovementOrder):
                continue
            province = order.piece.location.province
            unit = position.unit_at(province)
            if unit is None or unit.power != power:
                continue
            meant = meaning.movement(power, order)
            if meant is None:
                impossible.setdefault(province, order)
            else:
                chosen.setdefault(province, meant)
    found = PlainOrders(chosen)
    if variant.rules.implicit_orders is ImplicitOrders.ALLOWED:
        _deduce(meaning, position, found, impossible)
    rules = variant.rules
    for unit in position.units:
        province = unit.province
        if province not in found.orders:
            if rules.impossible_order is ImpossibleOrder.STILL_A_MOVE and isinstance(impossible.get(province), Move):
                found.not_supportable.add(province)
            found.orders[province] = Hold(unit.piece)
        missing = unit.power not in orders_by_power
        if missing and rules.no_orders is NoOrders.DISORDER and rules.disorder_support is DisorderSupport.FAILS:
            found.not_supportable.add(province)
    return found


def counting(meaning: Meaning, power: str, given: Sequence[Order]) -> Sequence[Order]:
    """The orders of a power so that the one that counts for a unit comes first (DATC 4.D.3)."""
    choice = meaning.rules.repeated_order
    if choice is RepeatedOrder.LAST:
        return given[::-1]
    if choice is RepeatedOrder.NONE:
        meant = {order: meaning.movement(power, order) for order in given}
        legal = [each for each in meant.values() if each is not None]
        return [
            order for order in given if (each := meant[order]) is None or all(other == each for other in legal if other.piece == each.piece)
        ]
    return given


def _deduce(meaning: Meaning, position: Position, found: PlainOrders, impossible: Mapping[str, Order]) -> None:
    """A unit without an order moves as a support or convoy of its own power implies (DATC 4.E.3)."""
    for unit in position.units:
        order = found.orders.get(unit.province)
        if order is None or isinstance(order, Hold | Move) or order.target is None:
            continue
        helped = order.supported if isinstance(order, Support) else order.army
        other = position.unit_at(helped.location.province)
        if other is None or other.province in found.orders or other.province in impossible:
            continue
        meant = meaning.movement(unit.power, Move(other.piece, order.target))
        if meant is not None:
            found.orders[other.province] = meant


Decision = tuple[str, str]
"""``("move", "LON")`` or ``("path", "LON")``: what is decided, and of which unit."""

Equation = Callable[[Decision, Mapping[Decision, bool]], bool]


def settle_by_holding(decisions: Sequence[Decision], equation: Equation) -> Mapping[Decision, bool]:
    """Every decision, made; in a paradox moves fail and paths are closed."""
    known: dict[Decision, bool] = {}
    while True:
        _settle_what_is_certain(decisions, equation, known)
        left = [each for each in decisions if each not in known]
        if not left:
            return known
        circle = _first_circle(left, equation, known)
        outcomes = [each for each in _guesses(circle, left, known) if all(equation(one, each) == each[one] for one in circle)]
        paths = [(what, unit) for what, unit in circle if what == "path"]
        answers = {tuple(outcome[path] for path in paths): outcome for outcome in outcomes}
        """Units of a circle move on together if they can (DATC 6.C): those outcomes are tried last."""
        only = next(iter(answers.values())) if len(answers) == 1 else None
        known.update({each: False if only is None else only[each] for each in circle})


def _settle_what_is_certain(decisions: Sequence[Decision], equation: Equation, known: dict[Decision, bool]) -> None:
    changed = True
    while changed:
        left = [each for each in decisions if each not in known]
        certain = {}
        for one in left:
            answers = {equation(one, guess) for guess in _guesses(left, left, known)}
            if len(answers) == 1:
                certain[one] = answers.pop()
        known.update(certain)
        changed = bool(certain)


def _first_circle(left: Sequence[Decision], equation: Equation, known: Mapping[Decision, bool]) -> list[Decision]:
    """Decisions that depend on one another, and on nothing else that is open."""
    reached = {one: {other for other in left if _depends(one, other, left, equation, known)} | {one} for one in left}
    for _ in left:
        reached = {one: set().union(*(reached[other] for other in others)) for one, others in reached.items()}
    return min(([each for each in left if each in others] for others in reached.values()), key=len)


def _depends(one: Decision, other: Decision, left: Sequence[Decision], equation: Equation, known: Mapping[Decision, bool]) -> bool:
    rest = [each for each in left if each != other]
    return any(equation(one, {**guess, other: False}) != equation(one, {**guess, other: True}) for guess in _guesses(rest, rest, known))


def _guesses(varied: Sequence[Decision], left: Sequence[Decision], known: Mapping[Decision, bool]) -> Iterator[dict[Decision, bool]]:
    """Every answer to those *varied*; the others that are *left* are taken for failing."""
    for answers in product((False, True), repeat=len(varied)):
        yield {**dict.fromkeys(left, False), **known, **dict(zip(varied, answers, strict=True))}


NOTHING = -1
UNIT = 2


@dataclass(frozen=True)
class Guess:
    """A complete outcome, by the provinces of units: which moves succeed, which convoyed moves have a path."""

    moved: Mapping[str, bool]
    path: Mapping[str, bool]


@dataclass(frozen=True)
class PlainMovement:
    """Result of a movement phase, by provinces."""

    moved: frozenset[str]
    """Whence units moved away."""
    dislodged: Mapping[str, str]
    """Provinces in which units were dislodged, each with the province its attacker came from."""
    retreats: Mapping[str, frozenset[str]]
    """Provinces to which each dislodged unit can retreat."""
    given: frozenset[str]
    """Provinces of the units whose support matches an order and is not cut."""


def resolve_movement(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> PlainMovement:
    """Resolve these orders."""
    on_foot: set[str] = set()
    broken: set[str] = set()
    while True:
        trial = MovementByTrial(variant, position, orders_by_power, frozenset(on_foot))
        guess = trial.settle(broken)
        stranded = {army for army in trial.carried if not guess.path[army] and army in trial.walkers}
        if not stranded or variant.rules.adjacent_convoy not in (AdjacentConvoy.RULES_1971, AdjacentConvoy.RULES_2000_FALLBACK):
            return trial.result(guess)
        on_foot |= stranded


class MovementByTrial:
    """The orders of one movement phase, matched with one another, and the equations over them."""

    def __init__(
        self, variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]], on_foot: frozenset[str]
    ) -> None:
        self.rules = variant.rules
        self.variant = variant
        self.units: dict[str, Unit] = {unit.province: unit for unit in position.units}
        plain = orders_of_units(variant, position, orders_by_power)
        self.orders = plain.orders
        self.routes = SeaRoutes(variant, position)
        self.targets = {place: order.target.province for place, order in self.orders.items() if isinstance(order, Move)}
        self.walkers = {place for place, order in self.orders.items() if isinstance(order, Move) and self._edge(order) is not None}
        """Moving units that could go over an edge."""
        self.attackers = {
            province: [place for place, target in self.targets.items() if target == province] for province in variant.board.provinces
        }
        """Province to the units that move there."""
        self.fleets = self._fleets_by_army()
        self.carried = [place for place in self.targets if self._goes_by_convoy(place, on_foot)]
        """Units that go by convoy."""
        self.own_strength = {place: self._own_strength(place) for place in self.units}
        """Strength of each unit without supports."""
        self.supports = {place: order for place, order in self.orders.items() if isinstance(order, Support)}
        self.matched = {place for place, order in self.supports.items() if self._matches(order, plain.not_supportable)}
        """Supporting units whose support is for what was ordered."""
        self.last_fleet = {army: self._attack_from(army) for army in self.carried}
        self.spared = {(army, place) for army in self.carried for place in self.supports if self._spares(army, place)}
        """Convoyed unit and supporting unit that it does not cut (DATC 4.A.2, the rulebooks' answers)."""

    # ------------------------------------------------------------------ matching

    def _edge(self, order: Move) -> int | None:
        """The strength that the unit has over the edge to its target; ``None`` without an edge."""
        unit = self.units[order.piece.location.province]
        for edge in self.routes.open_to(unit.power):
            if edge.origin == unit.location and edge.target == order.target and unit.kind in edge.kinds:
                return edge.half_strength
        return None

    def _fleets_by_army(self) -> dict[str, set[str]]:
        """Army to the fleets that are ordered to carry it where it goes."""
        found: dict[str, set[str]] = {}
        for place, order in self.orders.items():
            if isinstance(order, Convoy):
                army = order.army.location.province
                move = self.orders.get(army)
                if isinstance(move, Move) and move.target.province == order.target.province and (not move.route or place in move.route):
                    found.setdefault(army, set()).add(place)
        return found

    def _goes_by_convoy(self, army: str, on_foot: frozenset[str]) -> bool:
        """Return True if a moving unit goes by convoy (DATC 4.A.3)."""
        order = self.orders[army]
        assert isinstance(order, Move)
        if army not in self.walkers:
            return True
        asked = order.via_convoy or bool(order.route)
        fleets = self.fleets.get(army)
        if army in on_foot or (fleets is None and not asked):
            return False
        fleets = fleets or set()
        power = self.units[army].power
        own = any(self.units[fleet].power == power for fleet in fleets)
        chain = self.routes.has_route(power, army, order.target.province, fleets)
        opposed = self.targets.get(order.target.province) == army
        match self.rules.adjacent_convoy:
            case AdjacentConvoy.RULES_2025:
                return asked or own
            case AdjacentConvoy.RULES_2000 | AdjacentConvoy.RULES_2000_FALLBACK:
                return asked or (own and chain)
            case AdjacentConvoy.DPTG:
                return asked
            case AdjacentConvoy.RULES_1982:
                return asked or (chain and (own or (opposed and self.units[order.target.province].power == power)))
            case AdjacentConvoy.RULES_1971 | AdjacentConvoy.CONVOY_IF_OPPOSED:
                return opposed and chain
            case AdjacentConvoy.CONVOY_FIRST:
                return chain

    def _own_strength(self, place: str) -> int:
        order = self.orders[place]
        strength = self._edge(order) if isinstance(order, Move) and place not in self.carried else None
        return UNIT if strength is None else strength

    def _matches(self, order: Support, not_supportable: set[str]) -> bool:
        """Return True if the supported unit was ordered to do as the support says."""
        place = order.supported.location.province
        move = self.orders[place]
        if order.target is None:
            return not isinstance(move, Move) and place not in not_supportable
        if not isinstance(move, Move) or move.target.province != order.target.province:
            return False
        any_coast = order.target.coast is None or self.rules.coast_in_support is CoastInSupport.NEVER_MATCHED
        return any_coast or move.target.coast == order.target.coast

    def _attack_from(self, army: str) -> str | None:
        """The province of the last fleet, where convoyed attacks come from there (Brannan's rule, DATC 4.A.4)."""
        if self.rules.attack_origin is not AttackOrigin.BRANNAN:
            return None
        power, fleets = self.units[army].power, self.fleets.get(army, set())
        last = [fleet for fleet in fleets if self.routes.can_land(power, fleet, self.targets[army])]
        return last[0] if len(last) == 1 else None

    def _spares(self, army: str, supporter: str) -> bool:
        """Return True if the rulebook says that the convoyed *army* does not cut this support (DATC 4.A.2)."""
        rule, order = self.rules.convoy_paradox, self.supports[supporter]
        if self.targets[army] != supporter or rule in (ConvoyParadox.SZYKMAN, ConvoyParadox.ALL_HOLD):
            return False
        is_fleet = self.variant.board.kinds[self.units[supporter].kind].convoys
        into = (order.target or order.supported.location).province
        if rule is ConvoyParadox.RULES_1982:
            return is_fleet and any(into in self.fleets.get(each, set()) for each in self.carried)
        fleets = self.fleets.get(army, set())
        if order.target is None or into not in fleets:
            return False
        if rule is ConvoyParadox.RULES_1971:
            return is_fleet
        return not self.routes.has_route(self.units[army].power, army, self.targets[army], fleets - {into})

    # ------------------------------------------------------------------ equations (DATC 5.B)

    def facing(self, place: str) -> str | None:
        """Return the province from which the move comes when it meets another head to head; ``None`` for a convoyed one."""
        return self.last_fleet[place] if place in self.carried else place

    def head_to_head(self, one: str, two: str) -> bool:
        """Return True if two moves meet in a head-to-head battle."""
        return (
            one in self.targets and two in self.targets and self.targets[two] == self.facing(one) and self.targets[one] == self.facing(two)
        )

    def support_given(self, place: str, guess: Guess) -> bool:
        """SUPPORT: cut by an attack, unless that comes from where the support is for; then only by being dislodged."""
        order = self.supports[place]
        into = (order.target or order.supported.location).province
        for attacker in self.attackers[place]:
            if self.units[attacker].power == self.units[place].power or (attacker, place) in self.spared:
                continue
            origin = self.last_fleet[attacker] if attacker in self.carried and self.by_brannan else attacker
            if guess.moved[attacker] if origin == into else guess.path.get(attacker, True):
                return False
        return True

    @property
    def by_brannan(self) -> bool:
        """True if convoyed attacks come from their last fleet."""
        return self.rules.attack_origin is AttackOrigin.BRANNAN

    def strength(self, place: str, guess: Guess, without: str | None = None) -> int:
        """Return the strength of a unit with its supports, those of the power *without* left out."""
        supports = [
            each
            for each in self.matched
            if self.supports[each].supported.location.province == place
            and self.units[each].power != without
            and self.support_given(each, guess)
        ]
        return self.own_strength[place] + UNIT * len(supports)

    def attack(self, place: str, guess: Guess) -> int:
        """ATTACK STRENGTH."""
        if not guess.path.get(place, True):
            return NOTHING
        target = self.targets[place]
        there = self.units.get(target)
        if there is None or (guess.moved.get(target, False) and not self.head_to_head(place, target)):
            return self.strength(place, guess)
        if there.power == self.units[place].power:
            return NOTHING
        return self.strength(place, guess, without=there.power)

    def hold(self, province: str, guess: Guess) -> int:
        """HOLD STRENGTH."""
        if province not in self.units or guess.moved.get(province, False):
            return NOTHING
        return UNIT if province in self.targets else self.strength(province, guess)

    def prevent(self, place: str, guess: Guess) -> int:
        """PREVENT STRENGTH."""
        if not guess.path.get(place, True):
            return NOTHING
        other = self.targets[place]
        if self.targets.get(other) == place and guess.moved[other]:
            if self.head_to_head(place, other):
                return NOTHING
            if self.rules.dislodged_effect is DislodgedEffect.NEVER and not guess.moved[place]:  # DATC 4.A.7
                return NOTHING
        return self.strength(place, guess)

    def succeeds(self, place: str, guess: Guess) -> bool:
        """MOVE."""
        target = self.targets[place]
        against = [self.strength(target, guess) if self.head_to_head(place, target) else self.hold(target, guess)]
        against += [self.prevent(rival, guess) for rival in self.attackers[target] if rival != place]
        if self.by_brannan and self.carried:
            facing = [rival for rival in self.attackers[place] if rival != target and self.head_to_head(place, rival)]
            against += [self.strength(rival, guess) for rival in facing]
        return self.attack(place, guess) > max(against)

    def path_open(self, army: str, guess: Guess) -> bool:
        """PATH."""
        fleets = self.fleets.get(army, set())
        lost = {fleet for fleet in fleets if any(guess.moved[attacker] for attacker in self.attackers[fleet])}
        order, power, target = self.orders[army], self.units[army].power, self.targets[army]
        assert isinstance(order, Move)
        if order.route:
            return set(order.route) <= fleets - lost
        if self.rules.convoy_routes is ConvoyRoutes.ANY:
            return self.routes.has_route(power, army, target, fleets) and not lost & self.routes.needed(power, army, target, fleets)
        return self.routes.has_route(power, army, target, fleets - lost)

    # ------------------------------------------------------------------ outcomes

    def consistent(self, broken: set[str]) -> Iterator[Guess]:
        """Every outcome that satisfies all equations; the convoys of *broken* have no path."""
        for moved in product((False, True), repeat=len(self.targets)):
            successes = dict(zip(self.targets, moved, strict=True))
            for open_paths in product((False, True), repeat=len(self.carried)):
                guess = Guess(successes, dict(zip(self.carried, open_paths, strict=True)))
                if all((army not in broken and self.path_open(army, guess)) == guess.path[army] for army in self.carried) and all(
                    self.succeeds(place, guess) == guess.moved[place] for place in self.targets
                ):
                    yield guess

    def settle(self, broken: set[str]) -> Guess:
        """The outcome. Units of a circle move if they can (circular movement); the convoys of a paradox fail, and are added to *broken*."""
        if self.rules.convoy_paradox is ConvoyParadox.ALL_HOLD:
            return self._settle_by_holding()
        while True:
            answers = _circles_move(self.consistent(broken))
            if len(answers) == 1:
                return answers[0]
            broken |= self._in_question(answers, broken)

    def _settle_by_holding(self) -> Guess:
        """The outcome where every move of a paradox fails (DATC 4.A.2, "all hold")."""

        def guessed(known: Mapping[Decision, bool]) -> Guess:
            return Guess({each: known["move", each] for each in self.targets}, {each: known["path", each] for each in self.carried})

        def equation(decision: Decision, known: Mapping[Decision, bool]) -> bool:
            what, place = decision
            return self.succeeds(place, guessed(known)) if what == "move" else self.path_open(place, guessed(known))

        decisions = [*(("path", each) for each in self.carried), *(("move", each) for each in self.targets)]
        return guessed(settle_by_holding(decisions, equation))

    def _in_question(self, answers: Sequence[Guess], broken: set[str]) -> set[str]:
        """The convoys of a paradox: those on which the consistent outcomes differ; without any such outcome, those whose failing,
        with as few others as can be, leaves one."""
        if answers:
            return {army for army in self.carried if len({answer.path[army] for answer in answers}) > 1}
        left = [army for army in self.carried if army not in broken]
        for count in range(1, len(left) + 1):
            helpful = [set(some) for some in combinations(left, count) if any(True for _ in self.consistent(broken | set(some)))]
            if helpful:
                return set().union(*helpful)
        raise AssertionError("no outcome although every convoy fails")

    def result(self, guess: Guess) -> PlainMovement:
        """Return the result of *guess* for the units: those dislodged, and the retreats open to each (DATC 4.A.5, rulebook, Retreats)."""
        arrived = {self.targets[place]: place for place in self.targets if guess.moved[place]}
        dislodged = {place: origin for place, origin in arrived.items() if place in self.units and not guess.moved.get(place, False)}
        standing = {place for place in self.units if not guess.moved.get(place, False)} | set(arrived)
        contested = {
            target
            for target in self.targets.values()
            if target not in standing and any(self.prevent(place, guess) > NOTHING for place in self.attackers[target])
        }
        retreats: dict[str, frozenset[str]] = {}
        for place, origin in dislodged.items():
            allowed_back = origin in self.carried and self.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
            closed = standing | contested | (set() if allowed_back else {origin})
            unit = self.units[place]
            steps = [edge for edge in self.routes.open_to(unit.power) if edge.origin == unit.location and unit.kind in edge.kinds]
            retreats[place] = frozenset(edge.target.province for edge in steps) - closed
        given = frozenset(place for place in self.matched if self.support_given(place, guess))
        return PlainMovement(frozenset(arrived.values()), dislodged, retreats, given)


def _circles_move(guesses: Iterator[Guess]) -> list[Guess]:
    """Return those outcomes in which circles of units move on, of outcomes that differ only in that: they are tried last."""
    return list({tuple(guess.path.values()): guess for guess in guesses}.values())
