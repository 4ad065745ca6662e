"""Units that have several orders in one mail: repeats, questions, and what the game's rule says."""

from __future__ import annotations

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
