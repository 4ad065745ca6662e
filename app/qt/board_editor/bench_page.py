"""Page of the bench: table, drawing, text and faults, linked by one selection; cards of steps and of changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFrame, QPlainTextEdit, QPushButton, QSplitter, QWidget

from app.board_editor.reading import OnTheBench, ProvinceRow, codes_of
from app.presentation.step_graph import DoubtfulEdge, doubtful_edges
from app.presentation.variant_changes import ChangesDrawn, changed_provinces, line_of_province, province_at
from app.qt.board_editor.bench_map import BenchMap
from app.qt.board_editor.fault_list import FaultList
from app.qt.board_editor.province_table import ProvinceTable
from app.qt.board_editor.question_lists import DoubtfulList, LandsList
from app.qt.board_editor.side import BenchSide, FormQuestions
from app.qt.board_editor.text_pane import TextPane
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine, ChoiceButton, ElidedLabel, PlainLabel, TellingLabel, key_words
from app.qt.widgets.layouts import TurningSplitter
from app.qt.widgets.look import Look, growth
from app.session.view_options import View
from entente.words.names import join_words
from languages import labelled, plural, tr
from variants.fault import Fault
from variants.source import MANIFEST, is_drawing


class StepsCard(QFrame):
    """Card of the steps from the province that is picked; steps are added and removed by clicking provinces of the drawing.

    Signals:
        province_picked(str): one of the provinces was pressed.
    """

    province_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.row: ProvinceRow | None = None
        self.heading = forms.label(role="strong")
        self.modes: dict[str, QPushButton] = {}
        """Buttons by list: ``army``, ``fleet``, or ``fleet/NC`` where there are named coasts."""
        self._body = forms.column(spacing=2)
        forms.column(forms.row((self.heading, 1)), self._body, on=self, margins=(12, 8, 10, 8), spacing=4)
        self.lines: list[PlainLabel] = []
        self._shown: list[QWidget] = []

    @property
    def changing(self) -> str:
        """The kind of unit whose steps are being changed; empty for none."""
        return self._changing.partition("/")[0]

    @property
    def origin(self) -> str:
        """The location that steps are changed from: the province, or one of its coasts."""
        coast = self._changing.partition("/")[2]
        code = "" if self.row is None else self.row.code
        return f"{code}/{coast}" if coast else code

    @property
    def _changing(self) -> str:
        return next((each for each, button in self.modes.items() if button.isChecked()), "")

    def show_row(self, row: ProvinceRow | None) -> None:
        """Show the steps of *row*; the kind of unit whose steps are being changed stays."""
        before = self._changing
        self.row = row
        self.heading.setText("" if row is None else tr("{row}, steps", row=row.name or row.code))
        for widget in self._shown:
            self._body.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._shown, self.lines, self.modes = [], [], {}
        if row is None:
            return
        self._add("army", tr("Army"), row.army)
        for coast, places in (row.fleet or {"": ()}).items():
            self._add(f"fleet/{coast}" if coast else "fleet", tr("Fleet {coast}", coast=coast) if coast else tr("Fleet"), places)
        kept = before if before in self.modes else next((each for each in self.modes if before and each.startswith(before[:5])), "")
        if kept:
            self.modes[kept].setChecked(True)

    def _add(self, steps: str, words: str, places: Sequence[str]) -> None:
        """A line for one list, with the key by which it is changed."""
        line = forms.label(labelled(words, "  ".join(places) or tr("none")), wraps=True)
        button = forms.styled(ChoiceButton(tr("Change")), name=labelled(tr("Change"), words))
        army, fleet = (
            tr("Click a province of the drawing to put a step of the army in, or to take it out"),
            tr("Click a province of the drawing to put a step of the fleet in, or to take it out"),
        )
        button.setToolTip(army if steps == "army" else fleet)
        button.clicked.connect(lambda checked: self._change(steps, on=checked))
        holder = QWidget()
        forms.row((line, 1), (button, 0, Qt.AlignmentFlag.AlignTop), on=holder, margins=(0, 0, 0, 0))
        self._body.addWidget(holder)
        self._shown.append(holder)
        self.lines.append(line)
        self.modes[steps] = button

    def _change(self, steps: str, *, on: bool) -> None:
        for each, button in self.modes.items():
            button.setChecked(on and each == steps)


class ComparisonCard(QFrame):
    """Gone while nothing is compared.

    Signals:
        copy_requested(str): the text is to be copied.
        closed(): nothing is to be compared any more.
    """

    copy_requested = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.heading = forms.label(tr("What changed"), "heading")
        self.text = forms.styled(QPlainTextEdit(), name=tr("What changed since the earlier version"))
        self.text.setReadOnly(True)
        self.note = forms.label(role="soft", wraps=True)
        self.note.hide()
        self.copy_button = forms.button(tr("Copy for a post"), lambda: self.copy_requested.emit(self.text.toPlainText()))
        self.done_button = forms.button(tr("Done"), self.closed, tip=tr("Compare no more"))
        forms.column(
            forms.flow((self.heading, 1), self.done_button),
            (self.text, 1),
            self.note,
            self.copy_button,
            on=self,
            margins=(12, 8, 10, 8),
            spacing=6,
        )
        self.setMinimumHeight(180)
        self.hide()

    def show_text(self, text: str, note: str = "") -> None:
        """Show the differences; an empty text puts the card away.

        Args:
            note: what the map cannot show of them.
        """
        self.note.setText(note)
        self.note.setVisible(bool(note))
        if text != self.text.toPlainText():
            self.text.setPlainText(text)
        self.setVisible(bool(text))


MOST_DOUBTFUL = 60
_PART = 330
"""Pixels from top to bottom, with words of the usual size, of a part below another one."""
_FAULTS = 120
"""The same of the faults below the drawing, which are scrolled by themselves."""
_FOLDED = 1.6
"""Size of words from which on the text is folded away at first, below the edge of the drawing: both had three lines."""
_SIDE, _MOST_SIDE = 400, 800
"""Pixels of tables and forms with words of the usual size, and at most: the drawing beside them keeps half of a small screen."""
_TOLD = 150
"""Pixels that what was done is at least wide, with words of the usual size."""


class MapOverText(QSplitter):
    """The drawing over its text: while that is folded away it needs no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.splitterMoved.connect(lambda *_at: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """Return the size that the parts in view need."""
        first = self.widget(0)
        if first is not None and self.sizes()[1:] == [0]:
            return first.minimumSizeHint().expandedTo(first.minimumSize())
        return super().minimumSizeHint()


class BenchPage(QWidget):
    """Stands in the place of the board.

    Signals:
        closed(): back to where one came from. province_picked(str): a province came to the front. undo_requested(), redo_requested(): the
        last step is to be taken back, or made again. step_requested(str, str, str): the step of that kind ("army", "fleet") between two
        locations is to be added, or removed.
    """

    closed = Signal()
    province_picked = Signal(str)
    undo_requested = Signal()
    redo_requested = Signal()
    step_requested = Signal(str, str, str)

    def __init__(self, look: Look, asking: FormQuestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self.bench: OnTheBench | None = None
        self._settled: OnTheBench | None = None
        """Bench of the last whole reading."""
        self._flashed: frozenset[str] = frozenset()
        """Parts that were marked as changed since then."""
        self.may_edit = True
        """True if the files can be changed here."""
        self.title = forms.label(role="heading")
        self.boards = forms.styled(QComboBox(), name=tr("Boards on the bench"))
        self.boards.hide()
        self.about = forms.styled(ElidedLabel(Qt.AlignmentFlag.AlignLeft), "soft")
        self.counts = forms.label(role="strong")
        self.took = forms.label(role="faint")
        self.working = forms.styled(TellingLabel("", _TOLD), "soft")
        self.working.hide()
        self.buttons = forms.flow(spacing=8)
        self.action_buttons: dict[str, QPushButton] = {}
        self.table = ProvinceTable(look)
        self.finder = AskingLine()
        self.finder.setPlaceholderText(tr("Find"))
        self.finder.setClearButtonEnabled(True)
        self.finder.textChanged.connect(self.table.filter)
        self.steps = StepsCard()
        self.doubtful = DoubtfulList()
        self.lands = LandsList()
        self.map = BenchMap(look)
        self.text = TextPane(look)
        self.faults = FaultList()
        self.comparison = ComparisonCard()
        self.propose = forms.button(
            tr("Propose terrain…"),
            tip=tr("Land and sea as the drawing shows them, each with its reason; nothing is written before you agree"),
        )
        self.provinces = self._province_part()
        self.side = BenchSide(look, self.provinces, asking)
        self._lay_out()
        self.side.begin.row_picked.connect(self.pick)
        self.side.terrain.row_picked.connect(self.pick)
        self.table.province_picked.connect(self.pick)
        self.steps.province_picked.connect(self.pick)
        self.map.province_picked.connect(self._pressed)
        self.doubtful.edge_picked.connect(self._show_edge)
        self.lands.land_picked.connect(self.pick)
        self.faults.fault_picked.connect(self.show_fault)
        self.text.line_picked.connect(self._line_picked)
        QShortcut(QKeySequence(Qt.Key.Key_F8), self, self.faults.next)

    def _lay_out(self) -> None:
        head = forms.styled(QFrame(), "header")
        forms.flow(
            (forms.column(self.title, self.about, spacing=0), 1),
            self.boards,
            forms.column(self.counts, self.took, spacing=0),
            (self.working, 1),
            self.buttons,
            on=head,
            margins=(14, 6, 14, 6),
            spacing=14,
        )
        middle = MapOverText()
        middle.addWidget(self.map)
        middle.addWidget(self.text)
        middle.setSizes([560, 190 if growth(self.font()) < _FOLDED else 0])
        middle.setStretchFactor(0, 1)
        drawing = TurningSplitter(_FAULTS)
        drawing.addWidget(middle)
        self._right = QSplitter(Qt.Orientation.Vertical)
        self._right.addWidget(self.faults)
        self._right.addWidget(self.comparison)
        self._right.setChildrenCollapsible(False)
        self._right.hide()
        drawing.addWidget(self._right)
        drawing.setSizes([680, 290])
        drawing.setStretchFactor(0, 1)
        drawing.setStretchFactor(1, 0)
        parts = TurningSplitter(_PART)
        parts.addWidget(self.side)
        parts.addWidget(drawing)
        parts.setSizes([min(round(_SIDE * growth(self.font())), _MOST_SIDE), 970])
        parts.setStretchFactor(0, 0)
        parts.setStretchFactor(1, 1)
        forms.column(head, (parts, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def _province_part(self) -> QWidget:
        """The table with what stands above and below it."""
        part = QWidget()
        forms.column(
            forms.flow((self.finder, 1), self.propose, margins=(12, 8, 10, 6), spacing=8),
            (self.table, 5),
            self.steps,
            (self.doubtful, 1),
            (self.lands, 1),
            on=part,
            margins=(0, 0, 0, 0),
            spacing=0,
        )
        self.table.setMinimumHeight(150)
        return part

    def show_work(self, words: str) -> None:
        """Say at the top of the page what goes on; empty where nothing does. What was done, and why it was not, stands below."""
        self.working.setText(words)
        self.working.setVisible(bool(words))

    def add_action(self, words: str, tip: str, act: Callable[[], None], *, primary: bool = False, keys: str = "") -> QPushButton:
        """A button at the top; *words* and *tip* are English, and it is known by them. *keys* stand at ``{keys}`` in the tip."""
        button = forms.button(tr(words), act, tip=tr(tip, keys=key_words(keys)) if keys else tr(tip))
        if primary:
            button.setProperty("role", "primary")
        self.buttons.addWidget(button)
        self.action_buttons[words] = button
        return button

    def show_boards(self, titles: Sequence[str], at: int) -> None:
        """Offer the boards that lie on the bench, this one *at* its place among them; nothing where there is no other."""
        if [self.boards.itemText(each) for each in range(self.boards.count())] != list(titles):
            self.boards.clear()
            self.boards.addItems(list(titles))
        self.boards.setCurrentIndex(at)
        self.boards.setVisible(len(titles) > 1)

    def show_bench(
        self,
        bench: OnTheBench,
        view: View,
        look: Look,
        *,
        about: str = "",
        took: str = "",
        changes: Sequence[str] = (),
        names_only: bool = False,
    ) -> None:
        """Show what lies there now; what is picked, the zoom and the places in the lists stay."""
        self.bench, self._look = bench, look
        self.title.setText(bench.title)
        self.about.setText(about)
        self.took.setText(took)
        self._count(bench)
        colours = {} if bench.folder is None else {power: QColor(style.fill) for power, style in bench.folder.styles.items()}
        self.table.rows.show_rows(bench.rows, colours, look)
        self.map.show_bench(bench, view, look, names_only=names_only)
        may_edit = self.may_edit and MANIFEST in bench.files
        self.table.rows.is_editable = may_edit
        self.propose.setEnabled(may_edit)
        self.side.show_bench(bench, bench.manifest, look, may_edit=may_edit)
        self.map.view.may_drag = may_edit and is_drawing(bench.drawing)
        silent = [labelled(each.fault.what, each.reason) for each in bench.silenced]
        self.faults.show_faults(bench.faults, silent, may_edit=may_edit)
        if bench.faults or silent:  # from the first fault on it stays, or the map would jump while a file is typed
            self._right.show()
        self.text.show_files(bench.written or bench.files, bench.drawing, bench.faults, changes)
        if bench.is_whole:  # until then the drawing's faults are unknown, and the earlier ones stay
            self.doubtful.show_edges(doubtful_edges(bench)[:MOST_DOUBTFUL], may_edit=may_edit)
            self.lands.show_lands(bench.lands, may_edit=may_edit)
        self._flash_changes(bench)
        picked = self.table.picked
        if picked is None and bench.rows:
            self.table.pick(bench.rows[0].code)
        self._show_steps(self.table.picked)

    def _flash_changes(self, bench: OnTheBench) -> None:
        """Mark what is otherwise than in what was read before as a whole, each province once on the way."""
        if self._settled is not None:
            changed = changed_provinces(self._settled, bench) - self._flashed
            if changed:
                self._flashed |= changed
                self.map.flash(changed)
        if bench.is_whole:
            self._settled, self._flashed = bench, frozenset()

    def show_comparison(self, text: str, changes: ChangesDrawn, *, is_settled: bool = True) -> None:
        """Show what an earlier version had otherwise, on the map and in words; an empty text shows nothing of it any more.

        Args:
            is_settled: whether the earlier drawing is there, or will never be.
        """
        is_new = bool(text) and self.comparison.isHidden()
        self.comparison.show_text(text, _of_gone(changes.not_drawn, is_settled=is_settled))
        if is_new:
            self._right.show()
            self._right.setSizes([self.height(), self.height()])
        self.map.show_changes(changes)

    def pick(self, code: str) -> None:
        """Bring a province to the front everywhere: table, drawing, text."""
        bench = self.bench
        if bench is None:
            return
        self.table.pick(code)
        self.side.pick(code)
        self._show_steps(code)
        self.map.pick(code)
        self.map.zoom_on_province(code)
        self.text.go_to(MANIFEST, line_of_province(bench, code))
        self.province_picked.emit(code)

    def _pressed(self, code: str) -> None:
        """A province of the drawing: it is picked; or the form in front, or the step that is being changed, wanted it."""
        if self.may_edit and self.side.pressed(code):
            self.map.pick(code)
            return
        picked, kind = self.table.picked, self.steps.changing
        if kind and picked is not None and picked != code and self.bench is not None and self.may_edit:
            coast = self.map.pressed_coast if kind == "fleet" else ""
            row = self.bench.row(code)
            has_it = row is not None and coast in row.fleet
            self.step_requested.emit(kind, self.steps.origin, f"{code}/{coast}" if coast and has_it else code)
        else:
            self.pick(code)

    def event(self, event: QEvent) -> bool:
        """Undo and Redo are the bench's own while it is in front."""
        if isinstance(event, QKeyEvent):
            for keys, signal in (
                (QKeySequence.StandardKey.Undo, self.undo_requested),
                (QKeySequence.StandardKey.Redo, self.redo_requested),
            ):
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
        if bench.beginning is not None and not errors:
            words = plural(
                "{count} province. No variant yet: nothing is written.",
                "{count} provinces. No variant yet: nothing is written.",
                len(bench.rows),
            )
        elif errors:
            words = tr(
                "{errors}, {warnings}. Playable when the errors are gone.",
                errors=plural("{count} error", "{count} errors", errors),
                warnings=plural("{count} warning", "{count} warnings", warnings),
            )
        else:
            words = (
                plural("{count} warning. Playable.", "{count} warnings. Playable.", warnings)
                if warnings
                else tr("Playable, nothing is wrong.")
            )
        self.counts.setText(words)
        forms.restyle(self.counts, "bad" if errors else "good")


def _of_gone(codes: Sequence[str], *, is_settled: bool) -> str:
    """Return the note on provinces that are gone and not on the map."""
    if not codes:
        return ""
    if not is_settled:
        return tr("The earlier drawing is being read…")
    return tr("Not on the map: {provinces}. The earlier drawing does not show where that was.", provinces=join_words(codes[:12]))
