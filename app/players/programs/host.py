"""Keeps the programs of a game: one thread that talks to all of them, however many there are.

Everything here may be called from any thread. Lines of programs are taken in on the thread of the host; the player of the game waits for it
(``wait``), or is woken (``wake``) and looks.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from adjudicator import Order, Position, Variant
from app.players.programs.answers import ProgramLetter
from app.players.programs.clocks import Bounds, Clocks
from app.players.programs.dialogue import Dialogue
from app.players.programs.door import ProgramDoor
from app.players.programs.link import Listener
from app.players.programs.links import FAREWELL, KILLED, SocketLink
from app.players.programs.messages import GameOver, Hello, Judged
from app.players.programs.names import Names
from app.players.programs.seats import ProgramSeat
from app.players.programs.supervisor import GameStart, ProgramStanding, Supervisor, memory_mb
from languages import tr

_UNDER_WAY = KILLED + FAREWELL + 1
"""Seconds that what is under way has at the end."""


class ProgramHost:
    """The programs of one game.

    Args:
        variant: what is played.
        wake: called on the host's thread whenever something happened.
        clock: tells the time, in seconds that only go forward; the event loop's own unless a test says so.
        receipts: whether programs that want them get receipts for their orders and letters at once.
    """

    def __init__(
        self,
        variant: Variant,
        wake: Callable[[], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        receipts: bool = True,
    ) -> None:
        self.variant = variant
        self.receipts = receipts
        self._wake = wake
        self.clock = clock
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._number = 0
        self._seats: dict[str, Supervisor] = {}
        self._doors: dict[tuple[str, int], ProgramDoor] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="programs", daemon=True)
        self._thread.start()
        self._is_closed = False
        self._works: set[asyncio.Task[Any]] = set()
        """Tasks under way on the host's thread: programs being started or ended."""

    def __enter__(self) -> ProgramHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    # --- seats ---

    def seat(
        self,
        power: str,
        seat: ProgramSeat,
        *,
        clocks: Clocks | None = None,
        bounds: Bounds | None = None,
        names: Names | None = None,
        options: Mapping[str, bool | int | float | str] | None = None,
        wait: bool = True,
    ) -> None:
        """Give *power* to a program, which is started, called or waited for at once.

        Args:
            wait: until it was started or called; else ``standing`` tells when it is there.
        """
        with self.lock:
            made = self._seats[power] = Supervisor(
                self, power, seat, clocks or Clocks(), bounds or Bounds(), names or Names(), dict(options or {})
            )
        self._do(made.open(), wait=wait)

    def leave(self, power: str) -> None:
        """The program of *power* has no seat any more, and is ended in 2 seconds."""
        with self.lock:
            seat = self._seats.pop(power)
            seat.dialogue.end(self.clock(), None)
        self._do(seat.stop("", FAREWELL), wait=False)

    def set_options(self, power: str, options: Mapping[str, bool | int | float | str]) -> None:
        """Set the program's options as chosen by people, sent with its next game."""
        self._seats[power].set_options(options)

    def token_of(self, power: str) -> str | None:
        """Return the token that a program that connects to us for *power* needs in its hello."""
        return self._seats[power].token

    def port_of(self, power: str) -> int:
        """The port on which the program of *power* is waited for."""
        return self._seats[power].port

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that programs play."""
        return tuple(self._seats)

    def dialogue(self, power: str) -> Dialogue:
        """Return the dialogue with the program of *power*. To be looked at under ``lock``."""
        return self._seats[power].dialogue

    def standing(self, power: str) -> ProgramStanding:
        """Return the state of the program of *power*."""
        with self.lock:
            return self._seats[power].standing()

    def memory_mb(self, power: str) -> int | None:
        """Return the memory of the process of *power*."""
        pid = self._seats[power].standing().pid
        return None if pid is None else memory_mb(pid)

    # --- the game ---

    def begin(self, game: GameStart) -> None:
        """A game begins."""
        with self.lock:
            for seat in self._seats.values():
                seat.begin(game)

    def begin_for(self, power: str, game: GameStart) -> None:
        """A game begins for the program of *power*, which has come to it later."""
        with self.lock:
            self._seats[power].begin(game)

    def ask(self, power: str, position: Position) -> None:
        """The program of *power* is to order in *position*, which is what its power may see."""
        with self.lock:
            self._seats[power].ask(position)

    def orders(self, power: str) -> tuple[Order, ...]:
        """Return its orders in the present turn."""
        with self.lock:
            return self._seats[power].dialogue.orders

    def is_done(self, power: str) -> bool:
        """Return True if nothing more is waited for in the present turn."""
        with self.lock:
            return self._seats[power].dialogue.is_done

    @property
    def thinking(self) -> tuple[str, ...]:
        """The powers of programs that are waited for."""
        with self.lock:
            return tuple(power for power, seat in self._seats.items() if not seat.dialogue.is_done)

    def close_turn(self) -> None:
        """The phase is carried out."""
        with self.lock:
            for seat in self._seats.values():
                seat.dialogue.close_turn()

    def tell(self, power: str, judged: Judged) -> None:
        """Send the resolution of a phase, as *power* may see it."""
        with self.lock:
            self._seats[power].dialogue.tell(judged)

    def letter(self, power: str, sender: str, text: str, to: Iterable[str] = ()) -> None:
        """A letter for *power*."""
        with self.lock:
            self._seats[power].dialogue.letter(self.clock(), sender, text, tuple(to))

    def delivered(self, power: str, to: Iterable[str], told: Iterable[str]) -> None:
        """Send the delivery of a letter of *power*."""
        with self.lock:
            self._seats[power].dialogue.delivered(self.clock(), tuple(to), tuple(told))

    def take_orders(self, powers: Iterable[str]) -> dict[str, tuple[Order, ...]]:
        """Return the orders of *powers*' programs. The phase is carried out with it: later orders come too late, and get that answer."""
        with self.lock:
            taken = {power: self._seats[power].dialogue.orders for power in powers}
            self.close_turn()
            return taken

    def inform(self, power: str, text: str) -> None:
        """A line for the program of *power*."""
        with self.lock:
            self._seats[power].dialogue.inform(self.clock(), text, warning=True)

    def letters(self) -> tuple[tuple[str, ProgramLetter], ...]:
        """The letters that were written since the last call, with their writers."""
        with self.lock:
            found = []
            for power, seat in self._seats.items():
                found += [(power, letter) for letter in seat.dialogue.heard.letters]
                seat.dialogue.heard.letters.clear()
            return tuple(found)

    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Return the words of programs to people since the last call, with the power of each."""
        with self.lock:
            found = []
            for power, seat in self._seats.items():
                found += [(power, text) for text in seat.dialogue.heard.reasons]
                seat.dialogue.heard.reasons.clear()
            return tuple(found)

    def note(self, power: str, kind: str, words: str) -> None:
        """Note an event at the seat of *power* in its log."""
        with self.lock:
            self._seats[power].dialogue.note(kind, words, self.clock())

    @property
    def has_letters(self) -> bool:
        """True if there are letters that were not looked at yet."""
        return any(seat.dialogue.heard.letters for seat in self._seats.values())

    def draw_wanted(self) -> frozenset[str]:
        """The powers whose programs would end the game in a draw now."""
        with self.lock:
            return frozenset(power for power, seat in self._seats.items() if seat.dialogue.heard.wants_draw and not seat.dialogue.forfeit)

    def tell_of_draw(self, powers: Iterable[str]) -> None:
        """Tell all programs who would end the game in a draw."""
        with self.lock:
            for seat in self._seats.values():
                seat.dialogue.draw_wanted(self.clock(), tuple(powers))

    def end(self, over: Callable[[str], GameOver | None]) -> None:
        """The game is over, or given up where *over* says nothing for a power; programs that we started end within 2 seconds."""
        with self.lock:
            for power, seat in self._seats.items():
                seat.dialogue.end(self.clock(), over(power))

    def dismiss(self) -> None:
        """End the programs of a game that is over: each has 2 seconds after its ``bye``. That is not waited for here."""
        for seat in tuple(self._seats.values()):
            self._do(seat.stop("", FAREWELL), wait=False)

    def wait(self, until: Callable[[], bool], most: float | None = None) -> bool:
        """Wait until *until* holds, which is looked at whenever something happened; whether it does."""
        with self._changed:
            return self._changed.wait_for(until, most)

    # --- what a person does ---

    def kill(self, power: str) -> None:
        """End the program of *power* at once."""
        self._await(self._seats[power].stop(tr("it was killed"), 0))

    def restart(self, power: str, *, wait: bool = True) -> None:
        """A fresh program takes the seat of *power*, and is asked for what is open."""
        seat = self._seats[power]
        self._await(seat.renew())  # who goes on at once must not take the end of the old program for its orders
        self._do(seat.open(), wait=wait)

    def close(self) -> None:
        """End everything; no process, socket or thread is left."""
        if self._is_closed:
            return
        self._is_closed = True
        self.end(lambda _power: None)
        self._await(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        await self._finish_works()
        await asyncio.gather(*(seat.stop("", FAREWELL) for seat in self._seats.values()))
        await self._finish_works()
        for door in self._doors.values():
            await door.close()
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _finish_works(self) -> None:
        """Wait for programs that are being started or ended: cancelled half-way, they would stay behind."""
        begun = self._works - {asyncio.current_task()}
        if begun:
            await asyncio.wait(begun, timeout=_UNDER_WAY)

    # --- inside ---

    async def _at_work(self, work: Any) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._works.add(task)
        try:
            await work
        finally:
            self._works.discard(task)

    def _await(self, work: Any) -> None:
        self._do(work, wait=True)

    def _do(self, work: Any, *, wait: bool) -> None:
        future = asyncio.run_coroutine_threadsafe(self._at_work(work), self._loop)
        if wait:
            future.result()

    def see_through(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin *work* on the host's thread, where this is called; the host is not closed before it is done."""
        task = self._loop.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)

    def soon(self, what: Callable[..., object], *arguments: object) -> None:
        """Do *what* on the host's thread."""
        self._loop.call_soon_threadsafe(what, *arguments)

    def happened(self) -> None:
        """Wake all who wait for a change."""
        with self._changed:
            self._number += 1
            self._changed.notify_all()
        if self._wake is not None:
            self._wake()

    async def door(self, host: str, port: int, token: str | None) -> tuple[ProgramDoor, int]:
        """The door at that port; one for all seats that wait there."""
        known = self._doors.get((host, port))
        if known is not None and port:
            return known, port
        door = ProgramDoor(token or secrets.token_urlsafe(12), self._admit)
        found = await door.open(host, port)
        self._doors[host, found] = door
        return door, found

    def _admit(self, hello: Hello, link: SocketLink) -> Listener | None:
        with self.lock:
            free = [seat for seat in self._seats.values() if seat.is_waited_for]
            wanted = [seat for seat in free if seat.power == (hello.power or "").upper()]
            chosen = next(iter(wanted if hello.power else free), None)
            return None if chosen is None else chosen.take(link)
