"""Themes are files; a faulty one says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.view.colour import contrast
from app.view.theme import ThemeError, read_theme, theme_ids, theme_named

PARCHMENT = (Path(__file__).resolve().parents[4] / "resources" / "themes" / "parchment.toml").read_text(encoding="utf-8")


def test_the_four_themes_are_there_and_parchment_comes_first() -> None:
    assert theme_ids()[0] == "parchment"
    assert set(theme_ids()) >= {"parchment", "plain", "night", "print"}


@pytest.mark.parametrize("theme_id", theme_ids())
def test_names_stand_out_from_their_halo(theme_id: str) -> None:
    ink = theme_named(theme_id).ink
    assert contrast(ink.label, ink.label_halo) > 7


@pytest.mark.parametrize("theme_id", theme_ids())
def test_the_mark_of_a_failure_can_be_read(theme_id: str) -> None:
    orders = theme_named(theme_id).orders
    assert contrast(orders.danger, orders.danger_ink) > 3
    assert contrast(orders.void, orders.void_ink) > 3


def test_an_unknown_theme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ThemeError, match="parchment"):
        theme_named("moonlight")


def test_a_missing_colour_is_named_with_its_place() -> None:
    text = "\n".join(line for line in PARCHMENT.splitlines() if not line.startswith("coast ="))
    with pytest.raises(ThemeError, match=r"mine: ink\.coast: expected a colour"):
        read_theme(text, "mine")


def test_a_colour_of_another_form_is_named_with_its_place() -> None:
    with pytest.raises(ThemeError, match=r"mine: ink\.coast: not a colour: 'brown'"):
        read_theme(PARCHMENT.replace('coast = "#2b2a2a"', 'coast = "brown"'), "mine")


def test_a_number_that_is_none_is_named_with_its_place() -> None:
    with pytest.raises(ThemeError, match=r"mine: land\.relief: expected a number"):
        read_theme(PARCHMENT.replace("relief = 0.55", 'relief = "much"'), "mine")


@pytest.mark.parametrize("text", ["", "= =", "[sea]\ntop = 1", "sea = 3"])
def test_what_is_no_theme_is_refused(text: str) -> None:
    with pytest.raises(ThemeError):
        read_theme(text, "mine")


def test_a_giant_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(ThemeError, match="longer than"):
        read_theme("#" * 300_000, "mine")
