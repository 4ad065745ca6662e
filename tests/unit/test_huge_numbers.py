"""Numbers of thousands of digits in files of strangers get a sentence of our own, wherever they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.address_book.address_book import book_of
from app.game.opening import open_text
from app.import_export.received import ExchangeError
from app.import_export.saved_game import read_json
from app.presentation.theme import read_theme
from app.presentation.window_colours import ThemeError
from entente.plain_data import PlainDataError
from entente.state_json import read_state_json
from tests.quick import each_nth
from variants import standard
from variants.fault import VariantError
from variants.toml_text import read_toml

HUGE = "9" * 5000
PYTHON = re.compile(r"\w\(\)|\bsys\.|set_int_max|Traceback|[A-Z]\w+Error\b")
ROOT = Path(__file__).parents[2]


def with_huge_numbers(text: str, step: int = 1) -> list[str]:
    """The text with each *step*-th of its numbers made huge, one at a time."""
    return [text[: found.start()] + HUGE + text[found.end() :] for found in list(re.finditer(r"\d+", text))[::step]]


@each_nth(2, "name", ["docs/examples/truce.dpn", "tests/golden/games/everything.dpn"])
def test_a_game_with_a_huge_number_is_opened_and_its_faults_are_ours(name: str) -> None:
    for text in with_huge_numbers((ROOT / name).read_text(encoding="utf-8"), 7):
        opened = open_text(text.encode())
        for said in (*opened.faults, *opened.differences):
            assert PYTHON.search(str(said)) is None
            assert len(str(said)) < 2000


def test_every_reader_refuses_a_huge_number_in_our_words() -> None:
    with pytest.raises(VariantError, match="this is no TOML: a number has more than 4300 digits"):
        read_toml("a.toml", f"a = {HUGE}".encode())
    with pytest.raises(ThemeError, match=r"night\.toml: a number has more than 4300 digits"):
        read_theme(f"a = {HUGE}", "night")
    with pytest.raises(ExchangeError, match="is no JSON that can be read: a number has more than 4300 digits"):
        read_json(f'{{"a": {HUGE}}}'.encode(), "game.json")
    with pytest.raises(PlainDataError, match="not JSON: a number has more than 4300 digits"):
        read_state_json(standard(), f'{{"a": {HUGE}}}')
    (fault,) = book_of(f"a = {HUGE}".encode()).faults
    assert "a number has more than 4300 digits" in str(fault)
