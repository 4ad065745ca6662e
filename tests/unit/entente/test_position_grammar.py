"""docs/formats/position.ebnf is what the writer of position lines follows, and its sentences are read."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from adjudicator.phase import Phase
from entente import standard
from entente.position_line import PositionLineError, position_line, read_position_line
from tests.unit.app.game.dpn.ebnf import Grammar, Speaker, pattern

GRAMMAR = Grammar((Path(__file__).parents[3] / "docs/formats/position.ebnf").read_text(encoding="utf-8"))
VARIANT = standard().model
_MEANT = re.compile(r"two units|is owned twice|the calendar|owners and units|a counter")
"""Pattern of sentences on a text that is no position."""

SAYINGS: dict[str, Callable[[random.Random], str]] = {
    "power": lambda chance: chance.choice(list(VARIANT.powers)),
    "province": lambda chance: chance.choice(VARIANT.board.centres),
    "piece": lambda chance: chance.choice(["A PAR", "F BRE", "F STP/SC", "A MUN", "F NTH", "A VIE", "A SIL"]),
    "phase": lambda chance: chance.choice(["S1901M", "F1902R", "W-0215A", "S12345M"]),
    "due": lambda _: "FRANCE +1",
}


def test_what_is_written_fits_the_grammar() -> None:
    form = re.compile(pattern(GRAMMAR, "position", {}))
    state = standard().start
    chance = random.Random(7)
    for _ in range(60):
        assert form.fullmatch(str(state)), str(state)
        step = state.apply(
            {power: [chance.choice(state.legal_orders(place)) for place in state.orderable(power)] for power in state.powers}
        )
        state = step.after
    special = replace(VARIANT.start, phase=Phase.of("S-0215M"), conditions=frozenset({"a b", "é|;%"}), counters={"x=y z": -3})
    line = position_line(VARIANT, special)
    assert form.fullmatch(line), line
    assert read_position_line(VARIANT, line) == special


def test_sentences_of_the_grammar_are_read_or_refused_for_what_they_say() -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=1)
    read = 0
    for _ in range(300):
        sentence = speaker.say("position")
        try:
            position = read_position_line(VARIANT, sentence)
        except PositionLineError as error:
            told = {re.sub(r" in [A-Z]{3}|[A-Z]{3} ", "", fault.message) for fault in error.faults}
            assert all(re.match(r"two units|is owned twice|the calendar|owners and units|a counter", each) for each in told), (
                sentence,
                told,
            )
        else:
            read += 1
            assert read_position_line(VARIANT, position_line(VARIANT, position)) == position
    assert read > 40
