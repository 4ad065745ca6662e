"""Services for commands, by the window or the command line: a person to ask, files, clipboard, pictures, the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from adjudicator.phase import Phase
from app.game.document import Document
from app.game.dpn.text_source import GameFileFault
from app.game.record import Game
from app.hooks.asking_hooks import HookStoppedError, StopChoice
from app.hotseat.table import Table
from app.mail_in.accounting import Accounting
from app.session.errors import CommandError, GivenUp
from app.session.hook_service import AskedFor, AskedHook, HookAnswer, HookChoice
from app.session.parameters import Form
from app.session.requests import OrdersForm, ResultsSheet, StoryFormat, StoryRequest
from app.session.requests import PictureRequest as PictureRequest  # where it is looked for
from app.session.view_options import View
from languages import mark, tr
from variants.reader import VariantFolder

if TYPE_CHECKING:
    from app.library.board_imports import BoardVerdict
    from variants.importers import ImportedUnits, ImportResult


class PictureFormat(StrEnum):
    """Format of a picture."""

    PNG = "png"
    JPEG = "jpg"
    SVG = "svg"
    PDF = "pdf"

    @property
    def words(self) -> str:
        """Name of the format where files are chosen."""
        return {
            PictureFormat.PNG: tr("PNG picture"),
            PictureFormat.JPEG: tr("JPEG picture"),
            PictureFormat.SVG: tr("SVG drawing"),
            PictureFormat.PDF: tr("PDF document"),
        }[self]


class FileKind(StrEnum):
    """Kind of file that a file dialog offers."""

    GAME = mark("game")
    """``.dpn``"""
    FOREIGN_GAME = mark("foreign game")
    """A game as other programs read it: ``.json``, ``.txt``, ``.datc``, ``.csv``"""
    PAGE = mark("page")
    """``.html``"""
    FILM = mark("film")
    """``.gif``, ``.webp``"""
    BOOKLET = mark("booklet")
    """``.pdf``"""
    PICTURE_FOLDER = mark("picture folder")
    """A folder to write pictures into."""
    PICTURE = mark("picture")
    """Any ``PictureFormat``."""
    SMALL_PICTURE = mark("small picture")
    """``.png``, ``.jpg``: for mail"""
    SCRIPT = mark("script")
    """``.txt``: command lines"""
    MAIL = mark("mail")
    """``.eml``, ``.mbox``, or text"""
    BOARD = mark("board")
    """A board of another program, or a packed one: ``.dpv``, ``.zip``, ``.map``, ``.json``, ``.toml``"""
    DRAWING = mark("drawing")
    """A board on the designer's bench: ``.svg``, ``variant.toml``"""
    VERSION = mark("version")
    """An earlier version of a variant: ``variant.toml``, ``.dpv``, ``.zip``"""
    TOURNAMENT = mark("tournament")
    """``.csv``: a tournament of people, or its standings"""
    FIGURES = mark("figures")
    """``.json``: what a play-test adds up to"""
    PACK = mark("pack")
    """``.dpv``: a variant for a friend"""
    PROGRAM = mark("program")
    """``.py``, ``.js``, ``.c``: a program that plays"""
    BOARD_FOLDER = mark("board folder")
    """A folder with boards of another program."""

    @property
    def endings(self) -> tuple[str, ...]:
        """With the dot, the usual one first."""
        return {
            FileKind.GAME: (".dpn",),
            FileKind.FOREIGN_GAME: (".json", ".txt", ".datc", ".csv"),
            FileKind.PICTURE: tuple(f".{each}" for each in PictureFormat),
            FileKind.SMALL_PICTURE: (".png", ".jpg"),
            FileKind.SCRIPT: (".txt",),
            FileKind.MAIL: (".eml", ".mbox", ".txt"),
            FileKind.BOARD: (".dpv", ".zip", ".jar", ".map", ".json", ".toml", ".go", ".var"),
            FileKind.PROGRAM: (".py", ".js", ".c"),
            FileKind.BOARD_FOLDER: (),
            FileKind.PACK: (".dpv", ".zip"),
            FileKind.VERSION: (".toml", ".dpv", ".zip"),
            FileKind.TOURNAMENT: (".csv",),
            FileKind.FIGURES: (".json",),
            FileKind.DRAWING: (".svg", ".svgz", ".toml"),
            FileKind.PAGE: (".html",),
            FileKind.FILM: (".gif", ".webp"),
            FileKind.BOOKLET: (".pdf",),
            FileKind.PICTURE_FOLDER: (),
        }[self]


Answer = TypeVar("Answer")


class PersonQuestion(Generic[Answer]):
    """A question to a person, as a value: ``Services.ask`` answers it. Most may stay without an answer, which is ``None``."""

    def unattended(self) -> Answer:
        """Return the answer where there is no person."""
        return cast("Answer", None)


GoOn = Callable[[int, int, str], bool]
"""Function that long work calls: number of parts done, number of all, and the next part. Says whether to go on."""


class Progress(Protocol):
    """Progress of long work."""

    def step(self, done: int, text: str = "") -> None:
        """*done* of the total are done."""
        ...

    @property
    def is_cancelled(self) -> bool:
        """True if the person wants to stop."""
        ...


class Screen(Protocol):
    """Screen, with the acts that only a screen has."""

    @property
    def view(self) -> View:
        """Present view of the board."""
        ...

    def entry_words(self, command: str) -> str:
        """Return the menus on the way to the entry of that *command*, and its title: ``Tools > Place a unit``."""
        ...

    def show_view(self, view: View) -> None:
        """Show the board so from now on, and keep it for the next start."""
        ...

    @property
    def themes(self) -> Sequence[str]:
        """The themes there are."""
        ...

    def fit(self) -> None:
        """The whole board into the window."""
        ...

    def zoom(self, factor: float) -> None:
        """Make the board *factor* times as large, around the middle."""
        ...

    def point_to(self, province: str) -> None:
        """Bring *province* into sight and mark it for a moment."""
        ...

    def show_panel(self, panel: str) -> None:
        """Open the panel or page of that name: ``results``, ``file``, ``help``, ``console``, ``palette``."""
        ...

    def show_own_commands(self, name: str = "") -> None:
        """Show the commands of a person's own with their texts, at the one called *name*, to be read, agreed to and run."""
        ...

    def open_bench(self, path: Path) -> None:
        """Open the drawing or the variant's folder at *path* on the designer's bench."""
        ...

    def open_file(self, path: Path) -> bool:
        """Open *path* in the program that the system has for it; whether there is one."""

    def show_comparison(self, first: str, second: str, phase: Phase | None) -> None:
        """Show the page that compares these two branches, at that phase or the first in which they differ."""
        ...

    def open_play_test(self, variant: str) -> None:
        """Show the play-test page for the variant of that id."""
        ...

    def show_advice(self, power: str, seconds: float | None, count: int, *, as_seat: bool) -> None:
        """Look for the best orders of *power* in the game in front and list them beside the board.

        Args:
            power: whose.
            seconds: how long to look; as long as is usual unless given.
            count: how many sets of orders are listed.
            as_seat: whether only what the power may see is looked at.
        """

    def compare_on_bench(self, earlier: VariantFolder, svg: bytes) -> None:
        """Show what *earlier* has otherwise than what lies on the bench; *svg* is its drawing; empty without one."""
        ...

    @property
    def has_bench(self) -> bool:
        """True if a variant is open on the designer's bench."""
        ...

    def play(self, running: bool) -> None:
        """Start or stop showing one phase after the other."""
        ...

    @property
    def is_playing(self) -> bool:
        """True if phases follow one another by themselves."""
        ...


@dataclass(frozen=True, slots=True)
class ChoiceQuestion(PersonQuestion[str | None]):
    """Question for one of the choices."""

    words: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileQuestion(PersonQuestion[str | None]):
    """Question about a file in which something does not fit, with all that is wrong in it."""

    name: str
    """Name of the file."""
    words: str
    answers: tuple[str, ...]
    """The first is the usual one."""
    faults: tuple[GameFileFault, ...]
    remarks: tuple[str, ...]
    """Lines without a place, such as differences between orders and positions."""
    text: str
    """The file's."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Choices for a new game."""

    variant: str
    """Its id on the shelf."""

    rules: tuple[str, ...] = ()
    """Rule options that differ from the usual ones: ``nmr=hold``."""

    name: str = ""
    """Name of the game; the variant's unless given."""

    hooks: str | None = None
    """Hooks it starts with, as words; ``None`` for those that the variant names."""

    seats: bool = False
    """True if the question of the seats follows."""


@dataclass(frozen=True, slots=True)
class ChosenSeats:
    """Seats as a person chose them."""

    table: Table | None
    """Without locks; ``None`` where all powers are at this screen."""

    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """PIN or passphrase of those who want one, by power, and for ``GM``."""


@dataclass(frozen=True, slots=True)
class ChosenImports:
    """Parts of another program's file that go onto the shelf."""

    boards: tuple[BoardVerdict, ...]
    units: tuple[ImportedUnits, ...]


@dataclass(frozen=True, slots=True)
class TextQuestion(PersonQuestion[str | None]):
    """Question for a line of text."""

    words: str
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class SecretQuestion(PersonQuestion[str | None]):
    """Question for a password, which is not seen while it is typed. Nothing keeps it."""

    words: str


@dataclass(frozen=True, slots=True)
class NewSecretQuestion(PersonQuestion[tuple[bool, str | None] | None]):
    """Question for a new PIN or passphrase: whether one was chosen, and which; ``None`` takes the present one away."""

    who: str
    """Name the seat or game the secret belongs to."""
    has_one: bool


@dataclass(frozen=True, slots=True)
class ArgumentsQuestion(PersonQuestion[Mapping[str, object] | None]):
    """Question for arguments, by the names of the function's parameters."""

    form: Form


@dataclass(frozen=True, slots=True)
class NewGameQuestion(PersonQuestion[NewGame | None]):
    """Question for the game to play."""

    first: str = ""
    """The id of the variant that is offered first."""


@dataclass(frozen=True, slots=True)
class SeatsQuestion(PersonQuestion[ChosenSeats | None]):
    """Question for the seats; no answer where the game is not to be played after all."""

    game: Game
    table: Table
    """Seats to begin with."""


@dataclass(frozen=True, slots=True)
class HookChangesQuestion(PersonQuestion[str | None]):
    """Question for the hooks to attach and detach, as words of the command ``variant``."""


@dataclass(frozen=True, slots=True)
class ImportsQuestion(PersonQuestion[ChosenImports | None]):
    """Question for the boards and unit symbols of a file that go onto the shelf."""

    name: str
    """Name of the file."""
    result: ImportResult
    verdicts: Sequence[BoardVerdict]


@dataclass(frozen=True, slots=True)
class ConsentQuestion(PersonQuestion[HookAnswer]):
    """Question for the decision on the hooks of a game that is opened."""

    name: str
    """Name of the file."""
    hooks: Sequence[AskedHook]
    unavailable: str = ""
    """Reason that hooks cannot run on this machine; empty where they can."""
    asked_for: AskedFor = AskedFor.GAME

    def unattended(self) -> HookAnswer:
        """Return no consent: a game that a command opens is looked at. What may run is named by ``--hooks`` instead."""
        return HookAnswer(HookChoice.LOOK, remember=False)


@dataclass(frozen=True, slots=True)
class FileToOpen(PersonQuestion[Path | None]):
    """Question for an existing file."""

    kind: FileKind

    def unattended(self) -> Path | None:
        """Refuse: a file must be named."""
        raise CommandError(tr("Name the {kind} file on the command line.", kind=tr(self.kind.value)))


@dataclass(frozen=True, slots=True)
class FileToSave(FileToOpen):
    """Question for a file to write; the dialog has confirmed that an existing one may be replaced."""

    suggestion: str


@dataclass(frozen=True, slots=True)
class CloseQuestion(PersonQuestion[bool]):
    """Question for leave to close a document: a person saves, gives up the unsaved changes, or refuses."""

    document: Document

    def unattended(self) -> bool:
        """Agree, since changes are saved at the end of the command."""
        return True


class Services(Protocol):
    """Services that a command can use."""

    @property
    def screen(self) -> Screen | None:
        """The screen; ``None`` on the command line."""
        ...

    @property
    def is_interactive(self) -> bool:
        """True if there is a person to answer."""
        ...

    def say(self, text: str) -> None:
        """Show *text*, one or more lines: in the console and the status bar, or on standard output."""
        ...

    def report(self, summary: str, lines: Sequence[str]) -> None:
        """Show the result of a command and list all that must not be overlooked; on a screen it stays until it is closed."""
        ...

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show what became of every line that was received; on a screen with what a doubtful line may mean, to be chosen."""
        ...

    def ask(self, question: PersonQuestion[Answer]) -> Answer:
        """Ask a person, where there is one."""
        ...

    def wait_for(self, words: str, work: Callable[[], Answer]) -> Answer:
        """Return the result of *work*, which takes a while; a window goes on being painted meanwhile, with *words* for the work.

        Raises:
            Exception: whatever *work* raises.
        """
        ...

    def watch_over(self, words: str, work: Callable[[GoOn], Answer]) -> Answer:
        """The same for work that says how far it is; a person can stop it.

        Raises:
            Exception: any error of *work*; it ends soon after it was stopped.
        """
        ...

    def read_line(self, prompt: str) -> str | None:
        """The next line that a person types at a terminal, after *prompt*; ``None`` where the input has ended or there is no terminal."""
        ...

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        """Ask for the decision on a hook that is needed and gave no answer: once more with more time, without it, or not at all."""
        ...

    def copy_text(self, text: str) -> None:
        """Copy *text* to the clipboard."""
        ...

    def pasted_text(self) -> str:
        """The text on the clipboard; empty without one."""
        ...

    def received_bytes(self, most: int) -> bytes:
        """Return the bytes that came with the command on standard input, unchanged; empty in a window."""
        ...

    def copy_picture(self, request: PictureRequest) -> None:
        """Copy a picture to the clipboard.

        Raises:
            CommandError: there is no clipboard.
        """
        ...

    def write_picture(self, request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002
        """Write a picture to *path*.

        Raises:
            CommandError: it could not be drawn.
            OSError: it could not be written.
        """
        ...

    def draw(self, request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002
        """The bytes of a file with a picture; may be called on another thread.

        Raises:
            CommandError: it could not be drawn.
        """
        ...

    def draw_forms(self, forms: Sequence[OrdersForm]) -> bytes:
        """The bytes of a PDF with a page for each of *forms*, the same for the same forms.

        Raises:
            CommandError: it could not be drawn.
        """
        ...

    def draw_sheet(self, sheet: ResultsSheet) -> bytes:
        """The bytes of a PDF with the results of a phase, the same for the same sheet; may be called on another thread.

        Raises:
            CommandError: it could not be drawn.
        """
        ...

    def get_ready_for_story(self, format: StoryFormat) -> None:  # noqa: A002
        """Read what ``write_story`` needs for *format*, on the thread that asks: the work itself may go on on another."""
        ...

    def centre_chart(self, moments: Sequence[str], counts: Mapping[str, Sequence[int]], victory: int, winners: Sequence[str]) -> str:
        """Return a chart of the centres of each power at *moments* as SVG, with a line at *victory* centres."""
        ...

    def write_story(self, request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002
        """Write the story of a game to *path*, whole or not at all; may be called on another thread.

        Raises:
            GivenUp: *go_on* returned no.
            CommandError: it could not be drawn.
            OSError: it could not be written.
        """
        ...

    def print_picture(self, request: PictureRequest, *, preview: bool) -> None:
        """Print a picture, or show what would be printed.

        Raises:
            CommandError: there is no printer here.
        """
        ...

    def progress(self, title: str, total: int) -> AbstractContextManager[Progress]:
        """Shows how something that takes long goes on."""
        ...

    def quit(self) -> None:
        """End the program; the runner asks about unsaved changes."""
        ...


def chosen(services: Services, question: str, choices: Sequence[str]) -> str | None:
    """Ask a person for one of *choices*, and return it untranslated; ``None`` where there is no answer.

    Args:
        question: in the language in use.
        choices: in English, each of them marked.
    """
    return meant(services.ask(ChoiceQuestion(question, tuple(map(tr, choices)))), choices)


def path_for(services: Services, question: FileToOpen, named: Path | None = None) -> Path:
    """Return the file that was *named*, or else the one that a person picks.

    Raises:
        GivenUp: none was picked.
    """
    path = named or services.ask(question)
    if path is None:
        raise GivenUp(tr("No file was chosen.") if question.kind.endings else tr("No folder was chosen."))
    return path


def meant(answer: str | None, choices: Sequence[str]) -> str | None:
    """Return the one of *choices*, untranslated, that an *answer* in the language in use means."""
    return next((each for each in choices if tr(each) == answer), None)
