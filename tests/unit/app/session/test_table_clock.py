"""The clock of a table: how much time a round has, after a restart too, and what becomes of a seat whose time is over."""

from __future__ import annotations

import pytest

from app.hotseat.clock import Beat, Clock
from app.hotseat.round import RoundStage, Standing
from app.tables.table_acts import tick
from tests.quick import each_nth
from tests.unit.app.session.table_desk import TableDesk, played, refused, restarted, with_units


def test_talks_take_the_longer_time_in_the_first_year_only(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --first-talks 15 --talks 10")
    assert bare.seating.clock == Clock(900)
    played(bare)
    assert (str(bare.seating.round.phase), bare.seating.clock.left) == ("F1901M", 900)
    played(bare)
    assert (str(bare.seating.round.phase), bare.seating.clock.left) == ("S1902M", 600)


@pytest.mark.parametrize("shown", ["clock", "vote", "all sealed"])
def test_a_restart_in_mid_round_goes_on_with_the_time_that_was_left(shown: str, bare: TableDesk) -> None:
    bare.run(f"table FRANCE=Cleo --shown '{shown}'", "clock start")
    for _ in range(400):
        bare.clock.now += 1
        tick(bare.session)
    bare.run("end-talks")
    again = restarted(bare)
    assert again.seating.round.stage is RoundStage.CURTAIN
    assert again.seating.clock.left is not None
    assert 0 <= again.seating.clock.left - 500 < 5, "no more is given again than the clock ran since it was last kept"
    assert " and is stopped." in again.run("clock"), "while the program was closed nobody played"
    assert "stands" not in again.run("clock start")
    again.end()


def test_a_bell_that_has_rung_does_not_ring_again_after_a_restart(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --first-talks 2", "clock start")
    heard: list[Beat] = []
    for _ in range(80):
        bare.clock.now += 1
        heard.extend(tick(bare.session))
    assert heard == [Beat.BELL]
    again = restarted(bare)
    again.run("clock start", "clock add --seconds 60")
    again.clock.now += 61
    assert tick(again.session) == ()
    again.end()


def test_a_clock_without_limit_has_none_after_a_restart(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --shown clock --first-talks 0")
    again = restarted(bare)
    assert again.seating.clock.left is None
    again.end()


@each_nth(4, "spoilt", [b"", b"[]", b'{"7e577e57": ["S1901M", -5, true]}', b'{"7e577e57": 3}', b"\xff", b"[" * 5000])
def test_a_spoilt_file_of_clocks_begins_anew(spoilt: bytes, bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --shown clock", "clock start")
    (kept,) = bare.folder.rglob("table-clocks.json")
    kept.write_bytes(spoilt)
    again = restarted(bare)
    assert again.seating.clock.left == 900
    again.end()


def test_a_busy_machine_goes_on_and_a_machine_that_slept_pauses(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo", "clock start")
    bare.clock.now += 45
    assert tick(bare.session) == ()
    assert (bare.seating.clock.left, bare.seating.clock.running) == (855, True)
    bare.clock.now += 1
    bare.asleep = 3600.0
    assert tick(bare.session) == (Beat.GAP,)
    assert (bare.seating.clock.left, bare.seating.clock.running) == (855, False)
    assert "the lid was closed" in bare.run("table")


def test_retreats_have_no_talks_and_so_no_clock_after_a_restart_either(bare: TableDesk) -> None:
    bare.session.document.perform("Set up", with_units(bare, "AUSTRIA A GAL", "AUSTRIA A BUD", "RUSSIA A RUM"))
    bare.run("table RUSSIA=Eva --shown clock")
    bare.write("AUSTRIA", "A GAL - RUM", "A BUD S A GAL - RUM")
    bare.write("RUSSIA")
    bare.run("show-orders", "next-round")
    assert (str(bare.seating.round.phase), bare.seating.clock.left) == ("S1901R", None)
    again = restarted(bare)
    assert (str(again.seating.round.phase), again.seating.clock.left) == ("S1901R", None)
    again.end()


def test_a_game_that_is_over_has_no_clock(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --shown clock --game-master Gil", "open-seat GM", "draw")
    assert bare.seating.round.stage is RoundStage.OVER
    assert bare.seating.clock.left is None


def test_who_has_no_time_left_at_the_laptop_leaves_a_draft(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --orders 1", "open-seat FRANCE", "order A PAR - BUR")
    heard: list[Beat] = []
    for _ in range(61):
        bare.clock.now += 1
        heard.extend(tick(bare.session))
    assert heard[-1] is Beat.ENDED
    assert bare.seating.open is None
    assert bare.seating.round.standing("FRANCE") is Standing.NOT_YET
    bare.run("open-seat FRANCE")
    assert [line.text for line in bare.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]
    assert bare.seating.turn_clock.left == 60, "the next turn has its time from the start"


def test_the_game_masters_time_at_the_desk_does_not_end(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --orders 1 --game-master Gil", "open-seat GM")
    for _ in range(61):
        bare.clock.now += 1
        tick(bare.session)
    assert bare.seating.open == "GM"


def test_a_game_without_a_table_has_no_clock_that_could_tick(bare: TableDesk) -> None:
    assert tick(bare.session) == ()


@pytest.mark.slow
def test_nobody_ends_the_clock_while_somebody_writes(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815")
    assert "France is at the laptop" in refused(desk, "clock end")
    assert "France is at the laptop" in refused(desk, "clock add --seconds -60")
    desk.run("clock pause", "clock add")
    assert desk.seating.open == "FRANCE"
    desk.run("close-seat", "clock end")
    assert desk.seating.round.stage is RoundStage.CURTAIN
