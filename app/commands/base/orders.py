"""Who has ordered what: for commands that list, copy and count orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.legal import adjustment
from adjudicator.order import Build, Remove, Waive
from adjudicator.phase import PhaseKind
from adjudicator.unit import Unit
from adjudicator.variant import PowerRole, Variant
from app.game.record import OrderLine, Turn
from entente.words import describe_verdict


def giver_of_order(turn: Turn, province: str) -> str | None:
    """The power that has written an order for *province*."""
    for power, lines in turn.orders.items():
        for line in lines:
            if line.order is not None and not isinstance(line.order, Waive) and line.order.piece.location.province == province:
                return power
    return None


def unordered(variant: Variant, turn: Turn, power: str) -> tuple[Unit, ...]:
    """The units of *power* that must be ordered in this phase and are not; none in an adjustment phase."""
    if variant.powers[power].role is not PowerRole.PLAYING:
        return ()
    position = turn.position
    if turn.phase.kind is PhaseKind.MOVEMENT:
        units = position.units_of(power)
    elif turn.phase.kind is PhaseKind.RETREAT:
        units = tuple(each.unit for each in position.dislodged if each.unit.power == power)
    else:
        return ()
    ordered = {line.order.piece for line in turn.orders_of(power) if line.order is not None and not isinstance(line.order, Waive)}
    return tuple(unit for unit in units if unit.piece not in ordered)


def builds_left(variant: Variant, turn: Turn, power: str) -> int:
    """How many builds of *power* are neither ordered nor waived."""
    if turn.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0
    given = sum(line.is_legal and isinstance(line.order, Build | Waive) for line in turn.orders_of(power))
    return max(adjustment(variant, turn.position, power) - given, 0)


def removals_left(variant: Variant, turn: Turn, power: str) -> int:
    """How many removals of *power* are not ordered."""
    if turn.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0
    given = sum(line.is_legal and isinstance(line.order, Remove) for line in turn.orders_of(power))
    return max(-adjustment(variant, turn.position, power) - given, 0)


def missing(variant: Variant, turn: Turn) -> Mapping[str, int]:
    """How many orders each power still lacks; powers that lack none are absent."""
    counts = {
        power: len(unordered(variant, turn, power)) + builds_left(variant, turn, power) + removals_left(variant, turn, power)
        for power in variant.powers
    }
    return {power: count for power, count in counts.items() if count}


def orders_as_text(variant: Variant, turn: Turn, power: str | None = None, *, marked: bool = False) -> str:
    """The orders by power, one a line, as text that can be pasted again.

    Args:
        power: only of this power.
        marked: with the reason after ``;`` where a line was not read or is not legal.
    """
    parts: list[str] = []
    for each in variant.powers if power is None else (power,):
        if each not in turn.orders:
            continue
        lines = turn.orders[each]
        parts.append(f"{each}:")
        parts.extend(f"  {_line(variant, turn, line, marked)}" for line in lines)
        if not lines:
            parts.append("  (an empty set)" if marked else "")
    return "\n".join(parts).rstrip() or ("No orders are written." if marked else "")


def _line(variant: Variant, turn: Turn, line: OrderLine, marked: bool) -> str:
    text = str(line.order) if line.order is not None else line.text
    if not marked or line.is_legal:
        return text
    if line.order is None:
        return f"{text}  ; not understood"
    if line.is_replaced:
        return f"{text}  ; replaced by a later line"
    assert line.verdict is not None
    return f"{text}  ; {describe_verdict(variant, turn.position, line.order, line.verdict)}"
