"""Small changes to a variant's file, each at one place: comments, sequence and every other byte stay what they were.

What is changed is found by its path, ``("provinces", "PAR", "army")``; see ``docs/decisions/0071`` for why no library does this.
After each change the text is read again: unless it gives the new value in its place and the old ones everywhere else, it is as it was.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property

from languages import tr
from variants.fault import VariantError
from variants.toml_spans import KeyPlace, Path, Span, TomlHeading, TomlPlaces, key_text, places_of
from variants.toml_text import TomlText, read_toml, toml_string

__all__ = ["Path", "TomlEditError", "TomlEditor"]

Expect = Callable[[dict[str, object]], object]
"""Change of a table that a change of the text is to have."""


class TomlEditError(ValueError):
    """The file has no such place, cannot be read, or cannot be changed there."""


class TomlEditor:
    """A file that is changed place by place.

    Raises:
        TomlEditError: it is no TOML.

    >>> editor = TomlEditor(b'name = "Isle"  # working title')
    >>> editor.set_text(("name",), "Isles")
    >>> print(editor.content().decode())
    name = "Isles"  # working title
    >>> TomlEditor(b"name = ")
    Traceback (most recent call last):
        ...
    variants.toml_edit.TomlEditError: variant.toml:1: this is no TOML: invalid value; expected TOML, see toml.io
    """

    def __init__(self, content: bytes) -> None:
        self._mark = content.startswith(b"\xef\xbb\xbf")
        try:
            self.text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise TomlEditError(tr("this is no UTF-8 text")) from error
        self._newline = "\r\n" if "\r\n" in self.text else "\n"
        self._toml = self._read(self.text)

    def content(self) -> bytes:
        """The file as it is now."""
        return (b"\xef\xbb\xbf" if self._mark else b"") + self.text.encode()

    def has(self, path: Path) -> bool:
        """Return True if there is a table or key of this *path*.

        >>> TomlEditor(b"victory = 18").has(("victory",))
        True
        """
        return self.value(path) is not None

    def value(self, path: Path) -> object:
        """Return the value at *path*; ``None`` where there is none.

        >>> editor = TomlEditor(b'powers.RED = {units = ["A ISL"]}')
        >>> editor.value(("powers", "RED", "units", 0))
        'A ISL'
        >>> print(editor.value(("powers", "BLUE")))
        None
        """
        inner: object = self._toml.table
        for part in path:
            if isinstance(inner, dict):
                inner = inner.get(part)
            elif isinstance(inner, list) and isinstance(part, int) and 0 <= part < len(inner):
                inner = inner[part]
            else:
                return None
        return inner

    def paths(self) -> tuple[Path, ...]:
        """Every table and key, and every table in a list.

        >>> TomlEditor(b'[provinces.PAR]').paths()
        (('provinces',), ('provinces', 'PAR'))
        """
        return tuple(_paths(self._toml.table, ()))

    def set(self, path: Path, literal: str) -> None:
        """Write *literal*, a value in TOML, at *path*; the key and its table are added where they are missing.

        >>> editor = TomlEditor(b"victory = 18  # of 34")
        >>> editor.set(("victory",), "20")
        >>> print(editor.text)
        victory = 20  # of 34
        """
        value = _value_of(literal)
        place = self._places.key(path)
        if place is not None:
            self._change([(*place.value, literal)], lambda table: _put(table, path, value), path)
            return
        if self.has(path):
            raise TomlEditError(tr("{dotted} is a table", dotted=_dotted(path)))
        at, text = self._added(path, literal)
        self._change([(at, at, text)], lambda table: _put(table, path, value), path)

    def set_text(self, path: Path, text: str) -> None:
        """Write a text at *path*."""
        self.set(path, toml_string(text))

    def set_list(self, path: Path, words: Sequence[str]) -> None:
        """Write a list of texts at *path*.

        >>> editor = TomlEditor(b'coasts = ["NC"]')
        >>> editor.set_list(("coasts",), ["NC", "SC"])
        >>> print(editor.text)
        coasts = ["NC", "SC"]
        """
        self.set(path, f"[{', '.join(map(toml_string, words))}]")

    def add_to_list(self, path: Path, word: str) -> None:
        """Add *word* at the end of a list of texts; the list is begun where it is missing.

        >>> editor = TomlEditor(b'army = ["BUR", "GAS"]')
        >>> editor.add_to_list(("army",), "PIC")
        >>> print(editor.text)
        army = ["BUR", "GAS", "PIC"]
        """
        if not self.has(path):
            self.set_list(path, [word])
        elif word not in self._list(path):
            self._add_element(path, toml_string(word))

    def drop_from_list(self, path: Path, word: str) -> None:
        """Take the last *word* out of a list of texts.

        >>> editor = TomlEditor(b'army = ["BUR", "GAS", "PIC"]')
        >>> editor.drop_from_list(("army",), "GAS")
        >>> print(editor.text)
        army = ["BUR", "PIC"]
        """
        number = self._find(path, word, last=True)
        begin, end = self._places.elements[path][number]
        self._drop_span(begin, end, lambda table: _list_at(table, path).pop(number), path)

    def replace_in_list(self, path: Path, word: str, other: str) -> None:
        """Write *other* in place of *word* in a list of texts.

        >>> editor = TomlEditor(b'army = ["BUR", "GAS"]')
        >>> editor.replace_in_list(("army",), "GAS", "PIC")
        >>> print(editor.text)
        army = ["BUR", "PIC"]
        """
        number = self._find(path, word, last=False)
        span = self._places.elements[path][number]
        self._change([(*span, toml_string(other))], lambda table: _list_at(table, path).__setitem__(number, other), path)

    def rename_key(self, path: Path, name: str) -> None:
        """Give the key at *path* another *name*; its value stays.

        >>> editor = TomlEditor(b"victroy = 18")
        >>> editor.rename_key(("victroy",), "victory")
        >>> print(editor.text)
        victory = 18
        """
        place = self._places.key(path)
        if place is None:
            raise TomlEditError(tr("{dotted} is no plain key", dotted=_dotted(path)))
        self._change([(*place.parts[-1], key_text(name))], lambda table: _rename(table, path, name), path)

    def rename_table(self, path: Path, name: str) -> None:
        """Give a table, and with it those inside it, another *name* wherever the file says it.

        Raises:
            TomlEditError: it is not there.

        >>> editor = TomlEditor(b"[provinces.PRS]  # the capital")
        >>> editor.rename_table(("provinces", "PRS"), "PAR")
        >>> print(editor.text)
        [provinces.PAR]  # the capital
        """
        size = len(path)
        named = sum(isinstance(part, str) for part in path) - 1
        changes = [(*heading.parts[named], key_text(name)) for heading in self._places.headings if heading.path[:size] == path and path]
        changes += [
            (*key.parts[size - 1 - len(key.within)], key_text(name))
            for key in self._places.keys
            if key.path[:size] == path and len(key.within) < size
        ]
        if not changes:
            raise TomlEditError(tr("{dotted} has no heading of its own", dotted=_dotted(path)))
        self._change(changes, lambda table: _rename(table, path, name), path)

    def drop_key(self, path: Path) -> None:
        """Take a key out, with its line where it has one of its own."""
        place = self._places.key(path)
        if place is None:
            if not self.has(path):
                raise TomlEditError(tr("there is no {dotted}", dotted=_dotted(path)))
            self.drop_table(path)
        elif place.is_inline:
            self._drop_span(place.start, place.value[1], lambda table: _drop(table, path), path)
        else:
            self._change([(*self._line_span(place), "")], lambda table: _drop(table, path), path)

    def drop_table(self, path: Path) -> None:
        """Take a table out with all in it, however it is written; comments right above the next heading stay."""
        place = self._places.key(path)
        if place is not None:
            self.drop_key(path)
            return
        inside = [each for each in self._places.headings if each.path[: len(path)] == path]
        spans = [self._block(each) for each in inside]
        spans += [
            self._line_span(key)
            for key in self._places.keys
            if not key.is_inline and key.path[: len(path)] == path and not any(begin <= key.start < end for begin, end in spans)
        ]
        if not spans:
            raise TomlEditError(tr("there is no {dotted}", dotted=_dotted(path)))
        # Blocks that follow one another share the blank lines between them.
        changes: list[tuple[int, int, str]] = []
        for begin, end in sorted(spans):
            if changes and begin < changes[-1][1]:
                changes[-1] = (changes[-1][0], max(end, changes[-1][1]), "")
            else:
                changes.append((begin, end, ""))
        self._change(changes, lambda table: _drop(table, path), path, tidy_end=any(end >= len(self.text) for _, end, _ in changes))

    def add_table(self, name: str, values: Mapping[str, str]) -> None:
        """Put a table at the end of the list of tables *name*, with *values* in TOML; it is begun where it is missing."""
        read = {key: _value_of(literal) for key, literal in values.items()}

        def expect(table: dict[str, object]) -> None:
            found = table.setdefault(name, [])
            if isinstance(found, list):
                found.append(read)

        if (name,) in self._places.elements:
            inline = ", ".join(f"{key_text(key)} = {literal}" for key, literal in values.items())
            self._add_element((name,), f"{{ {inline} }}", expect)
            return
        lines = [f"[[{key_text(name)}]]", *(f"{key_text(key)} = {literal}" for key, literal in values.items())]
        self._append("\n".join(lines), expect, (name,))

    def append(self, block: str) -> None:
        """Put a table at the end, a blank line before it; its keys go one by one where the file does not have that table as a heading."""
        added = self._read(block)

        def expect(table: dict[str, object]) -> None:
            _merge(table, added.table)

        try:
            self._append(block, expect, ())
        except TomlEditError:
            before, toml = self.text, self._toml
            try:
                for key in places_of(block).keys:
                    if not key.is_inline:
                        self.set(key.path, block[slice(*key.value)])
            except TomlEditError:
                self._take(before, toml)
                raise

    def _append(self, block: str, expect: Expect, path: Path) -> None:
        end = len(self.text.rstrip())
        before = self._newline * 2 if end else ""
        text = block.rstrip().replace("\r\n", "\n").replace("\n", self._newline)
        self._change([(end, len(self.text), f"{before}{text}{self._newline}")], expect, path)

    @cached_property
    def _places(self) -> TomlPlaces:
        if not self._toml.faults:
            return places_of(self.text)
        # What stands twice is passed over: blanks stand for it, in lines that end as those of the file do.
        lines = zip(self.text.split("\n"), self._toml.text.split("\n"), strict=True)
        return places_of("\n".join(plain + ("\r" if raw.endswith("\r") else "") for raw, plain in lines))

    def _read(self, text: str) -> TomlText:
        try:
            return read_toml("variant.toml", text.encode(), keep_going=True)
        except VariantError as error:
            raise TomlEditError(str(error)) from error

    def _take(self, text: str, toml: TomlText) -> None:
        self.text, self._toml = text, toml
        self.__dict__.pop("_places", None)

    def _change(self, changes: Sequence[tuple[int, int, str]], expect: Expect, path: Path, *, tidy_end: bool = False) -> None:
        """Write texts in place of spans, unless what is read afterwards is anything but what is expected."""
        text = self.text
        for begin, end, other in sorted(changes, reverse=True):
            text = text[:begin] + other + text[end:]
        if tidy_end:
            text = f"{text.rstrip()}{self._newline}"
        toml = self._read(text)
        wanted = deepcopy(dict(self._toml.table))
        expect(wanted)
        # Where something stands twice, what stood second comes up once the first is gone.
        if not self._toml.faults and not _same(_pruned(toml.table), _pruned(wanted)):
            raise TomlEditError(
                tr("{dotted} cannot be changed without changing something else; the file stays as it was", dotted=_dotted(path))
            )
        self._take(text, toml)

    def _list(self, path: Path) -> list[object]:
        value = self.value(path)
        if not isinstance(value, list):
            raise TomlEditError(tr("{dotted} is no list", dotted=_dotted(path)))
        return value

    def _find(self, path: Path, word: str, *, last: bool) -> int:
        words = self._list(path)
        numbers = [number for number, each in enumerate(words) if each == word]
        if not numbers or path not in self._places.elements:
            raise TomlEditError(tr("{dotted} does not hold {word}", dotted=_dotted(path), word=word))
        return numbers[-1 if last else 0]

    def _add_element(self, path: Path, literal: str, expect: Expect | None = None) -> None:
        """Put a value at the end of a list in brackets, laid out as those before it."""
        value = _value_of(literal)
        place = self._places.key(path)
        if place is None or path not in self._places.elements:
            raise TomlEditError(tr("{dotted} is no list", dotted=_dotted(path)))
        spans = self._places.elements[path]
        begin, end = place.value
        if not spans:
            change = (begin + 1, begin + 1, literal)
        else:
            at = spans[-1][1]
            comma = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*,").match(self.text, at)
            is_laid_out = "\n" in self.text[begin : spans[0][0]] or "\n" in self.text[at:end]
            indent = self.text[self.text.rfind("\n", 0, spans[-1][0]) + 1 : spans[-1][0]]
            space = self._newline + (indent if not indent.strip() and is_laid_out else "    ") if is_laid_out else " "
            at = comma.end() if comma else at
            change = (at, at, f"{'' if comma else ','}{space}{literal}{',' if comma else ''}")
        self._change([change], expect or (lambda table: _list_at(table, path).append(value)), path)

    def _drop_span(self, begin: int, end: int, expect: Expect, path: Path) -> None:
        """Take an element of a list or a key of an inline table out, with its comma, and its line where nothing else stands in it."""
        after = re.compile(r"[ \t]*,").match(self.text, end)
        if after is not None:
            end = after.end()
            if self.text[:begin].rstrip(" \t")[-1:] != "\n":
                gap = re.compile(r"[ \t]*").match(self.text, end)
                end = gap.end() if gap else end
        else:
            ahead = re.search(r",(?:[ \t\r\n]|#[^\n]*)*$", self.text[:begin])
            begin = ahead.start() if ahead and "#" not in ahead[0] else begin
        first, last = self.text.rfind("\n", 0, begin) + 1, self.text.find("\n", end)
        if last >= 0 and not self.text[first:begin].strip() and not self.text[end:last].strip():
            begin, end = first, last + 1
        self._change([(begin, end, "")], expect, path)

    def _line_span(self, place: KeyPlace) -> Span:
        """The line or lines of a key."""
        stop = self.text.find("\n", place.value[1])
        return self.text.rfind("\n", 0, place.start) + 1, len(self.text) if stop < 0 else stop + 1

    def _block(self, heading: TomlHeading) -> Span:
        """A heading with its keys, and blank lines above it where blank lines or nothing follow; not the comments above the next one."""
        begin, end = heading.start, self._places.block_end(heading)
        own = max([heading.end, *(key.value[1] for key in self._places.lines_of(heading))])
        if end < len(self.text) or self.text[own:end].strip():
            while (line := self.text.rfind("\n", own, end - 1) + 1) > own and self.text[line:end].lstrip().startswith("#"):
                end = line
        is_last = end >= len(self.text) or not self.text[self.text.rfind("\n", 0, end - 1) + 1 : end].strip()
        while begin > 0 and is_last:
            above = self.text.rfind("\n", 0, begin - 1) + 1
            if self.text[above:begin].strip():
                break
            begin = above
        return begin, end

    def _added(self, path: Path, literal: str) -> tuple[int, str]:
        """Return the place of a new key, and the text for it."""
        places, table = self._places, path[:-1]
        for length in range(len(table), -1, -1):
            above = table[:length]
            if above and self.value(above) is None:
                continue
            if not isinstance(self.value(above) if above else {}, dict):
                raise TomlEditError(tr("{dotted} is no table", dotted=_dotted(above)))
            rest = path[length:]
            if not all(isinstance(part, str) for part in rest):
                raise TomlEditError(tr("there is no {dotted}", dotted=_dotted(path)))
            line = f"{'.'.join(key_text(str(part)) for part in rest)} = {literal}"
            if above in places.inline:
                return self._into_inline(above, line)
            heading = places.heading(above)
            if length == len(table) and (heading is not None or not above):
                return self._below(places.lines_of(heading), heading, line)
            dotted = [key for key in places.keys if not key.is_inline and key.path[:length] == above and len(key.within) < length]
            if above and dotted:
                key = dotted[-1]
                lead = ".".join(self.text[slice(*span)] for span in key.parts[: length - len(key.within)])
                return self._after(key.value[1], f"{lead}.{line}")
            if heading is not None or not above or any(each.path[:length] == above for each in places.headings):
                return self._new_heading(table, f"{key_text(str(path[-1]))} = {literal}")
        raise TomlEditError(tr("there is no {dotted}", dotted=_dotted(table)))

    def _into_inline(self, table: Path, line: str) -> tuple[int, str]:
        inside = [each for each in self._places.keys if each.is_inline and each.within == table]
        if not inside:
            return self._places.inline[table][0] + 1, f" {line} "
        at = max(each.value[1] for each in inside)
        return at, f", {line}"

    def _below(self, keys: Sequence[KeyPlace], heading: TomlHeading | None, line: str) -> tuple[int, str]:
        """Below the last of a table's *keys*, and comments after it stay where they are; right below the heading of one without."""
        if keys:
            return self._after(keys[-1].value[1], line)
        if heading is not None:
            return self._after(heading.end, line)
        return 0, f"{line}{self._newline}"

    def _after(self, at: int, line: str) -> tuple[int, str]:
        """A line below the one in which *at* lies."""
        stop = self.text.find("\n", at)
        stop = len(self.text) if stop < 0 else stop - (self.text[stop - 1 : stop] == "\r")
        return stop, f"{self._newline}{line}"

    def _new_heading(self, table: Path, line: str) -> tuple[int, str]:
        """A table that has no heading yet: at the end, or behind the element of the list of tables that it belongs to."""
        name = ".".join(key_text(part) for part in table if isinstance(part, str))
        numbered = max((number + 1 for number, part in enumerate(table) if isinstance(part, int)), default=0)
        block = f"[{name}]{self._newline}{line}"
        if numbered:
            inside = [each for each in self._places.headings if each.path[:numbered] == table[:numbered]]
            last = inside[-1]
            end = max([last.end, *(key.value[1] for key in self._places.lines_of(last))])
            at, text = self._after(end, block)
            return at, self._newline + text
        end = len(self.text.rstrip())
        closing = "" if self.text[end:].startswith(("\n", "\r\n")) else self._newline
        return end, (self._newline * 2 if end else "") + block + closing


def _paths(value: object, path: Path) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _paths(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            if isinstance(each, dict):
                yield from _paths(each, (*path, number))


def _value_of(literal: str) -> object:
    """The value that *literal* is.

    Raises:
        TomlEditError: it is none, or more than one.
    """
    try:
        read = tomllib.loads(f"x = {literal}")
    except (ValueError, RecursionError) as error:
        raise TomlEditError(tr("{literal!r:.40} is no value in TOML", literal=literal)) from error
    if len(read) != 1:
        raise TomlEditError(tr("{literal!r:.40} is no value in TOML", literal=literal))
    return read["x"]


def _inner(table: dict[str, object], path: Path, *, is_made: bool = False) -> dict[str, object]:
    """The table in which the last part of *path* stands."""
    inner: object = table
    for part in path[:-1]:
        if isinstance(inner, dict):
            inner = inner.setdefault(part, {}) if is_made else inner[part]
        elif isinstance(inner, list) and isinstance(part, int):
            inner = inner[part]
    if not isinstance(inner, dict):
        raise TomlEditError(tr("{dotted} is no table", dotted=_dotted(path[:-1])))
    return inner


def _put(table: dict[str, object], path: Path, value: object) -> None:
    _inner(table, path, is_made=True)[str(path[-1])] = value


def _drop(table: dict[str, object], path: Path) -> None:
    if isinstance(path[-1], int):
        _list_at(table, path[:-1]).pop(path[-1])
    else:
        _inner(table, path).pop(path[-1], None)


def _rename(table: dict[str, object], path: Path, name: str) -> None:
    inner = _inner(table, path)
    if name != path[-1] and name in inner:
        raise TomlEditError(tr("there is a {dotted} already", dotted=_dotted((*path[:-1], name))))
    inner[name] = inner.pop(str(path[-1]))


def _merge(table: dict[str, object], other: Mapping[str, object]) -> None:
    for key, value in other.items():
        present = table.get(key)
        if isinstance(present, dict) and isinstance(value, dict):
            _merge(present, value)
        elif isinstance(present, list) and isinstance(value, list):
            present.extend(value)
        else:
            table[key] = value


def _list_at(table: dict[str, object], path: Path) -> list[object]:
    found = _inner(table, path).get(str(path[-1]))
    if not isinstance(found, list):
        raise TomlEditError(tr("{dotted} is no list", dotted=_dotted(path)))
    return found


def _pruned(value: object) -> object:
    """*value* without empty tables and lists of tables: they come and go with headings."""
    if isinstance(value, Mapping):
        found = {key: _pruned(each) for key, each in value.items()}
        return {key: each for key, each in found.items() if each != {} and not (each == [] and value[key])}
    if isinstance(value, list):
        return [_pruned(each) for each in value]
    return value


def _same(one: object, other: object) -> bool:
    """Return True if two values are the same, of the same types; a number that is none is the same as itself."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))
