"""What became of every line of what was received: the values that a report or a window shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.order import Order
from adjudicator.phase import Phase
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.mail_press import MailPress
from app.mail_in.passwords import in_words
from app.mail_in.withdrawals import Withdrawal


class Fate(StrEnum):
    """What became of a line, or of one of the orders on it."""

    TAKEN = "taken"
    GUESSED = "taken with a guess"
    REPEAT = "repeat"
    """The same order once more."""
    NOT_ORDER = "not an order"
    """A quote, a header, a signature, press, an attachment, a result, a heading or prose."""
    LATER = "for a later phase"
    DOUBTFUL = "doubtful"
    """It may be an order; a person decides, and nothing is taken until then."""
    WITHDRAWS = "takes back"
    """It takes back what was sent before, all of it or some; a person decides about the orders that it may mean."""
    REFUSED = "refused"
    """An order that cannot stand: for another power, not legal, or one that a rule of the game passes over."""

    @property
    def is_taken(self) -> bool:
        """Whether the order goes into the game."""
        return self in (Fate.TAKEN, Fate.GUESSED)


@dataclass(frozen=True, slots=True)
class Choice:
    """One order that a doubtful line may mean."""

    power: str
    order: Order


@dataclass(frozen=True, slots=True)
class LineAccount:
    """A line, or a stretch of one where several orders stand on it."""

    line: int
    """Counted from 1."""
    column: int
    """Counted from 1."""
    text: str
    """As it was received."""
    fate: Fate
    part: LetterPart = LetterPart.TEXT
    reason: str = ""
    """Why, without a stop at its end; empty where nothing needs to be said."""
    power: str | None = None
    order: Order | None = None
    """What it was read as; also where it is refused."""
    count: int = 1
    """How often the order is meant: ``waive 2``."""
    phase: Phase | None = None
    """For a later phase: which."""
    is_illegal: bool = False
    """Whether it was refused because the rules do not allow it, and not because it is in the wrong hands."""
    choices: tuple[Choice, ...] = ()
    """What a doubtful line may mean; empty where nobody knows."""
    proposal: str = ""
    """A command that the line proposes, without its power, and that somebody takes or sets aside: ``absence until mon``, ``vote draw``."""
    withdrawn: str = ""
    """The words of a later mail that may take back an order that was taken."""

    @property
    def words(self) -> str:
        """Its text to be read, in one line."""
        return " ".join(in_words(self.text).split())

    @property
    def is_kept(self) -> bool:
        """Whether the line stays among the orders of its power as it was received, to be mended there."""
        if self.power is None or self.part is not LetterPart.TEXT:
            return False
        return self.fate is Fate.DOUBTFUL or (self.fate is Fate.REFUSED and self.is_illegal)


@dataclass(frozen=True, slots=True)
class LetterAccount:
    """One mail, accounted for."""

    letter: Letter
    power: str | None
    """Whose mail it is, where that is known."""
    lines: tuple[LineAccount, ...]
    waits: bool | None = None
    """Whether its power asks to wait for the deadline (``SET WAIT``) or no longer does; ``None`` where it says nothing of it."""
    vote: str | None = None
    """How its power votes on the end of the game, as the command ``vote`` takes it; ``None`` where it says nothing of it."""
    press: tuple[MailPress, ...] = ()
    """What it asks to pass on."""
    other_game: str = ""
    """The game that the mail is for, where it is another one: then nothing of it is taken."""
    withdrawals: tuple[Withdrawal, ...] = ()
    """What it takes back of earlier mails."""
    claims: tuple[str, ...] = ()
    """The powers that it would write for, where its sender is not known to play them: nothing of it counts until a person says so."""

    @property
    def taken(self) -> tuple[LineAccount, ...]:
        """The orders that go into the game."""
        return self.of(Fate.TAKEN, Fate.GUESSED)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read in it: no order, nothing doubtful, nothing for later, no word for a judge, nothing taken back."""
        silent = all(line.fate is Fate.NOT_ORDER and not line.proposal for line in self.lines)
        return silent and not self.withdrawals and not self.press and self.waits is None and self.vote is None and not self.claims

    def of(self, *fates: Fate) -> tuple[LineAccount, ...]:
        """The lines with one of *fates*."""
        return tuple(each for each in self.lines if each.fate in fates)


@dataclass(frozen=True, slots=True)
class Accounting:
    """All that was received at once: one text, one mail, or a box of them, in the sequence in which they were sent."""

    letters: tuple[LetterAccount, ...]
    troubles: tuple[str, ...] = ()
    """What was left unread as a whole, as sentences: the end of a box that is too large."""

    def of(self, *fates: Fate) -> tuple[LineAccount, ...]:
        """The lines of all letters with one of *fates*."""
        return tuple(each for letter in self.letters for each in letter.of(*fates))

    @property
    def taken(self) -> tuple[LineAccount, ...]:
        """The orders that go into the game."""
        return self.of(Fate.TAKEN, Fate.GUESSED)

    @property
    def is_doubtful(self) -> bool:
        """Whether something needs a person: a doubtful or refused line, or one that was left unread."""
        unread = bool(self.troubles) or any(each.letter.troubles for each in self.letters)
        empty = any(each.is_empty and each.letter.is_mail for each in self.letters)
        claimed = any(each.claims for each in self.letters)
        proposed = any(line.proposal for each in self.letters for line in each.lines)
        return proposed or unread or empty or claimed or bool(self.of(Fate.DOUBTFUL, Fate.REFUSED, Fate.WITHDRAWS))
