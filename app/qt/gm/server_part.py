"""Opens the form of the mail server by its name."""

from __future__ import annotations

from typing import Protocol

from app.qt.panels.panel import WindowPart
from app.qt.widgets.host import FrameHost


class ServerPartHost(FrameHost, Protocol):
    """Window as the form uses it."""


class ServerPart(WindowPart):
    """Opens the form by its name."""

    name = "mail-server"

    def __init__(self, host: ServerPartHost) -> None:
        super().__init__(host.window)
        self._window = host.window

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.qt.gm.server_dialog import ServerDialog  # who sends nothing does not wait for it
        from app.qt.widgets.dialogs import run_dialog

        run_dialog(ServerDialog(self._window))
