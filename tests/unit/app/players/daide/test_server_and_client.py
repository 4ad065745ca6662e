"""Our server and our client finish games with one another, in memory and over sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from adjudicator.variant import Variant
from app.game.dpn.game_reader import read as read_game
from app.game.dpn.writer import write
from app.game.edits import new_game
from app.game.record import Game
from app.players.bots import OPPONENTS, Bot
from app.players.daide.frames import FrameType, frame, initial
from app.players.daide.host import Host
from app.players.daide.language import read, show
from app.players.daide.link import REPRESENTATION_AFTER
from app.players.daide.match import Match
from app.players.daide.options import GameOptions
from app.players.daide.remote import RemoteSeat, visit
from app.players.daide.server import Doors, run_match
from app.players.daide.visitor import Visitor
from tests.quick import each_nth, few
from variants.catalogue import shipped, standard


class _Pipe:
    """A wire whose bytes wait until they are carried over."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.is_closed = False

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None:
        self.is_closed = True

    def take(self) -> bytes:
        data = bytes(self.data)
        self.data.clear()
        return data


def play(
    variant: Variant,
    *,
    level: int = 0,
    years: int = 3,
    bot: Bot = Bot.RANDOM,
    clients: int | None = None,
    known: Sequence[Variant] = (),
    answer: bool = False,
) -> tuple[Match, list[Visitor]]:
    """A whole game between our server and clients, without sockets."""
    heard: list[Match] = []
    now = [0.0]
    host = Host(variant, GameOptions(level=level), clock=lambda: now[0], on_press=lambda press: heard[0].write_press(press))
    match = Match(
        new_game(variant),
        host,
        last_year=variant.start.phase.year + years - 1,
        clients=clients,
        others=lambda power: OPPONENTS[bot].make(sum(map(ord, power))),
    )
    heard.append(match)
    seats: list[RemoteSeat] = []
    wires: list[tuple[_Pipe, _Pipe]] = []
    links = []
    for number in range(len(host.seats) if clients is None else clients):
        visitor = Visitor(f"Bot {number}", "1", known=known, refuses=answer)
        up, down = _Pipe(), _Pipe()
        links.append(host.connect(down))
        visitor.connected(up)
        seats.append(RemoteSeat(visitor, OPPONENTS[bot].make(number)))
        wires.append((up, down))

    def carry() -> bool:
        moved = False
        for (up, down), link, seat in zip(wires, links, seats, strict=True):
            for data, give in ((up.take(), link.received), (down.take(), seat.visitor.received)):
                moved = moved or bool(data)
                if data:
                    give(data)
            seat.tell()
            wanted = seat.visitor.wanted()
            if wanted is not None:
                seat.visitor.submit(wanted[0], seat.decide(*wanted))
                moved = True
        return moved

    carry()
    now[0] += REPRESENTATION_AFTER
    host.tick()  # RM to everybody
    while not match.is_over:
        moved = carry()
        assert moved or match.has_begun, "somebody waits for somebody"
        if match.can_begin:
            match.begin()
            if answer:
                carry()
                _propose(seats[0].visitor)
            continue
        if match.has_begun and not moved:
            assert host.game.is_turn_over, "somebody waits for somebody"
            match.carry_out(match.think())
    while carry():
        pass
    return match, [seat.visitor for seat in seats]


def _propose(visitor: Visitor) -> None:
    board = visitor.board
    assert board is not None
    assert visitor.power is not None
    other = next(power for power in board.powers if power != visitor.power)
    mine, its = show((board.power(visitor.power),), board.vocabulary), show((board.power(other),), board.vocabulary)
    visitor.send_press([other], read(f"PRP ( PCE ( {mine} {its} ) )", board.vocabulary))


def same(ours: Game, theirs: Game) -> None:
    """Both sides have the same phases, positions, orders and ending."""
    assert [turn.position.units for turn in ours.line()] == [turn.position.units for turn in theirs.line()]
    assert [dict(turn.position.owners) for turn in ours.line()] == [dict(turn.position.owners) for turn in theirs.line()]
    assert ours.ending is not None
    assert theirs.ending is not None
    assert ours.ending.winners == theirs.ending.winners


@pytest.mark.slow
@pytest.mark.parametrize("variant", few(["standard", "fleet-rome", "winter-1900"], "standard"))
@pytest.mark.parametrize("level", [0, 10])
def test_seven_clients_finish_a_game_on_the_standard_map(variant: str, level: int) -> None:
    board = shipped(variant).variant
    match, visitors = play(board, level=level, known=[standard(), board], answer=level > 0)
    for visitor in visitors:
        assert visitor.is_over
        assert not visitor.failure
        assert visitor.following is not None
        assert visitor.following.game.variant is board, "the client knows this board"
        same(visitor.following.game, match.game)
        assert not any(turn.adjustments for turn in visitor.following.game.line())
    press = [each for turn in match.game.line() for each in turn.press]
    assert [each.text.split()[0] for each in press] == (["PRP", "REJ"] if level else [])


@each_nth(2, "name", ["pure", "crowded"])
def test_clients_finish_a_game_on_a_board_with_names_of_its_own(name: str) -> None:
    match, visitors = play(shipped(name).variant, years=2)
    for visitor in visitors:
        assert visitor.is_over
        assert visitor.following is not None
        assert visitor.board is not None
        assert visitor.following.game.variant.id == f"daide-{name}", "it was built from what the server told"
        ours, theirs = visitor.following.game, match.game
        assert [len(turn.position.units) for turn in ours.line()] == [len(turn.position.units) for turn in theirs.line()]


@pytest.mark.slow
def test_thirty_four_clients_finish_a_game_of_chaos() -> None:
    board = shipped("chaos").variant
    match, visitors = play(board, years=3, known=[board])
    for visitor in visitors:
        assert visitor.is_over
        assert visitor.following is not None
        same(visitor.following.game, match.game)


@pytest.mark.slow
@pytest.mark.parametrize("level", [0, 10])
def test_steady_clients_play_standard_to_the_end(level: int) -> None:
    match, visitors = play(standard(), level=level, years=8, bot=Bot.STEADY, known=[standard()], answer=level > 0)
    for visitor in visitors:
        assert visitor.following is not None
        same(visitor.following.game, match.game)


@pytest.mark.slow
def test_opponents_of_ours_play_what_no_client_takes() -> None:
    match, visitors = play(standard(), clients=2, bot=Bot.EASY, known=[standard()])
    assert sum(player.name.startswith("Bot") for player in match.game.players.values()) == 2
    first = match.game.line()[0]
    assert all(first.orders.get(power) for power in match.game.variant.powers)
    assert visitors[0].following is not None
    same(visitors[0].following.game, match.game)


@pytest.mark.slow
def test_a_game_that_was_served_is_read_again() -> None:
    match, _ = play(standard(), level=10, years=1, answer=True)
    assert not read_game(write(match.game).encode()).faults


@pytest.mark.slow
def test_a_game_is_finished_over_sockets_by_clients_that_know_nothing_of_the_server() -> None:
    host = Host(standard(), GameOptions(movement_seconds=60, retreat_seconds=60, build_seconds=60))
    match = Match(new_game(standard()), host, last_year=1902)
    seats = [RemoteSeat(Visitor(f"Bot {number}", "1", known=[standard()]), OPPONENTS[Bot.RANDOM].make(number)) for number in range(7)]
    watcher = RemoteSeat(Visitor("Eyes", "1", known=[standard()], observes=True), None)

    async def everybody() -> None:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        server = asyncio.create_task(run_match(match, Doors(), opened=port.set_result))
        number = await port
        visits = [asyncio.create_task(visit(seat, "127.0.0.1", number)) for seat in (watcher, *seats)]
        while not match.is_over:
            await asyncio.sleep(0.01)
        match.host._over_since = match.host.now() - 10  # OFF at once: no client here needs three seconds to read the end
        await asyncio.gather(server, *visits)

    before = threading.active_count()
    asyncio.run(everybody())
    assert threading.active_count() == before
    for seat in (watcher, *seats):
        assert not seat.visitor.failure
        assert seat.visitor.following is not None
        same(seat.visitor.following.game, match.game)


def test_a_real_server_holds_rm_for_a_client_that_waits_for_it() -> None:
    host = Host(standard())
    match = Match(new_game(standard()), host)

    async def waits() -> tuple[bytes, float]:
        leave, loop = asyncio.Event(), asyncio.get_running_loop()
        opened: asyncio.Future[int] = loop.create_future()
        server = asyncio.create_task(run_match(match, Doors(), opened=opened.set_result, go_on=lambda: not leave.is_set()))
        reader, writer = await asyncio.open_connection("127.0.0.1", await opened)
        writer.write(initial())
        began = loop.time()
        data = await asyncio.wait_for(reader.readexactly(4), 20)
        took = loop.time() - began
        leave.set()
        await server
        writer.close()
        return data, took

    data, took = asyncio.run(waits())
    assert data == frame(FrameType.REPRESENTATION)
    assert took >= REPRESENTATION_AFTER - 0.01, "it may come later on a busy machine, and never sooner"


def test_a_seat_that_is_refused_says_why() -> None:
    now = [0.0]
    host, up, down = Host(standard(), powers=[], clock=lambda: now[0]), _Pipe(), _Pipe()
    link, visitor = host.connect(down), Visitor("Bot", "1")
    visitor.connected(up)
    link.received(up.take())
    now[0] += REPRESENTATION_AFTER
    host.tick()
    while up.data or down.data:
        link.received(up.take())
        visitor.received(down.take())
    assert visitor.failure == "the server has no seat free, or its game runs already"
