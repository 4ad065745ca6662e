"""Agreements in the search of the strong opponent, in positions that the openings of real games lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random

import pytest

from adjudicator import DislodgedUnit, Phase, PhaseKind, Position, Unit
from adjudicator.adjudicating import adjudicate
from adjudicator.notation import parse_order
from adjudicator.order import Disband, Move, Order, Retreat, Support
from app.players.agreements import Bargain, Dealer, ProposalKind
from app.players.bots import Bot, bots
from app.players.openings import book_lines
from app.players.strong.bot import StrongBot
from app.players.strong.budget import Budget
from app.players.strong.movement import Search
from app.players.strong.opponent_plans import Acquaintance
from app.players.strong.search_task import Pledges, SearchTask
from variants.catalogue import standard

PEACE = Bargain(ProposalKind.PEACE)
WORK = 3_000


@cache
def opened() -> tuple[Position, ...]:
    """The moves phases after the first one of a game in which all open as most people did, as long as the book knows; then as *steady*."""
    variant, position, found = standard(), standard().start, list[Position]()
    steady = bots(Bot.STEADY, variant, 5)
    for power, player in steady.items():
        player.started(variant, power)
    while len(found) < 5:
        orders: dict[str, Sequence[Order]] = {}
        for power, player in steady.items():
            lines = book_lines(variant, position, power)
            orders[power] = lines[0].orders if lines else player.choose_orders(position, power, None)
        position = adjudicate(variant, position, orders).next
        if position.phase.kind is PhaseKind.MOVEMENT:
            found.append(position)
    return tuple(found)


def ordered(position: Position, power: str, word: Pledges, work: int = WORK) -> Sequence[Order]:
    player = StrongBot(1, work=work)
    player.started(standard(), power)
    player.agreed(word)
    return player.choose_orders(position, power, None)


def goals(orders: Sequence[Order]) -> Iterator[str]:
    """Targets of moves and of supports for moves."""
    for each in orders:
        if isinstance(each, Move | Support) and each.target is not None:
            yield each.target.province


def dealer(position: Position, power: str) -> Dealer:
    return Dealer(Bot.STRONG, standard(), position, power, "seed")


def attacks(position: Position, orders: Sequence[Order], enemy: str) -> int:
    """Orders into the places of *enemy*."""
    places = {unit.province for unit in position.units_of(enemy)} | set(position.centres_of(enemy))
    return sum(goal in places for goal in goals(orders))


@cache
def free(at: int, power: str) -> Sequence[Order]:
    """Orders of *power* without agreements in a position by its number."""
    return ordered(opened()[at], power, Pledges())


@cache
def broken() -> tuple[tuple[int, str, str, Pledges], ...]:
    """Numbers of positions, powers, neighbours whose places they would enter without agreements, and the word of peace between them."""
    found = []
    for at, position in enumerate(opened()):
        for power, other in permutations(standard().powers, 2):
            word = dealer(position, power).word([(other, PEACE)])
            if word.closed.intersection(goals(free(at, power))):
                found.append((at, power, other, word))
    return tuple(found[:8])


@pytest.mark.slow
def test_orders_that_break_a_peace_are_not_chosen() -> None:
    assert len(broken()) >= 5, "nobody would attack anybody: the positions prove nothing"
    for at, power, other, word in broken():
        assert word.closed.isdisjoint(goals(ordered(opened()[at], power, word))), f"{opened()[at].phase} {power} {other}"


@pytest.mark.slow
def test_a_whole_other_plan_is_looked_for_and_not_holds_in_place_of_what_is_forbidden() -> None:
    others = 0
    for at, power, other, word in broken():
        laid_over = dealer(opened()[at], power).kept(free(at, power), [(other, PEACE)])
        others += set(ordered(opened()[at], power, word)) != set(laid_over)
    assert others > len(broken()) / 2


@pytest.mark.slow
def test_an_enemy_of_an_alliance_is_attacked_with_more_units() -> None:
    more = fewer = 0
    for at, position in enumerate(opened()[:4]):
        for power, enemy in permutations(standard().powers, 2):
            if dealer(position, power).reaches(enemy):
                allied = attacks(position, ordered(position, power, Pledges(enemies=frozenset({enemy})), 1_500), enemy)
                more, fewer = (
                    more + (allied > attacks(position, free(at, power), enemy)),
                    fewer + (allied < attacks(position, free(at, power), enemy)),
                )
    assert more >= 3 * max(1, fewer), f"{more} more, {fewer} fewer"


def test_a_support_that_was_promised_is_given() -> None:
    position = standard().start
    word = dealer(position, "GERMANY").word([("FRANCE", Bargain(ProposalKind.SUPPORT, "A PAR - BUR"))])
    assert parse_order("A MUN S A PAR - BUR") in ordered(position, "GERMANY", word)


def test_two_promised_supports_are_given_by_two_units() -> None:
    units = tuple(map(Unit.of, ("FRANCE A PAR", "FRANCE A GAS", "GERMANY A MUN", "GERMANY A MAR")))
    position = Position(Phase.of("S1903M"), units, {"PAR": "FRANCE", "MUN": "GERMANY", "MAR": "GERMANY"})
    given = [("FRANCE", Bargain(ProposalKind.SUPPORT, order)) for order in ("A PAR - BUR", "A GAS - BUR")]
    word = dealer(position, "GERMANY").word(given)
    assert {each.piece.location.province for each in word.supports} == {"MUN", "MAR"}


def test_a_move_is_worth_more_where_others_promised_to_support_it() -> None:
    units = ("GERMANY A RUH", "FRANCE A PIC", "ENGLAND F BEL", "ENGLAND F LON", "FRANCE A PAR")
    owners = {"BEL": "ENGLAND", "PAR": "FRANCE", "LON": "ENGLAND", **dict.fromkeys(("BER", "KIE", "MUN", "HOL", "DEN"), "GERMANY")}
    position = Position(Phase.of("F1903M"), tuple(map(Unit.of, units)), owners)
    granted = [("FRANCE", Bargain(ProposalKind.SUPPORT, "A RUH - BEL"))]
    word = dealer(position, "GERMANY").word([], granted)
    assert [str(each) for _, each in word.helped] == ["A PIC S A RUH - BEL"]
    worths = []
    for each in (Pledges(), word):
        search = Search(SearchTask(standard(), position, "GERMANY", word=each), Random(1), Budget(None, WORK), Acquaintance(standard()))
        search.found(1.0)
        worths.append(search.worth_of(search.plan_of([parse_order("A RUH - BEL")])))
    assert worths[1] > worths[0] + 0.02


@pytest.mark.slow
def test_plans_that_break_an_agreement_are_taken_to_be_less_likely() -> None:
    position = opened()[-1]
    for power, other in permutations(standard().powers, 2):
        word = dealer(position, power).word([(other, PEACE)])
        closed = dict(word.spared)[other]
        parts = []
        for each in (Pledges(), word):
            search = Search(SearchTask(standard(), position, power, word=each), Random(1), Budget(None, WORK), Acquaintance(standard()))
            joint, units = search.weighing.joint, [at for at, unit in enumerate(position.units) if unit.power == other]
            weighed = zip(search.opponent_plans.choices[other], search.opponent_plans.weights[other], strict=True)
            breaks = [
                (weight, closed.intersection(goals([joint.options[at][number] for at, number in zip(units, plan, strict=True)])))
                for plan, weight in weighed
            ]
            parts.append(sum(weight for weight, places in breaks if places) / sum(weight for weight, _ in breaks))
        if 0.05 < parts[0] < 0.95:
            assert parts[1] < parts[0]
            return
    pytest.fail("no plan of anybody attacks anybody")


@pytest.mark.parametrize("kind", [Bot.STEADY, Bot.STRONG])
def test_no_unit_retreats_into_a_centre_that_peace_closes(kind: Bot) -> None:
    """Burgundy's army can go to Marseilles, Gascony, Ruhr and others; France owns two of them, which no unit guards."""
    dislodged = DislodgedUnit(Unit.of("GERMANY A BUR"), "PIC")
    units = tuple(map(Unit.of, ("ENGLAND A BUR", "FRANCE A PAR", "ENGLAND A RUH", "ENGLAND A MUN")))
    owners = {"MAR": "FRANCE", "PAR": "FRANCE", "BEL": "FRANCE", "BER": "GERMANY"}
    position = Position(Phase.of("S1903R"), units, owners, (dislodged,))
    word = dealer(position, "GERMANY").word([("FRANCE", PEACE)])
    assert {"MAR", "BEL"} <= word.closed
    if kind is Bot.STRONG:
        (order,) = ordered(position, "GERMANY", word, 20_000)
    else:
        (order,) = Dealer(kind, standard(), position, "GERMANY", "kept").kept([parse_order("A BUR R BEL")], [("FRANCE", PEACE)])
    assert isinstance(order, Retreat)
    assert order.target.province in {"GAS", "PIC"}


def test_a_unit_that_can_retreat_to_closed_places_alone_disbands_rather() -> None:
    dislodged = DislodgedUnit(Unit.of("GERMANY F POR"), "MAO")
    owners = {"SPA": "FRANCE", "POR": "FRANCE", "BER": "GERMANY"}
    position = Position(Phase.of("S1903R"), (Unit.of("ENGLAND F POR"),), owners, (dislodged,))
    kept = Dealer(Bot.STEADY, standard(), position, "GERMANY", "seed 1").kept([parse_order("F POR R SPA/SC")], [("FRANCE", PEACE)])
    assert kept == (Disband(Unit.of("GERMANY F POR").piece),)
