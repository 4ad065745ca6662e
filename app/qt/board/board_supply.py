"""Supply of one game's board: shown as soon as there is anything, improved as it is drawn, with a preview of results."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from adjudicator import Resolution, Terrain, Variant, adjudicate
from app.game.record import Cursor, EditError, Game, variant_with
from app.game.rulings import Referee, orders_due
from app.game.storage.places import places
from app.presentation.drawn_boards import (
    DrawnBoard,
    NoBoardError,
    NoDrawingError,
    OnItsWay,
    OwnDrawing,
    board_in_use,
    drawing_to_make,
    drawn_board,
    drawn_in_styles,
    release_board,
    show_on,
)
from app.qt.widgets.background import Background, Latest
from app.qt.widgets.file_watch import FolderWatch
from languages import tr
from variants.compiled import CompiledBoard, Stage
from variants.fault import Fault, Severity

if TYPE_CHECKING:
    from app.library.board_making import Made

BLANK = CompiledBoard("", 1600, 1000, MappingProxyType({}), (), (), ())
"""Board until the first shapes are there."""

_MOST_CODES = 8


class BoardSupply(QObject):
    """Supplies the board of a game.

    ``board`` is there at once: the whole board where it was made before, else a blank one, and better ones come.

    Signals:
        drawn(DrawnBoard): a board with other outlines than the one before.
        named(DrawnBoard): the same outlines with more on them: names, other colours.
        troubled(str, object): the files changed so that they cannot be used, in a sentence, and the faults; the board stays.
        mended(): that is over.
        failed(str): there is no board and there will be none.
    """

    drawn = Signal(object)
    named = Signal(object)
    troubled = Signal(str, object)
    mended = Signal()
    failed = Signal(str)
    _came = Signal(object, object)

    def __init__(self, variant: Variant, drawing: str, parent: QObject | None = None) -> None:
        """The board of *variant* on its drawing of that id.

        Raises:
            NoBoardError: there is none.
        """
        super().__init__(parent)
        self._variant = variant
        self._drawing = drawing
        self._wanted: OwnDrawing | None = None
        self._shown = ""
        """The key of the drawing of the board in view."""
        self._leave: Callable[[], None] | None = None
        self._is_troubled = False
        self._way = OnItsWay()
        self._watch: FolderWatch | None = None
        self.stage = Stage.WHOLE
        """Stage of the board that is in view."""
        self._came.connect(self._board_came, Qt.ConnectionType.QueuedConnection)
        try:
            own = drawing_to_make(variant.id, drawing)
        except NoDrawingError as error:
            raise NoBoardError(str(error)) from error
        except NoBoardError:
            shown = board_in_use(variant.id, drawing)
            if shown is None:
                raise
            self.board = shown  # a board that is on no shelf, such as one that is being drawn
            return
        if own is None:
            self.board = drawn_board(variant.id, drawing)
            return
        kept = own.kept()
        if kept is None:
            assert own.entry.folder is not None
            self.stage = Stage.SKETCH
            self.board = DrawnBoard(BLANK, own.entry.folder.styles, own.entry.folder)
            self._make(own)
        else:
            self.board = self._in_styles(own, kept)
            self._shown = own.key
            show_on(variant.id, drawing, self.board)
        self._watch = FolderWatch(places().variants, self)
        self._watch.changed.connect(self._files_changed)

    def put(self, drawn: DrawnBoard) -> None:
        """Use *drawn* for the game, a board that is on no shelf; the earlier board is forgotten."""
        before, self.board = self.board, drawn
        show_on(self._variant.id, self._drawing, drawn)
        (self.named if before.board is drawn.board else self.drawn).emit(drawn)

    @property
    def is_blank(self) -> bool:
        """True if there is nothing to see yet."""
        return self.board.board is BLANK

    def stop(self) -> None:
        """The board is not needed any more."""
        self._give_up()
        release_board(self.board)
        if self._watch is not None:
            self._watch.changed.disconnect(self._files_changed)

    def _give_up(self) -> None:
        leave, self._leave, self._wanted = self._leave, None, None
        if leave is not None:
            leave()

    def _make(self, own: OwnDrawing) -> None:
        self._give_up()
        self._wanted = own
        self._leave = own.make(lambda made: self._hear(own, made))

    def _hear(self, own: OwnDrawing, made: Made) -> None:
        """On the maker's thread."""
        with contextlib.suppress(RuntimeError):  # the page was closed this very moment
            self._came.emit(own, made)

    def _in_styles(self, own: OwnDrawing, board: CompiledBoard) -> DrawnBoard:
        assert own.entry.folder is not None
        return drawn_in_styles(board, own.entry.folder)

    @Slot()
    def _files_changed(self) -> None:
        """Check if a file that was saved among the variants belongs to this board."""
        try:
            own = drawing_to_make(self._variant.id, self._drawing)
        except NoDrawingError as error:
            self._trouble(tr("{error} The board is shown as it was.", error=error), error.faults)
            return
        except NoBoardError as error:
            self._trouble(tr("{error} The board is shown as it was.", error=error), error.faults)
            return
        if own is None or (self._wanted is not None and own.key == self._wanted.key):
            return
        if own.key == self._shown:
            self._give_up()
            self._mend()
            assert own.entry.folder is not None
            if own.entry.folder.styles != self.board.styles:
                self._show(own, self.board.board, self.stage)
            return
        kept = own.kept()
        if kept is not None:
            from app.library.board_making import Made

            self._give_up()
            self._take(own, Made(Stage.WHOLE, kept))
        else:
            self._make(own)

    @Slot(object, object)
    def _board_came(self, own: OwnDrawing, made: Made) -> None:
        if own is not self._wanted:
            return  # its file was saved again meanwhile, or the page was closed
        if made.stage is Stage.WHOLE:
            self._wanted = self._leave = None
        self._take(own, made)

    def _take(self, own: OwnDrawing, made: Made) -> None:
        """Show what was made, unless the game could not be played on it."""
        if made.board is None:
            refusal = own.refusal(made.faults)
            if self.is_blank:
                self.failed.emit(str(refusal))
            else:
                self._trouble(tr("{refusal} The board is shown as it was.", refusal=refusal), made.faults)
            return
        missing = self._missing(made.board)
        if missing and not self.is_blank:
            codes = ", ".join(missing[:_MOST_CODES])
            listed = tr("{provinces} and more", provinces=codes) if len(missing) > _MOST_CODES else codes
            what = tr(
                "{file} does not draw {listed} any more, where this game is played. The board is shown as it was.",
                file=own.file,
                listed=listed,
            )
            self._trouble(
                what,
                (
                    Fault(
                        own.file, None, tr("{listed} not drawn", listed=listed), tr("a shape for each province of the game"), Severity.ERROR
                    ),
                ),
            )
            return
        shown = None if self.is_blank else self.board.board
        board = self._way.bettered(made.stage, made.board, shown)
        if board is None or (board is shown and made.stage is Stage.SKETCH):
            return  # the board in view is better
        self._show(own, board, made.stage)
        self._mend()

    def _missing(self, board: CompiledBoard) -> list[str]:
        provinces = self._variant.board.provinces
        return [code for code, each in provinces.items() if each.terrain is not Terrain.IMPASSABLE and code not in board.provinces]

    def _show(self, own: OwnDrawing, board: CompiledBoard, stage: Stage) -> None:
        same = own.key == self._shown and self.stage is not Stage.SKETCH
        self._shown, self.stage = own.key, stage
        self.board = self._in_styles(own, board)
        show_on(self._variant.id, self._drawing, self.board)
        (self.named if same else self.drawn).emit(self.board)

    def _trouble(self, text: str, faults: tuple[Fault, ...]) -> None:
        self._is_troubled = True
        self.troubled.emit(text, faults)

    def _mend(self) -> None:
        if self._is_troubled:
            self._is_troubled = False
            self.mended.emit()


QUICK_SECONDS = 0.008
"""Up to this the GUI thread does it itself: half a frame."""


class Preview:
    """The outcome that the orders of an open turn would have."""

    def __init__(self, background: Background, came: Callable[[], None], hooked: Referee | None = None) -> None:
        """*came* is called when an outcome arrives that was not there when it was asked for.

        Args:
            hooked: rules over phases in which hooks take part; without one they are not previewed.
        """
        self._hooked = hooked
        self._came = came
        self._latest: Latest[tuple[Game, Cursor, Resolution]] = Latest(background, self._arrived, self._failed)
        self._key: tuple[Game, Cursor] | None = None
        self._resolution: Resolution | None = None
        self._is_slow = False
        self.trouble = ""
        """Reason that there is no outcome though there are orders, as a sentence: a hook that takes part could not be asked."""

    def of(self, game: Game, cursor: Cursor) -> Resolution | None:
        """Return the result of the orders at *cursor*; ``None`` while it is being computed, or where the turn is not open."""
        if not game.is_open(cursor):
            return None
        if self._key is not None and self._key[0] is game and self._key[1] == cursor:
            return self._resolution
        self._key = (game, cursor)
        self._resolution = None
        self.trouble = ""
        if self._hooked is not None and game.hooks and game.hooks_at(cursor):
            hooked = self._hooked
            self._latest.request(lambda: (game, cursor, hooked(game, cursor).resolution))
            return None
        if self._is_slow:
            self._latest.request(lambda: (game, cursor, self._work_out(game, cursor)))
            return None
        self._resolution = self._work_out(game, cursor)
        return self._resolution

    def _work_out(self, game: Game, cursor: Cursor) -> Resolution:
        """Adjudicate, and note for the next time how long it takes: the first is slow on any board, since its tables are made then."""
        start = perf_counter()
        due = orders_due(game, cursor)
        variant = variant_with(game.variant, game.rules_at(cursor))
        resolution = due.mark_defaults(adjudicate(variant, game.turn(cursor).position, due.by_power))
        self._is_slow = perf_counter() - start > QUICK_SECONDS
        return resolution

    def forget(self) -> None:
        """Compute everything again."""
        self._key = None
        self._latest.forget()

    def _arrived(self, answer: tuple[Game, Cursor, Resolution]) -> None:
        game, cursor, resolution = answer
        if self._key is not None and self._key[0] is game and self._key[1] == cursor:
            self._resolution = resolution
            self._came()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, EditError):
            raise error
        self.trouble = str(error)
        self._came()
