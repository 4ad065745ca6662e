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
    checksum = "3ff228a23a30f6ef289c728ab1ac3474b996230b255b3fa02c0dca4ac086bafc"
    lines = plain_tip(f"sha256 {checksum}\n" * 4).removeprefix("<qt>").removesuffix("</qt>").split("<br>")
    assert min(map(len, lines)) >= 8, "no tail of a few letters"


def test_a_long_tool_tip_keeps_the_names_of_a_path_whole_wherever_the_folder_lies() -> None:
    for deep in range(80):
        folder = f"/tmp/{'x' * deep}/variants/two-lakes"
        said = f"two-lakes is on the shelf. Its files:\n  {folder}/board.svg: draw it in Inkscape\n  {folder}/variant.toml: powers"
        lines = plain_tip(said + " and provinces" * 12).removeprefix("<qt>").removesuffix("</qt>").split("<br>")
        assert any("variant.toml:" in line for line in lines), lines
        assert any("board.svg:" in line for line in lines), lines
        assert max(map(len, lines)) <= 61, lines
        assert "".join(lines).replace(" ", "") == said.replace("\n", "").replace(" ", "") + "andprovinces" * 12


def test_a_name_with_the_mark_of_unsaved_changes_is_shown_whole(controller: MainController, hands: Hands) -> None:
    controller.session.add(controller.session.library.new(rename_game(new_game(standard()), "Odd [*] name")))
    assert "Odd [*][*] name" in controller.window.windowTitle()
