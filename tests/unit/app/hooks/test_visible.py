"""Texts that people agree to are displayed unchanged: nothing in them is out of sight or other than it looks."""

from __future__ import annotations

import pytest

from app.hooks.hook_consent import hidden, visible
from tests.quick import one_by_one


@one_by_one(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟦U+202E RIGHT-TO-LEFT OVERRIDE⟧b"),
        ("zero\u200bwidth", "zero⟦U+200B ZERO WIDTH SPACE⟧width"),
        ("# remark\u2028evil()", "# remark⟦U+2028 LINE SEPARATOR⟧evil()"),
        ("# remark\revil()", "# remark⟦U+000D⟧evil()"),
        ("x\x00y\x1b[2J", "x⟦U+0000⟧y⟦U+001B⟧[2J"),
        ("a\u00a0b", "a⟦U+00A0 NO-BREAK SPACE⟧b"),
        ("a\ufe0fb\u3164", "a⟦U+FE0F VARIATION SELECTOR-16⟧b⟦U+3164 HANGUL FILLER⟧"),
        ("p\u0430ss", "p\u0430⟦U+0430 CYRILLIC SMALL LETTER A⟧ss"),
        ("\uff4fpen", "\uff4f⟦U+FF4F FULLWIDTH LATIN SMALL LETTER O⟧pen"),
        ("pass" + " " * 200 + "evil()", "pass ⟦199 blanks⟧evil()"),
    ],
)
def test_what_cannot_be_seen_or_misleads_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert hidden(text)


@pytest.mark.parametrize("text", ["def f(a):\n\treturn a", "München größer", "привет", "日本", "ἀλήθεια"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text
    assert not hidden(text)
