"""The reader: bytes to blocks, with every fault. Never raises, runs nothing, and asks no variant.

Its pair is ``app.game.dpn.writer``; the grammar is ``docs/formats/dpn.ebnf``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.game.dpn.block_kinds import KINDS, TurnKind
from app.game.dpn.blocks import Block, TurnBlock
from app.game.dpn.lines import BlockLines
from app.game.dpn.phase_block import read_at
from app.game.dpn.text_source import (
    END,
    SUM,
    VERSION,
    Checksum,
    GameFileFault,
    GameFileFaults,
    RawBlock,
    SourceText,
    checksum_of,
    cut,
    quoted,
)
from languages import tr

_A_SUM = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """A block of the file and what it says."""

    raw: RawBlock
    block: Block | None
    """``None`` where it could not be read, or its kind is not known: it is kept unchanged."""


@dataclass(frozen=True, slots=True)
class GameText:
    """A game file as it was read: its text, what its blocks say, and what is wrong with it."""

    source: SourceText
    blocks: tuple[ReadBlock, ...]
    faults: tuple[GameFileFault, ...]
    skipped: frozenset[int]
    """Numbers of lines that were not understood."""
    checksum: Checksum | None = None
    """Checksum that the end mark states of the content, beside the actual one; ``None`` where it states none."""

    @property
    def version(self) -> int:
        """The version of the notation; the present one where the file does not say."""
        return VERSION if self.source.version is None else self.source.version


def read(data: bytes, name: str = "game.dpn") -> GameText:
    """Read the game file *data*.

    Args:
        name: what the file is called in messages.

    >>> text = read(b'''entente-game 1
    ... [game]
    ... name: Straits of Iron
    ... [gmae]''')
    >>> text.blocks[0].block.name
    'Straits of Iron'
    >>> print(str(text.faults[0]).partition(";")[0])
    game.dpn:2:1: the game does not say which variant is played, expected a line such as variant: standard 1
    """
    faults = GameFileFaults(name)
    source = cut(data, faults)
    blocks = tuple(ReadBlock(raw, _read_block(source, raw, faults)) for raw in source.blocks)
    checksum = checksum_of(data) if source.complete and source.version is not None and source.version <= VERSION else None
    if checksum is not None and not checksum.fits:
        end = next((raw.top for raw in reversed(source.blocks) if raw.heading is not None and raw.heading.kind == END), 0)
        what = tr("the checksum does not fit: the file was changed since the program wrote it")
        faults.warning(end + 1, 1, what, tr("[end sum={actual}]; saving the game renews it", actual=checksum.actual))
    return GameText(source, blocks, faults.found(), frozenset(faults.skipped), checksum)


def _read_block(source: SourceText, raw: RawBlock, faults: GameFileFaults) -> Block | None:
    if raw.heading is None:
        return None
    if raw.heading.kind == END:
        if raw.heading.words or any(name != SUM or not _A_SUM.fullmatch(value) for name, value in raw.heading.attributes):
            what = tr("{shown} cannot be read as an end mark", shown=quoted(source.readable[raw.top]))
            faults.warning(raw.top + 1, 1, what, tr("[end], or with its checksum [end sum=9f86d081884c7d65]"))
        for line in BlockLines(source, raw, faults):
            faults.warning(line.number, 1, tr("{shown} stands below [end]", shown=quoted(line.text)), tr("[end] as the last line"))
        return None
    kind = KINDS.get(raw.heading.kind)
    if kind is None:
        kinds = ", ".join(KINDS)
        faults.warning(
            raw.top + 1,
            2,
            tr("{shown} is not a kind of block; what stands here is kept as it is", shown=quoted(raw.heading.kind)),
            tr("one of {kinds}", kinds=kinds),
        )
        return None
    lines = BlockLines(source, raw, faults)
    if not isinstance(kind, TurnKind):
        block: Block | None = kind.read(lines)
        return block
    at = read_at(lines, kind.words)
    value = None if at is None else kind.read(lines)
    return None if at is None or value is None else TurnBlock(raw.heading.kind, at, value)
