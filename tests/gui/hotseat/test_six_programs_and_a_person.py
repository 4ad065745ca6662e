"""Six programs and one person play a game to its end in the real window, by the mouse: seats, lobby, orders, vote, result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.hotseat.round import RoundStage
from app.players.programs.known import KnownProgram
from app.players.programs.seats import ProgramReach
from app.presentation.hotseat.seat_rows import VoteKind
from app.qt.board.ending_card import EndingCard
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.hotseat.lobby_dialog import LobbyDialog
from app.qt.hotseat.reveal_page import RevealPage
from app.qt.hotseat.seats_page import SeatsPage
from app.qt.hotseat.vote_dialog import VoteDialog
from app.qt.main_window.main_controller import MainController
from app.tables.table_players import known_programs
from tests.gui.hands import Hands

BOTS = Path(__file__).parents[3] / "resources" / "bots"
TIRED = """\

def tired(line):
    said = json.loads(line)
    return said["type"] == "turn" and int(said["phase"][1:5]) >= 1902
"""


def running(file: Path) -> list[int]:
    """The processes that run the program in *file*."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if str(file) in each.cmdline():
                found.append(each.pid)
    return found


class Evening:
    """One hand on the mouse."""

    def __init__(self, controller: MainController, qtbot: QtBot, file: Path) -> None:
        self.controller = controller
        self.file = file
        self.qtbot = qtbot
        self.hands = Hands(controller)

    def press(self, widget: QWidget) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        QApplication.processEvents()

    def pick(self, box: QComboBox, words: str) -> None:
        """Open *box* with a press, and go to the line that begins with *words*: a line that is pressed too soon after that is not taken."""
        self.press(box)
        at = next(each for each in range(box.count()) if box.itemText(each).startswith(words))
        for _ in range(at - box.currentIndex()):
            QTest.keyClick(box.view(), Qt.Key.Key_Down)
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
        QApplication.processEvents()
        assert box.currentIndex() == at

    def seat_six_programs(self) -> None:
        def fill_in() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, LobbyDialog)
            for row in dialog.rows[1:]:
                self.pick(row.decider, "Program")
                self.pick(row.program, "greedy")
            assert "1 person, 6 programs." in dialog.summary.text()
            self.press(dialog.start_button)

        QTimer.singleShot(0, fill_in)
        self.press(self.controller.start_page.table_button)

    def front(self) -> QWidget:
        found = self.controller.stack.currentWidget()
        assert found is not None
        return found

    def curtain(self) -> CurtainPage:
        page = self.front()
        assert isinstance(page, CurtainPage)
        return page

    def take_laptop(self) -> None:
        if self.front() is self.controller.page:
            return  # the only person's seat opens by itself after the first phase
        page = self.curtain()
        if page.state is None or page.state.chosen != "AUSTRIA":
            self.press(page.cards.card("AUSTRIA"))
        page.ring._filling.setDuration(20)
        QTest.mousePress(page.ring, Qt.MouseButton.LeftButton)
        self.qtbot.waitUntil(lambda: self.front() is not page)
        QTest.mouseRelease(page.ring, Qt.MouseButton.LeftButton)
        QApplication.processEvents()

    def vote_for_a_draw(self) -> None:
        def vote() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, VoteDialog)
            draw = dialog.kinds[VoteKind.DRAW]
            QTest.mouseClick(draw, Qt.MouseButton.LeftButton, pos=QPoint(10, draw.height() // 2))
            assert draw.isChecked()
            self.press(dialog.vote_button)

        QTimer.singleShot(0, vote)
        self.press(self.controller.table.bar.vote_button)


@pytest.fixture
def evening(controller: MainController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Evening]:
    monkeypatch.setattr("app.qt.widgets.dialogs.ask", lambda *_: "Seal")
    text = (BOTS / "greedy.py").read_text(encoding="utf-8")
    head, loop = text.split("for line in sys.stdin:\n")
    says = "    if tired(line):\n        print(json.dumps({'type': 'draw'}), flush=True)\n"
    file = tmp_path / "greedy.py"
    file.write_text(f"{head}{TIRED}\n\nfor line in sys.stdin:\n{says}{loop}", encoding="utf-8")
    known_programs(controller.session).keep(KnownProgram("greedy", ProgramReach.START, str(file), seconds=60))
    yield Evening(controller, qtbot, file)
    for document in list(controller.session.documents):
        controller.session.remove(document)
        document.close(discard=True)
    assert running(file) == []


@pytest.mark.slow
@pytest.mark.thorough
def test_six_programs_and_one_person_play_to_the_end(evening: Evening, qtbot: QtBot) -> None:
    controller = evening.controller
    evening.seat_six_programs()
    lobby = evening.front()
    assert isinstance(lobby, SeatsPage)
    qtbot.waitUntil(lobby.go.isEnabled)
    evening.press(lobby.go)
    seating = controller.session.seating
    assert seating is not None
    phases = 0
    while seating.round.stage is not RoundStage.OVER:
        phases += 1
        assert phases < 20, "the vote ends it in 1902"
        qtbot.waitUntil(lambda: not seating.thinking)
        if seating.round.to_seal:
            evening.take_laptop()
            if seating.round.phase.year == 1901 and str(seating.round.phase) == "S1901M":
                evening.hands.move("VIE", "GAL")
            if seating.round.phase.year >= 1902:
                evening.vote_for_a_draw()
            evening.press(controller.table.bar.seal_button)
        evening.press(evening.curtain().reveal_button)
        page = evening.front()
        if isinstance(page, RevealPage):
            for key in (Qt.Key.Key_End, Qt.Key.Key_Space):
                QTest.keyClick(page, key)
        QApplication.processEvents()
    game = controller.session.game
    assert game.ending is not None
    assert len(game.ending.winners) == 7
    line = game.line()
    assert "A VIE - GAL" in [each.text for each in line[0].orders["AUSTRIA"]]
    assert all(len(line[0].orders[power]) >= 3 for power in game.variant.powers if power != "AUSTRIA")
    there = seating.programs
    assert there is not None
    assert [there.why_silent(power) for power in there.powers if there.why_silent(power)] == []
    cards = [each for each in controller.window.findChildren(EndingCard) if each.isVisible()]
    assert cards, "the result stands over the board"
    controller.run("seats")
    page = evening.front()
    assert isinstance(page, SeatsPage)
    assert "draw among" in page.summary.text()
    assert {row.state.text() for row in page.rows} == {"shares the draw"}
    assert all("centre" in row.detail.toolTip() + row.toolTip() for row in page.rows)
    qtbot.waitUntil(lambda: not running(evening.file))
