"""One open game: its board, its timeline, and what is the matter with it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from adjudicator.order import Order
from adjudicator.resolution import Resolution
from adjudicator.unit import Unit
from app.game.analysis import is_analysis, is_correction
from app.game.change import Change, Touched
from app.game.document import Document
from app.game.record import Cursor, Game
from app.game.refusal import EditError
from app.qt.board.banner import Banners
from app.qt.board.board_supply import BoardSupply
from app.qt.board.choice_chip import ChoiceChip
from app.qt.board.ending_card import EndingCard
from app.qt.board.exercise_bar import ExerciseBar
from app.qt.board.order_menu import order_menu
from app.qt.board.preview import Preview
from app.qt.board.result_menu import result_menu
from app.qt.board.saving_trouble import SavingTrouble
from app.qt.board.setup_bar import SetupBar
from app.qt.board.setup_controller import SetupController
from app.qt.board.spoken_page import SpokenPage
from app.qt.board.timeline import Timeline
from app.qt.map.animator import Animator
from app.qt.map.board_view import BoardView
from app.qt.map.pointer_target import ProvinceTouch
from app.qt.map.scene import BoardScene
from app.qt.widgets.background import Background
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.qt.widgets.tone import Tone
from app.session.drawings import drawing_of
from app.session.session import Session
from app.session.view_options import View
from app.session.viewpoint import CURTAIN
from app.view.board_picture import board_picture
from app.view.drawn_boards import DrawnBoard
from app.view.exercise_state import exercise_state
from app.view.hover_text import hover_text
from app.view.onward import place_after
from app.view.order_entry import OrderEntry
from app.view.order_tools.step import AnswerNeeded, Cancelled, Cleared, Ordered, Picked, Pointed, Refused, Step
from app.view.order_tools.targets import Targets
from app.view.order_tools.touch import Answer, ProvinceArea, ToolKey, Touch, UnitTouch, Wanted
from app.view.order_tools.words import answer
from app.view.picture import MapPicture, Pointing
from app.view.shown_moment import ShownMoment, WayOn
from app.view.spoken_board import SpokenPart, spoken_board
from entente.words.names import place_name


class GamePage(QWidget):
    """Shows a document and takes orders on it.

    Signals:
        document_changed(Change): the document told of a change, and the board shows it already.
        said(str, Tone): something was done or refused.
        hinted(str): what the next click would do.
        hovered(str): what the pointer is over.
        selection_changed(str): the province that is picked or pointed at; empty for none.
        preview_came(): the outcome of the present orders has been worked out meanwhile.
        command_requested(str): a button above the board wants a command to be run.
        line_requested(str): a command line is to be run.
        onward_requested(): the outcome that is shown is to be left for the phase after it.
        exercise_requested(str): another exercise is to be played, by its id.
        board_failed(str): the board turned out to be one that cannot be drawn, and why.
        board_troubled(str, object): the files of the board were changed so that they cannot be used: a sentence, and the faults.
    """

    document_changed = Signal(object)
    said = Signal(str, object)
    hinted = Signal(str)
    hovered = Signal(str)
    selection_changed = Signal(str)
    preview_came = Signal()
    command_requested = Signal(str)
    line_requested = Signal(str)
    onward_requested = Signal()
    exercise_requested = Signal(str)
    board_failed = Signal(str)
    board_troubled = Signal(str, object)

    def __init__(self, document: Document, session: Session, view: View, look: Look, background: Background) -> None:
        super().__init__()
        self.document = document
        self._session = session
        self._view = view
        self._look = look
        self._hovered: str | None = None
        self._task = ""
        self._asking: AnswerNeeded | None = None
        self._touched_at = QPoint()
        self._unseen = ""
        self._preview = Preview(background, self._preview_arrived, session.hooks.preview_referee)
        self.banners = Banners()
        self.drawing = drawing_of(document.game)
        self.supply = BoardSupply(document.game.variant, self.drawing, self)
        self._drawn = self.supply.board
        self._units = self._drawn.units(view.unit_symbols)
        self.scene = BoardScene(self._drawn.board, self)
        self.order_entry = OrderEntry(document, self._drawn.places(), lambda: self.shown, lambda: self.viewer, self._settle)
        self.animator = Animator(self.scene, self)
        self.animator.factor = view.animation.factor
        self._moment = ShownMoment(document.game, document.cursor)
        self._show_board()
        self.board = BoardView(self.scene)
        self.board.spoken = SpokenPage(self._spoken_parts, self.touch)
        self.timeline = Timeline(look)
        self.setup = self._setup_bar() if is_analysis(document.game) else None
        self._setup_controller = SetupController(self.setup, document, self.said.emit)
        if self.setup is not None:
            self.setup.phase_chosen.connect(self._setup_controller.set_phase)
            self._setup_controller.show_phase()
        self.chip = ChoiceChip(self.board)
        self.chip.answered.connect(self._answered)
        self.chip.dismissed.connect(lambda: self.touch(ToolKey.ESCAPE))
        self.board.location_clicked.connect(self._pressed)
        self.board.unit_dragged.connect(self._dragged)
        self.board.context_requested.connect(self._menu_requested)
        self.board.long_clicked.connect(self._menu_requested)
        self.board.location_hovered.connect(self._hover)
        self.board.key_pressed.connect(self.touch)
        self.timeline.jumped.connect(self._jump)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banners)
        if self.setup is not None:
            column.addWidget(self.setup)
        self.exercise = self._exercise_bar()
        if self.exercise is not None:
            column.addWidget(self.exercise)
        column.addWidget(self.board, 1)
        column.addWidget(self.timeline)
        self.ending_card: EndingCard | None = None
        self._unsubscribe = document.subscribe(self._follow)
        self._saving = SavingTrouble(document, self)
        self.timeline.show_game(self.shown, document.cursor)
        self._show_look(look)
        self._show_ending()
        self._show_exercise()
        self._tell_of_units()
        self._follow_supply()

    def _settle(self, game: Game) -> None:
        self._session.settle(game, self.viewer)

    # --- what is shown ---

    @property
    def resolution(self) -> Resolution | None:
        """What became of the orders of the turn shown, or would become of them as they are now."""
        turn = self.order_entry.turn
        if turn.resolution is not None:
            return turn.resolution
        return self._preview.of(self.shown, self.document.cursor) if self._view.preview else None

    @property
    def viewer(self) -> str | None:
        """The power that the game is shown to; ``None`` shows everything."""
        return self._session.viewer_of(self.document)

    @property
    def shown(self) -> Game:
        """The game as its viewer may see it."""
        return self._session.shown_of(self.document)

    @property
    def listed_powers(self) -> tuple[str, ...] | None:
        """The powers whose orders are listed; ``None`` for all of them."""
        viewer = self.viewer
        if viewer is None or self.order_entry.turn.resolution is not None:
            return None
        return () if viewer == CURTAIN else (viewer,)

    def look_again(self) -> None:
        """Show everything anew: to another viewer, or after hooks were agreed to."""
        self._session.settle(self.document.game, self.viewer)
        self._preview.forget()
        self.order_entry.forget()
        self.order_entry.follow()
        self._show_board()
        self.timeline.show_game(self.shown, self.document.cursor)

    @property
    def shows_last_outcome(self) -> bool:
        """Whether what is shown are the results of the phase before the open one."""
        game, cursor = self.document.game, self.document.cursor
        return game.turn(cursor).resolution is not None and cursor.index + 1 == game.last(cursor.branch).index

    @property
    def has_orders(self) -> bool:
        """Whether anything was ordered at the turn shown."""
        return any(self.order_entry.turn.orders.values())

    @property
    def selection(self) -> str | None:
        """The province whose unit is picked, or that the keyboard points at."""
        unit = self.order_entry.tool.unit
        return unit.province if unit is not None else self.order_entry.tool.cursor

    def set_view(self, view: View, look: Look) -> None:
        """Show the board so from now on."""
        self._view = view
        self._look = look
        self._units = self._drawn.units(view.unit_symbols)
        self.animator.factor = view.animation.factor
        self.timeline.set_look(look)
        self._show_look(look)
        self._show_board()
        self._tell_of_units()
        if not view.preview:
            self._say_unseen("")

    def _tell_of_units(self) -> None:
        """Say why units are not shown as somebody chose, as long as it is so."""
        if self._units.trouble:
            self.banners.show_banner("units", self._units.trouble)
        else:
            self.banners.drop("units")

    def fit(self) -> None:
        """The whole board."""
        self.board.fit()

    def zoom(self, factor: float) -> None:
        """*factor* times as large."""
        self.board.zoom_by(factor, QPointF(self.board.viewport().rect().center()))

    def point_to(self, province: str) -> None:
        """Bring *province* into sight; the keyboard goes on from there."""
        self.order_entry.point_at(province)
        self.board.show_province(province)
        self._after_pointing(province)
        self.set_focus()

    def show_choices(self, province: str, targets: frozenset[str]) -> None:
        """Light up what the unit of *province* may be meant to do, until something else is pointed at."""
        self.scene.point(Pointing(selected=province, targets=targets, hovered=self._hovered or province))

    def set_focus(self) -> None:
        """Keys go to the board."""
        self.board.setFocus()

    def close_down(self) -> None:
        """The page is about to go."""
        self._unsubscribe()
        self._saving.stop()
        self.supply.stop()
        self._preview.forget()
        self.timeline.set_playing(False)
        self.animator.skip()
        self.scene.close()

    # --- the board itself ---

    def _follow_supply(self) -> None:
        supply = self.supply
        supply.drawn.connect(self._put_board)
        supply.named.connect(self._name_board)
        supply.troubled.connect(self.board_troubled)
        supply.mended.connect(lambda: self.banners.drop("board"))
        supply.failed.connect(self.board_failed)
        if supply.is_blank:
            words = f"The board of {self.document.game.variant.name} is being drawn for the first time…"
            self.banners.show_banner("board", words, can_dismiss=False)

    @Slot(object)
    def _put_board(self, drawn: DrawnBoard) -> None:
        """The board is drawn anew: everything stays as it was written and picked, and where it was seen."""
        self.banners.drop("board")
        self.animator.skip()
        self.animator.deleteLater()
        before, self._drawn = self.scene, drawn
        self._units = drawn.units(self._view.unit_symbols)
        self.scene = BoardScene(drawn.board, self)
        self.animator = Animator(self.scene, self)
        self.animator.factor = self._view.animation.factor
        self.order_entry.move_to(drawn.places())
        self._show_board()
        self.board.show_scene(self.scene)
        before.close()
        before.deleteLater()

    @Slot(object)
    def _name_board(self, drawn: DrawnBoard) -> None:
        self._drawn = drawn
        self.scene.show_names(drawn.board)
        self._show_board()

    # --- orders ---

    def touch(self, touch: Touch) -> None:
        """Do what *touch* means and show what came of it."""
        if self.setup is not None and self.setup.is_setting_up and touch is ToolKey.ESCAPE:
            self.setup.back_to_orders()
            return
        was_idle = self.order_entry.is_idle
        try:
            step = self.order_entry.touch(touch)
        except EditError as error:
            self.said.emit(str(error), Tone.REFUSED)
            return
        self._show_step(step, was_idle=was_idle)

    def choose(self, power: str, order: Order) -> None:
        """Give *order* whole, as the menu does."""
        self.touch(Wanted(power, order))

    def _show_step(self, step: Step, *, was_idle: bool) -> None:
        self._asking = None
        self.chip.hide()
        match step:
            case AnswerNeeded():
                self._ask(step)
            case Refused():
                dropped = " Nothing is picked any more." if not was_idle and self.order_entry.is_idle else ""
                self.said.emit(self._refusal(step) + dropped, Tone.REFUSED)
            case Ordered(orders):
                self.said.emit("; ".join(self.order_entry.sentence(order) for _, order in orders) + ".", Tone.DONE)
            case Cleared(_, province):
                self.said.emit(f"The order of {province} is taken back.", Tone.DONE)
            case Pointed(province):
                self.board.show_province(province)
                self._after_pointing(province)
            case Cancelled() | Picked():
                self.hinted.emit(self.order_entry.status())
        if not isinstance(step, AnswerNeeded):
            self.board.setFocus()
        selection = self.selection
        self._session.selection = selection
        self.selection_changed.emit(selection or "")
        if was_idle and self.order_entry.is_idle and isinstance(step, Cancelled):
            self.order_entry.forget()
        self._show_pointing()  # what was written came by the document, which told of it

    def _refusal(self, step: Refused) -> str:
        if not self.document.game.is_open(self.document.cursor):
            ending = self.document.game.branch(self.document.cursor.branch).ending
            if ending is None or self.order_entry.turn.resolution is not None:
                return "This phase is past. Go to the present to give orders, or play on from here in a branch."
            return "The game is over. Play on from an earlier phase in a branch."
        if self.document.read_only:
            return f"This game is open for looking only: {self.document.read_only}"
        return self.order_entry.refusal(step)

    def _ask(self, asking: AnswerNeeded) -> None:
        self._asking = asking
        question = self.order_entry.question(asking)
        answers = [answer(self.order_entry.tool.context, choice) for choice in asking.choices]
        self.hinted.emit(f"{question} Enter takes the first answer, Esc none.")
        self.chip.ask(question, answers, self._point_of(asking.question.province))

    @Slot(int)
    def _answered(self, number: int) -> None:
        if self._asking is not None and number < len(self._asking.choices):
            self.touch(Answer(self._asking.choices[number]))

    def _after_pointing(self, province: str) -> None:
        self._session.selection = province
        self.hovered.emit(self._words_for(province))
        self.hinted.emit(self.order_entry.status())
        self._show_pointing()

    @Slot(object)
    def _pressed(self, touched: ProvinceTouch) -> None:
        self._touched_at = self.board.mapFromScene(touched.x, touched.y)
        if self._setup_controller.click(touched):
            return
        if touched.unit is not None and self._may_go_on:
            self._go_on_with(touched.unit)
            return
        touch = touched.as_touch(self.order_entry.reachable)
        if touch is None:
            self.touch(ToolKey.ESCAPE)
        else:
            self.touch(touch)

    @property
    def _may_go_on(self) -> bool:
        """Whether the results of the phase before the open one are shown, so that a click on a unit is meant for the open one."""
        game = self.document.game
        return self.shows_last_outcome and game.branch(self.document.cursor.branch).ending is None and not self.document.read_only

    def _go_on_with(self, unit: Unit) -> None:
        """Leave the results for the phase after them, with *unit* picked, wherever it stands by then."""
        judged = self.order_entry.turn.resolution
        self.onward_requested.emit()
        where = None if judged is None else place_after(judged, unit)
        if where is not None and self.order_entry.is_open:
            self.touch(where)

    @Slot(object, object)
    def _dragged(self, start: ProvinceTouch, end: ProvinceTouch) -> None:
        """A unit dropped on a province is a move there, whoever stands in it."""
        picked = UnitTouch(start.unit.province, start.dislodged) if start.unit is not None else None
        if picked is None or end.province is None or end.province == start.province:
            return
        self._touched_at = self.board.mapFromScene(end.x, end.y)
        if self._setup_controller.drag(start, end):
            return
        self.order_entry.forget()
        self.touch(picked)
        if not self.order_entry.is_idle:
            self.touch(ProvinceArea(end.province))

    @Slot(object, QPoint)
    def _menu_requested(self, touched: ProvinceTouch, at: QPoint) -> None:
        if self._setup_controller.clear(touched):
            return
        turn = self.order_entry.turn
        menu = None
        if self.order_entry.is_open and touched.province is not None:
            menu = order_menu(self, self.order_entry.variant, turn.position, touched.province, self.choose)
        if touched.province is not None and self.viewer is None and not self.document.read_only and self._session.seating is None:
            results = result_menu(menu or self, self.order_entry.variant, turn, touched.province, self.line_requested.emit)
            if menu is not None and results is not None:
                menu.addSeparator()
                menu.addMenu(results)
            elif turn.resolution is not None:
                menu = results
        if menu is None:
            words = "Nothing can be ordered there." if self.order_entry.is_open else "Orders are given at the present phase only."
            self.said.emit(words, Tone.REFUSED)
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    @Slot(object)
    def _hover(self, touched: ProvinceTouch) -> None:
        if touched.province != self._hovered:
            self._hovered = touched.province
            self.hovered.emit("" if self._hovered is None else self._words_for(self._hovered))
            self._show_pointing()

    def _words_for(self, province: str) -> str:
        if province in self._session.viewpoint.hidden(self.document.game, self.document.cursor, self.viewer):
            return f"{place_name(self.order_entry.variant, province)} ({province}) · out of sight"
        return hover_text(self.order_entry.variant, self.order_entry.turn, province, self.resolution)

    # --- exercises ---

    def _exercise_bar(self) -> ExerciseBar | None:
        folder = self._session.shelf.folder_of(self.document.game.variant.id)
        if folder is None or folder.exercise is None:
            return None
        bar = ExerciseBar(folder.exercise)
        bar.undo_requested.connect(lambda: self.command_requested.emit("undo"))
        bar.next_requested.connect(self.exercise_requested)
        self._task = folder.description
        return bar

    def _show_exercise(self) -> None:
        """Say how far the exercise is at the moment that is shown."""
        if self.exercise is not None:
            self.exercise.show_state(exercise_state(self.shown, self.document.cursor, self._task))

    # --- setting pieces up ---

    def _setup_bar(self) -> SetupBar:
        bar = SetupBar(self.document.game.variant, is_correction=is_correction(self.document.game))
        bar.set_swatches(swatches(self.scene.picture))
        bar.command_requested.connect(self.command_requested)
        bar.setup_changed.connect(self._setup_changed)
        return bar

    @Slot()
    def _setup_changed(self) -> None:
        if self.setup is not None:
            self.order_entry.forget()
            self._show_board()
            self.board.setFocus()
            self.hinted.emit(self.setup.hint())

    # --- following the document ---

    @Slot(object)
    def _jump(self, cursor: Cursor) -> None:
        self.document.show(cursor)

    def _follow(self, change: Change) -> None:
        if change.touches(Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES):
            if change.touches(Touched.CURSOR, Touched.POSITIONS):
                self.chip.hide()
                self._asking = None
            self.order_entry.follow()
            self._show_moment(change)
            if self._hovered is not None:
                self.hovered.emit(self._words_for(self._hovered))
        if change.touches(Touched.CURSOR, Touched.POSITIONS, Touched.BRANCHES):
            self.timeline.show_game(self.shown, self.document.cursor)
            self._setup_controller.show_phase()
            self.say_what_next()
            self._show_ending()
            self._show_exercise()
        if change.touches(Touched.TROUBLE):
            self._show_trouble()
        self.document_changed.emit(change)

    def _show_ending(self) -> None:
        """A game that is over says so over the board of its last turn; elsewhere the board is free."""
        game, cursor = self.shown, self.document.cursor
        ending = game.branch(cursor.branch).ending
        self._put_card_away()
        if ending is None or cursor != game.last(cursor.branch) or self.exercise is not None:
            return
        card = EndingCard(game, cursor, ending, swatches(self.scene.picture), self._look, self.board, self.viewer)
        card.board_wanted.connect(self._put_card_away)
        card.story_wanted.connect(lambda: self.command_requested.emit("story"))
        card.history_wanted.connect(self.timeline.play)
        card.start_page_wanted.connect(lambda: self._session.bring_forward(None))
        card.place()
        card.show()
        card.story_button.setFocus()
        self.ending_card = card

    def _put_card_away(self) -> None:
        card, self.ending_card = self.ending_card, None
        if card is not None:
            card.hide()
            card.deleteLater()
            self.board.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What lies over the board stays in its middle."""
        super().resizeEvent(event)
        if self.ending_card is not None:
            self.ending_card.place()

    def _show_trouble(self) -> None:
        trouble = self.document.trouble
        if trouble is None:
            self.banners.drop("trouble")
        else:
            self.banners.show_banner("trouble", f"{trouble} The game in memory is whole.")

    def say_what_next(self) -> None:
        """Hint at what a click would do at the moment shown."""
        if self.order_entry.is_open:
            self.hinted.emit(self.order_entry.status())
        elif self.order_entry.turn.resolution is not None:
            self.hinted.emit("This phase is past: its orders and results are shown. Alt+Right goes on.")

    def _preview_arrived(self) -> None:
        self._show_board()
        self._say_unseen(self._preview.trouble)
        self.preview_came.emit()

    def _say_unseen(self, trouble: str) -> None:
        """Say, once, why what the orders would give is not shown: by the rules without its hooks the phase would give something else."""
        if trouble != self._unseen:
            self._unseen = trouble
            self.banners.drop("preview")
            if trouble:
                self.banners.show_banner("preview", f"What the orders would give is not shown. {trouble}")

    def _show_moment(self, change: Change) -> None:
        """Show where the cursor is by now."""
        match self._moment.way_to(self.document.game, self.document.cursor, change):
            case WayOn.REVEAL:
                self.animator.reveal(self._picture())
            case WayOn.PLAY:
                self.animator.play(self._picture())
            case WayOn.AT_ONCE:
                self._show_board()

    def _show_board(self) -> None:
        self.scene.show_picture(self._picture())

    def _picture(self) -> MapPicture:
        game, cursor = self.shown, self.document.cursor
        preview = self._preview.of(game, cursor) if self._view.preview else None
        hidden = self._session.viewpoint.hidden(self.document.game, cursor, self.viewer)
        styles, units = self._drawn.styles, self._units.units
        return board_picture(game, cursor, self._view, styles, units, pointing=self._pointing(), preview=preview, hidden=hidden)

    def _spoken_parts(self) -> tuple[SpokenPart, ...]:
        hidden = self._session.viewpoint.hidden(self.document.game, self.document.cursor, self.viewer)
        return spoken_board(self.order_entry.variant, self.order_entry.turn, self.resolution, hidden)

    def _show_look(self, look: Look) -> None:
        self.board.setBackgroundBrush(look.colour("sunken"))

    def _show_pointing(self) -> None:
        self.scene.point(self._pointing())

    def _pointing(self) -> Pointing:
        tool = self.order_entry.tool
        picked = tool.unit if self.order_entry.is_open else None
        targets = tool.targets if picked is not None else Targets(self.order_entry.waiting)
        return Pointing(
            selected=None if picked is None else picked.province,
            targets=targets.grounds,
            partners=targets.units,
            dim_others=picked is not None,
            hovered=self._hovered or tool.cursor,
        )

    def _point_of(self, province: str) -> QPoint:
        """Where the unit of *province* stands, in the view."""
        place = self._drawn.places().get(province)
        return self._touched_at if place is None else self.board.mapFromScene(*place)
