"""The saved text beside the board; follows the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.game.dpn.whereabouts import PhaseLines, line_of, phase_lines
from app.game.record import Cursor, Game
from app.qt.widgets.elided_label import ElidedLabel
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.numbered_text import NumberedText
from app.qt.widgets.plain_label import PlainLabel
from languages import tr


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
        self.state = PlainLabel()
        self.state.setProperty("role", "soft")
        self.state.setWordWrap(True)
        self.text = NumberedText(look)
        self.text.setAccessibleName(tr("File"))
        self._edit = QPushButton(tr("Open in editor"))
        self._edit.clicked.connect(self._button_pressed)
        top = FlowLayout()
        top.addWidget(self.where, 1)
        top.addWidget(self._edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addLayout(top)
        column.addWidget(self.state)
        column.addWidget(self.text, 1)

    def show_file(self, path: Path | None, text: str, *, is_modified: bool) -> None:
        """Show *text*, which is what *path* holds; without a path it is what would be saved.

        Where somebody reads, the text stays in its place; see :meth:`show_moment`.
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
