"""A panel with a sheet to write on."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from PySide6.QtWidgets import QWidget

from app.qt.panels.panel import Panel, PanelHost
from app.qt.widgets.host import Refuser
from languages import tr


class SheetPanelHost(PanelHost, Refuser, Protocol):
    """Window as such a panel uses it."""


class SheetPanel(Panel):
    """Opens ready to be written on, beside a game."""

    host: SheetPanelHost

    @property
    @abstractmethod
    def sheet(self) -> QWidget:
        """Sheet to write on."""

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the panel, with the sheet ready to be written on."""
        if self.host.session.current is None:
            self.host.refuse(tr("No game is open."))
            return
        self.open()
        self.fill()
        self.sheet.setFocus()

    def fill(self) -> None:
        """Fill it when it is opened."""
        self.refresh()
