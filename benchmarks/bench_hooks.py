"""What does a hook call cost, and what is the worst that a hostile one can cost?

    python -m benchmarks.bench_hooks [CALLS]

Prints the median and the 99th of a hundred for each shipped hook, asked in a game of the standard variant (bar: 5 ms for the median call),
and what a phase costs with all of them attached at once (bar: 0.5 s). Both are processor time, the worker's included. Then for the attack
fragments of the tests the time until the host has its answer and the peak memory of the worker while it lived (Linux), the worst last.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.game.edits import new_game, process, set_lines
from app.game.entries import Hook, Press
from app.game.record import MAIN, Cursor, Game
from app.game.table_edits import attach_hook, put_hook
from app.hooks.hook_consent import hook_of
from app.hooks.host import CallOutcome, HookHost
from app.hooks.next_phase import HookedRules, start_with_hooks
from app.hooks.press import deliver_due, judge_press
from app.hooks.referee import hooked_referee
from app.hooks.seen import seen_by
from variants import standard
from variants.hooks.contracts import Point
from variants.hooks.hook_text import shipped_hooks

ARGUMENTS = {
    "restrict": "ENGLAND TURKEY",
    "alliance": "FRANCE GERMANY",
    "free_start": '"FRANCE A PAR A MAR F BRE"',
    "year_of_truce": "first=1901 last=1901",
}

CALL_BAR, PHASE_BAR = 5.0, 500.0
"""Milliseconds."""

ATTACKS = {
    "endless loop": "while True:\n        pass",
    "nested loops": "while True:\n        for i in range(10**9):\n            x = i",
    "list doubling": "x = [1]\n    while True:\n        x = x + x",
    "text doubling": "s = 'aa'\n    while True:\n        s = s + s",
    "giant power": "return 10 ** 10 ** 8",
    "squaring": "n = 2\n    while True:\n        n = n * n",
    "deep list": "x = []\n    for i in range(300000):\n        x = [x]\n    return x",
    "billion laughs": "x = ['ha'] * 10\n    for i in range(10):\n        x = [x] * 10\n    return {'reason': x}",
    "five million values": "return {'reason': [0] * 5000000}",
    "endless print": "while True:\n        print('x' * 1000)",
    "backtracking": "import re\n    return str(re.match('(a+)+$', 'a' * 40 + 'b'))",
    "sleeping": "import time\n    time.sleep(3600)",
}


def question(name: str, host: HookHost) -> Callable[[], object]:
    """One call of the shipped hook *name*, as a game makes it."""
    game = attach_hook(put_hook(new_game(standard(), game_id="0"), hook_of(shipped_hooks()[name])), MAIN, name, ARGUMENTS.get(name, ""))
    point = shipped_hooks()[name].points[0]
    match point:
        case Point.PRESS:
            return lambda: judge_press(game, MAIN, Press("ENGLAND", ("TURKEY",), "hello"), host)
        case Point.RESULTS:
            return lambda: seen_by(game, Cursor(MAIN, 0), "FRANCE", host)
        case Point.START:
            return lambda: start_with_hooks(game, host)
        case Point.BUILD:
            winter = in_winter(game)
            return lambda: HookedRules(winter, winter.last(MAIN), host).build_sites("FRANCE")
        case _:
            ordered = with_holds(game)
            return lambda: processed(ordered, host)


def with_holds(game: Game) -> Game:
    """*game* with an order for every unit."""
    for power in game.variant.powers:
        game = set_lines(game, MAIN, power, [f"{unit.piece} H" for unit in game.variant.start.units_of(power)])
    return game


def processed(game: Game, host: HookHost) -> Game:
    """*game* after its open phase, with its hooks."""
    return deliver_due(process(game, MAIN, referee=hooked_referee(host)), MAIN)


def all_attached() -> Game:
    """A game with every shipped hook at once, and an order for every unit."""
    game = new_game(standard(), game_id="0")
    for name, text in shipped_hooks().items():
        game = attach_hook(put_hook(game, hook_of(text)), MAIN, name, ARGUMENTS.get(name, ""))
    return with_holds(game)


class MeasuredHost(HookHost):
    """Counts the calls, and the processor time that the worker spends on them."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.spent = 0.0

    def call(self, *given: Any, **named: Any) -> CallOutcome:
        """The same, counted."""
        outcome = super().call(*given, **named)
        self.calls += 1
        self.spent += outcome.spent
        return outcome

    def cost(self, deed: Callable[[], object]) -> tuple[float, int]:
        """Seconds of processor time that *deed* takes here and in the worker, and how many calls it makes."""
        calls, spent, start = self.calls, self.spent, time.process_time()
        deed()
        return time.process_time() - start + self.spent - spent, self.calls - calls


def said(found: float, bar: float) -> str:
    """Return the verdict on *found* milliseconds beside the *bar*."""
    return f"bar {bar:g} ms   {'ok' if found <= bar else 'over'}"


def in_winter(game: Game) -> Game:
    """*game* in a winter in which all of France is to be built."""
    from dataclasses import replace

    from adjudicator.phase import Phase

    turn = game.turn(game.last(MAIN))
    position = replace(turn.position, phase=Phase.of("W1901A"), units=tuple(u for u in turn.position.units if u.power != "FRANCE"))
    return game.with_turn(game.last(MAIN), replace(turn, position=position))


class PeakMemory:
    """Watches the memory of this process's children while it is open."""

    def __init__(self) -> None:
        self.kilobytes = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.005):
            for children in Path("/proc/self/task").glob("*/children"):
                self.kilobytes = max(self.kilobytes, sum(map(_resident, children.read_text().split())))


def _resident(process: str) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def main() -> None:
    """Print the tables."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    host = MeasuredHost()
    start = time.perf_counter()
    host.is_available()
    print(f"import, worker start and first call: {(time.perf_counter() - start) * 1000:.0f} ms")
    print(f"\n{'shipped hook':<16} {'a call':>8} {'p99':>8}   ms of processor time, {calls} times, everything around the call included")
    for name in shipped_hooks():
        ask = question(name, host)
        ask()
        times = []
        for _ in range(calls):
            seconds, asked = host.cost(ask)
            times.append(seconds * 1000 / max(1, asked))
        times.sort()
        middle = statistics.median(times)
        print(f"{name:<16} {middle:8.2f} {times[int(len(times) * 0.99) - 1]:8.2f}   {said(middle, CALL_BAR)}")
    game = all_attached()
    whole = [host.cost(lambda: processed(game, host)) for _ in range(max(3, calls // 20))]
    middle = statistics.median(seconds * 1000 for seconds, _ in whole)
    print(f"{'all in a phase':<16} {middle:8.2f} {max(whole)[0] * 1000:8.2f}   {said(middle, PHASE_BAR)}, {whole[0][1]} calls")
    print(f"\n{'attack':<20} {'ms':>6} {'peak MB':>8}  outcome")
    rows = []
    for name, body in ATTACKS.items():
        hook = Hook("attack", ("press",), f"# {name}\ndef on_press(ctx):\n    {body}\n")
        with PeakMemory() as peak:
            start = time.perf_counter()
            outcome = host.call(hook, Point.PRESS, {})
            elapsed = (time.perf_counter() - start) * 1000
        rows.append((elapsed, peak.kilobytes / 1024, name, f"{outcome.kind}, line {outcome.line}: {outcome.message[:60]}"))
    for elapsed, megabytes, name, words in sorted(rows):
        print(f"{name:<20} {elapsed:6.0f} {megabytes:8.0f}  {words}")
    print(f"worst: {max(row[0] for row in rows):.0f} ms, {max(row[1] for row in rows):.0f} MB")
    host.close()


if __name__ == "__main__":
    main()
