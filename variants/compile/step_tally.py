"""Tally of the steps of the lists and of a drawing that were compared, and of those that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.board import UnitKind
from variants.compile.step_lists import Ends
from variants.reviewed import StepTally

Steps = Mapping[tuple[str, str], Mapping[str, set[Ends]]]
"""Pair of provinces to the steps between them, by the letter of the kind."""


def tally_of(file: str, kind: UnitKind, pairs: Iterable[tuple[str, str]], listed: Steps, drawn: Steps) -> StepTally:
    """The steps of a *kind* of unit between *pairs* of provinces; a step and its way back are one."""
    both = only_listed = only_drawn = 0
    for pair in pairs:
        have, seen = listed.get(pair, {}).get(kind.letter, set()), drawn.get(pair, {}).get(kind.letter, set())
        both += len(have & seen)
        only_listed += len(have - seen)
        only_drawn += len(seen - have)
    return StepTally(file, kind.name, both + only_listed + only_drawn, only_listed, only_drawn)
