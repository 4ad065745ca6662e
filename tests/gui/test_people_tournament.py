"""Page of a tournament of people: seats by names, results typed in, standings beside them, tables in and out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QWidget

from app.qt.main_window.main_controller import MainController
from app.qt.statistics import tournament_dialog
from app.qt.statistics.tournament_dialog import PeopleTournamentDialog
from app.session.services import FileKind, FileToOpen, FileToSave
from app.statistics.tournament import PeopleTournament, read_tournament, seat_next_round
from tests.gui.answering import answering

POWERS = {"A": "Alpha", "B": "Beta of the many islands", "C": "Gamma"}
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.fixture
def dialog(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> Iterator[PeopleTournamentDialog]:
    made = PeopleTournamentDialog(controller.session.services, POWERS, controller.window)
    made.show()
    QApplication.processEvents()
    yield made
    monkeypatch.setattr(tournament_dialog, "ask", lambda *_: tournament_dialog.DISCARD)
    made.close()


def standings(dialog: PeopleTournamentDialog) -> list[tuple[str, str, str]]:
    def cell(row: int, column: int) -> str:
        item = dialog.standings.item(row, column)
        assert item is not None
        return item.text()

    return [(cell(row, 0), cell(row, 1), cell(row, 2)) for row in range(dialog.standings.rowCount())]


def write(dialog: PeopleTournamentDialog, row: int, column: int, words: str) -> None:
    item = dialog.table.item(row, column)
    assert item is not None
    item.setText(words)


def test_a_round_is_seated_and_results_give_standings(dialog: PeopleTournamentDialog) -> None:
    dialog.seat_players(NAMES)
    assert dialog.table.rowCount() == 3
    for row, centres in enumerate(("6", "3", "1")):
        write(dialog, row, 4, centres)
    assert [points for _, _, points in standings(dialog)] == ["0.783", "0.196", "0.022"]
    dialog.system.setCurrentIndex(dialog.system.count() - 1)
    dialog.formula.setText("centres")
    assert [points for _, _, points in standings(dialog)] == ["6", "3", "1"]
    dialog.formula.setText("centres +")
    assert "column 10" in dialog.note.text()


def test_a_round_is_drawn_by_a_lot_that_is_said_with_who_waits(dialog: PeopleTournamentDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    assert dialog.beginning.isVisible()
    seeds = iter((4711, 4712))
    monkeypatch.setattr(tournament_dialog, "new_seed", lambda: next(seeds))
    dialog.seat_players(NAMES)
    assert not dialog.beginning.isVisible()
    assert dialog.tournament == seat_next_round(PeopleTournament(), NAMES, tuple(POWERS), 4711)
    (waiting,) = set(NAMES) - {each.player for each in dialog.tournament.seats}
    assert dialog.note.text() == f"Drawn by lot, with the seed 4711.\nWaiting: {waiting}"


def test_the_next_round_is_offered_to_who_waited_and_not_to_who_dropped_out(
    dialog: PeopleTournamentDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def answer(_parent: QWidget, _title: str, _label: str, names: str) -> tuple[str, bool]:
        offered.append(names)
        return names.replace("Eve\n", ""), True

    monkeypatch.setattr(QInputDialog, "getMultiLineText", answer)
    dialog.seat_players(["Ada", "Eve", "Ben", "Cleo", "Dan"])
    dialog.round_button.click()
    dialog.round_button.click()
    assert offered == ["Ada\nEve\nBen\nCleo\nDan", "Ada\nBen\nCleo\nDan"]


def test_results_that_are_not_saved_are_not_lost_by_closing(
    dialog: PeopleTournamentDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cup.csv"
    answers = [tournament_dialog.CANCEL, tournament_dialog.SAVE, tournament_dialog.SAVE]
    monkeypatch.setattr(tournament_dialog, "ask", lambda *_: answers.pop(0))
    paths = [None, file]
    answering(monkeypatch, FileToSave, lambda *_: paths.pop(0))
    dialog.seat_players(NAMES)
    dialog.reject()
    assert dialog.isVisible(), "who cancels goes on"
    dialog.reject()
    assert dialog.isVisible(), "no file was named"
    dialog.reject()
    assert not dialog.isVisible()
    assert set(read_tournament(file.read_bytes(), "cup.csv").seats) == set(dialog.tournament.seats)
    dialog.show()
    dialog.reject()
    assert not dialog.isVisible(), "nothing changed since"


def test_what_is_no_number_is_not_taken(dialog: PeopleTournamentDialog) -> None:
    dialog.seat_players(NAMES)
    write(dialog, 0, 4, "many")
    assert dialog.tournament.seats[0].centres is None
    item = dialog.table.item(0, 4)
    assert item is not None
    assert item.text() == ""
    write(dialog, 0, 5, "won")
    assert dialog.tournament.seats[0].result == "won"


def test_too_few_names_are_refused_in_words(dialog: PeopleTournamentDialog) -> None:
    dialog.seat_players(["Ada", "Ben"])
    assert dialog.note.text() == "A board needs 3 players; there are 2."
    assert dialog.table.rowCount() == 0


def test_tables_are_written_and_opened(dialog: PeopleTournamentDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cup.csv"
    dialog.seat_players(NAMES)
    answering(monkeypatch, FileToSave, lambda kind, name: file if (kind, name) == (FileKind.TOURNAMENT, "tournament.csv") else None)
    dialog.save_button.click()
    assert set(read_tournament(file.read_bytes(), "cup.csv").seats) == set(dialog.tournament.seats)
    monkeypatch.setattr(tournament_dialog, "ask", lambda *_: tournament_dialog.DISCARD)
    dialog.show_tournament(read_tournament(b"round,board,power,player\n", "empty.csv"))
    answering(monkeypatch, FileToOpen, lambda _kind: file)
    dialog.open_button.click()
    assert dialog.table.rowCount() == 3


def test_commands_seat_write_down_and_say(controller: MainController, tmp_path: Path) -> None:
    file = tmp_path / "cup.csv"
    names = ",".join(f"P{number}" for number in range(7))
    assert controller.run_line(f"seat-round '{file}' --players {names}")
    assert "Board 1: AUSTRIA" in controller.status_text
    assert "Drawn by lot, with the seed " in controller.status_text
    centres = "AUSTRIA 10, ENGLAND 8, FRANCE 6, GERMANY 4, ITALY 3, RUSSIA 2, TURKEY 1"
    assert controller.run_line(f"board-result '{file}' 1 1 '{centres}'")
    assert controller.run_line(f"people-tournament '{file}' --system carnage")
    assert controller.status_text.startswith("1. P")
    assert ": 7010 (1 board)" in controller.status_text
    assert not controller.run_line(f"board-result '{file}' 1 1 'AUSTRIA ten'")
    assert "no power with a number" in controller.status_text


def test_names_of_powers_are_whole_and_numbers_stand_below_their_heads_on_the_right(dialog: PeopleTournamentDialog) -> None:
    dialog.seat_players(NAMES)
    QApplication.processEvents()
    named = dialog.table.item(1, 2)
    assert named is not None
    assert dialog.table.columnWidth(2) >= dialog.table.fontMetrics().horizontalAdvance(named.text()) + 6
    for table, numbers in ((dialog.table, {0, 1, 4, 6}), (dialog.standings, {0, 2})):
        for column in range(table.columnCount()):
            head, cell = table.horizontalHeaderItem(column), table.item(0, column)
            assert head is not None
            assert cell is not None
            side = Qt.AlignmentFlag.AlignRight if column in numbers else Qt.AlignmentFlag.AlignLeft
            assert Qt.AlignmentFlag(head.textAlignment()) & side
            assert Qt.AlignmentFlag(cell.textAlignment()) & side
