"""A round by mail in the window: mails are dropped, every line has its fate, board and list show one another. By real events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea

from app.commands.sending import ReminderWay
from app.post.accounting import Fate
from app.qt.desk import round_reminders
from app.qt.desk.choice_arrows import ChoiceArrows
from app.qt.desk.round_delegate import HEAD, ROW
from app.qt.desk.round_part import RoundPart
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.game_panel import GamePanel
from app.qt.shell.main_controller import MainController
from app.qt.widgets.look import read_look
from app.view.desk.fate_marks import FATE_MARKS
from app.view.window_colours import theme_ids
from tests.gui.hands import Hands

DATE = "Wed, 25 Nov 2020 17:00:00 +0000"
SEASON = {
    "ada": "Austria:\nA Vie - Gal\nA Bud - Serb\nF Tri - Alb or Ven\nGood luck all, Ada\n",
    "ben": "SIGNON Estandard sesame\nF Lon - Nth\nF Edi - Nwg\nA Lvp - Yor\nSIGNOFF\n",
    "cleo": "France:\nA Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao\nWinter 1901:\nBuild F Bre\n",
    "dan": "Germany:\nA Mun - Ruh\nA Ber - Kie\nF Kie - Den or Hol\n> A Mun - Bur\n",
    "eve": "Italy:\nA Ven H\nA Rom - Apu\nF Nap - Ion\nF Nap - Ion\n",
    "finn": "Russia:\nA Mos - Ukr\nA War - Gal\nF Sev - Bla\nF Stp - Bot\nPRESS TO TURKEY\nHello\nENDPRESS\n",
    "gus": "Turkey:\nA Con - Bul\nA Smy - Con\nF Ank - Bla\n",
}


def mail(name: str, body: str) -> str:
    return f"From: {name.title()} <{name}@example.org>\nSubject: orders\nDate: {DATE}\n\n{body}"


class Desk:
    """The round of a new game, and hands that count every press."""

    def __init__(self, controller: MainController, folder: Path) -> None:
        self.controller = controller
        self.folder = folder
        self.presses = 0
        assert controller.run("new")
        assert controller.run("round")
        self.part = controller.panels.get(RoundPart)
        QApplication.processEvents()

    @property
    def lines(self) -> dict[str, Fate]:
        """The fate of each line, by its words."""
        self.settle()
        assert self.part.sheet is not None
        return {row.words: row.fate for row in self.part.sheet.rows}

    def fate(self, words: str) -> Fate:
        """Of the line with these words."""
        return self.lines[words]

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def files(self, *names: str) -> list[Path]:
        found = []
        for name in names:
            path = self.folder / f"{name}.eml"
            path.write_text(mail(name, SEASON[name]), encoding="utf-8")
            found.append(path)
        return found

    def drop(self, paths: list[Path], at: QPoint | None = None) -> None:
        """Drop *paths* on the list: one press."""
        assert self.part.panel is not None
        viewport = self.part.panel.list.viewport()
        where = at or QPoint(viewport.width() // 2, viewport.height() - 4)
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(viewport, QDragEnterEvent(where, actions, data, buttons, keys))
        QApplication.sendEvent(viewport, QDropEvent(QPointF(where), actions, data, buttons, keys))
        self.presses += 1
        self.settle()

    def press(self, button: QPushButton) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.presses += 1
        self.settle()

    def buttons(self, beginning: str) -> list[QPushButton]:
        assert self.part.panel is not None
        found = [button for doubt in self.part.panel.list.doubts for button in doubt.buttons]
        return [button for button in found if button.text().startswith(beginning)]

    def place_of(self, words: str) -> QPoint:
        """A point on the line with these words, or on the head of that name."""
        assert self.part.panel is not None
        rows, model = self.part.panel.list, self.part.panel.list.model()
        for top in (model.index(number, 0) for number in range(model.rowCount())):
            if top.data(HEAD).name == words:
                return rows.visualRect(top).center()
            for index in (model.index(number, 0, top) for number in range(model.rowCount(top))):
                if index.data(ROW) is not None and index.data(ROW).words == words:
                    rows.scrollTo(index)
                    return rows.visualRect(index).center()
        raise AssertionError(words)

    def touch(self, words: str) -> None:
        assert self.part.panel is not None
        QTest.mouseClick(self.part.panel.list.viewport(), Qt.MouseButton.LeftButton, pos=self.place_of(words))
        self.presses += 1
        self.settle()


@pytest.fixture
def desk(controller: MainController, tmp_path: Path) -> Desk:
    return Desk(controller, tmp_path)


def test_a_season_of_seven_mails_is_ready_to_process_after_at_most_twelve_presses(desk: Desk) -> None:
    desk.drop(desk.files(*SEASON))
    assert desk.part.sheet is not None
    assert desk.part.sheet.counts[Fate.DOUBTFUL] == 2
    desk.press(desk.buttons("2  F TRI - VEN")[0])
    desk.press(desk.buttons("1  F KIE - DEN")[0])
    assert desk.part.head is not None
    assert desk.part.head.missing.text() == "Nobody"
    assert not desk.part.head.problems.isEnabled()
    turn = desk.controller.session.open_turn
    assert sum(line.is_legal for power in turn.orders for line in turn.orders_of(power)) == 22
    assert turn.resolution is None
    assert desk.presses <= 12
    assert desk.presses == 3


def test_every_line_has_its_fate_and_counts_say_the_same(desk: Desk) -> None:
    desk.drop(desk.files(*SEASON))
    lines = desk.lines
    assert lines["A Vie - Gal"] is Fate.TAKEN
    assert lines["A Bud - Serb"] is Fate.GUESSED
    assert lines["F Tri - Alb or Ven"] is Fate.DOUBTFUL
    assert lines["Build F Bre"] is Fate.LATER
    assert lines["Good luck all, Ada"] is Fate.NOT_ORDER
    assert "sesame" not in repr(desk.part.sheet)
    assert desk.part.sheet is not None
    assert sum(desk.part.sheet.counts.values()) == desk.part.sheet.lines


def test_a_mail_is_one_undo_step_also_where_seven_came_at_once(desk: Desk) -> None:
    desk.drop(desk.files("gus", "ben"))
    assert set(desk.controller.session.open_turn.orders) == {"TURKEY", "ENGLAND"}
    desk.controller.run("undo")
    assert len(desk.controller.session.open_turn.mails) == 1
    assert len(desk.controller.session.open_turn.orders) == 1
    desk.controller.run("undo")
    assert desk.lines == {}


def test_touching_a_line_shows_its_unit_and_touching_the_unit_its_line(desk: Desk) -> None:
    desk.drop(desk.files("cleo", "gus"))
    desk.touch("A Mar S A Par - Bur")
    page = desk.controller.page
    assert page is not None
    assert page.scene.picture is not None
    assert page.scene.picture.pointing.hovered == "MAR" or page.order_entry.tool.cursor == "MAR"
    hands = Hands(desk.controller)
    hands.unit("ANK")
    desk.settle()
    assert desk.part.panel is not None
    row = desk.part.panel.list.current_row
    assert row is not None
    assert row.words == "F Ank - Bla"


def test_touching_a_doubtful_line_lights_up_what_it_may_mean(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    page = desk.controller.page
    assert page is not None
    assert page.scene.picture is not None
    assert page.scene.picture.pointing.selected == "TRI"
    assert page.scene.picture.pointing.targets == {"ALB", "VEN"}


def test_an_order_that_is_changed_on_the_board_shows_at_its_line(desk: Desk) -> None:
    desk.drop(desk.files("gus"))
    desk.controller.run("order", text="F ANK - CON")
    assert desk.fate("F Ank - Bla") is Fate.REPEAT
    assert desk.part.sheet is not None
    assert "changed: F ANK - CON" in [row.reading for row in desk.part.sheet.rows]
    desk.controller.run("undo")
    assert desk.fate("F Ank - Bla") is Fate.TAKEN


def test_a_doubtful_line_is_decided_by_a_key_and_waits_again_after_undo(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    assert desk.part.panel is not None
    desk.touch("F Tri - Alb or Ven")
    QTest.keyClick(desk.part.panel.list, Qt.Key.Key_1)
    assert desk.fate("F Tri - Alb or Ven") is Fate.GUESSED
    assert "F TRI - ALB" in [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")]
    desk.controller.run("undo")
    assert desk.fate("F Tri - Alb or Ven") is Fate.DOUBTFUL


def test_a_doubtful_line_can_be_written_as_another_order(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.press(desk.buttons("Write it")[0])
    assert desk.part.panel is not None
    line = desk.part.panel.list.doubts[0].line
    assert line.isVisible()
    line.clear()
    QTest.keyClicks(line, "F Tri H")
    QTest.keyClick(line, Qt.Key.Key_Return)
    desk.settle()
    found = [line for line in desk.controller.session.open_turn.orders_of("AUSTRIA") if str(line.order) == "F TRI H"]
    assert [line.text for line in found] == ["F Tri - Alb or Ven"], "the words that were received stay beside it"
    assert desk.part.sheet is not None
    assert desk.part.sheet.needs == 0


def test_a_single_mail_that_is_dropped_on_the_head_of_a_power_is_read_as_that_power_s(desk: Desk) -> None:
    path = desk.folder / "unknown.eml"
    path.write_text(mail("zoe", "A Ven - Tyr\nF Nap - Ion\n"), encoding="utf-8")
    desk.drop([path], desk.place_of("Italy"))
    (kept,) = desk.controller.session.open_turn.mails
    assert (kept.power, kept.decided) == ("ITALY", True)


def test_only_what_needs_somebody_is_shown_where_that_is_wanted(desk: Desk) -> None:
    desk.drop(desk.files("ada", "gus"))
    panel = desk.part.panel
    assert panel is not None
    assert desk.part.head is not None
    desk.press(desk.part.head.problems)
    model = panel.list.model()
    assert [model.index(number, 0).data(HEAD).name for number in range(model.rowCount())] == ["Austria-Hungary"]
    desk.press(panel.all_button)
    assert model.rowCount() == 7
    assert desk.part.side is not None
    for fate, box in desk.part.side.boxes.items():
        if fate is not Fate.GUESSED:
            box.click()
    desk.settle()
    assert [model.index(number, 0).data(HEAD).name for number in range(model.rowCount())] == ["Austria-Hungary"]


def test_a_file_that_cannot_be_read_keeps_none_of_the_others_back(desk: Desk) -> None:
    paths = desk.files("ada", "gus")
    desk.drop([paths[0], desk.folder / "gone.eml", paths[1]])
    assert len(desk.controller.session.open_turn.mails) == 2


def test_a_mail_for_another_game_is_said_and_not_in_the_list(desk: Desk) -> None:
    path = desk.folder / "other.eml"
    path.write_text(mail("zoe", "SIGNON fghodstoo x\nA Par - Bur\n"), encoding="utf-8")
    desk.drop([path])
    assert not desk.controller.session.open_turn.mails
    page = desk.controller.page
    assert page is not None
    banner = page.banners.banner("report")
    assert banner is not None
    assert "for another game" in banner.label.text()


@pytest.mark.parametrize(("width", "has_side"), [(1200, False), (1366, True), (1920, True)])
def test_all_of_the_head_is_seen_and_the_side_folds_where_there_is_no_room(width: int, has_side: bool, desk: Desk) -> None:
    window = desk.controller.window
    window.resize(width, 800)
    desk.drop(desk.files(*SEASON))
    assert desk.part.head is not None
    assert desk.part.side is not None
    button = desk.part.head.process_button
    assert button.mapTo(window, button.rect().topRight()).x() < window.width()
    assert window.width() == width
    assert desk.part.side.isVisible() is has_side
    assert desk.controller.page is not None
    assert desk.controller.page.board.width() > width // 2, "the board keeps the most of the window"
    assert desk.controller.page.board.height() > 500


def test_a_mail_that_is_dropped_on_the_board_is_taken_in_for_its_game(desk: Desk) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in desk.files("gus")])
    keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    desk.controller.window.dropEvent(QDropEvent(QPointF(700, 400), Qt.DropAction.CopyAction, data, buttons, keys))
    assert desk.fate("F Ank - Bla") is Fate.TAKEN


def test_it_makes_room_and_brings_back_what_stood_there(desk: Desk) -> None:
    orders = desk.controller.panels.get(GamePanel).dock
    assert not orders.isVisible()
    desk.drop(desk.files("ada"))
    assert not desk.controller.panels.get(AccountingPanel).dock.isVisible(), "what came of it stands in the list"
    desk.controller.run("round")
    assert orders.isVisible()
    assert not desk.part.is_open


def test_the_head_says_the_deadline_in_the_zone_of_the_game_and_whose_orders_are_missing(desk: Desk) -> None:
    desk.controller.run("deadline", when="2090-11-24 20:00 Europe/Berlin")
    desk.drop(desk.files("gus", "ada"))
    head = desk.part.head
    assert head is not None
    assert head.due.text() == "Fri 24 Nov, 20:00 Europe/Berlin"
    assert "Austria-Hungary, 1" in head.missing.toolTip()
    assert "France, all 3" in head.missing.toolTip()
    assert head.remind_button.text() == "Remind 6"
    desk.press(head.remind_button)
    assert "Dear Austria-Hungary," in QApplication.clipboard().text()
    assert "F TRI" in QApplication.clipboard().text()


def test_process_names_what_is_missing_and_offers_to_remind(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    def answer(question: str, choices: tuple[str, ...]) -> str:
        asked.append((question, choices))
        return "Remind them"

    monkeypatch.setattr(desk.controller.services, "ask", answer)
    desk.drop(desk.files("ada", "ben"))
    assert desk.part.head is not None
    desk.press(desk.part.head.process_button)
    ((question, choices),) = asked
    assert "Nothing was received from France (3)" in question
    assert "F Tri - Alb or Ven" in question
    assert choices == ("Wait", "Process all the same", "Take them as holding", "Remind them")
    assert desk.controller.session.open_turn.resolution is None
    assert "Dear France," in QApplication.clipboard().text()


def test_after_process_the_round_is_that_of_the_next_phase(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.controller.services, "ask", lambda _question, _choices: "Process all the same")
    desk.drop(desk.files(*SEASON))
    assert desk.part.head is not None
    desk.press(desk.part.head.process_button)
    assert desk.lines == {}
    assert desk.part.head.phase.text() == "Fall 1901, movement"
    assert desk.part.head.process_button.text() == "To the open phase"
    desk.press(desk.part.head.process_button)
    assert desk.part.head.process_button.text() == "Process…"


def test_the_round_goes_with_its_game_and_is_not_for_a_table(desk: Desk) -> None:
    desk.controller.run("new")
    assert not desk.part.is_open
    assert desk.controller.panels.get(GamePanel).dock.isVisible()


@pytest.mark.parametrize("theme", ["parchment", "plain", "night"])
def test_the_ink_of_every_fate_is_seen_in_every_theme(theme: str) -> None:
    look = read_look(theme)
    for fate, mark in FATE_MARKS.items():
        if fate not in (Fate.REPEAT, Fate.NOT_ORDER):
            distance = abs(look.colour(mark.ink).lightnessF() - look.colour(mark.tint or "panel").lightnessF())
            assert distance > 0.2, f"{fate} in {theme}"
    assert len({mark.sign for mark in FATE_MARKS.values()}) == len(FATE_MARKS)


# --- the line that is touched, what comes of who lacks orders, reminders ---


def mail_program(links: list[str]) -> Callable[[str], bool]:
    """One that takes every link, and keeps it in *links*."""

    def open_link(link: str) -> bool:
        links.append(link)
        return True

    return open_link


def numbers(desk: Desk) -> ChoiceArrows:
    assert desk.part.choices is not None
    arrows = desk.part.choices.arrows
    assert arrows is not None
    return arrows


def press_number(desk: Desk, number: int) -> None:
    page = desk.controller.page
    assert page is not None
    board = page.board
    at = board.mapFromScene(numbers(desk).place_of(number, board.transform().m11()))
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.presses += 1
    desk.settle()


def test_touching_a_doubtful_line_shows_its_card_and_its_choices_as_numbers_on_the_board(desk: Desk) -> None:
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    card = desk.part.side.card
    assert card.words.text() == "F Tri - Alb or Ven"
    assert card.beside.text().startswith("Ada, line 4 · doubtful")
    assert [button.text() for button in card.buttons] == ["1   Fleet Trieste moves to Albania", "2   Fleet Trieste moves to Venice"]
    assert numbers(desk).numbers == (1, 2)
    press_number(desk, 2)
    assert desk.fate("F Tri - Alb or Ven") is Fate.GUESSED
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI - VEN"
    assert desk.part.choices is not None
    assert desk.part.choices.arrows is None, "what is decided has no choices any more"


def test_the_number_of_a_choice_is_taken_from_the_keyboard_while_the_board_has_the_keys(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.controller.page is not None
    desk.controller.page.board.setFocus()
    QTest.keyClick(desk.controller.page.board, Qt.Key.Key_1)
    desk.settle()
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI - ALB"


def test_the_card_has_the_unit_hold_and_asks_who_wrote_the_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.window.resize(1920, 1000)
    links: list[str] = []
    monkeypatch.setattr(round_reminders, "open_link", mail_program(links))
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    card = desk.part.side.card
    assert card.ask_button.text() == "Ask Ada…"
    desk.press(card.ask_button)
    assert links[0].startswith("mailto:ada@example.org?subject=")
    assert "Do%20you%20mean%3A%20Fleet%20Trieste%20moves%20to%20Albania%20or" in links[0]
    desk.press(card.hold_button)
    assert [str(line.order) for line in desk.controller.session.open_turn.orders_of("AUSTRIA")][-1] == "F TRI H"
    assert desk.part.choices is not None
    assert desk.part.choices.arrows is None
    assert not card.hold_button.isVisible()


def test_the_arrows_go_with_the_round(desk: Desk) -> None:
    desk.drop(desk.files("ada"))
    desk.touch("F Tri - Alb or Ven")
    page = desk.controller.page
    assert page is not None
    assert numbers(desk) in page.scene.items()
    desk.controller.run("round")
    assert not [item for item in page.scene.items() if isinstance(item, ChoiceArrows)]


def test_what_comes_of_each_power_is_said_and_decided_beside_the_board(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ben", "cleo", "dan", "eve", "finn", "gus"))
    desk.press(desk.buttons("1  F KIE - DEN")[0])
    assert desk.part.side is not None
    outlook = desk.part.side.outlook
    assert list(outlook.boxes) == ["AUSTRIA"]
    box = outlook.boxes["AUSTRIA"]
    assert [box.itemText(at) for at in range(box.count())] == ["Decide then", "Wait", "Hold", "Ask first"]
    box.setCurrentIndex(box.findData("hold"))
    box.activated.emit(box.currentIndex())
    desk.settle()
    assert outlook.boxes["AUSTRIA"].currentText() == "Hold"
    monkeypatch.setattr(desk.controller.services, "ask", lambda *_args: pytest.fail("nothing is left to ask about"))
    assert desk.part.head is not None
    desk.press(desk.part.head.process_button)
    assert desk.controller.session.game.line()[0].resolution is not None
    assert desk.controller.session.game.line()[0].orders["AUSTRIA"] == ()


def test_one_press_reminds_in_the_usual_way_and_the_others_are_beside_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    links: list[str] = []
    monkeypatch.setattr(round_reminders, "open_link", mail_program(links))
    desk.controller.run("player", power="AUSTRIA", name="Ada <ada@example.org>")
    desk.settle()
    head = desk.part.head
    assert head is not None
    assert [(each.text(), each.isEnabled()) for each in head.ways.actions()] == [
        ("Send by mail", False),
        ("Write in the mail program", True),
        ("Save as .eml…", True),
        ("Copy the texts", True),
    ]
    desk.press(head.remind_button)
    assert QApplication.clipboard().text().startswith("Dear Ada,")
    head.ways.actions()[1].trigger()
    assert len(links) == 1
    assert links[0].startswith("mailto:ada@example.org")
    folder = desk.folder / "reminders"
    monkeypatch.setattr(desk.controller.services, "save_path", lambda *_args: folder)
    head.ways.actions()[2].trigger()
    assert [path.suffix for path in folder.iterdir()] == [".eml"]
    ran: list[object] = []
    server = object()
    monkeypatch.setattr(round_reminders, "kept_server", lambda: server)
    host = SimpleNamespace(run=lambda *args, **more: ran.append((args, more)), session=desk.controller.session)
    monkeypatch.setattr(desk.part.reminders, "_host", host)
    assert desk.part.reminders.ways() == ("send", True, True)
    desk.press(head.remind_button)
    assert ran == [(("send-reminders",), {"by": ReminderWay.SEND})]


def test_stripes_have_the_colours_of_their_fates_and_guessed_is_not_told_as_doubtful_in_any_theme(desk: Desk) -> None:
    assert desk.part.side is not None
    for theme in theme_ids():
        look = read_look(theme)
        desk.part.side.set_look(look)
        for fate, stripe in desk.part.side.stripes.items():
            stripe.resize(4, 20)
            assert stripe.grab().toImage().pixelColor(1, 10).name() == look.colour(FATE_MARKS[fate].ink).name()
        guessed, doubtful = (look.colour(FATE_MARKS[fate].ink) for fate in (Fate.GUESSED, Fate.DOUBTFUL))
        apart = abs(guessed.hue() - doubtful.hue())
        assert theme == "print" or min(apart, 360 - apart) > 60, theme


@pytest.mark.parametrize("size", [80, 100, 150, 200])
def test_nothing_on_the_right_is_cut_off_in_any_size_of_text(size: int, desk: Desk) -> None:
    desk.controller.run_line(f"text-size {size}")
    desk.controller.window.resize(1920, 1000)
    desk.drop(desk.files("ada", "dan"))
    desk.touch("F Tri - Alb or Ven")
    assert desk.part.side is not None
    assert desk.part.panel is not None
    if not desk.part.side.isVisible():
        desk.press(desk.part.panel.details_button)
    desk.settle()
    scroll = desk.part.side.findChild(QScrollArea)
    assert scroll is not None
    inside = scroll.widget()
    assert inside is not None
    assert inside.width() <= scroll.viewport().width()
