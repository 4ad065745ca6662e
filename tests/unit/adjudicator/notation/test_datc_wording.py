"""The orders of the DATC, as its author wrote them out, are read as the canonical orders that stand beside them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from adjudicator.notation import read_order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from resources import resource
from variants import standard

CORPUS = resource("datc")
READ_OTHERWISE = {
    "A LVP S A YOR - YOR": "A LVP S A YOR",  # 6.A.5: support of a move to where the unit stands is support to hold
    "A SMY S A ARM - ANK": "A SMY S F ARM - ANK",  # 6.D.35: a misprint of the DATC; the reader keeps what was written
    "F NTH - NWG": "F NTH R NWG",  # 6.H.4: a unit that is not dislodged is ordered in a retreat phase
}


def _unit(text: str) -> Unit:
    power, _, piece = text.partition(" ")
    return Unit.of(f"{power.upper()} {piece}")


def _canonical(text: str) -> str:
    return re.sub(r"^REMOVE (.*)", r"\1 D", re.sub(r"^BUILD (.*)", r"\1 B", text))


def _halves() -> Iterator[tuple[str, Position, list[str], list[str]]]:
    """Every movement, retreat and adjustment of the corpus: its number, its position, canonical orders, orders as written out."""
    for path in sorted(CORPUS.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield case["id"], Position(Phase.of(case["phase"]), tuple(map(_unit, case["units"])), {}), case["orders"], case["typed"]
            retreat: dict[str, Any] | None = case.get("retreat")
            if retreat is not None:
                dislodged = tuple(DislodgedUnit(_unit(each["unit"]), each["attacker_from"]) for each in retreat["dislodged"])
                position = Position(Phase.of("S1901R"), tuple(map(_unit, retreat["units"])), {}, dislodged)
                yield f"{case['id']} retreats", position, retreat["orders"], retreat["typed"]


def test_every_order_of_the_datc_is_read_as_written_out() -> None:
    count = 0
    for number, position, orders, typed in _halves():
        for order, text in zip(orders, typed, strict=True):
            count += 1
            power, _, canonical = order.partition(" ")
            want = _canonical(canonical)
            reading = read_order(standard(), position, text, power.upper())
            assert reading.error is None, (number, text)
            assert str(reading.order) in {want, READ_OTHERWISE.get(want)}, (number, text)
            assert reading.power == power.upper()
    assert count > 850
