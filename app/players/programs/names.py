"""Other names for powers and provinces, the same in every message: what a program knows of Europe does not help it then.

All words are translated, one by one: codes and names of provinces, powers with their adjectives. Coasts, units and marks of orders stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any, TypeVar

import msgspec

from adjudicator.variant import Variant
from app.players.programs.messages import Message, NewGameMessage

_Said = TypeVar("_Said", bound=Message)
_Translate = Callable[[str], str]
_CONSONANTS, _VOWELS = "BDGJKLMNPRTZ", "AEIOU"
_WORD = re.compile(r"[A-Za-z0-9_]+")

_KEPT = frozenset(
    {
        "type",
        "phase",
        "season",
        "kind",
        "kinds",
        "results",
        "terrain",
        "coasts",
        "builds",
        "seasons",
        "limits",
        "game",
        "outcome",
        "options",
        "name",
        "token",
        "rules",
    }
)
"""Parts of messages that name neither powers nor provinces."""
_BY_NAME = frozenset({"units", "centres", "counters", "legal", "orders", "provinces", "powers"})
"""Parts that are objects with powers or provinces as their keys."""


@dataclass(frozen=True, slots=True)
class Names:
    """A translation of words, there and back. The empty one leaves everything as it is."""

    codes: Mapping[str, str] = field(default_factory=dict)
    """Our codes and ids, as they are written, to the program's."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Our long names, folded, to the program's codes."""
    back: Mapping[str, str] = field(default_factory=dict)
    """The program's codes, folded, to ours."""
    pattern: re.Pattern[str] | None = None
    """Pattern of all our names that are translated, the longest first."""

    def out(self, message: _Said) -> _Said:
        """*message* as the program reads it."""
        if not self.codes:
            return message
        said = self._walk(msgspec.to_builtins(message), self.outwards)
        if isinstance(message, NewGameMessage):
            said["variant"] = "scrambled"
            said["powers"] = sorted(said["powers"])
            for code, province in (said.get("map") or {}).get("provinces", {}).items():
                province["name"] = code
        return msgspec.convert(said, type(message))

    def home(self, message: _Said) -> _Said:
        """Return the message of the program in our names."""
        return msgspec.convert(self._walk(msgspec.to_builtins(message), self.homewards), type(message)) if self.codes else message

    def outwards(self, text: str) -> str:
        """A text in the program's names."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda found: self.codes.get(found[0]) or self.words.get(found[0].casefold(), found[0]), text)

    def homewards(self, text: str) -> str:
        """A text in our names."""
        return _WORD.sub(lambda found: self.back.get(found[0].casefold(), found[0]), text)

    def _walk(self, value: Any, translate: _Translate, name: str = "") -> Any:
        if isinstance(value, str):
            return translate(value)
        if isinstance(value, dict) and name in _BY_NAME:
            return dict(sorted((translate(key), self._walk(each, translate)) for key, each in value.items()))
        if isinstance(value, dict):
            return {key: each if key in _KEPT else self._walk(each, translate, key) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._walk(each, translate) for each in value]
        return value


def scrambled(variant: Variant, seed: int) -> Names:
    """Other names for the powers and provinces of *variant*; the same for the same *seed*, in every process."""
    dice = Random(f"names {seed}")  # noqa: S311 - dice, no secrets
    provinces = variant.board.provinces.values()
    taken = {word.casefold() for each in provinces for word in (each.code, *each.aliases)}
    made = [a + b + c + d for a, b, c, d in product(_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS)]
    free = [code for code in made if code.casefold() not in taken]
    dice.shuffle(free)
    codes, words = dict[str, str](), dict[str, str]()
    for province in provinces:
        codes[province.code] = free.pop()
        words.update({word.casefold(): codes[province.code] for word in (province.name, *province.names)})
    for power in variant.powers.values():
        codes[power.id] = free.pop() + dice.choice(_CONSONANTS)
        words.update({word.casefold(): codes[power.id] for word in (power.name, power.adjective)})
    exact = "|".join(map(re.escape, sorted(codes, key=len, reverse=True)))
    folded = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![A-Za-z0-9_])(?:(?i:{folded})|{exact})(?![A-Za-z0-9_])")
    return Names(codes, words, {other.casefold(): ours for ours, other in codes.items()}, pattern)
