"""Reasons that a text is no compiled board are in the language in use."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from languages import using
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one
from variants.catalogue import shipped_board
from variants.compiled_json import read_board
from variants.fault import VariantError

Change = Callable[[dict[str, Any]], object]

CHANGES: dict[str, Change] = {
    "another format": lambda board: board.update(format=0),
    "no scale": lambda board: board.update(scale="x"),
    "no width": lambda board: board.update(width=None),
    "no list": lambda board: board.update(borders={}),
    "half a pair": lambda board: board.update(adjacency=[[1]]),
    "unknown provinces": lambda board: board.update(adjacency=[["XX", "YY", 1, 1]]),
    "no table": lambda board: board.update(provinces=[]),
    "a province that is none": lambda board: board.update(provinces={"PAR": 1}),
    "too many provinces": lambda board: board.update(provinces={key: {} for key in map(str, range(9000))}),
    "an unknown border": lambda board: board["borders"][0].__setitem__(1, "XX"),
    "an unknown kind": lambda board: board["borders"][0].__setitem__(0, "wall"),
}


@one_by_one("what", CHANGES)
def test_no_english_word_is_left_in_why_it_is_no_board(what: str) -> None:
    board = json.loads(shipped_board("pure"))
    CHANGES[what](board)
    with using("pseudo"), pytest.raises(VariantError) as raised:
        read_board(json.dumps(board).encode())
    said = raised.value.faults[0].what
    assert said.startswith("⟦")
    assert escaped_words(said, {"wall", "width", "None", "provinces", "borders"}) == []


def test_a_text_that_is_no_json_is_told_as_such() -> None:
    with using("pseudo"), pytest.raises(VariantError) as raised:
        read_board(b"{")
    assert escaped_words(raised.value.faults[0].what) == []
