"""764 games that people really played come out as they did, but for differences that each have a reason.

``known_differences.toml`` names for every other phase the rule option under which it comes out as recorded, or tells in words
why no option does. A difference that is not listed fails, and so does one that is listed and not found.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import PhaseKind, Position, Rules, adjudicate
from tests.interop.real_games import after_movement, differences, read_records
from tests.shared_data import shared_folder
from tests.thorough import one_in
from variants import standard

pytestmark = pytest.mark.interop
KNOWN = tomllib.loads(Path(__file__).with_name("known_differences.toml").read_text(encoding="utf-8"))
STANDARD = standard()

PARTS = 4
"""One of them is replayed in every run, all in a thorough one: every fourth game from the number of the part on."""

PHASES = [(3377, 2011, 1232), (3257, 2014, 1147), (3241, 2018, 1186), (3118, 1886, 1081)]
"""Movements, retreats and adjustments on record, by part."""


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_every_phase_comes_out_as_recorded_or_for_a_reason(part: int) -> None:
    options = {text: replace(STANDARD, rules=Rules.of(text)) for text in KNOWN["by_rule"]}
    rule_of = {record: text for text, records in KNOWN["by_rule"].items() for record in records}
    unexplained: list[str] = []
    found: set[str] = set()
    counted: Counter[PhaseKind] = Counter()
    games: set[str] = set()
    before: tuple[str, Position] | None = None
    for record in read_records(shared_folder(), PARTS, part):
        kind = record.position.phase.kind
        counted[kind] += 1
        games.add(record.game)
        movement = before[1] if before is not None and before[0] == record.game else None
        position = after_movement(record, movement) if kind is PhaseKind.RETREAT else record.position
        resolution = adjudicate(STANDARD, position, record.orders)
        different = differences(record, resolution)
        if different:
            found.add(record.id)
            if record.id in rule_of:
                resolution = adjudicate(options[rule_of[record.id]], position, record.orders)
                different = differences(record, resolution)
            elif record.id in KNOWN["by_hand"]:
                different = ()
        unexplained += [f"{record.id}: {each}" for each in different]
        before = (record.game, resolution.next)
    assert unexplained == []
    assert found == {record for record in (*rule_of, *KNOWN["by_hand"]) if record.rpartition("/")[0] in games}
    assert len(games) == 764 // PARTS
    assert counted == dict(zip((PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT), PHASES[part], strict=True))
