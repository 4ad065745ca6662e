"""Centres to expect after joint orders: the compiled core and the Python rules count the same, to the last bit."""

from __future__ import annotations

from array import array
from itertools import islice
from random import Random
from unittest.mock import patch

import numpy as np
import pytest

from adjudicator import PhaseKind
from adjudicator.compiled import core_for, find_core
from adjudicator.variant_tables import variant_tables
from app.players.strong.judging import Judge
from app.players.strong.weighing import Weighing
from tests.quick import few
from tests.unit.app.players.test_opponents import shipped_positions
from variants.catalogue import shipped, standard

needs_core = pytest.mark.skipif(find_core().module is None, reason="there is no compiled core here")


@needs_core
@pytest.mark.parametrize("variant_id", few(("standard", "pure", "chaos", "solo-10-swap"), "standard", "pure"))
def test_core_and_python_expect_the_same(variant_id: str) -> None:
    variant, dice = shipped(variant_id).variant, Random(3)
    moving = (each for each in shipped_positions(variant_id) if each.phase.kind is PhaseKind.MOVEMENT)
    for position in islice(moving, 0, 24, 4):
        weighing = Weighing(variant, position)
        assert weighing.is_compiled
        joints = np.array(
            [[dice.randrange(-1, len(options)) for options in weighing.joint.options] for _ in range(25)], dtype=np.int16
        ).reshape(25, -1)
        with patch("app.players.strong.weighing.core_for", return_value=None):
            plain = Weighing(variant, position)
        assert not plain.is_compiled
        assert weighing.expected(joints).tolist() == plain.expected(joints).tolist()


def test_a_centre_counts_for_who_stands_on_it_and_an_open_one_for_who_is_near() -> None:
    weighing = Weighing(standard(), standard().start)
    expected = weighing.expected(np.full((1, 22), -1, dtype=np.int16))[0]
    by_power = dict(zip(variant_tables(standard()).powers, expected.tolist(), strict=True))
    assert max(by_power, key=by_power.__getitem__) == "RUSSIA", "it has four centres"
    assert all(3.0 < each < 6.5 for each in by_power.values())


def test_shares_are_those_of_the_judge() -> None:
    weighing = Weighing(standard(), standard().start)
    expected = weighing.expected(np.full((1, 22), -1, dtype=np.int16))
    judge = Judge(standard(), standard().start)
    assert weighing.shares(expected, 2)[0] == pytest.approx(judge.share_of(expected[0].tolist(), 2))


@needs_core
@pytest.mark.parametrize("spoilt", ["short", "steps", "owner", "weights", "orders", "expected"])
def test_the_core_refuses_a_view_that_is_none(spoilt: str) -> None:
    tables = variant_tables(standard())
    core = core_for(tables, tables.open_edges(standard().start))
    assert core is not None
    view, weights = Judge(standard(), standard().start).view()
    view, weights = view[:], weights[:]
    row, orders = core.row(standard().start), array("q", bytes(8 * core.provinces))
    expected, status = array("d", bytes(8 * 7)), array("i", [0])
    core.module.expect(core.handle, row, orders, view, weights, expected, status)
    assert status[0] == 0
    assert sum(expected) > 20
    match spoilt:
        case "short":
            view = view[:-1]
        case "steps":
            view[-1] = 34
        case "owner":
            view[2] = 7
        case "weights":
            weights = weights[:-1]
        case "orders":
            orders = orders[:-1]
        case _:
            expected = expected[:-1]
    with pytest.raises(ValueError, match=r"view|orders|expected"):
        core.module.expect(core.handle, row, orders, view, weights, expected, status)
