"""Finds words that have less room than they need: in labels, buttons, lists and their rows, heads of columns, menus, tool tips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from html import escape

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt
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
    QMenu,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QTableView,
    QToolTip,
    QTreeView,
    QWidget,
)

from app.qt.board_editor.bench_page import BenchPage
from app.qt.gm.games_page import GamesPage
from app.qt.gm.results_page import ResultsPage
from app.qt.hooks.consent_dialog import ConsentDialog
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.labels import BETWEEN_LINES, ChoiceButton, ElidedLabel, StatusWords, heavier_by
from app.qt.widgets.layouts import ScrollingRoom
from app.qt.widgets.tables import needed_by_head
from app.qt.widgets.wrapping_widgets import WrappingCombo
from languages.pseudo import OPENING

WHOLE = (BenchPage, FittingDialog, GamesPage, ResultsPage)
"""Pages that may be scrolled down, but never across."""
NOT_WHOLE = (ConsentDialog,)
"""The checksum of a hook is one word of 64 letters; twice as large it is wider than a small screen."""
SCREEN = QSize(1366, 768)
"""Of a small laptop."""
LONG_TIP = 200
"""Letters of a tool tip: shorter ones have room on any screen."""
AROUND_ROW = 8
"""Pixels beside the words of a choice in the list of a box."""
AROUND_CHOICES = 48
"""Pixels beside the words in the list of a box: its frame, a bar, an icon."""
MARKS = 2
"""Pixels that a ring over a capital may lose without being missed."""
SLACK = 1
"""Pixels that round-off may take."""


def cut_texts(of: QWidget) -> list[str]:
    """Return the texts of *of* in sight that have too little room, each with the way to it."""
    for _ in range(4):  # what grows lets others grow; nothing else is to happen meanwhile
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    found = []
    behind = [each for each in of.findChildren(QDockWidget) if not of.rect().intersects(each.geometry())]  # another tab is in front
    for each in (of, *of.findChildren(QWidget)):
        if each.isVisible() and not any(each is dock or dock.isAncestorOf(each) for dock in behind):
            found += [f"{_way(each, of)}: {words[:90]!r} ({why})" for words, why in _cut(each, of)]
    return found


def cut_in_menu(menu: QMenu) -> list[str]:
    """The entries of *menu* that are wider than the screen; of those that are too many, the arrows at its ends show more."""
    much = menu.sizeHint().width() - SCREEN.width()
    if much <= 0:
        return []
    longest = max((each.text() for each in menu.actions()), key=len)
    return [f"menu {menu.title()!r}: {longest[:90]!r} ({much} px wider than the screen)"]


def cut_in_list(box: QComboBox) -> list[str]:
    """The choices of *box* that have too little room in its list, which is opened and closed again."""
    box.showPopup()
    rows = box.view()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    found = []
    for row in range(box.count()):
        words, where = box.itemText(row), rows.visualRect(box.model().index(row, box.modelColumn(), box.rootModelIndex()))
        if isinstance(rows, QListView) and rows.wordWrap():
            place = QRect(0, 0, where.width() - AROUND_ROW, 10_000)
            much = rows.fontMetrics().boundingRect(place, int(Qt.TextFlag.TextWordWrap), words).height() - where.height()
        else:
            icon = 0 if box.itemIcon(row).isNull() else box.iconSize().width() + 4
            much = rows.fontMetrics().horizontalAdvance(words) + icon + AROUND_ROW - rows.viewport().width()
        if words and not where.isEmpty() and much > SLACK:
            found.append(f"list of {type(box).__name__}: {words[:90]!r} ({much} px)")
    box.hidePopup()
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


def _is_whole(page: QWidget | None) -> bool:
    return isinstance(page, WHOLE) and not isinstance(page, NOT_WHOLE)


def _cut(widget: QWidget, top: QWidget) -> Iterator[tuple[str, str]]:
    words, needed = _words_and_room(widget)
    if words:
        for why, much in needed():
            if much > SLACK:
                yield words, f"{why} {much} px"
        beyond = _beyond(widget, top)
        if beyond:
            yield words, beyond
    if widget.toolTip() and (size := _larger_than_screen(widget.toolTip())):
        yield widget.toolTip(), f"tool tip {size}"
    match widget:
        case QComboBox() if not isinstance(widget, WrappingCombo):
            yield from _choices(widget)
        case QTabBar():
            yield from _tabs(widget)
        case ScrollingRoom() if _is_whole(widget.parentWidget()) and (more := widget.horizontalScrollBar().maximum()) > SLACK:
            yield type(widget.parentWidget()).__name__, f"scrolls across by {more} px"
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
            if widget.hasHeightForWidth():
                hint.setHeight(widget.heightForWidth(widget.width()))
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
    yield "marks above capitals", _above_line(label)


def _above_line(label: QLabel) -> int:
    """By how many pixels the first line reaches over the upper edge of *label*: some fonts have marks that stand above their line."""
    metrics, inside = label.fontMetrics(), label.contentsRect()
    over = -metrics.tightBoundingRect(label.text()).top() - metrics.ascent()
    wrap = int(Qt.TextFlag.TextWordWrap) if label.wordWrap() else 0
    block = metrics.boundingRect(QRect(0, 0, inside.width(), 10_000), wrap, label.text()).height()
    is_middle = bool(label.alignment() & Qt.AlignmentFlag.AlignVCenter)
    has_tags = label.textFormat() is not Qt.TextFormat.PlainText and "<" in label.text()
    if over <= MARKS or has_tags:
        return 0
    return over - inside.top() - (max(0, inside.height() - block) // 2 if is_middle else 0)


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


def _choices(box: QComboBox) -> Iterator[tuple[str, str]]:
    """The list of a box is as wide as its longest choice, but not wider than the screen."""
    for number in range(box.count()):
        much = box.fontMetrics().horizontalAdvance(box.itemText(number)) + AROUND_CHOICES - SCREEN.width()
        if much > 0:
            yield box.itemText(number), f"choice in a list {much} px"


@cache
def _larger_than_screen(tip: str) -> str:
    """The size of *tip* where that is larger than the screen; Qt lets long ones go on in further lines."""
    if len(tip) < LONG_TIP:
        return ""
    label = QLabel(tip)
    label.setFont(QToolTip.font())
    label.setWordWrap(True)
    size = label.sizeHint()
    return "" if size.boundedTo(SCREEN) == size else f"{size.width()} x {size.height()}"


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
            where, needed = view.visualRect(index), _needed(view, index, words)
            high = view.fontMetrics().height() + words.count("\n") * view.fontMetrics().lineSpacing()
            if words and not where.isEmpty() and high > where.height() + SLACK:
                yield words, f"row low {high - where.height()} px"
            is_seen = not where.isEmpty() and view.viewport().rect().intersects(where)
            tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
            if OPENING not in words or not is_seen or words in tip or escape(words) in tip:
                continue
            much = needed.width() - where.width()
            if wraps:
                much = needed.height() - where.height() if needed.width() <= where.width() else 0
            elif isinstance(view, QListView) and view.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
                much = needed.width() - view.viewport().width()
            if much > SLACK:
                yield words, f"row {much} px"


def _needed(view: QAbstractItemView, index: QModelIndex, words: str) -> QSize:
    """Return the size that a row needs for its words, also where its size is set."""
    if index.data(Qt.ItemDataRole.SizeHintRole) is None:
        return view.sizeHintForIndex(index)
    icon = 0 if index.data(Qt.ItemDataRole.DecorationRole) is None else view.iconSize().width() + 4
    if not (isinstance(view, QListView | QTableView) and view.wordWrap()):
        return view.fontMetrics().size(0, words) + QSize(icon, 0)
    room = QRect(0, 0, view.visualRect(index).width() - icon, 10_000)
    return view.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).size()


def _text(index: QModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole) or "")


def _beyond(widget: QWidget, top: QWidget) -> str:
    """Return the part of *widget* that cannot be brought into view."""
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
