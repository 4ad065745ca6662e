"""Centres by year, and points."""

from __future__ import annotations

import pytest

from app.game.edits import new_game
from app.game.ending_edits import declare_draw
from app.game.record import MAIN, Cursor
from app.statistics.centres import CentreHistory, centre_history
from app.statistics.story import points_text, story_lines, story_of
from entente.scoring import Scoring
from languages import using
from tests.unit.app.game.play import played_game
from tests.unit.app.statistics.telling import placed, played
from variants.catalogue import shipped

BOARD = placed("FRANCE A GAS, GERMANY A SIL", {"FRANCE": "PAR", "GERMANY": "BER MUN"})


def test_a_year_is_counted_when_it_is_over() -> None:
    game = played(BOARD, {}, {"FRANCE": "A GAS - SPA"}, {"FRANCE": "WAIVE"})
    history = centre_history(game, game.last())
    assert history.moments == ("start", "1901")
    assert dict(history.counts) == {"GERMANY": (2, 2), "FRANCE": (1, 2)}


def test_a_year_under_way_counts_once_something_changed_in_it() -> None:
    game = played(BOARD, {})
    assert centre_history(game, game.last()).moments == ("start",)
    game = played(game, {"FRANCE": "A GAS - SPA"})
    assert str(game.turn(game.last()).phase) == "W1901A"
    assert centre_history(game, game.last()).moments == ("start", "1901")


def test_a_game_that_is_over_counts_its_last_year() -> None:
    game = declare_draw(played(BOARD, {}), MAIN)
    assert centre_history(game, game.last()).moments == ("start", "1901")


def test_the_history_up_to_an_earlier_moment_knows_nothing_of_later_ones() -> None:
    game = played_game(12, seed=3)
    assert centre_history(game, Cursor(MAIN, 0)).moments == ("start",)


def test_a_draw_is_worth_its_share_to_those_in_it() -> None:
    game = declare_draw(played(BOARD, {}), MAIN, ("FRANCE", "GERMANY"))
    first, second, *others = story_of(game, MAIN).standings
    assert (first.power, first.points[Scoring.DRAW_SIZE], first.shares_in_it) == ("GERMANY", 0.5, True)
    assert second.points[Scoring.SUM_OF_SQUARES] == pytest.approx(0.2)
    assert all(each.points[Scoring.DRAW_SIZE] == 0 and not each.shares_in_it for each in others)


@pytest.mark.parametrize("variant", ["standard", "chaos", "britain", "crowded", "winter-1900"])
def test_every_variant_has_a_story_from_its_first_moment(variant: str) -> None:
    game = new_game(shipped(variant).variant, "Beginning", game_id="0001")
    assert story_lines(story_of(game, MAIN))


@pytest.mark.parametrize("seed", range(4))
def test_games_by_the_toss_of_a_coin_have_stories(seed: int) -> None:
    game = played_game(25, seed=seed)
    story = story_of(game, MAIN)
    assert all(0 <= each.index < len(game.line()) for each in story.turning_points)
    assert list(story.turning_points) == sorted(story.turning_points, key=lambda each: each.index)
    assert story_lines(story)


def test_points_are_written_as_numbers_are_in_the_language_in_use() -> None:
    assert [points_text(each) for each in (0.5, 7018.0)] == ["0.5", "7018"]
    with using("de"):
        assert [points_text(each) for each in (0.5, 7018.0)] == ["0,5", "7018"]


@pytest.mark.parametrize(("most", "top"), [(0, 1), (4, 4), (5, 5), (6, 18), (18, 18), (20, 20)])
def test_a_chart_reaches_the_victory_only_where_somebody_came_near_it(most: int, top: int) -> None:
    """Lines at three and four of eighteen centres lie on one another."""
    history = CentreHistory(("start", "1901"), (1901, 1901), (0, 1), (("ENGLAND", (0, most)),))
    assert history.top(18) == top
