"""The board and the results as texts that people read, and that can be read back."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate
from adjudicator.notation import read_orders
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from entente.position_text import board_text
from entente.results_text import results_text
from variants import standard

VARIANT = standard()
ORDERS = """
A Par - Bur, A Mar S A Par - Bur, A Mun - Bur, A Vie - Gal, A War - Gal, F Lon - Nth, F Edi - Nwg, A Lvp - Yor, F Kie - Den
F Bre - Mao, A Bud - Ser, A Ven - Tri, A Ber S A Mun, A Con - Bul, F Nap - Ion, A Rom H, F Stp/sc - Bot, F Sev - Bla, F Ank - Bla
"""


def test_the_board_lists_every_power_with_centres_and_units() -> None:
    text = board_text(VARIANT, VARIANT.start)
    assert text.startswith("Spring 1901, movement\n\nAustria-Hungary: 3 centres, 3 units\n  centres  Budapest, Trieste, Vienna\n")
    assert "  units    Army Moscow, Army Warsaw, Fleet Sevastopol, Fleet St Petersburg (south coast)\n" in text
    assert "Unowned centres: Belgium, Bulgaria, Denmark" in text


def test_the_board_tells_retreats_standoffs_and_what_rules_left_there() -> None:
    position = Position(
        Phase.of("F1901R"),
        (Unit.of("GERMANY A VIE"),),
        {"VIE": "AUSTRIA"},
        (DislodgedUnit(Unit.of("AUSTRIA A VIE"), "BOH"),),
        frozenset({"GAL"}),
        frozenset({"fog"}),
        {"quiet": 2},
    )
    text = board_text(VARIANT, position)
    assert "  retreat  Army Vienna: Budapest, Trieste or Tyrolia\n" in text
    assert "Left empty by a standoff: Galicia\nConditions: fog\nCounters: quiet 2\n" in text


@pytest.mark.slow
def test_results_can_be_pasted_back_as_the_orders_they_were() -> None:
    sheet = read_orders(VARIANT, VARIANT.start, ORDERS)
    resolution = adjudicate(VARIANT, VARIANT.start, sheet.orders)
    text = results_text(VARIANT, VARIANT.start, resolution)
    assert "France: Army Marseilles SUPPORT Army Paris -> Burgundy.\n" in text
    assert "Germany: Army Munich -> Burgundy.  (*bounced 1 against 2 with Army Paris in Burgundy*)\n" in text
    assert "Next: Fall 1901, movement.\n" in text
    again = read_orders(VARIANT, VARIANT.start, text)
    assert {power: set(map(str, orders)) for power, orders in again.orders.items()} == {
        power: {str(outcome.order) for outcome in resolution.outcomes if outcome.power == power} for power in VARIANT.powers
    }
