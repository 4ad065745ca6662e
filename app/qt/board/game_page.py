"""Page of one open game: board and timeline, what is the matter with it, words for screen readers, and pages that cover the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from adjudicator import Order, PhaseKind, Resolution, Variant
from app.game.analysis import is_correction
from app.game.document import Document
from app.game.record import Game, Turn
from app.game.versions import Change, Touched
from app.presentation.board_words import SpokenPart, spoken_board
from app.presentation.drawn_boards import DrawnBoard
from app.presentation.order_entry import OrderEntry
from app.presentation.order_tools.stage import ProvinceArea, Touch, UnitTouch
from app.presentation.picture import MapPicture, Pointing, board_picture, with_suggestion
from app.presentation.reveal import MomentInView, Transition, is_last_outcome
from app.qt.board.banner import Banners, BoardNotices, ExerciseBar, exercise_bar_of
from app.qt.board.board_supply import BoardSupply, Preview
from app.qt.board.ending_card import EndingOverBoard
from app.qt.board.pointer_acts import PointerActs
from app.qt.board.setup_bar import SetupBar, SetupController
from app.qt.board.timeline import Timeline
from app.qt.map.animator import Animator
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from app.qt.widgets.background import Background
from app.qt.widgets.labels import key_words
from app.qt.widgets.layouts import ScrollingRoom
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.session import Session
from app.session.view_options import View
from app.session.viewpoint import CURTAIN
from languages import tr


class SavingTrouble(QObject):
    """Has *document* tell of its trouble on the thread of the window, at once."""

    _came = Signal()

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._came.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        document.when_trouble(self._came.emit)

    def stop(self) -> None:
        """Listen no longer."""
        self._document.when_trouble(None)

    @Slot()
    def _hear(self) -> None:
        self._document.hear_trouble()


class SpokenPage:
    """Page of a board in words.

    Args:
        parts: units and provinces as they are now.
        cursor: the province that the keyboard points at.
        touch: does what a click does.
    """

    def __init__(
        self, parts: Callable[[], tuple[SpokenPart, ...]], cursor: Callable[[], str | None], touch: Callable[[Touch], None]
    ) -> None:
        self.parts = parts
        self.cursor = cursor
        self._touch = touch

    def press(self, part: SpokenPart) -> None:
        """Press a unit or a province."""
        self._touch(UnitTouch(part.province, part.is_dislodged) if part.is_unit else ProvinceArea(part.province))


class GamePage(QWidget):
    """Shows a document and takes orders on it.

    Signals:
        document_changed(Change): the document reported a change, and the board has it already. said(str, Tone): something was done or
        refused. hinted(str): what the next click would do. hovered(str): what the pointer is over. selection_changed(str): the province
        that is picked or pointed at; empty for none. preview_came(): the outcome of the present orders has been worked out meanwhile.
        command_requested(str): a button above the board wants a command to be run. line_requested(str): a command line is to be run.
        onward_requested(): the outcome in view is to be left for the phase after it. exercise_requested(str): another exercise is to be
        played, by its id. board_failed(str): the board turned out to be one that cannot be drawn, and why. board_troubled(str, object): the
        files of the board were changed so that they cannot be used: a sentence, and the faults.
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

    def __init__(
        self, document: Document, session: Session, view: View, look: Look, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        self._session = session
        self._view = view
        self._look = look
        self._spoken: tuple[tuple[Variant, Turn, Resolution | None, frozenset[str]], tuple[SpokenPart, ...]] | None = None
        self._suggested: tuple[str, tuple[Order, ...]] | None = None
        self._preview = Preview(background, self._preview_arrived, session.hooks.preview_referee)
        self.banners = Banners()
        self._notices = BoardNotices(self.banners)
        self.drawing = document.game.drawing
        self.supply = BoardSupply(document.game.variant, self.drawing, self)
        self._drawn = self.supply.board
        self._units = self._drawn.units(view.unit_symbols)
        self.scene = BoardScene(self._drawn.board, self)
        self.order_entry = OrderEntry(document, self._drawn.places(), lambda: self.shown, lambda: self.viewer, self._settle)
        self.animator = Animator(self.scene, self)
        self.animator.factor = view.animation.factor
        self._moment = MomentInView(document.game, document.cursor)
        self.scene.show_picture(self._picture(Pointing()))  # before the view, which says how large it is laid out
        self.board = BoardView(self.scene, self)
        self.board.spoken = SpokenPage(self._spoken_parts, lambda: self.order_entry.tool.cursor, self.touch)
        self.timeline = Timeline(look, self)
        self.setup = self._setup_bar() if document.game.is_analysis else None
        self._setup_controller = SetupController(self.setup, document, self.said.emit) if self.setup is not None else None
        self.acts = PointerActs(
            document,
            session,
            self.order_entry,
            self.board,
            self._setup_controller,
            lambda: (self.resolution, self.shows_last_outcome),
            lambda province: self._drawn.places().get(province),
        )
        for told, tell in (
            (self.acts.said, self.said),
            (self.acts.hinted, self.hinted),
            (self.acts.hovered, self.hovered),
            (self.acts.selection_changed, self.selection_changed),
            (self.acts.line_requested, self.line_requested),
            (self.acts.onward_requested, self.onward_requested),
        ):
            told.connect(tell)
        self.acts.pointing_changed.connect(self._show_pointing)
        self._show_pointing()
        self.timeline.jumped.connect(document.show)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.exercise = self._exercise_bar()
        for strip in (self.banners, self.setup, self.exercise):
            if strip is not None:
                room = ScrollingRoom(self, QSize(240, 34), grows=False)
                room.hold(strip)
                column.addWidget(room)
        column.addWidget(self.board, 1)
        column.addWidget(self.timeline)
        self.ending = EndingOverBoard(self.board, self)
        self.ending.story_requested.connect(lambda: self.command_requested.emit("story"))
        self.ending.history_requested.connect(self.timeline.play)
        self.ending.start_page_requested.connect(lambda: session.bring_forward(None))
        self._unsubscribe = document.subscribe(self._follow)
        self._saving = SavingTrouble(document, self)
        self.timeline.show_game(self.shown, document.cursor)
        self._show_look(look)
        self._show_ending()
        self._show_exercise()
        self._notices.say_units(self._units.trouble)
        self._follow_supply()

    def _settle(self, game: Game) -> None:
        self._session.settle(game, self.viewer)

    # --- view ---

    @property
    def resolution(self) -> Resolution | None:
        """Resolution of the orders of the turn in view, or its preview from the present orders."""
        turn = self.order_entry.turn
        if turn.resolution is not None:
            return turn.resolution
        return self._preview.of(self.shown, self.document.cursor) if self._view.preview else None

    @property
    def own_preview(self) -> Resolution | None:
        """Outcome of the viewer's own orders of movement, if all others hold; ``None`` in a fog, where it is not known who others are."""
        turn = self.order_entry.turn
        if self.viewer is None or turn.resolution is not None or turn.phase.kind is not PhaseKind.MOVEMENT:
            return None
        is_foggy = self._session.viewpoint.hidden(self.document.game, self.document.cursor, self.viewer)
        return None if is_foggy else self.resolution

    @property
    def viewer(self) -> str | None:
        """The power that the game is seen as; ``None`` for all."""
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
        """Refresh everything: for another viewer, or after hooks were agreed to."""
        self._session.settle(self.document.game, self.viewer)
        self._preview.forget()
        self.order_entry.forget()
        self.order_entry.follow()
        self._show_board()
        self.timeline.show_game(self.shown, self.document.cursor)

    @property
    def shows_last_outcome(self) -> bool:
        """True if the results of the phase before the open one are in view."""
        return is_last_outcome(self.document.game, self.document.cursor)

    @property
    def has_orders(self) -> bool:
        """True if there are any orders at the turn in view."""
        return any(self.order_entry.turn.orders.values())

    @property
    def selection(self) -> str | None:
        """The province whose unit is picked, or that the keyboard points at."""
        return self.acts.selection

    def touch(self, touch: Touch) -> None:
        """Do what *touch* means and show what came of it."""
        self.acts.touch(touch)

    def set_view(self, view: View, look: Look) -> None:
        """Show the board so from now on."""
        self._view = view
        self._look = look
        self._units = self._drawn.units(view.unit_symbols)
        self.animator.factor = view.animation.factor
        self.timeline.set_look(look)
        self._show_look(look)
        self._show_board()
        self._notices.say_units(self._units.trouble)
        if not view.preview:
            self._notices.say_preview("")

    def offer_first_unit(self) -> None:
        """Pick the first unit in advance, so that the first click says where it goes."""
        self.order_entry.offer_first()
        self.acts.pointing_changed.emit()

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
        self.acts.after_pointing(province)
        self.set_focus()

    def show_choices(self, province: str, targets: frozenset[str]) -> None:
        """Light up what the unit of *province* may be meant to do, until something else is pointed at."""
        self.scene.point(self.acts.pointing_at(province, targets))

    def suggest(self, orders: tuple[str, tuple[Order, ...]] | None) -> None:
        """Draw these orders of a power in place of those that it has written, until others or none are to be drawn."""
        if orders != self._suggested:
            self._suggested = orders
            self._show_board()

    def set_focus(self) -> None:
        """Keys go to the board, or to what says over it that the game is over."""
        if not self.ending.take_focus():
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
        supply.mended.connect(self._notices.drop_board)
        supply.failed.connect(self.board_failed)
        if supply.is_blank:
            self._notices.say_drawing(self.document.game.variant.name)

    @Slot(object)
    def _put_board(self, drawn: DrawnBoard) -> None:
        """Draw another board: orders, pick and view stay."""
        self._notices.drop_board()
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

    # --- exercises ---

    def _exercise_bar(self) -> ExerciseBar | None:
        bar = exercise_bar_of(self._session, self.document.game)
        if bar is not None:
            bar.undo_requested.connect(lambda: self.command_requested.emit("undo"))
            bar.next_requested.connect(self.exercise_requested)
        return bar

    def _show_exercise(self) -> None:
        if self.exercise is not None:
            self.exercise.show_moment(self.shown, self.document.cursor)

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

    def _follow(self, change: Change) -> None:
        if change.touches(Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES):
            if change.touches(Touched.CURSOR, Touched.POSITIONS):
                self.acts.forget_question()
            self.order_entry.follow()
            self._show_moment(change)
            self.acts.say_again()
        if change.touches(Touched.CURSOR, Touched.POSITIONS, Touched.BRANCHES):
            self.timeline.show_game(self.shown, self.document.cursor)
            if self._setup_controller is not None:
                self._setup_controller.show_phase()
            self.say_what_next()
            self._show_ending()
            self._show_exercise()
        if change.touches(Touched.TROUBLE):
            self._notices.say_trouble(self.document.trouble)
        self.document_changed.emit(change)

    def _show_ending(self) -> None:
        """A game that is over says so over the board of its last turn; an exercise says it in its bar."""
        is_over = self.shown.branch(self.document.cursor.branch).ending is not None
        if self.exercise is None and (is_over or self.ending.card is not None):
            self.ending.show_ending(self.shown, self.document.cursor, swatches(self.scene.picture), self._look, self.viewer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the widgets over the board in its middle."""
        super().resizeEvent(event)
        self.ending.place()

    def say_what_next(self) -> None:
        """Hint at the effect of a click at the moment in view."""
        if self.order_entry.is_open:
            self.hinted.emit(self.order_entry.status())
        elif self.order_entry.turn.resolution is not None:
            self.hinted.emit(tr("This phase is past: its orders and results are shown. {keys} goes on.", keys=key_words("Alt+Right")))

    def _preview_arrived(self) -> None:
        self._show_board()
        self._notices.say_preview(self._preview.trouble)
        self.preview_came.emit()

    def _show_moment(self, change: Change) -> None:
        """Show where the cursor is by now."""
        match self._moment.transition_to(self.document.game, self.document.cursor, change):
            case Transition.REVEAL:
                self.animator.reveal(self._picture())
            case Transition.PLAY:
                self.animator.play(self._picture())
            case Transition.AT_ONCE:
                self._show_board()

    def _show_board(self) -> None:
        self.scene.show_picture(self._picture())
        self.board.tell_changes()

    def _picture(self, pointing: Pointing | None = None) -> MapPicture:
        """Return the picture of the board with its marks, unless *pointing* has other marks."""
        game, cursor = self.shown, self.document.cursor
        preview = self._preview.of(game, cursor) if self._view.preview else None
        hidden = self._session.viewpoint.hidden(self.document.game, cursor, self.viewer)
        styles, units = self._drawn.styles, self._units.units
        marked = self.acts.pointing() if pointing is None else pointing
        picture = board_picture(game, cursor, self._view, styles, units, pointing=marked, preview=preview, hidden=hidden)
        return with_suggestion(picture, self._suggested)

    def _spoken_parts(self) -> tuple[SpokenPart, ...]:
        hidden = self._session.viewpoint.hidden(self.document.game, self.document.cursor, self.viewer)
        asked = (self.order_entry.variant, self.order_entry.turn, self.resolution, hidden)
        known = self._spoken
        # By identity: a screen reader asks for each of a hundred parts by itself, and values of this size are slow to compare.
        if known is None or hidden != known[0][3] or any(now is not then for now, then in zip(asked[:3], known[0][:3], strict=True)):
            known = self._spoken = asked, spoken_board(*asked)
        return known[1]

    def _show_look(self, look: Look) -> None:
        self.board.setBackgroundBrush(look.colour("sunken"))

    def _show_pointing(self) -> None:
        self.scene.point(self.acts.pointing())
