"""The form of the address book: people added, changed and removed; what was written by hand meanwhile stays."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.address_book.address_book import read_book, save_book
from app.qt.gm.address_book_dialog import AddressBookDialog
from languages import using
from variants.catalogue import standard


def dialog_over(path: Path, qtbot: QtBot) -> AddressBookDialog:
    dialog = AddressBookDialog(path, standard())
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


def test_an_entry_that_another_program_changed_meanwhile_is_not_written_over_unseen(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    save_book(path, '[[person]]\nname = "Ada"\nmails = ["ada@example.org"]\n[[person]]\nname = "Dan"\n')
    dialog = dialog_over(path, qtbot)
    before = path.stat()
    path.write_text(path.read_text().replace("ada@example.org", "ada@example.net"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    QTest.keyClicks(dialog.language, "de")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert read_book(path).people[0].mails == ("ada@example.net",)
    assert "Ada was changed by another program since" in dialog.said.text()
    assert dialog.language.currentData() == "de"
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert (read_book(path).people[0].mails, read_book(path).people[0].language) == (("ada@example.org",), "de")


def test_the_entry_of_somebody_who_was_taken_out_meanwhile_is_written_anew_after_asking(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    save_book(path, '[[person]]\nname = "Ada"\n[[person]]\nname = "Dan"\n')
    dialog = dialog_over(path, qtbot)
    save_book(path, '[[person]]\nname = "Dan"\n')
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert [each.name for each in read_book(path).people] == ["Dan"]
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert [each.name for each in read_book(path).people] == ["Dan", "Ada"]


def test_powers_and_languages_are_said_by_name_and_kept_by_id(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    save_book(path, '[[person]]\nname = "Ada"\npowers = ["AUSTRIA", "Winter Harbour: TURKEY", "MARS"]\nlanguage = "de"\n')
    with using("de"):
        dialog = dialog_over(path, qtbot)
        assert dialog.powers.text() == "Österreich-Ungarn, Winter Harbour: Türkei, MARS"
        assert dialog.language.currentText() == "Deutsch"
        dialog.powers.setText("österreich-ungarn, Winter Harbour: Italien, MARS")
        QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    (ada,) = read_book(path).people
    assert (ada.powers, ada.language) == (("AUSTRIA", "Winter Harbour: ITALY", "MARS"), "de")


def test_a_language_that_the_program_does_not_write_stays_in_the_entry(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "addresses.toml"
    save_book(path, '[[person]]\nname = "Ada"\nlanguage = "Latin"\n')
    dialog = dialog_over(path, qtbot)
    assert dialog.language.currentText() == "Latin"
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert read_book(path).people[0].language == "Latin"
