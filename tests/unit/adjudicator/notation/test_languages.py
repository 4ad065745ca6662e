"""Orders in German, French, Italian and Spanish; and English means what it meant before."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.notation import AssumptionKind, ReadingErrorKind, read_order, read_orders
from adjudicator.notation.order_tokens import fold
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from tests.quick import few
from variants import standard

VARIANT = standard()
ENGLISH_ONLY = replace(VARIANT, languages=())
LANGUAGES = {language.code: language for language in VARIANT.languages}
CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("notations.toml").read_text(encoding="utf-8"))["case"]


def read(text: str, power: str | None = None) -> str:
    return str(read_order(VARIANT, VARIANT.start, text, power).order)


def test_four_languages_are_shipped() -> None:
    assert {language.name for language in VARIANT.languages} == {"German", "French", "Italian", "Spanish"}


@pytest.mark.parametrize("code", few(sorted(LANGUAGES), "de"))
def test_every_language_has_a_name_for_every_province_power_coast_and_kind(code: str) -> None:
    language = LANGUAGES[code]
    assert language.provinces.keys() == {province.name for province in VARIANT.board.provinces.values()}
    assert {power.name for power in VARIANT.powers.values()} <= language.powers.keys()
    assert language.coasts.keys() == VARIANT.board.coast_names.keys()
    assert language.kinds.keys() == {kind.name for kind in VARIANT.board.kinds.values()}


@pytest.mark.slow
@pytest.mark.parametrize("code", few(sorted(LANGUAGES), "de"))
def test_every_name_of_a_province_is_read_as_that_province_or_asked(code: str) -> None:
    by_name = {province.name: province.code for province in VARIANT.board.provinces.values()}
    for name, called in LANGUAGES[code].provinces.items():
        for word in called:
            reading = read_order(VARIANT, Position(Phase.of("S1901M"), (), {}), f"F {word} H")
            assert reading.order is not None, (word, reading.error)
            assert str(reading.order) == f"F {by_name[name]} H", word


def test_an_english_text_means_what_it_means_without_other_languages() -> None:
    for case in CASES:
        units = tuple(Unit.of(f"{case['power']} {unit}") for unit in case.get("units", []))
        phases = {"M": "S1901M", "R": "F1901R", "A": "W1901A"}
        position = Position(Phase.of(phases[case["phase"]]), units, {})
        assert read_order(VARIANT, position, case["input"], case["power"]) == read_order(
            ENGLISH_ONLY, position, case["input"], case["power"]
        ), case["input"]


def test_the_language_of_an_order_is_reported() -> None:
    reading = read_order(VARIANT, VARIANT.start, "A München hält", "GERMANY")
    assert [(each.kind, each.meaning) for each in reading.assumptions] == [(AssumptionKind.LANGUAGE, "German")]


def test_a_result_in_another_language_may_be_told_in_any_words() -> None:
    reading = read_order(VARIANT, VARIANT.start, "A München - Ruhr (abgeprallt wegen Regen)", "GERMANY")
    assert str(reading.order) == "A MUN - RUH"
    assert AssumptionKind.RESULT_NOTE in {each.kind for each in reading.assumptions}


def test_a_word_that_is_an_if_in_another_language_is_none_in_an_order_of_its_own() -> None:
    orders = {
        "El ejército de París se mueve a Borgoña": "A PAR - BUR",
        "La flota de Brest se mantiene": "F BRE H",
        "Armee Paris unterstützt Armee Marseille beim Halten": "A PAR S A MAR",
        "Armata di Parigi muove in Borgogna se Monaco tiene": "None",
    }
    assert {text: read(text, "FRANCE") for text in orders} == orders


@pytest.mark.parametrize(
    "text", ["A Par - Bur or Pic", "A Par - Bur oder Pic", "A Par - Bourgogne ou Picardie", "A Parigi - Borgogna o Piccardia"]
)
def test_an_alternative_is_asked_with_both_orders(text: str) -> None:
    error = read_order(VARIANT, VARIANT.start, text, "FRANCE").error
    assert error is not None
    assert (error.kind, error.suggestions) == (ReadingErrorKind.ALTERNATIVE, ("A PAR - BUR", "A PAR - PIC"))


def test_letters_that_are_written_otherwise_without_accents_are_folded_to_those() -> None:
    assert fold("ßøłđðþæœı") == "ssolddthaeoei"


def test_headings_may_be_in_another_language() -> None:
    sheet = read_orders(VARIANT, VARIANT.start, "Deutschland:\nA München - Ruhr und A Berlin - Kiel\nFrankreich\nA Par - Bur")
    assert {power: [str(order) for order in orders] for power, orders in sheet.orders.items()} == {
        "GERMANY": ["A MUN - RUH", "A BER - KIE"],
        "FRANCE": ["A PAR - BUR"],
    }
