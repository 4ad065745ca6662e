"""A game that was played, as a document to open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from adjudicator import LEGAL, Order, Phase, Position, Unit
from app.game.edits import last_counts, new_game
from app.game.entries import Adjustment
from app.game.record import MAIN, Branch, EditError, Game, OrderLine, Turn, Why
from app.game.rulings import judged_orders
from entente.playing import Record
from entente.state import Step
from languages import tr


def difference(before: Position, after: Position, reason: str, by: str = "", at: str = "") -> Adjustment:
    """Return the adjustment that leads from *before* to *after*."""
    provinces = sorted(before.owners.keys() | after.owners.keys())
    owners = {place: after.owners.get(place) for place in provinces if before.owners.get(place) != after.owners.get(place)}
    names = sorted(before.counters.keys() | after.counters.keys())
    counters = {name: after.counters.get(name) for name in names if before.counters.get(name) != after.counters.get(name)}
    return Adjustment(
        reason=reason,
        by=by,
        at=at,
        phase_before=None if before.phase == after.phase else before.phase,
        removed=tuple(sorted(set(before.units) - set(after.units), key=str)),
        added=tuple(sorted(set(after.units) - set(before.units), key=str)),
        removed_dislodged=tuple(sorted(set(before.dislodged) - set(after.dislodged), key=str)),
        added_dislodged=tuple(sorted(set(after.dislodged) - set(before.dislodged), key=str)),
        owners=MappingProxyType(owners),
        contested_removed=before.contested - after.contested,
        contested_added=after.contested - before.contested,
        conditions_removed=before.conditions - after.conditions,
        conditions_added=after.conditions - before.conditions,
        counters=MappingProxyType(counters),
    )


def adjusted(position: Position, adjustment: Adjustment, phase: Phase | None = None) -> Position:
    """*position* with *adjustment* made to it.

    Removals of units that are not there are passed over; an added unit takes the place of one that stands in its province.

    Args:
        phase: the phase of the result; that of *position* unless given.
    """
    owners = dict(position.owners)
    for province, power in adjustment.owners.items():
        if power is None:
            owners.pop(province, None)
        else:
            owners[province] = power
    counters = dict(position.counters)
    for name, number in adjustment.counters.items():
        if number is None:
            counters.pop(name, None)
        else:
            counters[name] = number
    taken = {unit.province for unit in adjustment.added}
    units: list[Unit] = [unit for unit in position.units if unit not in adjustment.removed and unit.province not in taken]
    units.extend(adjustment.added)
    left = {each.unit.province for each in adjustment.added_dislodged}
    driven_out = [each for each in position.dislodged if each not in adjustment.removed_dislodged and each.unit.province not in left]
    driven_out.extend(adjustment.added_dislodged)
    return replace(
        position,
        phase=phase or position.phase,
        units=tuple(sorted(units, key=str)),
        owners=MappingProxyType(owners),
        dislodged=tuple(sorted(driven_out, key=str)),
        contested=(position.contested - adjustment.contested_removed) | adjustment.contested_added,
        conditions=(position.conditions - adjustment.conditions_removed) | adjustment.conditions_added,
        counters=MappingProxyType(counters),
    )


def check_year(position: Position) -> None:
    """Check that the year of *position* fits into a file.

    Raises:
        EditError: it has more than six digits.
    """
    if abs(position.phase.year) > 999_999:
        raise EditError(
            Why.BAD_POSITION, tr("{phase} is no phase that a file can hold: a year has at most six digits.", phase=position.phase)
        )


def game_of(
    record: Record, name: str = "", *, checksum: str = "", game_id: str | None = None, rules: Iterable[tuple[str, str]] = ()
) -> Game:
    """The game that *record* is of: every phase with its orders and what became of them, open where the play was stopped.

    Args:
        record: a play; one that did not begin with the variant's start says so as an adjustment.
        name: of the game; the variant's name unless given.
        checksum: ``sha256:...`` of the variant's files.
        game_id: eight random hexadecimal digits unless given.
        rules: rule options as words, by which it was played.
    """
    game = new_game(record.start.variant.model, name, checksum=checksum, game_id=game_id, rules=rules)
    turns = [_turn(step) for step in record.steps]
    turns.append(Turn(record.final.position))
    if record.start.position != game.variant.start:
        first = turns[0]
        change = difference(game.variant.start, first.position, "The play began here")
        turns[0] = Turn(first.position, first.orders, first.resolution, adjustments=(change,))
    return game.with_branch(Branch(MAIN, None, tuple(turns), record.final.ending))


def _turn(step: Step) -> Turn:
    orders = {power: last_counts(map(_line, given)) for power, given in step.given.items()}
    turn = Turn(step.before.position, MappingProxyType(orders), step.resolution)
    return Turn(turn.position, judged_orders(turn, step.resolution), step.resolution)


def _line(order: Order) -> OrderLine:
    return OrderLine(str(order), order, LEGAL)
