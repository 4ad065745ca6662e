"""Words and widths that templates take from the facts of a phase."""

from __future__ import annotations

import pytest

from tests.unit.app.mail_out.some_facts import facts, order, power, retreat


@pytest.mark.parametrize(("change", "said"), [(2, "+2"), (1, "+1"), (0, ""), (-1, "-1"), (-3, "-3")])
def test_a_change_of_centres_has_its_sign(change: int, said: str) -> None:
    assert power("France", change=change).signed_change == said


@pytest.mark.parametrize(
    ("orders", "idle", "line"),
    [
        ((order("A PAR - BUR"), order("F BRE H", "dislodged")), 0, "A PAR - BUR, F BRE H (dislodged)."),
        ((order("A PAR - BUR"),), 1, "A PAR - BUR, 1 unit held without an order."),
        ((), 2, "2 units held without an order."),
        ((), 0, "."),
    ],
)
def test_orders_of_a_power_stand_in_one_line(orders: tuple[object, ...], idle: int, line: str) -> None:
    assert power("France", *orders, idle=idle).in_one_line == line  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("texts", "width"), [((), 12), (("A PAR H",), 7), (("A PAR H", "A PAR - BUR"), 11), (("x" * 40,), 40), (("x" * 41,), 40)]
)
def test_the_column_of_orders_is_as_wide_as_the_longest_up_to_40(texts: tuple[str, ...], width: int) -> None:
    assert facts(powers=(power("France", *(order(text) for text in texts)),)).width == width


@pytest.mark.parametrize(("names", "width"), [((), 8), (("France",), 7), (("France", "Germany"), 8), (("x" * 19,), 20), (("x" * 20,), 20)])
def test_the_column_of_names_holds_the_longest_and_a_colon_up_to_20(names: tuple[str, ...], width: int) -> None:
    assert facts(powers=tuple(power(name) for name in names)).name_width == width


def test_retreats_stand_in_one_line() -> None:
    told = facts(retreats=(retreat("Austria", "A SER", "ALB", "TRI"), retreat("Italy", "F TUN")))
    assert told.retreats_in_one_line == "Austria A SER (ALB or TRI), Italy F TUN (can only disband)."


@pytest.mark.parametrize(
    ("counts", "headline"),
    [
        ((0, 0, 0), "0 orders"),
        ((1, 0, 0), "1 order"),
        ((34, 1, 0), "34 orders, 1 did not succeed"),
        ((34, 0, 1), "34 orders, 1 dislodged"),
        ((34, 10, 6), "34 orders, 10 did not succeed, 6 dislodged"),
    ],
)
def test_the_headline_counts_what_there_was(counts: tuple[int, int, int], headline: str) -> None:
    told = facts(orders=counts[0], failed=counts[1], dislodged=counts[2])
    assert told.headline == headline
    assert told.subtitle == f"Fall 1903, movement · {headline}"


def test_the_subtitle_names_the_reader_and_the_subject_does_not() -> None:
    told = facts(orders=3, reader="ITALY", reader_name="Italy")
    assert told.subtitle == "Fall 1903, movement · 3 orders · for Italy"
    assert told.subject == "Straits, Fall 1903, movement"


def test_what_is_the_readers_own_is_told_apart() -> None:
    powers, retreats = (power("France"), power("Italy")), (retreat("Italy", "A TRI"), retreat("France", "A BUR"))
    told = facts(powers=powers, retreats=retreats, reader="ITALY")
    assert (told.mine, told.my_retreats) == (powers[1], retreats[:1])
    assert (facts(powers=powers, retreats=retreats).mine, facts(retreats=retreats).my_retreats) == (None, ())
