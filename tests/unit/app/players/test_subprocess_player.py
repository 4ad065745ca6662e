"""An opponent that thinks in a process of its own orders the same, is begun without waiting, and leaves nothing behind."""

from __future__ import annotations

import gc
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from adjudicator import PhaseKind
from app.players import subprocess_player
from app.players.bots import Bot, bots
from app.players.strong.bot import StrongBot
from app.players.subprocess_player import SubprocessPlayer
from app.tables.table_players import ask_one
from entente import play
from entente import standard as board
from tests.unit.app.session.table_desk import TableDesk
from variants.catalogue import standard

START = standard().start


@pytest.mark.slow
def test_it_orders_what_it_would_order_here_and_nobody_waits_meanwhile() -> None:
    here = StrongBot(5)
    here.started(standard(), "ITALY")
    player = SubprocessPlayer(Bot.STRONG, 5)
    player.started(standard(), "ITALY")
    player.begin(START, "ITALY", None)
    answered_at_once = player.is_ready
    assert not answered_at_once
    assert player._asked is not None
    player._asked[1].result(timeout=300)
    assert player.is_ready
    assert list(player.choose_orders(START, "ITALY", None)) == list(here.choose_orders(START, "ITALY", None))


@pytest.mark.slow
def test_it_knows_what_the_others_ordered_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question that is sent to the process has the phases it was told of; a phase played again replaces the first."""
    monkeypatch.setattr(subprocess_player, "_WORKER", subprocess_player._Worker())
    record = play(board(), bots(Bot.EASY, standard(), 3), last_year=1902)
    moves = [step for step in record.steps if step.before.phase.kind is PhaseKind.MOVEMENT]
    monkeypatch.setattr(subprocess_player._WORKER, "ask", _refuses)
    player = SubprocessPlayer(Bot.EASY, 1)
    player.started(standard(), "FRANCE")
    for step in [*moves, moves[1]]:
        player.choose_orders(step.before.position, "FRANCE", None)
        player.told(step.resolution)
    seen = player._question(START, "FRANCE", None)[-1]
    assert [each.position for each in seen] == [moves[0].before.position, moves[1].before.position]
    given = tuple(outcome.order for outcome in moves[1].resolution.outcomes if outcome.power == "ITALY")
    assert seen[1].orders["ITALY"] == given


def _refuses(_question: object) -> None:
    raise OSError("no process here")


@pytest.mark.slow
def test_its_process_ends_with_the_last_that_thinks_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess_player, "_WORKER", subprocess_player._Worker())  # no bot of another test thinks there
    player = SubprocessPlayer(Bot.EASY, 1)
    player.started(standard(), "FRANCE")
    assert player.choose_orders(START, "FRANCE", None)
    process = subprocess_player._WORKER._process
    assert process is not None
    assert process.is_alive()
    del player
    gc.collect()
    assert wait([process.sentinel], 300)  # not join: the thread that carries its answers may have asked the system for its end before


@pytest.mark.slow
def test_where_the_process_dies_in_thought_it_thinks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess_player, "_WORKER", subprocess_player._Worker())
    player = SubprocessPlayer(Bot.STRONG, 1)
    player.started(standard(), "FRANCE")
    player.begin(START, "FRANCE", None)
    process = subprocess_player._WORKER._process
    assert process is not None
    process.kill()
    assert player.choose_orders(START, "FRANCE", 0.5)


def test_where_no_process_can_be_had_it_thinks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_question: object) -> object:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess_player._WORKER, "ask", none)
    player = SubprocessPlayer(Bot.EASY, 1)
    player.started(standard(), "FRANCE")
    player.begin(START, "FRANCE", 1.0)
    assert player.is_ready
    assert player.choose_orders(START, "FRANCE", 1.0)


def test_it_is_not_asked_before_a_game_was_started() -> None:
    with pytest.raises(RuntimeError, match="choose_orders before started"):
        SubprocessPlayer(Bot.EASY, 1).choose_orders(START, "FRANCE", None)


@pytest.mark.slow
def test_at_a_table_nobody_waits_for_an_opponent_that_thinks_long(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table AUSTRIA=Ada ENGLAND=Ben FRANCE=bot:strong GERMANY=hold ITALY=hold RUSSIA=hold TURKEY=hold")
    session = desk.session
    seating = session.seating
    assert seating is not None
    still_waited_for = ask_one(session, seating, wait=False)
    assert still_waited_for
    assert "FRANCE" not in seating.answers
    player = seating.players["FRANCE"]
    assert isinstance(player, SubprocessPlayer)
    assert player._asked is not None
    player._asked[1].result(timeout=300)
    ask_one(session, seating, wait=False)
    assert len(seating.answers["FRANCE"]) == 3
    assert not ask_one(session, seating, wait=False)
    desk.end()
