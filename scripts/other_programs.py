"""Programs of others for which boards are exported, at the commits with which our tests were last passed.

    python -m scripts.other_programs [--if-possible] [NAME ...]

fetches those that are named, or all, with git and without their history, into the folder that ``ENTENTE_PROGRAMS`` names, else into
``.tools/programs``, where the tests of ``tests/interop`` look for them. Nothing of them is run by this, and nothing of them is part of
the project. Each test needs a tool besides: Go, Node, Java or PHP with its extension gd; Python packages are fetched by uv.

``--if-possible`` fetches those that tests need, in 150 seconds at most, and takes no offence where one cannot be had: the tests with it
are passed over.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from scripts.asked_help import answer_help

FOLDER = Path(__file__).resolve().parents[1] / ".tools" / "programs"


class Program(NamedTuple):
    """A program of others: where it can be had, and which commit."""

    repository: str
    commit: str
    needs: str
    tested: bool = True
    """False where no test needs it."""


class CannotFetchError(Exception):
    """Error of a program that cannot be had; the message says why."""


PROGRAMS = {
    "godip": Program("https://github.com/zond/godip", "5517bcd2685290a7aa618627a285b77474567fcc", "go"),
    "diplicity-react": Program("https://github.com/johnpooch/diplicity-react", "2a0271b8b8d8b7614ed6aaa21152db34e94bbbd1", "node"),
    "DiplomacyGM": Program("https://github.com/Imperial-Diplomacy/DiplomacyGM", "f6b53bb007f9d5f412041f75744e50888d53e3b8", ""),
    "jdip": Program("https://github.com/rgo/jDip", "daaf02ae76f0121aa30bec9e9470091a98a8e6bc", "java"),
    "webDiplomacy": Program("https://github.com/kestasjk/webDiplomacy", "9c9b1bb0ef7298ec81f57658698f65d5685cc2b0", "php"),
    "vDiplomacy": Program("https://github.com/Sleepcap/vDiplomacy", "72c81f0dd73bedccc11f13a750dfcc62f580549a", "", tested=False),
}
"""By the name of their folder. The boards of the last one are there to be imported and looked at."""
IF_POSSIBLE = "--if-possible"
SECONDS = 150.0
"""Time for all of them together where they are fetched if possible."""


def fetch(program: Program, folder: Path, seconds: float | None = None) -> None:
    """Put the files of *program* into *folder*, which may hold an earlier commit: that stays where the new one cannot be had.

    Raises:
        CannotFetchError: git is missing, has not got it after *seconds*, or says why it cannot have it.
    """
    until = None if seconds is None else time.monotonic() + seconds
    if (folder / ".git").is_dir() and _git(("rev-parse", "HEAD"), folder, until) == program.commit:
        return
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    try:
        for words in (
            ("init", "--quiet"),
            ("fetch", "--quiet", "--depth=1", program.repository, program.commit),
            ("checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"),
        ):
            _git(words, new, until)
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _git(words: tuple[str, ...], folder: Path, until: float | None) -> str:
    # Hooks of a stranger's repository do not come with it; those that somebody set up for all repositories are left out. Nobody is
    # there to be asked for a password.
    command = ["git", "-c", "core.hooksPath=/dev/null", *words]
    environment = os.environ | {"GIT_TERMINAL_PROMPT": "0"}
    # Files, no pipes: what git starts for the network would keep them open when git is ended.
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as wrong:
        try:
            process = subprocess.Popen(  # noqa: S603 - words of this file
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=wrong, start_new_session=True
            )
        except FileNotFoundError:
            raise CannotFetchError("git is not installed") from None
        try:
            code = process.wait(None if until is None else max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            _end(process)
            raise CannotFetchError("there was no time left") from None
        except BaseException:
            _end(process)
            raise
        wrong.seek(0)
        if code != 0:
            raise CannotFetchError(" ".join(wrong.read().decode(errors="replace").split())[-400:] or f"git ended with {code}")
        said.seek(0)
        return said.read().decode(errors="replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and what it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def main(arguments: list[str]) -> int:
    """Fetch what is asked for; returns the exit code."""
    names = [each for each in arguments if each != IF_POSSIBLE]
    if unknown := [name for name in names if name not in PROGRAMS]:
        sys.stderr.write(f"no program {unknown[0]!r}; there are {', '.join(PROGRAMS)}\n")
        return 2
    if_possible = IF_POSSIBLE in arguments
    place = Path(os.environ.get("ENTENTE_PROGRAMS") or FOLDER)
    until = time.monotonic() + SECONDS if if_possible else None
    wanted = names or [name for name, each in PROGRAMS.items() if each.tested or not if_possible]
    failed = 0
    for name in wanted:
        program = PROGRAMS[name]
        try:
            fetch(program, place / name, None if until is None else until - time.monotonic())
        except (CannotFetchError, OSError) as error:
            failed += 1
            told = f"{name}: {program.repository} at {program.commit[:12]}: {error}"
            if if_possible:
                sys.stdout.write(f"{told}. Tests with it are passed over.\n")
            else:
                sys.stderr.write(f"{told}\n")
        else:
            lacking = f"; {program.needs} is not installed" if program.needs and not shutil.which(program.needs) else ""
            sys.stdout.write(f"{name}: {place / name} at {program.commit[:12]}{lacking}\n")
    return 1 if failed and not if_possible else 0


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
