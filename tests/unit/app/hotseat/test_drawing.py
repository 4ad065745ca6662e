"""Assignment of powers: by lot, and by lists of wishes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from app.game.record import EditError
from app.hotseat.table import by_preference, dice, drawn

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE")


def cost(wishes: dict[str, list[str]], placed: dict[str, str]) -> int:
    return sum((wishes[person].index(power) if power in wishes[person] else len(wishes[person])) ** 2 for power, person in placed.items())


def test_each_person_draws_one_power_and_the_same_seed_draws_the_same() -> None:
    first = drawn(POWERS, ("Ada", "Ben"), dice(7))
    assert sorted(first.values()) == ["Ada", "Ben"]
    assert first == drawn(POWERS, ("Ada", "Ben"), dice(7))


def test_every_draw_comes_about_as_often() -> None:
    chance = Random(1)
    found = Counter(drawn(POWERS, ("Ada", "Ben", "Cleo"), chance)["AUSTRIA"] for _ in range(3000))
    assert all(900 < count < 1100 for count in found.values())


def test_all_powers_are_dealt_out_evenly_where_people_hold_several() -> None:
    powers = [f"P{number}" for number in range(7)]
    assert sorted(Counter(drawn(powers, ("Ada", "Ben", "Cleo"), dice(1), several=True).values()).values()) == [2, 2, 3]


def test_everybody_gets_the_first_wish_where_that_goes() -> None:
    wishes = {"Ada": ["FRANCE"], "Ben": ["AUSTRIA", "FRANCE"], "Cleo": ["ENGLAND"]}
    assert by_preference(POWERS, wishes, dice()) == {"FRANCE": "Ada", "AUSTRIA": "Ben", "ENGLAND": "Cleo"}


def test_no_other_way_to_seat_people_is_cheaper_by_the_rule() -> None:
    chance = Random(3)
    powers = [f"P{number}" for number in range(6)]
    for _ in range(60):
        people = [f"person {number}" for number in range(chance.randint(1, 6))]
        wishes = {person: chance.sample(powers, chance.randint(0, 6)) for person in people}
        placed = by_preference(powers, wishes, chance)
        ways = (dict(zip(way, people, strict=True)) for way in permutations(powers, len(people)))
        assert cost(wishes, placed) == min(cost(wishes, way) for way in ways)


def test_equal_wishes_are_decided_by_lot_and_not_by_who_is_named_first() -> None:
    chance = Random(5)
    wishes = {"Ada": ["FRANCE", "ENGLAND"], "Ben": ["FRANCE", "ENGLAND"]}
    found = Counter(by_preference(POWERS, wishes, chance)["FRANCE"] for _ in range(400))
    assert min(found["Ada"], found["Ben"]) > 150


def test_34_people_are_seated() -> None:
    powers = [f"P{number}" for number in range(34)]
    placed = by_preference(powers, {f"person {number}": powers for number in range(34)}, dice(2))
    assert len(placed) == len(set(placed.values())) == 34


@pytest.mark.parametrize(
    ("people", "said"),
    [((), "Nobody"), (("Ada", "Ada"), "one name"), (("a", "b", "c", "d"), "too many")],
)
def test_people_who_cannot_be_seated_are_told_why(people: tuple[str, ...], said: str) -> None:
    with pytest.raises(EditError, match=said):
        drawn(POWERS, people, dice())


def test_a_wish_for_a_power_that_is_not_there_is_named() -> None:
    with pytest.raises(EditError, match="MARS"):
        by_preference(POWERS, {"Ada": ["MARS"]}, dice())


def test_where_people_are_fewer_than_powers_any_power_may_stay_free() -> None:
    chance = Random(4)
    free = [({*POWERS} - drawn(POWERS, ("Ada", "Ben"), chance).keys()).pop() for _ in range(300)]
    assert all(70 < count < 130 for count in Counter(free).values())
    assert set(free) == set(POWERS)


def test_one_person_who_is_alone_with_one_power_gets_it() -> None:
    assert by_preference(("AUSTRIA",), {"Ada": []}, dice(1)) == {"AUSTRIA": "Ada"}
