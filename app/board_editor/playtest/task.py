"""Task of a process that plays games: the variant's own files, the players, and the numbers of its games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.players.bots import Bot
from variants.catalogue import shipped_source
from variants.reader import VariantFolder, read_variant
from variants.source import MemorySource, Source, is_drawing

LONGEST = 64 * 1024 * 1024
"""Bytes of a task."""


@dataclass(frozen=True, slots=True)
class PlayTest:
    """Games of one variant between opponents of one kind."""

    files: Mapping[str, Mapping[str, str]]
    """The texts of the variant and of what it extends, by id; without its drawings. The first is what is played."""
    bot: Bot
    games: int
    seed: int = 1
    """Seed of the first game; each further one has the next number."""
    years: int = 20
    """A game that goes on for so long ends in a draw among all who are left."""

    def line(self, part: int, parts: int) -> bytes:
        """The task of process number *part* of *parts*: every so many-th game."""
        files = {name: dict(texts) for name, texts in self.files.items()}
        data = {"files": files, "bot": self.bot.value, "seeds": list(self.seeds)[part::parts], "years": self.years}
        return json.dumps(data).encode() + b"\n"

    @property
    def seeds(self) -> range:
        """One for each game."""
        return range(self.seed, self.seed + self.games)


def texts_of(folder: VariantFolder, source: Source, library: Mapping[str, Source]) -> dict[str, dict[str, str]]:
    """The texts of a variant and of those it extends that do not come with the program.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file is too large.
    """
    return texts_in(folder, {file: source.read(file) for file in source.names() if _is_read(file)}, library)


def texts_in(folder: VariantFolder, files: Mapping[str, bytes], library: Mapping[str, Source]) -> dict[str, dict[str, str]]:
    """The same for a variant whose *files* are at hand.

    Raises:
        OSError: a file of a variant that it extends cannot be read.
        ValueError: it is too large.
    """
    others = {each: library[each] for each in folder.extends if each in library}
    sources = {folder.variant.id: MemorySource(folder.variant.id, files), **others}
    return {
        name: {file: "" if is_drawing(file) else each.read(file).decode("utf-8", "replace") for file in each.names() if _is_read(file)}
        for name, each in sources.items()
    }


def _is_read(file: str) -> bool:
    """Return True if the rules are read from *file*, or need it to exist; of a drawing that is enough."""
    return is_drawing(file) or file.endswith((".toml", ".hook"))


def variant_of(files: Mapping[str, Mapping[str, str]]) -> VariantFolder:
    """The variant that *files* hold.

    Raises:
        VariantError: it cannot be played.
    """
    sources = {name: MemorySource(name, {file: text.encode() for file, text in texts.items()}) for name, texts in files.items()}

    def library(variant_id: str) -> Source:
        return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

    return read_variant(next(iter(sources.values())), library)
