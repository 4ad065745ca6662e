"""A form for a command that needs words: one field for each parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.commands.declaring.docstring import in_plain_words
from app.qt.widgets.dialogs import CANCEL, OK, FittingDialog, answer_buttons
from app.session.errors import ArgumentError
from app.session.parameters import Form, Kind, Parameter, read_word
from app.session.session import Session
from entente.words.names import place_name, power_name
from entente.words.phases import describe_phase
from languages import tr

Field = tuple[QWidget, Callable[[], str]]


class CommandForm(FittingDialog):
    """Asks for the parameters of one command; a field that cannot be read says why and keeps the form open."""

    def __init__(self, asked: Form, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr(asked.title))
        self._asked = asked
        self._session = session
        self.arguments: dict[str, object] = {}
        summary = QLabel(in_plain_words(tr(asked.summary)))
        summary.setWordWrap(True)
        summary.setMinimumWidth(420)
        self._trouble = QLabel()
        self._trouble.setProperty("role", "bad")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        form = QFormLayout()
        form.setSpacing(8)
        self._fields: dict[str, Field] = {}
        for parameter in asked.parameters:
            field = self._field(parameter)
            self._fields[parameter.python_name] = field
            description = in_plain_words(tr(parameter.description))
            field[0].setToolTip(description)
            field[0].setAccessibleDescription(description)
            label = tr(parameter.name.replace("-", " ").capitalize())
            form.addRow(label if parameter.required else tr("{label} (optional)", label=label), field[0])
            hint = QLabel(description[:1].upper() + description[1:])
            hint.setProperty("role", "faint")
            hint.setWordWrap(True)
            form.addRow("", hint)
        buttons = answer_buttons(OK, CANCEL)
        buttons.accepted.connect(self.accept_if_complete)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.addWidget(summary)
        column.addLayout(form)
        column.addWidget(self._trouble)
        column.addWidget(buttons)

    def field(self, name: str) -> QWidget:
        """The widget of the parameter called *name*."""
        return self._fields[name][0]

    def _field(self, parameter: Parameter) -> Field:
        surroundings = self._session.surroundings
        match parameter.kind:
            case Kind.FLAG:
                box = QCheckBox()
                box.setChecked(bool(parameter.default))
                return box, lambda: "yes" if box.isChecked() else "no"
            case Kind.CHOICE:
                return self._combo(parameter, {each: each for each in parameter.choices})
            case Kind.POWER if surroundings.variant is not None and not parameter.several:
                return self._combo(parameter, {power_name(surroundings.variant, power): power for power in surroundings.variant.powers})
            case Kind.BRANCH:
                return self._combo(parameter, {each: each for each in surroundings.branches})
            case Kind.PHASE if self._session.current is not None:
                variant, line = self._session.variant, self._session.game.line(self._session.branch)
                return self._combo(parameter, {f"{describe_phase(variant, turn.phase)} ({turn.phase})": str(turn.phase) for turn in line})
            case Kind.PROVINCE if surroundings.variant is not None:
                variant = surroundings.variant
                return self._line([place_name(variant, code) for code in variant.board.provinces])
            case _:
                return self._line([])

    def _combo(self, parameter: Parameter, words: Mapping[str, str]) -> Field:
        """A choice of *words*: the command's argument by its title."""
        combo = QComboBox()
        if not parameter.required:
            combo.addItem("", "")
        for title, word in words.items():
            combo.addItem(title, word)
        return combo, lambda: str(combo.currentData())

    def _line(self, words: list[str]) -> Field:
        line = QLineEdit()
        if words:
            completer = QCompleter(words, line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            line.setCompleter(completer)
        return line, line.text

    def accept_if_complete(self) -> None:
        """Read every field; close where all can be read, else say which cannot."""
        arguments: dict[str, object] = {}
        surroundings = self._session.surroundings
        for parameter in self._asked.parameters:
            text = self._fields[parameter.python_name][1]().strip()
            if not text:
                if parameter.required:
                    self._say(tr("{parameter} is needed.", parameter=parameter.name))
                    return
                continue
            words = text.split() if parameter.several else [text]
            try:
                values = tuple(read_word(parameter.kind, word, surroundings, parameter.choices, parameter.name, 1) for word in words)
            except ArgumentError as error:
                self._say(str(error))
                return
            arguments[parameter.python_name] = values if parameter.several else values[0]
        self.arguments = arguments
        self.accept()

    def _say(self, text: str) -> None:
        self._trouble.setText(text)
        self._trouble.show()
