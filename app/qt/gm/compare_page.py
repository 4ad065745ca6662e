"""The page that compares two branches: map and list of what differs, the way to make one the game, and what was done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHeaderView,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.game.record import MAIN, Game
from app.gm.comparing import BranchComparison, OrderSide
from app.qt.gm.audit_widget import AuditWidget
from app.qt.gm.compare_map import CompareMap, key_of
from app.qt.widgets.fields import AskingLine, ChoiceButton
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.scrolling import let_scroll
from app.qt.widgets.tables import WholeHeads
from entente.words.names import power_name
from entente.words.phases import describe_phase
from languages import mark, plural, tr

_KEY = Qt.ItemDataRole.UserRole
_WIDEST = 460
"""Pixels of a box of branches, for any name."""
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
        self.summary = PlainLabel("")
        self.summary.setProperty("role", "strong")
        self.same = PlainLabel("")
        self.same.setProperty("role", "soft")
        self.list = QTreeWidget()
        self.list.setAccessibleName(tr("What differs"))
        self.list.setColumnCount(3)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(0)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._heads = WholeHeads(self.list.header(), {}, self._widest_words)
        self.list.currentItemChanged.connect(lambda _now, _before: self.looked.emit())
        self.reason = AskingLine()
        self.reason.setPlaceholderText(tr("Why B is the game from now on"))
        self.reason.setAccessibleName(tr("Reason"))
        self.pick = QPushButton(tr("Make this the game"))
        self.pick.setProperty("role", "primary")
        self.pick.clicked.connect(self.picked)
        self.reason.returnPressed.connect(self.picked)
        self.consequence = PlainLabel("")
        self.consequence.setProperty("role", "soft")
        self.consequence.setWordWrap(True)
        self.audit = AuditWidget(look)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.map)
        splitter.addWidget(self._side())
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setSizes([760, 500])
        splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(splitter, 1)

    def _head(self) -> QFrame:
        head = QFrame()
        head.setProperty("role", "header")
        title = PlainLabel(tr("Compare"))
        title.setProperty("role", "heading")
        row = FlowLayout(head)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(title)
        row.addSpacing(8)
        for words, box in (("A", self.first), (tr("with B"), self.second), (tr("at"), self.phase)):
            row.addWidget(PlainLabel(words))
            row.addWidget(box)
        row.addStretch(1)
        for button in self.parts.values():
            row.addWidget(button)
        back = QPushButton(tr("Back"))
        back.clicked.connect(self.closed)
        row.addWidget(back)
        return head

    def _side(self) -> QWidget:
        side = QFrame()
        side.setProperty("role", "panel")
        top = FlowLayout()
        top.setContentsMargins(14, 8, 14, 8)
        top.addWidget(self.summary, 1)
        top.addWidget(self.same)
        choosing = FlowLayout()
        choosing.setContentsMargins(14, 8, 14, 2)
        choosing.setSpacing(6)
        choosing.addWidget(self.reason, 1)
        choosing.addWidget(self.pick)
        self.consequence.setContentsMargins(14, 0, 14, 8)
        heading = PlainLabel(tr("What was done, and why"))
        heading.setProperty("role", "subheading")
        heading.setContentsMargins(14, 8, 14, 0)
        rule = QFrame()
        rule.setProperty("role", "rule")
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.list, 3)
        column.addLayout(choosing)
        column.addWidget(self.consequence)
        column.addWidget(rule)
        column.addWidget(heading)
        column.addWidget(self.audit, 3)
        let_scroll(side)
        return side

    # --- what is chosen ---

    @property
    def branches(self) -> tuple[str, str]:
        """The branches that are picked."""
        return str(self.first.currentData()), str(self.second.currentData())

    @property
    def shown_parts(self) -> frozenset[str]:
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
        self.list.setHeaderLabels([describe_phase(game.variant, found.phase), f"A  {names[0]}", f"B  {names[1]}"])
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
        self._group(
            tr("Orders"), [(key_of(e), f"{power_name(game.variant, e.power)} {e.subject}", _told(e.a), _told(e.b)) for e in found.orders]
        )
        self._group(
            tr("Units before the orders"), [(key_of(e), f"{power_name(game.variant, e.power)} {e.unit}", e.a, e.b) for e in found.before]
        )
        self._group(
            tr("Units after the orders"), [(key_of(e), f"{power_name(game.variant, e.power)} {e.unit}", e.a, e.b) for e in found.units]
        )
        if not found.both_processed:
            self._group(tr("Units are compared once both branches are processed"), [], always=True)
        owners = [
            (
                f"centre {e.province}",
                e.province,
                *(power_name(game.variant, o) if o else tr("nobody") for o in (e.a, e.b)),
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
        """Pixels that the words of a column take."""
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


def _told(side: OrderSide) -> str:
    return f"{side.text} ({side.result})" if side.result else side.text
