"""The line below the map has room for what matters."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.game.edits import new_game
from app.game.ending_edits import declare_draw
from app.qt.main_window.main_controller import MainController
from app.qt.main_window.status_messages import StatusLine
from app.qt.panels.console_panel import ConsolePanel
from app.qt.widgets.labels import BETWEEN_LINES, StatusWords
from app.qt.widgets.look import Tone, read_look
from variants.catalogue import standard

LONG = "/home/ada/games/straits.dpn: saving the game failed: no space left on device. Make room on the disk, or choose another place."
PROVINCE = "Moscow (MOS) · inland · centre of Russia · Russian army"


def shown(qtbot: QtBot, width: int = 1280) -> StatusLine:
    line = StatusLine(read_look("parchment"))
    qtbot.addWidget(line)
    line.resize(width, 26)
    line.show()
    return line


def needed(line: StatusLine) -> int:
    return line.message.fontMetrics().horizontalAdvance(line.message.text())


def settled(line: StatusLine) -> None:
    layout = line.layout()
    assert layout is not None
    layout.activate()


def test_a_long_refusal_is_not_cut_while_the_line_has_room(qtbot: QtBot) -> None:
    line = shown(qtbot)
    line.say(LONG, Tone.REFUSED)
    settled(line)
    assert line.message.width() >= needed(line)


def test_what_the_pointer_is_over_keeps_its_room_beside_a_short_message(qtbot: QtBot) -> None:
    line = shown(qtbot, 700)
    line.say("Click a unit to order it.")
    line.show_hover(PROVINCE)
    settled(line)
    assert line.hover.width() >= line.hover.fontMetrics().horizontalAdvance(PROVINCE)
    assert line.message.width() >= needed(line)


def test_neither_pushes_the_other_out(qtbot: QtBot) -> None:
    line = shown(qtbot, 400)
    line.say(LONG, Tone.REFUSED)
    line.show_hover(PROVINCE)
    settled(line)
    assert line.message.width() > line.hover.width() > 60


def test_a_report_that_is_too_long_ends_between_two_words(qtbot: QtBot) -> None:
    report = BETWEEN_LINES.join(["Fleet Brest moves to the Mid-Atlantic Ocean", "Army Marseilles supports Army Paris to Burgundy"] * 9)
    words = StatusWords(Qt.AlignmentFlag.AlignLeft)
    qtbot.addWidget(words)
    words.setText(report)
    for width in range(200, 400, 7):
        words.resize(width, 60)
        shown = words.fitting()
        assert shown.endswith("…")
        assert report.startswith(shown[:-1])
        assert report[len(shown) - 1] == " ", shown


def test_what_was_said_of_a_game_is_gone_with_it(controller: MainController) -> None:
    controller.run("new")
    controller.say("Standoff in Burgundy.")
    controller.run("start-page")
    controller.run("analysis")
    assert "Standoff" not in controller.status_text


def test_what_was_said_of_one_game_does_not_stand_below_another(controller: MainController) -> None:
    """A game that is over says nothing by itself."""
    over, going = (new_game(standard(), name, game_id="00000001") for name in ("Over", "Going"))
    for each in (declare_draw(over, "main", ("FRANCE", "ITALY")), going):
        controller.session.add(controller.session.library.new(each))
    controller.refuse("Army Paris cannot reach Moscow.")
    controller.tabs.setCurrentIndex(1)
    assert controller.session.game.name == "Over"
    assert "Moscow" not in controller.status_text
    assert controller.status.tone is Tone.HINT
    controller.refuse("The game is over.")
    controller.tabs.setCurrentIndex(2)
    assert controller.session.game.name == "Going"
    assert "over" not in controller.status_text


def test_lines_of_a_report_follow_one_another_without_its_empty_ones(controller: MainController) -> None:
    controller.status.say("France: 1 turning point.\n\n  Ordered: A PAR H")
    assert controller.status.message.text() == BETWEEN_LINES.join(["France: 1 turning point.", "Ordered: A PAR H"])


def test_a_report_over_the_board_ends_at_its_first_blank_line(
    controller: MainController,
) -> None:
    """A report stands over the board up to its first blank line and its summary alone in the status line."""
    controller.run("new", variant="standard")
    controller.messages.report("France: 2 turning points.", ["1. Spring 1901", "2. Fall 1901", "", "Spring 1901", "  Army Paris holds"])
    assert controller.status.message.text() == "France: 2 turning points."
    page = controller.page
    assert page is not None
    banner = page.banners.banner("report")
    assert banner is not None
    assert banner.label.text() == "France: 2 turning points.\n1. Spring 1901\n2. Fall 1901"
    assert [button.text() for button in banner.buttons] == ["Show all", "Dismiss"]
    assert "Army Paris holds" in controller.panels.get(ConsolePanel).widget.output.toPlainText()
