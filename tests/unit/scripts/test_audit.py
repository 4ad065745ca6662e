"""Known holes in packages fail CI; data that cannot be had is reported and fails nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from subprocess import CompletedProcess, TimeoutExpired

import pytest

from scripts.audit import audit

SOUND = {"name": "shapely", "version": "2.1.0", "vulns": []}
HOLED = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["1.1"]}]}


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        (json.dumps({"dependencies": [SOUND]}), 0, "No hole is known in 1 packages."),
        (json.dumps({"dependencies": [SOUND, HOLED]}), 1, "pillow 1.0: PYSEC-2026-1"),
        ("", 0, "Skipped: what is known of holes cannot be had from here (ConnectionError: no route)."),
        ("[]", 0, "Skipped: what is known of holes cannot be had from here (ConnectionError: no route)."),
    ],
)
def test_what_is_known_decides_and_what_is_not_known_is_said(said: str, code: int, words: str) -> None:
    def run(asked: Sequence[str]) -> CompletedProcess[str]:
        if "pip-audit" not in asked:
            return CompletedProcess(asked, 0)
        return CompletedProcess(asked, 1, said, "Traceback\nConnectionError: no route\n")

    assert audit(run) == (code, words)


def test_nobody_waits_for_ever() -> None:
    def run(asked: Sequence[str]) -> CompletedProcess[str]:
        if "pip-audit" in asked:
            raise TimeoutExpired(list(asked), 120)
        return CompletedProcess(asked, 0)

    assert audit(run) == (0, "Skipped: nobody told of known holes within 120 seconds.")
