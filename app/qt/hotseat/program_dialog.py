"""A program to be remembered: a file or command, a host and port, or a port of ours; how long it may think, and whether it answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFileDialog, QLineEdit, QPushButton, QSpinBox, QWidget

from app.game.storage.atomic import StorageError
from app.players.programs.known import KnownProgram, KnownPrograms, checked
from app.players.programs.probe import Probe, probe
from app.players.programs.seats import LOOPBACK, ProgramReach, SeatError
from app.qt.widgets import forms
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import CANCEL, OK, FittingDialog, answer_buttons
from app.qt.widgets.labels import AskingLine
from languages import mark, sentence, tr

_REACHES = (
    (ProgramReach.START, mark("is started here")),
    (ProgramReach.CONNECT, mark("waits at a host and port")),
    (ProgramReach.LISTEN, mark("connects to this machine")),
)


class ProgramDialog(FittingDialog):
    """Asks for a program and keeps it; faults are listed below and keep the form open.

    Args:
        known: where it is remembered.
        present: the program that is changed; a new one unless given.
    """

    def __init__(self, known: KnownPrograms, present: KnownProgram | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A program") if present is None else tr("The program {present}", present=present.name))
        self._known = known
        self._before = present
        self.program: KnownProgram | None = None
        """Program that was kept."""
        self._background = Background(self)
        self.finished.connect(lambda _: self._background.close())
        start = present or KnownProgram("", ProgramReach.START)
        self.name, self.command, self.arguments, self.folder = (AskingLine(each) for each in _texts(start))
        self.host, self.token = AskingLine(start.host if start.reach is ProgramReach.CONNECT else "localhost"), AskingLine(start.token)
        self.token.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.port, self.seconds, self.reach = QSpinBox(), QDoubleSpinBox(), QComboBox()
        self.port.setRange(0, 65535)
        self.port.setSpecialValueText(tr("any free one"))
        self.port.setValue(start.port)
        self.seconds.setRange(0.1, 86_400)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(tr(" s a turn"))
        self.seconds.setValue(start.seconds)
        for each, words in _REACHES:
            self.reach.addItem(tr(words), each.value)
        self.reach.setCurrentIndex([each for each, _ in _REACHES].index(start.reach))
        self.name.setPlaceholderText("my-bot")
        self.command.setPlaceholderText(tr("my.py, or an installed command"))
        self.command.setMinimumWidth(320)
        self.folder.setPlaceholderText(tr("where its file lies"))
        self.token.setPlaceholderText(tr("none") if start.reach is ProgramReach.CONNECT else tr("made up"))
        self.browse = forms.button(tr("File…"), self._pick_file, by_enter=False)
        self.browse_folder = forms.button(tr("Folder…"), self._pick_folder, by_enter=False)
        self.test_button = forms.button(tr("Test connection"), self.test, by_enter=False)
        self.outcome = forms.label("", "soft", wraps=True)
        self.buttons = answer_buttons(OK, CANCEL)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.reach.currentIndexChanged.connect(lambda _: self._show_fields())
        self._show_fields()
        self.name.setFocus()

    def _lay_out(self) -> None:
        self._command_row, self._folder_row = _beside(self.command, self.browse), _beside(self.folder, self.browse_folder)
        self._form = forms.fields(
            (tr("Name"), self.name),
            (tr("It"), self.reach),
            (tr("File or command"), self._command_row, self.command),
            (tr("Arguments"), self.arguments),
            (tr("Folder"), self._folder_row, self.folder),
            (tr("Host"), self.host),
            (tr("Port"), self.port),
            (tr("Password (token)"), self.token),
            (tr("It has"), self.seconds),
            spacing=8,
        )
        note = tr("It is remembered on this machine. The file of a game has its name alone, and starts nothing by being opened.")
        forms.column(
            self._form,
            forms.label(note, "soft", wraps=True),
            self.outcome,
            forms.flow(self.test_button, forms.STRETCH, self.buttons),
            on=self,
            margins=(22, 20, 22, 16),
            spacing=12,
        )
        self.resize(560, 0)

    def _show_fields(self) -> None:
        reach = self._reach
        for row in (self._command_row, self.arguments, self._folder_row):
            self._form.setRowVisible(row, reach is ProgramReach.START)
        self._form.setRowVisible(self.host, reach is ProgramReach.CONNECT)
        for row in (self.port, self.token):
            self._form.setRowVisible(row, reach is not ProgramReach.START)
        self.token.setPlaceholderText(tr("none") if reach is ProgramReach.CONNECT else tr("made up for each game"))
        self.test_button.setEnabled(reach is not ProgramReach.LISTEN)
        self._say(
            "" if reach is not ProgramReach.LISTEN else tr("Its port and password are shown on the page of seats once it has a seat."),
            "soft",
        )

    @property
    def _reach(self) -> ProgramReach:
        return ProgramReach(str(self.reach.currentData()))

    @property
    def chosen(self) -> KnownProgram:
        """The program as the form says it."""
        reach = self._reach
        is_started = reach is ProgramReach.START
        command = self.command.text().strip()
        name = self.name.text().strip() or Path(command).stem
        made = KnownProgram(
            name,
            reach,
            command if is_started else "",
            self.arguments.text().strip() if is_started else "",
            self.folder.text().strip() if is_started else "",
            self.host.text().strip() if reach is ProgramReach.CONNECT else LOOPBACK,
            0 if is_started else self.port.value(),
            "" if is_started else self.token.text().strip(),
            self.seconds.value(),
        )
        return made if self._before is None else replace(made, options=self._before.options)

    def test(self) -> None:
        """Start or call it, and say in words how that went."""
        try:
            seat = checked(replace(self.chosen, name="test")).seat()
        except SeatError as error:
            self._say(f"{sentence(str(error))}.", "bad")
            return
        self.test_button.setEnabled(False)
        self._say(tr("Testing…"), "soft")
        self._background.run(
            lambda: probe(seat, go_on=lambda: not self._background.is_closed),
            self._tested,
            lambda error: self._tested(Probe((str(error),), is_good=False)),
        )

    def _failed(self, error: Exception) -> None:
        self._tested(Probe((str(error),), is_good=False))

    def _tested(self, found: Probe) -> None:
        self.test_button.setEnabled(True)
        self._say("\n".join(found.lines), "good" if found.is_good else "bad")
        if not self.name.text().strip() and found.name:
            self.name.setText(found.name)

    def _take(self) -> None:
        try:
            program = checked(self.chosen)
            program.seat()
            there = self._known.get(program.name)
            if there is not None and (self._before is None or there.name != self._before.name):
                raise SeatError(tr("there is a program called {there} already", there=there.name))
            self._known.keep(program, instead_of="" if self._before is None else self._before.name)
        except (SeatError, StorageError) as error:
            self._say(f"{sentence(str(error))}.", "bad")
            return
        self.program = program
        self.accept()

    def _say(self, words: str, role: str) -> None:
        self.outcome.setText(words)
        self.outcome.setProperty("role", role)
        self.outcome.style().polish(self.outcome)
        self.outcome.setVisible(bool(words))

    def _pick_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("The program"), self.command.text())
        if path:
            self.command.setText(path)

    def _pick_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("Where it is started"), self.folder.text())
        if path:
            self.folder.setText(path)


def _texts(program: KnownProgram) -> tuple[str, str, str, str]:
    return program.name, program.command, program.arguments, program.folder


def _beside(field: QLineEdit, button: QPushButton) -> QWidget:
    both = QWidget()
    forms.row((field, 1), button, on=both, margins=(0, 0, 0, 0))
    return both
