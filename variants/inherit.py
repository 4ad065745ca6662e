"""``extends``: a variant that is another one, with what differs. Apart from its sources, since a kept board is read without it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping

from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.node import Layers
from variants.source import MANIFEST, Source, SourceFinder
from variants.toml_text import TomlText, read_toml

MOST_LAYERS = 6

OWN_KEYS = frozenset(("format", "id", "name", "version", "description", "authors", "extends", "without"))
"""Keys that are never taken over from the variant that is extended."""

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def read_layers(source: Source, library: SourceFinder) -> tuple[Layers, tuple[Source, ...]]:
    """The variant's table with everything it extends merged in, and the sources it came from, its own first.

    Tables merge key by key; any other value stands in place of the earlier one. ``without = ["powers.FRANCE"]`` takes tables or keys
    out of what is extended before it is merged.

    Raises:
        VariantError: a file is missing, is no TOML, or the chain of ``extends`` is too long or goes in a circle.
    """
    texts: list[TomlText] = []
    sources: list[Source] = []
    following: Source | None = source
    while following is not None:
        text = _manifest(following)
        if sources:
            text = TomlText(f"{following.label}/{text.name}", text.table, text.lines, text.faults)
        texts.append(text)
        sources.append(following)
        following = _extended(text, tuple(texts), library)
    table: dict[str, object] = {}
    for text in reversed(texts):
        inherited = {key: value for key, value in table.items() if key not in OWN_KEYS}
        for path in _without(text):
            _take_out(inherited, path, text)
        table = _merge(inherited, text.table)
    return Layers(tuple(texts), table), tuple(sources)


def extended_files(source: Source, library: SourceFinder) -> dict[str, dict[str, bytes]]:
    """The files of all variants that the one in *source* extends, by id, drawings empty: what another process has to be given."""
    try:
        layers, sources = read_layers(source, library)
    except VariantError:
        return {}
    found: dict[str, dict[str, bytes]] = {}
    for text, each in zip(layers.texts, sources[1:], strict=False):
        with contextlib.suppress(OSError, ValueError):
            names = each.names()
            found[str(text.table["extends"])] = {name: b"" if name.lower().endswith(".svg") else each.read(name) for name in names}
    return found


def _manifest(source: Source) -> TomlText:
    try:
        content = source.read(MANIFEST)
    except (OSError, ValueError) as error:
        raise VariantError(
            (
                Fault(
                    MANIFEST,
                    None,
                    tr("{variant} cannot be read: {error}", variant=source.label, error=system_words(error)),
                    tr("a file {name}", name=MANIFEST),
                ),
            )
        ) from None
    return read_toml(MANIFEST, content, keep_going=True)


def _extended(text: TomlText, chain: tuple[TomlText, ...], library: SourceFinder) -> Source | None:
    if "extends" not in text.table:
        return None
    wanted = text.table["extends"]
    line = text.lines.get(("extends",))
    if not isinstance(wanted, str) or not _ID.fullmatch(wanted):
        raise VariantError((Fault(text.name, line, tr("extends is {wanted!r:.60}", wanted=wanted), tr("the id of a variant")),))
    if any(earlier.table.get("id") == wanted for earlier in chain):
        raise VariantError(
            (Fault(text.name, line, tr("{wanted} extends itself in a circle", wanted=wanted), tr("a variant that stands on its own")),)
        )
    if len(chain) >= MOST_LAYERS:
        raise VariantError(
            (Fault(text.name, line, tr("too many variants extend one another"), tr("at most {most_layers}", most_layers=MOST_LAYERS)),)
        )
    try:
        return library(wanted)
    except LookupError as error:
        raise VariantError(
            (Fault(text.name, line, tr("extends an unknown variant {wanted!r}", wanted=wanted), str(error).strip("'\"")),)
        ) from None


def _without(text: TomlText) -> tuple[str, ...]:
    paths = text.table.get("without", [])
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise VariantError((Fault(text.name, text.lines.get(("without",)), tr("without is no list of texts"), '["powers.FRANCE"]'),))
    return tuple(path for path in paths if isinstance(path, str))


def _take_out(table: dict[str, object], path: str, text: TomlText) -> None:
    parts = path.split(".")
    inner: object = table
    for part in parts[:-1]:
        inner = inner.get(part) if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or parts[-1] not in inner:
        line = text.lines.get(("without",))
        raise VariantError(
            (Fault(text.name, line, tr("without names {path!r:.60}", path=path), tr("a table or key of the variant that is extended")),)
        )
    del inner[parts[-1]]


def _merge(base: Mapping[str, object], upper: Mapping[str, object]) -> dict[str, object]:
    """*base* with *upper* over it, as copies: neither changes."""
    merged: dict[str, object] = {}
    for key in (*base, *(key for key in upper if key not in base)):
        low, high = base.get(key), upper.get(key)
        if isinstance(high, Mapping):
            merged[key] = _merge(low if isinstance(low, Mapping) else {}, high)
        elif key in upper:
            merged[key] = high
        else:
            merged[key] = _merge({}, low) if isinstance(low, Mapping) else low
    return merged
