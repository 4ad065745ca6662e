"""Breaks one line, operator, constant or condition at a time, and says which changes no test notices.

python scripts/mutate.py adjudicator --also tests/datc --sample 500 --minutes 30
python scripts/mutate.py app/game/storage app/game/journal.py --survivors
python scripts/mutate.py adjudicator --report

Each file is tried with the tests at its mirrored path below tests/unit (its own test file, or else its folder's tests) and those given by
--also. Results are kept in build/mutants/, so that a run goes on where the last one stopped. Changes that nothing can tell are listed with
their reasons in scripts/mutation/equivalents.toml; they are not tried and not counted. Not part of ./check.

Everything runs in a copy of the project, with a home and a temporary folder beside that copy, and all of it is taken away at the end: a
broken line may write or delete files wherever it likes.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from entente import __version__  # noqa: E402
from scripts.mutation.changes import Mutant, is_python, mutants_of  # noqa: E402
from scripts.mutation.equivalents import read_equivalents, reasons_of, stale  # noqa: E402
from scripts.mutation.trials import Known, Surveying, Told, Trying, read_surveys, run_pytest, stream, try_again  # noqa: E402

COPIED_FROM = "ENTENTE_MUTANTS_OF"
"""The variable that says, to the script in the copy, which project it is a copy of."""
KEPT = Path(os.environ.get(COPIED_FROM, ROOT)) / "build" / "mutants"
RUN = os.getpid()
KILLED = {"killed", "time"}
LEADING = {
    "adjudicator/": tuple(f"tests/unit/adjudicator/test_{name}.py" for name in ("small_boards", "small_boards_orders", "small_straits")),
}
"""Folder to the tests that compare much in little time, tried before the slower ones."""

WARMING = ("tests/mails/test_short_mails.py",)
"""Tests that use so much that is made once (boards, words, patterns) that some of them run before the first fork."""


def main() -> int:
    """Run it; 0 when at least as many are killed as --aim says."""
    arguments = _arguments()
    if not arguments.report and COPIED_FROM not in os.environ:
        return in_copy(ROOT, sys.argv[1:])
    os.nice(arguments.nice)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.chdir(ROOT)
    KEPT.mkdir(parents=True, exist_ok=True)
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in _python_files(arguments.targets)}
    mutants = [each for path, text in sources.items() for each in mutants_of(path, text)]
    listed = read_equivalents()
    lost = stale(listed, mutants, sources)
    same = reasons_of(listed, mutants, sources)
    random.Random(arguments.seed).shuffle(mutants)  # noqa: S311
    mutants = [each for each in mutants if not each.path.startswith(tuple(arguments.without))]
    mutants.sort(key=lambda each: not each.path.startswith(tuple(arguments.first)))
    results = KEPT / "results.jsonl"
    known = {each.id: each for each in stream(results)}
    if arguments.survivors:
        mutants = [each for each in mutants if each.id in known and known[each.id].outcome not in KILLED]
    possible = (each for each in mutants if is_python(each, sources[each.path]))
    mutants = list(islice(possible, arguments.sample or None))
    if not arguments.report:
        waiting = [each for each in mutants if each.id not in same and _is_due(known.get(each.id), arguments)]
        beside = arguments.tests or {test for path in sources for test in mirrored(path)}
        tests = sorted({*beside, *arguments.also})
        _try_all(waiting, tests, list(sources), results, arguments)
        known = {each.id: each for each in stream(results)}
    for each in lost:
        sys.stdout.write(f"Listed as equivalent, but no change any more: {each.file}\n    - {each.before}\n    + {each.after}\n")
    return _report(mutants, sources, known, same, arguments) or (1 if lost else 0)


def in_copy(root: Path, words: Sequence[str]) -> int:
    """Run the script with *words* in a copy of the project at *root*; its answer."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as made:
        copy, home, temporary = (Path(made) / name for name in ("project", "home", "tmp"))
        for each in (home, temporary):
            each.mkdir()
        for path in _files_of(root):
            target = copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, target, follow_symlinks=False)
        own = {name: str(home) for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
        own |= {name: str(temporary) for name in ("TMPDIR", "TEMP", "TMP")}
        own |= {COPIED_FROM: str(root), "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(copy / "scripts" / "mutate.py"), *words]
        return subprocess.run(command, cwd=copy, env=os.environ | own, check=False).returncode  # noqa: S603


def _files_of(root: Path) -> list[str]:
    """Return the files that git knows at *root* or would take in, as far as they are there."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout  # noqa: S603
    return [each for each in listed.split("\0") if each and os.path.lexists(root / each)]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("targets", nargs="+", help="files and folders to break, below the project")
    parser.add_argument("--also", nargs="*", default=[], metavar="TESTS", help="tests beside the mirrored ones")
    parser.add_argument("--tests", nargs="*", default=[], help="tests in place of the mirrored ones")
    parser.add_argument("--first", nargs="*", default=[], metavar="PATHS", help="what to begin with")
    parser.add_argument("--without", nargs="*", default=[], metavar="PATHS", help="what to leave alone")
    parser.add_argument("--sample", type=int, default=0, help="how many changes, drawn by --seed; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30, help="when to begin no more")
    parser.add_argument("--budget", type=float, default=10, help="seconds of processor time for one change")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--nice", type=int, default=15)
    parser.add_argument("--survivors", action="store_true", help="try those again that survived, and no others")
    parser.add_argument("--together", action="store_true", help="find out in one process for each file what its tests run")
    parser.add_argument("--report", action="store_true", help="try nothing; tell what is known")
    parser.add_argument("--aim", type=float, default=0, help="per cent that must be killed")
    return parser.parse_args()


def _python_files(targets: Iterable[str]) -> list[str]:
    found = []
    for target in targets:
        path = (ROOT / target).resolve()
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [path.relative_to(ROOT).as_posix() for path in found]


def mirrored(path: str) -> list[str]:
    """The tests beside a file: its own, or those of the nearest folder that has any."""
    place = ROOT / "tests" / "unit" / path
    own = place.with_name(f"test_{place.name}")
    if own.exists():
        return [own.relative_to(ROOT).as_posix()]
    folder = place.parent
    while not list(folder.glob("test_*.py")) and folder != ROOT / "tests" / "unit":
        folder = folder.parent
    return [folder.relative_to(ROOT).as_posix()] if folder != ROOT / "tests" / "unit" else []


def leading(path: str) -> Sequence[str]:
    """The test files that are tried early on a file: those of its folder that compare much, or else its own."""
    own = (each for each in mirrored(path) if each.endswith(".py"))
    return next((tests for folder, tests in LEADING.items() if path.startswith(folder)), tuple(own))


def _is_due(told: Told | None, arguments: argparse.Namespace) -> bool:
    return told is None or told.outcome == "again" or bool(arguments.survivors)


def _try_all(mutants: Sequence[Mutant], tests: Sequence[str], paths: Sequence[str], results: Path, arguments: argparse.Namespace) -> None:
    if not mutants or not tests:
        return
    known = _survey(tests, paths, together=arguments.together)
    ends = time.monotonic() + 60 * arguments.minutes

    def tell(told: Told) -> None:
        with results.open("a") as file:
            file.write(json.dumps(dataclasses.asdict(told)) + "\n")

    jobs = range(arguments.jobs)

    def quickly(job: int) -> None:
        run_pytest(tests, Trying(ROOT, known, mutants[job :: len(jobs)], arguments.budget, ends, tell, leading, WARMING), _own("tmp", job))

    def again(job: int) -> None:
        told = {each.id: each.outcome for each in stream(results)}
        waiting = [each for each in mutants if told.get(each.id) == "again"]
        for mutant in waiting[job :: len(jobs)]:
            if time.monotonic() < ends:
                tell(try_again(ROOT, mutant, known.chosen(mutant), known.seconds, arguments.budget, _own("tmp", job)))

    for step in (quickly, again):
        _all_of(lambda job, step=step: step(job), jobs)  # type: ignore[misc]


def _survey(tests: Sequence[str], paths: Sequence[str], *, together: bool) -> Known:
    """Find the lines of each test: again where its file or a text below its folder changed, for all when a broken file did."""
    broken = hashlib.sha256(b"".join(path.encode() + (ROOT / path).read_bytes() for path in paths))
    kept = {}
    for path in dict.fromkeys(path for test in tests for path in _python_files([test.partition("::")[0]])):
        if Path(path).name.startswith("test_"):
            mark = broken.copy()
            read = [ROOT / path, *sorted((ROOT / path).parent.rglob("*.txt"))]
            mark.update(bytes([together]) + path.encode() + b"".join(each.read_bytes() for each in read))
            kept[path] = KEPT / f"survey-{mark.hexdigest()[:16]}.json"
    new = {path: target for path, target in kept.items() if not target.exists()}
    if new:
        sys.stdout.write(f"What the tests in {len(new)} files run ...\n")
        sys.stdout.flush()
        _all_of(lambda _: run_pytest(list(new), Surveying(ROOT, paths, new, WARMING, together=together), _own("tmp", "survey")), range(1))
    missing = [path for path, target in kept.items() if not target.exists()]
    if missing:
        sys.exit(f"These could not be collected: {', '.join(missing)}")
    known = read_surveys(kept.values())
    if known.failing:
        sys.stdout.write(f"Left out, for they fail with nothing broken: {', '.join(known.failing)}\n")
    return known


def _own(kind: str, job: int | str) -> Path:
    """A place of this run's own: logs stay, the folders of tests are taken away with the copy."""
    return (KEPT if kind == "log" else Path(tempfile.gettempdir())) / f"{kind}-{RUN}-{job}"


def _all_of(action: Callable[[int], object], jobs: Iterable[int]) -> None:
    """Each job in a process of its own that has imported nothing of the project."""
    children = []
    for job in jobs:
        child = os.fork()
        if child == 0:
            try:
                log = os.open(_own("log", job), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                os.dup2(log, 1)
                os.dup2(log, 2)
                action(job)
            except BaseException:  # noqa: BLE001
                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def _report(
    mutants: Sequence[Mutant], sources: dict[str, str], known: dict[str, Told], same: Mapping[str, str], arguments: argparse.Namespace
) -> int:
    tried = [each for each in mutants if each.id in same or (each.id in known and known[each.id].outcome != "again")]
    counts: dict[str, Counter[str]] = {}
    for each in tried:
        outcome = "equivalent" if each.id in same else known[each.id].outcome
        for folder in (each.path.rpartition("/")[0], "all"):
            counts.setdefault(folder, Counter())[outcome] += 1
    out = [f"{'folder':40}{'killed':>8}{'survived':>10}{'untested':>10}{'equivalent':>12}{'of':>8}{'killed %':>10}"]
    for folder, count in sorted(counts.items(), key=lambda each: (each[0] == "all", each[0])):
        out.append(
            f"{folder:40}{_killed(count):8}{count['survived']:10}{count['untested']:10}{count['equivalent']:12}{count.total():8}{_percent(count):10.1f}"
        )
    out.append(f"{len(mutants) - len(tried)} of {len(mutants)} not tried yet")
    for each in sorted(tried, key=lambda each: (each.path, each.line, each.column)):
        before, after = each.shown(sources[each.path])
        outcome = known[each.id].outcome if each.id in known else ""
        told = ""
        if each.id in same and outcome in KILLED:
            told = f"listed as equivalent, but killed by {known[each.id].by}"
        elif each.id not in same and outcome in {"survived", "untested"}:
            told = outcome
        if told:
            out += ["", f"{each.path}:{each.line} {told}", f"    - {before}", f"    + {after}"]
    sys.stdout.write("\n".join(out) + "\n")
    return 0 if _percent(counts.get("all", Counter())) >= arguments.aim else 1


def _killed(count: Counter[str]) -> int:
    return sum(count[each] for each in KILLED)


def _percent(count: Counter[str]) -> float:
    """Return the share of noticeable mutants that were killed; all where there are none."""
    noticeable = count.total() - count["equivalent"]
    return 100 * _killed(count) / noticeable if noticeable else 100.0


if __name__ == "__main__":
    sys.exit(main())
