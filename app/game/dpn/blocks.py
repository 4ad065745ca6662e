"""Contents of the blocks of a game file, as values. No variant is asked whether their powers and provinces exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudicator import DislodgedUnit, Ending, Order, Phase, Piece, Result
from app.game.entries import AuditLine, EmbeddedFile, Hook, Member, SeatedPlayer, TableTerms, TurnChange


@dataclass(frozen=True, slots=True)
class At:
    """Turn to which a block belongs."""

    phase: Phase
    branch: str | None
    """``None`` for the branch the game started with, where it is not named."""


@dataclass(frozen=True, slots=True)
class GameBlock:
    """``[game]``"""

    id: str
    name: str
    variant: str
    """The variant's id."""
    version: str
    checksum: str
    rules: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class PlayersBlock:
    """``[players]``"""

    players: Mapping[str, SeatedPlayer]
    members: tuple[Member, ...] = ()
    places: tuple[str, ...] = ()
    """Powers that are listed without a player too: two people's edits to different ones are then joined by git."""


class RecordedOrder(NamedTuple):
    """A line under a power's name. A tuple underneath, since a file has thousands."""

    text: str
    """Text as received; the order as it is written in the file, where nothing else was recorded."""
    order: Order | None
    results: frozenset[Result]
    """Empty where the line names none."""
    given: bool = True
    """False for what the rules filled in."""
    number: int = 0
    """The line it was read from, counted from 1; 0 where it was not read from a file."""
    raw: bool = False
    """True if it could not be read when it was received (``? text``), so that no one tries again."""
    replaced: bool = False
    """True if a later line orders the same unit."""
    withdrawn: bool = False
    """True if a mail seems to take it back, and the game master has not decided yet."""


@dataclass(frozen=True, slots=True)
class PowerOrders:
    """Lines under a power's name."""

    received: bool
    """True if the power sent anything, be it an empty set."""
    lines: tuple[RecordedOrder, ...]


@dataclass(frozen=True, slots=True)
class PhaseBlock:
    """``[phase S1901M]``"""

    at: At
    origin: str | None
    """``from=``: the phase that a branch continues, perhaps as ``branch:phase``, or ``start``; ``None`` elsewhere."""
    starts_here: bool
    """``starts here`` in the heading: the game begins with the position of this block."""
    units: Mapping[str, tuple[Piece, ...]]
    """Pieces by power. Powers that the block does not list are missing: their units follow from the phases before."""
    centres: Mapping[str, tuple[str, ...]]
    dislodged: tuple[DislodgedUnit, ...] | None
    """``None`` where the block does not tell."""
    contested: frozenset[str] | None
    conditions: frozenset[str] | None
    counters: Mapping[str, int] | None
    changes: tuple[TurnChange, ...]
    orders: Mapping[str, PowerOrders]
    """Orders by power; of powers that are missing, none were received."""
    note: str
    has_places: bool = False
    """True if the phase is open and each power has its place in the file, apart from its neighbours by a blank line."""


@dataclass(frozen=True, slots=True)
class EndingBlock:
    """``[ending]``"""

    branch: str | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class NotesBlock:
    """``[notes FRANCE]``"""

    power: str
    text: str


@dataclass(frozen=True, slots=True)
class AuditBlock:
    """``[audit]``"""

    lines: tuple[AuditLine, ...]


@dataclass(frozen=True, slots=True)
class TurnBlock:
    """``[press S1901M]``: a block that belongs to a turn and stands after its phase."""

    kind: str
    at: At
    value: Any
    """Part of the turn: ``app.game.dpn.block_kinds`` has the field of each kind."""


Block = GameBlock | PlayersBlock | TableTerms | NotesBlock | Hook | PhaseBlock | TurnBlock | EndingBlock | EmbeddedFile | AuditBlock
"""Contents of a block. Those of a hook, a file and a table are the hook, the file and the terms themselves."""


@dataclass(frozen=True, slots=True)
class Key:
    """One block of a game: its kind, and which one of that kind."""

    kind: str
    branch: str = ""
    """The branch, for what belongs to a turn or a branch."""
    phase: str = ""
    name: str = ""
    """The hook, the file, the power, or the number among several of a turn."""
