"""What a hook may do and what is set, in words for dialogs. No Qt."""

from __future__ import annotations

from html import escape

from variants.hooks.contracts import CONTRACTS, Point
from variants.hooks.hook_text import HookText
from variants.hooks.parameters import Parameter

LIMITS = "It runs in a process of its own, a quarter of a second at a time, without files, network or other programs."

_SHORT = {
    Point.START: "set up the board before the first phase",
    Point.PRESS: "keep back, change or delay messages",
    Point.ORDERS: "refuse or replace orders",
    Point.BEFORE_ADJUDICATION: "change orders before they are adjudicated",
    Point.AFTER_ADJUDICATION: "adjudicate again with other orders, and change who owns centres",
    Point.RETREAT: "close places to retreating units",
    Point.BUILD: "say where units are built",
    Point.RESULTS: "hide parts of the board from a power",
    Point.VICTORY: "end the game, or let it go on",
    Point.PHASE: "pass over a phase, and open or close steps",
}


def may_do(point: Point) -> str:
    """What a hook may do at *point*, in a few words that follow "may"."""
    return _SHORT[point]


def powers_of(text: HookText) -> str:
    """What *text* may do, as a sentence."""
    parts = [_SHORT[point] for point in text.points]
    if not parts:
        return "It takes part at no point, so it does nothing."
    return f"It may {', and '.join((', '.join(parts[:-1]), parts[-1])) if len(parts) > 1 else parts[0]}."


def points_as_html(text: HookText) -> str:
    """Each point of *text* with when it is asked and what comes of its answer."""
    rows = []
    for point in text.points:
        contract = CONTRACTS[point]
        rows.append(f"<p><b>{escape(point.function)}</b> — {escape(contract.when)}<br>{escape(contract.effect)}</p>")
    return "".join(rows)


def parameter_words(parameter: Parameter) -> str:
    """What a parameter takes: ``powers, 2 or more``."""
    span = ""
    if parameter.is_list:
        span = f", {parameter.least} or more" if parameter.most >= 60 else f", {parameter.least} to {parameter.most}"
    elif parameter.choices:
        span = f": {', '.join(parameter.choices)}"
    return f"{parameter.kind.value}{span}"
