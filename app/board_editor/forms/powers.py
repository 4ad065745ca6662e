"""The form of powers: added, named, coloured, removed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.board_editor.forms.colours import Alike, alike, free_colour
from app.board_editor.forms.manifest import FormError, Manifest, Table, fix_of
from languages import labelled, tr
from variants.fix import AddBlock, Change, DropKey, DropTable, Fix
from variants.province_codes import plain_words
from variants.read_powers import COLOUR, MOST_POWERS
from variants.style import Pattern, default_style, ink_of, land_of
from variants.toml_text import toml_string

_KEYS = {"name": "name", "adjective": "adjective", "letter": "letter", "pattern": "pattern", "role": "role"}


@dataclass(frozen=True, slots=True)
class PowerEntry:
    """A power as its form shows it."""

    id: str
    name: str
    adjective: str
    letter: str
    unit: str
    """The colour of its units, ``#RRGGBB``."""
    fill: str
    """Colour of its land."""
    home: tuple[str, ...]
    start: tuple[str, ...]


def powers_of(manifest: Manifest) -> tuple[PowerEntry, ...]:
    """Every power, in the file's sequence."""
    return tuple(_entry(manifest, index, power, table) for index, (power, table) in enumerate(manifest.tables("powers").items()))


def warnings_of(manifest: Manifest) -> tuple[Alike, ...]:
    """Return the pairs of powers that look alike, all pairs tried."""
    return alike({each.id: each.unit for each in powers_of(manifest)})


def add_power(manifest: Manifest, name: str) -> tuple[Fix, str]:
    """A power more, with a colour that all can tell from the others; and its id.

    Raises:
        FormError: it has no name, or there are too many.
    """
    name = " ".join(name.split())
    if not name:
        raise FormError(tr("a power needs a name"))
    there = powers_of(manifest)
    if len(there) >= MOST_POWERS:
        raise FormError(tr("there are {most_powers} powers already, and no more are possible", most_powers=MOST_POWERS))
    if name.casefold() in {each.name.casefold() for each in there}:
        raise FormError(tr("there is a power {name} already", name=name))
    power = free_power_id(name, {each.id for each in there})
    unit = free_colour([each.unit for each in there], name) or default_style(len(there)).unit
    pattern = default_style(len(there)).pattern
    block = "\n".join(
        (
            f"[powers.{power}]",
            f"name = {toml_string(name)}",
            f"adjective = {toml_string(name)}",
            f"letter = {toml_string(free_letter(name, {each.letter for each in there}))}",
            "home = []",
            "start = []",
            f'unit = "{unit}"',
            f'fill = "{land_of(unit)}"',
            f'ink = "{ink_of(unit)}"',
            f'pattern = "{pattern}"',
        )
    )
    return fix_of(tr("Put in the power {name}", name=name), (AddBlock(block),)), power


def change_power(manifest: Manifest, power: str, key: str, value: str) -> Fix:
    """Another name, adjective, letter, pattern, role or colour; with the units' colour the land's follows.

    Raises:
        FormError: the value cannot stand.
    """
    power = manifest.power(power)
    value = " ".join(value.split())
    if key in ("unit", "fill"):
        value = value.upper() if value.startswith("#") else f"#{value.upper()}"
        if not COLOUR.fullmatch(value):
            raise FormError(tr("{colour!r:.20} is no colour such as #C4481A", colour=value))
        return _coloured(manifest, power, key, value)
    if key not in _KEYS:
        raise FormError(tr("a power has no {key!r:.20}", key=key))
    if not value and key != "adjective":
        raise FormError(tr("a power needs a {key}", key=key))
    if key == "letter" and len(value) > 2:
        raise FormError(tr("a power is marked by one or two letters"))
    if key == "pattern" and value not in set(Pattern):
        raise FormError(tr("{pattern!r:.20} is no pattern; there are {names}", pattern=value, names=", ".join(Pattern)))
    changes = [manifest.write(("powers", power, key), value or None)]
    name = manifest.text("powers", power, "name")
    if key == "name" and manifest.text("powers", power, "adjective") == name:
        changes.append(manifest.write(("powers", power, "adjective"), value))
    return fix_of(labelled(name or power, f"{key} {value}"), changes)


def remove_power(manifest: Manifest, power: str) -> Fix:
    """The power goes, with its units; its centres have no owner, its land no colour.

    Raises:
        FormError: there is none, or it is one of the variant that this one extends.
    """
    power = manifest.power(power)
    path = ("powers", power)
    if not manifest.has_own(path):
        raise FormError(
            tr(
                '{power} is a power of {variant}; without = ["powers.{key}"] leaves it out',
                power=power,
                variant=manifest.text("extends"),
                key=power,
            )
        )
    changes: list[Change] = [DropTable(path)]
    changes += [
        DropKey(("provinces", code, "territory")) for code, each in manifest.tables("provinces").items() if each.get("territory") == power
    ]
    return fix_of(tr("Take out the power {power}", power=manifest.text(*path, "name") or power), changes)


def _coloured(manifest: Manifest, power: str, key: str, value: str) -> Fix:
    path = ("powers", power)
    changes = [manifest.write((*path, key), value)]
    if key == "unit":
        changes += [manifest.write((*path, "fill"), land_of(value)), manifest.write((*path, "ink"), ink_of(value))]
    name = manifest.text(*path, "name") or power
    return fix_of(
        tr("{power}: units {colour}", power=name, colour=value)
        if key == "unit"
        else tr("{power}: land {colour}", power=name, colour=value),
        changes,
    )


def _entry(manifest: Manifest, index: int, power: str, table: Table) -> PowerEntry:
    style, name = default_style(index), str(table.get("name", power))
    unit = _colour(table.get("unit"), style.unit)
    return PowerEntry(
        power,
        name,
        str(table.get("adjective", name)),
        str(table.get("letter", name[:1].upper())),
        unit,
        _colour(table.get("fill"), style.fill),
        manifest.words("powers", power, "home"),
        manifest.words("powers", power, "start"),
    )


def _colour(value: object, otherwise: str) -> str:
    return value.upper() if isinstance(value, str) and COLOUR.fullmatch(value) else otherwise


def free_power_id(name: str, taken: set[str]) -> str:
    """An id for a power called *name*."""
    plain = re.sub(r"^(?=[0-9])", "P_", "_".join(plain_words(name)))[:36] or "POWER"
    return plain if plain not in taken else next(f"{plain}_{number}" for number in range(2, 99) if f"{plain}_{number}" not in taken)


def free_letter(name: str, taken: set[str]) -> str:
    """A letter for a power called *name*."""
    letters = "".join(plain_words(name)) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return next((each for each in letters if each not in taken), letters[0])
