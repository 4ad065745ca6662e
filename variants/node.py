"""A table of a variant file while it is read: typed look-ups that note every fault with its line and go on."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from languages import tr
from languages.outside_text import outside_line, outside_text
from variants.fault import Fault, FaultKind, Faults, Severity
from variants.fix import DropKey, Fix, RenameKey, SetValue, TomlChange
from variants.toml_text import Path, TomlText, toml_string, type_names

Choice = TypeVar("Choice", bound=StrEnum)

_LONGEST_LINE = 200
"""Characters of a name, or of anything else on one line."""


def nearest(word: str, known: Collection[str]) -> str:
    """``X, did you mean Y?`` for messages: the known words, or the nearest of many.

    >>> nearest("coastl", ["inland", "coastal", "sea"])
    'one of coastal, inland, sea'
    """
    if len(known) <= 12:
        return tr("one of {known}", known=", ".join(sorted(known))) if known else tr("none here")
    lowered = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower(), lowered, n=3, cutoff=0.5)
    if close:
        return tr(
            "one of the {count} known, such as {names}", count=len(known), names=f" {tr('or')} ".join(lowered[each] for each in close)
        )
    return tr("one of the {count} known", count=len(known))


def meant(word: str, known: Collection[str]) -> str:
    """The one of the *known* words that a misspelt one must mean; empty where several may be meant, or none.

    >>> meant("coastl", ["inland", "coastal", "sea"])
    'coastal'
    """
    lowered = {each.lower(): each for each in known}
    # Two letters that changed places come before letters that are others.
    close = [each for each in lowered if len(each) == len(word) > 2 and sorted(each) == sorted(word.lower())]
    close = close or difflib.get_close_matches(word.lower(), lowered, n=2, cutoff=0.65)
    return lowered[close[0]] if len(close) == 1 else ""


class Layers:
    """The files that a variant is made of, the one that extends first, and where each key stands."""

    def __init__(self, texts: tuple[TomlText, ...], table: Mapping[str, object]) -> None:
        self.texts = texts
        self.table = table

    def place(self, path: Path) -> tuple[str, int | None]:
        """File and line of *path*, or of the nearest table around it."""
        for length in range(len(path), 0, -1):
            for text in self.texts:
                line = text.lines.get(path[:length])
                if line is not None:
                    return text.name, line
        return (self.texts[0].name if self.texts else ""), None


class Node:
    """One table of the variant."""

    def __init__(self, layers: Layers, faults: Faults, path: Path = (), table: Mapping[str, object] | None = None) -> None:
        self._layers = layers
        self._faults = faults
        self.path = path
        self._table = layers.table if table is None else table
        self._asked: set[str] = set()

    @property
    def key(self) -> str:
        """The last part of its name."""
        return str(self.path[-1]) if self.path else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys it has."""
        return tuple(self._table)

    def fault(
        self,
        what: str,
        expected: str = "",
        key: str | None = None,
        severity: Severity = Severity.ERROR,
        kind: FaultKind = FaultKind.VALUE,
        places: tuple[str, ...] = (),
        mend: tuple[str, TomlChange] | None = None,
        *,
        is_guess: bool = False,
    ) -> None:
        """Note that something is wrong with *key*, or with the table itself; *mend* is what a button says, and the change it makes.

        A mend that *is_guess* is never made together with others.
        """
        source, line = self._layers.place(self.path if key is None else (*self.path, key))
        # What stands in a variant that is extended is not ours to change.
        own = mend is not None and source == self._layers.texts[0].name
        fix = Fix(mend[0], source, (mend[1],), is_guess) if mend is not None and own else None
        self._faults.add(Fault(source, line, what, expected, severity, kind=kind, places=places, fix=fix))

    def line(self, key: str) -> int | None:
        """The line on which *key* stands, or the table that it would stand in."""
        return self._layers.place((*self.path, key))[1]

    def has(self, key: str) -> bool:
        """Return True if *key* stands here."""
        return key in self._table

    def _get(self, key: str, wanted: type, words: str) -> object:
        self._asked.add(key)
        value = self._table.get(key)
        if value is None:
            return None
        right = isinstance(value, wanted) and not (isinstance(value, bool) and wanted is not bool)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            right = True
        if not right:
            self.fault(
                tr(
                    "{called} is {value}",
                    called=self._called(key),
                    value=tr(type_names[type(value)]) if type(value) in type_names else tr("something else"),
                ),
                words,
                key,
                mend=self._meant(key, value, wanted),
            )
            return None
        return value

    def _meant(self, key: str, value: object, wanted: type) -> tuple[str, TomlChange] | None:
        """The value that was meant by one of another type, where only one can be meant."""
        text = value.strip() if isinstance(value, str) else ""
        meant = ""
        if wanted is bool:
            meant = "true" if text.casefold() in ("yes", "true", "on") else "false" if text.casefold() in ("no", "false", "off") else ""
            meant = {0: "false", 1: "true"}.get(value, "") if type(value) is int else meant
        elif wanted in (int, float) and re.fullmatch(r"-?\d{1,9}", text):
            meant = str(int(text))
        elif wanted is int and key != "format":
            return self.without(key)
        elif wanted is list and text and not re.search(r"[,;]", text):
            meant = f"[{toml_string(text)}]"
        elif wanted is str and type(value) is int:
            meant = toml_string(str(value))
        return self.set_to(key, meant) if meant else None

    def set_to(self, key: str, literal: str) -> tuple[str, TomlChange]:
        """The mend that writes *literal*, in TOML, under *key*."""
        return tr("Write {literal}", literal=literal), SetValue((*self.path, key), literal)

    def without(self, key: str) -> tuple[str, TomlChange]:
        """The mend that takes *key* out, after which what is usual holds."""
        return tr("Take it out"), DropKey((*self.path, key))

    def _places(self) -> tuple[str, ...]:
        """The province whose table this is, if it is one."""
        return (str(self.path[1]),) if len(self.path) > 1 and self.path[0] == "provinces" else ()

    def _called(self, key: str) -> str:
        return ".".join(str(part) for part in (*self.path, key))

    def text(self, key: str, default: str | None = None, longest: int = _LONGEST_LINE) -> str:
        """The text under *key*, on one line unless it may be longer than that; a fault when it is missing and there is no *default*."""
        value = self._get(key, str, tr("text in quotes"))
        if isinstance(value, str):
            if not value.strip() or len(value) > longest:
                self.fault(
                    tr("{called} is empty or too long", called=self._called(key)), tr("1 to {longest} characters", longest=longest), key
                )
                return default or "?"
            return outside_line(value) if longest <= _LONGEST_LINE else outside_text(value)
        if default is None and not self.has(key):
            mend = None
            if key == "name" and self.path:
                name = self.key.replace("_", " ").title()
                mend = (tr("Call it {name}", name=name), SetValue((*self.path, key), toml_string(name)))
            what = tr("{called} is missing", called=self._called(key))
            self.fault(what, tr("text in quotes"), kind=FaultKind.MISSING_KEY, places=self._places(), mend=mend)
        return default or ""

    def whole(self, key: str, default: int | None, least: int, most: int) -> int | None:
        """The whole number under *key*, between *least* and *most*."""
        value = self._get(key, int, tr("a whole number"))
        if isinstance(value, int):
            if least <= value <= most:
                return value
            self.fault(
                tr("{called} is {value}", called=self._called(key), value=value),
                tr("a number from {least} to {most}", least=least, most=most),
                key,
                mend=self.without(key) if key != "format" else None,
            )
        return default

    def number(self, key: str, default: float) -> float:
        """The number under *key*."""
        value = self._get(key, float, tr("a number"))
        return float(value) if isinstance(value, (int, float)) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """The truth under *key*."""
        value = self._get(key, bool, tr("true or false"))
        return value if isinstance(value, bool) else default

    def choice(self, key: str, kinds: type[Choice], default: Choice | None) -> Choice | None:
        """One of *kinds* by its text, letter case and ``-`` or ``_`` for blanks aside."""
        value = self._get(key, str, tr("one of {kinds}", kinds=", ".join(kinds)))
        if not isinstance(value, str):
            return default
        wanted = value.lower().replace("-", " ").replace("_", " ")
        for kind in kinds:
            if wanted in (kind.value.lower().replace("-", " "), kind.name.lower().replace("_", " ")):
                return kind
        close = difflib.get_close_matches(wanted, [each.value for each in kinds], n=2, cutoff=0.7)
        mend = self.set_to(key, toml_string(close[0])) if len(close) == 1 else None
        what, expected = tr("{called} is {value!r}", called=self._called(key), value=value), tr("one of {kinds}", kinds=", ".join(kinds))
        self.fault(what, expected, key, mend=mend)
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of texts under *key*; empty when it is missing."""
        value = self._get(key, list, tr("a list of texts"))
        if not isinstance(value, list):
            return ()
        found: list[str] = []
        for each in value:
            if isinstance(each, str) and each.strip() and len(each) <= _LONGEST_LINE:
                found.append(outside_line(each))
            else:
                self.fault(
                    tr("{called} holds {value!r:.60}", called=self._called(key), value=each), tr("only texts of 1 to 200 characters"), key
                )
        return tuple(found)

    def table(self, key: str) -> Node | None:
        """The table under *key*."""
        value = self._get(key, dict, tr("a table [{name}]", name=self._called(key)))
        return Node(self._layers, self._faults, (*self.path, key), value) if isinstance(value, dict) else None

    def tables(self) -> Iterator[Node]:
        """Every value here, each of which must be a table."""
        for key in self._table:
            inner = self.table(key)
            if inner is not None:
                yield inner

    def list_of_tables(self, key: str) -> tuple[Node, ...]:
        """The tables ``[[key]]``."""
        value = self._get(key, list, tr("tables [[{name}]]", name=self._called(key)))
        if not isinstance(value, list):
            return ()
        found: list[Node] = []
        for index, each in enumerate(value):
            if isinstance(each, dict):
                found.append(Node(self._layers, self._faults, (*self.path, key, index), each))
            else:
                self.fault(tr("{called} holds {value!r:.60}", called=self._called(key), value=each), tr("only tables"), key)
        return tuple(found)

    def know(self, key: str) -> None:
        """Take *key* for known, and for a word that a misspelt one may have meant."""
        self._asked.add(key)

    def done(self) -> None:
        """Note every key that was not asked for: misspelt, most likely."""
        for key in self._table:
            if key not in self._asked:
                close = difflib.get_close_matches(key.lower(), self._asked - self._table.keys(), n=2, cutoff=0.7)
                mend = (tr("Call it {close}", close=close[0]), RenameKey((*self.path, key), close[0])) if len(close) == 1 else None
                what = tr("unknown key {called!r:.80}", called=self._called(key))
                self.fault(what, nearest(key, self._asked), key, kind=FaultKind.UNKNOWN_KEY, places=self._places(), mend=mend)
