"""Import contracts, as written in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_every_import_points_down() -> None:
    root = Path(__file__).resolve().parents[2]
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([str(linter), "--no-cache"], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
