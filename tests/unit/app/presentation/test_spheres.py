"""Ground that units of one power alone can be on next."""

from __future__ import annotations

from app.game.edits import new_game
from app.presentation.picture import spheres_of_influence
from variants.catalogue import standard


def test_spheres_are_open_ground_that_one_power_alone_can_reach() -> None:
    game = new_game(standard(), "Spheres")
    found = spheres_of_influence(game.variant, game.turn(game.last()).position)
    assert found["NTH"] == "ENGLAND"
    assert found["SER"] == "AUSTRIA"
    assert found["BUL"] == "TURKEY"
    assert "BLA" not in found, "a Russian and a Turkish fleet can meet there"
    assert "GAL" not in found
    assert "NWY" not in found, "nobody is next to it"
    assert "LON" not in found, "a centre has the colour of its owner"
    assert "NTH" not in spheres_of_influence(game.variant, game.turn(game.last()).position, frozenset({"NTH"}))
