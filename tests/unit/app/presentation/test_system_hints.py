"""View of boards where the system asks for high contrast or for stillness."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.presentation.system_hints import CONTRAST_THEME, SystemHints, after_choice, as_asked
from app.presentation.theme import Colour, contrast, theme_named
from app.session.view_options import Pace, View

ALL = SystemHints(high_contrast=True, still=True)


def test_nothing_changes_where_the_system_asks_for_nothing() -> None:
    view = View(theme="night", animation=Pace.SLOW)
    assert as_asked(view, SystemHints()) == view


def test_high_contrast_brings_its_theme_and_nothing_else() -> None:
    view = View(theme="night", animation=Pace.SLOW)
    assert as_asked(view, SystemHints(high_contrast=True)) == replace(view, theme=CONTRAST_THEME)


def test_stillness_leaves_animations_out_and_keeps_the_theme() -> None:
    view = View(theme="night", animation=Pace.SLOW)
    assert as_asked(view, SystemHints(still=True)) == replace(view, animation=Pace.OFF)


def test_a_view_that_does_not_follow_the_system_stays_as_chosen() -> None:
    view = View(theme="night", follow_system=False)
    assert as_asked(view, ALL) == view


def test_who_chooses_a_theme_here_sees_it_although_the_system_asks_for_contrast() -> None:
    before, after = View(), View(theme="night")
    hints = after_choice(ALL, before, after)
    assert as_asked(after, hints) == View(theme="night", animation=Pace.OFF)


def test_another_choice_leaves_what_the_system_asks() -> None:
    assert after_choice(ALL, View(), View(letters=True)) == ALL


WORDS = ("text", "text_soft", "text_faint", "accent", "good", "warning", "bad")


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("ground", ["window", "panel", "raised", "sunken"])
def test_words_of_the_contrast_theme_stand_out_sevenfold(word: str, ground: str) -> None:
    """Source: WCAG 2.2, success criterion 1.4.6, contrast (enhanced)."""
    colours = {key: Colour.of(value) for key, value in theme_named(CONTRAST_THEME).window.colours}
    assert contrast(colours[word], colours[ground]) >= 7
