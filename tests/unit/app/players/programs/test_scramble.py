"""Powers and provinces under other names: the same in every message, and nothing of the board's own names is left."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adjudicator.legal import check_order
from adjudicator.order import Waive
from app.players.programs.clocks import Clocks
from app.players.programs.dialogue import Dialogue
from app.players.programs.names import scrambled
from app.players.programs.parts import judged_part
from entente import standard, variant

STANDARD = standard()
KEPT = {"INLAND", "COASTAL", "SEA", "HOME"}


def said(seed: int = 7) -> tuple[Dialogue, list[dict[str, Any]]]:
    lines: list[bytes] = []
    names = scrambled(STANDARD.model, seed)
    dialogue = Dialogue(STANDARD.model, "FRANCE", lines.append, clocks=Clocks.even(2.0), names=names)
    dialogue.greet(0.0)
    dialogue.begin(0.0, "g")
    step = STANDARD.start.apply({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    dialogue.tell(judged_part(step.before.phase, step.resolution))
    dialogue.ask(0.0, step.after.position)
    dialogue.letter(0.1, "GERMANY", "Belgium for you, France? PAR is empty, and the war goes on.")
    dialogue.hear(json.dumps({"type": "orders", "orders": ["nonsense", f"A {names.codes['MUN']} - {names.codes['BUR']}"]}).encode(), 0.2)
    return dialogue, [json.loads(each) for each in lines]


@pytest.mark.slow
def test_no_message_has_a_name_of_the_board() -> None:
    _, lines = said()
    model = STANDARD.model
    text = json.dumps([each for each in lines if each["type"] != "hello"])
    for province in model.board.provinces.values():
        assert not re.search(rf"\b{province.code}\b", text), province.code
        assert not re.search(rf"\b{province.name}\b", text, re.IGNORECASE), province.name
    for power in model.powers.values():
        assert not re.search(rf"\b({power.id}|{power.name}|{power.adjective})\b", text, re.IGNORECASE), power.id
    assert "the war goes on" in text  # a word that is only like a code


def test_a_name_is_the_same_in_every_message_and_for_every_seed_another() -> None:
    dialogue, lines = said()
    names = dialogue.names
    new_game = next(each for each in lines if each["type"] == "new_game")
    turn = next(each for each in lines if each["type"] == "turn")
    assert new_game["power"] == names.codes["FRANCE"]
    assert set(turn["position"]["units"]) == set(new_game["powers"])
    assert turn["last"][0]["orders"][new_game["power"]]
    assert {place.partition("/")[0] for place in turn["legal"]} <= set(new_game["map"]["provinces"])
    assert scrambled(STANDARD.model, 7) == names
    assert scrambled(STANDARD.model, 8).codes != names.codes


def test_every_legal_order_comes_home_as_what_it_is_on_every_board() -> None:
    for board in ("standard", "1898", "crowded", "chaos"):
        played = variant(board)
        names = scrambled(played.model, 3)
        power = played.powers[0]
        for place in played.start.orderable(power):
            for order in played.start.legal_orders(place):
                there = names.outwards(str(order))
                assert there != str(order) or order == Waive()
                assert names.homewards(there) == str(order)
                assert check_order(played.model, played.start.position, power, played.start.order(names.homewards(there)))
