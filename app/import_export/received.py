"""A game of another program as its file tells it: phases with positions and orders as text, before anything is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.phase import Phase
from app.game.entries import Press, SeatedPlayer
from languages import tr

_NO_OPTIONS: Mapping[str, frozenset[str]] = MappingProxyType({})
_NO_PLAYERS: Mapping[str, SeatedPlayer] = MappingProxyType({})


REST_FILE = "kept-from-the-saved-game.json"
"""Name of the file inside a game that keeps the parts of another program's file that we have no place for. It tells of all powers."""


class ExchangeError(ValueError):
    """A file of another program that cannot be read as a game. ``str()`` says what is wrong, where, and what was expected."""


@dataclass(frozen=True, slots=True)
class ReceivedPhase:
    """One phase as a file has it."""

    phase: Phase | None
    """``None`` for the moment after the last phase, where the file gives it no name."""

    units: Mapping[str, tuple[str, ...]] | None
    """Pieces by power, such as ``F STP/SC``, dislodged ones apart; ``None`` where the file does not have them."""

    dislodged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Pieces that must retreat, by power."""

    retreats: Mapping[str, frozenset[str]] = field(default_factory=lambda: _NO_OPTIONS)
    """Places to which the file lets a dislodged piece retreat, by piece; pieces that it does not mention are absent."""

    owners: Mapping[str, str] | None = None
    """Supply centre to its owner; ``None`` where the file does not tell."""

    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Orders by power; one that is absent sent none."""

    press: tuple[Press, ...] = ()

    note: str = ""

    @property
    def title(self) -> str:
        """``S1901M``"""
        return tr("the end") if self.phase is None else str(self.phase)


@dataclass(frozen=True, slots=True)
class ReceivedGame:
    """A whole game as a file has it."""

    source: str
    """Kind of the file it was read from, in words: ``a saved game of the package diplomacy``."""

    name: str

    board: str
    """Name of the board in the file; empty where it has none."""

    phases: tuple[ReceivedPhase, ...]
    """The last one is open unless the file says that the game is over."""

    rules: tuple[tuple[str, str], ...] | None = None
    """Rule options as words, where the file says by which rules it was played."""

    is_over: bool = False
    """True if the file marks the last phase as the end."""

    winners: tuple[str, ...] | None = None
    """Winners, or those who share in the draw, where the file tells."""

    remarks: tuple[str, ...] = ()
    """Remarks for a person: left out, doubtful, not kept."""

    players: Mapping[str, SeatedPlayer] = field(default_factory=lambda: _NO_PLAYERS)
