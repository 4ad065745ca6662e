"""The file of an open game was changed by another program: it is checked and offered, never taken silently."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject

from app.game.change import Change, Touched
from app.game.document import Document
from app.game.dpn.writer import write
from app.game.opening import FileStanding, Opened, open_text
from app.qt.board.differences import DifferencesDialog
from app.qt.board.game_page import GamePage
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.file_watch import FileWatch
from app.qt.widgets.host import DialogHost, Refuser, Runner, SessionHost
from languages import mark, plural, tr

ABOUT = "outside edit"
CHECKSUM = "checksum"
RELOAD, KEEP, DIFFERENCES = mark("Reload"), mark("Keep mine"), mark("Show differences")


class OutsideHost(SessionHost, DialogHost, Refuser, Runner, Protocol):
    """Window as used where a file was changed by another program."""


class OutsideEdits(QObject):
    """Watches the file of one document.

    Args:
        page: the page of the document, where the change is offered.
        noticed: called after a change was offered.
    """

    def __init__(self, host: OutsideHost, document: Document, page: Callable[[], GamePage | None], noticed: Callable[[], None]) -> None:
        super().__init__(host.window)
        self._host = host
        self._document = document
        self._page = page
        self._noticed = noticed
        self._bytes: bytes | None = None
        self.watch = FileWatch(self)
        self.watch.watch(document.path)
        self.watch.changed_outside.connect(self._changed)
        self._unsubscribe = document.subscribe(self._follow)
        self._path = document.path

    def stop(self) -> None:
        """Watch no longer, and let go of what the system keeps for it."""
        self._unsubscribe()
        self.watch.watch(None)
        self.watch.changed_outside.disconnect(self._changed)
        self.deleteLater()

    def tell_of_checksum(self, page: GamePage) -> None:
        """Say on *page* that the file is not as this program wrote it, where its checksum says so, and offer to renew that."""
        path = self._document.path
        if path is None or self._document.checksum_fits:
            return
        told = mark("{file} was changed since this program wrote it. If you edited it, all is well: saving renews the checksum.")
        words = tr(told, file=path.name)
        answers = () if self._document.read_only else ((tr("Save"), self.renew_checksum),)
        page.banners.show_banner(CHECKSUM, words, answers)

    def renew_checksum(self) -> None:
        """Write the file, with the checksum of what it holds."""
        self._host.session.bring_forward(self._document)
        self._host.run("save")

    def _follow(self, change: Change) -> None:
        if not change.touches(Touched.SAVED):
            return
        page = self._page()
        if page is not None and self._document.checksum_fits:
            page.banners.drop(CHECKSUM)
        if self._document.path != self._path:
            self._path = self._document.path
            self.watch.watch(self._path)
        elif not self._document.is_modified:
            self.watch.expect()
            self._banners_drop()

    def _changed(self, data: bytes | None) -> None:
        self._bytes = data
        page = self._page()
        if page is None or self._path is None:
            return
        if data is None:
            page.banners.show_banner(
                ABOUT, tr("{file} is gone from its folder. The game is whole; save it to write it anew.", file=self._path.name)
            )
            return
        opened = open_text(data, self._path.name, self._host.session.shelf)
        answers = [(tr(RELOAD), self.reload), (tr(KEEP), self.keep), (tr(DIFFERENCES), self.show_differences)]
        if opened.standing is FileStanding.UNREADABLE:
            answers = answers[1:]
        # What is wrong with the file may name what the board does not show.
        words = check_words(opened) if self._host.session.viewer_of(self._document) is None else ""
        page.banners.show_banner(
            ABOUT, f"{tr('{file} was changed by another program.', file=self._path.name)} {words}".strip(), answers, can_dismiss=False
        )
        self._noticed()

    def reload(self) -> None:
        """Close the game as it is here, and open the file as it is there."""
        path, session = self._path, self._host.session
        if path is None:
            return
        if self._document.is_modified:
            words = tr("This game has changes that are not saved. Reloading gives them up.")
            again = tr("Reload all the same")
            if session.services.ask(words, (again, tr("Stay"))) != again:
                self._changed(self._bytes)
                return
        session.remove(self._document)
        self._document.close(discard=True)
        self._host.run("open", file=path)

    def keep(self) -> None:
        """Write the game as it is here over the file."""
        self._host.session.bring_forward(self._document)
        self._host.run("save", over=True)

    def show_differences(self) -> None:
        """Both texts side by side; the offer stays."""
        self._changed(self._bytes)
        if self._host.session.viewer_of(self._document) is not None:
            self._host.refuse(tr("The file holds the whole game; show everything before its text is compared."))
            return
        there = "" if self._bytes is None else self._bytes.decode("utf-8", "replace")
        dialog = DifferencesDialog(
            self._host.look,
            tr("Differences"),
            (tr("The game here"), write(self._document.game)),
            (tr("The file"), there),
            self._host.window,
        )
        run_dialog(dialog)

    def _banners_drop(self) -> None:
        page = self._page()
        if page is not None:
            page.banners.drop(ABOUT)


def check_words(opened: Opened) -> str:
    """Return the result of checking a file, in a sentence."""
    if opened.standing is FileStanding.UNREADABLE:
        first = tr("First fault: {fault}.", fault=opened.faults[0]) if opened.faults else ""
        return f"{tr('It holds no game that can be read any more.')} {first}".strip()
    errors = len(opened.errors)
    if errors:
        return plural(
            "{count} line of it cannot be read; the first is {first}.",
            "{count} lines of it cannot be read; the first is {first}.",
            errors,
            first=opened.errors[0],
        )
    if opened.differences:
        return tr("Its positions do not follow from its orders: {difference}.", difference=opened.differences[0])
    return tr("It was checked and can be read.")
