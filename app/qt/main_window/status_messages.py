"""Messages of the window: in the status line, the console, over the board, on the start page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QStatusBar, QWidget

from app.qt.map.accessibility import Notice, announce
from app.qt.panels.console_panel import ConsolePanel
from app.qt.start.start_page import StartPage
from app.qt.widgets import forms
from app.qt.widgets.labels import BETWEEN_LINES, StatusWords, plain_tip
from app.qt.widgets.look import Look, Tone
from languages import sentence, tr

if TYPE_CHECKING:
    from app.qt.board.game_page import GamePage

_ROUNDED = 4
"""Pixels that a label may get less than its share."""


class StatusLine(QWidget):
    """Two texts side by side. A refusal stays until the next message, and can be read again among the last messages.

    Signals:
        history_requested(): the message was clicked.
    """

    history_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._messages: deque[tuple[Tone, str]] = deque(maxlen=200)
        self._tone = Tone.HINT
        self._hinted = ""
        self.message = forms.styled(StatusWords(Qt.AlignmentFlag.AlignLeft), name=tr("Message"))
        self.message.setCursor(Qt.CursorShape.PointingHandCursor)
        self.message.clicked.connect(self.history_requested)
        self._notice = Notice(self)
        self.hover = forms.styled(StatusWords(Qt.AlignmentFlag.AlignRight), name=tr("Under the pointer"))
        self._row = forms.row((self.message, 5), (self.hover, 4), on=self, margins=(10, 3, 10, 3), spacing=18)

    def attach(self, bar: QStatusBar) -> None:
        """Fill *bar* with this line."""
        bar.setSizeGripEnabled(False)
        bar.addWidget(self, 1)

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._colour()

    @property
    def tone(self) -> Tone:
        """Tone of the present message."""
        return self._tone

    def say(self, text: str, tone: Tone = Tone.HINT, *, shown: str = "") -> None:
        """Show *text*, or *shown* in its place; all but hints are kept in the list of messages."""
        before = self._hinted
        self._hinted = text if tone is Tone.HINT else ""
        self._tone = tone
        self.message.setText(shown or BETWEEN_LINES.join(words for line in text.split("\n") if (words := line.strip())))
        self.message.setToolTip(plain_tip(text))
        if tone is not Tone.HINT and text:
            self._messages.append((tone, text))
        if text != before or tone is not Tone.HINT:  # a hint that stays is not announced at each step
            announce(self.message, text, at_once=tone is Tone.REFUSED)
        self._colour()

    def show_hover(self, text: str) -> None:
        """Show what the pointer is over."""
        self.hover.setText(text)
        self._share_out()

    def forget(self) -> None:
        """Remove all messages."""
        self._messages.clear()
        self.say("")
        self.show_hover("")

    def messages(self) -> Sequence[tuple[Tone, str]]:
        """Return the messages and refusals, oldest first."""
        return tuple(self._messages)

    def _colour(self) -> None:
        for label, tone in ((self.message, self._tone), (self.hover, Tone.DONE)):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, self._look.colour(tone.value))
            label.setPalette(palette)
        font = self.message.font()
        font.setBold(self._tone is Tone.REFUSED)
        self.message.setFont(font)
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width out."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        """Give the message what it needs, up to four fifths of the line where what the pointer is over needs room as well."""
        margins = self._row.contentsMargins()
        room = max(self.width() - margins.left() - margins.right() - self._row.spacing(), 2)
        message, hover = (label.fontMetrics().horizontalAdvance(label.text()) + 6 for label in (self.message, self.hover))
        share = min(max(room - hover, min(message, room * 4 // 5), 1), room - 1)
        self._row.setStretch(0, share)
        self._row.setStretch(1, room - share)
        rows = max(self.message.rows(share - _ROUNDED), self.hover.rows(room - share))
        line = max(self.message.fontMetrics().lineSpacing(), self.hover.fontMetrics().lineSpacing())
        self.setMinimumHeight(rows * line + margins.top() + margins.bottom() if rows > 1 else 0)


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

    def say(self, text: str, tone: Tone = Tone.DONE, *, shown: str = "") -> None:
        """Show *text* in the status line and the console; the status line has *shown* in its place where that is given."""
        self._status.say(sentence(text), tone, shown=sentence(shown))
        self._console().widget.say(text, tone.value)
        self.lines_said += text.count("\n") + 1

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Show *summary* and *lines*; where there are lines those up to a blank one stay over the board until they are closed.

        Args:
            in_full: what the console gets in place of *lines*.
        """
        page = self._page()
        self.say("\n".join((summary, *(f"  {line}" for line in in_full or lines))), shown=summary if lines and page is not None else "")
        if page is None:
            return
        page.banners.drop("report")
        if lines:
            first = [*lines, ""].index("")
            over = lines[: min(first, MOST_REPORTED)]
            every = ((tr("Show all"), self._console().dock.show),) if in_full or len(lines) > len(over) else ()
            more = [tr("and {count} more", count=first - len(over))] if first > len(over) else []
            page.banners.show_banner("report", "\n".join((summary, *over, *more)), every)

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
