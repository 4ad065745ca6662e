"""Spoilt files of every family end in a report or in a variant that can be read, and never in an exception."""

from __future__ import annotations

import json
import random

import pytest

from tests.fakes.symbol_packs import PAINTED, WHEELS
from tests.thorough import rounds
from tests.unit.variants.importers import (
    judge_maps,
    test_diplicity,
    test_diplomacygm,
    test_diplomacygm_older,
    test_jdip,
    test_judge_map,
    test_webdiplomacy,
)
from variants import Severity, read_with_faults, shipped_source
from variants.importers import import_board
from variants.source import MemorySource
from variants.unit_set import read_unit_set

FAMILIES: dict[str, tuple[str, dict[str, bytes]]] = {
    "jdip": (
        "",
        {
            "variants.xml": test_jdip.VARIANTS.encode(),
            "small_adjacency.xml": test_jdip.ADJACENCY.encode(),
            "small.svg": test_jdip.SVG.encode(),
        },
    ),
    "diplicity": ("strip.json", {"strip.json": json.dumps(test_diplicity.SERVED).encode(), "strip.d.svg": test_diplicity.DSVG.encode()}),
    "webdiplomacy": ("install.php", test_webdiplomacy.files()),
    "judge": ("main.map", {"main.map": test_judge_map.MAIN.encode(), "base.map": test_judge_map.BASE.encode()}),
    "changing": (
        "main.map",
        {
            "main.map": (
                judge_maps.BOARD
                + "AAA -> Avalon = ava\nRED -> PURPLE (PURPLE:P) &SC DDD\nVICTORY 3 2\nDIRECTIVES\nRULE HOME_BUILDS\nEND DIRECTIVES\n"
                + "IN SPRING: SHUT DDD\nFROM S1905M: AMEND AVA ABUTS DDD\nIN W1903A\nBLUE\nHOMES DDD ~@CCC(BBB)\n"
            ).encode()
        },
    ),
    "borders": (
        "",
        {
            "variants.xml": test_jdip.VARIANTS.encode(),
            "small_adjacency.xml": test_jdip.ADJACENCY.replace(
                'id="ice" description="" season="fall"',
                'id="ice" year="odd" phase="Movement" orderTypes="dip.order.Move" unitTypes="fleet"',
            ).encode(),
            "small.svg": test_jdip.SVG.encode(),
        },
    ),
    "gm older": (
        "config/small.json",
        {
            "config/small.json": json.dumps({**test_diplomacygm_older.OLDER, "players": "chaos"}).encode(),
            "assets/world.svg": test_diplomacygm_older.without_labels().encode(),
        },
    ),
    "gm": (
        "",
        {"w/config.json": json.dumps(test_diplomacygm.CONFIG).encode(), "w/world.svg": test_diplomacygm.SVG.encode()},
    ),
    "symbols": ("", PAINTED),
    "plain symbols": ("", WHEELS),
}
PIECES: tuple[bytes, ...] = (b"<", b">", b'"', b"=", b"\n", b"&x;", b"-99999999999999999999", b"NaN", b"1e400")
PIECES += (b"\0", b"/", b"((((", b"ABUTS ", b"-> ", b"\xff\xfe")


def mutated(content: bytes, dice: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 5, 30))):
        at, length = dice.randrange(len(data) + 1), dice.choice((1, 3, 10, 200))
        match dice.randrange(6):
            case 0:
                del data[at : at + length]
            case 1:
                data[at:at] = bytes(dice.randrange(256) for _ in range(length))
            case 2:
                other = dice.randrange(len(data) + 1)
                data[at:at] = data[other : other + length]
            case 3:
                data[at:at] = dice.choice(PIECES)
            case 4:
                del data[at:]
            case _:
                data[at:at] = data[at : at + length] * dice.choice((2, 50))
    return bytes(data)


def lines_mixed(content: bytes, dice: random.Random) -> bytes:
    """Lines left out, twice, in another sequence, in capitals or with their words mixed."""
    lines = content.split(b"\n")
    for _ in range(dice.choice((1, 3, 10))):
        at = dice.randrange(len(lines))
        match dice.randrange(5):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, dice.choice(lines))
            case 2:
                lines[at], lines[0] = lines[0], lines[at]
            case 3:
                lines[at] = lines[at].upper()
            case _:
                words = lines[at].split(b" ")
                dice.shuffle(words)
                lines[at] = b" ".join(words)
    return b"\n".join(lines)


def written_otherwise(content: bytes, dice: random.Random) -> bytes:
    """The same text in an encoding, or with line ends, of another machine."""
    text = content.decode("utf-8", "replace")
    encoding = dice.choice(("utf-16", "utf-16-be", "utf-8-sig", "latin-1"))
    end = dice.choice(("\n", "\r\n", "\r"))
    return text.replace("\n", end).replace("a", dice.choice("aä")).encode(encoding, "replace")


def attacked(files: dict[str, bytes], dice: random.Random) -> dict[str, bytes]:
    """The files with one of them spoilt, gone, or under another name."""
    name = dice.choice(sorted(files))
    left = {each: content for each, content in files.items() if each != name}
    match dice.randrange(12):
        case 0:
            return left
        case 1:
            return {**left, dice.choice((f"{name}.bak", f"../{name}", name.upper(), f"a/{name}")): files[name]}
        case _:
            spoil = dice.choice((mutated, mutated, lines_mixed, lines_mixed, written_otherwise))
            return {**left, name: spoil(files[name], dice)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", rounds(1, 8))
@pytest.mark.parametrize("family", FAMILIES)
def test_no_mutation_makes_an_importer_fail(family: str, seed: int) -> None:
    chosen, files = FAMILIES[family]
    dice = random.Random(f"{family} {seed}")
    for _ in range(25):
        result = import_board(MemorySource("x", attacked(files, dice)), chosen)
        for variant in result.variants:
            if variant.files:
                _, faults = read_with_faults(variant.source, shipped_source)
                assert [str(fault) for fault in faults if fault.severity.value == "error"] == []
        for units in result.units:
            if units.content:
                assert read_unit_set(units.id, "made.toml", units.content)[1] == ()
            else:
                assert any(line.severity is Severity.ERROR for line in units.report)
        assert result.variants or result.units or result.report
