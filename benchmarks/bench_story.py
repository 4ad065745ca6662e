"""How large is the web page of a game of 60 phases, and how long do the story and the files that keep it take? The bar is 3 MB.

Run: ``QT_QPA_PLATFORM=offscreen python -m benchmarks.bench_story``
"""

from __future__ import annotations

import platform
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from app.game.record import MAIN
from app.qt.map.export import headless_application
from app.qt.statistics.story_files import write
from app.session.requests import StoryFormat, StoryRequest
from app.session.view_options import View
from app.statistics.story import story_of
from tests.unit.app.game.play import played_game

PHASES = 60


def main() -> None:
    """Print the figures: processor time, which other work on the machine changes least."""
    keep = headless_application()
    game = played_game(PHASES, seed=1)
    line = game.line()
    for turn in line:
        assert turn.resolution is None or turn.resolution.outcomes  # computed at the first look; not part of the measurement
    print(f"{datetime.now(tz=UTC):%Y-%m-%d} Python {platform.python_version()} {platform.machine()}, {len(line)} phases")
    start = time.process_time()
    story = story_of(game, MAIN)
    print(f"{'the story':<22}{(time.process_time() - start) * 1000:9.1f} ms, {len(story.deeds)} deeds, {len(story.stabs)} stabs")
    with tempfile.TemporaryDirectory() as folder:
        for format_, turn_ in ((StoryFormat.PAGE, None), (StoryFormat.FILM, None), (StoryFormat.SEASON, 0), (StoryFormat.BOOKLET, None)):
            path = Path(folder) / format_.value
            start = time.process_time()
            write(StoryRequest(game, MAIN, View(), turn=turn_), format_, path, lambda *_: True)
            spent = time.process_time() - start
            print(f"{format_.value:<22}{spent * 1000:9.0f} ms, {path.stat().st_size / 1e6:.2f} MB")
    del keep


if __name__ == "__main__":
    main()
