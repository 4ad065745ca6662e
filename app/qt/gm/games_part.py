"""Parts of a game master, opened by name: the page of all games, the address book, the mail server; and the watch for waiting mails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QStackedWidget

from app.game.document import Document
from app.game.storage.atomic import StorageError, is_same_file
from app.gm.taken_mails import KeptMail, is_taken, waiting_mails
from app.mail_in.letter import HandedIn
from app.qt.board.window import Window
from app.qt.panels.panel import OpenedByName, WindowPart
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.look import Look
from app.qt.widgets.page_swap import PageInFront
from app.session.errors import CommandError
from app.session.services import TextQuestion
from languages import tr
from variants.catalogue import standard

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from app.game.record import Cursor, Game
    from app.gm.games import Found, GameSummary
    from app.gm.inbox_taking import WaitingMail
    from app.qt.gm.games_page import GamesPage
    from app.qt.widgets.file_watch import FolderWatch, PathWatch


PAGES = "pages"
"""Name of the stack of its pages in the window."""

_MINUTE = 60_000
_SOON = 1_000
"""Milliseconds between a change in a folder of mails and taking them in: a mail program writes several at once."""


class GamesPart(WindowPart):
    """At most one page is open; it goes when a game comes to the front."""

    name = "all-games"
    _read_on = Signal(int, int)

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._way = PageInFront(host.window, lambda: None)
        self._background = Background(self)
        self._watches: list[FolderWatch] = []
        self._round = 0
        self.found: Found | None = None
        self.waiting: tuple[WaitingMail, ...] = ()
        """Mails that found no game."""
        self._has_taken = False
        """True if mails were taken in since the window was opened: their results are worth showing."""
        self._mail_watches: list[PathWatch] = []
        self._mails_soon = QTimer(self)
        self._mails_soon.setSingleShot(True)
        self._mails_soon.setInterval(_SOON)
        self._mails_soon.timeout.connect(self.take_watched)
        self._watch_mails()
        self.page: GamesPage | None = None
        self.is_following = False
        self._clock = QTimer(self)
        self._clock.setInterval(_MINUTE)
        self._clock.timeout.connect(self._show_found)
        self._read_on.connect(self._show_progress)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the page; close it where it is there already."""
        from app.qt.gm.games_page import GamesPage

        if self.page is not None:
            self._put_away()
            return
        if self._host.session.viewer is not None:
            self._host.refuse(tr("Only a game master who sees everything can see who is missing in which game."))
            return
        stack = self._host.window.findChild(QStackedWidget, PAGES)
        if stack is None:
            return
        page = GamesPage(self._host.look, stack)
        page.game_chosen.connect(self._open)
        page.step_chosen.connect(self._do)
        page.menu_requested.connect(self._show_menu)
        page.folders_requested.connect(self._choose_folders)
        page.new_requested.connect(lambda: self._host.trigger("new"))
        page.mails_button.clicked.connect(self._open_mails)
        page.watch_button.clicked.connect(self._choose_watched)
        page.inbox.given.connect(self._give)
        page.inbox.put_out.connect(self._put_out)
        page.inbox.answered.connect(self._answer)
        page.inbox.opened.connect(self._open_round)
        page.inbox.decided.connect(self._decide)
        page.closed.connect(self._put_away)
        page.preview.picture_requested.connect(self._draw)
        self.page, self.is_following = page, True
        self._way.bring(page, stack)
        page.search.setFocus()
        self._clock.start()
        self._show_found()
        self.read()

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders whose games are listed."""
        from app.gm.games import watched_folders

        return watched_folders(self._file)

    @property
    def _file(self) -> Path:
        return self._host.session.library.places.settings / "games.json"

    def read(self) -> None:
        """Look into the folders, on another thread."""
        from app.gm.games import inspect_folders
        from app.gm.inbox_taking import Inbox
        from app.mail_out.posting import games_of_mails

        self._watch()
        self._round += 1
        this, folders = self._round, self.folders
        shelf, cache = self._host.session.shelf, self._host.session.library.places.cache / "games.json"

        def go_on(done: int, of: int) -> bool:
            if done % 20 == 0:
                self._read_on.emit(done, of)
            return this == self._round

        box = Inbox(self._host.session, games_of_mails())

        def look() -> tuple[Found, tuple[WaitingMail, ...]]:
            return inspect_folders(folders, shelf, cache, go_on), box.waiting()

        def came(looked: tuple[Found, tuple[WaitingMail, ...]]) -> None:
            if this == self._round:
                found, self.waiting = looked
                self.found = replace(found, games=tuple(box.as_open(each) for each in found.games))
                self._show_found()
                if self.page is not None:
                    self.page.show_inbox(box.store.report() if self._has_taken or self.waiting else None, self.waiting)

        self._background.run(look, came, lambda error: self._host.refuse(str(error)))

    @property
    def is_reading(self) -> bool:
        """True if files are being looked at."""
        return self._background.is_busy

    def _show_found(self) -> None:
        from app.session.session import now_of

        if self.page is not None:
            games = () if self.found is None else self.found.games
            troubles = () if self.found is None else self.found.troubles
            self.page.show_games(games, now_of(self._host.session), folders=len(self.folders), troubles=troubles)

    def _draw(self, game: GameSummary) -> None:
        """Draw the board of *game* for the page, behind the window."""
        from app.qt.board.picture_content import painter_of_file
        from app.qt.gm.game_preview import LARGE_WIDTH

        def moment(found: Game) -> Cursor:
            return found.last(found.branches[0].name)

        def came(image: QImage | None) -> None:
            if self.page is not None:
                self.page.preview.show_picture(game.path, image)

        view = replace(self._host.view, orders=False)
        painter = painter_of_file(self._host.session.library, Path(game.path), view, LARGE_WIDTH, moment)
        self._host.background.run(painter, came, lambda _error: None)

    def _show_progress(self, done: int, of: int) -> None:
        if self.page is not None and self.is_reading:
            self.page.show_progress(done, of)

    def _watch(self) -> None:
        from app.qt.widgets.file_watch import FolderWatch

        for watch in self._watches:
            watch.deleteLater()
        self._watches = []
        for folder in self.folders:
            watch = FolderWatch(folder, self)
            watch.changed.connect(self.read)
            self._watches.append(watch)

    def _choose_folders(self) -> None:
        """A menu: another folder, and those there are, each to be taken off."""
        if self.page is None:
            return
        menu = QMenu(self.page)
        menu.addAction(tr("Add a folder…")).triggered.connect(self._add_folder)
        if self.folders:
            menu.addSeparator()
        for folder in self.folders:
            action = menu.addAction(tr("Take off {folder}", folder=folder).replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, folder=folder: self.take_off(folder))
        menu.popup(self.page.folders.mapToGlobal(self.page.folders.rect().bottomLeft()))

    def _add_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._host.window, tr("Folder with games"))
        if chosen:
            self.add(Path(chosen))

    def add(self, folder: Path) -> None:
        """List the games of *folder* as well."""
        self._keep((*self.folders, folder))

    def take_off(self, folder: Path) -> None:
        """List the games of *folder* no more; they stay where they are."""
        self._keep(tuple(each for each in self.folders if each != folder))

    def _keep(self, folders: tuple[Path, ...]) -> None:
        from app.game.storage.atomic import StorageError
        from app.gm.games import watch_folders

        try:
            watch_folders(self._file, folders)
        except (StorageError, OSError) as error:
            self._host.refuse(str(error))
        self.read()

    # --- mails ---

    def take_mails(self, paths: Sequence[Path]) -> None:
        """Take the mails of *paths* into the games that they are for."""
        for path in paths:
            self._has_taken = self._host.run("inbox", path=path) or self._has_taken
        self.read()

    def _open_mails(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(
            self._host.window, tr("Open mails"), "", tr("Mails (*.eml *.mbox *.mbx *.txt);;All files (*)")
        )
        self.take_mails([Path(each) for each in chosen])

    def _give(self, mail: str, game: str) -> None:
        if self._host.run("inbox-give", mail=mail, game=Path(game)):
            self.read()

    def _decide(self, game: str, power: str, unit: str, stands: bool) -> None:
        if self._host.run("inbox-withdrawn", game=Path(game), power=power, units=(unit,), stand=stands, out=not stands):
            self.read()

    def _put_out(self, mail: str) -> None:
        if self._host.run("inbox-drop", mail=mail):
            self.read()

    def _answer(self, key: str) -> None:
        """Open an answer to a mail without a game in the mail program; where there is none, the answer lies on the clipboard."""
        from app.gm.inbox_store import answer_words
        from app.mail_out.mail import Correspondent, link_to_write
        from app.qt.gm.sending_dialogs import open_link

        mail = next((each.mail for each in self.waiting if each.mail.key == key), None)
        if mail is None or not self._host.run("inbox-answer", mail=key):
            return
        address, subject, text = answer_words(mail)
        try:
            link, _ = link_to_write(subject, text, Correspondent("", address))
        except ValueError as error:
            self._host.refuse(str(error))
        else:
            open_link(link)
        self.read()

    def _open_round(self, path: str) -> None:
        if self._host.run("open", file=Path(path)):
            self._host.trigger("round")

    def _choose_watched(self) -> None:
        """A menu: another folder of mails, and those that are watched, each to be taken off."""
        from app.gm.inbox_taking import inbox_store

        if self.page is None:
            return
        menu = QMenu(self.page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Add a folder…")).triggered.connect(self._add_watched)
        watched = inbox_store(self._host.session).watched()
        if watched:
            menu.addSeparator()
        for folder in watched:
            action = menu.addAction(tr("Take off {folder}", folder=folder).replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, folder=folder: self.watch(folder, off=True))
        menu.popup(self.page.watch_button.mapToGlobal(self.page.watch_button.rect().bottomLeft()))

    def _add_watched(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._host.window, tr("Folder with mails"))
        if chosen:
            self.watch(Path(chosen))

    def watch(self, folder: Path, *, off: bool = False) -> None:
        """Take in what comes into *folder* by itself from now on, or no longer."""
        if self._host.run("inbox-watch", path=folder, off=off):
            self._watch_mails()

    def _watch_mails(self) -> None:
        """Follow the folders of mails; who has none waits for nothing."""
        for watch in self._mail_watches:
            watch.deleteLater()
        self._mail_watches = []
        if not (self._host.session.library.places.settings / "inbox.json").exists():
            return
        from app.gm.inbox_taking import inbox_store
        from app.qt.widgets.file_watch import FolderWatch

        for place in inbox_store(self._host.session).watched():
            folder = place if place.is_dir() else place.parent
            watch = FolderWatch(folder, self)
            watch.changed.connect(self._mails_soon.start)
            self._mail_watches.append(watch)
        if self._mail_watches:
            self._mails_soon.start()

    def take_watched(self) -> None:
        """Take in the mails that came into the folders; later, where a question is open or games are not the game master's."""
        session = self._host.session
        if QApplication.activeModalWidget() is not None or session.in_batch or session.viewer is not None or session.seating is not None:
            self._mails_soon.start(_MINUTE)
            return
        self._mails_soon.setInterval(_SOON)
        self._has_taken = self._host.run("inbox") or self._has_taken
        if self.page is not None:
            self.read()

    # --- what is done ---

    def _open(self, game: GameSummary) -> bool:
        return self._host.run("open", file=Path(game.path))

    def _do(self, game: GameSummary, step: str) -> None:
        from app.gm.games import Next

        if not self._open(game):
            return
        document = self._host.session.current
        if document is None or document.path is None or not is_same_file(document.path, Path(game.path)):
            return
        command = {Next.PROCESS: "process", Next.TAKE: "round", Next.DEADLINE: "deadline", Next.GO_ON: "resume", Next.REMIND: "remind"}.get(
            Next(step)
        )
        if command is not None:
            self._host.trigger(command)

    def _show_menu(self, game: GameSummary, at: QPoint) -> None:
        menu = QMenu(self.page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open")).triggered.connect(lambda: self._open(game))
        menu.addAction(tr("Tags…")).triggered.connect(lambda: self.ask_tags(game))
        menu.popup(at)

    def ask_tags(self, game: GameSummary) -> None:
        """Ask for the tags of *game*, which need not be open."""
        question = tr("Tags of {game}, with commas between them:", game=game.name)
        given = self._host.session.services.ask(TextQuestion(question, ", ".join(game.tags)))
        if given is not None and self._host.run("tag-file", file=Path(game.path), tags=given.strip() or "none"):
            self.read()

    def _put_away(self) -> None:
        page, self.page, self.is_following = self.page, None, False
        if page is None:
            return
        self._clock.stop()
        self._round += 1
        for watch in self._watches:
            watch.deleteLater()
        self._watches = []
        self._way.detach(page)
        self._way.bring_panels_back()

    # --- what makes it go ---

    def follow_session(self) -> None:
        """Close the page for another game in front, or another viewer."""
        self._put_away()

    def set_look(self, look: Look) -> None:
        """Change its colours."""
        if self.page is not None:
            self.page.list.set_look(look)

    def close(self) -> None:
        """The window goes."""
        self._mails_soon.stop()
        self._put_away()
        self._background.close()


class AddressBookPart(OpenedByName):
    """A dialog over the window."""

    name = "address-book"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.commands.gm.sending import book_file
        from app.qt.gm.address_book_dialog import AddressBookDialog

        session = self._host.session
        variant = standard() if session.current is None else session.variant
        run_dialog(AddressBookDialog(book_file(session), variant, self._host.window))


class ServerPart(OpenedByName):
    """Opens the form by its name."""

    name = "mail-server"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.qt.gm.server_dialog import ServerDialog  # who sends nothing does not wait for it
        from app.qt.widgets.dialogs import run_dialog

        run_dialog(ServerDialog(self._host.window))


EVERY = 5_000
"""Milliseconds between two looks."""


class WaitingWatch(QObject):
    """Takes in what waits for the game in front. A mail's own file goes once the game is saved with it."""

    def __init__(self, host: Window, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._tried: set[str] = set()
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY)
        self._clock.timeout.connect(self.look)
        self._clock.start()

    def look(self) -> None:
        """Take in the mails that are there; not while a question is on the screen, and not at one power's seat."""
        session = self._host.session
        document = session.current
        if document is None or document.path is None or QApplication.activeModalWidget() is not None:
            return
        if session.viewer is not None or session.seating is not None:
            return
        for mail in waiting_mails(document.path):
            self._take(document, mail)

    def _take(self, document: Document, mail: KeptMail) -> None:
        if is_taken(document.game, mail.mark):
            if not document.is_modified:
                mail.close()
            return
        if mail.mark in self._tried:  # taken back by undo, or not to be taken: it stays until the game is opened again
            return
        self._tried.add(mail.mark)
        from app.gm.order_mails import take_in  # where nothing waits the reader of mails is not loaded

        session = self._host.session
        try:
            take_in(session, mail.read(), handed_in=HandedIn(mail.moment, mail.mark))
        except (CommandError, StorageError) as error:
            self._host.refuse(str(error))
