"""End of the orders of the power that a heading names, below ``My orders:``."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.variant import Variant
from app.mail_in.folding import words_in
from app.mail_in.heading_words import BESIDE, ORDERS, heads_own_orders
from app.mail_in.order_words import OrderWords
from app.mail_in.sections import Placed
from entente.words.names import power_name
from languages import tr

_AROUND = ORDERS | BESIDE | {"s"}


def under_own(placed: Iterable[Placed], words: OrderWords) -> dict[int, str]:
    """The numbers of the lines that the writer calls their own below orders of a power, each with that power."""
    found: dict[int, str] = {}
    headed: str | None = None
    is_own = False
    for each in placed:
        head, colon, _ = each.text.partition(":")
        if heads_own_orders(head + colon):
            is_own = True
        elif (power := _headed(head, words)) is not None:
            headed, is_own = power, False
        if is_own and headed is not None:
            found[each.line.number] = headed
    return found


def says_not_whose(variant: Variant, powers: Iterable[str | None]) -> str:
    """Return the reason to ask about orders for units of several *powers* where the writer is unknown."""
    names = f" {tr('and')} ".join(sorted(power_name(variant, power) for power in powers if power))
    return tr("the mail does not say whose it is, and orders units of {names}", names=names)


def _headed(head: str, words: OrderWords) -> str | None:
    """The power that *head* names, where it says nothing else."""
    named = words_in(head[:80])
    powers = {words.power(word) for word in named if words.is_power(word)}
    return powers.pop() if len(powers) == 1 and all(word in _AROUND or words.is_power(word) for word in named) else None
