"""The parameters of a hook as a form, made from what the hook declares."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from adjudicator.variant import Variant
from app.hooks.attached import names_of
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel
from entente.words.names import power_name
from languages import tr
from variants.hooks.hook_text import HookText
from variants.hooks.parameters import HookArgumentError, HookParameter, ParameterKind, ParameterNames, Value, read_arguments

PER_ROW = 4
"""Powers beside one another."""


class HookForm(QWidget):
    """One field for each parameter, with its sentence.

    Signals:
        changed(): something was set.
    """

    changed = Signal()

    def __init__(self, text: HookText, variant: Variant, arguments: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._names: ParameterNames = names_of(variant)
        self._read: dict[str, Callable[[], str]] = {}
        self.fields: dict[str, QWidget] = {}
        try:
            present = read_arguments(text.parameters, arguments, self._names) if arguments else {}
        except HookArgumentError:
            present = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 4)
        column.setSpacing(4)
        for parameter in text.parameters:
            words = tr(parameter.note) if parameter.note else parameter.name.capitalize()
            label = PlainLabel(words if parameter.default is None else tr("{parameter} (may stay as it is)", parameter=words))
            label.setWordWrap(True)
            field = self._field(parameter, variant, present.get(parameter.name, _default(parameter)))
            field.setAccessibleName(parameter.name)
            label.setBuddy(field)
            self.fields[parameter.name] = field
            column.addWidget(label)
            column.addWidget(field)

    def arguments(self) -> str:
        """Return the settings, as the game file writes them: ``powers=ENGLAND,TURKEY until=1903``.

        Raises:
            ArgumentError: something is missing or does not fit.
        """
        parts: list[str] = []
        for parameter in self._text.parameters:
            value = self._read[parameter.name]().strip()
            if not value or (parameter.default is not None and value == parameter.default.strip()):
                continue
            word = f"{parameter.name}={value}"
            parts.append(shlex.quote(word) if re.search(r"[^\w=,.+-]", word) else word)
        words = " ".join(parts)
        read_arguments(self._text.parameters, words, self._names)
        return words

    def fault(self) -> str:
        """Return the fault of the settings; empty where all is well."""
        try:
            self.arguments()
        except HookArgumentError as error:
            return str(error)
        return ""

    def _field(self, parameter: HookParameter, variant: Variant, value: Value | None) -> QWidget:
        match parameter.kind:
            case ParameterKind.NUMBER:
                box = QSpinBox()
                box.setRange(parameter.least, parameter.most)
                box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
                box.setValue(value if isinstance(value, int) else variant.start.phase.year)
                box.valueChanged.connect(self.changed)
                self._read[parameter.name] = lambda: str(box.value())
                return box
            case ParameterKind.FLAG:
                tick = QCheckBox(tr("yes"))
                tick.setChecked(value is True)
                tick.toggled.connect(self.changed)
                self._read[parameter.name] = lambda: "yes" if tick.isChecked() else "no"
                return tick
            case ParameterKind.CHOICE:
                return self._combo(parameter, [(word, word) for word in parameter.choices], value)
            case ParameterKind.POWER:
                return self._combo(parameter, [(power_name(variant, power), power) for power in variant.powers], value)
            case ParameterKind.POWERS:
                return self._buttons(parameter, variant, value if isinstance(value, list) else [])
            case ParameterKind.WORDS:
                area = QPlainTextEdit("\n".join(value) if isinstance(value, list) else "")
                area.setMaximumHeight(84)
                area.setPlaceholderText(tr("One a line"))
                area.textChanged.connect(self.changed)
                self._read[parameter.name] = lambda: ",".join(
                    line.replace(",", " ").strip().strip('"“”').strip() for line in area.toPlainText().splitlines() if line.strip()
                )
                return area
            case ParameterKind.PROVINCE | ParameterKind.PROVINCES | ParameterKind.WORD:
                return self._line(parameter, variant, value)

    def _combo(self, parameter: HookParameter, choices: list[tuple[str, str]], value: Value | None) -> QWidget:
        combo = QComboBox()
        for words, data in choices:
            combo.addItem(words, data)
        if isinstance(value, str):
            combo.setCurrentIndex(max(0, combo.findData(value)))
        combo.currentIndexChanged.connect(self.changed)
        self._read[parameter.name] = lambda: str(combo.currentData())
        return combo

    def _buttons(self, parameter: HookParameter, variant: Variant, chosen: list[str]) -> QWidget:
        whole = QWidget()
        grid = QGridLayout(whole)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        buttons: dict[str, QPushButton] = {}
        for number, power in enumerate(variant.powers.values()):
            button = ChoiceButton(power_name(variant, power.id))
            button.setAutoDefault(False)
            button.setChecked(power.id in chosen)
            button.toggled.connect(self.changed)
            buttons[power.id] = button
            grid.addWidget(button, number // PER_ROW, number % PER_ROW)
        self._read[parameter.name] = lambda: ",".join(power for power, button in buttons.items() if button.isChecked())
        return whole

    def _line(self, parameter: HookParameter, variant: Variant, value: Value | None) -> QWidget:
        line = QLineEdit(", ".join(value) if isinstance(value, list) else str(value) if value is not None else "")
        if parameter.kind is not ParameterKind.WORD:
            completer = QCompleter([f"{each.code}" for each in variant.board.provinces.values()], line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            line.setCompleter(completer)
        if parameter.is_list:
            line.setPlaceholderText(tr("With commas between them"))
        line.textChanged.connect(self.changed)
        self._read[parameter.name] = lambda: ",".join(part.strip() for part in line.text().split(",")) if parameter.is_list else line.text()
        return line


def _default(parameter: HookParameter) -> Value | None:
    if parameter.default is None:
        return None
    text = parameter.default.strip()
    if parameter.is_list:
        return text.replace(",", " ").split()
    if parameter.kind is ParameterKind.NUMBER:
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None
    if parameter.kind is ParameterKind.FLAG:
        return text.lower() in {"yes", "true", "on"}
    return text
