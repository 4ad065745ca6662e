"""Forms of hooks: parameters of one, hooks to choose from, and rule changes in a running game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from adjudicator.variant import Variant
from app.hooks.hook_consent import names_of
from app.library.hooks import Origin, ShelvedHook
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog, TroubleRow
from app.qt.widgets.labels import ChoiceButton
from app.session.hook_changes import attached_words, known_hooks, names_for
from app.session.session import Session
from entente.words.names import describe_phase, power_name
from languages import labelled, sentence, tr
from variants.hooks.hook_parameters import HookArgumentError, HookParameter, ParameterKind, ParameterNames, Value, read_arguments
from variants.hooks.hook_text import HookText

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
        column = forms.column(on=self, margins=(0, 2, 0, 4), spacing=4)
        for parameter in text.parameters:
            words = tr(parameter.note) if parameter.note else parameter.name.capitalize()
            label = forms.label(words if parameter.default is None else tr("{parameter} (may stay as it is)", parameter=words), wraps=True)
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


class HookFormDialog(FittingDialog):
    """Asks for what a hook declares."""

    def __init__(self, text: HookText, variant: Variant, arguments: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Parameters"))
        self.resize(560, 420)
        self.form = HookForm(text, variant, arguments)
        page = QWidget()
        page.setObjectName("page")
        forms.column(self.form, forms.STRETCH, on=page)
        scroll = forms.styled(QScrollArea(), name=tr("Parameters"))
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self._row = TroubleRow(self, tr("Set"))
        self.trouble, self.ok_button = self._row.trouble, self._row.ok_button
        forms.column(forms.label(tr(text.title), "heading"), (scroll, 1), self._row, on=self, margins=(22, 18, 22, 16), spacing=10)
        self.form.changed.connect(self._check)
        self._check()

    @property
    def arguments(self) -> str:
        """Settings, as the game file writes them."""
        return self.form.arguments()

    def _check(self) -> None:
        fault = self.form.fault()
        self._row.show_trouble(sentence(fault))


class HookRow(QFrame):
    """One hook.

    Signals:
        changed(): it was ticked or set.
    """

    changed = Signal()

    def __init__(self, hook: ShelvedHook, variant: Variant, *, ticked: bool, arguments: str) -> None:
        super().__init__()
        self.hook = hook
        self.tick = forms.styled(QCheckBox(tr(hook.text.title).replace("&", "&&")), "strong")
        self.tick.setChecked(ticked)
        words = tr(hook.text.note) or tr("It has no description.")
        if hook.origin is not Origin.SHIPPED:
            words += f" ({tr(hook.origin.value)})"
        self.form = HookForm(hook.text, variant, arguments) if hook.text.parameters else None
        self.fault = forms.label(role="bad", wraps=True)
        inner = forms.column(forms.label(words, "soft", wraps=True), margins=(24, 0, 0, 0), spacing=4)
        if self.form is not None:
            inner.addWidget(self.form)
            self.form.changed.connect(self._refresh)
        inner.addWidget(self.fault)
        forms.column(self.tick, inner, on=self, margins=(4, 4, 4, 6), spacing=2)
        self.tick.toggled.connect(self._refresh)
        if hook.text.faults:
            first = hook.text.faults[0]
            self.tick.setChecked(False)
            self.tick.setEnabled(False)
            self.fault.setText(tr("Line {line}: {what}", line=first.line, what=first.what))
        self._refresh()

    @property
    def ticked(self) -> bool:
        """True if it is wanted."""
        return self.tick.isChecked()

    def trouble(self) -> str:
        """Return the reason that it cannot be attached with its settings; empty where it can, or is not wanted."""
        return self.form.fault() if self.ticked and self.form is not None else ""

    def words(self) -> str:
        """Its name and parameters as a command line writes them."""
        arguments = "" if self.form is None else self.form.arguments()
        return f"{self.hook.name} {arguments}".strip()

    def _refresh(self) -> None:
        if self.form is not None:
            self.form.setVisible(self.ticked)
        if not self.hook.text.faults:
            trouble = self.trouble()
            self.fault.setText(sentence(trouble))
            self.fault.setVisible(bool(trouble))
        self.changed.emit()


class HookChooser(QScrollArea):
    """A list of hooks.

    Signals:
        changed(): one was ticked or set.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows: dict[str, HookRow] = {}

    def show_hooks(self, hooks: Mapping[str, ShelvedHook], variant: Variant, attached: Mapping[str, str]) -> None:
        """Offer *hooks*, those in *attached* ticked with their parameters, and first."""
        page = QWidget(self.viewport())
        page.setObjectName("page")
        column = forms.column(on=page, margins=(4, 4, 10, 4), spacing=2)
        self.rows = {}
        for name in sorted(hooks, key=lambda each: each not in attached):
            row = HookRow(hooks[name], variant, ticked=name in attached, arguments=attached.get(name, ""))
            row.changed.connect(self.changed)
            self.rows[name] = row
            column.addWidget(row)
        column.addStretch(1)
        self.setWidget(page)

    def trouble(self) -> str:
        """The first thing that does not fit; empty where all is well."""
        found = ((tr(row.hook.text.title), row.trouble()) for row in self.rows.values())
        return next((labelled(title, trouble) for title, trouble in found if trouble), "")

    def chosen(self) -> dict[str, str]:
        """Return the hooks that are ticked: name to parameters."""
        return {name: "" if row.form is None else row.form.arguments() for name, row in self.rows.items() if row.ticked}

    def words(self) -> str:
        """Return the hooks that are ticked, as a command line writes them."""
        return " ".join(row.words() for row in self.rows.values() if row.ticked)


def changes_as_words(before: Mapping[str, str], after: Mapping[str, str], hooks: Mapping[str, ShelvedHook], names: ParameterNames) -> str:
    """Return the changes from *before* to *after*: ``restrict powers=ENGLAND,TURKEY -gunboat``."""

    def same(name: str) -> bool:
        parameters = hooks[name].text.parameters
        try:
            return read_arguments(parameters, before[name], names) == read_arguments(parameters, after[name], names)
        except HookArgumentError:
            return False

    off = [f"-{name}" for name in before if name not in after]
    on = [f"{name} {arguments}".strip() for name, arguments in after.items() if name not in before or not same(name)]
    return " ".join((*on, *off))


class HookChangeDialog(FittingDialog):
    """Shows every hook that can be attached, those that run ticked."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rule changes"))
        self.resize(760, 620)
        game, branch = session.game, session.branch
        self._before = attached_words(game, branch)
        phase = game.turn(game.last(branch)).phase
        words = QLabel(
            tr(
                "Whatever is ticked applies from this phase on, {phase}, and is written into the game with that date. Earlier "
                "phases stay as they were played.",
                phase=describe_phase(session.variant, phase),
            )
        )
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.hooks = HookChooser()
        self._known = known_hooks(session, game)
        self._names = names_for(game)
        self.hooks.show_hooks(self._known, game.variant, self._before)
        self._row = TroubleRow(self, tr("Change"))
        self.trouble, self.ok_button = self._row.trouble, self._row.ok_button
        forms.column(
            forms.styled(QLabel(tr("Rule changes")), "heading"),
            words,
            (self.hooks, 1),
            self._row,
            on=self,
            margins=(22, 18, 22, 16),
            spacing=10,
        )
        self.hooks.changed.connect(self._check)
        self._check()

    @property
    def words(self) -> str:
        """Changes, as the variant command takes them; empty for none."""
        return changes_as_words(self._before, self.hooks.chosen(), self._known, self._names)

    def _check(self) -> None:
        self._row.show_trouble(self.hooks.trouble())
