"""Panel with the saved text of the game's file; it follows the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.game.dpn.text_source import LARGEST, PhaseLines, line_of, phase_lines
from app.game.dpn.writer import file_text
from app.game.record import Cursor, Game
from app.game.storage.atomic import StorageError, read_bounded
from app.game.versions import Touched
from app.qt.board.window import Window
from app.qt.panels.panel import LEFT, Panel
from app.qt.widgets import forms
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.labels import ElidedLabel
from app.qt.widgets.look import Look
from languages import mark, tr


class FileWidget(QWidget):
    """The file of the game in front.

    Signals:
        editor_requested(Path): the file is to be opened in the system's editor.
        save_requested(): there is no file yet and one is wanted.
    """

    editor_requested = Signal(object)
    save_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._lines: PhaseLines = {}
        self._moment: tuple[Path | None, str, str, int] | None = None
        """The phase that was marked last: the file, the game, the branch that keeps it, and its index."""
        self.where = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
        self.state = forms.label(role="soft", wraps=True)
        self.text = forms.styled(NumberedText(look), name=tr("File"))
        self._edit = forms.button(tr("Open in editor"), self._button_pressed)
        forms.column(forms.flow((self.where, 1), self._edit), self.state, (self.text, 1), on=self, margins=(8, 8, 8, 8))

    def show_file(self, path: Path | None, text: str, *, is_modified: bool) -> None:
        """Show *text*, which is what *path* holds; without a path it is what would be saved.

        While it is read, the text stays in its place; see :meth:`show_moment`.
        """
        self._path = path
        self.where.setText(tr("Not saved yet") if path is None else str(path))
        self.where.setSizePolicy(  # the way to a file may be shortened, words of ours may not
            QSizePolicy.Policy.MinimumExpanding if path is None else QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        )
        if path is None:
            self.state.setText(tr("This is what saving will write."))
        else:
            self.state.setText(
                tr("The game has changes that this file does not have yet.") if is_modified else tr("The game is as this file says.")
            )
        self._edit.setText(tr("Save…") if path is None else tr("Open in editor"))
        if self.text.toPlainText() != text:
            scroll = self.text.verticalScrollBar().value()
            self.text.setPlainText(text)
            self.text.verticalScrollBar().setValue(scroll)
            self._lines = phase_lines(text)

    def show_moment(self, game: Game, cursor: Cursor) -> None:
        """Mark the heading of the phase at *cursor*, whenever another phase is in view than before."""
        moment = (self._path, game.id, game.owner(cursor).name, cursor.index)
        line = line_of(self._lines, game, cursor)
        if line is None or moment == self._moment:
            return
        self._moment = moment
        self.text.go_to(line, length=len(self.text.document().findBlockByNumber(line - 1).text()), at_top=True)

    def forget_moment(self) -> None:
        """Go to the phase in view when the pane is next opened."""
        self._moment = None

    def _button_pressed(self) -> None:
        if self._path is None:
            self.save_requested.emit()
        else:
            self.editor_requested.emit(self._path)


FILE_WIDTH = 300
"""Pixels of the file beside the board: most orders fit."""


class FilePanel(Panel):
    """Panel of the text in the file, or for it where there is none yet, at the phase in view. A power sees what it may know of it."""

    is_made_when_asked_for = True
    name = "file"
    title = mark("File")
    area = LEFT
    follows = frozenset({Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES, Touched.SAVED})

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = FileWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.save_requested.connect(lambda: self.host.run("save"))
        self.widget.editor_requested.connect(_open_in_editor)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it, or close it."""
        self.dock.setVisible(not self.dock.isVisible())
        if self.dock.isVisible() and self.dock.width() < FILE_WIDTH:
            self.host.window.resizeDocks([self.dock], [FILE_WIDTH], Qt.Orientation.Horizontal)
        self.dock.raise_()
        self.refresh()

    def refresh(self) -> None:
        """Show the text, if it is in view."""
        page = self.host.page
        if page is None or not self.dock.isVisibleTo(self.host.window):
            self.widget.forget_moment()
            return
        document = page.document
        if document.path is None or page.viewer is not None:
            self.widget.show_file(None, file_text(page.shown, is_view=page.viewer is not None), is_modified=True)
            self.widget.show_moment(page.shown, document.cursor)
            return
        try:
            text = read_bounded(document.path, LARGEST).decode("utf-8", "replace")
        except StorageError as error:
            text = str(error)
        self.widget.show_file(document.path, text, is_modified=document.is_modified)
        self.widget.show_moment(page.shown, document.cursor)

    def set_look(self, look: Look) -> None:
        """Change the colours of the numbers."""
        self.widget.text.set_look(look)


def _open_in_editor(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
