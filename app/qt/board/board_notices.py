"""Says above the board what is the matter with what is shown on it, or with keeping it, as long as that is so."""

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
        """Say why units are not shown as somebody chose; nothing where *trouble* is empty."""
        self._banners.show_or_drop("units", trouble)

    def say_preview(self, trouble: str) -> None:
        """Say, once, why what the orders would give is not shown: by the rules without its hooks the phase would give something else."""
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
