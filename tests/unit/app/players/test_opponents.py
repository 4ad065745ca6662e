"""Every opponent on every board: its orders are legal, whole, and the same whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.order import Build, Convoy, Hold, Move, Order, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules, presets, rule_fields
from adjudicator.variant import Variant
from app.players.bots import OPPONENTS, Bot, bots
from entente.playing import play
from entente.state import Variant as Playable
from tests.quick import few, one_in_quick
from tests.thorough import one_in
from variants.catalogue import shipped, shipped_ids, standard

POSITIONS = 120


def random_positions(variant: Variant, seed: int, years: int = 12) -> Iterator[Position]:
    """Positions of games that are played by lot for so many years, one after the other."""
    while True:
        players = bots(Bot.RANDOM, variant, seed)
        record = play(Playable(variant), players, last_year=variant.start.phase.year + years)
        yield from (step.before.position for step in record.steps)
        seed += 1


@cache
def shipped_positions(variant_id: str) -> tuple[Position, ...]:
    """Positions of a shipped variant, the same for all who play."""
    return tuple(islice(random_positions(shipped(variant_id).variant, 5), POSITIONS))


def assert_whole(variant: Variant, position: Position, power: str, orders: list[Order]) -> None:
    """Each order is legal, and each unit that must have one has one, and no more."""
    for order in orders:
        assert check_order(variant, position, power, order), (str(position.phase), power, str(order))
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        assert len(orders) == abs(adjustment(variant, position, power))
        sites = [order.piece.location.province for order in orders if not isinstance(order, Waive)]
    else:
        sites = [order.piece.location.province for order in orders if not isinstance(order, Waive)]
        assert sorted(sites) == sorted(place.province for place in orderable(variant, position, power))
    assert len(set(sites)) == len(sites)


@pytest.mark.parametrize(
    "kind", few([Bot.BEGINNER, Bot.EASY, Bot.STEADY, Bot.SPREADING, Bot.CAUTIOUS, Bot.HOARDER], Bot.EASY, Bot.SPREADING)
)
@pytest.mark.parametrize("variant_id", one_in_quick(5, one_in(3, shipped_ids(), ("standard", "solo-10-swap"))))
def test_all_orders_are_legal_and_no_unit_goes_without(variant_id: str, kind: Bot) -> None:
    variant = shipped(variant_id).variant
    player = OPPONENTS[kind].make(3)
    dice = Random(variant_id)
    for position in shipped_positions(variant_id):
        played = Playable(variant).powers
        power = dice.choice([power for power in played if orderable(variant, position, power)] or list(played))
        player.started(variant, power)
        assert_whole(variant, position, power, list(player.choose_orders(position, power, None)))


@pytest.mark.parametrize("kind", [Bot.BEGINNER, Bot.EASY, Bot.STEADY, Bot.SPREADING])
def test_what_is_ordered_follows_from_seed_and_position_alone(kind: Bot) -> None:
    variant = standard()
    first, second, other = (OPPONENTS[kind].make(seed) for seed in (7, 7, 8))
    for player in (first, second, other):
        player.started(variant, "FRANCE")
    positions = list(islice(random_positions(variant, 2), 30))
    forwards = [first.choose_orders(position, "FRANCE", None) for position in positions]
    backwards = [second.choose_orders(position, "FRANCE", None) for position in reversed(positions)]
    assert forwards == backwards[::-1]
    assert forwards != [other.choose_orders(position, "FRANCE", None) for position in positions], "another seed plays otherwise"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Bot.EASY, pytest.param(Bot.STEADY, marks=pytest.mark.slow)])
def test_nothing_absurd_is_ordered(kind: Bot) -> None:
    """No support or convoy of what is not ordered, no two units to one place, no unit into one that stays, no exchange of places."""
    variant = standard()
    player = OPPONENTS[kind].make(1)
    for position in islice(random_positions(variant, 9), POSITIONS):
        for power in variant.powers:
            player.started(variant, power)
            orders = player.choose_orders(position, power, None)
            goals = {order.piece.location.province: order.target.province for order in orders if isinstance(order, Move)}
            assert len(set(goals.values())) == len(goals)
            retreats = [order.target.province for order in orders if isinstance(order, Retreat)]
            assert len(set(retreats)) == len(retreats)
            carried = {(order.army, order.target) for order in orders if isinstance(order, Convoy)}
            for order in orders:
                if isinstance(order, Move):
                    there = position.unit_at(order.target.province)
                    if there is not None and there.power == power:
                        assert goals.get(there.province, there.province) not in (there.province, order.piece.location.province)
                    by_land = [each for each in legal_orders(variant, position, order.piece.location) if str(each) == f"{order} VIA"]
                    assert order.piece.kind == "F" or by_land or (order.piece, order.target) in carried or _steps(variant, order)
                elif isinstance(order, Support):
                    helped = next(each for each in orders if not isinstance(each, Waive) and each.piece == order.supported)
                    assert (helped.target if isinstance(helped, Move) else None) == order.target
                elif isinstance(order, Convoy):
                    assert any(isinstance(each, Move) and (each.piece, each.target) == (order.army, order.target) for each in orders)


def _steps(variant: Variant, move: Move) -> bool:
    edges = variant.board.edges
    return any((each.origin, each.target) == (move.piece.location, move.target) and move.piece.kind in each.kinds for each in edges)


@pytest.mark.slow
def test_all_builds_are_used_for_units_that_can_leave() -> None:
    variant = standard()
    for kind in (Bot.EASY, Bot.STEADY):
        player = OPPONENTS[kind].make(2)
        for position in islice(random_positions(variant, 4), POSITIONS):
            if position.phase.kind is PhaseKind.ADJUSTMENT:
                for power in variant.powers:
                    player.started(variant, power)
                    built = [order for order in player.choose_orders(position, power, None) if isinstance(order, Build)]
                    assert len(built) == max(0, adjustment(variant, position, power)), "no build is given away"
                    for order in built:
                        piece = order.piece
                        assert any(edge.origin == piece.location and piece.kind in edge.kinds for edge in variant.board.edges)


def test_every_bot_has_an_entry_and_people_are_offered_those_that_play() -> None:
    assert list(OPPONENTS) == list(Bot)
    assert [kind for kind, opponent in OPPONENTS.items() if not opponent.is_offered] == [
        Bot.SPREADING,
        Bot.CAUTIOUS,
        Bot.HOARDER,
        Bot.RANDOM,
        Bot.HOLDING,
    ]
    assert len({opponent.title for opponent in OPPONENTS.values()}) == len(OPPONENTS)


def test_in_fog_only_what_is_seen_counts() -> None:
    """A position as one power sees it leaves out units and owners, and says so."""
    variant = standard()
    start = variant.start
    seen = ("AUSTRIA", "BOH TRI VIE BUD GAL TYR SER ALB ADR VEN")
    units = tuple(unit for unit in start.units if unit.power == seen[0] or unit.province in seen[1].split())
    owners = {centre: owner for centre, owner in start.owners.items() if centre in seen[1].split()}
    unseen = frozenset(variant.board.provinces) - set(seen[1].split())
    fogged = Position(start.phase, units, owners, unseen=unseen)
    for kind in (Bot.EASY, Bot.STEADY):
        player = OPPONENTS[kind].make(1)
        player.started(variant, "AUSTRIA")
        orders = list(player.choose_orders(fogged, "AUSTRIA", None))
        assert_whole(variant, fogged, "AUSTRIA", orders)
        assert not all(isinstance(order, Hold) for order in orders)


@pytest.mark.parametrize("kind", [Bot.EASY, Bot.STEADY])
def test_a_power_that_nobody_plays_or_that_is_out_orders_nothing(kind: Bot) -> None:
    variant = shipped("solo-08-retreat").variant
    player = OPPONENTS[kind].make(1)
    idle = [power for power in variant.powers if power not in Playable(variant).powers]
    for power in (*idle, "NOBODY"):
        player.started(variant, power)
        assert tuple(player.choose_orders(variant.start, power, None)) == ()
    assert idle


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Bot.EASY, pytest.param(Bot.STEADY, marks=pytest.mark.slow)])
def test_orders_are_legal_whatever_house_rules_are_played(kind: Bot) -> None:
    """Every choice of every open rule, with positions that have all kinds of phases."""
    positions = list(islice(random_positions(standard(), 6), 24))[1::2]
    assert {position.phase.kind for position in positions} == set(PhaseKind)
    rules = [replace(Rules(), **{each.name: choice}) for each in rule_fields() for choice in each.choices]  # type: ignore[arg-type]
    for number, played in enumerate([*presets().values(), *rules]):
        variant = replace(standard(), rules=played)
        player = OPPONENTS[kind].make(number)
        for at, position in enumerate(positions):
            power = list(variant.powers)[(number + at) % len(variant.powers)]
            player.started(variant, power)
            assert_whole(variant, position, power, list(player.choose_orders(position, power, None)))
