"""Pages of the open games: made, shown and closed, and notified when a game's file or its rules are changed outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.file_store import judge_folder
from app.game.opening import FileStanding, Opened, open_text
from app.game.record import EditError
from app.game.storage.atomic import StorageError
from app.game.storage.places import places
from app.game.versions import Change, Touched
from app.qt.board.faults_dialogs import DifferencesDialog
from app.qt.board.window import Window
from app.qt.main_window.appearance import Appearance
from app.qt.main_window.status_messages import Messages
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.file_watch import FileWatch, FolderWatch
from app.session.services import ChoiceQuestion
from app.session.session import Session
from languages import labelled, mark, plural, sentence, tr
from variants.fault import Fault

if TYPE_CHECKING:
    from app.presentation.drawn_boards import NoBoardError
    from app.qt.board.game_page import GamePage

OUTSIDE_EDIT = "outside edit"
CHECKSUM = "checksum"
RELOAD, KEEP, DIFFERENCES = mark("Reload"), mark("Keep mine"), mark("Show differences")


class OutsideEdits(QObject):
    """Watches the file of one document.

    Args:
        page: the page of the document, where the change is offered.
        noticed: called after a change was offered.
    """

    def __init__(self, host: Window, document: Document, page: Callable[[], GamePage | None], noticed: Callable[[], None]) -> None:
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
        told = mark("{file} was changed outside of this program. If you edited it yourself, all is well.")
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
                OUTSIDE_EDIT, tr("{file} is gone from its folder. The game is whole; save it to write it anew.", file=self._path.name)
            )
            return
        if judge_folder(self._path) is not None and self._take_over(data):
            return
        opened = open_text(data, self._path.name, self._host.session.shelf)
        answers = [(tr(RELOAD), self.reload), (tr(KEEP), self.keep), (tr(DIFFERENCES), self.show_differences)]
        if opened.standing is FileStanding.UNREADABLE:
            answers = answers[1:]
        # What is wrong with the file may name what the board does not show.
        words = check_words(opened) if self._host.session.viewer_of(self._document) is None else ""
        page.banners.show_banner(
            OUTSIDE_EDIT,
            f"{tr('{file} was changed by another program.', file=self._path.name)} {words}".strip(),
            answers,
            can_dismiss=False,
        )
        self._noticed()

    def _take_over(self, data: bytes) -> bool:
        """Take over what the judge of this game wrote, as a step that can be undone; not over changes that are not saved."""
        document, session = self._document, self._host.session
        if document.is_modified or document.read_only or session.viewer_of(document) is not None or self._path is None:
            return False
        try:
            opened = open_text(data, self._path.name, session.shelf)
            if opened.standing is FileStanding.UNCHECKED and opened.game is not None and not session.hooks.store.unknown_in(opened.game):
                opened = opened.with_referee(session.hooks.checking_referee)
            if opened.standing is not FileStanding.CHECKED or opened.is_older:
                return False
            ready, is_at_the_end = opened.ready(), document.cursor == document.game.last(document.cursor.branch)
            document.reread(ready.writer, ready.game, data)
            if is_at_the_end:
                document.show(document.game.last(document.cursor.branch))
        except (EditError, StorageError):
            return False
        self._banners_drop()
        self._host.say(tr("The judge wrote in {file}; Undo takes that back.", file=self._path.name))
        return True

    def reload(self) -> None:
        """Close the game as it is here, and open the file as it is there."""
        path, session = self._path, self._host.session
        if path is None:
            return
        if self._document.is_modified:
            words = tr("This game has changes that are not saved. Reloading discards them.")
            again = tr("Reload all the same")
            if session.services.ask(ChoiceQuestion(words, (again, tr("Stay")))) != again:
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
            page.banners.drop(OUTSIDE_EDIT)


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


class GamePages(QObject):
    """One page for each open game.

    Args:
        stack: what the pages stand in, one before the other.
        watcher: watches the file of a document, until it is stopped.
        show_faults: shows the faults of a variant's files.

    Signals:
        made(object): a page was made; nothing is connected to it yet.
        opened(object), closed(object): a document has its page, or will have none any more.
        redrawn(): a game has another page, for another drawing of its board.
        changed(object, object): a change happened to a document.
    """

    made = Signal(object)
    opened = Signal(object)
    closed = Signal(object)
    redrawn = Signal()
    changed = Signal(object, object)

    def __init__(
        self,
        stack: QStackedWidget,
        session: Session,
        appearance: Appearance,
        background: Background,
        messages: Messages,
        watcher: Callable[[Document], OutsideEdits],
        show_faults: Callable[[str, tuple[Fault, ...]], None],
    ) -> None:
        super().__init__(stack)
        self._stack = stack
        self._session = session
        self._appearance = appearance
        self._background = background
        self._messages = messages
        self._watcher = watcher
        self._show_faults = show_faults
        self._pages: dict[Document, GamePage] = {}
        self._outside: dict[Document, OutsideEdits] = {}
        self._shown_to: dict[Document, str | None] = {}

    def __iter__(self) -> Iterator[GamePage]:
        return iter(self._pages.values())

    def of(self, document: Document) -> GamePage | None:
        """The page of *document*; ``None`` before it is made and after it is closed."""
        return self._pages.get(document)

    @property
    def front(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        return self._pages.get(self._session.current) if self._session.current is not None else None

    def outside_edits(self, document: Document) -> OutsideEdits:
        """Return the watcher of the file of *document*."""
        return self._outside[document]

    def follow_session(self) -> bool:
        """Make the pages that are missing and let those go whose games are closed; False where a game cannot be drawn and was closed."""
        documents = self._session.documents
        if not documents and not self._pages:
            return True  # what draws boards is read with the first game
        from app.presentation.drawn_boards import NoBoardError

        for document in [each for each in self._pages if each not in documents]:
            page = self._pages.pop(document)
            self._outside.pop(document).stop()
            self.closed.emit(document)
            self._drop(page)
        for document in documents:
            if document not in self._pages:
                try:
                    self._pages[document] = self._open(document)
                except NoBoardError as error:
                    self._close_undrawable(document, error)
                    return False
                self.opened.emit(document)
        return True

    def close(self) -> None:
        """Release all pages; their games stay open."""
        for document, page in self._pages.items():
            self._outside[document].stop()
            self._drop(page)
        self._pages.clear()
        self._outside.clear()

    def follow_viewers(self) -> None:
        """Show a game again that another viewer looks at; earlier messages were for the viewer before."""
        for document, page in self._pages.items():
            viewer = self._session.viewer_of(document)
            if self._shown_to.get(document) != viewer:
                page.look_again()
                self._messages.forget()
            self._shown_to[document] = viewer
        self._shown_to = {document: viewer for document, viewer in self._shown_to.items() if document in self._pages}

    def show_as_chosen(self) -> None:
        """Show every board as the view says now."""
        for page in self:
            page.set_view(self._appearance.view, self._appearance.look)

    def _open(self, document: Document) -> GamePage:
        from app.presentation.drawn_boards import NoBoardError
        from app.qt.board.game_page import GamePage

        page = GamePage(document, self._session, self._appearance.view, self._appearance.look, self._background, self._stack)
        page.document_changed.connect(lambda change, document=document: self._document_changed(document, change))
        page.board_failed.connect(lambda why: self._close_undrawable(document, NoBoardError(why)))
        page.board_troubled.connect(lambda text, faults: self._tell_of_board(document, text, faults))
        self.made.emit(page)
        self._stack.addWidget(page)
        self._outside[document] = self._watcher(document)
        self._outside[document].tell_of_checksum(page)
        if document.read_only:
            page.banners.show_banner(tr("read only"), tr("This game can only be looked at: {read_only}", read_only=document.read_only))
        return page

    def _drop(self, page: GamePage) -> None:
        page.close_down()
        self._stack.removeWidget(page)
        page.deleteLater()

    def _document_changed(self, document: Document, change: Change) -> None:
        page = self._pages.get(document)
        if page is not None and change.touches(Touched.DETAILS) and page.drawing != document.game.drawing:
            # Everything on the page lies on the drawing, so that another drawing is another page.
            QTimer.singleShot(0, self, lambda: self._redraw_document(document))
        self.changed.emit(document, change)

    def _redraw_document(self, document: Document) -> None:
        page = self._pages.get(document)
        if page is None or page.drawing == document.game.drawing:
            return
        from app.presentation.drawn_boards import NoBoardError

        watch = self._outside[document]
        try:
            fresh = self._open(document)
        except NoBoardError as error:
            self._messages.trouble(str(error))
            return
        watch.stop()
        self._pages[document] = fresh
        self._drop(page)
        self.redrawn.emit()

    def _close_undrawable(self, document: Document, error: NoBoardError) -> None:
        """A game without a board is not half opened: it goes again, and its file stays as it is."""
        document.close(discard=True)
        self._session.remove(document)
        what = str(error) if document.path is None else labelled(document.path, error)
        self._messages.trouble(tr("{error} The file stays as it is; its text can be read in any editor.", error=what))

    def _tell_of_board(self, document: Document, text: str, faults: tuple[Fault, ...]) -> None:
        """The files of an open game's board were changed so that they cannot be used; the game goes on as it was."""
        page = self._pages.get(document)
        if page is not None:
            show = (tr("Show the place"), lambda: self._show_faults(document.game.variant.id, faults))
            page.banners.show_banner("board", text, (show,) if faults else ())


_CHANGED_RULES = "rules"


class RulesWatch(QObject):
    """Looks at every open game when something in the folder of one's own variants was saved."""

    def __init__(self, host: Window, pages: GamePages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host = host
        self._pages = pages
        self._told: dict[str, str] = {}
        self._watch = FolderWatch(places().variants, self)
        self._watch.changed.connect(self.look)

    @Slot()
    def look(self) -> None:
        """Compare what open games play with what lies on the shelf."""
        from app.board_editor.comparing import compare, in_short
        from app.session.starting import later_rules

        session = self._host.session
        for page in self._pages:
            game = page.document.game
            later = later_rules(session, game)
            if later is None:
                if self._told.pop(game.id, None) is not None:
                    page.banners.drop(_CHANGED_RULES)
                continue
            if self._told.get(game.id) == later.checksum:
                continue
            self._told[game.id] = later.checksum
            words = in_short(compare(game.variant, later.variant))
            answers = ((tr("Play from the start on the new rules"), self._start), (tr("Carry the position over"), self._carry))
            page.banners.show_banner(_CHANGED_RULES, tr("{changes}; this game plays the old rules.", changes=sentence(words)), answers)

    def _start(self) -> None:
        self._host.run("new-rules", way="start")

    def _carry(self) -> None:
        self._host.run("new-rules", way="carry")
