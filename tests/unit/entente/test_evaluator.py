"""The evaluator of a state: joint orders as numbers, and the states that follow."""

from __future__ import annotations

import random

import pytest

import entente


def test_a_joint_order_is_followed_by_the_state_that_apply_gives() -> None:
    state = entente.standard().start
    evaluator = state.evaluator()
    orders = {"FRANCE": [state.order("A PAR - BUR"), state.order("F BRE - MAO")], "GERMANY": [state.order("A MUN - BUR")]}
    everybody = {power: orders.get(power, []) for power in state.powers}
    joint = evaluator.joint(orders)
    assert [options[number] for options, number in zip(evaluator.options, joint, strict=True) if number >= 0] == [
        *orders["FRANCE"][:1],
        *orders["FRANCE"][1:],
        *orders["GERMANY"],
    ]
    assert evaluator.after(joint) == state.apply(everybody).after
    assert evaluator.many([joint, joint]) == [evaluator.after(joint)] * 2


def test_every_kind_of_phase_has_one() -> None:
    chance, state, kinds = random.Random(4), entente.standard().start, set()
    for _ in range(40):
        evaluator = state.evaluator()
        joint = [chance.randrange(len(options)) for options in evaluator.options]
        following = evaluator.after(joint)
        assert following == state.apply(evaluator.orders(joint)).after
        kinds.add(state.phase.kind)
        state = following
    assert len(kinds) == 3


@pytest.mark.slow
def test_what_is_no_joint_order_is_said() -> None:
    state = entente.standard().start
    evaluator = state.evaluator()
    with pytest.raises(ValueError, match="each of 22 places, not 3"):
        evaluator.after([0, 0, 0])
    with pytest.raises(IndexError):
        evaluator.after([999] * 22)
    with pytest.raises(ValueError, match="FRANCE cannot order A MUN H"):
        evaluator.joint({"FRANCE": [state.order("A MUN H")]})
    with pytest.raises(ValueError, match="the game is over"):
        state.draw().evaluator()
    assert repr(evaluator) == "<Evaluator standard S1901M: 22 places>"
