"""Account of every received line, beside the board; decisions made there are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QTimer

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command
from app.game.change import Change
from app.game.document import Document
from app.game.record import Cursor
from app.mail_in.accounting import Accounting, Choice, LineAccount
from app.qt.panels.accounting_widget import AccountingWidget
from app.qt.panels.panel import Panel, PanelHost
from app.qt.widgets.host import MenuRefresher, Refuser
from app.qt.widgets.look import Look
from app.session.errors import CommandError
from app.session.mail_words import told, told_in_full
from app.session.mails import decision_about
from languages import mark, tr


class AccountingPanelHost(PanelHost, Refuser, MenuRefresher, Protocol):
    """Window as this panel uses it."""

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Show *summary* and *lines*; where there are lines they stay over the board until they are closed."""
        ...


class AccountingPanel(Panel):
    """The lines that were received last for the game in front. With another game, or for another viewer, nothing of them is shown."""

    is_made_when_asked_for = True
    name = "received"
    title = mark("Received")
    width = 360

    host: AccountingPanelHost

    def __init__(self, host: AccountingPanelHost) -> None:
        self._of: tuple[Document | None, str | None] = (None, None)
        self._received_at: Cursor | None = None
        super().__init__(host)
        self.widget = AccountingWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.chosen.connect(self._write)
        self.widget.forget()

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show the account of each line; a notice over the board points to it, without covering it."""
        host = self.host
        self._of = (host.session.current, host.session.viewer)
        self._received_at = host.session.game.last(host.session.branch)
        self.widget.show_accounting(summary, accounting)
        pointer = (tr("Every line stands in the panel Received, with what it may mean."),) if told(accounting) else ()
        host.report(summary, pointer, told_in_full(accounting))
        self._settle_soon()
        self.open()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        session = self.host.session
        viewer = None if session.current is None else session.viewer
        if (session.current, viewer) != self._of:
            self._of = (session.current, viewer)
            self.widget.forget()
            self.dock.hide()

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - whatever happened, what is written may be another
        """Update the decisions, which may be undone, and the waiting lines, which may have been written in another way."""
        self._settle_soon()

    def set_look(self, look: Look) -> None:
        """Change the colours of the lines."""
        self.widget.set_look(look)

    def _write(self, line: LineAccount, choice: Choice) -> None:
        host = self.host
        arguments: dict[str, object] = {"text": str(choice.order), "power": choice.power, "received": line.text}
        try:
            run_command(host.session, COMMANDS["order"], arguments)
        except CommandError as error:
            host.refuse(str(error))
        finally:
            host.refresh_menus()

    def _settle_soon(self) -> None:
        """A button that was pressed goes away with its row, once its signal has been delivered."""
        QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        """A doubtful line is decided as long as the game has one of its orders for it; undoing that order has it wait again."""
        session = self.host.session
        if session.current is None or session.current is not self._of[0] or session.game.last(session.branch) != self._received_at:
            return
        orders = ((line, decision_about(line, session.open_turn)) for line in self.widget.doubtful)
        self.widget.settle({id(line): tr("decided: {order}", order=order) for line, order in orders if order is not None})
