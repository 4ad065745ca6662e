"""Outcomes as JSON: the text of an order is written again only where it would be the same."""

from __future__ import annotations

import json
import random

from adjudicator import Position, adjudicate, legal_orders
from adjudicator.notation import read_order
from entente.position_line import read_position_line
from entente.resolution_data import OutcomeWriter
from languages import using
from variants import standard

VARIANT = standard()


def written(writer: OutcomeWriter, position: Position, orders: dict[str, list[str]]) -> list[dict[str, object]]:
    read = {
        power: [order for text in texts if (order := read_order(VARIANT, position, text, power).order) is not None]
        for power, texts in orders.items()
    }
    resolution = adjudicate(VARIANT, position, read)
    outcomes = resolution.outcomes
    found: list[dict[str, object]] = json.loads(writer.json_list(position, outcomes))
    assert found == json.loads(OutcomeWriter(VARIANT).json_list(position, outcomes))
    return found


def test_a_known_order_is_worded_anew_where_other_units_stand_or_come() -> None:
    writer = OutcomeWriter(VARIANT)
    own = read_position_line(VARIANT, "S1901M | units ENGLAND F NTH, A HOL; GERMANY A RUH")
    foreign = read_position_line(VARIANT, "S1901M | units ENGLAND F NTH; GERMANY A HOL, A RUH")
    orders = ["F NTH S A HOL - BEL"]
    first = written(writer, own, {"ENGLAND": [*orders, "A HOL - BEL"], "GERMANY": []})[1]
    second = written(writer, foreign, {"ENGLAND": orders, "GERMANY": ["A HOL - BEL"]})[0]
    third = written(writer, foreign, {"ENGLAND": orders, "GERMANY": []})[0]
    fourth = written(writer, foreign, {"ENGLAND": orders, "GERMANY": ["A HOL - BEL", "A RUH - BEL"]})[0]
    assert first["words"] == "Fleet North Sea supports Army Holland to Belgium"
    assert second["words"] == fourth["words"] == "Fleet North Sea supports German Army Holland to Belgium"
    assert str(third["words"]).endswith("void: Army Holland was not ordered to Belgium")


def test_refusals_are_worded_for_each_position() -> None:
    writer = OutcomeWriter(VARIANT)
    for line, words in (
        ("S1901M | units ENGLAND A LON", "no fleet can convoy"),
        ("S1901M | units ENGLAND A LON, F NTH", "no fleet can convoy"),
        ("S1901M | units ENGLAND F NTH, A LON | conditions fog", "no fleet can convoy"),
    ):
        told = written(writer, read_position_line(VARIANT, line), {"ENGLAND": ["A LON - TUN"]})
        assert any(words in str(each["words"]) for each in told)


def test_a_writer_that_met_much_says_what_a_new_one_says() -> None:
    writer, chance = OutcomeWriter(VARIANT), random.Random(1901)
    line = (
        "S1901M | units AUSTRIA A BUD, A VIE, F TRI; ENGLAND F NTH, F ENG, A BEL; FRANCE A BUR, A PAR, F BRE; GERMANY A MUN, A RUH, F HOL; "
        "ITALY A VEN, A TYR; RUSSIA A GAL, A WAR"
    )
    position = read_position_line(VARIANT, line)
    for _ in range(60):
        orders: dict[str, list[str]] = {power: [] for power in VARIANT.powers}
        for unit in position.units:
            owner = chance.choice([unit.power, unit.power, unit.power, "TURKEY"])  # at times in the name of a power that may not
            orders[owner].append(str(chance.choice(legal_orders(VARIANT, position, unit.location))))
        written(writer, position, orders)


def test_what_was_written_in_one_language_is_not_written_in_another() -> None:
    writer = OutcomeWriter(VARIANT)
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}
    english = written(writer, VARIANT.start, orders)
    with using("de"):
        german = written(writer, VARIANT.start, orders)
    assert "Armee Paris" in str(german)
    assert "Armee Paris" not in str(english)
    assert written(writer, VARIANT.start, orders) == english
