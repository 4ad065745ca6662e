"""Best replies beside the analysis board, and a hint for a seat: listed, drawn, taken, and stopped by any change."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.players.adviser import Failed
from app.players.strong.budget import Budget
from app.players.strong.replies import Advice, ReplyQuestion, advise
from app.presentation.order_rows import PowerBlock
from app.presentation.reply_rows import ExpectedCentres
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.power_header import paint_power_header
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.widgets.look import read_look
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.hands import Hands


class FakeAdviser:
    """Answers at once on demand, in this process."""

    def __init__(self) -> None:
        self.asked: list[ReplyQuestion] = []
        self.words: list[Advice | Failed] = []
        self.told: list[Advice] = []
        self.stopped = 0
        self.is_closed = False

    def ask(self, question: ReplyQuestion, seconds: float) -> None:
        self.asked.append(question)

    def poll(self) -> Advice | Failed | None:
        return self.words.pop(0) if self.words else None

    def stop(self) -> None:
        self.stopped += 1
        self.words.clear()

    def close(self) -> None:
        self.is_closed = True

    def answer(self) -> None:
        """Answer the last question."""
        self.told.append(advise(self.asked[-1], Budget(None, 3000)))
        self.words.append(self.told[-1])


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> FakeAdviser:
    made = FakeAdviser()
    monkeypatch.setattr("app.players.adviser.Adviser", lambda: made)
    return made


@pytest.fixture
def panel(controller: MainController) -> RepliesPanel:
    return controller.panels.get(RepliesPanel)


def drawn(hands: Hands, power: str | None = None) -> set[str]:
    """The orders that the board shows, or those of a power."""
    picture = hands.page.scene.picture
    assert picture is not None
    return {f"{each.power} {each.order}" for each in picture.orders if power in (None, each.power)}


def is_stopped(panel: RepliesPanel) -> bool:
    return not panel.is_searching


def searched(controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot) -> None:
    """Replies for France stand in the list."""
    controller.run_line("new standard")
    controller.run_line("analysis")
    controller.run_line("best-replies france")
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))


def test_the_list_has_the_best_first_with_its_arrows_on_the_board(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    rows = [button.row for button in panel.widget.buttons]
    assert [float(row.centres) for row in rows] == sorted((float(row.centres) for row in rows), reverse=True)
    assert panel.widget.buttons[0].isChecked()
    assert not panel.is_searching
    assert drawn(hands, "FRANCE") == {f"FRANCE {order}" for order in rows[0].orders}
    panel.widget.buttons[1].click()
    assert drawn(hands, "FRANCE") == {f"FRANCE {order}" for order in rows[1].orders}
    assert hands.orders("FRANCE") == []


def test_orders_that_are_written_for_others_are_assumed_and_the_rest_is_guessed(
    controller: MainController, adviser: FakeAdviser, hands: Hands
) -> None:
    controller.run_line("new standard")
    controller.run_line("analysis")
    hands.move("MUN", "BUR")
    hands.move("PAR", "PIC")
    controller.run_line("best-replies france")
    question = adviser.asked[-1]
    assert {power: list(map(str, orders)) for power, orders in question.assumed.items()} == {"GERMANY": ["A MUN - BUR"]}
    assert list(map(str, question.written)) == ["A PAR - PIC"]


def test_any_change_stops_the_search_at_once_and_takes_what_was_found_off_the_board(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    controller.run_line("best-replies italy")
    assert panel.is_searching
    stopped = adviser.stopped
    hands.move("MUN", "BUR")
    assert is_stopped(panel)
    assert adviser.stopped == stopped + 1
    assert "board has changed" in panel.widget.status.text()
    assert not panel.widget.buttons
    assert drawn(hands) == {"GERMANY A MUN - BUR"}


def headers(controller: MainController) -> dict[str, tuple[str, str]]:
    """Return the texts of the list of orders on each power beside the centres, spoken and under the pointer."""
    rows = controller.panels.get(GamePanel).widget.orders.rows
    found = {}
    for number in range(rows.rowCount()):
        index = rows.index(number)
        entry = rows.entry(index)
        if isinstance(entry, PowerBlock):
            found[entry.power] = (
                str(index.data(Qt.ItemDataRole.AccessibleTextRole)),
                str(index.data(Qt.ItemDataRole.ToolTipRole)),
            )
    return found


def painted(controller: MainController) -> dict[str, QImage]:
    """The line of each power in the list of orders as it is seen: the list's height follows the panel of replies below it."""
    QApplication.processEvents()  # Panels have the room that they asked for.
    orders = controller.panels.get(GamePanel).widget.orders
    indices = (orders.rows.index(number) for number in range(orders.rows.rowCount()))
    blocks = [(entry.power, index) for index in indices if isinstance(entry := orders.rows.entry(index), PowerBlock)]
    found = {power: orders.viewport().grab(orders.visualRect(index)).toImage() for power, index in blocks}
    assert len(found) == 7
    return found


def test_expected_shares_follow_the_picked_reply(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    for number, reply in enumerate(adviser.told[-1].replies[:2], 1):
        panel.widget.buttons[number - 1].click()
        said = headers(controller)
        assert set(said) == {"FRANCE", *(each.power for each in reply.others)}
        assert len(said) == 7
        assert f", {reply.centres:.1f} to expect with reply {number} of France," in said["FRANCE"][0]
        assert f"France: 3 centres now, {reply.centres:.1f} to expect" in said["FRANCE"][1]
        for each in reply.others:
            spoken, tip = said[each.power]
            assert f"{each.now} centres, {each.centres:.1f} to expect with reply {number} of France," in spoken
            assert f"orders guessed: {each.now} centres now, {each.centres:.1f} to expect" in tip


def test_the_bars_beside_the_centres_are_gone_at_once_with_any_change_and_with_the_panel(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    controller.run_line("best-replies italy")
    bare = painted(controller)
    assert not any("expect" in spoken or tip for spoken, tip in headers(controller).values()), "a new search knows nothing yet"
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))
    assert "with reply 1 of Italy" in headers(controller)["FRANCE"][0]
    advised = painted(controller)
    assert all(advised[power] != bare[power] for power in ("AUSTRIA", "ENGLAND", "FRANCE"))
    controller.run_line("best-replies italy")
    again = painted(controller)
    seen = [power for power, image in bare.items() if not (image.isNull() or again[power].isNull())]  # the panel below may take a row
    assert len(seen) >= 3
    assert all(again[power] == bare[power] for power in seen)
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))
    hands.move("MUN", "BUR")
    assert not any("expect" in spoken or tip for spoken, tip in headers(controller).values())
    controller.run_line("best-replies france")
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))
    assert "orders written" in headers(controller)["GERMANY"][1]
    panel.dock.hide()
    assert not any("expect" in spoken or tip for spoken, tip in headers(controller).values())


def test_the_bars_stay_with_the_board_that_was_asked_about(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    assert "expect" in headers(controller)["FRANCE"][0]
    controller.run_line("new standard")
    assert not any("expect" in spoken or tip for spoken, tip in headers(controller).values())


def test_the_arrows_go_from_a_board_that_is_left_for_another(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    asked_about = controller.session.document
    assert drawn(hands, "FRANCE")
    controller.run_line("new standard")
    controller.session.bring_forward(asked_about)
    assert drawn(hands) == set()


def test_a_board_may_be_closed_while_replies_are_drawn_on_it(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    controller.session.remove(controller.session.document)
    assert not panel.widget.buttons
    assert headers(controller)["FRANCE"][0].startswith("France, 3 units, 3 centres, 3 without")


def test_a_hint_leaves_the_list_of_orders_as_it_is(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot
) -> None:
    controller.run_line("new standard")
    before = headers(controller)
    controller.run_line("hint france")
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))
    assert headers(controller) == before


def test_what_is_expected_keeps_its_place_in_a_narrow_list_with_a_long_name(qtbot: QtBot) -> None:
    block = PowerBlock("LONG", "The most serene republic of somewhere far away", 3, 4, 0, received=True, rows=())
    expected = ExpectedCentres(4, 5.5, 8, "5.5 to expect", "5.5 to expect")
    font = QApplication.font()

    def header(centres: int, said: ExpectedCentres) -> QImage:
        image = QImage(260, 34, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_power_header(painter, QRectF(image.rect()), font, replace(block, centres=centres), None, read_look("parchment"), said)
        painter.end()
        return image

    usual = header(4, expected)
    right = QRect(130, 0, 130, 34)
    assert usual.copy(right) != header(5, expected).copy(right), "the centres that there are now are read"
    assert usual.copy(right) != header(4, replace(expected, centres=3.5)).copy(right)
    assert usual.copy(right) != header(4, replace(expected, now=2)).copy(right), "the mark stands where it is now"


def test_a_reply_is_taken_by_a_press_and_taken_back_in_one_step(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    searched(controller, panel, adviser, qtbot)
    wanted = sorted(map(str, panel.widget.buttons[0].row.orders))
    hands.click(panel.widget.take_button)
    assert sorted(hands.orders("FRANCE")) == wanted
    controller.trigger("undo")
    assert hands.orders("FRANCE") == []


def test_what_was_found_is_put_away_where_the_game_is_shown_to_somebody_else(
    controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, hands: Hands, qtbot: QtBot
) -> None:
    controller.run_line("new standard")
    hands.move("MUN", "BUR")
    controller.run_line("hint france")
    assert adviser.asked[-1].assumed == {}
    adviser.answer()
    qtbot.waitUntil(lambda: bool(panel.widget.buttons))
    controller.run_line("view-as turkey")
    assert panel.dock.isHidden()
    assert not panel.widget.buttons
    assert adviser.is_closed
    assert drawn(hands) == set()


def test_why_there_is_no_answer_is_said(controller: MainController, panel: RepliesPanel, adviser: FakeAdviser, qtbot: QtBot) -> None:
    controller.run_line("new standard")
    controller.run_line("hint france")
    adviser.words.append(Failed("The process that looks for replies has ended."))
    qtbot.waitUntil(lambda: not panel.is_searching)
    assert "has ended" in panel.widget.status.text()


def test_the_process_answers_while_the_window_goes_on_and_ends_with_the_panel(
    controller: MainController, panel: RepliesPanel, hands: Hands, qtbot: QtBot
) -> None:
    controller.run_line("new standard")
    controller.run_line("hint turkey --seconds 0.3")
    assert panel.is_searching
    hands.page.board.viewport().update()
    qtbot.waitUntil(lambda: not panel.is_searching, timeout=60_000)
    assert len(panel.widget.buttons) >= 1
    assert [each.name for each in multiprocessing.active_children()].count("adviser") == 1
    panel.dock.hide()
    assert "adviser" not in [each.name for each in multiprocessing.active_children()]


def test_lessons_stay_over_the_board_and_one_becomes_an_exercise_at_a_press(
    controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.run("new")
    controller.run_line("take-orders FRANCE A PAR - PIC; A MAR - GAS; F BRE - ENG")
    controller.run_line("process --missing hold")
    seen: list[tuple[str, ...]] = []

    def answer(_question: str, choices: tuple[str, ...]) -> str:
        page = controller.page
        assert page is not None
        banner = page.banners.banner("report")
        assert banner is not None
        assert banner.isVisibleTo(page)
        seen.append(tuple(choices))
        return choices[1]

    answering(monkeypatch, ChoiceQuestion, answer)
    controller.run_line("learn france --work 300")
    assert seen == [("No exercise", "1. Spring 1901, movement")]
    assert controller.session.game.name == "Exercise: France, Spring 1901, movement"
    assert not controller.session.open_turn.orders
