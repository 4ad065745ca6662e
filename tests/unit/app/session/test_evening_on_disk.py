"""The evening's file: saved by the table as it goes on, and open to one program at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.dpn.game_reader import read
from tests.unit.app.session.table_desk import ORDERS, TableDesk

pytestmark = pytest.mark.usefixtures("quick_locks")


def phases_of(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line.startswith("[phase ")]


def test_the_file_has_each_seat_that_closed_and_each_phase_that_was_shown(desk: TableDesk, tmp_path: Path) -> None:
    file = tmp_path / "evening.dpn"
    desk.run(f"save-as {file}")
    for power, orders in ORDERS.items():
        desk.write(power, *orders)
    assert [word for word in ("AUSTRIA", "ENGLAND", "FRANCE", "ITALY") if f"[sealed S1901M {word}]" not in file.read_text()] == []
    assert not desk.session.document.is_modified
    assert phases_of(file) == ["[phase S1901M]"]
    desk.run("show-orders")
    assert phases_of(file) == ["[phase S1901M]", "[phase F1901M]"]
    assert not desk.session.document.is_modified
    assert read(file.read_bytes()).faults == ()


def test_an_evening_in_no_file_asks_for_none(desk: TableDesk) -> None:
    desk.write("FRANCE")
    assert desk.session.document.path is None
    assert desk.services.asked == []


def test_a_file_that_another_program_changed_is_left_and_said(desk: TableDesk, tmp_path: Path) -> None:
    file = tmp_path / "evening.dpn"
    desk.run(f"save-as {file}")
    changed = file.read_text().replace("[end]", "# mine\n[end]")
    file.write_text(changed)
    desk.run("open-seat FRANCE 0815")
    assert "The game could not be saved" in desk.run("seal")
    assert file.read_text() == changed
    assert "FRANCE" in desk.seating.round.sealed
