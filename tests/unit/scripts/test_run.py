"""./run says what it does the first time and is quiet from then on; ./check gets over workers of mypy that start too slowly."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="a shell script")


def run(project: Path) -> subprocess.CompletedProcess[str]:
    """``./run version`` in *project*, with a uv that only says what it was asked for."""
    tools = project / "bin"
    tools.mkdir(exist_ok=True)
    (tools / "uv").write_text('#!/bin/sh\necho "uv $*"\n', encoding="utf-8")
    (tools / "uv").chmod(0o755)
    return subprocess.run(
        ["sh", str(project / "run"), "version"], env={"PATH": f"{tools}:/usr/bin:/bin"}, capture_output=True, text=True, check=True
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "run", tmp_path / "run")
    shutil.copy(ROOT / "scripts" / "uv.sh", tmp_path / "scripts" / "uv.sh")
    return tmp_path


def test_the_first_set_up_says_what_it_does_and_lets_uv_show_how_far_it_is(project: Path) -> None:
    done = run(project)
    assert "Setting Entente up" in done.stderr
    assert "--quiet" not in done.stdout
    assert "Setting" not in done.stdout


def test_later_starts_are_quiet(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n", encoding="utf-8")
    python.chmod(0o755)
    done = run(project)
    assert done.stderr == ""
    assert "--quiet" in done.stdout


def check(project: Path, workers: int, alone: int) -> subprocess.CompletedProcess[str]:
    """``./check --quick`` in *project*, where mypy ends with *workers* when it has workers and with *alone* when it has none."""
    shutil.copy(ROOT / "check", project / "check")
    tools = project / "bin"
    tools.mkdir()
    ends = f'case "$*" in *"mypy --num-workers"*) exit {workers};; *mypy*) exit {alone};; esac'
    (tools / "uv").write_text(f'#!/bin/sh\necho "uv $*"\n{ends}\n', encoding="utf-8")
    (tools / "uv").chmod(0o755)
    return subprocess.run(
        ["sh", str(project / "check"), "--quick"], env={"PATH": f"{tools}:/usr/bin:/bin"}, capture_output=True, text=True, check=False
    )


def test_types_are_checked_without_workers_where_these_start_too_slowly(project: Path) -> None:
    done = check(project, workers=2, alone=0)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "uv run --frozen mypy\n" in done.stdout
    assert "scripts.quick_tests" in done.stdout, "the tests run then"


@pytest.mark.parametrize(("workers", "alone"), [(1, 0), (2, 1)])
def test_a_wrong_type_ends_the_check(project: Path, workers: int, alone: int) -> None:
    done = check(project, workers, alone)
    assert done.returncode == 1
    assert "scripts.quick_tests" not in done.stdout
    assert ("uv run --frozen mypy\n" in done.stdout) == (workers == 2), "what was found is not looked for again"
