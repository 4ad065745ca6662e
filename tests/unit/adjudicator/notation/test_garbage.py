"""The readers answer any text; they never raise, and their places lie within the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.errors import MalformedOrderError
from adjudicator.notation import parse_order, read_order, read_orders
from tests.quick import examples
from tests.thorough import rounds
from variants import standard

VARIANT = standard()
WORDS = (
    "A F Par paris BUR Gulf of the Liv Stp /nc (sc) north coast - -> – to S supports C convoys via convoy holds H build remove waive 2 3. "
    "France: German Austria-Hungary , ; . > (*bounce*) please not Nth Eng Mid-Atlantic Rumenia é 😀 \0 's D R B retreats < ) : ? & and"
)
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=24).map(" ".join), st.lists(PIECES, max_size=24).map("".join))


@pytest.mark.slow
@pytest.mark.parametrize("part", rounds(1, 6))
@settings(max_examples=examples(100), deadline=None)
@given(text=TEXTS)
def test_one_order(part: int, text: str) -> None:
    reading = read_order(VARIANT, VARIANT.start, text, "FRANCE")
    assert (reading.order is None) != (reading.error is None)
    spans = [each.span for each in reading.assumptions] + ([reading.error.span] if reading.error else [])
    for span in spans:
        assert 0 <= span.start <= span.end <= len(text)
    if reading.order is not None:
        again = read_order(VARIANT, VARIANT.start, str(reading.order), "FRANCE")
        assert str(again.order) == str(reading.order)


@pytest.mark.parametrize("part", rounds(1, 4))
@settings(max_examples=examples(40), deadline=None)
@given(text=st.lists(TEXTS, max_size=6).map("\n".join))
def test_many_orders(part: int, text: str) -> None:
    sheet = read_orders(VARIANT, VARIANT.start, text)
    lines = text.splitlines()
    for entry in sheet.entries:
        start = entry.column - 1
        assert lines[entry.line - 1][start : start + len(entry.reading.text)] == entry.reading.text


@pytest.mark.slow
@settings(max_examples=examples(300), deadline=None)
@given(TEXTS)
def test_canonical_text(text: str) -> None:
    try:
        order = parse_order(text)
    except MalformedOrderError as error:
        where = error.span
    else:
        assert str(order) == text
        return
    assert where is not None
    assert 1 <= where.column <= len(text) + 2
