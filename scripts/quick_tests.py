"""Tests of ``./check --quick``, the conformance corpus, the architecture and the quick unit tests: ``python -m scripts.quick_tests``.

Each core has one process with its part of the folders, the same at every run. Workers of pytest-xdist would each collect all files and hand
every result to another process, which costs a fifth of what these tests cost. Arguments go to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
TESTS = ("tests/datc", "tests/architecture", "tests/unit")
NO_TESTS = 5
"""Exit code of pytest where no test of a part was asked for."""

HANGS = 3_600
"""Seconds after which a part is taken to hang."""


def parts_of(files: Mapping[str, int], many: int) -> list[list[str]]:
    """Share *files*, each with its bytes, out to *many* parts of about the same size.

    A folder stays whole: its tests share what they import and keep.
    """
    folders: dict[str, list[str]] = {}
    for name in sorted(files):
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    parts: list[list[str]] = [[] for _ in range(many)]
    for folder in sorted(folders.values(), key=lambda each: -sum(map(files.__getitem__, each))):
        min(parts, key=lambda part: sum(map(files.__getitem__, part))).extend(folder)
    return [sorted(part) for part in parts if part]


def main(arguments: Sequence[str]) -> int:
    """Run all parts at once, print what each says when it ends, and return the exit code of the first that failed."""
    files = {file.relative_to(ROOT).as_posix(): file.stat().st_size for room in TESTS for file in (ROOT / room).rglob("test_*.py")}
    # What is left out here is a fifth of what a small test costs. Who hangs is named after ten minutes, and ended with its part.
    left_out = ["-p", "no:xdist", "-p", "no:logging", "-p", "no:cov", "-o", "timeout=0", "-o", "faulthandler_timeout=600"]
    options = ["-q", *left_out, "-m", "not slow and not thorough"]
    environment = {**os.environ, "ENTENTE_QUICK": "1", "QT_QPA_PLATFORM": "offscreen"}
    with tempfile.TemporaryDirectory() as folder:
        started = []
        for number, part in enumerate(parts_of(files, os.cpu_count() or 1)):
            listed, said = Path(folder) / f"{number}.txt", Path(folder) / f"{number}.log"
            listed.write_text("\n".join(part), encoding="utf-8")
            command = [sys.executable, "-m", "pytest", *options, *arguments, f"@{listed}"]
            with said.open("wb") as output:
                started.append((subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT), said))  # noqa: S603
        codes = []
        for process, said in started:
            try:
                codes.append(process.wait(HANGS))
            except subprocess.TimeoutExpired:
                process.kill()
                codes.append(process.wait())
            sys.stdout.buffer.write(said.read_bytes())
            sys.stdout.flush()
    failed = [code for code in codes if code not in {0, NO_TESTS}]
    return failed[0] if failed else min(codes)


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main(sys.argv[1:]))
