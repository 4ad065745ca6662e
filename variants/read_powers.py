"""The powers of a variant file: who they are, how they look, what they start with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.adjustment import core_name
from adjudicator.board import Board
from adjudicator.location import Location
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Power, PowerRole
from languages import tr
from variants.fault import FaultKind, Severity
from variants.fix import SetValue
from variants.node import Node, nearest
from variants.style import Pattern, PowerStyle, default_style

POWER_ID = re.compile(r"[A-Z][A-Z0-9_]{0,39}")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
MOST_POWERS = 60


@dataclass(frozen=True, slots=True)
class ReadPower:
    """A power as its table says, before the board is known."""

    node: Node
    power: Power
    style: PowerStyle
    home: tuple[str, ...]
    centres: tuple[str, ...]
    """Centres that it owns at the start; its home where the file does not state them."""
    cores: tuple[str, ...]
    start: tuple[str, ...]


def read_powers(root: Node) -> tuple[ReadPower, ...]:
    """Every ``[powers.X]`` table."""
    table = root.table("powers")
    if table is None:
        root.fault(tr("there are no powers"), tr("tables [powers.NAME]"))
        return ()
    found: list[ReadPower] = []
    letters: dict[str, str] = {}
    for index, node in enumerate(table.tables()):
        if index >= MOST_POWERS:
            table.fault(tr("too many powers"), tr("at most {most_powers}", most_powers=MOST_POWERS))
            break
        entry = _power(node, index)
        other = letters.setdefault(entry.power.letter, entry.power.id)
        if other != entry.power.id and len(table.keys) <= 26:
            node.fault(
                tr("{power} has the letter of {other}", power=entry.power.id, other=other),
                tr("a letter of its own"),
                "letter",
                Severity.WARNING,
                FaultKind.POWERS,
            )
        found.append(entry)
    if not found:
        table.fault(tr("there are no powers"), tr("tables [powers.NAME]"))
    return tuple(found)


def _power(node: Node, index: int) -> ReadPower:
    if not POWER_ID.fullmatch(node.key):
        node.fault(tr("{key!r:.60} cannot be the id of a power", key=node.key), tr("capital letters, digits and _, a letter first"))
    name = node.text("name")
    entry = ReadPower(
        node,
        Power(
            node.key,
            name,
            node.text("adjective", name),
            node.text("letter", name[:1].upper(), longest=2),
            node.choice("role", PowerRole, PowerRole.PLAYING) or PowerRole.PLAYING,
            node.whole("victory", None, 1, 1000),
        ),
        _style(node, default_style(index)),
        node.texts("home"),
        node.texts("centres") if node.has("centres") else node.texts("home"),
        node.texts("cores"),
        node.texts("start"),
    )
    node.done()
    return entry


def _style(node: Node, default: PowerStyle) -> PowerStyle:
    def colour(key: str, otherwise: str) -> str:
        text = node.text(key, otherwise)
        if COLOUR.fullmatch(text):
            return text.upper()
        node.fault(tr("{key} is {text!r:.30}", key=key, text=text), tr("a colour such as #C4481A"), key)
        return otherwise

    return PowerStyle(
        colour("fill", default.fill),
        colour("unit", default.unit),
        colour("ink", default.ink),
        node.choice("pattern", Pattern, default.pattern) or default.pattern,
    )


def read_homes(entries: tuple[ReadPower, ...]) -> Mapping[str, str]:
    """Home centre to power."""
    homes: dict[str, str] = {}
    for entry in entries:
        for code in entry.home:
            owner = homes.setdefault(code.upper(), entry.power.id)
            if owner != entry.power.id:
                entry.node.fault(tr("{code} is a home of {owner} already", code=code, owner=owner), tr("each home centre once"), "home")
    return homes


def read_cores(entries: tuple[ReadPower, ...]) -> Mapping[str, int]:
    """The counters by which a position says that a centre is a core of a power."""
    return {core_name(entry.power.id, code.upper()): 1 for entry in entries for code in entry.cores}


def read_start(entries: tuple[ReadPower, ...], board: Board) -> tuple[tuple[Unit, ...], Mapping[str, str]]:
    """Units and owned centres at the start."""
    units: list[Unit] = []
    owners: dict[str, str] = {}
    taken: dict[str, str] = {}
    for entry in entries:
        for key, codes in (("home", entry.home), ("centres", entry.centres), ("cores", entry.cores)):
            told = key != "centres" or entry.node.has(key)
            for code in dict.fromkeys(codes):
                province = board.provinces.get(code.upper())
                if province is None:
                    if told:
                        expected = nearest(code, board.provinces)
                        entry.node.fault(tr("unknown province {code!r:.40}", code=code), expected, key, kind=FaultKind.UNKNOWN_PLACE)
                elif not province.centre:
                    if told and not (province.build_site and code in entry.home and key in ("home", "centres")):
                        _no_centre(entry.node, province.code, key)
                elif key == "centres" and owners.setdefault(province.code, entry.power.id) != entry.power.id:
                    what = tr("{code} belongs to {owners} already", code=code, owners=owners[province.code])
                    entry.node.fault(what, tr("each centre once"), key, kind=FaultKind.POWERS, places=(province.code,))
        for text in entry.start:
            unit = _unit(entry, text, board)
            if unit is None:
                continue
            if unit.province in taken:
                entry.node.fault(
                    tr("{text}: {taken} stands there already", text=text, taken=taken[unit.province]),
                    tr("one unit in a province"),
                    "start",
                    kind=FaultKind.START,
                    places=(entry.power.id,),
                )
            else:
                taken[unit.province] = str(unit)
                units.append(unit)
    return tuple(sorted(units, key=str)), dict(sorted(owners.items()))


def _start(entry: ReadPower, what: str, expected: str) -> None:
    entry.node.fault(what, expected, "start", kind=FaultKind.START, places=(entry.power.id,))


def _no_centre(node: Node, code: str, key: str) -> None:
    mend = (tr("Make {code} a centre", code=code), SetValue(("provinces", code, "centre"), "true"))
    expected = tr("centre = true in [provinces.{code}]", code=code)
    node.fault(tr("{code} is not a supply centre", code=code), expected, key, kind=FaultKind.POWERS, places=(code,), mend=mend)


def _unit(entry: ReadPower, text: str, board: Board) -> Unit | None:
    """The unit that *text* (``F STP/SC``) places, or ``None`` and a fault."""
    match = re.fullmatch(r"([A-Z]) ([A-Z0-9]{2,8})(?:/([A-Z]{1,3}))?", text.strip().upper())
    if match is None:
        _start(entry, tr("{text!r:.40} is not a unit", text=text), tr("kind and place, such as F STP/SC"))
        return None
    kind, province = board.kinds.get(match[1]), board.provinces.get(match[2])
    if kind is None:
        _start(entry, tr("{text}: unknown unit kind", text=text), nearest(match[1], board.kinds))
        return None
    if province is None:
        _start(entry, tr("{text}: unknown province", text=text), nearest(match[2], board.provinces))
        return None
    place = Location(match[2], match[3])
    if province.terrain not in kind.terrains:
        entry.node.fault(
            tr("{text}: {kind} cannot stand on {terrain} ground", text=text, kind=tr(kind.name), terrain=tr(province.terrain)),
            tr("another province or kind"),
            "start",
            kind=FaultKind.START,
            places=(entry.power.id,),
        )
        return None
    if place.coast is not None and place.coast not in province.coasts:
        _start(entry, tr("{text}: {code} has no such coast", text=text, code=province.code), nearest(place.coast, province.coasts))
        return None
    if province.coasts:
        moves_from = {edge.origin for edge in board.edges if kind.letter in edge.kinds and edge.origin.province == province.code}
        if moves_from and place not in moves_from:
            entry.node.fault(
                tr("{text}: {kind} stands elsewhere there", text=text, kind=tr(kind.name)),
                nearest(str(place), tuple(map(str, moves_from))),
                "start",
                kind=FaultKind.START,
                places=(entry.power.id,),
            )
            return None
    return Unit(entry.power.id, Piece(kind.letter, place))
