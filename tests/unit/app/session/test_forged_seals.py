"""Contents that another program puts beside the seals of a table count for nothing, and the game master's copy of the game is today's."""

from __future__ import annotations

from dataclasses import replace

from app.game.entries import SealedOrders
from app.hotseat.sealing import PLAIN
from tests.unit.app.game.play import seal_orders
from tests.unit.app.session.table_desk import TableDesk


def put(desk: TableDesk, *containers: SealedOrders) -> None:
    game = desk.game
    for each in containers:
        game = seal_orders(game, desk.seating.branch, each)
    with desk.seating.acting():
        desk.session.document.perform("From outside", game)


def test_a_seat_with_a_lock_has_sealed_only_what_its_key_closed(desk: TableDesk) -> None:
    put(desk, *(SealedOrders(power, PLAIN, b"> A PAR - PIC", is_draft=False) for power in ("FRANCE", "ENGLAND")))
    assert desk.seating.sealed_powers() == {"ENGLAND"}, "England has no lock"


def test_a_draft_is_no_seal(desk: TableDesk) -> None:
    put(desk, SealedOrders("ENGLAND", PLAIN, b"> F LON - NTH", is_draft=True))
    assert desk.seating.sealed_powers() == set()


def test_the_game_master_looks_at_the_present_game_without_containers(desk: TableDesk) -> None:
    first = desk.game
    assert desk.seating.for_master(first) == first
    put(desk, SealedOrders("ENGLAND", PLAIN, b"> F LON - NTH", is_draft=False))
    second = replace(desk.game, name="Renamed")
    looked_at = desk.seating.for_master(second)
    assert looked_at.name == "Renamed"
    assert looked_at.turn(looked_at.last()).sealed == ()
