"""Menus and shortcuts, made from the commands that the registry knows, and the running of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from app.commands.declaring.command import run_command
from app.commands.declaring.declare import in_window
from app.commands.declaring.registry import COMMANDS, Entry
from app.commands.declaring.run import run_line
from app.presentation.keys import keys_here
from app.qt.main_window.status_messages import Messages
from app.qt.widgets import forms
from app.qt.widgets.labels import key_words
from app.session.errors import CommandError, FileTrouble, GivenUp
from app.session.roles import OF_A_TURN, Who, is_at_a_seat
from app.session.session import Session
from languages import mark, tr

MENUS = (mark("File"), mark("Edit"), mark("Orders"), mark("Game"), mark("Go"), mark("View"), mark("Tools"), mark("Help"))
"""The sequence of the menus that commands name; others follow before Help."""

SUBMENUS = tuple(
    f"Game/{name}"
    for name in ("Table", "Players", "Deadline", "Results to players", "Corrections", "Rules", "End of the game", "Name and tags")
)
"""The sequence of the menus below the entries of their own menu; others come before."""

ASKS_MORE = "…"

_ROLES = {
    "preferences": QAction.MenuRole.PreferencesRole,
    "quit": QAction.MenuRole.QuitRole,
    "version": QAction.MenuRole.AboutRole,
}
"""Commands that macOS has in the menu named after the program."""


_LOOKS = ("View", "Go")
"""Menus whose keys look round the board, which every seat may do."""
_LABELLED = ("undo", "redo")
"""Commands whose entries say what they would do."""
_FRAME = frozenset({"close", "quit", "palette", "console"})
"""Commands of the window itself."""


def _is_of_a_seat(command: Entry) -> bool:
    return command.id in OF_A_TURN | _FRAME or bool(command.menu in _LOOKS and command.shortcut)


class Menus:
    """Keeps the menu bar in step with the registry and the session."""

    def __init__(self, window: QMainWindow, session: Session, trigger: Callable[[str], object], run: Callable[..., object]) -> None:
        self._window = window
        self._session = session
        self._trigger = trigger
        self._run = run
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, tuple[QAction, Entry]] = {}
        self._offers: dict[str, QAction] = {}
        """Entries of commands that open a menu of their own."""
        self._stale: set[str] = set()
        """Commands whose entries have not been brought up to date since the last change."""
        self._shows_all = False
        """True if no entry is hidden: no seat was open at the last change, and no entry was added since."""
        self._group = QActionGroup(window)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(lambda action: self._trigger(action.data()))
        for name in MENUS:
            self._menu(name)

    def fill(self, commands: Iterable[Entry]) -> None:
        """Add every command to its menu, in their sequence, and its shortcut everywhere in the window; ``refresh`` follows."""
        groups: dict[str, int] = {}
        self._shows_all = False
        for command in commands:
            action = QAction(self._title(command), self._group)
            action.setData(command.id)
            action.setStatusTip(in_window(tr(command.summary), command.id))
            action.setToolTip(in_window(tr(command.summary), command.id))
            action.setObjectName(f"command.{command.id}")
            action.setMenuRole(_ROLES.get(command.id, QAction.MenuRole.NoRole))
            if command.shortcut:
                action.setShortcuts([QKeySequence(each) for each in keys_here(command.shortcuts)])
                action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.setCheckable(command.has_tick)
            self._actions[command.id] = (action, command)
            if command.menu:
                menu, group = self._menu(command.menu), command.place // 10
                if menu.actions() and group != groups.get(command.menu):
                    menu.addSeparator()
                groups[command.menu] = group
                if not command.has_offers:
                    menu.addAction(action)
                else:
                    self._offers[command.id] = menu.addMenu(self._offering(command))
            self._window.addAction(action)
        self._put_submenus_last()
        for name, menu in self._menus.items():
            if "/" not in name:
                menu.menuAction().setVisible(bool(menu.actions()))

    def _put_submenus_last(self) -> None:
        """Have the submenus follow one another below the entries of their menu."""
        for path in SUBMENUS:
            found = self._menus.get(path)
            if found is not None:
                parent = self._menus[path.rpartition("/")[0]]
                if path == SUBMENUS[0]:
                    parent.addSeparator()
                parent.removeAction(found.menuAction())
                parent.addAction(found.menuAction())

    def _offering(self, command: Entry) -> QMenu:
        """A menu of what *command* can be run for, found out whenever it opens."""
        menu = forms.styled(QMenu(self._title(command), self._window), tip=in_window(tr(command.summary), command.id))
        menu.setObjectName(f"offers.{command.id}")

        def fill() -> None:
            menu.clear()
            offers = COMMANDS[command.id].offers
            for offer in [] if command.available(self._session) or offers is None else offers(self._session):
                action = menu.addAction(offer.title.replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(offer.chosen)
                action.triggered.connect(lambda _checked=False, offer=offer: self._run(command.id, **offer.arguments))

            if menu.isEmpty():
                menu.addAction(command.available(self._session) or tr("There is nothing to choose.")).setEnabled(False)
            if command.shortcut and not command.needs_words:
                menu.addSeparator()
                keys = key_words(command.shortcuts[0])
                menu.addAction(f"{tr('The next of these')}\t{keys}").triggered.connect(lambda: self._trigger(command.id))

        menu.aboutToShow.connect(fill)
        return menu

    def action(self, command_id: str) -> QAction | None:
        """Return the action of a command, brought up to date."""
        found = self._actions.get(command_id)
        if found is None:
            return None
        if command_id in self._stale:
            self._ask(command_id)
        return found[0]

    def refresh(self) -> None:
        """Grey out what cannot be done now of what is in reach while no menu is open: keys, and what a seat offers.

        All else is asked when its menu opens, or now where a screen reader may read menus that are closed.
        At a seat of a table the menus have what belongs to its person's turn, and what has a key; the rest comes back with the curtain.
        """
        at_a_seat = is_at_a_seat(self._session)
        is_read = QAccessible.isActive() or QApplication.activePopupWidget() is not None
        self._stale = set(self._actions)
        can_be_done: dict[tuple[Who, str], bool] = {}  # a few conditions serve all keys
        for command_id, (action, command) in self._actions.items():
            if is_read or command_id in _LABELLED or (at_a_seat and _is_of_a_seat(command)):
                self._ask(command_id)
                continue
            if command.shortcut:
                condition = (command.who, command.condition)
                if condition not in can_be_done:
                    can_be_done[condition] = not command.available(self._session)
                action.setEnabled(can_be_done[condition])
            if at_a_seat or not self._shows_all:
                self._show(command_id, is_seen=not at_a_seat)
        if at_a_seat or not self._shows_all:
            self._show_menus()
        self._shows_all = not at_a_seat

    def _show_menus(self) -> None:
        """Hide the menus that have nothing to show."""
        for menu in reversed(self._menus.values()):
            menu.menuAction().setVisible(any(each.isVisible() and not each.isSeparator() for each in menu.actions()))

    def _show(self, command_id: str, *, is_seen: bool) -> None:
        for each in (self._actions[command_id][0], self._offers.get(command_id)):
            if each is not None:
                each.setVisible(is_seen)

    def _ask(self, command_id: str) -> None:
        """Grey out an entry that cannot be run now, and tick what is on. Undo and redo say what they would do."""
        session = self._session
        action, command = self._actions[command_id]
        self._stale.discard(command_id)
        can_be_done = not command.available(session)
        action.setEnabled(can_be_done)
        self._show(command_id, is_seen=not is_at_a_seat(session) or (can_be_done and _is_of_a_seat(command)))
        checked = COMMANDS[command_id].checked if command.has_tick else None
        if checked is not None:
            action.setChecked(checked(session))
        if command_id in _LABELLED:
            label = None if session.current is None else session.undo_words if command_id == "undo" else session.redo_words
            action.setText(f"{tr(command.title)} {label}".replace("&", "&&") if label else tr(command.title))

    def _open(self, path: str) -> None:
        """Ask the entries of a menu and of those below it: it opens now."""
        for command_id in sorted(self._stale):
            menu = self._actions[command_id][1].menu or ""
            if menu == path or menu.startswith(f"{path}/"):
                self._ask(command_id)
        self._show_menus()

    def entry_words(self, command_id: str) -> str:
        """Return the menus on the way to the entry of a command, and its title; that alone where it is in no menu."""
        command = self._actions[command_id][1]
        menus = [tr(each) for each in command.menu.split("/")] if command.menu else []
        return " > ".join([*menus, tr(command.title).removesuffix(ASKS_MORE)])

    def _title(self, command: Entry) -> str:
        title = tr(command.title).replace("&", "&&")
        return f"{title}{ASKS_MORE}" if command.needs_words and not title.endswith(ASKS_MORE) else title

    def _menu(self, path: str) -> QMenu:
        found = self._menus.get(path)
        if found is not None:
            return found
        parent, _, name = path.rpartition("/")
        if parent:
            menu = self._menu(parent).addMenu(tr(name))
        else:
            menu = QMenu(f"&{tr(name)}", self._window)
            menu.setToolTipsVisible(True)
            help_menu = self._menus.get("Help")
            if help_menu is None:
                self._window.menuBar().addMenu(menu)
            else:
                self._window.menuBar().insertMenu(help_menu.menuAction(), menu)
            menu.aboutToShow.connect(lambda: self._open(path))
        self._menus[path] = menu
        return menu


MANY_LINES = 5
"""Number of lines from which on a message is a list that the status line cannot hold."""


class CommandRunner:
    """Runs commands for menu, key, palette, console and panels.

    Args:
        done: called after each command, done or not: what can be done may be something else then.
        show_console: called where a command wrote a list and did nothing else.
    """

    def __init__(self, session: Session, messages: Messages, done: Callable[[], None], show_console: Callable[[], None]) -> None:
        self._session = session
        self._messages = messages
        self._done = done
        self._show_console = show_console
        self._something_opened = False
        self.is_running = False
        """True while a command runs; *done* is called when it ends."""

    def trigger(self, command_id: str) -> bool:
        """Run a command without arguments, as its menu entry, its key and the palette do: it asks for those it needs."""
        return self._carry_out(lambda: run_command(self._session, COMMANDS[command_id]))

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command with *arguments*; whether it was done. The reason for a failure is reported."""
        return self._carry_out(lambda: run_command(self._session, COMMANDS[command_id], arguments))

    def run_line(self, line: str) -> bool:
        """Run a line that the user typed; returns True if it was done. The reason for a failure is reported."""
        return self._carry_out(lambda: run_line(self._session, line))

    def note_opening(self) -> None:
        """The present command opened a panel, which says enough."""
        self._something_opened = True

    def _carry_out(self, act: Callable[[], None]) -> bool:
        """Do *act*, and say why it could not be done.

        A command that did nothing but write many lines, such as a list, has its answer in the console, unless it opened a panel.
        """
        session, messages = self._session, self._messages
        before = {id(document): document.game for document in session.documents}
        lines_before, self._something_opened = messages.lines_said, False
        was_running, self.is_running = self.is_running, True
        try:
            act()
        except FileTrouble as error:
            messages.trouble(str(error))
            return False
        except GivenUp as error:
            messages.say(str(error))  # as it was wanted: nothing was refused
            return False
        except CommandError as error:
            if session.current is None:
                messages.trouble(str(error))
            else:
                messages.refuse(str(error))
            return False
        finally:
            self.is_running = was_running
            self._done()
        changed = any(before.get(id(document)) is not document.game for document in session.documents)
        if messages.lines_said - lines_before >= MANY_LINES and not changed and not self._something_opened:
            self._show_console()
        return True
