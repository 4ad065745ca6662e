"""A game file as lines and headed blocks, the faults of it with their places, and the checksum of its end mark.

It is the beginning of the SHA-256 of the file as it is without it, with LF line ends and one at its end. It finds what no reader can: a bit
that fell over in a letter, or two people's edits that git joined. It never stands in the way: an editor of the file need not think of it,
the mismatch is reported, and saving renews it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from adjudicator.errors import SourceSpan
from app.game.record import MAIN, Cursor, Game
from languages import tr
from variants.fault import Severity


@dataclass(frozen=True, slots=True)
class GameFileFault:
    """One thing that is wrong. Text: ``straits.dpn:12:3: A BUD > SER is not an order, expected an order such as A PAR - BUR``."""

    span: SourceSpan
    what: str
    expected: str
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return tr("{span}: {what}, expected {expected}", span=self.span, what=self.what, expected=self.expected)


MOST_FAULTS = 20_000
"""Further ones are counted, and the last fault says how many."""


class GameFileFaults:
    """Collects the faults of one file, and which lines were not taken in.

    >>> faults = GameFileFaults("straits.dpn")
    >>> faults.error(12, 3, "A BUD > SER is not an order", "an order such as A PAR - BUR")
    >>> print(faults.found()[0])
    straits.dpn:12:3: A BUD > SER is not an order, expected an order such as A PAR - BUR
    >>> sorted(faults.skipped)
    [12]
    """

    def __init__(self, source: str) -> None:
        self.source = source
        """Name of the file in messages."""
        self._found: list[GameFileFault] = []
        self._more = 0
        self.skipped: set[int] = set()
        """Numbers of lines that were not understood: they are kept unchanged, also where their block is edited."""

    def error(self, line: int, column: int, what: str, expected: str, length: int = 1, *, skipped: bool = True) -> None:
        """A line that is not taken in, or, where not *skipped*, not as it was meant. Lines and columns count from 1."""
        if skipped:
            self.skipped.add(line)
        self._add(GameFileFault(SourceSpan(self.source, line, column, max(1, length)), what, expected))

    def warning(self, line: int, column: int, what: str, expected: str, length: int = 1) -> None:
        """A line that is taken in, yet looks wrong."""
        self._add(GameFileFault(SourceSpan(self.source, line, column, max(1, length)), what, expected, Severity.WARNING))

    def found(self) -> tuple[GameFileFault, ...]:
        """All faults in the order of the file."""
        found = sorted(self._found, key=in_sequence)
        if self._more:
            found.append(replace(found[-1], what=tr("there are {count} more faults", count=self._more), expected=tr("none")))
        return tuple(found)

    def _add(self, fault: GameFileFault) -> None:
        if len(self._found) < MOST_FAULTS:
            self._found.append(fault)
        else:
            self._more += 1


def in_sequence(fault: GameFileFault) -> tuple[int, int]:
    """Return the key by which faults are sorted."""
    return fault.span.line, fault.span.column


def quoted(text: str) -> str:
    """*text* as messages quote it: not longer than 40 characters, and printable.

    >>> quoted("A BUD - SER")
    'A BUD - SER'
    >>> len(quoted("A" * 1000))
    40
    """
    cut = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in cut)


LARGEST = 8 * 1024 * 1024
"""Bytes."""
MOST_LINES = 200_000
LONGEST_LINE = 4_000
"""Characters."""
MOST_BLOCKS = 20_000

VERSION = 1
"""The version of the notation that is written."""

MAGIC = "entente-game"

END = "end"
"""The heading that closes a file, so that one whose end is missing is known."""

_VERSION_LINE = re.compile(r"entente-game +(\d{1,9}) *(, *closed by \[end\] *)?")
_OURS, _THEIRS = "<<<<<<<", ">>>>>>>"
_CONFLICT_MARK = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?: |$)")
"""The marks that git puts around what it could not join."""
_NEWER_LINE = re.compile(r"entente-game +(\d{1,9})\b")
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_HEADING = re.compile(r"\[ *([a-z][a-z0-9-]*)((?: [^\]\"]*(?:\"[^\"]*\"[^\]\"]*)*)?)\] *(?:#.*)?")
_HEADING_PART = re.compile(r' +(?:([a-z][a-z0-9-]*)=(?:"([^"]*)"|([^\s"=]+))|([^\s"=]+))')


@dataclass(frozen=True, slots=True)
class Heading:
    """``[phase S1902M branch=b2 from=F1901M]``

    >>> heading = Heading("phase", ("S1902M",), (("branch", "b2"),))
    >>> print(heading)
    [phase S1902M branch=b2]
    >>> heading.get("branch")
    'b2'
    """

    kind: str
    words: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str | None:
        """The value of the attribute *name*."""
        return next((value for key, value in self.attributes if key == name), None)

    def __str__(self) -> str:
        parts = [self.kind, *self.words]
        parts += [f'{key}="{value}"' if re.search(r"[\s=#]", value) else f"{key}={value}" for key, value in self.attributes]
        return f"[{' '.join(parts)}]"


@dataclass(frozen=True, slots=True)
class RawBlock:
    """A stretch of the file: what stands above a heading and belongs to it, the heading, and the lines below."""

    heading: Heading | None
    """``None`` for a heading that could not be read."""

    lead: int
    """Index of the first line: blank lines and comments above the heading. Indices count from 0."""
    top: int
    """Index of the heading's line."""
    end: int
    """Index after the last line."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A whole file, cut up. ``"\\n".join(lines)`` is the file, but for its line ends and byte order mark."""

    name: str
    lines: tuple[str, ...]
    """Lines of the file; bytes that are no UTF-8 are kept as lone surrogates."""

    readable: tuple[str, ...]
    """The same, with anything unprintable replaced: what the readers of blocks look at. Lines too long to be read are empty."""

    version: int | None
    """``None`` where the first line does not say it."""

    preamble: int
    """Index of the first line after what stands before the first block."""

    blocks: tuple[RawBlock, ...]

    complete: bool
    """True if all of the file is here; text past a limit is not."""

    is_closed: bool = False
    """True if the first line announces that ``[end]`` closes the file."""

    @property
    def is_cut(self) -> bool:
        """True if its end is missing: it should be closed by ``[end]``, which is not there."""
        return self.is_closed and all(each.heading is None or each.heading.kind != END for each in self.blocks)


def cut(data: bytes, faults: GameFileFaults) -> SourceText:
    """*data* as lines and blocks.

    >>> faults = GameFileFaults("straits.dpn")
    >>> source = cut(b'''entente-game 1, closed by [end]
    ... [game]
    ... name: Straits of Iron''', faults)
    >>> source.version, source.is_cut, [str(block.heading) for block in source.blocks]
    (1, True, ['[game]'])
    """
    complete = True
    if len(data) > LARGEST:
        faults.error(
            1,
            1,
            tr("the file is too large ({count:,} bytes)", count=len(data)),
            tr("at most {largest:,} bytes; what goes past them is not read", largest=LARGEST),
        )
        data = data[:LARGEST]
        complete = False
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = text.split("\n", MOST_LINES)
    if len(lines) > MOST_LINES:
        del lines[MOST_LINES:]
        faults.error(
            MOST_LINES,
            1,
            tr("the file goes on after this line"),
            tr("at most {most_lines:,} lines; the rest is not read", most_lines=MOST_LINES),
        )
        complete = False
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    readable = _without_conflict_marks(_readable(lines, text, faults), faults)
    version, start, is_closed = _version(readable, faults)
    tops = [index for index, line in enumerate(readable) if line.startswith("[")]
    if len(tops) > MOST_BLOCKS:
        faults.error(
            tops[MOST_BLOCKS] + 1,
            1,
            tr("the file has {count} blocks", count=len(tops)),
            tr("at most {most_blocks:,}; the rest is not read", most_blocks=MOST_BLOCKS),
        )
        del tops[MOST_BLOCKS:]
        complete = False
    leads = [_lead(readable, top, after) for after, top in pairwise([start - 1, *tops])]
    ends = [*leads[1:], len(lines)] if leads else []
    blocks = tuple(
        RawBlock(_heading(readable[top], top + 1, faults), lead, top, end) for lead, top, end in zip(leads, tops, ends, strict=True)
    )
    preamble = leads[0] if leads else len(lines)
    for index in range(start, preamble):
        if not is_trivia(readable[index]):
            faults.error(
                index + 1,
                1,
                tr("{shown} stands above the first heading", shown=quoted(readable[index])),
                tr("a heading such as [game] before it, or # in front of a comment"),
            )
    return SourceText(faults.source, tuple(lines), tuple(readable), version, preamble, blocks, complete, is_closed)


def is_trivia(line: str) -> bool:
    """Return True if *line* is blank or a comment.

    >>> is_trivia("# Karl phoned this one in"), is_trivia("[phase S1901M]")
    (True, False)
    """
    bare = line.lstrip()
    return not bare or bare[0] == "#"


def _readable(lines: list[str], text: str, faults: GameFileFaults) -> list[str]:
    readable = lines
    if _UNREADABLE.search(text.replace("\r\n", "\n")):
        readable = list(lines)
        for index, line in enumerate(lines):
            found = _UNREADABLE.search(line)
            if found:
                faults.warning(index + 1, found.start() + 1, tr("a character that is no text stands here"), tr("plain text in UTF-8"))
                readable[index] = _UNREADABLE.sub("\ufffd", line)
    if len(text) > LONGEST_LINE:
        for index, line in enumerate(lines):
            if len(line) > LONGEST_LINE:
                faults.error(
                    index + 1,
                    LONGEST_LINE + 1,
                    tr("the line is too long ({count:,} characters)", count=len(line)),
                    tr("at most {longest_line:,}; it is kept and not read", longest_line=LONGEST_LINE),
                )
                if readable is lines:
                    readable = list(lines)
                readable[index] = "#"
    return readable


def _without_conflict_marks(lines: list[str], faults: GameFileFaults) -> list[str]:
    """*lines* without the marks that git puts around what it could not join, each conflict a fault; what stands between them is read."""
    if not any(line.startswith(_OURS) for line in lines):
        return lines
    readable = list(lines)
    begin: int | None = None
    for index, line in enumerate(lines):
        found = _CONFLICT_MARK.match(line)
        if found is None or (begin is None and found[1] != _OURS):
            continue
        readable[index] = "#"
        faults.skipped.add(index + 1)
        if found[1] == _OURS:
            begin = index
        elif found[1] == _THEIRS and begin is not None:
            faults.error(
                begin + 1,
                1,
                tr("git could not join two edits in lines {first} to {last}", first=begin + 1, last=index + 1),
                tr("one of the two, without the lines <<<<<<<, ======= and >>>>>>>"),
                len(lines[begin]),
            )
            begin = None
    if begin is not None:
        what = tr("git could not join two edits from line {first} on, and the mark of their end is missing", first=begin + 1)
        faults.error(begin + 1, 1, what, tr("one of the two, without the lines <<<<<<<, ======= and >>>>>>>"), len(lines[begin]))
    return readable


def _version(lines: list[str], faults: GameFileFaults) -> tuple[int | None, int, bool]:
    """The version, the index of the first line after the one that says it, and whether it says that [end] closes the file."""
    found = _VERSION_LINE.fullmatch(lines[0])
    if found:
        return int(found[1]), 1, bool(found[2])
    newer = _NEWER_LINE.match(lines[0])
    if newer and int(newer[1]) > VERSION:  # what a later version says besides is not known here
        return int(newer[1]), 1, False
    faults.error(
        1,
        1,
        tr("the first line does not say that this is a game of Entente"),
        tr("{magic} {version} as the first line", magic=MAGIC, version=VERSION),
    )
    return None, 0 if is_trivia(lines[0]) or lines[0].startswith("[") else 1, False


def _lead(lines: list[str], top: int, after: int) -> int:
    """Return the first line that belongs to the heading at *top*: the comments right above it, and blank lines above these."""
    lead = top
    while lead - 1 > after and lines[lead - 1].lstrip().startswith("#"):
        lead -= 1
    while lead - 1 > after and not lines[lead - 1].strip():
        lead -= 1
    return lead


def _heading(line: str, number: int, faults: GameFileFaults) -> Heading | None:
    found = _HEADING.fullmatch(line.rstrip())
    if found is None:
        faults.error(
            number,
            1,
            tr("{shown} cannot be read as a heading", shown=quoted(line)),
            tr("a heading such as [phase S1901M], closed by ]"),
            len(line),
        )
        return None
    words: list[str] = []
    attributes: list[tuple[str, str]] = []
    rest = found[2].rstrip()
    at = 0
    while at < len(rest):
        part = _HEADING_PART.match(rest, at)
        if part is None:
            column = found.start(2) + at + 1
            faults.error(
                number,
                column,
                tr("{shown} cannot be read in a heading", shown=quoted(rest[at:])),
                tr('words, or a pair such as branch=b2 or branch="What if"'),
            )
            return None
        if part[4] is not None:
            words.append(part[4])
        else:
            attributes.append((part[1], part[2] if part[2] is not None else part[3]))
        at = part.end()
    return Heading(found[1], tuple(words), tuple(attributes))


PhaseLines = dict[tuple[str, str], int]
"""Branch and phase to the number of the line of the phase's heading, counted from 1."""


def phase_lines(text: str) -> PhaseLines:
    """The lines of all phases that *text* tells."""
    found: PhaseLines = {}
    for block in cut(text.encode("utf-8", "surrogateescape"), GameFileFaults("")).blocks:
        heading = block.heading
        if heading is not None and heading.kind == "phase" and heading.words:
            found.setdefault((heading.get("branch") or MAIN, heading.words[0]), block.top + 1)
    return found


def line_of(lines: PhaseLines, game: Game, cursor: Cursor) -> int | None:
    """The line of the phase at *cursor*, in whichever branch keeps it; of the last phase before it where it is not in the text yet."""
    for index in range(cursor.index, -1, -1):
        at = Cursor(cursor.branch, index)
        line = lines.get((game.owner(at).name, str(game.turn(at).phase)))
        if line is not None:
            return line
    return None


_MOST_COMPARED = 400
"""Lines compared one by one; in longer stretches all old lines give way to the new ones."""


def merged(old: Sequence[str], kept: frozenset[int], new: Sequence[str]) -> tuple[list[str], frozenset[int]]:
    """The lines of a block, and which of them are *kept* ones.

    Args:
        old: the lines below the heading in the file.
        kept: which of them (by index) were not understood; they stay, as comments and blank lines do.
        new: the lines that the block should say; a blank one asks for one before the next line, and stays where it stands already.
    """
    parted = {at - new[:at].count("") for at, line in enumerate(new) if at and not new[at - 1]}
    new = [line for line in new if line]

    def put(line: str, at: int) -> None:
        if at in parted and result and result[-1].strip():
            result.append("")
        result.append(line)

    saying = [index for index, line in enumerate(old) if index not in kept and not is_trivia(line)]
    was = [_compared(old[index]) for index in saying]
    now = [_compared(line) for line in new]
    result: list[str] = []
    unread: set[int] = set()

    def stay(first: int, end: int) -> None:
        unread.update(len(result) + index - first for index in range(first, end) if index in kept)
        result.extend(old[first:end])

    at = 0
    for start, end, first, last in _steps(was, now):
        pairs = min(end - start, last - first)
        same = was[start:end] == now[first:last]
        for offset in range(end - start):
            index = saying[start + offset]
            stay(at, index)
            at = index + 1
            if same:
                put(old[index], first + offset)
            elif offset < pairs:
                put(new[first + offset], first + offset)
        if not same:
            for index in range(first + pairs, last):
                put(new[index], index)
    stay(at, len(old))
    return result, frozenset(unread)


def _steps(was: list[str], now: list[str]) -> list[tuple[int, int, int, int]]:
    """Stretches of both lists that are either equal, or one in place of the other."""
    head = 0
    while head < min(len(was), len(now)) and was[head] == now[head]:
        head += 1
    tail = 0
    while tail < min(len(was), len(now)) - head and was[-1 - tail] == now[-1 - tail]:
        tail += 1
    steps = [(0, head, 0, head)]
    middle_was, middle_now = was[head : len(was) - tail], now[head : len(now) - tail]
    if len(middle_was) <= _MOST_COMPARED and len(middle_now) <= _MOST_COMPARED:
        matcher = SequenceMatcher(None, middle_was, middle_now, autojunk=False)
        steps += [(head + a, head + b, head + c, head + d) for _, a, b, c, d in matcher.get_opcodes()]
    else:
        steps.append((head, len(was) - tail, head, len(now) - tail))
    steps.append((len(was) - tail, len(was), len(now) - tail, len(now)))
    return steps


def _compared(line: str) -> str:
    """Return the form in which lines are compared: free text unchanged, all else without blanks around it."""
    return line if line.startswith("|") else line.strip()


SUM = "sum"
"""The attribute of ``[end]`` that has it."""
DIGITS = 16

_SUM = re.compile(rb"(?m)^(\[ *end) +sum=([0-9a-f]{16}) *(\][^\n]*)$")
_END = re.compile(rb"(?m)^(\[ *end) *(\][^\n]*)$")
_IN_HEADING = re.compile(rf"^(\[ *end\b[^\]]*?) +{SUM}=[^\s\]]*")


class Checksum(NamedTuple):
    """Stated and actual checksum of a file."""

    stated: str
    actual: str

    @property
    def fits(self) -> bool:
        """True if the file is as it was written."""
        return self.stated == self.actual


def checksum_of(data: bytes) -> Checksum | None:
    """The checksum that *data* states, beside the one that it has; ``None`` where it states none.

    >>> data = sealed(b'''entente-game 1, closed by [end]
    ...
    ... [game]
    ... name: Straits of Iron
    ...
    ... [end]
    ... ''')
    >>> checksum_of(data).fits
    True
    >>> checksum_of(data.replace(b"Iron", b"Tron")).fits
    False
    >>> print(checksum_of(b"[end]"))
    None
    """
    plain = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    marks = list(_SUM.finditer(plain))
    if not marks:
        return None
    found = marks[-1]
    return Checksum(found[2].decode(), _digest(plain[: found.start()] + found[1] + found[3] + plain[found.end() :]))


def sealed(data: bytes) -> bytes:
    """*data*, which states no checksum, with that in its end mark; as it is where it has no end mark.

    >>> sealed(b"[end]").decode()
    '[end sum=115333e8408786c4]'
    """
    marks = list(_END.finditer(data))
    if not marks:
        return data
    found = marks[-1]
    bare = data[: found.start()] + found[1] + found[2] + data[found.end() :]
    return data[: found.start()] + b"[end sum=" + _digest(bare).encode() + found[2] + data[found.end() :]


def without_checksum(heading: str) -> str:
    """The line of an end mark as it is without its checksum.

    >>> without_checksum("[end sum=9f86d081884c7d65]")
    '[end]'
    """
    return _IN_HEADING.sub(r"\1", heading)


def _digest(plain: bytes) -> str:
    return hashlib.sha256(plain.rstrip(b"\n") + b"\n").hexdigest()[:DIGITS]
