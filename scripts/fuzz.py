"""Feeds the readers of strangers' bytes with what atheris makes up, guided by the lines that it reaches.

uv run --group fuzz python -m scripts.fuzz game --seconds 300
uv run --group fuzz python -m scripts.fuzz drawing mail client exchange

Atheris comes as a wheel for Linux. It begins with files of the project and with what was kept before (``tests/fuzz/kept``). An input that
fails is left in ``build/fuzz``, with the traceback on the terminal: mend it, put the file into ``tests/fuzz/kept/READER/``, and
``tests/fuzz/test_kept.py`` replays it from then on. Not part of ./check.
"""

from __future__ import annotations

import argparse
import functools
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WATCHED = ("app", "variants", "adjudicator", "entente")
"""Packages whose lines guide it."""
READERS = ("game", "drawing", "mail", "client", "exchange")
"""Readers in ``tests.fuzz.targets``, which is imported only where it is watched."""
MOST_INPUTS = {"drawing": 400}
"""Reader to the inputs that one process tries before the next goes on, if fewer than ``USUAL_INPUTS``: for each drawing the
watcher of lines keeps two megabytes; the reader alone keeps none."""
USUAL_INPUTS = 20_000
sys.path.insert(0, str(ROOT))

from entente import __version__  # noqa: E402


def run(target: str, seconds: int) -> None:
    """Fuzz *target* in this process, which ends with it."""
    import atheris  # type: ignore[import-untyped] # where it is installed

    for name in [each for each in sys.modules if each.partition(".")[0] in WATCHED]:
        del sys.modules[name]  # what the version was read with is watched too
    with atheris.instrument_imports(include=list(WATCHED)):
        from tests.fuzz.targets import TARGETS, kept, seeds

    found = ROOT / "build" / "fuzz" / target
    corpus = found / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for path in (*seeds(target), *kept(target)):
        shutil.copyfile(path, corpus / path.name)
    words = [f"-max_total_time={seconds}", f"-runs={MOST_INPUTS.get(target, USUAL_INPUTS)}", f"-artifact_prefix={found}/"]
    words += ["-timeout=60", "-rss_limit_mb=2048", "-max_len=20000"]
    atheris.Setup([sys.argv[0], *words, str(corpus)], TARGETS[target])
    atheris.Fuzz()


def in_turns(seconds: float, one: Callable[[int], int], now: Callable[[], float] = time.monotonic) -> int:
    """Fuzz for *seconds* in one process after the other; the code of the one that failed, or 0.

    Args:
        one: fuzzes in a new process for at most that many seconds.
    """
    ends = now() + seconds
    while (left := ends - now()) >= 1:
        code = one(round(left))
        if code:
            return code
    return 0


def main() -> int:
    """Fuzz each reader that is named, one after the other, in a process of its own; 1 where one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("readers", nargs="*", default=list(READERS), help=f"of {', '.join(READERS)}; all unless given")
    parser.add_argument("--seconds", type=int, default=120, help="for each; 120 unless given")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        run(asked.readers[0], asked.seconds)
        return 0

    def one(reader: str, seconds: int) -> int:
        command = [sys.executable, "-m", "scripts.fuzz", "--here", "--seconds", str(seconds), reader]
        return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own

    return max(in_turns(asked.seconds, functools.partial(one, each)) != 0 for each in asked.readers)


if __name__ == "__main__":
    sys.exit(main())
