"""All keys in a list: those of commands from the registry, those of the board from here."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.commands.declaring.docstring import in_plain_words
from app.commands.declaring.registry import COMMANDS
from app.presentation.board_keys import BOARD_KEYS
from app.qt.widgets.dialogs import CLOSE, FittingDialog, answer_buttons
from app.qt.widgets.labels import listed_keys
from languages import tr


class ShortcutsDialog(FittingDialog):
    """Two groups: the board, and the commands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.resize(880, 680)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Keys"))
        self.tree.setHeaderLabels([tr("Key"), tr("What it does")])
        self.tree.setRootIsDecorated(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._group(tr("On the board"), tuple((tr(key), tr(words)) for key, words in BOARD_KEYS))
        self._group(
            tr("Everywhere"), tuple((listed_keys(each.shortcuts), in_plain_words(tr(each.summary))) for each in COMMANDS if each.shortcut)
        )
        buttons = answer_buttons(CLOSE)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.tree)
        column.addWidget(buttons)

    def _group(self, title: str, rows: tuple[tuple[str, str], ...]) -> None:
        head = QTreeWidgetItem(self.tree, [title])
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        for key, words in rows:
            QTreeWidgetItem(head, [key, words])
        head.setExpanded(True)
