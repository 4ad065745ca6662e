"""The library makes board and position of the messages to a program, under any names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import entente
from app.players.programs.dialogue import Dialogue
from app.players.programs.names import Names, scrambled
from entente import PlainDataError, State


def told(state: State, power: str, names: Names) -> tuple[dict[str, Any], dict[str, Any]]:
    """The new_game and the turn that the program of *power* reads."""
    lines: list[bytes] = []
    dialogue = Dialogue(state.variant.model, power, lines.append, names=names)
    dialogue.begin(0.0, "g")
    dialogue.ask(0.0, state.position)
    first, turn = (json.loads(each) for each in lines)
    return first, turn


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("board", ["standard", "1898", "britain", "crowded", "chaos", "build-anywhere", "winter-1900"])
def test_legal_orders_and_results_are_those_of_the_board_itself(board: str, seed: int | None) -> None:
    real = entente.variant(board).start
    power = real.powers[0]
    names = Names() if seed is None else scrambled(real.variant.model, seed)
    first, turn = told(real, power, names)
    variant = entente.told_variant(first)
    state = entente.told_state(variant, turn)
    me = first["power"]
    assert {each.province for each in state.orderable(me)} == set(turn["legal"])
    for place, legal in turn["legal"].items():
        places = [each for each in state.orderable(me) if each.province == place]
        assert sorted({str(order) for each in places for order in state.legal_orders(each)}) == sorted(legal)
    here, there = state, real
    for _ in range(6):  # a year and more: centres change hands
        ordered = {me: [str(here.legal_orders(each)[-1]) for each in here.orderable(me)]}
        there = there.apply({power: [names.homewards(order) for order in ordered[me]]}).after
        here = here.apply(ordered).after
        assert str(here.phase) == str(there.phase)
        assert sorted(map(str, here.position.units)) == sorted(names.outwards(str(unit)) for unit in there.position.units)
        assert dict(here.position.owners) == {
            names.outwards(place): names.outwards(owner) for place, owner in there.position.owners.items()
        }
    for part in ("calendar", "victory", "builds", "year_limit", "years_without_capture"):
        assert getattr(here.variant.model, part) == getattr(there.variant.model, part), part
    assert dict(here.variant.model.board.kinds) == dict(there.variant.model.board.kinds)


def test_dislodged_units_retreat_and_builds_are_due_as_they_are_told() -> None:
    real = entente.standard().state(
        "F1901R | units FRANCE A PAR; GERMANY A BUR, A MUN | owners FRANCE PAR MAR | dislodged FRANCE A BUR < MUN"
    )
    first, turn = told(real, "FRANCE", scrambled(real.variant.model, 3))
    state = entente.told_state(entente.told_variant(first), turn)
    (place,) = turn["legal"]
    assert sorted(map(str, state.legal_orders(place))) == sorted(turn["legal"][place])


@pytest.mark.parametrize(
    "message", [{}, {"map": None}, {"map": {"provinces": {}}}, {"variant": "x", "map": {"provinces": []}}, "no message"]
)
def test_what_is_no_new_game_is_refused(message: Any) -> None:
    with pytest.raises(PlainDataError, match="new_game: "):
        entente.told_variant(message)


@pytest.mark.parametrize("message", [{}, {"position": 3}, {"position": {"unseen": 3}, "phase": "S1901M"}, {"position": {"units": 3}}, 3])
def test_what_is_no_turn_is_refused(message: Any) -> None:
    with pytest.raises(PlainDataError):
        entente.told_state(entente.standard(), message)


def test_rules_are_those_of_the_game() -> None:
    real = entente.standard().with_rules("4.A.3=DPTG").start
    first, _ = told(real, "FRANCE", Names())
    assert entente.told_variant(first).model.rules == real.variant.model.rules


def test_no_public_name_is_that_of_a_module_which_would_take_its_place() -> None:
    modules = {file.stem for file in Path(entente.__file__).parent.iterdir()}
    assert modules & set(entente.__all__) == set()
