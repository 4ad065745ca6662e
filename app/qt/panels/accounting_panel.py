"""What became of every received line, beside the board; what a person decides there is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QTimer

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.game.document import Document
from app.post.accounting import Accounting, Choice, LineAccount
from app.qt.panels.accounting_widget import AccountingWidget
from app.qt.panels.panel import Panel, PanelHost
from app.qt.widgets.host import MenuKeeper, Refuser
from app.qt.widgets.look import Look
from app.session.errors import CommandError
from app.session.mails import told, told_in_full


class AccountingPanelHost(PanelHost, Refuser, MenuKeeper, Protocol):
    """What this panel asks of the window."""

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Say *summary* and *lines*; where there are lines they stay over the board until somebody puts them away."""
        ...


class AccountingPanel(Panel):
    """The lines that were received last for the game in front. Another game, or other eyes, see nothing of them."""

    name = "received"
    title = "Received"
    width = 360

    host: AccountingPanelHost

    def __init__(self, host: AccountingPanelHost) -> None:
        self._of: tuple[Document | None, str | None] = (None, None)
        self.widget = AccountingWidget(host.look)
        super().__init__(host, self.widget)
        self.widget.chosen.connect(self._write)
        self.widget.forget()

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show what became of each line; what has to be seen stands over the board too."""
        host = self.host
        self._of = (host.session.current, host.session.viewer)
        self.widget.show_accounting(summary, accounting)
        host.report(summary, told(accounting), told_in_full(accounting))
        self.open()

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes."""
        session = self.host.session
        viewer = None if session.current is None else session.viewer
        if (session.current, viewer) != self._of:
            self._of = (session.current, viewer)
            self.widget.forget()
            self.dock.hide()

    def set_look(self, look: Look) -> None:
        """Colour the lines anew."""
        self.widget.set_look(look)

    def _write(self, line: LineAccount, choice: Choice) -> None:
        host = self.host
        arguments: dict[str, object] = {"text": str(choice.order), "power": choice.power, "received": line.text}
        try:
            run_command(host.session, COMMANDS["order"], arguments)
        except CommandError as error:
            host.refuse(str(error))
        else:
            # The button that was pressed goes away with its row, once its signal has been delivered.
            QTimer.singleShot(0, self, lambda: self.widget.settle(line, f"decided: {choice.order}"))
        finally:
            host.refresh_menus()
