"""Runs tests against mutants: pytest collects once, and each mutant is tried in a fork of that process, so that nothing is carried over."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from scripts.mutation.changes import Mutant
from scripts.mutation.probes import MARKS, Marks, Rewriter
from scripts.mutation.swapping import Functions

MOST_MEMORY = 2 << 30
"""Bytes of address space that a mutant may take beyond what is taken before it."""
PATIENCE = 180.0
"""Seconds on the clock after which a mutant that waits for something is given up as killed."""
NEAR = 15
"""Lines before and after a statement that belong to what it does, more or less."""
STARTING = 0.01
"""Seconds of processor time that any test takes at least, more or less."""
WARMING = 50
"""Tests at most that run before the first fork, where any do."""
SLACK = 3.0
"""Seconds of processor time that one test may take beside five times what it takes without a mutant."""


@dataclass(frozen=True, slots=True)
class Known:
    """Record of the tests while nothing is broken."""

    seconds: Mapping[str, float]
    """Test to its processor time."""

    runs: Mapping[str, Mapping[int, Sequence[str]]]
    """File to statement to the tests that run it."""

    imported: Mapping[str, frozenset[int]]
    """File to the statements that run before any test does."""

    failing: Sequence[str] = ()
    """Tests that fail with nothing broken."""

    def chosen(self, mutant: Mutant, killers: Sequence[str] = ()) -> list[str]:
        """The tests that run the statement: those of *killers*, then those that run what few others run near it, for the least time."""
        lines = self.runs.get(mutant.path, {})
        tests = set(lines.get(mutant.statement, ()))
        if not mutant.deferred or mutant.statement in self.imported.get(mutant.path, ()):
            tests.update(test for each in lines.values() for test in each)
            tests = tests or set(self.seconds)  # What runs only while its file is imported.
        recent = [each for each in killers if each in tests]
        rare: defaultdict[str, float] = defaultdict(float)
        for line in range(mutant.statement - NEAR, mutant.statement + NEAR):
            run_by = lines.get(line, ())
            for test in run_by:
                rare[test] += 1 / len(run_by)
        ranked = sorted(tests, key=lambda each: (-rare[each] / (STARTING + self.seconds.get(each, 0.0)), each))
        return list(dict.fromkeys([*recent, *ranked]))


@dataclass(frozen=True, slots=True)
class Told:
    """Fate of a mutant."""

    id: str
    outcome: str
    """killed, time (killed, by never ending), survived, untested, again (to be tried by `try_again`)."""

    by: str = ""
    seconds: float = 0.0


def prepare() -> None:
    """Settings under which a mutant is tried: nothing kept on disk, no looking for the smallest example."""
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    quiet = list(hypothesis.HealthCheck)
    hypothesis.settings.register_profile(
        "mutants", database=None, derandomize=True, deadline=None, phases=phases, suppress_health_check=quiet
    )
    hypothesis.settings.load_profile("mutants")


def run_pytest(tests: Sequence[str], plugin: object, folder: Path) -> int:
    """Collect *tests* and hand them to *plugin*."""
    prepare()
    quiet = [
        "-q",
        "--no-header",
        "--no-summary",
        "-p",
        "no:xdist",
        f"--basetemp={folder}",
        "--import-mode=importlib",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]
    return int(pytest.main([*quiet, *tests], plugins=[plugin]))


def in_fork(action: Callable[[Callable[[object], None]], None], seconds: float = PATIENCE) -> tuple[list[dict[str, Any]], int]:
    """Run *action* in a fork; what it tells, and the signal that ended it (0 for none; SIGKILL also where the clock ran out)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.setpgid(0, 0)
            os.close(reading)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            action(lambda value: _write(writing, value))
        os._exit(0)
    os.close(writing)
    text = bytearray()
    ends = time.monotonic() + seconds
    late = False
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            late = True
            break
        more = os.read(reading, 1 << 16)
        if not more:
            break
        text += more
    os.close(reading)
    if late:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what it started and left behind
    return [json.loads(line) for line in text.decode().splitlines()], os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _write(pipe: int, value: object) -> None:
    data = json.dumps(value).encode() + b"\n"
    while data:
        data = data[os.write(pipe, data) :]


class _Running:
    """Runs collected tests one by one and hears how they ended."""

    def __init__(self) -> None:
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def run(self, item: pytest.Item) -> bool:
        """Return True if the test passes; Ctrl+C and the like count as failing."""
        self.failed = False
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        except BaseException:  # noqa: BLE001
            return False
        return not self.failed

    def warm(self, items: Iterable[pytest.Item], files: Iterable[str], root: Path) -> bool:
        """Run some of the tests in *files*, so that what is made once is there before the first fork; whether there were any."""
        among = [item for item in items if item.path.relative_to(root).as_posix() in set(files)]
        some = among[:: 1 + len(among) // WARMING]
        return bool([self.run(item) for item in some])


class Surveying(_Running):
    """Runs each test alone in a fork, with marks set, and writes down which statements it ran and how long it took.

    With *together* there is one fork for all tests of a file, where they leave nothing behind but answers kept in caches: a statement
    then counts for the first of several tests that ask the same.
    """

    def __init__(
        self, root: Path, paths: Sequence[str], targets: Mapping[str, Path], warming: Sequence[str] = (), *, together: bool = False
    ) -> None:
        super().__init__()
        self.together = together
        self.paths = paths
        self.warming = warming
        self.marks = Marks()
        Rewriter(root, paths, self.marks.compiled, {MARKS: self.marks})
        self.targets = targets
        self.root = root

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        imported = {path: sorted(lines) for path, lines in self.marks.items()}
        self.warm(session.items, self.warming, self.root)
        gc.collect()
        self.functions = Functions(self.root, {str(self.root / path) for path in self.paths})
        self.functions.forget()
        gc.freeze()
        by_file: dict[str, list[pytest.Item]] = {name: [] for name in self.targets}
        for item in session.items:
            by_file[item.path.relative_to(self.root).as_posix()].append(item)
        for name, items in by_file.items():
            found = []
            for some in [items] if self.together else [[item] for item in items]:
                told, _ = in_fork(partial(self._alone, some), PATIENCE * (10 if self.together else 1))
                lost = [{"seconds": 0.0, "passed": False, "ran": {}}] * (len(some) - len(told))
                found += [{"test": item.nodeid, **result} for item, result in zip(some, [*told, *lost], strict=True)]
            self.targets[name].write_text(json.dumps({"imported": imported, "tests": found}))
        return True

    def _alone(self, items: Sequence[pytest.Item], tell: Callable[[object], None]) -> None:
        for item in items:
            for lines in self.marks.values():
                lines.clear()
            before = time.process_time()
            passed = self.run(item)
            ran = {path: sorted(lines) for path, lines in self.marks.items() if lines}
            tell({"seconds": round(time.process_time() - before, 4), "passed": passed, "ran": ran})


def read_surveys(paths: Iterable[Path]) -> Known:
    """Read the files that `Surveying` wrote."""
    seconds: dict[str, float] = {}
    runs: dict[str, dict[int, list[str]]] = {}
    imported: dict[str, set[int]] = {}
    failing = []
    for path in paths:
        found = json.loads(path.read_text())
        for name, lines in found["imported"].items():
            imported.setdefault(name, set()).update(lines)
        for each in found["tests"]:
            if not each["passed"]:
                failing.append(each["test"])
                continue
            seconds[each["test"]] = each["seconds"]
            for name, lines in each["ran"].items():
                for line in lines:
                    runs.setdefault(name, {}).setdefault(line, []).append(each["test"])
    return Known(seconds, runs, {name: frozenset(lines) for name, lines in imported.items()}, failing)


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Trying(_Running):
    """Tries mutants, in the process that collected the tests. Those of what runs at import are passed as *again*: see `try_again`."""

    root: Path
    known: Known
    mutants: Sequence[Mutant]
    budget: float
    ends: float
    """Time after which no more mutants begin, by `time.monotonic`."""

    tell: Callable[[Told], None]
    leading: Callable[[str], Sequence[str]] = lambda _: ()
    """File to the files of tests that try most of it in little time; they run once the quickest tests have."""

    warming: Sequence[str] = ()
    """Files of tests of which some run before the first fork."""

    killers: dict[str, list[str]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    sound: dict[str, bool] = field(default_factory=dict)
    """Tests that killed a mutant, to whether they pass here while nothing is broken."""

    failed: bool = False
    warmed: bool = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        items = {item.nodeid: item for item in session.items}
        self.warmed = self.warm(session.items, self.warming, self.root)
        gc.collect()
        self.functions = Functions(self.root, {str(self.root / mutant.path) for mutant in self.mutants})
        gc.freeze()
        for mutant in self.mutants:
            if time.monotonic() > self.ends:
                break
            told = self._judged(mutant, items)
            if told.by:
                killers = self.killers.setdefault(mutant.path, [])
                killers[:] = [told.by, *(each for each in killers if each != told.by)][:8]
            self.tell(told)
        return True

    def _judged(self, mutant: Mutant, items: Mapping[str, pytest.Item]) -> Told:
        chosen = self.known.chosen(mutant, self.killers.get(mutant.path, ()))
        chosen = _with_leading(chosen, self.leading(mutant.path), self.known.seconds, self.budget / 5)
        ids = [each for each in chosen if each in items]
        if not ids:
            return Told(mutant.id, "untested")
        if not mutant.deferred:
            return Told(mutant.id, "again")
        source = self.sources.get(mutant.path)
        if source is None:
            source = self.sources[mutant.path] = (self.root / mutant.path).read_text(encoding="utf-8")
            self.functions.prepare(str(self.root / mutant.path), source)
        while True:
            chosen_items = [items[each] for each in ids if self.sound.get(each, True)]
            told, ended = in_fork(lambda tell, run=chosen_items: self._tried(mutant, source, run, tell))  # type: ignore[misc]
            told_of = _told(mutant, told, ended)
            if not told_of.by or self._is_sound(items[told_of.by]):
                break
        if told_of.outcome == "again" or (told_of.outcome == "survived" and mutant.statement in self.known.imported.get(mutant.path, ())):
            return Told(mutant.id, "again")
        return told_of

    def _is_sound(self, item: pytest.Item) -> bool:
        """Return whether a test that killed passes here while nothing is broken, which is tried once."""
        if item.nodeid not in self.sound:
            told, _ = in_fork(lambda tell: try_tests(self, [item], self.known.seconds, self.budget, tell))
            self.sound[item.nodeid] = bool(told) and told[-1].get("outcome") == "survived"
        return self.sound[item.nodeid]

    def _tried(self, mutant: Mutant, source: str, items: Sequence[pytest.Item], tell: Callable[[object], None]) -> None:
        ran = mutant.statement in self.known.imported.get(mutant.path, ())
        if not self.functions.swap(mutant, str(self.root / mutant.path), source, ran=ran or self.warmed):
            tell({"outcome": "again"})
            return
        try_tests(self, items, self.known.seconds, self.budget, tell)


def _with_leading(ids: Sequence[str], leading: Sequence[str], seconds: Mapping[str, float], quickly: float) -> list[str]:
    """*ids*, with those in the files *leading* moved forward, behind those before them that take *quickly* seconds together."""
    forward = [each for each in ids if each.partition("::")[0] in leading]
    begun = 0.0
    for place, each in enumerate(ids):
        begun += STARTING + seconds.get(each, 0.0)
        if begun > quickly:
            return list(dict.fromkeys([*ids[:place], *forward, *ids]))
    return list(ids)


def try_tests(
    running: _Running, items: Sequence[pytest.Item], seconds: Mapping[str, float], budget: float, tell: Callable[[object], None]
) -> None:
    """Run tests until one fails or they have taken *budget* seconds of processor time; tells which one failed."""
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if sys.platform == "linux" else 0
    resource.setrlimit(resource.RLIMIT_AS, (taken + MOST_MEMORY, resource.RLIM_INFINITY))
    before = time.process_time()
    for item in items:
        if time.process_time() - before > budget:
            break
        tell({"trying": item.nodeid})
        signal.setitimer(signal.ITIMER_VIRTUAL, SLACK + 5 * seconds.get(item.nodeid, 0.0))
        if not running.run(item):
            tell({"outcome": "killed", "by": item.nodeid, "seconds": round(time.process_time() - before, 3)})
            return
    tell({"outcome": "survived", "seconds": round(time.process_time() - before, 3)})


def _told(mutant: Mutant, told: Sequence[dict[str, Any]], ended: int) -> Told:
    last = told[-1] if told else {}
    if "outcome" in last:
        return Told(mutant.id, **last)
    return Told(mutant.id, "time" if ended in {signal.SIGVTALRM, signal.SIGKILL} else "killed", str(last.get("trying", "")))


class _Anew(_Running):
    """The tests that are asked for, of those collected."""

    def __init__(self, ids: Sequence[str], seconds: Mapping[str, float], budget: float, tell: Callable[[object], None]) -> None:
        super().__init__()
        self.budget = budget
        self.ids = ids
        self.seconds = seconds
        self.tell = tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        items = {item.nodeid: item for item in session.items}
        try_tests(self, [items[each] for each in self.ids if each in items], self.seconds, self.budget, self.tell)
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported any more has noticed."""
        if report.failed:
            self.tell({"outcome": "killed", "by": report.nodeid})
            os._exit(0)


def try_again(root: Path, mutant: Mutant, ids: Sequence[str], seconds: Mapping[str, float], budget: float, folder: Path) -> Told:
    """Try *mutant* in a fork that has imported nothing of the project yet."""

    def action(tell: Callable[[object], None]) -> None:
        Rewriter(root, [mutant.path], lambda _, text: compile(mutant.applied(text), str(root / mutant.path), "exec", dont_inherit=True), {})
        signal.setitimer(signal.ITIMER_VIRTUAL, 60.0)
        files = sorted({each.partition("::")[0] for each in ids})
        tell({"trying": "import"})
        run_pytest(files, _Anew(ids, seconds, budget, tell), folder)

    told, ended = in_fork(action)
    return _told(mutant, told, ended)


def stream(path: Path) -> Iterator[Told]:
    """Yield the earlier records of a file of JSON lines."""
    if path.exists():
        for line in path.read_text().splitlines():
            with contextlib.suppress(ValueError, TypeError):
                yield Told(**json.loads(line))
