"""Many positions as arrays: the same by the compiled core and by Python, the same as one state after another, and errors for bad arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import entente
from adjudicator import Phase, Position
from adjudicator.variant_tables import variant_tables
from entente import batch as batches
from entente.batch import Batch, Codes, Numbers
from tests.quick import each_nth
from tests.thorough import rounds
from tests.unit.adjudicator.random_boards import random_variant

STANDARD = entente.standard()


@pytest.fixture
def python_way(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Switches the compiled core off in what follows."""

    def switch() -> None:
        monkeypatch.setattr(batches, "core_for", lambda *_: None)

    return switch


def played(batch: Batch, count: int, phases: int, seed: int) -> Iterator[tuple[Numbers, Codes]]:
    rows = batch.starts(count)
    for phase in range(phases):
        orders = batch.by_lot(rows, seed + phase)
        yield rows, orders
        rows = batch.after(rows, orders)


def seen(batch: Batch, rows: Numbers, orders: Codes) -> list[Any]:
    legal = batch.legal(rows)
    return [rows, orders, batch.keys(rows), legal.start, legal.orders]


@pytest.mark.slow
@each_nth(3, "name", ["standard", "pure", "winter-1900", "chaos", "solo-france"])
def test_python_and_the_core_give_the_same_arrays(name: str, python_way: Callable[[], None]) -> None:
    batch = Batch(name, threads=2)
    with_core = [seen(batch, *each) for each in played(batch, 2, 9, 7)]
    python_way()
    for one, other in zip(with_core, [seen(batch, *each) for each in played(batch, 2, 9, 7)], strict=True):
        assert all(np.array_equal(here, there) for here, there in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", rounds(2, 30))
def test_rows_follow_as_states_do(seed: int) -> None:
    batch = Batch(STANDARD)
    for rows, orders in played(batch, 3, 12, seed * 100):
        after = batch.states(batch.after(rows, orders))
        for state, texts, expected in zip(batch.states(rows), batch.texts(rows, orders), after, strict=True):
            by_power: dict[str, list[str]] = {power: [] for power in STANDARD.powers}
            for place, text in texts.items():
                gone, unit = state.position.dislodged_at(place), state.position.unit_at(place)
                unit = gone.unit if state.phase.kind.value == "R" and gone is not None else unit
                by_power[unit.power if unit is not None else state.position.owners[place]].append(text)
            assert state.apply(by_power).after == expected


def test_a_board_with_seasons_and_powers_of_its_own_is_played_as_by_python(python_way: Callable[[], None]) -> None:
    tried = 0
    for seed in range(400):
        variant = random_variant(Random(seed))
        tables = variant_tables(variant)
        if not any(edge.seasons for edge in variant.board.edges) or variant.rules.convoy_path.value == "c":
            continue
        positions = [Position(Phase.of("S1901M"), (), {})]
        batch = Batch(entente.Variant(replace(variant, start=positions[0])))
        rows = batch.starts(2)
        spots = {tables.board.province_of[spot]: spot for spot in range(len(batch.spots))}
        batch.columns(rows).units[:, list(spots)] = [spot + len(batch.spots) * (spot % 3) for spot in spots.values()]
        expected = [(rows, orders) for rows, orders in _from(batch, rows)]
        tried += 1
        if tried == 3:
            python_way()
            for (one, given), (two, drawn) in zip(expected, _from(batch, expected[0][0]), strict=True):
                assert np.array_equal(one, two)
                # A support may be called one for a step or one for a convoy where that depends on whose unit it is for: it is the same.
                assert np.array_equal(np.where(given & 15 == 7, given - 1, given), np.where(drawn & 15 == 7, drawn - 1, drawn))
            return
    pytest.fail("no board had seasons")


def _from(batch: Batch, rows: Numbers) -> Iterator[tuple[Numbers, Codes]]:
    for phase in range(4):
        orders = batch.by_lot(rows, phase)
        yield rows, orders
        rows = batch.after(rows, orders)


def test_states_go_into_rows_and_back() -> None:
    batch = Batch(STANDARD)
    state = STANDARD.start
    states = [state := state.apply({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}).after for _ in range(3)]
    assert batch.states(batch.rows(states)) == states
    assert len(set(batch.keys(batch.rows([*states, STANDARD.start])).tolist())) == 4


def test_arrays_are_those_of_the_states() -> None:
    batch = Batch(STANDARD)
    *_, (rows, _) = played(batch, 4, 8, 3)
    arrays = batch.arrays(rows)
    for number, state in enumerate(batch.states(rows)):
        for name, expected in state.arrays().items():
            assert np.array_equal(arrays[name][number], expected), name


@pytest.mark.slow
def test_legal_orders_are_those_of_the_states() -> None:
    batch = Batch(STANDARD)
    for rows, _ in played(batch, 2, 6, 11):
        legal = batch.legal(rows)
        for number, state in enumerate(batch.states(rows)):
            for at, code in enumerate(batch.provinces):
                found = legal.of(number, at, len(batch.provinces))
                assert len(found) == len(state.legal_orders(code))
    numbers = STANDARD.order_index().numbers(STANDARD.start.legal_orders("PAR"))
    start = batch.legal(batch.starts(1))
    assert batch.codes[numbers].tolist() == start.of(0, batch.provinces.index("PAR"), len(batch.provinces)).tolist()


def test_orders_are_taken_as_texts_and_values() -> None:
    batch = Batch(STANDARD)
    rows = batch.starts(1)
    orders = batch.orders([{"FRANCE": ["A PAR - BUR", STANDARD.start.legal_orders("MAR")[0]], "ENGLAND": []}])
    assert batch.texts(rows, orders) == [{"MAR": "A MAR H", "PAR": "A PAR - BUR"}]
    (after,) = batch.states(batch.after(rows, orders))
    assert after == STANDARD.start.apply({power: ["A PAR - BUR"] if power == "FRANCE" else [] for power in STANDARD.powers}).after


def test_threads_give_what_one_gives() -> None:
    one, four = Batch(STANDARD, threads=1), Batch(STANDARD, threads=4)
    for (rows, orders), (same, drawn) in zip(played(one, 600, 5, 1), played(four, 600, 5, 1), strict=True):
        assert np.array_equal(rows, same)
        assert np.array_equal(orders, drawn)


BATCH = Batch(STANDARD)
ROWS = BATCH.starts(3)
ORDERS = np.zeros((3, len(BATCH.provinces)), dtype=np.int64)
PAR = BATCH.provinces.index("PAR")


def changed(array: Any, at: tuple[int, int], value: int) -> Any:
    found = array.copy()
    found[at] = value
    return found


BAD: list[tuple[str, Any, Any, str]] = [
    ("other type of rows", ROWS.astype(np.int64), ORDERS, "rows: an array of int32 is needed, not int64"),
    ("a list", ROWS.tolist(), ORDERS, "rows: an array of int32 is needed, not list"),
    ("a flat array", ROWS.ravel(), ORDERS, "rows: 383 numbers for each position are needed"),
    ("short rows", ROWS[:, :-1], ORDERS, "rows: 383 numbers for each position are needed"),
    ("floats", ROWS, ORDERS.astype(np.float64), "orders: an array of int64 is needed, not float64"),
    ("few orders", ROWS, ORDERS[:2], "orders: 2 rows for 3 positions"),
    ("a unit on another place", changed(ROWS, (1, 8 + PAR), 0), ORDERS, "row 1, PAR: no such unit can stand here"),
    ("a unit of nobody", changed(ROWS, (1, 8 + PAR), 10**9), ORDERS, "row 1, PAR: no such unit can stand here"),
    ("an owner of nobody", changed(ROWS, (2, 8 + 75 + PAR), 7), ORDERS, "row 2, PAR: the centre's owner"),
    ("a step that is not there", changed(ROWS, (2, 0), 99), ORDERS, "row 2, .*: the row has no such step"),
    ("a negative step", changed(ROWS, (2, 0), -1), ORDERS, "row 2, .*: the row has no such step"),
    (
        "the end of the world",
        changed(ROWS, (0, 1), 2**31 - 1),
        ORDERS,
        "row 0, .*: .*, or no such year",
    ),
    ("contested twice", changed(ROWS, (0, 8 + 300 + PAR), 2), ORDERS, "row 0, PAR: contested is 0 or 1"),
    ("dislodged from elsewhere", changed(ROWS, (0, 8 + 150 + PAR), 0), ORDERS, "row 0, PAR: no such dislodged unit"),
    ("no order", ROWS, changed(ORDERS, (2, PAR), 2**62), "row 2, PAR: the number is no order"),
    ("a negative order", ROWS, changed(ORDERS, (2, PAR), -5), "row 2, PAR: the number is no order"),
    ("a spot that is not there", ROWS, changed(ORDERS, (2, PAR), 2 | 0xFFFFF << 4), "row 2, PAR: the number is no order"),
    ("a move to no spot", ROWS, changed(ORDERS, (2, PAR), 2), "row 2, PAR: the number is no order"),
    ("a build in spring", ROWS, changed(ORDERS, (2, PAR), 12), "row 2, PAR: the order is of another kind of phase"),
    ("a step too far", ROWS, changed(ORDERS, (2, PAR), 2 | 1 << 4), "row 2, PAR: the order is not possible here"),
    ("nobody there", ROWS, changed(ORDERS, (2, BATCH.provinces.index("BUR")), 1), "row 2, BUR: the order is for a unit that is not there"),
]


@pytest.mark.parametrize(("rows", "orders", "said"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "python"])
def test_bad_arrays_get_an_error_with_its_place(rows: Any, orders: Any, said: str, compiled: bool, python_way: Callable[[], None]) -> None:
    if not compiled:
        python_way()
    with pytest.raises((ValueError, TypeError), match=said):
        BATCH.after(rows, orders)


def test_an_array_to_write_to_must_fit() -> None:
    unfit: tuple[Any, ...] = (ROWS, np.zeros((2, 383), np.int32), np.zeros((3, 383), np.int64), np.zeros((3, 766), np.int32)[:, ::2])
    for out in unfit:
        with pytest.raises(ValueError, match="out: "):
            BATCH.after(ROWS, ORDERS, out)
    out = np.zeros_like(ROWS)
    assert BATCH.after(ROWS, ORDERS, out) is out


def test_what_a_row_cannot_say_is_refused() -> None:
    closed = replace(STANDARD.model.start, conditions=frozenset({"closed PAR - BUR"}))
    with pytest.raises(ValueError, match="state 0 has what a row cannot say"):
        BATCH.rows([entente.State(STANDARD, closed)])
    with pytest.raises(ValueError, match=r"4\.A\.6=c"):
        Batch(STANDARD.with_rules("4.A.6=c"))
    with pytest.raises(ValueError, match="at most"):
        BATCH.starts(10**9)
    with pytest.raises(ValueError, match="row 0: FRANCE cannot order 'A PAR - MOON'"):
        BATCH.orders([{"FRANCE": ["A PAR - MOON"]}])


def test_rules_that_the_core_does_not_claim_are_played_by_python() -> None:
    batch = Batch(STANDARD.with_rules("4.E.3=a"))
    assert not batch.is_compiled
    for rows, orders in played(batch, 1, 4, 0):
        assert len(batch.states(batch.after(rows, orders))) == 1
