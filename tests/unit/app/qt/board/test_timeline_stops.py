"""Texts on the strip of phases."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.phase import Phase
from app.game.edits import new_game
from app.qt.board.timeline import lay_out
from variants.catalogue import standard


def test_the_first_phase_tells_its_year_in_whatever_season_a_game_starts() -> None:
    game = new_game(standard())
    branch = game.branches[0]
    turn = replace(branch.turns[0], position=replace(branch.turns[0].position, phase=Phase.of("F1912M")))
    late = replace(game, branches=(replace(branch, turns=(turn,)),))
    assert [stop.text for stop in lay_out(game)[0]] == ["S 1901"]
    assert [stop.text for stop in lay_out(late)[0]] == ["F 1912"]
