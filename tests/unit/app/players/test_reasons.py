"""Reasons of orders in words: one sentence for a set of orders, one for each order of a beginner, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import Phase, Position, Unit
from adjudicator.notation import parse_order
from app.game.edits import new_game, process, set_lines
from app.game.entries import SeatedPlayer, SeatKind
from app.game.record import Cursor, Game
from app.players.reasons import reasons_of_turn, why, why_each
from variants.catalogue import standard

OWNERS = {"PAR": "FRANCE", "MAR": "FRANCE", "BRE": "FRANCE", "MUN": "GERMANY", "BER": "GERMANY", "KIE": "GERMANY"}


def said(*orders: str, units: str = "FRANCE A BUR, FRANCE A PIE, GERMANY A MUN") -> str:
    position = Position(Phase.of("S1903M"), tuple(sorted(map(Unit.of, units.split(", ")), key=str)), OWNERS)
    return why(standard(), position, "FRANCE", tuple(map(parse_order, orders)))


@pytest.mark.parametrize(
    ("orders", "units", "words"),
    [
        (("A BUR - MUN",), "FRANCE A BUR, GERMANY A MUN", "France goes for Munich."),
        (("A BUR - MUN", "A TYR S A BUR - MUN"), "FRANCE A BUR, FRANCE A TYR, GERMANY A MUN", "France goes for Munich with 2 units."),
        (("A MAR H",), "FRANCE A MAR, GERMANY A BUR", "France guards Marseilles against Germany."),
        (
            ("A BUR - MUN", "A PAR H"),
            "FRANCE A BUR, FRANCE A PAR, GERMANY A PIC",
            "France goes for Munich, and guards Paris against Germany.",
        ),
        (("A PIE S A TYR - VEN",), "FRANCE A PIE, AUSTRIA A TYR", "France helps Austria-Hungary."),
        (("A PAR - BUR",), "FRANCE A PAR, GERMANY A SIL", "France comes nearer to Belgium."),
        (("A PAR H",), "FRANCE A PAR, GERMANY A SIL", "France waits: nothing it wants is near, and nothing of its own is in danger."),
    ],
)
def test_one_sentence_says_what_a_set_of_orders_is_for(orders: tuple[str, ...], units: str, words: str) -> None:
    assert said(*orders, units=units) == words


def test_each_order_of_a_beginner_is_explained() -> None:
    position = Position(Phase.of("S1903M"), tuple(map(Unit.of, ("FRANCE A BUR", "FRANCE A MAR", "FRANCE A PAR", "GERMANY A GAS"))), OWNERS)
    orders = tuple(map(parse_order, ("A BUR - MUN", "A MAR H", "A PAR - PIC")))
    assert why_each(standard(), position, "FRANCE", orders) == [
        "Army Burgundy moves to Munich: Munich is a centre of Germany.",
        "Army Marseilles holds: Germany could come in.",
        "Army Paris moves to Picardy: from Picardy it is nearer to Belgium.",
    ]


def played(seats: dict[str, str]) -> Game:
    game = new_game(standard())
    game = replace(game, players={power: SeatedPlayer("", "", SeatKind.BOT, name) for power, name in seats.items()})
    game = set_lines(game, "main", "FRANCE", ("A MAR - SPA",))
    return process(set_lines(game, "main", "GERMANY", ("A MUN - BUR",)), "main")


def test_opponents_of_a_game_are_explained_and_people_are_not() -> None:
    game = played({"FRANCE": "steady", "GERMANY": "beginner"})
    turn = game.turn(Cursor("main", 0))
    found = reasons_of_turn(game, turn)
    assert found[0] == "France goes for Spain."
    assert "Germany: Army Munich moves to Burgundy: from Burgundy it is nearer to Belgium." in found
    assert not any("Austria" in each for each in found)
    assert reasons_of_turn(played({}), turn) == []


def test_nothing_is_said_where_the_viewer_does_not_see_all() -> None:
    game = played({"FRANCE": "steady"})
    turn = game.turn(Cursor("main", 0))
    assert turn.resolution is not None
    kept_back = tuple(each for each in turn.resolution.outcomes if str(each.order) != "A PAR H")
    assert reasons_of_turn(game, turn) != []
    assert reasons_of_turn(game, replace(turn, resolution=replace(turn.resolution, outcomes=kept_back))) == []
    assert reasons_of_turn(game, replace(turn, position=replace(turn.position, unseen=frozenset({"BUR"})))) == []
