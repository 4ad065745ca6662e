"""The story of a game on a page: how it ended, centres by year, turning points, as its reader may know them."""

from __future__ import annotations

from collections.abc import Mapping

from app.game.record import Game
from app.session.viewpoint import CURTAIN
from app.statistics.story import story_of
from app.statistics.words import describe_outcome_of, describe_title, describe_turning_point
from app.web.colours import power_numbers
from entente.words.names import power_name
from entente.words.phases import describe_season
from languages import tr

_MOST_MOMENTS = 9
"""Years in a table; of a longer game the last ones."""


def story_values(shown: Game, branch: str, viewer: str) -> Mapping[str, object]:
    """Return what the part ``story`` shows of the game *shown*, which is what *viewer* may see of it.

    Promises are left out: they are taken from letters, which not everybody has read.
    """
    story = story_of(shown, branch, None if viewer == CURTAIN else viewer, letters=False)
    numbers, history = power_numbers(shown.variant), story.centres
    first = max(0, len(history.moments) - _MOST_MOMENTS)
    rows = [
        {"power": power_name(shown.variant, power), "number": numbers.get(power, 0), "counts": counts[first:]}
        for power, counts in history.counts
        if any(counts)
    ]
    return {
        "title": tr("The story"),
        "headline": describe_title(story),
        "outcome": describe_outcome_of(story),
        "centres": tr("Centres"),
        "moments": [tr("Start") if number == 0 else words for number, words in enumerate(history.moments)][first:],
        "rows": rows,
        "unknown": tr("Not everybody's centres are known here.") if history.unknown else "",
        "points_title": tr("Turning points"),
        "points": [
            {"when": describe_season(shown.variant, each.phase), "words": describe_turning_point(story, each)}
            for each in story.turning_points
        ],
        "none": tr("Nothing has turned yet."),
    }
