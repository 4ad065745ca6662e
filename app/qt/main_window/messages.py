"""All messages of the window: in the status line, in the console, over the board, on the start page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QClipboard, QGuiApplication

from app.qt.board.game_page import GamePage
from app.qt.main_window.status_line import StatusLine
from app.qt.panels.console_panel import ConsolePanel
from app.qt.start.start_page import StartPage
from app.qt.widgets.host import Tone
from languages import tr

MOST_REPORTED = 6
"""Lines of a report that stand over the board; all of them stand in the console."""


class Messages:
    """Says things where they are seen.

    Args:
        console: the console, which is made later than this.
        page: the page of the game in front; ``None`` on the start page.
    """

    def __init__(
        self, status: StatusLine, start_page: StartPage, console: Callable[[], ConsolePanel], page: Callable[[], GamePage | None]
    ) -> None:
        self._status = status
        self._start_page = start_page
        self._console = console
        self._page = page
        self.lines_said = 0
        """Number of lines so far."""

    def say(self, text: str, tone: Tone = Tone.DONE) -> None:
        """Show *text* in the status line and the console."""
        self._status.say(text[:1].upper() + text[1:], tone)
        self._console().widget.say(text, tone.value)
        self.lines_said += text.count("\n") + 1

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Show *summary* and *lines*; where there are lines they stay over the board until they are closed.

        Args:
            in_full: what the console gets in place of *lines*.
        """
        self.say("\n".join((summary, *(f"  {line}" for line in in_full or lines))))
        page = self._page()
        if page is None:
            return
        page.banners.drop("report")
        if lines:
            shown = "\n".join((summary, *lines[:MOST_REPORTED]))
            every = ((tr("Show all"), self._console().dock.show),) if in_full or len(lines) > MOST_REPORTED else ()
            more = "\n" + tr("and {count} more", count=len(lines) - MOST_REPORTED) if len(lines) > MOST_REPORTED else ""
            page.banners.show_banner("report", shown + more, every)

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        self.say(text, Tone.REFUSED)

    def trouble(self, text: str) -> None:
        """Say what did not work where it is seen: over the board, or on the start page."""
        self.refuse(text)
        self._show_over("trouble", text, text)

    def tell_of_crash(self, text: str, report: Path | None, read: Callable[[], None]) -> None:
        """Say that something went wrong inside the program, where the report is, and offer to *read* it."""
        where = tr("No report could be written.") if report is None else tr("The report is in {report}", report=report)
        what = tr("Something went wrong inside the program: {what}", what=text)
        self.refuse(f"{what} {where}")
        ways = () if report is None else ((tr("Read the report…"), read),)
        self._show_over("crash", f"{what}\n{where}\n{tr('Your game is kept.')}", f"{what}\n{where}", ways)

    def _show_over(self, about: str, on_board: str, on_start_page: str, ways: Sequence[tuple[str, Callable[[], None]]] = ()) -> None:
        page = self._page()
        if page is None:
            self._start_page.show_trouble(on_start_page)
        else:
            page.banners.show_banner(about, on_board, ways)

    def forget(self) -> None:
        """Leave nothing in the console and the status line, nor marked to be pasted: it was for the viewer before."""
        self._console().widget.forget()
        self._status.forget()
        clipboard = QGuiApplication.clipboard()
        if clipboard.ownsSelection():  # what is marked here is pasted by the middle button, where the system does so
            clipboard.clear(QClipboard.Mode.Selection)
