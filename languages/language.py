"""One language: its catalogue, and sentences with their places filled."""

from __future__ import annotations

import gzip
import re
import struct
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

from languages.pseudo import PSEUDO, stretched


def read_messages(file: Path) -> GNUTranslations | None:
    """The translations in *file* (a ``.mo``, packed as ``.gz``); ``None`` where it is missing or damaged."""
    try:
        with gzip.open(file) as source:
            return GNUTranslations(source)
    except (OSError, EOFError, ValueError, struct.error, zlib.error):
        return None


OTHER = "other"
_NAME = re.compile(r"\{name(?::(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Grammar:
    """Contents of ``grammar.toml`` of a language."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """Name or first word of a name to its kind: ``Nordsee`` to ``f``."""
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Form to kind to pattern with ``{name}``: ``in`` to ``f`` to ``in der {name}``."""
    vowels: str = "aeiou"
    beginnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sound that names begin with to the letters that it is written with: ``i`` to ``i``, ``hi``; Spanish says *e Italia* before it."""
    lowered: frozenset[str] = frozenset()
    """First words of names that lose their capital after an article: ``Armée``, which makes ``l'armée de Paris``."""
    adjectives: frozenset[str] = frozenset()
    """Names whose first word is an adjective with an ending of its own: ``Schwarzes Meer``."""
    endings: tuple[str, ...] = ()
    """Endings of adjectives: ``es``, ``er``, ``e``."""
    capital_nouns: bool = False
    """Nouns keep their capital within a sentence, as German ones do."""
    decimal: str = "."
    thousands: str = ","

    def bent(self, form: str, name: str) -> str:
        """*name* in *form*; a form that begins with a capital gives a text that begins with one."""
        patterns = self.forms[form.casefold()]
        kind = self.kinds.get(name) or self.kinds.get(name.partition(" ")[0]) or OTHER
        sounds = [sound for sound, letters in self.beginnings.items() if name.casefold().startswith(letters)]
        if name[:1].casefold() in self.vowels:
            sounds.append("vowel")
        tried = [each for of in (kind, OTHER) for each in (*(f"{of}-{sound}" for sound in sounds), of)]
        pattern = next((patterns[each] for each in tried if each in patterns), "{name}")
        if pattern != "{name}" and name.partition(" ")[0] in self.lowered:
            name = name[:1].lower() + name[1:]
        text = _NAME.sub(lambda place: name if place[1] is None else self._with_ending(name, place[1]), pattern)
        return text[:1].upper() + text[1:] if form[:1].isupper() else text

    def _with_ending(self, name: str, ending: str) -> str:
        if name not in self.adjectives:
            return name
        adjective, blank, rest = name.partition(" ")
        own = next((each for each in self.endings if adjective.endswith(each)), "")
        return f"{adjective.removesuffix(own)}{ending}{blank}{rest}"

    def with_separators(self, number: str) -> str:
        """*number*, formatted as English is, with the language's own separators."""
        swapped = {".": self.decimal, ",": self.thousands}
        return "".join(swapped.get(each, each) for each in number)


def read_grammar(file: Path) -> Grammar:
    """The grammar in *file*; one that bends nothing where there is no such file."""
    if not file.exists():
        return Grammar()
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    numbers = table.get("numbers", {})
    return Grammar(
        kinds={name: kind for kind, names in table.get("kinds", {}).items() for name in names},
        forms=table.get("forms", {}),
        vowels=table.get("vowels", "aeiou"),
        beginnings={sound: tuple(letters) for sound, letters in table.get("beginnings", {}).items()},
        lowered=frozenset(table.get("lowered", ())),
        adjectives=frozenset(table.get("adjectives", ())),
        endings=tuple(table.get("endings", ())),
        capital_nouns=table.get("capital_nouns", False) is True,
        decimal=numbers.get("decimal", "."),
        thousands=numbers.get("thousands", ","),
    )


FOLDER = Path(__file__).parent
CATALOGUE = "entente.mo.gz"

_FORMATTER = Formatter()

TextPart = tuple[str, str | None, str | None, str | None]
"""Text before a place, the place's name, its format, its conversion."""


class Language:
    """A language as it is used.

    Args:
        code: ``de``.
        messages: its catalogue.
        grammar: how names are bent in it.
    """

    def __init__(self, code: str, messages: GNUTranslations | None, grammar: Grammar) -> None:
        self.code = code
        self.grammar = grammar
        self._messages = messages
        self._pieces: dict[str, list[TextPart]] = {}

    def found(self, text: str, context: str = "") -> str:
        """Return the catalogue's translation of the English *text*; *text* itself where it has none."""
        if not text:
            return text  # gettext answers an empty text with the head of its catalogue
        if self._messages is None:
            return stretched(text)
        return self._messages.pgettext(context, text) if context else self._messages.gettext(text)

    def counted(self, one: str, many: str, count: int) -> str:
        """Return the catalogue's translation for *count* of something."""
        if self._messages is None:
            return stretched(one if count == 1 else many)
        return self._messages.ngettext(one, many, count)

    def say(self, translated: str, english: str, places: Mapping[str, object]) -> str:
        """*translated* with its *places* filled; where it asks for a place that is not there, the *english* text."""
        if not places:
            return translated
        try:
            return "".join(self._filled(translated, places))
        except (KeyError, ValueError, IndexError, TypeError):
            return english.format(**places)

    def _filled(self, text: str, places: Mapping[str, object]) -> list[str]:
        pieces = self._pieces.get(text)
        if pieces is None:
            pieces = self._pieces[text] = list(_FORMATTER.parse(text))
        found = []
        for before, place, form, conversion in pieces:
            found.append(before)
            if place is None:
                continue
            value = places[place]
            if conversion is not None:
                value = _FORMATTER.convert_field(value, conversion)
            found.append(self._formatted(value, form))
        return found

    def _formatted(self, value: object, form: str | None) -> str:
        if not form:
            return str(value)
        if form.casefold() in self.grammar.forms:
            return self.grammar.bent(form, str(value))
        text = format(value, form)
        return self.grammar.with_separators(text) if isinstance(value, int | float) else text


@cache
def load_language(code: str) -> Language | None:
    """The language *code*; ``None`` where there is none, or its catalogue cannot be read."""
    if code == PSEUDO:
        return Language(PSEUDO, None, Grammar())
    messages = read_messages(FOLDER / code / CATALOGUE)
    return None if messages is None else Language(code, messages, read_grammar(FOLDER / code / "grammar.toml"))
