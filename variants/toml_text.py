"""TOML from strangers, bounded before it is parsed, every key with its line; and texts as TOML writes them.

``tomllib`` recurses into nested values and rescans dotted keys, so a small hostile file can hold it for seconds: one linear pass
bounds both beforehand, and notes on which line each table and key stands, which ``tomllib`` does not tell.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from languages import mark, system_words, tr
from languages.library_words import library_words
from variants.fault import Fault, FaultKind, VariantError

LARGEST_TEXT = 2 * 1024 * 1024
MOST_LINES = 60_000
DEEPEST_NESTING = 12
LONGEST_KEY = 6
"""Parts of a dotted key or a table's name."""

type_names: Mapping[type, str] = {
    str: mark("text"),
    bool: mark("true or false"),
    int: mark("a whole number"),
    float: mark("a number"),
    list: mark("a list"),
    dict: mark("a table"),
}

Path = tuple[str | int, ...]

_KEY_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = re.compile(rf"[ \t]*({_KEY_PART}(?:[ \t]*\.[ \t]*{_KEY_PART})*)[ \t]*")
_PART = re.compile(_KEY_PART)


@dataclass(frozen=True, slots=True)
class TomlText:
    """A parsed file, with the line of each of its tables and keys."""

    name: str
    table: Mapping[str, object]
    lines: Mapping[Path, int]
    faults: tuple[Fault, ...] = ()
    """Tables and keys that stand twice; the later ones are left out of the table."""
    text: str = field(default="", repr=False)
    """Parsed text, line ends as ``\\n``; blanks stand in it for what stands twice."""


def read_toml(name: str, content: bytes, *, keep_going: bool = False) -> TomlText:
    """The table that *content* holds.

    Args:
        name: of the file, for the faults.
        content: the file.
        keep_going: whether tables and keys that stand twice become faults of the text, so that what else is wrong can be reported too.

    Raises:
        VariantError: it is not UTF-8, too large, too deep, or no TOML; with the line. Without *keep_going* also where a table or
            key stands twice.
    """
    if len(content) > LARGEST_TEXT:
        raise _error(
            name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {largest_text}", largest_text=LARGEST_TEXT)
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _error(name, content.count(b"\n", 0, error.start) + 1, tr("this is no UTF-8 text"), tr("a file saved as UTF-8")) from None
    text = text.replace("\r\n", "\n")
    scan = _Scan(name, text)
    lines = scan.run()
    if scan.twice and not keep_going:
        raise VariantError(tuple(scan.twice))
    text = scan.without_repeated()
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        reason = library_words(re.sub(r" \(at .*\)$", "", str(error)))
        raise _error(
            name, line, tr("this is no TOML: {reason}{reason_2}", reason=reason[:1].lower(), reason_2=reason[1:]), tr("TOML, see toml.io")
        ) from None
    except (ValueError, RecursionError) as error:
        raise _error(name, None, tr("this is no TOML: {error}", error=system_words(error)), tr("TOML, see toml.io")) from None
    return TomlText(name, table, lines, tuple(scan.twice), text)


def _error(name: str, line: int | None, what: str, expected: str) -> VariantError:
    return VariantError((Fault(name, line, what, expected),))


class _Scan:
    """One walk over the text: strings and comments skipped, brackets counted, keys and tables noted."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text
        self._line = 1
        self._lines: dict[Path, int] = {}
        self._table: Path = ()
        self._counts: dict[Path, int] = {}
        self._declared: dict[Path, int] = {}
        """Tables and keys that were stated, to the line of each."""
        self._repeated: list[tuple[int, int]] = []
        """Beginnings and ends of the parts that stand there for the second time."""
        self._open: tuple[int, bool] | None = None
        """Beginning of the part that is being passed over, and True if it is a table."""
        self.twice: list[Fault] = []

    def run(self) -> dict[Path, int]:
        """Lines by path."""
        if self._text.count("\n") >= MOST_LINES:
            raise _error(self._name, MOST_LINES, tr("too many lines"), tr("at most {most_lines}", most_lines=MOST_LINES))
        at, depth, fresh, end = 0, 0, True, len(self._text)
        dots = 0
        while at < end:
            mark = self._text[at]
            if mark == "\n":
                self._line += 1
                fresh = depth == 0
                at += 1
            elif mark in " \t":
                at += 1
            elif mark == "#":
                at = self._find("\n", at)
            elif fresh and mark == "[":
                at = self._header(at)
                fresh = False
            elif fresh:
                at = self._key(at)
                fresh = False
            elif mark in "\"'":
                at = self._string(at, mark)
            else:
                if mark in "[{":
                    depth += 1
                    if depth > DEEPEST_NESTING:
                        raise _error(
                            self._name,
                            self._line,
                            tr("values are nested too deeply"),
                            tr("at most {deepest_nesting} levels", deepest_nesting=DEEPEST_NESTING),
                        )
                elif mark in "]}":
                    depth = max(0, depth - 1)
                dots = 0 if mark in "[]{},=" else dots + (mark == ".")
                if dots >= LONGEST_KEY:
                    raise _error(
                        self._name, self._line, tr("a key has too many parts"), tr("at most {longest_key}", longest_key=LONGEST_KEY)
                    )
                at += 1
        self._close(end)
        return self._lines

    def without_repeated(self) -> str:
        """The text, with blanks for what stands in it for the second time; every place stays what it was."""
        pieces: list[str] = []
        at = 0
        for start, end in self._repeated:
            pieces += [self._text[at:start], re.sub(r"[^\n]", " ", self._text[start:end])]
            at = end
        return "".join((*pieces, self._text[at:]))

    def _state(self, path: Path, at: int, *, table: bool) -> None:
        """Note that a table or key is stated at offset *at*."""
        if self._open is not None and (table or not self._open[1]):
            self._close(at)
        if self._open is not None or not path:
            return
        first = self._declared.setdefault(path, self._line)
        if first != self._line:
            self._open = (at, table)
            words = ".".join(map(str, path))
            self.twice.append(
                Fault(
                    self._name,
                    self._line,
                    tr("{words:.120} stands twice, first in line {first}", words=words, first=first),
                    tr("each once"),
                    kind=FaultKind.TWICE,
                )
            )

    def _close(self, at: int) -> None:
        if self._open is not None:
            self._repeated.append((self._open[0], at))
            self._open = None

    def _find(self, mark: str, start: int) -> int:
        found = self._text.find(mark, start)
        return len(self._text) if found < 0 else found

    def _string(self, at: int, quote: str) -> int:
        if self._text.startswith(quote * 3, at):
            close = at + 3
            while True:
                close = self._find(quote * 3, close)
                slashes = 0
                while quote == '"' and self._text[close - 1 - slashes] == "\\":
                    slashes += 1
                if slashes % 2 == 0 or close >= len(self._text):
                    break
                close += 1
            self._line += self._text.count("\n", at, close)
            close += 3
            while self._text.startswith(quote, close):
                close += 1
            return close
        close = at + 1
        while close < len(self._text) and self._text[close] not in (quote, "\n"):
            close += 2 if quote == '"' and self._text[close] == "\\" else 1
        return close + 1 if self._text[close : close + 1] == quote else min(close, len(self._text))

    def _parts(self, at: int) -> tuple[Path, int]:
        end_of_line = self._find("\n", at)
        if self._text.count(".", at, min(end_of_line, self._find("=", at))) > 400:
            raise _error(self._name, self._line, tr("a key has too many parts"), tr("at most {longest_key}", longest_key=LONGEST_KEY))
        match = _DOTTED.match(self._text, at, end_of_line)
        if match is None:
            return (), at
        parts = tuple(part.strip("\"'") for part in _PART.findall(match[1]))
        if len(parts) > LONGEST_KEY:
            raise _error(self._name, self._line, tr("a key has too many parts"), tr("at most {longest_key}", longest_key=LONGEST_KEY))
        return parts, match.end()

    def _header(self, at: int) -> int:
        many = self._text.startswith("[[", at)
        parts, end = self._parts(at + (2 if many else 1))
        path = self._resolve(parts[:-1] if many else parts)
        if many and parts:
            path = (*path, parts[-1])
            index = self._counts.get(path, 0)
            self._counts[path] = index + 1
            self._lines.setdefault(path, self._line)
            path = (*path, index)
        self._table = path
        self._state(path, at, table=True)
        self._lines.setdefault(path, self._line)
        return max(self._find("]", end), at) + (2 if many else 1)

    def _resolve(self, parts: Path) -> Path:
        """The path of a table under lists of tables: the last element of each is meant."""
        path: Path = ()
        for part in parts:
            path = (*path, part)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _key(self, at: int) -> int:
        parts, end = self._parts(at)
        if parts:
            self._state((*self._table, *parts), at, table=False)
        for length in range(1, len(parts) + 1):
            self._lines.setdefault((*self._table, *parts[:length]), self._line)
        return end if end > at else at + 1


def toml_string(text: str) -> str:
    """A basic string of TOML, which JSON's escapes are as well, but for one character.

    >>> print(toml_string("Isle of Man"))
    "Isle of Man"
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
