"""Best replies beside the analysis board, and a hint for a seat: listed, drawn, taken, and stopped by any change."""

from __future__ import annotations

import multiprocessing

import pytest
from pytestqt.qtbot import QtBot

from app.players.adviser import Failed
from app.players.strong.budget import Budget
from app.players.strong.replies import Advice, Question, advise
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.shell.main_controller import MainController
from tests.gui.hands import Hands


class FakeAdviser:
    """Answers at once when it is told to, in this process."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.words: list[Advice | Failed] = []
        self.stopped = 0
        self.is_closed = False

    def ask(self, question: Question, seconds: float) -> None:
        self.asked.append(question)

    def heard(self) -> Advice | Failed | None:
        return self.words.pop(0) if self.words else None

    def stop(self) -> None:
        self.stopped += 1
        self.words.clear()

    def close(self) -> None:
        self.is_closed = True

    def answer(self) -> None:
        """What was asked last is answered."""
        self.words.append(advise(self.asked[-1], Budget(None, 3000)))


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
