"""Words over the board of an open seat: the progress of the orders, and the clock."""

from __future__ import annotations

from adjudicator.variant import Variant
from app.game.readiness import missing
from app.game.record import Turn
from app.hotseat.clock import Clock
from languages import plural, tr


def orders_missing(variant: Variant, turn: Turn, power: str) -> str:
    """``All 3 orders are written.``, ``2 of 3 orders are missing.``; empty where nothing can be ordered."""
    due = missing(variant, turn.with_orders(power, None)).get(power, 0)
    return _of(due, missing(variant, turn).get(power, 0))


def _of(due: int, lacking: int) -> str:
    if not due:
        return ""
    if not lacking:
        return tr("The order is written.") if due == 1 else tr("All {due} orders are written.", due=due)
    if lacking == due:
        return plural("{count} order to write.", "{count} orders to write.", due)
    return plural("{count} of {due} orders is missing.", "{count} of {due} orders are missing.", lacking, due=due)


def clock_words(clock: Clock) -> tuple[str, str]:
    """The time, and what it is of: ``("6:40", "Talks and orders end in")``."""
    if clock.is_over:
        return clock.words, tr("The time is up")
    if clock.after_gap:
        return clock.words, tr("Paused: the lid was closed")
    return clock.words, tr("Talks and orders end in") if clock.running else tr("The clock stands at")
