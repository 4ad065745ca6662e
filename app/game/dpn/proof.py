"""Check before a file counts as saved that the reader takes it back whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from app.game.dpn.blocks import Key
from app.game.dpn.build import build
from app.game.dpn.game_faults import GameFileFault, shown
from app.game.dpn.game_reader import read
from app.game.dpn.writer import Composed, Writer
from app.game.record import Game
from app.game.variant_source import Shelved
from languages import tr
from variants.fault import Severity


class _OwnVariant:
    """The shelf on which the game's own variant lies, and no other."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def find(self, variant_id: str) -> Shelved | None:
        return Shelved(self._game.variant, self._game.variant_checksum) if variant_id == self._game.variant.id else None


def loss(composed: Composed, game: Game, before: Composed, name: str = "game.dpn") -> GameFileFault | str | None:
    """Return the first part of *game* that would be lost if its file were read again; ``None`` where all of it comes back.

    Args:
        composed: the file as it is to be written.
        before: the file as it was read or written last: what could not be read there is no news.
    """
    text = read(composed.data, name)
    built = build(text, _OwnVariant(game))
    known = set(before.preamble).union(*(segment.lines for segment in before.segments))
    for fault in built.faults:
        line = text.source.lines[fault.span.line - 1] if fault.span.line <= len(text.source.lines) else ""
        if fault.severity is Severity.ERROR and (line not in known or not text.source.complete):
            return fault
    written = Counter(segment.key.kind for segment in composed.segments if segment.key is not None and segment.says is not None)
    taken = Counter(key.kind for key in built.keys.values())
    for kind, count in written.items():
        if taken[kind] < count:
            return tr("{count} of {expected} [{kind}] blocks", count=count - taken[kind], expected=count, kind=kind)
    again = Writer()
    if composed.is_in_git:
        again.lay_out_for_git()
    return None if built.game is None else _changed(composed, again.words_of(built.game), before)


def _changed(composed: Composed, again: Mapping[Key, tuple[str, tuple[str, ...]]], before: Composed) -> str | None:
    """The first line of *composed* that is read again as something else; what stood in the file *before* is no news."""
    stood = {segment.key: segment.lines for segment in before.segments if segment.key is not None}
    for segment in composed.segments:
        if segment.key is None or segment.says is None or stood.get(segment.key) == segment.lines:
            continue
        heading, body = again.get(segment.key, ("", ()))
        if (heading, body) != segment.says:
            wrong = next((line for line in segment.says[1] if line not in body), segment.says[0])
            return tr("{line} would be read as something else", line=shown(wrong))
    return None
