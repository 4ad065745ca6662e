"""Entry points stand behind ``if __name__ == "__main__"``: a process that the program starts imports the file again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = ("adjudicator", "app", "benchmarks", "entente", "languages", "maps", "resources", "scripts", "tests", "variants")

STARTING = {"exit", "main", "_exit", "run_module", "run_path"}
_PERHAPS = re.compile(rf"^(?:raise\b|(?:\S.*\b)?(?:{'|'.join(sorted(STARTING))})\()", re.MULTILINE)
"""A line that may start a program: only files with one are parsed, since parsing two thousand takes three seconds."""


def started_by(text: str) -> Iterator[str]:
    """The statements of a module that start a program whenever it is imported."""
    for each in ast.parse(text).body if _PERHAPS.search(text) else ():
        call = each.value if isinstance(each, ast.Expr) else None
        name = ast.unparse(call.func).rsplit(".", 1)[-1] if isinstance(call, ast.Call) else ""
        if name in STARTING or isinstance(each, ast.Raise):
            yield ast.unparse(each)


@pytest.mark.slow
def test_no_file_starts_a_program_when_it_is_imported() -> None:
    files = [ROOT / "main.py", *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))]
    found = [f"{file.relative_to(ROOT)}: {each}" for file in files for each in started_by(file.read_text(encoding="utf-8"))]
    assert not found


@pytest.mark.parametrize(
    "text", ["import sys\nsys.exit(main(sys.argv[1:]))", "raise SystemExit(main())", "run_module('entente')", "main()"]
)
def test_what_starts_a_program_is_seen(text: str) -> None:
    assert list(started_by(text))
    assert not list(started_by(f'if __name__ == "__main__":\n    {text.splitlines()[-1]}'))
