"""Orders as people write them, each with the one order that it is, or why it is none."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from adjudicator.notation import ReadingErrorKind, read_order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from tests.quick import one_by_one
from variants import standard

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("notations.toml").read_text(encoding="utf-8"))["case"]
PHASES = {"M": "S1901M", "R": "F1901R", "A": "W1901A"}
ERRORS = {
    "ambiguous-province": ReadingErrorKind.AMBIGUOUS_PLACE,
    "unknown-province": ReadingErrorKind.UNKNOWN_PLACE,
    "several-orders": ReadingErrorKind.SEVERAL_ORDERS,
}


def test_no_notation_is_lost() -> None:
    assert len(CASES) >= 84
    assert len({case["id"] for case in CASES}) == len(CASES)


@one_by_one("case", CASES, ids=lambda case: f"{case['id']} {case['input']}")
def test_notation(case: dict[str, Any]) -> None:
    units = tuple(Unit.of(f"{case['power']} {unit}") for unit in case.get("units", []))
    position = Position(Phase.of(PHASES[case["phase"]]), units, {})
    reading = read_order(standard(), position, case["input"], case["power"])
    if "canonical" in case:
        assert reading.error is None
        assert str(reading.order) == case["canonical"]
    else:
        assert reading.order is None
        assert reading.error is not None
        assert reading.error.kind is ERRORS[case["error"]]
        assert case.get("suggestions") in (None, list(reading.error.suggestions))
        assert len(reading.error.suggestions) >= 2 or "suggestions" in case
