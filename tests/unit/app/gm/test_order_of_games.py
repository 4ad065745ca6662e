"""All my games are listed in an order that people expect."""

from __future__ import annotations

import random

from app.gm.games import _in_natural_order


def test_numbers_in_names_count_as_numbers() -> None:
    names = ["Game 1", "game 2", "Game 10", "Game 10b", "Game 200", "Harz", "Harz 3", "1900", "\u0663 camels"]
    mixed = names[:]
    random.Random(5).shuffle(mixed)
    in_order = sorted(mixed, key=_in_natural_order)
    assert [each for each in in_order if each[0] in "Gg"] == names[:5]
    assert in_order.index("1900") == 0
    assert in_order.index("Harz") + 1 == in_order.index("Harz 3")
