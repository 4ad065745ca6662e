"""The powers of a variant file: who they are, how they look, what they start with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from adjudicator import Board, Location, Piece, Power, PowerRole, Unit
from adjudicator.builds import core_name
from languages import tr
from variants.fault import FaultKind, Severity
from variants.fix import DropFromList, ReplaceInList, SetValue, TomlChange
from variants.node import Node, meant, nearest
from variants.style import Pattern, PowerStyle, default_style
from variants.toml_text import toml_string

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
    letters: dict[str, Power] = {}
    for index, node in enumerate(table.tables()):
        if index >= MOST_POWERS:
            table.fault(tr("too many powers"), tr("at most {most_powers}", most_powers=MOST_POWERS))
            break
        entry = _power(node, index)
        power = entry.power
        other = letters.setdefault(power.letter, power)
        if other != power and len(table.keys) <= 26:
            title = power.id.replace("_", " ").title()
            if other.name.casefold() == power.name.casefold() and title.casefold() != power.name.casefold():
                what, expected = tr("{power} has the name of {other}", power=power.id, other=other.id), tr("a name of its own")
                mend: tuple[str, TomlChange] = (tr("Call it {name}", name=title), SetValue((*node.path, "name"), toml_string(title)))
                node.fault(what, expected, "name", Severity.WARNING, FaultKind.POWERS, (other.id, power.id), mend)
            else:
                free = [each for each in (*power.name.upper(), *ascii_uppercase) if each.isalpha() and each not in letters]
                what = tr("{power} has the letter of {other}", power=power.id, other=other.id)
                own = node.set_to("letter", toml_string(free[0])) if free else None
                node.fault(what, tr("a letter of its own"), "letter", Severity.WARNING, FaultKind.POWERS, (other.id, power.id), own)
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
        written = _written_colour(text)
        mend = node.set_to(key, toml_string(written)) if written else None
        node.fault(tr("{key} is {text!r:.30}", key=key, text=text), tr("a colour such as #C4481A"), key, mend=mend)
        return otherwise

    return PowerStyle(
        colour("fill", default.fill),
        colour("unit", default.unit),
        colour("ink", default.ink),
        node.choice("pattern", Pattern, default.pattern) or default.pattern,
    )


def _written_colour(text: str) -> str:
    """``#RRGGBB`` of a colour that is written otherwise, as style sheets may; empty for what is none."""
    from tinycss2.color3 import RGBA, parse_color  # wanted for a fault alone

    colour = parse_color(text)
    if not isinstance(colour, RGBA) or colour.alpha != 1:
        return ""
    return "#" + "".join(f"{round(part * 255):02X}" for part in (colour.red, colour.green, colour.blue))


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
    taken: dict[str, Unit] = {}
    homes = {code.upper(): entry.power.id for entry in entries for code in entry.home}
    for entry in entries:
        for key, codes in (("home", entry.home), ("centres", entry.centres), ("cores", entry.cores)):
            told = key != "centres" or entry.node.has(key)
            for code in dict.fromkeys(codes):
                province = board.provinces.get(code.upper())
                if province is None:
                    if told:
                        expected = nearest(code, board.provinces)
                        known = meant(code, [each for each in board.provinces if each not in codes])
                        mend = _in_list(entry, key, code, known) if known else None
                        what = tr("unknown province {code!r:.40}", code=code)
                        entry.node.fault(what, expected, key, kind=FaultKind.UNKNOWN_PLACE, mend=mend)
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
                first = taken[unit.province]
                # A unit of another power stays where that power is at home, and of two of one power the first.
                is_late = first.power == entry.power.id or homes.get(unit.province) == first.power
                mend = _elsewhere(entry, text, unit, entries, board) if is_late else None
                _start(entry, tr("{text}: {taken} stands there already", text=text, taken=first), tr("one unit in a province"), mend)
            else:
                taken[unit.province] = unit
                units.append(unit)
    return tuple(sorted(units, key=str)), dict(sorted(owners.items()))


def _start(entry: ReadPower, what: str, expected: str, mend: tuple[str, TomlChange] | None = None, *, is_guess: bool = False) -> None:
    entry.node.fault(what, expected, "start", kind=FaultKind.START, places=(entry.power.id,), mend=mend, is_guess=is_guess)


def _elsewhere(entry: ReadPower, text: str, unit: Unit, entries: tuple[ReadPower, ...], board: Board) -> tuple[str, TomlChange]:
    """The mend that puts a unit into the one home of its power without a unit, or takes it out."""
    held = {word.upper() for each in entries for start in each.start for word in re.findall(r"\w+", start)}
    terrains = board.kinds[unit.kind].terrains
    free = [
        code
        for code in map(str.upper, entry.home)
        if code not in held and code in board.provinces and board.provinces[code].terrain in terrains and not board.provinces[code].coasts
    ]
    if len(free) == 1:
        return _in_list(entry, "start", text, f"{unit.kind} {free[0]}")
    return tr("Take {text} out", text=text), DropFromList((*entry.node.path, "start"), text)


def _in_list(entry: ReadPower, key: str, word: str, other: str) -> tuple[str, TomlChange]:
    """The mend that writes *other* in the place of *word* in a list of a power."""
    return tr("Write {literal}", literal=other), ReplaceInList((*entry.node.path, key), word, other)


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
        known = meant(match[2], board.provinces)
        right = f"{match[1]} {known}" + (f"/{match[3]}" if match[3] else "")
        mend = _in_list(entry, "start", text, right) if known else None
        _start(entry, tr("{text}: unknown province", text=text), nearest(match[2], board.provinces), mend)
        return None
    place = Location(match[2], match[3])
    if province.terrain not in kind.terrains:
        fit = [each.letter for each in board.kinds.values() if province.terrain in each.terrains]
        mend = _in_list(entry, "start", text, f"{fit[0]} {place}") if len(fit) == 1 and not province.coasts else None
        what = tr("{text}: {kind} cannot stand on {terrain} ground", text=text, kind=tr(kind.name), terrain=tr(province.terrain))
        _start(entry, what, tr("another province or kind"), mend)
        return None
    if place.coast is not None and place.coast not in province.coasts:
        _start(entry, tr("{text}: {code} has no such coast", text=text, code=province.code), nearest(place.coast, province.coasts))
        return None
    if province.coasts:
        moves_from = {edge.origin for edge in board.edges if kind.letter in edge.kinds and edge.origin.province == province.code}
        if moves_from and place not in moves_from:
            # Of several coasts, the one with the most ways on is the likeliest; the designer sees which on the button.
            ways = Counter(str(edge.origin) for edge in board.edges if kind.letter in edge.kinds and edge.origin in moves_from)
            likely = min(sorted(ways), key=lambda each: -ways[each])
            mend = _in_list(entry, "start", text, f"{kind.letter} {likely}")
            what = tr("{text}: {kind} stands elsewhere there", text=text, kind=tr(kind.name))
            _start(entry, what, nearest(str(place), tuple(map(str, moves_from))), mend, is_guess=len(moves_from) > 1)
            return None
    return Unit(entry.power.id, Piece(kind.letter, place))
