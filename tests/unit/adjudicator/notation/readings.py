"""Readings of hundreds of texts, as a page that a person can check: texts by subject, below each its reading.

``python -m tests.unit.adjudicator.notation.readings`` writes the readings again; read the difference before you commit it.

On the page a line ``## ...`` begins a section; ``@ ...`` says in which situation the texts below it are read, and for which power;
``> ...`` is one order, ``= ...`` one that is read strictly, lines of ``| ...`` together are a sheet of orders; what is indented is the
reading. ``\\s`` and ``\\t`` are a blank and a tab.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path

from adjudicator import FLEET, Board, Phase, Position, Power, Rules, Unit, UnitKind, Variant
from adjudicator.board import Terrain
from adjudicator.errors import MalformedOrderError
from adjudicator.notation import OrderSheet, Reading, parse_order, read_order, read_orders
from adjudicator.unit import DislodgedUnit
from adjudicator.variant import OrderLanguage
from tests.unit.adjudicator.small_boards import calendar, edges, provinces
from variants import standard

PAGE = Path(__file__).with_name("readings.txt")


@cache
def situations() -> Mapping[str, tuple[Variant, Position]]:
    """Every situation that the page names."""
    usual = standard()
    start = usual.start
    found = {"start": (usual, start)}
    for rules in ("4.C.1=a", "4.C.5=a", "4.A.6=b", "4.B.6=a", "4.C.6=a"):
        found[rules] = (replace(usual, rules=Rules.of(rules)), start)
    found["winter"] = (
        usual,
        replace(start, phase=Phase.of("W1901A"), units=_units("RUSSIA A MOS, FRANCE A PAR, FRANCE F BRE"), owners=OWNERS),
    )
    found["4.C.1=a winter"] = (found["4.C.1=a"][0], found["winter"][1])
    driven_out = ("AUSTRIA A TRI from ALB", "AUSTRIA F ADR from ION", "ENGLAND A KIE from HEL")
    dislodged = tuple(
        DislodgedUnit(Unit.of(unit), origin, by_convoy=False) for unit, _, origin in (each.partition(" from ") for each in driven_out)
    )
    found["retreats"] = (usual, Position(Phase.of("F1901R"), _units("TURKEY A TRI, ITALY F ADR, GERMANY F KIE"), {}, dislodged))
    crowd = _units(
        "RUSSIA F LVN, ENGLAND A LVP, RUSSIA F BOT, FRANCE F LYO, RUSSIA F SWE, ENGLAND F NAO, RUSSIA A STP, FRANCE F MAR, FRANCE A GAS"
    )
    found["crowd"] = (usual, Position(Phase.of("S1902M"), crowd, {}))
    found["dislodged"] = (usual, replace(found["retreats"][1], phase=Phase.of("S1902M")))
    found["odd board"] = (_odd(), _odd().start)
    return found


OWNERS = {"MOS": "RUSSIA", "STP": "RUSSIA", "PAR": "FRANCE", "BRE": "FRANCE", "MAR": "FRANCE", "LVP": "ENGLAND", "NAF": "ITALY"}


def _units(text: str) -> tuple[Unit, ...]:
    return tuple(Unit.of(each.strip()) for each in text.split(","))


def _odd() -> Variant:
    """A board with a third kind of unit, powers that share a word, an island that carries, and names that are words elsewhere."""
    places = (
        "ODE inland RED, ISL coast convoyable, BAY sea, GUF sea, TOW coast RED NC SC, VIL coast BLUE centre, HIL inland site, "
        "ROK impassable, FOR coast, LKA sea, LKB sea, LKC sea, LKD sea, LKE sea, LKF sea, MTA inland, MTB inland, MTC inland, MTD inland, "
        "MTE inland, MTF inland, MTG inland, BLV inland"
    )
    names = {
        "ODE": "Oder",
        "ISL": "Old Isle",
        "TOW": "Great Town",
        "VIL": "N. Village",
        "GUF": "Gulf",
        "FOR": "Isle of Fort",
        "BLV": "Blue Vil",
    }
    names |= {f"LK{word[0]}": f"Lake {word}" for word in ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay")}
    names |= {f"MT{word[0]}": f"Mount {word}" for word in ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay", "Gus")}
    kept = tuple(replace(each, name=names.get(each.code, each.name)) for each in provinces(places))
    kept = tuple(replace(each, names=("The Foam", "B. of Foam", "***")) if each.code == "BAY" else each for each in kept)
    wing = UnitKind("W", "wing", frozenset({Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}))
    king = UnitKind("K", "king", frozenset({Terrain.INLAND}))
    army = UnitKind("A", "army", frozenset({Terrain.INLAND, Terrain.COASTAL}), convoyed=True)
    borders = edges(
        "ODE - TOW AW, ODE - HIL AW, TOW/NC - BAY FW, TOW/SC - GUF FW, ISL - BAY FW, ISL - GUF FW, VIL - GUF FW, VIL - HIL AW, FOR - BAY FW"
    )
    powers = (
        Power("RED_SEA", "Red Sea League", "Reddish", "R"),
        Power("RED_HILLS", "Red Hills", "Hilly", "H"),
        Power("BLUE", "Blue", "Blue", ""),
    )
    board = Board.of(
        kept,
        (army, FLEET, wing, king),
        borders,
        coast_names={"NC": "north coast", "SC": "south coast"},
        coast_aliases={"NC": ("upper", "bay side")},
        ambiguous_aliases={"LAND": ("ODE", "HIL"), "WATER": ("BAY", "GUF")},
    )
    start = Position(Phase.of("S1901M"), _units("RED_SEA W ODE, RED_HILLS A TOW, BLUE F BAY, BLUE W VIL"), {})
    return Variant(
        "odd",
        "Odd",
        "1",
        board,
        {each.id: each for each in powers},
        calendar(),
        Rules(),
        start,
        9,
        languages=(*standard().languages, *_made_up()),
    )


def _made_up() -> Iterator[OrderLanguage]:
    """Two languages with a word for different places, one of which begins the English name of a third."""
    for code, called in (("one", {"HIL": ("Vill", "Berg")}), ("two", {"ODE": ("Berg",)})):
        yield OrderLanguage(code, code.title(), called, powers={}, coasts={}, kinds={}, verbs={}, words={}, numbers={})


def told(reading: Reading, power: str | None) -> str:
    """``A PAR - BUR (spelling "Burgnudy" BUR)``, or ``unknown place "Pqr": PAR, POR``."""
    if reading.error is None:
        said = str(reading.order) + (f" x{reading.count}" if reading.count != 1 else "")
    else:
        error = reading.error
        said = f"! {error.kind} {_quoted(error.span.start, error.span.end, reading.text)}"
        said += f": {', '.join(error.suggestions)}" if error.suggestions else ""
        said += f" = {reading.statement}" if reading.statement is not None else ""
    if reading.power != power:
        said = f"{reading.power} {said}"
    noted = [
        f"{each.kind} {_quoted(each.span.start, each.span.end, reading.text)}{' ' if each.meaning else ''}{each.meaning}"
        for each in reading.assumptions
    ]
    return f"{said} ({'; '.join(noted)})" if noted else said


def told_strictly(text: str, position: Position) -> str:
    """``Move A PAR - BUR``, or what is wrong with it and where."""
    try:
        order = parse_order(text, position.phase.kind)
    except MalformedOrderError as error:
        return f"! {error}" + (f" +{error.span.length}" if error.span is not None else "")
    return f"{type(order).__name__} {order}"


def _quoted(start: int, end: int, text: str) -> str:
    """The words, and where they begin where they stand more than once."""
    words = text[start:end]
    return f'"{words}"' + (f" at {start}" if text.count(words) > 1 or not words else "")


def told_of_sheet(sheet: OrderSheet, power: str | None) -> Iterator[str]:
    """Each entry with its line and column, and then whose orders there are."""
    for entry in sheet.entries:
        replaced = "" if entry.replaced_by is None else f" replaced by {entry.replaced_by}"
        yield f"{entry.line}:{entry.column} {told(entry.reading, power)}{replaced}"
    for each, orders in sheet.orders.items():
        yield f"{each}: {', '.join(map(str, orders))}".rstrip()
    nobodys = [number for number, entry in enumerate(sheet.entries) if entry.reading.order is not None and entry.reading.power is None]
    if nobodys:
        yield f"without a power: {', '.join(map(str, nobodys))}"
    if sheet.truncated:
        yield "truncated"


def sections(text: str) -> dict[str, list[str]]:
    """The title of each section, and its lines."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            lines = found.setdefault(line, [])
        elif line:
            lines.append(line)
    return found


def read_anew(lines: list[str]) -> list[str]:
    """The *lines* of a section with the readings of today."""
    known = situations()
    variant, position = known["start"]
    power: str | None = None
    found: list[str] = []
    for mark, group in groupby(lines, key=lambda line: line[0]):
        texts = list(group)
        if mark == "|":
            sheet = read_orders(variant, position, "\n".join(_plain(each) for each in texts), power)
            found += [*texts, *(f"    {each}" for each in told_of_sheet(sheet, power))]
        for text in texts if mark in "@>=" else ():
            found.append(text)
            if mark == "@":
                name, _, whose = text[2:].partition(", ")
                variant, position = known[name]
                power = whose or None
            elif mark == "=":
                found.append(f"    {told_strictly(_plain(text), position)}")
            else:
                found.append(f"    {told(read_order(variant, position, _plain(text), power), power)}")
    return found


def _plain(line: str) -> str:
    return line[2:].replace("\\t", "\t").replace("\\s", " ")


def page(text: str) -> str:
    """The whole page with the readings of today."""
    return "\n\n".join("\n".join([title, *read_anew(lines)]) for title, lines in sections(text).items()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
