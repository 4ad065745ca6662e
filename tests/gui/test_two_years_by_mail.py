"""Two whole years of a game by mail, in the window, as a game master plays them: drop the mails, decide what is doubtful, process."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.game.dpn.writer import write
from app.game.opening import open_text
from app.qt.main_window.main_controller import MainController
from app.session.services import ChoiceQuestion
from tests.gui.answering import answering
from tests.gui.mail_round import Desk, mail
from tests.gui.two_years import ADDRESSES, PHASES

pytestmark = pytest.mark.slow

MOST_PRESSES = 13
"""In one phase, from the drop of its mails until it is processed."""


def seated(desk: Desk) -> None:
    desk.controller.run("rename", name="Straits of Iron")
    for power, address in ADDRESSES.items():
        assert desk.controller.run("player", power=power, name=f"{address.partition('@')[0].title()} <{address}>")
    for line in ("deadline 2090-11-24 20:00 Europe/Berlin", "phase-time movement 7d", "phase-time retreats 2d", "phase-time builds 2d"):
        assert desk.controller.run_line(line)


def files(desk: Desk, phase: str) -> list[Path]:
    found = []
    for name, words in PHASES.get(phase, {}).items():
        path = desk.folder / f"{phase}-{name}.eml"
        path.write_text(mail(name, words), encoding="utf-8")
        found.append(path)
    return found


@pytest.mark.thorough
def test_two_years_by_mail(controller: MainController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(controller, tmp_path)
    seated(desk)
    answering(monkeypatch, ChoiceQuestion, lambda _question, _choices: "Process all the same")
    presses: dict[str, int] = {}
    while (phase := str(controller.session.open_turn.phase)) < "S1903M" or phase.startswith("W190"):
        if phase[1:5] > "1902":
            break
        if not desk.part.is_open:
            assert controller.run("round")
        assert desk.part.head is not None
        desk.presses = 0
        if PHASES.get(phase):
            desk.drop(files(desk, phase))
        assert desk.part.panel is not None
        if phase == "W1901A":
            assert desk.part.panel.kept_button.text() == "Use 2 sent earlier"
            desk.press(desk.part.panel.kept_button)
            assert not desk.part.panel.kept_button.isVisible()
            assert [str(line.order) for line in controller.session.open_turn.orders_of("FRANCE")] == ["F BRE B", "A PAR B"]
        while waiting := desk.part.panel.list.doubts:
            assert desk.presses < MOST_PRESSES, [button.text() for row in waiting for button in row.buttons]
            buttons = {button.text(): button for button in waiting[0].buttons}
            choices = [button for words, button in buttons.items() if words[0].isdigit()]
            desk.press(choices[0] if choices else buttons["Not an order"])
        desk.press(desk.part.head.process_button)
        presses[phase] = desk.presses
        if desk.part.head.process_button.text() != "Process…":
            desk.press(desk.part.head.process_button)
        for _ in range(5):
            QApplication.processEvents()
    game = controller.session.game
    played = [str(turn.phase) for turn in game.line()]
    assert played[:3] == ["S1901M", "F1901M", "F1901R"]
    assert played[-1] == "S1903M"
    assert max(presses.values()) <= MOST_PRESSES, presses
    assert all(turn.deadline is not None for turn in game.line())
    assert sum(len(turn.mails) for turn in game.line()) == sum(map(len, PHASES.values())) + 1, "the kept lines are one more"
    text = write(game)
    assert "sesame" not in text
    assert open_text(text.encode()).ready().game == game
    assert [each.text for turn in game.line() for each in turn.press] == ["The Channel stays empty."]
