"""Headings that name a power, nearly name one, or call what stands below them the writer's own."""

from __future__ import annotations

from app.mail_in.letter import MailLine
from app.mail_in.order_words import order_words
from app.mail_in.sections import Placed, Use, heads, is_salutation, nearly_named, says_not_whose, under_mistyped, under_own
from app.mail_in.surroundings import Passage
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())

LINES = """\
France => heads
France: => heads
France: A Par - Bur => heads
France orders => heads
The orders of France => heads
The orders of France now => -
FRANCE ORDERS: => heads
Dear France => heads
A Par - Bur => -
: France => -
... => -
Dear England, => heads greets
England, => heads greets
England! => heads greets
England => heads
England. => heads
My dear old England, => heads greets
My dear good old England, => -
Dear Ada, => -
, => -
"""


@one_by_one(("line", "expected"), [line.split(" => ") for line in LINES.splitlines()])
def test_a_line_heads_the_orders_of_a_power_or_greets_it(line: str, expected: str) -> None:
    found = [name for name, is_one in (("heads", heads), ("greets", is_salutation)) if is_one(line, WORDS)]
    assert " ".join(found) == expected.removeprefix("-")


NEARLY = """\
Farnce: => FRANCE
Farnce => FRANCE
Frnce => FRANCE
Farnce, =>
Farnce! =>
Frnace orders: => FRANCE
oders Frnace: => FRANCE
Orders for Germny => GERMANY
Fra nce: => FRANCE
Fra nce => FRANCE
Germny Frnce: => FRANCE GERMANY
Germny Frnce =>
one two three: =>
my orders for Germny now: =>
Orders: =>
Xyz: =>
Gemrnay: => GERMANY
Grmny =>
Grmny: => GERMANY
Russai => RUSSIA
Turky: => TURKEY
Itly oders => ITALY
My odrers for Grmnay: => GERMANY
My own orders for Grmnay: =>
Tukey => TURKEY
Itly: => ITALY
Itly => ITALY
Aust: => RUSSIA
"""


@one_by_one(("line", "powers"), [line.split(" =>") for line in NEARLY.splitlines()])
def test_a_line_nearly_names_powers(line: str, powers: str) -> None:
    assert nearly_named(line, WORDS.power_names) == frozenset(powers.split())


MISTYPED = """\
Farnce: / * A Par - Bur / * A Mar H => France, France, France => -, -, -
Farnce: / * A Par H / # Germany: / * A Mun H => France, France, -, - => -, -, -, -
Farnce: / * A Par H / Germany: / * A Mun H => France, France, France, France => -, -, -, -
Farnce: / * A Par H /  / * A Mar H => France, France, France, France => -, -, -, -
Farnce: / * A Par H / Hello there / * A Mar H => France, France, France, France => -, -, -, -
* A Par H / Farnce => -, France => -, -
Gemrnay orders: / * A Mun H => Germany, Germany => -, -
Gemrnay: / * A Mun H => Germany, Germany => Germany, Germany
Farnce Gemrnay: / * A Mun H => France or Germany, France or Germany => -, -
Paris: / * A Mun H => -, - => -, -
* Farnce: / * A Par H => -, - => -, -
Gemrnay: / * A Mun H / Farnce: / * A Par H => Germany, Germany, France, France => Germany, Germany, -, -
Farnce: / * A Par H / Paris / * A Mar H => France, France, France, France => -, -, -, -
"""
"""Lines (``*`` an order, ``#`` a heading) => the power that the heading above each may mean, for a writer unknown and for France."""


@one_by_one(("mail", "unknown", "french"), [line.split(" => ") for line in MISTYPED.splitlines()])
def test_orders_stand_below_a_heading_that_misspells_a_power(mail: str, unknown: str, french: str) -> None:
    passages = [
        Passage(line.removeprefix("* ").removeprefix("# "), has_order=line.startswith("* "), is_heading=line.startswith("# "))
        for line in mail.split(" / ")
    ]
    for known, expected in ((None, unknown), ("FRANCE", french)):
        found = under_mistyped(standard(), WORDS, passages, known)
        assert ", ".join(each.rpartition("; ")[2].removesuffix(" may be meant") or "-" for each in found) == expected


OWN = """\
France: / A Par / My orders: / A Mar => 3F 4F
My orders: / A Mar =>
France: / My orders: A / B / Germany: / C / Mine: / D => 2F 3F 6G 7G
Dear France / Mine: / A =>
Orders of France / Mine: / A => 2F 3F
France and Germany / Mine: / A =>
France: A / Germany B / Mine: C => 3F
France's orders: / Mine: / A => 2F 3F
France: / Mine / A =>
"""
"""Lines => the numbers of those that the writer calls their own, each with the first letter of the power above."""


@one_by_one(("mail", "own"), [line.split(" =>") for line in OWN.splitlines()])
def test_lines_below_my_orders_are_the_writers_own(mail: str, own: str) -> None:
    placed = [Placed(MailLine(number, line), Use.NOW) for number, line in enumerate(mail.split(" / "), 1)]
    assert {number: power[0] for number, power in under_own(placed, WORDS).items()} == {int(each[:-1]): each[-1] for each in own.split()}


def test_units_of_several_powers_are_named_by_their_powers() -> None:
    reason = says_not_whose(standard(), ["ITALY", None, "FRANCE"])
    assert reason == "the mail does not say whose it is, and orders units of France and Italy"


def test_a_heading_is_looked_at_up_to_two_hundred_letters() -> None:
    words = "France for our orders"
    assert heads(f"{words.ljust(200)}x", WORDS)
    assert not heads(f"{words.ljust(199)}x", WORDS)


def test_names_of_three_letters_are_near_no_other_word() -> None:
    assert nearly_named("itab:", {"ITALY": ["ita"]}) == frozenset()
    assert nearly_named("Itly:", {"ITALY": ["italy"]}) == {"ITALY"}
