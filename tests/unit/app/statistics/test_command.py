"""The story in words, as the command tells it."""

from __future__ import annotations

from app.game.record import MAIN
from app.statistics.story import story_lines, story_of
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.hooks.playing import with_shipped
from tests.unit.app.session.twins import base, twin
from tests.unit.app.statistics.telling import placed, played


def test_it_is_told_from_the_start_to_the_last_turn() -> None:
    desk = Desk()
    said = desk.run("A PAR - BUR", "A MUN - BUR", "process --missing process", "first-phase", "story")
    assert "Centres" in said
    assert "1 phase played" in said


def test_twin_games_have_one_story_for_who_sees_one_game() -> None:
    desk = Desk(game=False)
    told = []
    for number in (1, 2):
        whole = twin("FRANCE", number)
        shown = desk.session.viewpoint.filtered(whole, "FRANCE")
        told.append(story_lines(story_of(shown, MAIN, "FRANCE")))
    assert told[0] == told[1]


def test_in_fog_what_others_have_is_not_counted() -> None:
    game = played(with_shipped(base(), "fog_of_war"), {})
    desk = Desk(game=False)
    story = story_of(desk.session.viewpoint.filtered(game, "TURKEY"), MAIN, "TURKEY")
    assert [power for power, _ in story.centres.counts] == ["TURKEY"]
    assert story.standings == ()
    assert "Not known here" in "\n".join(story_lines(story))


def test_an_agreed_capture_is_reported_as_help() -> None:
    board = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})
    story = story_of(played(board, {"FRANCE": "A BUR - MUN", "GERMANY": "A RUH S A BUR - MUN"}), MAIN)
    assert "  Spring 1901, movement: Germany supports France in Munich" in story_lines(story)
