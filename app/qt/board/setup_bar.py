"""The strip above an analysis board: what a click does, whose pieces are set, and what can be tried."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from adjudicator.variant import Variant
from app.qt.widgets.swatch import Swatch
from app.view.piece_setup import Setup, SetupAction

_SIDE = 14


class SetupBar(QFrame):
    """Tools to set pieces up, and buttons for what is done with the position.

    Signals:
        command_requested(str): a command by its id, such as ``what-if``.
        setup_changed(): another tool or power was picked.
    """

    command_requested = Signal(str)
    setup_changed = Signal()

    def __init__(self, variant: Variant, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        self._group = QButtonGroup(self)
        self._tools: list[tuple[QToolButton, Setup]] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 10, 5)
        row.setSpacing(4)
        row.addWidget(self._tool("Orders", "A click writes orders; pieces stay where they are", Setup()))
        row.addWidget(_rule())
        for kind in variant.board.kinds.values():
            name = kind.name.capitalize()
            row.addWidget(
                self._tool(
                    name, f"A click puts a unit on the board ({name}); a click on it takes it off", Setup(SetupAction.PLACE, kind.letter)
                )
            )
        row.addWidget(self._tool("Owner", "A click gives a supply centre to the power, or takes it away", Setup(SetupAction.OWN)))
        row.addWidget(self._tool("Take off", "A click takes a unit off the board", Setup(SetupAction.CLEAR)))
        self.powers = QComboBox()
        self.powers.setAccessibleName("Whose pieces are set")
        self.powers.setIconSize(QSize(_SIDE, _SIDE))
        for power in variant.powers.values():
            self.powers.addItem(power.name, power.id)
        self.powers.currentIndexChanged.connect(lambda _index: self.setup_changed.emit())
        row.addWidget(self.powers)
        row.addStretch(1)
        for words, tip, command in (
            ("What if", "Adjudicate the orders without going on", "what-if"),
            ("Copy", "Copy the position as one line", "copy-position-line"),
            ("Paste", "Set up the position on the clipboard", "paste-position"),
        ):
            row.addWidget(self._button(words, tip, command))
        self._tools[0][0].setChecked(True)
        self._group.buttonClicked.connect(lambda _button: self.setup_changed.emit())
        self.setup_changed.connect(self._show_power)
        self._show_power()

    @property
    def setup(self) -> Setup:
        """The tool that is picked, with the power that is picked beside it."""
        picked = next((setup for button, setup in self._tools if button.isChecked()), Setup())
        return Setup(picked.act, picked.kind, str(self.powers.currentData()))

    @property
    def is_setting_up(self) -> bool:
        """Whether a click changes the position, not the orders."""
        return self.setup.act is not SetupAction.ORDER

    def button(self, words: str) -> QAbstractButton:
        """The tool or button that is called *words*.

        Raises:
            KeyError: there is none.
        """
        found = next((each for each in self.findChildren(QAbstractButton) if each.text() == words), None)
        if found is None:
            raise KeyError(words)
        return found

    def pick_power(self, power: str) -> None:
        """Set pieces of *power* from now on."""
        self.powers.setCurrentIndex(self.powers.findData(power))

    def back_to_orders(self) -> None:
        """A click writes orders again."""
        self._tools[0][0].setChecked(True)
        self.setup_changed.emit()

    def hint(self) -> str:
        """What a click does, as a sentence."""
        setup = self.setup
        whose = self.powers.currentText()
        match setup.act:
            case SetupAction.ORDER:
                return "Clicks write orders; pieces stay where they are."
            case SetupAction.PLACE:
                return f"Click a province to put a unit of {whose} there, a drag shifts a unit, the right button takes it off. Esc ends it."
            case SetupAction.OWN:
                return f"Click a supply centre to give it to {whose}, once more to take it away. Esc ends it."
            case SetupAction.CLEAR:
                return "Click a unit to take it off the board. Esc ends it."

    def set_swatches(self, swatches: Mapping[str, Swatch]) -> None:
        """Show the colour of each power beside its name."""
        for index in range(self.powers.count()):
            swatch = swatches.get(str(self.powers.itemData(index)))
            if swatch is not None:
                self.powers.setItemIcon(index, _square(swatch))

    def _show_power(self) -> None:
        self.powers.setEnabled(self.setup.act in {SetupAction.PLACE, SetupAction.OWN})

    def _tool(self, words: str, tip: str, setup: Setup) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setToolTip(tip)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._group.addButton(button)
        self._tools.append((button, setup))
        return button

    def _button(self, words: str, tip: str, command: str) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.command_requested.emit(command))
        return button


def _rule() -> QLabel:
    label = QLabel("Set up")
    label.setProperty("role", "soft")
    label.setContentsMargins(10, 0, 2, 0)
    return label


def _square(swatch: Swatch) -> QIcon:
    pixmap = QPixmap(_SIDE * 2, _SIDE * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    swatch.paint(painter, QRectF(0.5, 0.5, _SIDE - 1, _SIDE - 1), 0.0, 1.0)
    painter.end()
    return QIcon(pixmap)
