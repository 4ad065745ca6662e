"""Inflection of names and writing of numbers in a language.

``{place:in}`` in a German sentence becomes ``in der Nordsee``, ``{power:de}`` in a French one ``d'Autriche``.

A form is a table from the kind of a name to a pattern. The kind is looked up by the whole name, then by its first word; a name that is not
listed has the kind ``other``. A pattern for names that begin with a vowel stands at ``KIND-vowel``. ``{name:en}`` in a pattern gives the
first word of the name that ending where it is an adjective: ``Schwarzes Meer`` is gone into as ``ins Schwarze Meer``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

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
        begins_with_vowel = name[:1].casefold() in self.vowels
        tried = (f"{kind}-vowel", kind, f"{OTHER}-vowel", OTHER) if begins_with_vowel else (kind, OTHER)
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
        lowered=frozenset(table.get("lowered", ())),
        adjectives=frozenset(table.get("adjectives", ())),
        endings=tuple(table.get("endings", ())),
        capital_nouns=table.get("capital_nouns", False) is True,
        decimal=numbers.get("decimal", "."),
        thousands=numbers.get("thousands", ","),
    )
