"""A phase in steps: all orders lie open, then holds, cut supports, standoffs, moves, units driven out, votes, the end.

Every step names the orders that it settles, so that a board can show those as they ended and all others as they were given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.resolution import Ending, OrderOutcome, Resolution, Result
from adjudicator.variant import Variant
from app.game.ending_edits import vote_words
from app.game.record import Game, Turn
from app.presentation.layout.drawing import OrderDrawing, OrderLook, Plan, UnitDrawing, UnitState
from app.presentation.layout.polyline import distance_to
from app.presentation.layout.situation import neighbours
from entente.words.names import join_words, place_name, power_name, unit_name
from entente.words.outcomes import describe_reasons, ending_details, ending_title
from languages import clauses, labelled, mark, plural, sentence, tr


class RevealKind(StrEnum):
    """Kind of a step; the steps of a phase come in this sequence."""

    OPEN = mark("All orders lie open")
    STAND = mark("Units that hold")
    CUT = mark("Cut supports")
    FAILED = mark("Orders without effect")
    STANDOFF = mark("Standoffs")
    MOVE = mark("Moves")
    RETREAT = mark("Retreats")
    DRIVEN_OUT = mark("Driven out")
    BUILD = mark("Builds")
    REMOVE = mark("Removals")
    VOTE = mark("Votes")
    ENDING = mark("The end of the game")


OrderKey = tuple[str, str]
"""A power and the province of the unit that was ordered; for a waived build the order's text."""


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One step."""

    kind: RevealKind
    title: str
    """One sentence: ``England lands in Norway.``"""
    reason: str = ""
    """Reason of the event, without what the title says; empty where there is none."""
    power: str | None = None
    """Power that acts; ``None`` where there are several."""
    settles: frozenset[OrderKey] = frozenset()
    """The orders that have their outcome from this step on."""
    places: tuple[str, ...] = ()
    """Provinces where it happens, the one that is fought over or reached first."""
    falls: frozenset[OrderKey] = frozenset()
    """Units that are driven out in it."""
    count: int = 1
    """Number of things in it."""


@dataclass(frozen=True, slots=True)
class RevealGroup:
    """The steps of one kind: where they are among all, and how much they tell."""

    kind: RevealKind
    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True)
class RevealStory:
    """All steps of a phase."""

    steps: tuple[RevealStep, ...]

    @property
    def groups(self) -> tuple[RevealGroup, ...]:
        """The kinds that there are, each with its steps."""
        found: list[RevealGroup] = []
        for at, step in enumerate(self.steps):
            if found and found[-1].kind is step.kind:
                found[-1] = replace(found[-1], last=at, count=found[-1].count + step.count)
            else:
                found.append(RevealGroup(step.kind, at, at, step.count))
        return tuple(found)

    def settled(self, at: int) -> frozenset[OrderKey]:
        """The orders that have their outcome once step *at* is reached."""
        return frozenset().union(*(step.settles for step in self.steps[: at + 1]))

    def fallen(self, at: int) -> frozenset[OrderKey]:
        """The units that are driven out once step *at* is reached."""
        return frozenset().union(*(step.falls for step in self.steps[: at + 1]))

    def plan_at(self, plan: Plan, at: int) -> Plan:
        """*plan*, which has everything, as it is seen once step *at* is reached; the last step has all of it."""
        if at >= len(self.steps) - 1:
            return plan
        settled = self.settled(at)
        fallen = self.fallen(at)
        everything_is_open = self.steps[at].kind is RevealKind.OPEN
        orders = tuple(_order_at(each, settled, pale=not everything_is_open) for each in plan.orders)
        bounced = [each.line for each in plan.orders if _has_bounced(each) and order_key(each.drawn.power, each.drawn.order) in settled]
        near = plan.sizes.unit * 2  # arrows that clash end short of one another
        badges = tuple(badge for badge in plan.badges if any(distance_to(line, badge.at) <= near for line in bounced))
        return replace(plan, orders=orders, badges=badges, units=tuple(_unit_at(each, fallen) for each in plan.units))


def order_key(power: str, order: Order) -> OrderKey:
    """Under what the steps know *order* of *power*."""
    return (power, str(order) if isinstance(order, Waive) else order.piece.location.province)


def reveal_story(game: Game, turn: Turn, *, is_hidden: bool = False) -> RevealStory:
    """The steps of the adjudicated *turn* of *game*; nothing where it has no resolution.

    Args:
        is_hidden: a hook keeps some of the turn from the viewer.
    """
    resolution = turn.resolution
    if resolution is None:
        return RevealStory(())
    after = (*_votes(game, turn), *_ending(game, resolution.ending))
    return RevealStory((*_orders(game.variant, turn, resolution, is_hidden=is_hidden), *after))


def voted_story(game: Game, ending: Ending) -> RevealStory:
    """The steps of a phase that was never carried out, since sealed votes ended *game* before."""
    agreed = RevealStep(RevealKind.VOTE, tr("The votes agree."), tr("Nobody's orders of this phase are shown."))
    return RevealStory((agreed, *_ending(game, ending)))


def _orders(variant: Variant, turn: Turn, resolution: Resolution, *, is_hidden: bool) -> tuple[RevealStep, ...]:
    given = [each for each in resolution.outcomes if each.given or _is_news(each)]
    if not given:
        none = tr("What became of the orders is seen at each seat.") if is_hidden else tr("Nobody gave an order.")
        return (RevealStep(RevealKind.OPEN, none, settles=_keys(resolution.outcomes)),)
    teller = _Teller(variant, turn.position, resolution)
    told = sorted(_leaving_first([*teller.steps(given)]), key=lambda step: list(RevealKind).index(step.kind))
    settled = frozenset().union(*(step.settles for step in told))
    rest = _keys(resolution.outcomes) - settled
    title = tr("Some orders are seen only at their seats.") if is_hidden else tr("All orders lie open.")
    return (RevealStep(RevealKind.OPEN, title, _powers(variant, given), count=len(given), settles=rest), *told)


def _leaving_first(steps: list[RevealStep]) -> list[RevealStep]:
    """*steps* in such a sequence that a unit has left before another comes in its place, as far as that can be."""
    left, found = list(steps), list[RevealStep]()
    while left:
        free = (each for each in left if not any(_waits(each, other) for other in left if other is not each))
        chosen = next(free, left[0])
        left.remove(chosen)
        found.append(chosen)
    return found


def _waits(step: RevealStep, other: RevealStep) -> bool:
    """Return True if units of *other* stand where those of *step* go."""
    return any(place in step.places for _, place in other.settles) and not any(place in other.places[:1] for _, place in step.settles)


def _votes(game: Game, turn: Turn) -> Iterator[RevealStep]:
    """Yield the votes of powers, where votes are open; those that were sealed are not in the turn."""
    if turn.votes:
        said = clauses(labelled(power_name(game.variant, each.power), vote_words(game, each.choice)) for each in turn.votes)
        yield RevealStep(RevealKind.VOTE, tr("The votes do not agree."), f"{said}.", count=len(turn.votes))


def _ending(game: Game, ending: Ending | None) -> Iterator[RevealStep]:
    if ending is not None:
        power = ending.winners[0] if len(ending.winners) == 1 else None
        words = ", ".join(ending_details(game.variant, ending))
        yield RevealStep(RevealKind.ENDING, f"{ending_title(game.variant, ending)}.", f"{sentence(words)}." if words else "", power)


def _is_news(outcome: OrderOutcome) -> bool:
    """Return True if something happened to a unit without an order."""
    return not (isinstance(outcome.order, Hold) and outcome.results == {Result.OK})


def _keys(outcomes: Iterable[OrderOutcome]) -> frozenset[OrderKey]:
    return frozenset(order_key(each.power, each.order) for each in outcomes)


def _powers(variant: Variant, outcomes: Iterable[OrderOutcome]) -> str:
    counts: dict[str, int] = {}
    for each in outcomes:
        counts[each.power] = counts.get(each.power, 0) + 1
    return ", ".join(f"{power_name(variant, power)} {counts[power]}" for power in variant.powers if power in counts)


class _Teller:
    """Puts outcomes into words, each event once."""

    def __init__(self, variant: Variant, position: Position, resolution: Resolution) -> None:
        self._variant = variant
        self._position = position
        self._around = neighbours(variant.board)
        self._taken = {
            each.order.target.province: each for each in resolution.outcomes if isinstance(each.order, Move) and Result.OK in each.results
        }

    def steps(self, outcomes: list[OrderOutcome]) -> Iterator[RevealStep]:
        standing = [each for each in outcomes if _only_stands(each)]
        if standing:
            yield self._standing(standing)
        told = set(map(id, standing))
        for each in outcomes:
            if _is_driven_out(each) and not isinstance(each.order, Retreat | Disband):
                winner = self._taken.get(_start(each))
                yield self._driven_out(each, winner)
                if winner is not None:
                    told.add(id(winner))
                if not isinstance(each.order, Move) or _ran_into(each, winner):
                    told.add(id(each))
        plain: dict[str, list[OrderOutcome]] = {}
        clashes: dict[str, list[OrderOutcome]] = {}
        for each in outcomes:
            if id(each) in told:
                continue
            if isinstance(each.order, Move) and Result.BOUNCE in each.results:
                clashes.setdefault(each.order.target.province, []).append(each)
            elif isinstance(each.order, Move) and Result.OK in each.results and self._is_plain(each):
                plain.setdefault(each.power, []).append(each)
            else:
                yield from self._single(each)
        for met in _joined(clashes):
            yield self._standoff(met)
        for power, moves in plain.items():
            yield self._moves(power, moves)

    def _is_plain(self, outcome: OrderOutcome) -> bool:
        """Return True if a move went unopposed and overland into a province that is no centre of another power."""
        assert isinstance(outcome.order, Move)
        target = outcome.order.target.province
        is_foreign = self._variant.board.provinces[target].centre and self._position.owners.get(target) not in (None, outcome.power)
        return not is_foreign and not self._goes_by_sea(outcome.order) and not self._words(outcome)

    def _goes_by_sea(self, order: Move) -> bool:
        return order.via_convoy or order.target.province not in self._around.get(order.piece.location.province, frozenset())

    def _moves(self, power: str, moves: list[OrderOutcome]) -> RevealStep:
        places = tuple(each.order.target.province for each in moves if isinstance(each.order, Move))
        names = join_words(place_name(self._variant, place, article=True) for place in places)
        title = tr("{power} moves to {place}.", power=power_name(self._variant, power), place=names)
        return RevealStep(RevealKind.MOVE, title, "", power, _keys(moves), (*places, *map(_start, moves)), count=len(moves))

    def _standing(self, standing: list[OrderOutcome]) -> RevealStep:
        holding, supporting, carrying = (sum(isinstance(each.order, kind) for each in standing) for kind in (Hold, Support, Convoy))
        said = (
            plural("{count} unit holds", "{count} units hold", holding) if holding else "",
            plural("{count} unit supports", "{count} units support", supporting) if supporting else "",
            plural("{count} unit convoys", "{count} units convoy", carrying) if carrying else "",
        )
        title = clauses(filter(None, said))
        return RevealStep(RevealKind.STAND, f"{title}.", settles=_keys(standing), count=len(standing))

    def _single(self, outcome: OrderOutcome) -> Iterator[RevealStep]:
        order, power = outcome.order, power_name(self._variant, outcome.power)
        settles = _keys([outcome])
        because = self._because(outcome)

        def step(kind: RevealKind, title: str, *places: str) -> RevealStep:
            return RevealStep(kind, title, because, outcome.power, settles, places)

        match order:
            case Move() if Result.OK in outcome.results:
                taken = place_name(self._variant, order.target.province, article=True)
                title = tr(self._going(outcome), power=power, place=taken)
                yield step(RevealKind.MOVE, title, order.target.province, _start(outcome))
            case Support() if Result.CUT in outcome.results:
                title = tr("The support of {unit} is cut.", unit=unit_name(self._variant, order.piece))
                yield step(RevealKind.CUT, title, _start(outcome))
            case Retreat() if Result.OK in outcome.results:
                title = tr("{power} retreats to {place}.", power=power, place=place_name(self._variant, order.target, article=True))
                yield step(RevealKind.RETREAT, title, order.target.province, _start(outcome))
            case Retreat() | Disband():
                title = tr("{unit} of {power} is disbanded.", unit=unit_name(self._variant, order.piece), power=power)
                yield replace(step(RevealKind.DRIVEN_OUT, title, _start(outcome)), falls=settles)
            case Build():
                kind = RevealKind.BUILD if Result.OK in outcome.results else RevealKind.FAILED
                title = tr("{power} builds {unit}.", power=power, unit=unit_name(self._variant, order.piece))
                yield step(kind, title, _start(outcome))
            case Remove():
                title = tr("{power} removes {unit}.", power=power, unit=unit_name(self._variant, order.piece))
                yield step(RevealKind.REMOVE, title, _start(outcome))
            case Waive():
                yield step(RevealKind.BUILD, tr("{power} leaves a build for later.", power=power))
            case _ if Result.OK not in outcome.results and not _is_driven_out(outcome):
                title = tr("{unit} of {power} achieves nothing.", unit=unit_name(self._variant, order.piece), power=power)
                yield step(RevealKind.FAILED, title, _start(outcome))

    def _going(self, outcome: OrderOutcome) -> str:
        assert isinstance(outcome.order, Move)
        if self._goes_by_sea(outcome.order):
            return mark("{power} lands in {place}.")
        target = outcome.order.target.province
        owner = self._position.owners.get(target)
        if self._variant.board.provinces[target].centre and owner != outcome.power:
            return mark("{power} enters {place}.")
        return mark("{power} moves to {place}.")

    def _standoff(self, met: list[OrderOutcome]) -> RevealStep:
        places = tuple(dict.fromkeys(each.order.target.province for each in met if isinstance(each.order, Move)))
        where = join_words(place_name(self._variant, place, article=True) for place in places)
        names = dict.fromkeys(power_name(self._variant, each.power) for each in met)
        powers = join_words(names)
        is_single = len(met) == 1
        if is_single:
            title = tr("{powers} is held off at {place}.", powers=powers, place=where)
        elif len(places) == 1 and places[0] in self._taken:
            title = tr("{powers} do not get into {place}.", powers=powers, place=where)
        elif len(places) == 1:
            title = tr("Standoff in {place}.", place=where)
        else:
            title = tr("Standoff between {places}.", places=where)
        power = met[0].power if len({each.power for each in met}) == 1 else None
        reason = self._because(met[0]) if is_single else self._odds(met)
        starts = (place for place in map(_start, met) if place not in places)
        return RevealStep(RevealKind.STANDOFF, title, reason, power, _keys(met), (*places, *starts), count=len(met))

    def _odds(self, met: list[OrderOutcome]) -> str:
        """Return who came, with how much: ``Russia 1, Turkey 1.``"""
        said = []
        for each in met:
            strength = next((reason.strength for reason in each.reasons if reason.strength is not None), None)
            name = power_name(self._variant, each.power)
            said.append(name if strength is None else f"{name} {strength}")
        return f"{', '.join(said)}."

    def _driven_out(self, outcome: OrderOutcome, winner: OrderOutcome | None) -> RevealStep:
        place = _start(outcome)
        where = place_name(self._variant, place, article=True)
        power = power_name(self._variant, outcome.power)
        is_destroyed = Result.DESTROYED in outcome.results
        is_told_apart = isinstance(outcome.order, Move) and not _ran_into(outcome, winner)
        settles = _keys([*([] if is_told_apart else [outcome]), *([] if winner is None else [winner])])
        if winner is None:
            title = (
                tr("{power} is destroyed in {place}.", power=power, place=where)
                if is_destroyed
                else tr("{power} is driven out of {place}.", power=power, place=where)
            )
            reason = self._because(outcome)
            places: tuple[str, ...] = (place,)
        else:
            by = power_name(self._variant, winner.power)
            title = (
                tr("{power} destroys {other} in {place}.", power=by, other=power, place=where)
                if is_destroyed
                else tr("{power} drives {other} out of {place}.", power=by, other=power, place=where)
            )
            reason, places = self._strengths(winner), (place, _start(winner))
        actor = outcome.power if winner is None else winner.power
        return RevealStep(RevealKind.DRIVEN_OUT, title, reason, actor, settles, places, falls=_keys([outcome]))

    def _strengths(self, winner: OrderOutcome) -> str:
        """Return ``2 against 1.``; empty where a reason has no numbers."""
        for reason in winner.reasons:
            if reason.strength is not None and reason.against is not None:
                return tr("{strength} against {against}.", strength=reason.strength, against=reason.against)
        return ""

    def _because(self, outcome: OrderOutcome) -> str:
        words = self._words(outcome)
        return f"{sentence(words)}." if words else ""

    def _words(self, outcome: OrderOutcome) -> str:
        return describe_reasons(self._variant, self._position, outcome)


def _only_stands(outcome: OrderOutcome) -> bool:
    return isinstance(outcome.order, Hold | Support | Convoy) and outcome.results == {Result.OK}


def _is_driven_out(outcome: OrderOutcome) -> bool:
    return bool(outcome.results & {Result.DISLODGED, Result.DESTROYED})


def _ran_into(outcome: OrderOutcome, winner: OrderOutcome | None) -> bool:
    """Return True if a unit was driven out by the very unit that it attacked."""
    return winner is not None and isinstance(outcome.order, Move) and outcome.order.target.province == _start(winner)


def _start(outcome: OrderOutcome) -> str:
    """Return the province of the unit that was ordered."""
    assert not isinstance(outcome.order, Waive)
    return outcome.order.piece.location.province


def _joined(clashes: Mapping[str, list[OrderOutcome]]) -> Iterator[list[OrderOutcome]]:
    """Yield those that met in a province; units that ran into each other between two provinces met once."""
    left = dict(clashes)
    while left:
        place = next(iter(left))
        met = left.pop(place)
        for each in tuple(met):
            back = left.get(_start(each), [])
            if len(met) == 1 and len(back) == 1 and _start(back[0]) == place:
                met += left.pop(_start(each))
        yield met


def _has_bounced(drawing: OrderDrawing) -> bool:
    return len(drawing.line) > 1 and drawing.drawn.outcome is not None and Result.BOUNCE in drawing.drawn.outcome.results


def _order_at(drawing: OrderDrawing, settled: frozenset[OrderKey], *, pale: bool) -> OrderDrawing:
    if order_key(drawing.drawn.power, drawing.drawn.order) in settled:
        return drawing
    return replace(drawing, look=OrderLook.FADED if pale else OrderLook.FIRM, badges=())


def _unit_at(unit: UnitDrawing, fallen: frozenset[OrderKey]) -> UnitDrawing:
    is_told = (unit.unit.power, unit.unit.province) in fallen
    if is_told or unit.displaced or unit.standing not in (UnitState.DISLODGED, UnitState.DESTROYED):
        return unit
    return replace(unit, standing=UnitState.FIRM)
