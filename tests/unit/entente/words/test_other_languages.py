"""Orders, results and names in another language than English; what programs read stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from gettext import GNUTranslations
from io import BytesIO
from types import MappingProxyType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from adjudicator import adjudicate
from adjudicator.board import Terrain
from adjudicator.notation import AssumptionKind, parse_order, read_order, read_orders
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Location, Piece, Unit
from entente.events import events_of
from entente.resolution_data import OutcomeWriter
from entente.results_text import order_text
from entente.words import (
    counted,
    describe_order,
    describe_outcome,
    describe_phase,
    join_words,
    kind_name,
    place_name,
    power_name,
    unit_name,
)
from entente.words.names import coast_name, kind_word, power_adjective, season_letter, variant_name
from languages import tr, using, wording
from languages.language import Grammar, Language
from languages.pseudo import PSEUDO
from tests.quick import each_nth, one_by_one
from variants import standard
from variants.catalogue import shipped, shipped_ids

VARIANT = standard()
GRAMMAR = Grammar(
    kinds={"Nordsee": "f", "Armee": "f", "Flotte": "f"},
    forms={"to": {"f": "in die {name}", "other": "nach {name}"}, "acc": {"f": "die {name}", "other": "{name}"}},
)


@contextmanager
def german(messages: Mapping[str, str] = MappingProxyType({})) -> Iterator[None]:
    catalogue = Catalog(locale="de", fuzzy=False)
    for text, found in messages.items():
        catalogue.add(text, found)
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    token = wording._for_now.set((Language("de", GNUTranslations(file), GRAMMAR),))
    try:
        yield
    finally:
        wording._for_now.reset(token)


def test_names_are_the_first_that_orders_are_read_with() -> None:
    with german():
        assert place_name(VARIANT, "NTH") == place_name(VARIANT, "NTH", article=True) == "Nordsee"
        assert place_name(VARIANT, Location("STP", "NC")) == "Sankt Petersburg (Nordküste)"
        assert unit_name(VARIANT, Piece.of("F STP/SC")) == "Flotte Sankt Petersburg (Südküste)"
        assert power_name(VARIANT, "TURKEY") == power_adjective(VARIANT, "TURKEY") == "Türkei"
        assert (kind_name(VARIANT, "A"), kind_word(VARIANT, "A")) == ("Armee", "Armee")
    assert place_name(VARIANT, "NTH", article=True) == "the North Sea"
    assert (kind_name(VARIANT, "A"), kind_word(VARIANT, "A"), power_adjective(VARIANT, "TURKEY")) == ("Army", "army", "Turkish")


@pytest.mark.slow
def test_every_name_that_is_shown_is_read_as_what_it_names() -> None:
    for language in VARIANT.languages:
        spoken = replace(VARIANT, languages=(replace(language, code="de"),))
        with german():
            shown = {code: place_name(spoken, code) for code in VARIANT.board.provinces}
        assert len(set(shown.values())) == len(shown)
        for code, name in shown.items():
            kind = "F" if VARIANT.board.provinces[code].terrain is Terrain.SEA else "A"
            position = Position(Phase.of("S1901M"), (Unit("FRANCE", Piece(kind, Location(code))),), {})
            reading = read_order(VARIANT, position, f"{kind} {name} H", "FRANCE")
            assert reading.order is not None, (language.code, name)
            assert str(reading.order) == f"{kind} {code} H", (language.code, name)


@one_by_one("variant_id", shipped_ids())
def test_no_two_places_of_a_board_are_shown_under_one_name(variant_id: str) -> None:
    variant = shipped(variant_id).variant
    for language in variant.languages:
        with german():
            spoken = replace(variant, languages=(replace(language, code="de"),))
            shown = [place_name(spoken, code) for code in variant.board.provinces]
            powers = [power_name(spoken, power) for power in variant.powers]
        assert len(set(shown)) == len({each.name for each in variant.board.provinces.values()})
        assert len(set(powers)) == len(powers)


def test_a_sentence_bends_names_and_turns_round() -> None:
    position = VARIANT.start
    order = parse_order("F LON - NTH")
    with german({"{unit} moves to {place}": "{unit} zieht {place:to}", "{power} {unit}": "{unit} ({power})"}):
        assert describe_order(VARIANT, position, order) == "Flotte London zieht in die Nordsee"
        helped = read_order(VARIANT, position, "F EDI S A PAR - PIC", "ENGLAND").order
        assert helped is not None
        assert "Armee Paris (Frankreich)" in describe_order(VARIANT, position, helped)
    assert describe_order(VARIANT, position, order) == "Fleet London moves to the North Sea"


def test_a_reason_is_a_whole_sentence() -> None:
    position = VARIANT.start
    orders = read_orders(VARIANT, position, "Germany: A MUN - BUR\nFrance: A PAR - BUR").orders
    outcome = adjudicate(VARIANT, position, orders).outcome_of("PAR")
    assert outcome is not None
    texts = {
        "bounced {odds} with {by} in {place}": "in {place} {odds} an {by} gescheitert",
        "{strength} against {against}": "{strength} zu {against}",
    }
    with german(texts):
        assert describe_outcome(VARIANT, position, outcome).endswith(": in Burgund 1 zu 1 an Armee München gescheitert")
    assert describe_outcome(VARIANT, position, outcome).endswith(": bounced 1 against 1 with Army Munich in Burgundy")


def test_lists_and_numbers_are_said_in_the_language() -> None:
    with german({"{first} and {last}": "{first} und {last}", "{first} or {last}": "{first} oder {last}"}):
        assert join_words(["a", "b", "c"]) == "a, b und c"
        assert join_words(["a", "b"], "or") == "a oder b"
    with using("pseudo"):
        assert "⟦" in counted(2, "unit")
        assert "⟦" in describe_phase(VARIANT, Phase.of("F1901M"))
    assert counted(2, "unit") == "2 units"


def test_a_season_has_the_letter_it_begins_with_in_the_language() -> None:
    phases = [Phase.of("S1901M"), Phase.of("F1901M"), Phase.of("W1901A")]
    letters = {}
    for code in ("en", "de", "fr"):
        with using(code):
            letters[code] = "".join(season_letter(VARIANT, each) for each in phases)
    assert letters == {"en": "SFW", "de": "FHW", "fr": "PAH"}


def test_what_programs_read_stays_in_english() -> None:
    position = VARIANT.start
    order = parse_order("F LON - NTH")
    outcome = adjudicate(VARIANT, position, {"ENGLAND": (order,)}).outcome_of("LON")
    assert outcome is not None
    with german():
        assert order_text(VARIANT, order) == "Fleet London -> North Sea"
        assert '"order": "F LON - NTH"' in OutcomeWriter(VARIANT).json_list(position, [outcome])
    with using("pseudo"):
        assert order_text(VARIANT, parse_order("A LVP - YOR")) == "Army Liverpool -> Yorkshire"
    assert unit_name(VARIANT, Piece.of("A LVP")) == "Army Liverpool"


def test_what_was_said_in_one_language_is_not_remembered_for_another() -> None:
    resolution = adjudicate(VARIANT, VARIANT.start, {"ENGLAND": (parse_order("F LON - NTH"),)})

    def say() -> list[str]:
        return [str(event) for event in events_of(VARIANT, resolution)]

    english = say()
    assert english[0] == "English Fleet London moves to the North Sea"
    with using("pseudo"):
        assert all("⟦" in each for each in say())
    assert say() == english


def test_a_coast_that_only_shares_a_code_keeps_its_name() -> None:
    board = replace(VARIANT.board, coast_names=MappingProxyType({**VARIANT.board.coast_names, "NC": "Nile coast"}))
    variant = replace(VARIANT, board=board)
    with german():
        assert coast_name(variant, "NC") == "Nile coast"
        assert coast_name(variant, "SC") == "Südküste"


@one_by_one(
    ("code", "order", "said"),
    [
        ("de", "A PAR S A BUR", "Armee Paris unterstützt Armee Burgund beim Halten"),
        ("de", "F SEV - BLA", "Flotte Sewastopol zieht ins Schwarze Meer"),
        ("fr", "A PAR S A BUR", "L'armée de Paris soutient l'armée de Bourgogne"),
        ("fr", "F ENG C A PIC - WAL", "La flotte de la Manche convoie l'armée de Picardie pour aller au Pays de Galles"),
        ("fr", "A RUH S A HOL", "L'armée de la Ruhr soutient l'armée de Hollande"),
        ("fr", "F BRE - ENG", "La flotte de Brest va dans la Manche"),
        ("it", "A UKR S A RUH", "Armata d'Ucraina appoggia l'armata della Ruhr a tenere"),
        ("it", "A PIC - BEL", "Armata di Piccardia muove in Belgio"),
        ("es", "A PAR S A BUR", "El ejército de París apoya al ejército de Borgoña para mantenerse"),
    ],
)
def test_units_and_places_are_bent_as_each_language_has_it(code: str, order: str, said: str) -> None:
    with using(code):
        assert describe_order(VARIANT, VARIANT.start, parse_order(order)) == said


@each_nth(3, "code", ["de", "es", "fr", "it"])
def test_what_is_said_of_another_powers_unit_is_read_as_what_was_said(code: str) -> None:
    position = VARIANT.start
    helping = [(unit, other) for unit in position.units for other in position.units if unit.power != other.power]
    orders = [parse_order(f"{unit.piece} S {other.piece} - BUR") for unit, other in helping if unit.power == "FRANCE"][::2]
    with using(code):
        said = {describe_order(VARIANT, position, order): order for order in orders}
    assert len(said) == len(orders) > 20
    read = {text: read_order(VARIANT, position, text, "FRANCE") for text in said}
    assert {text: reading.order for text, reading in read.items()} == said
    assert {each.kind for reading in read.values() for each in reading.assumptions} == {AssumptionKind.LANGUAGE, AssumptionKind.NATIONALITY}


def test_a_shipped_variant_has_a_name_in_each_language_and_a_designer_s_own_keeps_its_name() -> None:
    chaos = shipped("chaos").variant
    assert variant_name(chaos) == "Chaos"
    with using(PSEUDO):
        assert variant_name(chaos) != "Chaos"
        assert variant_name(replace(chaos, id="chaos-of-mine")) == "Chaos"


@pytest.mark.parametrize("code", ["de", "fr", "es", "it"])
def test_provinces_are_called_by_their_whole_names(code: str) -> None:
    variant = standard()
    with using(code):
        shown = [place_name(variant, each) for each in variant.board.provinces]
    assert [name for name in shown if re.search(r"[a-z][A-Z]|\.", name)] == [], "the first name in the file is the one that is shown"


def test_spanish_words_that_join_names_follow_the_sound_of_the_next_one() -> None:
    with using("es"):
        assert join_words(["Francia", "Italia"]) == "Francia e Italia"
        assert join_words(["Inglaterra", "Francia", "Rusia"]) == "Inglaterra, Francia y Rusia"
        assert join_words(["Rusia", "Holanda"], last="or") == "Rusia u Holanda"


@pytest.mark.parametrize(
    ("code", "words"), [("es", "Resultados del otoño de 1901, movimiento"), ("it", "Risultati dell'autunno 1901, movimento")]
)
def test_phases_stand_within_a_sentence_as_seasons_do(code: str, words: str) -> None:
    with using(code):
        assert tr("Results of {phase}", phase=describe_phase(standard(), Phase.of("F1901M"))) == words
