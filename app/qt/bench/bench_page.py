"""The bench itself: table, drawing, text and faults, linked by one selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.bench.reading import OnTheBench, ProvinceRow, codes_of
from app.qt.bench.bench_map import BenchMap
from app.qt.bench.fault_list import FaultList
from app.qt.bench.province_table import ProvinceTable
from app.qt.bench.text_pane import TextPane
from app.qt.widgets.elided_label import ElidedLabel
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.session.view_options import View
from app.view.bench.graph import DoubtfulEdge, doubtful_edges
from entente.words.names import counted
from variants.fault import Fault
from variants.inherit import MANIFEST

MOST_DOUBTFUL = 60


class BenchPage(QWidget):
    """Stands in the place of the board.

    Signals:
        closed(): back to where one came from.
        province_picked(str): a province came to the front.
        undo_wanted(), redo_wanted(): the last step is to be taken back, or made again.
        step_wanted(str, str, str): the step of that kind ("army", "fleet") between two locations is to be put in, or taken out.
    """

    closed = Signal()
    province_picked = Signal(str)
    undo_wanted = Signal()
    redo_wanted = Signal()
    step_wanted = Signal(str, str, str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self.bench: OnTheBench | None = None
        self.may_edit = True
        """Whether the files can be changed here."""
        self.title = PlainLabel("")
        self.title.setProperty("role", "heading")
        self.about = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
        self.about.setProperty("role", "soft")
        self.counts = PlainLabel("")
        self.counts.setProperty("role", "strong")
        self.working = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
        self.working.setProperty("role", "soft")
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        self.action_buttons: dict[str, QPushButton] = {}
        self.table = ProvinceTable(look)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText("Find")
        self.finder.setClearButtonEnabled(True)
        self.finder.textChanged.connect(self.table.filter)
        self.steps = StepsCard()
        self.doubtful = DoubtfulList()
        self.map = BenchMap(look)
        self.text = TextPane(look)
        self.faults = FaultList()
        self._lay_out()
        self.table.province_picked.connect(self.pick)
        self.steps.province_picked.connect(self.pick)
        self.map.province_picked.connect(self._pressed)
        self.doubtful.edge_picked.connect(self._show_edge)
        self.faults.fault_picked.connect(self.show_fault)
        self.text.line_picked.connect(self._line_picked)
        QShortcut(QKeySequence(Qt.Key.Key_F8), self, self.faults.next)

    def _lay_out(self) -> None:
        head = QFrame()
        head.setProperty("role", "header")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.about)
        row = QHBoxLayout(head)
        row.setContentsMargins(14, 6, 14, 6)
        row.setSpacing(14)
        row.addLayout(words, 1)
        row.addWidget(self.counts)
        row.addWidget(self.working, 1)
        row.addLayout(self.buttons)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = QHBoxLayout()
        above.setContentsMargins(12, 8, 10, 6)
        heading = PlainLabel("Provinces")
        heading.setProperty("role", "heading")
        above.addWidget(heading)
        above.addWidget(self.finder, 1)
        column.addLayout(above)
        column.addWidget(self.table, 3)
        column.addWidget(self.steps)
        column.addWidget(self.doubtful, 2)
        middle = QSplitter(Qt.Orientation.Vertical)
        middle.addWidget(self.map)
        middle.addWidget(self.text)
        middle.setSizes([560, 190])
        middle.setStretchFactor(0, 1)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(left)
        parts.addWidget(middle)
        parts.addWidget(self.faults)
        parts.setSizes([400, 680, 290])
        for at, stretch in ((0, 0), (1, 1), (2, 0)):
            parts.setStretchFactor(at, stretch)
        left.setMinimumWidth(380)
        self.faults.setMinimumWidth(250)
        parts.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        whole.addWidget(parts, 1)

    def tell(self, words: str) -> None:
        """Say what was done, or why it was not, at the top of the page."""
        self.working.setText(words)
        self.working.setToolTip(words)

    def add_action(self, words: str, tip: str, act: Callable[[], None], *, primary: bool = False) -> QPushButton:
        """A button at the top."""
        button = QPushButton(words)
        button.setToolTip(tip)
        if primary:
            button.setProperty("role", "primary")
        button.clicked.connect(act)
        self.buttons.addWidget(button)
        self.action_buttons[words] = button
        return button

    def show_bench(
        self, bench: OnTheBench, view: View, look: Look, *, about: str = "", changes: Sequence[str] = (), names_only: bool = False
    ) -> None:
        """Show what lies there now; what is picked, the zoom and the places in the lists stay."""
        before, self.bench, self._look = self.bench, bench, look
        self.title.setText(bench.title)
        self.about.setText(about)
        self._count(bench)
        colours = {} if bench.folder is None else {power: QColor(style.fill) for power, style in bench.folder.styles.items()}
        self.table.rows.show_rows(bench.rows, colours, look)
        self.map.show_bench(bench, view, look, names_only=names_only)
        may_edit = self.may_edit and MANIFEST in bench.files
        self.table.rows.is_editable = may_edit
        self.map.view.may_drag = may_edit and bench.drawing.lower().endswith(".svg")
        silent = [f"{each.fault.what}: {each.reason}" for each in bench.silenced]
        self.faults.show_faults(bench.faults, silent, may_edit=may_edit)
        self.text.show_files(bench.files, bench.drawing, bench.faults, changes)
        self.doubtful.show_edges(doubtful_edges(bench)[:MOST_DOUBTFUL], may_edit=may_edit)
        if before is not None and bench.board is not None and before.board is not None:
            changed = changed_provinces(before, bench)
            if changed:
                self.map.flash(changed)
        picked = self.table.picked
        if picked is None and bench.rows:
            self.table.pick(bench.rows[0].code)
        self._show_steps(self.table.picked)

    def pick(self, code: str) -> None:
        """Bring a province to the front everywhere: table, drawing, text."""
        bench = self.bench
        if bench is None:
            return
        self.table.pick(code)
        self._show_steps(code)
        self.map.pick(code)
        self.map.zoom_on_province(code)
        self.text.go_to(MANIFEST, line_of_province(bench, code))
        self.province_picked.emit(code)

    def _pressed(self, code: str) -> None:
        """A province of the drawing: it is picked, or a step to it is changed where steps are being changed."""
        picked, kind = self.table.picked, self.steps.changing
        if kind and picked is not None and picked != code and self.bench is not None and self.may_edit:
            self.step_wanted.emit(kind, self.steps.origin(kind), code)
        else:
            self.pick(code)

    def event(self, event: QEvent) -> bool:
        """Undo and Redo are the bench's own while it is in front."""
        if isinstance(event, QKeyEvent):
            for keys, signal in ((QKeySequence.StandardKey.Undo, self.undo_wanted), (QKeySequence.StandardKey.Redo, self.redo_wanted)):
                if event.matches(keys):
                    if event.type() is QEvent.Type.KeyPress:
                        signal.emit()
                    event.accept()
                    return True
        return super().event(event)

    def show_fault(self, fault: Fault) -> None:
        """Bring a fault to the front everywhere: list, drawing, table, text."""
        bench = self.bench
        if bench is None:
            return
        codes = codes_of(fault, frozenset(row.code for row in bench.rows))
        if codes:
            self.table.pick(codes[0])
            self._show_steps(codes[0])
        self.faults.pick(fault)
        self.map.pick(codes[0] if codes else None, fault)
        self.map.zoom_on(fault)
        self.text.go_to(fault.source, fault.line, fault.element)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        self._look = look
        self.text.set_look(look)

    def _show_steps(self, code: str | None) -> None:
        row = None if self.bench is None or code is None else self.bench.row(code)
        self.steps.show_row(row)
        if code is not None and self.map.picked != code:
            self.map.pick(code)

    def _show_edge(self, edge: DoubtfulEdge) -> None:
        self.pick(edge.provinces[0])

    def _line_picked(self, file: str, line: int) -> None:
        bench = self.bench
        if bench is None:
            return
        fault = next((each for each in bench.faults if each.source == file and each.line == line), None)
        code = province_at(bench, line) if file == MANIFEST else None
        if fault is not None:
            self.faults.pick(fault)
        if code is not None and code != self.table.picked:
            self.table.pick(code)
            self._show_steps(code)
            self.map.pick(code, fault)

    def _count(self, bench: OnTheBench) -> None:
        errors, warnings = bench.errors, len(bench.faults) - bench.errors
        if errors:
            words = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}. Playable when the errors are gone."
        else:
            words = f"{counted(warnings, 'warning')}. Playable." if warnings else "Playable, nothing is wrong."
        self.counts.setText(words)
        self.counts.setProperty("role", "bad" if errors else "good")
        self.counts.style().unpolish(self.counts)
        self.counts.style().polish(self.counts)


class StepsCard(QFrame):
    """Where units may go from the province that is picked; steps are put in and taken out by pressing provinces of the drawing.

    Signals:
        province_picked(str): one of the provinces was pressed.
    """

    province_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.row: ProvinceRow | None = None
        self.heading = PlainLabel("")
        self.heading.setProperty("role", "strong")
        self.modes: dict[str, QPushButton] = {}
        above = QHBoxLayout()
        above.addWidget(self.heading, 1)
        for kind in ("army", "fleet"):
            button = QPushButton(f"Change {kind}")
            button.setCheckable(True)
            button.setProperty("role", "choice")
            button.setToolTip(f"Press a province of the drawing to put a step of the {kind} in, or to take it out")
            button.clicked.connect(lambda checked, kind=kind: self._change(kind, on=checked))
            above.addWidget(button)
            self.modes[kind] = button
        self._body = QVBoxLayout()
        self._body.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(4)
        column.addLayout(above)
        column.addLayout(self._body)
        self.lines: list[PlainLabel] = []

    @property
    def changing(self) -> str:
        """The kind of unit whose steps are being changed; empty for none."""
        return next((kind for kind, button in self.modes.items() if button.isChecked()), "")

    def origin(self, kind: str) -> str:
        """The location that steps are changed from: the province, with its first coast for fleets."""
        row = self.row
        if row is None:
            return ""
        coasts = [coast for coast in row.fleet if coast]
        return f"{row.code}/{coasts[0]}" if kind == "fleet" and coasts else row.code

    def show_row(self, row: ProvinceRow | None) -> None:
        """Show the steps of *row*."""
        self.row = row
        self.heading.setText("" if row is None else f"{row.name or row.code}, steps")
        for line in self.lines:
            self._body.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = []
        if row is None:
            return
        shown = [("Army", row.army), *((f"Fleet {coast}".strip(), places) for coast, places in row.fleet.items())]
        for words, places in shown:
            line = PlainLabel(f"{words}: {'  '.join(places) or 'none'}")
            line.setWordWrap(True)
            self._body.addWidget(line)
            self.lines.append(line)

    def _change(self, kind: str, *, on: bool) -> None:
        for each, button in self.modes.items():
            button.setChecked(on and each == kind)


_REPLIES = {
    "yes": "They are neighbours, however short the border",
    "no": "They only seem to touch",
    "bridge": "They are neighbours although they do not touch",
    "cut": "They are no neighbours although they touch",
}


class DoubtfulList(QWidget):
    """Borders that nobody can be sure of, the shortest first.

    Signals:
        edge_picked(object): a DoubtfulEdge is to be shown.
        answered(object, str): of a DoubtfulEdge the designer says yes, no, bridge or cut.
    """

    edge_picked = Signal(object)
    answered = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edges: tuple[DoubtfulEdge, ...] = ()
        self.may_edit = False
        self.heading = PlainLabel("Doubtful edges, shortest first")
        self.heading.setProperty("role", "strong")
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 6, 8)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(area, 1)
        self.rows: list[QWidget] = []

    def show_edges(self, edges: Sequence[DoubtfulEdge], *, may_edit: bool = False) -> None:
        """Show these."""
        open_ones = sum(not each.answer for each in edges)
        self.heading.setText(f"Doubtful edges, shortest first: {open_ones or 'none'}")
        if tuple(edges) == self.edges and may_edit == self.may_edit:
            return
        self.edges, self.may_edit = tuple(edges), may_edit
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for edge in edges:
            row = self.make_row(edge)
            self._column.insertWidget(self._column.count() - 1, row)
            self.rows.append(row)

    def make_row(self, edge: DoubtfulEdge) -> QWidget:
        """One edge with what can be said of it."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 4, 0)
        name = QPushButton(f"{edge.provinces[0]}–{edge.provinces[1]}")
        name.setProperty("role", "choice")
        name.clicked.connect(lambda: self.edge_picked.emit(edge))
        name.setToolTip(f"{edge.why[:1].upper()}{edge.why[1:]}{'' if edge.is_listed else '; it is in no list'}")
        about = PlainLabel(f"{edge.length:.0f}" if edge.length else "gap")
        about.setToolTip(name.toolTip())
        about.setProperty("role", "soft")
        line.setSpacing(3)
        line.addWidget(name)
        line.addWidget(about, 1)
        for reply in ("yes", "no", "bridge", "cut"):
            button = QPushButton(reply.capitalize())
            button.setProperty("role", "choice")
            button.setCheckable(True)
            button.setChecked(edge.answer == reply)
            button.setToolTip(_REPLIES[reply])
            button.setEnabled(self.may_edit)
            button.clicked.connect(lambda _checked=False, reply=reply: self.answered.emit(edge, reply))
            line.addWidget(button)
        return row


def line_of_province(bench: OnTheBench, code: str) -> int | None:
    """Where the table of a province begins."""
    for number, line in enumerate(_manifest_lines(bench), 1):
        if line.strip().replace('"', "") == f"[provinces.{code}]":
            return number
    return None


def province_at(bench: OnTheBench, line: int) -> str | None:
    """The province in whose table *line* stands."""
    lines = _manifest_lines(bench)[:line]
    for text in reversed(lines):
        stripped = text.strip().replace('"', "")
        if stripped.startswith("["):
            parts = stripped.strip("[]").split(".")
            return parts[1] if parts[0] == "provinces" and len(parts) > 1 else None
    return None


def _manifest_lines(bench: OnTheBench) -> list[str]:
    return bench.files.get(MANIFEST, b"").decode("utf-8-sig", "replace").splitlines()


def changed_provinces(before: OnTheBench, after: OnTheBench) -> frozenset[str]:
    """The provinces that are drawn or written otherwise than they were."""
    if before.board is None or after.board is None:
        return frozenset()
    old, new = before.board.provinces, after.board.provinces
    drawn = {code for code in new if code not in old or old[code].levels[0] != new[code].levels[0]}
    rows = {row.code: row for row in before.rows}
    written = {
        row.code
        for row in after.rows
        if (was := rows.get(row.code)) is not None
        and (row.name, row.terrain, row.centre, row.army, row.fleet) != (was.name, was.terrain, was.centre, was.army, was.fleet)
    }
    found = drawn | written
    return frozenset(found) if len(found) < max(4, len(new) // 2) else frozenset()
