"""Services that remember what they were asked for, and a session over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from adjudicator.phase import Phase
from app.commands.declaring.run import run_line
from app.game.document import Document
from app.game.edits import new_game
from app.gm.order_mails import every_line
from app.hooks.asking_hooks import HookStoppedError, StopChoice
from app.mail_in.accounting import Accounting
from app.session.hook_service import AskedHook, HookAnswer, HookChoice
from app.session.requests import OrdersForm, ResultsSheet, StoryFormat, StoryRequest
from app.session.services import (
    Answer,
    ArgumentsQuestion,
    ChoiceQuestion,
    ChosenImports,
    ChosenSeats,
    CloseQuestion,
    ConsentQuestion,
    FileQuestion,
    FileToOpen,
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
from app.session.session import Session
from app.session.view_options import View
from variants.catalogue import standard
from variants.reader import VariantFolder


@dataclass
class FakeScreen:
    """A screen without a viewer."""

    view: View = field(default_factory=View)
    themes: Sequence[str] = ("parchment", "plain", "night")
    is_playing: bool = False
    done: list[str] = field(default_factory=list)

    def entry_words(self, command: str) -> str:
        return f"Menu > {command}"

    def show_view(self, view: View) -> None:
        self.view = view

    def fit(self) -> None:
        self.done.append("fit")

    def zoom(self, factor: float) -> None:
        self.done.append(f"zoom {factor:.2f}")

    def point_to(self, province: str) -> None:
        self.done.append(f"point to {province}")

    def show_panel(self, panel: str) -> None:
        self.done.append(f"show {panel}")

    def show_own_commands(self, name: str = "") -> None:
        self.done.append(f"show own commands {name}".strip())

    def compare_on_bench(self, earlier: VariantFolder, svg: bytes) -> None:
        self.done.append(f"compare with {earlier.variant.version}")

    def open_bench(self, path: Path) -> None:
        self.done.append(f"bench {path.name}")

    def open_file(self, path: Path) -> bool:
        self.done.append(f"open file {path.name}")
        return True

    def show_comparison(self, first: str, second: str, phase: Phase | None) -> None:
        self.done.append(f"compare {first} {second} {phase or ''}".strip())

    def open_play_test(self, variant: str) -> None:
        self.done.append(f"play-test {variant}")

    def show_advice(self, power: str, seconds: float | None, count: int, *, as_seat: bool) -> None:
        self.done.append(f"advice {power} {seconds} {count} {'hint' if as_seat else 'replies'}")

    @property
    def has_bench(self) -> bool:
        return False

    def play(self, running: bool) -> None:
        self.is_playing = running


class FakeProgress:
    """Never cancelled."""

    is_cancelled = False

    def step(self, done: int, text: str = "") -> None:
        pass


class FakeServices:
    """Answers from lists, and keeps the output."""

    def __init__(self, *, screen: bool = False) -> None:
        self.fake_screen = FakeScreen() if screen else None
        self.is_interactive = False
        self.said: list[str] = []
        self.asked: list[str] = []
        self.choices: list[tuple[str, ...]] = []
        """Answers that were offered for each question with answers."""
        self.answers: list[str | None] = []
        self.new_secrets: list[tuple[bool, str | None] | None] = []
        self.typed: list[str] = []
        self.paths: list[Path | None] = []
        self.clipboard = ""
        self.received = b""
        self.pictures: list[tuple[PictureRequest, PictureFormat | None, Path | None]] = []
        self.stories: list[tuple[StoryRequest, StoryFormat, Path]] = []
        self.sheets: list[ResultsSheet] = []
        self.forms: list[OrdersForm] = []
        self.may_close = True
        self.has_quit = False
        self.accountings: list[Accounting] = []
        self.shown_hooks: list[AskedHook] = []
        self.stop_choices: list[StopChoice] = []
        self.filled_in: list[Mapping[str, object]] = []
        self.new_games: list[NewGame] = []
        self.seats: list[ChosenSeats] = []
        self.takes_imports = True
        self.waited_for: list[str] = []
        self.stops_work = False
        self.hook_answer = HookAnswer(HookChoice.LOOK)

    @property
    def screen(self) -> Screen | None:
        return self.fake_screen

    def say(self, text: str) -> None:
        self.said.append(text)

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        self.accountings.append(accounting)
        self.report(summary, every_line(accounting))

    def report(self, summary: str, lines: Sequence[str]) -> None:
        self.said.append("\n".join((summary, *(f"  {line}" for line in lines))))

    def ask(self, question: PersonQuestion[Answer]) -> Answer:
        answer: Any = self._answer(question)
        return cast("Answer", answer)

    def _answer(self, question: PersonQuestion[Any]) -> object:
        match question:
            case ConsentQuestion():
                self.shown_hooks = list(question.hooks)
                return self.hook_answer
            case FileToOpen():
                return self.paths.pop(0) if self.paths else None
            case CloseQuestion():
                return self.may_close
            case ChoiceQuestion() | FileQuestion():
                self.choices.append(question.choices if isinstance(question, ChoiceQuestion) else question.answers)
        words, answers = self._listed(question)
        self.asked.append(words)
        return answers.pop(0) if answers else None

    def _listed(self, question: PersonQuestion[Any]) -> tuple[str, list[Any]]:
        """The words that are kept of a question, and the answers to those of its kind."""
        match question:
            case ArgumentsQuestion(form):
                return form.title, self.filled_in
            case NewGameQuestion(first):
                return f"What is played? {first}".strip(), self.new_games
            case SeatsQuestion(game, table):
                return f"Who sits where in {game.name}? {len(table.seats)} seats", self.seats
            case HookChangesQuestion():
                return "Which hooks?", self.answers
            case NewSecretQuestion(who):
                return f"PIN or passphrase for {who}", self.new_secrets
            case ImportsQuestion(name, result, verdicts):
                boards = tuple(each for each in verdicts if each.folder is not None)
                usable = ChosenImports(boards, tuple(each for each in result.units if each.content))
                return f"Which of {name}?", [usable] if self.takes_imports else []
            case ChoiceQuestion(words) | FileQuestion(words=words) | TextQuestion(words) | SecretQuestion(words):
                return words, self.answers
            case _:
                raise AssertionError(f"no answers to {question}")

    def wait_for(self, words: str, work: Callable[[], Answer]) -> Answer:
        self.waited_for.append(words)
        return work()

    def watch_over(self, words: str, work: Callable[[GoOn], Answer]) -> Answer:
        self.waited_for.append(words)
        return work(lambda _done, _total, _words: not self.stops_work)

    def read_line(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        return self.typed.pop(0) if self.typed else None

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        self.asked.append(str(stopped))
        return self.stop_choices.pop(0) if self.stop_choices else StopChoice.WAIT

    def copy_text(self, text: str) -> None:
        self.clipboard = text

    def received_bytes(self, most: int) -> bytes:
        return self.received[:most]

    def pasted_text(self) -> str:
        return self.clipboard

    def copy_picture(self, request: PictureRequest) -> None:
        self.pictures.append((request, None, None))

    def write_picture(self, request: PictureRequest, format: PictureFormat, path: Path) -> None:  # noqa: A002
        self.pictures.append((request, format, path))

    def draw(self, request: PictureRequest, format: PictureFormat) -> bytes:  # noqa: A002
        self.pictures.append((request, format, None))
        return f"picture {request.game.turn(request.cursor).phase} {format} {request.width}".encode()

    def draw_forms(self, forms: Sequence[OrdersForm]) -> bytes:
        self.forms.extend(forms)
        return f"forms {forms}".encode()

    def draw_sheet(self, sheet: ResultsSheet) -> bytes:
        self.sheets.append(sheet)
        self.pictures.append((sheet.picture, PictureFormat.PDF, None))
        return f"sheet {sheet.title} {sheet.subtitle} {sheet.parts} {sheet.colour}".encode()

    def get_ready_for_story(self, format: StoryFormat) -> None:  # noqa: A002
        pass

    def centre_chart(self, moments: Sequence[str], counts: Mapping[str, Sequence[int]], victory: int, winners: Sequence[str]) -> str:
        from app.presentation.story_pictures import counts_picture

        return counts_picture(moments, counts, victory, winners)

    def write_story(self, request: StoryRequest, format: StoryFormat, path: Path, go_on: GoOn) -> None:  # noqa: A002
        go_on(0, 1, "")
        self.stories.append((request, format, path))
        if format is StoryFormat.PAGE and path.parent.is_dir():
            path.write_bytes(b"page")

    def print_picture(self, request: PictureRequest, *, preview: bool) -> None:
        self.pictures.append((request, None, None))

    @contextmanager
    def progress(self, title: str, total: int) -> Iterator[Progress]:
        yield FakeProgress()

    def quit(self) -> None:
        self.has_quit = True

    @property
    def text(self) -> str:
        """All output."""
        return "\n".join(self.said)


class Desk:
    """A session with a standard game in memory, to run lines in."""

    def __init__(self, *, screen: bool = False, game: bool = True) -> None:
        self.services = FakeServices(screen=screen)
        self.session = Session(self.services)
        if game:
            self.session.add(Document(new_game(standard(), "Test", game_id="7e57")))

    def run(self, *lines: str) -> str:
        """Run *lines*; returns their output."""
        before = len(self.services.said)
        for line in lines:
            run_line(self.session, line)
        return "\n".join(self.services.said[before:])

    @property
    def document(self) -> Document:
        return self.session.document

    def orders(self, power: str) -> list[str]:
        """The orders that *power* has written in the open turn."""
        return [str(line.order) for line in self.session.open_turn.orders_of(power)]
