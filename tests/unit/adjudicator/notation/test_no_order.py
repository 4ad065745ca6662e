"""Texts that name places and are no order: alternatives, conditions, press, words about all units. And invisible letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.notation import Reading, ReadingErrorKind, Statement, read_order, read_orders
from adjudicator.notation.place_grammar import PlaceGrammar
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()
START = VARIANT.start


def refused(text: str, power: str | None = "FRANCE", position: Position = START) -> Reading:
    reading = read_order(VARIANT, position, text, power)
    assert reading.order is None, reading.order
    return reading


@one_by_one(
    ("text", "choices"),
    [
        ("A Par - Bur or Pic", ("A PAR - BUR", "A PAR - PIC")),
        ("A Par - Bur or A Par - Pic", ("A PAR - BUR", "A PAR - PIC")),
        ("A Par - Bur, or Pic, or Gas", ("A PAR - BUR", "A PAR - PIC", "A PAR - GAS")),
        ("A Par - Bur or hold", ("A PAR - BUR", "A PAR H")),
        ("F Mao - Spa/nc or sc", ("F MAO - SPA/NC", "F MAO - SPA/SC")),
        ("A München - Ruhr oder Burgund", ("A MUN - RUH", "A MUN - BUR")),
        ("A Paris - Bourgogne ou bien Picardie", ("A PAR - BUR", "A PAR - PIC")),
        ("A Roma - Toscana oppure Puglia", ("A ROM - TUS", "A ROM - APU")),
        ("A París - Borgoña o Gascuña", ("A PAR - BUR", "A PAR - GAS")),
    ],
)
def test_an_alternative_is_asked_with_its_orders(text: str, choices: tuple[str, ...]) -> None:
    error = refused(text).error
    assert error is not None
    assert (error.kind, error.suggestions) == (ReadingErrorKind.ALTERNATIVE, choices)


@pytest.mark.parametrize(
    "text", ["R Ven or Tyr", "A Tri R Ven or Tyr", "Retreat Ven or Tyr", "Ven or Tyr", "A Triest Rückzug nach Venedig oder Tirol"]
)
def test_a_retreat_to_one_of_two_places_is_asked_with_both(text: str) -> None:
    dislodged = (DislodgedUnit(Unit.of("AUSTRIA A TRI"), "ALB", by_convoy=False),)
    position = Position(Phase.of("F1901R"), (Unit.of("TURKEY A TRI"),), {}, dislodged)
    error = refused(text, "AUSTRIA", position).error
    assert error is not None
    assert (error.kind, error.suggestions) == (ReadingErrorKind.ALTERNATIVE, ("A TRI R VEN", "A TRI R TYR"))


@one_by_one(
    ("text", "words"),
    [
        ("If Turkey attacks then A Bud - Ser", "If"),
        ("A Bud - Ser if Turkey moves to Bul", "if"),
        ("A Bud - Ser unless Italy moves to Tri", "unless"),
        ("A Bud - Ser, otherwise hold", "otherwise"),
        ("A Bud - Ser (if not attacked)", "if not"),
        ("A Bud - Serb if Turkey moves", "if"),
        ("A Bud - Ser; fails if Turkey moves to Ser", "if"),
        ("Falls die Türkei angreift: A Bud - Ser", "Falls"),
        ("A Bud - Serbien, wenn Tri - Ven gelingt", "wenn"),
        ("A Paris - Bourgogne si l'Allemagne attaque", "si"),
        ("A Paris - Bourgogne s'il attaque Bourgogne", "s'il"),
        ("A Roma - Venezia se l'Austria attacca", "se"),
        ("A París - Borgoña a menos que Alemania ataque", "a menos que"),
    ],
)
def test_a_condition_is_never_an_order(text: str, words: str) -> None:
    error = refused(text, None).error
    assert error is not None
    assert (error.kind, error.span.of(text)) == (ReadingErrorKind.CONDITION, words)


@one_by_one(
    "text",
    [
        "Press: London to Paris: Sorry",
        "PRESS TO FRANCE",
        "Press release: A Lon - Bel",
        "Rome to Venice: hold still",
        "Rome to Venice: thanks",
        "England to France: A Lvp - Wal is my order",
        "Presse: A Par - Bur",
        "Nachricht an Frankreich: F Lon - Eng",
        "> London to Paris: Sorry",
    ],
)
def test_press_is_never_an_order_neither_alone_nor_in_a_mail(text: str) -> None:
    error = refused(text, None).error
    assert error is not None
    assert error.kind is ReadingErrorKind.PRESS
    sheet = read_orders(VARIANT, START, f"FRANCE\nA Par - Bur\n{text}")
    assert [str(order) for orders in sheet.orders.values() for order in orders] == ["A PAR - BUR"]


@pytest.mark.parametrize("text", ["London to Norway: bounced", "Lvp to Nwy: via convoy", "Orders: Par to Bur"])
def test_a_colon_alone_makes_no_press(text: str) -> None:
    error = read_order(VARIANT, START, text).error
    assert error is None or error.kind is not ReadingErrorKind.PRESS


@one_by_one(
    ("text", "statement", "power"),
    [
        ("NRO", Statement.NO_ORDERS, None),
        ("Italy: NRO", Statement.NO_ORDERS, "ITALY"),
        ("No orders received.", Statement.NO_ORDERS, None),
        ("keine Befehle", Statement.NO_ORDERS, None),
        ("aucun ordre", Statement.NO_ORDERS, None),
        ("nessun ordine", Statement.NO_ORDERS, None),
        ("sin órdenes", Statement.NO_ORDERS, None),
        ("all hold", Statement.ALL_HOLD, None),
        ("All units hold, please", Statement.ALL_HOLD, None),
        ("Germany: all hold", Statement.ALL_HOLD, "GERMANY"),
        ("Deutschland: alle halten", Statement.ALL_HOLD, "GERMANY"),
        ("toutes les unités tiennent", Statement.ALL_HOLD, None),
        ("tutte ferme", Statement.ALL_HOLD, None),
        ("todas mantienen", Statement.ALL_HOLD, None),
        ("The rest hold", Statement.REST_HOLDS, None),
        ("der Rest hält", Statement.REST_HOLDS, None),
        ("alle Einheiten halten bitte", Statement.ALL_HOLD, None),
    ],
)
def test_words_about_all_units_are_a_statement_and_no_order(text: str, statement: Statement, power: str | None) -> None:
    reading = refused(text, None)
    assert reading.error is not None
    assert reading.error.kind is ReadingErrorKind.STATEMENT
    assert (reading.statement, reading.power) == (statement, power)


@one_by_one(
    "text",
    [
        "Ａ Ｐａｒ－Ｂｕｒ",
        "A\u200b Par\u200b-\u200bBur",
        "A P\u00adar - Bur",
        "A\u00a0Par\u202f-\u2003Bur",
        "\ufeffA Par - Bur",
        "\u202dA Par - Bur\u202c",
        "A Par \u2011 Bur",
        "A Par \u2015 Bur",
        "A Par \uff0d Bur",
        "A Par \x96 Bur",
        "A Par ➜ Bur",
        "„A Par – Bur“",
        "«A Par - Bur»",
        "‹A Par - Bur›",
        "A Par - Bur\u3164",
    ],
)
def test_letters_that_nobody_sees_and_odd_dashes_and_quotes_change_nothing(text: str) -> None:
    assert str(read_order(VARIANT, START, text, "FRANCE").order) == "A PAR - BUR"


def test_places_in_a_text_with_unseen_letters_are_those_of_the_text() -> None:
    text = "A\u200b Par\u00ad - Bur\u0301gnu\u200bdy"
    reading = read_order(VARIANT, START, text, "FRANCE")
    assert str(reading.order) == "A PAR - BUR"
    assert [each.span.of(text) for each in reading.assumptions] == ["Bur\u0301gnu\u200bdy"]


def test_accents_may_stand_behind_their_letters() -> None:
    assert str(read_order(VARIANT, START, "A Mu\u0308nchen - Ruhr", "GERMANY").order) == "A MUN - RUH"


@pytest.mark.parametrize("words", ["A ", "the ", "norwsea ", "von der ", "s ", "via nth ", "or A Par ", "if ", "l'", "mer ", "hold "])
def test_no_line_makes_much_work(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    counted = PlaceGrammar._count

    def count(grammar: PlaceGrammar) -> None:
        nonlocal steps
        steps += 1
        counted(grammar)

    monkeypatch.setattr(PlaceGrammar, "_count", count)
    for length in (300, 4000):
        read_order(VARIANT, START, (words * length)[:length], "FRANCE")
    assert steps < 20_000


@pytest.mark.parametrize("text", ["the rest stands", "rest stands", "rest hold", "le reste tient", "il resto resta"])
def test_words_for_all_other_units_are_no_slip_in_brest(text: str) -> None:
    assert read_order(standard(), standard().start, text, "FRANCE").order is None
    assert str(read_order(standard(), standard().start, "brset hold", "FRANCE").order) == "F BRE H"


@pytest.mark.parametrize("text", ["Mid-Atlantic", "the Mid-Atlantic.", "Nord-Atlantik", "F Mid-Atlantic"])
def test_a_hyphen_within_a_name_is_no_arrow(text: str) -> None:
    fleet = Unit("FRANCE", Piece("F", Location("MAO")))
    refused(text, "FRANCE", replace(START, units=(*START.units, fleet)))


@one_by_one(
    "text",
    [
        "Burgundy from Paris",
        "A Burgundy from Paris",
        "Bur <- Par",
        "A Bur <-- A Par",
        "A Bur <- A Par",
        "Bur < Par",
        "Burgund von Paris",
        "Bourgogne depuis Paris",
    ],
)
def test_a_move_is_not_read_the_wrong_way_round(text: str) -> None:
    army = Unit("FRANCE", Piece("A", Location("BUR")))
    refused(text, "FRANCE", replace(START, units=(*START.units, army)))
