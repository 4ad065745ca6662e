"""Mails of a mailbox taken into the games that they are for, each by the one reader; what finds no game waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import cast

from app.address_book.address_book import FILE, AddressBook, read_book
from app.address_book.senders import senders_of
from app.game.deadlines import written
from app.game.document import Document
from app.game.dpn.build import build
from app.game.dpn.game_reader import read
from app.game.dpn.text_source import LARGEST
from app.game.mail_edits import short_name_of
from app.game.opening import FileStanding
from app.game.record import MAIN, EditError, Game
from app.game.storage.atomic import StorageError, read_bounded
from app.gm.games import GameSummary, game_files, inspect_folders, summary_of, watched_folders
from app.gm.inbox.mailboxes import BoxMail, Mailbox, box_of, read_mailbox
from app.gm.inbox_store import InboxReport, InboxStore, TakenRow
from app.gm.order_mails import NothingTakenError, take_in
from app.gm.taken_mails import KeptMail, is_taken, keep_waiting, settle_withdrawn
from app.mail_in.account import account_for_letters
from app.mail_in.accounting import Accounting, Fate
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.judge_words import GameNames, game_in
from app.mail_in.letter import HandedIn, Letter, LetterPart
from app.mail_in.phrases import folded_words
from app.session.errors import Abort, CommandError, GivenUp
from app.session.game_files import is_same_file, open_document
from app.session.parameters import Kind, read_word
from app.session.services import Answer, GoOn, Services
from app.session.session import Session, now_of
from entente.words.names import join_words, power_name
from languages import labelled, plural, tr

_MOST_WEIGHED = 12
"""Games whose units are compared with the orders of a mail."""
_SIGN_ON = re.compile(r"(?i)^\s*(?:signon|sign-on)\s+\S(?P<game>\S{2,})(?:\s|$)")
_HEADING = re.compile(r"(?i)^\s*(?:game|spiel|partie|partita|partida)\s*[:=]\s*(?P<name>.{2,120})$")


@dataclass(frozen=True)
class Candidate:
    """A game that mails may be for."""

    path: Path
    game: Game
    book: AddressBook

    @cached_property
    def senders(self) -> Mapping[str, str]:
        """The power whose mail it is, by mail address."""
        return senders_of(self.game, self.book)

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """Its name and its short name, as words."""
        both = (self.game.name, short_name_of(self.game))
        return tuple(words for each in both if len("".join(words := tuple(folded_words(each)))) > 2)

    @property
    def is_over(self) -> bool:
        """True if it has ended."""
        return self.game.branch(MAIN).ending is not None

    def is_signed(self, word: str) -> bool:
        """Return True if *word*, behind a power's letter in ``SIGNON``, names it."""
        return GameNames(self.game.id, self.game.name, short_name_of(self.game)).is_meant(word)


@dataclass(frozen=True, slots=True)
class FoundGame:
    """Game that a mail is for."""

    game: Candidate | None
    why: str
    """Evidence for it, or the reason that it is not known."""
    proposal: Candidate | None = None
    """The game that it seems to be for, where a person is to say so."""


class Placing:
    """Finds the game of each mail.

    Args:
        games: all that mails may be for.
        sent: by Message-ID, the id of the game whose mail that was: those that we sent, and those that were taken in before.
    """

    def __init__(self, games: Sequence[Candidate], sent: Mapping[str, str]) -> None:
        self._games = games
        self._sent = sent

    def place(self, mail: BoxMail) -> FoundGame:
        """Return the game that *mail* is for."""
        letters, _ = unwrapped(mail.raw)
        letter = letters[0] if letters else Letter(())
        marked, answered = game_in(letter.subject), self._answered(mail)
        known = {each for each in (marked.casefold(), answered) if each}
        if known:
            found = [each for each in self._games if each.game.id.casefold() in known or (marked and each.is_signed(marked))]
            if len(found) == 1 and not (answered and marked and found[0].game.id.casefold() != answered):
                return self._going_on(found[0], tr("marked in its subject") if marked else tr("answers a mail of this game"))
            if len(found) > 1 or (answered and marked and found):
                return FoundGame(None, tr("It is marked for one game and answers a mail of another"))
            if marked:
                return FoundGame(None, tr("It is marked for a game that is not in your folders: {mark}", mark=marked))
        named = [each for each in self._games if self._is_named(each, letter)]
        seats = [each for each in self._games if letter.sender and letter.sender in each.senders]
        if named:
            return self._by_name(named, seats, letter)
        running = [each for each in seats if not each.is_over]
        if len(running) == 1:
            return FoundGame(running[0], tr("from an address of this game"))
        if seats and not running:
            return FoundGame(None, tr("The games of this address are over"))
        return self._proposed(running, letter)

    def _answered(self, mail: BoxMail) -> str:
        return next((self._sent[each].casefold() for each in mail.replies_to if each in self._sent), "")

    def _going_on(self, game: Candidate, why: str) -> FoundGame:
        if game.is_over:
            return FoundGame(None, tr("{game} is over", game=game.game.name))
        return FoundGame(game, why)

    def _by_name(self, named: list[Candidate], seats: list[Candidate], letter: Letter) -> FoundGame:
        both = [each for each in named if each in seats]
        if seats and not both:
            names = join_words(each.game.name for each in named)
            return FoundGame(None, tr("It names {game}, in which this address does not play", game=names), self._only(named))
        left = both or named
        if len(left) == 1:
            return self._going_on(left[0], tr("names this game"))
        return self._proposed(left, letter)

    def _is_named(self, candidate: Candidate, letter: Letter) -> bool:
        """Return True if subject, heading or SIGNON names the game; of two names one of which holds the other the longer one counts."""
        own = [line.text for line in letter.lines if line.part in (LetterPart.TEXT, LetterPart.JUDGE)][:40]
        signed = [found["game"] for line in own if (found := _SIGN_ON.match(line[:300]))]
        if any(candidate.is_signed(word) for word in signed):
            return True
        headings = [found["name"] for line in own if (found := _HEADING.match(line[:300]))]
        said = [tuple(folded_words(each)) for each in (letter.subject[:300], *headings)]
        said += [words for line in own if len(line) < 80 and (words := tuple(folded_words(line))) in candidate.names]
        return any(self._holds(words, name) for words in said for name in candidate.names)

    def _holds(self, words: tuple[str, ...], name: tuple[str, ...]) -> bool:
        if not _is_in(name, words):
            return False
        longer = {other for each in self._games for other in each.names if len(other) > len(name) and _is_in(name, other)}
        return not any(_is_in(other, words) for other in longer)

    def _proposed(self, playing: list[Candidate], letter: Letter) -> FoundGame:
        """Propose a game where none is sure, with the evidence for it."""
        known = bool(playing)
        among = playing or [each for each in self._games if not each.is_over]
        orders, fits = self._fitting(among[:_MOST_WEIGHED], letter)
        by_person = [] if known or not letter.name else [each for each in among if letter.name.casefold() in _players(each.game)]
        powers = join_words(
            dict.fromkeys(power_name(each.game.variant, each.senders[letter.sender]) for each in playing if letter.sender in each.senders)
        )
        if powers:
            start = plural(
                "Plays {powers} in {count} of your games", "Plays {powers} in {count} of your games", len(playing), powers=powers
            )
        elif by_person:
            start = tr("Unknown address; {player} plays in {game}", player=letter.name, game=join_words(e.game.name for e in by_person))
        else:
            start = tr("Unknown address") if letter.sender else tr("It names no sender")
        if not orders:
            return FoundGame(None, tr("{start}; no order in it", start=start), self._only(by_person))
        best = max(fits.values(), default=0)
        fitting = [each for each in among if fits.get(each.path) == best and best]
        if len(fitting) == 1:
            said = plural("{start}; its order fits one game", "{start}; its {count} orders fit one game", best, start=start)
            return FoundGame(None, said, fitting[0])
        if not fitting:
            return FoundGame(None, tr("{start}; its orders fit no game", start=start), self._only(by_person))
        said = plural("{start}; its order fits {games} games", "{start}; its {count} orders fit {games} games", best, start=start,
                      games=len(fitting))  # fmt: skip
        return FoundGame(None, said, self._only([each for each in fitting if each in by_person]))

    @staticmethod
    def _only(found: list[Candidate]) -> Candidate | None:
        return found[0] if len(found) == 1 else None

    def _fitting(self, games: Iterable[Candidate], letter: Letter) -> tuple[int, dict[Path, int]]:
        """Return the most orders that the mail seems to hold, and by game the number of them that its units could carry out."""
        fits: dict[Path, int] = {}
        most = 0
        for each in games:
            turn = each.game.turn(each.game.last(MAIN))
            found = account_for_letters(each.game.variant, turn.position, [(letter, None)], addresses=each.senders)
            fits[each.path] = len([line for line in found.of(Fate.TAKEN, Fate.GUESSED, Fate.DOUBTFUL) if _is_order(line)])
            most = max(most, len(found.of(Fate.TAKEN, Fate.GUESSED, Fate.DOUBTFUL, Fate.REFUSED)))
        return most, fits


def _is_order(line: object) -> bool:
    return getattr(line, "order", None) is not None or bool(getattr(line, "choices", ()))


def _players(game: Game) -> Iterator[str]:
    return (player.name.casefold() for player in game.players.values() if player.name)


def _is_in(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[at : at + len(name)] == name for at in range(len(words) - len(name) + 1))


_AT_ONCE = 400
"""Mails that are read into a game at once."""


def inbox_store(session: Session) -> InboxStore:
    """The inbox of this person."""
    where = session.library.places
    return InboxStore(where.data / "inbox", where.settings / "inbox.json")


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """A mail that found no game, with why, and what is proposed."""

    mail: BoxMail
    placed: FoundGame
    is_answered: bool = False
    """True if its sender was asked for its game."""


class Inbox:
    """The inbox over the games of *folders*.

    Args:
        sent: by Message-ID of each mail that we sent, the id of its game.
        folders: where the games lie; those that the page of all games lists unless given.
    """

    def __init__(self, session: Session, sent: Mapping[str, str], folders: Sequence[Path] = ()) -> None:
        self._session = session
        self._sent = sent
        self.store = inbox_store(session)
        here = session.library.places
        self._folders = tuple(folders) or watched_folders(here.settings / "games.json")
        self._cache = None if folders else here.cache / "games.json"

    # --- what there is ---

    def games(self) -> tuple[Candidate, ...]:
        """All games that mails may be for: those that are open in their present state, the others by their files."""
        book = read_book(self._session.library.places.settings / FILE)
        found: list[Candidate] = []
        for path in game_files(self._folders):
            document = open_document(self._session, path)
            game = document.game if document is not None else self._game_at(path)
            if game is not None:
                found.append(Candidate(path, game, book))
        listed = [each.path for each in found]
        others = ((each.path, each.game) for each in self._session.documents if each.path is not None)
        found.extend(Candidate(path, game, book) for path, game in others if not any(is_same_file(path, each) for each in listed))
        return tuple(found)

    def _game_at(self, path: Path) -> Game | None:
        try:
            built = build(read(read_bounded(path, LARGEST), path.name), self._session.shelf)
        except StorageError:
            return None
        return built.game if built.obstacle is None else None

    def waiting(self, games: Sequence[Candidate] | None = None) -> tuple[WaitingMail, ...]:
        """The mails that wait, with why."""
        mails = self.store.waiting()
        if not mails:
            return ()
        placing = self._placing(self.games() if games is None else games)
        return tuple(WaitingMail(each, placing.place(each), self.store.is_answered(each)) for each in mails)

    def _placing(self, games: Sequence[Candidate]) -> Placing:
        return Placing(games, {**self.store.threads, **self._sent})

    # --- taking in ---

    def take_in(self, path: Path | None = None) -> InboxReport:
        """Take the mails at *path* in, and those that wait and have found their game since.

        Raises:
            Abort: another copy of the program takes mails in now, or it was stopped; then nothing was taken.
            StorageError: they cannot be read, or the inbox cannot be written.
        """
        with self._alone():
            return self._take_in(path)

    def give(self, mails: Sequence[BoxMail], game: Path) -> InboxReport:
        """Take *mails*, which wait, in for *game*, by a person's decision.

        Raises:
            Abort: another copy of the program takes mails in now, or the game cannot be written to; then they wait on.
        """
        with self._alone():
            wanted = [each for each in self.games() if is_same_file(each.path, game)]
            if not wanted:
                raise Abort(tr("{game} is none of your games.", game=game.name))
            row = self._take(wanted[0], mails, is_here=True)
            if row.trouble:
                raise Abort(labelled(row.game, row.trouble))
            return InboxReport("", written(now_of(self._session)), row.mails, rows=(row,))

    def withdrawn(self) -> tuple[GameSummary, ...]:
        """The games with orders that a mail seems to take back; a game that is open as it is now, with edits that are not saved."""
        found = inspect_folders(self._folders, self._session.shelf, self._cache)
        return tuple(each for game in found.games if (each := self.as_open(game)).withdrawn)

    def as_open(self, summary: GameSummary) -> GameSummary:
        """*summary*, of the game as it is open where it is."""
        path = Path(summary.path)
        document = open_document(self._session, path)
        return summary if document is None or not document.is_modified else summary_of(document.game, path)

    def settle(self, game: Path, power: str, units: Collection[str], *, stands: bool) -> int:
        """Say whether orders of *power* stand that a mail seems to take back in *game*, and save it; how many there were.

        Raises:
            Abort: there is no such order, or the game cannot be written to.
            StorageError: it cannot be read or saved.
        """
        with self._alone(), _at_work(self._session, game) as (session, save):
            whose = str(read_word(Kind.POWER, power, session.surroundings, {}, "power", 1))
            settled = settle_withdrawn(session, whose, units, stands=stands)
            save()
            return settled

    def put_out(self, mails: Sequence[BoxMail]) -> None:
        """Forget *mails*, which wait: they are for no game."""
        from app.gm.inbox_store import PUT_OUT

        with self._alone():
            self.store.note_taken(mails, PUT_OUT)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        lock = self.store.lock()
        if not lock.acquire():
            raise Abort(tr("Another copy of the program is taking mails in; try again when it is done."))
        try:
            yield
        finally:
            lock.release()

    def _take_in(self, path: Path | None) -> InboxReport:
        def read_and_place(go_on: GoOn) -> tuple[Mailbox, list[tuple[BoxMail, FoundGame]], set[str], int, int]:
            box = Mailbox("", ()) if path is None else read_mailbox(path)
            waiting = {each.key: each for each in self.store.waiting()}
            here: set[str] = set()
            fresh: dict[str, BoxMail] = {}
            twice = ours = 0
            for each in box.mails:
                if each.message_id in self._sent:
                    ours += 1
                elif each.key in self.store.known or each.key in here:
                    twice += 1
                else:
                    here.add(each.key)
                    if each.key not in waiting:
                        fresh[each.key] = each
            placing, found = self._placing(self.games()), []
            mails = (*waiting.values(), *fresh.values())
            for number, each in enumerate(mails):
                if not go_on(number, len(mails), tr("Finding the game of each mail")):
                    raise GivenUp(tr("It was stopped; nothing of these mails was taken."))
                found.append((each, placing.place(each)))
            return box, found, here, twice, ours

        box, found, here, twice, ours = self._session.services.watch_over(tr("Reading mails…"), read_and_place)
        self.store.keep_waiting([mail for mail, _ in found])  # whatever happens from here on, none of them is lost
        by_game: dict[Path, tuple[Candidate, list[BoxMail]]] = {}
        for mail, placed in found:
            if placed.game is not None:
                by_game.setdefault(placed.game.path, (placed.game, []))[1].append(mail)
        rows = tuple(self._take(game, mails) for game, mails in by_game.values())
        report = InboxReport(
            box.name,
            written(now_of(self._session)),
            len(box.mails),
            twice,
            ours,
            tuple(sorted(rows, key=lambda each: (-each.mails, each.game))),
            sum(placed.game is None and mail.key in here for mail, placed in found),
            sum(placed.game is not None and mail.key not in here for mail, placed in found),
            box.troubles,
        )
        self.store.keep_report(report)
        return report

    def _take(self, candidate: Candidate, mails: Sequence[BoxMail], *, is_here: bool = False) -> TakenRow:
        """Take *mails* into one game and save it; where that cannot be, they wait on, and the row says why."""
        row = TakenRow(str(candidate.path), candidate.game.name, len(mails))
        try:
            with _at_work(self._session, candidate.path) as (session, save):
                has_edits = session.document.is_modified
                found = (_taken_beside_edits if has_edits else _taken)(session, candidate.path, mails, is_here=is_here)
                refused = [each for one in found for each in one.letters if each.other_game]
                if len(refused) == len(mails):
                    return replace(row, trouble=tr("they say that they are for another game"))
                save()
        except (CommandError, EditError, StorageError) as error:
            return replace(row, trouble=str(error))
        self.store.note_taken(mails, candidate.game.id)
        letters = [each for one in found for each in one.letters]
        return replace(
            row,
            orders=sum(line.count for each in letters for line in each.of(Fate.TAKEN, Fate.GUESSED)),
            doubtful=sum(len(each.of(Fate.DOUBTFUL, Fate.REFUSED)) for each in letters),
            withdrawals=sum(any(not said.is_hint for said in each.withdrawals) for each in letters),
            letters=sum(len(each.press) for each in letters),
            empty=sum(each.is_empty and each.letter.is_mail for each in letters),
        )


def _taken(session: Session, _path: Path, mails: Sequence[BoxMail], *, is_here: bool) -> list[Accounting]:
    """Take *mails* into the game in front of *session*, which is saved with them."""
    found = []
    for start in range(0, len(mails), _AT_ONCE):
        received = box_of(each.raw for each in mails[start : start + _AT_ONCE])
        try:
            found.append(take_in(session, received, is_here=is_here))
        except NothingTakenError as nothing:
            found.append(nothing.accounting)
    return found


def _taken_beside_edits(session: Session, path: Path, mails: Sequence[BoxMail], *, is_here: bool) -> list[Accounting]:
    """Take *mails* into an open game with edits that are not saved: each lies beside its file until that is saved.

    Whoever gives the edits up finds the mails again when the game is opened.
    """
    found: list[Accounting] = []
    kept: list[KeptMail] = []
    try:
        for each in mails:
            kept.append(keep_waiting(path, each.raw))
            handed_in = HandedIn(kept[-1].moment, kept[-1].mark)
            try:
                found.append(take_in(session, each.raw, is_here=is_here, handed_in=handed_in))
            except NothingTakenError as nothing:
                found.append(nothing.accounting)
                kept.pop().close()
    except (CommandError, EditError, StorageError):
        for one in kept:
            if not is_taken(session.game, one.mark):
                one.close()  # it waits in the inbox
        raise
    return found


# --- a game that need not be in front ---


class _Aside:
    """The services of a session, without output: the results of all games are reported at once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.is_interactive = False
        self.screen = None

    def say(self, text: str) -> None:
        """Write nothing."""

    def report(self, summary: str, lines: Sequence[str]) -> None:
        """Write nothing."""

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Write nothing; the accounting is handed back."""

    def watch_over(self, words: str, work: Callable[[GoOn], Answer]) -> Answer:
        """Do the work as the session does."""
        return self._services.watch_over(words, work)

    def __getattr__(self, name: str) -> object:
        return getattr(self._services, name)


@contextmanager
def _at_work(session: Session, path: Path) -> Iterator[tuple[Session, Callable[[], None]]]:
    """A session with the game at *path* in front, which leaves what the person looks at as it is; and what saves the game.

    A game that is open is changed where it is open. Where it holds edits that are not saved, its file is left to their author, and the
    mails lie beside it until then.

    Raises:
        Abort: the game is not one that is written to unchanged.
    """
    aside = Session(cast("Services", _Aside(session.services)), session.library)
    aside.shelf, aside.hooks, aside.times = session.shelf, session.hooks, session.times
    document = open_document(session, path)
    if document is not None:
        if session.viewer_of(document) is not None or session.tables.of(document) is not None:
            raise Abort(tr("it is shown to one power, or played at a table"))
        if document.read_only:
            raise Abort(tr("it can only be looked at"))
        was_saved = not document.is_modified
        aside.add(document)
        yield aside, (document.save if was_saved else lambda: None)
        return
    found = session.library.inspect(path)
    if found.opened.standing is not FileStanding.CHECKED or found.opened.is_older or session.library.left_behind(path):
        raise Abort(tr("it is not written to as it stands; open it first"))
    document = session.library.add(found)
    try:
        aside.add(document)
        if aside.viewer is not None or aside.seating is not None:
            raise Abort(tr("it is shown to one power, or played at a table"))
        yield aside, lambda: _save(document)
    finally:
        document.close(discard=True)


def _save(document: Document) -> None:
    if document.is_modified:
        document.save()
