"""Configurations of DiplomacyGM: JSON or TOML, over those of the folders above, in the newer and the older shape."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.source import Source, is_drawing
from variants.toml_text import read_toml

LARGEST_CONFIG = 2 * 1024 * 1024
DEEPEST_PARENTS = 4
STYLE = "svg config"
_NAMES = ("config.json", "config.toml")

Config = dict[str, object]


def find_config(names: Sequence[str], name: str) -> str | None:
    """The configuration in a folder: the one that was chosen, or the only one, or the one highest up.

    One that was chosen may have any name: the older shape is a file for each variant beside others (``config/classic.json``).
    """
    found = [each for each in names if each.lower().rpartition("/")[2] in _NAMES]
    if name:
        return name if name in found or (name in names and name.lower().endswith(".json")) else None
    return min(found, key=lambda each: (each.count("/"), each), default=None)


def read_config(source: Source, name: str, depth: int = 0) -> Config:
    """A configuration over that of the folder above.

    Raises:
        VariantError: it cannot be read, is too large, or is no table.
    """
    try:
        content = source.read(name)
    except (OSError, ValueError) as error:
        raise VariantError((Fault(name, None, system_words(error)[:200], tr("a configuration")),)) from None
    if len(content) > LARGEST_CONFIG:
        raise VariantError(
            (
                Fault(
                    name,
                    None,
                    tr("the file has {count} bytes", count=len(content)),
                    tr("at most {largest_config}", largest_config=LARGEST_CONFIG),
                ),
            )
        )
    if name.lower().endswith(".toml"):
        own: object = dict(read_toml(name, content).table)
    else:
        try:
            own = json.loads(_decoded(content))
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise VariantError(
                (Fault(name, line, tr("this is no JSON: {why}", why=system_words(error))[:200], tr("a configuration")),)
            ) from None
    if not isinstance(own, dict):
        raise VariantError((Fault(name, 1, tr("this is no table"), tr("a configuration")),))
    above = name.rpartition("/")[0].rpartition("/")[0]
    if depth < DEEPEST_PARENTS and "/" in name.rpartition("/")[0] and name.lower().rpartition("/")[2] in _NAMES:
        parents = [each for each in source.names() if each.rpartition("/")[0] == above and each.lower().rpartition("/")[2] in _NAMES]
        if parents:
            return _merged(read_config(source, parents[0], depth + 1), own)
    if name.lower().rpartition("/")[2] not in _NAMES and STYLE not in own:
        raise VariantError((Fault(name, 1, tr("this is no configuration of DiplomacyGM"), tr('a table "{name}"', name=STYLE)),))
    return own


def _decoded(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _merged(base: Config, upper: Config) -> Config:
    merged = dict(base)
    for key, value in upper.items():
        low = merged.get(key)
        merged[key] = _merged(low, value) if isinstance(low, dict) and isinstance(value, dict) else value
    return merged


def drawing_name(source: Source, folder: str, told: Config) -> str:
    """The drawing that a configuration names, wherever it lies in the source; else one in its folder or above.

    Raises:
        VariantError: there is none.
    """
    drawings = [each for each in source.names() if is_drawing(each)]
    stated = text_of(told, "file").replace("\\", "/").removeprefix("./").lower()
    exact = [each for each in drawings if stated and f"/{each.lower()}".endswith(f"/{stated}")]
    alike = [each for each in drawings if stated and each.lower().rpartition("/")[2] == stated.rpartition("/")[2]]
    if exact or alike:
        return min(exact or alike, key=lambda each: (each.rpartition("/")[0] != folder, each.count("/"), each))
    inside = [each for each in drawings if not folder or each.startswith((f"{folder}/", folder.rpartition("/")[0]))]
    if inside:
        return min(inside, key=lambda each: (each.rpartition("/")[0] != folder, each))
    raise VariantError((Fault(folder or source.label, None, tr("there is no drawing"), stated or tr("an SVG file")),))


def either(told: Config, key: str) -> object:
    """A value of the configuration, or of its part about the drawing, where the older shape has some."""
    return told[key] if key in told else table_of(told, STYLE).get(key)


def table_of(table: Config, key: str) -> Config:
    """A table in a table; empty where there is none."""
    value = table.get(key)
    return {str(name): each for name, each in value.items()} if isinstance(value, dict) else {}


def text_of(table: Config, key: str) -> str:
    """A text in a table; empty where there is none."""
    value = table.get(key)
    return value.strip() if isinstance(value, str) else ""


def number_of(value: object, default: float) -> float:
    """A number, however it is written."""
    try:
        number = float(value) if isinstance(value, int | float | str) else default
    except (ValueError, OverflowError):
        return default
    return number if abs(number) < 100_000 else default


def colour_of(value: object) -> str:
    """``#RRGGBB`` in capitals, of a text or of the first of several (``{"standard": ...}``); empty where it is no such colour."""
    if isinstance(value, dict):
        value = value.get("standard", next(iter(value.values()), ""))
    text = str(value).strip()
    match = re.fullmatch(r"#?([0-9A-Fa-f]{6})(?:[0-9A-Fa-f]{2})?", text)
    if match is not None:
        return f"#{match[1].upper()}"
    short = re.fullmatch(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", text)
    return "#" + "".join(each * 2 for each in short.groups()).upper() if short else ""
