"""What stands over the board of an open seat, in words: how far the orders are, and what the clock shows."""

from __future__ import annotations

from adjudicator.legal import adjustment, orderable
from adjudicator.phase import PhaseKind
from adjudicator.variant import Variant
from app.game.ordered_place import ordered_place
from app.game.record import Turn
from app.seats.clock import Clock
from entente.words.names import counted


def orders_missing(variant: Variant, turn: Turn, power: str) -> str:
    """``All 3 orders are written.``, ``2 of 3 orders are missing.``; empty where nothing can be ordered."""
    places = {each.province for each in orderable(variant, turn.position, power)}
    written = {place for line in turn.orders_of(power) if line.order is not None and (place := ordered_place(line.order)) is not None}
    if turn.phase.kind is PhaseKind.ADJUSTMENT:
        due = abs(adjustment(variant, turn.position, power))
        given = len([line for line in turn.orders_of(power) if line.order is not None])
        return _of(due, max(0, due - given))
    return _of(len(places), len(places - written))


def _of(due: int, missing: int) -> str:
    if not due:
        return ""
    if not missing:
        return "The order is written." if due == 1 else f"All {due} orders are written."
    if missing == due:
        return f"{counted(due, 'order')} to write."
    return f"{missing} of {due} orders {'is' if missing == 1 else 'are'} missing."


def clock_words(clock: Clock) -> tuple[str, str]:
    """The time, and what it is of: ``("6:40", "Talks and orders end in")``."""
    if clock.is_over:
        return clock.words, "The time is up"
    if clock.after_gap:
        return clock.words, "Paused: the lid was closed, or the clock was set"
    return clock.words, "Talks and orders end in" if clock.running else "The clock stands at"
