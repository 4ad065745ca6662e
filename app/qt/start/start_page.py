"""Start page: a new game in one click, a large board, the recent games with their boards, and what a crash left behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.qt.map.fonts import FontFamily
from app.qt.start.first_picture import COLUMN_WIDTH, GAP, PAGE_MARGINS, START_WIDTHS, cover, read_start_board, start_theme
from app.qt.start.game_card import GameCard, card_size
from app.qt.widgets.labels import key_words
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.scrolling import TallRoom, scrolled_place
from languages import active_language, mark, tr


@dataclass(frozen=True, slots=True)
class RecoveredEntry:
    """A game that the program had not saved when it ended."""

    key: str
    title: str
    detail: str


class RecoveredBanner(QFrame):
    """A game that a crash left behind."""

    def __init__(self, entry: RecoveredEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = entry.key
        self.setProperty("role", "banner")
        title = QLabel(tr("Recovered: {game}", game=entry.title))
        title.setProperty("role", "subheading")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        words = QLabel(entry.detail)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        self.open_button = QPushButton(tr("Go on with it"))
        self.open_button.setProperty("role", "primary")
        self.drop_button = QPushButton(tr("Drop it"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.drop_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(buttons)


def paint_hero(painter: QPainter, rect: QRectF, image: QImage, look: Look) -> None:
    """Paint *image* into *rect*, cropped to fill it, with round corners and a thin frame."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    outline = QPainterPath()
    outline.addRoundedRect(rect, 12, 12)
    painter.fillPath(outline, look.colour("sunken"))
    if not image.isNull():
        painter.save()
        painter.setClipPath(outline)
        painter.drawImage(rect, image, cover(QRectF(image.rect()), rect))
        painter.restore()
    painter.setPen(QPen(look.colour("line_strong"), 1.5))
    painter.drawPath(outline)


class HeroBoard(QWidget):
    """The board of Europe, large, under the invitation to play.

    Signals:
        chosen(): it was clicked. names_wanted(theme): it is without names in a theme, since those of the picture that comes with the
        program are English.
    """

    chosen = Signal()
    names_wanted = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._picture: QImage | None = None
        self.setMinimumSize(320, 300)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self._picture = None
        self.update()

    def show_picture(self, theme: str, image: QImage | None) -> None:
        """Paint *image*, made for *theme*, if that is still the look; the one that comes with the program where there is none."""
        if theme == start_theme(self._look):
            self._picture = read_start_board(self._look, START_WIDTHS[-1]) if image is None else image
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The board, filling the widget; in another language the small one, which has no names, until :meth:`show_picture`."""
        if self._picture is None:
            is_english = active_language() is None
            self._picture = read_start_board(self._look, START_WIDTHS[-1] if is_english else START_WIDTHS[0])
            if not is_english:
                self.names_wanted.emit(start_theme(self._look))
        painter = QPainter(self)
        paint_hero(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._picture, self._look)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """A game that was open before."""

    file: Path
    title: str
    detail: str
    """Folder of the game, or the note that it is gone."""

    is_there: bool


LEVELS = (("easy", mark("Easy")), ("steady", mark("Steady")), ("strong", mark("Strong")))
"""The opponents to play against at once, by name and title; written down here, since the first page loads no opponent."""

_FIRST_STEPS = (
    (mark("Click a unit"), mark("Where it can go lights up.")),
    (mark("Click where it moves"), mark("Or another unit to support it, or itself to hold.")),
    (mark("Process"), mark("All orders are carried out at once; every result has its reason.")),
)


def _steps(parent: QWidget) -> QWidget:
    """Make the three lines that explain the course of a game."""
    holder = QWidget(parent)
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(14)
    grid.setColumnStretch(1, 1)
    for number, (title, words) in enumerate(_FIRST_STEPS):
        sign = QLabel(str(number + 1))
        sign.setProperty("role", "heading")
        sign.setStyleSheet("padding-top: 0;")  # figures have no marks above them, and stand beside the first line
        sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = QLabel(f"<b>{tr(title)}</b><br>{tr(words)}")
        text.setWordWrap(True)
        text.setProperty("role", "soft")
        grid.addWidget(sign, number, 0)
        grid.addWidget(text, number, 1)
    return holder


class _Column(QWidget):
    """Column beside the board or the games; wider than usual only where its words are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Return a size as wide as usual."""
        return QSize(max(COLUMN_WIDTH, super().minimumSizeHint().width()), super().sizeHint().height())


class StartPage(QWidget):
    """The page itself.

    Signals:
        standard_requested(): a standard game, at once. now_requested(str): a standard game against six opponents of this level, at once.
        table_requested(): a standard game round one laptop: who sits where is asked first. new_requested(): a new game with its settings
        asked first. open_requested(): a file is to be chosen. file_requested(Path): this recent game is to be opened.
        forget_requested(Path): this game is to be taken off the list. recovery_requested(str): the recovered game of this key is to be
        opened. recovery_dropped(str): the recovered game of this key is not wanted. older_requested(): more of the unsaved games are
        wanted.
    """

    standard_requested = Signal()
    now_requested = Signal(str)
    table_requested = Signal()
    new_requested = Signal()
    open_requested = Signal()
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
        self._columns = 0
        self._banners: list[RecoveredBanner] = []
        self._recent: tuple[RecentEntry, ...] = ()

        place = scrolled_place(self)
        title = QLabel("Entente")
        title_font = QFont([FontFamily.MAP.value], 40)
        title.setFont(title_font)
        title.setStyleSheet(f'font-family: "{FontFamily.MAP.value}"; font-size: 40pt;')
        motto = QLabel(tr("Seven powers, thirty-four centres, no dice."))
        motto.setProperty("role", "soft")
        motto.setWordWrap(True)
        self.play_button = QPushButton(tr("Play a standard game"))
        self.play_button.setProperty("role", "primary")
        self.play_button.setMinimumHeight(44)
        self.play_button.clicked.connect(self.standard_requested)
        self.level = QComboBox()
        self.level.setAccessibleName(tr("How well the program plays"))
        for level, called in LEVELS:
            self.level.addItem(tr(called), level)
        self.now_button = QPushButton(tr("Play now against six"))
        self.now_button.setToolTip(tr("You draw a power by lot; the program plays the other six"))
        self.now_button.clicked.connect(lambda: self.now_requested.emit(str(self.level.currentData())))
        self.table_button = QPushButton(tr("Play round one laptop…"))
        self.table_button.setToolTip(tr("Friends at one machine: each writes in secret, then all orders are shown"))
        self.table_button.clicked.connect(self.table_requested)
        self.new_button = QPushButton(tr("New game…"))
        self.new_button.clicked.connect(self.new_requested)
        self.open_button = QPushButton(tr("Open…"))
        self.open_button.clicked.connect(self.open_requested)
        for button in (self.new_button, self.open_button, self.now_button):
            button.setMinimumHeight(38)
        self._hints = QLabel(
            tr("{keys} finds every command. Drop a .dpn file anywhere on the window to open it.", keys=key_words("Ctrl+K"))
        )
        self._hints.setProperty("role", "faint")
        self._hints.setWordWrap(True)
        self.trouble = QLabel()
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.trouble.hide()
        self._recovered = QVBoxLayout()
        self._recovered.setSpacing(8)

        self._column = column = _Column(place)
        left = QVBoxLayout(column)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(10)
        left.addWidget(title)
        left.addWidget(motto)
        left.addSpacing(16)
        left.addWidget(self.play_button)
        against = FlowLayout()
        against.addWidget(self.now_button, 1)
        against.addWidget(self.level)
        left.addLayout(against)
        left.addWidget(self.table_button)
        pair = FlowLayout()
        pair.addWidget(self.new_button, 1)
        pair.addWidget(self.open_button, 1)
        left.addLayout(pair)
        left.addSpacing(12)
        left.addWidget(self._told(), 1)
        left.addWidget(self._hints)

        self.hero = HeroBoard(look, place)
        self.hero.chosen.connect(self.standard_requested)
        self._recent_title = QLabel(tr("Recent games"))
        self._recent_title.setProperty("role", "heading")
        self._grid = QGridLayout()
        self._grid.setSpacing(16)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._scroll = TallRoom(place)
        holder = QWidget(self._scroll.viewport())
        holder.setObjectName("page")
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.addLayout(self._grid)
        inner.addStretch(1)
        self._scroll.setWidget(holder)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes from button to card; a stop that shows nothing is none
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self._recent_title)
        right.addWidget(self.hero, 1)
        right.addWidget(self._scroll, 1)

        row = QHBoxLayout(place)
        row.setContentsMargins(*PAGE_MARGINS)
        row.setSpacing(GAP)
        row.addWidget(column)
        row.addLayout(right, 1)
        self.show_recent(())

    def _told(self) -> TallRoom:
        """Make the area of messages besides the buttons; any number of recovered games has room, scrolled if need be."""
        area = TallRoom(self._column)
        holder = QWidget(area.viewport())
        area.setWidget(holder)
        holder.setObjectName("page")
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.trouble)
        inner.addLayout(self._recovered)
        inner.addSpacing(18)
        inner.addWidget(_steps(holder))
        inner.addStretch(1)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setMinimumHeight(120)
        return area

    def choose_level(self, level: str) -> None:
        """Choose *level*, if it is one."""
        at = self.level.findData(level)
        if at >= 0:
            self.level.setCurrentIndex(at)

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self.hero.set_look(look)
        self.show_recent(self._recent)

    def cards(self) -> Sequence[GameCard]:
        """The cards of the recent games, newest first."""
        return tuple(self._cards[entry.file] for entry in self._recent)

    def show_recent(self, entries: Sequence[RecentEntry]) -> None:
        """Offer *entries*, newest first; without any the board of Europe takes the place."""
        self._recent = tuple(entries)
        for card in self._cards.values():
            self._grid.removeWidget(card)
            card.deleteLater()
        self._cards = {}
        for entry in entries:
            card = GameCard(self._look, entry.title, entry.detail)
            card.setEnabled(entry.is_there)
            card.chosen.connect(lambda file=entry.file: self.file_requested.emit(file))
            card.forgotten.connect(lambda file=entry.file: self.forget_requested.emit(file))
            self._cards[entry.file] = card
        self._recent_title.setVisible(bool(entries))
        self._scroll.setVisible(bool(entries))
        self.hero.setVisible(not entries)
        self._columns = 0
        self._place_cards()

    def show_picture(self, file: Path, image: QImage) -> None:
        """Show *image* on the card of *file*, if it is still offered."""
        card = self._cards.get(file)
        if card is not None:
            card.set_picture(image)

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
            button = QPushButton(more)
            button.setObjectName("older")
            button.clicked.connect(self.older_requested)
            self._recovered.addWidget(button)

    def recovered(self) -> Sequence[RecoveredBanner]:
        """The games offered that were not saved when the program ended."""
        return tuple(self._banners)

    def show_trouble(self, text: str) -> None:
        """Show a failure, until the next one."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def resizeEvent(self, _event: object) -> None:
        """Place as many cards in a row as fit."""
        self._place_cards()

    def changeEvent(self, event: QEvent) -> None:
        """Larger words have larger cards."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._place_cards()

    @Slot()
    def _place_cards(self) -> None:
        wide = card_size(self.font()).width() + 16
        room = self.width() - PAGE_MARGINS[0] - max(COLUMN_WIDTH, self._column.width()) - GAP - PAGE_MARGINS[2] - 16
        columns = max(1, room // wide)
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards.values()):
            self._grid.addWidget(card, number // columns, number % columns, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for column in range(columns):
            self._grid.setColumnStretch(column, 0)
        self._grid.setColumnStretch(columns, 1)
