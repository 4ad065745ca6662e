"""Mistaken arguments of a program are refused in words, and never taken for something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

import entente
from tests.quick import one_by_one

STANDARD = entente.standard()
START = STANDARD.start


@pytest.mark.parametrize("orders", ["A PAR - BUR", b"A PAR - BUR", None, 7, {"A": "PAR"}, START.order("A PAR - BUR")])
def test_the_orders_of_a_power_are_a_list_and_nothing_is_read_letter_by_letter(orders: object) -> None:
    with pytest.raises(TypeError, match=r"the orders of FRANCE: a list was expected, such as \['A PAR - BUR'\], not"):
        START.apply(cast("Any", {"FRANCE": orders}))


@pytest.mark.parametrize("order", [None, 7, ("A", "PAR"), b"A PAR - BUR"])
def test_something_among_the_orders_that_is_none_is_named(order: object) -> None:
    with pytest.raises(TypeError, match="an order or its text was expected, such as 'A PAR - BUR', not"):
        START.apply({"FRANCE": ["A PAR - BUR", cast("Any", order)]})


@pytest.mark.parametrize("orders", [None, ["A PAR - BUR"], "A PAR - BUR"])
def test_orders_come_by_power(orders: object) -> None:
    with pytest.raises(TypeError, match="orders by power were expected"):
        START.apply(cast("Any", orders))


def test_orders_may_come_in_any_kind_of_list() -> None:
    expected = START.apply({"FRANCE": ["A PAR - BUR"]}).after
    for given in (("A PAR - BUR",), {"A PAR - BUR"}, iter(["A PAR - BUR"]), [START.order("A PAR - BUR")]):
        assert START.apply({"FRANCE": given}).after == expected


ASKING_FOR_A_PLACE: list[Callable[[Any], object]] = [START.legal_orders, START.apply({}).result_of]


@pytest.mark.parametrize("ask", ASKING_FOR_A_PLACE)
def test_an_unknown_place_raises_with_the_nearest_names(ask: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match="no place is called 'XXX'"):
        ask("XXX")
    with pytest.raises(ValueError, match=r"no place is called 'par'; did you mean PAR"):
        ask("par")
    with pytest.raises(ValueError, match=r"no place is called 'Burgundi'; did you mean BUR\?"):
        ask("Burgundi")
    with pytest.raises(TypeError, match="a place was expected, such as 'PAR', not None"):
        ask(None)


def test_a_coast_that_is_not_there_raises() -> None:
    with pytest.raises(ValueError, match="STP has no coast 'EC'; it has NC and SC"):
        START.legal_orders("STP/EC")
    with pytest.raises(ValueError, match="PAR has no coast 'NC'; it has none"):
        START.legal_orders("PAR/NC")


def test_a_known_place_where_nothing_can_be_ordered_has_no_orders() -> None:
    assert START.legal_orders("BUR") == ()
    assert START.apply({}).result_of("BUR") is None


ASKING_FOR_A_POWER: list[Callable[[Any], object]] = [
    START.units_of,
    START.centres,
    START.adjustment,
    START.orderable,
    START.concede,
    lambda power: START.draw([power]),
    lambda power: START.apply({power: []}),
    lambda power: START.read("A PAR H", power),
    lambda power: START.order("A PAR H", power),
    lambda power: START.check("A PAR H", power),
    lambda power: START.check(START.order("A PAR H"), power),
    lambda power: START.require("A PAR H", power),
    lambda power: START.read_mail("A PAR H", power),
    lambda power: START.returns(eliminated=[power]),
    lambda power: entente.play(START, {power: lambda _state, _power: ()}, last_year=1901),
]


@one_by_one("ask", ASKING_FOR_A_POWER)
def test_an_unknown_power_raises_with_the_nearest_names(ask: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"no power is called 'france'; did you mean FRANCE\?"):
        ask("france")
    with pytest.raises(ValueError, match="no power is called 'XXX'; there are AUSTRIA, ENGLAND"):
        ask("XXX")
    with pytest.raises(TypeError, match="a power was expected, such as 'FRANCE', not int"):
        ask(7)


TAKING_TEXT: list[Callable[[Any], object]] = [
    START.read,
    START.order,
    START.check,
    START.require,
    START.describe,
    START.read_mail,
    STANDARD.state,
    STANDARD.from_json,
    STANDARD.with_rules,
    entente.variant,
]


@pytest.mark.parametrize("take", TAKING_TEXT)
@pytest.mark.parametrize("wrong", [None, 7, ["A PAR H"], b"A PAR H"])
def test_what_is_no_text_is_refused_where_a_text_belongs(take: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(TypeError, match="was expected, such as"):
        take(wrong)


def test_a_draw_takes_a_list_of_powers_and_needs_one() -> None:
    with pytest.raises(TypeError, match="the powers of a draw: a list was expected"):
        START.draw("FRANCE")
    with pytest.raises(ValueError, match="a draw needs a power that shares in it"):
        START.draw([])


def test_players_come_by_power_and_can_play() -> None:
    with pytest.raises(TypeError, match="players by power were expected"):
        entente.play(START, cast("Any", [lambda _state, _power: ()]), last_year=1901)
    with pytest.raises(TypeError, match="FRANCE: a player or a function of state and power was expected, not str"):
        entente.play(START, cast("Any", {"FRANCE": "random"}), last_year=1901)


def test_a_function_that_plays_and_answers_with_a_bare_text_is_reported() -> None:
    record = entente.play(START, {"FRANCE": lambda _state, _power: "A PAR - BUR"}, last_year=1901)
    assert record.misses[0].words.startswith("the orders of FRANCE: a list was expected")


def test_an_unknown_variant_is_reported_with_those_that_there_are() -> None:
    with pytest.raises(LookupError, match="no variant is called 'chess'; there are standard"):
        entente.variant("chess")


def test_an_unknown_system_of_points_is_reported_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="no system of points is called 'elo'; there are draw-size, sum-of-squares, centres, carnage"):
        START.returns("elo")
