"""Dialogs and pages that commands open by name, made when they are first wanted; and the list of all keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.commands.declaring.docstring import in_plain_words
from app.commands.declaring.registry import COMMANDS
from app.presentation.keys import BOARD_KEYS
from app.qt.board.window import Window
from app.qt.panels.panel import WindowPart
from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons, run_dialog
from app.qt.widgets.labels import listed_keys
from languages import tr

if TYPE_CHECKING:
    from app.qt.main_window.crash_reports_dialog import CrashReportsDialog
    from app.qt.main_window.preferences_dialog import PreferencesDialog


class ShortcutsDialog(FittingDialog):
    """Two groups: the board, and the commands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.resize(880, 680)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Keys"))
        self.tree.setHeaderLabels([tr("Key"), tr("What it does")])
        self.tree.setRootIsDecorated(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._group(tr("On the board"), tuple((tr(key), tr(words)) for key, words in BOARD_KEYS))
        self._group(
            tr("Everywhere"), tuple((listed_keys(each.shortcuts), in_plain_words(tr(each.summary))) for each in COMMANDS if each.shortcut)
        )
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tree)
        column.addWidget(buttons)

    def _group(self, title: str, rows: tuple[tuple[str, str], ...]) -> None:
        head = QTreeWidgetItem(self.tree, [title])
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        for key, words in rows:
            QTreeWidgetItem(head, [key, words])
        head.setExpanded(True)


class GuidePart(WindowPart):
    """The guide, at what it says of the game in front."""

    name = "help"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page that is about what is in front."""
        from app.presentation.help_pages import page_about
        from app.qt.help.help_window import open_help

        document = self._host.session.current
        page, heading = page_about(None, None) if document is None else page_about(self._host.session.shown, document.cursor)
        open_help(self._host.window, self._host.look, page, heading)


class NewsPart(WindowPart):
    """News since another version; opened once by itself when the version has changed."""

    name = "what-is-new"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page among those of the help."""
        from app.presentation.help_pages import NEWS
        from app.qt.help.help_window import open_help

        open_help(self._host.window, self._host.look, NEWS)


class CrashReportsPart(WindowPart):
    """The reports of crashes; offered by itself at the start after one."""

    name = "crash-reports"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self.dialog: CrashReportsDialog | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """List them."""
        self.offer("")

    def offer(self, lead: str) -> None:
        """Show the newest, with the sentence *lead*; it stays open beside the board."""
        from app.qt.main_window.crash_reports_dialog import CrashReportsDialog

        if self.dialog is None:
            self.dialog = CrashReportsDialog(self._host.session.library.places.reports, self._host.window)
        self.dialog.fill(lead)
        self.dialog.show()
        self.dialog.raise_()


class KeysPart(WindowPart):
    """All keys, those of the board and those of the commands."""

    name = "keys"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._window = host.window

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """List them."""

        run_dialog(ShortcutsDialog(self._window))


class PreferencesPart(WindowPart):
    """Preferences on the look of boards; the dialog stays open beside the board."""

    name = "preferences"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._dialog: PreferencesDialog | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open them, ready to be searched."""
        from app.qt.main_window.preferences_dialog import PreferencesDialog

        if self._dialog is None:
            self._dialog = PreferencesDialog(self._host.session, self._host.run, self._host.window)
        self._dialog.open_at_search()

    @property
    def is_open(self) -> bool:
        """True if they are on the screen."""
        return self._dialog is not None and self._dialog.isVisible()

    def refresh(self) -> None:
        """Show the present values, from wherever they were changed."""
        if self._dialog is not None:
            self._dialog.refresh()

    def follow_session(self) -> None:
        """The game in front may have unit symbols of its own."""
        self.refresh()


class ConformancePart(WindowPart):
    """The cases of the Diplomacy Adjudicator Test Cases."""

    name = "datc"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the page."""
        from app.qt.conformance.conformance_page import open_conformance_page

        open_conformance_page(self._host)
