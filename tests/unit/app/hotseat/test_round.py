"""The round at one laptop: the rights of each, and the time of the reveal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase
from app.game.edits import new_game
from app.game.entries import RevealTime
from app.game.record import EditError
from app.hotseat.round import Round, RoundStage, Standing, begin
from app.hotseat.table import Absence, Decider, Table, first_table
from variants import standard

SPRING = Phase.of("S1901M")
EVERYBODY = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def table(**settings: object) -> Table:
    """Ada has Austria and Italy, Ben has England; Germany is an opponent, Turkey is absent; the others are nameless people."""
    made = first_table(new_game(standard()))
    made = made.with_people({"AUSTRIA": "Ada", "ITALY": "Ada", "ENGLAND": "Ben"})
    made = made.with_seat(replace(made.seat("GERMANY"), decider=Decider.OPPONENT, opponent="steady"))
    made = made.with_seat(replace(made.seat("TURKEY"), decider=Decider.ABSENT, absence=Absence.HOLD))
    return replace(made, **settings)  # type: ignore[arg-type]


def begun(**settings: object) -> Round:
    return begin(table(**settings), SPRING, EVERYBODY).end_talks()


def sealed(round_: Round, *powers: str) -> Round:
    for power in powers:
        round_ = round_.opened(power).seal()
    return round_


def test_movement_begins_with_talks_and_retreats_with_the_curtain() -> None:
    """A movement phase begins with talks and a retreat phase with the curtain for those concerned."""
    assert begin(table(), SPRING, EVERYBODY).stage is RoundStage.TALKS
    retreats = begin(table(), Phase.of("S1901R"), ("FRANCE",))
    assert (retreats.stage, retreats.called, retreats.to_seal) == (RoundStage.CURTAIN, "FRANCE", ("FRANCE",))
    assert retreats.standing("AUSTRIA") is Standing.NOTHING


def test_a_phase_in_which_no_person_orders_is_ready_at_once() -> None:
    assert begin(table(), Phase.of("S1901R"), ("GERMANY", "TURKEY")).stage is RoundStage.READY


def test_the_curtain_calls_one_after_the_other_and_after_the_last_seal_the_orders_can_be_shown() -> None:
    now = begun()
    called = []
    while now.stage is RoundStage.CURTAIN:
        assert now.called is not None
        called.append(now.called)
        now = now.opened(now.called).seal()
    assert called == ["AUSTRIA", "ENGLAND", "FRANCE", "ITALY", "RUSSIA"]
    assert now.stage is RoundStage.READY
    assert now.show().stage is RoundStage.RESULTS


def test_people_may_come_in_any_sequence_and_the_curtain_goes_on_from_there() -> None:
    now = sealed(begun().call("ITALY"), "ITALY")
    assert now.called == "RUSSIA"
    assert sealed(now, "RUSSIA").called == "AUSTRIA"


def test_who_closes_without_sealing_is_called_again_after_the_others() -> None:
    now = begun().opened("RUSSIA").closed()
    assert now.standing("RUSSIA") is Standing.NOT_YET
    assert now.called == "AUSTRIA"
    assert "RUSSIA" in now.to_seal


def test_while_one_seat_is_open_no_other_can_be() -> None:
    now = begun().opened("FRANCE")
    with pytest.raises(EditError, match="France is at the laptop"):
        now.opened("RUSSIA")
    with pytest.raises(EditError, match="France is at the laptop"):
        now.call("RUSSIA")


def test_a_seal_can_be_taken_back_until_the_last_one_seals() -> None:
    now = sealed(begun(), "AUSTRIA", "ENGLAND")
    again = now.take_back("AUSTRIA")
    assert (again.stage, again.open) == (RoundStage.OPEN, "AUSTRIA")
    with pytest.raises(EditError, match="take the seal back"):
        now.opened("ENGLAND")
    ready = sealed(now, "FRANCE", "ITALY", "RUSSIA")
    with pytest.raises(EditError, match="sealed orders cannot be changed"):
        ready.take_back("AUSTRIA")


def test_nobody_opens_the_seat_of_an_opponent_or_of_an_absent_player() -> None:
    for power in ("GERMANY", "TURKEY"):
        assert begun().standing(power) is Standing.ANSWERED
        with pytest.raises(EditError, match="Nobody here writes"):
            begun().opened(power)


def test_orders_are_not_shown_before_all_have_sealed_and_those_missing_are_named() -> None:
    with pytest.raises(EditError, match="Not sealed yet: England, Italy, Russia"):
        sealed(begun(), "AUSTRIA", "FRANCE").show()


def test_most_of_the_people_can_have_orders_shown_where_the_table_votes() -> None:
    now = begun(shown=RevealTime.VOTE)
    assert now.people_to_vote == ("Ada", "Ben", "France", "Russia")
    for person in ("Ada", "Ben"):
        now = now.vote_to_show(person)
    assert now.stage is RoundStage.CURTAIN
    assert now.vote_to_show("Ben", yes=False).votes == {"Ada"}
    assert now.vote_to_show("Russia").stage is RoundStage.READY


def test_nobody_votes_where_the_table_does_not_and_nobody_who_writes_nothing() -> None:
    with pytest.raises(EditError, match="nobody votes"):
        begun().vote_to_show("Ada")
    with pytest.raises(EditError, match="has no say"):
        begun(shown=RevealTime.VOTE).vote_to_show("Germany")


def test_the_clock_ends_the_round_where_it_decides_and_only_the_talks_elsewhere() -> None:
    assert begin(table(shown=RevealTime.CLOCK), SPRING, EVERYBODY).end_clock().stage is RoundStage.READY
    assert begin(table(), SPRING, EVERYBODY).end_clock().stage is RoundStage.CURTAIN


def test_the_clock_takes_nobodys_seat_away_unasked() -> None:
    with pytest.raises(EditError, match="close that seat first"):
        begun(shown=RevealTime.CLOCK).opened("FRANCE").end_clock()


def test_orders_that_are_given_up_can_be_written_anew_before_the_others_are_shown() -> None:
    now = sealed(begun(), "AUSTRIA").give_up("AUSTRIA")
    assert now.standing("AUSTRIA") is Standing.DROPPED
    assert "AUSTRIA" in now.to_seal
    assert now.opened("AUSTRIA").seal().standing("AUSTRIA") is Standing.SEALED


def test_the_game_master_sits_down_at_any_time_but_not_beside_another() -> None:
    now = begun(game_master="Gil")
    assert now.opened("GM").closed().stage is RoundStage.CURTAIN
    with pytest.raises(EditError, match="Gil is at the laptop"):
        now.opened("GM").opened("FRANCE")
    with pytest.raises(EditError, match="no game master"):
        begun().opened("GM")


def test_after_a_restart_in_the_middle_those_who_have_sealed_stay_sealed() -> None:
    now = begin(table(), SPRING, EVERYBODY, sealed=frozenset({"AUSTRIA", "GERMANY"}), talks=False)
    assert now.sealed == {"AUSTRIA"}
    assert now.called == "ENGLAND"


def test_a_person_who_leaves_in_the_middle_is_waited_for_no_longer() -> None:
    now = sealed(begun(), "AUSTRIA", "ENGLAND", "FRANCE", "ITALY")
    gone = now.table.with_seat(replace(now.table.seat("RUSSIA"), decider=Decider.ABSENT))
    assert now.with_table(gone).stage is RoundStage.READY


def test_nobody_else_gets_the_seat_of_who_is_writing() -> None:
    now = begun().opened("FRANCE")
    with pytest.raises(EditError, match="close that seat first"):
        now.with_table(now.table.with_people({"FRANCE": "Dan"}))


def test_once_the_game_is_over_its_seats_stay_closed() -> None:
    with pytest.raises(EditError, match="over"):
        begun().end().opened("FRANCE")
