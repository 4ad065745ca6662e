"""Edits that a crash left behind are recovered, or discarded, by one command: from the start page, the menu and the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.edits import new_game
from app.game.library import Library
from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.game.play import ordered
from variants.catalogue import standard


def crash(name: str) -> Path:
    """The journal of a game with one order that no file has."""
    library = Library()
    before = {each.key for each in library.recoverable()}
    document = library.new(new_game(standard(), name))
    document.perform("Order A PAR - BUR", ordered(document.game, "FRANCE", "A PAR - BUR"))
    document.close(discard=False)
    (found,) = (each for each in library.recoverable() if each.key not in before)
    return Path(found.key)


def test_the_game_of_a_journal_is_brought_back_with_its_orders() -> None:
    first, _ = crash("First"), crash("Second")
    desk = Desk(game=False)
    said = desk.run(f"recover {first}")
    assert "First is back with its last change" in said
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    desk.run("recover")
    assert desk.session.game.name == "Second"


def test_edits_are_thrown_away_only_by_the_name_of_their_journal() -> None:
    journal = crash("First")
    desk = Desk(game=False)
    with pytest.raises(CommandError, match="needs the journal"):
        desk.run("recover --drop")
    assert "First: what was not saved is thrown away" in desk.run(f"recover {journal} --drop")
    assert desk.session.library.recoverable() == ()
    assert desk.session.documents == ()


def test_nothing_left_is_said(tmp_path: Path) -> None:
    desk = Desk(game=False)
    with pytest.raises(CommandError, match="There is no unsaved game to bring back"):
        desk.run("recover")
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(CommandError, match="nothing unsaved is left there"):
        desk.run(f"recover {other} --drop")
    assert other.is_file(), "only journals are thrown away"
