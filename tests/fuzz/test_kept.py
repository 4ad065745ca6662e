"""Inputs on which fuzzing once failed: every one that was kept is given to its reader again. See ``scripts/fuzz.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, kept

KEPT = [(target, path) for target in TARGETS for path in kept(target)]


@pytest.mark.parametrize(("target", "path"), KEPT, ids=[f"{target}-{path.name}" for target, path in KEPT])
def test_what_once_failed_is_read(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_every_reader_takes_what_is_nothing(target: str) -> None:
    for data in (b"", b"\x00", b"\xff\xfe", b"[" * 3000, b"<" * 3000, b"\n" * 3000, b"entente-game 1\n[game]\nvariant: standard 1\n"):
        TARGETS[target](data)
