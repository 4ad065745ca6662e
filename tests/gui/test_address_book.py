"""The form of the address book: people added, changed and removed; what was written by hand meanwhile stays."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.people.address_book import read_book, save_book
from app.qt.desk.address_book_dialog import AddressBookDialog


def dialog_over(path: Path, qtbot: QtBot) -> AddressBookDialog:
    dialog = AddressBookDialog(path)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_somebody_is_written_down_and_changed_beside_what_was_written_by_hand_meanwhile(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    dialog = dialog_over(path, qtbot)
    QTest.keyClicks(dialog.name, "Dan")
    QTest.keyClicks(dialog.mails, "dan@example.org, dan@work.example")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert [(each.name, each.mails) for each in read_book(path).people] == [("Dan", ("dan@example.org", "dan@work.example"))]
    save_book(path, path.read_text() + '\n# by hand\n[[person]]\nname = "Ada"\n')
    QTest.keyClicks(dialog.language, "de")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert [(each.name, each.language) for each in read_book(path).people] == [("Dan", "de"), ("Ada", "")]
    assert "# by hand" in path.read_text()
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert [each.name for each in read_book(path).people] == ["Ada"]


def test_what_is_wrong_in_the_file_is_reported_and_a_wrong_address_is_not_saved(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    save_book(path, '[[person]]\nname = "Dan"\nmail = "dan@example.org"\n')
    dialog = dialog_over(path, qtbot)
    assert "addresses.toml:3: “mail” is not known here" in dialog.faults.text()
    QTest.keyClicks(dialog.mails, "nowhere")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert "no mail address" in dialog.said.text()
    assert read_book(path).people[0].mails == ()
