"""Themes are files; a faulty one says what is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

import pytest

from app.presentation import window_colours
from app.presentation.theme import Colour, contrast, read_theme, theme_named
from app.presentation.window_colours import KEYS, ThemeError, theme_file, theme_ids
from resources import resource

PARCHMENT = (Path(__file__).resolve().parents[4] / "resources" / "themes" / "parchment.toml").read_text(encoding="utf-8")


def test_the_shipped_themes_are_there_and_parchment_comes_first() -> None:
    assert theme_ids()[0] == "parchment"
    assert set(theme_ids()) >= {"parchment", "plain", "night", "print", "contrast"}


@pytest.mark.parametrize("theme_id", theme_ids())
def test_names_stand_out_from_their_halo(theme_id: str) -> None:
    ink = theme_named(theme_id).ink
    assert contrast(ink.label, ink.label_halo) > 7


@pytest.mark.parametrize("theme_id", theme_ids())
def test_the_mark_of_a_failure_can_be_read(theme_id: str) -> None:
    orders = theme_named(theme_id).orders
    assert contrast(orders.danger, orders.danger_ink) > 3
    assert contrast(orders.void, orders.void_ink) > 3


GROUNDS = ("window", "panel", "raised", "sunken", "hover")
TEXTS = {
    "text": (*GROUNDS, "selection", "accent_soft", "notice_soft", "warning_soft", "bad_soft"),
    "text_soft": (*GROUNDS, "selection", "accent_soft"),
    "text_faint": GROUNDS,
    "accent": GROUNDS,
    "accent_text": ("accent",),
    "good": ("window", "panel", "raised", "hover"),
    "notice": ("window", "panel", "raised", "hover", "notice_soft"),
    "warning": ("window", "panel", "raised", "hover", "warning_soft"),
    "bad": ("window", "panel", "raised", "hover", "bad_soft"),
    "chrome_text": ("chrome",),
    "chrome_soft": ("chrome",),
}
"""Colours of words to what they stand on."""

EDGES = {
    "line_strong": ("window", "panel", "raised", "sunken"),
    "accent": ("window", "panel", "raised", "sunken"),
    "bad": ("window", "panel", "raised", "bad_soft"),
    "warning": ("panel", "warning_soft"),
}
"""Edges of fields and buttons, as they are and in focus, to what lies inside and around them."""


def too_weak(theme_id: str, pairs: Iterable[tuple[str, str]], least: float) -> list[str]:
    colours = {key: Colour.of(value) for key, value in theme_named(theme_id).window.colours}
    return [
        f"{theme_id}: {first} on {second} {ratio:.2f}"
        for first, second in pairs
        if (ratio := contrast(colours[first], colours[second])) < least
    ]


def flat(table: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(first, second) for first, grounds in table.items() for second in grounds]


# 4.5 for text and 3 for edges are those of the Web Content Accessibility Guidelines 2.2 (1.4.3, 1.4.11).
@pytest.mark.parametrize("theme_id", theme_ids())
def test_words_of_the_window_are_read_on_whatever_they_stand_on(theme_id: str) -> None:
    assert too_weak(theme_id, flat(TEXTS), 4.5) == []


@pytest.mark.parametrize("theme_id", theme_ids())
def test_edges_of_fields_are_seen(theme_id: str) -> None:
    assert too_weak(theme_id, flat(EDGES), 3.0) == []


@pytest.mark.parametrize("theme_id", theme_ids())
def test_what_the_style_sheet_puts_on_one_another_is_seen(theme_id: str) -> None:
    sheet = (resource("looks", "window.qss")).read_text(encoding="utf-8")
    texts, edges = set(), set()
    for rule, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        inks = re.findall(r"(?<![-\w])color: \$(\w+)", body)
        fills = re.findall(r"(?<![-\w])background: \$(\w+)", body)
        borders = re.findall(r"(?<![-\w])border(?:-color)?: (?:[\d.]+px \w+ )?\$(\w+)", body)
        if ":disabled" in rule:  # what cannot be used is exempt (1.4.3)
            continue
        texts |= set(product(inks, fills))
        if re.search(r"QLineEdit|QPlainTextEdit|QSpinBox|QComboBox|QPushButton|::indicator|paper", rule):
            # what is filled with the accent is a shape by itself, which EDGES has
            edges |= {(border, fill) for border, fill in product(borders, fills) if fill != "accent"}
    assert len(texts) >= 8
    assert len(edges) >= 3
    assert too_weak(theme_id, sorted(texts), 4.5) == []
    assert too_weak(theme_id, sorted(edges), 3.0) == []


def test_a_file_beside_the_others_is_a_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dusk-of-a-test.toml").write_text(
        theme_file("night").read_text(encoding="utf-8").replace('"Night"', '"Dusk"'), encoding="utf-8"
    )
    monkeypatch.setattr(window_colours, "THEMES", tmp_path)
    assert theme_ids() == ("dusk-of-a-test",)
    assert theme_named("dusk-of-a-test").name == "Dusk"


def test_an_unknown_theme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ThemeError, match="parchment"):
        theme_named("moonlight")


def test_a_missing_colour_is_named_with_its_place() -> None:
    text = "\n".join(line for line in PARCHMENT.splitlines() if not line.startswith("coast ="))
    with pytest.raises(ThemeError, match=r"mine\.toml: ink\.coast: expected a colour"):
        read_theme(text, "mine")


def test_a_colour_of_another_form_is_named_with_its_place() -> None:
    with pytest.raises(ThemeError, match=r"mine\.toml: ink\.coast: not a colour: 'brown'"):
        read_theme(PARCHMENT.replace('coast = "#2b2a2a"', 'coast = "brown"'), "mine")


def test_a_number_that_is_none_is_named_with_its_place() -> None:
    with pytest.raises(ThemeError, match=r"mine\.toml: land\.light: expected a number"):
        read_theme(PARCHMENT.replace("light = 0.10", 'light = "much"'), "mine")


@pytest.mark.parametrize("text", ["", "= =", "[sea]\ntop = 1", "sea = 3"])
def test_what_is_no_theme_is_refused(text: str) -> None:
    with pytest.raises(ThemeError):
        read_theme(text, "mine")


def test_a_giant_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(ThemeError, match="longer than"):
        read_theme("#" * 300_000, "mine")


def test_an_incomplete_theme_says_everything_that_it_lacks() -> None:
    text = PARCHMENT.replace('coast = "#2b2a2a"', "").replace("light = 0.10", 'light = "much"').replace("[unit]", "[units]")
    text = text.replace('accent = "#1f4e79"', "").replace('chrome = "#2e3c4b"', 'chrome = "grey"')
    with pytest.raises(ThemeError) as caught:
        read_theme(text, "mine")
    said = str(caught.value)
    for place in ("ink.coast", "land.light", "unit", "unit.ring", "window.accent", "window.chrome"):
        assert any(line.startswith("mine.toml") and f" {place}: expected" in line for line in said.splitlines()), place


@pytest.mark.parametrize("theme_id", theme_ids())
def test_the_windows_table_is_read_as_any_reader_of_toml_reads_it(theme_id: str) -> None:
    raw = tomllib.loads(theme_file(theme_id).read_text(encoding="utf-8"))
    window = theme_named(theme_id).window
    assert dict(window.colours) == raw["window"]
    assert window.dark is raw.get("dark", False)
    assert set(raw["window"]) == set(KEYS)


@pytest.mark.parametrize(
    "line", ['accent.x = "#1f4e79"', 'accent = "#1f4e79ff"', 'accent = "#1f4e79" x', "accent = #1f4e79", 'accent = """#1f4e79"""']
)
def test_what_the_windows_table_cannot_hold_is_refused_with_its_line(line: str) -> None:
    text = PARCHMENT.replace('accent = "#1f4e79"', line)
    with pytest.raises(ThemeError, match=r"mine\.toml"):
        read_theme(text, "mine")


def test_a_comment_may_follow_a_colour_of_the_window() -> None:
    text = PARCHMENT.replace('accent = "#1f4e79"', "accent = '#123456'  # blue")
    assert dict(read_theme(text, "mine").window.colours)["accent"] == "#123456"
