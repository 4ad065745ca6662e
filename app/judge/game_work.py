"""One game while the judge works on it: opened from its file, changed by the commands of the program, and handed back as bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from app.cli.terminal_services import CommandLineServices
from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.game.document import Document
from app.game.file_store import proven
from app.game.library import Library
from app.game.opening import FileStanding, Opened, Ready
from app.game.record import MAIN, Cursor, Game
from app.game.storage.atomic import StorageError
from app.hooks.hook_consent import is_shipped
from app.mail_in.accounting import Accounting
from app.session.errors import Abort, CommandError
from app.session.hook_service import HookAnswer, HookChoice
from app.session.seating import Times
from app.session.services import Answer, ConsentQuestion, PersonQuestion
from app.session.session import Session, now_of
from languages import tr

MOST_SAID = 60_000
"""Characters of what commands say that go into one answer."""


class DamagedGameError(Exception):
    """A game cannot be played on as its file stands. ``str()`` is a sentence for its master."""


class _JudgeServices(CommandLineServices):
    """Services without a person: what commands say is collected for the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.agreed = ""
        """Code by which the game master agreed to texts of hooks that were shown before."""

    def ask(self, question: PersonQuestion[Answer]) -> Answer:
        """Return the answer that holds without a person; hooks run where the game master agreed to them."""
        answer: Any = self._consent(question) if isinstance(question, ConsentQuestion) else question.unattended()
        return cast("Answer", answer)

    def _consent(self, question: ConsentQuestion) -> HookAnswer:
        """Agree where the game master named the code of these very texts; else the answer shows them."""
        told = "\n\n".join(f"{each.text.name} {each.arguments}\n{each.text.source}" for each in question.hooks)
        code = hashlib.sha256(told.encode()).hexdigest()[:8]
        if self.agreed == code and not question.unavailable:
            return HookAnswer(HookChoice.RUN)
        self.say(told)
        self.say(question.unavailable or tr("To agree to this text, write the same line with AGREE {code} at its end.", code=code))
        return question.unattended()

    def say(self, text: str) -> None:
        """Keep *text* for the answer."""
        if sum(map(len, self.said)) < MOST_SAID:
            self.said.append(text[:MOST_SAID])

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Keep nothing: the answer tells each line in its own way."""

    def read_line(self, prompt: str) -> str | None:  # noqa: ARG002 - the protocol's words
        """Return no line."""
        return None

    def received_bytes(self, most: int) -> bytes:  # noqa: ARG002 - the protocol's words
        """Return nothing: standard input is the judge's own."""
        return b""

    def pasted_text(self) -> str:
        """Return nothing."""
        return ""


class GameWork:
    """A session with one game in front, for as long as one step takes.

    Args:
        before: what its file holds; ``None`` for one that is begun.
    """

    def __init__(
        self, session: Session, services: _JudgeServices, path: Path, ready: Ready, before: bytes | None, document: Document
    ) -> None:
        self.session, self.path, self.before = session, path, before
        self._services, self._ready = services, ready
        self._document = document
        self._composed = ready.writer.composed
        self.first = document.game
        """The game before the step."""

    @property
    def game(self) -> Game:
        """The game as it is by now."""
        return self._document.game

    @property
    def session_now(self) -> datetime:
        """The time of the judge's clock."""
        return now_of(self.session)

    @property
    def is_changed(self) -> bool:
        """True if the step changed it, or made it."""
        return self.game is not self.first or self.before is None

    def run_at(self, cursor: Cursor, command: str, /, **arguments: object) -> str:
        """Carry out a command with another moment in view.

        Raises:
            CommandError: it could not be done.
        """
        with self._collected() as said:
            self._document.show(cursor)
            run_command(self.session, COMMANDS[command], dict(arguments))
        return "\n".join(said)

    def run_agreed(self, code: str, command: str, /, **arguments: object) -> str:
        """Carry out a command for which the game master agreed to texts of hooks.

        Raises:
            CommandError: it could not be done; the message ends with the texts where they were not agreed to.
        """
        self._services.agreed = code
        with self._collected() as said:
            try:
                run_command(self.session, COMMANDS[command], dict(arguments))
            except CommandError as error:
                raise Abort("\n".join((str(error), *said))) from error
            finally:
                self._services.agreed = ""
        return "\n".join(said)

    def run(self, command: str, /, **arguments: object) -> str:
        """Carry out a command of the program on the game; returns what it says.

        Raises:
            CommandError: it could not be done.
            StorageError: a person has the game open in a window, or it cannot be written to.
        """
        with self._collected() as said:
            self._document.show(self.game.last(MAIN))
            run_command(self.session, COMMANDS[command], dict(arguments))
        return "\n".join(said)

    def look(self, viewer: str, work: Callable[[], object]) -> str:
        """Text of *work* while the game is seen as *viewer* sees it."""
        with self._collected() as said:
            self.session.look_as(viewer)
            try:
                work()
            finally:
                self.session.look_as(None)
        return "\n".join(said)

    def tell(self, viewer: str, command: str, /, **arguments: object) -> str:
        """Text of a command that only reads the game, for *viewer*.

        Raises:
            CommandError: it could not be done.
        """
        self._document.show(self.game.last(MAIN))
        return self.look(viewer, lambda: run_command(self.session, COMMANDS[command], dict(arguments)))

    @contextmanager
    def _collected(self) -> Iterator[list[str]]:
        said, self._services.said = self._services.said, []
        try:
            yield self._services.said
        except CommandError as error:
            if isinstance(error.__cause__, StorageError):
                raise error.__cause__ from None  # a window has the game open, or the disk is full: the whole step is tried again
            raise
        finally:
            self._services.said = said

    def content(self) -> bytes:
        """The file of the game as it is by now; blocks that were not edited stay byte for byte.

        Raises:
            StorageError: it could not be read again whole.
        """
        return proven(self._ready.writer.compose(self.game), self.game, self._composed, self.path)

    def close(self) -> None:
        """Let go of the file; what was not handed over is given up."""
        self._document.close(discard=True)
        self.session.remove(self._document)


class GameRoom:
    """Opens games, one after the other, in one session whose clock is the judge's."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._services = _JudgeServices()
        self.session = Session(self._services, Library(on_demand=True))
        self.session.times = Times(wall=lambda: clock().timestamp())

    def open(self, path: Path) -> GameWork:
        """Open the game at *path*.

        Raises:
            DamagedGameError: its file cannot be played on.
            StorageError: it cannot be read.
        """
        found = self.session.library.inspect(path)
        opened = self._with_hooks(found.opened)
        if opened.standing is not FileStanding.CHECKED or opened.is_older:
            first = f" ({opened.faults[0]})" if opened.faults else ""
            raise DamagedGameError(tr("{file} cannot be played on as it stands: open it in the program.", file=path.name) + first)
        ready = opened.ready()
        document = self.session.library.add(found, ready)
        self.session.add(document)
        if self.session.viewer is not None or self.session.seating is not None:
            document.close(discard=True)
            self.session.remove(document)
            raise DamagedGameError(tr("{file} is played at a table with secret seats, and not by mail.", file=path.name))
        return GameWork(self.session, self._services, path, ready, found.data, document)

    def _with_hooks(self, opened: Opened) -> Opened:
        """*opened*, checked with its hooks where all of them were agreed to: those that come with the program are."""
        game, store = opened.game, self.session.hooks.store
        if game is None or opened.standing is not FileStanding.UNCHECKED:
            return opened
        store.grant_in(game, for_good=False, names=[hook.name for hook in game.hooks if is_shipped(hook)])
        return opened if store.unknown_in(game) else opened.with_referee(self.session.hooks.checking_referee)

    def begin(self, path: Path, variant: str, name: str, options: Mapping[str, object] | None = None) -> GameWork:
        """Begin a game that will be at *path*.

        Raises:
            CommandError: there is no such variant.
        """
        from app.game.dpn.writer import Writer

        with _quiet(self._services):
            run_command(self.session, COMMANDS["new"], {"variant": variant, "name": name, **(options or {})})
        document = self.session.document
        ready = Ready(document.game, Writer(), "", saved=False)
        return GameWork(self.session, self._services, path, ready, None, document)

    def close(self) -> None:
        """End the worker of hooks."""
        self.session.hooks.close()


@contextmanager
def _quiet(services: _JudgeServices) -> Iterator[Sequence[str]]:
    said, services.said = services.said, []
    try:
        yield services.said
    finally:
        services.said = said
