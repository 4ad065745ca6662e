"""Reader of the bench, off the GUI thread and again at each change of a file; also of an earlier version to compare."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance, Slot

from app.board_editor.reading import OnTheBench, put_on_bench, with_drawing, with_review
from app.board_editor.workpiece import Workpiece
from app.library.board_making import Made
from app.presentation.drawn_boards import MAKER, OnItsWay, kept_board, key_of, make_board, make_review
from app.qt.widgets.background import Background, Latest
from app.qt.widgets.file_watch import FolderWatch
from languages import mark, system_words, tr
from variants.compiled import CompiledBoard, Stage
from variants.compiling import ReviewTask
from variants.fault import Fault
from variants.inherit import extended_files
from variants.reader import VariantFolder
from variants.source import MANIFEST, MemorySource, SourceFinder

if TYPE_CHECKING:
    from app.board_editor.beginning import Answers


READING = mark("Reading the drawing…")
"""Notice while it takes longer than a moment."""
PATIENCE = 300
"""Milliseconds of work before a notice of it."""


class BenchReader(QObject):
    """Keeps one workpiece read.

    Signals:
        came(object, bool): an OnTheBench for the page; whether its outlines are those that came before. worked(str): what is being waited
        for, after a moment; empty when nothing is. failed(str): the files cannot be read.
    """

    came = Signal(object, bool)
    worked = Signal(str)
    failed = Signal(str)
    _sketched = Signal(int, object)
    _made = Signal(int, object)
    _reviewed = Signal(int, object)

    def __init__(self, piece: Workpiece, library: SourceFinder, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.piece = piece
        self.bench: OnTheBench | None = None
        """Bench that was read last."""
        self.seconds = 0.0
        """From the change to the picture with all of its faults, the last time."""
        self._library = library
        self._began = monotonic()
        self._key = ""
        self._outlines: CompiledBoard | None = None
        self._leave: Callable[[], None] | None = None
        self._round = 0
        """Counts what was read; what comes for an earlier round is let go."""
        self._asked = 0
        """Counts what was asked to be read; a sketch of what was asked earlier is let go."""
        self._plain: OnTheBench | None = None
        """Bench that was read last, without its drawing."""
        self._task = ReviewTask("", {}, {})
        self._way = OnItsWay()
        self._is_playable = self._is_made = False
        """True if the present drawing is in view, without its names; or with them."""
        self._faults: tuple[Fault, ...] = ()
        """Faults of a drawing that cannot be used."""
        self._reading: Latest[_Read] = Latest(background, self._was_read, self._went_wrong)
        self._sign = QTimer(self)
        self._sign.setSingleShot(True)
        self._sign.setInterval(PATIENCE)
        self._sign.timeout.connect(lambda: self.worked.emit(tr(READING)))
        self._sketched.connect(self._sketch_came, Qt.ConnectionType.QueuedConnection)
        self._made.connect(self._board_came, Qt.ConnectionType.QueuedConnection)
        self._reviewed.connect(self._review_came, Qt.ConnectionType.QueuedConnection)
        MAKER.warm()
        self._watch = FolderWatch(piece.root, self)
        self._watch.changed.connect(self.read)
        piece.subscribe(self.read)

    @Slot()
    def read(self) -> None:
        """Read the files as they are now."""
        self._began = monotonic()
        self._sign.start()
        self._asked += 1
        piece, library, number = self.piece, self._library, self._asked
        self._reading.request(
            lambda: _read(
                piece.files(), piece.root.name, library, piece.chosen_drawing, piece.answers, lambda sketch: self._sketch(number, sketch)
            )
        )

    def stop(self) -> None:
        """Stop reading, since the page is closed."""
        self._sign.stop()
        self._round += 1
        self._asked += 1
        self._reading.forget()
        self._give_up()
        self._watch.changed.disconnect(self.read)

    @property
    def is_busy(self) -> bool:
        """True if any file on the bench is still being read."""
        return self.bench is None or not self.bench.is_whole

    def _was_read(self, found: _Read) -> None:
        bench, before = found.bench, self.bench
        self._give_up()
        self._round += 1
        self._plain, self._task = bench, found.task
        if found.key and found.key == self._key and before is not None and before.board is not None and self._is_made:
            board = before.board.with_centres(bench.rules.centres)
            self._show(with_drawing(bench, board, (), is_whole=False), same=True)  # the drawing is as it was
            self._look_through()
            return
        self._key, self._is_made = found.key, False
        if not found.key:
            self._outlines = None
            self._done(with_drawing(bench, None, (), is_whole=True), same=False)
            return
        if found.kept is not None:
            self._is_made = True
            self._show(with_drawing(bench, found.kept, (), is_whole=False), same=False)
            self._look_through()
            return
        self._show(with_drawing(bench, self._outlines, (), is_whole=False) if self._outlines is not None else bench, same=True)
        number = self._round
        self._leave = make_board(
            found.key, bench.files[bench.drawing], bench.rules, bench.drawing, lambda made: self._hear(self._made, number, made)
        )

    def _look_through(self) -> None:
        """Start the review, in the process that has the shapes."""
        task, number = self._task, self._round
        self._leave = make_review(f"{self._key} {id(self)} {number}", task, lambda made: self._hear(self._reviewed, number, made))

    def _hear(self, signal: SignalInstance, number: int, made: Made) -> None:
        """On the maker's thread."""
        with contextlib.suppress(RuntimeError):  # the page was closed this very moment
            signal.emit(number, made)

    def _sketch(self, number: int, sketch: OnTheBench) -> None:
        """On the thread that reads."""
        with contextlib.suppress(RuntimeError):  # the page was closed this very moment
            self._sketched.emit(number, sketch)

    @Slot(int, object)
    def _sketch_came(self, number: int, sketch: OnTheBench) -> None:
        """The shapes of a drawing without a variant, of which the rest is still being worked out."""
        before, shown = self.bench, self._outlines
        if number != self._asked or sketch.board is None:
            return
        board = self._way.bettered(Stage.SKETCH, sketch.board, shown)
        if board is None or board is shown:
            return
        is_known = before is not None and before.beginning is not None  # what it proposed stays until it proposes something else
        bench = replace(before, files=sketch.files, written=sketch.written, is_whole=False) if before is not None and is_known else sketch
        self._show(replace(bench, board=board), same=False)

    @Slot(int, object)
    def _board_came(self, number: int, made: Made) -> None:
        bench = self._plain
        if number != self._round or bench is None:
            return
        if made.board is not None:
            board = self._way.bettered(made.stage, made.board, self._outlines)
            if board is not None and board is not self._outlines:
                same = made.stage is Stage.WHOLE and self._is_playable
                self._show(with_drawing(bench, board, (), is_whole=False), same=same)
            self._is_playable = made.stage is not Stage.SKETCH
        if made.stage is Stage.WHOLE:
            self._is_playable, self._is_made = False, made.board is not None
            self._faults = made.faults if made.board is None else ()
            self._look_through()

    @Slot(int, object)
    def _review_came(self, number: int, made: Made) -> None:
        bench = self._plain
        if number != self._round or bench is None:
            return
        if made.board is not None:
            self._way.note(made.board)
            return
        self._leave = None
        board = self._outlines
        shown = None if board is None else board.with_centres(bench.rules.centres)
        found = made.review
        if found is None:  # the process could not do it; what the file alone says is there
            self._done(with_drawing(bench, shown, (*self._faults, *made.faults), is_whole=True), same=True)
            return
        whole = with_review(bench, shown, found)
        told = {(fault.source, fault.line, fault.what) for fault in found.faults}
        more = tuple(each for each in self._faults if (each.source, each.line, each.what) not in told)
        self._done(replace(whole, faults=(*found.faults, *more)) if more else whole, same=True)

    def _done(self, bench: OnTheBench, *, same: bool) -> None:
        self.seconds = monotonic() - self._began
        self._sign.stop()
        self.worked.emit("")
        self._show(bench, same=same)

    def _show(self, bench: OnTheBench, *, same: bool) -> None:
        self.bench = bench
        if bench.board is not None:
            self._outlines = bench.board
        self.came.emit(bench, same)

    def _went_wrong(self, error: Exception) -> None:
        self._sign.stop()
        self.worked.emit("")
        self.failed.emit(tr("{piece} cannot be read: {error}", piece=self.piece.name, error=system_words(error)))

    def _give_up(self) -> None:
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()


@dataclass(frozen=True, slots=True)
class _Read:
    """The files as they were found."""

    bench: OnTheBench
    key: str
    """Key of the drawing's board; empty without a drawing."""
    kept: CompiledBoard | None
    """Board that was made before, if any."""
    task: ReviewTask


def _read(
    files: Mapping[str, bytes],
    label: str,
    library: SourceFinder,
    chosen: str,
    answers: Answers | None,
    sketched: Callable[[OnTheBench], None],
) -> _Read:
    """Read *files*, and tell if their drawing is known. Not for the GUI thread."""
    bench = put_on_bench(files, label, library, chosen, answers, sketched)
    svg = bench.files.get(bench.drawing)
    key = "" if svg is None else key_of(bench.drawing, svg, bench.rules)
    kept = kept_board(key) if key else None
    if kept is not None:
        kept = kept.with_centres(bench.rules.centres)
    if MANIFEST not in bench.files:
        task = ReviewTask(bench.drawing, {bench.drawing: svg or b""}, {})
    else:
        task = ReviewTask(bench.drawing, bench.files, extended_files(MemorySource(label, bench.files), library))
    return _Read(bench, key, kept, task)


class EarlierVersion(QObject):
    """Has its rules at once; its drawing follows.

    Signals:
        came(): the drawing is there, or it turned out that there will be none.
    """

    came = Signal()
    _made = Signal(object)

    def __init__(self, folder: VariantFolder, svg: bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.board: CompiledBoard | None = None
        """Its drawing, as soon as it was made."""
        self.is_settled = True
        """True if no drawing is being made."""
        self._leave: Callable[[], None] | None = None
        self._made.connect(self._board_came, Qt.ConnectionType.QueuedConnection)
        if not svg:
            return
        file, rules = folder.maps[0].file, folder.variant.board
        key = key_of(file, svg, rules)
        self.board = kept_board(key)
        if self.board is None:
            self.is_settled = False
            self._leave = make_board(key, svg, rules, file, self._hear)

    def stop(self) -> None:
        """Stop the comparison."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()

    def _hear(self, made: Made) -> None:
        """On the maker's thread."""
        with contextlib.suppress(RuntimeError):  # it was let go this very moment
            self._made.emit(made)

    @Slot(object)
    def _board_came(self, made: Made) -> None:
        if self._leave is None or made.stage is not Stage.WHOLE:
            return
        self._leave, self.is_settled, self.board = None, True, made.board
        self.came.emit()
