"""Who has ordered what: for commands that list, copy and count orders."""

from __future__ import annotations

from adjudicator.order import Waive
from adjudicator.variant import Variant
from app.game.record import OrderLine, Turn
from entente.words import describe_verdict, power_name
from languages import heading, tr


def giver_of_order(turn: Turn, province: str) -> str | None:
    """The power that has written an order for *province*."""
    for power, lines in turn.orders.items():
        for line in lines:
            if line.order is not None and not isinstance(line.order, Waive) and line.order.piece.location.province == province:
                return power
    return None


def orders_as_text(variant: Variant, turn: Turn, power: str | None = None, *, marked: bool = False) -> str:
    """The orders by power, one a line, as text that can be pasted again.

    Args:
        power: only of this power.
        marked: for a person: powers by name, and the reason after ``;`` where a line was not read or is not legal.
    """
    parts: list[str] = []
    for each in variant.powers if power is None else (power,):
        if each not in turn.orders:
            continue
        lines = turn.orders[each]
        parts.append(heading(power_name(variant, each)) if marked else f"{each}:")
        parts.extend(f"  {_line(variant, turn, line, marked)}" for line in lines)
        if not lines:
            parts.append(f"  {tr('(an empty set)')}" if marked else "")
    return "\n".join(parts).rstrip() or (tr("No orders are written.") if marked else "")


def _line(variant: Variant, turn: Turn, line: OrderLine, marked: bool) -> str:
    text = str(line.order) if line.order is not None else line.text
    if marked and line.is_withdrawn:
        return f"{text}  ; {tr('withdrawn?')}"
    if not marked or line.is_legal:
        return text
    if line.order is None:
        return f"{text}  ; {tr('not understood')}"
    if line.is_replaced:
        return f"{text}  ; {tr('replaced by a later line')}"
    assert line.verdict is not None
    return f"{text}  ; {describe_verdict(variant, turn.position, line.order, line.verdict)}"
