"""New Game: the variant, a name, and every rule switch with a sentence on its effect."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from adjudicator.rules import Rules, presets, rule_fields
from variants.catalogue import Catalogue, CatalogueEntry


class NewGameDialog(QDialog):
    """Asks what is played. The usual game needs nothing but Enter."""

    def __init__(self, parent: QWidget | None = None, catalogue: Catalogue | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game")
        self.resize(860, 600)
        self._entries = {entry.id: entry for entry in catalogue or Catalogue()}
        self.name = QLineEdit()
        self.name.setPlaceholderText("The variant's name unless you give one")
        self.variants = QListWidget()
        self.variants.setFixedWidth(230)
        for entry in self._entries.values():
            item = QListWidgetItem(entry.id if entry.folder is None else entry.folder.variant.name)
            item.setData(Qt.ItemDataRole.UserRole, entry.id)
            if entry.folder is None:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.variants.addItem(item)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setProperty("role", "soft")
        self.preset = QComboBox()
        self.preset.addItems([*presets(), "Your own choice"])
        self.preset.setCurrentText(next((name for name, rules in presets().items() if rules == Rules()), "Your own choice"))
        self.preset.activated.connect(self._preset_taken)
        self.rules: dict[str, QComboBox] = {}
        self._sentences: dict[str, QLabel] = {}
        rules = QWidget()
        form = QFormLayout(rules)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for field in rule_fields():
            combo = QComboBox()
            for choice in field.choices:
                combo.addItem(f"{choice.value}{' (usual)' if choice == field.default else ''}", choice.value)
            combo.setCurrentIndex(list(field.choices).index(field.default))
            combo.currentIndexChanged.connect(lambda _index, issue=field.issue: self._choice_changed(issue))
            question = QLabel(f"{field.issue}  {field.question}")
            question.setWordWrap(True)
            sentence = QLabel()
            sentence.setWordWrap(True)
            sentence.setProperty("role", "soft")
            self.rules[field.issue] = combo
            self._sentences[field.issue] = sentence
            form.addRow(question, combo)
            form.addRow(sentence)
            self._say(field.issue)
        self._area = QScrollArea()
        self._area.setWidget(rules)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.hide()
        self.more = QPushButton("Rule switches…")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._area.setVisible)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.start_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.start_button.setText("Start")
        self.start_button.setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        top = QFormLayout()
        top.addRow("Name", self.name)
        top.addRow("Rules", self.preset)
        right = QVBoxLayout()
        right.addWidget(self._about)
        right.addLayout(top)
        right.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self._area, 1)
        right.addStretch(0)
        both = QHBoxLayout()
        both.addWidget(self.variants)
        both.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 18, 20, 16)
        whole.setSpacing(12)
        whole.addLayout(both, 1)
        whole.addWidget(buttons)
        self.variants.currentItemChanged.connect(self._variant_taken)
        self.variants.itemDoubleClicked.connect(lambda _item: self.accept())
        self.variants.setCurrentRow(0)

    @property
    def variant_id(self) -> str:
        """What is to be played."""
        item = self.variants.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole))

    @property
    def rule_words(self) -> tuple[str, ...]:
        """The switches that differ from the usual rules, as ``4.A.3=DPTG``."""
        usual = {field.issue: field.default.value for field in rule_fields()}
        return tuple(f"{issue}={combo.currentData()}" for issue, combo in self.rules.items() if combo.currentData() != usual[issue])

    def _variant_taken(self, item: QListWidgetItem | None) -> None:
        entry = None if item is None else self._entries.get(str(item.data(Qt.ItemDataRole.UserRole)))
        self._about.setText("" if entry is None else _about(entry))
        self.start_button.setEnabled(entry is not None and entry.folder is not None)

    def _preset_taken(self) -> None:
        rules = presets().get(self.preset.currentText())
        if rules is None:
            return
        for field in rule_fields():
            chosen = getattr(rules, field.name)
            combo = self.rules[field.issue]
            combo.blockSignals(True)
            combo.setCurrentIndex(list(field.choices).index(chosen))
            combo.blockSignals(False)
            self._say(field.issue)

    def _choice_changed(self, issue: str) -> None:
        self._say(issue)
        self.preset.setCurrentText("Your own choice")

    def _say(self, issue: str) -> None:
        field = next(each for each in rule_fields() if each.issue == issue)
        chosen = self.rules[issue].currentData()
        self._sentences[issue].setText(next(choice.description for choice in field.choices if choice.value == chosen))


def _about(entry: CatalogueEntry) -> str:
    if entry.folder is None:
        return "\n".join(str(fault) for fault in entry.faults)
    folder = entry.folder
    variant = folder.variant
    board = variant.board
    numbers = f"{len(variant.powers)} powers, {len(board.provinces)} provinces, {len(board.centres)} centres, {variant.victory} to win."
    return f"{folder.description}\n{numbers}"
