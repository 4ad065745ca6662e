"""Values computed for a drawn board, kept for the boards in view last: windows, sheets and pictures show the same few. No Qt."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from variants.compiled import CompiledBoard

Made = TypeVar("Made")

_MOST = 4


class KeptByBoard(Generic[Made]):
    """Makes one value for a board and gives the same one to all that ask for it; for any thread.

    Args:
        make: makes the value for a board.
    """

    def __init__(self, make: Callable[[CompiledBoard], Made]) -> None:
        self._make = make
        self._kept: OrderedDict[int, tuple[CompiledBoard, Made]] = OrderedDict()  # the board stays, so that none other gets its number
        self._lock = Lock()

    def of(self, board: CompiledBoard) -> Made:
        """The value for *board*, this object and not one that is equal to it."""
        with self._lock:
            kept = self._kept.get(id(board))
            if kept is not None:
                self._kept.move_to_end(id(board))
                return kept[1]
        made = self._make(board)
        with self._lock:
            made = self._kept.setdefault(id(board), (board, made))[1]
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return made
