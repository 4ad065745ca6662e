"""Hooks in words: rights and settings, the answer of one that was tried, acts in the results of a phase. No Qt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from adjudicator import Phase, Resolution, Variant
from app.hooks.asking_hooks import Log
from app.hooks.host import CallOutcome
from entente.words.names import place_name, power_name
from languages import labelled, mark, tr
from variants.hooks.contracts import ALWAYS_GIVEN, CONTRACTS, Point
from variants.hooks.hook_text import HookText

LIMITS = mark("It runs in a process of its own, 0.25 s and 32 MB at a time, without files, network or other programs.")


def may_do(point: Point) -> str:
    """Return the rights of a hook at *point*, in a few words that follow "may"."""
    return tr(CONTRACTS[point].may)


def powers_of(text: HookText) -> str:
    """Return the rights of *text*, as a sentence."""
    parts = [may_do(point) for point in text.points]
    if not parts:
        return tr("It takes part at no point, so it does nothing.")
    if len(parts) == 1:
        return tr("It may {what}.", what=parts[0])
    return tr("It may {what}, and {last}.", what=", ".join(parts[:-1]), last=parts[-1])


def arguments_words(arguments: str, variant: Variant) -> str:
    """*arguments* of a hook with the names of powers and provinces: ``England, Turkey, until=1903``."""
    return ", ".join(_value_words(each, variant) for each in arguments.split())


def _value_words(word: str, variant: Variant) -> str:
    name, sign, value = word.rpartition("=")
    board = variant.board.provinces
    told = power_name(variant, value) if value in variant.powers else place_name(variant, value) if value in board else value
    return f"{name}{sign}{told}"


def points_as_html(text: HookText) -> str:
    """Each point of *text* with when it is asked and what comes of its answer."""
    rows = []
    for point in text.points:
        contract = CONTRACTS[point]
        rows.append(f"<p><b>{escape(point.function)}</b> — {escape(tr(contract.when))}<br>{escape(tr(contract.effect))}</p>")
    return "".join(rows)


def contract_as_html(point: Point) -> str:
    """Return the arguments of a hook at *point* and its answers, for the page beside the editor."""
    contract = CONTRACTS[point]
    answers = {key: tr(shape.words) for key, shape in contract.answers.items()}
    if contract.keeps_state:
        answers["state"] = tr("a table that is kept for the next phase")
    answers["log"] = tr("a sentence for the log")
    return (
        f"<h3>{escape(point.function)}(ctx)</h3><p>{escape(tr(contract.when))}</p>"
        f"<p><b>{tr('It may answer')}</b></p>{_table(answers)}"
        f"<p>{escape(tr(contract.effect))} {tr('No answer, or None, changes nothing.')}</p>"
        f"<p><b>{tr('ctx holds')}</b></p>{_table({key: tr(words) for key, words in {**contract.given, **ALWAYS_GIVEN}.items()})}"
        f"<p><b>{tr('Example')}</b></p><pre style='white-space: pre-wrap'>{escape(contract.example)}</pre>"
    )


def _table(rows: Mapping[str, str]) -> str:
    cells = "".join(f"<tr><td><code>{escape(key)}</code>&nbsp;&nbsp;</td><td>{escape(words)}</td></tr>" for key, words in rows.items())
    return f"<table cellspacing='3'>{cells}</table>"


LONGEST_ANSWER = 20_000
"""Characters."""


def answer_words(value: object, indent: int | None = 2) -> str:
    """An answer as JSON."""
    return tr("None: it changes nothing.") if value is None else json.dumps(value, indent=indent, ensure_ascii=False)


def letters_words(outcomes: Mapping[str, CallOutcome]) -> str:
    """Return the fate of a letter to each of the receivers, and the text that was printed on the way."""
    lines = [
        tr("to {receiver}: {answer}", receiver=receiver, answer=answer_words(outcome.value, indent=None))
        for receiver, outcome in outcomes.items()
    ]
    lines.extend(f"\n{tr('printed:')}\n{printed}" for printed in dict.fromkeys(each.printed for each in outcomes.values()) if printed)
    return "\n".join(lines)[:LONGEST_ANSWER]


def hook_notes(log: Log, phase: Phase, resolution: Resolution) -> tuple[str, ...]:
    """One line for each thing that hooks did as *phase* was adjudicated, up to the start of the next, in the sequence in which they did it.

    Args:
        log: the part for the viewer; see ``Session.hook_log``.
        resolution: what became of the phase.
    """
    begun = {*resolution.skipped, resolution.next.phase}
    entries = [
        each
        for each in log
        if (each.phase in begun if each.point is Point.PHASE else each.phase == phase and each.point is not Point.PRESS)
    ]
    return tuple(dict.fromkeys(labelled(each.hook, each.text) for each in entries))
