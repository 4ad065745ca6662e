"""Words about all units of a power at once, and the holds that they mean beside other orders."""

from __future__ import annotations

import pytest

from adjudicator.notation.reading import Statement
from adjudicator.order import Hold
from adjudicator.unit import Unit
from app.mail_in.accounting import Fate, LineAccount
from app.mail_in.statements import Statements, said_of_all
from tests.quick import one_by_one
from variants.catalogue import standard

LINE = LineAccount(1, 1, " all hold ", Fate.NOT_ORDER)

LINES = """\
all hold => ALL_HOLD - certain
All hold. => ALL_HOLD - certain
All units hold! => ALL_HOLD - certain
The rest holds => REST_HOLDS - certain
everyone holds this turn => ALL_HOLD - certain
Everyone holds => ALL_HOLD - certain
France: all hold => ALL_HOLD FRANCE certain
no orders => NO_ORDERS - certain
No orders from France => -
All hold unless Italy moves => ALL_HOLD - doubtful
Unless Italy moves, all hold => ALL_HOLD - doubtful
Maybe all hold => ALL_HOLD - doubtful
Perhaps no orders => -
all hold if you like => ALL_HOLD - doubtful
If Italy moves all hold => -
hold all, if Italy moves => ALL_HOLD - doubtful
Alle halten => ALL_HOLD - certain
Alles hält => ALL_HOLD - certain
Alle halten, falls Italien zieht => ALL_HOLD - doubtful
Tous tiennent => ALL_HOLD - certain
Tutti fermi => ALL_HOLD - certain
Todos mantienen => ALL_HOLD - certain
I hold => -
A Par H => -
the others hold => REST_HOLDS - certain
All hold? => ALL_HOLD - doubtful
all stay => ALL_HOLD - certain
all remain where they are => ALL_HOLD - certain
alle bleiben stehen => ALL_HOLD - certain
The rest stays as ordered => -
Der Rest bleibt => -
Der Rest bleibt wie er ist => -
Der Rest hält => REST_HOLDS - certain
the rest holds here please => REST_HOLDS - certain
all hold here for now => ALL_HOLD - certain
all hold dear => -
all stay put => ALL_HOLD - certain
everything stays where it is => ALL_HOLD - certain
tutte le unità restano ferme => ALL_HOLD - certain
tous restent en place => ALL_HOLD - certain
todos se quedan quietos => ALL_HOLD - certain
All hold or not, and maybe, well => ALL_HOLD - doubtful
All hold maybe or if you like => ALL_HOLD - doubtful
Maybe all hold if you like => -
everyone holds => ALL_HOLD - certain
everyone moves => -
France all hold => ALL_HOLD FRANCE certain
Hold! => -
The rest holds and all hold => -
all of them hold this turn => -
"""
"""Line => its statement, the power that it names, and whether anything makes it doubtful."""


@one_by_one(("line", "expected"), [line.split(" => ") for line in LINES.splitlines()])
def test_a_line_says_something_of_all_units(line: str, expected: str) -> None:
    found = said_of_all(standard(), line)
    if found is None:
        assert expected == "-"
    else:
        said = f"{found.statement.name} {found.power or '-'} {'certain' if found.is_certain else 'doubtful'}"
        assert said == expected
        assert found.orders is (found.statement is not Statement.NO_ORDERS)


def test_a_long_line_is_not_looked_at_to_its_end() -> None:
    assert said_of_all(standard(), f"{'x' * 108}; all hold unless so"[:200]) is None
    assert said_of_all(standard(), f"{'x' * 80}; all hold unless so") is not None


def statements(sender: str | None = "FRANCE") -> Statements:
    return Statements(standard(), standard().start, sender)


@pytest.mark.parametrize(
    ("sender", "power", "doubt", "fate", "reason"),
    [
        ("FRANCE", None, "", Fate.DOUBTFUL, "whose units, and what they do in this phase, is not said"),
        ("FRANCE", "ITALY", "", Fate.REFUSED, "it is an order of Italy, and this mail is from France"),
        (None, "ITALY", "perhaps", Fate.DOUBTFUL, "perhaps"),
        ("FRANCE", "FRANCE", "perhaps", Fate.DOUBTFUL, "perhaps"),
    ],
)
def test_a_statement_is_settled_at_once(sender: str | None, power: str | None, doubt: str, fate: Fate, reason: str) -> None:
    told = statements(sender).state(LINE, Statement.ALL_HOLD, power, doubt)
    assert told is not None
    assert (told.fate, told.reason, told.power, told.text) == (fate, reason, power, "all hold")


def test_no_orders_is_none() -> None:
    told = statements().state(LINE, Statement.NO_ORDERS, None, "")
    assert told is not None
    assert (told.fate, told.reason) == (Fate.NOT_ORDER, "says that there are no orders")


def held(said: Statement, *found: LineAccount, is_whole: bool = True) -> list[str]:
    """The units that hold, or the fate of the line, with its reason."""
    one = statements()
    assert one.state(LINE, said, "FRANCE", "") is None
    told = one.holds(found, is_whole=is_whole)
    assert all(each.power == "FRANCE" for each in told)
    return [str(each.order) if each.order else f"{each.fate.value}: {each.reason}" for each in told]


HOLDS = ["A PAR H", "A MAR H", "F BRE H"]
ORDER = LineAccount(2, 1, "A Par H", Fate.TAKEN, power="FRANCE", order=Hold(Unit.of("FRANCE A PAR").piece))


def test_all_units_hold_or_those_without_another_order() -> None:
    assert sorted(held(Statement.ALL_HOLD)) == sorted(held(Statement.REST_HOLDS)) == sorted(HOLDS)
    assert sorted(held(Statement.ALL_HOLD, ORDER)) == sorted(HOLDS)
    assert sorted(held(Statement.REST_HOLDS, ORDER)) == sorted(HOLDS[1:])


def test_the_rest_is_not_known_where_a_line_could_not_be_read() -> None:
    why = ["doubtful: which units are left for it is not known: another line could not be read"]
    doubtful = LineAccount(2, 1, "A Pxr H", Fate.DOUBTFUL)
    assert held(Statement.REST_HOLDS, doubtful) == why
    assert held(Statement.REST_HOLDS, is_whole=False) == why
    assert sorted(held(Statement.ALL_HOLD, doubtful, is_whole=False)) == sorted(HOLDS)


def test_no_unit_is_left_for_the_second_of_two_statements() -> None:
    one = statements()
    for said in (Statement.ALL_HOLD, Statement.REST_HOLDS):
        assert one.state(LINE, said, "FRANCE", "") is None
    told = one.holds((), is_whole=True)
    assert [each.fate for each in told] == [Fate.GUESSED] * 3 + [Fate.NOT_ORDER]
    assert told[-1].reason == "no unit is left for it"
    assert told[0].reason == "all units that it means hold"
