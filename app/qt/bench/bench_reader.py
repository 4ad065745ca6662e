"""Reads what lies on the bench off the GUI thread, again whenever a file is saved; what was there stays until there is better."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.bench.reading import OnTheBench, put_on_bench, with_drawing, with_review
from app.bench.workpiece import Workpiece
from app.qt.board.folder_watch import FolderWatch
from app.qt.widgets.background import Background, Latest
from app.shelf.board_making import Made
from app.view.own_boards import kept_board, key_of, make_board
from variants.compiled import CompiledBoard, Stage
from variants.fault import Fault
from variants.inherit import MANIFEST, SourceFinder
from variants.source import MemorySource

READING = "Reading the drawing…"
"""Said while it takes longer than a moment."""
PATIENCE = 300
"""Milliseconds of work before it is said that something is being worked on."""


class BenchReader(QObject):
    """Keeps one workpiece read.

    Signals:
        came(object, bool): an OnTheBench to be shown; whether its outlines are those that came before.
        worked(str): what is being waited for, after a moment; empty when nothing is.
        failed(str): the files cannot be read.
    """

    came = Signal(object, bool)
    worked = Signal(str)
    failed = Signal(str)
    _made = Signal(str, object)

    def __init__(self, piece: Workpiece, library: SourceFinder, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.piece = piece
        self.bench: OnTheBench | None = None
        """What was read last."""
        self.seconds = 0.0
        """From the change to the picture with all of its faults, the last time."""
        self._library = library
        self._began = monotonic()
        self._key = ""
        self._outlines: CompiledBoard | None = None
        self._leave: Callable[[], None] | None = None
        self._reading: Latest[OnTheBench] = Latest(background, self._was_read, self._went_wrong)
        self._finishing: Latest[tuple[OnTheBench, bool]] = Latest(background, self._was_finished, self._went_wrong)
        self._sign = QTimer(self)
        self._sign.setSingleShot(True)
        self._sign.setInterval(PATIENCE)
        self._sign.timeout.connect(lambda: self.worked.emit(READING))
        self._made.connect(self._board_came, Qt.ConnectionType.QueuedConnection)
        self._watch = FolderWatch(piece.root, self)
        self._watch.changed.connect(self.read)
        piece.subscribe(self.read)

    @Slot()
    def read(self) -> None:
        """Read the files as they are now."""
        self._began = monotonic()
        self._sign.start()
        piece, library = self.piece, self._library
        self._reading.request(lambda: put_on_bench(piece.files(), piece.root.name, library, piece.chosen_drawing))

    def stop(self) -> None:
        """Nobody looks any more."""
        self._sign.stop()
        self._reading.forget()
        self._finishing.forget()
        self._give_up()
        self._watch.changed.disconnect(self.read)

    @property
    def is_busy(self) -> bool:
        """Whether anything of what lies there is still being read."""
        return self.bench is None or not self.bench.is_whole

    def _was_read(self, bench: OnTheBench) -> None:
        svg = bench.files.get(bench.drawing)
        key = "" if svg is None else key_of(bench.drawing, svg, bench.rules)
        if key and key == self._key and self.bench is not None and self.bench.is_whole and self.bench.board is not None:
            board, library = self.bench.board, self._library  # the drawing is as it was
            self._show(with_drawing(bench, board, (), is_whole=False), same=True)
            self._finishing.request(lambda: (_finished(bench, board, (), library), True))
            return
        self._give_up()
        self._key = key
        if not key:
            self._outlines = None
            self._sign.stop()
            self.worked.emit("")
            self._show(with_drawing(bench, None, (), is_whole=True), same=False)
            return
        assert svg is not None
        kept = kept_board(key)
        old = kept or self._outlines
        self._show(with_drawing(bench, old, (), is_whole=False) if old is not None else bench, same=old is self._outlines)
        self.bench = bench if old is None else with_drawing(bench, old, (), is_whole=False)
        self._leave = make_board(key, svg, bench.rules, bench.drawing, lambda made: self._hear(key, made))

    def _hear(self, key: str, made: Made) -> None:
        """On the maker's thread."""
        with contextlib.suppress(RuntimeError):  # the page was closed this very moment
            self._made.emit(key, made)

    @Slot(str, object)
    def _board_came(self, key: str, made: Made) -> None:
        bench = self.bench
        if key != self._key or bench is None:
            return
        plain = put_aside(bench)
        if made.stage is not Stage.WHOLE:
            if made.board is not None and (made.stage is Stage.PLAYABLE or self._outlines is None):
                self._show(with_drawing(plain, made.board, (), is_whole=False), same=False)
            return
        self._leave = None
        library = self._library
        self._finishing.request(lambda: (_finished(plain, made.board, made.faults, library), False))

    def _was_finished(self, found: tuple[OnTheBench, bool]) -> None:
        bench, same = found
        if bench.board is None and self._outlines is not None:  # a drawing that cannot be used leaves the last good one to look at
            bench = with_drawing(bench, self._outlines, (), is_whole=True)
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
        self.failed.emit(f"{self.piece.name} cannot be read: {error}")

    def _give_up(self) -> None:
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()


def put_aside(bench: OnTheBench) -> OnTheBench:
    """*bench* without what its drawing gave."""
    if bench.board is None:
        return bench
    rest = OnTheBench(bench.files, bench.folder, bench.rules, bench.drawing, bench.rows, bench.faults)
    return with_drawing(rest, None, (), is_whole=False)


def _finished(bench: OnTheBench, board: CompiledBoard | None, faults: tuple[Fault, ...], library: SourceFinder) -> OnTheBench:
    """*bench* with its drawing and all that is wrong. Uses the geometry library; not for the GUI thread."""
    from variants.review import review, review_drawing

    if MANIFEST not in bench.files:
        found = review_drawing(bench.files[bench.drawing], bench.drawing)
    else:
        found = review(MemorySource(bench.drawing, bench.files), library)
    if board is None:
        told = (*found.faults, *(each for each in faults if each not in found.faults))
        return replace(with_review(bench, None, found), faults=told)
    return with_review(bench, board.with_centres(bench.rules.centres), found)
