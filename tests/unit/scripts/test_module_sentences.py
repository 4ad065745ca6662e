"""The sentences of a module are found, and a module without any is passed over."""

from __future__ import annotations

from io import BytesIO

from scripts.catalogue import KEYWORDS
from scripts.module_sentences import said_in


def said(text: str) -> list[object]:
    return [found for _, _keyword, found, _ in said_in(BytesIO(text.encode()), KEYWORDS, (), {})]


def test_every_way_of_saying_is_found() -> None:
    assert said('tr("one")\nx = mark ("two")\nplural("three", "threes", 2)\n') == ["one", "two", ("three", "threes", None)]


def test_names_that_end_in_the_same_letters_say_nothing() -> None:
    assert said('str("one")\nbookmark("two")\n') == []


def test_what_is_said_in_a_place_of_an_f_string_is_found_on_one_line_and_on_several() -> None:
    assert said("x = f'({tr(\"one\")})'\n") == ["one"]
    assert said("x = f'{y}{{}} {1 if {1: 2} else mark(\"two\")}'\n") == ["two"]
    assert said("x = f'''{\n[\ntr(\"three\")]}'''\n") == ["three"]
    assert said('x = rf"""\n{\ntr(\'four\')}"""\n') == ["four"]
