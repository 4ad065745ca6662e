"""Games of every shipped variant come back from their files."""

from __future__ import annotations

import random

from app.game.dpn.writer import write
from app.game.edits import new_game, process
from app.game.opening import FileStanding, open_text
from app.game.variant_source import plain_checksum
from tests.quick import each_nth
from tests.unit.app.game.play import random_orders
from variants.catalogue import shipped, shipped_ids


@each_nth(5, "variant_id", shipped_ids())
def test_a_game_of_every_shipped_variant_comes_back_equal(variant_id: str) -> None:
    folder = shipped(variant_id)
    chance = random.Random(variant_id)
    game = new_game(folder.variant, checksum=plain_checksum(folder.checksum), game_id="1")
    while len(game.line()) < 12 and game.ending is None:
        game = process(random_orders(game, chance))
    found = open_text(write(game).encode())
    assert [str(fault) for fault in found.faults] == []
    assert [str(each) for each in found.differences] == []
    assert found.standing is FileStanding.CHECKED
    assert found.game == game
