"""Persons who may write for a power, by the addresses that game and address book know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.address_book.address_book import Person
from app.address_book.senders import Writers
from app.game.entries import Member, MemberRole
from tests.quick import one_by_one
from tests.unit.app.address_book.test_senders import ADA, book, game

ALSO, UNTIL, STANDBY = MemberRole.ALSO, MemberRole.UNTIL, MemberRole.STANDBY


def writers(players: dict[str, str], *members: Member, people: tuple[Person, ...] = ()) -> Writers:
    return Writers(replace(game(**players), members=members), book(*people))


@one_by_one(
    ("players", "members", "people", "address", "powers"),
    [
        ({"FRANCE": "Ada <Ada@Example.org>"}, (), (), " ada@EXAMPLE.org ", {"FRANCE"}),
        ({"FRANCE": "Ada <ada@example.org>", "ITALY": "Ada <ADA@example.org>"}, (), (), "ada@example.org", {"FRANCE", "ITALY"}),
        ({"FRANCE": "Ada"}, (), (), "", set()),
        ({"FRANCE": "Ada"}, (), (ADA,), "a@work.example", {"FRANCE"}),
        ({"FRANCE": "Bob <b@x.org>"}, (Member("FRANCE", ALSO, "Ada", "ada@example.org"),), (), "Ada@example.org", {"FRANCE"}),
        ({"FRANCE": "Bob <b@x.org>"}, (Member("FRANCE", ALSO, "ada"),), (ADA,), "a@work.example", {"FRANCE"}),
        ({"FRANCE": "Bob <b@x.org>"}, (Member("FRANCE", ALSO, "Eve"),), (ADA,), "a@work.example", set()),
        ({"FRANCE": "Bob <b@x.org>"}, (Member("FRANCE", STANDBY, "Ada", "ada@example.org"),), (), "ada@example.org", set()),
        ({}, (Member("FRANCE", UNTIL, "Ada", "ada@example.org"),), (replace(ADA, powers=("FRANCE",)),), "ada@example.org", set()),
        ({}, (Member("ITALY", UNTIL, "Ada", "ada@example.org"),), (replace(ADA, powers=("FRANCE",)),), "ada@example.org", {"FRANCE"}),
        (
            {},
            (Member("FRANCE", UNTIL, "Ada", "ada@example.org"), Member("FRANCE", ALSO, "Ada", "ada@example.org")),
            (replace(ADA, powers=("FRANCE",)),),
            "ada@example.org",
            {"FRANCE"},
        ),
    ],
)
def test_an_address_writes_for_the_powers_that_it_is_known_for(
    players: dict[str, str], members: tuple[Member, ...], people: tuple[Person, ...], address: str, powers: set[str]
) -> None:
    found = writers(players, *members, people=people)
    known = {power for power in found.game.variant.powers if power in found.guarded and found.may_write(address, power)}
    assert known == powers


def test_an_address_of_one_power_needs_to_name_none_and_one_of_two_does() -> None:
    found = writers({"FRANCE": "A <a@x.org>", "ITALY": "A <A@x.org>", "TURKEY": "B <b@x.org>"})
    assert found.single == {"b@x.org": "TURKEY"}
    assert found.shared == {"a@x.org": frozenset({"FRANCE", "ITALY"})}
    assert found.guarded == {"FRANCE", "ITALY", "TURKEY"}


def test_a_power_with_an_address_is_written_for_from_there_alone_and_others_by_anybody() -> None:
    found = writers({"FRANCE": "A <a@x.org>"})
    assert [found.may_write(address, "FRANCE") for address in ("a@x.org", "b@x.org", "")] == [True, False, False]
    assert found.may_write("b@x.org", "ITALY")


@pytest.mark.parametrize(
    ("member", "people"), [(Member("FRANCE", UNTIL, "Ada", "Ada@example.org"), ()), (Member("FRANCE", UNTIL, "ADA"), (ADA,))]
)
def test_a_former_player_writes_for_the_power_no_longer_though_nobody_else_has_an_address(
    member: Member, people: tuple[Person, ...]
) -> None:
    found = writers({"FRANCE": "Bob"}, member, people=people)
    assert found.former(" ADA@example.org ") == {"FRANCE"}
    assert not found.may_write("ada@example.org", "FRANCE")
    assert found.may_write("somebody@else.org", "FRANCE")
    assert found.may_write("ada@example.org", "ITALY")
    assert found.former("somebody@else.org") == frozenset()


def test_who_plays_again_is_no_former_player() -> None:
    found = writers({"FRANCE": "Ada <ada@example.org>"}, Member("FRANCE", UNTIL, "Ada", "ada@example.org"))
    assert found.former("ada@example.org") == frozenset()
    assert found.may_write("ada@example.org", "FRANCE")


def test_addresses_are_told_without_blanks_around_them() -> None:
    found = writers({"FRANCE": "A < A@x.org >"})
    assert found.by_address == {"a@x.org": frozenset({"FRANCE"})}
    assert found.may_write("a@x.org", "FRANCE")


def test_players_without_an_address_guard_nothing() -> None:
    found = writers({"FRANCE": "A", "ITALY": "B < >"})
    assert (found.by_address, found.guarded, found.single, found.shared) == ({}, frozenset(), {}, {})


def test_of_a_member_with_an_address_the_book_is_not_asked() -> None:
    found = writers({"FRANCE": "Bob <b@x.org>"}, Member("FRANCE", ALSO, "Ada", "own@x.org"), people=(ADA,))
    assert found.by_address == {"b@x.org": frozenset({"FRANCE"}), "own@x.org": frozenset({"FRANCE"})}


def test_the_former_player_of_one_power_may_write_for_another() -> None:
    found = writers({"ITALY": "Ada <ada@example.org>"}, Member("FRANCE", UNTIL, "Ada", "ada@example.org"))
    assert found.former("ada@example.org") == {"FRANCE"}
    assert [found.may_write("ada@example.org", power) for power in ("FRANCE", "ITALY", "TURKEY")] == [False, True, True]


def test_the_address_of_a_former_player_is_nobody_s_by_the_book() -> None:
    plays_france = replace(ADA, powers=("FRANCE",))
    found = writers({}, Member("FRANCE", UNTIL, "Ada", "ada@example.org"), people=(plays_france,))
    assert found.by_address == {"a@work.example": frozenset({"FRANCE"})}
