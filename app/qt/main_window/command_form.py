"""Forms of commands: a field for each parameter, and the dialog of a person's own commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QWidget,
)

from app.commands.declaring.choice_titles import choice_titles
from app.commands.declaring.declare import in_plain_words, in_window
from app.commands.declaring.own_commands import EXAMPLE, OwnCommand, left_out, own_commands, run_agreed
from app.hooks.hook_consent import visible
from app.qt.hooks.hook_editor_form import HookHighlighter
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CANCEL, OK, FittingDialog, answer_buttons
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.file_watch import FolderWatch
from app.qt.widgets.labels import side_list
from app.qt.widgets.look import Look, growth
from app.session.errors import ArgumentError, CommandError, GivenUp
from app.session.parameters import Form, Kind, Parameter, field_title, read_word
from app.session.session import Session
from entente.words.names import describe_phase, place_name, power_name
from languages import sentence, system_words, tr

_HINT = 280
"""Pixels of what is said below a field, with words of the usual size."""
Field = tuple[QWidget, Callable[[], str]]


class CommandForm(FittingDialog):
    """Asks for the parameters of one command; a field that cannot be read says why and keeps the form open."""

    def __init__(self, asked: Form, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr(asked.title))
        self._asked = asked
        self._session = session
        self.arguments: dict[str, object] = {}
        summary = QLabel(in_window(tr(asked.summary), asked.command))
        summary.setWordWrap(True)
        summary.setMinimumWidth(420)
        self._trouble = forms.styled(QLabel(), "bad")
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
            label = field_title(parameter.name)
            form.addRow(label if parameter.required else tr("{label} (optional)", label=label), field[0])
            hint = forms.styled(QLabel(sentence(description)), "faint")
            hint.setWordWrap(True)
            hint.setMinimumWidth(round(_HINT * growth(self.font())))  # else a form gives short words the room of two lines
            form.addRow("", hint)
        buttons = answer_buttons(OK, CANCEL)
        buttons.accepted.connect(self.accept_if_complete)
        buttons.rejected.connect(self.reject)
        forms.column(summary, form, self._trouble, forms.STRETCH, buttons, on=self, margins=(22, 20, 22, 16))

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
                return self._combo(parameter, {title: word for word, title in choice_titles(parameter).items()})
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


class OwnCommandsDialog(FittingDialog):
    """Lists the files of the folder with their text.

    Args:
        done: called after a command was run: what can be done may be something else then.
    """

    def __init__(self, session: Session, look: Look, done: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Your own commands"))
        self.resize(980, 620)
        self._session = session
        self._done = done
        self._folder = session.library.places.commands
        self._listed: tuple[OwnCommand, ...] = ()
        words = QLabel(
            tr(
                "Python files in {folder}. Unlike a hook, a command runs inside the program and can do everything that you "
                "can, so it is run only after you have read its text and agreed to it; a text that was changed is asked "
                "about again.",
                folder=self._folder,
            )
        )
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.list = side_list(tr("Your own commands"))
        self.text = forms.styled(NumberedText(look), name=tr("Text"))
        self._highlighter = HookHighlighter(self.text.document(), look)
        self.state = forms.label(wraps=True)
        self.run_button = forms.button(tr("Agree and run"), self.run, "primary")
        row = forms.flow(
            forms.button(tr("Open the folder"), self._open_folder, by_enter=False),
            (self.state, 1),
            forms.button(tr("Close"), self.reject, by_enter=False),
            self.run_button,
            spacing=8,
        )
        forms.column(
            forms.styled(QLabel(tr("Your own commands")), "heading"),
            words,
            (forms.row(self.list, (self.text, 1), spacing=14), 1),
            row,
            on=self,
            margins=(22, 18, 22, 16),
            spacing=10,
        )
        self.list.currentRowChanged.connect(self._show)
        self._watch = FolderWatch(self._folder, self)
        self._watch.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the files as they are now."""
        row = max(0, self.list.currentRow())
        self._listed = own_commands(self._folder)
        self.list.clear()
        for each in self._listed:
            self.list.addItem(QListWidgetItem(f"{each.title}\n{each.name}"))
        for words in left_out(self._folder):
            item = QListWidgetItem(words)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        if self._listed:
            self.list.setCurrentRow(min(row, len(self._listed) - 1))
        else:
            self.text.setPlainText(tr("# There are none yet. A file greet.py in the folder could hold this:\n\n{example}", example=EXAMPLE))
            self._show(-1)

    def run(self) -> None:
        """Agree to the text in view, ask for its arguments, and run it."""
        row = self.list.currentRow()
        if not 0 <= row < len(self._listed):
            return
        own = self._listed[row]
        session = self._session
        try:
            session.hooks.store.grant((own.as_text,), for_good=True)
        except OSError as error:
            self._say(tr("Your consent could not be kept for the next start: {error}", error=system_words(error)))
        self._show(row)
        try:
            run_agreed(session, own)
        except GivenUp:
            return
        except CommandError as error:
            self._say(str(error))
        else:
            self._say(tr("{own}: done.", own=own.title.strip()), bad=False)
        finally:
            self._done()

    def show_command(self, name: str) -> None:
        """Show the text of the command of that name."""
        for row, each in enumerate(self._listed):
            if each.name == name:
                self.list.setCurrentRow(row)

    def _show(self, row: int) -> None:
        is_one = 0 <= row < len(self._listed)
        self.run_button.setEnabled(is_one)
        if not is_one:
            self.state.clear()
            return
        own = self._listed[row]
        self.text.setPlainText(visible(own.source))
        agreed = not self._session.hooks.store.unknown((own.as_text,))
        self.run_button.setText(tr("Run") if agreed else tr("Agree and run"))
        self._say(tr("You have agreed to this text.") if agreed else tr("You have not agreed to this text yet."), bad=not agreed)

    def _say(self, words: str, *, bad: bool = True) -> None:
        self.state.setText(words)
        forms.restyle(self.state, "warning" if bad else "soft")

    def _open_folder(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
