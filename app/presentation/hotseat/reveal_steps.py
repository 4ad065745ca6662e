"""A phase in steps: all orders lie open, then holds, cut supports, standoffs, moves, units driven out, votes, the end.

Every step names the orders that it settles, so that a board can show those as they ended and all others as they were given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from entente.words.endings import describe_ending, ending_title
from entente.words.names import join_words, place_name, power_name, unit_name
from entente.words.orders import describe_order
from entente.words.outcomes import describe_reasons
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
    """Reason of the event."""
    power: str | None = None
    """Power that acts; ``None`` where there are several."""
    settles: frozenset[OrderKey] = frozenset()
    """The orders that have their outcome from this step on."""
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

    def plan_at(self, plan: Plan, at: int) -> Plan:
        """*plan*, which has everything, as it is seen once step *at* is reached; the last step has all of it."""
        if at >= len(self.steps) - 1:
            return plan
        settled = self.settled(at)
        everything_is_open = self.steps[at].kind is RevealKind.OPEN
        orders = tuple(_order_at(each, settled, pale=not everything_is_open) for each in plan.orders)
        bounced = [each.line for each in plan.orders if _has_bounced(each) and order_key(each.drawn.power, each.drawn.order) in settled]
        near = plan.sizes.unit * 2  # arrows that clash end short of one another
        badges = tuple(badge for badge in plan.badges if any(distance_to(line, badge.at) <= near for line in bounced))
        return replace(plan, orders=orders, badges=badges, units=tuple(_unit_at(each, settled) for each in plan.units))


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
    told = sorted((step for step in teller.steps(given)), key=lambda step: list(RevealKind).index(step.kind))
    settled = frozenset().union(*(step.settles for step in told))
    rest = _keys(resolution.outcomes) - settled
    title = tr("Some orders are seen only at their seats.") if is_hidden else tr("All orders lie open.")
    return (RevealStep(RevealKind.OPEN, title, _powers(variant, given), count=len(given), settles=rest), *told)


def _votes(game: Game, turn: Turn) -> Iterator[RevealStep]:
    """Yield the votes of powers, where votes are open; those that were sealed are not in the turn."""
    if turn.votes:
        said = clauses(labelled(power_name(game.variant, each.power), vote_words(game, each.choice)) for each in turn.votes)
        yield RevealStep(RevealKind.VOTE, tr("The votes do not agree."), f"{said}.", count=len(turn.votes))


def _ending(game: Game, ending: Ending | None) -> Iterator[RevealStep]:
    if ending is not None:
        power = ending.winners[0] if len(ending.winners) == 1 else None
        words = describe_ending(game.variant, ending)
        yield RevealStep(RevealKind.ENDING, f"{ending_title(game.variant, ending)}.", f"{sentence(words)}.", power)


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
    """Puts outcomes into words."""

    def __init__(self, variant: Variant, position: Position, resolution: Resolution) -> None:
        self._variant = variant
        self._position = position
        self._taken = {
            each.order.target.province: each for each in resolution.outcomes if isinstance(each.order, Move) and Result.OK in each.results
        }

    def steps(self, outcomes: list[OrderOutcome]) -> Iterator[RevealStep]:
        standing = [each for each in outcomes if self._only_stands(each)]
        if standing:
            yield self._standing(standing)
        clashes: dict[str, list[OrderOutcome]] = {}
        for each in outcomes:
            if each in standing:
                continue
            if isinstance(each.order, Move) and Result.BOUNCE in each.results:
                clashes.setdefault(each.order.target.province, []).append(each)
            else:
                yield from self._single(each)
            if self._is_driven_out(each) and not isinstance(each.order, Retreat | Disband):
                yield self._driven_out(each)
        for province, met in clashes.items():
            yield self._standoff(province, met)

    def _only_stands(self, outcome: OrderOutcome) -> bool:
        return isinstance(outcome.order, Hold | Support | Convoy) and outcome.results == {Result.OK}

    def _is_driven_out(self, outcome: OrderOutcome) -> bool:
        return bool(outcome.results & {Result.DISLODGED, Result.DESTROYED})

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

        def step(kind: RevealKind, title: str) -> RevealStep:
            return RevealStep(kind, title, because, outcome.power, settles)

        match order:
            case Move() if Result.OK in outcome.results:
                taken = place_name(self._variant, order.target.province, article=True)
                yield step(RevealKind.MOVE, tr(self._going(outcome), power=power, place=taken))
            case Support() if Result.CUT in outcome.results:
                yield step(RevealKind.CUT, tr("The support of {unit} is cut.", unit=unit_name(self._variant, order.piece)))
            case Retreat() if Result.OK in outcome.results:
                yield step(
                    RevealKind.RETREAT,
                    tr("{power} retreats to {place}.", power=power, place=place_name(self._variant, order.target, article=True)),
                )
            case Retreat() | Disband():
                yield step(
                    RevealKind.DRIVEN_OUT,
                    tr("{unit} of {power} is disbanded.", unit=unit_name(self._variant, order.piece), power=power),
                )
            case Build():
                kind = RevealKind.BUILD if Result.OK in outcome.results else RevealKind.FAILED
                yield step(kind, tr("{power} builds {unit}.", power=power, unit=unit_name(self._variant, order.piece)))
            case Remove():
                yield step(RevealKind.REMOVE, tr("{power} removes {unit}.", power=power, unit=unit_name(self._variant, order.piece)))
            case Waive():
                yield step(RevealKind.BUILD, tr("{power} leaves a build for later.", power=power))
            case _ if Result.OK not in outcome.results and not self._is_driven_out(outcome):
                yield step(
                    RevealKind.FAILED,
                    tr("{unit} of {power} achieves nothing.", unit=unit_name(self._variant, order.piece), power=power),
                )

    def _going(self, outcome: OrderOutcome) -> str:
        assert isinstance(outcome.order, Move)
        target = outcome.order.target.province
        there = self._position.unit_at(target)
        if there is not None and there.power != outcome.power:
            return mark("{power} takes {place}.") if self._taken.get(target) is outcome else mark("{power} enters {place}.")
        owner = self._position.owners.get(target)
        if self._variant.board.provinces[target].centre and owner != outcome.power:
            return mark("{power} enters {place}.")
        return mark("{power} moves to {place}.")

    def _standoff(self, province: str, met: list[OrderOutcome]) -> RevealStep:
        where = place_name(self._variant, province, article=True)
        winner = self._taken.get(province)
        names = dict.fromkeys(power_name(self._variant, each.power) for each in met)
        powers = join_words(names)
        if len(met) == 1:
            title = tr("{powers} is held off at {place}.", powers=powers, place=where)
        elif winner is not None:
            title = tr("{powers} do not get into {place}.", powers=powers, place=where)
        else:
            title = tr("Standoff in {place}.", place=where)
        reasons = clauses(labelled(describe_order(self._variant, self._position, each.order), self._words(each)) for each in met)
        power = met[0].power if len({each.power for each in met}) == 1 else None
        return RevealStep(RevealKind.STANDOFF, title, f"{reasons}.", power, _keys(met), len(met))

    def _driven_out(self, outcome: OrderOutcome) -> RevealStep:
        order = outcome.order
        assert not isinstance(order, Waive)
        where = place_name(self._variant, order.piece.location.province, article=True)
        power = power_name(self._variant, outcome.power)
        title = (
            tr("{power} is destroyed in {place}.", power=power, place=where)
            if Result.DESTROYED in outcome.results
            else tr("{power} is driven out of {place}.", power=power, place=where)
        )
        return RevealStep(
            RevealKind.DRIVEN_OUT,
            title,
            self._because(outcome),
            outcome.power,
            _keys([outcome]),
        )

    def _because(self, outcome: OrderOutcome) -> str:
        sentence = describe_order(self._variant, self._position, outcome.order)
        words = self._words(outcome)
        return labelled(sentence, f"{words}.") if words else f"{sentence}."

    def _words(self, outcome: OrderOutcome) -> str:
        return describe_reasons(self._variant, self._position, outcome)


def _has_bounced(drawing: OrderDrawing) -> bool:
    return len(drawing.line) > 1 and drawing.drawn.outcome is not None and Result.BOUNCE in drawing.drawn.outcome.results


def _order_at(drawing: OrderDrawing, settled: frozenset[OrderKey], *, pale: bool) -> OrderDrawing:
    if order_key(drawing.drawn.power, drawing.drawn.order) in settled:
        return drawing
    return replace(drawing, look=OrderLook.FADED if pale else OrderLook.FIRM, badges=())


def _unit_at(unit: UnitDrawing, settled: frozenset[OrderKey]) -> UnitDrawing:
    is_told = (unit.unit.power, unit.unit.province) in settled
    if is_told or unit.displaced or unit.standing not in (UnitState.DISLODGED, UnitState.DESTROYED):
        return unit
    return replace(unit, standing=UnitState.FIRM)
