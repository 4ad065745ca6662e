"""Words of the hobby are found in the rules at the function that does it."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from adjudicator import cycles, interpretation, movement
from adjudicator.builds import removal_sequence
from adjudicator.decisions import Decisions
from adjudicator.matching import _deduce_orders, _read_with_care
from adjudicator.retreat import retreat_units
from tests.quick import one_by_one

WORDS: list[tuple[str, Callable[..., object]]] = [
    ("self-dislodgement", Decisions.attack_strength),
    ("beleaguered garrison", Decisions.opposition),
    ("head-to-head battle", Decisions.head_to_head),
    ("cut", Decisions.decide_support),
    ("disrupt", Decisions.decide_path),
    ("Szykman", cycles.Cycles._apply_paradox_rule),
    ("all hold", cycles.Cycles._apply_paradox_rule),
    ("circular movement", cycles.Cycles._cycle_outcomes),
    ("unwanted convoy", movement._prefers_convoy),
    ("kidnapping", movement._prefers_convoy),
    ("Brannan", movement._apply_convoy_rules),
    ("standoff", movement.contested_provinces),
    ("civil disorder", removal_sequence),
    ("4.A.1", Decisions.decide_path),
    ("4.A.2", cycles.Cycles._apply_paradox_rule),
    ("4.A.3", movement._prefers_convoy),
    ("4.A.4", movement._apply_convoy_rules),
    ("4.A.5", movement.open_to),
    ("4.A.6", interpretation._named_route),
    ("4.A.7", Decisions.prevent_strength),
    ("4.B.1", interpretation._step_spot),
    ("4.B.4", interpretation._interpret_supported_move),
    ("4.B.5", interpretation._ordered_unit),
    ("4.B.6", interpretation._stray_coast_forgiven),
    ("4.C.2", interpretation._ordered_unit),
    ("4.D.3", _read_with_care),
    ("4.D.8", removal_sequence),
    ("4.D.9", movement._find_unsupportable),
    ("4.E.1", movement._find_unsupportable),
    ("4.E.3", _deduce_orders),
    ("6.H", retreat_units),
]


@one_by_one(("word", "function"), WORDS, ids=[word for word, _ in WORDS])
def test_the_word_stands_where_it_is_done(word: str, function: Callable[..., object]) -> None:
    assert word.casefold() in inspect.getsource(function).casefold()
