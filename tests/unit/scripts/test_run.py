"""./run tells what it does the first time, and is quiet from then on."""

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
