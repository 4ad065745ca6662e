"""Page that compares two branches: both on one map, A solid and B dashed, the list of differences, the way to make one the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from adjudicator.order import Build, Convoy, Move, Order, Retreat, Support, Waive
from adjudicator.unit import Location
from adjudicator.variant import Variant
from app.game.record import MAIN, Game
from app.gm.comparing import BranchComparison, OrderDifference, OrderSide, UnitDifference, order_words, unit_words
from app.presentation.layout.polyline import Point
from app.presentation.layout.situation import anchor
from app.presentation.picture import MapPicture
from app.qt.gm.audit_panel import AuditWidget
from app.qt.map.export import LARGEST_WIDTH, SMALLEST_WIDTH, render_image
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, ChoiceButton
from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look, growth
from app.qt.widgets.tables import WholeHeads, WholeWords
from entente.words.names import place_name, power_name
from languages import clauses, mark, plural, tr
from variants.compiled import CompiledBoard

_ALIKE = 40
"""Degrees of hue below which two colours are too much alike for the two branches; line and letter tell them apart as well."""

_UNIT = 0.0165
"""The radius of a unit's symbol, as a part of the board's width."""


class CompareMap(QWidget):
    """The board with the position both branches start from, and over it what differs."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Map of what differs"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 240)
        self._look = look
        self._board: CompiledBoard | None = None
        self._picture: MapPicture | None = None
        self._found: BranchComparison | None = None
        self._chosen = ""
        self._parts: frozenset[str] = frozenset()
        self._ground: QImage | None = None

    def show_comparison(
        self, board: CompiledBoard, picture: MapPicture, found: BranchComparison, look: Look, parts: frozenset[str], chosen: str = ""
    ) -> None:
        """Show what differs: of *parts* alone (orders, units, centres), and of them the row *chosen* alone where one is."""
        if picture != self._picture or board is not self._board:
            self._ground = None
        self._board, self._picture, self._found, self._look = board, picture, found, look
        self._parts, self._chosen = parts, chosen
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint the ground again in the new size."""
        self._ground = None
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """Return the largest size that it can have."""
        return QSize(800, 640)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Ground first, then B and A over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour("sunken"))
        board, found = self._board, self._found
        if board is None or self._picture is None or found is None:
            painter.end()
            return
        margin = 12
        zoom = min((self.width() - 2 * margin) / board.width, (self.height() - 2 * margin) / board.height)
        width = min(max(SMALLEST_WIDTH, round(board.width * zoom)), LARGEST_WIDTH)
        zoom = width / board.width
        if self._ground is None:
            ratio = self.devicePixelRatioF()
            self._ground = render_image(board, self._picture, min(LARGEST_WIDTH, round(width * ratio)))
            self._ground.setDevicePixelRatio(ratio)
        left, top = (self.width() - width) / 2, (self.height() - board.height * zoom) / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawImage(QRectF(left, top, width, board.height * zoom), self._ground, QRectF(self._ground.rect()))
        painter.translate(left, top)
        paint_differences(painter, board, self._picture.variant, found, zoom, self._look, self._parts, self._chosen)
        painter.end()


def paint_differences(
    painter: QPainter,
    board: CompiledBoard,
    variant: Variant,
    found: BranchComparison,
    zoom: float,
    look: Look,
    parts: frozenset[str],
    chosen: str = "",
) -> None:
    """Paint what differs over a board that is *zoom* pixels per unit large."""
    brush = _Brush(painter, board, zoom, look)
    ordered = {(each.power, each.subject) for each in found.orders}
    if "orders" in parts:
        for each in found.orders:
            if chosen in ("", key_of(each)):
                for letter, side in (("B", each.b), ("A", each.a)):
                    brush.order(each, side, letter)
    if "units" in parts:
        for unit in (*found.before, *found.units):
            is_told = (unit.power, unit.unit) in ordered and "orders" in parts
            if chosen == key_of(unit) or (not chosen and not is_told):
                for letter, place, words in (("B", unit.b_place, unit.b), ("A", unit.a_place, unit.a)):
                    if place is not None:
                        brush.box(place, letter, words)
    if "centres" in parts:
        for centre in found.centres:
            if chosen in ("", f"centre {centre.province}"):
                first, second = (power_name(variant, each) if each else tr("nobody") for each in (centre.a, centre.b))
                brush.box(centre.province, "A", clauses((first, f"B {second}")))


def key_of(each: OrderDifference | UnitDifference) -> str:
    """Return the key that distinguishes a row from all others."""
    return f"order {each.power} {each.subject}" if isinstance(each, OrderDifference) else f"unit {each.power} {each.unit}"


_LEAST_LIST = 95
"""Pixels that the list of what differs has from top to bottom with words of usual size: its heads and some rows."""
_BOTH = 620
"""Pixels of height, with words of usual size, from which on what differs and what was done have room below one another."""
_LEAST_SIDE = QSize(560, 220)
"""Pixels of the columns beside the board before they are scrolled, with words of usual size: with large ones they fit below the head."""
_MOST_GROWTH = 1.6
"""Times that the columns beside the board are wider at most with large words."""


class _Brush:
    """Paints arrows, rings and boxes with their letters."""

    def __init__(self, painter: QPainter, board: CompiledBoard, zoom: float, look: Look) -> None:
        self._painter, self._board, self._zoom, self._look = painter, board, zoom, look
        self._radius, self._scale = max(9.0, board.width * zoom * _UNIT), growth(QApplication.font())

    def order(self, each: OrderDifference, side: OrderSide, letter: str) -> None:
        """Paint the order of the unit: an arrow, a line to the unit it helps, or a ring around it."""
        start = self._at(_start(each, side.order))
        if start is None:
            return
        end = None
        match side.order:
            case Move(target=target) | Retreat(target=target):
                end = self._at(target)
            case Support(supported=supported, target=target):
                end = self._at(target or supported.location)
            case Convoy(target=target):
                end = self._at(target)
            case _:
                pass
        if end is None:
            self._ring(start, letter)
        else:
            self._arrow(start, end, letter, has_head=isinstance(side.order, Move | Retreat))

    def box(self, province: str, letter: str, words: str) -> None:
        """A frame around the unit of *province*, with the letter and a few words beside it."""
        at = self._at(Location(province))
        if at is None:
            return
        half = self._radius * (1.25 if letter == "A" else 1.5)
        frame = QRectF(at.x() - half, at.y() - half * 0.8, half * 2, half * 1.6)
        self._stroke(lambda: self._painter.drawRoundedRect(frame, 5, 5), letter, 2.2)
        font = QFont(self._painter.font())
        font.setPointSizeF(8.5 * self._scale)
        self._painter.setFont(font)
        width = self._painter.fontMetrics().horizontalAdvance(words) + 26 * self._scale
        high = 18 * self._scale
        top = frame.top() - high - 2 if letter == "A" else frame.bottom() + 2
        pill = QRectF(at.x() - width / 2, top, width, high)
        self._painter.setPen(QPen(self._ink(letter), 1.2))
        self._painter.setBrush(self._look.colour("raised"))
        self._painter.drawRoundedRect(pill, high / 2, high / 2)
        self._painter.setPen(self._look.colour("text"))
        self._painter.drawText(pill.adjusted(20 * self._scale, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, words)
        self._letter(QPointF(pill.left() + high / 2, pill.center().y()), letter, 8)

    def _arrow(self, start: QPointF, end: QPointF, letter: str, *, has_head: bool) -> None:
        along = end - start
        length = max(1.0, (along.x() ** 2 + along.y() ** 2) ** 0.5)
        unit = along / length
        aside = QPointF(-unit.y(), unit.x()) * (4.0 if letter == "A" else -4.0)  # two that go the same way part
        first = start + unit * min(self._radius, length * 0.3) + aside
        last = end - unit * min(self._radius * 0.9, length * 0.3) + aside
        self._stroke(lambda: self._painter.drawLine(first, last - unit * (7 if has_head else 0)), letter, 3.4)
        if has_head:
            wing = QPointF(-unit.y(), unit.x()) * 6.5
            self._painter.setPen(QPen(self._look.colour("raised"), 1.2))
            self._painter.setBrush(self._ink(letter))
            self._painter.drawPolygon(QPolygonF([last + unit * 4, last - unit * 9 + wing, last - unit * 9 - wing]))
        self._letter(first + (last - first) * (0.42 if letter == "A" else 0.58), letter, 9)

    def _ring(self, at: QPointF, letter: str) -> None:
        radius = self._radius * (1.2 if letter == "A" else 1.5)
        self._stroke(lambda: self._painter.drawEllipse(at, radius, radius), letter, 2.6)
        self._letter(at + QPointF(-radius if letter == "A" else radius, -radius * 0.6), letter, 8)

    def _stroke(self, draw: Callable[[], None], letter: str, width: float) -> None:
        """Draw twice: a pale halo, and the line over it, which is dashed for B."""
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        halo = QPen(self._look.colour("raised"), width + 2.6)
        halo.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._painter.setPen(halo)
        draw()
        pen = QPen(self._ink(letter), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if letter == "B":
            pen.setDashPattern([2.4, 1.8])
        self._painter.setPen(pen)
        draw()

    def _letter(self, at: QPointF, letter: str, radius: float) -> None:
        radius *= self._scale
        self._painter.setPen(QPen(self._look.colour("raised"), 1.4))
        self._painter.setBrush(self._ink(letter))
        self._painter.drawEllipse(at, radius, radius)
        font = QFont(self._painter.font())
        font.setPointSizeF(7.5 * self._scale)
        font.setBold(True)
        self._painter.setFont(font)
        self._painter.setPen(self._look.colour("raised"))
        box = QRectF(at.x() - radius, at.y() - radius, radius * 2, radius * 2)
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)

    def _ink(self, letter: str) -> QColor:
        first, second = self._look.colour("warning"), self._look.colour("accent")
        apart = abs(first.hue() - second.hue())
        if min(apart, 360 - apart) < _ALIKE:
            second = self._look.colour("good")
        return first if letter == "A" else second

    def _at(self, location: Location | None) -> QPointF | None:
        point: Point | None = None if location is None else anchor(self._board, location)
        return None if point is None else QPointF(point[0] * self._zoom, point[1] * self._zoom)


def _start(each: OrderDifference, order: Order | None) -> Location:
    if order is not None and not isinstance(order, Waive | Build):
        return order.piece.location
    return order.piece.location if isinstance(order, Build) else Location(each.place)


_KEY = Qt.ItemDataRole.UserRole
_WIDEST = 460
"""Pixels of a box of branches, for any name."""
_LEAST_NAME = 60
"""Pixels of the names of powers, with words of the usual size."""
_AROUND_WORDS = 16
"""Pixels in a row of the list."""
PARTS = {"orders": mark("Orders"), "units": mark("Units"), "centres": mark("Centres")}


class ComparePage(QWidget):
    """Stands in the place of the board.

    Signals:
        asked(): other branches or another phase were picked.
        picked(): the second branch is to be the game.
        looked(): other parts, or one row, are to be seen on the map.
        closed(): back to the board.
    """

    asked = Signal()
    picked = Signal()
    looked = Signal()
    closed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self.first, self.second, self.phase = QComboBox(), QComboBox(), QComboBox()
        for box, words in ((self.first, tr("Branch A")), (self.second, tr("Branch B")), (self.phase, tr("Phase"))):
            box.setAccessibleName(words)
            box.setMinimumWidth(190 if box is self.phase else 130)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            if box is not self.phase:
                box.setMaximumWidth(_WIDEST)
            box.activated.connect(lambda _index: self.asked.emit())
        self.parts: dict[str, QPushButton] = {}
        for part, words in PARTS.items():
            button = ChoiceButton(tr(words))
            button.setChecked(True)
            button.clicked.connect(lambda _checked=False: self.looked.emit())
            self.parts[part] = button
        self.map = CompareMap(look)
        self.summary, self.same = forms.label("", "strong"), forms.label("", "soft")
        self.list = forms.styled(QTreeWidget(), name=tr("What differs"))
        self.list.setColumnCount(3)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(0)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.list.setItemDelegate(WholeWords(self.list, columns=(1, 2)))
        self._heads = WholeHeads(self.list.header(), {0: _LEAST_NAME}, self._widest_words)
        self.list.currentItemChanged.connect(lambda _now, _before: self.looked.emit())
        self._keep_rows()
        self.reason = forms.styled(AskingLine(), name=tr("Reason"))
        self.reason.setPlaceholderText(tr("Why B is the game from now on"))
        self.pick = forms.button(tr("Make this the game"), self.picked, "primary")
        self.reason.returnPressed.connect(self.picked)
        self.consequence = forms.label("", "soft", wraps=True)
        self.audit = AuditWidget(look)
        self._differing, self._done = QWidget(), QWidget()
        self._heading = forms.label(tr("What was done, and why"), "subheading")
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.map)
        splitter.addWidget(self._side())
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([760, round(500 * min(growth(self.font()), _MOST_GROWTH))])
        splitter.setChildrenCollapsible(False)
        forms.column(self._head(), (splitter, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def _head(self) -> QFrame:
        head = forms.styled(QFrame(), "header")
        boxes = (("A", self.first), (tr("with B"), self.second), (tr("at"), self.phase))
        row = forms.flow(
            forms.label(tr("Compare"), "heading"),
            8,
            *(part for words, box in boxes for part in (forms.label(words), box)),
            forms.STRETCH,
            on=head,
            margins=(16, 8, 16, 8),
            spacing=8,
        )
        row.add_answers(*self.parts.values(), forms.button(tr("Back"), self.closed))
        return head

    def changeEvent(self, event: QEvent) -> None:
        """Keep some rows of what differs in sight with words of another size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._keep_rows()
            self._share_side()

    def _keep_rows(self) -> None:
        self.list.setMinimumHeight(round(_LEAST_LIST * growth(self.font())))

    def _side(self) -> QWidget:
        side = forms.styled(QFrame(), "panel")
        self.turns = forms.styled(QTabBar(), name=tr("Compare"))
        self.turns.setExpanding(False)
        self.turns.addTab(tr("What differs"))
        self.turns.addTab(tr("What was done, and why"))
        self.turns.currentChanged.connect(lambda _at: self._share_side())
        forms.column(
            forms.flow((self.summary, 1), self.same, margins=(14, 8, 14, 8)),
            self.turns,
            (self._differing, 1),
            (self._done, 1),
            on=side,
            margins=(0, 0, 0, 0),
            spacing=0,
        )
        self._lay_out_halves()
        let_scroll(side, _LEAST_SIDE)
        return side

    def _lay_out_halves(self) -> None:
        self.consequence.setContentsMargins(14, 0, 14, 8)
        self._heading.setContentsMargins(14, 8, 14, 0)
        choosing = forms.flow((self.reason, 1), self.pick, margins=(14, 8, 14, 2))
        forms.column((self.list, 1), choosing, self.consequence, on=self._differing, margins=(0, 0, 0, 0), spacing=0)
        rule = forms.styled(QFrame(), "rule")
        forms.column(rule, self._heading, (self.audit, 1), on=self._done, margins=(0, 0, 0, 0), spacing=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what differs and what was done in turn where they have no room below one another."""
        super().resizeEvent(event)
        self._share_side()

    def _share_side(self) -> None:
        in_turn = self.height() < _BOTH * growth(self.font())
        self.turns.setVisible(in_turn)
        self._heading.setVisible(not in_turn)  # the tab says it
        self._differing.setVisible(not in_turn or self.turns.currentIndex() == 0)
        self._done.setVisible(not in_turn or self.turns.currentIndex() == 1)

    # --- what is chosen ---

    @property
    def branches(self) -> tuple[str, str]:
        """The branches that are picked."""
        return str(self.first.currentData()), str(self.second.currentData())

    @property
    def drawn_parts(self) -> frozenset[str]:
        """Parts that are drawn on the map."""
        return frozenset(part for part, button in self.parts.items() if button.isChecked())

    @property
    def chosen(self) -> str:
        """The row that alone is seen on the map; empty for all."""
        item = self.list.currentItem()
        found = None if item is None else item.data(0, _KEY)
        return found if isinstance(found, str) else ""

    @property
    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Rows of the list."""
        found = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        return tuple((item.text(0), item.text(1), item.text(2)) for item in found if item is not None)

    # --- view ---

    def offer(self, branches: Sequence[str], a: str, b: str, phases: Sequence[tuple[str, str]], phase: str) -> None:
        """Offer *branches* and *phases* (each with its words), with those picked that are compared."""
        for box, chosen in ((self.first, a), (self.second, b)):
            box.clear()
            for each in branches:
                box.addItem(tr("The game") if each == MAIN else each, each)
            box.setCurrentIndex(box.findData(chosen))
        self.phase.clear()
        for each, words in phases:
            self.phase.addItem(words, each)
        self.phase.setCurrentIndex(self.phase.findData(phase))

    def show_comparison(self, game: Game, found: BranchComparison) -> None:
        """List what differs."""
        names = [tr("The game") if each.branch == MAIN else each.branch for each in (found.a, found.b)]
        self.list.setHeaderLabels([tr("Power"), f"A  {names[0]}", f"B  {names[1]}"])
        self.list.clear()
        units = (*found.before, *found.units)
        for part, count in zip(PARTS, (len(found.orders), len(units), len(found.centres)), strict=True):
            self.parts[part].setText(f"{tr(PARTS[part])} {count}")
        self.summary.setText(
            tr("Nothing differs")
            if found.is_same
            else tr(
                "{orders} and {units} differ",
                orders=plural("{count} order", "{count} orders", len(found.orders)),
                units=plural("{count} unit", "{count} units", len(units)),
            )
        )
        self.same.setText(plural("{count} order the same", "{count} orders the same", found.same_orders))
        variant = game.variant
        orders = [
            (key_of(e), power_name(variant, e.power), order_words(game, found.a, e.a), order_words(game, found.b, e.b))
            for e in found.orders
        ]
        self._group(tr("Orders"), orders)
        for heading, moved in ((tr("Units before the orders"), found.before), (tr("Units after the orders"), found.units)):
            self._group(heading, [(key_of(e), power_name(variant, e.power), *unit_words(variant, e)) for e in moved])
        if not found.both_processed:
            self._group(tr("Units are compared once both branches are processed"), [], always=True)
        owners = [
            (
                f"centre {e.province}",
                place_name(variant, e.province),
                *(power_name(variant, o) if o else tr("nobody") for o in (e.a, e.b)),
            )
            for e in found.centres
        ]
        self._group(tr("Centres"), owners)
        is_game = found.b.branch == MAIN
        self.pick.setEnabled(not is_game)
        self.reason.setEnabled(not is_game)
        self.consequence.setText(
            tr("B is the game already; pick the other branch as B to make it the game.")
            if is_game
            else tr("B becomes the game. What was played until now stays as a branch. Undo takes it back.")
        )
        self._heads.fit()
        self.audit.show_game(game)

    def _widest_words(self, column: int) -> int:
        """Pixels that the names at the left take; sentences beside them go on in a further line."""
        if column:
            return 0
        items = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        rows = [each.text(column) for each in items if each is not None and each.data(0, _KEY) is not None]
        return max((self.list.fontMetrics().horizontalAdvance(words) for words in rows), default=0) + _AROUND_WORDS

    def _group(self, heading: str, rows: Sequence[tuple[str, ...]], *, always: bool = False) -> None:
        if not rows and not always:
            return
        item = QTreeWidgetItem([heading])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(0, font)
        item.setForeground(0, QBrush(self._look.colour("text_soft")))
        for column in range(3):
            item.setBackground(column, QBrush(self._look.colour("sunken")))
        self.list.addTopLevelItem(item)
        item.setFirstColumnSpanned(True)
        for key, *cells in rows:
            row = QTreeWidgetItem(list(cells))
            row.setData(0, _KEY, key)
            for column, words in enumerate(cells):
                row.setToolTip(column, words)
            self.list.addTopLevelItem(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc shows all again, and then goes back."""
        if event.key() == Qt.Key.Key_Escape:
            if self.chosen:
                self.list.setCurrentItem(None)  # type: ignore[call-overload]  # Qt takes no item for none
                self.list.clearSelection()
                self.looked.emit()
            else:
                self.closed.emit()
        else:
            super().keyPressEvent(event)
