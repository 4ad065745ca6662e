"""Choice of the game that a mail is for, by its words and by what is known; a proposal and no more where that leaves a doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from app.address_book.address_book import AddressBook
from app.address_book.senders import senders_of
from app.game.gm_edits import short_name_of
from app.game.record import MAIN, Game
from app.gm.inbox.mailboxes import BoxMail
from app.mail_in.account import account_for_letters
from app.mail_in.accounting import Fate
from app.mail_in.folding import folded_words
from app.mail_in.judge_words import GameNames, game_in
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.unwrap import unwrapped
from entente.words.names import join_words, power_name
from languages import plural, tr

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
        if known:
            powers = join_words(dict.fromkeys(power_name(each.game.variant, each.senders[letter.sender]) for each in playing
                                              if letter.sender in each.senders))  # fmt: skip
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
