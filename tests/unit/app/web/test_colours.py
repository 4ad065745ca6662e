"""Colours of the pages: letters on what is a power's own are read by day and by night, whichever the board."""

from __future__ import annotations

import re

import pytest

from app.presentation.drawn_boards import drawn_board
from app.presentation.theme import Colour, contrast
from app.web.page_parts import colours_css, power_numbers

LEAST = 4.5
"""Contrast that WCAG asks of text."""


@pytest.mark.parametrize("variant_id", ["standard", "chaos", "britain", "pure"])
def test_letters_on_a_power_s_band_are_read_by_day_and_by_night(variant_id: str) -> None:
    drawn = drawn_board(variant_id)
    variant = drawn.folder.variant
    style = colours_css(variant, variant.start, drawn.styles)
    found = {name: Colour.of(value) for name, value in re.findall(r"--((?:band|onband)\d+):(#[0-9a-f]{6})", style)}
    measured = {power: contrast(found[f"band{number}"], found[f"onband{number}"]) for power, number in power_numbers(variant).items()}
    assert {power for power, ratio in measured.items() if ratio < LEAST} == set()
    assert len(found) == 2 * len(measured), "a band is the same by day and by night"


@pytest.mark.parametrize("night", [False, True])
def test_words_of_the_pages_are_read_on_every_ground_of_theirs(night: bool) -> None:
    drawn = drawn_board("standard")
    variant = drawn.folder.variant
    day, _, dark = colours_css(variant, variant.start, drawn.styles).partition("@media (prefers-color-scheme:dark)")
    found = {name: Colour.of(value) for name, value in re.findall(r"--w-([a-z-]+):(#[0-9a-f]{6})[;}]", dark if night else day)}
    pairs = [
        *(
            (words, ground)
            for words in ("text", "text-soft")
            for ground in ("window", "panel", "raised", "sunken", "warning-soft", "bad-soft")
        ),
        *((words, "panel") for words in ("accent", "good", "warning", "bad", "notice")),
        ("accent-text", "accent"),
        ("text", "accent-soft"),
        ("text", "notice-soft"),
    ]
    low = {pair: round(ratio, 2) for pair in pairs if (ratio := contrast(found[pair[0]], found[pair[1]])) < LEAST}
    assert low == {}
