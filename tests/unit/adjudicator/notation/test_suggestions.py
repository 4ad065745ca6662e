"""An unknown name: its reading, its suggestions, and cases in which nothing is better than something far off."""

from __future__ import annotations

from adjudicator.notation import AssumptionKind, read_order
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()

READ = """
Ostse BAL, Nordse NTH, Muenhcen MUN, Londonn LON, Lodnon LON, Prais PAR, Pariss PAR, Burgandia BUR, Bourgonge BUR, Marsielles MAR,
Venezzia VEN, Napels NAP, Naplse NAP, Rumenia RUM, Istambul CON, Ankora ANK, Smirna SMY, Sevastapool SEV, Petersberg STP, Moskow MOS,
Warschaw WAR, Norwgen NWY, Norwejen NWY, Schwedn SWE, Swedn SWE, Dennmark DEN, Skagerack SKA, Helgolant HEL, Barrents BAR, Tyrolya TYR,
Adriatik ADR, Aegen AEG, Ionan ION, Tyrhenean TYS, Norwgian NWG, Yorkshir YOR, Silisia SIL, Munchin MUN, Livrpool LVP, Bohmia BOH,
Vianna VIE, Tuscanny TUS, Albanja ALB, Noordzee NTH, Warszawa WAR
"""
"""Slips that are near to one name only: read, and reported."""

SUGGESTED = """
Atlantis MAO NAO, Moskva MOS, Nordzee NTH, Edinbrough EDI, Pqr PAR POR, Norwej NWY, Golf BOT LYO, Golfo BOT LYO, Estmed EAS WES,
Ocean MAO NAO, Madrid, Bukarest, Kiev, Bucharest, Ireland, Iceland, Poland, Estonia, Lettland, Crete, Malta, Sicily, Sardinia, Corsica,
Switzerland, Hungary, Saxony, Bavaria, Prague, Prag, Hamburg, Oslo, Stockholm, Kopenhagen, Lisbon, Barcelona, Algier, Egypt, Kairo,
Athens, Sofia, Belgrad, Odessa, Dublin, Scotland, Amsterdam, Brussels, Antwerp, Bordeaux, Östersjön, Livorno, Mer, Mare, Meer, Wels,
Xyzzy, Qqq, Zzzzzz, Bcn
"""
"""Names, with the suggestions for each; none for places that are on no such board."""


def table(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(words[0], tuple(words[1:])) for words in (entry.split() for entry in text.replace("\n", " ").split(","))]


@one_by_one(("word", "meant"), table(READ), ids=[word for word, _ in table(READ)])
def test_a_slip_near_to_one_name_is_read_and_told(word: str, meant: tuple[str, ...]) -> None:
    reading = read_order(VARIANT, VARIANT.start, f"A Par - {word}", "FRANCE")
    assert str(reading.order) == f"A PAR - {meant[0]}"
    guesses = {AssumptionKind.SPELLING, AssumptionKind.ABBREVIATION}
    told = [each.meaning for each in reading.assumptions if each.kind in guesses]
    assert told in ([meant[0]], []), reading.assumptions
    assert told or any(each.kind is AssumptionKind.LANGUAGE for each in reading.assumptions)


@one_by_one(("word", "suggested"), table(SUGGESTED), ids=[word for word, _ in table(SUGGESTED)])
def test_what_is_suggested_is_near_or_nothing(word: str, suggested: tuple[str, ...]) -> None:
    error = read_order(VARIANT, VARIANT.start, f"A Par - {word}", "FRANCE").error
    assert error is not None
    assert error.suggestions == suggested


def test_a_name_that_two_seas_fit_is_asked() -> None:
    error = read_order(VARIANT, VARIANT.start, "F Edi-NorwSea", "ENGLAND").error
    assert error is not None
    assert set(error.suggestions) == {"NTH", "NWG"}


def test_the_name_of_a_sea_in_another_language_is_suggested_as_that_sea() -> None:
    error = read_order(VARIANT, VARIANT.start, "F Kiel quickly Ostsee", "GERMANY").error
    assert error is not None
    assert "STP" not in error.suggestions


def test_a_misspelt_kind_of_unit_is_reported() -> None:
    reading = read_order(VARIANT, VARIANT.start, "Flett Edi - Nth", "ENGLAND")
    assert [(each.kind, each.meaning) for each in reading.assumptions] == [(AssumptionKind.SPELLING, "F")]
