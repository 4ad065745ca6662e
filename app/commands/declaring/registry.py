"""All commands by name, found in the files of the folder they lie in and of the folders in it."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

import app.commands
from app.commands.declaring.command import Asks, Available, Checked, Command, Offers, always
from app.commands.declaring.declare import declare
from app.session.errors import DeclarationError, UnknownCommandError, did_you_mean, nearest
from app.session.parameters import Words
from app.session.roles import Who, refusal
from app.session.view_options import View, options_of
from languages import tr

if TYPE_CHECKING:
    from app.session.session import Session

P = ParamSpec("P")

_DECLARED = re.compile(r'^@command\(\s*"([a-z0-9-]+)"', re.MULTILINE)
"""Declaration of a command in a file, so that it can be found without being imported."""

_OWN_ROOM = "declaring."
"""Room that holds no commands, but the code that declares them."""

LONGEST_NAME = 3
"""Words that a command's name has at most: ``clear order`` is ``clear-order``."""


_ALWAYS = f"{always.__module__}:{always.__qualname__}"
"""Condition of a command that can be used whenever its user may use it."""

ENTRIES = "entries.json"
"""File with an entry of each command, from which menus are filled before the commands are imported; ``./run reference`` writes it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Command as menus and the palette list it."""

    who: Who
    id: str
    title: str
    summary: str
    menu: str | None
    place: int
    shortcut: str | None
    palette: bool
    needs_words: bool
    has_tick: bool
    has_offers: bool
    condition: str
    """Module and name of the function that says why it cannot be used now."""

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Its shortcuts one by one."""
        return tuple(self.shortcut.split(", ")) if self.shortcut else ()

    def available(self, session: Session) -> str:
        """Return the reason that it cannot be used now; empty where it can."""
        refused = refusal(session, self.who)
        if refused or self.condition == _ALWAYS:
            return refused
        module, _, name = self.condition.partition(":")
        condition: Available = getattr(importlib.import_module(module), name)
        return condition(session)


def entry_of(command: Command) -> Entry:
    """Return the entry of *command*."""
    return Entry(
        command.who,
        command.id,
        command.title,
        command.summary,
        command.menu,
        command.place,
        command.shortcut,
        command.palette,
        command.needs_words,
        command.checked is not None,
        command.offers is not None,
        f"{command.condition.__module__}:{command.condition.__qualname__}",
    )


class Registry:
    """Commands by id.

    Args:
        package: whose modules declare them, and those of the packages in it.
        folder: where those modules lie.
        made: the module by the id of a command that it makes without writing it down.
    """

    def __init__(self, package: str | None = None, folder: list[str] | None = None, made: Mapping[str, str] | None = None) -> None:
        self._commands: dict[str, Command] = {}
        self._shortcuts: dict[str, str] = {}
        self._package = package
        self._folder = folder or []
        self._made = made or {}
        self._modules: Mapping[str, str] | None = None
        self._complete = package is None
        self._collected: list[Command] | None = None

    def command(
        self,
        id: str,  # noqa: A002 - the word that users of the decorator write
        title: str,
        *,
        menu: str | None = None,
        place: int = 0,
        shortcut: str | None = None,
        palette: bool = True,
        available: Available = always,
        checked: Checked | None = None,
        offers: Offers | None = None,
        asks: Asks | None = None,
        who: Who = Who.GAME_MASTER,
    ) -> Callable[[Callable[P, None]], Callable[P, None]]:
        """Declares the decorated function as a command; this is the whole registration.

        Args:
            id: what people type: ``clear-order`` (``clear order`` is understood too).
            title: what menus and the palette show.
            menu: ``Game``, ``View/Labels``.
            place: where in its menu, from the top; each ten is a group of its own.
            shortcut: ``Ctrl+Z``; several are parted by a comma and a blank.
            palette: whether the palette lists it.
            available: says why it cannot be used now; empty when it can.
            checked: whether the menu shows a tick.
            offers: what it can be run for now; the menu opens on them, and the palette lists each.
            who: whose it is at a table with secret seats; the game master's unless said.
            asks: asks a person what is to be done where the command is called without a word; a form for what it needs unless given.

        Raises:
            DeclarationError: see ``declare``; or the id or a shortcut is taken.
        """

        def register(function: Callable[P, None]) -> Callable[P, None]:
            declared = declare(
                function,
                id,
                title,
                menu=menu,
                place=place,
                shortcut=shortcut,
                palette=palette,
                available=available,
                checked=checked,
                offers=offers,
                asks=asks,
                who=who,
            )
            self.add(declared)
            return function

        return register

    def add(self, command: Command) -> None:
        """Take *command* in.

        Raises:
            DeclarationError: its id or one of its shortcuts is taken.
        """
        if self._collected is not None:
            self._collected.append(command)
            return
        if command.id in self._commands:
            raise DeclarationError(tr("command {id} is declared twice", id=command.id))
        for each in command.shortcuts:
            if self._shortcuts.setdefault(each.casefold(), command.id) != command.id:
                other = self._shortcuts[each.casefold()]
                raise DeclarationError(tr("command {id}: {keys} is the shortcut of {other}", id=command.id, keys=each, other=other))
        self._commands[command.id] = command

    @contextmanager
    def collecting(self) -> Iterator[list[Command]]:
        """Collect the commands that are declared inside instead of registering them: for files of a person's own."""
        before, self._collected = self._collected, []
        try:
            yield self._collected
        finally:
            self._collected = before

    def __iter__(self) -> Iterator[Command]:
        """All commands, by id."""
        self._load_all()
        return iter(sorted(self._commands.values(), key=lambda each: each.id))

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of all commands, those of a menu in the sequence in which it lists them.

        Only files whose commands are not in the kept table are imported.
        """
        kept = self._kept()
        found = [kept[each] if each in kept and each not in self._commands else entry_of(self[each]) for each in self.declared]
        return tuple(sorted(found, key=lambda each: (each.menu or "", each.place, each.id)))

    def _kept(self) -> Mapping[str, Entry]:
        """The entries of the kept table by id."""
        rows = [row for folder in self._folder for row in json.loads(Path(folder, ENTRIES).read_text(encoding="utf-8"))]
        return {each.id: each for each in (Entry(Who(row[0]), *row[1:]) for row in rows)}

    def table(self) -> str:
        """Return the text of the kept table: a line for each command that a file writes down."""
        written = (json.dumps(astuple(entry_of(each)), ensure_ascii=False) for each in self if each.id not in self._made)
        return "[\n{}\n]\n".format(",\n".join(written))

    def get(self, id: str) -> Command | None:  # noqa: A002
        """The command of that id. Only the file that declares it is loaded, which keeps the command line fast."""
        if id not in self._commands and not self._complete and id in self.declared:
            importlib.import_module(f"{self._package}.{self.declared[id]}")
        return self._commands.get(id)

    def __getitem__(self, id: str) -> Command:  # noqa: A002
        """The command of that id.

        Raises:
            UnknownCommandError: there is none.
        """
        found = self.get(id)
        if found is None:
            raise self.unknown(id)
        return found

    def find(self, words: Words) -> tuple[Command, int]:
        """The command that a line starts with, and the index of the first word after its name.

        ``clear order`` finds ``clear-order``; the longest name counts.

        Raises:
            UnknownCommandError: the line starts with no command.
        """
        for length in range(min(LONGEST_NAME, len(words.words)), 0, -1):
            found = self.get("-".join(each.text.casefold() for each in words.words[:length]))
            if found is not None:
                return found, length
        raise self.unknown(words.words[0].text if words.words else "")

    def unknown(self, word: str) -> UnknownCommandError:
        """The error for a name that is none, with the nearest names."""
        suggestions = nearest(word, (each.id for each in self))
        return UnknownCommandError(
            tr("no command is called {word!r}{did_you_mean}", word=word, did_you_mean=did_you_mean(suggestions)),
            word=word,
            suggestions=suggestions,
        )

    @property
    def declared(self) -> Mapping[str, str]:
        """Module of the package that declares a command, by its id, ``desk.round``; read from their text, without importing any."""
        if self._modules is None:
            found: dict[str, str] = {}
            for folder in map(Path, self._folder):
                for file in sorted(folder.rglob("*.py")):
                    module = ".".join(file.relative_to(folder).with_suffix("").parts)
                    if not module.startswith(_OWN_ROOM):
                        found |= dict.fromkeys(_DECLARED.findall(file.read_text(encoding="utf-8")), module)
            self._modules = {**found, **self._made}
        return self._modules

    def _load_all(self) -> None:
        if self._complete:
            return
        for name in dict.fromkeys(self.declared.values()):
            importlib.import_module(f"{self._package}.{name}")
        self._complete = True


COMMANDS = Registry("app.commands", list(app.commands.__path__), {each.command: "view" for each in options_of(View)})
"""The program's own commands: every file of ``app/commands`` and of the folders for its wings."""

command = COMMANDS.command
"""The decorator of those files."""
