"""Programs of others for which boards are exported, at the commits with which our tests were last passed.

    python -m scripts.other_programs [NAME ...]

fetches those that are named, or all, with git and without their history, into the folder that ``ENTENTE_PROGRAMS`` names, else into
``.tools/programs``, where the tests of ``tests/interop`` look for them. Nothing of them is run by this, and nothing of them is part of
the project. Each test needs a tool besides: Go, Node, Java or PHP with its extension gd; Python packages are fetched by uv.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / ".tools" / "programs"


class Program(NamedTuple):
    """A program of others: where it can be had, and which commit."""

    repository: str
    commit: str
    needs: str


PROGRAMS = {
    "godip": Program("https://github.com/zond/godip", "5517bcd2685290a7aa618627a285b77474567fcc", "go"),
    "diplicity-react": Program("https://github.com/johnpooch/diplicity-react", "2a0271b8b8d8b7614ed6aaa21152db34e94bbbd1", "node"),
    "DiplomacyGM": Program("https://github.com/Imperial-Diplomacy/DiplomacyGM", "f6b53bb007f9d5f412041f75744e50888d53e3b8", ""),
    "jdip": Program("https://github.com/rgo/jDip", "daaf02ae76f0121aa30bec9e9470091a98a8e6bc", "java"),
    "webDiplomacy": Program("https://github.com/kestasjk/webDiplomacy", "9c9b1bb0ef7298ec81f57658698f65d5685cc2b0", "php"),
    "vDiplomacy": Program("https://github.com/Sleepcap/vDiplomacy", "72c81f0dd73bedccc11f13a750dfcc62f580549a", ""),
}
"""By the name of their folder. No test needs the last one: its boards are there to be imported and looked at."""


def fetch(program: Program, folder: Path) -> None:
    """Put the files of *program* into *folder*, which may hold an earlier commit.

    Raises:
        subprocess.CalledProcessError: git cannot have it; its words are in ``stderr``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for words in (
        ("init", "--quiet"),
        ("fetch", "--quiet", "--depth=1", program.repository, program.commit),
        ("checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"),
    ):
        # Hooks of a stranger's repository do not come with it; those that somebody set up for all repositories are left out.
        command = ["git", "-c", "core.hooksPath=/dev/null", *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603 - words of this file


def main(arguments: list[str]) -> int:
    """Fetch what is asked for; returns the exit code."""
    if unknown := [name for name in arguments if name not in PROGRAMS]:
        sys.stderr.write(f"no program {unknown[0]!r}; there are {', '.join(PROGRAMS)}\n")
        return 2
    place = Path(os.environ.get("ENTENTE_PROGRAMS") or FOLDER)
    failed = 0
    for name in arguments or PROGRAMS:
        program = PROGRAMS[name]
        try:
            fetch(program, place / name)
        except subprocess.CalledProcessError as error:
            failed += 1
            sys.stderr.write(f"{name}: {program.repository} at {program.commit[:12]}: {error.stderr.strip()[-400:]}\n")
        else:
            lacking = f"; {program.needs} is not installed" if program.needs and not shutil.which(program.needs) else ""
            sys.stdout.write(f"{name}: {place / name} at {program.commit[:12]}{lacking}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
