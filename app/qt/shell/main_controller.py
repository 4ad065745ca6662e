"""What stands in the main window: one page per open game, the panels beside it, menus and palette from the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QDockWidget

from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import run_command, run_line
from app.game.change import Change, Touched
from app.game.document import Document
from app.game.refusal import EditError, Why
from app.qt.board.game_page import GamePage
from app.qt.hooks.hook_panel import HookPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.shell.game_tabs import GameTabs
from app.qt.shell.main_window import MainWindow
from app.qt.shell.menus import Menus
from app.qt.shell.outside_edits import OutsideEdits
from app.qt.shell.palettes import Palettes
from app.qt.shell.panel_opener import PanelOpener
from app.qt.shell.panel_width import PanelWidth
from app.qt.shell.panels import Panels
from app.qt.shell.status_line import StatusLine
from app.qt.shell.window_screen import WindowScreen
from app.qt.shell.window_services import WindowServices
from app.qt.start.start_controller import StartController
from app.qt.widgets.background import Background
from app.qt.widgets.look import read_look
from app.qt.widgets.style import apply_look
from app.qt.widgets.tone import Tone
from app.session.drawings import drawing_of
from app.session.errors import CommandError, FileTrouble, GivenUp
from app.session.session import Session
from app.session.view_options import View
from app.view.drawn_boards import NoBoardError
from app.view.own_boards import MAKER
from app.view.theme import ThemeError, theme_named
from app.view.window_colours import USUAL_THEME
from variants.fault import Fault

Answer = TypeVar("Answer")

MOST_REPORTED = 6
"""Lines of a report that stand over the board; all of them stand in the console."""

MANY_LINES = 5
"""From so many lines on what is said is a list that the status line cannot show."""


def load_commands() -> None:
    """Read every command's file. To be called on the loading thread, so that the window does not wait for it."""
    COMMANDS.in_menu_order()


class MainController(QObject):
    """Shows the session in the main window; made once the window is on the screen.

    Signals:
        view_shown(): boards are shown otherwise from now on.
    """

    view_shown = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.preferences = window.preferences
        self.view: View = self.preferences.view
        trouble = self._avoid_unusable_theme()
        self.look = window.look
        self.background = Background(self)
        self.screen_port = WindowScreen(self)
        self.services = WindowServices(self)
        self.session = Session(self.services)
        self.session.hooks.waiting = self._wait_for_hooks
        self.background.closed.connect(self.session.hooks.cancel)
        self._pages: dict[Document, GamePage] = {}
        self._outside: dict[Document, OutsideEdits] = {}
        self._shown_to: dict[Document, str | None] = {}
        self._lines_said = 0
        self._panel_shown = False
        self.start_page = window.central.start_page
        self.stack = window.central.stack
        self.tabs = window.central.tabs
        self.game_tabs = GameTabs(self)

        self.status = StatusLine(self.look)
        self.status.attach(window.statusBar())
        self.status.history_requested.connect(lambda: self.show_panel("console"))
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

        self.panels = Panels(self)
        self.panels.get(GamePanel).widget.header.add(self.panels.get(HookPanel).chips)
        self.menus = Menus(window, self.session, self.trigger, self.run)
        self.menus.fill(COMMANDS.in_menu_order())
        self.palettes = Palettes(self)
        self._opener = PanelOpener(self)
        self.start_controller = StartController(self, self.start_page, self.background, lambda: self.view)
        self.session.subscribe(self._follow_session)
        self.preferences.restore_docks(window)
        self.panel_width = PanelWidth(self)
        self._follow_session()
        if trouble:
            self.trouble(trouble)

    def _avoid_unusable_theme(self) -> str:
        """Take the usual theme where the file of the one chosen last is gone or cannot be used any more; why, in that case."""
        try:
            theme_named(self.view.theme)
        except ThemeError as error:
            self.view = replace(self.view, theme=USUAL_THEME)
            return f"The theme chosen last cannot be used; {USUAL_THEME} is shown.\n{error}"
        return ""

    # --- what is shown ---

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        return self._pages.get(self.session.current) if self.session.current is not None else None

    def docks(self) -> Sequence[QDockWidget]:
        """What stands round the page, seen or not."""
        return self.window.findChildren(QDockWidget)

    def pages(self) -> Mapping[Document, GamePage]:
        """The page of every open game."""
        return self._pages

    def say(self, text: str, tone: Tone = Tone.DONE) -> None:
        """Show *text* in the status line and the console."""
        self.status.say(text[:1].upper() + text[1:], tone)
        self.panels.get(ConsolePanel).widget.say(text, tone.value)
        self._lines_said += text.count("\n") + 1

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Say *summary* and *lines*; where there are lines they stay over the board until somebody puts them away.

        Args:
            in_full: what the console gets in place of *lines*.
        """
        self.say("\n".join((summary, *(f"  {line}" for line in in_full or lines))))
        page = self.page
        if page is None:
            return
        page.banners.drop("report")
        if lines:
            shown = "\n".join((summary, *lines[:MOST_REPORTED]))
            every = (("Show all", self.panels.get(ConsolePanel).dock.show),) if in_full or len(lines) > MOST_REPORTED else ()
            more = f"\nand {len(lines) - MOST_REPORTED} more" if len(lines) > MOST_REPORTED else ""
            page.banners.show_banner("report", shown + more, every)

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        self.say(text, Tone.REFUSED)

    def show_view(self, view: View) -> None:
        """Show all boards as *view* says, and remember it."""
        changed_theme = view.theme != self.view.theme
        self.view = view
        self.preferences.view = view
        if changed_theme:
            self.look = read_look(view.theme)
            self.window.look = self.look
            application = QApplication.instance()
            if isinstance(application, QApplication):
                apply_look(application, self.look)
            self.status.set_look(self.look)
            self.start_page.set_look(self.look)
            self.panels.set_look(self.look)
        for page in self._pages.values():
            page.set_view(view, self.look)
        self.panels.refresh()
        self.menus.refresh()
        self.view_shown.emit()

    def show_panel(self, panel: str) -> None:
        """Open the panel or page of that name."""
        self._panel_shown = True
        self._opener.open(panel)

    @Slot()
    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        page = self.page
        if page is not None:
            page.set_focus()

    def tell_of_crash(self, text: str, report: Path | None) -> None:
        """Say that something went wrong inside the program, and where the report is."""
        where = "No report could be written." if report is None else f"The report is in {report}"
        self.refuse(f"Something went wrong inside the program: {text} {where}")
        page = self.page
        if page is None:
            self.start_page.show_trouble(f"Something went wrong inside the program: {text}\n{where}")
        else:
            page.banners.show_banner("crash", f"Something went wrong inside the program: {text}\n{where}\nYour game is kept.")

    # --- commands ---

    def trigger(self, command_id: str) -> bool:
        """Run a command of which nothing was said yet, as its menu entry, its key and the palette do: it asks for what it needs."""
        return self._carry_out(lambda: run_command(self.session, COMMANDS[command_id]))

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command with *arguments*; whether it was done. Why it was not is said."""
        return self._carry_out(lambda: run_command(self.session, COMMANDS[command_id], arguments))

    def run_line(self, line: str) -> bool:
        """Run a line that somebody typed; whether it was done. Why it was not is said."""
        return self._carry_out(lambda: run_line(self.session, line))

    def _carry_out(self, deed: Callable[[], None]) -> bool:
        """Do *deed*, and say why it could not be done.

        A command that did nothing but say many lines, such as a list, has its answer shown in the console, unless it opened a panel.
        """
        before = {id(document): document.game for document in self.session.documents}
        self._lines_said, self._panel_shown = 0, False
        try:
            deed()
        except FileTrouble as error:
            self.trouble(str(error))
            return False
        except CommandError as error:
            if self.page is None and not isinstance(error, GivenUp):
                self.trouble(str(error))
            else:
                self.refuse(str(error))
            return False
        finally:
            self.menus.refresh()
        changed = any(before.get(id(document)) is not document.game for document in self.session.documents)
        if self._lines_said >= MANY_LINES and not changed and not self._panel_shown:
            self.panels.get(ConsolePanel).dock.show()
        return True

    def refresh_menus(self) -> None:
        """What can be done may be something else now."""
        self.menus.refresh()

    @property
    def last_said(self) -> str:
        """What the status line says."""
        return self.status.message.text()

    def trouble(self, text: str) -> None:
        """Say what did not work where it is seen: over the board, or on the start page."""
        self.refuse(text)
        page = self.page
        if page is not None:
            page.banners.show_banner("trouble", text)
        else:
            self.start_page.show_trouble(text)

    def wait_for(self, words: str, work: Callable[[], Answer]) -> Answer:
        """What *work* gives, worked out on another thread while the window goes on being painted; *words* say what is being waited for.

        Raises whatever *work* raises.
        """
        from app.qt.widgets.waiting import wait_for

        return wait_for(self.window, self.background, words, work)

    def _wait_for_hooks(self, work: Callable[[], Answer]) -> Answer:
        from app.qt.widgets.waiting import wait_for

        hooks = self.session.hooks
        try:
            answer = wait_for(self.window, self.background, "Asking the hooks of the game…", work, hooks.cancel)
        finally:
            given_up = hooks.wait_again()
        if given_up:
            raise EditError(Why.CANCELLED, "Nobody waited for the hooks of the game any longer: nothing was done.")
        return answer

    def forget_what_was_said(self) -> None:
        """Leave nothing in the console and the status line: it was said to other eyes."""
        self.panels.get(ConsolePanel).widget.forget()
        self.status.forget()

    def outside_edits(self, document: Document) -> OutsideEdits:
        """Who watches the file of *document*."""
        return self._outside[document]

    def save(self, document: Document) -> bool:
        """Save *document*, asking for a place if it has none yet; whether it is saved."""
        self.session.bring_forward(document)
        return self.run("save") and not document.is_modified

    def last_folder(self) -> Path:
        """Where files were opened or saved last."""
        return self.preferences.folder

    def remember_folder(self, folder: Path) -> None:
        """Files were opened or saved here."""
        self.preferences.folder = folder

    # --- following the session ---

    @Slot()
    def _follow_session(self) -> None:
        documents = self.session.documents
        for document in [each for each in self._pages if each not in documents]:
            page = self._pages.pop(document)
            self._outside.pop(document).stop()
            self.start_controller.note(document)
            page.close_down()
            self.stack.removeWidget(page)
            page.deleteLater()
        for document in documents:
            if document not in self._pages:
                try:
                    self._pages[document] = self._open_page(document)
                except NoBoardError as error:
                    self._close_undrawable(document, error)
                    return
                self.start_controller.note_opened(document)
        self.game_tabs.follow_session()
        page_in_front = self.page
        self.stack.setCurrentWidget(page_in_front or self.start_page)
        self.panels.get(GamePanel).dock.setVisible(page_in_front is not None)
        self.window.statusBar().setVisible(page_in_front is not None)
        if page_in_front is None:
            self.start_controller.refresh()
            self.start_page.play_button.setFocus()
        else:
            page_in_front.set_focus()
            self.panel_width.fit_soon()
            page_in_front.say_what_next()
        self._follow_viewers()
        self.panels.follow_session()
        self.menus.refresh()

    def _follow_viewers(self) -> None:
        """Show a game anew that is shown through other eyes; what was said before was said to those before."""
        for document, page in self._pages.items():
            viewer = self.session.viewer_of(document)
            if self._shown_to.get(document) != viewer:
                page.look_again()
                self.forget_what_was_said()
            self._shown_to[document] = viewer
        self._shown_to = {document: viewer for document, viewer in self._shown_to.items() if document in self._pages}

    def _tell_of_board(self, document: Document, text: str, faults: tuple[Fault, ...]) -> None:
        """The files of an open game's board were changed so that they cannot be used; the game goes on as it was."""
        from app.qt.board.variant_faults import show_faults

        page = self._pages.get(document)
        if page is not None:
            variant_id = document.game.variant.id
            show = ("Show the place", lambda: show_faults(self.look, self.session.shelf, variant_id, faults, self.window))
            page.banners.show_banner("board", text, (show,) if faults else ())

    def _close_undrawable(self, document: Document, error: NoBoardError) -> None:
        """A game without a board is not half opened: it goes again, and its file stays as it is."""
        where = "" if document.path is None else f"{document.path}: "
        document.close(discard=True)
        self.session.remove(document)
        self.trouble(f"{where}{error} The file stays as it is; its text can be read in any editor.")

    def _open_page(self, document: Document) -> GamePage:
        page = GamePage(document, self.session, self.view, self.look, self.background)
        page.document_changed.connect(lambda change, document=document: self._document_changed(document, change))
        page.said.connect(self.say)
        page.hinted.connect(lambda text: self.status.say(text, Tone.HINT))
        page.hovered.connect(self.status.show_hover)
        game_panel = self.panels.get(GamePanel)
        page.selection_changed.connect(game_panel.show_selection)
        page.preview_came.connect(game_panel.refresh_results)
        page.command_requested.connect(self.trigger)
        page.onward_requested.connect(lambda: self.trigger("next-phase"))
        page.exercise_requested.connect(lambda variant: self.run("new", variant=variant))
        page.board_failed.connect(lambda why: self._close_undrawable(document, NoBoardError(why)))
        page.board_troubled.connect(lambda text, faults: self._tell_of_board(document, text, faults))
        self.stack.addWidget(page)
        self._outside[document] = OutsideEdits(self, document)
        if document.read_only:
            page.banners.show_banner("read only", f"Open for looking only: {document.read_only}")
        return page

    def _draw_anew(self, document: Document) -> None:
        page = self._pages.get(document)
        if page is None or page.drawing == drawing_of(document.game):
            return
        watch = self._outside[document]
        try:
            fresh = self._open_page(document)
        except NoBoardError as error:
            self.trouble(str(error))
            return
        watch.stop()
        self._pages[document] = fresh
        page.close_down()
        self.stack.removeWidget(page)
        page.deleteLater()
        self._follow_session()

    def _document_changed(self, document: Document, change: Change) -> None:
        page = self._pages.get(document)
        if page is not None and page.drawing != drawing_of(document.game):
            # Everything on the page lies on the drawing, so that another drawing is another page.
            QTimer.singleShot(0, self, lambda: self._draw_anew(document))
        if change.touches(Touched.SAVED, Touched.HISTORY, Touched.DETAILS):
            self.game_tabs.retitle()
            if document.path is not None and not document.is_modified and not change.label:
                self.start_controller.note(document)
        if document is self.session.current:
            self.panels.document_changed(change)
            self.menus.refresh()

    # --- the end ---

    def close(self) -> bool:
        """Ask about what is not saved, then let go of everything; False where somebody wants to stay."""
        for document in self.session.documents:
            self.session.bring_forward(document)
            if not self.services.confirm_close(document):
                return False
        self.preferences.keep(self.window, self.view)
        for document in tuple(self.session.documents):
            self.session.remove(document)
            document.close(discard=True)
        MAKER.give_up_all()
        self.background.close()
        self.panels.close()
        return True
