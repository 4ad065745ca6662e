"""Edits that a crash left behind are offered wherever their file is opened, without telling what was ordered, and overwrite nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.game import library
from app.game.document import Document
from app.game.edits import process
from app.game.library import Library
from app.game.storage.journal import Recovered, recover
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.application import open_main_window
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.window_preferences import Preferences
from app.qt.widgets import dialogs
from app.session.recovery import BOTH_SIDES, DROP, LEAVE, TAKE
from app.session.services import FileToOpen, FileToSave
from tests.gui.answering import answering
from tests.gui.conftest import shut
from tests.gui.hands import Hands
from tests.gui.test_files import played, saved
from tests.unit.app.game.play import ordered


class Person:
    """Answers each question with what was agreed, and remembers them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: str | None) -> None:
        self.asked: list[str] = []
        self.offered: list[tuple[str, ...]] = []

        def ask(_parent: object, question: str, choices: tuple[str, ...], **_more: object) -> str | None:
            self.asked.append(question)
            self.offered.append(tuple(choices))
            return answer

        monkeypatch.setattr(dialogs, "ask", ask)


def crashed(path: Path, viewer: str | None = None) -> Path:
    """A game in a file, with an order of Germany's and a phase that were never saved."""
    saved(path, played())
    document = Library().open(path)
    document.look_as(viewer)
    document.perform("Order A MUN - RUH", ordered(document.game, "GERMANY", "A MUN - RUH"))
    document.perform("Process Fall 1901", process(document.game))
    left(document)
    return path


def left(document: Document) -> None:
    """Leave *document* as the death of the program would."""
    document.close(discard=False)


def phases(controller: MainController) -> list[str]:
    return [str(turn.phase) for turn in controller.session.game.line()]


@pytest.mark.parametrize("way", ["argument", "drop", "recent", "command", "dialog"])
def test_however_a_file_is_opened_the_edits_are_offered(
    way: str, controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = crashed(tmp_path / "evening.dpn")
    before = path.read_bytes()
    person = Person(monkeypatch, TAKE)
    used = controller
    match way:
        case "argument":
            window = open_main_window(Preferences(Settings(places().settings_file)), [path])
            window.make_controller()
            used = window.controller
        case "drop":
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(str(path))])
            buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            controller.window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
        case "recent":
            controller.start_page.file_requested.emit(path)
        case "command":
            controller.run("open", file=path)
        case _:
            answering(monkeypatch, FileToOpen, lambda _kind: path)
            controller.trigger("open")
    assert len(person.asked) == 1
    assert "2 changes" in person.asked[0]
    assert "The game is in " in person.asked[0]
    assert phases(used)[:2] == ["S1901M", "F1901M"]
    assert len(phases(used)) == 3
    assert used.session.document.path == path
    assert used.session.document.is_modified
    assert path.read_bytes() == before, "nothing is written before somebody saves"
    if used is not controller:
        shut(used)


def test_enter_goes_on_with_the_game_that_was_not_saved(controller: MainController, tmp_path: Path) -> None:
    page = controller.start_page
    assert page.play_button.property("role") == "primary"
    controller.window.show()
    page.play_button.setFocus()
    path = crashed(tmp_path / "evening.dpn")
    controller.start_controller.look_again()
    (banner,) = page.recovered()
    assert QApplication.focusWidget() is banner.open_button
    assert not page.play_button.property("role"), "one button is the main one"
    QTest.keyClick(banner.open_button, Qt.Key.Key_Return)
    assert controller.session.document.path == path
    assert controller.session.document.is_modified


def test_no_order_is_named_where_edits_are_offered(controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = crashed(tmp_path / "evening.dpn")
    person = Person(monkeypatch, None)
    controller.run("open", file=path)
    controller.start_controller.look_again()
    (banner,) = controller.start_page.recovered()
    words = [person.asked[0], *(each.text() for each in banner.findChildren(type(controller.start_page.trouble)))]
    for text in words:
        assert "MUN" not in text
        assert "RUH" not in text
        assert "Germany" not in text
    assert controller.page is None, "who answers nothing opens nothing"


def test_the_file_can_be_opened_without_the_edits_which_are_offered_again(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crashed(tmp_path / "evening.dpn")
    person = Person(monkeypatch, LEAVE)
    controller.run("open", file=path)
    assert len(phases(controller)) == 2
    document = controller.session.document
    controller.session.remove(document)
    document.close()
    controller.run("open", file=path)
    assert len(person.asked) == 2


def test_edits_that_are_thrown_away_are_not_offered_again(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crashed(tmp_path / "evening.dpn")
    Person(monkeypatch, DROP)
    controller.run("open", file=path)
    assert len(phases(controller)) == 2
    assert controller.session.library.left_behind(path) == ()


def test_a_file_that_went_on_since_is_a_conflict_with_both_sides_and_neither_is_written_over(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crashed(tmp_path / "evening.dpn")
    other = Library().open(path)
    for _ in range(4):
        other.perform("Process", process(other.game))
    other.save()
    other.close()
    before = path.read_bytes()
    person = Person(monkeypatch, BOTH_SIDES)
    controller.run("open", file=path)
    assert "two versions" in person.asked[0]
    assert "6 phases" in person.asked[0], "the file's side"
    assert "3 phases" in person.asked[0], "the journal's side"
    assert person.offered[0][0] == LEAVE, "Enter opens the file"
    assert len(phases(controller)) == 3
    assert controller.session.document.path is None
    target = tmp_path / "mine.dpn"
    answering(monkeypatch, FileToSave, lambda *_: target)
    assert controller.run("save")
    assert path.read_bytes() == before
    assert target.exists()


def test_on_the_start_page_too_a_conflict_is_asked_about(
    controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crashed(tmp_path / "evening.dpn")
    path.write_text(path.read_text() + "# by hand\n")
    person = Person(monkeypatch, LEAVE)
    controller.start_controller.look_again()
    (banner,) = controller.start_page.recovered()
    banner.open_button.click()
    assert "two versions" in person.asked[0]
    assert controller.session.document.path == path
    assert len(phases(controller)) == 2


def test_a_file_that_was_only_touched_is_no_conflict(controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = crashed(tmp_path / "evening.dpn")
    os.utime(path, (1, 1))
    person = Person(monkeypatch, TAKE)
    controller.run("open", file=path)
    assert "two versions" not in person.asked[0]


def test_a_game_comes_back_to_the_eyes_it_was_shown_to(
    controller: MainController, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crashed(tmp_path / "evening.dpn", viewer="FRANCE")
    Person(monkeypatch, TAKE)
    controller.run("open", file=path)
    assert controller.session.viewer == "FRANCE"
    left(controller.session.document)
    controller.session.remove(controller.session.document)
    (found,) = controller.session.library.left_behind(path)
    assert found.recovered.viewer == "FRANCE", "and again after the next crash"
    assert found.recovered.edits == 3


def test_eyes_that_changed_after_the_last_edit_are_remembered_too(controller: MainController, hands: Hands) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    controller.run("view-as", power="AUSTRIA")
    document = controller.session.document
    controller.session.remove(document)
    left(document)
    controller.start_controller.look_again()
    controller.start_page.recovered()[0].open_button.click()
    assert controller.session.viewer == "AUSTRIA"


def test_a_thousand_journals_do_not_hold_the_start_page(controller: MainController, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    controller.run("new")
    hands.move("PAR", "BUR")
    document = controller.session.document
    controller.session.remove(document)
    left(document)
    folder = controller.session.library.places.journals
    (journal,) = folder.glob("*.journal")
    for number in range(1_000):
        (folder / f"old-{number}.journal").write_bytes(journal.read_bytes())
    read: list[Path] = []

    def counted(path: Path) -> Recovered:
        read.append(path)
        return recover(path)

    monkeypatch.setattr(library, "recover", counted)
    monkeypatch.setattr(library, "open_text", lambda *_: pytest.fail("nothing is replayed before somebody wants it"))
    controller.start_controller.look_again()
    assert len(controller.start_page.recovered()) == 6
    assert len(read) == 7
    monkeypatch.undo()
    older = controller.start_page.findChild(type(controller.start_page.recovered()[0].open_button), "older")
    assert older is not None
    assert "1001 in all" in older.text()
    older.click()
    assert len(controller.start_page.recovered()) == 12
