"""Choice of the cases of a test in `./check --quick`: a few, where the others go the same way again on another board or by other names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def few(values: Iterable[Any], *tried: object) -> list[Any]:
    """*values* to be given to ``parametrize``; those that are not in *tried* are slow, and left to the whole run."""
    found = list(values)
    missing = [each for each in tried if each not in found]
    assert not missing, f"{missing} are no cases of this test"
    return [each if each in tried else pytest.param(each, marks=pytest.mark.slow) for each in found]


def every(step: int, values: Sequence[Any]) -> list[Any]:
    """The same where each *step*-th of many is tried, the first among them."""
    return [each if number % step == 0 else pytest.param(each, marks=pytest.mark.slow) for number, each in enumerate(values)]


def one_in_quick(step: int, cases: Iterable[ParameterSet]) -> list[ParameterSet]:
    """Cases of ``tests.thorough``: of those that the whole run tries, the quick check tries each *step*-th."""
    found, usual = [], 0
    for each in cases:
        found.append(each if each.marks or usual % step == 0 else pytest.param(*each.values, id=each.id, marks=pytest.mark.slow))
        usual += not each.marks
    return found


def examples(many: int) -> int:
    """Return the number of examples of a property: *many* in the whole run, one in five in the quick check."""
    return many // 5 if os.environ.get("ENTENTE_QUICK") == "1" else many
