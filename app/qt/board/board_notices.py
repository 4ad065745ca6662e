"""Notices above the board on its faults, or on those of keeping it, as long as they last."""

from __future__ import annotations

from app.game.storage.errors import StorageError
from app.qt.board.banner import Banners
from languages import tr


class BoardNotices:
    """The sentences about a board, each in a place of its own in *banners*."""

    def __init__(self, banners: Banners) -> None:
        self._banners = banners
        self._preview = ""

    def say_units(self, trouble: str) -> None:
        """Show the reason that units do not look as chosen; nothing where *trouble* is empty."""
        self._banners.show_or_drop("units", trouble)

    def say_preview(self, trouble: str) -> None:
        """Show, once, the reason that there is no preview: by the rules without its hooks the phase would have another result."""
        if trouble != self._preview:
            self._preview = trouble
            self._banners.show_or_drop("preview", trouble and tr("What the orders would give is not shown. {trouble}", trouble=trouble))

    def say_trouble(self, trouble: StorageError | None) -> None:
        """Say what could not be kept on disk."""
        self._banners.show_or_drop("trouble", "" if trouble is None else tr("{trouble} The game in memory is whole.", trouble=trouble))

    def say_drawing(self, name: str) -> None:
        """Say that the board of the variant called *name* is on its way."""
        words = tr("The board of {variant} is being drawn for the first time…", variant=name)
        self._banners.show_banner("board", words, can_dismiss=False)

    def drop_board(self) -> None:
        """The board is there, or its files are in order again."""
        self._banners.drop("board")
