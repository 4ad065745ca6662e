"""Real games of strangers have stories."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.qt.statistics.story_files import write
from app.session.requests import StoryFormat, StoryRequest
from app.session.view_options import View
from app.statistics.story import story_lines, story_of
from tests.interop.test_dpn_real_games import played, recorded_games

pytestmark = pytest.mark.interop

GAMES, PAGES = 40, 3


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


@pytest.mark.usefixtures("qapp")  # one application for all tests of a process
def test_games_become_pages_below_three_megabytes(tmp_path: Path) -> None:
    for name, orders in islice(recorded_games(), PAGES):
        path = tmp_path / "page.html"
        write(StoryRequest(played(name, orders), MAIN, View()), StoryFormat.PAGE, path, lambda *_: True)
        assert 100_000 < path.stat().st_size < 3_000_000
