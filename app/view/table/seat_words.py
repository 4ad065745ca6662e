"""What stands over the board of an open seat, in words: how far the orders are, and what the clock shows."""

from __future__ import annotations

from adjudicator.variant import Variant
from app.game.readiness import missing
from app.game.record import Turn
from app.seats.clock import Clock
from entente.words.names import counted


def orders_missing(variant: Variant, turn: Turn, power: str) -> str:
    """``All 3 orders are written.``, ``2 of 3 orders are missing.``; empty where nothing can be ordered."""
    due = missing(variant, turn.with_orders(power, None)).get(power, 0)
    return _of(due, missing(variant, turn).get(power, 0))


def _of(due: int, lacking: int) -> str:
    if not due:
        return ""
    if not lacking:
        return "The order is written." if due == 1 else f"All {due} orders are written."
    if lacking == due:
        return f"{counted(due, 'order')} to write."
    return f"{lacking} of {due} orders {'is' if lacking == 1 else 'are'} missing."


def clock_words(clock: Clock) -> tuple[str, str]:
    """The time, and what it is of: ``("6:40", "Talks and orders end in")``."""
    if clock.is_over:
        return clock.words, "The time is up"
    if clock.after_gap:
        return clock.words, "Paused: the lid was closed, or the clock was set"
    return clock.words, "Talks and orders end in" if clock.running else "The clock stands at"
