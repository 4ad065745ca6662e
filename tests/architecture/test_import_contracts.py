"""Import contracts, as written in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.house import LAYERS, ROOT, modules_of, upward_imports


@pytest.mark.slow
def test_every_import_points_down() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([str(linter), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_package_imports_a_higher_one_by_its_name() -> None:
    assert not upward_imports(modules_of(ROOT, LAYERS))
