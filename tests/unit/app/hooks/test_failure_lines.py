"""Wherever a hook fails, a line of its text is named."""

from __future__ import annotations

import pytest

from app.game.entries import Hook
from app.hooks.engine import CallOutcomeKind
from app.hooks.host import HookHost
from tests.quick import each_nth
from variants.hooks.contracts import Point


@each_nth(
    5,
    ("source", "kind", "line"),
    [
        pytest.param("# title: x\nx = 1\nwhile True:\n    x += 1\n", CallOutcomeKind.TIME, 3, marks=pytest.mark.slow),
        ("x = 0\nwhile True:\n    x += 1\ndef on_press(ctx):\n    return None\n", CallOutcomeKind.TIME, 2),
        pytest.param("# on: press\n\ndef f():\n    while True:\n        pass\nf()\n", CallOutcomeKind.TIME, 6, marks=pytest.mark.slow),
        ("y = 1\ndef on_press(ctx):\n    while True:\n        pass\n", CallOutcomeKind.TIME, 2),
        ("print('x' * 100000)\n", CallOutcomeKind.OUTPUT, 1),
        ("# title: x\n# on: press\nx = 1\n", CallOutcomeKind.ERROR, 2),
        ("x = 1\n", CallOutcomeKind.ERROR, 1),
    ],
)
def test_a_failure_has_a_line_whether_the_text_has_the_function_of_its_point_or_not(
    source: str, kind: CallOutcomeKind, line: int, host: HookHost
) -> None:
    outcome = host.call(Hook("odd", ("press",), source), Point.PRESS, {})
    assert outcome.kind is kind
    assert outcome.line == line
    assert outcome.source_line == source.splitlines()[line - 1].strip()
