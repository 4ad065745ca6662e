"""The kinds of blocks of a game file: how each is read and written, and what it is of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from app.game.dpn import game_blocks, gm_blocks, phase_block, table_blocks
from app.game.dpn.lines import BlockLines


@dataclass(frozen=True, slots=True)
class BlockKind:
    """A kind of block, by the word in its heading."""

    read: Callable[[BlockLines], Any]
    """The value of a block; ``None``, with a fault, where it cannot be taken in."""
    lines: Callable[[Any], list[str]]
    """The lines of a value below its heading."""


@dataclass(frozen=True, slots=True)
class TurnKind(BlockKind):
    """A kind of block that belongs to a turn and stands after its phase."""

    field: str
    """The field of ``Turn`` that it tells."""
    each: bool = False
    """True if every element of that field has a block of its own."""
    words: int = 1
    """Words of its heading: the phase, and perhaps a power."""


TURN_KINDS: Mapping[str, TurnKind] = MappingProxyType(
    {
        "deadline": TurnKind(table_blocks.read_deadline, table_blocks.write_deadline, "deadline"),
        "votes": TurnKind(table_blocks.read_votes, table_blocks.write_votes, "votes"),
        "later": TurnKind(table_blocks.read_later, table_blocks.write_later, "later"),
        "mail": TurnKind(table_blocks.read_mail, table_blocks.write_mail, "mails", each=True),
        "wait": TurnKind(table_blocks.read_wait, table_blocks.write_wait, "waits"),
        "press": TurnKind(table_blocks.read_press, table_blocks.write_press, "press", each=True),
        "sealed": TurnKind(table_blocks.read_sealed, table_blocks.write_sealed, "sealed", each=True, words=2),
        "adjust": TurnKind(gm_blocks.read_adjust, gm_blocks.write_adjust, "adjustments", each=True),
        "forced": TurnKind(gm_blocks.read_forced, gm_blocks.write_forced, "forced", each=True),
    }
)
"""Those of a turn, in the sequence in which they are written."""

KINDS: Mapping[str, BlockKind] = MappingProxyType(
    {
        "game": BlockKind(game_blocks.read_game, game_blocks.write_game),
        "players": BlockKind(game_blocks.read_players, game_blocks.write_players),
        "table": BlockKind(table_blocks.read_table, table_blocks.write_table),
        "hook": BlockKind(table_blocks.read_hook, table_blocks.write_hook),
        "phase": BlockKind(phase_block.read_phase, phase_block.write_phase),
        **TURN_KINDS,
        "ending": BlockKind(table_blocks.read_ending, table_blocks.write_ending),
        "notes": BlockKind(table_blocks.read_notes, table_blocks.write_notes),
        "file": BlockKind(table_blocks.read_file, table_blocks.write_file),
        "audit": BlockKind(game_blocks.read_audit, game_blocks.write_audit),
    }
)
"""Every kind of block that means something."""
