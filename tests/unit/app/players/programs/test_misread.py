"""A program is told in English why its line is no message; whoever looks on reads it in their own language."""

from __future__ import annotations

import pytest

from app.players.programs.messages import NotUnderstoodError, read_program_line
from app.players.programs.misread import misread
from languages import using
from tests.escaped_sentences import escaped_words

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


@pytest.mark.parametrize("line", LINES)
def test_why_a_line_is_no_message_is_said_in_both_languages(line: bytes) -> None:
    with using("pseudo"):
        with pytest.raises(NotUnderstoodError) as raised:
            read_program_line(line)
        why = str(raised.value)
        said = misread(why)
    assert "⟦" not in why
    assert "⟦" in said
    assert escaped_words(said, {"orders", "array", "object", "str", "int", "utf"}) == []
    assert misread(why) == why
