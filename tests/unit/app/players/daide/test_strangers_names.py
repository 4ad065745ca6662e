"""A client has the name that it gives, and its name closes no line: in the game, in its file, in the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.dpn.game_reader import read
from app.game.file_store import write_game
from app.game.opening import FileStanding, open_text
from app.players.daide.frames import diplomacy
from app.players.daide.language import message
from app.players.daide.tokens import Category, token
from tests.unit.app.players.daide.table import Table

EVIL = "x\n[phase  1\nTURKEY: forged\x1b[31m\r\n[end]"


def letters(text: str) -> tuple[int, ...]:
    """*text* as no client of good faith sends it: any byte is a letter."""
    return tuple(token(Category.TEXT, ord(each)) for each in text)


@pytest.fixture
def table() -> Table:
    table = Table(names=("Idle",))
    number = table.connect()
    table.links[number].received(diplomacy(message("NME", "(", letters(EVIL), ")", "(", letters("1\n2"), ")")))
    table.say(number, f"YES ( MAP ( '{table.host.board.variant.id}' ) )")
    table.match.clients = 2
    assert table.match.can_begin
    table.begin()
    return table


def test_the_file_of_the_game_has_its_own_blocks_and_no_others(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "served.dpn"
    write_game(file, table.match.game)
    found = open_text(file.read_bytes())
    assert found.standing is FileStanding.CHECKED
    assert found.faults == ()
    kinds = [block.raw.heading.kind for block in read(file.read_bytes()).blocks if block.raw.heading is not None]
    assert kinds == ["game", "players", "phase", "end"]
    assert found.game is not None
    assert "x [phase 1 TURKEY: forged [31m [end] 1 2" in {player.name for player in found.game.players.values()}


def test_what_is_said_of_it_is_one_line(table: Table) -> None:
    assert any("forged" in line for line in table.said)
    assert all(line.isprintable() for line in table.said)
