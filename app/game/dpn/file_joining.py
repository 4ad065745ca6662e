"""Two edited copies of a game's file joined, over the file that both came from: what a merge driver of git does.

Each power's orders, each line of the players and each entry of the audit stand for themselves. Parts that each side changed in its own way
are set between the marks that git uses, and never decided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.game.dpn.text_source import END, SUM, GameFileFaults, Heading, RawBlock, SourceText, checksum_of, cut, sealed, without_checksum

_Lines = tuple[str, ...]
_Key = tuple[str, ...]

_POWER_LINE = re.compile(r"([A-Z][A-Z0-9_]*) *:")
_FIELD_LINE = re.compile(r"([A-Za-z][A-Za-z0-9_ -]*?) *:")
_AUDIT_LINE = re.compile(r"(@ (\S*).*)")
_ANY_LINE = re.compile(r"(.+)")

_SEVERAL = frozenset({"mail", "press", "adjust", "forced"})
"""Kinds of which a phase can have several with the same heading: each is known by all of its words."""

_BY_PART: Mapping[str, re.Pattern[str]] = {
    "phase": _POWER_LINE,
    "players": _FIELD_LINE,
    "game": _FIELD_LINE,
    "table": _FIELD_LINE,
    "votes": _ANY_LINE,
    "later": _ANY_LINE,
    "wait": _ANY_LINE,
    "audit": _AUDIT_LINE,
}
"""Kinds of blocks that are joined part by part, and how the first line of a part looks."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Result of joining."""

    data: bytes
    conflicts: int
    """Number of places between marks, for a person to decide."""


def joined(base: bytes, ours: bytes, theirs: bytes) -> Joined:
    """The file with what both sides changed of *base*.

    >>> from app.game.dpn.writer import write
    >>> from app.game.edits import new_game
    >>> from variants import standard
    >>> base = write(new_game(standard(), "Straits", game_id="7f3a0b21")).encode()
    >>> ours = base.replace(b"name: Straits", b"name: Straits of Iron")
    >>> joined(base, ours, base) == Joined(ours, conflicts=0)
    True
    """
    sources = [_source(each) for each in (base, ours, theirs)]
    if any(source.version is None or not source.complete for source in sources[1:]):
        marked = _conflict(*(tuple(source.lines) for source in sources[1:]))
        return Joined("\n".join((*marked, "")).encode("utf-8", "surrogateescape"), 1)
    joining = _Joining(*map(_blocks, sources))
    first = sources[1].lines[: sources[1].preamble]
    text = "\n".join((*first, *joining.lines(), "")).encode("utf-8", "surrogateescape")
    states_checksum = checksum_of(ours) is not None and checksum_of(theirs) is not None and not joining.conflicts
    return Joined(sealed(text) if states_checksum else text, joining.conflicts)


def _source(data: bytes) -> SourceText:
    source = cut(data, GameFileFaults("game.dpn"))
    if source.lines and source.lines[-1] == "":
        last = len(source.lines) - 1
        blocks = tuple(RawBlock(each.heading, each.lead, each.top, min(each.end, last)) for each in source.blocks)
        return SourceText(
            source.name,
            source.lines[:-1],
            source.readable[:-1],
            source.version,
            min(source.preamble, last),
            blocks,
            source.complete,
            source.is_closed,
        )
    return source


def _blocks(source: SourceText) -> dict[_Key, _Lines]:
    """The blocks of a file by what they are about, each with the lines that belong to it."""
    blocks: dict[_Key, _Lines] = {}
    for raw in source.blocks:
        lines = source.lines[raw.lead : raw.end]
        heading = raw.heading
        if heading is None:
            key: _Key = ("", *lines)
        elif heading.kind == END:
            at = raw.top - raw.lead
            lines = (*lines[:at], without_checksum(lines[at]), *lines[at + 1 :])
            key = (END,)
        else:
            key = (heading.kind, str(Heading(heading.kind, heading.words, tuple(each for each in heading.attributes if each[0] != SUM))))
            key = (*key, *lines) if heading.kind in _SEVERAL else key
        blocks[key] = (*blocks.get(key, ()), *lines)
    return blocks


class _Joining:
    """Joins the blocks of three files."""

    def __init__(self, base: dict[_Key, _Lines], ours: dict[_Key, _Lines], theirs: dict[_Key, _Lines]) -> None:
        self.conflicts = 0
        self._base, self._ours, self._theirs = base, ours, theirs
        self._barred = _played_on(base, ours, theirs)

    def lines(self) -> list[str]:
        """The lines of all blocks."""
        return _three_way(self._base, self._ours, self._theirs, self._block)

    def _block(self, key: _Key, base: _Lines | None, ours: _Lines | None, theirs: _Lines | None) -> _Lines:
        pattern = _BY_PART.get(key[0])
        if base is not None and ours is not None and theirs is not None and pattern is not None and key not in self._barred:
            if key[0] == "audit":
                return _audit(base, ours, theirs)
            parts = (_parts(base, pattern), _parts(ours, pattern), _parts(theirs, pattern))
            return tuple(_three_way(*parts, self._part))
        if key[0] == "audit" and ours is not None and theirs is not None:
            return _audit((), ours, theirs)
        return self._part(key, base, ours, theirs)

    def _part(self, _key: _Key, _base: _Lines | None, ours: _Lines | None, theirs: _Lines | None) -> _Lines:
        """Return both versions of a part that each side changed in its own way."""
        self.conflicts += 1
        return _conflict(ours or (), theirs or ())


def _played_on(*versions: dict[_Key, _Lines]) -> frozenset[_Key]:
    """The phases that one side processed: what the other changed of them is never joined, since it was not there to be adjudicated."""
    base, ours, theirs = versions
    last: dict[str, _Key] = {}
    for key in base:
        if key[0] == "phase":
            last[_branch(key)] = key
    return frozenset(
        key
        for branch, key in last.items()
        if any(each[0] == "phase" and each not in base and _branch(each) == branch for side in (ours, theirs) for each in side)
    )


def _branch(key: _Key) -> str:
    found = re.search(r" branch=(\"[^\"]*\"|\S+?)(?=[ \]])", key[1])
    return found[1] if found else ""


def _three_way(
    base: Mapping[_Key, _Lines],
    ours: Mapping[_Key, _Lines],
    theirs: Mapping[_Key, _Lines],
    both: Callable[[_Key, _Lines | None, _Lines | None, _Lines | None], _Lines],
) -> list[str]:
    """The lines of all parts, in the order of *ours*; what only *theirs* has comes behind what it stands behind there.

    Args:
        both: decides where both sides changed a part.
    """
    lines: list[str] = []
    for key in _sequence(ours, theirs):
        was, one, other = base.get(key), ours.get(key), theirs.get(key)
        if one == other or other == was:
            kept = one
        elif one == was:
            kept = other
        else:
            kept = both(key, was, one, other)
        lines.extend(kept or ())
    return lines


def _sequence(ours: Iterable[_Key], theirs: Iterable[_Key]) -> list[_Key]:
    result, other = list(ours), list(theirs)
    known, both = set(result), set(other)
    at = 0
    for key in other:
        if key in known:
            at = result.index(key) + 1
        else:
            while at < len(result) and result[at] not in both:
                at += 1
            result.insert(at, key)
            at += 1
    return result


def _parts(lines: _Lines, pattern: re.Pattern[str]) -> dict[_Key, _Lines]:
    """*lines* by the parts that they belong to; what stands above the first is a part too. Blank lines end a part."""
    parts: dict[_Key, _Lines] = {}
    key: _Key = ()
    for line in lines:
        found = None if line.lstrip().startswith(("#", "[")) else pattern.match(line)
        if found is not None:
            key = (found[1],)
        parts[key] = (*parts.get(key, ()), line)
    return parts


def _audit(base: _Lines, ours: _Lines, theirs: _Lines) -> _Lines:
    """The entries of both sides by their time; one that either side took away is gone."""
    was, one, other = (_parts(each, _AUDIT_LINE) for each in (base, ours, theirs))
    kept = [(key, lines) for key, lines in one.items() if key not in was or key in other]
    kept += [(key, lines) for key, lines in other.items() if key not in one and key not in was]
    kept.sort(key=lambda each: _time(each[0]))
    return tuple(line for _, lines in kept for line in lines)


def _time(key: _Key) -> str:
    found = _AUDIT_LINE.match(key[0]) if key else None
    return found[2] if found else ""


def _conflict(ours: _Lines, theirs: _Lines) -> _Lines:
    return ("<<<<<<< ours", *ours, "=======", *theirs, ">>>>>>> theirs")
