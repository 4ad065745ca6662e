"""A shipped variant kept as values: the library begins a game of it without the readers of variants, which take ten times as long.

The file is made by ``python -m variants.kept_variant``. It names the checksum of the manifest that it was made of, and serves no other.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, overload
from zlib import crc32

from adjudicator import Board, Edge, Location, Phase, PhaseKind, Piece, Position, Province, Rules, Terrain, Unit, UnitKind, rule_choices
from adjudicator.variant import BuildPolicy, Calendar, CalendarStep, OrderLanguage, Power, PowerRole, Variant

SHIPPED_FOLDER = Path(__file__).with_name("shipped")
KEPT = ("standard",)
"""Ids of the variants that are kept."""

_VALUES: dict[str, Any] = {
    each.__name__: each
    for each in (
        *(Variant, Board, Province, UnitKind, Edge, Location, Power, Calendar, CalendarStep, Rules, Position, Phase, Unit, Piece),
        *(Terrain, PhaseKind, PowerRole, BuildPolicy),
        *(each for each in vars(rule_choices).values() if isinstance(each, type) and issubclass(each, Enum)),
    )
}
_TUPLE, _SET = "()", "{}"


class ShippedLanguages(Sequence[OrderLanguage]):
    """The languages that come with the program, read when they are first asked for: most games are played in English."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> OrderLanguage: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[OrderLanguage]: ...
    def __getitem__(self, index: int | slice) -> OrderLanguage | Sequence[OrderLanguage]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[OrderLanguage]:
        return iter(self._all())

    def __reduce__(self) -> tuple[type[ShippedLanguages], tuple[()]]:
        return ShippedLanguages, ()

    @staticmethod
    def _all() -> tuple[OrderLanguage, ...]:
        found: tuple[OrderLanguage, ...] = import_module("variants.languages").shipped_languages()
        return found


SHIPPED_LANGUAGES = ShippedLanguages()


@cache
def kept_variant(variant_id: str) -> Variant | None:
    """The variant as it is kept; ``None`` where it is not, or its manifest has changed since."""
    if variant_id not in KEPT:
        return None
    try:
        made_of, values = json.loads(_file(variant_id).read_bytes())
        if made_of != _checksum(variant_id):
            return None
        found = _decoded(values, {})
    except (OSError, ValueError, TypeError, LookupError):  # of another version of the program, or cut short: the manifest says it all
        return None
    return found if isinstance(found, Variant) else None


def written(variant_id: str, variant: Variant) -> str:
    """The text of the file that keeps *variant*, a line for each province and edge."""
    text = json.dumps([_checksum(variant_id), _encoded(variant)], ensure_ascii=False, separators=(",", ":"))
    for name in (Province, Edge, Unit, Power, Rules, Calendar):
        text = text.replace(f'["{name.__name__}"', f'\n["{name.__name__}"')
    return f"{text}\n"


def _file(variant_id: str) -> Path:
    return SHIPPED_FOLDER / f"{variant_id}.kept.json"


def _checksum(variant_id: str) -> int:
    return crc32((SHIPPED_FOLDER / variant_id / "variant.toml").read_bytes().replace(b"\r\n", b"\n"))


def _encoded(value: object) -> object:
    if isinstance(value, Enum):
        return [type(value).__name__, value.value]
    if isinstance(value, tuple):
        return [_TUPLE, *map(_encoded, value)]
    if isinstance(value, frozenset):
        return [_SET, *sorted(value)]
    if isinstance(value, Mapping):
        return {key: _encoded(each) for key, each in value.items()}
    if not is_dataclass(value):
        return value
    parts = [(each, getattr(value, each.name)) for each in fields(value) if each.compare]
    while parts and parts[-1][1] == _default(parts[-1][0]):
        del parts[-1]
    return [type(value).__name__, *(_encoded(part) for _, part in parts)]


def _default(field: Any) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _decoded(value: Any, known: dict[tuple[object, ...], object]) -> Any:
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, dict):
        return MappingProxyType({sys.intern(key): _decoded(each, known) for key, each in value.items()})
    if not isinstance(value, list):
        return value
    name = value[0]
    parts = [_decoded(each, known) for each in value[1:]]
    if name == _TUPLE:
        return tuple(parts)
    if name == _SET:
        return frozenset(parts)
    if name == Variant.__name__:
        return replace(Variant(*parts), languages=SHIPPED_LANGUAGES)
    if name == Location.__name__:
        return known.setdefault(tuple(parts), Location(*parts))
    return _VALUES[name](*parts)


def main() -> None:
    """Read the variants and keep them."""
    shipped = import_module("variants.catalogue").shipped
    for variant_id in KEPT:
        _file(variant_id).write_text(written(variant_id, shipped(variant_id).variant), encoding="utf-8")


if __name__ == "__main__":
    main()
