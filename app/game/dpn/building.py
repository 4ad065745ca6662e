"""Shared state of the builders of a game: the blocks of the text by kind, which of them became part of the game, and the faults found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from app.game.dpn.blocks import Block, Key
from app.game.dpn.game_faults import GameFileFaults, shown
from app.game.dpn.game_reader import GameText
from languages import tr

B = TypeVar("B", bound=Block)

_MOST_LOOKS = 100_000
"""Lines looked at to place faults; a file with more faults than that has them at its headings."""


class Building:
    """A game under construction."""

    def __init__(self, text: GameText) -> None:
        self.text = text
        self.faults = GameFileFaults(text.source.name)
        self.keys: dict[int, Key] = {}
        """Part of the game for each block of the text, by the block's index."""
        self.repeats: dict[int, Key] = {}
        """Part of the game that an earlier block is already, for each block that was not taken for that reason."""
        self.left_out: set[int] = set()
        """Numbers of lines that are no part of the game, and stay unchanged where their block is rewritten."""
        self.in_part: set[int] = set()
        """Numbers of lines of which only a part is in the game: they stay as comments where their block is rewritten."""
        self.orders_of_strangers: set[int] = set()
        """Numbers of lines that list orders of powers that there are not."""
        self._lines: dict[Key, int] = {}
        self._looked_at = 0

    def all(self, kind: type[B]) -> Iterator[tuple[int, B]]:
        """The blocks of one kind with their index in the text."""
        for index, read in enumerate(self.text.blocks):
            if isinstance(read.block, kind):
                yield index, read.block

    def only(self, kind: type[B], key: Key) -> tuple[int, B] | None:
        """The first block of a kind that a game has once; the others are faults."""
        first: tuple[int, B] | None = None
        for index, block in self.all(kind):
            if self.take(index, key) and first is None:
                first = index, block
        return first

    def take(self, index: int, key: Key) -> bool:
        """Return True if the block becomes the part *key* of the game; not where an earlier block is that part already."""
        line = self.line(index)
        if key in self._lines:
            self.repeats[index] = key
            heading = self.text.source.readable[line - 1].strip()
            self.error(
                line, tr("{shown} stands twice", shown=shown(heading)), tr("it once; the first is in line {lines}", lines=self._lines[key])
            )
            return False
        self._lines[key] = line
        self.keys[index] = key
        return True

    def line(self, index: int) -> int:
        """The number of the line of a block's heading."""
        return self.text.blocks[index].raw.top + 1

    def find(self, index: int, *words: str) -> tuple[int, int]:
        """Line and column of the last of *words* in the first line of the block that holds them all; else those of its heading."""
        raw = self.text.blocks[index].raw
        for number in range(raw.top, raw.end):
            self._looked_at += 1
            if self._looked_at > _MOST_LOOKS:
                break
            line = self.text.source.readable[number]
            at = 0
            for word in words:
                at = line.find(word, at)
                if at < 0:
                    break
            else:
                return number + 1, at + 1
        return raw.top + 1, 1

    def leave_out(self, index: int, pattern: str, *, in_part: bool = False) -> None:
        """Keep the lines of a block that begin as *pattern* says: they are not in the game, or only *in_part*."""
        (self.in_part if in_part else self.left_out).update(self.beginning(index, pattern))

    def beginning(self, index: int, pattern: str) -> set[int]:
        """Numbers of the lines of a block that begin as *pattern* says."""
        begins = re.compile(pattern)
        raw = self.text.blocks[index].raw
        return {number + 1 for number in range(raw.top + 1, raw.end) if begins.match(self.text.source.readable[number])}

    def error(self, line: int, what: str, expected: str, column: int = 1) -> None:
        """Add the fault of a part of the file that is not in the game, or not as it was meant. Its lines stay as they are."""
        self.faults.error(line, column, what, expected, skipped=False)
