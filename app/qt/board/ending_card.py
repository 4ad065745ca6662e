"""Card at the end of a game, over the board: the winner, a chart of centres over the years, the ways on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QGridLayout, QWidget

from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from app.qt.map.board_view import BoardView
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel, elided
from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch, SwatchSquare
from app.statistics.centres import CentreHistory, centre_history
from entente.words.names import describe_season, join_words, power_name
from entente.words.outcomes import ending_details, ending_in_season, ending_title
from entente.words.sentence import describe_centres
from languages import clauses, sentence, tr
from languages.outside_text import outside_name

_MARGINS, _TIGHT, _SPACING = (30, 24, 30, 22), (20, 10, 20, 10), 12
"""Pixels around what stands in the card, and where it has little room."""

_AROUND = 24
"""Pixels of the board above and below the card together."""


class CentreChart(QWidget):
    """Paints a history."""

    def __init__(
        self, history: CentreHistory, swatches: Mapping[str, Swatch], look: Look, victory: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.history = history
        """History that is painted."""
        self._swatches = swatches
        self._look = look
        self._victory = victory
        self.setAccessibleName(tr("Centres over the years"))

    def minimumSizeHint(self) -> QSize:
        """Return the size that its numbers need to be read."""
        return QSize(220, 170) * growth(self.font())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Axes, the line of victory, and a line for each power."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = growth(self.font())
        room = QRectF(self.rect()).adjusted(30 * scale, 8 * scale, -22 * scale, -22 * scale)
        top = self.history.top(self._victory)
        painter.setPen(QPen(self._look.colour("line"), 1))
        for count in range(0, top + 1, max(1, top // 6)):
            y = room.bottom() - room.height() * count / top
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            painter.setPen(self._look.colour("text_soft"))
            painter.drawText(
                QRectF(0, y - 9 * scale, 24 * scale, 18 * scale), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(count)
            )
            painter.setPen(QPen(self._look.colour("line"), 1))
        if self._victory <= top:
            victory = room.bottom() - room.height() * self._victory / top
            painter.setPen(QPen(self._look.colour("warning"), 1.4, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(room.left(), victory), QPointF(room.right(), victory))
        self._paint_years(painter, room, scale)
        for power, counts in reversed(self.history.counts):
            self._paint_power(painter, room, power, counts, top)
        painter.end()

    def _x(self, room: QRectF, number: int) -> float:
        return room.left() + room.width() * number / max(1, len(self.history.moments) - 1)

    def _aside(self, power: str, number: int) -> float:
        """Return the distance of a line from others with the same number, so that none hides another."""
        alike = [other for other, counts in self.history.counts if counts[number] == self.history.of(power)[number]]
        step = min(2.8, 12 / max(1, len(alike) - 1))
        return (alike.index(power) - (len(alike) - 1) / 2) * step

    def _paint_years(self, painter: QPainter, room: QRectF, scale: float) -> None:
        painter.setPen(self._look.colour("text_soft"))
        wide = max(painter.fontMetrics().horizontalAdvance(each) for each in self.history.moments) + 10
        every = max(1, len(self.history.moments) // 8, round(len(self.history.moments) * wide / room.width() + 0.5))
        for number, moment in enumerate(self.history.moments):
            if number % every == 0:
                box = QRectF(self._x(room, number) - wide / 2, room.bottom() + 3 * scale, wide, 18 * scale)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, moment)

    def _paint_power(self, painter: QPainter, room: QRectF, power: str, counts: Sequence[int], top: int) -> None:
        swatch = self._swatches.get(power)
        points = [
            QPointF(self._x(room, number), room.bottom() - room.height() * count / top + self._aside(power, number))
            for number, count in enumerate(counts)
        ]
        painter.setPen(QPen(self._look.colour("raised"), 4.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(points)
        colour = self._look.colour("text") if swatch is None else swatch.line or swatch.ink
        painter.setPen(QPen(colour, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(points)
        painter.setBrush(colour if swatch is None else swatch.fill)
        painter.drawEllipse(points[-1], 3.6, 3.6)
        painter.setBrush(Qt.BrushStyle.NoBrush)


class EndingCard(QFrame):
    """Lies over the board.

    Signals:
        board_requested(): it is to go, so that the board can be looked at. story_requested(): the story of the game is wanted.
        history_requested(): the game is wanted from its start. start_page_requested(): on to another game.
    """

    board_requested = Signal()
    story_requested = Signal()
    history_requested = Signal()
    start_page_requested = Signal()

    def __init__(
        self,
        game: Game,
        cursor: Cursor,
        ending: Ending,
        swatches: Mapping[str, Swatch],
        look: Look,
        parent: QWidget,
        viewer: str | None = None,
    ) -> None:
        """*game* is as *viewer* may see it: powers that it does not see whole have no numbers."""
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(36)
        shadow.setOffset(0, 6)
        shadow.setColor(QColor(0, 0, 0, 120))
        self.setGraphicsEffect(shadow)
        variant = game.variant
        self.title = forms.label(ending_title(variant, ending), "title", wraps=True)
        players = {power: outside_name(player.name) for power, player in game.players.items() if player.name}
        winners = join_words(players[power] for power in ending.winners if power in players)
        line = game.line(cursor.branch)
        from app.statistics.turning_points import end_of  # few games end while the window is opened

        season = describe_season(variant, line[end_of(line)].phase)
        self.words = forms.label(
            f"{clauses(filter(None, (sentence(ending_in_season(ending_details(variant, ending), season)), winners)))}.", "soft", wraps=True
        )
        history = centre_history(game, cursor, viewer)
        table = QGridLayout()
        table.setHorizontalSpacing(10)
        table.setVerticalSpacing(4)
        rows = [(power, describe_centres(counts[-1], whole=True)) for power, counts in history.counts]
        rows += [(power, tr("centres unknown")) for power in history.unknown]
        self._table, self._across = table, 0
        """Powers with their centres, and the number of powers beside one another."""
        self._rows: list[tuple[QWidget, ...]] = []
        for power, centres in rows:
            chip = SwatchSquare(swatches.get(power))
            called = power_name(variant, power)
            name = forms.label(f"★ {called}" if power in ending.winners else called, "subheading" if power in ending.winners else "soft")
            who = elided(players.get(power, ""))
            count = PlainLabel(centres)
            self._rows.append((chip, name, who, count))
        self.chart = CentreChart(history, swatches, look, variant.victory)
        self.board_button = forms.button(tr("Look at the board"), self.board_requested)
        self.story_button = forms.button(tr("The story"), self.story_requested, "primary")
        self.history_button = forms.button(tr("From the start"), self.history_requested)
        self.start_button = forms.button(tr("Start page"), self.start_page_requested)
        forms.column(
            self.title,
            self.words,
            (self.chart, 1),
            table,
            4,
            forms.flow(self.story_button, self.board_button, self.history_button, self.start_button),
            on=self,
            margins=_MARGINS,
            spacing=_SPACING,
        )
        self._room = let_scroll(self)
        self._stand(across=2)

    def _tighten(self, *, tight: bool) -> None:
        """Leave the chart to the story, and say the title in smaller letters, where the card has no room for both."""
        if tight is self.chart.isHidden():
            return
        self.chart.setVisible(not tight)
        forms.restyle(self.title, "heading" if tight else "title")
        whole = self._room.inside.layout()
        if whole is not None:
            whole.setContentsMargins(*(_TIGHT if tight else _MARGINS))
            whole.setSpacing(6 if tight else _SPACING)
            whole.invalidate()

    def _stand(self, *, across: int) -> None:
        """Let *across* powers stand beside one another."""
        if across == self._across:
            return
        self._across = across
        down = -(-len(self._rows) // across)
        for number, row in enumerate(self._rows):
            for at, widget in enumerate(row):
                self._table.removeWidget(widget)
                self._table.addWidget(widget, number % down, number // down * len(row) + at)
        for column in (2, 6):
            self._table.setColumnStretch(column, int(column < 4 * across))
        whole = self._room.inside.layout()
        if whole is not None:
            whole.invalidate()  # or it would keep the width that it needed before

    def place(self) -> None:
        """In the middle of the board."""
        board = self.parentWidget()
        if board is None:
            return
        self.ensurePolished()  # or it would have no border yet
        self._tighten(tight=False)
        if self._height_on(board) > board.height() - _AROUND:
            self._tighten(tight=True)
            self._height_on(board)

    def _height_on(self, board: QWidget) -> int:
        """Lie in the middle of *board*; returns the pixels from top to bottom that the card needs there."""
        inside = self._room.inside
        edge = self.size() - self.contentsRect().size()
        self._stand(across=2)
        if inside.minimumSizeHint().width() + edge.width() > board.width() - 40:
            self._stand(across=1)
        width = min(max(round(560 * growth(self.font())), inside.minimumSizeHint().width() + edge.width()), board.width() - 40)
        high = max(self._room.needs(width - edge.width()), inside.sizeHint().height()) + edge.height()
        height = min(high, board.height() - _AROUND)
        self.setGeometry((board.width() - width) // 2, (board.height() - height) // 2, width, height)
        return max(self._room.needs(width - edge.width()) + edge.height(), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.board_requested.emit()
        else:
            super().keyPressEvent(event)


class EndingOverBoard(QObject):
    """The card over *board* where the moment in view is the last of a game that is over.

    Signals:
        story_requested(), history_requested(), start_page_requested(): the way on from there.
    """

    story_requested = Signal()
    history_requested = Signal()
    start_page_requested = Signal()

    def __init__(self, board: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self.card: EndingCard | None = None

    def show_ending(self, game: Game, cursor: Cursor, swatches: Mapping[str, Swatch], look: Look, viewer: str | None) -> None:
        """Say how *game*, as *viewer* may see it, ended, if *cursor* is its end; elsewhere the board is free."""
        self._put_away()
        ending = game.branch(cursor.branch).ending
        if ending is None or cursor != game.last(cursor.branch):
            return
        card = EndingCard(game, cursor, ending, swatches, look, self._board, viewer)
        card.board_requested.connect(self._put_away)
        card.story_requested.connect(self.story_requested)
        card.history_requested.connect(self.history_requested)
        card.start_page_requested.connect(self.start_page_requested)
        card.place()
        card.show()
        self.card = card
        if self._board.isVisible():
            self.take_focus()

    def take_focus(self) -> bool:
        """Keys go to the card; whether there is one."""
        if self.card is not None:
            self.card.story_button.setFocus()
        return self.card is not None

    def place(self) -> None:
        """Place the card in the middle of the board, which has another size now."""
        if self.card is not None:
            self.card.place()

    @Slot()
    def _put_away(self) -> None:
        card, self.card = self.card, None
        if card is not None:
            card.hide()
            card.deleteLater()
            self._board.setFocus()
