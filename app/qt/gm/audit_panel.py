"""Trail of the game in front, beside its board; for a game master who sees everything."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QFileDialog

from app.game.change import Change, Touched
from app.qt.gm.audit_widget import AuditWidget
from app.qt.panels.panel import Panel, PanelHost
from app.qt.widgets.host import Refuser, Runner
from app.qt.widgets.look import Look
from languages import mark, tr


class AuditPanelHost(PanelHost, Refuser, Runner, Protocol):
    """Window as this panel uses it."""


class AuditPanel(Panel):
    """Refused to a viewer of one power; emptied when the game is seen as one."""

    is_made_when_asked_for = True
    name = "audit"
    title = mark("What was done, and why")
    width = 380

    host: AuditPanelHost

    def __init__(self, host: AuditPanelHost) -> None:
        super().__init__(host)
        self.widget = AuditWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.export_requested.connect(lambda: export_trail(host, self.widget))
        self.widget.reason_requested.connect(lambda number: host.run("reason", line=number))

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it, for who may see it."""
        session = self.host.session
        if session.current is None or session.viewer is not None:
            self.host.refuse(tr("What was done to a game is for its game master to see.") if session.current else tr("No game is open."))
            return
        super().show()

    def document_changed(self, change: Change) -> None:
        """Refresh after an act."""
        if change.touches(Touched.DETAILS):
            self.refresh()

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        if self.host.session.viewer is not None:
            self.dock.hide()
            self.widget.show_game(None)
        super().follow_session()

    def refresh(self) -> None:
        """List what there is now."""
        session = self.host.session
        if not self.dock.isHidden():
            self.widget.show_game(None if session.current is None or session.viewer is not None else session.shown)

    def set_look(self, look: Look) -> None:
        """Change its colours."""
        self.widget.set_look(look)


def export_trail(host: AuditPanelHost, widget: AuditWidget) -> None:
    """Ask for a file, and write what is listed to it: a table where it ends in .csv, else text."""
    suggestion = str(Path.home() / "what was done.csv")
    chosen, _ = QFileDialog.getSaveFileName(host.window, tr("Export what was done"), suggestion, tr("Table (*.csv);;Text (*.txt)"))
    if chosen:
        host.run("audit", find=widget.search.text(), about=widget.deed, output=Path(chosen))
