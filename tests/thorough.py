"""Choice of the cases of a test: a part in every run, all of them in ``./check --thorough``.

The part is the same each time, so that a run says the same twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

_Case = TypeVar("_Case")


def rounds(usual: int, whole: int) -> list[ParameterSet]:
    """Numbers to parametrize by: of *whole*, the first *usual* in every run, the others in a thorough one."""
    return [_param(number, number < usual) for number in range(whole)]


def one_in(step: int, cases: Sequence[_Case], always: Iterable[_Case] = ()) -> list[ParameterSet]:
    """Cases to parametrize by: every *step*-th and those of *always* in every run, the others in a thorough one."""
    kept = list(always)
    return [_param(case, number % step == 0 or case in kept) for number, case in enumerate(cases)]


def _param(case: object, is_usual: bool) -> ParameterSet:
    return pytest.param(case, marks=() if is_usual else pytest.mark.thorough)
