"""Powers that a board takes orders for: none at a curtain, in whatever phase the game is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase
from app.game.document import Document
from app.game.edits import new_game
from app.presentation.order_entry import OrderEntry
from app.session.viewpoint import CURTAIN
from variants.catalogue import standard


@pytest.mark.parametrize(("viewer", "waits"), [(CURTAIN, False), ("FRANCE", True)])
def test_builds_wait_for_whoever_looks_and_at_a_curtain_for_nobody(viewer: str, waits: bool) -> None:
    start = standard().start
    left = tuple(unit for unit in start.units if (unit.power, unit.location.province) != ("FRANCE", "BRE"))
    winter = replace(start, phase=Phase.of("W1901A"), units=left)
    game = new_game(standard())
    cursor = game.last()
    game = game.with_turn(cursor, replace(game.turn(cursor), position=winter))
    entry = OrderEntry(Document(game), {}, viewer=lambda: viewer)
    assert bool(entry.waiting) is waits
