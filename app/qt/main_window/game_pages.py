"""The pages of the open games: made when a game is opened, drawn again on another drawing, and released when it is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from app.game.change import Change
from app.game.document import Document
from app.presentation.drawn_boards import NoBoardError
from app.qt.board.game_page import GamePage
from app.qt.main_window.appearance import Appearance
from app.qt.main_window.messages import Messages
from app.qt.main_window.outside_edits import OutsideEdits
from app.qt.widgets.background import Background
from app.session.pictures import drawing_of
from app.session.session import Session
from languages import labelled, tr
from variants.fault import Fault


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
        page = GamePage(document, self._session, self._appearance.view, self._appearance.look, self._background, self._stack)
        page.document_changed.connect(lambda change, document=document: self._document_changed(document, change))
        page.board_failed.connect(lambda why: self._close_undrawable(document, NoBoardError(why)))
        page.board_troubled.connect(lambda text, faults: self._tell_of_board(document, text, faults))
        self.made.emit(page)
        self._stack.addWidget(page)
        self._outside[document] = self._watcher(document)
        self._outside[document].tell_of_checksum(page)
        if document.read_only:
            page.banners.show_banner(tr("read only"), tr("Open for looking only: {read_only}", read_only=document.read_only))
        return page

    def _drop(self, page: GamePage) -> None:
        page.close_down()
        self._stack.removeWidget(page)
        page.deleteLater()

    def _document_changed(self, document: Document, change: Change) -> None:
        page = self._pages.get(document)
        if page is not None and page.drawing != drawing_of(document.game):
            # Everything on the page lies on the drawing, so that another drawing is another page.
            QTimer.singleShot(0, self, lambda: self._draw_anew(document))
        self.changed.emit(document, change)

    def _draw_anew(self, document: Document) -> None:
        page = self._pages.get(document)
        if page is None or page.drawing == drawing_of(document.game):
            return
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
