"""The form of places: which province is a centre, whose home it is, and what stands there at the start."""

from __future__ import annotations

import re

from app.board_editor.forms.manifest import FormError, Manifest, fix_of
from languages import labelled, tr
from variants.fix import Change, Fix

_LAND, _WATER = ("inland", "coastal"), ("coastal", "sea")
_STANDING = re.compile(r"([A-Z]) ([A-Z0-9]{2,8})(?:/([A-Z]{1,3}))?")


def set_centre(manifest: Manifest, code: str, *, on: bool) -> Fix:
    """A province becomes a supply centre; or none, and then it is no home either.

    Raises:
        FormError: there is no such province, or it cannot be held.
    """
    code = manifest.province(code)
    if on:
        _check_holdable(manifest, code)
        return fix_of(tr("Make {code} a centre", code=code), (manifest.write(("provinces", code, "centre"), True),))
    # A build site may be a home without being a centre.
    keys = ("centres", "cores") if manifest.at("provinces", code, "build_site") is True else ("home", "centres", "cores")
    changes: list[Change | None] = [manifest.write(("provinces", code, "centre"), False)]
    changes += [manifest.drop(("powers", power, key), code) for power in manifest.tables("powers") for key in keys]
    return fix_of(tr("Make {code} no centre", code=code), changes)


def set_home(manifest: Manifest, code: str, power: str) -> Fix:
    """A province becomes a home of *power*, and of no other; a centre, too, where it was none. Without a power it is no home.

    Raises:
        FormError: there is no such province or power, or it cannot be held.
    """
    code = manifest.province(code)
    owner = manifest.power(power) if power else ""
    changes: list[Change | None] = []
    if owner:
        _check_holdable(manifest, code)
        if manifest.at("provinces", code, "centre") is not True and manifest.at("provinces", code, "build_site") is not True:
            changes.append(manifest.write(("provinces", code, "centre"), True))
    for each, table in manifest.tables("powers").items():
        for key in ("home", "centres"):
            path = ("powers", each, key)
            if each != owner:
                changes.append(manifest.drop(path, code))
            elif key == "home" or key in table:
                changes.append(manifest.put(path, code))
    title = tr("Make {code} a home of {power}", code=code, power=owner) if owner else tr("Make {code} nobody's home", code=code)
    return fix_of(title, changes)


def kinds_at(manifest: Manifest, code: str) -> tuple[tuple[str, str, str], ...]:
    """Return the units that may stand in a province at the start: letter, coast (or empty) and words for each."""
    terrain, coasts = manifest.text("provinces", code, "terrain"), manifest.at("provinces", code, "coasts")
    found: list[tuple[str, str, str]] = []
    kinds = manifest.tables("kinds") or {
        "A": {"name": "army", "terrains": list(_LAND)},
        "F": {"name": "fleet", "terrains": list(_WATER)},
    }
    for letter, table in kinds.items():
        terrains, name = table.get("terrains"), str(table.get("name", letter))
        if not isinstance(terrains, list) or terrain not in terrains:
            continue
        own = [coast for coast, each in coasts.items() if isinstance(each, dict) and name in each] if isinstance(coasts, dict) else []
        if own and not manifest.words("provinces", code, name):
            found += [(letter, coast, tr("{name} on {code}/{coast}", name=name.capitalize(), code=code, coast=coast)) for coast in own]
        else:
            found.append((letter, "", name.capitalize()))
    return tuple(found)


def set_unit(manifest: Manifest, code: str, power: str, kind: str = "", coast: str = "") -> Fix:
    """Set the unit in a province at the start, in place of any other. Without a *kind* nothing stands there.

    Raises:
        FormError: there is no such province or power, or such a unit cannot stand there.
    """
    code, kind, coast = manifest.province(code), kind.strip().upper(), coast.strip().upper()
    changes: list[Change | None] = []
    unit = f"{kind} {code}{'/' + coast if coast else ''}"
    owner = manifest.power(power) if kind else ""
    if kind:
        able = kinds_at(manifest, code)
        if (kind, coast) not in {(letter, shore) for letter, shore, _ in able}:
            words = ", ".join(f"{letter} {code}{'/' + shore if shore else ''}" for letter, shore, _ in able)
            raise FormError(tr("{unit} cannot stand there; there could be {words}", unit=unit, words=words or tr("no unit")))
    for each in manifest.tables("powers"):
        for standing in manifest.words("powers", each, "start"):
            read = _STANDING.fullmatch(standing.strip().upper())
            if read is not None and read[2] == code and not (each == owner and standing == unit):
                changes.append(manifest.drop(("powers", each, "start"), standing))
    if kind:
        changes.append(manifest.put(("powers", owner, "start"), unit))
    return fix_of(labelled(owner, unit) if kind else tr("Nothing starts in {code}", code=code), changes)


def unit_at(manifest: Manifest, code: str) -> tuple[str, str, str]:
    """Power, kind and coast of the unit that starts in a province; empty texts for none."""
    for power in manifest.tables("powers"):
        for standing in manifest.words("powers", power, "start"):
            read = _STANDING.fullmatch(standing.strip().upper())
            if read is not None and read[2] == code:
                return power, read[1], read[3] or ""
    return "", "", ""


def home_of(manifest: Manifest, code: str) -> str:
    """Return the power whose home a province is; empty for none."""
    return next((power for power in manifest.tables("powers") if code in manifest.words("powers", power, "home")), "")


def _check_holdable(manifest: Manifest, code: str) -> None:
    if manifest.text("provinces", code, "terrain") == "impassable":
        raise FormError(tr("{code} is impassable: nobody could ever hold it", code=code))
