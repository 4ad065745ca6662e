"""Page of the DATC cases: each with what is expected and what our adjudicator makes of it, and the case on a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QBrush, QFont, QImage, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from adjudicator.conformance import Case
from adjudicator.variant import Variant
from app.commands.checks import read_cases
from app.presentation.conformance_cases import CasePart, CaseRun, Row, board_of, matches, run, ways
from app.presentation.variant_summary import mid_sentence
from app.qt.board.picture_content import thumbnail
from app.qt.board.window import Window
from app.qt.widgets import forms
from app.qt.widgets.background import Latest
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.layouts import TurningSplitter
from app.qt.widgets.look import Look, growth
from app.qt.widgets.preview_board import PreviewBoard
from app.qt.widgets.tables import WholeHeads, WholeWords, needed_by_head
from app.session.errors import Abort
from app.session.services import PictureRequest
from entente.words.names import describe_season
from entente.words.rule_faults import case_fault
from languages import clauses, mark, sentence, tr
from variants.catalogue import standard

SHOWN = (mark("All"), mark("Passed"), mark("Failed"), mark("With alternatives"))
_BOARD_WIDTH = 900
"""Pixels of the picture of a case's board."""
_WIDEST, _LEAST_PART = 440, 105
"""Pixels, with words of the usual size, that the results take from side to side at most whatever stands there, and that results and
board have from top to bottom where they stand below one another."""
_SHARE = 3
"""The results have at most one part of so many of the window's width for words in one line: the board has more."""
_MARGINS = 32
"""Pixels from side to side that the margins of the window and of its parts take."""
_AROUND_SEARCH, _AROUND_WORDS = 20, 20
"""Pixels of the search beside its words, and of a result in its row."""
_LONG = (0, 1, 2)
"""Columns of the results whose words go on in further lines where there is less room."""
_AS_IT_SHOULD, _OTHERWISE = "✓", "✗"


class ConformanceWindow(FittingDialog):
    """Lists the cases and shows one of them. It stays open beside the board.

    Signals:
        board_requested(Ran, Part): this part of a case is wanted on a board. picture_requested(Ran, Part): its board is to be painted.
    """

    board_requested = Signal(object, object)
    picture_requested = Signal(object, object)

    def __init__(self, variant: Variant, cases: Sequence[Case], look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("DATC: the adjudicator's test cases"))
        self.resize(1180, 620)
        self._variant = variant
        self._look = look
        self._cases = {case.id: case for case in cases}
        self._ran: CaseRun | None = None
        self._passed: Mapping[str, bool] = {case.id: all(run(variant, case, way).report.passed for way in ways(case)) for case in cases}

        self.search = forms.styled(AskingLine(), tip=tr("The beginning of a number, words of the title, or orders"))
        self.search.setPlaceholderText(tr("6.F, paradox, F NTH …"))
        self.search.setClearButtonEnabled(True)
        self.search.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # so that the choice has room beside it
        self.search.textChanged.connect(lambda _text: self._fill())
        self.shown = QComboBox()
        self.shown.addItems([tr(each) for each in SHOWN])
        self.shown.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # in a row of its own it is as wide as the search
        self.shown.currentIndexChanged.connect(lambda _index: self._fill())
        self.list = forms.styled(QListWidget(), name=tr("Cases"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(True)
        self.list.setItemDelegate(WholeWords(self.list))
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.currentItemChanged.connect(lambda item, _before: self._pick(item))
        self.list.itemDoubleClicked.connect(lambda _item: self._open())
        self.summary = forms.styled(QLabel(), "soft")

        self.heading = forms.styled(QLabel(), "heading")
        self.heading.setWordWrap(True)
        self.ways = forms.styled(QComboBox(), name=tr("Rules"))
        self.ways.activated.connect(self._run)
        self.verdict = QLabel()
        self.tree = forms.styled(QTreeWidget(), name=tr("Results"))
        self.tree.setHeaderLabels(["", tr("Expected"), tr("Actual"), ""])
        self.tree.setRootIsDecorated(False)
        self.tree.setItemDelegate(WholeWords(self.tree, _LONG))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._heads = WholeHeads(header, dict.fromkeys(range(4), 0), self._whole, self._cramped)
        self.quoted = forms.label(tr("Titles and outcomes of the cases are quoted from the DATC, in English."), "faint", wraps=True)
        self.board = forms.styled(PreviewBoard(), tip=tr("Open on the board"))
        self.board.setContentsMargins(8, 0, 0, 0)
        self.board.chosen.connect(self._open)
        self.open_buttons = QHBoxLayout()
        bottom = forms.row(self.open_buttons, forms.STRETCH, forms.button(tr("Close"), self.close, by_enter=False))
        self._lay_out(bottom)
        self._keep_search_whole()
        self._fill()

    def _lay_out(self, bottom: QHBoxLayout) -> None:
        self._left = left = QWidget()
        forms.column(forms.flow((self.search, 1), self.shown), (self.list, 1), self.summary, on=left, margins=(16, 14, 8, 14))
        right = QWidget()
        both = TurningSplitter(_LEAST_PART)
        both.addWidget(self.tree)
        both.addWidget(self.board)
        both.setSizes([380, 470])
        forms.column(
            self.heading,
            forms.row((self.ways, 1), self.verdict),
            (both, 1),
            self.quoted,
            bottom,
            on=right,
            margins=(8, 14, 16, 14),
            spacing=8,
        )
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setSizes([330, 850])
        parts.setChildrenCollapsible(False)
        forms.column(parts, on=self, margins=(0, 0, 0, 0))

    @property
    def ran(self) -> CaseRun | None:
        """The case in view, run the way that is picked."""
        return self._ran

    def listed(self) -> tuple[str, ...]:
        """The numbers of the cases in the list."""
        return tuple(str(self.list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.list.count()))

    def show_case(self, case_id: str) -> None:
        """Show the case of that number."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == case_id:
                self.list.setCurrentRow(row)
                return

    def _fill(self) -> None:
        before = self._ran.case.id if self._ran is not None else ""
        self.list.clear()
        for case in self._cases.values():
            passed = self._passed[case.id]
            wanted = (True, passed, not passed, len(ways(case)) > 1)
            if wanted[self.shown.currentIndex()] and matches(case, self.search.text()):
                item = QListWidgetItem(f"{_AS_IT_SHOULD if passed else _OTHERWISE}  {case.id}  {case.title}")
                item.setData(Qt.ItemDataRole.UserRole, case.id)
                item.setToolTip(case.title)
                if not passed:
                    item.setForeground(QBrush(self._look.colour("bad")))
                self.list.addItem(item)
        good = sum(self._passed.values())
        count = len(self._cases)
        more = sum(len(ways(case)) - 1 for case in self._cases.values())
        self.summary.setText(
            tr(
                "{shown} shown. Of {cases} cases {good} passed, {failed} failed, {more} outcomes under other rules included.",
                shown=self.list.count(),
                cases=count,
                good=good,
                failed=count - good,
                more=more,
            )
        )
        self.summary.setWordWrap(True)
        if self.list.count():
            self.list.setCurrentRow(0)
            self.show_case(before)
        else:
            self._show_nothing()

    def _pick(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        case = self._cases[str(item.data(Qt.ItemDataRole.UserRole))]
        self.heading.setText(f"{case.id}  {sentence(case.title)}")
        self.ways.clear()
        self.ways.addItems([way.words for way in ways(case)])
        self.ways.setEnabled(self.ways.count() > 1)
        self._run()

    def _run(self) -> None:
        if self.list.currentRow() < 0:
            return
        case = self._cases[str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))]
        self._ran = ran = run(self._variant, case, ways(case)[max(self.ways.currentIndex(), 0)])
        passed = ran.report.passed
        self.verdict.setText(tr("Passed") if passed else tr("Failed"))
        self.verdict.setProperty("role", "good" if passed else "bad")
        self.verdict.style().polish(self.verdict)
        self.tree.clear()
        for part in ran.parts:
            self._group(f"{part.title}, {describe_season(self._variant, part.scene.position.phase)}", part.orders)
            self._group(tr("Afterwards"), part.positions)
        if ran.report.faults:
            group = self._head(tr("What is wrong"))
            for fault in map(case_fault, ran.report.faults):
                told = QTreeWidgetItem(group, [fault])
                told.setToolTip(0, fault)
                told.setFirstColumnSpanned(True)
        self._keep_columns_whole()
        self._offer(ran.parts)
        self.board.show_image(None)
        self.picture_requested.emit(ran, ran.parts[0])

    def changeEvent(self, event: QEvent) -> None:
        """Give the columns what words of another size need."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self._ran is not None:
            self._keep_columns_whole()
            self._keep_search_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns what room the window has now."""
        super().resizeEvent(event)
        self._keep_columns_whole()

    def _keep_search_whole(self) -> None:
        """Let the search be so wide that its example can be read."""
        self.search.setMinimumWidth(self.fontMetrics().horizontalAdvance(self.search.placeholderText()) + _AROUND_SEARCH)

    def _keep_columns_whole(self) -> None:
        """Let no column of the results be cut, and have their words in one line where the board has half of the room at least."""
        columns, bar = range(self.tree.columnCount()), self.tree.verticalScrollBar().sizeHint().width()
        least = sum(self._cramped(each) for each in columns)
        half = (self.width() - self._left.minimumSizeHint().width() - _MARGINS) // 2
        room = min(round(_WIDEST * growth(self.font())), half, self.width() // _SHARE)
        self.tree.setMinimumWidth(bar + max(least, min(sum(self._whole(each) for each in columns), room)))
        self._heads.fit()

    def _whole(self, column: int) -> int:
        """Pixels of *column* with the words of each row in one line."""
        words = (item.text(column) for item in self._compared())
        metrics = self.tree.fontMetrics()
        widest = max((metrics.horizontalAdvance(each) for each in words), default=0)
        return max(needed_by_head(self.tree.header(), column), widest + self._around(column))

    def _cramped(self, column: int) -> int:
        """Pixels of *column* with words in several lines, none of which is broken."""
        if column not in _LONG:
            return self._whole(column)
        words = (word for item in self._compared() for word in item.text(column).split())
        metrics = self.tree.fontMetrics()
        widest = max((metrics.horizontalAdvance(each) for each in words), default=0)
        return max(needed_by_head(self.tree.header(), column), widest + self._around(column))

    def _around(self, column: int) -> int:
        return _AROUND_WORDS + (self.tree.indentation() if column == 0 else 0)

    def _compared(self) -> Iterator[QTreeWidgetItem]:
        """The rows below the headings."""
        for head in (self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount())):
            children = () if head is None else (head.child(at) for at in range(head.childCount()))
            yield from (each for each in children if each is not None and not each.isFirstColumnSpanned())

    def show_picture(self, ran: CaseRun, image: QImage | None) -> None:
        """Show *image* as the board of *ran*, if that is still in view."""
        if ran is self._ran:
            self.board.show_image(image)

    def _show_nothing(self) -> None:
        self._ran = None
        self.heading.setText(tr("No such case"))
        self.ways.clear()
        self.verdict.clear()
        self.tree.clear()
        self.board.show_image(None)
        self._offer(())

    def _head(self, title: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self.tree, [title])
        font = QFont(self.tree.font())
        font.setBold(True)
        head.setFont(0, font)
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setExpanded(True)
        head.setFirstColumnSpanned(True)
        return head

    def _group(self, title: str, rows: Sequence[Row]) -> None:
        head = self._head(title)
        for row in rows:
            mark = _AS_IT_SHOULD if row.is_right else _OTHERWISE
            item = QTreeWidgetItem(head, [row.what, row.expected, row.actual, mark])
            item.setToolTip(0, row.text)
            item.setToolTip(1, row.expected)
            item.setToolTip(2, row.actual)
            item.setForeground(3, QBrush(self._look.colour("good" if row.is_right else "bad")))
            if not row.is_right:
                item.setForeground(2, QBrush(self._look.colour("bad")))
            elif row.expected != row.actual:
                item.setToolTip(2, tr("A difference in wording that does not count."))

    def _offer(self, parts: Sequence[CasePart]) -> None:
        """A button for each part that can be copied onto the board."""
        while self.open_buttons.count():
            taken = self.open_buttons.takeAt(0)
            widget = None if taken is None else taken.widget()
            if widget is not None:
                widget.hide()  # Else the layout may still show it before it is gone.
                widget.deleteLater()
        for index, part in enumerate(parts):
            words = tr("Open on the board") if len(parts) == 1 else tr("Open the {part} on the board", part=mid_sentence(part.title))
            button = forms.button(words, lambda _checked=False, part=part: self._open(part), by_enter=False)
            if index == 0:
                button.setProperty("role", "primary")
            self.open_buttons.addWidget(button)

    def _open(self, part: CasePart | None = None) -> None:
        if self._ran is not None:
            self.board_requested.emit(self._ran, part or self._ran.parts[0])


BANNER = "datc"


def open_conformance_page(host: Window) -> ConformanceWindow | None:
    """Show the page; the one that is open already, if there is one. ``None`` where the cases are not here, which is reported."""
    found = host.window.findChild(ConformanceWindow)
    if not isinstance(found, ConformanceWindow):
        try:
            cases = read_cases()
        except Abort as error:
            host.refuse(str(error))
            return None
        found = ConformanceWindow(standard(), cases, host.look, host.window)
        found.board_requested.connect(lambda ran, part: open_on_board(host, ran, part))
        _paint_boards(host, found)
    found.show()
    found.raise_()
    found.activateWindow()
    return found


def _paint_boards(host: Window, window: ConformanceWindow) -> None:
    """Paint the board of each case that is picked in *window*, beside it, from the one in view on."""
    latest: Latest[tuple[CaseRun, QImage]] = Latest(host.background, lambda painted: window.show_picture(*painted), lambda _error: None)

    def want(ran: CaseRun, part: CasePart) -> None:
        game = board_of(standard(), ran, part)
        wanted = PictureRequest(game, game.last(), host.session.view, _BOARD_WIDTH)
        latest.request(lambda: (ran, thumbnail(wanted)))

    window.picture_requested.connect(want)
    if window.ran is not None:
        want(window.ran, window.ran.parts[0])


def open_on_board(host: Window, ran: CaseRun, part: CasePart) -> None:
    """An analysis board with *part* of a case, which says what is expected of it."""
    game = board_of(standard(), ran, part)
    host.session.add(host.session.library.new(game, worth_keeping=False))
    page = host.page
    if page is not None:
        wrong = [row for row in (*part.orders, *part.positions) if not row.is_right]
        told = clauses(
            tr("{what}: expected {expected}, is {actual}", what=row.what, expected=row.expected, actual=row.actual) for row in wrong
        )
        outcome = tr("{count} differences: {differences}", count=len(wrong), differences=told) if wrong else tr("It comes out as expected.")
        about = f"{ran.case.id} {ran.case.title}. {ran.way.words}. {outcome}"
        page.banners.show_banner(BANNER, about, ((tr("Expected and actual"), lambda: _show_again(host, ran)),))
    host.say(tr("{game}: process it, or change its orders.", game=game.name))


def _show_again(host: Window, ran: CaseRun) -> None:
    window = open_conformance_page(host)
    if window is not None:
        window.search.clear()
        window.show_case(ran.case.id)
