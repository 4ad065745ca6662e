"""Sentences that take back, change or exceed the orders of one letter: which are noted, and which orders they make doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.notation import parse_order, read_order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from app.mail_in.accounting import Choice, Fate, LineAccount
from app.mail_in.due_orders import DueOrders
from app.mail_in.letter import MailLine, WorkLeft
from app.mail_in.order_words import order_words
from app.mail_in.sections import Placed, Use
from app.mail_in.taken_back import TakenBack
from app.mail_in.withdrawals import Withdrawal
from languages import quoted
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

SPRING = standard().start
WINTER = replace(SPRING, phase=Phase.of("W1901A"))
BUILDS = replace(WINTER, units=(Unit.of("FRANCE A GAS"),), owners=dict.fromkeys(("BRE", "PAR", "MAR"), "FRANCE"))
ONE_BUILD = replace(BUILDS, owners=dict.fromkeys(("BRE", "PAR"), "FRANCE"))
NO_BUILD = replace(BUILDS, owners={"PAR": "FRANCE"})
OF_TWO = replace(BUILDS, owners={**BUILDS.owners, "BER": "GERMANY"})
REMOVALS = replace(
    WINTER, units=tuple(Unit.of(f"FRANCE {unit}") for unit in ("A GAS", "A PIC", "F MAO")), owners=dict.fromkeys(("BRE",), "FRANCE")
)
RETREATS = replace(
    SPRING,
    phase=Phase.of("S1901R"),
    units=(Unit.of("GERMANY A PAR"), Unit.of("FRANCE F BRE")),
    dislodged=(DislodgedUnit(Unit.of("FRANCE A PAR"), "BUR"), DislodgedUnit(Unit.of("GERMANY F LYO"), "TUN")),
)


def letter(position: Position, *said: Withdrawal, power: str | None = "FRANCE") -> TakenBack:
    variant = standard()
    return TakenBack(variant, position, power, order_words(variant), list(said))


def taken(position: Position, *texts: str, power: str = "FRANCE", fate: Fate = Fate.TAKEN, **more: Any) -> list[LineAccount]:
    """The lines of a mail, numbered from 1, that were read as these orders."""
    kind = position.phase.kind
    return [LineAccount(number, 1, text, fate, power=power, order=parse_order(text, kind), **more) for number, text in enumerate(texts, 1)]


def own(*texts: str, first: int = 1, use: Use = Use.NOW) -> list[Placed]:
    return [Placed(MailLine(number, text), use) for number, text in enumerate(texts, first)]


def doubtful(found: Sequence[LineAccount]) -> list[str]:
    return [str(each.order) for each in found if each.fate is Fate.DOUBTFUL]


@one_by_one(
    ("position", "power", "kinds", "places"),
    [
        (SPRING, "FRANCE", "A", {"PAR", "MAR"}),
        (SPRING, "FRANCE", "F", {"BRE"}),
        (SPRING, "FRANCE", "AF", {"PAR", "MAR", "BRE"}),
        (SPRING, "FRANCE", "", set()),
        (RETREATS, "FRANCE", "A", {"PAR"}),
        (RETREATS, "FRANCE", "F", set()),
        (RETREATS, "GERMANY", "F", {"LYO"}),
        (REMOVALS, "FRANCE", "A", {"GAS", "PIC"}),
        (BUILDS, "FRANCE", "A", set()),
        (ONE_BUILD, "FRANCE", "A", set()),
        (NO_BUILD, "FRANCE", "A", {"GAS"}),
    ],
)
def test_a_kind_means_the_units_of_that_kind_that_get_orders(position: Position, power: str, kinds: str, places: set[str]) -> None:
    assert letter(position).of_kinds(power, frozenset(kinds)) == places


@pytest.mark.parametrize(
    ("position", "places"),
    [(SPRING, {"PAR", "MAR", "BRE"}), (BUILDS, {"PAR", "MAR", "BRE"}), (REMOVALS, {"GAS", "PIC", "MAO"}), (RETREATS, {"PAR"})],
)
def test_orders_are_due_where_its_units_or_builds_are(position: Position, places: set[str]) -> None:
    assert letter(position).due_places("FRANCE") == places


# --- sentences that are no orders ---


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("My orders may change.", None),
        ("Paris shouldn't go to Burgundy.", {"PAR"}),
        ("Cancel the fleets!", {"BRE"}),
        ("Thanks for the map.", ()),
        ("Will my orders change?", ()),
    ],
)
def test_a_sentence_that_unsettles_earlier_orders_is_noted(text: str, places: set[str] | tuple[()] | None) -> None:
    back = letter(SPRING)
    back.note_hints(own(text, first=4), [])
    if places == ():
        assert back.withdrawals == []
        return
    (said,) = back.withdrawals
    assert (said.line, said.words, said.power, said.column) == (4, text, "FRANCE", 1)
    assert said.places == (None if places is None else frozenset(places))
    assert said.is_hint


def test_a_sentence_of_an_unknown_writer_a_heading_an_order_or_one_that_was_noted_is_passed_over() -> None:
    text = "Paris shouldn't go to Burgundy."
    unknown = letter(SPRING, power=None)
    unknown.note_hints(own(text), [])
    assert unknown.withdrawals == []
    for lines, found in ((own(text, use=Use.HEADING), []), (own(text), taken(SPRING, "A PAR H"))):
        back = letter(SPRING)
        back.note_hints(lines, found)
        assert back.withdrawals == []
    noted = Withdrawal(1, text, "FRANCE")
    back = letter(SPRING, noted)
    back.note_hints(own(text), [])
    assert back.withdrawals == [noted]


def test_a_line_that_was_read_as_nothing_is_looked_at_unless_it_has_choices() -> None:
    for choices, count in (((), 1), ((Choice("FRANCE", parse_order("A PAR H")),), 0)):
        back = letter(SPRING)
        back.note_hints(own("Paris shouldn't go to Burgundy."), taken(SPRING, "A PAR H", fate=Fate.DOUBTFUL, choices=choices))
        assert len(back.withdrawals) == count


def test_the_head_of_a_correction_is_passed_over_where_its_order_was_read_below() -> None:
    below = [replace(each, line=2) for each in taken(SPRING, "F BRE - MAO")]
    for found, count in ((below, 0), ([], 1)):
        back = letter(SPRING)
        back.note_hints(own("Change one order:"), found)
        assert len(back.withdrawals) == count


@pytest.mark.parametrize(
    ("text", "places", "reaches_above"),
    [
        ("The fleet holds after all.", {"BRE"}, True),
        ("Paris holds after all.", {"PAR"}, True),
        ("France: Paris holds after all", {"PAR"}, True),
        ("Germany: Paris holds after all", {"PAR"}, False),
        ("Paris holds after all?", {"PAR"}, False),
        ("The fleet likes the sea.", None, False),
        ("Paris is a fine city.", None, False),
    ],
)
def test_a_sentence_that_gives_a_unit_something_else_to_do_reaches_orders_above(
    text: str, places: set[str] | None, reaches_above: bool
) -> None:
    back = letter(SPRING)
    back.note_hints(own(text), [])
    assert [(said.places, said.reaches_above) for said in back.withdrawals] == [(places, reaches_above)] * (places is not None)


# --- what is due ---


@one_by_one(
    ("position", "text", "places", "kinds", "is_certain"),
    [
        (BUILDS, "No build in Paris.", {"PAR"}, "", True),
        (BUILDS, "Build only one.", None, "", True),
        (BUILDS, "I waive both builds.", None, "", True),
        (BUILDS, "no armies this winter", None, "A", True),
        (BUILDS, "Paris is due.", {"PAR"}, "", False),
        (REMOVALS, "Don't remove Gascony.", {"GAS"}, "", True),
        (REMOVALS, "Keep Gascony.", {"GAS"}, "", True),
        (REMOVALS, "Gascony goes.", {"GAS"}, "", False),
        (REMOVALS, "No fleets, please.", {"MAO"}, "F", True),
        (RETREATS, "Paris does not retreat.", {"PAR"}, "", True),
        (RETREATS, "No retreat, disband.", None, "", True),
    ],
)
def test_a_sentence_that_may_change_what_is_due_is_noted(
    position: Position, text: str, places: set[str] | None, kinds: str, is_certain: bool
) -> None:
    back = letter(position)
    back.note_changes_to_what_is_due([Placed(MailLine(4, f"So: {text}"), Use.NOW, start=4)], [])
    (said,) = back.withdrawals
    assert (said.line, said.column, said.words, said.power) == (4, 5, text, "FRANCE")
    assert said.places == places
    assert said.kinds == frozenset(kinds)
    assert (said.reaches_above, said.is_hint) == (is_certain, not is_certain)


@pytest.mark.parametrize(
    ("position", "power", "text"),
    [
        (SPRING, "FRANCE", "No build in Paris."),
        (BUILDS, None, "No build in Paris."),
        (BUILDS, "GERMANY", "No build in Paris."),
        (BUILDS, "FRANCE", "What about Paris?"),
        (BUILDS, "FRANCE", "Germany, no build in Kiel"),
    ],
)
def test_what_changes_nothing_that_is_due_is_not_noted(position: Position, power: str | None, text: str) -> None:
    back = letter(position, power=power)
    back.note_changes_to_what_is_due(own(text), [])
    assert back.withdrawals == []


def test_a_line_that_waives_or_was_noted_as_a_change_is_not_noted_once_more() -> None:
    for found, count in ((taken(BUILDS, "WAIVE"), 0), (taken(BUILDS, "WAIVE") + taken(BUILDS, "A PAR B"), 1)):
        back = letter(BUILDS)
        back.note_changes_to_what_is_due(own("Waive instead of Brest"), found)
        assert len(back.withdrawals) == count
    text = "I waive both builds."
    for noted, count in ((Withdrawal(1, text), 1), (Withdrawal(1, text, is_hint=True), 2), (Withdrawal(1, text, reaches_above=False), 2)):
        back = letter(BUILDS, noted)
        back.note_changes_to_what_is_due(own(text), [])
        assert len(back.withdrawals) == count


def test_an_order_is_noted_only_where_a_word_of_its_line_changes_something() -> None:
    for text, count in (("Build A Paris", 0), ("Build A Paris instead of Brest", 1)):
        back = letter(BUILDS)
        back.note_changes_to_what_is_due(own(text), taken(BUILDS, "A PAR B"))
        assert len(back.withdrawals) == count


# --- orders above ---


@one_by_one(
    ("said", "asked"),
    [
        (Withdrawal(3, "cancel all"), ["A PAR - BUR", "A MAR - SPA"]),
        (Withdrawal(3, "not Paris", places=frozenset({"PAR"})), ["A PAR - BUR"]),
        (Withdrawal(3, "not to Spain", places=frozenset({"SPA"})), ["A MAR - SPA"]),
        (Withdrawal(3, "all but Paris", later=frozenset({"PAR"})), ["A MAR - SPA"]),
        (Withdrawal(3, "no fleets", kinds=frozenset("F")), []),
        (Withdrawal(3, "not Kiel", places=frozenset({"KIE"})), []),
        (Withdrawal(3, "cancel all", reaches_above=False), []),
        (Withdrawal(0, "cancel all"), []),
        (Withdrawal(2, "cancel all"), ["A PAR - BUR"]),
        (Withdrawal(2, "cancel all", column=2), ["A PAR - BUR", "A MAR - SPA"]),
        (Withdrawal(1, "cancel all"), []),
    ],
)
def test_orders_above_a_sentence_that_takes_them_back_are_asked_about(said: Withdrawal, asked: list[str]) -> None:
    found = taken(SPRING, "A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    letter(SPRING, said).doubt_what_is_taken_back(found)
    assert doubtful(found) == asked
    for each in found:
        if each.fate is Fate.DOUBTFUL:
            assert each.order is not None
            assert each.choices == (Choice("FRANCE", each.order),)
            assert each.reason == f"line {said.line} says {quoted(said.words)}"


@pytest.mark.parametrize(("is_hint", "asked"), [(False, ["A PAR B", "F BRE B"]), (True, [])])
def test_builds_elsewhere_are_asked_about_unless_the_sentence_is_a_hint(is_hint: bool, asked: list[str]) -> None:
    found = taken(BUILDS, "A PAR B", "F BRE B")
    letter(BUILDS, Withdrawal(3, "not Marseilles", places=frozenset({"MAR"}), is_hint=is_hint)).doubt_what_is_taken_back(found)
    assert doubtful(found) == asked


def test_a_line_of_nobody_or_that_is_not_taken_is_left_as_it_is() -> None:
    found = [
        *taken(SPRING, "A PAR - BUR", fate=Fate.REFUSED),
        replace(taken(SPRING, "A MAR H")[0], power=None),
        LineAccount(1, 1, "x", Fate.TAKEN, power="FRANCE"),
    ]
    before = list(found)
    letter(SPRING, Withdrawal(9, "cancel all")).doubt_what_is_taken_back(found)
    assert found == before


# --- more than is due ---


@one_by_one(
    ("position", "texts", "hints", "asked"),
    [
        (BUILDS, ("A PAR B", "F BRE B"), {}, 0),
        (BUILDS, ("A PAR B", "F BRE B", "A MAR B"), {}, 3),
        (BUILDS, ("A PAR B", "F PAR B", "F BRE B"), {}, 0),
        (BUILDS, ("A PAR B", "F BRE B", "WAIVE"), {}, 3),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 3, "places": {"MAR"}}, 2),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 3, "places": {"KIE"}}, 0),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 3, "places": {"BRE"}}, 0),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 3, "places": {"MAR"}, "is_hint": False}, 0),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 0, "places": {"MAR"}}, 0),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 1, "places": {"MAR"}}, 0),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 1, "column": 2, "places": {"MAR"}}, 2),
        (BUILDS, ("A PAR B", "F BRE B"), {"line": 3, "places": {"MAR"}, "words": "if Brest is lost, Marseilles"}, 0),
        (REMOVALS, ("A GAS D", "A PIC D"), {}, 0),
        (REMOVALS, ("A GAS D", "A PIC D", "F MAO D"), {}, 3),
        (SPRING, ("A PAR H", "A MAR H", "F BRE H"), {"line": 4, "places": {"PAR"}}, 0),
    ],
)
def test_builds_and_removals_are_asked_about_where_more_are_named_than_are_due(
    position: Position, texts: tuple[str, ...], hints: dict[str, Any], asked: int
) -> None:
    said = {"words": "Marseilles too", "is_hint": True, **hints}
    noted = [Withdrawal(**{**said, "places": frozenset(hints["places"])})] if hints else []
    found = taken(position, *texts)
    letter(position, *noted).doubt_too_many(found)
    assert len(doubtful(found)) == asked
    for each in found:
        if each.fate is Fate.DOUBTFUL:
            assert each.order is not None
            assert each.choices == (Choice("FRANCE", each.order),)
            assert each.reason == "the mail names more builds or removals than the 2 that are due"


@pytest.mark.parametrize(
    ("text", "texts", "count", "left"),
    [
        ("waive the rest", (), 5, 2),
        ("waive the rest", ("A PAR B",), 5, 1),
        ("waive the rest", ("A PAR B",), 1, 1),
        ("waive the rest", ("A PAR B", "F BRE B"), 2, None),
    ],
)
def test_waiving_the_rest_means_what_the_other_builds_leave(text: str, texts: tuple[str, ...], count: int, left: int | None) -> None:
    waived = LineAccount(9, 1, text, Fate.TAKEN, power="FRANCE", order=parse_order("WAIVE", PhaseKind.ADJUSTMENT), count=count)
    found = [*taken(BUILDS, *texts), waived]
    letter(BUILDS).doubt_too_many(found)
    last = found[-1]
    assert (last.fate, last.count) == ((Fate.NOT_ORDER, 1) if left is None else (Fate.TAKEN, left))
    assert (last.order is None) is (left is None)
    assert doubtful(found) == []


def of_germany(*texts: str, **more: Any) -> list[LineAccount]:
    return [replace(each, line=each.line + 4) for each in taken(OF_TWO, *texts, power="GERMANY", **more)]


def test_the_builds_of_each_power_are_counted_by_themselves() -> None:
    for germany, asked in (
        (("A BER B",), []),
        (("WAIVE",), []),
        (("A BER B", "F BER B"), []),
        (("A BER B", "WAIVE"), ["A BER B", "WAIVE"]),
    ):
        found = [*taken(OF_TWO, "A PAR B", "F BRE B"), *of_germany(*germany)]
        letter(OF_TWO).doubt_too_many(found)
        assert doubtful(found) == asked
    found = [*taken(OF_TWO, "A PAR B", "F BRE B"), *of_germany("WAIVE", count=2)]
    letter(OF_TWO).doubt_too_many(found)
    assert [each.fate for each in found] == [Fate.TAKEN, Fate.TAKEN, Fate.DOUBTFUL]


@pytest.mark.parametrize(
    ("beside", "text", "is_asked"),
    [
        (
            taken(OF_TWO, "A PAR B", fate=Fate.DOUBTFUL, choices=(Choice("FRANCE", parse_order("WAIVE", PhaseKind.ADJUSTMENT)),)),
            "the rest",
            True,
        ),
        (
            taken(OF_TWO, "A PAR B", fate=Fate.DOUBTFUL, choices=(Choice("FRANCE", parse_order("WAIVE", PhaseKind.ADJUSTMENT)),)),
            "it",
            False,
        ),
        (taken(OF_TWO, "A PAR B", fate=Fate.DOUBTFUL), "the rest", False),
        (
            taken(OF_TWO, "A PAR B", fate=Fate.GUESSED, choices=(Choice("FRANCE", parse_order("WAIVE", PhaseKind.ADJUSTMENT)),)),
            "the rest",
            False,
        ),
        (
            of_germany("A BER B", fate=Fate.DOUBTFUL, choices=(Choice("GERMANY", parse_order("WAIVE", PhaseKind.ADJUSTMENT)),)),
            "the rest",
            False,
        ),
    ],
)
def test_the_rest_that_is_waived_is_asked_about_beside_a_doubtful_build_of_its_power(
    beside: list[LineAccount], text: str, *, is_asked: bool
) -> None:
    waived = replace(taken(OF_TWO, "WAIVE")[0], text=f"waive {text}", line=9)
    found = [*beside, waived, *of_germany("WAIVE")]
    letter(OF_TWO).doubt_too_many(found)
    assert [each.fate is Fate.DOUBTFUL for each in found[-2:]] == [is_asked, False]


def test_what_is_left_is_the_own_waives_that_say_so() -> None:
    rest = replace(taken(OF_TWO, "WAIVE")[0], text="waive the rest", line=9, count=5)
    german = replace(of_germany("WAIVE")[0], text="waive the rest", line=10, count=5)
    found = [rest, german]
    letter(OF_TWO).doubt_too_many(found)
    assert [each.count for each in found] == [2, 1]
    build = replace(taken(OF_TWO, "A PAR B")[0], text="the remaining one: A PAR B")
    found = [build, *taken(OF_TWO, "F BRE B")]
    letter(OF_TWO).doubt_too_many(found)
    assert all(each.fate is Fate.TAKEN for each in found)


def test_the_words_of_a_long_sentence_are_told_by_their_beginning() -> None:
    found = taken(SPRING, "A PAR - BUR")
    letter(SPRING, Withdrawal(3, "x" * 121)).doubt_what_is_taken_back(found)
    assert found[0].reason == f"line 3 says {quoted('x' * 120)}"


def test_a_vague_line_is_looked_at_whatever_is_offered_for_it() -> None:
    back = letter(SPRING)
    lines = taken(SPRING, "A PAR H", fate=Fate.DOUBTFUL, choices=(Choice("FRANCE", parse_order("A PAR H")),))
    back.note_hints(own("Paris shouldn't go to Burgundy."), lines, {1})
    assert len(back.withdrawals) == 1


def test_a_line_with_orders_is_read_whole_and_any_other_behind_its_heading() -> None:
    for found, words in ((taken(BUILDS, "F BRE B"), ["Not Paris, F Brest"]), ([], [])):
        back = letter(BUILDS)
        back.note_changes_to_what_is_due([Placed(MailLine(1, "Not Paris, F Brest"), Use.NOW, start=18)], found)
        assert [said.words for said in back.withdrawals] == words


# --- short mails, each line an order or a sentence that may change one ---


def accounts(number: int, text: str, position: Position, power: str) -> list[LineAccount]:
    """The orders that a line is read as; a ``?`` before it makes it doubtful."""
    said = text.removeprefix("? ")
    due = DueOrders(standard(), position, order_words(standard()), WorkLeft(1_000)).entries(power, number, said)
    readings = [(each.column, each.reading) for each in due] or [(1, read_order(standard(), position, said, power))]
    fate = Fate.TAKEN if said == text else Fate.DOUBTFUL
    return [
        LineAccount(
            number,
            column,
            read.text,
            fate,
            power=power,
            order=read.order,
            count=read.count,
            choices=(Choice(power, read.order),) if fate is Fate.DOUBTFUL else (),
        )
        for column, read in readings
        if read.order is not None
    ]


def told(head: str, text: str) -> str:
    """Sentences that are noted, each with its line, and the fates of the orders."""
    power, place = power_and_position(head)
    lines = text.split("\n")
    back = letter(place, power=power)
    placed = [Placed(MailLine(number, line.removeprefix("? ")), Use.NOW) for number, line in enumerate(lines, 1)]
    found = [each for number, line in enumerate(lines, 1) for each in accounts(number, line, place, power)]
    back.note_hints(placed, found)
    back.note_changes_to_what_is_due(placed, found)
    back.doubt_what_is_taken_back(found)
    back.doubt_too_many(found)
    said = []
    for each in back.withdrawals:
        what = "all" if each.places is None else " ".join(sorted(each.places))
        what += f" kinds {''.join(sorted(each.kinds))}" * bool(each.kinds) + f" but {' '.join(sorted(each.later))}" * bool(each.later)
        said.append(f"{each.line}:{each.column} “{each.words}” {what}" + " perhaps" * each.is_hint + " above" * each.reaches_above)
    for line in found:
        count = f" x{line.count}" if line.count > 1 else ""
        reason = f" ({line.reason})" if line.reason else ""
        said.append(f"{line.line} {line.fate.value} {line.order}{count}{reason}")
    return "; ".join(said) or "-"


@one_by_one(("head", "text", "answer"), list(rows("taken_back")))
def test_the_sentences_of_a_mail_change_its_orders(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer
