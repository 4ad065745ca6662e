"""Sets of unit symbols as files: read, written, and refused with the line of every fault."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from tests.quick import one_by_one
from variants.unit_set import (
    LARGEST_SET,
    Body,
    PathError,
    SymbolPart,
    UnitSet,
    UnitSymbol,
    read_path,
    read_unit_set,
    write_path,
    write_unit_set,
)

SMALL = """name = "Mine"

[kinds.A]
body = "disc"

[[kinds.A.small]]
path = "M 0 0 L 0.5 0 L 0.5 0.5 Z"
ink = "#8A5A2B"
opacity = 0.5
"""


def read(text: str) -> tuple[UnitSet | None, list[str]]:
    units, faults = read_unit_set("mine", "mine.toml", text.encode())
    return units, [str(fault) for fault in faults]


def test_a_set_is_read_with_its_parts() -> None:
    units, faults = read(SMALL)
    assert faults == []
    assert units is not None
    symbol = units.kinds["A"]
    assert (units.id, units.name, symbol.body) == ("mine", "Mine", Body.DISC)
    path = (("M", (0.0, 0.0)), ("L", (0.5, 0.0)), ("L", (0.5, 0.5)), ("Z", ()))
    assert symbol.small == (SymbolPart(path, "#8A5A2B", 0.5),)
    assert symbol.large == symbol.small


def test_what_is_written_is_read_back_the_same() -> None:
    outline = read_path("M -1 -1 L 1 -1 C 1 0 0.5 0.25 0 1 Q -0.5 0.5 -1 -1 Z O 0 0 0.125")
    out = UnitSymbol(Body.BAR, (), (SymbolPart(outline),), (SymbolPart(outline),))
    parts = (SymbolPart(outline, "face"), SymbolPart((), "glyph", 0.25, 'Ä"', (0.5, -0.125), 0.75))
    symbol = UnitSymbol(None, outline, parts, (*parts, SymbolPart(outline, "#123456")), letter=False, dislodged=out)
    units = UnitSet("mine", 'Müller\'s \\ "set"', MappingProxyType({"A": symbol, "W": UnitSymbol(Body.SHIELD, letter=True)}))
    assert read_unit_set("mine", "mine.toml", write_unit_set(units, ("a comment\nover lines",))) == (units, ())


@one_by_one(
    ("text", "fault"),
    [
        ("name = 1", "mine.toml:1: name is a whole number"),
        ('name = "x"\n[kinds]', "there is no symbol in it"),
        ('name = "x"\n[kinds.Army]\nbody = "disc"', "mine.toml:2: a kind is called 'Army'"),
        ('name = "x"\n[kinds.A]\nbody = "ball"', "mine.toml:3: kinds.A.body is 'ball'; expected one of disc"),
        ('name = "x"\n[kinds.A]\nletter = true', "mine.toml:2: kinds.A has no body"),
        ('name = "x"\n[kinds.A]\nbody = "disc"\noutline = "M 0 0 Z"', "mine.toml:3: body and outline are both given"),
        ('name = "x"\n[kinds.A]\noutline = "0 0"', "mine.toml:3: outline: '0' is no letter of a path"),
        ('name = "x"\n[kinds.A]\noutline = "L 0 0"', "the path begins with L"),
        ('name = "x"\n[kinds.A]\noutline = "M 0 9"', "a number after M is past 4"),
        ('name = "x"\n[kinds.A]\noutline = "M 0 nan"', "a number after M is past 4"),
        ('name = "x"\n[kinds.A]\nbody = "disc"\nlettre = true', "unknown key 'kinds.A.lettre'"),
        (SMALL.replace("#8A5A2B", "brown"), "mine.toml:8: ink is 'brown'"),
        (SMALL.replace("0.5\n", "1.5\n"), "mine.toml:9: opacity is 1.5"),
        (SMALL + '\n[[kinds.A.small]]\ntext = "Hello"', "kinds.A.small.1.text is empty or too long"),
        (SMALL + '\n[[kinds.A.small]]\ntext = "A"\nx = 50', "the text lies far from the unit"),
        ("name = ", "this is no TOML"),
        ("name = " + "[" * 50, "nested too deeply"),
    ],
)
def test_every_fault_is_reported_with_its_place(text: str, fault: str) -> None:
    units, faults = read(text)
    assert units is None
    assert any(fault in line for line in faults), faults


def test_too_much_is_refused() -> None:
    assert "at most" in str(read_unit_set("x", "x.toml", b" " * (LARGEST_SET + 1))[1][0])
    many = SMALL + '[[kinds.A.large]]\npath = "O 0 0 1"\n' * 300
    assert any("it has 300 parts" in line for line in read(many)[1])
    long = SMALL.replace("M 0 0 L", "M 0 0 " + "L 0 0 " * 30_000 + "L")
    assert any("steps of paths" in line for line in read(long)[1])


def test_paths_need_their_numbers() -> None:
    for text, why in (("M 0", "needs 2 numbers"), ("M 0 0 X", "no letter"), ("", "empty"), ("M 0 0 C 1 2 3", "needs 6")):
        with pytest.raises(PathError, match=why):
            read_path(text)
    assert write_path(read_path("M 0.12345 -0.0001 Z")) == "M 0.123 0 Z"
