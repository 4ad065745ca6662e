"""Form of the hook editor, and the rehearsal of a hook before it is attached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.game.record import Game
from app.hooks.host import CallOutcome
from app.presentation.hooks.hook_log_words import LONGEST_ANSWER, answer_words, contract_as_html, letters_words
from app.qt.hooks.hook_text_edit import HookHighlighter, HookTextEdit
from app.qt.widgets.dialogs import FittingDialog, ask
from app.qt.widgets.labels import PlainLabel, key_words
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.scrolling import ScrollingRoom
from app.session.hook_changes import Attach, Detach, Variation, attached_words, free_name, was_played_with_another_text
from languages import mark, tr
from variants.hooks.contracts import Point

ATTACH_ANYWAY, WRITE_ON = mark("Attach it all the same"), mark("Go on writing")


def failure_words(outcome: CallOutcome) -> str:
    """Return the failure, with its line before it."""
    return tr("Line {line}: {what}.", line=outcome.line, what=outcome.words) if outcome.line else f"{outcome.words}."


def attach_although(parent: QWidget, failed: CallOutcome) -> bool:
    """Return True if the user wants a hook attached that failed when it was rehearsed."""
    question = tr("Asked about the present phase, it fails. {failure}", failure=failure_words(failed))
    return ask(parent, question, (tr(WRITE_ON), tr(ATTACH_ANYWAY))) == tr(ATTACH_ANYWAY)


def under_a_name_of_its_own(parent: QWidget, game: Game, branch: str, wish: Attach) -> tuple[Attach, tuple[Variation, ...]] | None:
    """*wish* and what has to be done for it; under another name where phases were played with another text of this one.

    Returns:
        ``None`` where the other name is refused.
    """
    name = wish.hook.name
    if not was_played_with_another_text(game, wish.hook):
        return wish, (wish,)
    other = free_name(game, name)
    agreed = tr("Attach it as {other}", other=other)
    question = tr(
        "Earlier phases were played with another text of {name} and are checked by it, so the new one takes another name.", name=name
    )
    if ask(parent, question, (agreed, tr(WRITE_ON))) != agreed:
        return None
    renamed = Attach(replace(wish.hook, name=other), wish.arguments)
    return renamed, (Detach(name), renamed) if name in attached_words(game, branch) else (renamed,)


_LEAST_TRIED = QSize(300, 110)
"""Pixels, with words of the usual size, that the output below the text keeps for itself."""


class HookEditorForm(FittingDialog):
    """The fields and buttons; what they do is in the editor."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Hook"))
        self.resize(1180, 740)
        self.name = QLineEdit()
        self.name.setMaximumWidth(220)
        self.name.setAccessibleName(tr("Name"))
        self.start = QComboBox()
        self.start.addItem(tr("Start from…"), "")
        self.start.setAccessibleName(tr("Start from the text of another hook"))
        self.point = QComboBox()
        self.point.setAccessibleName(tr("Point"))
        for point in Point:
            self.point.addItem(point.function, point.value)
        self.text = HookTextEdit(look)
        self._highlighter = HookHighlighter(self.text.document(), look)
        self.contract = QTextBrowser()
        self.contract.setAccessibleName(tr("Help"))
        self.contract.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.example = QPushButton(tr("Put the example in"))
        self.example.setAutoDefault(False)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.arguments = QLineEdit()
        self.arguments.setAccessibleName(tr("Parameters"))
        self.arguments.setPlaceholderText(tr("Parameters"))
        self.declared = PlainLabel()
        self.declared.setWordWrap(True)
        self.declared.setProperty("role", "soft")
        self.set_button = _button(tr("Set…"))
        self.set_button.setToolTip(tr("Set what the text declares in a form"))
        self.viewer = QComboBox()
        self.viewer.setAccessibleName(tr("The power that is asked about"))
        self.answer = QPlainTextEdit()
        self.answer.setAccessibleName(tr("Answer"))
        self.answer.setReadOnly(True)
        self.answer.setPlaceholderText(tr("What the hook answers, or what differs when a copy of the game is played with it, stands here."))
        self.answer.setFont(self.text.font())
        self.ask_button = _button(tr("Ask now"))
        self.play_button = _button(tr("Play a copy"))
        self.keep_button = _button(tr("Keep in my folder"))
        self.attach_button = _button(tr("Attach to the game"))
        self.attach_button.setProperty("role", "primary")
        self.ask_button.setToolTip(
            tr("Ask it about the moment that is shown, at the point that is chosen ({keys})", keys=key_words("Ctrl+Return"))
        )
        self.ask_button.setShortcut(QKeySequence("Ctrl+Return"))
        self.play_button.setToolTip(
            tr("Adjudicate the open phase of a copy with and without it, and compare ({keys})", keys=key_words("Ctrl+Shift+Return"))
        )
        self.play_button.setShortcut(QKeySequence("Ctrl+Shift+Return"))

        self._lay_out()

    def _lay_out(self) -> None:
        top = FlowLayout()
        top.setSpacing(8)
        top.addWidget(QLabel(tr("Name")))
        top.addWidget(self.name)
        top.addWidget(self.start)
        top.addStretch(1)
        top.addWidget(QLabel(tr("Point")))
        top.addWidget(self.point)
        top.addWidget(self.example)
        whole = QSplitter(Qt.Orientation.Vertical, self)
        upper = QSplitter(Qt.Orientation.Horizontal, whole)
        upper.addWidget(self.text)
        upper.addWidget(self.contract)
        upper.setSizes([700, 440])
        tries = FlowLayout()
        tries.setSpacing(8)
        tries.addWidget(self.arguments, 1)
        tries.addWidget(self.set_button)
        tries.addWidget(QLabel(tr("for")))
        tries.addWidget(self.viewer)
        tries.addWidget(self.ask_button)
        tries.addWidget(self.play_button)
        room = ScrollingRoom(whole, _LEAST_TRIED)
        lower = QWidget(room.viewport())
        lower_column = QVBoxLayout(lower)
        lower_column.setContentsMargins(0, 6, 0, 0)
        lower_column.addWidget(self.state)
        lower_column.addLayout(tries)
        lower_column.addWidget(self.declared)
        lower_column.addWidget(self.answer, 1)
        room.hold(lower)
        whole.setSizes([430, 230])
        self.close_button = _button(tr("Close"))
        self.close_button.clicked.connect(self.close)
        bottom = FlowLayout()
        bottom.setSpacing(8)
        bottom.addStretch(1)
        bottom.addWidget(self.keep_button)
        bottom.addWidget(self.close_button)
        bottom.addWidget(self.attach_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(whole, 1)
        column.addLayout(bottom)

    # --- messages ---

    def say(self, words: str, *, bad: bool = False) -> None:
        """Say *words* under the text."""
        self.state.setText(words)
        self.state.setProperty("role", "bad" if bad else "soft")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def say_fault(self, line: int, what: str) -> None:
        """Mark a line as wrong and say why."""
        self.text.mark(line)
        self.say(tr("Line {line}: {what}.", line=line, what=what), bad=True)

    def show_outcome(self, outcome: CallOutcome) -> None:
        """Show the answer of the hook, or the reason that there is none."""
        printed = f"\n\n{tr('printed:')}\n{outcome.printed}" if outcome.printed else ""
        if outcome.ok:
            self.answer.setPlainText(answer_words(outcome.value)[:LONGEST_ANSWER] + printed)
            self.say(tr("It answered."))
        else:
            self.answer.setPlainText(failure_words(outcome) + printed)
            self.text.mark(outcome.line or 0)
            self.say(failure_words(outcome), bad=True)

    def show_letters(self, outcomes: Mapping[str, CallOutcome]) -> None:
        """Show its answers about a letter to each power."""
        failed = next((outcome for outcome in outcomes.values() if not outcome.ok), None)
        if failed is not None:
            self.show_outcome(failed)
            return
        self.answer.setPlainText(letters_words(outcomes))
        self.say(tr("It answered about a letter to each of the others."))

    def show_contract(self) -> None:
        """Show the arguments and answers of the function of the chosen point."""
        self.contract.setHtml(contract_as_html(self.chosen_point))

    @property
    def chosen_point(self) -> Point:
        """The point in view, which is asked."""
        return Point(str(self.point.currentData()))

    @property
    def fault_line(self) -> int:
        """The line that is marked as wrong; 0 for none."""
        return self.text.fault_line


def _button(words: str) -> QPushButton:
    button = QPushButton(words)
    button.setAutoDefault(False)
    return button
