"""Every text that a window or dialog shows: what stands in its widgets, and in its lists with all their columns and heads."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.qt.board.faults_dialogs import DifferencesDialog
from app.qt.board_editor.game_forms import HooksForm
from app.qt.widgets.file_text import NumberedText

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.StatusTipRole,
)
_MOST_ROWS = 600
"""More rows of a list say nothing new."""


def shown_texts(top: QWidget, *, hidden: bool = False) -> Iterator[str]:
    """Every text of *top* and what stands in it; lists that are out of sight only where *hidden* is set."""
    for action in top.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())
    for widget in (top, *top.findChildren(QWidget)):
        yield from (widget.toolTip(), widget.statusTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())
        yield from _own(widget, hidden=hidden)


def _own(widget: QWidget, *, hidden: bool) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit():
            yield from (widget.text(), widget.placeholderText())
        case QTextEdit():
            yield from (widget.placeholderText(), *_without_code(widget.document()))
        case QPlainTextEdit():
            yield widget.placeholderText()
            if not _shows_a_file(widget):
                yield widget.toPlainText()
        case QGroupBox():
            yield widget.title()
        case QTabBar():
            for number in range(widget.count()):
                yield from (widget.tabText(number), widget.tabToolTip(number))
        case QComboBox():
            yield widget.placeholderText()
            yield from (widget.itemText(number) for number in range(widget.count()))
        case QSpinBox() | QDoubleSpinBox():
            yield from (widget.prefix(), widget.suffix(), widget.specialValueText())
        case QAbstractSpinBox():
            yield widget.specialValueText()
        case QProgressBar():
            yield widget.format()
        case QAbstractItemView() if widget.model() is not None and (hidden or widget.isVisible()):
            yield from _heads(widget.model())
            yield from _rows(widget.model(), QModelIndex())
        case _:
            pass


def _shows_a_file(editor: QWidget) -> bool:
    """Return True if the text in *editor* is that of a person's file, in whatever language."""
    around = isinstance(editor.window(), DifferencesDialog) or isinstance(editor.parentWidget(), HooksForm)
    return around or isinstance(editor, NumberedText)


def _without_code(document: QTextDocument) -> Iterator[str]:
    """The paragraphs of *document* without what is set as program text."""
    block = document.begin()
    while block.isValid():
        pieces, words = block.begin(), ""
        while not pieces.atEnd():
            piece = pieces.fragment()
            words += "" if _is_code(piece.charFormat()) else piece.text()
            pieces += 1
        yield words
        block = block.next()


def _is_code(written: QTextCharFormat) -> bool:
    return written.fontFixedPitch() or "mono" in str(written.fontFamilies()).casefold()


def _heads(model: QAbstractItemModel) -> Iterator[str]:
    for column in _columns(model, QModelIndex()):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            yield _text(model.headerData(column, Qt.Orientation.Horizontal, role))


def _rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    columns = _columns(model, parent)
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in columns:
            index = model.index(row, column, parent)
            yield from (_text(model.data(index, role)) for role in _ROLES)
        yield from _rows(model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> range:
    return range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
