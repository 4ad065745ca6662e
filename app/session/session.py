"""Session on which commands act: the open games, the one in front, the pick, and the services."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from adjudicator import Phase, Variant
from app.game.deadlines import written
from app.game.document import Document
from app.game.entries import GAME_MASTER
from app.game.library import Library
from app.game.record import Cursor, EditError, Game, Turn, Why, variant_at
from app.game.rulings import Referee
from app.game.storage.places import places
from app.game.trail import with_trail
from app.game.versions import Change, HistoryStep, Listeners, Touched
from app.hooks.asking_hooks import Log
from app.hotseat.clock import KeptClocks
from app.hotseat.locks import Attempts
from app.hotseat.sealing import tidied
from app.installation import with_program_name
from app.library.hooks import HookShelf
from app.library.unit_sets import UnitSetShelf
from app.library.variants import VariantShelf
from app.mail_in.letter import HandedIn
from app.session.errors import Abort, did_you_mean, nearest
from app.session.hook_service import HookService, retry_stopped_hooks
from app.session.parameters import Surroundings, field_title
from app.session.requests import OpeningChoices, WebTerms
from app.session.seating import Seating, Times, attempts_at, clocks_at
from app.session.services import Services
from app.session.view_options import View
from app.session.viewpoint import CURTAIN, Viewpoint
from entente.words.names import power_name
from languages import mark, quoted, tr


class OpenGames(Protocol):
    """Session that a person leaves who goes away from the laptop."""

    services: Services

    @property
    def documents(self) -> tuple[Document, ...]:
        """The open games."""
        ...

    def remove(self, document: Document) -> None:
        """Remove *document*."""
        ...


class Tables:
    """The tables of open games.

    Args:
        attempts: counts wrong secrets, for all of them.
        viewpoint: shows games with what their hooks bar.
        times: what their clocks go by.
        changed: called when a table is at another point, since its game came from outside.
        clocks: remembers what their clocks showed.
    """

    def __init__(
        self,
        attempts: Attempts,
        viewpoint: Callable[[], Viewpoint],
        times: Callable[[], Times],
        changed: Callable[[], None],
        clocks: KeptClocks,
    ) -> None:
        self._clocks = clocks
        self._viewpoint = viewpoint
        self._times = times
        self._changed = changed
        self.attempts = attempts
        self._seatings: dict[Document, Seating] = {}
        self._loose: list[Document] = []
        """Games that were opened from the seat that is open now: they go when the seat is closed."""

    def of(self, document: Document) -> Seating | None:
        """The table of *document*; ``None`` where all powers are at the screen."""
        return self._seatings.get(document)

    def welcome(self, document: Document) -> bool:
        """Return True if the game of *document*, which is opened now, is played at a table; then it opens without a viewer."""
        if document.game.table is None:
            if any(each.open not in {None, GAME_MASTER} for each in self._seatings.values()):
                self._loose.append(document)
                if document.path is None:
                    document.keep_in_memory()
            return False
        tidy = tidied(document.game, document.game.branches[0].name, {})
        if tidy is not document.game and not document.read_only:
            document.perform(tr("Put what stood in the open into its seats"), tidy)
        document.forget_history()
        self.seat_down(document, talks=False).may_have_begun = True
        return True

    def seat_down(self, document: Document, *, talks: bool) -> Seating:
        """*document*, whose game has a table, is played at it from now on."""
        seating = Seating(document, document.game.branches[0].name, self.attempts, self._times(), self._clocks)
        whole = self._viewpoint().filtered(document.game, None)
        seating.begin(whole.turn(seating.cursor).position, talks=talks)
        self._seatings[document] = seating
        document.guard_by(seating)
        document.subscribe(lambda change: self._follow(seating, change))
        return seating

    def stand_up(self, document: Document) -> None:
        """*document* is played with all powers at the screen from now on."""
        seating = self._seatings.pop(document, None)
        if seating is not None and seating.clients is not None:
            seating.clients.close()
        if seating is not None and seating.programs is not None:
            seating.programs.close()
        document.guard_by(None)

    def clear_away(self, session: OpenGames, seating: Seating) -> None:
        """Remove the games in no file that were opened at the laptop by the person who leaves, and the text they copied."""
        loose = [document for document in self._loose if document.path is None and document in session.documents]
        self._loose.clear()
        for document in loose:
            session.remove(document)
            document.close(discard=True)
        seating.forget_copied(session.services)

    def _follow(self, seating: Seating, change: Change) -> None:
        """Take up what came from outside: the file was read again, or the game master mended something."""
        if self._seatings.get(seating.document) is not seating or seating.is_acting:
            return
        if change.touched & {Touched.POSITIONS, Touched.BRANCHES, Touched.RULES, Touched.TABLE}:
            before = seating.round
            whole = self._viewpoint().filtered(seating.game, None)
            seating.follow(whole.turn(seating.cursor).position)
            if seating.round != before:
                self._changed()


def timed_trail(times: Callable[[], Times]) -> Callable[[Game, Game], Game]:
    """Notes what was done at the time that the wall clock of *times* tells, in UTC, to the second."""

    def note(before: Game, after: Game) -> Game:
        return with_trail(before, after, written(datetime.fromtimestamp(times().wall(), UTC)))

    return note


Listener = Callable[[], None]

OUT_OF_SIGHT = mark("what another power did")
"""Words for a step that the viewer may not see."""


class Session:
    """The open games and what a command may ask for.

    Args:
        services: what is above: a window, or the command line.
        library: makes documents; over this person's folders and the shelf of variants unless given.
    """

    def __init__(self, services: Services, library: Library | None = None) -> None:
        self.services = services
        where = library.places if library is not None else places()
        self.shelf = VariantShelf(where.variants)
        """The variants there are."""
        self.unit_sets = UnitSetShelf(where.units)
        """The sets of unit symbols there are."""
        self.hook_shelf = HookShelf(where.hooks)
        """The hooks there are, besides those that games carry."""
        self.hooks = HookService(where.data / "consent.json")
        """Service of hooks: consents, calls and their log."""
        self.viewpoint = Viewpoint(lambda: self.hooks.host)
        """Shows a game as one power may see it."""
        self._viewers: dict[Document, str] = {}
        self.times = Times()
        """Clocks of tables."""
        attempts = attempts_at(where.data, lambda: self.times.monotonic())
        self.tables = Tables(attempts, lambda: self.viewpoint, lambda: self.times, self.table_changed, clocks_at(where.data))
        """The tables of open games, where people sit down one after the other."""
        self.unfinished: Listeners[[]] = Listeners()
        """Listeners called before a command, or the closing of a seat or game: half-typed text in a window goes into the game."""
        self.library = library or Library(shelf=self.shelf, on_demand=not services.is_interactive)
        self.chosen = OpeningChoices()
        """Choices for every file that is opened, such as by the options of the command line."""
        self.selection: str | None = None
        """The province that is picked or that the keyboard points at."""
        self.undecided_faults: dict[Document, tuple[str, ...]] = {}
        """Faults of open games' files on which there was neither a question nor a decision."""
        self.views_before: deque[View] = deque(maxlen=50)
        """Views of boards before each change in this session, the last change last."""
        self.ends_with: int | None = None
        """The exit code that a command asked for; ``None`` where it goes by the usual ones."""
        self.handed_in: HandedIn | None = None
        """Way in which the mail on standard input was handed in, where that is known."""
        self.serve_web: Callable[[WebTerms], None] | None = None
        """Opener of the table in front to phones and browsers, given by the command line or the window."""
        self.run_judge: Callable[[str, Path, bool], None] | None = None
        """Runner of a judge's folder, with what is asked of it and whether it is said as data; given by the program's start."""
        self.needs_decision = False
        """True if something that was received in this session waits for a person; the command line reports it at its end."""
        self._documents: list[Document] = []
        self._current: Document | None = None
        self._listeners: Listeners[[]] = Listeners()
        self._batches = 0

    # --- the open games ---

    @property
    def view(self) -> View:
        """Options with which the screen shows boards; the usual ones where there is none."""
        screen = self.services.screen
        return View() if screen is None else screen.view

    @property
    def documents(self) -> tuple[Document, ...]:
        """The open games, in the sequence they were opened."""
        return tuple(self._documents)

    @property
    def current(self) -> Document | None:
        """The game in front; ``None`` when none is open."""
        return self._current

    @property
    def document(self) -> Document:
        """The game in front.

        Raises:
            Abort: none is open.
        """
        if self._current is None:
            raise Abort(tr("No game is open; start one with: {new}", new=self.named("new")))
        return self._current

    @property
    def referee(self) -> Referee:
        """Referee of phases: the rules with the game's hooks; the rules alone where it has none."""
        return self.hooks.referee

    @property
    def game(self) -> Game:
        """The present version of the game in front."""
        return self.document.game

    @property
    def cursor(self) -> Cursor:
        """The moment in view."""
        return self.document.cursor

    @property
    def branch(self) -> str:
        """The branch in view."""
        return self.cursor.branch

    @property
    def viewer(self) -> str | None:
        """The power that the game in front is seen as; ``None`` for all."""
        return None if self._current is None else self.viewer_of(self._current)

    def viewer_of(self, document: Document) -> str | None:
        """The power that *document* is seen as; ``CURTAIN`` where the laptop is free."""
        seating = self.tables.of(document)
        return self._viewers.get(document) if seating is None else seating.viewer

    @property
    def seating(self) -> Seating | None:
        """The table of the game in front; ``None`` where all powers are at the screen."""
        return None if self._current is None else self.tables.of(self._current)

    def table_changed(self) -> None:
        """Tell listeners that a table is at another point, and so the view of the game."""
        self._tell()

    def look_as(self, power: str | None) -> None:
        """Show the game in front as *power* sees it; ``None`` shows everything.

        Raises:
            Abort: it is played at a table, and the game master is not at the laptop.
        """
        if self.seating is not None:
            if self.seating.open != GAME_MASTER:
                raise Abort(tr("At this table each person opens their own seat; only a game master looks through others' eyes."))
            self.seating.master_looks_as = power
        self.settle(self.game, power)
        self._settle_history(power)
        if power is None:
            self._viewers.pop(self.document, None)
        else:
            self._viewers[self.document] = power
        self.document.look_as(power)
        self.selection = None
        self._tell()

    @property
    def shown(self) -> Game:
        """The game in front as its viewer may see it: for all that shows, lists, copies and exports. Edits are made in ``game``."""
        self.settle(self.game, self.viewer)
        return self._without_seals(self.document, self.viewpoint.filtered(self.game, self.viewer))

    def shown_of(self, document: Document) -> Game:
        """*document*'s game as its viewer may see it, for a board that is painted now: hooks are not asked again."""
        return self._without_seals(document, self.viewpoint.filtered_as_known(document.game, self.viewer_of(document)))

    def letters_of(self, document: Document) -> Game:
        """*document*'s game as its viewer may see it, with the sealed letters that the seat at the laptop opens.

        For reading on the screen alone: files and the clipboard read ``shown``, where they are closed.
        """
        seating, shown = self.tables.of(document), self.shown_of(document)
        return shown if seating is None else seating.letters.with_letters(shown)

    def _without_seals(self, document: Document, shown: Game) -> Game:
        seating = self.tables.of(document)
        if seating is None:
            return shown
        return seating.for_master(shown) if seating.viewer is None else seating.letters.with_laid_open(shown)

    @property
    def turn(self) -> Turn:
        """The turn in view, as the viewer may see it."""
        return self.shown.turn(self.cursor)

    @property
    def open_turn(self) -> Turn:
        """The last turn of the branch in view, where orders go, as the viewer may see it."""
        return self.shown.turn(self.game.last(self.branch))

    @property
    def variant(self) -> Variant:
        """The variant of the game in front, with the rules of the moment in view."""
        return variant_at(self.game, self.cursor)

    @property
    def unfiltered_game(self) -> Game:
        """The game in front without any viewer, with what its hooks bar in its open turns: for all that goes by what can be ordered."""
        return self.viewpoint.filtered(self.game, None)

    def settle(self, game: Game, viewer: str | None) -> None:
        """Ask all hooks that the view of *game* for *viewer* needs, so that it takes no time later."""
        if not self.viewpoint.knows(game, viewer):
            try:
                self.hooks.waiting(lambda: self.viewpoint.filtered(game, viewer))
            except EditError as error:
                if error.why is not Why.CANCELLED:
                    raise
                # A viewer who stops waiting gets the view without the hooks: of a power's sight, its own units.
                self.hooks.host.give_up(game.hooks)
                self.viewpoint.filtered(game, viewer)

    def settle_history(self) -> None:
        """Ask the hooks for the results of undo and redo as well, so that their labels can be read."""
        self._settle_history(self.viewer)

    def _settle_history(self, viewer: str | None) -> None:
        back, forth = self.document.undo_step, self.document.redo_step
        if viewer is not None and back is not None:
            self.settle(back.before, viewer)
        if viewer is not None and forth is not None:
            self.settle(forth.after, viewer)

    def check_writer(self, power: str) -> None:
        """Check that *power* writes here: in one power's view, no other writes.

        Raises:
            Abort: the game is seen as another power.
        """
        if self.viewer == CURTAIN:
            raise Abort(tr("Nobody is at the laptop. Open a seat first: each person writes for their own power."))
        if self.viewer is not None and power != self.viewer:
            name = power_name(self.game.variant, self.viewer)
            raise Abort(tr("The board is shown to {name}, who writes for nobody else.", name=name))

    @property
    def hook_log(self) -> Log:
        """Log of the hooks of the game in front in this session; empty in one power's view, since hooks know of all."""
        return self.hooks.log(self.game) if self.viewer is None else ()

    @property
    def undo_words(self) -> str | None:
        """Words for the step that undo would take back, as the viewer may know it; ``None`` where there is none."""
        return self._words_of(self.document.undo_step)

    @property
    def redo_words(self) -> str | None:
        """Words for the step that redo would do again, as the viewer may know it; ``None`` where there is none."""
        return self._words_of(self.document.redo_step)

    def _words_of(self, step: HistoryStep | None) -> str | None:
        return None if step is None else self.viewpoint.label(step, self.viewer) or tr(OUT_OF_SIGHT)

    def add(self, document: Document, viewer: str | None = None) -> None:
        """Add *document* and bring it to the front, in the view of *viewer*; ``None`` sees everything."""
        if self.tables.welcome(document):
            viewer = CURTAIN
        self.settle(document.game, viewer)
        if viewer is not None and viewer in document.game.variant.powers:
            self._viewers[document] = viewer
        self._documents.append(document)
        document.note_trail = timed_trail(lambda: self.times)
        self.bring_forward(document)

    def remove(self, document: Document) -> None:
        """Remove *document*; the one beside it comes to the front. Who sat at a seat of it leaves nothing behind."""
        seating = self.tables.of(document)
        self.tables.stand_up(document)
        at = self._documents.index(document)
        self._documents.remove(document)
        self._viewers.pop(document, None)
        self.undecided_faults.pop(document, None)
        if self._current is document:
            self._current = self._documents[min(at, len(self._documents) - 1)] if self._documents else None
            self.selection = None
        if seating is not None and seating.open is not None:
            self.tables.clear_away(self, seating)
        self._tell()

    def bring_forward(self, document: Document | None) -> None:
        """Bring *document* to the front; ``None`` stands for the start page."""
        if document is not self._current:
            self.unfinished.tell()
            self.selection = None
        self._current = document
        self._tell()

    # --- for commands ---

    def say(self, text: str) -> None:
        """Write *text* for the user of the command."""
        self.services.say(text)

    def perform(self, label: str, edit: Callable[[Game], Game], *, show_open_turn: bool = True, reason: str | None = None) -> None:
        """Make what *edit* returns the next version of the game in front.

        Args:
            label: what is done, as the Edit menu says it after "Undo".
            show_open_turn: whether to go to the last turn afterwards, as where orders were written.
            reason: why it is done, for the trail.
        """
        document = self.document
        game = retry_stopped_hooks(self.services, self.hooks, edit, document.game)
        self.settle(game, self.viewer)
        document.perform(label, game, game.last(document.cursor.branch) if show_open_turn else None, reason or "")

    def named(self, command: str, typed: str = "") -> str:
        """Return the name of *command* for the reader: the entry of the menu in the window, and elsewhere what is typed.

        Args:
            command: its id.
            typed: what is typed, where that is more than the id.
        """
        screen = self.services.screen
        return (typed or command) if screen is None else quoted(screen.entry_words(command))

    def named_option(self, name: str) -> str:
        """Return the name of an option for the reader: the field of the form in the window, and elsewhere ``--name``."""
        return f"--{name}" if self.services.screen is None else quoted(field_title(name))

    @property
    def surroundings(self) -> Surroundings:
        """The surroundings by which words are understood: the board and the branches of the game in front."""
        if self._current is None:
            return Surroundings()
        game = self._current.game
        return Surroundings(game.variant, tuple(each.name for each in game.branches))

    @property
    def can_ask(self) -> bool:
        """True if there is a person who can be asked now. A script asks nothing about how a command is meant: it says so itself."""
        return self.services.is_interactive and not self.in_batch

    @property
    def is_watched(self) -> bool:
        """True if a person follows each command on a screen; the author of a script sees the results."""
        return self.services.screen is not None and not self.in_batch

    @property
    def in_batch(self) -> bool:
        """True if a batch or a script is running."""
        return self._batches > 0

    @property
    def depth(self) -> int:
        """Number of batches that run inside one another."""
        return self._batches

    @contextmanager
    def batch(self, label: str) -> Iterator[None]:
        """Make one undo step of all that is done inside, in each game; an exception inside undoes it whole and goes on up.

        Games opened inside are closed again then. What was written to files stays written.
        """
        before = self.documents
        front = self._current
        self._batches += 1
        try:
            with ExitStack() as stack:
                for document in before:
                    stack.enter_context(document.batch(label))
                yield
        except BaseException:
            for document in self.documents:
                if document not in before:
                    self._documents.remove(document)
                    document.close(discard=True)
            if front in self._documents or front is None:
                self._current = front
            self._tell()
            raise
        finally:
            self._batches -= 1

    # --- who listens ---

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* whenever a game is opened, closed or comes to the front; what is returned ends this."""
        return self._listeners.add(listener)

    def _tell(self) -> None:
        self._listeners.tell()


def game_open(session: Session) -> str:
    """For ``available``: a game is open."""
    return "" if session.current is not None else tr("No game is open.")


def orders_taken(session: Session) -> str:
    """Condition for ``available``: the branch in view still takes orders."""
    if session.current is None:
        return tr("No game is open.")
    if session.current.read_only:
        return tr("This game can only be looked at: {read_only}", read_only=session.current.read_only)
    if session.game.branch(session.branch).ending is not None:
        return tr("The game is over. Play on from an earlier phase in a branch.")
    return ""


def is_over(session: Session) -> str:
    """Return the reason where the branch in view is over."""
    over = session.current is not None and session.game.branch(session.branch).ending is not None
    return "" if over else tr("This game is not over.")


def at_a_table(session: Session) -> str:
    """For ``available``: the game in front has a table."""
    return game_open(session) or ("" if session.seating is not None else tr("This game is played with all powers at the screen."))


def on_screen(session: Session) -> str:
    """For ``available``: there is a screen."""
    return "" if session.services.screen is not None else tr("This works in the window only.")


def board_on_screen(session: Session) -> str:
    """For ``available``: a game is open on a screen."""
    return on_screen(session) or game_open(session)


def at_a_terminal(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else with_program_name(tr("This plays at a terminal: python main.py play"))


def without_window(session: Session) -> str:
    """For ``available``: there is no window."""
    return "" if session.services.screen is None else with_program_name(tr("This runs at a terminal: python main.py tournament FILE.toml"))


def moment(session: Session, phase: Phase) -> Cursor:
    """Return the cursor of *phase* on the branch in view.

    Raises:
        Abort: the branch has no such phase; the nearest are named.
    """
    found = session.game.find(session.branch, phase)
    if found is None:
        played = [str(turn.phase) for turn in session.game.line(session.branch)]
        raise Abort(
            tr(
                "This game has no phase {phase} (it runs from {first} to {last}){did_you_mean}",
                phase=phase,
                first=played[0],
                last=played[-1],
                did_you_mean=did_you_mean(nearest(str(phase), played)),
            )
        )
    return found


def now_of(session: Session) -> datetime:
    """The time now, in UTC, to the second."""
    return datetime.fromtimestamp(session.times.wall(), UTC).replace(microsecond=0)
