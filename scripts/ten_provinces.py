"""Makes the steps of ``docs/examples/ten-provinces`` again, by the very lines of ``docs/guide/drawing-a-board.md``.

    python -m scripts.ten_provinces

The drawing of the first step is the only one that is drawn by hand; a test compares the others with what the lines make of it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide" / "drawing-a-board.md"
EXAMPLE = ROOT / "docs" / "examples" / "ten-provinces"
GAME = "season.dpn"
STEPS = {"## 2.": "2-begun", "## 3.": "3-ready"}
"""Heading of the guide to the folder with the files as they are at its end."""
LAST = "## 4."

Run = Callable[[list[str]], int]
"""Carries out ``./run`` with these words in the present folder; its exit code."""


def lines_of(heading: str) -> list[list[str]]:
    """The commands that stand under a heading of the guide."""
    text = GUIDE.read_text(encoding="utf-8")
    section = re.split(r"(?m)^## ", text.split(f"\n{heading}")[1])[0]
    return [shlex.split(line.strip().removeprefix("./run ")) for line in re.findall(r"(?m)^    \./run .*$", section)]


def followed(folder: Path, run: Run) -> Iterator[tuple[str, Path]]:
    """Follow the guide in *folder*, the present one, with the drawing of the first step; after each step its name and its files.

    Raises:
        SystemExit: a line of the guide fails.
    """
    isle = folder / "isle"
    shutil.copytree(EXAMPLE / "1-drawing", isle)
    for heading in (*STEPS, LAST):
        for words in lines_of(heading):
            if run(words):
                raise SystemExit(f"the guide's line fails: {shlex.join(words)}")
        yield STEPS.get(heading, GAME), isle


def main() -> None:
    """Write the steps."""
    from app.cli.main import main as run

    with tempfile.TemporaryDirectory() as there:
        for key in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[key] = str(Path(there) / key)
        os.chdir(there)
        for name, isle in followed(Path(there), run):
            if name == GAME:
                shutil.copyfile(Path(there) / GAME, EXAMPLE / GAME)
                continue
            (EXAMPLE / name).mkdir(exist_ok=True)
            for file in ("isle.svg", "variant.toml"):
                shutil.copyfile(isle / file, EXAMPLE / name / file)


if __name__ == "__main__":
    answer_help(__doc__)
    main()
