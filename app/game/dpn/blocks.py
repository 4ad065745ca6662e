"""Contents of the blocks of a game file, as values. No variant is asked whether their powers and provinces exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator import DislodgedUnit, Ending, Order, Phase, Piece, Result
from app.game.entries import (
    Adjustment,
    AuditLine,
    Deadline,
    EmbeddedFile,
    ForcedResult,
    Hook,
    LaterLine,
    Mail,
    Member,
    Press,
    SealedOrders,
    SeatedPlayer,
    TableTerms,
    TurnChange,
    Vote,
)


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


@dataclass(frozen=True, slots=True)
class HookBlock:
    """``[hook restrict]``"""

    hook: Hook


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
class DeadlineBlock:
    """``[deadline S1901M]``"""

    at: At
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class VotesBlock:
    """``[votes S1901M]``"""

    at: At
    votes: tuple[Vote, ...]


@dataclass(frozen=True, slots=True)
class LaterBlock:
    """``[later S1901M]``"""

    at: At
    lines: tuple[LaterLine, ...]


@dataclass(frozen=True, slots=True)
class PressBlock:
    """``[press S1901M]``"""

    at: At
    press: Press


@dataclass(frozen=True, slots=True)
class SealedBlock:
    """``[sealed S1901M FRANCE]``"""

    at: At
    sealed: SealedOrders


@dataclass(frozen=True, slots=True)
class AdjustBlock:
    """``[adjust S1901M]``"""

    at: At
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class ForcedBlock:
    """``[forced S1901M]``"""

    at: At
    forced: ForcedResult


@dataclass(frozen=True, slots=True)
class EndingBlock:
    """``[ending]``"""

    branch: str | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class TableBlock:
    """``[table]``"""

    terms: TableTerms


@dataclass(frozen=True, slots=True)
class NotesBlock:
    """``[notes FRANCE]``"""

    power: str
    text: str


@dataclass(frozen=True, slots=True)
class FileBlock:
    """``[file board.svg]``"""

    file: EmbeddedFile


@dataclass(frozen=True, slots=True)
class AuditBlock:
    """``[audit]``"""

    lines: tuple[AuditLine, ...]


@dataclass(frozen=True, slots=True)
class MailBlock:
    """``[mail S1901M]``"""

    at: At
    mail: Mail


@dataclass(frozen=True, slots=True)
class WaitBlock:
    """``[wait S1901M]``"""

    at: At
    powers: tuple[str, ...]


TurnBlock = DeadlineBlock | VotesBlock | LaterBlock | MailBlock | WaitBlock | PressBlock | SealedBlock | AdjustBlock | ForcedBlock
"""Blocks that belong to a turn and stand after its phase."""

Block = GameBlock | PlayersBlock | TableBlock | NotesBlock | HookBlock | PhaseBlock | TurnBlock | EndingBlock | FileBlock | AuditBlock


@dataclass(frozen=True, slots=True)
class Key:
    """One block of a game: its kind, and which one of that kind."""

    kind: str
    branch: str = ""
    """The branch, for what belongs to a turn or a branch."""
    phase: str = ""
    name: str = ""
    """The hook, the file, the power, or the number among several of a turn."""
