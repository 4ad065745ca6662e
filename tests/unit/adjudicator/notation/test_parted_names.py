"""Names in other languages on boards that part what the standard board has whole."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator.notation import read_order
from adjudicator.variant import Variant
from variants.catalogue import standard


@pytest.fixture(scope="module")
def parted() -> Variant:
    """The standard board with the Black Sea under the name of its eastern part, and the Aegean as the western one."""
    whole = standard()
    names = {"BLA": "Eastern Black Sea", "AEG": "Western Black Sea"}
    provinces = {
        code: replace(each, name=names[code], aliases=()) if code in names else each for code, each in whole.board.provinces.items()
    }
    return replace(whole, board=replace(whole.board, provinces=MappingProxyType(provinces)))


@pytest.mark.parametrize(
    "text",
    [
        "F Sewastopol - Schwarzes Meer",
        "F Sebastopoli - Mar Nero",
        "F Sébastopol - Mer Noire",
        "F Sebastopol - Mar Negro",
        "F Sev - Black Sea",
        "A Moskau unterstützt Warschau nach Ukraine",
        "A Mosca appoggia A Varsavia verso Ucraina",
        "A Moscou soutient A Varsovie vers Ukraine",
        "A Moscú apoya A Varsovia hacia Ucrania",
        "A Moscú apoya A Varsovia a Ucrania",
    ],
)
def test_names_that_the_lists_know_are_read_on_a_board_with_other_parts(parted: Variant, text: str) -> None:
    order = read_order(parted, parted.start, text, "RUSSIA").order
    assert str(order) == ("F SEV - BLA" if text.startswith("F") else "A MOS S A WAR - UKR")


def test_a_name_of_several_parts_is_not_guessed(parted: Variant) -> None:
    reading = read_order(parted, parted.start, "F Ank S F Sev - Schwarzes Meer", "TURKEY")
    assert str(reading.order) == "F ANK S F SEV - BLA", "the fleet reaches one of them alone"
    undecided = read_order(parted, parted.start, "A Smy - Schwarzes Meer", "TURKEY")
    assert undecided.order is None or undecided.assumptions, "never taken without a word"
