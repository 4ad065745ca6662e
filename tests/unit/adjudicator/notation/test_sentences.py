"""Over two hundred orders in five languages and as sites write them, each with the one order that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from adjudicator.notation import AssumptionKind, read_order
from adjudicator.phase import Phase
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()


def _sentences() -> Iterator[tuple[str, str, str, str]]:
    """Language, phase, what was written, what it is."""
    language = phase = ""
    for line in Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines():
        heading = re.fullmatch(r"\[(\w+) (\w+)\]", line)
        if heading is not None:
            language, phase = heading[1], heading[2]
        elif " => " in line and not line.startswith("#"):
            text, _, canonical = line.rpartition(" => ")
            yield language, phase, text, canonical


SENTENCES = tuple(_sentences())


def test_there_are_many_of_each_language() -> None:
    for language, least in (("German", 50), ("French", 40), ("Italian", 35), ("Spanish", 35), ("sites", 20)):
        assert sum(each[0] == language for each in SENTENCES) >= least, language


@one_by_one(("language", "phase", "text", "canonical"), SENTENCES, ids=[each[2] for each in SENTENCES])
def test_a_sentence_is_the_order_it_is(language: str, phase: str, text: str, canonical: str) -> None:
    reading = read_order(VARIANT, replace(VARIANT.start, phase=Phase.of(phase)), text)
    assert reading.error is None
    assert str(reading.order) == canonical
    guesses = {AssumptionKind.SPELLING, AssumptionKind.STRAY_COAST, AssumptionKind.MOVE_WITHOUT_VERB}
    assert not guesses & {each.kind for each in reading.assumptions}
