"""The list of all games: a heading for each time, a row for each game, with one button for what is to be done next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.gm.games import GameSummary, Next, When, deadline_words, in_groups, matching, missing_words, next_step, step_words, when_words
from app.qt.map.fonts import FontFamily
from app.qt.panels.power_header import small_font
from app.qt.widgets import forms
from app.qt.widgets.look import Look, growth
from app.qt.widgets.tables import WholeHeads, needed_by_head
from app.qt.widgets.wrapping_widgets import WrappingButton
from languages import mark, tr

_COLUMNS = (mark("Game"), mark("Phase"), mark("Deadline"), mark("Missing"), mark("Doubtful"), mark("To do"))
_TWO_LINES = (0, 1, 2)
"""Columns with tags below the game, the kind below the season, the time that is left below the deadline."""
_STRETCHED = (0, 3)
"""Columns that share what the others leave."""
_LEAST_WIDTHS = {0: 130, 1: 120, 2: 120, 3: 110, 4: 60, 5: 120}
_BUTTONS, _AROUND_BUTTON = 5, 28
_LONG, _GAP = 210, 8
_HEAD, _LINE, _LINES = 25, 29, 44
"""Pixels from top to bottom of a heading, and of a row of one line or of two, with words of the usual size."""
_WIDE = 1_150
"""Pixels of the list from which on a game stands in one line."""


_PARTED = re.compile(r"\s+|(?<=-)(?=\w)")
"""Places in a cell at which a line can end: a blank, and the end of a hyphen."""


class GamesList(QTreeWidget):
    """Games by deadline, in groups; a search and a tag decide which of them are seen.

    Signals:
        game_chosen(GameSummary): a game is to be opened.
        step_chosen(GameSummary, str): what is to be done next about a game is to be done.
        menu_requested(GameSummary, QPoint): what else can be done with it, at a place of the screen.
    """

    game_chosen = Signal(object)
    step_chosen = Signal(object, str)
    menu_requested = Signal(object, object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._games: tuple[GameSummary, ...] = ()
        self._now: datetime | None = None
        self._wanted = ("", "")
        """Words of the search, and the tag; each may be empty."""
        self._is_beside_inbox = False
        self._is_one_line = False
        """True if each game stands in one line."""
        self._buttons: dict[str, QPushButton] = {}
        """By the path of its game."""
        self._rows: list[tuple[GameSummary, When, QTreeWidgetItem]] = []
        self._headings: dict[When, QTreeWidgetItem] = {}
        self._nothing: QTreeWidgetItem | None = None
        """Row that says why no game is listed."""
        self.setAccessibleName(tr("All games by deadline"))
        self.setHeaderLabels([tr(each) for each in _COLUMNS])
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(False)
        self.setWordWrap(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else each search would fit all columns again
        self.verticalScrollBar().rangeChanged.connect(self._show_handle)
        self._show_handle(0, 0)
        self.itemActivated.connect(self._activated)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        for column in range(len(_COLUMNS)):
            is_stretched = column in _STRETCHED
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch if is_stretched else QHeaderView.ResizeMode.Interactive)
        self._rows_fit = QTimer(self)
        self._rows_fit.setSingleShot(True)
        self._rows_fit.timeout.connect(self._fit_rows)
        header.sectionResized.connect(lambda *_: self._rows_fit.start())
        self._heads = WholeHeads(header, _LEAST_WIDTHS, self._wide_rows, self._wide_words)
        self._two_lines = TwoLines(look, self)
        for column in _TWO_LINES:
            self.setItemDelegateForColumn(column, self._two_lines)

    # --- contents ---

    def show_games(self, games: Sequence[GameSummary], now: datetime, words: str, tag: str) -> None:
        """List *games* as it is *now*, those seen that fit *words* of a search and *tag*."""
        self._games, self._now, self._wanted = tuple(games), now, (words, tag)
        self._make_rows()

    def set_look(self, look: Look) -> None:
        """Colour in *look*."""
        self._look = look
        self._two_lines.set_look(look)
        self._make_rows()

    def set_beside_inbox(self, is_beside: bool) -> None:
        """Leave out the columns that find no room beside the inbox: the phase stands below the name, doubtful lines on the button."""
        self._is_beside_inbox = is_beside
        for column in (1, 4):
            self.setColumnHidden(column, is_beside)
        self._make_rows()

    def _make_rows(self) -> None:
        """Make all rows again."""
        if self._now is None:
            return
        now = self._now
        scroll = self.verticalScrollBar().value()
        self._buttons.clear()
        self._rows.clear()
        self._headings.clear()
        self.clear()
        self._is_one_line = self._has_room_for_one_line
        for when, group in in_groups(self._games, now):
            self._add_heading(when)
            for game in group:
                self._add_game(game, when, next_step(game, now), now)
        self._nothing = QTreeWidgetItem([""])
        self.addTopLevelItem(self._nothing)
        self._nothing.setFirstColumnSpanned(True)
        self.filter(*self._wanted)
        self._heads.fit()
        self._fit_rows()
        self.verticalScrollBar().setValue(scroll)

    def filter(self, words: str, tag: str) -> None:
        """Show the rows that fit *words* of a search and *tag*."""
        self._wanted = words, tag
        if self._nothing is None:
            return
        fitting = {id(game) for game in matching(self._games, words, tag)}
        seen = set()
        self.setUpdatesEnabled(False)
        for game, when, item in self._rows:
            is_shown = id(game) in fitting
            if is_shown:
                seen.add(when)
            if item.isHidden() == is_shown:
                item.setHidden(not is_shown)
        for when, item in self._headings.items():
            item.setHidden(when not in seen)
        self._nothing.setHidden(bool(seen))
        self._nothing.setText(0, tr("No game matches.") if self._games else tr("Choose the folders that your games lie in: Folders…"))
        self.setUpdatesEnabled(True)

    @property
    def shown(self) -> tuple[GameSummary, ...]:
        """The games that are listed, in their sequence."""
        return tuple(game for game, _, item in self._rows if not item.isHidden())

    @property
    def headings(self) -> tuple[str, ...]:
        """The groups that are listed."""
        nothing = [] if self._nothing is None else [self._nothing]
        return tuple(item.text(0) for item in (*self._headings.values(), *nothing) if not item.isHidden())

    @property
    def picked(self) -> GameSummary | None:
        """The game that is picked, or the first that is listed; ``None`` where none is."""
        current = self.currentItem()
        picked = None if current is None or current.isHidden() else current.data(0, Qt.ItemDataRole.UserRole)
        return picked or next(iter(self.shown), None)

    # --- room ---

    def rows_height(self) -> int:
        """Pixels of height that the list needs to show all its rows."""
        found = (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
        rows = [self.visualItemRect(each) for each in found if each is not None and not each.isHidden()]
        around = self.header().height() + 2 * self.frameWidth() + _GAP
        return rows[-1].bottom() - rows[0].top() + around if rows else 0

    @property
    def two_line_height(self) -> float:
        """Pixels of height that all games would need with two lines each."""
        return (len(self._games) * _LINES + (len(self._headings) + 1) * _HEAD) * growth(self.font())

    def fit_lines(self) -> None:
        """Give each game one line where there is room, else two."""
        if self._has_room_for_one_line != self._is_one_line:
            self._make_rows()

    @property
    def _has_room_for_one_line(self) -> bool:
        return not self._is_beside_inbox and self.width() >= _WIDE * growth(self.font())

    def _show_handle(self, least: int, most: int) -> None:
        """Show no handle where there is nothing to scroll; the bar keeps its room."""
        bar, is_idle = self.verticalScrollBar(), most <= least
        if bar.property("idle") != is_idle:
            bar.setProperty("idle", is_idle)
            bar.style().unpolish(bar)
            bar.style().polish(bar)

    def _wide_rows(self, column: int) -> int:
        """Pixels that what stands in *column* needs; names of games and who is missing end in dots where they are very long."""
        needed = self.sizeHintForColumn(column) + _GAP
        if column == _BUTTONS:
            needed = max([needed, *(each.sizeHint().width() + _AROUND_BUTTON for each in self._buttons.values())])
        return min(needed, round(_LONG * growth(self.font()))) if column in _STRETCHED else needed

    def _wide_words(self, column: int) -> int:
        """Pixels that the longest word in *column* needs, or its buttons."""
        found = (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
        items = [each for each in found if each is not None and each.data(0, Qt.ItemDataRole.UserRole) is not None]
        if column == _BUTTONS:
            return max((each.minimumSizeHint().width() for each in self._buttons.values()), default=0) + _AROUND_BUTTON
        words = (word for each in items for word in _PARTED.split(each.text(column)))
        return max((self._metrics(column).horizontalAdvance(word) for word in words), default=0) + 2 * _GAP

    @property
    def least_width(self) -> int:
        """Pixels that all columns need that are shown, with their words in further lines, and the bar."""
        columns = [each for each in range(len(_COLUMNS)) if not self.isColumnHidden(each)]
        words = sum(max(needed_by_head(self.header(), each), self._wide_words(each)) for each in columns)
        return words + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()

    def _metrics(self, column: int) -> QFontMetrics:
        """Return those of the words in *column*: names of games stand in the type of headings."""
        return QFontMetrics(self._display) if column == 0 else self.fontMetrics()

    @property
    def _display(self) -> QFont:
        font = QFont(FontFamily.MAP.value)
        font.setPointSizeF(self.font().pointSizeF() + 1)
        return font

    def _fit_rows(self) -> None:
        """Words that go on in a further line need a higher row."""
        usual = self._usual_height
        for at in range(self.topLevelItemCount()):
            item = self.topLevelItem(at)
            game = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
            if item is None or game is None:
                continue
            high = usual
            for column in range(len(_COLUMNS)):
                room = QRect(0, 0, self.columnWidth(column) - 2 * _GAP, 10_000)
                metrics = self._metrics(column)
                high = max(high, metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), item.text(column)).height() + _GAP)
            if game.path in self._buttons:
                button = self._buttons[game.path]
                high = max(high, button.heightForWidth(self.columnWidth(_BUTTONS) - _AROUND_BUTTON))
                holder = button.parentWidget()
                if holder is not None:
                    holder.setMaximumHeight(high)  # or the row would be as high as the button was in a narrow column
            item.setSizeHint(0, QSize(0, high))
        self.doItemsLayout()  # or buttons would stay where their rows were

    def _add_heading(self, when: When) -> None:
        item = QTreeWidgetItem([when_words(when)])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(0, font)
        item.setSizeHint(0, QSize(0, round(_HEAD * growth(self.font()))))
        for column in range(len(_COLUMNS)):
            item.setBackground(column, QBrush(self._look.colour("sunken")))
            item.setForeground(column, QBrush(self._look.colour("text_soft")))
        self.addTopLevelItem(item)
        item.setFirstColumnSpanned(True)
        self._headings[when] = item

    @property
    def _usual_height(self) -> int:
        return round((_LINE if self._is_one_line else _LINES) * growth(self.font()))

    def _add_game(self, game: GameSummary, when: When, step: Next, now: datetime) -> None:
        deadline, left = deadline_words(game, now)
        phase, _, kind = game.phase_words.partition(", ")
        below = phase if self._is_beside_inbox else ", ".join(game.tags) or game.variant
        between = " · " if self._is_one_line else "\n"
        cells = [
            f"{game.name}{between}{below}",
            (game.phase_words if self._is_one_line else f"{phase}\n{kind}") if not game.fault else tr("cannot be read"),
            f"{deadline}{between}{left}" if left else deadline,
            missing_words(game),
            f"? {game.doubtful}" if game.doubtful else "–",
        ]
        item = QTreeWidgetItem(cells)
        item.setData(0, Qt.ItemDataRole.UserRole, game)
        item.setSizeHint(0, QSize(0, self._usual_height))
        self._rows.append((game, when, item))
        for column, words in enumerate(cells):
            item.setToolTip(column, words.replace("\n", ", ") if column != 3 or not game.fault else game.fault)
        item.setFont(0, self._display)
        if when is When.OVERDUE or game.fault:
            item.setForeground(1 if game.fault else 2, QBrush(self._look.colour("bad")))
        elif when is When.TODAY:
            item.setForeground(2, QBrush(self._look.colour("warning")))
        if not game.missing and not game.fault and not game.ending:
            item.setText(3, tr("✓ all are in"))
            item.setForeground(3, QBrush(self._look.colour("good")))
        if game.doubtful:
            item.setForeground(4, QBrush(self._look.colour("warning")))
        self.addTopLevelItem(item)
        words = step_words(game, step)
        if not words:
            item.setText(5, tr("nothing to do") if step is Next.NOTHING else "")
            item.setForeground(5, QBrush(self._look.colour("text_faint")))
            return
        button = forms.styled(WrappingButton(words), name=f"{words}, {game.name}")
        button.setProperty("compact", "true")
        button.clicked.connect(lambda: self.step_chosen.emit(game, str(step)))
        holder = QWidget()
        forms.row(button, on=holder, margins=(4, 0, 16, 0))
        self.setItemWidget(item, 5, holder)
        button.ensurePolished()  # or it would be taken to be narrower than it is
        self._buttons[game.path] = button

    def _activated(self, item: QTreeWidgetItem, _column: int) -> None:
        game = item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(game, GameSummary):
            self.game_chosen.emit(game)

    def _ask_for_menu(self, at: QPoint) -> None:
        item = self.itemAt(at)
        game = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(game, GameSummary):
            self.menu_requested.emit(game, self.viewport().mapToGlobal(at))


_AROUND = 5
"""Pixels at either side of the words of a cell, besides those of the style."""


class TwoLines(QStyledItemDelegate):
    """Paints what stands behind the first line break of a cell small and soft, and every other cell as usual."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """The ground of the cell, the first line in its own type and colour, the others below it."""
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        first, parted, below = str(index.data() or "").partition("\n")
        if not parted:
            super().paint(painter, option, index)
            return
        own.text = ""
        style = own.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, own.widget)
        side = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, own.widget) + _AROUND
        room = own.rect.adjusted(side, 0, -side, 0)
        fonts = (own.font, small_font(own.widget.font()))
        inks = (own.palette.text().color(), self._look.colour("text_soft"))
        rects = [_needed(words, font, room) for words, font in zip((first, below), fonts, strict=True)]
        top = room.top() + (room.height() - sum(each.height() for each in rects)) // 2
        colours = QPalette(own.palette)
        painter.save()
        for words, font, ink, rect in zip((first, below), fonts, inks, rects, strict=True):
            painter.setFont(font)
            colours.setColor(QPalette.ColorRole.Text, ink)
            place = QRect(room.left(), top, room.width(), rect.height())
            style.drawItemText(painter, place, int(Qt.TextFlag.TextWordWrap), colours, True, words, QPalette.ColorRole.Text)
            top += rect.height()
        painter.restore()


def _needed(words: str, font: QFont, room: QRect) -> QRect:
    return QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 10_000), int(Qt.TextFlag.TextWordWrap), words)
