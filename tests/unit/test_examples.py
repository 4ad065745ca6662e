"""The usage examples in the docstrings of the public packages say what happens: each is run, and its output compared."""

from __future__ import annotations

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

from scripts.house import ROOT, WITH_EXAMPLES, docstrings
from tests.quick import one_by_one

LEAST = 100
"""Examples that there are at least in all."""


def _examples_written(path: Path) -> int:
    """Number of examples in the docstrings of the file at *path*."""
    text = path.read_text(encoding="utf-8")
    return sum(each.count(">>> ") for each in docstrings(ast.parse(text))) if ">>> " in text else 0


WRITTEN = {
    path.relative_to(ROOT).with_suffix("").as_posix().removesuffix("/__init__").replace("/", "."): count
    for room in WITH_EXAMPLES
    for path in sorted((ROOT / room).rglob("*.py"))
    if (count := _examples_written(path))
}
"""Module to the number of examples in it."""


@pytest.mark.slow
@one_by_one("name", WRITTEN)
def test_examples_of_a_module_print_what_they_say(name: str) -> None:
    module = import_module(name)
    found = [test for test in doctest.DocTestFinder().find(module) if test.examples]
    assert sum(len(test.examples) for test in found) == WRITTEN[name], "an example stands where doctest does not look"
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in found:
        runner.run(test, out=said.append)
    assert said == [], "".join(said)


def test_there_are_enough_examples() -> None:
    assert sum(WRITTEN.values()) >= LEAST
