"""Bots play whole games by the rules, and the same seed plays the same game."""

from __future__ import annotations

import pytest

from adjudicator.legal import adjustment, check_order, orderable
from adjudicator.order import Waive
from adjudicator.phase import PhaseKind
from app.game.dpn.writer import write
from app.game.opening import FileStanding, open_text
from app.game.played import game_of
from app.game.record import MAIN, Game
from app.game.variant_source import ShippedShelf, plain_checksum
from app.players.bots import Bot, bots
from app.players.easy import HoldingBot, RandomBot
from entente.outcome import OutcomeKind
from entente.playing import play
from entente.state import Variant
from variants.catalogue import shipped, standard

START = Variant(standard()).start


def played(seed: int, years: int = 8) -> Game:
    return game_of(play(START, bots(Bot.RANDOM, standard(), seed), last_year=1900 + years), game_id="0")


@pytest.mark.slow
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


def test_a_holding_game_stands_still_until_it_is_drawn() -> None:
    record = play(START, bots(Bot.HOLDING, standard(), 1), last_year=1903)
    assert record.outcome.kind is OutcomeKind.DRAW
    assert len(record.outcome.powers) == 7
    assert record.final.position.units == standard().start.units


def test_a_power_without_a_player_sends_no_orders() -> None:
    game = game_of(play(START, {"FRANCE": RandomBot(1)}, last_year=1901))
    assert set(game.line(MAIN)[0].orders) == {"FRANCE"}


def test_a_play_can_be_stopped_and_the_game_stays_open() -> None:
    stopped = play(START, bots(Bot.HOLDING, standard(), 1), go_on=lambda state: state.phase.year < 1903)
    assert not stopped.final.is_over
    game = game_of(stopped)
    assert game.ending is None
    assert game.line(MAIN)[-1].phase.year == 1903


def test_a_game_that_was_played_is_one_on_the_desk_whose_file_replays() -> None:
    record = play(START, bots(Bot.RANDOM, standard(), 2), last_year=1904)
    game = game_of(record, "Bots", checksum=plain_checksum(shipped("standard").checksum), game_id="2")
    assert [turn.position for turn in game.line(MAIN)[:-1]] == [step.before.position for step in record.steps]
    opened = open_text(write(game).encode(), "bots.dpn", ShippedShelf())
    assert opened.standing is FileStanding.CHECKED, opened.faults
    assert opened.ready().game.line(MAIN)[-1].position == record.final.position


def test_a_play_from_another_position_says_where_it_began() -> None:
    line = "S1905M | units FRANCE A PAR; GERMANY A MUN | owners FRANCE PAR; GERMANY MUN"
    record = play(Variant(standard()).state(line), bots(Bot.RANDOM, standard(), 2), last_year=1906)
    opened = open_text(write(game_of(record, game_id="3")).encode(), "bots.dpn", ShippedShelf())
    assert opened.standing is FileStanding.CHECKED, opened.faults


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
