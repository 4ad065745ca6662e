"""Account of every line of a received text: the values that a report or a window shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.order import Order
from adjudicator.phase import Phase
from app.mail_in.letter import Letter, LetterPart, MailPress, in_words
from app.mail_in.withdrawals import Withdrawal


class Fate(StrEnum):
    """Fate of a line, or of one of the orders on it."""

    TAKEN = "taken"
    GUESSED = "taken with a guess"
    REPEAT = "repeat"
    """The same order once more."""
    NOT_ORDER = "not an order"
    """A quote, a header, a signature, press, an attachment, a result, a heading or prose."""
    LATER = "for a later phase"
    DOUBTFUL = "doubtful"
    """Fate of a line that may be an order; a person decides, and nothing is taken until then."""
    WITHDRAWS = "takes back"
    """Fate of a line that takes earlier orders back, all of them or some; a person decides which it means."""
    REFUSED = "refused"
    """An order that cannot stand: for another power, not legal, or one that a rule of the game passes over."""

    @property
    def is_taken(self) -> bool:
        """True if the order goes into the game."""
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
    """Text as it was received."""
    fate: Fate
    part: LetterPart = LetterPart.TEXT
    reason: str = ""
    """Reason, without a stop at its end; empty where none is needed."""
    power: str | None = None
    order: Order | None = None
    """Order that it was read as; also where it is refused."""
    count: int = 1
    """Number of times that the order is meant: ``waive 2``."""
    phase: Phase | None = None
    """For a later phase: which."""
    is_illegal: bool = False
    """True if it was refused because the rules do not allow it, and not because its sender may not give it."""
    choices: tuple[Choice, ...] = ()
    """Orders that a doubtful line may mean; empty where none is known."""
    proposal: str = ""
    """A command that the line proposes, without its power, to be taken or set aside: ``absence until mon``, ``vote draw``."""
    withdrawn: str = ""
    """The words of a later mail that may take back an order that was taken."""

    @property
    def words(self) -> str:
        """Its text to be read, in one line."""
        return " ".join(in_words(self.text).split())

    @property
    def is_kept(self) -> bool:
        """True if the line stays among the orders of its power as it was received, to be mended there."""
        if self.power is None or self.part is not LetterPart.TEXT:
            return False
        return self.fate is Fate.DOUBTFUL or (self.fate is Fate.REFUSED and self.is_illegal)


@dataclass(frozen=True, slots=True)
class LetterAccount:
    """One mail, accounted for."""

    letter: Letter
    power: str | None
    """Power of the mail, where that is known."""
    lines: tuple[LineAccount, ...]
    waits: bool | None = None
    """True if its power asks to wait for the deadline (``SET WAIT``), False if it no longer does; ``None`` where it has no word on that."""
    vote: str | None = None
    """Vote of its power on the end of the game, as the command ``vote`` takes it; ``None`` where it has no word on that."""
    press: tuple[MailPress, ...] = ()
    """Press that it asks to pass on."""
    other_game: str = ""
    """The game that the mail is for, where it is another one: then nothing of it is taken."""
    withdrawals: tuple[Withdrawal, ...] = ()
    """Withdrawals of orders in earlier mails."""
    claims: tuple[str, ...] = ()
    """The powers that it would write for, where its sender is not known to play them: nothing of it counts until a person says so."""

    @property
    def taken(self) -> tuple[LineAccount, ...]:
        """The orders that go into the game."""
        return self.of(Fate.TAKEN, Fate.GUESSED)

    @property
    def is_empty(self) -> bool:
        """True if nothing was read in it: no order, nothing doubtful, nothing for later, no word for a judge, nothing taken back."""
        silent = all(line.fate is Fate.NOT_ORDER and not line.proposal for line in self.lines)
        return (
            silent
            and all(said.is_hint for said in self.withdrawals)
            and not self.press
            and self.waits is None
            and self.vote is None
            and not self.claims
        )

    def of(self, *fates: Fate) -> tuple[LineAccount, ...]:
        """The lines with one of *fates*."""
        return tuple(each for each in self.lines if each.fate in fates)


@dataclass(frozen=True, slots=True)
class Accounting:
    """All that was received at once: one text, one mail, or a box of them, in the sequence in which they were sent."""

    letters: tuple[LetterAccount, ...]
    troubles: tuple[str, ...] = ()
    """Parts that were left unread as a whole, as sentences: the end of a box that is too large."""

    def of(self, *fates: Fate) -> tuple[LineAccount, ...]:
        """The lines of all letters with one of *fates*."""
        return tuple(each for letter in self.letters for each in letter.of(*fates))

    @property
    def taken(self) -> tuple[LineAccount, ...]:
        """The orders that go into the game."""
        return self.of(Fate.TAKEN, Fate.GUESSED)

    @property
    def is_doubtful(self) -> bool:
        """True if something needs a person: a doubtful or refused line, or one that was left unread."""
        unread = bool(self.troubles) or any(each.letter.troubles for each in self.letters)
        empty = any(each.is_empty and each.letter.is_mail for each in self.letters)
        claimed = any(each.claims for each in self.letters)
        proposed = any(line.proposal for each in self.letters for line in each.lines)
        return proposed or unread or empty or claimed or bool(self.of(Fate.DOUBTFUL, Fate.REFUSED, Fate.WITHDRAWS))
