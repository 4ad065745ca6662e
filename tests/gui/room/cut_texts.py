"""Finds words that have less room than they need: in labels, buttons, lists, heads of columns, and what is painted by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

from app.qt.widgets.choice_button import ChoiceButton, heavier_by
from app.qt.widgets.elided_label import ElidedLabel
from app.qt.widgets.status_words import BETWEEN_LINES, StatusWords
from app.qt.widgets.whole_heads import needed_by_head
from app.qt.widgets.wrapping_combo import WrappingCombo
from languages.pseudo import OPENING

SLACK = 1
"""Pixels that round-off may take."""


def cut_texts(of: QWidget) -> list[str]:
    """What is seen of *of* and has too little room, each with the way to it."""
    for _ in range(4):  # what grows lets others grow; nothing else is to happen meanwhile
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    found = []
    behind = [each for each in of.findChildren(QDockWidget) if not of.rect().intersects(each.geometry())]  # another tab is in front
    for each in (of, *of.findChildren(QWidget)):
        if each.isVisible() and not any(each is dock or dock.isAncestorOf(each) for dock in behind):
            found += [f"{_way(each, of)}: {words[:90]!r} ({why})" for words, why in _cut(each, of)]
    return found


def _way(widget: QWidget, top: QWidget) -> str:
    names: list[str] = []
    each: QWidget | None = widget
    while each is not None and each is not top:
        name = type(each).__name__
        if each.objectName() != "qt_scrollarea_viewport" and name not in {"QWidget", "QStackedWidget", "QSplitter"}:
            names.append(name)
        each = each.parentWidget()
    return " > ".join((type(top).__name__, *reversed(names)))


def _cut(widget: QWidget, top: QWidget) -> Iterator[tuple[str, str]]:
    words, needed = _words_and_room(widget)
    if words:
        for why, much in needed():
            if much > SLACK:
                yield words, f"{why} {much} px"
        beyond = _beyond(widget, top)
        if beyond:
            yield words, beyond
    match widget:
        case QTabBar():
            yield from _tabs(widget)
        case QHeaderView():
            yield from _sections(widget)
        case QAbstractItemView():
            yield from _items(widget)
        case _:
            pass


def _words_and_room(widget: QWidget) -> tuple[str, Callable[[], Iterator[tuple[str, int]]]]:
    """Its words, and by how many pixels it is too narrow or too low for them."""
    match widget:
        case StatusWords():
            words = widget.text().split(BETWEEN_LINES)[0]  # further lines of a report stand in the console
            return words if OPENING in words else "", lambda: iter([("low", _high(widget, words) - widget.height())])
        case ElidedLabel():
            words = widget.text() if OPENING in widget.text() else ""  # names are shortened, sentences of ours are not
            return words, lambda: iter([("elided", widget.fontMetrics().horizontalAdvance(words) - widget.width())])
        case QLabel():
            return widget.text(), lambda: _label(widget)
        case WrappingCombo():
            room = widget.words_room()
            return widget.currentText(), lambda: iter([("low", widget.rows_height(room.width()) - room.height())])
        case QComboBox():
            return widget.currentText(), lambda: iter([("narrow", _combo(widget))])
        case QAbstractButton():
            hint = widget.minimumSizeHint() + QSize(_heavier_by(widget), 0)
            return widget.text(), lambda: iter([("narrow", hint.width() - widget.width()), ("low", hint.height() - widget.height() - 2)])
        case QGroupBox():
            hint = widget.minimumSizeHint()
            return widget.title(), lambda: iter([("narrow", hint.width() - widget.width())])
        case QSpinBox():
            return widget.text(), lambda: iter([("narrow", widget.minimumSizeHint().width() - widget.width())])
        case QLineEdit() if not widget.text():
            return widget.placeholderText(), lambda: iter([("narrow", _line(widget))])
        case QDockWidget() if widget.titleBarWidget() is None:
            return widget.windowTitle(), lambda: iter(
                [("narrow", widget.fontMetrics().horizontalAdvance(widget.windowTitle()) + 50 - widget.width())]
            )
        case _:
            return "", lambda: iter(())


def _label(label: QLabel) -> Iterator[tuple[str, int]]:
    least = label.minimumSizeHint()
    yield "narrow", least.width() - label.width()
    high = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
    yield "low", high - label.height()


def _heavier_by(button: QAbstractButton) -> int:
    """Pixels that its words are wider while it is pressed, where it does not see to that itself."""
    if isinstance(button, ChoiceButton) or not (button.isChecked() and button.property("role") == "choice"):
        return 0
    return heavier_by(button)


def _high(label: QLabel, words: str) -> int:
    room = QRect(0, 0, label.width(), 10_000)
    return label.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).height()


def _combo(box: QComboBox) -> int:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box)
    icon = 0 if box.itemIcon(box.currentIndex()).isNull() else box.iconSize().width() + 4
    return box.fontMetrics().boundingRect(box.currentText()).width() + icon - field.width()


def _line(line: QLineEdit) -> int:
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    return line.fontMetrics().horizontalAdvance(line.placeholderText()) + 4 - room.width()


def _tabs(bar: QTabBar) -> Iterator[tuple[str, str]]:
    for number in range(bar.count()):
        much = bar.fontMetrics().horizontalAdvance(bar.tabText(number)) - bar.tabRect(number).width()
        if OPENING in bar.tabText(number) and much > SLACK:
            yield bar.tabText(number), f"tab {much} px"


def _sections(header: QHeaderView) -> Iterator[tuple[str, str]]:
    if header.orientation() != Qt.Orientation.Horizontal or header.model() is None:
        return
    for number in range(header.count()):
        words = str(header.model().headerData(number, Qt.Orientation.Horizontal) or "")
        much = needed_by_head(header, number) - header.sectionSize(number)
        if words and not header.isSectionHidden(number) and much > SLACK:
            yield words, f"column {much} px"


def _items(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    """Rows that Qt paints; what is painted by hand is watched while it is painted."""
    model = view.model()
    if not isinstance(view, QListView | QTreeView | QTableView):
        return
    if isinstance(view, QTreeView) and view.wordWrap():
        return  # its rows are as high as they need
    wraps = isinstance(view, QListView | QTableView) and view.wordWrap()
    for row in range(min(model.rowCount(view.rootIndex()), 60)):
        for column in (0,) if isinstance(view, QListView) else range(model.columnCount(view.rootIndex())):
            index = model.index(row, column, view.rootIndex())
            if type(view.itemDelegateForIndex(index)) is not QStyledItemDelegate or isinstance(view.indexWidget(index), QWidget):
                continue
            words = _text(index)
            where, needed = view.visualRect(index), view.sizeHintForIndex(index)
            if words and not where.isEmpty() and view.fontMetrics().height() > where.height() + SLACK:
                yield words, f"row low {view.fontMetrics().height() - where.height()} px"
            if OPENING not in words or where.isEmpty() or not view.viewport().rect().intersects(where):
                continue
            much = needed.width() - where.width()
            if wraps:
                much = needed.height() - where.height() if needed.width() <= where.width() else 0
            elif isinstance(view, QListView) and view.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
                much = needed.width() - view.viewport().width()
            if much > SLACK:
                yield words, f"row {much} px"


def _text(index: QModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole) or "")


def _beyond(widget: QWidget, top: QWidget) -> str:
    """How much of *widget* lies where nobody can bring it into view."""
    each, above = widget, widget.parentWidget()
    place = widget.rect()
    while each is not top and above is not None and not each.isWindow():
        place.translate(each.pos())
        each, above = above, above.parentWidget()
        area = each.parentWidget() if each.objectName() == "qt_scrollarea_viewport" else None
        if isinstance(area, QAbstractScrollArea):
            across = area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            down = area.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            outside = _outside(place, each.rect(), across=across, down=down)
            if outside:
                return f"{outside} of {type(area).__name__}"
            place = QRect(QPoint(0, 0), each.size())  # the rest is scrolled to
            continue
        outside = _outside(place, each.rect(), across=True, down=True)
        if outside:
            return f"{outside} of {type(each).__name__}"
    return ""


def _outside(place: QRect, room: QRect, *, across: bool, down: bool) -> str:
    if across and (place.right() > room.right() + SLACK or place.left() < -SLACK):
        return f"beyond by {max(place.right() - room.right(), -place.left())} px across"
    if down and (place.bottom() > room.bottom() + SLACK or place.top() < -SLACK):
        return f"beyond by {max(place.bottom() - room.bottom(), -place.top())} px down"
    return ""


class Shortened:
    """Notes sentences of ours that are shortened with dots where they are painted by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[str] = []
        for kind in (QFontMetrics, QFontMetricsF):
            usual = kind.elidedText
            monkeypatch.setattr(kind, "elidedText", self._watching(usual))

    def _watching(self, usual: Callable[..., str]) -> Callable[..., str]:
        def elided(metrics: QFontMetrics, text: str, *given: object) -> str:
            short = usual(metrics, text, *given)
            if short != text and OPENING in text:
                self.found.append(f"painted: {text[:90]!r} (as {short[:40]!r})")
            return short

        return elided
