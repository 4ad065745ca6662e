"""Opens the panel of received lines after a paste, and writes what a person decides there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.game.document import Document
from app.post.accounting import Accounting, Choice, LineAccount
from app.qt.panels.accounting_widget import AccountingWidget
from app.qt.panels.side_dock import SideDock
from app.session.errors import CommandError
from app.session.mails import told, told_in_full

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

PANEL_WIDTH = 360


class AccountingController(QObject):
    """The lines that were received last for the game in front. Another game, or other eyes, see nothing of them."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._of: tuple[Document | None, str | None] = (None, None)
        self.panel = AccountingWidget(controller.look)
        self.dock = SideDock("Received", "dock.received", self.panel, PANEL_WIDTH, controller.window)
        self.panel.chosen.connect(self._write)
        self.panel.forget()

    def show(self) -> None:
        """Open the panel."""
        self.dock.open()

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show what became of each line; what has to be seen stands over the board too."""
        controller = self._controller
        self._of = (controller.session.current, controller.session.viewer)
        self.panel.show_accounting(summary, accounting)
        controller.report(summary, told(accounting), told_in_full(accounting))
        self.dock.open()

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes."""
        session = self._controller.session
        viewer = None if session.current is None else session.viewer
        if (session.current, viewer) != self._of:
            self._of = (session.current, viewer)
            self.panel.forget()
            self.dock.hide()

    def _write(self, line: LineAccount, choice: Choice) -> None:
        controller = self._controller
        arguments: dict[str, object] = {"text": str(choice.order), "power": choice.power, "received": line.text}
        try:
            run_command(controller.session, COMMANDS["order"], arguments)
        except CommandError as error:
            controller.refuse(str(error))
        else:
            # The button that was pressed goes away with its row, once its signal has been delivered.
            QTimer.singleShot(0, self, lambda: self.panel.settle(line, f"decided: {choice.order}"))
        finally:
            controller.menus.refresh()
