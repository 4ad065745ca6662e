"""Commands of one's own: read, agreed to, set in a form, and run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.commands.declaring.own_commands import EXAMPLE, OwnCommand, left_out, own_commands, run_agreed
from app.hooks.visible import visible
from app.qt.hooks.hook_highlighter import HookHighlighter
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.fields import side_list
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.file_watch import FolderWatch
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.session.errors import CommandError, GivenUp
from app.session.session import Session
from languages import system_words, tr


class OwnCommandsDialog(FittingDialog):
    """Lists the files of the folder with their text.

    Args:
        done: called after a command was run: what can be done may be something else then.
    """

    def __init__(self, session: Session, look: Look, done: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Your own commands"))
        self.resize(980, 620)
        self._session = session
        self._done = done
        self._folder = session.library.places.commands
        self._listed: tuple[OwnCommand, ...] = ()
        title = QLabel(tr("Your own commands"))
        title.setProperty("role", "heading")
        words = QLabel(
            tr(
                "Python files in {folder}. Unlike a hook, a command runs inside the program and can do everything that you "
                "can, so it is run only after you have read its text and agreed to it; a text that was changed is asked "
                "about again.",
                folder=self._folder,
            )
        )
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.list = side_list(tr("Your own commands"))
        self.text = NumberedText(look)
        self.text.setAccessibleName(tr("Text"))
        self._highlighter = HookHighlighter(self.text.document(), look)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.run_button = QPushButton(tr("Agree and run"))
        self.run_button.setProperty("role", "primary")
        self.run_button.clicked.connect(self.run)
        folder = QPushButton(tr("Open the folder"))
        folder.setAutoDefault(False)
        folder.clicked.connect(self._open_folder)
        close = QPushButton(tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        middle.addWidget(self.list)
        middle.addWidget(self.text, 1)
        row = FlowLayout()
        row.setSpacing(8)
        row.addWidget(folder)
        row.addWidget(self.state, 1)
        row.addWidget(close)
        row.addWidget(self.run_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(middle, 1)
        column.addLayout(row)
        self.list.currentRowChanged.connect(self._show)
        self._watch = FolderWatch(self._folder, self)
        self._watch.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the files as they are now."""
        row = max(0, self.list.currentRow())
        self._listed = own_commands(self._folder)
        self.list.clear()
        for each in self._listed:
            self.list.addItem(QListWidgetItem(f"{each.title}\n{each.name}"))
        for words in left_out(self._folder):
            item = QListWidgetItem(words)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        if self._listed:
            self.list.setCurrentRow(min(row, len(self._listed) - 1))
        else:
            self.text.setPlainText(tr("# There are none yet. A file greet.py in the folder could hold this:\n\n{example}", example=EXAMPLE))
            self._show(-1)

    def run(self) -> None:
        """Agree to the text in view, ask for its arguments, and run it."""
        row = self.list.currentRow()
        if not 0 <= row < len(self._listed):
            return
        own = self._listed[row]
        session = self._session
        try:
            session.hooks.store.grant((own.as_text,), for_good=True)
        except OSError as error:
            self._say(tr("Your consent could not be kept for the next start: {error}", error=system_words(error)))
        self._show(row)
        try:
            run_agreed(session, own)
        except GivenUp:
            return
        except CommandError as error:
            self._say(str(error))
        else:
            self._say(tr("{own}: done.", own=own.title.strip()), bad=False)
        finally:
            self._done()

    def show_command(self, name: str) -> None:
        """Show the text of the command of that name."""
        for row, each in enumerate(self._listed):
            if each.name == name:
                self.list.setCurrentRow(row)

    def _show(self, row: int) -> None:
        is_one = 0 <= row < len(self._listed)
        self.run_button.setEnabled(is_one)
        if not is_one:
            self.state.clear()
            return
        own = self._listed[row]
        self.text.setPlainText(visible(own.source))
        agreed = not self._session.hooks.store.unknown((own.as_text,))
        self.run_button.setText(tr("Run") if agreed else tr("Agree and run"))
        self._say(tr("You have agreed to this text.") if agreed else tr("You have not agreed to this text yet."), bad=not agreed)

    def _say(self, words: str, *, bad: bool = True) -> None:
        self.state.setText(words)
        self.state.setProperty("role", "warning" if bad else "soft")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def _open_folder(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
