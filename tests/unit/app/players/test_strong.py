"""The strong opponent: legal orders everywhere, by its clock or by its work, and better than the steady one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest

from adjudicator import DislodgedUnit, Move, Phase, PhaseKind, Position, Support, Unit, orderable
from app.players.bots import Bot, bots
from app.players.strong.bot import StrongBot
from app.players.strong.budget import Budget
from app.players.strong.movement import Search
from app.players.strong.opponent_plans import Acquaintance, SeenOrders, seen_in
from app.players.strong.search_task import SearchTask
from app.players.strong.styles import Style
from entente import play
from entente import standard as board
from tests.quick import each_nth, one_in_quick
from tests.thorough import one_in
from tests.unit.app.players.test_opponents import assert_whole, random_positions
from variants.catalogue import shipped, shipped_ids, standard

WORK = 300
"""Joint orders weighed in tests that do not ask how well it plays."""


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", one_in_quick(5, one_in(3, shipped_ids(), ("standard", "pure"))))
def test_all_orders_are_legal_and_no_unit_goes_without(variant_id: str) -> None:
    variant = shipped(variant_id).variant
    player = StrongBot(3, work=WORK)
    for position in islice(random_positions(variant, 5, years=3), 6):
        power = next((power for power in variant.powers if orderable(variant, position, power)), next(iter(variant.powers)))
        player.started(variant, power)
        orders = list(player.choose_orders(position, power, None))
        if orders:
            assert_whole(variant, position, power, orders)


@pytest.mark.slow
def test_the_same_seed_orders_the_same_where_no_clock_is_given() -> None:
    variant = standard()
    first, second = StrongBot(7, work=WORK), StrongBot(7, work=WORK)
    for player in (first, second):
        player.started(variant, "FRANCE")
    positions = list(islice(random_positions(variant, 2), 8))
    forwards = [first.choose_orders(position, "FRANCE", None) for position in positions]
    assert forwards == [second.choose_orders(position, "FRANCE", None) for position in reversed(positions)][::-1]


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by *step* seconds at every look."""
    now = [0.0]

    def clock() -> float:
        now[0] += step
        return now[0]

    return clock


@pytest.mark.parametrize("step", [10.0, 0.02])
def test_it_answers_when_its_clock_says_so_with_whole_orders(step: float) -> None:
    variant = standard()
    player = StrongBot(1, seconds=0.5, clock=ticking(step))
    player.started(variant, "GERMANY")
    assert_whole(variant, variant.start, "GERMANY", list(player.choose_orders(variant.start, "GERMANY", 60.0)))


def test_a_deadline_that_is_nearer_than_its_time_holds() -> None:
    looked: list[float] = []

    def clock() -> float:
        looked.append(0.3 * len(looked))
        return looked[-1]

    player = StrongBot(1, seconds=1e6, clock=clock)
    player.started(standard(), "GERMANY")
    assert player.choose_orders(standard().start, "GERMANY", 1.0)
    assert looked[-1] < 30.0  # once more before each style of each power, unless its plans are known from an earlier test


@pytest.mark.slow
def test_with_no_time_left_plans_are_drawn_up_in_one_style_and_searched_among() -> None:
    """Seven powers in six styles take longer than a search of a few hundredths of a second."""
    position = next(islice(random_positions(standard(), 77), 3, None))
    now = [0.0]
    budget = Budget(1.0, None, lambda: now[0])
    now[0] = 0.5
    search = Search(SearchTask(standard(), position, "FRANCE"), Random(1), budget)
    assert {len(found) for power, found in search.opponent_plans.choices.items() if power != "FRANCE"} <= set(range(1, 7))
    assert search.found(1.0)[0] in search.tried


@pytest.mark.slow
@each_nth(2, "seed", [7, 9])
def test_more_work_finds_plans_that_are_as_good_or_better(seed: int) -> None:
    """Held against one large draw of the others' orders, which none of the searches saw."""
    variant = standard()
    position = next(each for each in islice(random_positions(variant, seed), 4, None) if each.phase.kind is PhaseKind.MOVEMENT)
    judge = Search(SearchTask(variant, position, "FRANCE"), Random(99), Budget(None, 10**9))
    judge._draw_more(2_000)
    worths = []
    for work in (1, 300, 3_000, 30_000):
        search = Search(SearchTask(variant, position, "FRANCE"), Random(1), Budget(None, work))
        worths.append(judge.worth_of(search.found(1.0)[0]))
    assert all(more > less - 0.01 for less, more in pairwise(worths)), worths
    assert worths[-1] > worths[0]


def test_a_budget_ends_by_work_or_by_time_and_needs_one_of_them() -> None:
    by_work = Budget(None, 10)
    by_work.spend(9)
    assert by_work.go_on()
    by_work.spend(1)
    assert not by_work.go_on()
    by_time = Budget(1.0, None, ticking(0.4))
    assert [by_time.go_on() for _ in range(3)] == [True, True, False]
    with pytest.raises(ValueError, match="needs an end"):
        Budget(None, None)


def test_a_part_of_a_budget_ends_before_the_whole() -> None:
    by_work = Budget(None, 100)
    by_work.spend(70)
    assert not by_work.go_on(0.7)
    assert by_work.go_on()
    assert by_work.holds(30, 0.3)
    assert not by_work.holds(31, 0.3)
    by_time = Budget(10.0, None, ticking(1.0))
    by_time.spend(4)
    assert [by_time.holds(3), by_time.holds(3)] == [True, True]
    assert not by_time.holds(30)


def test_it_takes_a_centre_with_support_that_one_unit_alone_cannot_take() -> None:
    texts = "FRANCE A BUR, FRANCE A RUH, FRANCE A PIC, GERMANY A MUN, GERMANY F DEN, ITALY A ROM"
    units = tuple(sorted(map(Unit.of, texts.split(", ")), key=str))
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BRE": "FRANCE", "MUN": "GERMANY", "DEN": "GERMANY", "ROM": "ITALY"}
    position = Position(Phase.of("F1905M"), units, owners)
    player = StrongBot(1, work=3000)
    player.started(standard(), "FRANCE")
    orders = player.choose_orders(position, "FRANCE", None)
    into = [order for order in orders if isinstance(order, Move) and order.target.province == "MUN"]
    helping = [order for order in orders if isinstance(order, Support) and order.target is not None and order.target.province == "MUN"]
    assert len(into) == 1
    assert len(helping) == 1


def test_it_knows_nothing_that_it_does_not_see() -> None:
    """In fog units and owners that are out of sight are no part of what it is given."""
    seen = ["BOH", "TRI", "VIE", "BUD", "GAL", "TYR", "SER", "ALB", "ADR", "VEN"]
    start = standard().start
    units = tuple(unit for unit in start.units if unit.power == "AUSTRIA" or unit.province in seen)
    owners = {centre: owner for centre, owner in start.owners.items() if centre in seen}
    fogged = Position(start.phase, units, owners, unseen=frozenset(standard().board.provinces) - set(seen))
    player = StrongBot(1, work=WORK)
    player.started(standard(), "AUSTRIA")
    assert_whole(standard(), fogged, "AUSTRIA", list(player.choose_orders(fogged, "AUSTRIA", None)))


def settled(position: Position, power: str, work: int = 3000) -> list[str]:
    """Return its orders in a phase without moves."""
    player = StrongBot(1, work=work)
    player.started(standard(), power)
    return sorted(map(str, player.choose_orders(position, power, None)))


def units_of(texts: str) -> tuple[Unit, ...]:
    return tuple(sorted(map(Unit.of, texts.split(", ")), key=str))


def test_a_dislodged_unit_goes_where_it_takes_a_centre() -> None:
    driven_out = DislodgedUnit(Unit.of("FRANCE A RUH"), "MUN")
    owners = {"PAR": "FRANCE", "MUN": "GERMANY", "BER": "GERMANY", "HOL": "GERMANY"}
    units = units_of("GERMANY A RUH, GERMANY A BER, FRANCE A PAR, ITALY A ROM")
    position = Position(Phase.of("F1905R"), units, owners, dislodged=(driven_out,))
    assert settled(position, "FRANCE")[0] in ("A RUH R HOL", "A RUH R KIE", "A RUH R BEL"), "centres of another or of nobody"


def test_two_dislodged_units_do_not_bar_each_others_way() -> None:
    dislodged = (
        DislodgedUnit(Unit.of("FRANCE A PIC"), "BEL"),
        DislodgedUnit(Unit.of("FRANCE A PAR"), "BUR"),
    )
    owners = {"PAR": "FRANCE", "BRE": "FRANCE", "BEL": "GERMANY"}
    units = units_of("GERMANY A PIC, GERMANY A PAR, ENGLAND A BRE")
    orders = settled(Position(Phase.of("S1905R"), units, owners, dislodged=dislodged), "FRANCE")
    goals = [order.split(" R ")[1] for order in orders if " R " in order]
    assert len(orders) == 2
    assert len(set(goals)) == len(goals)


def test_a_build_stands_where_the_enemy_does() -> None:
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BRE": "FRANCE", "SPA": "FRANCE", "ROM": "ITALY", "NAP": "ITALY", "VEN": "ITALY"}
    owners |= {"BEL": "GERMANY", "MUN": "GERMANY", "LVP": "ENGLAND", "LON": "ENGLAND"}
    units = units_of("FRANCE F POR, FRANCE F NAO, FRANCE F IRI, ITALY A PIE, ITALY F LYO, ITALY A TUS, GERMANY A BEL, ENGLAND A LON")
    assert settled(Position(Phase.of("W1905A"), units, owners), "FRANCE")[0].split()[1] == "MAR"


def test_orders_are_whole_however_many_sets_of_them_there_are() -> None:
    """Seven units are removed of twelve: more sets than anybody looks at."""
    places = ["PAR", "MAR", "BRE", "GAS", "BUR", "PIC", "SPA", "POR", "BEL", "HOL", "RUH", "MUN"]
    units = tuple(sorted((Unit.of(f"FRANCE A {place}") for place in places), key=str))
    position = Position(Phase.of("W1905A"), units, dict.fromkeys(["PAR", "MAR", "BRE", "SPA", "POR"], "FRANCE"))
    assert len(settled(position, "FRANCE", work=WORK)) == 7


@pytest.mark.slow
def test_it_learns_in_which_style_a_neighbour_plays_by_its_orders() -> None:
    """A power that orders for some phases what one style draws up is taken to play in that style."""
    variant = standard()
    for style, kind in ((Style.SPREADING, Bot.SPREADING), (Style.EASY, Bot.EASY), (Style.STEADY, Bot.STEADY)):
        record = play(board(), bots(kind, variant, 5), last_year=1904)
        acquaintance = Acquaintance(variant)
        moves = [step for step in record.steps if step.before.phase.kind is PhaseKind.MOVEMENT]
        before = acquaintance.styles(variant.start, "TURKEY")[style]
        for step in moves:
            acquaintance.remember(seen_in(step.before.position, step.resolution))
        after = acquaintance.styles(record.final.position, "TURKEY")
        assert after[style] > before, style
        assert max(after, key=after.__getitem__) is style


def test_a_phase_that_is_taken_back_is_forgotten() -> None:
    variant = standard()
    record = play(board(), bots(Bot.EASY, variant, 3), last_year=1902)
    seen = [seen_in(step.before.position, step.resolution) for step in record.steps if step.before.phase.kind is PhaseKind.MOVEMENT]
    acquaintance = Acquaintance(variant)
    for each in seen:
        acquaintance.remember(each)
    acquaintance.remember(seen[1])
    assert acquaintance.seen == (seen[0], seen[1])


def test_a_power_that_builds_again_after_it_lost_all_units_is_judged_by_its_other_phases() -> None:
    """Italy had a centre and no unit in spring 1902, and builds in winter."""
    variant = standard()
    later = replace(variant.start, phase=Phase.of("S1903M"))
    gone = replace(later, phase=Phase.of("S1902M"), units=tuple(unit for unit in later.units if unit.power != "ITALY"))
    acquaintance = Acquaintance(variant)
    first = acquaintance.styles(later, "ITALY")
    acquaintance.remember(SeenOrders(gone, {}))
    assert acquaintance.styles(later, "ITALY") == first
    player = StrongBot(3, work=WORK)
    player.started(variant, "TURKEY")
    player.remember([SeenOrders(gone, {})])
    assert_whole(variant, later, "TURKEY", list(player.choose_orders(later, "TURKEY", None)))


@pytest.mark.slow
def test_the_orders_follow_from_the_seed_and_the_game_so_far() -> None:
    """The same game, repeated, has the same orders."""
    variant = standard()
    record = play(board(), bots(Bot.SPREADING, variant, 3), last_year=1902)
    last = [step for step in record.steps if step.before.phase.kind is PhaseKind.MOVEMENT][-1].before.position

    def ordered() -> list[str]:
        player = StrongBot(5, work=WORK)
        player.started(variant, "ITALY")
        for step in record.steps:
            if step.before.phase.kind is PhaseKind.MOVEMENT and step.before.position != last:
                player.remember([seen_in(step.before.position, step.resolution)])
        return [str(order) for order in player.choose_orders(last, "ITALY", None)]

    assert ordered() == ordered()


@pytest.mark.slow
def test_it_opens_in_more_than_one_way() -> None:
    def opening(seed: int) -> tuple[str, ...]:
        player = StrongBot(seed, work=WORK)
        player.started(standard(), "AUSTRIA")
        return tuple(map(str, player.choose_orders(standard().start, "AUSTRIA", None)))

    assert len({opening(seed) for seed in range(8)}) >= 3


def test_plans_of_the_others_are_drawn_as_often_as_they_are_likely() -> None:
    """Sixteen joint orders have each plan of a power sixteen times its probability, up to one."""
    search = Search(SearchTask(standard(), standard().start, "FRANCE"), Random(1), Budget(None, 0))
    beliefs = search.opponent_plans
    joints = beliefs.sampled(16)
    for power, plans in beliefs.choices.items():
        units = [at for at, unit in enumerate(standard().start.units) if unit.power == power]
        drawn = Counter(tuple(joint[unit] for unit in units) for joint in joints)
        whole = sum(beliefs.weights[power])
        for plan, weight in zip(plans, beliefs.weights[power], strict=True):
            assert abs(drawn[plan] - 16 * weight / whole) < 1.0001, power


@pytest.mark.slow
def test_against_six_steady_ones_it_owns_more_than_any_of_them_by_1905() -> None:
    variant = board()

    def is_ahead(power: str) -> bool:
        players = bots(Bot.STEADY, variant.model, 5)
        players[power] = StrongBot(5, work=1500)
        final = play(variant, players, last_year=1905).final
        assert final.phase.kind in PhaseKind
        return all(len(final.centres(power)) > len(final.centres(other)) for other in variant.powers if other != power)

    assert any(map(is_ahead, ("FRANCE", "TURKEY"))), "at one place, since all depends on the neighbours"
