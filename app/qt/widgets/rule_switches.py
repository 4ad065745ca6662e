"""Every rule switch with its question and its choices in words."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from adjudicator.rules import Rules, presets, rule_fields
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.wrapping_widgets import WrappingCombo
from languages import mark, tr

OWN = mark("Your own choice")
_FOR_GAME_MASTER = mark("for the game master to follow")
_CHAPTERS = {
    "4.A": mark("Convoys and attacks"),
    "4.B": mark("Coasts"),
    "4.C": mark("Names of units and powers"),
    "4.D": mark("Order sets, builds and removals"),
    "4.E": mark("Other orders"),
}
_OTHERS = mark("The table")


class RuleSwitches(QWidget):
    """A rulebook to start from, and every question that it leaves open.

    Signals:
        changed(): a switch was set.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usual = Rules()
        self.preset = QComboBox()
        for name in (*presets(), OWN):
            self.preset.addItem(tr(name), name)
        self.preset.activated.connect(self._preset_taken)
        self.search = AskingLine()
        self.search.setPlaceholderText(tr("Find a rule"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.combos: dict[str, QComboBox] = {}
        self._rows: dict[str, tuple[QWidget, str, str]] = {}
        self._heads: dict[str, QLabel] = {}
        area = TallRoom(self)
        page = QWidget(area.viewport())
        area.setWidget(page)
        page.setObjectName("page")
        column = forms.column(on=page, margins=(4, 2, 10, 4), spacing=8)
        for field in rule_fields():
            chapter = _CHAPTERS.get(field.issue[:3], _OTHERS)
            if chapter not in self._heads:
                head = forms.styled(QLabel(tr(chapter)), "subheading")
                self._heads[chapter] = head
                column.addWidget(head)
            combo = WrappingCombo()
            for choice in field.choices:
                combo.addItem(tr(choice.description), choice.value)
            asked = tr(field.question)
            combo.setAccessibleName(asked)
            combo.currentIndexChanged.connect(self._choice_changed)
            source = f"{field.issue}, {tr(_FOR_GAME_MASTER)}" if field.for_game_master else field.issue
            question = QLabel(f"{asked}  <span style='font-size:small'>({source})</span>")
            question.setWordWrap(True)
            row = QWidget(page)
            forms.column(question, combo, on=row, margins=(0, 0, 0, 0), spacing=2)
            words = " ".join((source, asked, *(tr(choice.description) for choice in field.choices)))
            self.combos[field.issue] = combo
            self._rows[field.issue] = (row, words.casefold(), chapter)
            column.addWidget(row)
        column.addStretch(1)
        forms.column(
            forms.row(QLabel(tr("As in")), self.preset, forms.STRETCH, (self.search, 1)),
            (area, 1),
            on=self,
            margins=(0, 8, 0, 0),
            spacing=8,
        )
        self.show_rules(self._usual)

    def show_rules(self, rules: Rules) -> None:
        """Start from *rules*, those of the variant."""
        self._usual = rules
        self._set(rules)
        self._show_preset(next((name for name, each in presets().items() if each == rules), OWN))

    @property
    def words(self) -> tuple[str, ...]:
        """The switches that differ from the variant's rules, as ``4.A.3=DPTG``."""
        usual = {field.issue: getattr(self._usual, field.name).value for field in rule_fields()}
        return tuple(f"{issue}={combo.currentData()}" for issue, combo in self.combos.items() if combo.currentData() != usual[issue])

    def _preset_taken(self) -> None:
        rules = presets().get(str(self.preset.currentData()))
        if rules is not None:
            self._set(rules)
            self.changed.emit()

    def _set(self, rules: Rules) -> None:
        for field in rule_fields():
            combo = self.combos[field.issue]
            combo.blockSignals(True)
            combo.setCurrentIndex(list(field.choices).index(getattr(rules, field.name)))
            combo.blockSignals(False)

    def _choice_changed(self) -> None:
        self._show_preset(OWN)
        self.changed.emit()

    def _show_preset(self, name: str) -> None:
        self.preset.setCurrentIndex(self.preset.findData(name))

    def _filter(self, sought: str) -> None:
        words = sought.casefold().split()
        seen: set[str] = set()
        for row, text, chapter in self._rows.values():
            is_found = all(word in text for word in words)
            row.setVisible(is_found)
            if is_found:
                seen.add(chapter)
        for chapter, head in self._heads.items():
            head.setVisible(chapter in seen)
