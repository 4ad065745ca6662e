"""The designer's half hour of ``scripts/half_hour.py``: an empty page to a played year, nothing typed but names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.half_hour import POWERS, drawing, typed_names

ROOT = Path(__file__).resolve().parents[2]
MOST_PRESSES = 42


@pytest.mark.slow
def test_an_empty_page_becomes_a_played_year_with_nothing_typed_but_names(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scripts.half_hour", str(tmp_path), "--brief"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stderr[-3000:]
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    names = next(line for line in done.stdout.splitlines() if line.startswith("typed: ")).rpartition(": ")[2].split(", ")
    assert names == typed_names()
    assert int(said["presses"]) <= MOST_PRESSES
    assert said["phase at the end"] == "S1902M"
    assert len(list(tmp_path.glob("[0-9][0-9]-*.webp"))) == int(said["pictures"]) >= 12


def test_the_powers_have_the_colours_in_which_their_lands_are_painted() -> None:
    from app.board_editor.beginning import look_at

    found = look_at(drawing(4).encode(), "bays.svg")
    assert {each.name: each.unit for each in found.powers} == {name: colour.upper() for name, (colour, *_) in POWERS.items()}
