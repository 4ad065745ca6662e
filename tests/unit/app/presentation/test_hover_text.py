"""Line below the map on the province under the pointer."""

from __future__ import annotations

from app.game.edits import new_game, process, set_lines
from app.presentation.board_words import hover_text
from variants.catalogue import standard


def test_province_terrain_owner_and_unit_are_said() -> None:
    game = new_game(standard())
    words = hover_text(game.variant, game.turn(game.last()), "PAR")
    assert words == "Paris (PAR) · inland · centre of France · French army"


def test_a_sea_says_that_it_is_one() -> None:
    game = new_game(standard())
    assert hover_text(game.variant, game.turn(game.last()), "NTH") == "North Sea (NTH) · sea"


def test_the_order_is_said_as_a_sentence() -> None:
    game = set_lines(new_game(standard()), "main", "FRANCE", ["A PAR - BUR"])
    assert hover_text(game.variant, game.turn(game.last()), "PAR").endswith("French army: Army Paris moves to Burgundy")


def test_the_past_says_what_became_of_it() -> None:
    game = set_lines(new_game(standard()), "main", "FRANCE", ["A PAR - BUR"])
    game = process(set_lines(game, "main", "GERMANY", ["A MUN - BUR"]))
    assert "bounced 1 against 1" in hover_text(game.variant, game.line("main")[0], "PAR")


def test_what_is_nowhere_says_nothing() -> None:
    game = new_game(standard())
    assert hover_text(game.variant, game.turn(game.last()), "ATLANTIS") == ""
