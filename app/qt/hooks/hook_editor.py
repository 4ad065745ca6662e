"""Editor of a hook: text, the contract of its point, a check while it is written, a try on the present position or a case."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.game.entries import Hook
from app.game.record import EditError
from app.game.storage.atomic import StorageError, write_atomically
from app.hooks.engine import CallOutcomeKind, TextFault
from app.hooks.hook_consent import hook_of
from app.hooks.host import CallOutcome, HookHost
from app.presentation.hook_trial import ask_letters, ask_now, play_copy, rehearse
from app.qt.board.window import Window
from app.qt.hooks.hook_editor_form import WRITE_ON, HookEditorForm, attach_although, failure_words, under_a_name_of_its_own
from app.qt.hooks.hook_forms import HookFormDialog
from app.qt.hooks.hook_widget import words_of
from app.qt.widgets.background import Background, Latest
from app.qt.widgets.dialogs import ask, run_dialog
from app.qt.widgets.help_window import add_help_key
from app.session.errors import CommandError
from app.session.game_files import may_replace
from app.session.hook_changes import Attach, attach_of, attached_words, carry_out, known_hooks, names_for, usage
from app.session.session import orders_taken
from entente.words.names import power_name
from languages import clauses, mark, system_words, tr
from variants.hooks.contracts import CONTRACTS, Point
from variants.hooks.hook_parameters import HookArgumentError
from variants.hooks.hook_text import NAME, SUFFIX, HookText, read_hook_text

_AFTER = 300
"""Milliseconds after the last key."""


class HookChecker(QObject):
    """Asks a worker about the newest text; what it answers about older ones is dropped.

    Signals:
        due(): typing has paused: the text is to be checked. found(HookText, object): what is wrong with a text that was asked about, a
        ``TextFault`` or ``None``.
    """

    due = Signal()
    found = Signal(object, object)

    def __init__(self, host: HookHost, parent: QObject) -> None:
        super().__init__(parent)
        self.host = host
        """Host that checks texts."""
        self._background = Background(self)
        self._latest: Latest[tuple[HookText, TextFault | None]] = Latest(
            self._background, lambda answer: self.found.emit(*answer), lambda _error: None
        )
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER)
        self._timer.timeout.connect(self.due)

    @property
    def is_busy(self) -> bool:
        """True if a text is being checked."""
        return self._background.is_busy

    def look_soon(self) -> None:
        """Check soon, after a change of the text; the earlier check is dropped."""
        self._latest.forget()
        self._timer.start()

    def settle(self) -> None:
        """Drop the check, since another follows at once."""
        self._timer.stop()
        self._latest.forget()

    def ask(self, text: HookText) -> None:
        """Find out behind the window whether *text* is a program; ``found`` tells."""
        self._latest.request(lambda: (text, self.host.text_fault(hook_of(text))))

    def close(self) -> None:
        """Stop checking for good."""
        self.settle()
        self.host.cancel()
        self._background.close()


START = """\
# title: My rule
# note: One sentence for New Game.
def on_press(ctx):
    return {"allow": True}
"""
KEEP, DISCARD = mark("Keep in my folder"), mark("Throw it away")


class HookEditor(HookEditorForm):
    """Edits the text of one hook. It is kept once it is attached or written to the folder; a text that is kept nowhere is asked about at
    the end.
    """

    def __init__(self, host: Window, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(host.look, parent)
        self._window = host
        add_help_key(self, host.look, "rule-changes", "Your own")
        self._host = HookHost()
        host.session.hooks.others.append(self._host)
        document = host.session.current
        game = None if document is None else document.game
        known = known_hooks(host.session, game)

        self.name.setText(name or "my_rule")
        for each in known.values():
            self.start.addItem(f"{tr(each.text.title)} ({tr(each.origin.value)})", each.name)
        if game is not None:
            for power in game.variant.powers.values():
                self.viewer.addItem(power_name(game.variant, power.id), power.id)
            self.arguments.setText(attached_words(game, host.session.branch).get(name, ""))
        for button in (self.ask_button, self.play_button, self.attach_button):
            button.setEnabled(game is not None)
        self._connect()
        if name in known:
            self.text.setPlainText(known[name].text.source)
        else:
            self.text.setPlainText(START)
        self._kept = self._words()
        self._choose_point()
        self.show_contract()
        self._look()
        self.text.setFocus()

    def _connect(self) -> None:
        self.checker = HookChecker(self._host, self)
        self.checker.due.connect(self._look)
        self.checker.found.connect(self._found)
        self._standing_in: Point | None = None
        self.point.currentIndexChanged.connect(self.show_contract)
        self.text.cursorPositionChanged.connect(self._follow_cursor)
        self.text.textChanged.connect(self._edited)
        self.name.textChanged.connect(self._edited)
        self.start.activated.connect(lambda: self._take_text(str(self.start.currentData())))
        self.example.clicked.connect(lambda: self.text.add(CONTRACTS[self.chosen_point].example))
        self.set_button.clicked.connect(self.set_parameters)
        self.ask_button.clicked.connect(self.ask)
        self.play_button.clicked.connect(self.play)
        self.keep_button.clicked.connect(self.keep)
        self.attach_button.clicked.connect(self.attach)

    # --- the text ---

    @property
    def hook(self) -> HookText:
        """The present text, with the declarations of its first lines."""
        return read_hook_text(self.name.text().strip(), self.text.toPlainText().rstrip("\n") + "\n")

    def go_to(self, line: int) -> None:
        """Mark a line, where a hook failed; 0 for none."""
        if line > 0:
            self.text.mark(line)
            self.text.go_to(line)

    def check(self) -> bool:
        """Look at the name, the first lines and whether the rest is a program, and say what is wrong; whether nothing is.

        For callers that are about to use the text, and wait for it without the window standing still.
        """
        self.checker.settle()
        text = self.hook
        if not self._is_headed_well(text):
            return False
        try:
            wrong = self._window.session.hooks.waiting(lambda: self._host.text_fault(hook_of(text)))
        except EditError as error:
            self.say(str(error), bad=True)
            return False
        self._found(text, wrong)
        return wrong is None

    def _look(self) -> None:
        """The same for the text as it is being written: whether it is a program is found out behind the window."""
        text = self.hook
        if self._is_headed_well(text):
            self.checker.ask(text)

    def _is_headed_well(self, text: HookText) -> bool:
        """Return True if nothing is wrong with the name and the first lines; faults are reported."""
        self._offer_parameters(text)
        if not NAME.fullmatch(text.name):
            self.say(tr("A hook's name has small letters, digits and _, and starts with a letter."), bad=True)
            return False
        if text.faults:
            self.say_fault(text.faults[0].line, text.faults[0].what)
            return False
        return True

    def _found(self, text: HookText, wrong: TextFault | None) -> None:
        if wrong is not None:
            self.say_fault(wrong.line, wrong.what)
            return
        self.text.mark(0)
        self.say(
            tr("{title}: takes part at {function}.", title=tr(text.title), function=", ".join(point.function for point in text.points))
        )

    def _words(self) -> tuple[str, str]:
        return self.name.text().strip(), self.text.toPlainText().rstrip()

    def _offer_parameters(self, text: HookText) -> None:
        takes_any = bool(text.parameters)
        self.set_button.setEnabled(takes_any and self._window.session.current is not None)
        self.arguments.setEnabled(takes_any or bool(self.arguments.text()))
        self.declared.setText(
            tr("Parameters: {partition}", partition=usage(text).partition(" ")[2])
            if takes_any
            else tr("It declares no parameters: # param until: number = 1903 | …")
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
        self.checker.look_soon()

    def _take_text(self, name: str) -> None:
        known = known_hooks(self._window.session, None if self._window.session.current is None else self._window.session.game)
        if name in known:
            unkept = self._words() != self._kept
            self.text.take(known[name].text.source)
            if not unkept:
                self._kept = self._words()
            self._choose_point()
            self._look()

    # --- the contract ---

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

    # --- trying it ---

    def ask(self) -> None:
        """Ask the hook about the moment in view."""
        if not self.check() or self._window.session.current is None:
            return
        text = self.hook
        if self.chosen_point not in text.points:
            self.say(
                tr(
                    "The text has no {function}; it takes part at {functions}.",
                    function=self.chosen_point.function,
                    functions=", ".join(each.function for each in text.points),
                ),
                bad=True,
            )
            return
        self._host.pardon(hook_of(text))
        session = self._window.session
        game, cursor, arguments, viewer = session.shown, session.cursor, self.arguments.text(), str(self.viewer.currentData())
        try:
            if self.chosen_point is Point.PRESS:
                self.show_letters(session.hooks.waiting(lambda: ask_letters(game, cursor, hook_of(text), arguments, viewer, self._host)))
                return
            asked = session.hooks.waiting(lambda: ask_now(game, cursor, hook_of(text), arguments, self.chosen_point, viewer, self._host))
        except HookArgumentError as error:
            self.say(tr("Parameters: {error}.", error=error), bad=True)
            return
        except EditError as error:
            self.say(str(error), bad=True)
            return
        self.show_outcome(asked.outcome)

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
            self.say(str(error), bad=True)
            return
        finally:
            QApplication.restoreOverrideCursor()
        if played.trouble:
            self.say(played.trouble, bad=True)
            return
        failed = next((entry.outcome for entry in played.log if entry.outcome is not None and entry.hook == self.hook.name), None)
        log = [words_of(game.variant, entry) for entry in played.log]
        if played.untried and not played.difference and failed is None:
            self.answer.setPlainText("\n".join((_untried_words(played.untried), "", *log)).rstrip())
            self.say(tr("This phase does not try the hook: there is nothing in it for the hook to decide."), bad=True)
            return
        lines = list(played.difference) or [tr("The phase becomes the same with it as without it.")]
        if played.untried:
            lines += ["", _untried_words(played.untried)]
        self.answer.setPlainText("\n".join((*lines, "", *log)).rstrip())
        if failed is not None:
            self.text.mark(failed.line or 0)
            self.say(failure_words(failed), bad=True)
        else:
            self.say(tr("Without the hook: lines marked -. With it: lines marked +."))

    # --- keeping it ---

    def attach(self) -> None:
        """Attach the hook to the game in front, from the open phase on. Its author has read it."""
        if not self.check():
            return
        session = self._window.session
        reason = orders_taken(session)
        if reason:
            self.say(reason, bad=True)
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
            self.say(str(error), bad=True)
            return
        self._kept = self._words()
        self._window.say(tr("The hook {hook} is attached.", hook=self.hook.name))
        self.close()

    def _rehearsed(self, wish: Attach) -> CallOutcome | None:
        """The first of its points where it has no answer, with the outcome; ``None`` where there is none."""
        session = self._window.session
        game, viewer = session.shown, str(self.viewer.currentData())
        cursor = game.last(session.branch)
        try:
            failed = session.hooks.waiting(lambda: rehearse(game, cursor, wish.hook, wish.arguments, viewer, self._host))
        except EditError as error:
            failed = CallOutcome(CallOutcomeKind.CANCELLED, message=str(error))
        if failed is not None:
            self.show_outcome(failed)
        return failed

    def _agree(self, hook: Hook) -> None:
        try:
            self._window.session.hooks.store.grant((hook,), for_good=True)
        except OSError as error:
            self._window.refuse(tr("Your consent could not be kept for the next start: {error}", error=system_words(error)))

    def keep(self) -> None:
        """Write the hook to the folder of one's own, for other games; one that is not finished too."""
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
            write_atomically(file, self.hook.source.encode("utf-8", "replace"), mark("keeping the hook"))
            self._agree(hook_of(self.hook))
        except (OSError, StorageError) as error:
            self.say(tr("It could not be kept: {error}", error=system_words(error)), bad=True)
            return False
        self._kept = self._words()
        self.say(
            tr("Kept in {file}.", file=file)
            if right
            else tr("Kept in {file}, with its mistake. {mistake}", file=file, mistake=self.state.text()),
            bad=not right,
        )
        return True

    def reject(self) -> None:
        """Leave, unless there is a text that is kept nowhere and the user wants to go on with it."""
        if self._words() != self._kept:
            question = (
                tr("The text of {hook} is kept nowhere yet.", hook=name)
                if (name := self.name.text().strip())
                else tr("The text of this hook is kept nowhere yet.")
            )
            keep, discard = tr(KEEP), tr(DISCARD)
            answer = ask(self, question, (keep, discard, tr(WRITE_ON)))
            if answer not in (keep, discard) or (answer == keep and not self._keep()):
                return
            self._kept = self._words()
        super().reject()

    def done(self, result: int) -> None:
        """The worker of the tries ends."""
        self._end_worker()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the worker, also for a window that was never visible."""
        super().closeEvent(event)
        if event.isAccepted():
            self._end_worker()

    def _end_worker(self) -> None:
        self.checker.close()
        self._host.close()
        others = self._window.session.hooks.others
        if self._host in others:
            others.remove(self._host)


def _untried_words(points: Iterable[Point]) -> str:
    """Return the functions that a played copy skips, and a way to try them: ``Not tried here: on_orders. Try it with: a phase with
    orders.``
    """
    wanted = {
        Point.START: mark("the first phase of a game"),
        Point.PRESS: mark("a letter, by Ask now"),
        Point.ORDERS: mark("a phase with orders"),
        Point.BEFORE_ADJUDICATION: mark("a phase with orders"),
        Point.AFTER_ADJUDICATION: mark("a phase with orders"),
        Point.RETREAT: mark("a phase of retreats"),
        Point.BUILD: mark("a phase of builds"),
        Point.RESULTS: mark("a power's view, by Ask now"),
    }
    told = tuple(points)
    names = ", ".join(point.function for point in told)
    needed = clauses(dict.fromkeys(tr(wanted[point]) for point in told if point in wanted))
    return tr("Not tried here: {names}. Try it with: {needed}.", names=names, needed=needed)
