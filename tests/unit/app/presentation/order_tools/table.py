"""A table to write orders at: standard board, any units, no scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from adjudicator.notation import parse_order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import DislodgedUnit, Unit
from app.presentation.order_entry import Tool
from app.presentation.order_tools.stage import (
    AnswerNeeded,
    ChoiceTouch,
    Ordered,
    Picked,
    ProvinceArea,
    Refused,
    ToolKey,
    ToolStep,
    Touch,
    UnitTouch,
)
from app.presentation.order_tools.targets import OrderContext
from variants.catalogue import standard


def position(
    *units: str, phase: str = "S1901M", owners: Mapping[str, str] | None = None, dislodged: tuple[DislodgedUnit, ...] = ()
) -> Position:
    """A position with *units* such as ``"FRANCE A PAR"``; without any, that of the start."""
    start = standard().start
    return replace(
        start,
        phase=Phase.of(phase),
        units=tuple(sorted((Unit.of(each) for each in units), key=str)) if units else start.units,
        owners=start.owners if owners is None else MappingProxyType(dict(owners)),
        dislodged=dislodged,
    )


def tool(
    at: Position | None = None,
    *,
    powers: tuple[str, ...] | None = None,
    orders: Mapping[str, tuple[str, ...]] | None = None,
    secret: tuple[str, ...] = (),
    places: Mapping[str, tuple[float, float]] | None = None,
    rules: str = "",
) -> Tool:
    """A tool with nothing picked.

    Args:
        powers: whose orders may be written; all unless given.
        orders: the orders that are written already; powers that have none have written none, unless they are *secret*.
        rules: what differs from the standard game's, such as ``4.A.6=c``.
    """
    variant = replace(standard(), rules=Rules.of(rules)) if rules else standard()
    moment = at or variant.start
    kind: PhaseKind = moment.phase.kind
    given = {power: tuple(parse_order(text, kind) for text in lines) for power, lines in (orders or {}).items()}
    known = {power: given.get(power, ()) for power in variant.powers if power not in secret}
    return Tool(OrderContext(variant, moment, frozenset(powers or variant.powers), MappingProxyType(known), places or MappingProxyType({})))


def touch(word: str) -> Touch:
    """``par`` is the ground of Paris, ``PAR`` the symbol of the unit there, ``PAR!`` the second press of a double one, ``<H>`` a key."""
    if word.startswith("<"):
        return ToolKey(word[1:-1])
    if word.endswith("!"):
        return UnitTouch(word[:-1], again=True)
    province, _, coast = word.partition("/")
    return ProvinceArea(province.upper(), coast.upper() or None) if word.islower() else UnitTouch(word)


def touch_all(start: Tool, *words: str | Touch) -> tuple[Tool, ToolStep]:
    """The tool and the last step after pressing *words* one after the other; a word such as ``?attack`` answers the open question."""
    now, step = start, None
    for word in words:
        if isinstance(word, str) and not isinstance(word, ToolKey) and word.startswith("?"):
            assert isinstance(step, AnswerNeeded), f"nothing is asked before {word}: {step}"
            step = now.touch(
                ChoiceTouch(next(each for each in step.choices if word[1:] in (each.kind.value, str(each.location), str(each.piece))))
            )
        else:
            step = now.touch(word if isinstance(word, ToolKey) or not isinstance(word, str) else touch(word))
        now = now.after(step)
    assert step is not None
    return now, step


def ordered(start: Tool, *words: str | Touch) -> list[str]:
    """The orders that pressing *words* writes, as text with their power."""
    _, step = touch_all(start, *words)
    assert isinstance(step, Ordered), step
    return [f"{power}: {order}" for power, order in step.orders]


def only(start: Tool, *words: str | Touch) -> str:
    """The one order that pressing *words* writes."""
    written = ordered(start, *words)
    assert len(written) == 1, written
    return written[0].partition(": ")[2]


def refusal(start: Tool, *words: str | Touch) -> str:
    """Return the reason that the last of *words* is refused."""
    _, step = touch_all(start, *words)
    assert isinstance(step, Refused), step
    assert step.verdict.refusal is not None
    return step.verdict.refusal.value


def asked(start: Tool, *words: str | Touch) -> list[str]:
    """The answers that are offered after *words*."""
    _, step = touch_all(start, *words)
    assert isinstance(step, AnswerNeeded), step
    return [each.kind.value for each in step.choices]


def is_picked(step: ToolStep) -> bool:
    """Return True if *step* picked something."""
    return isinstance(step, Picked)
