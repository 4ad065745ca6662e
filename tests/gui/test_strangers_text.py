"""Text from files is displayed unchanged; text that looks like HTML is not taken for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.game.edits import new_game, rename_game
from app.qt.main_window.main_controller import MainController
from app.qt.panels.game_panel import GamePanel
from app.qt.widgets.labels import plain_tip
from tests.gui.hands import Hands
from variants.catalogue import standard

EVIL = "<img src='file:///etc/hostname'><b>bold</b>[*]"


def test_no_label_beside_the_board_takes_text_for_html(controller: MainController, hands: Hands) -> None:
    controller.session.add(controller.session.library.new(rename_game(new_game(standard()), EVIL)))
    controller.trouble(EVIL)
    page = hands.page
    labels = [*page.findChildren(QLabel), *controller.panels.get(GamePanel).widget.findChildren(QLabel)]
    shown = [label for label in labels if "<img" in label.text()]
    assert shown
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in shown)


def test_a_tool_tip_has_no_html_but_its_own() -> None:
    assert "<img" not in plain_tip(EVIL)
    assert "&lt;img" in plain_tip(EVIL)
    assert plain_tip("") == ""


def test_a_name_with_the_mark_of_unsaved_changes_is_shown_whole(controller: MainController, hands: Hands) -> None:
    controller.session.add(controller.session.library.new(rename_game(new_game(standard()), "Odd [*] name")))
    assert "Odd [*][*] name" in controller.window.windowTitle()
