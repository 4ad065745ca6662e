"""Small changes to a variant's file, each at one place: comments, sequence and every other byte stay what they were.

What is changed is found by its path, ``("provinces", "PAR", "army")``; see ``docs/decisions/0071`` for why no library does this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from languages import tr
from variants.fault import VariantError
from variants.toml_text import read_toml
from variants.toml_writing import toml_string

Path = tuple[str | int, ...]

_HEADER = re.compile(r"[ \t]*\[")


class TomlEditError(ValueError):
    """The file has no such place, or cannot be read."""


class TomlEditor:
    """A file that is changed place by place.

    Raises:
        TomlEditError: it is no TOML.
    """

    def __init__(self, content: bytes) -> None:
        self._crlf = b"\r\n" in content
        self._mark = content.startswith(b"\xef\xbb\xbf")
        self.text = content.decode("utf-8-sig").replace("\r\n", "\n")
        self._read()

    def content(self) -> bytes:
        """The file as it is now."""
        text = self.text.replace("\n", "\r\n") if self._crlf else self.text
        return (b"\xef\xbb\xbf" if self._mark else b"") + text.encode()

    def has(self, path: Path) -> bool:
        """Return True if there is a table or key of this *path*."""
        return path in self._toml.lines

    def value(self, path: Path) -> object:
        """Return the value at *path*; ``None`` where there is none."""
        inner: object = self._toml.table
        for part in path:
            if isinstance(inner, dict):
                inner = inner.get(part)
            elif isinstance(inner, list) and isinstance(part, int) and part < len(inner):
                inner = inner[part]
            else:
                return None
        return inner

    def set(self, path: Path, literal: str) -> None:
        """Write *literal*, a value in TOML, at *path*; the key and its table are added where they are missing."""
        if self.has(path):
            begin, end = self._value_span(path)
            self._write(self.text[:begin] + literal + self.text[end:])
            return
        table = path[:-1]
        line = f"{path[-1]} = {literal}"
        if table and not self.has(table):
            self.append(f"[{'.'.join(map(str, table))}]\n{line}")
            return
        at = self._after_table(table)
        lines = self.text.split("\n")
        self._write("\n".join([*lines[:at], line, *lines[at:]]))

    def set_text(self, path: Path, text: str) -> None:
        """Write a text at *path*."""
        self.set(path, toml_string(text))

    def set_list(self, path: Path, words: Sequence[str]) -> None:
        """Write a list of texts at *path*."""
        self.set(path, f"[{', '.join(map(toml_string, words))}]")

    def add_to_list(self, path: Path, word: str) -> None:
        """Add *word* at the end of a list of texts; the list is begun where it is missing."""
        if not self.has(path):
            self.set_list(path, [word])
            return
        if word in self._words(path):
            return
        begin, end = self._value_span(path)
        body = self.text[begin:end]
        inner = body[1:-1]
        stripped = _without_tail(inner)
        comma = "" if not stripped.strip() or stripped.rstrip().endswith(",") else ","
        space = " " if stripped.strip() and "\n" not in inner else ""
        if "\n" in inner and stripped.strip():
            indent = re.findall(r"\n([ \t]*)\S", inner)
            space = "\n" + (indent[-1] if indent else "    ")
        trailing = "," if stripped.rstrip().endswith(",") else ""
        tail = inner[len(stripped) :]
        self._write(self.text[:begin] + f"[{stripped}{comma}{space}{toml_string(word)}{trailing}{tail}]" + self.text[end:])

    def drop_from_list(self, path: Path, word: str) -> None:
        """Take the last *word* out of a list of texts."""
        begin, end = self._value_span(path)
        quoted = re.escape(toml_string(word))
        found = list(re.finditer(rf"{quoted}[ \t]*(,?)", self.text[begin:end]))
        if not found:
            raise TomlEditError(tr("{dotted} does not hold {word}", dotted=_dotted(path), word=word))
        match = found[-1]
        one, other = begin + match.start(), begin + match.end()
        before = self.text[begin:one]
        if match[1]:
            gap = re.compile(r"[ \t]*").match(self.text, other)
            other = gap.end() if gap and not before.rstrip(" \t").endswith("\n") else other
        else:
            comma = re.search(r",[ \t\n]*$", before)
            one -= len(comma[0]) if comma else 0
        first, last = self.text.rfind("\n", 0, one) + 1, self.text.find("\n", other)
        if last >= 0 and not self.text[first:one].strip() and not self.text[other:last].strip():
            one, other = first, last + 1
        self._write(self.text[:one] + self.text[other:])

    def replace_in_list(self, path: Path, word: str, other: str) -> None:
        """Write *other* in place of *word* in a list of texts."""
        begin, end = self._value_span(path)
        body = self.text[begin:end]
        at = body.find(toml_string(word))
        if at < 0:
            raise TomlEditError(tr("{dotted} does not hold {word}", dotted=_dotted(path), word=word))
        self._write(self.text[: begin + at] + toml_string(other) + self.text[begin + at + len(toml_string(word)) :])

    def rename_key(self, path: Path, name: str) -> None:
        """Give the key at *path* another *name*; its value stays."""
        offset = self._line_start(self._line(path))
        match = re.compile(rf"([ \t]*(?:[\w\"'-]+\.)*)[\"']?{re.escape(str(path[-1]))}[\"']?(?=[ \t]*=)").match(self.text, offset)
        if match is None:
            raise TomlEditError(tr("{dotted} is no plain key", dotted=_dotted(path)))
        self._write(self.text[:offset] + match[1] + name + self.text[match.end() :])

    def rename_table(self, path: Path, name: str) -> None:
        """Give a table, and with it those inside it, another *name* wherever a heading says it.

        Raises:
            TomlEditError: it is written without a heading of its own.
        """
        lines = self.text.split("\n")
        inside = {line for each, line in self._toml.lines.items() if each[: len(path)] == path}
        part = r"(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')"
        above = r"[ \t]*\.[ \t]*".join(rf"[\"']?{re.escape(str(each))}[\"']?" for each in path[:-1])
        lead = rf"{above}[ \t]*\.[ \t]*" if above else ""
        heading = re.compile(rf"([ \t]*\[{{1,2}}[ \t]*{lead})[\"']?{re.escape(str(path[-1]))}[\"']?(?=[ \t]*(?:\.[ \t]*{part}[ \t]*)*\])")
        found = 0
        for line in inside:
            match = heading.match(lines[line - 1])
            if match is not None:
                found += 1
                lines[line - 1] = f"{match[1]}{name}{lines[line - 1][match.end() :]}"
        if not found:
            raise TomlEditError(tr("{dotted} has no heading of its own", dotted=_dotted(path)))
        self._write("\n".join(lines))

    def paths(self) -> tuple[Path, ...]:
        """Every table and key."""
        return tuple(self._toml.lines)

    def drop_key(self, path: Path) -> None:
        """Take the line or lines of a key out."""
        _, end = self._value_span(path)
        stop = self.text.find("\n", end)
        stop = len(self.text) if stop < 0 else stop + 1
        self._write(self.text[: self._line_start(self._line(path))] + self.text[stop:])

    def drop_table(self, path: Path) -> None:
        """Take a table out, from its heading to the next one; comments right above the next heading stay."""
        lines = self.text.split("\n")
        first = self._line(path) - 1
        last = first + 1
        while last < len(lines) and not _HEADER.match(lines[last]):
            last += 1
        while last > first + 1 and lines[last - 1].lstrip().startswith("#"):
            last -= 1
        while first > 0 and not lines[first - 1].strip() and (last >= len(lines) or not lines[last - 1].strip()):
            first -= 1
        self._write("\n".join([*lines[:first], *lines[last:]]).rstrip("\n") + "\n")

    def last_inside(self, path: Path) -> Path | None:
        """The last table that has a heading of its own among *path* and what is inside it; ``None`` where there is none."""
        lines = self.text.split("\n")
        found = [each for each, line in self._toml.lines.items() if each[: len(path)] == path and _HEADER.match(lines[line - 1])]
        return max(found, key=lambda each: self._toml.lines[each], default=None)

    def append(self, block: str) -> None:
        """Add a table at the end, a blank line before it."""
        self._write(f"{self.text.rstrip()}\n\n{block.rstrip()}\n")

    def _words(self, path: Path) -> list[str]:
        value = self.value(path)
        return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []

    def _read(self) -> None:
        try:
            self._toml = read_toml("variant.toml", self.text.encode(), keep_going=True)
        except VariantError as error:
            raise TomlEditError(str(error)) from error

    def _write(self, text: str) -> None:
        self.text, earlier = text, self.text
        try:
            self._read()
        except TomlEditError:
            self.text = earlier
            self._read()
            raise

    def _line(self, path: Path) -> int:
        line = self._toml.lines.get(path)
        if line is None:
            raise TomlEditError(tr("there is no {dotted}", dotted=_dotted(path)))
        return line

    def _line_start(self, line: int) -> int:
        at = 0
        for _ in range(line - 1):
            at = self.text.index("\n", at) + 1
        return at

    def _value_span(self, path: Path) -> tuple[int, int]:
        """Return the beginning and end of the value of the key at *path*."""
        offset = self._line_start(self._line(path))
        match = re.compile(rf"[^\n=]*?[\"']?{re.escape(str(path[-1]))}[\"']?[ \t]*=[ \t]*").match(self.text, offset)
        if match is None:
            raise TomlEditError(tr("{dotted} is no plain key", dotted=_dotted(path)))
        return match.end(), _value_end(self.text, match.end())

    def _after_table(self, table: Path) -> int:
        """Return the number of lines up to the last key of *table*: a new key there belongs to it, and later comments stay."""
        own = [path for path in self._toml.lines if len(path) == len(table) + 1 and path[:-1] == table]
        ends = [self._end_line(path) for path in own if not isinstance(self.value(path), dict)]
        return max([self._line(table) if table else 0, *ends])

    def _end_line(self, path: Path) -> int:
        try:
            _, end = self._value_span(path)
        except TomlEditError:
            return self._line(path)
        return self.text.count("\n", 0, end) + 1


def _without_tail(inner: str) -> str:
    """The inside of a list up to its last word or comma: what comes behind are blanks and comments."""
    at = 0
    for match in re.finditer(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*|,", inner):
        if not match[0].startswith("#"):
            at = match.end()
    return inner[:at]


def _value_end(text: str, at: int) -> int:
    """Return the end of the value that begins at *at*."""
    if text[at] not in "[{":
        match = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[^\s#,\]}]+", re.DOTALL).match(text, at)
        return match.end() if match else at
    depth = 0
    token = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*|[\[{]|[\]}]|[^\"'#\[\]{}]+")
    while at < len(text):
        match = token.match(text, at)
        if match is None:
            return at
        at = match.end()
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth == 0:
            return at
    return at


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))
