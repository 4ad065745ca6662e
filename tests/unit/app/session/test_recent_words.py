"""Recent games are kept as data, and their phase is written in the language of the viewer."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.storage.recent import RecentGame
from app.session.recovery import moment_of, phase_words
from languages import using
from tests.unit.app.commands.fake_services import Desk


def kept(phase: str, season: str = "") -> RecentGame:
    return RecentGame(Path("g.dpn"), "Straits", phase, 1, None, season)


def test_a_phase_that_was_kept_in_one_language_is_said_in_another() -> None:
    desk = Desk()
    with using("de"):
        game = kept(*moment_of(desk.document))
    assert (game.phase, game.season) == ("S1901M", "Spring")
    with using("fr"):
        assert phase_words(game) == "Printemps 1901, mouvement"
    assert phase_words(game) == "Spring 1901, movement"


def test_a_game_that_has_ended_is_said_to_be_over() -> None:
    desk = Desk()
    desk.run("draw")
    game = kept(*moment_of(desk.document))
    assert phase_words(game) == "over"
    with using("pseudo"):
        assert phase_words(game).startswith("⟦")


@pytest.mark.parametrize("phase", ["Fall 1903, movement", "S1901M"])
def test_what_an_earlier_version_kept_stands_as_it_is(phase: str) -> None:
    assert phase_words(kept(phase)) == phase
