"""A round by mail in the window: mails are dropped, every line has its fate, board and list show one another. By real events."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.mail_in.accounting import Fate
from app.presentation.round_words import FATE_MARKS
from app.qt.gm.round_rows import HEAD
from app.qt.gm.round_side import RoundHead
from app.qt.main_window.main_controller import MainController
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.look import read_look
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands
from tests.gui.mail_round import SEASON, Desk, mail


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


def test_every_button_below_a_doubtful_line_is_seen_whatever_the_width_of_the_list(desk: Desk) -> None:
    desk.drop(desk.files(*SEASON))
    assert desk.part.panel is not None
    rows = desk.part.panel.list
    for width in range(300, 440, 5):
        rows.setFixedWidth(width)
        desk.settle()
        for doubt in rows.doubts:
            assert doubt.height() >= doubt.heightForWidth(doubt.width()), f"in a list {width} pixels wide"


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

    answering(monkeypatch, ChoiceQuestion, answer)
    desk.drop(desk.files("ada", "ben"))
    assert desk.part.head is not None
    desk.press(desk.part.head.process_button)
    ((question, choices),) = asked
    assert "Nothing was received from France (3)" in question
    assert "F Tri - Alb or Ven" in question
    assert choices == ("Wait", "Process all the same", "Let them hold", "Remind them")
    assert desk.controller.session.open_turn.resolution is None
    assert "Dear France," in QApplication.clipboard().text()


def processed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> RoundHead:
    """The head once a season with a deadline was processed."""
    answering(monkeypatch, ChoiceQuestion, lambda _question, _choices: "Process all the same")
    desk.controller.run("deadline", when="2090-11-24 20:00 Europe/Berlin")
    desk.drop(desk.files(*SEASON, "ada"))
    head = desk.part.head
    assert head is not None
    desk.press(head.process_button)
    return head


def test_after_process_the_round_goes_on_to_results_and_the_next_deadline(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    head = processed(desk, monkeypatch)
    docks = desk.controller.panels
    assert head.isVisible()
    assert head.phase.text() == "Results of Spring 1901, movement"
    assert head.beside.text() == "next: Fall 1901, movement"
    assert not head.problems.isVisible()
    assert desk.part.panel is not None
    assert not desk.part.panel.isVisible(), "the mails of the phase that is over stand there no more"
    assert docks.get(GamePanel).dock.isVisible(), "results stand where they always stand"
    assert head.results_button.isVisible()
    assert head.propose_button.text() == "Due Fri 24 Nov, 20:00", "no earlier than the one that players know"
    desk.press(head.propose_button)
    assert head.due.text() == "Fri 24 Nov, 20:00 Europe/Berlin"
    assert not head.propose_button.isVisible()
    assert head.process_button.text() == "Go on"
    desk.press(head.process_button)
    assert not desk.part.is_open
    assert not head.isVisible()
    assert not desk.part.panel.isVisible()
    assert desk.part.side is not None
    assert not desk.part.side.isVisible()
    assert docks.get(GamePanel).dock.isVisible()
    assert str(desk.controller.session.turn.phase) == "F1901M"


def test_undo_after_process_brings_the_round_back_with_its_mails(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    head = processed(desk, monkeypatch)
    desk.controller.run("undo")
    desk.settle()
    assert desk.part.panel is not None
    assert desk.part.panel.isVisible()
    assert head.process_button.text() == "Process…"
    assert head.problems.isVisible()
    assert desk.fate("A Vie - Gal") is Fate.TAKEN
    assert not desk.controller.panels.get(GamePanel).dock.isVisible()


def test_closing_it_at_any_point_leaves_nothing_of_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    processed(desk, monkeypatch)
    desk.controller.run("round")
    assert desk.part.head is not None
    assert not desk.part.is_open
    assert not desk.part.head.isVisible()
    desk.controller.run("next-phase")
    desk.controller.run("round")
    assert desk.part.panel is not None
    assert desk.part.panel.isVisible()
    desk.press(desk.part.panel.close_button)
    assert not desk.part.panel.isVisible()
    assert desk.controller.panels.get(GamePanel).dock.isVisible()


def test_what_was_said_of_mails_goes_with_their_phase(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    page = desk.controller.page
    assert page is not None
    other = desk.folder / "other.eml"
    other.write_text("From: x@example.org\nSubject: [game elsewhere]\n\nA Par - Bur\n", encoding="utf-8")
    desk.drop([other])
    assert page.banners.banner("report") is not None
    processed(desk, monkeypatch)
    assert page.banners.banner("report") is None


def test_all_of_what_is_dropped_is_accounted_for_and_not_its_last_mail(desk: Desk) -> None:
    bad, other = desk.folder / "bad.eml", desk.folder / "other.eml"
    bad.mkdir()
    other.write_text("From: x@example.org\nSubject: [game elsewhere]\n\nA Par - Bur\n", encoding="utf-8")
    desk.drop([bad, other, *desk.files("ben", "gus")])
    page = desk.controller.page
    assert page is not None
    banner = page.banners.banner("report")
    assert banner is not None
    said = banner.label.text()
    assert said.startswith("6 orders written")
    assert "for another game" in said
    assert "bad.eml" in said
    assert "6 orders written" in desk.controller.status_text


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


def test_with_large_words_the_lines_get_the_room_that_the_board_does_not_fill(desk: Desk) -> None:
    desk.controller.window.resize(1366, 768)
    desk.controller.run_line("text-size 200")
    try:
        desk.drop(desk.files("ada"))
        desk.settle()
        assert desk.part.panel is not None
        width = desk.part.panel.width()
        assert 0.36 * 1366 < width < 0.5 * 1366
    finally:
        desk.controller.run_line("text-size 100")


def test_heads_take_two_rows_each_with_large_words_on_a_small_screen(desk: Desk) -> None:
    controller = desk.controller
    controller.window.resize(1366, 768)
    controller.run_line("text-size 200")
    try:
        controller.run_line("deadline fri 20:00 Europe/Berlin")
        controller.run_line("grace 1h")
        desk.drop(desk.files(*SEASON))
        head, panel = desk.part.head, desk.part.panel
        assert head is not None
        assert panel is not None
        desk.settle()
        assert head.left.text()
        assert head._row.rows_at(head.width()) <= 2
        assert [each.rows_at(panel.width() - 16) for each in (panel._upper, panel._lower)] == [1, 1]
        assert panel.close_button.accessibleName() == "Close"
    finally:
        controller.run_line("text-size 100")
    desk.settle()
    assert not head.left.wordWrap()
