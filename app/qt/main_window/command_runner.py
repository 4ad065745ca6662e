"""Commands as the window runs them: failures are reported, and the menus follow."""

from __future__ import annotations

from collections.abc import Callable

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command, run_line
from app.qt.main_window.messages import Messages
from app.session.errors import CommandError, FileTrouble, GivenUp
from app.session.session import Session

MANY_LINES = 5
"""Number of lines from which on a message is a list that the status line cannot hold."""


class CommandRunner:
    """Runs commands for menu, key, palette, console and panels.

    Args:
        done: called after each command, done or not: what can be done may be something else then.
        show_console: called where a command wrote a list and did nothing else.
    """

    def __init__(self, session: Session, messages: Messages, done: Callable[[], None], show_console: Callable[[], None]) -> None:
        self._session = session
        self._messages = messages
        self._done = done
        self._show_console = show_console
        self._something_opened = False

    def trigger(self, command_id: str) -> bool:
        """Run a command without arguments, as its menu entry, its key and the palette do: it asks for those it needs."""
        return self._carry_out(lambda: run_command(self._session, COMMANDS[command_id]))

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command with *arguments*; whether it was done. The reason for a failure is reported."""
        return self._carry_out(lambda: run_command(self._session, COMMANDS[command_id], arguments))

    def run_line(self, line: str) -> bool:
        """Run a line that the user typed; returns True if it was done. The reason for a failure is reported."""
        return self._carry_out(lambda: run_line(self._session, line))

    def note_opening(self) -> None:
        """The present command opened a panel, which says enough."""
        self._something_opened = True

    def _carry_out(self, act: Callable[[], None]) -> bool:
        """Do *act*, and say why it could not be done.

        A command that did nothing but write many lines, such as a list, has its answer in the console, unless it opened a panel.
        """
        session, messages = self._session, self._messages
        before = {id(document): document.game for document in session.documents}
        lines_before, self._something_opened = messages.lines_said, False
        try:
            act()
        except FileTrouble as error:
            messages.trouble(str(error))
            return False
        except GivenUp as error:
            messages.say(str(error))  # as it was wanted: nothing was refused
            return False
        except CommandError as error:
            if session.current is None:
                messages.trouble(str(error))
            else:
                messages.refuse(str(error))
            return False
        finally:
            self._done()
        changed = any(before.get(id(document)) is not document.game for document in session.documents)
        if messages.lines_said - lines_before >= MANY_LINES and not changed and not self._something_opened:
            self._show_console()
        return True
