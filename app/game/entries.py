"""Entries of a game beside positions and orders: press, votes, deadlines, sealed orders, and the game master's interventions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from adjudicator import DislodgedUnit, Order, Phase, Result, Unit
from languages import mark

_NO_OWNERS: Mapping[str, str | None] = MappingProxyType({})
_NO_COUNTERS: Mapping[str, int | None] = MappingProxyType({})


class SeatKind(StrEnum):
    """Kind of writer of a power's orders."""

    SCREEN = "screen"
    """A person at this screen."""
    POST = "post"
    """A person who sends orders by mail."""
    BOT = "bot"
    NETWORK = "network"
    CIVIL_DISORDER = mark("civil disorder")
    DUMMY = "dummy"
    DEFAULT_LIST = mark("default list")
    """No player: its default list orders retreats and builds, and nothing else is received."""
    GAME_MASTER = mark("game master")
    """The game master at the table."""


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The one who sits in a power's seat."""

    name: str = ""
    address: str = ""
    """Mail address, for a seat by post."""
    seat: SeatKind = SeatKind.SCREEN
    detail: str = ""
    """Detail that the seat needs besides: the bot's name, the network address."""


class MemberRole(StrEnum):
    """Role of a person for a power, beside the player in its seat."""

    ALSO = mark("also")
    """Plays it too, or is its player under another address: their mails count."""
    STANDBY = mark("standby")
    """Would take it over."""
    UNTIL = mark("until")
    """Played it before."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person who plays a power beside the player in its seat, would take it over, or played it before."""

    power: str
    role: MemberRole
    name: str = ""
    address: str = ""
    until: str = ""
    """The first phase that the earlier player did not play, as text: ``F1902M``."""


@dataclass(frozen=True, slots=True)
class SealedLetter:
    """The text of a letter as only the seats of its sender and readers open it."""

    scheme: str
    """Scheme by which it is sealed; ``app.hotseat.letters`` opens it."""
    phase: str
    """The phase in which it was written; it may be delivered later."""
    shares: tuple[tuple[str, bytes], ...]
    """Shares that open the letter for one power alone, by power."""
    data: bytes


SEALED_TEXT = "(sealed)"
"""The text of a letter for readers who cannot open it."""


@dataclass(frozen=True, slots=True)
class Press:
    """A message between powers."""

    sender: str
    """A power, or ``GM``."""
    receivers: tuple[str, ...]
    """Powers; empty means everybody."""
    text: str
    at: str = ""
    """Time at which it was sent: ISO 8601, or empty."""
    sealed: SealedLetter | None = None
    """Sealed letter of a message between seats with PINs; ``text`` is ``SEALED_TEXT`` then."""


@dataclass(frozen=True, slots=True)
class SealedOrders:
    """Orders that only their writer's PIN or passphrase opens."""

    power: str
    scheme: str
    """Scheme by which they are sealed: ``scrypt-aesgcm n=32768 r=8 p=1``; ``app.hotseat.sealing`` opens them."""
    data: bytes
    is_draft: bool = False
    """True if its writer means to go on: a draft counts for nothing when orders are revealed."""
    is_given_up: bool = False
    """True if its orders were dropped, unread. What else is in it, notes above all, is its writer's still."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote of a power in a phase."""

    power: str
    choice: str
    """``draw``, ``draw FRANCE, ITALY``, ``concede to FRANCE``, ``no``."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Time at which the orders of a phase are due."""

    at: str
    """ISO 8601."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A line that was received before its phase: ``Build F Lon`` in a mail with the orders of the spring."""

    power: str
    phase: Phase
    """The phase that it is for."""
    text: str
    """Text as received: one line, without blanks at its ends."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A stretch of a mail that is not kept, since it never orders anything: a quote, a signature, press, an attachment."""

    first: int
    last: int
    """Lines, counted from 1; both belong to it."""
    what: str
    """One word in small letters: ``quote``."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that was taken in for a phase: its sender's own words, without passwords. What became of them is worked out from these."""

    power: str = ""
    """Power it is for; empty where it is unknown."""
    name: str = ""
    """Name of the sender."""
    address: str = ""
    subject: str = ""
    sent: str = ""
    """ISO 8601, or empty where the mail does not say."""
    taken: str = ""
    """Time at which it was taken in: ISO 8601."""
    text: str = ""
    """Line by line; what is left out is empty lines, so that each line keeps its number."""
    left_out: tuple[LeftOut, ...] = ()
    decided: bool = False
    """True if the game master decided whose it is, or that it counts though it is late."""
    received: str = ""
    """Time at which it arrived: ISO 8601; empty where that is the time of sending in it."""
    mark: str = ""
    """Mark by which the mail is known again, where a program handed it in."""
    settled: tuple[int, ...] = ()
    """The numbers of lines that were set aside, since they order nothing now; 0 is the mail as a whole."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A position that the game master mended: removals, additions, and the reason."""

    reason: str
    by: str = ""
    at: str = ""
    phase_before: Phase | None = None
    """The phase that stood here before, where the phase itself was changed."""
    removed: tuple[Unit, ...] = ()
    added: tuple[Unit, ...] = ()
    removed_dislodged: tuple[DislodgedUnit, ...] = ()
    added_dislodged: tuple[DislodgedUnit, ...] = ()
    owners: Mapping[str, str | None] = field(default_factory=lambda: _NO_OWNERS)
    """Supply centres with a new owner; ``None`` is no owner."""
    contested_removed: frozenset[str] = frozenset()
    contested_added: frozenset[str] = frozenset()
    conditions_removed: frozenset[str] = frozenset()
    conditions_added: frozenset[str] = frozenset()
    counters: Mapping[str, int | None] = field(default_factory=lambda: _NO_COUNTERS)
    """Counters with a new number; ``None`` takes the counter away."""


@dataclass(frozen=True, slots=True)
class ForcedResult:
    """A result that the game master set against the rules, and why."""

    unit: Unit
    """Unit at its place before the phase."""
    results: frozenset[Result]
    reason: str
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class HookAttached:
    """From this phase on the hook runs."""

    name: str
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class HookDetached:
    """From this phase on the hook no longer runs."""

    name: str


@dataclass(frozen=True, slots=True)
class HookState:
    """State that the hook keeps from phase to phase, at the start of this phase."""

    name: str
    state: str
    """JSON on one line."""


@dataclass(frozen=True, slots=True)
class HookLeftOut:
    """A hook without which this phase goes on, since it gave no answer and that was decided. It still limits the view of powers."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """From this phase on these rules are read otherwise."""

    words: tuple[tuple[str, str], ...]
    """Pairs such as ``("nmr", "hold")``."""


@dataclass(frozen=True, slots=True)
class DefaultList:
    """From this phase on this is ordered for the power where it sends no orders for a retreat or a build phase."""

    power: str
    orders: tuple[Order, ...]
    """Retreats, removals and builds, the most wanted first; empty takes the list back."""


TurnChange = HookAttached | HookDetached | HookState | HookLeftOut | RulesChanged | DefaultList


@dataclass(frozen=True, slots=True)
class Hook:
    """A named rule change that travels in the game as text. Nothing in this package runs it."""

    name: str
    points: tuple[str, ...]
    """Points at which it takes part: ``press``, ``results``, ``build``."""
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class EmbeddedFile:
    """A file that travels inside the game."""

    name: str
    media: str
    """Its media type: ``image/svg+xml``."""
    data: bytes


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An act of the game master."""

    text: str
    by: str = ""
    at: str = ""
    reason: str = ""
    """Reason, on one line. Edits, branches and forced results have theirs at the end of ``text``, after a colon."""


GAME_MASTER = "GM"
"""Stands for the game master where powers are named."""

LONGEST_TALKS = 999 * 60
"""Seconds that a clock of the table can be set to."""


class LockKind(StrEnum):
    """Kind of secret that a person types to open a seat."""

    PIN = mark("PIN")
    PASSPHRASE = mark("passphrase")
    PHONE = mark("phone")
    """Token that a phone keeps and no person types."""


@dataclass(frozen=True, slots=True)
class KeyWork:
    """Work that scrypt does for a key (RFC 7914): it needs ``128 * n * r`` bytes."""

    n: int = 2**15
    r: int = 8
    p: int = 1


MOST_WORK = KeyWork(2**17, 16, 4)
"""No more is done for a file of a stranger: 256 MB, and some seconds."""


@dataclass(frozen=True, slots=True)
class LetterKeys:
    """A pair of keys for letters (X25519): anybody closes a letter with the public one, the private one alone opens it."""

    public: bytes
    private: bytes
    """Sealed under the key of the lock that it lies with."""


@dataclass(frozen=True, slots=True)
class Lock:
    """Lock that tests a PIN or passphrase without revealing it. Seats of one person can share a lock."""

    kind: LockKind
    work: KeyWork
    salt: bytes
    check: bytes
    """Nonce and seal of nothing under the key: it opens with the right key alone."""
    pairs: tuple[LetterKeys, ...] = ()
    """Keys of letters: new ones are closed with the first, those after it open what was written under an earlier PIN."""


class RevealTime(StrEnum):
    """Time at which the orders of a phase are revealed and carried out."""

    ALL_SEALED = mark("all sealed")
    VOTE = mark("vote")
    """Reveal once all have sealed, or most of the people vote for it; who has not sealed sends nothing."""
    CLOCK = mark("clock")
    """Reveal once all have sealed, or the clock has ended; who has not sealed sends nothing."""


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """Time limits, in seconds; ``None`` is as long as people like."""

    first_talks: int | None = 15 * 60
    """Talks and orders of a movement phase in the first year."""
    talks: int | None = 10 * 60
    """The same later on."""
    orders: int | None = None
    """One person's turn at the laptop."""
    bell: bool = True
    """True if the last minute is announced."""


_NO_LOCKS: Mapping[str, Lock] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TableTerms:
    """Terms of a game round one laptop. A game that has this keeps the orders of closed seats sealed."""

    clock: ClockTerms = field(default_factory=ClockTerms)
    shown: RevealTime = RevealTime.ALL_SEALED
    secret_votes: bool = False
    """True if votes for a draw or a concession are sealed with the orders."""
    game_master: str | None = None
    """Name of a game master who sits at the table; ``None`` where there is none."""
    locks: Mapping[str, Lock] = field(default_factory=lambda: _NO_LOCKS)
    """Locks by power, and for the game master under ``GM``; a missing one opens without a secret."""
    further: tuple[tuple[str, str], ...] = ()
    """Fields that this program does not know, kept unchanged."""
