"""Help window: pages to read and search beside the board, opened over whatever window is in front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent, QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.commands.declaring.registry import COMMANDS
from app.presentation.help_pages import HelpPage, HelpPart, help_pages, search
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.help_text import lay_out_page, with_key_names
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.look import Look
from app.qt.widgets.tables import WholeWords
from languages import tr
from languages.markdown_pages import page as translated_page

_PAGE = Qt.ItemDataRole.UserRole
_WIDE, _LIST, _PADDING = 980, 256, 18
"""Pixels across the window, the list of its pages at least, and the room around a title there."""


class HelpWindow(FittingDialog):
    """Lists the pages and shows one of them. It stays open beside the board."""

    def __init__(self, pages: Sequence[HelpPage], look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.resize(_WIDE, 700)
        self._look = look
        self._pages = {page.id: page for page in pages}
        self._shown: list[str] = []
        self.search = forms.styled(AskingLine(), name=tr("Search the help"))
        self.search.setPlaceholderText(tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._fill())
        self.search.installEventFilter(self)
        self.list = forms.styled(QTreeWidget(), name=tr("Pages"))
        self.list.setHeaderHidden(True)
        self.list.setUniformRowHeights(False)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(WholeWords(self.list, columns=(0,)))
        self.list.currentItemChanged.connect(self._choose)
        self.nothing = forms.styled(QLabel(), "soft")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        self.text = forms.styled(QTextBrowser(), name=tr("Page"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(18)
        self.text.anchorClicked.connect(self._follow)
        self.back_button = forms.button(tr("Back"), self.go_back, by_enter=False)
        self.back_button.setEnabled(False)

        left = QWidget()
        close = forms.button(tr("Close"), self.reject, by_enter=False)
        buttons = forms.row(self.back_button, forms.STRETCH, close, margins=(0, 4, 6, 0))
        forms.column(self.search, self.nothing, (self.list, 1), buttons, on=left, margins=(0, 0, 0, 0))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(left)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        forms.column((split, 1), on=self)
        QShortcut(QKeySequence("Alt+Left"), self, self.go_back)
        QShortcut(QKeySequence.StandardKey.Find, self, self._search_again)
        self.set_look(look)
        self._fill()
        wide = min(max(_LIST, self._longest_title()), _WIDE * 2 // 5)
        split.setSizes([wide, _WIDE - wide])

    def _longest_title(self) -> int:
        """Pixels across that the list needs so that no title is cut in it."""
        words = self.list.fontMetrics()
        titles = [page.title for page in self._pages.values() if page.part is not HelpPart.COMMANDS]  # those are listed when asked for
        within = 2 * self.list.indentation() + self.list.verticalScrollBar().sizeHint().width() + _PADDING
        return max((words.horizontalAdvance(title) for title in titles), default=0) + within

    def set_look(self, look: Look) -> None:
        """Show the page in the colours of *look*."""
        self._look = look
        ink, soft, accent = (look.colour(key).name() for key in ("text", "text_soft", "accent"))
        self.text.document().setDefaultStyleSheet(f"body {{ color: {ink}; }} a {{ color: {accent}; }} code {{ color: {soft}; }}")
        if self._shown:
            self._show(self._pages[self._shown[-1]])

    @property
    def page(self) -> str:
        """The id of the page in view; empty before the first."""
        return self._shown[-1] if self._shown else ""

    def open_page(self, page_id: str, heading: str = "") -> None:
        """Show the page of that id from the English *heading* on; the first page where there is none of that id. A search is closed."""
        heading = translated_page(heading)
        self.search.clear()
        found = self._pages.get(page_id) or next(iter(self._pages.values()))
        self._go(found)
        self._mark(found.id)
        block = self.text.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and block.text() == heading:
                cursor = QTextCursor(block)
                self.text.setTextCursor(cursor)
                self.text.verticalScrollBar().setValue(self.text.verticalScrollBar().value() + self.text.cursorRect(cursor).top() - 12)
                return
            block = block.next()

    def go_back(self) -> None:
        """Show the page before."""
        if len(self._shown) > 1:
            self._shown.pop()
            self._show(self._pages[self._shown[-1]])
            self._mark(self._shown[-1])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search, Down and Enter lead to what it found."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            first = self._first_page()
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and first is not None:
                self.list.setCurrentItem(first)
                self.list.setFocus()
                return True
        return super().eventFilter(watched, event)

    def _search_again(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _fill(self) -> None:
        query = self.search.text()
        found = search(tuple(self._pages.values()), query)
        self.list.blockSignals(True)
        self.list.clear()
        for part in HelpPart:
            of_part = [each for each in found if each.page.part is part]
            if not of_part:
                continue
            head = QTreeWidgetItem(self.list, [tr(part.value)])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            for each in of_part:
                item = QTreeWidgetItem(head, [each.page.title])
                item.setData(0, _PAGE, each.page.id)
                item.setToolTip(0, each.excerpt)
            head.setExpanded(True)
        self.list.blockSignals(False)
        self.nothing.setVisible(not found)
        self.nothing.setText(tr("No page mentions “{query}”.", query=query) if not found else "")
        self._mark(self.page)

    def _first_page(self) -> QTreeWidgetItem | None:
        head = self.list.topLevelItem(0)
        return head.child(0) if head is not None else None

    def _mark(self, page_id: str) -> None:
        self.list.blockSignals(True)
        for at in range(self.list.topLevelItemCount()):
            head = self.list.topLevelItem(at)
            for row in range(head.childCount() if head is not None else 0):
                item = head.child(row) if head is not None else None
                if item is not None and item.data(0, _PAGE) == page_id:
                    self.list.setCurrentItem(item)
                    self.list.scrollToItem(item)
        self.list.blockSignals(False)

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        page_id = item.data(0, _PAGE) if item is not None else None
        if isinstance(page_id, str):
            self._go(self._pages[page_id])

    def _go(self, page: HelpPage) -> None:
        if self.page != page.id:
            self._shown.append(page.id)
        self._show(page)

    def _show(self, page: HelpPage) -> None:
        self.text.document().setMarkdown(with_key_names(page.markdown), QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        lay_out_page(self.text.document(), self._look)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.back_button.setEnabled(len(self._shown) > 1)
        words = self.search.text().split()
        if words:
            self.text.find(words[0])

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        name = url.path().removesuffix(".md")
        if name in self._pages:
            self._go(self._pages[name])
            self._mark(name)


def open_help(parent: QWidget, look: Look, page: str, heading: str = "") -> HelpWindow:
    """Show *page* from *heading* on; in the help that *parent* has open already, if it has."""
    found = parent.findChild(HelpWindow)
    if not isinstance(found, HelpWindow):
        found = HelpWindow(help_pages(COMMANDS), look, parent)
    found.open_page(page, heading)
    found.show()
    found.raise_()
    found.activateWindow()
    return found


def add_help_key(dialog: QDialog, look: Look, page: str, heading: str = "") -> None:
    """F1 opens *page* over *dialog*, which keeps the keys of the main window from it."""
    QShortcut(QKeySequence("F1"), dialog, lambda: open_help(dialog, look, page, heading))
