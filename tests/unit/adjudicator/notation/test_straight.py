"""Canonical text is read by the straight path, and read as the tolerant reader would read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Location,
    Move,
    Order,
    Piece,
    Position,
    Remove,
    Retreat,
    Rules,
    Support,
    Variant,
    Waive,
    adjudicate,
    legal_orders,
    orderable,
)
from adjudicator.notation.order_reader import read_order, read_straight, read_tolerantly
from tests.quick import few
from variants import shipped_ids, standard
from variants.catalogue import shipped

PHASES = 24
"""Phases of the play in which a variant is looked at: every kind of phase comes up."""

LOOKED_AT = [6, pytest.param(60, marks=pytest.mark.thorough)]
"""Number of orders of each of them."""

DRAWN = [8, pytest.param(25, marks=pytest.mark.thorough)]
"""Number of draws of orders of every form for each of them."""


def positions(variant: Variant, chance: Random) -> Iterator[Position]:
    """Moments of a game between players who draw their orders by lot."""
    position = variant.start
    for _ in range(PHASES):
        yield position
        orders = {
            power: [chance.choice(legal_orders(variant, position, place)) for place in orderable(variant, position, power)]
            for power in variant.powers
        }
        position = adjudicate(variant, position, orders).next


def legal_by_power(variant: Variant, position: Position) -> list[tuple[str, Order]]:
    return [
        (power, order)
        for power in variant.powers
        for place in orderable(variant, position, power)
        for order in legal_orders(variant, position, place)
    ]


def in_small_letters(text: str) -> str:
    """*text* as people write it: ``A Par - Bur``."""
    return " ".join(word if len(word) == 1 else word.capitalize() for word in text.split(" "))


@pytest.mark.slow
@pytest.mark.parametrize("looked_at", LOOKED_AT)
@pytest.mark.parametrize("name", few(shipped_ids(), "standard", "britain", "solo-04-together"))
def test_both_readers_agree_on_every_legal_order_and_the_straight_path_reads_each(name: str, looked_at: int) -> None:
    variant = shipped(name).variant
    chance = Random(name)
    for position in positions(variant, chance):
        found = legal_by_power(variant, position)
        for power, order in chance.sample(found, min(looked_at, len(found))):
            text = str(order)
            straight = read_straight(variant, position, text, power)
            assert straight is not None, f"{position.phase} {power} {text}"
            assert straight == read_tolerantly(variant, position, text, power) == read_order(variant, position, text, power)
            assert straight.order == order
            assert read_straight(variant, position, text, None) == read_tolerantly(variant, position, text)
            small = in_small_letters(text)
            assert read_straight(variant, position, small, power) == read_tolerantly(variant, position, small, power), small


@pytest.mark.slow
@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("rules", ["", "4.C.5=a", "4.A.6=b", "4.B.6=a", "1971"])
def test_both_readers_agree_on_orders_of_any_form_legal_or_not(rules: str, drawn: int) -> None:
    variant = replace(standard(), rules=Rules.of(rules)) if rules else standard()
    chance = Random(rules)
    places = [Location(code, coast) for code, place in variant.board.provinces.items() for coast in (None, *place.coasts)]
    places += [Location("XXX"), Location("PAR", "NC")]
    for position in positions(variant, chance):
        for _ in range(drawn):
            one, two, three = (chance.choice(places) for _ in range(3))
            own, other = (Piece(chance.choice("AFX"), where) for where in (one, two))
            seas = tuple(chance.choice(("NTH", "NWG", "PAR", "XXX")) for _ in range(chance.randint(1, 3)))
            for order in (
                Hold(own),
                Move(own, two),
                Move(own, two, via_convoy=True),
                Move(own, two, via_convoy=True, route=seas),
                Support(own, other),
                Support(own, other, three),
                Support(own, other, two),
                Convoy(own, other, three),
                Retreat(own, two),
                Disband(own),
                Build(own),
                Remove(own),
                Waive(),
            ):
                for power in ("FRANCE", None):
                    for text in (str(order), in_small_letters(str(order))):
                        straight = read_straight(variant, position, text, power)
                        if straight is not None:
                            assert straight == read_tolerantly(variant, position, text, power), f"{position.phase} {text}"


def test_what_is_not_canonical_is_left_to_the_tolerant_reader() -> None:
    variant = standard()
    for text in ("", "a par - bur", "A Paris - Burgundy", "A PAR  - BUR", "A PAR - BUR ", "A XXX H", "F STP - NWY", "A PAR - PAR/NC"):
        assert read_straight(variant, variant.start, text, "FRANCE") is None, text
    reading = read_order(variant, variant.start, "a par - bur", "FRANCE")
    assert str(reading.order) == "A PAR - BUR"


def test_a_text_that_was_read_in_one_phase_is_read_anew_in_another() -> None:
    """``A PAR D`` disbands a dislodged unit in one phase, and in another removes it."""
    variant = standard()
    for phase, expected in (("S1901R", Disband), ("W1901A", Remove), ("S1901R", Disband)):
        position = replace(variant.start, phase=type(variant.start.phase).of(phase))
        assert isinstance(read_order(variant, position, "A PAR D", "FRANCE").order, expected)
