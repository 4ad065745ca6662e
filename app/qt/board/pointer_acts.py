"""Pointer and keys on the board of a game: pick, order, drag, and the menus of the right button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QMenu, QPushButton, QWidget

from adjudicator.legal import legal_orders
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution, Result
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from app.game.document import Document
from app.game.gm_edits import unit_with_result
from app.game.record import EditError, Turn
from app.presentation.board_words import hover_text
from app.presentation.order_entry import OrderEntry
from app.presentation.order_tools.stage import (
    AnswerNeeded,
    Cancelled,
    ChoiceTouch,
    Cleared,
    Ordered,
    Picked,
    Pointed,
    ProvinceArea,
    Refused,
    ToolKey,
    ToolStep,
    Touch,
    UnitTouch,
    Wanted,
)
from app.presentation.order_tools.targets import Targets, answer
from app.presentation.picture import Pointing
from app.presentation.reveal import place_after
from app.qt.board.setup_bar import SetupController
from app.qt.map.board_view import BoardView
from app.qt.map.scene import ProvinceTouch
from app.qt.widgets import forms
from app.qt.widgets.look import Tone
from app.session.session import Session
from entente.words.names import place_name, unit_name
from entente.words.outcomes import describe_order
from languages import clauses, mark, tr

PowerOrder = tuple[str, Order]
GROUP_FROM = 8
"""Orders of one kind from which on they get a menu of their own."""


def orders_in(variant: Variant, position: Position, province: str) -> tuple[PowerOrder, ...]:
    """Every legal order that starts in *province*, with the power that gives it."""
    power = _orderer(position, province)
    if power is None:
        return ()
    locations = _locations(variant, position, province)
    found = [(power, order) for location in locations for order in legal_orders(variant, position, location)]
    return tuple(dict.fromkeys(found))


def _orderer(position: Position, province: str) -> str | None:
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged_at(province)
        return None if dislodged is None else dislodged.unit.power
    unit = position.unit_at(province)
    if unit is not None:
        return unit.power
    return position.owners.get(province) if position.phase.kind is PhaseKind.ADJUSTMENT else None


def _locations(variant: Variant, position: Position, province: str) -> tuple[str, ...]:
    unit = position.unit_at(province)
    if position.phase.kind is PhaseKind.RETREAT:
        dislodged = position.dislodged_at(province)
        return () if dislodged is None else (str(dislodged.unit.location),)
    if unit is not None:
        return (str(unit.location),)
    return (province, *(f"{province}/{coast}" for coast in variant.board.provinces[province].coasts))


def order_menu(parent: QWidget, variant: Variant, position: Position, province: str, chosen: Callable[[str, Order], None]) -> QMenu | None:
    """The menu for *province*; ``None`` where nothing can be ordered there. *chosen* gets what is taken."""
    orders = orders_in(variant, position, province)
    if not orders:
        return None
    menu = QMenu(parent)
    title = QAction(place_name(variant, province), menu)
    title.setEnabled(False)
    menu.addAction(title)
    menu.addSeparator()
    for heading, group in _grouped(orders):
        target = menu.addMenu(heading) if len(group) >= GROUP_FROM else menu
        for power, order in group:
            action = QAction(describe_order(variant, position, order).replace("&", "&&"), menu)
            action.setData(str(order))
            action.triggered.connect(lambda _checked=False, power=power, order=order: chosen(power, order))
            target.addAction(action)
    return menu


def _grouped(orders: Sequence[PowerOrder]) -> list[tuple[str, list[PowerOrder]]]:
    groups: dict[str, list[PowerOrder]] = {}
    for power, order in orders:
        groups.setdefault(_heading(order), []).append((power, order))
    return list(groups.items())


def _heading(order: Order) -> str:
    match order:
        case Hold():
            return tr("Hold")
        case Move(via_convoy=True):
            return tr("Move by convoy")
        case Move():
            return tr("Move")
        case Support(target=None):
            return tr("Support to hold")
        case Support():
            return tr("Support a move")
        case Convoy():
            return tr("Convoy")
        case Retreat():
            return tr("Retreat")
        case Disband() | Remove():
            return tr("Disband")
        case Build():
            return tr("Build")
        case Waive():
            return tr("Waive")


TITLE = mark("Set the result…")


def results_of_order(order: Order | None) -> tuple[tuple[str, str], ...]:
    """Return the results that can be set for *order*: in words, and as the command has it."""
    destroyed = (tr("It is destroyed"), Result.DESTROYED.value)
    match order:
        case Move(via_convoy=via):
            carried = ((tr("It has no convoy"), Result.NO_CONVOY.value),) if via else ()
            return (tr("It succeeds"), Result.OK.value), (tr("It bounces"), Result.BOUNCE.value), *carried, destroyed
        case Support():
            return (
                (tr("It is given"), Result.OK.value),
                (tr("It is cut"), Result.CUT.value),
                (tr("It is void"), Result.VOID.value),
                destroyed,
            )
        case Convoy():
            return (tr("It carries"), Result.OK.value), (tr("It is disrupted"), Result.DISRUPTED.value), destroyed
        case Retreat():
            return (tr("It succeeds"), Result.OK.value), destroyed
        case Hold() | None:
            return (tr("It holds"), Result.OK.value), destroyed
        case Build():
            return (tr("It is built"), Result.OK.value), (tr("It is not built"), Result.VOID.value)
        case Remove():
            return (tr("It is removed"), Result.OK.value), (tr("It stays"), Result.VOID.value)
        case _:
            return ()


def result_menu(parent: QWidget, variant: Variant, turn: Turn, province: str, chosen: Callable[[str], None]) -> QMenu | None:
    """The menu for the unit of *province* in *turn*; ``None`` where no result can be set. *chosen* gets the command line."""
    unit = unit_with_result(turn, province)
    order = _order_of(turn, province)
    if unit is None or (order is None and turn.phase.kind is PhaseKind.ADJUSTMENT):
        return None
    menu = QMenu(tr(TITLE), parent)
    heading = unit_name(variant, unit.piece) if order is None else describe_order(variant, turn.position, order)
    title = QAction(heading.replace("&", "&&"), menu)
    title.setEnabled(False)
    menu.addAction(title)
    menu.addSeparator()
    choices = results_of_order(order)
    if any(each.unit == unit for each in turn.forced):
        choices = (*choices, (tr("As the rules say"), "rules"))
    for words, result in choices:
        action = QAction(words, menu)
        line = f'force-result {province} "{result}" --phase {turn.phase}'
        action.setData(line)
        action.triggered.connect(lambda _checked=False, line=line: chosen(line))
        menu.addAction(action)
    return menu


def _order_of(turn: Turn, province: str) -> Order | None:
    """Return the order of the unit of *province*; ``None`` where it has none and nothing is decided."""
    if turn.resolution is not None:
        orders = [each.order for each in turn.resolution.outcomes if each.unit is not None and each.unit.province == province]
        refused = [each.order for each in turn.resolution.refused if isinstance(each.order, Build | Remove)]
        found = (*orders, *(each for each in refused if each.piece.location.province == province))
        return found[0] if found else None
    lines = [line for lines in turn.orders.values() for line in lines]
    legal = [line.order for line in lines if line.is_legal]
    others = [line.order for line in lines if not line.is_legal and isinstance(line.order, Build | Remove)]
    here = (each for each in (*legal, *others) if each is not None and not isinstance(each, Waive))
    return next((each for each in here if each.piece.location.province == province), None)


class ChoiceChip(QFrame):
    """Lies over the map beside what was clicked.

    Signals:
        answered(int): the answer of this number was taken.
        dismissed(): Esc was pressed, or the click went elsewhere.
    """

    answered = Signal(int)
    dismissed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._question = forms.label(role="soft")
        self._row = forms.row(spacing=6)
        forms.column(self._question, self._row, on=self, margins=(12, 8, 12, 10), spacing=6)
        self._buttons: list[QPushButton] = []
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(18)
        shadow.setOffset(0, 3)
        self.setGraphicsEffect(shadow)
        self.hide()

    @property
    def question(self) -> str:
        """Text of the question."""
        return self._question.text()

    def answers(self) -> tuple[str, ...]:
        """The words on the buttons."""
        return tuple(button.text() for button in self._buttons)

    def button(self, number: int) -> QPushButton:
        """The button of an answer."""
        return self._buttons[number]

    def ask(self, question: str, answers: Sequence[str], at: QPoint) -> None:
        """Ask beside the point *at* of the parent, wholly inside it."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        self._question.setText(question)
        for number, choice in enumerate(answers):
            button = forms.button(
                tr("{answer} (Enter)", answer=choice) if number == 0 else choice,
                lambda _checked=False, number=number: self.answered.emit(number),
                by_enter=False,
            )
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            if number == 0:
                button.setProperty("role", "primary")
            self._row.addWidget(button)
            self._buttons.append(button)
        self.adjustSize()
        self._place(at)
        self.show()
        self.raise_()
        if self._buttons:
            self._buttons[0].setFocus()

    def _place(self, at: QPoint) -> None:
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else self.rect()
        size = self.sizeHint()
        x = at.x() + 18 if at.x() + 18 + size.width() < room.width() else at.x() - 18 - size.width()
        y = at.y() - size.height() // 2
        x = max(8, min(x, room.width() - size.width() - 8))
        y = max(8, min(y, room.height() - size.height() - 8))
        self.setGeometry(x, y, size.width(), size.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the answer in focus, Esc none, arrows and digits choose."""
        focused = next((number for number, button in enumerate(self._buttons) if button.hasFocus()), 0)
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.dismissed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(focused)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and self._buttons:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._buttons[(focused + step) % len(self._buttons)].setFocus()
        elif Qt.Key.Key_1 <= key < Qt.Key.Key_1 + len(self._buttons):
            self.answered.emit(key - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)


class PointerActs(QObject):
    """Turns touches of the board into orders, questions and refusals.

    Signals:
        said(str, Tone): something was done or refused. hinted(str): what the next click would do. hovered(str): what the pointer is over.
        selection_changed(str): the province that is picked or pointed at; empty for none. pointing_changed(): what is marked on the board
        changed. line_requested(str): a command line is to be run. onward_requested(): the outcome in view is to be left for the phase after
        it.

    Args:
        setup: where pieces are set up by hand; ``None`` on boards of games.
        moment: the results of the moment in view, and whether they are those of the last phase that was adjudicated.
        unit_place: the place of the unit of a province, in board units; ``None`` where it is unknown.
    """

    said = Signal(str, object)
    hinted = Signal(str)
    hovered = Signal(str)
    selection_changed = Signal(str)
    pointing_changed = Signal()
    line_requested = Signal(str)
    onward_requested = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        order_entry: OrderEntry,
        board: BoardView,
        setup: SetupController | None,
        moment: Callable[[], tuple[Resolution | None, bool]],
        unit_place: Callable[[str], tuple[float, float] | None],
    ) -> None:
        super().__init__(board)
        self._document = document
        self._session = session
        self._order_entry = order_entry
        self._board = board
        self._setup = setup
        self._moment = moment
        self._unit_place = unit_place
        self._hovered: str | None = None
        self._asking: AnswerNeeded | None = None
        self._touched_at = QPoint()
        self.chip = ChoiceChip(board)
        self.chip.answered.connect(self._answered)
        self.chip.dismissed.connect(lambda: self.touch(ToolKey.ESCAPE))
        board.location_clicked.connect(self._pressed)
        board.unit_dragged.connect(self._dragged)
        board.context_requested.connect(self._menu_requested)
        board.long_clicked.connect(self._menu_requested)
        board.location_hovered.connect(self._hover)
        board.key_pressed.connect(self.touch)

    @property
    def selection(self) -> str | None:
        """The province whose unit is picked, or that the keyboard points at."""
        unit = self._order_entry.tool.unit
        return unit.province if unit is not None else self._order_entry.tool.cursor

    @property
    def _viewer(self) -> str | None:
        return self._session.viewer_of(self._document)

    def touch(self, touch: Touch) -> None:
        """Do what *touch* means and show what came of it."""
        if self._setup is not None and self._setup.bar.is_setting_up and touch is ToolKey.ESCAPE:
            self._setup.bar.back_to_orders()
            return
        was_idle = self._order_entry.is_idle
        try:
            step = self._order_entry.touch(touch)
        except EditError as error:
            self.said.emit(str(error), Tone.REFUSED)
            return
        self._show_step(step, was_idle=was_idle)

    def choose(self, power: str, order: Order) -> None:
        """Give *order* whole, as the menu does."""
        self.touch(Wanted(power, order))

    def _show_step(self, step: ToolStep, *, was_idle: bool) -> None:
        self._asking = None
        self.chip.hide()
        match step:
            case AnswerNeeded():
                self._ask(step)
            case Refused():
                dropped = " " + tr("Nothing is picked any more.") if not was_idle and self._order_entry.is_idle else ""
                self.said.emit(self._refusal(step) + dropped, Tone.REFUSED)
            case Ordered(orders):
                self.said.emit(clauses(self._order_entry.sentence(order) for _, order in orders) + ".", Tone.DONE)
            case Cleared(_, province):
                self.said.emit(tr("The order of {province} is taken back.", province=province), Tone.DONE)
            case Pointed(province):
                self._board.show_province(province)
                self.after_pointing(province)
            case Cancelled() | Picked():
                self.hinted.emit(self._order_entry.status())
        if not isinstance(step, AnswerNeeded):
            self._board.setFocus()
        selection = self.selection
        self._session.selection = selection
        self.selection_changed.emit(selection or "")
        if was_idle and self._order_entry.is_idle and isinstance(step, Cancelled):
            self._order_entry.forget()
        self.pointing_changed.emit()  # the orders came by the document, which reported them

    def _refusal(self, step: Refused) -> str:
        if not self._document.game.is_open(self._document.cursor):
            ending = self._document.game.branch(self._document.cursor.branch).ending
            if ending is None or self._order_entry.turn.resolution is not None:
                return tr("This phase is past. Go to the present to give orders, or play on from here in a branch.")
            return tr("The game is over. Play on from an earlier phase in a branch.")
        if self._document.read_only:
            return tr("This game can only be looked at: {read_only}", read_only=self._document.read_only)
        return self._order_entry.refusal(step)

    def _ask(self, asking: AnswerNeeded) -> None:
        self._asking = asking
        question = self._order_entry.question(asking)
        answers = [answer(self._order_entry.tool.context, choice) for choice in asking.choices]
        self.hinted.emit(tr("{question} Enter takes the first answer, Esc none.", question=question))
        self.chip.ask(question, answers, self._point_of(asking.question.province))

    @Slot(int)
    def _answered(self, number: int) -> None:
        if self._asking is not None and number < len(self._asking.choices):
            self.touch(ChoiceTouch(self._asking.choices[number]))

    def after_pointing(self, province: str) -> None:
        """Say what stands in *province*, and what a click there would do."""
        self._session.selection = province
        self.hovered.emit(self.words_for(province))
        self.hinted.emit(self._order_entry.status())
        self.pointing_changed.emit()
        self._board.tell_cursor()

    @Slot(object)
    def _pressed(self, touched: ProvinceTouch) -> None:
        self._touched_at = self._board.mapFromScene(touched.x, touched.y)
        if self._setup is not None and self._setup.click(touched):
            return
        if touched.unit is not None and self._may_go_on:
            self._go_on_with(touched.unit)
            return
        touch = touched.as_touch(self._order_entry.reachable)
        if touch is None:
            self.touch(ToolKey.ESCAPE)
        else:
            self.touch(touch)

    @property
    def _may_go_on(self) -> bool:
        """True if the results of the phase before the open one are in view, so that a click on a unit is meant for the open one."""
        game = self._document.game
        return self._moment()[1] and game.branch(self._document.cursor.branch).ending is None and not self._document.read_only

    def _go_on_with(self, unit: Unit) -> None:
        """Leave the results for the phase after them, with *unit* picked, wherever it stands by then."""
        judged = self._order_entry.turn.resolution
        self.onward_requested.emit()
        where = None if judged is None else place_after(judged, unit)
        if where is not None and self._order_entry.is_open:
            self.touch(where)

    @Slot(object, object)
    def _dragged(self, start: ProvinceTouch, end: ProvinceTouch) -> None:
        """Drop a unit on a province: a move there, even into another unit."""
        picked = UnitTouch(start.unit.province, start.dislodged) if start.unit is not None else None
        if picked is None or end.province is None or end.province == start.province:
            return
        self._touched_at = self._board.mapFromScene(end.x, end.y)
        if self._setup is not None and self._setup.drag(start, end):
            return
        self._order_entry.forget()
        self.touch(picked)
        if not self._order_entry.is_idle:
            self.touch(ProvinceArea(end.province))

    @Slot(object, QPoint)
    def _menu_requested(self, touched: ProvinceTouch, at: QPoint) -> None:
        if self._setup is not None and self._setup.clear(touched):
            return
        turn = self._order_entry.turn
        menu = None
        if self._order_entry.is_open and touched.province is not None:
            menu = order_menu(self._board, self._order_entry.variant, turn.position, touched.province, self.choose)
        if touched.province is not None and self._viewer is None and not self._document.read_only and self._session.seating is None:
            results = result_menu(menu or self._board, self._order_entry.variant, turn, touched.province, self.line_requested.emit)
            if menu is not None and results is not None:
                menu.addSeparator()
                menu.addMenu(results)
            else:
                menu = menu or results
        if menu is None:
            words = tr("Nothing can be ordered there.") if self._order_entry.is_open else tr("Orders are given at the present phase only.")
            self.said.emit(words, Tone.REFUSED)
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    @Slot(object)
    def _hover(self, touched: ProvinceTouch) -> None:
        if touched.province != self._hovered:
            self._hovered = touched.province
            self.hovered.emit("" if self._hovered is None else self.words_for(self._hovered))
            self.pointing_changed.emit()

    def words_for(self, province: str) -> str:
        """Return the words for *province* when the pointer is over it."""
        if province in self._session.viewpoint.hidden(self._document.game, self._document.cursor, self._viewer):
            return tr(
                "{place_name} ({province}) · out of sight", place_name=place_name(self._order_entry.variant, province), province=province
            )
        return hover_text(self._order_entry.variant, self._order_entry.turn, province, self._moment()[0])

    def pointing(self) -> Pointing:
        """Return the marks on the board: the unit that is picked, its targets, the province under the pointer."""
        tool = self._order_entry.tool
        picked = tool.unit if self._order_entry.is_open else None
        targets = tool.targets if picked is not None else Targets(self._order_entry.waiting)
        return Pointing(
            selected=None if picked is None else picked.province,
            targets=targets.grounds,
            partners=targets.units,
            dim_others=picked is not None and not tool.is_offering,
            hovered=self._hovered or tool.cursor,
        )

    def _point_of(self, province: str) -> QPoint:
        """Return the place of the unit of *province*, in the view."""
        place = self._unit_place(province)
        return self._touched_at if place is None else self._board.mapFromScene(*place)

    def pointing_at(self, province: str, targets: frozenset[str]) -> Pointing:
        """The unit of *province* marked with *targets*, for any pick."""
        return Pointing(selected=province, targets=targets, hovered=self._hovered or province)

    def forget_question(self) -> None:
        """Drop the open question."""
        self.chip.hide()
        self._asking = None

    def say_again(self) -> None:
        """Say what is under the pointer once more: it may have changed."""
        if self._hovered is not None:
            self.hovered.emit(self.words_for(self._hovered))
