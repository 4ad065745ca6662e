"""Headings that say for which phase the lines below them are, in the five languages, and what is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.phase import Phase, PhaseKind
from app.mail_in.phase_words import (
    HeadingTime,
    PhaseHeading,
    is_of_later,
    kind_of_later,
    later_phase_in,
    names_season,
    names_two_seasons,
    next_phase,
    open_phase_at,
    phase_heading,
    rounds,
)
from tests.quick import one_by_one
from variants.catalogue import standard

NOW = Phase.of("S1901M")


def heading(line: str, now: Phase = NOW, *names: str) -> PhaseHeading | None:
    return phase_heading(standard(), now, line, frozenset(names))


def said(line: str, now: Phase = NOW, *names: str) -> str:
    """Return the time, the phase, and the text behind the heading."""
    found = heading(line, now, *names)
    return "" if found is None else f"{found.when.value} {found.phase or '-'} {line[found.rest :]}".rstrip()


@one_by_one(
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
        ("S190M", "over -"),
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


@one_by_one(
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


@one_by_one(
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


HEADINGS = """\
S1901M | Retreats, if needed: A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | Retreats if needed: => later S1901R
S1901M | Retreat if Bulgaria is hit: A Bul R Ser => later S1901R contingent | A Bul R Ser
S1901M | My retreat if Bulgaria is hit: => later S1901R
S1901M | And my retreat if Bulgaria is hit: => -
S1901M | Retreats in any case: => later S1901R
S1901M | Retreat to Gascony if hit: => -
S1901M | Retreat to Gascony, retreat if hit: => -
S1901M | Retreat to be safe if hit: => -
S1901M | Retreats where needed, when hit: A Par => -
S1901M | Retreats 1901 if needed: => later S1901R
S1901M | Retreats for France, if needed: => later S1901R
S1901M | Retreats for Narnia, perhaps: => -
S1901M | Rückzug, falls nötig: A Mün R Tyr => later S1901R contingent | A Mün R Tyr
S1901M | Rückzüge, wenn nötig: => later S1901R
S1901M | Retraites si nécessaire : A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | Ritirata se necessario: A Roma R Nap => later S1901R contingent | A Roma R Nap
S1901M | Retiradas si hace falta: => later S1901R
S1901M | Builds, if needed: A Par => later W1901A contingent | A Par
S1901M | Builds if I get any: A Par => later W1901A contingent | A Par
S1901M | Builds if needed A Par => -
S1901M | Removals if necessary: => later W1901A
S1901R | Retreats if needed: A Par => -
S1901R | Builds if needed: A Par => later W1901A contingent | A Par
F1901R | Builds, if I must: A Par => later W1901A contingent | A Par
W1901A | Builds if needed: A Par => -
W1901A | Retreats if needed: A Par => -
S1901M | Retreat retreat if hit: => later S1901R
S1901M | We hope for retreats if needed: => -
S1901M | If needed, retreats: A Par => later S1901R contingent | A Par
S1901M | Retreats if needed, and this head is one that goes on and on for eighty characters: A => -
S1901M | Retreats if needed, and this head is one that goes on and on for eighty letters: A => later S1901R contingent | A
S1901M | Fall, and this is a head that goes on and on far beyond any that is read as a head of one phase: A Par H => -
S1901M | Fall 1901 A Par - Bur => -
S1901M | Fall — A Par - Bur => later F1901M | A Par - Bur
S1901M | Fall – A Par - Bur => later F1901M | A Par - Bur
S1901M | Fall - A Par - Bur - Mun => later F1901M | A Par - Bur - Mun
S1901M | Fall is here - A Par - Bur => later F1901M | A Par - Bur
S1901M | Fall : - : A Par => later F1901M | - : A Par
S1901M | (Fall) => later F1901M
S1901M | Fall (really) => later F1901M
S1901M | Fall (really): A Par - Bur => later F1901M | A Par - Bur
S1901M | Spring (really): A Par - Bur => -
S1901M | Moves (really): A Par - Bur => -
S1901M | Builds (really) now => later W1901A untimed
S1901M | Hello (really): A Par => -
S1901M | This turn: A Par - Bur => now S1901M | A Par - Bur
S1901M | This is the season: A Par => now S1901M | A Par
S1901M | This builds: => later W1901A untimed
S1901M | The season of builds: => later W1901A
S1901M | This season of builds: => -
S1901M | Turn: => -
S1901M | This: => -
S1901M | This phase => now S1901M
S1901M | This year: A Par => now S1901M | A Par
S1901M | Builds this year: => later W1901A
S1901M | Builds turn: => later W1901A untimed
S1901M | Next: => later F1901M untimed
S1901M | Next moves: => later F1901M untimed
S1901M | Next builds: A Par => later W1901A untimed | A Par
S1901M | Next retreats: => later S1901R untimed
S1901M | Following turn: => later F1901M untimed
S1901M | The following turn: A Par => later F1901M untimed | A Par
S1901M | The following: => -
S1901M | The following moves: => -
S1901M | The following builds: => later W1901A untimed
S1901M | Folgender Zug: => later F1901M untimed
S1901M | Tour suivant : => later F1901M untimed
S1901M | Prossimo turno: => later F1901M untimed
S1901M | Turno siguiente: => later F1901M untimed
S1901M | Next time: => later F1901M untimed
S1901M | Time next: => -
S1901M | Time: A => -
S1901M | Next cake: => -
S1901M | Builds and retreats: => later W1901A untimed
S1901M | Retreats and builds: => later S1901R untimed
S1901M | Moves and retreats: A Par => -
S1901M | Orders for the builds: => later W1901A untimed
S1901M | My phase of builds now: => later W1901A untimed
S1901M | My builds are already here: => later W1901A
S1901M | My builds are here: => later W1901A
S1901M | Now my builds: => later W1901A untimed
S1901M | Winter builds for France now: => later W1901A
S1901M | Builds 1901 for France now: => later W1901A
S1901M | Fall builds for Narnia: => -
S1901M | French fall moves: => later F1901M
S1901M | Fall moves: A Par - Bur => later F1901M | A Par - Bur
S1901M | 1901: A Par - Bur => now S1901M | A Par - Bur
S1901M | 1901 => now S1901M
S1901M | 1902: A Par - Bur => later S1902M | A Par - Bur
S1901M | 02: A Par => later S1902M | A Par
S1901M | 190: A Par => -
S1901M | 1900: A Par => over - | A Par
S1901M | 1901 retreats => later S1901R
S1901M | 1901 builds: => later W1901A
S1901M | 1903 moves: => later S1903M
S1901M | 1999 moves: => over -
S1901M | Summer 1901: => -
S1901M | Winter 1901 moves: => over -
S1901M | Spring builds: => over -
S1901M | F01M: => later F1901M
S1901M | F 01: => later F1901M
S1901M | F'01 => later F1901M
S1901M | F1901: A Par => later F1901M | A Par
S1901M | F1901M moves => later F1901M
S1901M | F1901M cake => -
S1901M | F1901 builds => over -
S1901M | X1901M => -
S1901M | A1901 => later F1901M
S1901M | a01m => later F1901M
S1901M | F1901 M => later F1901M
S1901M | F1901MR => -
S1901M | F190: => over -
S1901M | W1901 => later W1901A
S1901M | W1901A builds: A Par => later W1901A | A Par
S1901M | S1901 F1901 => -
S1901M | Hello. For fall: A Par => -
S1901M | Hello. For fall: => later F1901M
S1901M | Hello! Fall: => later F1901M
S1901M | Hello; fall: => later F1901M
S1901M | Hello, fall: => -
S1901M | Hello. Cake: => -
S1901M | If dislodged: A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | When dislodged, A Par R Gas => later S1901R contingent | When dislodged, A Par R Gas
S1901M | Dislodged? Retreat A Par R Gas => later S1901R contingent | Dislodged? Retreat A Par R Gas
S1901M | My army if dislodged: Gas => later S1901R contingent | Gas
S1901M | My own army if dislodged: Gas => -
S1901M | Army Paris, if dislodged: Gas => later S1901R contingent | Gas
S1901M | Paris dislodged: retreat Gas => later S1901R contingent | retreat Gas
S1901M | A Par dislodged: retreat to Gas => later S1901R contingent | retreat to Gas
S1901M | The dislodged army retreats to Gas => later S1901R contingent | The dislodged army retreats to Gas
S1901M | To retreat dislodged => later S1901R contingent | To retreat dislodged
S1901M | The army of Paris dislodged, retreat Gas => later S1901R contingent | The army of Paris dislodged, retreat Gas
S1901R | If dislodged: A Par R Gas => -
W1901A | If dislodged: A Par R Gas => later S1902R contingent | A Par R Gas
F1901M | If dislodged: A Par R Gas => later F1901R contingent | A Par R Gas
S1901M | Verdrängt: Rückzug Gas => later S1901R contingent | Rückzug Gas
S1901M | Falls verdrängt: A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | Si délogé : A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | Se sloggiato: A Par R Gas => later S1901R contingent | A Par R Gas
S1901M | Si desalojado: A Par R Gas => later S1901R contingent | A Par R Gas
F1902R | Fall 1902: => now F1902R
F1902R | Fall 1902 retreats => now F1902R
F1902R | Fall 1902 moves => over -
F1902R | Winter 1902 => later W1902A
F1902R | Spring: => later S1903M
F1902R | Retreats: => now F1902R untimed
F1902R | Moves: => -
F1902R | Fall 1901 moves: => over -
F1902R | Fall 03: => later F1903M
W1902A | Winter: => now W1902A
W1902A | Builds: => now W1902A untimed
W1902A | Builds (really): => -
W1902A | Retreats: => later S1903R untimed
W1902A | Spring 1903: A Par => later S1903M | A Par
W1902A | Spring 1902: A Par => over - | A Par
W1902A | Next: A Par => later S1903M untimed | A Par
S1901M | Fall - A Par: hm => -
S1901M | Fall - 1901 => later F1901M
S1901M | Fall - A Par – Bur => later F1901M | A Par – Bur
S1901M | Retreats 1901 needed: => later S1901R
S1901M | Retreat if Ada hits my retreat: => later S1901R
S1901M | Retreat if Ada: => later S1901R
S1901M | Retreat Gascony if Ada: => later S1901R
S1901M | Retreat Gascony now if Ada: => -
S1901M | Diese Runde: => now S1901M
S1901M | Dieser Zug: A Par => now S1901M | A Par
S1901M | Questo turno: => now S1901M
S1901M | Ce tour : => now S1901M
S1901M | Cette fois : => now S1901M
S1901M | Este turno: => now S1901M
S1901M | This time: => now S1901M
S1901M | 1902 builds for France now: => later W1902A
S1901M | Fall                                                                            : A Par => later F1901M | A Par
S1901M | Fall                                                                             : A Par => -
S1901M | Hello. Fall: 1901 => -
"""
"""Open phase | line => when, phase, ``untimed`` and ``contingent`` | what stands behind the heading; ``-`` is no heading."""


@one_by_one(("row", "expected"), [line.split(" => ") for line in HEADINGS.splitlines()])
def test_a_line_is_a_heading_while_a_phase_is_open(row: str, expected: str) -> None:
    now, line = row.split(" | ", 1)
    found = heading(line, Phase.of(now), "france", "french", "frankreich", "italy")
    if found is None:
        assert expected == "-"
    else:
        marks = f"{' untimed' * (not found.names_time)}{' contingent' * found.is_contingent}"
        assert f"{found.when.value} {found.phase or '-'}{marks} | {line[found.rest :]}".removesuffix(" | ") == expected


@one_by_one(
    ("said", "kind"),
    [
        ("retreats", PhaseKind.RETREAT),
        ("build", PhaseKind.ADJUSTMENT),
        ("builds or retreat", PhaseKind.RETREAT),
        ("removals", PhaseKind.ADJUSTMENT),
        ("winter", PhaseKind.ADJUSTMENT),
        ("aufbau", PhaseKind.ADJUSTMENT),
        ("move", None),
        ("", None),
    ],
)
def test_words_speak_of_retreats_or_builds_while_orders_for_units_are_due(said: str, kind: PhaseKind | None) -> None:
    assert kind_of_later(said.split(), NOW) is kind
    assert is_of_later(said.split(), NOW) is (kind is not None)
    assert kind_of_later(said.split(), Phase.of("W1901A")) is None


@one_by_one(
    ("text", "later"),
    [
        ("F Sev - Rum next turn", True),
        ("F Sev - Rum the following turn", True),
        ("next turn", True),
        ("F Sev - Rum nächsten Zug", True),
        ("F Sev - Rum le tour suivant", False),
        ("F Sev - Rum this turn", False),
        ("next to Rum", False),
        ("turn next", False),
        ("the next", False),
        ("now the turn", False),
        ("", False),
    ],
)
def test_an_order_is_for_the_next_turn_by_words_beside_it(text: str, later: bool) -> None:
    assert later_phase_in(standard(), NOW, text) == (Phase.of("F1901M") if later else None)


@one_by_one(
    ("text", "two"),
    [
        ("Spring 1901     Fall 1901", True),
        ("Frühjahr / Herbst", True),
        ("Spring 1901", False),
        ("Spring, printemps", False),
        ("Spring Fall Winter", True),
        ("nothing", False),
        (f"Spring {'x ' * 37}Fall", False),
        (f"Spring {'x ' * 34}Fall", True),
    ],
)
def test_two_seasons_head_two_columns(text: str, two: bool) -> None:
    assert names_two_seasons(text) is two


def test_the_year_before_the_first_is_passed_over() -> None:
    assert [(each.season, each.year) for each in rounds(standard().calendar, Phase("W", -1, PhaseKind.ADJUSTMENT))[:1]] == [("S", 1)]


def test_a_line_is_read_up_to_so_many_characters() -> None:
    assert said(f"Fall: {'x' * 594}") == f"later F1901M {'x' * 594}"
    assert said(f"Fall: {'x' * 595}") == ""


def test_the_phase_behind_retreats_is_that_of_the_next_season() -> None:
    assert [str(each) for each in rounds(standard().calendar, Phase.of("S1901R"))[:3]] == ["F1901M", "F1901R", "W1901A"]
    assert kind_of_later(["bauen"], NOW) is PhaseKind.ADJUSTMENT


@pytest.mark.parametrize(("name", "is_known"), [("Fall", True), ("Autumn", True), ("Harvest", False)])
def test_a_board_may_call_its_fall_autumn(name: str, is_known: bool) -> None:
    calendar = standard().calendar
    board = replace(standard(), calendar=replace(calendar, seasons={**calendar.seasons, "F": name}))
    fall = [phase_heading(board, NOW, line) for line in ("Fall:", "Autumn:")]
    assert [found is not None for found in fall] == [is_known, is_known]
    winter = phase_heading(board, NOW, "Winter:")
    assert winter is not None
    assert str(winter.phase) == "W1901A"


@one_by_one(
    ("now", "text", "length"),
    [
        (NOW, "", 0),
        (NOW, "This turn Paris - Bur", 9),
        (NOW, "In Spring 1901 Paris - Bur", 14),
        (NOW, "Fall 1901 A Par - Bur", 0),
        (Phase.of("W1901A"), "Builds this winter Paris", 18),
        (Phase.of("W1901A"), "Builds, spring is near", 0),
    ],
)
def test_a_sentence_may_begin_with_the_time_that_is_open(now: Phase, text: str, length: int) -> None:
    assert open_phase_at(standard(), now, text) == length


@one_by_one(
    ("now", "text", "named"),
    [
        (NOW, "For spring just one thing", True),
        (NOW, "For winter just one thing", False),
        (NOW, "Last spring was fun", False),
        (Phase.of("W1901A"), "For winter just one thing", True),
        (Phase("U", 1901, NOW.kind), "For winter just one thing", True),
        (Phase("U", 1901, NOW.kind), "For spring just one thing", False),
    ],
)
def test_a_sentence_may_begin_with_the_season_that_is_open(now: Phase, text: str, named: bool) -> None:
    assert names_season(now, text) is named


@one_by_one(
    ("text", "phase"),
    [
        ("Remove A Par, then I have room to build there next turn", None),
        ("Remove A Par, which I can build again there next turn", "S1902M"),
        ("Remove A Par, or build another army in Paris next turn", "S1902M"),
        ("Remove A Par next turn", "S1902M"),
    ],
)
def test_what_a_removal_is_good_for_next_turn_is_no_time_of_it(text: str, phase: str | None) -> None:
    found = later_phase_in(standard(), Phase.of("W1901A"), text)
    assert (None if found is None else str(found)) == phase
