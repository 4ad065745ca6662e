"""What the command line asks for."""

from __future__ import annotations

import pytest

from app.start import opens_window


@pytest.mark.parametrize("arguments", [[], ["evening.dpn"], ["a.dpn", "B.DPN"], ["lakes.zip"], ["lakes.dpv"], ["Board.SVG"]])
def test_nothing_and_names_of_games_and_packed_variants_open_the_window(arguments: list[str]) -> None:
    assert opens_window(arguments)


@pytest.mark.parametrize(
    "arguments", [["process", "evening.dpn"], ["help"], ["--version"], ["evening.dpn", "--trust", "orders"], ["-x.dpn"]]
)
def test_anything_else_is_a_command(arguments: list[str]) -> None:
    assert not opens_window(arguments)
