"""Every page, panel, menu, dialog and form has room for its words where they are a third longer, also twice as large, on a small laptop."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import isValid

from app.commands.declaring.registry import COMMANDS
from tests.gui.room.walk import SCREEN, SIZES, walking

LEAVES = {"quit", "close", "close-all", "print", "language", "text-size"}
"""Commands that end what the test looks at, make it anew, ask the system's own dialogs."""
LAST = {"play-now"}
"""It leaves a table in front, at which much else is not offered."""

PANELS = (
    ("orders", "results", "console", "file", "province"),
    ("hooks", "press", "notes"),
    ("default-lists", "received", "replies"),
    ("palette", "help", "keys", "what-is-new", "crash-reports"),
    ("preferences", "datc"),
    ("story", "all-games"),
    ("audit", "compare", "address-book", "mail-server", "results-out"),
    ("round", "bench", "play-test", "seats", "program"),
)
PARTS = 6
"""In so many parts the commands of the menus are gone through."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", SIZES)
def test_on_the_start_page_and_in_the_menus(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with walking(size, monkeypatch) as walk:
        walk.go("start page", lambda: None)
        walk.go("new game", lambda: walk.controller.run_line("new standard"))
        for menu in walk.controller.window.menuBar().findChildren(QMenu):
            if isValid(menu):
                menu.aboutToShow.emit()
                QApplication.processEvents()
                if menu.sizeHint().width() > SCREEN.width():
                    walk.cut.append(f"menu {menu.title()} is wider than the screen")
        walk.nothing_is_cut()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", PANELS, ids=" ".join)
def test_in_panels_and_pages(names: tuple[str, ...], size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with walking(size, monkeypatch) as walk:
        controller = walk.controller
        for line in ("new standard", "A PAR - BUR", "F BRE H", "A MAR S A PAR - BUR"):
            controller.run_line(line)
        for name in names:
            walk.go(f"panel {name}", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
            walk.go(f"panel {name} again", lambda name=name: controller.show_panel(name))  # type: ignore[misc]
        walk.nothing_is_cut()


def test_every_panel_and_page_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    with walking("100", monkeypatch) as walk:
        assert sorted(name for names in PANELS for name in names) == sorted(walk.controller.panels.names)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("part", range(PARTS))
def test_in_what_the_commands_of_the_menus_ask_and_say(part: int, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with walking(size, monkeypatch) as walk:
        controller = walk.controller
        for line in ("new standard", "A PAR - BUR", "F BRE H"):
            controller.run_line(line)
        offered = [each for each in COMMANDS if each.id not in LEAVES and each.menu]
        for command in sorted(offered[part::PARTS], key=lambda each: each.id in LAST):
            if not command.available(controller.session):
                walk.go(f"command {command.id}", lambda command=command: controller.trigger(command.id))  # type: ignore[misc]
        walk.nothing_is_cut()
