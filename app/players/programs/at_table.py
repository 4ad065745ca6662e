"""The programs in seats of a table: started, begun when all are ready, asked phase by phase. Nothing here waits for any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from time import monotonic

from adjudicator import Order, Position, Variant
from app.players.programs.answers import ProgramLetter
from app.players.programs.clocks import Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.known import KnownProgram, Value
from app.players.programs.log import ProgramLogEntry
from app.players.programs.messages import GameOver, Judged, Option
from app.players.programs.seats import SeatError
from app.players.programs.supervisor import GameStart, ProgramStanding, ProgramStatus

GREETING = 1.5
"""Seconds that a program has to say hello before it counts as one that says none."""


class TablePrograms:
    """The programs of one table.

    Args:
        variant: what is played.
        clock: seconds that only go forward.
    """

    def __init__(self, variant: Variant, clock: Callable[[], float] = monotonic) -> None:
        self._host = ProgramHost(variant, clock=clock, receipts=False)
        self._clock = clock
        self._programs: dict[str, KnownProgram] = {}
        self._absent: dict[str, str] = {}
        """Reason that a power's program could not even be looked for."""
        self._there: dict[str, float] = {}
        """Time at which the link to a program was first seen."""
        self._asked: dict[str, Position] = {}
        self._game: GameStart | None = None
        self._is_closed = self._is_over = False
        self.is_paused = False
        """True if no program is asked by itself."""
        self._steps: set[str] = set()
        """The powers that are asked once, though it is paused."""

    # --- who sits here ---

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that programs play."""
        return tuple(self._programs)

    def program(self, power: str) -> KnownProgram:
        """The program of *power*."""
        return self._programs[power]

    def seat(self, power: str, program: KnownProgram) -> None:
        """Give *power* to *program*, which is started or called; whether that works, its status says."""
        self._programs[power] = program
        self._absent.pop(power, None)
        self._there.pop(power, None)
        try:
            seat = program.seat()
        except SeatError as error:
            self._absent[power] = str(error)
            return
        seconds = program.seconds
        clocks = Clocks(5.0, seconds, max(2.0, seconds / 2), max(2.0, seconds / 2))
        self._host.seat(power, seat, clocks=clocks, options=program.options, wait=False)
        if self._game is not None:
            self._host.begin_for(power, self._game)

    def leave(self, power: str) -> None:
        """Release the seat of *power*, which another has now."""
        del self._programs[power]
        if self._absent.pop(power, None) is None:
            self._host.leave(power)
        self._asked.pop(power, None)

    def set_options(self, power: str, options: Mapping[str, Value]) -> None:
        """Set the program's options as chosen by people; it learns them when the game begins for it."""
        self._programs[power] = replace(self._programs[power], options=dict(options))
        if power not in self._absent:
            self._host.set_options(power, options)

    def options_of(self, power: str) -> tuple[Option, ...]:
        """Return the options that the program of *power* declares."""
        if power in self._absent:
            return ()
        with self._host.lock:
            hello = self._host.dialogue(power).hello
            return () if hello is None else hello.options

    # --- how it stands ---

    def standing(self, power: str) -> ProgramStanding:
        """Return the state of the program of *power*."""
        if power in self._absent:
            return ProgramStanding(power, ProgramStatus.STOPPED, self._absent[power])
        found = self._host.standing(power)
        if self._game is None and found.status is ProgramStatus.READY and not found.name:
            since = self._there.setdefault(power, self._clock())
            if self._clock() - since < GREETING:
                return ProgramStanding(power, ProgramStatus.STARTING, "", pid=found.pid)
        return found

    @property
    def is_ready(self) -> bool:
        """True if all programs are there, so that the game can begin for them."""
        return self._statuses().isdisjoint({ProgramStatus.OFF, ProgramStatus.STARTING, ProgramStatus.STOPPED})

    def _statuses(self) -> set[ProgramStatus]:
        """Statuses of all. Each is looked at, so that the time to say hello runs for all at once and not for one after the other."""
        return {self.standing(power).status for power in self._programs}

    def wait_until_ready(self, most: float = 10.0) -> None:
        """Wait until all programs are there or lost, but no longer than *most* seconds; for those who see no lamps."""
        end = self._clock() + most
        settled = {ProgramStatus.READY, ProgramStatus.STOPPED}
        while self._clock() < end and not self._statuses() <= settled:
            self._host.wait(lambda: False, 0.02)

    @property
    def has_begun(self) -> bool:
        """True if the game has begun for them."""
        return self._game is not None

    def token_of(self, power: str) -> str:
        """Return the token of a program that connects to us; empty for others."""
        return "" if power in self._absent else self._host.token_of(power) or ""

    def memory_mb(self, power: str) -> int | None:
        """Return the memory of the process of *power*."""
        return None if power in self._absent else self._host.memory_mb(power)

    def log(self, power: str, number: int = 0) -> tuple[ProgramLogEntry, ...]:
        """Return the log of the program of *power*, from entry *number* on, counted over all that there were."""
        if power in self._absent:
            return ()
        with self._host.lock:
            return self._host.dialogue(power).log.since(number)

    def log_total(self, power: str) -> int:
        """Return the number of entries that log has had."""
        if power in self._absent:
            return 0
        with self._host.lock:
            return self._host.dialogue(power).log.total

    def last_trip(self, power: str) -> int | None:
        """Milliseconds from the last turn to its orders; ``None`` before the first."""
        return next((each.round_trip_ms for each in reversed(self.log(power)) if each.round_trip_ms is not None), None)

    def options_set(self, power: str) -> Mapping[str, Value]:
        """Return the options that people set for the program of *power*."""
        return self._programs[power].options

    def counts(self, power: str) -> tuple[int, int, int, float]:
        """Turns, rejected orders, late turns, and seconds a move of the program of *power*."""
        if power in self._absent:
            return 0, 0, 0, 0.0
        with self._host.lock:
            counts = self._host.dialogue(power).counts
            return counts.turns, counts.illegal, counts.late, counts.seconds_a_move or 0.0

    # --- the game ---

    def begin(self, game: GameStart) -> None:
        """Begin the game with the programs that are ready."""
        self._game = game
        self._host.begin(game)

    def answer(self, power: str, position: Position) -> tuple[Order, ...] | None:
        """Return the orders of the program of *power* in *position*, as its power may see it; ``None`` while it thinks, or waits."""
        if power in self._absent:
            return ()
        if not self.has_begun:
            return None
        if self._is_over:  # the game was opened again
            self._is_over = False
            for each in self._programs:
                self.restart(each)
        if self._asked.get(power) != position:
            if self.is_paused and power not in self._steps:
                return None
            self._steps.discard(power)
            self._asked[power] = position
            self._host.ask(power, position)
        return self._host.orders(power) if self._host.is_done(power) else None

    def is_asked(self, power: str) -> bool:
        """Return True if the program of *power* was asked in this phase, or needs not to be."""
        return power in self._absent or power in self._asked

    def so_far(self, power: str) -> tuple[Order, ...]:
        """Return the orders of the program of *power* until now."""
        return () if power in self._absent or power not in self._asked else self._host.orders(power)

    def why_silent(self, power: str) -> str:
        """Return the reason that the program of *power* plays no more; empty while it does."""
        if power in self._absent:
            return self._absent[power]
        with self._host.lock:
            return self._host.dialogue(power).forfeit

    def step(self, powers: Iterable[str]) -> None:
        """Ask the programs of *powers* once, though it is paused."""
        self._steps |= set(powers)

    def wait(self, powers: Iterable[str], most: float) -> None:
        """Wait until the programs of *powers* have answered, but no longer than *most* seconds."""
        waited = [power for power in powers if power not in self._absent]
        self._host.wait(lambda: all(self._host.is_done(power) for power in waited), most)

    @property
    def longest(self) -> float:
        """Seconds after which every program has answered or is late."""
        return max((program.seconds + 6.0 for program in self._programs.values()), default=0.0)

    def phase_over(self) -> None:
        """The phase is carried out: orders come too late now."""
        self._asked.clear()
        self._steps.clear()
        self._host.close_turn()

    def send_resolution(self, power: str, judged: Judged) -> None:
        """Send the resolution of a phase, as *power* may see it."""
        if power not in self._absent:
            self._host.tell(power, judged)

    def over(self, about: Callable[[str], GameOver | None]) -> None:
        """End the game: all are informed, and ended in 2 seconds. Their logs stay to be read."""
        self._host.end(about)
        self._host.dismiss()
        self._is_over = True

    def letter(self, power: str, sender: str, text: str, to: Iterable[str]) -> None:
        """A letter for *power*."""
        if power not in self._absent:
            self._host.letter(power, sender, text, to)

    def inform(self, power: str, text: str) -> None:
        """A line for the author of the program of *power*."""
        if power not in self._absent:
            self._host.inform(power, text)

    def letters(self) -> tuple[tuple[str, ProgramLetter], ...]:
        """The letters that were written since the last call, with their writers."""
        return self._host.letters()

    @property
    def wants_draw(self) -> frozenset[str]:
        """The powers whose programs would end the game in a draw now."""
        return self._host.draw_wanted()

    # --- what a person does ---

    def kill(self, power: str) -> None:
        """End the program of *power* at once; its units hold from then on."""
        if power not in self._absent:
            self._host.kill(power)

    def restart(self, power: str) -> None:
        """A fresh program takes the seat of *power*, and is asked for what is open."""
        if power in self._absent:
            self.seat(power, self._programs[power])
        else:
            self._there.pop(power, None)
            self._host.restart(power, wait=False)

    def close(self) -> None:
        """End all of them: no process, socket or thread is left."""
        if not self._is_closed:
            self._is_closed = True
            self._host.close()
