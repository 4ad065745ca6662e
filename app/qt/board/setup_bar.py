"""Setting up an analysis board: the strip with pieces and powers, and what a click of the mouse does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFrame, QLabel, QMenu, QPushButton, QToolButton, QWidget

from adjudicator import Phase, Variant
from app.game.analysis import set_phase
from app.game.document import Document
from app.game.record import EditError, Game
from app.presentation.piece_setup import Setup, SetupAction, SetupEdit, clicked, dragged, phases_around
from app.qt.map.scene import ProvinceTouch
from app.qt.widgets import forms
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Tone
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.wrapping_widgets import FollowsWidth
from entente.words.names import describe_phase, kind_name, power_name
from languages import mark, tr

_SIDE, _MARGIN = 14, 10
_ROWS = 2
"""Rows that the strip takes at most: with more, tools and the further buttons are folded into menus."""

_TRYING = (
    (mark("What if"), mark("See what these orders would do"), "what-if"),
    (mark("Copy"), mark("Copy the position as one line"), "copy-position-line"),
    (mark("Paste"), mark("Set up the position on the clipboard"), "paste-position"),
)
_MENDING = (
    (mark("Paste"), mark("Set up the position on the clipboard"), "paste-position"),
    (mark("Leave"), mark("Close this board; the game stays as it is"), "close"),
    (mark("Use this position…"), mark("Put it into the game, with a reason"), "use-position"),
)


class SetupBar(FollowsWidth, QFrame):
    """Tools to set pieces up, and buttons for what is done with the position; in menus where there is little room.

    Signals:
        command_requested(str): a command by its id, such as ``what-if``.
        setup_changed(): another tool or power was picked.
        phase_chosen(str): the board is to stand at this phase.

    Args:
        is_correction: whether the board is a copy on which a game's position is corrected.
    """

    command_requested = Signal(str)
    setup_changed = Signal()
    phase_chosen = Signal(str)

    def __init__(self, variant: Variant, parent: QWidget | None = None, *, is_correction: bool = False) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        self._variant = variant
        self._is_correction = is_correction
        self._group = QButtonGroup(self)
        self._tools: list[tuple[QToolButton, Setup]] = []
        self._rows = FlowLayout(), FlowLayout()
        row, below = self._rows
        rows = forms.column(on=self, margins=(_MARGIN, 5, _MARGIN, 5), spacing=4)
        for each in self._rows:
            each.setSpacing(4)
            rows.addLayout(each)
        orders = self._tool(tr("Orders"), tr("A click writes orders; pieces stay where they are"), Setup())
        orders.setVisible(not is_correction)
        row.addWidget(orders)
        self.tools_button = _menu_button(tr("Set up"))
        row.addWidget(self.tools_button)
        self._caption = _rule()
        row.addWidget(self._caption)
        for kind in variant.board.kinds.values():
            name = kind_name(variant, kind.letter)
            row.addWidget(
                self._tool(
                    name,
                    tr("A click puts a unit on the board ({name}); a click on it takes it off", name=name),
                    Setup(SetupAction.PLACE, kind.letter),
                )
            )
        self.with_centre = forms.styled(QToolButton(), tip=tr("A unit that is put on a supply centre takes the centre as well"))
        self.with_centre.setText(tr("and its centre"))
        self.with_centre.setCheckable(True)
        self.with_centre.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.with_centre.toggled.connect(lambda _on: self.setup_changed.emit())
        row.addWidget(self.with_centre)
        row.addWidget(self._tool(tr("Owner"), tr("A click gives a supply centre to the power, or takes it away"), Setup(SetupAction.OWN)))
        row.addWidget(self._tool(tr("Take off"), tr("A click takes a unit off the board"), Setup(SetupAction.CLEAR)))
        driving = tr("Drag a unit onto another one: it has driven that one out, which has to retreat; a click takes a dislodged unit off")
        row.addWidget(self._tool(tr("Dislodge"), driving, Setup(SetupAction.DISLODGE)))
        contested = tr("A click marks a standoff, so that nobody may retreat there; another click takes the mark away")
        row.addWidget(self._tool(tr("Standoff"), contested, Setup(SetupAction.CONTEST)))
        self.powers = forms.styled(QComboBox(), name=tr("Whose pieces are set"))
        self.powers.setIconSize(QSize(_SIDE, _SIDE))
        for power in variant.powers.values():
            self.powers.addItem(power_name(variant, power.id), power.id)
        self.powers.currentIndexChanged.connect(lambda _index: self.setup_changed.emit())
        row.addWidget(self.powers)
        row.addStretch(1)
        caption = forms.styled(QLabel(tr("at")), "soft")
        caption.setContentsMargins(10, 0, 2, 0)
        below.addWidget(caption)
        self.phase = forms.styled(QComboBox(), name=tr("Phase"))
        self.phase.activated.connect(lambda _index: self.phase_chosen.emit(str(self.phase.currentData())))
        below.addWidget(self.phase)
        below.addStretch(1)
        self._acts: list[QPushButton] = []
        for words, tip, command in _MENDING if is_correction else _TRYING:
            button = self._button(tr(words), tr(tip), command)
            if command == "use-position":
                button.setProperty("role", "primary")
            self._acts.append(button)
            below.addWidget(button)
        self.more_button = _menu_button("▾", "arrow", tr("More"))
        below.addWidget(self.more_button)
        self._first_act = self._acts[-1 if is_correction else 0]
        self._fill_menus()
        self._fold(folded=False)
        self._tools[1 if is_correction else 0][0].setChecked(True)
        self._group.buttonClicked.connect(lambda _button: self.setup_changed.emit())
        self.setup_changed.connect(self._show_power)
        self._show_power()

    def width_changed(self) -> None:
        """Fold what has no room in two rows."""
        self.fit()
        super().width_changed()

    def changeEvent(self, event: QEvent) -> None:
        """Fold again for words of another size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self.fit)  # once what stands in it has that size too

    def fit(self) -> None:
        """Show every tool and button where they take two rows at most; else fold them into menus."""
        self._fold(folded=False)
        if sum(each.rows_at(self.width() - 2 * _MARGIN) for each in self._rows) > _ROWS:
            self._fold(folded=True)

    def _fold(self, *, folded: bool) -> None:
        for button, setup in self._tools:
            if setup.act is not SetupAction.ORDER:
                button.setVisible(not folded)
        for widget in (self._caption, self.with_centre, *(each for each in self._acts if each is not self._first_act)):
            widget.setVisible(not folded)
        for widget in (self.tools_button, self.more_button):
            widget.setVisible(folded)

    def _fill_menus(self) -> None:
        """Offer in menus what the tools and the further buttons do."""
        tools, acts = QMenu(self), QMenu(self)
        entries = [(button, tools.addAction(button.text())) for button, setup in self._tools if setup.act is not SetupAction.ORDER]
        tools.addSeparator()
        entries.append((self.with_centre, tools.addAction(self.with_centre.text())))
        for button, action in entries:
            action.setToolTip(button.toolTip())
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, button=button: button.click())

        def show_picked() -> None:
            for button, action in entries:
                action.setChecked(button.isChecked())

        tools.aboutToShow.connect(show_picked)
        for each in self._acts:
            if each is not self._first_act:
                acts.addAction(each.text()).triggered.connect(lambda _on=False, button=each: button.click())
        self.tools_button.setMenu(tools)
        self.more_button.setMenu(acts)

    @property
    def setup(self) -> Setup:
        """The tool that is picked, with the power that is picked beside it."""
        picked = next((setup for button, setup in self._tools if button.isChecked()), Setup())
        return Setup(picked.act, picked.kind, str(self.powers.currentData()), self.with_centre.isChecked())

    @property
    def is_setting_up(self) -> bool:
        """True if a click changes the position, not the orders."""
        return self.setup.act is not SetupAction.ORDER

    def show_phase(self, present: Phase) -> None:
        """Offer the phases around *present*, which is picked."""
        self.phase.clear()
        for each in phases_around(self._variant.calendar, present):
            self.phase.addItem(describe_phase(self._variant, each), str(each))
        self.phase.setCurrentIndex(self.phase.findData(str(present)))

    def back_to_orders(self) -> None:
        """A click writes orders again; on a board for corrections, where none are written, everything stays."""
        if self._is_correction:
            return
        self._tools[0][0].setChecked(True)
        self.setup_changed.emit()

    def hint(self) -> str:
        """Return the effect of a click, as a sentence."""
        setup = self.setup
        whose = self.powers.currentText()
        match setup.act:
            case SetupAction.ORDER:
                return tr("Clicks write orders; pieces stay where they are.")
            case SetupAction.PLACE:
                return tr(
                    "Click a province to put a unit of {whose} there, a drag shifts a unit, the right button takes it off. Esc ends it.",
                    whose=whose,
                )
            case SetupAction.OWN:
                return tr("Click a supply centre to give it to {whose}, once more to take it away. Esc ends it.", whose=whose)
            case SetupAction.CLEAR:
                return tr("Click a unit to take it off the board. Esc ends it.")
            case SetupAction.DISLODGE:
                return tr("Drag an attacker onto the unit that it drives out; click a dislodged unit to take it off. Esc ends it.")
            case SetupAction.CONTEST:
                return tr("Click a province in which a standoff was: nobody retreats there; once more, and they may. Esc ends it.")

    def set_swatches(self, swatches: Mapping[str, Swatch]) -> None:
        """Show the colour of each power beside its name."""
        for index in range(self.powers.count()):
            swatch = swatches.get(str(self.powers.itemData(index)))
            if swatch is not None:
                self.powers.setItemIcon(index, _square(swatch))

    def _show_power(self) -> None:
        self.powers.setEnabled(self.setup.act in {SetupAction.PLACE, SetupAction.OWN})
        picked = next((button for button, _ in self._tools if button.isChecked()), None)
        self.tools_button.setText(picked.text() if picked is not None and self.is_setting_up else tr("Set up"))
        self.tools_button.setChecked(self.is_setting_up)

    def _tool(self, words: str, tip: str, setup: Setup) -> QToolButton:
        button = forms.styled(QToolButton(), tip=tip)
        button.setText(words)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._group.addButton(button)
        self._tools.append((button, setup))
        return button

    def _button(self, words: str, tip: str, command: str) -> QPushButton:
        button = forms.button(words, lambda: self.command_requested.emit(command), tip=tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button


def _menu_button(words: str, role: str = "", name: str = "") -> QToolButton:
    button = forms.styled(QToolButton(), role, name=name or words, tip=name)
    button.setText(words)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCheckable(not role)
    return button


def _rule() -> QLabel:
    label = forms.styled(QLabel(tr("Set up")), "soft")
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


class SetupController:
    """Clicks, drags and the menu's button, each answered with whether it set something up and so is no order.

    Args:
        bar: what is set up by the next click.
        document: what is set up.
        say: takes what was done or refused.
    """

    def __init__(self, bar: SetupBar, document: Document, say: Callable[[str, Tone], object]) -> None:
        self.bar = bar
        self._document = document
        self._say = say
        bar.phase_chosen.connect(self.set_phase)
        self.show_phase()

    def click(self, touched: ProvinceTouch) -> bool:
        """A click changes the position, or would have."""
        province = touched.province if touched.unit is None else touched.unit.province
        bar = self.bar
        if not bar.is_setting_up or province is None:
            return False
        self._perform(lambda game, branch: clicked(bar.setup, game, branch, province, touched.coast))
        return True

    def drag(self, start: ProvinceTouch, end: ProvinceTouch) -> bool:
        """A piece dropped on a province stands there."""
        bar = self.bar
        if not bar.is_setting_up:
            return False
        origin = start.province if start.unit is None else start.unit.province
        self._perform(lambda game, branch: dragged(bar.setup, game, branch, str(origin), str(end.province), end.coast))
        return True

    def clear(self, touched: ProvinceTouch) -> bool:
        """The menu's button empties a province."""
        if not self.bar.is_setting_up or touched.province is None:
            return False
        self._perform(lambda game, branch: clicked(Setup(SetupAction.CLEAR), game, branch, str(touched.province), None))
        return True

    def set_phase(self, phase: str) -> None:
        """The board stands at *phase* from now on."""
        chosen = Phase.of(phase)
        label = tr("Set the phase to {phase}", phase=describe_phase(self._document.game.variant, chosen))
        self._perform(lambda game, branch: (label, set_phase(game, branch, chosen)))
        self.show_phase()

    def show_phase(self) -> None:
        """Offer the phases around that of the board."""
        game = self._document.game
        self.bar.show_phase(game.turn(game.last(self._document.cursor.branch)).phase)

    def _perform(self, edit: Callable[[Game, str], SetupEdit]) -> None:
        branch = self._document.cursor.branch
        try:
            label, game = edit(self._document.game, branch)
            self._document.perform(label, game, game.last(branch))
        except EditError as error:
            self._say(str(error), Tone.REFUSED)
        else:
            self._say(f"{label}.", Tone.DONE)
