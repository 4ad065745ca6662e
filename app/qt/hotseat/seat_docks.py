"""The panels of each seat: what one person opened is not open for the next."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QMainWindow


class SeatDocks:
    """Hides the docks of *window* behind a curtain, and shows each seat its own again.

    A seat that is open for the first time has those that stood when the first curtain fell.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._of: dict[str | None, tuple[QDockWidget, ...]] = {}
        self._is_covered = False

    def cover(self, seat: str | None) -> None:
        """Hide what is open; it is remembered as what *seat* had open, ``None`` for the board that everybody looks at."""
        # Not those that are seen: while the window itself is not shown yet, or minimized, none is, and all would come beside the curtain.
        opened = tuple(dock for dock in self._window.findChildren(QDockWidget) if not dock.isHidden())
        if opened or not self._is_covered:
            self._of[seat] = opened
        self._of.setdefault(None, opened)
        for dock in opened:
            dock.hide()
        self._is_covered = True

    def uncover(self, seat: str | None) -> None:
        """Show what *seat* had open."""
        if self._is_covered:
            self._is_covered = False
            for dock in self._of.get(seat, self._of[None]):
                dock.show()
