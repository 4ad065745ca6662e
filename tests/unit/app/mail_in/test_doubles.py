"""Units that have several orders in one mail: repeats, questions, and what the game's rule says."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.notation import parse_order
from adjudicator.rule_choices import RepeatedOrder
from app.mail_in.accounting import Choice, Fate, LineAccount
from app.mail_in.doubles import Doubles
from tests.mails.tables import rows
from tests.quick import one_by_one


def account(number: int, text: str) -> LineAccount:
    """``POWER order``; ``POWER ? order, order`` is doubtful with these choices, and ``x`` before it is refused."""
    fates = {"?": Fate.DOUBTFUL, "x": Fate.REFUSED, "~": Fate.GUESSED}
    power, _, said = text.partition(" ")
    mark, _, rest = said.partition(" ")
    fate = fates.get(mark, Fate.TAKEN)
    orders = [parse_order(each) for each in (rest if mark in fates else said).split(", ") if each]
    if fate is Fate.DOUBTFUL:
        return LineAccount(number, 1, text, fate, reason="unclear", power=power, choices=tuple(Choice(power, order) for order in orders))
    return LineAccount(number, 1, text, fate, power=None if power == "-" else power, order=orders[0] if orders else None)


def told(head: str, text: str) -> str:
    """Fates of the lines of a mail under a rule: of the game where ``decided`` stands behind it; numbers are lines set apart."""
    rule, *more = head.split()
    found = [account(number, line) for number, line in enumerate(text.split(" / "), 1)]
    apart = {int(each) - 1 for each in more if each.isdecimal()}
    Doubles(RepeatedOrder[rule.upper()], "decided" in more).settle(found, apart, frozenset(), frozenset())
    said = []
    for each in found:
        choices = f" ? {', '.join(str(choice.order) for choice in each.choices)}" if each.choices else ""
        said.append(f"{each.fate.value} {each.order or '-'}{choices}" + f" ({each.reason})" * bool(each.reason))
    return " / ".join(said)


@one_by_one(("head", "text", "answer"), list(rows("doubles")))
def test_orders_of_one_unit_are_settled(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


def line(number: int, text: str, fate: Fate, *orders: str) -> LineAccount:
    """An account of a line of France: its order where it is taken, else what it may be."""
    read = [parse_order(order) for order in orders]
    if fate.is_taken:
        return LineAccount(number, 1, text, fate, power="FRANCE", order=read[0])
    return LineAccount(number, 1, text, fate, power="FRANCE", choices=tuple(Choice("FRANCE", order) for order in read))


def settled(found: list[LineAccount], former: frozenset[int] = frozenset(), slips: frozenset[int] = frozenset()) -> str:
    Doubles(RepeatedOrder.LAST, decided=False).settle(found, set(), former, slips)
    return " / ".join(f"{each.fate.value}{f' ({each.reason})' if each.reason else ''}" for each in found)


def test_a_former_order_gives_way_to_a_new_one_and_to_no_other_former_one() -> None:
    old, new = line(1, "A Par - Bur", Fate.DOUBTFUL, "A PAR - BUR"), line(3, "A Par - Pic", Fate.TAKEN, "A PAR - PIC")
    assert settled([old, new], former=frozenset({0})) == "not an order / taken"
    asked = line(3, "A Par - Pic?", Fate.DOUBTFUL, "A PAR - PIC")
    assert settled([old, asked], former=frozenset({0})) == "doubtful / doubtful", "no order is taken in its place"
    other = replace(new, line=2)
    assert settled([old, other], former=frozenset({0, 1})).startswith("repeat (; asked about with line 2)")


def test_an_order_that_its_writer_takes_back_is_replaced_below_unless_it_is_refused() -> None:
    new = line(2, "A Par - Pic", Fate.TAKEN, "A PAR - PIC")
    for fate in (Fate.TAKEN, Fate.GUESSED, Fate.DOUBTFUL):
        assert settled([line(1, "A Par - Bur", fate, "A PAR - BUR"), new], slips=frozenset({0})) == "repeat (corrected in line 2) / taken"
    refused = replace(new, line=1, fate=Fate.REFUSED)
    assert settled([refused, new], slips=frozenset({0})) == "refused / taken"


def test_a_heading_of_moves_names_the_last_of_the_lines_that_tell_them() -> None:
    heading = line(1, "Paris and Marseilles go for Burgundy:", Fate.DOUBTFUL, "A PAR - BUR", "A MAR - BUR")
    both = [line(2, "A Par - Bur", Fate.TAKEN, "A PAR - BUR"), line(3, "A Mar S A Par - Bur", Fate.TAKEN, "A MAR S A PAR - BUR")]
    assert settled([heading, *both]) == "repeat (line 3 says it in detail) / taken / taken"
