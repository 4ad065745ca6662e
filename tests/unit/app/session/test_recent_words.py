"""Recent games are kept as data, and their phase is written in the language of the viewer."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from app.game.storage.recent import RecentGame
from app.session.recovery import phase_words, recent_game, standing_words
from languages import using
from tests.unit.app.commands.fake_services import Desk


def kept(phase: str, season: str = "") -> RecentGame:
    return RecentGame(Path("g.dpn"), "Straits", phase, 1, None, season)


def test_a_phase_that_was_kept_in_one_language_is_said_in_another() -> None:
    desk = Desk()
    with using("de"):
        game = recent_game(desk.document, Path("g.dpn"), 1, Path("g.png"))
    assert (game.phase, game.season) == ("S1901M", "Spring")
    with using("fr"):
        assert phase_words(game) == "Printemps 1901, mouvement"
    assert phase_words(game) == "Spring 1901, movement"


def test_a_game_that_has_ended_is_said_to_be_over() -> None:
    desk = Desk()
    desk.run("draw")
    game = recent_game(desk.document, Path("g.dpn"), 1, Path("g.png"))
    assert phase_words(game) == "over"
    with using("pseudo"):
        assert phase_words(game).startswith("⟦")


@pytest.mark.parametrize("phase", ["Fall 1903, movement", "S1901M"])
def test_what_an_earlier_version_kept_stands_as_it_is(phase: str) -> None:
    assert phase_words(kept(phase)) == phase


NOW = datetime.fromisoformat("2026-11-28 20:00+00:00")


def test_a_game_by_mail_is_told_with_its_deadline_and_who_is_missing() -> None:
    desk = Desk()
    desk.run("hold-all", "clear-power austria", "clear-order PAR", "deadline 2090-11-24 20:00 UTC")
    game = recent_game(desk.document, Path("g.dpn"), 1, Path("g.png"))
    assert standing_words(game, NOW) == "Due Fri 24 Nov, 20:00 · 2 powers missing"
    assert standing_words(replace(game, deadline="2026-11-27T20:00:00Z", missing=0), NOW) == "Overdue since Fri 27 Nov, 20:00"


@pytest.mark.parametrize(
    ("seats", "others", "said"),
    [({"FRANCE": "Ada"}, "bot:easy", "You lead France"), ({"FRANCE": "Ada", "ITALY": "Ben"}, "hold", "Round one table, 2 people")],
)
def test_a_game_at_a_table_is_told_with_its_people(seats: dict[str, str], others: str, said: str) -> None:
    desk = Desk()
    desk.run("table " + " ".join(f"{power}={seats.get(power, others)}" for power in desk.session.variant.powers))
    assert standing_words(recent_game(desk.document, Path("g.dpn"), 1, Path("g.png")), NOW) == said


def test_any_other_game_is_told_with_when_it_was_left() -> None:
    opened = int(datetime.fromisoformat("2026-11-27 21:00").timestamp())
    now = datetime.fromisoformat("2026-11-28 20:00").astimezone()
    assert standing_words(replace(kept("S1901M", "Spring"), opened=opened), now) == "Left yesterday evening"
