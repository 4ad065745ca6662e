"""Positions as plain data: dictionaries, lists, texts and numbers, ready for JSON; and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from adjudicator import Position, Variant
from adjudicator.errors import DiplomacyError
from entente.position_line import LONGEST_LINE, PositionLineError, read_position_line

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]

_TEXT = re.compile(r"[A-Za-z0-9_/ <-]+")


class PlainDataError(DiplomacyError):
    """Plain data that is no position. ``faults`` holds every one in words."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def position_to_plain(position: Position) -> dict[str, Plain]:
    """``{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "owners": {"FRANCE": ["PAR"]}, ...}``; empty parts are left out.

    >>> from variants import standard
    >>> plain = position_to_plain(standard().start)
    >>> plain["phase"], plain["units"]["FRANCE"]
    ('S1901M', ['A MAR', 'A PAR', 'F BRE'])
    """
    plain: dict[str, Plain] = {
        "phase": str(position.phase),
        "units": _by_power((unit.power, str(unit.piece)) for unit in position.units),
        "owners": _by_power((owner, centre) for centre, owner in sorted(position.owners.items())),
    }
    if position.dislodged:
        plain["dislodged"] = [str(each) for each in position.dislodged]
    if position.contested:
        plain["contested"] = list[Plain](sorted(position.contested))
    if position.conditions:
        plain["conditions"] = list[Plain](sorted(position.conditions))
    if position.counters:
        plain["counters"] = dict[str, Plain](sorted(position.counters.items()))
    return plain


def position_from_plain(variant: Variant, plain: object) -> Position:
    """The position that *plain* data describe.

    Raises:
        PlainDataError: they describe none of the variant's; with every fault.
    """
    if not isinstance(plain, Mapping):
        raise PlainDataError(("a position is an object",))
    try:
        line = " | ".join(_fields(plain))
    except _ShapeError as error:
        raise PlainDataError((str(error),)) from error
    if len(line) > LONGEST_LINE:
        raise PlainDataError((f"a position has at most {LONGEST_LINE} characters",))
    try:
        return read_position_line(variant, line)
    except PositionLineError as error:
        raise PlainDataError(tuple(fault.message for fault in error.faults)) from error


class _ShapeError(Exception):
    """A part of the data is of the wrong type."""


def _by_power(pairs: Iterator[tuple[str, str]]) -> dict[str, Plain]:
    grouped: dict[str, list[Plain]] = {}
    for power, text in pairs:
        grouped.setdefault(power, []).append(text)
    return {power: grouped[power] for power in sorted(grouped)}


def _fields(plain: Mapping[object, object]) -> Iterator[str]:
    """The fields of a position's line; every text is looked at first, so that none can smuggle in a field of its own."""
    known = {"phase", "units", "owners", "dislodged", "contested", "conditions", "counters"}
    for name in plain:
        if name not in known:
            raise _ShapeError(f"a position has no part {name!r}; its parts are {', '.join(sorted(known))}")
    yield _text(plain.get("phase"), "phase")
    for name, joint in (("units", ", "), ("owners", " ")):
        groups = [
            f"{_text(power, name)} {joint.join(_texts(texts, f'{name} of {power}'))}"
            for power, texts in _mapping(plain.get(name, {}), name).items()
            if texts != []
        ]
        if groups:
            yield f"{name} {'; '.join(groups)}"
    for name, joint in (("dislodged", "; "), ("contested", " ")):
        if texts := _texts(plain.get(name, []), name):
            yield f"{name} {joint.join(texts)}"
    conditions = plain.get("conditions", [])
    if not isinstance(conditions, list) or not all(isinstance(each, str) for each in conditions):
        raise _ShapeError("conditions: a list of texts was expected")
    if conditions:
        yield f"conditions {' '.join(quote(each, safe='') for each in conditions)}"
    counters = _mapping(plain.get("counters", {}), "counters")
    for key, number in counters.items():
        if isinstance(number, bool) or not isinstance(number, int) or abs(number) >= 10**17:
            raise _ShapeError(f"counters: {key!r} is no whole number")
    if counters:
        yield "counters " + " ".join(f"{quote(str(key), safe='')}={number}" for key, number in counters.items())


def _mapping(value: object, name: str) -> Mapping[object, object]:
    if not isinstance(value, Mapping):
        raise _ShapeError(f"{name}: an object was expected")
    return value


def _texts(value: object, name: str) -> list[str]:
    if not isinstance(value, list):
        raise _ShapeError(f"{name}: a list was expected")
    return [_text(each, name) for each in value]


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or _TEXT.fullmatch(value) is None:
        raise _ShapeError(f"{name}: a text such as 'A PAR' was expected, not {str(value)[:40]!r}")
    return value
