"""A program gets the reason in English that its line is no message; a viewer reads it in their own language."""

from __future__ import annotations

import pytest

from app.players.programs.log import in_words, misread
from app.players.programs.messages import Hello, Info, NotUnderstoodError, Orders, read_program_line
from languages import using
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one

LINES = [
    b'{"type":"orders"}',
    b'{"type":"orders","orders":"x"}',
    b'{"type":"orders","orders":[1]}',
    b'{"type":',
    b"[1]",
    b'{"a":1}',
    b"nonsense",
    b'{"type":"orders","orders":["a"]} x',
    b'{"type":"orders","orders":["\xff"]}',
    b'{"x":1e}',
    b'{"x" 1}',
    b'{"x":1 2}',
    b"",
]


@one_by_one("line", LINES)
def test_why_a_line_is_no_message_is_said_in_both_languages(line: bytes) -> None:
    with using("pseudo"):
        with pytest.raises(NotUnderstoodError) as raised:
            read_program_line(line)
        why = str(raised.value)
        said = misread(why)
    assert "⟦" not in why
    assert "⟦" in said
    assert escaped_words(said, {"orders", "array", "object", "str", "int", "utf"}) == []
    assert misread(why) == (why if b"\xff" not in line else "not a JSON object: byte 0 is no utf-8 text")


def test_what_a_program_is_called_and_says_steers_nothing() -> None:
    hello = read_program_line(b'{"type":"hello","name":"Bot\\n\\u001b[2JGM","version":"1\\u202e2","protocol":1}')
    assert isinstance(hello, Hello)
    assert (hello.name, hello.version) == ("Bot [2JGM", "12")
    said = read_program_line(b'{"type":"info","text":"one\\r\\ntwo\\u0007\\u202e"}')
    assert isinstance(said, Info)
    assert said.text == "one\ntwo"
    assert in_words(Orders(orders=("A PAR H\x1b[2J\nA MAR H",))) == "A PAR H [2J A MAR H"
