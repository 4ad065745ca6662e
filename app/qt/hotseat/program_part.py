"""Opens the form of a program to be remembered by its name."""

from __future__ import annotations

from typing import Protocol

from app.qt.panels.window_part import WindowPart
from app.qt.widgets.host import FrameHost, SessionHost
from app.qt.widgets.tone import Tone
from app.session.table_programs import known_programs
from languages import tr


class ProgramPartHost(SessionHost, FrameHost, Protocol):
    """What the form asks of the window."""

    def say(self, text: str, tone: Tone = ...) -> None:
        """Show *text* in the status line and the console."""
        ...


class ProgramPart(WindowPart):
    """Asks for a program and says under what name it is kept."""

    name = "program"

    def __init__(self, host: ProgramPartHost) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.qt.hotseat.program_dialog import ProgramDialog  # who plays with people alone does not wait for it
        from app.qt.widgets.run_dialog import run_dialog

        dialog = ProgramDialog(known_programs(self._host.session), parent=self._host.window)
        if run_dialog(dialog) and dialog.program is not None:
            self._host.say(
                tr("{program} is remembered. Give it a seat with Set up the table, or on the page of seats.", program=dialog.program.name)
            )
