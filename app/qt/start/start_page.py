"""Start page: four ways into a game, the latest game on a large board, the other recent games, and what was not saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.qt.map.fonts import FontFamily
from app.qt.start.first_picture import GAP, PAGE_MARGINS, column_width
from app.qt.start.game_card import GameCard, card_width
from app.qt.start.hero import HeroCard
from app.qt.widgets.labels import PlainLabel, key_words
from app.qt.widgets.layouts import FlowLayout, TallRoom, scrolled_place
from app.qt.widgets.look import Look
from app.qt.widgets.style import growth
from languages import mark, tr

SIDE, LARGE_SIDE = 48, 72
"""Points of a sign's side, in a small window and in a large one."""


class StartWay(Enum):
    """Ways into a game, with the words of each."""

    FRIENDS = (mark("Friends round one table"), mark("Each writes in secret; then all orders are shown."))
    PROGRAM = (mark("Against the program"), mark("You lead one power, the program leads the other six."))
    MAIL = (mark("A game by mail"), mark("Orders come in by mail; you check them, process, and send results."))
    BOARD = (mark("A board of your own"), mark("Draw or import a map, find its faults, have it played."))


class WaySign(QWidget):
    """The sign of a way, in a square of the accent's soft colour."""

    def __init__(self, way: StartWay, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way = way
        self.look = look
        self.side = SIDE
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A square as high as two lines of words."""
        side = round(self.side * growth(self.font()))
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The square and the sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / 48, self.height() / 48)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.look.colour("accent_soft"))
        painter.drawRoundedRect(QRectF(0, 0, 48, 48), 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        round_ends, joint = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(self.look.colour("accent"), 2, Qt.PenStyle.SolidLine, round_ends, joint))
        _PAINTERS[self._way](painter)
        painter.end()


def _friends(painter: QPainter) -> None:
    for x, y, r in ((19.0, 18.0, 4.5), (31.0, 19.0, 3.5)):
        painter.drawEllipse(QPointF(x, y), r, r)
    painter.drawArc(QRectF(11, 26, 16, 16), 0, 180 * 16)
    painter.drawArc(QRectF(25, 27, 12, 12), 10 * 16, 110 * 16)


def _program(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(15, 15, 18, 18), 2, 2)
    painter.drawRect(QRectF(20.5, 20.5, 7, 7))
    for at in (20, 28):
        for a, b in (((at, 10), (at, 15)), ((at, 33), (at, 38)), ((10, at), (15, at)), ((33, at), (38, at))):
            painter.drawLine(QPointF(*a), QPointF(*b))


def _mail(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(11, 15, 26, 18), 2, 2)
    painter.drawPolyline(QPolygonF([QPointF(11, 17), QPointF(24, 26), QPointF(37, 17)]))


def _board(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(13, 35), QPointF(14.5, 28), QPointF(30, 12.5), QPointF(35.5, 18), QPointF(20, 33.5)]))
    painter.drawLine(QPointF(26.5, 16), QPointF(32, 21.5))


_PAINTERS: Mapping[StartWay, Callable[[QPainter], None]] = {
    StartWay.FRIENDS: _friends,
    StartWay.PROGRAM: _program,
    StartWay.MAIL: _mail,
    StartWay.BOARD: _board,
}


class WayButton(QPushButton):
    """A button with the sign, the name and the line of a way. What else belongs to the way can be put below the line."""

    def __init__(self, way: StartWay, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, words = map(tr, way.value)
        self.setProperty("role", "way")
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        self.sign = WaySign(way, look, self)
        self._name = name = QLabel(title, self)
        name.setProperty("role", "way")
        line = QLabel(words, self)
        line.setProperty("role", "soft")
        self.below = QVBoxLayout()
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addStretch(1)
        for label in (name, line):
            label.setWordWrap(True)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        column.addLayout(self.below)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 10)
        row.setSpacing(14)
        row.addWidget(self.sign)
        row.addLayout(column, 1)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """The size that its words want."""
        inside = self.layout()
        return super().sizeHint() if inside is None else inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """The size without which words would be cut."""
        inside = self.layout()
        return super().minimumSizeHint() if inside is None else inside.minimumSize()

    def set_large(self, *, large: bool) -> None:
        """Give sign and name the size for a large window, or for a small one."""
        role = "way-large" if large else "way"
        if self._name.property("role") != role:
            self.sign.side = LARGE_SIDE if large else SIDE
            self.sign.updateGeometry()
            self._name.setProperty("role", role)
            self._name.style().unpolish(self._name)
            self._name.style().polish(self._name)

    def set_look(self, look: Look) -> None:
        """Paint the sign in *look* from now on."""
        self.sign.look = look
        self.sign.update()


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
        title = PlainLabel(entry.title)
        title.setProperty("role", "strong")
        title.setWordWrap(True)
        words = PlainLabel(entry.detail)
        words.setWordWrap(True)
        self.open_button = QPushButton(tr("Go on with it"))
        self.open_button.setProperty("role", "primary")
        self.drop_button = QPushButton(tr("Drop it"))
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(title)
        column.addWidget(words)
        row = FlowLayout()
        row.setContentsMargins(14, 8, 12, 8)
        texts = QWidget()
        texts.setLayout(column)
        column.setContentsMargins(0, 0, 0, 0)
        row.addWidget(texts, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.drop_button)
        buttons.addWidget(self.open_button)
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


LARGE_PAGE, MOST_GROWTH = 1600, 1.3
"""Width of a page on which the ways are large, and the size of words from which on they are not."""

LEVELS = (("beginner", mark("Beginner")), ("easy", mark("Easy")), ("steady", mark("Steady")), ("strong", mark("Strong")))
"""The opponents to play against at once, by name and title; written down here, since the first page loads no opponent."""


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
        if column_width(width) != self._wide:
            self._wide = column_width(width)
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
        file_requested(Path): this recent game is to be opened. forget_requested(Path): this game is to be taken off the list.
        recovery_requested(str): the recovered game of this key is to be opened. recovery_dropped(str): the recovered game of this key is
        not wanted. older_requested(): more of the unsaved games are wanted. large_wanted(Path): a large picture of this game is missing.
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
        self._banners: list[RecoveredBanner] = []
        self._recent: tuple[RecentEntry, ...] = ()
        place = scrolled_place(self)
        self._column = self._make_column(place)
        self.hero_card = HeroCard(look, place)
        self.hero = self.hero_card.board
        self.play_button = self.hero_card.button
        self.hero_card.standard_requested.connect(self.standard_requested)
        self.hero_card.file_requested.connect(self.file_requested)
        self.hero_card.forget_requested.connect(self.forget_requested)
        self.trouble = PlainLabel("")
        self.trouble.setProperty("role", "bad")
        self.trouble.setWordWrap(True)
        self.trouble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.trouble.hide()
        self._others = TallRoom(place)
        self._others.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes from button to card; a stop that shows nothing is none
        holder = QWidget(self._others.viewport())
        holder.setObjectName("page")
        self._stack = QVBoxLayout(holder)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.setSpacing(14)
        self._stack.addStretch(1)
        self._others.setWidget(holder)

        games = QHBoxLayout()
        games.setSpacing(16)
        games.addWidget(self.hero_card, 1)
        games.addWidget(self._others)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.trouble)
        right.addWidget(self._told(place))
        right.addLayout(games, 1)
        row = QHBoxLayout(place)
        row.setContentsMargins(*PAGE_MARGINS)
        row.setSpacing(GAP)
        row.addWidget(self._column)
        row.addLayout(right, 1)
        self.show_recent(())

    def _make_column(self, place: QWidget) -> _Column:
        """Make the name of the program, the four ways, and the smaller ones."""
        title = QLabel("Entente")
        title.setFont(QFont([FontFamily.MAP.value], 40))
        title.setStyleSheet(f'font-family: "{FontFamily.MAP.value}"; font-size: 40pt;')
        motto = QLabel(tr("Seven powers, thirty-four centres, no dice."))
        motto.setProperty("role", "soft")
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
        self.lessons_button = QPushButton(tr("Lessons"))
        self.lessons_button.setToolTip(tr("Ten exercises, from the first move to a convoy"))
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
        self._hints = QLabel(tr("{keys} finds every command. Drop a game file anywhere.", keys=key_words("Ctrl+K")))
        self._hints.setProperty("role", "faint")
        self._hints.setWordWrap(True)
        left = QVBoxLayout(column)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(10)
        left.addWidget(title)
        left.addWidget(motto)
        left.addSpacing(6)
        for button in self.ways:
            left.addWidget(button, 1)
        left.addSpacing(4)
        left.addLayout(small)
        left.addWidget(self._hints)
        return column

    def _told(self, place: QWidget) -> TallRoom:
        """Make the area of games that were not saved; any number of them has room, scrolled if need be."""
        area = TallRoom(place)
        holder = QWidget(area.viewport())
        area.setWidget(holder)
        holder.setObjectName("page")
        self._recovered = QVBoxLayout(holder)
        self._recovered.setContentsMargins(0, 0, 0, 0)
        self._recovered.setSpacing(8)
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
        self._others.setVisible(len(entries) > 1)
        self._fit_cards()

    def show_picture(self, file: Path, image: QImage, *, large: bool = False) -> None:
        """Show *image* as the board of *file*, if that is still offered; *large* for one that is made for the large board."""
        if self._recent and self._recent[0].file == file:
            self.hero_card.show_board(image, large=large)
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
        self._area.setVisible(bool(entries))
        self._fit_told()

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

    def _fit_told(self) -> None:
        """Give the games that were not saved the height they need, up to a third of the page; more of them are scrolled to."""
        wide = (
            self.width() - PAGE_MARGINS[0] - PAGE_MARGINS[2] - GAP - max(column_width(self.width()), self._column.minimumSizeHint().width())
        )
        needed = self._recovered.heightForWidth(wide) if self._recovered.hasHeightForWidth() else self._recovered.sizeHint().height()
        self._area.setFixedHeight(min(max(needed, 1), max(self.height() // 3, 120)))

    def _fit_cards(self) -> None:
        self._column.set_page(self.width())
        large = self.width() >= LARGE_PAGE and growth(self.font()) < MOST_GROWTH
        for way in self.ways:
            way.set_large(large=large)
        self._fit_told()
        wide = card_width(self.font(), self.width())
        for card in self._cards.values():
            card.set_wide(wide)
        self._others.setFixedWidth(wide + self._others.verticalScrollBar().sizeHint().width() + 2)
