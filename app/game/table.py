"""Terms of the table at which a game is played: the clock, the time of the reveal, and the lock of each seat.

Who sits where is in ``Game.players``; ``app.hotseat.table`` has both together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from languages import mark

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


class WhenShown(StrEnum):
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
    shown: WhenShown = WhenShown.ALL_SEALED
    secret_votes: bool = False
    """True if votes for a draw or a concession are sealed with the orders."""
    game_master: str | None = None
    """Name of a game master who sits at the table; ``None`` where there is none."""
    locks: Mapping[str, Lock] = field(default_factory=lambda: _NO_LOCKS)
    """Locks by power, and for the game master under ``GM``; a missing one opens without a secret."""
    further: tuple[tuple[str, str], ...] = ()
    """Fields that this program does not know, kept unchanged."""
