"""The rules of a variant are saved while a game of it is open: the game goes on by the old ones, or is played on the new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def desk() -> Desk:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes", "new two-lakes", "RED: A ALD - BRE", "BLUE: A CAM - ELM", "process --missing process")
    return desk


def saved(desk: Desk, old: str, new: str) -> None:
    assert desk.session.shelf.folder is not None
    rules: Path = desk.session.shelf.folder / "two-lakes" / "variant.toml"
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new, 1))


def test_the_position_is_carried_over_with_its_reason(desk: Desk) -> None:
    saved(desk, "victory = 4", "victory = 5")
    before = desk.session.game
    said = desk.run("new-rules carry")
    assert "with the position carried over" in said
    made = desk.session.game
    assert made.id != before.id
    assert (made.variant.victory, before.variant.victory) == (5, 4)
    assert made.turn(made.last()).position == before.turn(before.last()).position
    assert "Carried over from the earlier rules in F1901M" in made.turn(made.last()).adjustments[0].reason
    assert before in [each.game for each in desk.session.documents], "the old game stays as it is"


def test_what_has_no_place_any_more_is_named(desk: Desk) -> None:
    saved(desk, 'name = "Brede"\nterrain = "coastal"\ncentre = true', 'name = "Brede"\nterrain = "impassable"')
    text = (desk.session.shelf.folder or Path()) / "two-lakes" / "variant.toml"
    lines = text.read_text().replace('"BRE", ', "").replace(', "BRE"', "").splitlines()
    at = lines.index("[provinces.BRE]")
    del lines[at + 3 : at + 5]
    text.write_text("\n".join(lines) + "\n")
    found = desk.session.shelf.find("two-lakes")
    assert found is not None, desk.run("check-variant two-lakes")
    assert "RED A BRE cannot stand there any more" in desk.run("new-rules carry")
    assert {str(unit) for unit in desk.session.turn.position.units} == {"RED F DUN", "BLUE A ELM", "BLUE F FOR"}


def test_a_game_is_begun_anew_on_the_new_rules(desk: Desk) -> None:
    saved(desk, "victory = 4", "victory = 5")
    desk.run("new-rules start")
    assert str(desk.session.turn.phase) == "S1901M"
    assert desk.session.game.variant.victory == 5


def test_without_new_rules_there_is_nothing_to_do(desk: Desk) -> None:
    with pytest.raises(Abort, match="Two Lakes is as the game plays it"):
        desk.run("new-rules")
    saved(desk, "# Centres that", "# The centres that")
    with pytest.raises(Abort, match="Two Lakes is as the game plays it"):
        desk.run("new-rules")
