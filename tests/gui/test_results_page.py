"""Results to players from the window: from Process to sent, with a real server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QBuffer, QRect, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.game.document import Document
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.record import MAIN
from app.game.storage.places import places
from app.mail_out.mail_server import MailServer, SecretStore, keep_server, kept_server
from app.mail_out.outbox import MailState
from app.mail_out.posting import outbox
from app.qt.gm.results_page import ResultsPage, mail_picture
from app.qt.gm.results_part import ResultsPart
from app.qt.gm.server_dialog import ServerDialog
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets import dialogs
from languages import using
from languages.pseudo import OPENING, PSEUDO
from tests.fakes.mail_servers import PASSWORD, Handler, server_that_is_set
from tests.unit.app.game.play import fresh_game, ordered

Answer = TypeVar("Answer")


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def server(tmp_path: Path, handler: Handler, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    monkeypatch.setattr(SecretStore, "password", lambda *_: PASSWORD)
    with server_that_is_set(tmp_path, handler, monkeypatch) as found:
        yield found


def opened(controller: MainController) -> None:
    """A game by mail with orders of all powers for the spring."""
    game = fresh_game()
    for power, name in zip(game.variant.powers, ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"), strict=True):
        game = set_player(game, power, SeatedPlayer(name, f"{name.lower()}@example.org", SeatKind.POST))
        for unit in game.turn(game.last(MAIN)).position.units_of(power):
            game = ordered(game, power, f"{unit.piece} H")
    controller.session.add(Document(game))
    QApplication.processEvents()


def noted(told: list[str], words: str, answer: Answer) -> Answer:
    """Note *words*, and give *answer*."""
    told.append(words)
    return answer


def press(widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def page_of(controller: MainController, qtbot: QtBot) -> ResultsPage:
    page = controller.panels.get(ResultsPart).page
    assert page is not None
    qtbot.waitUntil(lambda: page.status.text().startswith("Made in"))
    return page


def results_page(controller: MainController, qtbot: QtBot) -> ResultsPage:
    opened(controller)
    controller.run("process", missing="process")
    controller.run("goto", phase=controller.session.game.line()[0].phase)
    assert controller.trigger("send-results")
    return page_of(controller, qtbot)


def test_two_players_are_whole_in_the_list_with_large_words_and_how_mails_look_is_a_press_away(
    controller: MainController, qtbot: QtBot
) -> None:
    controller.run_line("text-size 200")
    try:
        controller.window.setGeometry(QRect(0, 0, 1366, 768))
        page = results_page(controller, qtbot)
        QApplication.processEvents()
        whole = [row for row in page.recipients.rows.values() if row.visibleRegion().boundingRect() == row.rect()]
        assert len(whole) >= 3, "everybody, and two players"
        assert page.picture.height() >= 100
        assert not page.template.isVisible()
        press(page.form_button)
        assert page.template.isVisible()
        assert not page.recipients.isVisible()
        press(page.form_button)
        assert page.recipients.isVisible()
    finally:
        controller.run_line("text-size 100")


def test_from_process_to_seven_mails_sent_it_takes_three_presses(
    controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler
) -> None:
    opened(controller)
    presses = 0
    header = controller.panels.get(GamePanel).widget.header
    press(header.process_button)
    presses += 1
    press(header.results_button)
    presses += 1
    page = page_of(controller, qtbot)
    assert page.send_button.text() == "Send 7 mails"
    press(page.send_button)
    presses += 1
    qtbot.waitUntil(lambda: page.status.text() == "7 of 7 mails sent.")
    assert presses <= 4
    assert sorted(handler.receivers) == sorted(f"{name}@example.org" for name in ("ada", "ben", "cleo", "dan", "eve", "finn", "gus"))
    assert {row.end.text() for reader, row in page.recipients.rows.items() if reader} == {"sent"}
    assert page.recipients.wanted == ()
    assert not page.send_button.isEnabled(), "nobody gets it twice by the same press"


def test_it_shows_text_picture_and_page_of_whom_is_picked(controller: MainController, qtbot: QtBot) -> None:
    page = results_page(controller, qtbot)
    press(page.recipients.rows["FRANCE"])
    assert page.mail_title.text() == "Mail to Cleo, France"
    assert "Dear Cleo," in page.text.toPlainText()
    assert page.picture_words.text().startswith("900 × ")
    assert page.picture_words.text().endswith("same for all")
    assert page.pdf_words.text().startswith("1 page, ")
    assert not page.pdf.pixmap().isNull()
    press(page.recipients.rows[""])
    assert page.mail_title.text() == "Text for everybody"
    assert "Dear" not in page.text.toPlainText()


def test_where_there_is_much_room_across_the_pdf_stands_beside_the_picture(controller: MainController, qtbot: QtBot) -> None:
    controller.window.resize(1366, 900)
    page = results_page(controller, qtbot)
    qtbot.waitUntil(lambda: page.pdf.y() > page.picture.geometry().bottom())
    controller.window.resize(1920, 1080)
    qtbot.waitUntil(lambda: page.picture.height() > 3 * page.pdf.height())
    controller.window.resize(3840, 2160)
    qtbot.waitUntil(lambda: page.pdf.x() > page.picture.geometry().right())
    qtbot.waitUntil(lambda: page.pdf.pixmap().height() > page.height() / 2)
    assert page.picture.pixmap().width() == 900 * page.picture.LARGEST
    controller.window.resize(1366, 900)
    qtbot.waitUntil(lambda: page.pdf.y() > page.picture.geometry().bottom())
    qtbot.waitUntil(lambda: page.pdf.height() < page.height() / 2)


def after_a_letter(controller: MainController, qtbot: QtBot) -> ResultsPage:
    """The results of a phase in which Turkey wrote to England alone."""
    opened(controller)
    controller.run_line("press turkey --to england Serbia is mine")
    controller.run("process", missing="process")
    controller.run("goto", phase=controller.session.game.line()[0].phase)
    controller.trigger("send-results")
    return page_of(controller, qtbot)


def test_what_differs_for_a_player_is_marked(controller: MainController, qtbot: QtBot) -> None:
    page = after_a_letter(controller, qtbot)
    assert page.recipients.rows["ENGLAND"].end.text() == "1 differs"
    assert page.recipients.rows["FRANCE"].end.text() == "same"
    press(page.recipients.rows["ENGLAND"])
    assert page.differs.text() == "1 place differs from the others"
    marked = [each.cursor.block().text() for each in page.text.extraSelections()]
    assert marked == ["Press from Turkey to England:", "  Serbia is mine"]


@pytest.mark.thorough
def test_what_differs_is_marked_in_the_page_of_an_html_template_too(controller: MainController, qtbot: QtBot) -> None:
    page = after_a_letter(controller, qtbot)
    page.template.setCurrentIndex(page.template.findData("html"))
    page.template.activated.emit(page.template.currentIndex())
    qtbot.waitUntil(lambda: page.status.text().startswith("Made in"))
    press(page.recipients.rows["ENGLAND"])
    assert "Dear Ben," in page.text.toPlainText()
    marked = [each.cursor.selectedText() for each in page.text.extraSelections()]
    assert [each for each in marked if each.strip()] == ["Press from Turkey to England:", "Serbia is mine"]
    press(page.recipients.rows["FRANCE"])
    assert page.text.extraSelections() == []


def test_another_template_shows_at_once_and_its_fault_is_named_and_nothing_can_be_sent(controller: MainController, qtbot: QtBot) -> None:
    folder = places().settings / "results"
    folder.mkdir(parents=True)
    (folder / "bad.txt").write_text("one\n{{ results.nobody }}")
    page = results_page(controller, qtbot)
    page.template.setCurrentIndex(page.template.findData("zine"))
    page.template.activated.emit(page.template.currentIndex())
    assert "SPRING 1901" in page.text.toPlainText()
    page.template.setCurrentIndex(page.template.findData("bad"))
    page.template.activated.emit(page.template.currentIndex())
    assert "bad.txt:2: " in page.text.toPlainText()
    assert not page.send_button.isEnabled()
    assert not page.drafts_button.isEnabled()


def test_a_page_of_a_template_loads_nothing_from_outside(controller: MainController, qtbot: QtBot) -> None:
    page = results_page(controller, qtbot)
    page.template.setCurrentIndex(page.template.findData("html"))
    page.template.activated.emit(page.template.currentIndex())
    qtbot.waitUntil(lambda: page.status.text().startswith("Made in"))
    assert "Army Vienna holds" in page.text.toPlainText()
    for name in ("file:///etc/passwd", "http://example.org/x.png", "/etc/passwd"):
        found = page.text.loadResource(2, name)
        assert isinstance(found, QImage)
        assert found.isNull()
    own = page.text.loadResource(2, "cid:board@results")
    assert isinstance(own, QImage)
    assert not own.isNull()


def test_each_players_fate_is_shown_and_an_unknown_mail_is_asked_about(
    controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler.refused["ben@example.org"] = "550 no such user"
    handler.cut.add("cleo@example.org")
    page = results_page(controller, qtbot)
    press(page.send_button)
    qtbot.waitUntil(lambda: page.send_button.isVisible() and "sent." in page.status.text())
    assert page.status.text() == "5 of 7 mails sent. 1 refused. Of 1 nobody knows whether they arrived."
    rows = page.recipients.rows
    assert (rows["ENGLAND"].end.text(), rows["FRANCE"].end.text(), rows["ITALY"].end.text()) == ("refused", "unknown", "sent")
    assert "550 no such user" in rows["ENGLAND"].end.toolTip()
    asked: list[str] = []
    monkeypatch.setattr(dialogs, "ask", lambda _parent, question, _choices, **_: noted(asked, question, "It has arrived"))
    press(rows["FRANCE"].box)
    press(page.send_button)
    assert "Nobody knows whether the last mail to Cleo arrived" in asked[0]
    assert handler.receivers.count("cleo@example.org") == 1
    assert rows["FRANCE"].end.text() == "sent"


def test_that_a_mail_has_arrived_is_noted_in_the_language_in_use(
    controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler.cut.add("cleo@example.org")
    page = results_page(controller, qtbot)
    press(page.send_button)
    qtbot.waitUntil(lambda: page.send_button.isVisible() and "sent." in page.status.text())
    monkeypatch.setattr(dialogs, "ask", lambda _parent, _question, choices, **_: choices[0])
    press(page.recipients.rows["FRANCE"].box)
    with using(PSEUDO):
        press(page.send_button)
    (made,) = outbox().rounds()
    (cleo,) = [each for each in made.items if each.address == "cleo@example.org"]
    assert cleo.reply.startswith(OPENING)


def test_stop_leaves_the_rest_waiting(controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler) -> None:
    page = results_page(controller, qtbot)
    press(page.send_button)
    press(page.stop_button)
    qtbot.waitUntil(lambda: not page.stop_button.isVisible())
    (made,) = outbox().rounds()
    assert len(made.of(MailState.SENT)) + len(made.of(MailState.WAITING)) == 7
    assert len(handler.got) == len(made.of(MailState.SENT))


def test_a_window_that_goes_while_mails_are_on_their_way_loses_none(
    controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler
) -> None:
    page = results_page(controller, qtbot)
    press(page.send_button)
    part = controller.panels.get(ResultsPart)
    part.follow_session()
    assert part.page is None
    qtbot.waitUntil(lambda: part._background.wait(0))
    (made,) = outbox().rounds()
    assert made.of(MailState.SENDING, MailState.UNKNOWN) == ()
    assert len(handler.got) == len(made.of(MailState.SENT))


def test_a_server_that_is_not_there_sends_nothing_and_says_so(
    controller: MainController, qtbot: QtBot, server: MailServer, handler: Handler
) -> None:
    from dataclasses import replace

    keep_server(replace(server, port=1))
    page = results_page(controller, qtbot)
    press(page.send_button)
    qtbot.waitUntil(lambda: "cannot be reached" in page.status.text())
    assert handler.got == []
    assert page.send_button.text() == "Send 7 mails"
    assert page.send_button.isEnabled(), "they wait, and can be sent again"


def test_drafts_are_written_into_a_folder(
    controller: MainController, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    page = results_page(controller, qtbot)
    press(page.recipients.rows["TURKEY"].box)
    press(page.drafts_button)
    (folder,) = [each for each in tmp_path.iterdir() if each.is_dir() and "mails" in each.name]
    assert len(list(folder.glob("*.eml"))) == 6


def test_the_text_goes_to_the_clipboard_and_to_the_mail_program(
    controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: noted(links, bytes(url.toEncoded().data()).decode(), True))
    page = results_page(controller, qtbot)
    press(page.recipients.rows["ITALY"])
    press(page.copy_button)
    assert "Dear Eve," in QApplication.clipboard().text()
    press(page.program_button)
    assert links[0].startswith("mailto:eve@example.org?subject=")


def test_esc_goes_back_to_the_board_and_panels_come_back(controller: MainController, qtbot: QtBot) -> None:
    page = results_page(controller, qtbot)
    assert not controller.panels.get(GamePanel).dock.isVisible()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert controller.panels.get(ResultsPart).page is None
    assert controller.stack.currentWidget() is controller.page
    assert controller.panels.get(GamePanel).dock.isVisible()


def test_other_sizes_of_words_leave_the_page_open_and_other_colours_close_it(controller: MainController, qtbot: QtBot) -> None:
    page = results_page(controller, qtbot)
    part = controller.panels.get(ResultsPart)
    usual = page.text.font().pointSizeF()
    try:
        controller.run_line("text-size 150")
        QApplication.processEvents()
        assert part.page is page
        assert page.text.font().pointSizeF() == usual * 1.5
        assert page.picture.isVisible()
    finally:
        controller.run_line("text-size 100")
    assert part.page is page
    controller.run_line("theme night")
    qtbot.waitUntil(lambda: part.page is None)


def test_one_powers_eyes_open_no_page(controller: MainController) -> None:
    opened(controller)
    controller.run("process", missing="process")
    controller.session.look_as("FRANCE")
    controller.show_panel("results-out")
    assert controller.panels.get(ResultsPart).page is None


def test_players_without_addresses_have_no_button_beside_the_board(controller: MainController) -> None:
    controller.session.add(Document(fresh_game()))
    controller.run("process", missing="process")
    controller.run("goto", phase=controller.session.game.line()[0].phase)
    assert not controller.panels.get(GamePanel).widget.header.results_button.isVisible()


def test_the_server_is_set_in_a_form_that_says_what_is_wrong(qtbot: QtBot) -> None:
    dialog = ServerDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.host.setText("smtp example")
    dialog.address.setText("gm@example.org")
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert isinstance(ok, QPushButton)
    press(ok)
    assert "no name of a server" in dialog.trouble.text()
    dialog.host.setText("smtp.example.org")
    dialog.security.setCurrentIndex(1)
    dialog.security.activated.emit(1)
    press(ok)
    found = kept_server()
    assert found is not None
    assert (found.host, found.port, found.user) == ("smtp.example.org", 587, "gm@example.org")
    assert not dialog.password.isEnabled(), "this machine has no store of secrets"


def test_the_preferences_lead_to_the_mail_server(controller: MainController, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.qt.main_window.preferences_dialog import PreferencesDialog

    shown: list[str] = []
    monkeypatch.setattr(ServerDialog, "exec", lambda self: noted(shown, self.windowTitle(), 0))
    controller.trigger("preferences")
    (dialog,) = controller.window.findChildren(PreferencesDialog)
    press(dialog.mail_button)
    assert shown == ["Mail server"]


@pytest.mark.parametrize("kind", ["PNG", "JPG"])
def test_the_picture_of_a_mail_is_read_as_what_it_is(kind: str, main_window: QWidget) -> None:
    drawn = QImage(90, 60, QImage.Format.Format_RGB32)
    drawn.fill(Qt.GlobalColor.darkGreen)
    kept = QBuffer()
    kept.open(QBuffer.OpenModeFlag.WriteOnly)
    assert drawn.save(kept, kind)  # type: ignore[call-overload] # the binding takes a string
    assert mail_picture(bytes(kept.data().data())).size() == drawn.size()
    assert mail_picture(b"no picture").isNull()
    assert mail_picture(None).isNull()
