"""Bots play whole games by the rules, and the same seed plays the same game."""

from __future__ import annotations

import pytest

from adjudicator.check import check_order
from adjudicator.legal import adjustment, orderable
from adjudicator.order import Waive
from adjudicator.phase import PhaseKind
from app.game.edits import new_game
from app.game.record import MAIN, Game
from app.players.bots import Bot, bots
from app.players.holding import HoldingBot
from app.players.random_bot import RandomBot
from app.players.table import play
from variants.shipped import standard


def played(seed: int, years: int = 8) -> Game:
    return play(new_game(standard(), game_id="0"), bots(Bot.RANDOM, standard(), seed), last_year=1900 + years)


def test_random_games_come_to_an_end_over_every_kind_of_phase_and_all_orders_in_them_are_legal() -> None:
    kinds: set[PhaseKind] = set()
    for seed in range(4):
        game = played(seed)
        assert game.ending is not None
        for turn in game.line(MAIN):
            kinds.add(turn.phase.kind)
            for lines in turn.orders.values():
                assert all(line.is_legal for line in lines), turn.phase
    assert kinds == set(PhaseKind)


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(7, 3).line(MAIN)[-1].position == played(7, 3).line(MAIN)[-1].position
    assert played(7, 3).line(MAIN)[-1].position != played(8, 3).line(MAIN)[-1].position


def test_every_unit_gets_one_order_and_every_build_and_removal_is_used() -> None:
    for turn in played(3).line(MAIN)[:-1]:
        for power in standard().powers:
            orders = [line.order for line in turn.orders_of(power)]
            if turn.phase.kind is PhaseKind.ADJUSTMENT:
                assert len(orders) == abs(adjustment(standard(), turn.position, power))
            else:
                assert len(orders) == len(orderable(standard(), turn.position, power))


def test_a_holding_game_stands_still_until_it_is_abandoned() -> None:
    game = play(new_game(standard()), bots(Bot.HOLDING, standard(), 1), last_year=1903)
    assert game.ending is not None
    assert game.ending.winners == ()
    assert game.line(MAIN)[-1].position.units == standard().start.units


def test_a_power_without_a_player_sends_no_orders() -> None:
    game = play(new_game(standard()), {"FRANCE": RandomBot(1)}, last_year=1901)
    assert set(game.line(MAIN)[0].orders) == {"FRANCE"}


def test_a_play_can_be_stopped_and_the_game_stays_open() -> None:
    game = play(new_game(standard()), {}, last_year=1950, go_on=lambda so_far: len(so_far.line(MAIN)) < 4)
    assert game.ending is None
    assert len(game.line(MAIN)) == 4


def test_a_bot_that_was_not_told_of_the_game_says_so() -> None:
    with pytest.raises(RuntimeError, match="before started"):
        RandomBot(1).choose_orders(standard().start, "FRANCE", None)
    assert HoldingBot().choose_orders(standard().start, "FRANCE", None) == ()


def test_what_bots_order_is_checked_like_anyones() -> None:
    bot = RandomBot(5)
    bot.started(standard(), "RUSSIA")
    for order in bot.choose_orders(standard().start, "RUSSIA", 1.0):
        assert not isinstance(order, Waive)
        assert check_order(standard(), standard().start, "RUSSIA", order)
