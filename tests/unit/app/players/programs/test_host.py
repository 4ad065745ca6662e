"""The host of programs ends what it began, however soon it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from app.players.programs.host import ProgramHost
from app.players.programs.link import Listener
from app.players.programs.seats import ProgramReach, ProgramSeat
from app.players.programs.supervisor import ProgramStatus
from entente import variant

STANDARD = variant("standard")


@dataclass
class SlowToEnd:
    """The link of a program that is still being ended when *is_closing*, for many turns of the event loop."""

    listener: Listener
    is_closing: Callable[[], bool]
    pid: int | None = None
    is_gone: bool = False

    def write(self, line: bytes) -> int:
        return 0

    async def finish(self, patience: float) -> None:
        while not self.is_closing():
            await asyncio.sleep(0)
        for _ in range(5_000):
            await asyncio.sleep(0)
        self.is_gone = True


def test_a_program_that_lost_its_seat_is_ended_before_the_host_is_closed() -> None:
    links: list[SlowToEnd] = []

    def inside(listener: Listener) -> SlowToEnd:
        links.append(SlowToEnd(listener, lambda: host._is_closed))
        return links[0]

    with ProgramHost(STANDARD.model) as host:
        host.seat("GERMANY", ProgramSeat(ProgramReach.INSIDE, inside=inside))
        host.soon(links[0].listener.flooded, 10**9)
        assert host.wait(lambda: host.standing("GERMANY").status is ProgramStatus.STOPPED, 30)
    assert links[0].is_gone
