"""Letters that programs write at a table go through the hooks of the game, and their senders learn the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.entries import Press
from app.session.errors import Abort
from app.session.hook_service import HookAnswer, HookChoice
from app.tables.table_letters import put_letters
from tests.unit.app.commands.test_press import LATE
from tests.unit.app.session.table_desk import TableDesk
from tests.unit.app.session.test_press_on_its_way import KEPT

LETTER = Press("FRANCE", ("AUSTRIA", "ITALY"), "Peace?")


def sent(folder: Path, source: str, letter: Press = LETTER) -> tuple[TableDesk, list[tuple[str, str]]]:
    """A table at which a program wrote *letter*, and the words to its sender."""
    desk = TableDesk(folder)
    desk.library.places.hooks.mkdir(parents=True, exist_ok=True)
    (desk.library.places.hooks / "post.hook").write_text(source, encoding="utf-8")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    if source:
        desk.run("variant post")
    desk.run("table AUSTRIA=Ada ITALY=Eva")
    told: list[tuple[str, str]] = []
    put_letters(desk.session, desk.seating, [letter], lambda power, words: told.append((power, words)))
    return desk, told


def letters(desk: TableDesk, power: str) -> list[str]:
    desk.run(f"open-seat {power}")
    found = [each.text for each in desk.session.open_turn.press]
    desk.run("close-seat")
    return found


def test_a_letter_is_there_for_those_it_is_written_to_and_leaves_nothing_to_undo(tmp_path: Path) -> None:
    desk, told = sent(tmp_path, "")
    assert told == []
    assert desk.session.document.undo_label is None
    assert [letters(desk, power) for power in ("AUSTRIA", "ITALY", "ENGLAND")] == [["Peace?"], ["Peace?"], []]
    desk.end()


def test_who_is_kept_waiting_by_a_hook_reads_nothing_yet_and_the_sender_knows(tmp_path: Path) -> None:
    desk, told = sent(tmp_path, LATE)
    assert told == [("FRANCE", "AUSTRIA will read it in 2 phases"), ("FRANCE", "ITALY will read it in 2 phases")]
    assert letters(desk, "AUSTRIA") == []
    desk.end()


def test_what_a_hook_keeps_back_is_told_to_the_sender_alone(tmp_path: Path) -> None:
    desk, told = sent(tmp_path, KEPT)
    assert told == [("FRANCE", "not delivered to ITALY: kept back")]
    assert [letters(desk, power) for power in ("AUSTRIA", "ITALY")] == [["Peace?"], []]
    desk.end()


def test_a_letter_to_nobody_who_plays_changes_nothing_and_its_sender_is_told_why(tmp_path: Path) -> None:
    heard: list[object] = []
    desk, told = sent(tmp_path, "", Press("FRANCE", ("ATLANTIS",), "Peace?"))
    desk.session.subscribe(lambda: heard.append(1))
    assert [power for power, _ in told] == ["FRANCE"]
    assert "ATLANTIS" in told[0][1]
    assert desk.seating.turn.press == ()
    assert heard == []
    desk.end()


def test_nobody_but_the_game_master_at_the_desk_looks_through_others_eyes(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table AUSTRIA=Ada --game-master Gil")
    for line in ("", "open-seat AUSTRIA"):
        desk.run(*([line] if line else []))
        with pytest.raises(Abort, match="each person opens their own seat"):
            desk.session.look_as("RUSSIA")
    desk.run("close-seat", "open-seat GM")
    desk.session.look_as("RUSSIA")
    assert desk.session.viewer == "RUSSIA"
    desk.end()
