"""The page of results: which parts it has, in which sequence, and what stands in them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from app.mail_out.facts import PressFact
from app.mail_out.making import sheet_of
from app.session.requests import ResultsEntry, SheetPart
from app.session.services import PictureRequest
from tests.unit.app.mail_out.some_facts import facts, order, power, retreat

NOTHING = cast("PictureRequest", None)


def parts(**told: Any) -> dict[str, tuple[ResultsEntry, ...]]:
    return {part.heading: part.lines for part in sheet_of(facts(**told), NOTHING, colour=True).parts}


def test_a_page_has_its_title_its_subtitle_and_its_colours() -> None:
    for colour in (True, False):
        page = sheet_of(facts(orders=2), NOTHING, colour=colour)
        assert (page.title, page.subtitle, page.colour) == ("Straits", "Fall 1903, movement · 2 orders", colour)


def test_parts_come_in_the_sequence_in_which_they_are_read() -> None:
    powers = (power("France", order("A PAR H")), power("Italy", order("A TRI H")), power("Turkey"))
    told = facts(
        powers=powers, reader="ITALY", reader_name="Italy", retreats=(retreat("Italy", "A TRI"), retreat("France", "A BUR")),
        centres_told=True, press=(PressFact("England", (), ("Calm",)),),
    )  # fmt: skip
    page = sheet_of(told, NOTHING, colour=True)
    assert [(part.heading, part.power) for part in page.parts] == [
        ("For Italy", "ITALY"), ("Next", ""), ("France", "FRANCE"), ("Italy", "ITALY"), ("Retreats due", ""), ("Supply centres", ""),
        ("Press from England", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "heading", "line"),
    [
        ({}, "Next", "Winter 1903"),
        ({"deadline": "Sunday"}, "Next", "Winter 1903, due Sunday"),
        ({"ending": "France wins alone by its centres", "deadline": "Sunday"}, "The game is over", "France wins alone by its centres."),
    ],
)
def test_a_page_says_what_comes_next_or_how_the_game_ended(told: dict[str, str], heading: str, line: str) -> None:
    (part,) = sheet_of(facts(**told), NOTHING, colour=True).parts
    assert part == SheetPart(heading, (ResultsEntry(line),))


def test_orders_tell_their_reason_and_whether_they_failed_and_idle_units_come_last() -> None:
    power_ = power("France", order("A PAR - BUR", "bounced", succeeded=False), order("F BRE H"), idle=2)
    assert parts(powers=(power_,))["France"] == (
        ResultsEntry("A PAR - BUR", "bounced", failed=True),
        ResultsEntry("F BRE H"),
        ResultsEntry("2 units held without an order"),
    )
    assert parts(powers=(power("France", idle=1),))["France"] == (ResultsEntry("1 unit held without an order"),)


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"builds": 2, "sites": ("BUD", "VIE")}, ResultsEntry("Build 2", "in BUD or VIE")),
        ({"builds": 1}, ResultsEntry("Build 1", "no place for it is free")),
        ({"removals": 3}, ResultsEntry("Remove 3")),
    ],
)
def test_the_readers_own_part_tells_builds_and_removals(told: dict[str, Any], line: ResultsEntry) -> None:
    found = parts(powers=(power("Italy", **told), power("France", builds=1)), reader="ITALY", reader_name="Italy")
    assert found["For Italy"] == (line,)


def test_the_readers_own_part_tells_retreats_and_letters() -> None:
    letters = (PressFact("Turkey", ("Italy", "France"), ("Serbia", "is mine")),)
    retreats = (retreat("Italy", "A TRI", "ALB", "VEN"), retreat("Italy", "F ION"))
    found = parts(reader="ITALY", reader_name="Italy", retreats=retreats, letters=letters)
    assert found["For Italy"] == (
        ResultsEntry("Retreat A TRI", "to ALB or VEN"),
        ResultsEntry("Retreat F ION", "can only disband"),
        ResultsEntry("Press from Turkey to Italy and France", "Serbia is mine"),
    )
    assert "Retreats due" not in found


def test_retreats_of_others_tell_whose_they_are() -> None:
    retreats = (retreat("Italy", "A TRI", "ALB"), retreat("France", "A BUR"))
    assert parts(retreats=retreats)["Retreats due"] == (
        ResultsEntry("Italy, A TRI", "to ALB"),
        ResultsEntry("France, A BUR", "can only disband"),
    )


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"centres": 3}, ResultsEntry("Italy 3")),
        ({"centres": 5, "change": 2, "builds": 2}, ResultsEntry("Italy 5 (+2)", "builds 2")),
        ({"centres": 2, "change": -1, "removals": 1}, ResultsEntry("Italy 2 (-1)", "removes 1")),
        ({"centres": 0, "change": -1}, ResultsEntry("Italy 0 (-1)")),
        ({"centres": 2, "known": False}, ResultsEntry("Italy 2")),
        ({"centres": 0, "known": False}, None),
    ],
)
def test_centres_tell_their_change_and_what_is_due(told: dict[str, Any], line: ResultsEntry | None) -> None:
    found = parts(powers=(power("Italy", **told),), centres_told=True)
    assert found["Supply centres"] == ((line,) if line is not None else ())


@pytest.mark.parametrize(
    ("lines", "shown"),
    [(("One", "  ", "two"), ("One", "two")), (("", " "), ("",)), ((), ("",))],
)
def test_press_has_its_lines_without_the_empty_ones(lines: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert parts(press=(PressFact("England", (), lines),))["Press from England"] == tuple(ResultsEntry(line) for line in shown)
