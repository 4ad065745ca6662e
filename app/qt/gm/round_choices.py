"""Choices for a doubtful line: a card with its words, a button for each order that it may mean, numbered arrows on the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QGraphicsItem, QLineEdit, QPushButton, QStyleOptionGraphicsItem, QWidget
from shiboken6 import isValid

from adjudicator.order import Build, Convoy, Hold, Move, Order, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.unit import Location
from app.gm.round_sheet import SheetRow
from app.gm.taken_mails import proposal_words, sender_words
from app.presentation.layout.drawing import Layer
from app.presentation.layout.situation import anchor
from app.qt.board.game_page import GamePage
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.wrapping_widgets import WrappingButton
from app.session.session import Session
from entente.words.outcomes import describe_order
from languages import labelled, tr
from variants.compiled import CompiledBoard

MOST_CHOICES = 6
LATER_KEYS = {"retreats": 8, "builds": 9}
"""Digits that keep a line for a later phase."""


class DoubtRow(QWidget):
    """One press takes a choice, sets the line aside or keeps it for later; *Write it* opens the line for editing.

    Signals:
        chosen(SheetRow, str, str): a power's order, as text, is what the line means.
        settled(SheetRow, str): what becomes of it otherwise: ``out`` and ``stand`` of orders that it may take back, ``aside`` or
            ``retreats`` and ``builds`` of the line itself, ``propose`` where what it proposes is taken.
    """

    chosen = Signal(object, str, str)
    settled = Signal(object, str)

    def __init__(self, row: SheetRow, laters: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self.buttons: list[QPushButton] = []
        self._later: dict[int, QPushButton] = {}
        self._choices = FlowLayout(spacing=4)
        for number, choice in enumerate(row.choices[:MOST_CHOICES], 1):
            button = forms.button(
                f"{number}  {choice.order}",
                lambda _down=False, choice=choice: self.chosen.emit(self._row, str(choice.power), str(choice.order)),
                tip=tr(
                    "Write {order} for {power}, and keep the words that were received beside it", order=choice.order, power=choice.power
                ),
            )
            self._add(button)
        self._keyed = list(self.buttons)
        if row.takes_back:
            self._keyed = [
                self._act(tr("1  Take them out"), tr("Take these orders out; their units are without an order then"), "out"),
                self._act(tr("2  Keep them"), tr("These orders are played as they are"), "stand"),
            ]
        if row.proposal:
            tip = tr("Take what the line says; everybody can see it then")
            self._keyed = [self._act(f"1  {proposal_words(row.proposal)}", tip, "propose")]
        self.line = forms.styled(QLineEdit(row.words), name=tr("Order for: {words}", words=row.words))
        self.line.returnPressed.connect(self._written)
        self.line.hide()
        self.write_button = forms.button(
            tr("Write it…"), self.write, tip=tr("Write what the line means as an order; the words that were received stay beside it")
        )
        if row.can_be_written:
            self._add(self.write_button)
        if row.can_be_set_aside:
            if row.line.proposal:
                laters = ()
            self._act(tr("Not an order"), tr("The line orders nothing and is asked about no longer (key 0)"), "aside")
            for later in laters:
                words = tr("For retreats") if later == "retreats" else tr("For builds")
                tip = tr("The line is kept, and shown when its phase comes (key {key})", key=LATER_KEYS[later])
                self._later[LATER_KEYS[later]] = self._act(words, tip, later)
        forms.column(self._choices, self.line, on=self, margins=(30, 2, 10, 6), spacing=4)

    def _add(self, button: QPushButton) -> None:
        button.setProperty("role", "choice")
        self._choices.addWidget(button, 1)
        self.buttons.append(button)

    def _act(self, words: str, tip: str, act: str) -> QPushButton:
        button = forms.button(words, lambda: self.settled.emit(self._row, act), tip=tip)
        self._add(button)
        return button

    def write(self) -> None:
        """Open the line for editing."""
        self.line.show()
        self.line.setFocus()
        self.line.selectAll()

    def take(self, number: int) -> bool:
        """Take choice *number*, from 1; whether there is one."""
        if number == 0 and self._row.can_be_set_aside:
            self.settled.emit(self._row, "aside")
            return True
        if number in self._later:
            self._later[number].click()
            return True
        if not 1 <= number <= len(self._keyed):
            return False
        self._keyed[number - 1].click()
        return True

    def _written(self) -> None:
        power = self._row.line.power
        if power is not None and self.line.text().strip():
            self.chosen.emit(self._row, power, self.line.text().strip())


class TouchedCard(QFrame):
    """Signals:
    chosen(object, str, str): what the line means: the row, the power, the order's text.
    write_requested(object), ask_requested(object): the row is to be written by hand; its sender is to be asked.
    """

    chosen = Signal(object, str, str)
    write_requested = Signal(object)
    ask_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._row: SheetRow | None = None
        self.words, self.beside = PlainLabel(), forms.label(role="soft")
        for label in (self.words, self.beside):
            label.setWordWrap(True)
        self.buttons: list[QPushButton] = []
        self._choices = forms.column(spacing=4)
        self.write_button, self.ask_button, self.hold_button = (
            forms.button(tr("Write it…"), lambda: self.write_requested.emit(self._row)),
            forms.button(tr("Ask…"), lambda: self.ask_requested.emit(self._row)),
            forms.button(tr("Hold"), self._hold),
        )
        self.hold_button.setToolTip(tr("Order its unit to hold; the words that were received stay beside it"))
        below = FlowLayout(spacing=4)
        for button in (self.write_button, self.ask_button, self.hold_button):
            button.setProperty("role", "choice")
            below.addWidget(button, 1)
        self.note = forms.label(role="faint", wraps=True)
        forms.column(self.words, self.beside, self._choices, below, self.note, on=self, margins=(10, 8, 10, 8), spacing=5)
        self.show_row(None)

    def show_row(self, row: SheetRow | None, sender: str = "", meanings: Sequence[str] = (), hold: str = "") -> None:
        """Show *row*.

        Args:
            sender: who wrote it.
            meanings: what each of its choices says, in words.
            hold: the order by which its unit holds; empty where it cannot.
        """
        self._row, self._hold_text = row, hold
        for button in self.buttons:
            self._choices.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        needs = row is not None and row.needs
        for button in (self.write_button, self.ask_button, self.hold_button):
            button.setVisible(needs)
        self.note.setVisible(needs and bool(meanings))
        self.beside.setVisible(row is not None)
        if row is None:
            self.words.setText(tr("Select a line, or a unit on the board."))
            return
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(max(7.0, self.font().pointSizeF()))
        self.words.setFont(fixed)
        self.words.setText(row.words)
        where = tr("{sender}, line {line} · {fate}", sender=sender, line=row.line.line, fate=tr(row.fate))
        self.beside.setText(labelled(where, row.reading) if row.reading else where)
        self.write_button.setVisible(row.can_be_written)
        self.hold_button.setVisible(needs and bool(hold))
        self.ask_button.setText(tr("Ask {name}…", name=sender.split()[0]) if sender.strip() and len(sender.split()[0]) < 14 else tr("Ask…"))
        self.ask_button.setToolTip(
            tr("Write to {sender}, and ask what the line means", sender=sender)
            if sender
            else tr("Write to its sender, and ask what the line means")
        )
        for number, (choice, meant) in enumerate(zip(row.choices[:MOST_CHOICES], meanings, strict=False), 1):
            button = forms.styled(
                WrappingButton(f"{number}   {meant.replace('&', '&&')}"),
                "choice",
                tip=tr(
                    "{meant}: write {order} for {power} (key {number})", meant=meant, order=choice.order, power=choice.power, number=number
                ),
            )
            button.clicked.connect(lambda _on=False, choice=choice: self.chosen.emit(self._row, str(choice.power), str(choice.order)))
            self._choices.addWidget(button)
            self.buttons.append(button)
        last = len(self.buttons)
        keys = tr("Key 1") if last == 1 else tr("Keys 1 to {last}", last=last)
        self.note.setText(tr("{keys}, or a number on the board. The mail keeps its words.", keys=keys))

    def take(self, number: int) -> bool:
        """Take choice *number*, from 1; whether there is one."""
        if not 1 <= number <= len(self.buttons):
            return False
        self.buttons[number - 1].click()
        return True

    def _hold(self) -> None:
        row = self._row
        if row is not None and row.line.power is not None and self._hold_text:
            self.chosen.emit(row, row.line.power, self._hold_text)


RADIUS = 11.0
"""Radius of a number, in pixels of the screen."""
_LINE, _HALO, _HEAD = 3.6, 2.6, 9.0
_BESIDE = 26.0
"""Pixels from its unit at which the number of a choice without an arrow stands."""


class ChoiceArrows(QGraphicsItem):
    """The arrows of *orders*, numbered from 1, on *board*; of one width on the screen for any zoom."""

    def __init__(self, board: CompiledBoard, orders: Sequence[Order], look: Look) -> None:
        super().__init__()
        self._box = QRectF(0, 0, board.width, board.height)
        self._look = look
        self._lines: dict[int, QLineF] = {}
        """Lines by number, from the unit to the end of the arrow; of no length where the choice goes nowhere."""
        for number, order in enumerate(orders, 1):
            start, end = _at(board, _start(order)), _at(board, _end(order))
            if start is not None:
                self._lines[number] = QLineF(start, end or start)
        self._heads = {number for number, order in enumerate(orders, 1) if isinstance(order, Move | Retreat)}
        self.setZValue(Layer.BADGES + 5)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers in view."""
        return tuple(self._lines)

    def boundingRect(self) -> QRectF:
        """The whole board: it is there for a moment, and follows every zoom."""
        return self._box

    def place_of(self, number: int, zoom: float) -> QPointF:
        """Return the place of the middle of *number* where one board unit covers *zoom* pixels."""
        line = self._lines[number]
        if line.isNull():
            alone = sorted(each for each, other in self._lines.items() if other.isNull())
            return line.p1() + QPointF((_BESIDE + 2.4 * RADIUS * alone.index(number)) / zoom, -_BESIDE / zoom)
        # Two choices that end alike have their numbers one behind the other.
        same = sorted(each for each, other in self._lines.items() if other == line)
        return line.pointAt(min(0.85, 0.55 + 0.2 * same.index(number)))

    def number_at(self, point: QPointF, zoom: float) -> int | None:
        """The number at *point* of the board; ``None`` where there is none."""
        near = ((QLineF(point, self.place_of(each, zoom)).length() * zoom, each) for each in self._lines)
        found = min(near, default=(RADIUS + 5, 0))
        return found[1] if found[0] <= RADIUS + 3 else None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Lines first, numbers over all of them."""
        zoom = option.levelOfDetailFromTransform(painter.worldTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, line in self._lines.items():
            if not line.isNull():
                self._paint_line(painter, line, zoom, has_head=number in self._heads)
        for number in self._lines:
            self._paint_number(painter, self.place_of(number, zoom), str(number), zoom)

    def _paint_line(self, painter: QPainter, line: QLineF, zoom: float, *, has_head: bool) -> None:
        ink, halo = self._look.colour("warning"), self._look.colour("raised")
        short = QLineF(line)
        short.setLength(max(line.length() * 0.5, line.length() - (_HEAD / zoom if has_head else 0)))
        for colour, width, dashed in ((halo, _LINE + _HALO, False), (ink, _LINE, True)):
            pen = QPen(colour, width / zoom)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap if not dashed else Qt.PenCapStyle.FlatCap)
            if dashed:
                pen.setDashPattern([2.2, 1.3])
            painter.setPen(pen)
            painter.drawLine(short)
        if has_head:
            along = line.unitVector()
            step = (along.p2() - along.p1()) / zoom
            wing = QPointF(-step.y(), step.x()) * _HEAD * 0.72
            painter.setPen(QPen(halo, 1.2 / zoom))
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF([line.p2(), line.p2() - step * _HEAD * 1.7 + wing, line.p2() - step * _HEAD * 1.7 - wing]))

    def _paint_number(self, painter: QPainter, at: QPointF, words: str, zoom: float) -> None:
        painter.save()
        painter.translate(at)
        painter.scale(1 / zoom, 1 / zoom)
        painter.setPen(QPen(self._look.colour("raised"), 1.6))
        painter.setBrush(self._look.colour("warning"))
        painter.drawEllipse(QPointF(), RADIUS, RADIUS)
        font = QFont(painter.font())
        font.setPixelSize(round(RADIUS * 1.25))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._look.colour("raised"))
        painter.drawText(QRectF(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS), Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()


def _at(board: CompiledBoard, location: Location | None) -> QPointF | None:
    point = None if location is None else anchor(board, location)
    return None if point is None else QPointF(*point)


def _start(order: Order) -> Location | None:
    return None if isinstance(order, Waive) else order.piece.location


def _end(order: Order) -> Location | None:
    match order:
        case Move(target=target) | Retreat(target=target) | Convoy(target=target):
            return target
        case Support(supported=supported, target=target):
            return target or supported.location
        case Build() | _:
            return None


class RoundChoices(QObject):
    """Shows one line at a time.

    Signals:
        taken(int): the choice of that number, from 1, is what the line means.
    """

    taken = Signal(int)

    def __init__(self, card: TouchedCard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self.row: SheetRow | None = None
        self.arrows: ChoiceArrows | None = None
        self._page: GamePage | None = None

    def show_row(self, session: Session, page: GamePage | None, row: SheetRow | None, look: Look) -> None:
        """Show *row*, or nothing."""
        self.clear()
        self.row = row
        if row is None:
            self._card.show_row(None)
            return
        turn, variant = session.open_turn, session.variant
        choices = row.choices[:MOST_CHOICES]
        mails = turn.mails
        sender = sender_words(session, mails[row.mail - 1]) if 0 < row.mail <= len(mails) else ""
        unit = turn.position.unit_at(row.province) if row.province is not None else None
        may_hold = unit is not None and unit.power == row.line.power and turn.phase.kind is PhaseKind.MOVEMENT
        hold = str(Hold(unit.piece)) if unit is not None and may_hold else ""
        meanings = [describe_order(variant, turn.position, each.order) for each in choices]
        self._card.show_row(row, sender, meanings, hold)
        if choices and page is not None and session.cursor == session.game.last(session.branch):
            self.arrows = ChoiceArrows(page.scene.board, [each.order for each in choices], look)
            page.scene.addItem(self.arrows)
            self._page = page
            page.board.viewport().installEventFilter(self)
            page.board.installEventFilter(self)

    def clear(self) -> None:
        """Take the arrows off the board; the card keeps what it shows."""
        arrows, self.arrows = self.arrows, None
        page, self._page = self._page, None
        if page is not None and isValid(page):
            page.board.viewport().removeEventFilter(self)
            page.board.removeEventFilter(self)
            if arrows is not None and isValid(arrows) and arrows.scene() is not None:
                arrows.scene().removeItem(arrows)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on a number takes its choice, and so does its key while the board has the keys."""
        page, arrows = self._page, self.arrows
        if page is None or arrows is None or not isValid(arrows):
            return False
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            board = page.board
            number = arrows.number_at(board.mapToScene(event.position().toPoint()), board.transform().m11())
            if number is not None:
                self.taken.emit(number)
                return True
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.text().isdigit():
            number = int(event.text())
            if number in arrows.numbers:
                self.taken.emit(number)
                return True
        return super().eventFilter(watched, event)
