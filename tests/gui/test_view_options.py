"""A part of the view is one declaration: menu, command, palette, Preferences and settings follow from it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MORE = """
    grid: bool = switch(False, "grid", "Grid", "Draw a grid over the board, or leave it out.", place=17)
    paper: Colours = choice(
        Colours.SAFE, "paper", "Paper", "Show the sea on another paper.", {"White": Colours.SAFE, "Old": Colours.VARIANT},
        ("kind", "which; the other unless given."), place=18, setting="paper-kind",
    )
"""

PROGRAM = """
import sys, types
from importlib.util import find_spec
from pathlib import Path

spec = find_spec("app.session.view_options")
module = types.ModuleType(spec.name)
sys.modules[spec.name] = module
exec(compile(Path(spec.origin).read_text(encoding="utf-8") + sys.argv[1], spec.origin, "exec"), module.__dict__)

from PySide6.QtWidgets import QMenu
from app.commands.declaring.declare import help_text
from app.commands.declaring.registry import COMMANDS
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.application import open_main_window
from app.qt.main_window.window_preferences import Preferences
from app.qt.main_window.preferences_dialog import PreferencesDialog

def kept():
    return Settings(places().settings_file)

controller = open_main_window(Preferences(kept())).controller
menu = controller.window.findChild(QMenu, "offers.paper")
menu.aboutToShow.emit()
print([action.text() for action in menu.actions() if action.text()])
print(controller.menus.action("grid").text(), controller.menus.action("grid").isChecked())
print("Draw a grid over the board" in help_text(COMMANDS["grid"]), "the other unless given" in help_text(COMMANDS["paper"]))
print(controller.run_line("grid"), controller.run_line("paper variant"), controller.run_line("paper green"))
print(controller.view.grid, controller.view.paper.value, controller.menus.action("grid").isChecked())
controller.trigger("preferences")
rows = {row.preference.command.id: row for row in controller.window.findChild(PreferencesDialog).rows}
print(rows["grid"].switch.isChecked(), rows["paper"].choice.currentText())
print(kept().flag("view.grid", False), kept().text("view.paper-kind"), Preferences(kept()).view == controller.view)
controller.close()
"""


def test_a_part_that_is_declared_is_found_in_menu_command_preferences_and_settings(tmp_path: Path) -> None:
    folders = {f"XDG_{each}_HOME": str(tmp_path / each) for each in ("CONFIG", "DATA", "STATE", "CACHE")}
    environment = {**os.environ, **folders, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, MORE], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "['White', 'Old']",
        "Grid False",
        "True True",
        "True True False",
        "True variant True",
        "True Old",
        "True variant True",
    ]
