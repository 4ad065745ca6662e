"""Rows of orders as values: for the list beside the board, its columns, and sheets of all orders with their results. No Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudicator.legal import adjustment, has_choice, legal_orders, orderable
from adjudicator.order import Move, Order, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.unit import Location, Unit
from adjudicator.variant import Variant
from app.game.default_lists import list_used
from app.game.record import Cursor, Game, OrderLine, Turn, ordered_place, variant_at
from app.mail_in.account import read_typed
from entente.words.names import names_of, power_name, unit_name
from entente.words.outcomes import describe_odds, describe_order, describe_outcome, describe_reasons, describe_result
from entente.words.sentence import describe_centres, describe_units, sees_all_of
from entente.words.verdicts import describe_verdict
from languages import mark, tr

BY_LIST = mark("the default list decides")


class RowKind(StrEnum):
    """Kind of a row."""

    MISSING = "missing"
    """A unit, a build or a removal that is still to be ordered."""
    ORDER = "order"
    PROBLEM = "problem"
    """A line that will not be carried out unchanged."""


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One line of the panel."""

    power: str
    kind: RowKind

    place: str | None
    """The province that it is about; ``None`` for a waive or a line that could not be read."""

    subject: str
    """Unit or build that has no order yet: ``Army Paris``; empty beside a line."""

    text: str
    """The line as received; empty where there is none."""

    line: int | None
    """Its number among the power's lines."""

    sentence: str
    """The order in words."""

    note: str
    """Reason that it is a problem, or the result of the order."""

    succeeded: bool | None = None
    """True if the order was carried out; ``None`` before it was adjudicated."""

    order: str = ""
    """The order as it is written in files; empty where nothing was read."""

    without: str = ""
    """Fate of a unit that has no order, in words that stand below its name."""

    @property
    def words(self) -> str:
        """Words that the list shows in place of the line as received; empty where it shows that line."""
        return self.sentence if self.text and self.order else ""


@dataclass(frozen=True, slots=True)
class PowerBlock:
    """A power with its rows."""

    power: str
    name: str
    units: int
    centres: int

    change: int
    """Builds (above 0) or removals (below) that are due in this phase."""

    received: bool
    """True if anything came from it at all."""

    rows: tuple[OrderRow, ...]

    whole: bool = True
    """True if all of its units and centres are seen."""

    @property
    def strength(self) -> str:
        """``3 units · 4 centres``"""
        return f"{describe_units(self.units, whole=self.whole)} · {describe_centres(self.centres, whole=self.whole)}"

    @property
    def missing(self) -> int:
        """Number of orders that are still to be given."""
        return [row.kind for row in self.rows].count(RowKind.MISSING)

    @property
    def problems(self) -> int:
        """Number of lines that will not be carried out."""
        return [row.kind for row in self.rows].count(RowKind.PROBLEM)


def power_blocks(
    game: Game, cursor: Cursor, powers: Iterable[str] | None = None, viewer: str | None = None, preview: Resolution | None = None
) -> tuple[PowerBlock, ...]:
    """The panel's contents at *cursor*; of *powers* alone where they are given. Powers without units, centres and lines are left out.

    Args:
        viewer: the power that *game* is seen as.
        preview: the outcome if all others hold, which is told below each order.
    """
    turn = game.turn(cursor)
    variant = variant_at(game, cursor)
    wanted = tuple(game.variant.powers) if powers is None else tuple(powers)
    is_over = game.branch(cursor.branch).ending is not None
    is_asked = turn.resolution is None and not is_over and bool(game.default_lists_at(cursor))
    by_list = frozenset(list_used(game, cursor)) if is_asked else frozenset()
    blocks = (_block(variant, turn, power, preview, is_over=is_over, has_list=power in by_list) for power in wanted)
    position = turn.position
    seen = (replace(block, whole=sees_all_of(position, block.power, viewer)) for block in blocks)
    return tuple(block for block in seen if block.rows or block.units or block.centres)


def _block(variant: Variant, turn: Turn, power: str, preview: Resolution | None, *, is_over: bool, has_list: bool) -> PowerBlock:
    position = turn.position
    change = adjustment(variant, position, power) if position.phase.kind is PhaseKind.ADJUSTMENT else 0
    lines = tuple(_row(variant, turn, power, number, line, preview) for number, line in enumerate(turn.orders_of(power)))
    missing = () if turn.resolution is not None or is_over else _missing(variant, turn, power, change, has_list=has_list)
    filled = () if turn.resolution is None else _filled_in(variant, turn, power, turn.resolution)
    units = len(position.units_of(power)) + sum(each.unit.power == power for each in position.dislodged)
    return PowerBlock(
        power, power_name(variant, power), units, len(position.centres_of(power)), change, power in turn.orders, (*missing, *lines, *filled)
    )


def _row(variant: Variant, turn: Turn, power: str, number: int, line: OrderLine, preview: Resolution | None) -> OrderRow:
    if line.order is None:
        read = read_typed(variant, turn.position, line.text, power)
        note = read.fault or read.refusal or tr("waits for a decision; it may be {order}", order=read.order)
        return OrderRow(power, RowKind.PROBLEM, None, "", line.text, number, line.text, note)
    place = ordered_place(line.order)
    sentence = describe_order(variant, turn.position, line.order)
    if line.verdict is not None and not line.verdict:
        note = describe_verdict(variant, turn.position, line.order, line.verdict)
        return OrderRow(power, RowKind.PROBLEM, place, "", line.text, number, sentence, note, order=str(line.order))
    outcome = None if turn.resolution is None else _outcome_of(turn.resolution, power, line.order)
    if outcome is None:
        note = tr("withdrawn?") if line.is_withdrawn else _expected_note(variant, turn, power, line.order, preview)
        return OrderRow(power, RowKind.ORDER, place, "", line.text, number, sentence, note, order=str(line.order))
    return OrderRow(
        power,
        RowKind.ORDER,
        place,
        "",
        line.text,
        number,
        sentence,
        outcome_note(variant, turn.position, outcome),
        outcome.succeeded,
        order=str(line.order),
    )


def _expected_note(variant: Variant, turn: Turn, power: str, order: Order, preview: Resolution | None) -> str:
    """Return what *order* comes to if all others hold: ``2 against 1 if all others hold``."""
    outcome = None if preview is None else _outcome_of(preview, power, order)
    if preview is None or outcome is None:
        return ""
    if isinstance(order, Move):
        odds = next(filter(None, (describe_odds(each.strength, each.against) for each in outcome.reasons)), "")
        if odds:
            return tr("{odds} if all others hold", odds=odds)
        if outcome.succeeded:
            return tr("nobody stands there")
    if isinstance(order, Support) and outcome.succeeded and order.target is not None:
        helped = preview.outcome_of(order.supported.location.province)
        strength = None if helped is None else next((each.strength for each in helped.reasons if each.strength is not None), None)
        return "" if strength is None else tr("makes it {strength}", strength=f"{strength:g}")
    return describe_reasons(variant, turn.position, outcome)


def _missing(variant: Variant, turn: Turn, power: str, change: int, *, has_list: bool) -> tuple[OrderRow, ...]:
    """Return the orders that are still to be given, and the consequence where they are not."""
    position = turn.position
    legal = [line.order for line in turn.orders_of(power) if line.order is not None and line.is_legal]
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        due = min(abs(change), len(orderable(variant, position, power))) if change < 0 else change
        left = due - len(legal)
        if change < 0 and not has_choice(variant, position, power):
            return _all_removed(variant, turn, power, {ordered_place(order) for order in legal})
        if left <= 0:
            return ()
        subject, sentence = tr("Build") if change > 0 else tr("Removal"), _due(is_build=change > 0, has_list=has_list)
        return (OrderRow(power, RowKind.MISSING, None, subject, "", None, sentence, ""),) * left
    ordered = {ordered_place(order) for order in legal}
    rows: list[OrderRow] = []
    names, is_retreat = names_of(variant), position.phase.kind is PhaseKind.RETREAT
    fate = tr("No order yet: it would disband") if is_retreat else tr("No order yet: it would hold")
    if has_list:
        fate = tr("No order yet: the default list decides")
    for location in orderable(variant, position, power):
        if location.province in ordered:
            continue
        unit = _unit_to_order(position, power, location)
        if unit is not None:
            name = names.unit(unit.piece)
            if has_list:
                without = tr("{unit} has no order; {what}", unit=name, what=tr(BY_LIST))
            elif is_retreat:
                without = tr("{unit} has no order and disbands", unit=name)
                if not any(isinstance(order, Retreat) for order in legal_orders(variant, position, location)):
                    rows.append(OrderRow(power, RowKind.ORDER, location.province, name, "", None, without, ""))
                    continue
            else:
                without = tr("{unit} has no order and holds", unit=name)
            rows.append(OrderRow(power, RowKind.MISSING, location.province, name, "", None, without, "", without=fate))
    return tuple(rows)


def _all_removed(variant: Variant, turn: Turn, power: str, ordered: set[str | None]) -> tuple[OrderRow, ...]:
    """The units of a power that has to remove all of them: its orders are not waited for."""
    units = [unit for unit in turn.position.units_of(power) if unit.province not in ordered]
    names = [(unit, unit_name(variant, unit.piece)) for unit in units]
    return tuple(
        OrderRow(power, RowKind.ORDER, unit.province, name, "", None, tr("{unit} is removed, as all its units are", unit=name), "")
        for unit, name in names
    )


def _due(*, is_build: bool, has_list: bool) -> str:
    if has_list and is_build:
        return tr("Build that nobody has ordered; {what}", what=tr(BY_LIST))
    if has_list:
        return tr("Removal that nobody has ordered; {what}", what=tr(BY_LIST))
    return tr("A build is left; without an order it is not made") if is_build else tr("A unit must still be removed")


def _filled_in(variant: Variant, turn: Turn, power: str, resolution: Resolution) -> tuple[OrderRow, ...]:
    """Return the acts of the rules where there was no order."""
    return tuple(
        OrderRow(
            power,
            RowKind.ORDER,
            None if outcome.unit is None else outcome.unit.province,
            "" if outcome.unit is None else unit_name(variant, outcome.unit.piece),
            "",
            None,
            describe_order(variant, turn.position, outcome.order),
            outcome_note(variant, turn.position, outcome) or tr("no order"),
            outcome.succeeded,
        )
        for outcome in resolution.outcomes
        if outcome.power == power and not outcome.given
    )


def outcome_note(variant: Variant, position: Position, outcome: OrderOutcome) -> str:
    """Return the result of an order, briefly; empty where it succeeded."""
    words = describe_reasons(variant, position, outcome)
    if words or outcome.results == frozenset({Result.OK}):
        return words
    return ", ".join(describe_result(each) for each in sorted(outcome.results) if each is not Result.OK)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of the results list."""

    power: str
    place: str | None
    order: str
    """Canonical text."""
    sentence: str
    note: str
    succeeded: bool
    dislodged: bool


def result_rows(variant: Variant, position: Position, resolution: Resolution) -> tuple[ResultRow, ...]:
    """Return the results of all orders, by power; failures before successes within a power, refused orders last."""
    rows = [
        ResultRow(
            outcome.power,
            None if outcome.unit is None else outcome.unit.province,
            str(outcome.order),
            describe_outcome(variant, position, outcome),
            outcome_note(variant, position, outcome),
            outcome.succeeded,
            not outcome.results.isdisjoint({Result.DISLODGED, Result.DESTROYED}),
        )
        for outcome in (*resolution.outcomes, *resolution.refused)
    ]
    sequence = {power: number for number, power in enumerate(variant.powers)}
    rows.sort(key=lambda row: (sequence.get(row.power, len(sequence)), row.succeeded and not row.dislodged, row.order))
    return tuple(rows)


def _outcome_of(resolution: Resolution, power: str, order: Order) -> OrderOutcome | None:
    if isinstance(order, Waive):
        return next((each for each in resolution.outcomes if each.power == power and each.given and each.order == order), None)
    place = order.piece.location.province
    return next(
        (
            each
            for each in resolution.outcomes
            if each.power == power and each.given and each.unit is not None and each.unit.province == place
        ),
        None,
    )


def _unit_to_order(position: Position, power: str, location: Location) -> Unit | None:
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged_at(location.province)
        return dislodged.unit if dislodged is not None and dislodged.unit.power == power else None
    unit = position.unit_at(location.province)
    return unit if unit is not None and unit.power == power else None


LEAST_WIDTH = 265
"""Pixels that a column needs."""

MOST = 3

Columns = tuple[tuple[int, ...], ...]
"""The numbers of the blocks in each column."""

ONE_COLUMN: Columns = ((),)
"""All powers below one another, scrolled."""


def columns(blocks: Sequence[int], most: int, height: int) -> Columns | None:
    """*blocks* in at most so many columns, filled so that the longest is as short as can be; ``None`` where they do not fit.

    Args:
        blocks: the height of each block, in pixels.
        most: how many columns there is room for.
        height: of the list, in pixels.
    """
    lengths = range(max(blocks, default=0), height + 1)
    least = bisect_left(lengths, -most, key=lambda longest: -len(_filled(blocks, longest)))  # longer columns are never more
    return _filled(blocks, lengths[least]) if least < len(lengths) else None


def _filled(blocks: Sequence[int], longest: int) -> Columns:
    """Columns that are filled one after the other, none longer than *longest*."""
    found: list[list[int]] = [[]]
    room = longest
    for number, block in enumerate(blocks):
        if block > room and found[-1]:
            found.append([])
            room = longest
        found[-1].append(number)
        room -= block
    return tuple(map(tuple, found))


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One order."""

    text: str
    note: str = ""
    """Result of the order, or its fault."""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A power with its lines; those without any say why."""

    power: str
    name: str
    lines: tuple[SheetLine, ...]


def order_sheet(game: Game, cursor: Cursor) -> tuple[SheetBlock, ...]:
    """Every power with something to tell at *cursor*, in the variant's sequence."""
    return tuple(
        SheetBlock(block.power, block.name, tuple(_line(row) for row in block.rows) or (SheetLine(tr("nothing to order")),))
        for block in power_blocks(game, cursor)
    )


def _line(row: OrderRow) -> SheetLine:
    """A row as others may read it: never the words that were received, which are the sender's and the game master's alone."""
    failed = row.succeeded is False or bool(row.note and row.succeeded is None)
    if row.text and not row.order:
        return SheetLine(tr("a line that was not understood"), "", failed=failed)
    return SheetLine(row.order or row.sentence, row.note, failed)
