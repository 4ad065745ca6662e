"""Start page: four ways into a game, the latest game on a large board, the other recent games, lessons, and what was not saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QImage, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.qt.map.fonts import FontFamily
from app.qt.start.first_picture import COLUMN, GAP, LESSONS_PAGE, PAGE_MARGINS, SIDE_BY_SIDE, column_width
from app.qt.start.game_card import GameCard, LessonCard, card_width
from app.qt.start.hero import HeroCard
from app.qt.start.ways import StartWay, WayButton
from app.qt.widgets import forms
from app.qt.widgets.labels import key_words
from app.qt.widgets.layouts import TallRoom, scrolled_place
from app.qt.widgets.look import BODY_POINTS, Look, growth
from languages import mark, tr

_TITLE_POINTS = 40
"""Size of the program's name in points, in a small window."""


@dataclass(frozen=True, slots=True)
class RecoveredEntry:
    """A game that the program had not saved when it ended."""

    key: str
    title: str
    detail: str


class RecoveredBanner(QFrame):
    """A game that was not saved when the program ended."""

    def __init__(self, entry: RecoveredEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = entry.key
        self.setProperty("role", "banner")
        self.open_button = forms.button(tr("Go on with it"), role="primary")
        self.drop_button = QPushButton(tr("Discard it"))
        column = forms.column(forms.label(entry.title, "strong", wraps=True), forms.label(entry.detail, wraps=True), spacing=2)
        row = forms.flow(margins=(14, 8, 12, 8))
        texts = QWidget()
        texts.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        row.addWidget(texts, 1)
        buttons = forms.row(self.drop_button, self.open_button)
        row.addLayout(buttons)
        self.setLayout(row)


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """A game that was open before."""

    file: Path
    title: str
    phase: str
    """Its phase in words, or the note that its file is gone."""
    detail: str
    """Words on the turn, the deadline, or the time at which it was left."""
    is_there: bool


LARGE_PAGE, LARGE_HIGH, MOST_GROWTH = 1600, 900, 1.3
"""Width and height of a page on which words are larger than elsewhere, and a person's size of words from which on they are not."""
_BEYOND = 0.2
"""Growth of words with the page from which on a page is large for larger words of a person too."""
_WITH_THE_PAGE = 0.7
"""Part of the growth of a page beyond these that its words take."""

LESSONS = (
    (
        "solo-01-march",
        mark("Practice 1: March"),
        mark("You play France; nobody else moves. Two turns, spring and fall: own Spain, Portugal and Belgium when the year ends."),
        QPointF(0.49, 0.47),
    ),
    (
        "solo-02-support",
        mark("Practice 2: Support"),
        mark("You play France. A German army holds Munich: drive it out this turn. One against one bounces; two against one wins."),
        QPointF(0.28, 0.68),
    ),
    (
        "solo-04-together",
        mark("Practice 4: Stand together"),
        mark("You play Russia. Turkey will attack Rumania from Bulgaria, and Serbia helps it. Be in Rumania after this turn."),
        QPointF(0.52, 0.7),
    ),
)
"""Lessons to begin with: id, name and task as their variants say them, and the middle of the part of Europe that shows such orders."""
_FRAME = 2
"""Pixels on both sides of what is scrolled."""
_BETWEEN_CARDS = 14
"""Pixels between two cards."""

LEVELS = (("beginner", mark("Beginner")), ("easy", mark("Easy")), ("steady", mark("Steady")), ("strong", mark("Strong")))
"""The opponents to play against at once, by name and title; written down here, since the first page loads no opponent."""


def _size_of_words(page: QSize) -> float:
    """Return how much larger than usual the words of a *page* are: on a large one they were lost."""
    grown = min(page.width() / LARGE_PAGE, page.height() / LARGE_HIGH)
    return round(1 + max(0.0, grown - 1) * _WITH_THE_PAGE, 2)


def _sheet(size: float) -> str:
    """Return the style sheet of words *size* times as large as usual."""
    body, display, name = (f"{points * size:g}pt" for points in (BODY_POINTS, 17, 17))
    return (
        f"QLabel, QPushButton, QComboBox, GameCard, WaySign {{ font-size: {body}; }}"
        f'QLabel[role="heading"] {{ font-size: {display}; }} QLabel[role="way"] {{ font-size: {name}; }}'
    )


class _Level(QComboBox):
    """A choice that Enter opens."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the list, as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.showPopup()
        else:
            super().keyPressEvent(event)


class _Column(QWidget):
    """Column beside the board: a part of the page, and wider only where its words are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._wide = column_width(0)

    def set_page(self, width: int) -> None:
        """Take the part of a page of *width* pixels."""
        wide = column_width(width, growth(self.font()))
        if wide != self._wide:
            self._wide = wide
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return a size as wide as its part of the page."""
        return QSize(max(self._wide, super().minimumSizeHint().width()), super().sizeHint().height())


class StartPage(QWidget):
    """The page itself.

    Signals:
        standard_requested(): a standard game, at once. now_requested(str): a standard game against six opponents of this level, at once.
        table_requested(): a standard game round one laptop: who sits where is asked first. mail_requested(): a game by mail: what is played
        is asked first. board_requested(): a board of one's own. new_requested(): a new game with its settings asked first.
        open_requested(): a file is to be chosen. games_requested(): the page of all games. lessons_requested(): the exercises.
        lesson_requested(str): this exercise.
        file_requested(Path): this recent game is to be opened. forget_requested(Path): this game is to be taken off the list.
        recovery_requested(str): the recovered game of this key is to be opened. recovery_dropped(str): the recovered game of this key is
        not wanted. older_requested(): more of the unsaved games are wanted.
    """

    standard_requested = Signal()
    now_requested = Signal(str)
    table_requested = Signal()
    mail_requested = Signal()
    board_requested = Signal()
    new_requested = Signal()
    open_requested = Signal()
    games_requested = Signal()
    lessons_requested = Signal()
    lesson_requested = Signal(str)
    file_requested = Signal(object)
    forget_requested = Signal(object)
    recovery_requested = Signal(str)
    recovery_dropped = Signal(str)
    older_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self._cards: dict[Path, GameCard] = {}
        self._lessons: list[LessonCard] = []
        self._words: tuple[bool, float] | None = None
        """True for words of a large page, and their size where it is not a person's own; ``None`` before they have any."""
        self._banners: list[RecoveredBanner] = []
        self._recent: tuple[RecentEntry, ...] = ()
        place = scrolled_place(self)
        self._ways_room = TallRoom(place)
        """Scrolls the ways where words are so large that they do not all find room: the board beside them stays whole and in sight."""
        self._ways_room.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._ways_room.viewport().setAutoFillBackground(False)
        self._column = self._make_column(self._ways_room.viewport())
        self._ways_room.setWidget(self._column)
        self._column.setAutoFillBackground(False)
        self.hero_card = HeroCard(look, place)
        self.hero = self.hero_card.board
        self.play_button = self.hero_card.button
        self.hero_card.standard_requested.connect(self.standard_requested)
        self.hero_card.file_requested.connect(self.file_requested)
        self.hero_card.forget_requested.connect(self.forget_requested)
        self.hero.europe_changed.connect(self._show_lessons)
        self.trouble = forms.label(role="bad", wraps=True)
        self.trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.trouble.hide()
        self._others = TallRoom(place)
        self._others.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes from button to card; a stop that shows nothing is none
        holder = QWidget(self._others.viewport())
        holder.setObjectName("page")
        self._stack = forms.column(on=holder, margins=(0, 0, 0, 0), spacing=_BETWEEN_CARDS)
        self._make_lessons(holder)
        self._stack.addStretch(0)
        self._others.setWidget(holder)

        right = forms.column(
            self.trouble, self._unsaved_games(place), (forms.row((self.hero_card, 1), self._others, spacing=SIDE_BY_SIDE), 1), spacing=12
        )
        row = QHBoxLayout(place)
        row.setContentsMargins(*PAGE_MARGINS)
        row.setSpacing(GAP - self._bar)
        row.addWidget(self._ways_room)
        row.addLayout(right, 1)
        self.show_recent(())

    @property
    def _bar(self) -> int:
        """Pixels of the bar beside the ways, which stands in the gap before the board."""
        return self._ways_room.verticalScrollBar().sizeHint().width()

    def _make_column(self, place: QWidget) -> _Column:
        """Make the name of the program, the four ways, and the smaller ones."""
        self._title = title = QLabel("Entente")
        title.setFont(QFont([FontFamily.MAP.value], _TITLE_POINTS))
        motto = forms.styled(QLabel(tr("Seven powers, thirty-four centres, no dice.")), "soft")
        motto.setWordWrap(True)
        column = _Column(place)
        self.level = _Level()
        self.table_button, self.now_button, self.mail_button, self.board_button = self.ways = tuple(
            WayButton(way, self._look, column) for way in StartWay
        )
        self.table_button.clicked.connect(self.table_requested)
        self.mail_button.clicked.connect(self.mail_requested)
        self.board_button.clicked.connect(self.board_requested)
        self.now_button.setToolTip(tr("You draw a power by lot; the program plays the other six"))
        self.now_button.clicked.connect(lambda: self.now_requested.emit(str(self.level.currentData())))
        self.level.setAccessibleName(tr("How well the program plays"))
        for level, called in LEVELS:
            self.level.addItem(tr(called), level)
        self.now_button.below.addWidget(self.level, 0, Qt.AlignmentFlag.AlignLeft)
        QWidget.setTabOrder(self.now_button, self.level)
        QWidget.setTabOrder(self.level, self.mail_button)
        self.new_button = QPushButton(tr("New game…"))
        self.open_button = QPushButton(tr("Open…"))
        self.games_button = QPushButton(tr("All my games"))
        self.lessons_button = forms.button(tr("Lessons"), tip=tr("Ten exercises, from the first move to a convoy"))
        small = QGridLayout()
        small.setSpacing(6)
        smaller = (
            (self.new_button, self.new_requested),
            (self.open_button, self.open_requested),
            (self.games_button, self.games_requested),
            (self.lessons_button, self.lessons_requested),
        )
        for number, (button, signal) in enumerate(smaller):
            button.clicked.connect(signal)
            button.setProperty("compact", "true")
            small.addWidget(button, number // 2, number % 2)
        self._hints = forms.styled(QLabel(tr("{keys} finds every command. Drop a game file anywhere.", keys=key_words("Ctrl+K"))), "faint")
        self._hints.setWordWrap(True)
        left = forms.column(title, motto, 6, on=column, margins=(0, 0, 0, 0), spacing=10)
        for button in self.ways:
            left.addWidget(button, 1)
        left.addSpacing(4)
        left.addLayout(small)
        left.addWidget(self._hints)
        return column

    def _unsaved_games(self, place: QWidget) -> TallRoom:
        """Make the area of games that were not saved; any number of them has room, scrolled if need be."""
        area = TallRoom(place)
        holder = QWidget(area.viewport())
        area.setWidget(holder)
        holder.setObjectName("page")
        right = self._others.verticalScrollBar().sizeHint().width() + _FRAME  # as beside the cards below, which may be scrolled
        self._recovered = forms.column(on=holder, margins=(0, 0, right, 0), spacing=8)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.hide()
        self._area = area
        return area

    def choose_level(self, level: str) -> None:
        """Choose *level*, if it is one."""
        at = self.level.findData(level)
        if at >= 0:
            self.level.setCurrentIndex(at)

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        for card in self._lessons:
            card.set_look(look)
        self.hero_card.set_look(look)
        for way in self.ways:
            way.set_look(look)
        self.show_recent(self._recent)

    def cards(self) -> Sequence[GameCard | HeroCard]:
        """The recent games as they are offered, newest first: the latest on the large board, the others on cards."""
        first = [self.hero_card] if self._recent else []
        return (*first, *(self._cards[entry.file] for entry in self._recent[1:]))

    def show_recent(self, entries: Sequence[RecentEntry]) -> None:
        """Offer *entries*, newest first; without any the board of Europe invites to a standard game."""
        self._recent = tuple(entries)
        for card in self._cards.values():
            self._stack.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = {}
        if entries:
            first = entries[0]
            self.hero_card.show_game(first.file, first.title, first.phase, first.detail, is_there=first.is_there)
        else:
            self.hero_card.show_standard()
        for number, entry in enumerate(entries[1:]):
            card = GameCard(self._look, entry.title, entry.phase, entry.detail)
            card.setEnabled(entry.is_there)
            card.chosen.connect(lambda file=entry.file: self.file_requested.emit(file))
            card.forgotten.connect(lambda file=entry.file: self.forget_requested.emit(file))
            self._cards[entry.file] = card
            self._stack.insertWidget(number, card)
        self._fit_cards()

    def show_picture(self, file: Path, image: QImage, *, large: bool = False) -> None:
        """Show *image* as the board of *file*, if that is still offered; *large* for one that is made for the large board."""
        if self._recent and self._recent[0].file == file:
            self.hero_card.show_board(image, large=large)
        card = self._cards.get(file)
        if card is not None and not large:  # one with names comes late where its game was the latest when it was asked for
            card.set_picture(image)

    def _make_lessons(self, holder: QWidget) -> None:
        for name, title, task, middle in LESSONS:
            card = LessonCard(self._look, tr(title), tr(task), middle, holder)
            card.chosen.connect(lambda name=name: self.lesson_requested.emit(name))
            card.hide()
            self._lessons.append(card)
            self._stack.addWidget(card, 1)

    def lessons(self) -> Sequence[LessonCard]:
        """The cards of lessons that there is room for."""
        return tuple(card for card in self._lessons if not card.isHidden())

    @Slot()
    def _show_lessons(self) -> None:
        """Show their parts of Europe on the cards of lessons."""
        for card in self.lessons():
            card.set_europe(self.hero.europe())

    def _room_of_cards(self) -> int:
        """Pixels from top to bottom for the cards beside the board."""
        room = self.height() - PAGE_MARGINS[1] - PAGE_MARGINS[3]
        return room if self._area.isHidden() else room - self._area.height() - _BETWEEN_CARDS

    def _fit_whole_cards(self) -> None:
        """Show a whole number of recent games where not all have room: a card that is cut looks like a fault."""
        room = self._room_of_cards() + _BETWEEN_CARDS
        high = [card.height() + _BETWEEN_CARDS for card in self._cards.values()]
        if not high or sum(high) <= room:
            return
        number = max(1, round(room / high[0]))
        for card in self._cards.values():
            card.set_high(room // number - _BETWEEN_CARDS)

    def _fit_lessons(self, wide: int) -> None:
        """Offer as many lessons as have room below the recent games: their cards share it."""
        large = self.width() >= LARGE_PAGE
        room = self._room_of_cards() - sum(card.height() + _BETWEEN_CARDS for card in self._cards.values())
        has_room = self.width() >= LESSONS_PAGE * growth(QApplication.font())
        for number, card in enumerate(self._lessons):
            card.set_wide(wide)
            card.say_task(whole=large)
            room -= card.minimumHeight() + _BETWEEN_CARDS * (number > 0)
            card.setVisible(has_room and room >= 0 and number + len(self._cards) < len(self._lessons))
        if any(not card.has_picture for card in self.lessons()):
            self._show_lessons()

    def show_recovered(self, entries: Sequence[RecoveredEntry], more: str = "") -> None:
        """Offer games that were not saved when the program ended; *more* is what a button says that shows older ones."""
        while self._recovered.count():
            item = self._recovered.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        self._banners = [RecoveredBanner(entry) for entry in entries]
        for banner in self._banners:
            banner.open_button.clicked.connect(lambda _checked=False, key=banner.key: self.recovery_requested.emit(key))
            banner.drop_button.clicked.connect(lambda _checked=False, key=banner.key: self.recovery_dropped.emit(key))
            self._recovered.addWidget(banner)
        if more:
            button = forms.button(more, self.older_requested)
            button.setObjectName("older")
            self._recovered.addWidget(button)
        self._area.setVisible(bool(entries))
        self._fit_unsaved()
        role = "" if entries else "primary"  # what was not saved comes before the file of the same game
        if self.play_button.property("role") != role:
            forms.restyle(self.play_button, role)
        if self.play_button.hasFocus():
            self.take_focus()

    def take_focus(self) -> None:
        """Give the keyboard to what most people want first: a game that was not saved, or the large board."""
        (self._banners[0].open_button if self._banners else self.play_button).setFocus()

    def recovered(self) -> Sequence[RecoveredBanner]:
        """The games offered that were not saved when the program ended."""
        return tuple(self._banners)

    def show_trouble(self, text: str) -> None:
        """Show a failure, until the next one."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def resizeEvent(self, _event: object) -> None:
        """Give the cards their part of the room."""
        self._fit_cards()

    def changeEvent(self, event: QEvent) -> None:
        """Larger words have larger cards."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_cards()

    def _fit_unsaved(self) -> None:
        """Give the games that were not saved the height they need, up to a third of the page; more of them are scrolled to."""
        wide = self.width() - PAGE_MARGINS[0] - PAGE_MARGINS[2] - GAP - self._column.sizeHint().width()
        needed = self._recovered.heightForWidth(wide) if self._recovered.hasHeightForWidth() else self._recovered.sizeHint().height()
        self._area.setFixedHeight(min(max(needed, 1), max(self.height() // 3, 120)))

    def _fit_words(self) -> None:
        """Give words the size for the page, unless a person wants larger ones."""
        size, text = _size_of_words(self.size()), growth(QApplication.font())
        large = size > 1 and text < MOST_GROWTH * max(1.0, size - _BEYOND)
        wanted = size if large and size > text else 0.0
        if (large, wanted) == self._words:
            return
        self._words = large, wanted
        for way in self.ways:
            way.set_large(large=large)
        for button in (self.new_button, self.open_button, self.games_button, self.lessons_button):
            button.setProperty("compact", "false" if large else "true")
        points = _TITLE_POINTS * (max(size, 1.2) if large else 1)
        self._title.setStyleSheet(f'font-family: "{FontFamily.MAP.value}"; font-size: {points:g}pt;')
        self.setStyleSheet(_sheet(wanted) if wanted else "")

    def _fit_cards(self) -> None:
        self._column.set_page(self.width())
        column = self._column.sizeHint().width()
        self._column.setMaximumWidth(column)
        for way in self.ways:
            way.set_room(has_room=column >= COLUMN * growth(self.font()))
        self._ways_room.setFixedWidth(column + self._bar)
        self._fit_words()
        self._fit_unsaved()
        wide = card_width(self.font(), self.width())
        for card in self._cards.values():
            card.set_wide(wide)
        self._fit_whole_cards()
        self._fit_lessons(wide)
        self._others.setVisible(bool(self._cards or self.lessons()))
        self._others.setFixedWidth(wide + self._others.verticalScrollBar().sizeHint().width() + _FRAME)
