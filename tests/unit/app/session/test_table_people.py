"""Persons at a table round one laptop: people and their PINs, opponents, and seats that change hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.hotseat.round import RoundStage, Standing
from app.hotseat.sealing import LOCKED
from tests.unit.app.session.table_desk import ORDERS, PINS, WRITERS, TableDesk, refused, stage

pytestmark = pytest.mark.usefixtures("quick_locks")


def test_one_pin_of_one_person_opens_both_powers_and_two_people_with_one_pin_have_two_locks(desk: TableDesk) -> None:
    table = desk.seating.table
    assert table.seat("AUSTRIA").lock == table.seat("ITALY").lock
    desk.run("end-table", "table AUSTRIA=Ada:4711 ENGLAND=Ben:4711")
    table = desk.seating.table
    assert table.seat("AUSTRIA").lock != table.seat("ENGLAND").lock
    desk.run("open-seat ENGLAND 4711", "order F LON - NTH", "seal")
    desk.run("open-seat AUSTRIA 4711")
    assert desk.lines_in_the_open() == set()


def test_a_forgotten_pin_is_given_up_by_the_table_and_what_it_closed_is_never_shown(desk: TableDesk) -> None:
    for power in WRITERS:
        desk.write(power, *ORDERS[power])
    desk.end()
    again = TableDesk(desk.folder, game=False)
    again.session.add(again.library.recover(again.library.recoverable()[0]))
    again.run("unlock AUSTRIA 4711")
    refusals = [refused(again, f"give-up-orders FRANCE {agreed}") for agreed in ("", "--agreed Ben", "--agreed 'Ada:1234, Ben'")]
    assert ["2 of these people must agree, each with their PIN: Ada, Ben" in each for each in refusals] == [True, True, False]
    assert "not the PIN" in refusals[2]
    assert again.seating.turn.sealed[0].power in WRITERS, "nobody can prove that a PIN is forgotten: one press drops nothing"
    again.run("give-up-orders FRANCE --agreed 'Ada:4711, Ben'", "show-orders")
    assert "FRANCE A PAR" in {str(unit) for unit in again.seating.turn.position.units}
    assert any("dropped, unread" in line.text for line in again.game.audit)
    assert "A PAR - BUR" not in again.disk()
    again.end()


def test_who_has_all_seats_of_people_gives_up_what_a_forgotten_pin_closes_alone(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run(
        "table AUSTRIA=bot:holding ENGLAND=hold FRANCE=Cleo:0815 GERMANY=hold ITALY=hold RUSSIA=hold TURKEY=list",
        "open-seat FRANCE 0815",
        "order A PAR - BUR",
        "seal",
        "give-up-orders FRANCE",
    )
    assert any("dropped, unread" in line.text for line in desk.game.audit)
    desk.end()


def test_a_person_who_leaves_is_followed_by_another_who_gets_the_drafts_with_the_pin_only(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR", close="close-seat")
    assert "opens with the PIN of who leaves" in refused(desk, "give-seat FRANCE Dan")
    desk.run("give-seat FRANCE Dan --secret 0815 --new-secret 3333")
    assert {each.scheme for each in desk.seating.turn.sealed} == {LOCKED}
    assert "not the PIN" in refused(desk, "open-seat FRANCE 0815")
    desk.run("open-seat FRANCE 3333")
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]
    desk.run("close-seat")
    assert "opens with the PIN" not in refused(desk, "give-seat FRANCE bot:holding")
    assert [each.is_given_up for each in desk.seating.turn.sealed] == [False], "nothing is dropped unasked"
    desk.run("give-seat FRANCE bot:holding --drop --agreed 'Ada:4711, Ben'")
    assert desk.seating.round.standing("FRANCE") is Standing.ANSWERED
    assert [each.is_given_up for each in desk.seating.turn.sealed] == [True]


@pytest.mark.parametrize("who", ["Dan", "gm"])
def test_who_takes_a_seat_over_and_wants_no_pin_finds_the_drafts_without_one(bare: TableDesk, who: str) -> None:
    bare.run("table FRANCE=Cleo:0815 --game-master Gil")
    bare.write("FRANCE", "A PAR - BUR", close="close-seat")
    bare.run(f"give-seat FRANCE {who} --secret 0815", "open-seat FRANCE")
    assert [line.text for line in bare.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_notes_of_an_earlier_phase_are_not_given_away_either(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "notes FRANCE Eva lies", "seal")
    for power in desk.seating.round.to_seal:
        desk.write(power)
    desk.run("show-orders", "next-round")
    desk.run("swap-seats ENGLAND FRANCE", "open-seat FRANCE")
    assert "FRANCE" not in desk.session.shown.notes
    desk.run("close-seat", "open-seat ENGLAND 0815")
    assert desk.session.shown.notes["ENGLAND"] == "Eva lies", "who swaps takes the notes along"


def test_notes_that_nobody_can_open_after_a_restart_are_not_lost_in_a_swap(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "notes FRANCE Eva lies", "seal")
    for power in desk.seating.round.to_seal:
        desk.write(power)
    desk.run("show-orders", "next-round")
    desk.seating.keys.clear()
    assert "open that seat once" in refused(desk, "swap-seats ENGLAND FRANCE")
    desk.run("open-seat FRANCE 0815", "close-seat")
    assert "at the laptop in this phase already" in refused(desk, "swap-seats ENGLAND FRANCE")
    desk.run("swap-seats ENGLAND FRANCE --drop --agreed 'Ada:4711, Ben'", "open-seat ENGLAND 0815")
    assert desk.session.shown.notes["ENGLAND"] == "Eva lies"


def test_a_seat_that_is_given_without_its_pin_keeps_its_notes_for_whoever_remembers_it(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "notes FRANCE Eva lies", "seal")
    for power in desk.seating.round.to_seal:
        desk.write(power)
    desk.run("show-orders", "next-round")
    desk.run("give-seat FRANCE Dan", "open-seat FRANCE")
    assert desk.run("notes FRANCE") == "There are no notes."
    assert "no earlier PIN" in refused(desk, "notes FRANCE --old-pin 1111")
    desk.run("close-seat")
    desk.run("open-seat FRANCE", "notes FRANCE --old-pin 0815")
    assert desk.run("notes FRANCE") == "Eva lies", "whoever remembers the PIN has them back"


@pytest.mark.parametrize("who", ["FRANCE=Cleo", "FRANCE=Cleo:0815", "FRANCE=Zoe:3333"])
def test_a_table_that_is_set_up_anew_opens_its_seats_and_what_was_locked_before_is_gone(desk: TableDesk, who: str) -> None:
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power} {PINS.get(power, '')}", f"notes {power} Eva lies", "seal")
    desk.run("show-orders", "next-round", "end-table", f"table {who} ENGLAND=Ben")
    desk.run(f"open-seat FRANCE {who.partition(':')[2]}")
    assert desk.run("notes FRANCE") == "There are no notes."
    desk.run("close-seat", "open-seat ENGLAND")
    assert desk.run("notes ENGLAND") == "Eva lies", "nothing locked it"


@pytest.mark.parametrize(("before", "after"), [("2222", "9999"), ("2222", ""), ("", "9999")])
def test_a_game_master_with_another_pin_still_opens_what_was_sealed_for_powers_before(bare: TableDesk, before: str, after: str) -> None:
    secret = f" --game-master-secret {before}" if before else ""
    bare.run(f"table FRANCE=gm ITALY=gm --game-master Gil{secret}", f"open-seat FRANCE {before}", "order A PAR - BUR")
    bare.run("notes FRANCE Eva lies", "seal", f"open-seat ITALY {before}", "order A VEN - TYR", f"set-pin {after}", "seal")
    assert bare.seating.round.sealed == {"FRANCE", "ITALY"}
    bare.run(f"take-back FRANCE {after}", "seal")
    for power in bare.seating.round.to_seal:
        bare.write(power)
    bare.run("show-orders", "next-round", f"open-seat GM {after}", f"set-pin {before}", "close-seat", f"open-seat FRANCE {before}")
    assert {"FRANCE A BUR", "ITALY A TYR"} <= {str(unit) for unit in bare.seating.turn.position.units}
    assert bare.run("notes FRANCE") == "Eva lies"


@pytest.mark.slow
def test_34_powers_sit_at_one_laptop(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path, game=False)
    desk.run("new chaos", "table --draw " + ",".join(f"P{number}" for number in range(34)) + " --seed 5")
    assert len(desk.seating.table.people) == 34
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power}", "seal --anyway")
    desk.run("show-orders")
    assert stage(desk) is RoundStage.RESULTS
    desk.end()


def test_seats_of_opponents_and_of_absent_players(tmp_path: Path) -> None:
    """A seat without a person is an opponent or stands in for an absent player and the round goes on without it."""
    desk = TableDesk(tmp_path)
    desk.run("table AUSTRIA=Ada ENGLAND=hold FRANCE=disorder GERMANY=list ITALY=bot:easy RUSSIA=bot:steady TURKEY=bot:holding")
    assert desk.seating.round.to_seal == ("AUSTRIA",)
    assert "Nobody here writes for England" in refused(desk, "open-seat ENGLAND")
    desk.run("open-seat AUSTRIA", "hold-all", "seal", "show-orders")
    assert stage(desk) is RoundStage.RESULTS
    assert desk.seating.misses == ()
    desk.end()


def test_an_opponent_that_is_not_here_loses_its_turn_and_not_the_game(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    assert "No opponent is called hal" in refused(desk, "table AUSTRIA=Ada ENGLAND=bot:hal")
    desk.run("table AUSTRIA=Ada ENGLAND=bot:easy", f"save-as {tmp_path / 'game.dpn'}", "close")
    path = tmp_path / "game.dpn"
    path.write_text(path.read_text().replace("(bot easy)", "(bot hal)"))
    desk.session.add(desk.library.open(path))
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power}", "seal --anyway")
    assert "no opponent called hal is here" in desk.run("show-orders")
    assert stage(desk) is RoundStage.RESULTS
    desk.end()


def test_two_people_with_one_name_are_one_person_and_a_name_too_many_is_told(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    assert "too many for 7 powers" in refused(desk, "table --draw a,b,c,d,e,f,g,h")
    assert "one name" in refused(desk, "table --draw Ada,Ada")
    desk.run("table AUSTRIA=Ada FRANCE=Ada")
    assert desk.seating.table.people["Ada"] == ("AUSTRIA", "FRANCE")
    desk.end()


def test_swapped_people_keep_their_pins_and_find_nothing_of_each_other(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR", close="close-seat")
    assert "at the laptop in this phase already" in refused(desk, "swap-seats FRANCE ENGLAND")
    desk.run("swap-seats FRANCE ENGLAND --drop --agreed 'Ada:4711, Ben'")
    desk.run("open-seat ENGLAND 0815")
    assert desk.session.open_turn.orders_of("ENGLAND") == ()
    desk.run("close-seat", "open-seat FRANCE")
    assert desk.session.open_turn.orders_of("FRANCE") == ()
