"""Reason of every outcome of the conformance corpus, as a page of text that a person can check against DATC.

``python -m tests.datc.reasons`` writes it again; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.conformance import Case, Report, run_case, run_option
from adjudicator.resolution import OrderOutcome, Reason, Result
from adjudicator.variant import Variant
from tests.datc.corpus_files import corpus
from variants import standard

PAGE = Path(__file__).with_name("reasons.txt")


def reasons_of(variant: Variant, case: Case) -> str:
    """The case under the rules of *variant*; then, for each choice in an open rule, the orders of which it tells something else."""
    usual = [_told(outcome) for outcome in _outcomes(run_case(variant, case))]
    lines = [f"{case.id} {case.title}", *(f"  {line}" for line in usual)]
    for option in case.options:
        for choice in option.choices:
            told = [_told(outcome) for outcome in _outcomes(run_option(variant, case, option, choice))]
            lines.append(f"  {option.issue}={choice}")
            lines += [f"    {line}" for line in told if line not in usual]
    return "\n".join(lines) + "\n"


def _outcomes(report: Report) -> Iterator[OrderOutcome]:
    for resolution in report.resolutions:
        yield from resolution.outcomes
        yield from resolution.refused


def _told(outcome: OrderOutcome) -> str:
    """``FRANCE A PAR - BUR  bounce: bounced off unit (5.B.1) 1 against 1 BUR by GERMANY A BUR``"""
    order = f"{outcome.power} {outcome.order}{'' if outcome.given else ' (not given)'}"
    results = ", ".join(each.value for each in Result if each in outcome.results)
    return f"{order}  {results}: {'; '.join(_reason(each) for each in outcome.reasons)}"


def _reason(reason: Reason) -> str:
    parts = [reason.kind.value, f"({reason.rule})"]
    if reason.strength is not None or reason.against is not None:
        parts.append(f"{reason.strength} against {reason.against}")
    if reason.province is not None:
        parts.append(reason.province)
    if reason.by:
        parts.append("by " + " and ".join(str(unit) for unit in reason.by))
    if reason.verdict is not None and reason.verdict.refusal is not None:
        parts += [reason.verdict.refusal.value, *reason.verdict.places]
    return " ".join(parts)


def page() -> str:
    """Every case."""
    return "\n".join(reasons_of(standard(), case) for case in corpus())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
