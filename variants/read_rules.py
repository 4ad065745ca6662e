"""The rule options of a variant file: one key for each field of :class:`adjudicator.rules.Rules`, over a preset if one is named."""

from __future__ import annotations

import re
from types import MappingProxyType

from adjudicator import Calendar, CalendarStep, Phase, PhaseKind, Rules, presets, rule_fields
from languages import tr
from variants.node import Node, nearest
from variants.toml_text import toml_string


def read_rules(root: Node) -> Rules:
    """The rules; what the file does not name is as in its preset, or as by default."""
    node = root.table("rules")
    if node is None:
        return Rules()
    rules = _preset(node)
    for rule in rule_fields():
        for key in (rule.name, rule.issue):
            node.know(key)
            if node.has(key):
                choice = node.choice(key, type(rule.default), None)
                if choice is not None:
                    rules = rules.with_choice(rule.issue, choice)
    node.done()
    return rules


def _preset(node: Node) -> Rules:
    wanted = node.text("preset", "")
    if not wanted:
        return Rules()
    for name, rules in presets().items():
        if name.casefold().replace(" ", "-") == wanted.casefold().replace(" ", "-"):
            return rules
    node.fault(tr("unknown preset {wanted!r:.40}", wanted=wanted), nearest(wanted, tuple(presets())), "preset")
    return Rules()


STANDARD_STEPS = ("S M", "S R", "F M", "F R captures", "W A")
STANDARD_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_KIND_WORDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}


def read_calendar(root: Node) -> tuple[Calendar, Phase]:
    """The calendar and the phase the game starts in; the standard ones where the file is silent."""
    seasons = dict(STANDARD_SEASONS)
    texts: tuple[str, ...] = STANDARD_STEPS
    year_step, start, node = 1, "", root.table("calendar")
    if node is not None:
        named = node.table("seasons")
        if named is not None:
            seasons = {key: named.text(key) for key in named.keys}
            for key in seasons:
                if not re.fullmatch(r"[A-Z]", key):
                    named.fault(tr("a season has the letter {key!r:.20}", key=key), tr("one capital letter"), key)
        texts = node.texts("steps") or STANDARD_STEPS
        year_step = node.whole("year_step", 1, 1, 1000) or 1
        start = node.text("start")
        node.done()
    where = node or root
    steps: list[CalendarStep] = []
    for text in texts:
        match = re.fullmatch(r"([A-Z]) ([MRA])(?: \+([1-9]\d{0,2}))?( captures)?", text.strip())
        if match is None:
            where.fault(
                tr("{text!r:.40} is not a step of a calendar", text=text),
                tr('a step such as "S M", "F R captures", "W A" or "F M +1"'),
                "steps",
            )
        elif match[1] not in seasons:
            where.fault(tr("the step {text!r:.40} is in an unknown season", text=text), nearest(match[1], seasons), "steps")
        else:
            steps.append(CalendarStep(match[1], _KIND_WORDS[match[2]], match[4] is not None, int(match[3] or 0) if steps else 0))
    if not any(step.kind is PhaseKind.MOVEMENT for step in steps):
        where.fault(tr("no step of the calendar is for moving"), tr('a step such as "S M"'), "steps")
    if not any(step.captures for step in steps):
        where.fault(tr("centres never change hands"), tr('the word captures after a step, such as "F R captures"'), "steps")
    calendar = Calendar(tuple(steps), MappingProxyType(seasons), year_step)
    return calendar, _start(where, start, calendar)


def _start(node: Node, text: str, calendar: Calendar) -> Phase:
    fallback = Phase("S", 1901, PhaseKind.MOVEMENT)
    try:
        phase = Phase.of(text) if text else fallback
    except ValueError:
        first = calendar.steps[0] if calendar.steps else None
        is_year = first is not None and re.fullmatch(r"-?\d{1,4}", text.strip()) is not None
        phase = Phase(first.season, int(text), first.kind) if first is not None and is_year else fallback
        mend = node.set_to("start", toml_string(str(phase))) if is_year else None
        node.fault(tr("start {text!r} is no phase", text=text), tr("a phase such as S1901M or S-0215M"), "start", mend=mend)
        return fallback
    if not any((step.season, step.kind) == (phase.season, phase.kind) for step in calendar.steps):
        node.fault(tr("start {text!r} is no step of the calendar", text=text), tr("a season and kind that stand in steps"), "start")
    return phase
