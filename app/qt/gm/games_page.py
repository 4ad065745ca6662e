"""The page of all games: by deadline, in groups, with who is missing and one button for what is to be done next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.gm.games import Agenda, GameSummary, Next, agenda_of, agenda_words, deadline_words, is_pressing, step_words
from app.gm.inbox_store import InboxReport
from app.gm.inbox_taking import WaitingMail
from app.qt.gm.game_preview import GamePreview
from app.qt.gm.games_list import GamesList
from app.qt.gm.inbox_panel import InboxPanel
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, ChoiceButton, PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import NO_LIMIT, Look, growth
from languages import plural, tr


class GamesHead(QFrame):
    """Signals:
    decided(): the first thing to do is to be done. reminded(): those who lack orders at the next deadline are to be reminded.
    """

    decided = Signal()
    reminded = Signal()

    def __init__(self, search: QWidget, tags: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        title = forms.label(tr("Your games"), "heading")
        self.summary = forms.label(role="soft")
        caption = forms.label(tr("Next deadline"), "soft")
        self.game, self.left = forms.label(role="strong"), PlainLabel()
        self.remind_button, self.button = forms.button(act=self.reminded), forms.button(act=self.decided, role="primary")
        self.card = forms.styled(QFrame(), "panel")
        forms.flow(
            _column(caption, self.game),
            (self.left, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.remind_button, 0, Qt.AlignmentFlag.AlignVCenter),
            on=self.card,
            spacing=14,
        )
        row = forms.flow(_column(title, self.summary), search, on=self, margins=(24, 10, 24, 10), spacing=14)
        beside = QWidget()
        beside.setLayout(tags)
        row.addWidget(beside, 0, Qt.AlignmentFlag.AlignVCenter)
        end = QWidget()
        ends = FlowLayout(end, spacing=14)  # together and on the right, in a row of their own too
        ends.addStretch(1)
        ends.addWidget(self.card, 0, Qt.AlignmentFlag.AlignVCenter)
        ends.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(end, 1, Qt.AlignmentFlag.AlignVCenter)
        self.show_agenda(None, None)

    def show_agenda(self, agenda: Agenda | None, now: datetime | None) -> None:
        """Say what is due, and what is to be done first."""
        due = None if agenda is None else agenda.due
        self.card.setVisible(due is not None)
        words = "" if agenda is None else agenda_words(agenda)
        self.button.setText(words)
        self.button.setVisible(bool(words))
        if agenda is None or due is None or now is None:
            return
        moment, left = deadline_words(due, now)
        self.game.setText(f"{due.name}  {moment}")
        self.left.setText(left)
        forms.restyle(self.left, "figure-bad" if is_pressing(due, now) else "figure")
        reminds = bool(due.missing) and is_pressing(due, now) and not (agenda.step is Next.REMIND and agenda.game is due)
        self.remind_button.setVisible(reminds)
        self.remind_button.setText(step_words(due, Next.REMIND) if reminds else "")


def _column(*widgets: QWidget) -> QVBoxLayout:
    return forms.column(*widgets, spacing=0)


_WIDE_PAGE, _WIDE_FOR_FEW = 1_500, 1_300
"""Pixels of the page from which on the board of a game stands beside the list where no inbox does: for few games, which find room in two
lines each, it needs less."""
_LEAST_BELOW = 280
"""Pixels of height that a list beside the inbox leaves where the board of a game stands below it."""
_MOST_OF_INBOX = 0.9
"""Part of the inbox that is to be seen without scrolling where it stands below the list; last come mails that need nothing."""
_ALL_OF_LIST = 1_000
"""Share of the height that the list has, up to what it needs, to one of what stands below it."""
_LIST_SHARE = 10
_MOST_TAGS = 8
_LEFT, _RIGHT = 4_600, 5_400
"""Parts of the page that games and inbox have beside each other; more than it has pixels, or least widths would decide."""
_MOST_OF_PAGE = 0.55
"""Part of the page that the list has at least beside the inbox where its columns need so much."""
_LIST, _BOARD = 5_900, 4_100
"""Those of games and a board on a page that is not wide: each game has two lines there."""


class GamesPage(QWidget):
    """Stands in the place of boards and start page.

    Signals:
        game_chosen(GameSummary): a game is to be opened.
        step_chosen(GameSummary, str): what is to be done next about a game is to be done.
        menu_requested(GameSummary, QPoint): what else can be done with it, at a place of the screen.
        folders_requested(): other folders are to be listed.
        new_requested(): a new game.
        closed(): back to where one was.
    """

    game_chosen = Signal(object)
    menu_requested = Signal(object, object)
    step_chosen = Signal(object, str)
    folders_requested = Signal()
    new_requested = Signal()
    closed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._games: tuple[GameSummary, ...] = ()
        self._now: datetime | None = None
        self._tag = ""
        self._mails = 0
        """Mails that wait for their game."""
        self._is_narrow = False
        """True if the inbox stands beside the games."""
        self._shares: tuple[bool, bool, bool] | None = None
        """True for an inbox and for a board beside the games, and for a wide page, when it was shared out last."""
        self.search = forms.styled(AskingLine(), name=tr("Find a game, player or tag"))
        self.search.setPlaceholderText(tr("Find a game, player or tag"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(220)
        self.search.textChanged.connect(lambda _text: self._filter())
        self._tags = forms.flow(spacing=8)
        self._tag_buttons = QButtonGroup(self)
        self._tag_buttons.setExclusive(True)
        self.folders = forms.button(tr("Folders…"), self.folders_requested)
        self.head = GamesHead(self.search, self._tags)
        self.head.decided.connect(self._do_first)
        self.head.reminded.connect(self._remind_first)
        self.agenda: Agenda | None = None
        self.list = GamesList(look)
        self.list.game_chosen.connect(self.game_chosen)
        self.list.step_chosen.connect(self.step_chosen)
        self.list.menu_requested.connect(self.menu_requested)
        self.list.currentItemChanged.connect(lambda *_: self._show_preview())
        self.list.verticalScrollBar().rangeChanged.connect(self._make_room_for_rows)
        self._lines_fit = QTimer(self)
        self._lines_fit.setSingleShot(True)
        self._lines_fit.timeout.connect(self._fit_lines)
        self.note = forms.label(tr("Each game keeps its own time zone. What is new in the folders is shown by itself."), "soft", wraps=True)
        inset = QWidget()
        self._left = forms.column((self.list, _ALL_OF_LIST), on=inset, margins=(18, 0, 0, 0), spacing=0)
        self.inbox = InboxPanel()
        self.inbox.hide()
        self._halves = QSplitter()
        self._halves.setChildrenCollapsible(False)
        self._halves.addWidget(inset)
        self._halves.addWidget(self.inbox)
        self.preview = GamePreview()
        self.preview.hide()
        self.preview.opened.connect(self.game_chosen)
        self._halves.addWidget(self.preview)
        self._halves.splitterMoved.connect(lambda *_: self._lines_fit.start())
        for at, share in enumerate((_LIST_SHARE, _LIST_SHARE + 1, _LIST_SHARE)):
            self._halves.setStretchFactor(at, share)
        column_ = forms.column(self.head, (self._halves, 1), on=self, margins=(0, 0, 0, 0), spacing=0)
        column_.addWidget(self._drop_place())  # a splitter gives its parts no height for their width
        foot = forms.styled(QFrame(), "footer")
        forms.flow(
            (self.note, 1),
            self.folders,
            forms.button(tr("New game…"), self.new_requested),
            forms.button(tr("Back"), self.closed),
            on=foot,
            margins=(24, 6, 24, 6),
        )
        column_.addWidget(foot)

    def _drop_place(self) -> QFrame:
        """Make the frame that invites to drop mails; they are taken wherever they are dropped on the page."""
        place = forms.styled(QFrame(), "drop")
        words = forms.label(
            tr("Drop a mailbox or mails anywhere here"),
            "strong",
            tip=tr("Each mail finds its game. A mail that comes twice counts once."),
        )
        self.mails_button, self.watch_button = QPushButton(tr("Open mails…")), QPushButton(tr("Watch a folder…"))
        for button in (self.mails_button, self.watch_button):
            button.setProperty("role", "choice")
        forms.flow((words, 1), self.mails_button, self.watch_button, on=place, margins=(14, 8, 14, 8), spacing=8)
        around = QFrame()
        forms.column(place, on=around, margins=(18, 8, 18, 8))
        return around

    def show_inbox(self, report: InboxReport | None, waiting: Sequence[WaitingMail]) -> None:
        """Show what came of the last mailbox beside the games, where there is one, the mails that wait, and orders perhaps taken back."""
        is_shown = bool(waiting) or report is not None or any(each.withdrawn for each in self._games)
        self._mails = len(waiting)
        self._show_agenda()
        if is_shown:
            self.inbox.show_inbox(report, waiting, sorted(self._games, key=lambda each: each.name.casefold()))
        if is_shown != self._is_narrow:
            self._is_narrow = is_shown
            self.inbox.setVisible(is_shown)
            self._share_page()
            self.list.set_beside_inbox(is_shown)
            self._show_preview()

    # --- view ---

    def show_games(self, games: Iterable[GameSummary], now: datetime, *, folders: int, troubles: Sequence[str] = ()) -> None:
        """List *games* of so many *folders* as it is *now*."""
        self._games, self._now = tuple(games), now
        running = sum(not (each.fault or each.ending) for each in self._games)
        where = plural("{count} folder", "{count} folders", folders)
        self.head.summary.setText(
            tr("{count} in {where}, {running} running", count=len(self._games), where=where, running=running)
            if folders
            else tr("No folder is chosen yet")
        )
        self.note.setText(" ".join(troubles) or tr("Each game keeps its own time zone. What is new in the folders is shown by itself."))
        self._show_tags()
        self._show_agenda()
        self.list.show_games(self._games, now, self.search.text(), self._tag)
        self._show_preview()

    def _show_agenda(self) -> None:
        if self._now is not None:
            self.agenda = agenda_of(self._games, self._mails, self._now)
            self.head.show_agenda(self.agenda, self._now)

    def _do_first(self) -> None:
        """Do what the button in the head says; for mails without a game that is done here, in the inbox."""
        agenda = self.agenda
        if agenda is None:
            return
        if agenda.game is not None:
            self.step_chosen.emit(agenda.game, str(agenda.step))
        else:
            self.inbox.go_to_first()

    def _remind_first(self) -> None:
        if self.agenda is not None and self.agenda.due is not None:
            self.step_chosen.emit(self.agenda.due, str(Next.REMIND))

    def show_progress(self, done: int, of: int) -> None:
        """Say how many files are looked at."""
        self.note.setText(tr("Looking into the games: {done} of {of}…", done=done, of=of))

    def _show_tags(self) -> None:
        tags = sorted({tag for each in self._games for tag in each.tags})[:_MOST_TAGS]
        known = [button.text() for button in self._tag_buttons.buttons()]
        wanted = [tr("All"), *tags] if tags else []
        if known == wanted:
            return
        for button in self._tag_buttons.buttons():
            self._tag_buttons.removeButton(button)
            self._tags.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._tag = self._tag if self._tag in tags else ""
        for at, words in enumerate(wanted):
            button = ChoiceButton(words)
            tag = words if at else ""
            button.setChecked(tag == self._tag)
            button.clicked.connect(lambda _checked=False, tag=tag: self._pick_tag(tag))
            self._tag_buttons.addButton(button)
            self._tags.addWidget(button)

    def _pick_tag(self, tag: str) -> None:
        self._tag = tag
        self._filter()

    def _filter(self) -> None:
        self.list.filter(self.search.text(), self._tag)
        self._show_preview()

    def _show_preview(self) -> None:
        """Show the board of the game that is picked, or of the first, where there is room."""
        if self._share_page() or not self.preview.isHidden():
            game = self.list.picked
            if game is not None and self._now is not None:
                self.preview.show_game(game, self._now)

    def _share_page(self) -> bool:
        """Give the list, the inbox and the board of a game their parts of the page; returns True if the board has one from now on."""
        wide, larger, high = self.width(), growth(self.font()), self._halves.height()
        is_wide = wide >= _WIDE_PAGE * larger
        is_enough = is_wide or (wide >= _WIDE_FOR_FEW * larger and self.list.two_line_height <= high)
        listed = self.list.rows_height() if self._is_narrow and is_wide else 0
        is_stacked = listed > 0 and listed + self.inbox.height_at(wide // 2) * _MOST_OF_INBOX <= high
        is_below = listed > 0 and not is_stacked and high - listed >= _LEAST_BELOW * larger
        has_room = bool(self._games) and (is_stacked or is_below if self._is_narrow else is_enough)
        is_new = has_room and self.preview.isHidden()
        self._put_below(self.inbox if is_stacked else self.preview if is_below else None)
        self.list.setMaximumHeight(listed if is_stacked or is_below else NO_LIMIT)
        self.preview.setVisible(has_room)
        is_beside = self._is_narrow and not is_stacked
        self.list.setMinimumWidth(min(self.list.least_width, round(wide * _MOST_OF_PAGE)) if is_beside else 0)
        shares = (is_beside, has_room, is_wide)
        if shares != self._shares:
            self._shares = shares
            self._halves.setSizes([_LEFT, _RIGHT, 0] if shares[0] else [_LEFT, 0, _LEFT] if is_wide else [_LIST, 0, _BOARD])
            self._lines_fit.start()
        return is_new

    def _put_below(self, part: QWidget | None) -> None:
        """Put the inbox or the board of a game below the list, and the other one beside it; both beside where *part* is ``None``."""
        for at, each in ((1, self.inbox), (2, self.preview)):
            is_below = self._left.indexOf(each) >= 0
            if each is part and not is_below:
                self._left.addWidget(each, 1)
            elif each is not part and is_below:
                self._halves.insertWidget(at, each)
                self._halves.setStretchFactor(at, _LIST_SHARE)
            if each.isHidden() and self._is_narrow and each is self.inbox:
                each.show()  # Qt hides what comes from one place into another
        self.preview.set_words_beside(part is self.preview)

    def _make_room_for_rows(self, least: int, most: int) -> None:
        """Have what stands below the list make room for rows that grew."""
        if most > least and self._left.count() > 1:
            self._lines_fit.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each game one line where there is room, else two."""
        super().resizeEvent(event)
        self._show_preview()
        self._lines_fit.start()

    def _fit_lines(self) -> None:
        self.list.fit_lines()
        self._show_preview()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back; a slash goes to the search."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_Slash:
            self.search.setFocus()
        else:
            super().keyPressEvent(event)
