"""Headings that say for which phase the lines below them are, in the five languages, and what is none."""

from __future__ import annotations

import pytest

from adjudicator.phase import Phase
from app.mail_in.phase_words import HeadingTime, PhaseHeading, is_of_later, next_phase, phase_heading, rounds
from variants.catalogue import standard

NOW = Phase.of("S1901M")


def heading(line: str, now: Phase = NOW, *names: str) -> PhaseHeading | None:
    return phase_heading(standard(), now, line, frozenset(names))


def said(line: str, now: Phase = NOW, *names: str) -> str:
    """Return the time, the phase, and the text behind the heading."""
    found = heading(line, now, *names)
    return "" if found is None else f"{found.when.value} {found.phase or '-'} {line[found.rest :]}".rstrip()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Spring 1901", "now S1901M"),
        ("Frühjahr 1901:", "now S1901M"),
        ("Printemps 1901", "now S1901M"),
        ("Primavera 1901", "now S1901M"),
        ("Fall 1901", "later F1901M"),
        ("Autumn:", "later F1901M"),
        ("Herbst:", "later F1901M"),
        ("Automne:", "later F1901M"),
        ("Autunno:", "later F1901M"),
        ("Otoño:", "later F1901M"),
        ("Winter", "later W1901A"),
        ("Hiver :", "later W1901A"),
        ("Spring 1902", "later S1902M"),
        ("Fall 02:", "later F1902M"),
        ("Spring 1900", "over -"),
        ("Fall 1900:", "over -"),
        ("F1901M", "later F1901M"),
        ("S1901M:", "now S1901M"),
        ("S01", "now S1901M"),
        ("F 1901 R", "later F1901R"),
        ("W1901A", "later W1901A"),
        ("W1901B", "later W1901A"),
        ("A1901M", "later F1901M"),
        ("phase F1901M", "later F1901M"),
        ("*** Fall 1901 ***", "later F1901M"),
        ("Orders for Fall 1901:", "later F1901M"),
        ("Next turn:", "later F1901M"),
        ("Next season: A Bur - Mun", "later F1901M A Bur - Mun"),
        ("Nächster Zug:", "later F1901M"),
        ("This turn:", "now S1901M"),
        ("Builds:", "later W1901A"),
        ("Aufbau:", "later W1901A"),
        ("Retreats:", "later S1901R"),
        ("Retraites :", "later S1901R"),
        ("Fall retreats:", "later F1901R"),
        ("Fall: A Bur - Mun", "later F1901M A Bur - Mun"),
        ("Fall - A Bur - Mun", "later F1901M A Bur - Mun"),
        ("Winter (I hope!): A Par", "later W1901A A Par"),
        ("No retreats needed. For fall:", "later F1901M"),
        ("Retreat if dislodged: A Tri - Ven", "later S1901R A Tri - Ven"),
        ("If dislodged, A Tri R Ven", "later S1901R If dislodged, A Tri R Ven"),
        ("Falls vertrieben: A Tri - Ven", "later S1901R A Tri - Ven"),
    ],
)
def test_a_heading_says_which_phase_is_meant(line: str, expected: str) -> None:
    assert said(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A Par - Bur",
        "Moves:",
        "Orders:",
        "Movement",
        "Spring Fall",
        "Fall is my favourite",
        "Summer 1901",
        "Spring cleaning",
        "Spring 1901 by night",
        "A Vie - Gal, if dislodged to Boh",
        "I was dislodged",
        "Fall" + " " * 90 + "x: A Bur - Mun",
        "Fall: " + "x" * 600,
        "F 19011",
        "S1901MX",
        "Builds and other things that I want",
    ],
)
def test_other_lines_are_no_headings(line: str) -> None:
    assert said(line) == ""


@pytest.mark.parametrize(
    ("line", "now", "expected"),
    [
        ("Builds", "W1901A", "now W1901A"),
        ("Winter 1901", "W1901A", "now W1901A"),
        ("Spring", "W1901A", "later S1902M"),
        ("Spring 1901", "F1901M", "over -"),
        ("Spring", "F1901M", "later S1902M"),
        ("Retreats", "S1901R", "now S1901R"),
        ("Spring", "S1901R", "now S1901R"),
        ("If dislodged: A Tri - Ven", "S1901R", ""),
        ("Next turn", "F1901M", "later S1902M"),
        ("Next builds", "W1901A", "later W1902A"),
        ("Fall 01", "S2001M", "later F2001M"),
        ("Fall 99", "S0099M", "later F0099M"),
    ],
)
def test_it_goes_by_the_phase_that_is_open(line: str, now: str, expected: str) -> None:
    assert said(line, Phase.of(now)) == expected


def test_a_powers_name_may_stand_in_a_heading_where_it_is_known() -> None:
    assert said("France Fall 1901:", NOW, "france") == "later F1901M"
    assert said("France Fall 1901:") == ""


@pytest.mark.parametrize(
    ("line", "names_time"), [("Builds:", False), ("Winter builds:", True), ("1901 builds", True), ("W1901A", True), ("This turn:", True)]
)
def test_a_heading_that_names_only_what_is_done_names_no_time(line: str, names_time: bool) -> None:
    found = heading(line)
    assert found is not None
    assert found.names_time is names_time
    assert not found.is_contingent


def test_what_is_done_if_a_unit_is_dislodged_is_a_line_of_its_own() -> None:
    found = heading("Retreat if dislodged: A Tri - Ven")
    assert found is not None
    assert (found.when, found.is_contingent) == (HeadingTime.LATER, True)


def test_words_of_retreats_and_builds_are_of_later_while_units_move() -> None:
    assert is_of_later(["retreat"], NOW)
    assert is_of_later(["winter"])
    assert not is_of_later(["retreat"], Phase.of("S1901R"))
    assert not is_of_later(["hold"], NOW)


def test_the_phases_after_one_go_round_the_calendar() -> None:
    calendar = standard().calendar
    found = [str(phase) for phase in rounds(calendar, NOW)]
    assert found[:6] == ["S1901R", "F1901M", "F1901R", "W1901A", "S1902M", "S1902R"]
    assert len(found) == 4 * len(calendar.steps)
    assert rounds(calendar, Phase("X", 1901, NOW.kind)) == ()
    assert str(next_phase(calendar, NOW, NOW.kind)) == "F1901M"
