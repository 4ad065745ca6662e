"""The public package ``diplomacy``, run in an environment of its own. It is never a dependency and nothing of ours imports it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_UV = Path(__file__).resolve().parents[2] / "scripts" / "uv.sh"
_COMMAND = ("sh", str(_UV), "run", "--quiet", "--no-project", "--python", sys.executable, "--with", "diplomacy==1.1.2", "python", "-c")


@cache
def _is_here() -> bool:
    return subprocess.run([*_COMMAND, "import diplomacy"], capture_output=True, check=False, timeout=300).returncode == 0


def ask_the_package(program: str, games: Sequence[Mapping[str, object]]) -> list[dict[str, Any]]:
    """What *program* prints, a JSON object a line, when it is given *games* a line each.

    Skips the test where the package cannot be had; fails it where ``ENTENTE_REQUIRE_INTEROP=1`` says that it must.
    """
    if not _is_here():
        if os.environ.get("ENTENTE_REQUIRE_INTEROP") == "1":
            pytest.fail("the package diplomacy cannot be had: uv run --with diplomacy==1.1.2")
        pytest.skip("the package diplomacy is not here")
    lines = "\n".join(json.dumps(game) for game in games)
    done = subprocess.run([*_COMMAND, program], input=lines, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
