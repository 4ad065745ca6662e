"""Opens the help over the window in front."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QWidget

from app.commands.declaring.registry import COMMANDS
from app.presentation.help_pages import help_pages
from app.qt.help.help_window import HelpWindow
from app.qt.widgets.look import Look


def open_help(parent: QWidget, look: Look, page: str, heading: str = "") -> HelpWindow:
    """Show *page* from *heading* on; in the help that *parent* has open already, if it has."""
    found = parent.findChild(HelpWindow)
    if not isinstance(found, HelpWindow):
        found = HelpWindow(help_pages(COMMANDS), look, parent)
    found.open_page(page, heading)
    found.show()
    found.raise_()
    found.activateWindow()
    return found


def add_help_key(dialog: QDialog, look: Look, page: str, heading: str = "") -> None:
    """F1 opens *page* over *dialog*, which keeps the keys of the main window from it."""
    QShortcut(QKeySequence("F1"), dialog, lambda: open_help(dialog, look, page, heading))
