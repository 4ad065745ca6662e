"""Library for a program: types, units, neighbours, legal orders for all, a stable key, numbers for orders, arrays."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest

import entente
from entente import Build, Convoy, Disband, Hold, Location, Move, Order, Phase, Remove, Retreat, State, Support, Unit, Variant, Waive
from tests.quick import few

STANDARD = entente.standard()
START = STANDARD.start


def played(variant: Variant, phases: int, seed: int) -> list[State]:
    """The states of a game between players who draw lots."""
    chance, states = random.Random(seed), [variant.start]
    while len(states) < phases and not states[-1].is_over:
        legal = states[-1].legal_orders()
        states.append(states[-1].apply({power: [chance.choice(each) for each in places.values()] for power, places in legal.items()}).after)
    return states


def test_orders_units_places_and_phases_are_made_by_the_library_itself() -> None:
    paris = Unit.of("FRANCE A PAR")
    assert START.phase == Phase.of("S1901M")
    assert paris in START.units
    assert START.check(Move(paris.piece, Location("BUR"))).order == START.order("A PAR - BUR")
    every = (Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive)
    assert all(each in Order.__args__ for each in every)
    assert all(getattr(entente, name) is not None for name in entente.__all__)


def test_units_dislodged_ones_and_provinces_are_there_to_look_at() -> None:
    assert len(START.units) == 22
    assert [str(unit.piece) for unit in START.units_of("FRANCE")] == ["A MAR", "A PAR", "F BRE"]
    assert START.dislodged == ()
    dislodged = next(state for state in played(STANDARD, 60, 3) if state.dislodged)
    assert dislodged.dislodged[0].unit not in dislodged.units
    assert STANDARD.provinces["STP"].coasts == ("NC", "SC")


def test_neighbours_are_reported_by_kind_of_unit_and_coast() -> None:
    assert list(map(str, STANDARD.neighbours("PAR"))) == ["BRE", "BUR", "GAS", "PIC"]
    assert list(map(str, STANDARD.neighbours("STP/NC", "F"))) == ["BAR", "NWY"]
    assert {str(each) for each in STANDARD.neighbours("STP", "F")} == {"BAR", "NWY", "BOT", "FIN", "LVN"}
    assert STANDARD.neighbours("PAR", "F") == ()
    with pytest.raises(ValueError, match="no place is called 'ATLANTIS'"):
        STANDARD.neighbours("ATLANTIS")
    with pytest.raises(ValueError, match="no kind of unit 'Z'; there are A, F"):
        STANDARD.neighbours("PAR", "Z")


def test_the_map_is_json_that_says_the_same_as_the_values() -> None:
    told = json.loads(STANDARD.map_json())
    assert told["provinces"]["STP"] == {
        "name": "St Petersburg",
        "terrain": "coastal",
        "coasts": ["NC", "SC"],
        "centre": True,
        "home": "RUSSIA",
    }
    steps = {edge["to"] for edge in told["edges"] if edge["from"] == "PAR" and "A" in edge["kinds"]}
    assert steps == set(map(str, STANDARD.neighbours("PAR")))
    assert told["start"]["units"]["FRANCE"] == ["A MAR", "A PAR", "F BRE"]
    assert told["powers"]["RUSSIA"]["homes"] == ["MOS", "SEV", "STP", "WAR"]
    assert STANDARD.map_json() == entente.standard().map_json()


def test_legal_orders_are_reported_for_all_by_power_and_by_place() -> None:
    for state in played(STANDARD, 12, 5):
        everything = state.legal_orders()
        assert list(everything) == list(STANDARD.powers)
        for power, places in everything.items():
            assert state.legal_orders(power=power) == places
            assert list(places) == list(state.orderable(power))
            assert all(state.legal_orders(place) == orders for place, orders in places.items())
    assert START.draw().legal_orders(power="FRANCE") == {}
    with pytest.raises(ValueError, match="no power is called 'FRENCH'; did you mean FRANCE"):
        START.legal_orders(power="FRENCH")
    with pytest.raises(ValueError, match="no place is called 'PARI'"):
        START.legal_orders("PARI")
    with pytest.raises(TypeError, match="a place or a power, not both"):
        START.legal_orders("PAR", power="FRANCE")  # type: ignore[call-overload]


def test_an_open_game_returns_nothing_yet() -> None:
    assert START.returns() is None
    drawn = START.draw(["FRANCE", "ITALY"]).returns()
    assert drawn is not None
    assert drawn["FRANCE"] == 0.5
    stopped = entente.play(START, {"FRANCE": lambda _state, _power: ()}, go_on=lambda state: state == START)
    with pytest.raises(ValueError, match="the play was stopped in F1901M"):
        stopped.returns()


@pytest.mark.slow
def test_what_is_printed_of_a_value_fits_a_line() -> None:
    step = START.apply({"FRANCE": ["A PAR - BUR"]})
    record = entente.play(START, {}, last_year=1901)
    for value in (STANDARD, START, step, step.results[0], record, START.evaluator(), STANDARD.order_index()):
        assert len(repr(value)) <= 120
        assert "\n" not in repr(value)
    assert repr(step) == "<Step standard S1901M to F1901M: 22 of 22 orders succeeded, open>"


PRINT_KEYS = """
import entente, random
state = entente.standard().start
print(state.key, hash(state) != 0, entente.standard().order_index().number(state.order("A PAR - BUR")))
print(state.apply({"FRANCE": ["A PAR - BUR"]}).after.key)
"""


@pytest.mark.slow
def test_the_key_of_a_state_and_the_number_of_an_order_are_the_same_in_every_process() -> None:
    told = set()
    for seed in ("1", "2"):
        env = {"PYTHONHASHSEED": seed, "PYTHONPATH": "."}
        told.add(subprocess.run([sys.executable, "-c", PRINT_KEYS], capture_output=True, text=True, check=True, env=env).stdout)
    assert len(told) == 1
    first = told.pop().split()
    assert int(first[0]) == START.key
    assert int(first[2]) == STANDARD.order_index().number(START.order("A PAR - BUR"))


def test_keys_tell_states_apart() -> None:
    states = played(STANDARD, 30, 8)
    assert len({state.key for state in states}) == len(set(states))
    assert START.key == STANDARD.state(str(START)).key
    assert START.key != START.draw().key
    assert START.key != STANDARD.with_rules("4.A.3=DPTG").start.key


@pytest.mark.parametrize("variant_id", few(["standard", "1898", "britain", "chaos", "pure", "crowded", "winter-1900"], "pure"))
def test_every_legal_order_has_a_number_and_the_mask_has_it(variant_id: str) -> None:
    variant = entente.variant(variant_id)
    index = variant.order_index()
    assert len(set(index.orders)) == len(index)
    for state in played(variant, 14, 6):
        for power, places in state.legal_orders().items():
            legal = {index.number(order) for orders in places.values() for order in orders}
            assert set(np.flatnonzero(state.mask(power))) == legal
            for place, orders in list(places.items())[:2]:
                assert set(np.flatnonzero(state.mask(power, place))) == set(index.numbers(orders))
    assert all(index.number(index[number]) == number for number in range(0, len(index), 97))


def test_an_order_that_cannot_be_has_no_number() -> None:
    with pytest.raises(KeyError, match="A PAR - MOS has no number"):
        STANDARD.order_index().number(Move(Unit.of("FRANCE A PAR").piece, Location("MOS")))


def test_a_state_is_arrays_of_the_shapes_that_the_guide_says() -> None:
    shapes = {name: array.shape for name, array in START.arrays().items()}
    assert shapes == {"units": (7, 120), "dislodged": (7, 120), "owners": (7, 75), "contested": (75,), "phase": (8,)}
    for state in played(STANDARD, 25, 4):
        arrays = state.arrays()
        powers = list(STANDARD.model.powers)
        units = {f"{powers[row]} {STANDARD.spots[column]}" for row, column in zip(*np.nonzero(arrays["units"]), strict=True)}
        assert units == set(map(str, state.units))
        owners = {(powers[row], list(STANDARD.provinces)[column]) for row, column in zip(*np.nonzero(arrays["owners"]), strict=True)}
        assert owners == {(power, centre) for power in STANDARD.powers for centre in state.centres(power)}
        assert arrays["phase"].sum() == 2
        assert arrays["dislodged"].sum() == len(state.dislodged)


@pytest.mark.slow
def test_without_numpy_games_are_played_searched_and_kept_and_only_arrays_are_refused() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import entente
from app.players.bots import Bot, bots
variant = entente.standard()
record = entente.play(variant, bots(Bot.STEADY, variant.model, 1), last_year=1901)
state = record.steps[-1].before
print(len(record.steps) > 1, len(state.evaluator().places) > 0, variant.from_json(state.to_json()) == state, len(variant.order_index()) > 0)
try:
    state.arrays()
except ImportError:
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "."})
    assert done.stdout.split() == ["True", "True", "True", "True", "refused"]


@pytest.mark.slow
def test_importing_the_library_loads_no_numpy() -> None:
    code = "import sys, entente; entente.standard().start.legal_orders(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "."})
    assert done.stdout == "False\n"
