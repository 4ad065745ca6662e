"""Other people's programs, and our boards as they are exported for them.

``python -m scripts.other_programs`` fetches the programs; ``ENTENTE_PROGRAMS`` names another folder with checkouts of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from adjudicator.variant import Variant
from tests.shared_data import shared_folder
from tests.unit.app.commands.fake_services import Desk

SHIPPED = ("standard", "1898", "chaos")
IMPORTED = ("jdip/ancmedVariant.zip", "dpjudge/1900.map")
"""A board with a drawing of its own, and one that is laid out."""
BOARDS = (*SHIPPED, *IMPORTED)
FETCHED = Path(__file__).resolve().parents[2] / ".tools" / "programs"
TO_FETCH = 300.0
"""Seconds that a network has for packages of others."""
_UV = Path(__file__).resolve().parents[2] / "scripts" / "uv.sh"


@dataclass(frozen=True, eq=False)
class OwnBoard:
    """A board of ours that a command can export."""

    desk: Desk
    name: str

    @property
    def variant(self) -> Variant:
        found = self.desk.session.shelf.find(self.name)
        assert found is not None
        return found.variant

    def export(self, file: Path) -> str:
        """Write it for another program; what the command says."""
        file.parent.mkdir(parents=True, exist_ok=True)
        return self.desk.run(f"export-variant {self.name} {file} --replace")


@cache
def _desk() -> Desk:
    return Desk(game=False)


def own_board(name: str) -> OwnBoard:
    """The shipped board of that name, or the one of the shared collection, imported."""
    desk = _desk()
    if "/" not in name:
        return OwnBoard(desk, name)
    known = set(desk.session.shelf.ids())
    desk.run(f"import {shared_folder() / 'boards' / name}")
    return OwnBoard(desk, min(set(desk.session.shelf.ids()) - known))


def steps_of(variant: Variant) -> set[tuple[str, str, str]]:
    """Kind of unit, origin and target of each step."""
    return {(kind, str(edge.origin), str(edge.target)) for edge in variant.board.edges for kind in edge.kinds}


def checkout(name: str) -> Path:
    """The checkout of a program; skips the test where it is not here."""
    folder = Path(os.environ.get("ENTENTE_PROGRAMS") or FETCHED) / name
    if not folder.is_dir():
        pytest.skip(f"no checkout of {name} is here: python -m scripts.other_programs {name} fetches it")
    return folder.resolve()


def tool(name: str) -> str:
    """The path of a tool that runs a program; skips the test where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def output(command: Sequence[str | Path], folder: Path, seconds: float = 900.0, **environment: str) -> str:
    """Run *command* in *folder*; what it prints. Fails the test, with all that was said, where it fails or takes longer than *seconds*."""
    words = [str(each) for each in command]
    try:
        done = subprocess.run(
            words, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{words[0]} takes longer than {seconds:.0f} s") from None
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def python_output(packages: Sequence[str], program: str, arguments: Sequence[str | Path], folder: Path) -> str:
    """Run a Python program beside packages that are no dependencies of ours; skips the test where they cannot be had."""
    beside = [word for each in packages for word in ("--with", each)]
    start = ["sh", str(_UV), "run", "--quiet", "--no-project", "--python", sys.executable, *beside, "python"]
    try:
        output([*start, "-c", ""], folder, TO_FETCH)
    except AssertionError as error:
        pytest.skip(f"{', '.join(packages)} cannot be had: {str(error)[-300:]}")
    return output([*start, "-c", program, *arguments], folder)
