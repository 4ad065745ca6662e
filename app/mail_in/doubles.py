"""Two orders for one unit in one letter: a repeat, a question, or what the game's rule says (DATC 4.D.3)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from adjudicator.order import Order
from adjudicator.rule_choices import RepeatedOrder
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LineAccount
from languages import clauses, tr


@dataclass(frozen=True, slots=True)
class Doubles:
    """Settles the units that have several orders.

    Args:
        rule: of the game, for two orders of one unit.
        decided: whether the game chose that rule itself; otherwise a person is asked.
    """

    rule: RepeatedOrder
    decided: bool

    def settle(self, found: list[LineAccount], apart: AbstractSet[int]) -> None:
        """Change the fates in *found*; the lines with an index in *apart* are no second order for any unit."""
        groups: dict[tuple[str, str], list[int]] = {}
        for number, each in enumerate(found):
            for power, order in () if number in apart else orders_about(each):
                place = ordered_place(order)
                if place is not None and number not in groups.setdefault((power, place), []):
                    groups[power, place].append(number)
        for (power, place), numbers in groups.items():
            if any(found[number].fate.is_taken for number in numbers):
                self._settle_unit(found, power, place, numbers)

    def _settle_unit(self, found: list[LineAccount], power: str, place: str, numbers: list[int]) -> None:
        taken = [number for number in numbers if found[number].fate.is_taken]
        orders = list(
            dict.fromkeys(order for number in numbers for _, order in orders_about(found[number]) if ordered_place(order) == place)
        )
        if len(orders) == 1 and len(taken) == len(numbers):
            for number in taken[1:]:
                found[number] = replace(found[number], fate=Fate.REPEAT, reason=tr("the same order stands above"))
            return
        if self.decided and len(taken) == len(numbers):
            self._by_rule(found, taken)
            return
        choices = tuple(Choice(power, order) for order in orders)
        asked = taken[0]
        for number in numbers:
            each = found[number]
            if {ordered_place(choice.order) for choice in each.choices} == {place}:
                reason = tr("asked about with line {line}", line=found[asked].line)
                found[number] = replace(each, fate=Fate.REPEAT, reason=clauses((each.reason, reason)), choices=())
                continue
            lines = ", ".join(str(found[other].line) for other in numbers if other != number)
            reason = (
                tr("line {lines} orders this unit too", lines=lines)
                if "," not in lines
                else tr("lines {lines} order this unit too", lines=lines)
            )
            if each.fate.is_taken:
                found[number] = replace(each, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
            else:
                merged = tuple(dict.fromkeys((*each.choices, *choices)))
                found[number] = replace(each, reason=clauses((each.reason, reason)), choices=merged)

    def _by_rule(self, found: list[LineAccount], numbers: list[int]) -> None:
        counts = {RepeatedOrder.FIRST: numbers[0], RepeatedOrder.LAST: numbers[-1], RepeatedOrder.NONE: None}[self.rule]
        described = tr(self.rule.description)
        said = tr("rule 4.D.3 of this game: {description}", description=described.rstrip("."))
        for number in numbers:
            if number == counts:
                found[number] = replace(found[number], fate=Fate.GUESSED, reason=said)
            else:
                found[number] = replace(found[number], fate=Fate.REFUSED, reason=said, order=None)


def orders_about(each: LineAccount) -> list[tuple[str, Order]]:
    """The orders that a line gives or may give, each with its power."""
    if each.fate.is_taken and each.order is not None and each.power is not None:
        return [(each.power, each.order)]
    return [(choice.power, choice.order) for choice in each.choices]
