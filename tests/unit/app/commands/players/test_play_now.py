"""One person against the program, without a question."""

from __future__ import annotations

import pytest

from app.players.bots import Bot
from app.session.errors import CommandError
from languages import using
from tests.unit.app.commands.fake_services import Desk


def test_a_person_sits_at_the_power_and_the_program_plays_all_others() -> None:
    desk = Desk(game=False)
    said = desk.run("play-now france --level easy")
    assert "France against six easy opponents: you play France" in said
    seating = desk.session.seating
    assert seating is not None
    assert seating.open == "FRANCE"
    assert desk.session.viewer == "FRANCE"
    assert {seat.opponent for seat in seating.table.seats if not seat.is_person} == {Bot.EASY}
    assert [seat.power for seat in seating.table.seats if seat.is_person] == ["FRANCE"]
    assert (seating.clock.left, seating.turn_clock.left) == (None, None), "nobody waits: no clock is shown"


def test_powers_have_their_names_in_the_language_in_use() -> None:
    with using("de"):
        desk = Desk(game=False)
        assert "Du spielst Frankreich" in desk.run("play-now france --level easy")
        with pytest.raises(CommandError, match="Frankreich"):
            desk.session.check_writer("GERMANY")


@pytest.mark.slow
def test_a_phase_is_played_with_a_seal_and_a_press() -> None:
    desk = Desk(game=False)
    desk.run("play-now france --level easy", "A PAR - BUR", "A MAR - SPA", "F BRE - MAO", "seal", "show-orders")
    line = desk.session.game.line()
    assert line[0].resolution is not None
    assert {outcome.power for outcome in line[0].resolution.outcomes if outcome.given} == set(desk.session.game.variant.powers)


@pytest.mark.slow
def test_the_lot_is_repeated_by_its_seed_and_reaches_every_power() -> None:
    drawn = set()
    for seed in range(40):
        desk = Desk(game=False)
        desk.run(f"play-now --seed {seed}")
        drawn.add(desk.session.viewer)
    assert len(drawn) == 7
    again = Desk(game=False)
    again.run("play-now --seed 3")
    other = Desk(game=False)
    other.run("play-now --seed 3")
    assert again.session.viewer == other.session.viewer


@pytest.mark.parametrize(
    ("line", "words"), [("play-now atlantis", "atlantis"), ("play-now france --variant nowhere", "no variant nowhere")]
)
def test_what_cannot_be_played_is_refused(line: str, words: str) -> None:
    desk = Desk(game=False)
    with pytest.raises(CommandError, match=f"(?i){words}"):
        desk.run(line)
    assert desk.session.current is None
