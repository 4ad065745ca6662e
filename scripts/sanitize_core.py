"""The compiled core with checks of memory (ASan) and of undefined behaviour (UBSan): ``python -m scripts.sanitize_core``.

Builds it apart, compares it with the adjudicator and hands it spoilt tables, rows and arrays. gcc or clang with its sanitizers is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from entente import __version__

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build and run; returns the exit code of the first part that fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("--phases", type=int, default=20_000, help="phases that are compared")
    parser.add_argument("--seconds", type=float, default=60, help="how long spoilt input goes on")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, str(ROOT / "native" / "build.py"), folder, "--sanitize"]
        if (failed := subprocess.run(build, check=False).returncode) != 0:  # noqa: S603
            return failed
        environment = {**os.environ, **sanitized(Path(folder))}
        parts = (
            ["scripts.core_sweep", str(options.phases), "--from", str(options.seed)],
            ["tests.unit.adjudicator.core_garbage", str(options.seconds), str(options.seed)],
        )
        for part in parts:
            done = subprocess.run([sys.executable, "-m", *part], cwd=ROOT, env=environment, check=False)  # noqa: S603
            if done.returncode != 0:
                return done.returncode
    return 0


def sanitized(folder: Path) -> dict[str, str]:
    """The environment in which Python finds the core in *folder* and the library that watches it."""
    compiler = os.environ.get("CC") or "cc"
    library = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    return {
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1",  # Python itself keeps memory to its end
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


if __name__ == "__main__":
    raise SystemExit(main())
