"""A position on one line, and back; a line that is none tells every fault with its column."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from entente.position_line import PositionLineError, position_line, read_position_line
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()
FULL = Position(
    Phase.of("F1902R"),
    (Unit.of("AUSTRIA A TYR"), Unit.of("RUSSIA F STP/SC")),
    {"TRI": "ITALY", "VIE": "AUSTRIA"},
    (DislodgedUnit(Unit.of("AUSTRIA A VIE"), "BOH"), DislodgedUnit(Unit.of("ENGLAND A NWY"), "NTH", by_convoy=True)),
    frozenset({"GAL", "BUR"}),
    frozenset({"closed KIE-BAL", "fog"}),
    {"years without capture": 2, "debt": -1},
)


@pytest.mark.parametrize("position", [VARIANT.start, FULL, Position(Phase.of("S1901M"), (), {})])
def test_what_was_written_is_read_back(position: Position) -> None:
    line = position_line(VARIANT, position)
    assert "\n" not in line
    assert read_position_line(VARIANT, line) == position


def test_the_line_is_readable() -> None:
    assert position_line(VARIANT, FULL) == (
        "F1902R | units AUSTRIA A TYR; RUSSIA F STP/SC | dislodged AUSTRIA A VIE < BOH; ENGLAND A NWY < NTH VIA"
        " | owners AUSTRIA VIE; ITALY TRI | contested BUR GAL | conditions closed%20KIE-BAL fog"
        " | counters debt=-1 years%20without%20capture=2"
    )


def test_builds_that_are_due_stand_in_the_line_and_are_compared() -> None:
    winter = replace(VARIANT.start, phase=Phase.of("W1901A"), units=VARIANT.start.units[1:])
    line = position_line(VARIANT, winter)
    assert line.endswith(" | builds AUSTRIA +1")
    assert read_position_line(VARIANT, line) == winter
    with pytest.raises(PositionLineError, match=r"owners and units make it AUSTRIA \+1"):
        read_position_line(VARIANT, line.replace("+1", "+2"))


@one_by_one(
    ("line", "faults"),
    [
        ("", [(1, "not a phase: ''")]),
        ("X1901M", [(1, "no phase such as X1901M")]),
        ("S1901M | unit AUSTRIA A VIE", [(10, "no field is called 'unit'")]),
        ("S1901M | units SPAIN A VIE", [(16, "no power is called 'SPAIN'")]),
        ("S1901M | units AUSTRIA B VIE, A XXX, F BOH, F STP/WC, A NTH", [
            (24, "no kind of unit has the letter 'B'"), (33, "no province is called 'XXX'"), (38, "cannot stand in BOH"),
            (47, "STP has no coast 'WC'"), (55, "cannot stand in NTH"),
        ]),
        ("S1901M | units AUSTRIA A VIE; ITALY A VIE", [(37, "two units stand in VIE")]),
        ("S1901M | owners AUSTRIA VIE GAL; ITALY VIE", [(29, "GAL is no supply centre"), (40, "VIE is owned twice")]),
        ("S1901M | dislodged AUSTRIA A VIE", [(20, "has the form")]),
        ("S1901M | dislodged AUSTRIA A VIE < QQQ MAYBE", [(36, "no province is called 'QQQ'"), (40, "only VIA")]),
        ("S1901M | contested ABC | counters x=y", [(20, "no province is called 'ABC'"), (35, "name=2")]),
        ("S1901M | units AUSTRIA A VIE | units ITALY A VEN", [(32, "stands twice")]),
    ],
)  # fmt: skip
def test_every_fault_is_reported_with_its_column(line: str, faults: list[tuple[int, str]]) -> None:
    with pytest.raises(PositionLineError) as caught:
        read_position_line(VARIANT, line, source="board.txt", line=7)
    found = caught.value.faults
    assert [fault.span.column for fault in found] == [column for column, _ in faults]
    for fault, (_, message) in zip(found, faults, strict=True):
        assert message in fault.message
        assert str(fault).startswith("board.txt:7:")


def test_an_endless_line_is_refused() -> None:
    with pytest.raises(PositionLineError, match="at most"):
        read_position_line(VARIANT, "S1901M | units " + "A" * 100_000)


@pytest.mark.parametrize(
    "line",
    [
        "S1901M | units ENGLAND F LON, A LVP; RUSSIA F STP/SC | owners ENGLAND LON LVP",
        "S1901M | units RUSSIA F STP/SC; ENGLAND A LVP,F LON | owners ENGLAND  LVP LON",
        "S1901M  |  units ENGLAND A LVP; ENGLAND F LON; RUSSIA F STP/SC | owners ENGLAND LVP; ENGLAND LON",
    ],
)
def test_lines_that_differ_in_blanks_and_sequence_alone_are_one_position(line: str) -> None:
    position = read_position_line(VARIANT, line)
    assert position_line(VARIANT, position) == "S1901M | units ENGLAND A LVP, F LON; RUSSIA F STP/SC | owners ENGLAND LON LVP"
    assert position == Position(Phase.of("S1901M"), tuple(sorted(position.units, key=str)), {"LON": "ENGLAND", "LVP": "ENGLAND"})
    assert position.unit_at("STP") == Unit.of("RUSSIA F STP/SC")
    assert position.unit_at("MOS") is None
