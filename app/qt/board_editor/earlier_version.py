"""The earlier version with which a board on the bench is compared: its drawing is taken from the cache, or made beside everything else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.library.board_making import Made
from app.presentation.own_boards import kept_board, key_of, make_board
from variants.compiled import CompiledBoard, Stage
from variants.reader import VariantFolder


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
