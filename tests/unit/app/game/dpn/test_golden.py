"""Whole games kept as text, replayed line by line. ``ENTENTE_RENEW=1`` writes them again; a person looks at the difference."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.game.branch_edits import fork
from app.game.dpn.writer import write
from app.game.edits import process
from app.game.ending_edits import declare_draw
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, Cursor, Game
from tests.quick import few
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import played_game

FOLDER = Path(__file__).parents[4] / "golden" / "games"


def _branches() -> Game:
    """A game with a fork of the past, a fork of the fork, and a draw."""
    game = declare_draw(played_game(9, seed=8))
    game = process(process(fork(game, Cursor(MAIN, 3)), "b2"), "b2")
    return process(fork(game, Cursor("b2", 4), "the other one"), "the other one")


GAMES: dict[str, Callable[[], Game]] = {
    "twenty-years": lambda: played_game(60, seed=1),
    "long-game": lambda: played_game(40, seed=12),
    "branches": _branches,
    "everything": game_with_everything,
}


def played_again(name: str) -> str:
    """The text of a game, played again; without the variant's checksum, so that a word in its manifest changes no game."""
    return write(replace(GAMES[name](), variant_checksum=""))


@pytest.mark.parametrize("name", few(sorted(GAMES), *(each for each in GAMES if each not in {"twenty-years", "long-game"})))
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    path = FOLDER / f"{name}.dpn"
    text = played_again(name)
    if os.environ.get("ENTENTE_RENEW") == "1":
        path.write_text(text)
    assert text.splitlines() == path.read_text().splitlines()


@pytest.mark.parametrize("name", few(sorted(path.stem for path in FOLDER.glob("*.dpn")), "branches", "everything", "twenty-years"))
def test_a_golden_game_is_read_without_a_fault_and_written_back_byte_for_byte(name: str) -> None:
    path = FOLDER / f"{name}.dpn"
    found = open_text(path.read_bytes(), path.name)
    assert found.faults == ()
    assert found.standing in {FileStanding.CHECKED, FileStanding.UNCHECKED}
    ready = found.ready()
    assert ready.writer.compose(ready.game).data == path.read_bytes()


def test_the_folder_holds_the_games_that_are_played_and_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.dpn")} == set(GAMES)
