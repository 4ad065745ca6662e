"""``[phase S1901M]`` is written: the position, what changes, and the orders with their results."""

from __future__ import annotations

from collections.abc import Mapping

from app.game.dpn.blocks import PhaseBlock, PowerOrders, RecordedOrder
from app.game.dpn.game_blocks import rules_text
from app.game.dpn.lines import free_text, wrapped
from app.game.dpn.phase_block import CONTESTED, NO_ORDERS, NONE_RECEIVED
from app.game.dpn.results import result_words
from app.game.entries import DefaultList, HookAttached, HookDetached, HookLeftOut, HookState, RulesChanged, TurnChange


def write_phase(block: PhaseBlock) -> list[str]:
    """The lines of a ``[phase ...]`` block."""
    lines: list[str] = []
    for power, pieces in block.units.items():
        lines.extend(wrapped(f"= {power}:", map(str, pieces)))
    for power, places in block.centres.items():
        lines.extend(wrapped(f"* {power}:", places))
    by_power: dict[str, list[str]] = {}
    for each in block.dislodged or ():
        by_power.setdefault(each.unit.power, []).append(str(each).partition(" ")[2])
    for power, items in by_power.items():
        lines.extend(wrapped(f"! {power}:", items))
    if block.contested:
        lines.extend(wrapped(f"! {CONTESTED}:", sorted(block.contested)))
    lines.extend(f"& condition {condition}" for condition in sorted(block.conditions or ()))
    lines.extend(f"& counter {name} = {number}" for name, number in sorted((block.counters or {}).items()))
    for change in block.changes:
        lines.extend(_change_lines(change))
    lines.extend(_order_lines(block.orders, apart=block.has_places))
    return lines + free_text(block.note)


def _change_lines(change: TurnChange) -> list[str]:
    match change:
        case HookAttached(name, arguments):
            return [f"+ hook {name} {arguments}".rstrip()]
        case HookDetached(name):
            return [f"- hook {name}"]
        case HookState(name, state):
            return [f"~ state {name} {state}"]
        case HookLeftOut(name, why):
            return [f"~ without {name} {why}"]
        case RulesChanged(words):
            return [f"+ rules {rules_text(words)}"]
        case DefaultList(power, orders):
            return wrapped(f"+ defaults {power}:", map(str, orders)) if orders else [f"- defaults {power}"]


def _order_lines(orders: Mapping[str, PowerOrders], *, apart: bool) -> list[str]:
    """The lists of all powers.

    Args:
        apart: with a blank line between two powers. Git joins changes that an unchanged line parts.
    """
    lines: list[str] = []
    for power, sent in orders.items():
        if apart and lines:
            lines.append("")
        if not sent.received:
            lines.append(f"{power}: {NONE_RECEIVED}")
        elif not any(each.given for each in sent.lines):
            lines.append(f"{power}: {NO_ORDERS}")
        else:
            lines.append(f"{power}:")
        lines.extend(f"  {order_text(each)}" for each in sent.lines)
    return lines


def order_text(recorded: RecordedOrder) -> str:
    """``A VIE - GAL  ; bounce  "vienna to galicia"``"""
    if recorded.order is None:
        return f"? {recorded.text}"
    written = str(recorded.order)
    words = result_words(recorded.results, given=recorded.given, replaced=recorded.replaced, withdrawn=recorded.withdrawn)
    received = "" if recorded.text == written else f'  "{recorded.text}"'
    return f"{written}  ; {words}{received}" if words else f"{written}{received}"
