"""Services of commands in the window: the adapter between ``Services`` and Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QProgressDialog, QWidget

from app.game.storage.atomic import write_atomically
from app.gm.order_mails import summary as summary_of
from app.hooks.asking_hooks import HookStoppedError, StopChoice
from app.mail_in.accounting import Accounting
from app.qt.board.window import Window
from app.qt.main_window.status_messages import Messages
from app.qt.main_window.window_preferences import Preferences
from app.qt.widgets import dialogs
from app.qt.widgets.background import Background
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.look import Tone
from app.session.errors import CommandError
from app.session.hook_service import HookAnswer
from app.session.requests import OrdersForm, ResultsSheet, StoryFormat, StoryRequest
from app.session.services import (
    Answer,
    ArgumentsQuestion,
    ChoiceQuestion,
    ChosenImports,
    ChosenSeats,
    CloseQuestion,
    ConsentQuestion,
    FileKind,
    FileQuestion,
    FileToOpen,
    FileToSave,
    GoOn,
    HookChangesQuestion,
    ImportsQuestion,
    NewGame,
    NewGameQuestion,
    NewSecretQuestion,
    PersonQuestion,
    PictureFormat,
    PictureRequest,
    Progress,
    Screen,
    SeatsQuestion,
    SecretQuestion,
    TextQuestion,
)
from app.tables.table_players import known_programs
from languages import labelled, mark, tr


def _filter(format: PictureFormat) -> str:  # noqa: A002 - the protocol's word
    also = " *.jpeg" if format is PictureFormat.JPEG else ""
    return f"{format.words} (*.{format}{also})"


_FILTERS = {
    FileKind.GAME: mark("Games (*.dpn);;Games of other programs (*.json *.jsonl *.jdip *.txt *.csv);;All files (*)"),
    FileKind.FOREIGN_GAME: mark(
        "Saved game of the package diplomacy (*.json);;Results as a judge mails them (*.txt);;Position and orders (*.datc);;Centres (*.csv)"
    ),
    FileKind.PAGE: mark("Web page (*.html)"),
    FileKind.FILM: mark("Animated picture (*.gif *.webp)"),
    FileKind.BOOKLET: mark("PDF document (*.pdf)"),
    FileKind.SCRIPT: mark("Scripts (*.txt);;All files (*)"),
    FileKind.MAIL: mark("Mails (*.eml *.mbox *.txt);;All files (*)"),
    FileKind.VERSION: mark("Variants (variant.toml *.dpv *.zip);;All files (*)"),
    FileKind.DRAWING: mark("Boards (*.svg *.svgz variant.toml);;All files (*)"),
    FileKind.TOURNAMENT: mark("Tables (*.csv)"),
    FileKind.FIGURES: mark("Figures (*.json)"),
    FileKind.PROGRAM: mark("Programs (*.py *.js *.c)"),
    FileKind.PACK: mark("A variant in one file (*.dpv);;The same as an archive (*.zip)"),
    FileKind.BOARD: mark(
        "Variants, boards and games of other programs (*.dpv *.zip *.jar *.map *.json *.jsonl *.jdip *.toml *.go *.var);;All files (*)"
    ),
}
_PICTURES = {FileKind.PICTURE: tuple(PictureFormat), FileKind.SMALL_PICTURE: (PictureFormat.PNG, PictureFormat.JPEG)}
_STOPPED = {mark("Ask once more"): StopChoice.AGAIN, mark("Go on without it this phase"): StopChoice.WITHOUT}
_SAVE, _DISCARD, _CANCEL = mark("Save"), mark("Do not save"), mark("Cancel")


def _filters(kind: FileKind) -> str:
    if kind in _PICTURES:
        return ";;".join(_filter(each) for each in _PICTURES[kind])
    return tr(_FILTERS[kind])


class ShowsAccounts(Protocol):
    """Shows what became of mails."""

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show every line, and what has to be seen."""
        ...


@dataclass(slots=True)
class Gathered:
    """Accounts of mails that were handed in together."""

    shown: list[tuple[str, Accounting]] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Files of which nothing could be read, by name."""

    def append(self, shown: tuple[str, Accounting]) -> None:
        """Take what became of one file in."""
        self.shown.append(shown)


class WindowServices:
    """Implements ``Services`` over one main window.

    Args:
        accounting: the panel of received lines, which is made later than this.
    """

    def __init__(
        self,
        host: Window,
        screen: Screen,
        messages: Messages,
        background: Background,
        preferences: Preferences,
        accounting: Callable[[], ShowsAccounts],
    ) -> None:
        self._host = host
        self._screen = screen
        self._messages = messages
        self._background = background
        self._preferences = preferences
        self._accounting = accounting
        self._gathered: Gathered | None = None

    @property
    def screen(self) -> Screen | None:
        """The window is a screen."""
        return self._screen

    @property
    def is_interactive(self) -> bool:
        """True, since there is a person at the window."""
        return True

    def say(self, text: str) -> None:
        """In the console, and shortly in the status line."""
        self._messages.say(text, Tone.DONE)

    def report(self, summary: str, lines: Sequence[str]) -> None:
        """Write it to the console, and over the board until it is closed."""
        self._messages.report(summary, lines)

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """In a panel beside the board; what has to be seen stands over the board too."""
        if self._gathered is None:
            self._accounting().show_accounting(summary, accounting)
        else:
            self._gathered.append((summary, accounting))

    @contextmanager
    def gathered(self) -> Iterator[Gathered]:
        """Show what becomes of all mails meanwhile at once, at the end."""
        found = self._gathered = Gathered()
        try:
            yield found
        finally:
            self._gathered = None
        if len(found.shown) == 1 and not found.unread:
            self._accounting().show_accounting(*found.shown[0])
        elif found.shown:
            letters = tuple(letter for _, each in found.shown for letter in each.letters)
            unread = [labelled(name, tr("nothing of it was taken")) for name in found.unread]
            whole = Accounting(letters, (*unread, *(trouble for _, each in found.shown for trouble in each.troubles)))
            self._accounting().show_accounting(summary_of(whole, sum(line.count for line in whole.taken)), whole)
        elif len(found.unread) > 1:
            self._messages.report(tr("No mail could be read."), found.unread)

    def ask(self, question: PersonQuestion[Answer]) -> Answer:
        """The dialog for such questions."""
        return cast("Answer", self.DIALOGS[type(question)](self, question))

    def _ask_of_file(self, question: FileQuestion) -> str | None:
        """The faults beside the file's text, with a button for each answer."""
        from app.qt.board.faults_dialogs import FaultsDialog

        dialog = FaultsDialog(
            self._host.look,
            question.name,
            question.words,
            question.faults,
            question.remarks,
            question.text,
            question.answers,
            self._host.window,
        )
        run_dialog(dialog)
        return dialog.choice

    def _ask_new_secret(self, question: NewSecretQuestion) -> tuple[bool, str | None]:
        """The dialog of the page of seats: twice the new one, or the present one goes."""
        from app.qt.hotseat.lobby_dialog import ask_secret

        return ask_secret(question.who, self._over, has_one=question.has_one)

    def _ask_arguments(self, question: ArgumentsQuestion) -> Mapping[str, object] | None:
        """A form with a field for each."""
        from app.qt.main_window.command_form import CommandForm

        dialog = CommandForm(question.form, self._host.session, self._over)
        return dialog.arguments if run_dialog(dialog) else None

    def _ask_new_game(self, question: NewGameQuestion) -> NewGame | None:
        """The shelf of variants, with rules and hooks."""
        from app.qt.new_game.new_game_dialog import ask_new_game

        return ask_new_game(self._host.session, self._host.look, self._background, self._host.window, question.first)

    def _ask_seats(self, question: SeatsQuestion) -> ChosenSeats | None:
        """The page of seats, clock and locks."""
        from app.qt.hotseat.lobby_dialog import ask_seats

        known = known_programs(self._host.session)
        return ask_seats(question.game, question.table, self._screen.view, self._host.look, self._over, known)

    def _ask_hook_changes(self, _question: HookChangesQuestion) -> str | None:
        """Every hook that can be attached, with its settings."""
        from app.qt.hooks.hook_forms import HookChangeDialog

        dialog = HookChangeDialog(self._host.session, self._host.window)
        return dialog.words if run_dialog(dialog) else None

    def _ask_imports(self, question: ImportsQuestion) -> ChosenImports | None:
        """Every board and set with what the check says of it."""
        from app.qt.new_game.import_dialog import ImportDialog

        dialog = ImportDialog(self._host.look, question.name, question.result, self._over, question.verdicts)
        return ChosenImports(dialog.chosen(), dialog.chosen_units()) if run_dialog(dialog) else None

    def _consent(self, question: ConsentQuestion) -> HookAnswer:
        """A window with each hook's text and what it may do."""
        from app.qt.hooks.consent_dialog import ConsentDialog

        asked = question.name, question.hooks, question.unavailable
        dialog = ConsentDialog(self._host.look, *asked, self._host.window, question.asked_for)
        run_dialog(dialog)
        return dialog.answer

    def wait_for(self, words: str, work: Callable[[], Answer]) -> Answer:
        """On another thread."""
        from app.qt.widgets.background import wait_for

        _read_painters()
        return wait_for(self._host.window, self._background, words, work)

    def watch_over(self, words: str, work: Callable[[GoOn], Answer]) -> Answer:
        """On another thread, with a box that has a button to stop it."""
        from app.qt.widgets.background import watch_over

        _read_painters()
        return watch_over(self._host.window, self._background, words, lambda watch: work(watch.go_on))

    @property
    def _over(self) -> QWidget:
        """Parent of a question: the dialog that is open, or the window."""
        return QApplication.activeModalWidget() or self._host.window

    def read_line(self, prompt: str) -> str | None:  # noqa: ARG002 - the protocol's words
        """A window is no terminal."""
        return None

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        """A box: to wait is what Enter and Esc mean."""
        words = f"{stopped}\n\n{stopped.again} {tr('To go on without it holds for this phase and is kept in the game.')}"
        choices = {tr(words): choice for words, choice in _STOPPED.items()}
        answer = dialogs.ask(self._host.window, words, (otherwise, *choices))
        return choices.get(answer or "", StopChoice.WAIT)

    def _open_path(self, question: FileToOpen) -> Path | None:
        """The system's file dialog."""
        kind = question.kind
        if kind is FileKind.BOARD_FOLDER:
            return self._chosen(QFileDialog.getExistingDirectory(self._over, tr("Import a folder"), str(self._preferences.folder)))
        name, _ = QFileDialog.getOpenFileName(self._host.window, tr("Open"), str(self._preferences.folder), _filters(kind))
        return self._chosen(name)

    def _save_path(self, question: FileToSave) -> Path | None:
        """The system's file dialog, which asks before it replaces a file; a folder gets a new one inside."""
        kind, suggestion = question.kind, question.suggestion
        if kind is FileKind.PICTURE_FOLDER:
            from app.qt.statistics.story_files import unused

            folder = self._chosen(QFileDialog.getExistingDirectory(self._over, tr("Pictures into"), str(self._preferences.folder)))
            return None if folder is None else unused(folder / suggestion)
        name, chosen = QFileDialog.getSaveFileName(
            self._host.window, tr("Save"), str(self._preferences.folder / suggestion), _filters(kind)
        )
        path = self._chosen(name)
        if path is not None and not path.suffix:
            ending = next((each for each in kind.endings if f"*{each}" in chosen), kind.endings[0])
            path = path.with_name(path.name + ending)
        return path

    def _chosen(self, name: str) -> Path | None:
        if not name:
            return None
        path = Path(name)
        self._preferences.folder = path.parent
        return path

    def copy_text(self, text: str) -> None:
        """The system's clipboard."""
        QApplication.clipboard().setText(text)

    def received_bytes(self, most: int) -> bytes:  # noqa: ARG002 - a window has no standard input that anybody means
        """Return nothing: in a window mails are dropped, pasted or opened."""
        return b""

    def pasted_text(self) -> str:
        """The system's clipboard."""
        return QApplication.clipboard().text()

    def copy_picture(self, request: PictureRequest) -> None:
        """The system's clipboard."""
        from app.qt.board import picture_content

        QApplication.clipboard().setImage(picture_content.image(request))

    def write_picture(self, request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002 - the protocol's word
        """Drawn off the GUI thread where the format allows it; the window goes on meanwhile."""
        from app.qt.board import picture_content

        content = self.wait_for(tr("Drawing the picture…"), lambda: picture_content.content(request, format))
        write_atomically(path, content, mark("writing the picture"))

    def draw(self, request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002 - the protocol's word
        """Draw on the calling thread: off the GUI thread, by the caller that watches over it."""
        from app.qt.board import picture_content

        return _drawn(lambda: picture_content.content(request, format))

    def draw_forms(self, forms: Sequence[OrdersForm]) -> bytes:
        """Draw on the calling thread: a page takes milliseconds."""
        from app.qt.gm.results_pdf import forms_pdf

        return _drawn(lambda: forms_pdf(forms))

    def draw_sheet(self, sheet: ResultsSheet) -> bytes:
        """The same for a page of results."""
        from app.qt.gm.results_pdf import results_pdf

        return _drawn(lambda: results_pdf(sheet))

    def get_ready_for_story(self, format: StoryFormat) -> None:  # noqa: A002
        """Read the modules that draw *format*: no class of Qt is read by a thread."""
        from app.qt.statistics.story_files import read_for

        read_for(format)

    def centre_chart(self, moments: Sequence[str], counts: Mapping[str, Sequence[int]], victory: int, winners: Sequence[str]) -> str:
        """Draw it in plain colours: a table of counts has no board."""
        from app.presentation.story_pictures import counts_picture

        return counts_picture(moments, counts, victory, winners)

    def write_story(self, request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002
        """Draw on the calling thread: off the GUI thread, by the caller that watches over it."""
        from app.qt.statistics.story_files import write

        write(request, format, path, go_on)

    def print_picture(self, request: PictureRequest, *, preview: bool) -> None:
        """The system's print dialog, or Qt's preview."""
        from app.qt.main_window import printing

        printing.print_picture(self._host.window, request, preview=preview)

    @contextmanager
    def progress(self, title: str, total: int) -> Iterator[Progress]:
        """A box that appears when the work takes longer than half a second, with a button to stop."""
        box = QProgressDialog(title, tr("Stop"), 0, total, self._host.window)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setMinimumDuration(500)
        try:
            yield _BoxProgress(box)
        finally:
            box.reset()
            box.deleteLater()

    def _confirm_close(self, question: CloseQuestion) -> bool:
        """Save, give up or stay."""
        document = question.document
        if not document.is_modified:
            return True
        answer = dialogs.ask(
            self._host.window,
            tr("{game} has changes that are not saved. Save them?", game=document.game.name),
            (tr(_SAVE), tr(_DISCARD), tr(_CANCEL)),
        )
        if answer == tr(_SAVE):
            self._host.session.bring_forward(document)
            return self._host.run("save") and not document.is_modified
        return answer == tr(_DISCARD)

    def quit(self) -> None:
        """Close the window, which asks about what is not saved."""
        self._host.window.close()

    DIALOGS: ClassVar[dict[type[PersonQuestion[Any]], Callable[[WindowServices, Any], object]]] = {
        ChoiceQuestion: lambda self, question: dialogs.ask(self._host.window, question.words, question.choices),
        FileQuestion: _ask_of_file,
        TextQuestion: lambda self, question: dialogs.ask_text(self._host.window, question.words, question.suggestion),
        SecretQuestion: lambda self, question: dialogs.ask_secret(self._over, question.words),
        NewSecretQuestion: _ask_new_secret,
        ArgumentsQuestion: _ask_arguments,
        NewGameQuestion: _ask_new_game,
        SeatsQuestion: _ask_seats,
        HookChangesQuestion: _ask_hook_changes,
        ImportsQuestion: _ask_imports,
        ConsentQuestion: _consent,
        FileToOpen: _open_path,
        FileToSave: _save_path,
        CloseQuestion: _confirm_close,
    }


def _drawn(draw: Callable[[], bytes]) -> bytes:
    from app.presentation.drawn_boards import NoBoardError

    try:
        return draw()
    except (NoBoardError, ValueError) as error:
        raise CommandError(str(error)) from error


class _BoxProgress:
    """``Progress`` over a box."""

    def __init__(self, box: QProgressDialog) -> None:
        self._box = box

    def step(self, done: int, text: str = "") -> None:
        """Move the bar."""
        if text:
            self._box.setLabelText(text)
        self._box.setValue(done)

    @property
    def is_cancelled(self) -> bool:
        """True if Stop was pressed."""
        return self._box.wasCanceled()


def _read_painters() -> None:
    """Read the modules that work on another thread may draw with: no class of Qt is read by a thread."""
    from app.qt.board import picture_content  # noqa: F401
    from app.qt.gm import results_pdf  # noqa: F401
    from app.qt.map import small_picture  # noqa: F401
