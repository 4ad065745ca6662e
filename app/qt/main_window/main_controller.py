"""Contents of the main window, wired together: a page for each open game, the panels beside it, menus and palette from the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.record import EditError, Why
from app.game.storage.atomic import StorageError
from app.game.versions import Change, Touched
from app.presentation.reply_rows import ExpectedCentres
from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
from app.qt.gm.compare_part import ComparePart
from app.qt.gm.games_part import GamesPart, WaitingWatch
from app.qt.gm.round_part import RoundPart
from app.qt.hooks.hook_panel import HookPanel
from app.qt.hotseat.table_controller import TableController
from app.qt.main_window.appearance import Appearance, SystemWatch
from app.qt.main_window.central_pages import CentralPages, GameTabs
from app.qt.main_window.game_pages import GamePages, OutsideEdits, RulesWatch
from app.qt.main_window.graphics import GraphicsCard
from app.qt.main_window.menus import CommandRunner, Menus
from app.qt.main_window.palettes import Palettes
from app.qt.main_window.panels import CrashReportsPart, Panels, PreferencesPart
from app.qt.main_window.status_messages import Messages, StatusLine
from app.qt.main_window.window_preferences import Preferences
from app.qt.main_window.window_screen import PanelWidth, WindowScreen
from app.qt.main_window.window_services import WindowServices
from app.qt.map.accessibility import speak_painted_widgets
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.press_panel import PressPanel
from app.qt.panels.replies_panel import RepliesPanel
from app.qt.start.start_controller import StartController
from app.qt.widgets.background import Background
from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look, Tone
from app.session.errors import CommandError
from app.session.services import ChoiceQuestion, CloseQuestion
from app.session.session import Session
from app.session.view_options import View
from languages import tr
from variants.fault import Fault

if TYPE_CHECKING:
    from app.qt.board.game_page import GamePage

Answer = TypeVar("Answer")


class MainController(QObject):
    """Makes the parts of the main window, says what follows from what, and answers what they ask of the window as a whole.

    Made once the window is on the screen, and again for another language.

    Args:
        session: the open games, where there are any already.
    """

    language_changed = Signal()

    def __init__(
        self, window: QMainWindow, central: CentralPages, preferences: Preferences, look: Look, session: Session | None = None
    ) -> None:
        super().__init__(window)
        self.window = window
        self.preferences = preferences
        self.stack, self.tabs, self.start_page = central.stack, central.tabs, central.start_page
        self.background = Background(self)
        speak_painted_widgets()
        self.appearance = Appearance(preferences, look, self)
        self.system = SystemWatch(self)
        self.status = StatusLine(look)
        self.messages = Messages(self.status, self.start_page, lambda: self.panels.get(ConsolePanel), lambda: self.page)
        self.screen = WindowScreen(
            self.appearance,
            lambda: self.page,
            self.show_panel,
            self._open_own_commands,
            lambda: self.panels.get(BenchPart),
            self._play_test,
            lambda: self.panels.get(RepliesPanel),
            lambda *wanted: self.panels.get(ComparePart).compare(*wanted),
            lambda command: self.menus.entry_words(command),
        )
        self.services = WindowServices(self, self.screen, self.messages, self.background, preferences, self._place_of_accounts)
        self.session = Session(self.services) if session is None else session
        self.session.services = self.services
        self.runner = CommandRunner(self.session, self.messages, self.refresh_menus, lambda: self.panels.get(ConsolePanel).dock.show())
        self.pages = GamePages(
            self.stack, self.session, self.appearance, self.background, self.messages, self._watch_file, self._show_variant_faults
        )
        self.graphics = GraphicsCard(self.appearance, self.pages, preferences, self)
        self.graphics.told.connect(self.say)
        self._in_front: Document | None = None
        self.game_tabs = GameTabs(self.tabs, window, self.session, lambda: self.run("close"))
        self.status.attach(window.statusBar())
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.panels: Panels = Panels(self)
        self.palettes = self.panels.get(Palettes)
        self.panels.get(GamePanel).widget.header.add(self.panels.get(HookPanel).chips)
        self.menus: Menus = Menus(window, self.session, self.trigger, self.run)
        self.menus.fill(COMMANDS.entries())
        self.start_controller = StartController(self, self.start_page, self.background, lambda: self.view)
        self.table = TableController(self, self.panels.get(GamePanel).widget.above, window)
        self.rules_watch = RulesWatch(self, self.pages, self)
        self.waiting_watch = WaitingWatch(self, self)
        self._connect()
        preferences.restore_docks(window)
        self.panel_width = PanelWidth(
            window, self.panels.get(GamePanel).dock, self.stack, lambda: self.page, preferences, lambda: self.table.is_at_seat
        )
        self._follow_system()
        self._follow_session()
        if self.appearance.trouble:
            self.trouble(self.appearance.trouble)

    def _place_of_accounts(self) -> AccountingPanel | RoundPart:
        """Return the part that shows the accounts of mails: the round where that is open, else their panel."""
        in_round = self.panels.get(RoundPart)
        return in_round if in_round.is_following else self.panels.get(AccountingPanel)

    def _connect(self) -> None:
        """Say what follows from what."""
        self.session.hooks.waiting = self._wait_for_hooks
        self.background.closed.connect(self.session.hooks.cancel)
        self.stack.currentChanged.connect(self._follow_stack)
        self._follow_stack()
        self.status.history_requested.connect(lambda: self.show_panel("console"))
        self.appearance.look_changed.connect(self._follow_look)
        self.appearance.view_changed.connect(self._follow_view)
        self._follow_pace()
        self.appearance.language_changed.connect(self.language_changed)
        self.system.changed.connect(self._follow_system)
        self.pages.made.connect(self._connect_page)
        self.pages.opened.connect(self.start_controller.note_opened)
        self.pages.closed.connect(self.start_controller.note)
        self.pages.redrawn.connect(self._follow_session)
        self.pages.changed.connect(self._document_changed)
        self._unsubscribe = self.session.subscribe(self._follow_session)
        self.panels.get(BenchPart).play_test_requested.connect(self.panels.get(PlayTestPart).open)

    def _connect_page(self, page: GamePage) -> None:
        game_panel = self.panels.get(GamePanel)
        page.said.connect(self.say)
        page.hinted.connect(self.hint)
        page.hovered.connect(self.status.show_hover)
        page.selection_changed.connect(game_panel.show_selection)
        page.preview_came.connect(game_panel.refresh)
        page.command_requested.connect(self.trigger)
        page.line_requested.connect(self.run_line)
        page.onward_requested.connect(lambda: self.trigger("next-phase"))
        page.exercise_requested.connect(lambda variant: self.run("new", variant=variant))

    # --- what the parts ask of the window ---

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        return self.pages.front

    @property
    def view(self) -> View:
        """Present view of boards."""
        return self.appearance.view

    @property
    def look(self) -> Look:
        """The colours of the window as they are now."""
        return self.appearance.look

    @property
    def status_text(self) -> str:
        """Text of the status line."""
        return self.status.message.text()

    def say(self, text: str, tone: Tone = Tone.DONE) -> None:
        """Show *text* in the status line and the console."""
        self.messages.say(text, tone)

    def hint(self, text: str) -> None:
        """Show *text* in the status line until the next message; it is no message to be read again."""
        self.status.say(text, Tone.HINT)

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Show *summary* and *lines*; where there are lines they stay over the board until they are closed."""
        self.messages.report(summary, lines, in_full)

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        self.messages.refuse(text)

    def trouble(self, text: str) -> None:
        """Say what did not work where it is seen: over the board, or on the start page."""
        self.messages.trouble(text)

    def tell_of_crash(self, text: str, report: Path | None) -> None:
        """Say that something went wrong inside the program, and where the report is."""
        self.messages.tell_of_crash(text, report, lambda: self.show_panel("crash-reports"))

    def offer_reports(self, lead: str) -> None:
        """Show the reports of crashes, with the sentence *lead*."""
        self.panels.get(CrashReportsPart).offer(lead)

    def trigger(self, command_id: str) -> bool:
        """Run a command without arguments, as its menu entry, its key and the palette do: it asks for those it needs."""
        return self.runner.trigger(command_id)

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command with *arguments*; whether it was done. The reason for a failure is reported."""
        return self.runner.run(command_id, **arguments)

    def take_mails(self, paths: Sequence[Path], power: str = "") -> None:
        """Take the mails of *paths* in for the game in front, each file by itself, and say once what came of all of them.

        Args:
            power: whose they are; by what they say where it is empty.
        """
        with self.services.gathered() as found:
            for path in paths:
                before = len(found.shown)
                if not self.run("read-mail", path=path, power=power or None) and len(found.shown) == before:
                    found.unread.append(path.name)

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Take mails and folders that were dropped: for all games where their page is open, else for the game in front and the bench."""
        games = self.panels.get(GamesPart)
        if games.page is not None:
            games.take_mails(paths)
            return
        mails = [path for path in paths if not path.is_dir()]
        if self.session.current is not None:
            self.take_mails(mails)
            mails = []
        for path in paths:
            if path.is_dir():
                self.run("bench", variant=path)
        for path in mails:
            self.run("open", file=path)

    def run_line(self, line: str) -> bool:
        """Run a line that the user typed; returns True if it was done. The reason for a failure is reported."""
        return self.runner.run_line(line)

    def refresh_menus(self) -> None:
        """Update the commands that can be run now."""
        self.menus.refresh()

    def show_expected(self, expected: Mapping[str, ExpectedCentres]) -> None:
        """Show beside the centres of each power those that it may expect; nothing where *expected* is empty."""
        self.panels.get(GamePanel).show_expected(expected)

    def show_panel(self, name: str) -> None:
        """Open the panel, dialog or page of that name."""
        self.runner.note_opening()
        if not self.panels.show(name):
            self.refuse(tr("There is no panel called {name}.", name=name))

    def show_letters(self) -> None:
        """Show the letters below the orders of a seat, where there is room for both."""
        if self.panel_width.has_room_for_letters:
            self.panels.get(PressPanel).open()

    def show_seats(self) -> None:
        """Show the page of seats and programs of the game in front, or close it where it is there."""
        self.table.seats.ask_for()

    @Slot()
    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        page = self.page
        if page is not None:
            page.set_focus()

    def _open_own_commands(self, name: str) -> None:
        from app.qt.main_window.command_form import OwnCommandsDialog
        from app.qt.widgets.dialogs import run_dialog

        dialog = OwnCommandsDialog(self.session, self.look, self.refresh_menus, self.window)
        dialog.show_command(name)
        run_dialog(dialog)

    def _play_test(self, variant: str) -> None:
        from app.board_editor.playtest.task import texts_of
        from app.presentation.drawn_boards import NoBoardError, drawn_board

        entry = self.session.shelf.entry(variant)
        assert entry is not None
        assert entry.folder is not None
        library = {each.id: each.source for each in self.session.shelf.entries() if each.own}
        try:
            texts = texts_of(entry.folder, entry.source, library)
            drawn = self.services.wait_for(tr("Drawing the board…"), lambda: drawn_board(variant))
        except (NoBoardError, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        remark = tr("Played without the rule changes of the game.") if entry.folder.hooks else ""
        self.panels.get(PlayTestPart).open(drawn, texts, remark)

    def _show_variant_faults(self, variant_id: str, faults: tuple[Fault, ...]) -> None:
        from app.qt.board.faults_dialogs import show_faults

        show_faults(self.look, self.session.shelf, variant_id, faults, self.window)

    def _watch_file(self, document: Document) -> OutsideEdits:
        return OutsideEdits(self, document, lambda: self.pages.of(document), self.panels.refresh)

    def _wait_for_hooks(self, work: Callable[[], Answer]) -> Answer:
        from app.qt.widgets.background import wait_for

        hooks = self.session.hooks
        try:
            answer = wait_for(self.window, self.background, tr("Asking the rule changes of the game…"), work, hooks.cancel)
        finally:
            given_up = hooks.reset_cancel()
        if given_up:
            raise EditError(Why.CANCELLED, tr("Nobody waited for the hooks of the game any longer: nothing was done."))
        return answer

    # --- what follows from what ---

    @Slot()
    def _follow_look(self) -> None:
        for part in (self.status, self.start_page, self.panels):
            part.set_look(self.look)
        self.table.follow_look()

    @Slot()
    def _follow_view(self) -> None:
        self._follow_pace()
        self.pages.show_as_chosen()
        self.table.follow_view()
        self.panels.refresh()
        self.menus.refresh()

    def _follow_pace(self) -> None:
        """Have panels glide to their places only where units do."""
        self.window.setAnimated(self.view.animation.factor > 0)

    @Slot()
    def _follow_system(self) -> None:
        self.appearance.follow_system(self.system.hints)

    @Slot()
    def _follow_session(self) -> None:
        if not self.pages.follow_session():
            return
        if self.session.current is not self._in_front:
            if self._in_front is not None:
                self.status.say("")  # it was about that game
            self._in_front = self.session.current
        self.game_tabs.follow_session()
        page = self.page
        self.pages.follow_viewers()
        cover = self.table.cover()
        if cover is not None and self.stack.indexOf(cover) < 0:
            let_scroll(cover)
            self.stack.addWidget(cover)
        self.stack.setCurrentWidget(cover or page or self.start_page)
        self.table.show_stage(cover)
        self.panels.get(GamePanel).dock.setVisible(page is not None)
        if page is None:
            self.start_controller.refresh()
            self.start_page.take_focus()
        elif cover is not None:
            self.table.take_focus(cover)
        else:
            page.set_focus()
            page.say_what_next()
        self.panels.follow_session()
        self.table.hide_docks(is_covered=cover is not None)
        if page is not None and cover is None:
            self.panel_width.fit_first()  # the panels of a seat stand by now
        self.menus.refresh()

    @Slot()
    def _follow_stack(self) -> None:
        """Show the status line below every page but the start page, which has a place of its own for it."""
        self.status.show_hover("")  # what lay under the pointer was on another page
        if self.stack.currentWidget() is self.start_page:
            self.status.say("")  # it was about a game that is not in front any more
        self.window.statusBar().setVisible(self.stack.currentWidget() is not self.start_page)

    def _document_changed(self, document: Document, change: Change) -> None:
        if change.touches(Touched.SAVED, Touched.HISTORY, Touched.DETAILS):
            self.game_tabs.retitle()
            if document.path is not None and not document.is_modified and not change.label:
                self.start_controller.note(document)
        if document is self.session.current:
            if change.touches(Touched.POSITIONS) and self.page is not None:
                self.page.banners.drop("report")  # it was about a phase that has changed
            self.panels.document_changed(change)
            if self.session.seating is not None:
                self.table.document_changed()
            if not self.runner.is_running:  # its end refreshes them
                self.menus.refresh()

    # --- the end ---

    @property
    def is_choosing_preferences(self) -> bool:
        """True if Preferences are open."""
        return self.panels.get(PreferencesPart).is_open

    def detach(self) -> Session:
        """Take everything out of the window; the games stay open, for another controller."""
        self.session.unfinished.tell()
        self.preferences.keep(self.window, self.appearance.chosen)
        self._unsubscribe()
        self._end_work()
        self.session.hooks.reset_cancel()
        self.pages.close()
        self.table.close()
        return self.session

    def close(self) -> bool:
        """Ask about unsaved changes, then release everything; False where the user wants to stay."""
        self.session.unfinished.tell()
        for document in self.session.documents:
            self.session.bring_forward(document)
            if not self.services.ask(CloseQuestion(document)):
                return False
        self.preferences.keep(self.window, self.view)
        late: list[StorageError] = []
        while self.session.documents:
            document = self.session.documents[0]
            self.session.remove(document)
            late += document.close(discard=True)
        if late:  # nobody can read it in a window that is gone
            self.services.ask(ChoiceQuestion("\n".join(str(trouble) for trouble in late), (tr("Quit"),)))
        self._end_work()
        return True

    def _end_work(self) -> None:
        """Wait for nothing any more."""
        from app.presentation.drawn_boards import MAKER  # read with the first game

        MAKER.give_up_all()
        self.background.close()
        self.panels.close()
