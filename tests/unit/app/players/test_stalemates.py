"""Stalemate lines: each is proved against every attack, and the strong opponent holds those that stop a leader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product

import pytest

from adjudicator import Phase, Position, Unit
from adjudicator.adjudicating import adjudicate
from adjudicator.order import Hold, Move, Remove, Support
from adjudicator.variant_tables import position_tables, variant_tables
from app.players.bots import OPPONENTS, Bot
from app.players.reasons import why
from app.players.stalemates import StalemateLine, leader_beside, line_in_reach, stalemate_lines, stations_held
from app.players.strong.bot import StrongBot
from entente.playing import Player
from tests.quick import one_by_one
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


@one_by_one("line", stalemate_lines(), ids=lambda each: each.name)
def test_no_attack_breaks_the_line(line: StalemateLine) -> None:
    inside = behind(line)
    assert {code for code in inside if standard().board.provinces[code].centre} == line.centres
    assert inside - line.stations.keys() - line.centres == line.between
    assert weak_stations(line, inside) == []
    near = neighbours("AF")
    ways_in = {(each, to) for each in near for to in near[each] if each not in inside and to in inside - set(line.stations)}
    assert ways_in == set()
    assert line.source


@one_by_one("line", stalemate_lines(), ids=lambda each: each.name)
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


def near_the_line(line: StalemateLine, away: int) -> Position:
    """England's units on the line or, so many of them, a step behind it; the leader has seventeen centres and stands before the line.

    What is left is a third power's.
    """
    near, inside = {kind: neighbours(kind) for kind in "AF"}, behind(line)
    leader, third = ("TURKEY", "ITALY") if "ANK" not in line.centres else ("FRANCE", "GERMANY")
    outside = sorted(set(standard().board.centres) - line.centres)
    owners = dict.fromkeys(line.centres, "ENGLAND") | {each: leader if at < 17 else third for at, each in enumerate(outside)}
    units = {place: Unit("ENGLAND", order.piece) for place, order in line.stations.items()}
    for place in sorted(line.stations):
        kind, coast = units[place].kind, units[place].location.coast
        spare = [each for each in sorted(near[kind][place] & inside - units.keys()) if not standard().board.provinces[each].coasts]
        if away and spare and coast is None:
            del units[place]
            units[spare[0]] = Unit.of(f"ENGLAND {kind} {spare[0]}")
            away -= 1
    edge = sorted(set(near["A"]) - inside, key=lambda each: (not (near["A"][each] | near["F"][each]) & set(line.stations), each))
    for at, place in enumerate(edge[: len(outside)]):
        units[place] = Unit.of(f"{leader if at < 17 else third} {'A' if near['A'][place] else 'F'} {place}")
    assert not away
    return Position(Phase.of("S1910M"), tuple(sorted(units.values(), key=str)), owners)


def held_for_years(position: Position, years: int, attacker: Bot) -> Position:
    """The position after so many years, in which *strong* is England and others attack; victories do not end it."""
    variant = standard()
    players: dict[str, Player] = {power: OPPONENTS[attacker].make(at) for at, power in enumerate(variant.powers)}
    players["ENGLAND"] = StrongBot(2, work=1_000)
    for power, player in players.items():
        player.started(variant, power)
    last = position.phase.year + years
    while position.phase.year < last:
        orders = {power: player.choose_orders(position, power, None) for power, player in players.items()}
        position = adjudicate(variant, position, orders).next
    return position


@pytest.mark.slow
@pytest.mark.parametrize("line", stalemate_lines(), ids=lambda each: each.name)
def test_strong_fills_each_line_and_holds_it_for_five_years(line: StalemateLine) -> None:
    after = held_for_years(near_the_line(line, 1), 5, Bot.STEADY)
    assert {centre for centre in line.centres if after.owners.get(centre) != "ENGLAND"} == set()
    if leader_beside(standard(), after, "ENGLAND", 3) is not None:  # else it goes on beyond the line
        assert {unit.province for unit in after.units_of("ENGLAND")} >= line.stations.keys()


def test_lines_that_leave_the_leader_enough_are_thought_of_when_it_lacks_three_centres() -> None:
    line = stalemate_lines()[2]
    position = manned(line, "ENGLAND", "S1910M", (), "ITALY F NTH")
    outside = [each for each in standard().board.centres if each not in line.centres]
    for lacking, is_held in ((5, False), (4, False), (3, True), (1, True)):
        owners = dict.fromkeys(line.centres, "ENGLAND") | dict.fromkeys(outside, "ITALY") | dict.fromkeys(outside[: 18 - lacking], "FRANCE")
        found = line_in_reach(standard(), replace(position, owners=owners), "ENGLAND")
        assert (found is not None) is is_held
        assert found is None or not found.is_enough


def test_a_unit_two_steps_away_comes_nearer_and_those_it_will_support_hold_on() -> None:
    position = manned(WEST, "ENGLAND", "S1910M", ("MAO",), *ATTACK, *SEA, "ENGLAND F NAO")
    nearer = manned(WEST, "ENGLAND", "S1910M", ("MAO",), *ATTACK, *SEA, "ENGLAND F NWG")
    for place, steps in (("NAO", {"F NAO - MAO"}), ("NWG", {"F NWG - NAO", "F NWG - CLY"})):
        found = line_in_reach(standard(), position if place == "NAO" else nearer, "ENGLAND")
        assert found is not None
        assert found.phases == (1 if place == "NAO" else 2)
        assert steps & set(map(str, found.orders))
        assert ("F ENG H" in map(str, found.orders)) is (place == "NWG")


def test_two_units_fill_two_stations_where_each_could_take_the_nearer_one() -> None:
    """Irish Sea's fleet reaches both stations, that of Liverpool's coast only one of them."""
    position = manned(WEST, "ENGLAND", "S1910M", ("MAO", "ENG"), *ATTACK, *SEA, "ENGLAND F IRI", "ENGLAND F BRE")
    found = line_in_reach(standard(), position, "ENGLAND")
    assert found is not None
    moves = {str(each) for each in found.orders if isinstance(each, Move)}
    assert moves in ({"F IRI - ENG", "F BRE - MAO"}, {"F IRI - MAO", "F BRE - ENG"})


def test_no_unit_of_a_line_is_removed_while_there_are_others() -> None:
    line = stalemate_lines()[1]
    position = manned(line, "ENGLAND", "W1910A", (), "ENGLAND A BUL", "ENGLAND F AEG")
    owners = dict(position.owners) | dict.fromkeys(("BUL", "GRE", "SMY", "CON", "ANK"), "ITALY")
    short = replace(position, owners={each: owner for each, owner in owners.items() if owner != "ENGLAND" or each not in {"SER", "RUM"}})
    assert stations_held(standard(), short, "ENGLAND") == line.stations.keys()
    player = StrongBot(1, work=2_000)
    player.started(standard(), "ENGLAND")
    removed = {each.piece.location.province for each in player.choose_orders(short, "ENGLAND", None) if isinstance(each, Remove)}
    assert {"BUL", "AEG"} <= removed


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
