"""Messages of the adjudicator on a text or a position, which are English, in the language in use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator.adjudicating import adjudicate
from adjudicator.conformance import Report, read_corpus, run_case
from adjudicator.notation import parse_order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import Location, Piece, Unit
from entente.words.rule_faults import case_fault, rule_fault
from languages import using
from resources import resource
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one
from variants.catalogue import standard

START = standard().start


def with_units(*units: Unit) -> Position:
    return replace(START, units=units)


PARIS = Unit("FRANCE", Piece("A", Location("PAR")))
ALLOWED = {"tomorrow", "KeyError", "case", "nosuch", "standard", "nmr"}

REFUSED: dict[str, Callable[[], object]] = {
    "no phase": lambda: Phase.of("tomorrow"),
    "a phase of another calendar": lambda: adjudicate(standard(), replace(START, phase=Phase("X", 1901, PhaseKind.MOVEMENT)), {}),
    "two units in one province": lambda: adjudicate(standard(), with_units(PARIS, PARIS), {}),
    "a unit where none can stand": lambda: adjudicate(standard(), with_units(Unit("FRANCE", Piece("F", Location("PAR")))), {}),
    "no rulebook": lambda: Rules.of("nosuch"),
    "no rule": lambda: Rules.of("9.Z=x"),
    "no choice": lambda: Rules.of("nmr=nosuch"),
    "no cases": lambda: read_corpus("[other]"),
    "no TOML": lambda: read_corpus("case = "),
}


@one_by_one("what", REFUSED)
def test_what_the_rules_refuse_is_said_in_the_language_in_use(what: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        REFUSED[what]()
    with using("pseudo"):
        said = rule_fault(raised.value)
    assert said.startswith("⟦")
    listed = set(re.findall(r"\w+", str(raised.value).partition("; there are ")[2]))
    assert escaped_words(said, ALLOWED | listed) == []


@one_by_one(
    "text", ["A PAR X", "A PAR", "a PAR H", "A P!R H", "A PAR -", "F NTH C A LON X NWY", "A PAR H H", "A PAR - LON VIA x", "A" * 500]
)
def test_why_a_text_is_no_canonical_order_is_said_in_the_language_in_use(text: str) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - the message is what is looked at
        parse_order(text)
    with using("pseudo"):
        said = rule_fault(type(raised.value)(raised.value.message))  # type: ignore[attr-defined]
    assert said.startswith("⟦")
    assert escaped_words(said, set(text.split())) == []


def test_what_differs_in_a_case_is_said_in_the_language_in_use() -> None:
    faults: list[str] = []
    for file in sorted(resource("datc").glob("*.toml")):
        for case in read_corpus(file.read_text(encoding="utf-8")):
            other = replace(case.main, after=("nothing",), dislodged=("nobody",), words=tuple("odd" for _ in case.main.words))
            report: Report = run_case(standard(), replace(case, main=other))
            faults += report.faults
        if len(faults) > 100:
            break
    with using("pseudo"):
        for fault in faults:
            assert case_fault(fault).startswith("⟦"), fault
