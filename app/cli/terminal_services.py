"""Services of commands where there is no window: standard output, standard input, and files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from app.cli.printable import LiveTable, printable
from app.gm.order_mails import every_line
from app.hooks.asking_hooks import HookStoppedError, StopChoice
from app.mail_in.accounting import Accounting
from app.session.errors import CommandError
from app.session.requests import OrdersForm, ResultsSheet, StoryFormat, StoryRequest
from app.session.services import (
    Answer,
    GoOn,
    PersonQuestion,
    PictureFormat,
    PictureRequest,
    Progress,
    Screen,
    SecretQuestion,
)
from languages import labelled, tr

LONGEST_LINE = 10_000
"""Characters of a line that is typed."""


MOST_TRIES = 2
"""Number of times that a hook without an answer is asked once more."""


class _NullProgress:
    """Progress without output; Ctrl+C ends the program, so nothing asks to cancel."""

    def step(self, done: int, text: str = "") -> None:
        """Do nothing: there is no output."""

    @property
    def is_cancelled(self) -> bool:
        """Never."""
        return False


class CommandLineServices:
    """The services of the command line: there are no questions, and output goes to standard output."""

    def __init__(self, when_stopped: StopChoice = StopChoice.WAIT) -> None:
        self.received: bytes | None = None
        """A mail that was handed in, in place of what standard input brings."""
        self.input_is_taken = False
        """True while something else reads the lines of standard input, as a served table does: then nothing waits for them."""
        self._aside = False
        self._when_stopped = when_stopped
        self._tries = 0

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Send all output inside to standard error, so that standard output holds the words of the command alone."""
        self._aside = True
        try:
            yield
        finally:
            self._aside = False

    @property
    def screen(self) -> Screen | None:
        """There is none."""
        return None

    @property
    def is_interactive(self) -> bool:
        """A command line asks nothing, so that it does the same in a script."""
        return False

    def say(self, text: str) -> None:
        """Print *text*."""
        print(printable(text), file=sys.stderr if self._aside else sys.stdout)

    def report(self, summary: str, lines: Sequence[str]) -> None:
        """Print the summary, and every line below it."""
        self.say("\n".join((summary, *(f"  {line}" for line in lines))))

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Print what became of every line."""
        self.report(summary, every_line(accounting))

    def ask(self, question: PersonQuestion[Answer]) -> Answer:
        """Return the answer that holds without a person; a password alone is asked for."""
        answer: Any = self.secret(question.words) if isinstance(question, SecretQuestion) else question.unattended()
        return cast("Answer", answer)

    def secret(self, question: str) -> str | None:
        """Return a password: typed without being seen at a terminal, else the next line of the input, for a script that has it."""
        if sys.stdin is None or self.input_is_taken:
            return None
        if sys.stdin.isatty():
            from getpass import getpass

            return getpass(labelled(printable(question), "")) or None
        return self.read_line("") or None

    def wait_for(self, words: str, work: Callable[[], Answer]) -> Answer:  # noqa: ARG002 - the protocol's words
        """Return the result of *work*; nothing else goes on meanwhile."""
        return work()

    def watch_over(self, words: str, work: Callable[[GoOn], Answer]) -> Answer:  # noqa: ARG002 - the protocol's words
        """Return the result of *work*, which always goes on; a person at a terminal sees how far it is, and Ctrl+C ends the program."""
        if sys.stderr is None or not sys.stderr.isatty():
            return work(lambda _done, _total, _words: True)

        def go_on(done: int, total: int, words: str) -> bool:
            if words:
                sys.stderr.write(f"\r\x1b[K{' '.join(printable(f'{done}/{total} {words}').split())[:78]}")
                sys.stderr.flush()
            return True

        try:
            return work(go_on)
        finally:
            sys.stderr.write("\r\x1b[K")

    def read_line(self, prompt: str) -> str | None:
        """Read a line from standard input; the prompt is for a person at a terminal only."""
        if sys.stdin is None:
            return None
        if sys.stdin.isatty():
            sys.stdout.write(printable(prompt))
        sys.stdout.flush()
        line = sys.stdin.readline(LONGEST_LINE)
        return line.rstrip("\r\n") if line else None

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:  # noqa: ARG002 - the protocol's words
        """Return the choice of ``--when-stopped``; twice once more at most, since a third try has no more time."""
        if self._when_stopped is StopChoice.AGAIN:
            self._tries += 1
            if self._tries > MOST_TRIES:
                return StopChoice.WAIT
        if self._when_stopped is StopChoice.WAIT:
            with self.aside():
                self.say(f"{stopped.again} {tr('--when-stopped=again does so, --when-stopped=without goes on without it.')}")
        if self._when_stopped is StopChoice.WITHOUT:
            with self.aside():
                self.say(
                    tr(
                        "{phase} goes on without hook {hook}: {message}",
                        phase=stopped.phase,
                        hook=stopped.hook,
                        message=stopped.outcome.message,
                    )
                )
        return self._when_stopped

    def copy_text(self, text: str) -> None:
        """Print the text that would go onto a clipboard, for a pipe to take."""
        print(printable(text))

    def pasted_text(self) -> str:
        """Return the text that a pipe brings in place of a clipboard; empty at a terminal."""
        return "" if sys.stdin is None or self.input_is_taken or sys.stdin.isatty() else sys.stdin.read(8_000_000)

    def received_bytes(self, most: int) -> bytes:
        """Return the bytes on standard input, unchanged; empty at a terminal."""
        if self.received is not None:
            return self.received[:most]
        return b"" if sys.stdin is None or self.input_is_taken or sys.stdin.isatty() else sys.stdin.buffer.read(most)

    def copy_picture(self, request: PictureRequest) -> None:  # noqa: ARG002 - the protocol's words
        """There is no clipboard.

        Raises:
            CommandError: always.
        """
        raise CommandError(tr("The command line has no clipboard for pictures; use export."))

    def write_picture(self, request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002
        """Draw the board without a display."""
        from app.cli.picture_files import write_picture  # drawing needs Qt, which no other command waits for

        write_picture(request, format, path)

    def draw(self, request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002
        """Draw the board without a display."""
        from app.cli.picture_files import draw_picture  # drawing needs Qt, which no other command waits for

        return draw_picture(request, format)

    def draw_forms(self, forms: Sequence[OrdersForm]) -> bytes:
        """Draw without a display."""
        from app.cli.picture_files import draw_forms  # drawing needs Qt, which no other command waits for

        return draw_forms(forms)

    def draw_sheet(self, sheet: ResultsSheet) -> bytes:
        """Draw without a display."""
        from app.cli.picture_files import draw_sheet  # drawing needs Qt, which no other command waits for

        return draw_sheet(sheet)

    def get_ready_for_story(self, format: StoryFormat) -> None:  # noqa: A002
        """Read nothing: it is drawn on the thread that asks."""

    def centre_chart(self, moments: Sequence[str], counts: Mapping[str, Sequence[int]], victory: int, winners: Sequence[str]) -> str:
        """Draw it in plain colours: a table of counts has no board."""
        from app.presentation.story_pictures import counts_picture

        return counts_picture(moments, counts, victory, winners)

    def write_story(self, request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002
        """Draw and write without a display."""
        from app.cli.picture_files import write_story  # drawing needs Qt, which no other command waits for

        write_story(request, format, path, go_on)

    def print_picture(self, request: PictureRequest, *, preview: bool) -> None:  # noqa: ARG002 - the protocol's words
        """There is no printer.

        Raises:
            CommandError: always.
        """
        raise CommandError(tr("The command line does not print; export a PDF and print that."))

    @contextmanager
    def progress(self, title: str, total: int) -> Iterator[Progress]:  # noqa: ARG002 - the protocol's words
        """Open a progress: tables alone, and only for a person at a terminal, so that the output is the same in a script."""
        if sys.stderr is None or not sys.stderr.isatty():
            yield _NullProgress()
            return
        table = LiveTable(sys.stderr)
        try:
            yield table
        finally:
            table.clear()

    def quit(self) -> None:
        """The program ends after the command anyway."""
