"""Places of everything in a TOML text that ``tomllib`` has read without a fault: headings, keys, values and the words of lists."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
Span = tuple[int, int]

_BLANK = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_SCALAR = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"\"{0,2}|'''.*?''''{0,2}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|"
    r"\d{4}-\d\d-\d\d \d\d:[^\s#,\]}]+|[^\s#,\]}]+",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class TomlHeading:
    """``[a.b]`` or ``[[a.b]]``."""

    path: Path
    """With the number of the element behind each list of tables."""
    start: int
    """Start of its line."""
    end: int
    """Behind the last bracket."""
    parts: tuple[Span, ...]
    """Places of the parts of the name."""


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key and its value."""

    path: Path
    parts: tuple[Span, ...]
    """Places of the parts of a dotted key."""
    value: Span
    within: Path
    """The table that a dotted key begins from: that of the heading above it, or the inline table around it."""
    is_inline: bool
    """True if it stands in an inline table, so that it has no line of its own."""

    @property
    def start(self) -> int:
        """Beginning of the key."""
        return self.parts[0][0]


@dataclass(slots=True)
class TomlPlaces:
    """All that stands in a text, in its sequence."""

    text: str
    headings: list[TomlHeading] = field(default_factory=list)
    keys: list[KeyPlace] = field(default_factory=list)
    elements: dict[Path, list[Span]] = field(default_factory=dict)
    """The values in each list that is written in brackets."""
    inline: dict[Path, Span] = field(default_factory=dict)
    """Each table that is written in braces."""

    def heading(self, path: Path) -> TomlHeading | None:
        """The heading of exactly that table."""
        return next((each for each in self.headings if each.path == path), None)

    def key(self, path: Path) -> KeyPlace | None:
        """The key whose value stands at exactly that path."""
        return next((each for each in self.keys if each.path == path), None)

    def block_end(self, heading: TomlHeading | None) -> int:
        """Beginning of the next heading's line; that of the first where *heading* is ``None``."""
        starts = [each.start for each in self.headings]
        at = 0 if heading is None else bisect_right(starts, heading.start)
        return starts[at] if at < len(starts) else len(self.text)

    def lines_of(self, heading: TomlHeading | None) -> list[KeyPlace]:
        """The keys with lines of their own below a heading, or above all headings."""
        first = 0 if heading is None else heading.end
        last = self.block_end(heading)
        return [each for each in self.keys if not each.is_inline and first <= each.start < last]


def places_of(text: str) -> TomlPlaces:
    """Places of everything in *text*, which must be TOML that can be read."""
    return _Walk(text).run()


def key_text(part: str) -> str:
    """A part of a key as TOML writes it."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", part):
        return part
    # The module that writes texts imports nothing of this one.
    from variants.toml_text import toml_string

    return toml_string(part)


class _Walk:
    def __init__(self, text: str) -> None:
        self._text = text
        self._found = TomlPlaces(text)
        self._counts: dict[Path, int] = {}

    def run(self) -> TomlPlaces:
        at, table = self._space(0), ()
        inside: Path = table
        while at < len(self._text):
            if self._text[at] == "[":
                at, inside = self._heading(at)
            else:
                at = self._key(at, inside, is_inline=False)
            at = self._space(at)
        return self._found

    def _space(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _parts(self, at: int) -> tuple[tuple[str, ...], tuple[Span, ...], int]:
        words: list[str] = []
        spans: list[Span] = []
        while True:
            at = self._blank(at)
            match = _KEY.match(self._text, at)
            if match is None:
                return tuple(words), tuple(spans), at
            words.append(_plain(match[0]))
            spans.append(match.span())
            at = self._blank(match.end())
            if self._text[at : at + 1] != ".":
                return tuple(words), tuple(spans), at
            at += 1

    def _blank(self, at: int) -> int:
        match = _BLANK.match(self._text, at)
        return match.end() if match else at

    def _heading(self, at: int) -> tuple[int, Path]:
        many = self._text.startswith("[[", at)
        words, spans, end = self._parts(at + (2 if many else 1))
        path: Path = ()
        for number, word in enumerate(words):
            path = (*path, word)
            if many and number == len(words) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        end += 2 if many else 1
        line = self._text.rfind("\n", 0, at) + 1
        self._found.headings.append(TomlHeading(path, line, end, spans))
        return end, path

    def _key(self, at: int, inside: Path, *, is_inline: bool) -> int:
        words, spans, end = self._parts(at)
        if not words:  # not TOML; the text was to be read before
            return len(self._text)
        start = self._blank(end + 1)
        path = (*inside, *words)
        stop = self._value(start, path)
        self._found.keys.append(KeyPlace(path, spans, (start, stop), inside, is_inline))
        return stop

    def _value(self, at: int, path: Path) -> int:
        mark = self._text[at : at + 1]
        if mark == "[":
            spans: list[Span] = []
            at = self._space(at + 1)
            while at < len(self._text) and self._text[at] != "]":
                end = self._value(at, (*path, len(spans)))
                spans.append((at, end))
                at = self._space(end)
                if self._text[at : at + 1] == ",":
                    at = self._space(at + 1)
            self._found.elements[path] = spans
            return at + 1
        if mark == "{":
            begin, at = at, self._space(at + 1)
            while at < len(self._text) and self._text[at] != "}":
                at = self._space(self._key(at, path, is_inline=True))
                if self._text[at : at + 1] == ",":
                    at = self._space(at + 1)
            self._found.inline[path] = (begin, at + 1)
            return at + 1
        match = _SCALAR.match(self._text, at)
        return match.end() if match else len(self._text)


def _plain(word: str) -> str:
    """A part of a key without its quotes."""
    if word[0] not in "\"'":
        return word
    return str(tomllib.loads(f"x = {word}")["x"])
