"""Writing a hook: highlighted text, the contract of the point beside it, a try on the present position or on a copy of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.game.entries import Hook
from app.game.refusal import EditError
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.hooks.attached import hook_of
from app.hooks.host import CallOutcome, HookHost
from app.hooks.outcome_kind import CallOutcomeKind
from app.qt.help.help_opening import add_help_key
from app.qt.hooks.hook_attaching import WRITE_ON, attach_although, failure_words, under_a_name_of_its_own
from app.qt.hooks.hook_form_dialog import HookFormDialog
from app.qt.hooks.hook_highlighter import HookHighlighter
from app.qt.hooks.hook_text_edit import HookTextEdit
from app.qt.hooks.hook_widget import words_of
from app.qt.widgets.ask_box import ask
from app.qt.widgets.host import LookHost, Messenger, SessionHost
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.run_dialog import run_dialog
from app.session.errors import CommandError
from app.session.hook_changes import Attach, attach_of, attached_words, carry_out, known_hooks, names_for, usage
from app.session.saving import may_replace
from app.session.session import orders_taken
from app.view.hooks.hook_answers import LONGEST_ANSWER, answer_words, letters_words
from app.view.hooks.hook_trial import ask_letters, ask_now, play_copy, rehearse
from app.view.hooks.hook_words import contract_as_html
from variants.hooks.contracts import CONTRACTS, Point
from variants.hooks.hook_text import NAME, HookText, read_hook_text
from variants.hooks.parameters import HookArgumentError
from variants.hooks.shipped_hooks import SUFFIX

START = """\
# title: My rule
# note: One sentence for New Game.
def on_press(ctx):
    return {"allow": True}
"""
KEEP, DISCARD = "Keep in my folder", "Throw it away"


class HookEditorHost(SessionHost, LookHost, Messenger, Protocol):
    """What the editor asks of the window."""


class HookEditor(QDialog):
    """Edits the text of one hook. It is kept once it is attached or put into the folder; what is kept nowhere is asked about at the end."""

    def __init__(self, host: HookEditorHost, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hook")
        self.resize(1180, 740)
        self._window = host
        add_help_key(self, host.look, "rule-changes", "Your own")
        self._host = HookHost()
        host.session.hooks.others.append(self._host)
        document = host.session.current
        game = None if document is None else document.game
        known = known_hooks(host.session, game)

        self.name = QLineEdit(name or "my_rule")
        self.name.setMaximumWidth(220)
        self.name.setAccessibleName("Name")
        self.start = QComboBox()
        self.start.addItem("Start from…", "")
        for each in known.values():
            self.start.addItem(f"{each.text.title} ({each.origin.value})", each.name)
        self.start.activated.connect(lambda: self._take_text(str(self.start.currentData())))
        self.start.setAccessibleName("Start from the text of another hook")
        self.point = QComboBox()
        self.point.setAccessibleName("Point")
        for point in Point:
            self.point.addItem(point.function, point.value)
        self.text = HookTextEdit(host.look)
        self._highlighter = HookHighlighter(self.text.document(), host.look)
        self.contract = QTextBrowser()
        self.contract.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.example = QPushButton("Put the example in")
        self.example.setAutoDefault(False)
        self.example.clicked.connect(self._put_example)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.arguments = QLineEdit()
        self.arguments.setAccessibleName("Parameters")
        self.set_button = _button("Set…", self.set_parameters)
        self.set_button.setToolTip("Set what the text declares in a form")
        self.viewer = QComboBox()
        self.viewer.setAccessibleName("The power that is asked about")
        if game is not None:
            for power in game.variant.powers.values():
                self.viewer.addItem(power.name, power.id)
            self.arguments.setText(attached_words(game, host.session.branch).get(name, ""))
        self.answer = QPlainTextEdit()
        self.answer.setReadOnly(True)
        self.answer.setPlaceholderText("What the hook answers, or what differs when a copy of the game is played with it, stands here.")
        self.answer.setFont(self.text.font())
        self.ask_button = _button("Ask now", self.ask)
        self.play_button = _button("Play a copy", self.play)
        self.keep_button = _button("Keep in my folder", self.keep)
        self.attach_button = _button("Attach to the game", self.attach)
        self.attach_button.setProperty("role", "primary")
        for button in (self.ask_button, self.play_button, self.attach_button):
            button.setEnabled(game is not None)
        self.ask_button.setToolTip("Ask it about the moment that is shown, at the point that is chosen (Ctrl+Return)")
        self.ask_button.setShortcut(QKeySequence("Ctrl+Return"))
        self.play_button.setToolTip("Adjudicate the open phase of a copy with and without it, and compare (Ctrl+Shift+Return)")
        self.play_button.setShortcut(QKeySequence("Ctrl+Shift+Return"))

        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(QLabel("Name"))
        top.addWidget(self.name)
        top.addWidget(self.start)
        top.addStretch(1)
        top.addWidget(QLabel("Point"))
        top.addWidget(self.point)
        top.addWidget(self.example)
        upper = QSplitter(Qt.Orientation.Horizontal)
        upper.addWidget(self.text)
        upper.addWidget(self.contract)
        upper.setSizes([700, 440])
        tries = QHBoxLayout()
        tries.setSpacing(8)
        tries.addWidget(self.arguments, 1)
        tries.addWidget(self.set_button)
        tries.addWidget(QLabel("for"))
        tries.addWidget(self.viewer)
        tries.addWidget(self.ask_button)
        tries.addWidget(self.play_button)
        lower = QWidget()
        lower_column = QVBoxLayout(lower)
        lower_column.setContentsMargins(0, 6, 0, 0)
        lower_column.addWidget(self.state)
        lower_column.addLayout(tries)
        lower_column.addWidget(self.answer, 1)
        whole = QSplitter(Qt.Orientation.Vertical)
        whole.addWidget(upper)
        whole.addWidget(lower)
        whole.setSizes([430, 230])
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addStretch(1)
        bottom.addWidget(self.keep_button)
        bottom.addWidget(_button("Close", self.close))
        bottom.addWidget(self.attach_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(whole, 1)
        column.addLayout(bottom)

        self._check = QTimer(self)
        self._check.setSingleShot(True)
        self._check.setInterval(300)
        self._check.timeout.connect(self.check)
        self.point.currentIndexChanged.connect(self._show_contract)
        self._standing_in: Point | None = None
        self.text.cursorPositionChanged.connect(self._follow_cursor)
        self.text.textChanged.connect(self._edited)
        self.name.textChanged.connect(self._edited)
        if name in known:
            self.text.setPlainText(known[name].text.source)
        else:
            self.text.setPlainText(START)
        self._kept = self._words()
        self._choose_point()
        self._show_contract()
        self.check()
        self.text.setFocus()

    # --- the text ---

    @property
    def hook(self) -> HookText:
        """The text as it stands, with what its first lines say."""
        return read_hook_text(self.name.text().strip(), self.text.toPlainText().rstrip("\n") + "\n")

    def go_to(self, line: int) -> None:
        """Mark a line, where a hook failed; 0 for none."""
        if line > 0:
            self.text.mark(line)
            self.text.go_to(line)

    def check(self) -> bool:
        """Look at the name, the first lines and whether the rest is a program, and say what is wrong; whether nothing is."""
        self._check.stop()
        text = self.hook
        self._offer_parameters(text)
        if not NAME.fullmatch(text.name):
            self._say("A hook's name has small letters, digits and _, and starts with a letter.", bad=True)
            return False
        if text.faults:
            fault = text.faults[0]
            self.text.mark(fault.line)
            self._say(f"Line {fault.line}: {fault.what}.", bad=True)
            return False
        wrong = self._host.text_fault(hook_of(text))
        if wrong is not None:
            self.text.mark(wrong.line)
            self._say(f"Line {wrong.line}: {wrong.what}.", bad=True)
            return False
        self.text.mark(0)
        self._say(f"{text.title}: takes part at {', '.join(point.function for point in text.points)}.")
        return True

    def _words(self) -> tuple[str, str]:
        return self.name.text().strip(), self.text.toPlainText().rstrip()

    def _offer_parameters(self, text: HookText) -> None:
        takes_any = bool(text.parameters)
        self.set_button.setEnabled(takes_any and self._window.session.current is not None)
        self.arguments.setEnabled(takes_any or bool(self.arguments.text()))
        self.arguments.setPlaceholderText(
            f"Parameters: {usage(text).partition(' ')[2]}" if takes_any else "It declares no parameters: # param until: number = 1903 | …"
        )

    def set_parameters(self) -> None:
        """Set what the text declares in a form."""
        if self._window.session.current is None:
            return
        dialog = HookFormDialog(self.hook, self._window.session.game.variant, self.arguments.text(), self)
        if run_dialog(dialog):
            self.arguments.setText(dialog.arguments)

    def _edited(self) -> None:
        self.text.mark(0)
        self._check.start()

    def _take_text(self, name: str) -> None:
        known = known_hooks(self._window.session, None if self._window.session.current is None else self._window.session.game)
        if name in known:
            unkept = self._words() != self._kept
            self.text.take(known[name].text.source)
            if not unkept:
                self._kept = self._words()
            self._choose_point()
            self.check()

    def _put_example(self) -> None:
        self.text.add(CONTRACTS[self._point].example)

    # --- the contract ---

    @property
    def _point(self) -> Point:
        return Point(str(self.point.currentData()))

    def _choose_point(self) -> None:
        points = self.hook.points
        if points:
            self.point.setCurrentIndex(max(0, self.point.findData(points[0].value)))

    def _follow_cursor(self) -> None:
        """Show the contract of the function that the cursor came into."""
        point = self.text.point_at_cursor
        if point is not None and point != self._standing_in:
            self.point.setCurrentIndex(self.point.findData(point.value))
        self._standing_in = point

    def _show_contract(self) -> None:
        self.contract.setHtml(contract_as_html(self._point))

    # --- trying it ---

    def ask(self) -> None:
        """Ask the hook about the moment that is shown."""
        if not self.check() or self._window.session.current is None:
            return
        text = self.hook
        if self._point not in text.points:
            self._say(
                f"The text has no {self._point.function}; it takes part at {', '.join(each.function for each in text.points)}.", bad=True
            )
            return
        self._host.pardon(hook_of(text))
        session = self._window.session
        game, cursor, arguments, viewer = session.shown, session.cursor, self.arguments.text(), str(self.viewer.currentData())
        try:
            if self._point is Point.PRESS:
                self._show_letters(session.hooks.waiting(lambda: ask_letters(game, cursor, hook_of(text), arguments, viewer, self._host)))
                return
            asked = session.hooks.waiting(lambda: ask_now(game, cursor, hook_of(text), arguments, self._point, viewer, self._host))
        except HookArgumentError as error:
            self._say(f"Parameters: {error}.", bad=True)
            return
        except EditError as error:
            self._say(str(error), bad=True)
            return
        self._show_outcome(asked.outcome)

    def play(self) -> None:
        """Adjudicate the open phase of a copy of the game with the hook and without it."""
        if not self.check() or self._window.session.current is None:
            return
        self._host.pardon(hook_of(self.hook))
        session = self._window.session
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            attach = attach_of(self.hook, self.arguments.text(), names_for(session.game))
            game, branch = session.shown, session.branch
            played = session.hooks.waiting(lambda: play_copy(game, branch, attach.hook, attach.arguments, self._host))
        except (CommandError, EditError) as error:
            self._say(str(error), bad=True)
            return
        finally:
            QApplication.restoreOverrideCursor()
        if played.trouble:
            self._say(played.trouble, bad=True)
            return
        failed = next((entry.outcome for entry in played.log if entry.outcome is not None and entry.hook == self.hook.name), None)
        log = [words_of(entry) for entry in played.log]
        lines = list(played.difference) or ["The phase becomes the same with it as without it."]
        self.answer.setPlainText("\n".join((*lines, "", *log)).rstrip())
        if failed is not None:
            self.text.mark(failed.line or 0)
            self._say(failure_words(failed), bad=True)
        else:
            self._say("Without the hook: lines marked -. With it: lines marked +.")

    def _show_letters(self, outcomes: Mapping[str, CallOutcome]) -> None:
        failed = next((outcome for outcome in outcomes.values() if not outcome.ok), None)
        if failed is not None:
            self._show_outcome(failed)
            return
        self.answer.setPlainText(letters_words(outcomes))
        self._say("It answered about a letter to each of the others.")

    def _show_outcome(self, outcome: CallOutcome) -> None:
        printed = f"\n\nprinted:\n{outcome.printed}" if outcome.printed else ""
        if outcome.ok:
            self.answer.setPlainText(answer_words(outcome.value)[:LONGEST_ANSWER] + printed)
            self._say("It answered.")
        else:
            self.answer.setPlainText(failure_words(outcome) + printed)
            self.text.mark(outcome.line or 0)
            self._say(failure_words(outcome), bad=True)

    # --- keeping it ---

    def attach(self) -> None:
        """Attach the hook to the game in front, from the open phase on. Whoever wrote it has read it."""
        if not self.check():
            return
        session = self._window.session
        reason = orders_taken(session)
        if reason:
            self._say(reason, bad=True)
            return
        try:
            wish = attach_of(self.hook, self.arguments.text(), names_for(session.game))
            failed = self._rehearsed(wish)
            if failed is not None and not attach_although(self, failed):
                return
            own = under_a_name_of_its_own(self, session.game, session.branch, wish)
            if own is None:
                return
            wish, wishes = own
            self.name.setText(wish.hook.name)
            self._agree(wish.hook)
            carry_out(session, wishes)
        except (CommandError, EditError, HookArgumentError) as error:
            self._say(str(error), bad=True)
            return
        self._kept = self._words()
        self._window.say(f"The hook {self.hook.name} is attached.")
        self.close()

    def _rehearsed(self, wish: Attach) -> CallOutcome | None:
        """The first of its points where it has no answer, which is shown; ``None`` where all is well."""
        session = self._window.session
        game, viewer = session.shown, str(self.viewer.currentData())
        cursor = game.last(session.branch)
        try:
            failed = session.hooks.waiting(lambda: rehearse(game, cursor, wish.hook, wish.arguments, viewer, self._host))
        except EditError as error:
            failed = CallOutcome(CallOutcomeKind.CANCELLED, message=str(error))
        if failed is not None:
            self._show_outcome(failed)
        return failed

    def _agree(self, hook: Hook) -> None:
        try:
            self._window.session.hooks.store.grant((hook,), for_good=True)
        except OSError as error:
            self._window.refuse(f"Your consent could not be kept for the next start: {error}")

    def keep(self) -> None:
        """Put the hook into the folder of one's own, for other games; one that is not finished too."""
        self._keep()

    def _keep(self) -> bool:
        right = self.check()
        folder = self._window.session.hook_shelf.folder
        if folder is None or not NAME.fullmatch(self.hook.name):
            return False
        file = folder / f"{self.hook.name}{SUFFIX}"
        if not may_replace(self._window.session, file):
            return False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(file, self.hook.source.encode("utf-8", "replace"), "keeping the hook")
            self._agree(hook_of(self.hook))
        except (OSError, StorageError) as error:
            self._say(f"It could not be kept: {error}", bad=True)
            return False
        self._kept = self._words()
        self._say(f"Kept in {file}." if right else f"Kept in {file}, with its mistake. {self.state.text()}", bad=not right)
        return True

    def reject(self) -> None:
        """Leave, unless there is a text that is kept nowhere and somebody wants to go on with it."""
        if self._words() != self._kept:
            question = f"The text of {self.name.text().strip() or 'this hook'} is kept nowhere yet."
            answer = ask(self, question, (KEEP, DISCARD, WRITE_ON))
            if answer not in (KEEP, DISCARD) or (answer == KEEP and not self._keep()):
                return
            self._kept = self._words()
        super().reject()

    def done(self, result: int) -> None:
        """The worker of the tries ends."""
        self._check.stop()
        self._end_worker()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The same for a window that was never shown."""
        super().closeEvent(event)
        if event.isAccepted():
            self._check.stop()
            self._end_worker()

    def _end_worker(self) -> None:
        self._host.close()
        others = self._window.session.hooks.others
        if self._host in others:
            others.remove(self._host)

    # --- what is said ---

    def _say(self, words: str, *, bad: bool = False) -> None:
        self.state.setText(words)
        self.state.setProperty("role", "bad" if bad else "soft")
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    @property
    def fault_line(self) -> int:
        """The line that is marked as wrong; 0 for none."""
        return self.text.fault_line


def _button(words: str, slot: object) -> QPushButton:
    button = QPushButton(words)
    button.setAutoDefault(False)
    button.clicked.connect(slot)
    return button
