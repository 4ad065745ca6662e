"""Stalemate lines: each is proved against every attack, and the strong opponent holds those that stop a leader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product

import pytest

from adjudicator import Phase, Position, Unit
from adjudicator.adjudicating import adjudicate
from adjudicator.order import Hold, Support
from adjudicator.position_tables import position_tables
from adjudicator.variant_tables import variant_tables
from app.players.reasons import why
from app.players.stalemates import StalemateLine, line_in_reach, stalemate_lines
from app.players.strong.bot import StrongBot
from variants.catalogue import standard


def neighbours(kinds: str) -> dict[str, set[str]]:
    """Province to all that a unit of one of *kinds* goes to from some coast of it."""
    tables = variant_tables(standard())
    board = tables.board
    moves = position_tables(tables, standard().start).open_edges.reaches[0].moves
    found: dict[str, set[str]] = {code: set() for code in board.codes}
    for spot, piece in enumerate(board.pieces):
        if piece.kind in kinds:
            found[board.codes[board.province_of[spot]]].update(board.codes[board.province_of[target]] for target in moves[spot])
    return found


def behind(line: StalemateLine) -> set[str]:
    """Every province that can be come to from the line's centres without crossing one of its units, and the line itself."""
    near = neighbours("AF")
    seen = set(line.stations)
    waiting = [each for each in line.centres if each not in seen]
    while waiting:
        place = waiting.pop()
        seen.add(place)
        waiting += [each for each in near[place] if each not in seen]
    return seen


def weak_stations(line: StalemateLine, inside: set[str]) -> list[str]:
    """Stations that fall to some attack: supports may be cut by attackers, each of whom does one thing."""
    near = neighbours("AF")
    attackers = {place: {each for each in near if each not in inside and place in near[each]} for place in line.stations}
    helpers: dict[str, list[str]] = {}
    for place, order in line.stations.items():
        if isinstance(order, Support):
            helpers.setdefault(order.supported.location.province, []).append(place)
    found = []
    for place, theirs in attackers.items():
        help_ = helpers.get(place, [])
        for count in range(len(help_) + 1):
            for cut in combinations(help_, count):
                ways = [set(each) for each in product(*(attackers[each] for each in cut))]
                found += [place for each in ways if len(each) == count and len(theirs - each) > 1 + len(help_) - count]
    return found


@pytest.mark.parametrize("line", stalemate_lines(), ids=lambda each: each.name)
def test_no_attack_breaks_the_line(line: StalemateLine) -> None:
    inside = behind(line)
    assert {code for code in inside if standard().board.provinces[code].centre} == line.centres
    assert inside - line.stations.keys() - line.centres == line.between
    assert weak_stations(line, inside) == []
    near = neighbours("AF")
    ways_in = {(each, to) for each in near for to in near[each] if each not in inside and to in inside - set(line.stations)}
    assert ways_in == set()
    assert line.source


@pytest.mark.parametrize("line", stalemate_lines(), ids=lambda each: each.name)
def test_its_orders_are_possible_and_hold_against_the_adjudicator(line: StalemateLine) -> None:
    position = manned(line, "ENGLAND", "S1910M")
    result = adjudicate(standard(), position, {"ENGLAND": line.orders})
    assert not [each for each in result.outcomes if each.power == "ENGLAND" and "void" in {str(word) for word in each.results}]


def test_a_line_without_one_of_its_supports_is_weak() -> None:
    line = stalemate_lines()[0]
    lame = replace(line, orders=(Hold(line.orders[-1].piece), *line.orders[:-1]))
    assert weak_stations(lame, behind(lame)) == ["MAO"]


def manned(line: StalemateLine, power: str, phase: str, without: Iterable[str] = (), *more: str) -> Position:
    """The line held by *power*, which owns what is behind it, and all the rest Turkey's, or France's."""
    leader = "TURKEY" if "ANK" not in line.centres else "FRANCE"
    owners = {centre: power if centre in line.centres else leader for centre in standard().board.centres}
    units = [Unit(power, order.piece) for place, order in line.stations.items() if place not in without]
    return Position(Phase.of(phase), tuple(sorted([*units, *map(Unit.of, more)], key=str)), owners)


WEST = stalemate_lines()[0]
ATTACK = ("TURKEY A MOS", "TURKEY A LVN", "TURKEY A SIL", "TURKEY A PRU", "TURKEY A BOH", "TURKEY A TYR", "TURKEY A PIE", "TURKEY F LYO")
SEA = ("TURKEY F WES", "TURKEY F NAF")


def test_the_strong_opponent_holds_the_line_that_stops_a_leader() -> None:
    position = manned(WEST, "ENGLAND", "S1910M", (), *ATTACK, *SEA)
    player = StrongBot(1, work=2_000)
    player.started(standard(), "ENGLAND")
    assert set(player.choose_orders(position, "ENGLAND", None)) == set(WEST.orders)


def test_an_empty_station_is_filled_with_the_support_that_it_will_have() -> None:
    position = manned(WEST, "ENGLAND", "S1910M", ("MAO",), *ATTACK, *SEA, "ENGLAND F IRI")
    found = line_in_reach(standard(), position, "ENGLAND")
    assert found is not None
    assert (found.missing, found.leader, found.line) == (1, "TURKEY", WEST)
    assert {"F IRI - MAO", "F ENG S F IRI - MAO"} <= set(map(str, found.orders))


def test_two_powers_hold_a_line_together() -> None:
    whole = manned(WEST, "ENGLAND", "S1910M", (), *ATTACK, *SEA)
    southern = {"MAR", "GAS", "SPA", "POR", "MAO", "ENG", "BUR", "RUH"}
    units = tuple(Unit("FRANCE", unit.piece) if unit.province in southern else unit for unit in whole.units)
    owners = {**whole.owners, **dict.fromkeys(("MAR", "SPA", "POR", "BRE", "PAR"), "FRANCE")}
    position = Position(whole.phase, tuple(sorted(units, key=str)), owners)
    found = line_in_reach(standard(), position, "FRANCE")
    assert found is not None
    assert {each.piece.location.province for each in found.orders if isinstance(each, Hold | Support)} == southern


@pytest.mark.parametrize("spoiled", ["TURKEY A PAR", "TURKEY A SPA", "TURKEY F NTH"])
def test_a_line_with_the_leader_behind_it_is_no_line(spoiled: str) -> None:
    position = manned(WEST, "ENGLAND", "S1910M", ("SPA",), spoiled)
    assert line_in_reach(standard(), position, "ENGLAND") is None


def test_nobody_thinks_of_lines_before_somebody_leads() -> None:
    assert line_in_reach(standard(), standard().start, "ENGLAND") is None


def test_the_sentence_on_a_line_that_is_held_names_whom_it_stops() -> None:
    position = manned(WEST, "ENGLAND", "S1910M", (), *ATTACK, *SEA)
    words = why(standard(), position, "ENGLAND", WEST.orders)
    assert words.startswith("England holds the stalemate line that stops Turkey: ")
    assert why(standard(), position, "ENGLAND", WEST.orders[1:]).startswith("England guards")
