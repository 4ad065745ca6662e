"""Coverage of each package by the tests: ``python scripts/coverage_by_package.py`` measures and prints a table in Markdown.

It runs the tests that are not slow, those of the window too, which takes about twice as long as without measuring. What other processes
run, such as boards being compiled or the program as it starts, is not counted. ``--known`` prints the last measurement again; other
arguments go to pytest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("adjudicator", "app", "entente", "maps", "variants")
TESTS = ("tests/datc", "tests/unit", "tests/gui", "tests/mails")
DATA = ROOT / ".coverage"


def main(arguments: list[str]) -> int:
    """Measure unless asked for what is known, and print the table; returns pytest's exit code."""
    code = 0
    if "--known" not in arguments:
        sources = [f"--cov={package}" for package in PACKAGES]
        options = ["-q", "-n", "auto", "-m", "not slow and not thorough", *sources, "--cov-report="]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "COVERAGE_FILE": str(DATA)}
        command = [sys.executable, "-m", "pytest", *options, *(arguments or TESTS)]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603
    print(table(statements_by_package(_report())))  # noqa: T201
    return code


def _report() -> Mapping[str, Mapping[str, int]]:
    """File to its numbers of statements and of those that ran."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "-q", f"--data-file={DATA}", "-o", str(target)]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603
        found = json.loads(target.read_text(encoding="utf-8"))
    return {name.replace("\\", "/"): each["summary"] for name, each in found["files"].items()}


def statements_by_package(files: Mapping[str, Mapping[str, int]]) -> dict[str, tuple[int, int]]:
    """Package to its statements, and how many of them ran; of ``app`` by its rooms, and of those of the window by theirs."""
    counted: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for name, summary in files.items():
        folders = name.split("/")[:-1]
        depth = 3 if folders[:2] == ["app", "qt"] else 2 if folders[:1] == ["app"] else 1
        for package in {"/".join(folders[:depth]), "all"}:
            statements, run = counted[package]
            counted[package] = (statements + summary["num_statements"], run + summary["covered_lines"])
    return dict(sorted(counted.items(), key=lambda each: (each[0] == "all", each[0])))


def table(counted: Mapping[str, tuple[int, int]]) -> str:
    """Return as Markdown: package, statements, and the percentage of them that ran."""
    rows = [f"| `{package}` | {each[0]:,} | {100 * each[1] / each[0]:.1f} |" for package, each in counted.items() if each[0]]
    return "\n".join(("| package | statements | run by tests, % |", "| --- | ---: | ---: |", *rows))


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main(sys.argv[1:]))
