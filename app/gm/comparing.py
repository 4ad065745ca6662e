"""Two branches side by side at a phase: orders, units and centres that differ, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator import Build, Location, Move, Order, OrderOutcome, Phase, Piece, Remove, Result, Retreat, Variant, Waive
from app.game.record import Cursor, Game, Turn, ordered_place
from app.session.errors import Abort
from entente.words.names import counted, describe_phase, join_words, place_name, power_name, unit_name
from entente.words.outcomes import describe_order, describe_result, is_forced, unit_of
from languages import labelled, tr


@dataclass(frozen=True, slots=True)
class OrderSide:
    """Orders of a unit in one of the branches."""

    order: Order | None
    """``None`` where there was no order."""
    text: str
    """Without its unit: ``- NTH``, ``H``, ``S A PAR``; ``no order``."""
    result: str
    """``bounced``, ``dislodged``; empty where it did what it says, or is not processed."""
    outcome: OrderOutcome | None = None


@dataclass(frozen=True, slots=True)
class OrderDifference:
    """A unit or a site that was ordered otherwise."""

    power: str
    subject: str
    """The unit, ``F BEL``, or the site of a build; ``waive``."""
    place: str
    a: OrderSide
    b: OrderSide


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit that is elsewhere."""

    power: str
    unit: str
    """Unit at its place before the orders: ``F NWG``."""
    a: str
    """``stands in the Norwegian Sea``, ``stays in Albania``, ``dislodged``, ``destroyed``, ``not there``."""
    b: str
    a_place: str | None
    """The province where it is then; ``None`` where it is gone."""
    b_place: str | None
    piece: Piece


@dataclass(frozen=True, slots=True)
class CentreDifference:
    """A supply centre that belongs to another power."""

    province: str
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class BranchComparison:
    """Two branches at a phase."""

    phase: Phase
    a: Cursor
    b: Cursor
    orders: tuple[OrderDifference, ...]
    before: tuple[UnitDifference, ...]
    """Units that stand elsewhere before the orders."""
    units: tuple[UnitDifference, ...]
    """Units that are elsewhere after the orders; none where one of the branches is not processed."""
    centres: tuple[CentreDifference, ...]
    """Afterwards, where both are processed, else before."""
    same_orders: int
    both_processed: bool

    @property
    def is_same(self) -> bool:
        """True if nothing differs."""
        return not (self.orders or self.before or self.units or self.centres)


def compared(game: Game, first: str, second: str, phase: Phase | None = None) -> BranchComparison:
    """Branches *first* and *second* of *game* at *phase*; at the first phase in which they differ unless given.

    Raises:
        Abort: it is the same branch, or one of them has no such phase.
    """
    if first == second:
        raise Abort(
            tr(
                "Branch {first} is compared with another one; there are {names}.",
                first=first,
                names=join_words(each.name for each in game.branches),
            )
        )
    phases = phases_of_both(game, first, second)
    if phase is None:
        found = (compared(game, first, second, each) for each in phases)
        differing = next((each for each in found if not each.is_same), None)
        return differing if differing is not None else compared(game, first, second, phases[-1])
    a, b = game.find(first, phase), game.find(second, phase)
    if a is None or b is None:
        lacking = first if a is None else second
        if phases:
            both = join_words(map(str, phases))
            raise Abort(tr("Branch {branch} has no phase {phase}; both have {phases}.", branch=lacking, phase=phase, phases=both))
        raise Abort(tr("Branch {branch} has no phase {phase}.", branch=lacking, phase=phase))
    return _at(game, phase, a, b)


def phases_of_both(game: Game, first: str, second: str) -> tuple[Phase, ...]:
    """The phases from where the branches part on that both of them have; the last that they share where there is none."""
    one, other = game.line(first), game.line(second)
    apart = next((at for at, (here, there) in enumerate(zip(one, other, strict=False)) if here is not there), min(len(one), len(other)))
    there = {turn.phase for turn in other[apart:]}
    found = tuple(turn.phase for turn in one[apart:] if turn.phase in there)
    return found or (one[max(0, apart - 1)].phase,)


def _at(game: Game, phase: Phase, a: Cursor, b: Cursor) -> BranchComparison:
    one, other = game.turn(a), game.turn(b)
    sides, others = _sides(one), _sides(other)
    keys = sorted(sides.keys() | others.keys())
    orders: list[OrderDifference] = []
    same = 0
    for power, subject in keys:
        place = subject.split()[-1].partition("/")[0]
        left, right = (each.get((power, subject), _missing(turn, power, subject)) for each, turn in ((sides, one), (others, other)))
        if left.text == right.text:
            same += 1
        else:
            orders.append(OrderDifference(power, subject, place, left, right))
    both = one.resolution is not None and other.resolution is not None
    after = tuple(_after(game.variant, one, other)) if both else ()
    here, there = (one.position, other.position)
    if one.resolution is not None and other.resolution is not None:
        here, there = one.resolution.next, other.resolution.next
    centres = tuple(
        CentreDifference(each, here.owners.get(each), there.owners.get(each))
        for each in sorted(here.owners.keys() | there.owners.keys())
        if here.owners.get(each) != there.owners.get(each)
    )
    return BranchComparison(phase, a, b, tuple(orders), tuple(_before(game.variant, one, other)), after, centres, same, both)


# --- orders ---


_Sides = Mapping[tuple[str, str], OrderSide]


def _missing(turn: Turn, power: str, subject: str) -> OrderSide:
    standing = {f"{unit.power} {unit.piece}" for unit in turn.position.units} | {
        f"{each.unit.power} {each.unit.piece}" for each in turn.position.dislodged
    }
    return OrderSide(None, tr("no order"), "") if f"{power} {subject}" in standing else OrderSide(None, "–", "")


def _sides(turn: Turn) -> _Sides:
    found: dict[tuple[str, str], OrderSide] = {}
    waived: dict[str, int] = {}
    given: Iterator[tuple[str, Order, OrderOutcome | None]]
    if turn.resolution is not None:
        given = ((each.power, each.order, each) for each in turn.resolution.outcomes if each.given)
    else:
        lines = ((power, line) for power, received in turn.orders.items() for line in received)
        given = ((power, line.order, None) for power, line in lines if line.order is not None and line.is_legal)
    for power, order, outcome in given:
        if isinstance(order, Waive):
            waived[power] = waived.get(power, 0) + 1
            found[power, tr("waive {number}", number=waived[power])] = OrderSide(order, tr("waive"), "")
            continue
        subject = str(order.piece) if not isinstance(order, Build) else tr("build {place}", place=ordered_place(order))
        text = str(order).removeprefix(f"{order.piece} ")
        found[power, subject] = OrderSide(order, text if not isinstance(order, Build) else str(order), _result(outcome), outcome)
    return found


def _result(outcome: OrderOutcome | None) -> str:
    if outcome is None:
        return ""
    words = [describe_result(each) for each in Result if each in outcome.results and each is not Result.OK]
    return ", ".join([*words, *([tr("set by the game master")] if is_forced(outcome) else [])])


# --- units ---


def _before(variant: Variant, one: Turn, other: Turn) -> Iterator[UnitDifference]:
    here, there = _standing(one), _standing(other)
    for key in sorted(here.keys() ^ there.keys()):
        power, unit = key
        words = [
            tr("in {place}", place=_place(variant, each[key].location.province)) if key in each else tr("not there")
            for each in (here, there)
        ]
        places = [each[key].location.province if key in each else None for each in (here, there)]
        yield UnitDifference(power, unit, words[0], words[1], places[0], places[1], (here.get(key) or there[key]))


def _standing(turn: Turn) -> dict[tuple[str, str], Piece]:
    """Return the units before the orders, by power and the text of the unit."""
    found = {(unit.power, str(unit.piece)): unit.piece for unit in turn.position.units}
    for each in turn.position.dislodged:
        found[each.unit.power, tr("{piece} (dislodged)", piece=each.unit.piece)] = each.unit.piece
    return found


def _after(variant: Variant, one: Turn, other: Turn) -> Iterator[UnitDifference]:
    here, there = _places(variant, one), _places(variant, other)
    missing = (tr("not there"), None)
    for power, unit in sorted(here.keys() | there.keys()):
        left, right = here.get((power, unit), missing), there.get((power, unit), missing)
        if left != right:
            yield UnitDifference(power, unit, left[0], right[0], left[1], right[1], Piece.of(unit))


def _place(variant: Variant, place: Location | str) -> str:
    return place_name(variant, place, article=True)


def _places(variant: Variant, turn: Turn) -> dict[tuple[str, str], tuple[str, str | None]]:
    """Return by power and unit its place after the orders, in words and as a province."""
    assert turn.resolution is not None
    found: dict[tuple[str, str], tuple[str, str | None]] = {}
    for outcome in turn.resolution.outcomes:
        if outcome.unit is None:
            continue
        results, place = outcome.results, outcome.unit.province
        words, where = tr("stays in {place}", place=_place(variant, place)), place
        match outcome.order:
            case Move(target=target) | Retreat(target=target) if Result.OK in results:
                words, where = tr("stands in {place}", place=_place(variant, target)), target.province
            case Build():
                words = tr("built in {place}", place=_place(variant, place))
            case Remove():
                words, where = tr("removed"), ""
            case _:
                pass
        if Result.DESTROYED in results:
            words, where = tr("destroyed"), ""
        elif Result.DISLODGED in results:
            words = tr("dislodged")
        found[outcome.power, str(outcome.unit.piece)] = (words, where or None)
    return found


# --- in words and as data ---


def as_text(game: Game, found: BranchComparison) -> str:
    """Return the differences, a line each, A before B."""
    variant = game.variant
    phase = describe_phase(variant, found.phase)
    lines = [tr("{phase}: A is {first}, B is {second}.", phase=phase, first=found.a.branch, second=found.b.branch)]
    if found.is_same:
        return "\n".join([*lines, tr("Nothing differs; {orders} are the same.", orders=counted(found.same_orders, "order"))])
    lines.append(
        tr(
            "{orders} and {units} differ, {centres} too; {same} are the same.",
            orders=counted(len(found.orders), "order"),
            units=counted(len(found.units or found.before), "unit"),
            centres=counted(len(found.centres), "centre"),
            same=counted(found.same_orders, "order"),
        )
    )
    if found.before:
        lines += [
            tr("Units before the orders:"),
            *(f"  {labelled(unit_of(variant, e.power, e.piece), f'A {e.a} | B {e.b}')}" for e in found.before),
        ]
    if found.orders:
        lines += [
            tr("Orders:"),
            *(
                f"  {labelled(power_name(variant, e.power), f'A {order_words(game, found.a, e.a)} | B {order_words(game, found.b, e.b)}')}"
                for e in found.orders
            ),
        ]
    if found.units:
        lines += [
            tr("Units after the orders:"),
            *(f"  {labelled(unit_of(variant, e.power, e.piece), f'A {e.a} | B {e.b}')}" for e in found.units),
        ]
    elif not found.both_processed:
        lines.append(tr("Units after the orders are not compared: both branches have to be processed."))
    if found.centres:
        names = [[power_name(variant, each) if each else tr("nobody") for each in (e.a, e.b)] for e in found.centres]
        lines += [
            tr("Centres:"),
            *(f"  {labelled(place_name(variant, e.province), f'A {a} | B {b}')}" for e, (a, b) in zip(found.centres, names, strict=True)),
        ]
    return "\n".join(lines)


def as_data(found: BranchComparison) -> dict[str, object]:
    """The same for programs."""

    def side(each: OrderSide) -> dict[str, object]:
        return {"order": None if each.order is None else str(each.order), "result": each.result or None}

    def unit(each: UnitDifference) -> dict[str, object]:
        return {"power": each.power, "unit": each.unit, "a": each.a, "b": each.b, "a_place": each.a_place, "b_place": each.b_place}

    return {
        "phase": str(found.phase),
        "a": found.a.branch,
        "b": found.b.branch,
        "both_processed": found.both_processed,
        "orders": [{"power": e.power, "unit": e.subject, "a": side(e.a), "b": side(e.b)} for e in found.orders],
        "units_before": [unit(each) for each in found.before],
        "units_after": [unit(each) for each in found.units],
        "centres": [{"province": e.province, "a": e.a, "b": e.b} for e in found.centres],
        "same_orders": found.same_orders,
    }


def order_words(game: Game, at: Cursor, side: OrderSide) -> str:
    """``Army Munich moves to Burgundy (bounced)``; ``no order``."""
    words = side.text if side.order is None else describe_order(game.variant, game.turn(at).position, side.order)
    return f"{words} ({side.result})" if side.result else words


def unit_words(variant: Variant, each: UnitDifference) -> tuple[str, str]:
    """Return where the unit is in A, and where in B: ``Army Berlin: stands in Kiel``."""
    unit = unit_name(variant, each.piece)
    return labelled(unit, each.a), labelled(unit, each.b)
