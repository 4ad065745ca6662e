"""Faults of the answer of a hook are in the language in use, down to the expected value."""

from __future__ import annotations

from collections.abc import Mapping

from languages import using
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one
from variants.hooks.contracts import CONTRACTS, Point

ODD: Mapping[Point, list[object]] = {
    Point.START: [1, {"units": 1}, {"units": [1]}, {"units": [{"power": 1}]}, {"owners": {"par": "FRANCE"}}, {"phase": "x"}, {"rules": []}],
    Point.PRESS: [{"allow": 1}, {"delay": "x"}, {"text": 3}, {"text": "\x07"}, {"other": 1}, {"allow": None}],
    Point.PHASE: [{"open": ["x"]}, {"open": ["PAR - BUR"] * 3000}, {"skip": "yes"}],
    Point.VICTORY: [{"winners": "FRANCE"}, {"winners": [None]}, {"winners": ["france"]}],
    Point.AFTER_ADJUDICATION: [{"orders": []}, {"owners": {"PAR": 1}}, {"orders": {"france": []}}],
}
DATA = {"answer", "units", "power", "owners", "par", "rules", "phase", "allow", "delay", "text", "other", "reason", "open", "skip", "yes"}
DATA |= {"winners", "france", "orders", "kind", "coast", "log", "state", "closed", "why", "None", "True", "False"}


@one_by_one(("point", "answer"), [(point, each) for point, answers in ODD.items() for each in answers])
def test_no_english_word_is_left_in_what_is_wrong_with_an_answer(point: Point, answer: object) -> None:
    english = CONTRACTS[point].fault(answer)
    with using("pseudo"):
        said = CONTRACTS[point].fault(answer)
    assert english is not None
    assert said is not None
    assert said.startswith("⟦")
    assert escaped_words(said, DATA) == []


def test_in_german_it_reads_as_a_sentence() -> None:
    with using("de"):
        said = CONTRACTS[Point.PRESS].fault({"delay": "x"})
    assert said == "die Antwort['delay'] ist Text; erwartet wurde eine ganze Zahl"
