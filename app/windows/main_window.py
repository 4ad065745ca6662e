"""The main window: one page per open game, the panels beside it, menus and palette from the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.commands.base.declare import Command
from app.commands.base.errors import CommandError
from app.commands.base.registry import COMMANDS
from app.commands.base.run import run_command
from app.commands.base.session import Session
from app.commands.base.view import View
from app.game.change import Change, Touched
from app.game.document import Document
from app.windows.background import Background
from app.windows.boxes import Boxes, run_typed
from app.windows.console import Console
from app.windows.file_pane import FilePane
from app.windows.game_page import GamePage
from app.windows.game_panel import GamePanel
from app.windows.menus import Menus
from app.windows.panel_presenter import PanelPresenter
from app.windows.preferences import Preferences
from app.windows.start_page import StartPage
from app.windows.start_presenter import StartPresenter
from app.windows.status_line import StatusLine, Tone
from app.windows.style import apply_look, read_look
from app.windows.window_screen import WindowScreen
from app.windows.window_services import WindowServices

PANEL_WIDTH = 410
SMALLEST = (900, 600)


class MainWindow(QMainWindow):
    """Shows the session.

    Signals:
        first_shown(): the window was painted for the first time and is ready for what can wait.
    """

    first_shown = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.view: View = preferences.view
        self.look = read_look(self.view.theme)
        self.background = Background(self)
        self.screen_port = WindowScreen(self)
        self.services = WindowServices(self)
        self.session = Session(self.services)
        self._pages: dict[Document, GamePage] = {}
        self._synchronising = False
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks)

        self.start_page = StartPage(self.look)
        self.tabs = QTabBar()
        self.tabs.setDocumentMode(True)
        self.tabs.setTabsClosable(True)
        self.tabs.setExpanding(False)
        self.tabs.setMovable(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.tabs.tabCloseRequested.connect(self._tab_close_requested)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start_page)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.stack, 1)
        self.setCentralWidget(centre)

        self.status = StatusLine(self.look)
        self.status.attach(self.statusBar())
        self.status.history_requested.connect(lambda: self.show_panel("console"))
        self.panel = GamePanel(self.look)
        self.panel_dock = self._dock("game", "Orders and results", self.panel, Qt.DockWidgetArea.RightDockWidgetArea)
        self.panel_dock.setTitleBarWidget(QWidget())
        self.console = Console(self.look)
        self.console_dock = self._dock("console", "Console", self.console, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.console_dock.hide()
        self.file_pane = FilePane(self.look)
        self.file_dock = self._dock("file", "File", self.file_pane, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.file_dock.hide()
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

        self.menus = Menus(self, self.session, self.run_by_hand)
        self.boxes = Boxes(self)
        self.presenter = PanelPresenter(self)
        self.console.entered.connect(lambda line: run_typed(self, line))
        self.start_presenter = StartPresenter(self)
        self.session.subscribe(self._follow_session)
        if not preferences.restore(self):
            self.resizeDocks([self.panel_dock], [PANEL_WIDTH], Qt.Orientation.Horizontal)
        self._follow_session()
        self._was_painted = False

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock.{name}")
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    # --- what is shown ---

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        return self._pages.get(self.session.current) if self.session.current is not None else None

    def pages(self) -> Mapping[Document, GamePage]:
        """The page of every open game."""
        return self._pages

    def say(self, text: str, tone: Tone = Tone.DONE) -> None:
        """Show *text* in the status line and the console."""
        self.status.say(text, tone)
        self.console.say(text, tone.value)

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
            application = QApplication.instance()
            if isinstance(application, QApplication):
                apply_look(application, self.look)
            for part in (self.status, self.panel.results, self.console, self.file_pane.text, self.start_page):
                part.set_look(self.look)
        for page in self._pages.values():
            page.set_view(view, self.look)
        self.presenter.refresh()
        self.menus.refresh()

    def show_panel(self, panel: str) -> None:
        """Open the panel or page of that name."""
        match panel:
            case "results":
                self.panel_dock.show()
                self.panel.show_results()
            case "orders":
                self.panel_dock.show()
                self.panel.show_orders()
                self.panel.orders.setFocus()
            case "file":
                self.file_dock.setVisible(not self.file_dock.isVisible())
            case "console":
                self.console_dock.show()
                self.console.line.setFocus()
            case "palette":
                self.boxes.open_palette()
            case "province":
                self.boxes.open_province_search()
            case "start":
                self.session.bring_forward(None)
            case _:
                self.refuse(f"There is no panel called {panel}.")

    def tell_of_crash(self, text: str, report: Path | None) -> None:
        """Say that something went wrong inside the program, and where the report is."""
        where = "No report could be written." if report is None else f"The report is in {report}"
        self.refuse(f"Something went wrong inside the program: {text} {where}")
        page = self.page
        if page is not None:
            page.banners.show_banner("crash", f"Something went wrong inside the program: {text}<br>{where}<br>Your game is kept.")

    # --- commands ---

    def run_by_hand(self, command: Command) -> None:
        """Run *command* for the menu, a shortcut or the palette; what it needs is asked for in a form."""
        if command.id == "find":
            self.boxes.open_province_search()
            return
        reason = command.available(self.session)
        if reason:
            self.refuse(reason)
            return
        arguments: dict[str, object] = {}
        if command.needs_words:
            from app.windows.command_form import CommandForm

            form = CommandForm(command, self.session, self)
            if not form.exec():
                return
            arguments = form.arguments
        if command.id == "process" and self.page is not None and self.page.shows_last_outcome:
            # Whoever presses the key of Process a second time has seen the results and wants to go on, not to skip a phase.
            self.run("next-phase")
            return
        if self.run(command.id, **arguments) and command.id == "process":
            self.presenter.show_outcome()

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command by its id; whether it was done. Why it was not is said."""
        try:
            run_command(self.session, COMMANDS[command_id], arguments)
        except CommandError as error:
            self.refuse(str(error))
            return False
        finally:
            self.menus.refresh()
        return True

    def open_file(self, path: Path) -> bool:
        """Open a game's file, whoever asked for it."""
        return self.run("open", path=path)

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
            page.close_down()
            self.stack.removeWidget(page)
            page.deleteLater()
        for document in documents:
            if document not in self._pages:
                self._pages[document] = self._open_page(document)
        self._show_tabs(documents)
        page_in_front = self.page
        self.stack.setCurrentWidget(page_in_front or self.start_page)
        self.panel_dock.setVisible(page_in_front is not None)
        self.statusBar().setVisible(page_in_front is not None)
        if page_in_front is None:
            self.file_dock.hide()
            self.start_presenter.refresh()
            self.start_page.play_button.setFocus()
        else:
            page_in_front.set_focus()
            page_in_front.say_what_next()
        self.presenter.refresh()
        self._show_title()
        self.menus.refresh()

    def _open_page(self, document: Document) -> GamePage:
        page = GamePage(document, self.session, self.view, self.look, self.background)
        page.document_changed.connect(lambda change, document=document: self._document_changed(document, change))
        page.said.connect(self.say)
        page.hinted.connect(lambda text: self.status.say(text, Tone.HINT))
        page.hovered.connect(self.status.show_hover)
        page.selection_changed.connect(self.presenter.show_selection)
        page.preview_came.connect(self.presenter.refresh_results)
        self.stack.addWidget(page)
        return page

    def _show_tabs(self, documents: Sequence[Document]) -> None:
        self._synchronising = True
        while self.tabs.count():
            self.tabs.removeTab(0)
        self.tabs.addTab("Start")
        self.tabs.setTabButton(0, QTabBar.ButtonPosition.RightSide, None)
        for document in documents:
            self.tabs.addTab(self._tab_words(document))
        current = self.session.current
        self.tabs.setCurrentIndex(0 if current is None else documents.index(current) + 1)
        self.tabs.setVisible(len(documents) > 1 or (bool(documents) and current is None))
        self._synchronising = False

    @staticmethod
    def _tab_words(document: Document) -> str:
        return f"{document.game.name}{' •' if document.is_modified else ''}".replace("&", "&&")

    @Slot(int)
    def _tab_chosen(self, number: int) -> None:
        if not self._synchronising and number >= 0:
            self.session.bring_forward(None if number == 0 else self.session.documents[number - 1])

    @Slot(int)
    def _tab_close_requested(self, number: int) -> None:
        if number > 0:
            self.session.bring_forward(self.session.documents[number - 1])
            self.run("close")

    def _document_changed(self, document: Document, change: Change) -> None:
        if change.touches(Touched.SAVED, Touched.HISTORY, Touched.DETAILS):
            self._show_title()
            number = self.session.documents.index(document) + 1 if document in self.session.documents else 0
            if 0 < number < self.tabs.count():
                self.tabs.setTabText(number, self._tab_words(document))
        if document is self.session.current:
            self.presenter.document_changed(change)
            self.menus.refresh()

    def _show_title(self) -> None:
        document = self.session.current
        if document is None:
            self.setWindowTitle("Entente")
            self.setWindowModified(False)
        else:
            self.setWindowTitle(f"{document.title}[*] — Entente")
            self.setWindowModified(document.is_modified)

    # --- the window itself ---

    def paint_done(self) -> None:
        """The first picture is on the screen: do what could wait."""
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self._complete)

    def _complete(self) -> None:
        self.menus.fill(COMMANDS)
        self.console.complete_with([command.id for command in COMMANDS])
        self.first_shown.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files of games are welcome."""
        if any(url.isLocalFile() and url.toLocalFile().casefold().endswith(".dpn") for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_file(Path(url.toLocalFile()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about what is not saved, remember the window's state, let go of the files."""
        for document in self.session.documents:
            self.session.bring_forward(document)
            if not self.services.confirm_close(document):
                event.ignore()
                return
        self.preferences.keep(self)
        self.start_presenter.keep_thumbnails()
        for document in tuple(self.session.documents):
            self.session.remove(document)
            document.close(discard=True)
        self.background.close()
        event.accept()
