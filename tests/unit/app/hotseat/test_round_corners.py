"""The round at its corners: every refusal has a reason, and only the requested change is made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase
from app.game.edits import new_game
from app.game.entries import RevealTime
from app.game.record import EditError
from app.hotseat.round import Round, RoundStage, Standing, begin
from app.hotseat.table import Decider, Table, first_table
from variants import standard

SPRING = Phase.of("S1901M")
EVERYBODY = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
BUSY = "France is at the laptop; close that seat first."


def table(**settings: object) -> Table:
    """Ada, Ben, Cleo and Dan write for a power each; the other three are opponents."""
    made = first_table(new_game(standard())).with_people({"AUSTRIA": "Ada", "ENGLAND": "Ben", "FRANCE": "Cleo", "GERMANY": "Dan"})
    for power in ("ITALY", "RUSSIA", "TURKEY"):
        made = made.with_seat(replace(made.seat(power), decider=Decider.OPPONENT, opponent="steady"))
    made = made.with_seat(replace(made.seat("FRANCE"), name="France"))
    return replace(made, **settings)  # type: ignore[arg-type]


def talking(**settings: object) -> Round:
    return begin(table(**settings), SPRING, EVERYBODY)


def begun(**settings: object) -> Round:
    return talking(**settings).end_talks()


def ready(**settings: object) -> Round:
    now = begun(**settings)
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"):
        now = now.opened(power).seal()
    return now


def refusal(act: object, *arguments: object, **named: object) -> str:
    with pytest.raises(EditError) as error:
        act(*arguments, **named)  # type: ignore[operator]
    return str(error.value)


def test_talks_are_for_those_who_write_in_a_movement_phase() -> None:
    assert talking().stage is RoundStage.TALKS
    assert begin(table(), SPRING, ("ITALY",)).stage is RoundStage.READY
    assert begin(table(), SPRING, EVERYBODY, talks=False).stage is RoundStage.CURTAIN
    assert refusal(begun().end_talks) == "The talks are over already."


def test_why_orders_cannot_be_shown_is_said_at_every_stage() -> None:
    assert ready().may_show == ""
    assert ready().show().may_show == "The orders of this phase were shown."
    assert begun().end().may_show == "The orders of this phase were shown."
    assert begun().opened("FRANCE").may_show == BUSY
    missing = "Not sealed yet: Austria-Hungary, England, France, Germany. At this table orders are shown when all have sealed"
    assert begun().may_show == f"{missing}."
    assert begun(shown=RevealTime.VOTE).may_show == f"{missing}, or most of the table say so."
    assert begun(shown=RevealTime.CLOCK).may_show == f"{missing}, or the clock has ended."


def test_showing_orders_ends_the_call_and_every_later_act_on_the_phase() -> None:
    shown = ready().show()
    assert (shown.stage, shown.called, shown.open) == (RoundStage.RESULTS, None, None)
    assert refusal(shown.show) == "The orders of this phase were shown."
    assert refusal(shown.give_up, "FRANCE") == "The orders of this phase were shown."
    assert refusal(shown.opened, "FRANCE") == "The results are shown; go on to the next phase first."
    assert refusal(shown.take_back, "FRANCE") == "All orders are in; sealed orders cannot be changed any more."
    assert shown.end_clock() == shown
    assert refusal(begun().end().give_up, "FRANCE") == "The orders of this phase were shown."


def test_with_all_orders_in_no_seat_opens_and_nobody_votes() -> None:
    now = ready(shown=RevealTime.VOTE)
    assert refusal(now.opened, "FRANCE") == "All orders are in; show them first."
    assert refusal(now.vote_to_show, "Ada") == "All orders are in; show them."
    assert now.end_clock() == now
    assert (now.called, now.open) == (None, None)


def test_while_a_seat_is_open_nothing_else_is_done_at_the_laptop() -> None:
    now = begun(shown=RevealTime.VOTE).opened("AUSTRIA").seal().opened("FRANCE")
    assert now.standing("FRANCE") is Standing.AT_LAPTOP
    assert refusal(now.take_back, "AUSTRIA") == BUSY
    assert refusal(now.vote_to_show, "Ada") == BUSY
    assert refusal(now.call, "AUSTRIA") == BUSY
    assert refusal(now.end_clock) == BUSY
    assert refusal(now.give_up, "FRANCE") == "France is at the laptop: its orders can be read."
    assert now.opened("FRANCE").open == "FRANCE", "who sits there sits there"


def test_nobody_at_the_laptop_has_nothing_to_close_or_to_seal() -> None:
    assert refusal(begun().closed) == "Nobody is at the laptop."
    assert refusal(begun().seal) == "Nobody is at the laptop."


def test_a_seal_is_taken_back_by_who_has_sealed_during_the_talks_too() -> None:
    now = talking().opened("FRANCE").seal()
    assert refusal(now.take_back, "AUSTRIA") == "Austria-Hungary has not sealed."
    back = replace(now, stage=RoundStage.TALKS).take_back("FRANCE")
    assert (back.open, back.called, back.stage, back.sealed) == ("FRANCE", "FRANCE", RoundStage.OPEN, frozenset())


def test_who_has_sealed_can_be_called_to_take_it_back_and_nobody_else_who_may_not_open() -> None:
    now = begun().opened("FRANCE").seal()
    assert now.call("FRANCE").called == "FRANCE"
    assert refusal(now.call, "ITALY") == "Nobody here writes for Italy."
    assert refusal(now.end().call, "FRANCE") == "The game is over; its seats are closed."


def test_a_call_ends_the_talks_and_no_other_stage() -> None:
    assert talking().call("GERMANY").stage is RoundStage.CURTAIN
    assert begun().call("GERMANY").stage is RoundStage.CURTAIN
    now = ready(game_master="Gil")
    assert (now.call("GM").stage, now.call("GM").called) == (RoundStage.READY, "GM")


def test_only_orders_of_somebody_who_writes_can_be_given_up_and_only_theirs_are() -> None:
    now = begun().opened("FRANCE").seal().opened("AUSTRIA").seal()
    assert refusal(now.give_up, "ITALY") == "Nobody here writes for Italy."
    gone = now.give_up("FRANCE")
    assert (gone.sealed, gone.dropped) == (frozenset({"AUSTRIA"}), frozenset({"FRANCE"}))
    again = gone.opened("FRANCE").seal()
    assert (again.sealed, again.dropped) == (frozenset({"AUSTRIA", "FRANCE"}), frozenset())


def test_half_of_the_people_are_no_majority() -> None:
    now = begun(shown=RevealTime.VOTE).vote_to_show("Ada").vote_to_show("Ben")
    assert (now.stage, now.is_majority) == (RoundStage.CURTAIN, False)
    now = now.vote_to_show("Cleo")
    assert (now.stage, now.called, now.votes) == (RoundStage.READY, None, frozenset({"Ada", "Ben", "Cleo"}))


def test_a_person_with_no_power_in_this_phase_has_no_vote_in_it() -> None:
    retreats = begin(table(shown=RevealTime.VOTE), Phase.of("S1901R"), ("AUSTRIA", "FRANCE"))
    assert retreats.people_to_vote == ("Ada", "Cleo")
    assert "Ben writes no orders in this phase" in refusal(retreats.vote_to_show, "Ben")


def test_the_clock_that_ends_calls_nobody_where_it_decides_and_the_first_where_it_does_not() -> None:
    ended = talking(shown=RevealTime.CLOCK).end_clock()
    assert (ended.stage, ended.called, ended.clock_ended) == (RoundStage.READY, None, True)
    waiting = talking().end_clock()
    assert (waiting.stage, waiting.called, waiting.clock_ended) == (RoundStage.CURTAIN, "AUSTRIA", True)
    over = begun().end()
    assert over.end_clock() == over


def test_after_the_clock_has_ended_where_it_decides_nobody_is_waited_for() -> None:
    now = replace(begun(shown=RevealTime.CLOCK).opened("FRANCE"), clock_ended=True)
    assert now.closed().stage is RoundStage.READY
    assert replace(begun().opened("FRANCE"), clock_ended=True).closed().stage is RoundStage.CURTAIN


def test_the_game_master_seals_nothing_and_leaves_nobody_called() -> None:
    now = begun(game_master="Gil").opened("GM")
    assert (now.open, now.called, now.stage) == ("GM", "GM", RoundStage.CURTAIN)
    assert "no orders to seal" in refusal(now.seal)
    closed = now.closed()
    assert (closed.open, closed.called, closed.stage) == (None, None, RoundStage.CURTAIN)


def test_titles_are_the_powers_names_the_game_masters_or_nobodys() -> None:
    assert begun(game_master="Gil").title("GM") == "Gil"
    assert begun().title("GM") == "The game master"
    assert begun().title(None) == "Nobody"
    assert begun().title("AUSTRIA") == "Austria-Hungary"
    assert replace(begun(), table=begun().table.with_seat(replace(begun().table.seat("AUSTRIA"), name=""))).title("AUSTRIA") == "AUSTRIA"


def test_a_changed_table_keeps_seals_and_votes_of_those_who_still_write_and_the_stage() -> None:
    now = begun(shown=RevealTime.VOTE).opened("AUSTRIA").seal().opened("FRANCE").seal().give_up("FRANCE").vote_to_show("Ada")
    now = now.vote_to_show("Cleo")
    gone = now.table.with_seat(replace(now.table.seat("FRANCE"), decider=Decider.ABSENT))
    changed = now.with_table(gone)
    assert (changed.sealed, changed.dropped, changed.votes) == (frozenset({"AUSTRIA"}), frozenset(), frozenset({"Ada"}))
    assert (changed.stage, changed.called) == (RoundStage.CURTAIN, "ENGLAND")
    assert talking().with_table(gone).stage is RoundStage.TALKS
    assert ready().with_table(gone).stage is RoundStage.READY
    assert ready().show().with_table(gone).stage is RoundStage.RESULTS


def test_the_seat_of_who_writes_stays_theirs_while_others_and_the_game_masters_desk_do_not_mind() -> None:
    now = begun(game_master="Gil").opened("FRANCE")
    other = now.table.with_seat(replace(now.table.seat("RUSSIA"), decider=Decider.ABSENT))
    assert (now.with_table(other).stage, now.with_table(other).open) == (RoundStage.OPEN, "FRANCE")
    assert refusal(now.with_table, now.table.with_people({"FRANCE": "Eva"})) == BUSY
    assert now.closed().opened("GM").with_table(now.table.with_people({"FRANCE": "Eva"})).open == "GM"


def test_the_curtain_calls_on_round_the_table_and_the_one_who_closed_last() -> None:
    now = begun().opened("GERMANY").closed()
    assert now.called == "AUSTRIA"
    for power in ("AUSTRIA", "ENGLAND", "FRANCE"):
        now = now.opened(power).seal()
    assert now.opened("GERMANY").closed().called == "GERMANY", "nobody else is left"
