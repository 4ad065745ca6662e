"""The public package ``diplomacy``, run in an environment of its own. It is never a dependency and nothing of ours imports it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

_UV = Path(__file__).resolve().parents[2] / "scripts" / "uv.sh"
_COMMAND = ("sh", str(_UV), "run", "--quiet", "--no-project", "--python", sys.executable, "--with", "diplomacy==1.1.2", "python", "-c")
_ANSWER = """
import json, sys
import diplomacy
for line in sys.stdin:
    asked, told = json.loads(line), []
    exec(asked["program"], {"games": asked["games"], "tell": told.append})
    print(json.dumps(told), flush=True)
"""


class Package:
    """A process that has imported the package, which takes longer than most of what it is asked."""

    def __init__(self, process: subprocess.Popen[str], errors: IO[str]) -> None:
        self._process = process
        self._errors = errors

    def ask(self, program: str, games: Iterable[object]) -> list[dict[str, Any]]:
        """Return the values that *program* gives to ``tell``; it finds *games* under that name.

        Skips the test where the package cannot be had; fails it where ``ENTENTE_REQUIRE_INTEROP=1`` says that it must.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"program": program, "games": list(games)}) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            told: list[dict[str, Any]] = json.loads(answer)
            return told
        self._process.wait()
        self._errors.seek(0)
        said = self._errors.read()
        assert "Traceback" not in said, said[-3000:]
        if os.environ.get("ENTENTE_REQUIRE_INTEROP") == "1":
            pytest.fail(f"the package diplomacy cannot be had: uv run --with diplomacy==1.1.2\n{said[-3000:]}")
        pytest.skip("the package diplomacy is not here")


@contextmanager
def started_package(folder: Path) -> Iterator[Package]:
    """The package, until it is no longer wanted."""
    with (folder / "errors").open("w+", encoding="utf-8") as errors:
        process = subprocess.Popen([*_COMMAND, _ANSWER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        yield Package(process, errors)
        process.communicate()
