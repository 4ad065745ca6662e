"""Real games of strangers have stories."""

from __future__ import annotations

from itertools import islice

import pytest

from app.game.record import MAIN
from app.story.story import story_of
from app.story.words import story_lines
from tests.interop.test_dpn_real_games import played, recorded_games

pytestmark = pytest.mark.interop

GAMES = 40


def test_every_game_is_told_whole() -> None:
    deeds, stabs = 0, 0
    for name, orders in islice(recorded_games(), GAMES):
        game = played(name, orders)
        story = story_of(game, MAIN)
        assert story_lines(story)
        assert all(each.by != each.to for each in story.deeds)
        assert all(0 <= each.index < len(game.line()) for each in story.turning_points)
        deeds, stabs = deeds + len(story.deeds), stabs + len(story.stabs)
    assert deeds > GAMES
    assert stabs > 0
