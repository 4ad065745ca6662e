"""Choice of the cases of a test in `./check --quick`: a few, where the others go the same way again on another board or by other names."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

IS_QUICK = os.environ.get("ENTENTE_QUICK") == "1"
"""True in ``./check --quick``."""


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
    return many // 5 if IS_QUICK else many


def each_nth(step: int, names: str | Sequence[str], cases: Iterable[Any], ids: Any = None) -> pytest.MarkDecorator:
    """Do what ``parametrize`` does, with all but each *step*-th of the cases slow, and left to the whole run; the first is tried."""
    given = _named(names)
    found: list[ParameterSet] = []
    for number, each in enumerate(cases):
        case = _case(given, each)
        found.append(case if number % step == 0 else case._replace(marks=(*case.marks, pytest.mark.slow)))
    return pytest.mark.parametrize(names, found, ids=ids)


def one_by_one(names: str | Sequence[str], cases: Iterable[Any], ids: Any = None) -> Callable[[Any], Any]:
    """Do what ``parametrize`` does; in the quick check one test tries case after case and names those that fail.

    For long tables of small cases: to set up a test and to report on it costs more than such a case itself.
    """
    found = list(cases)
    if not IS_QUICK:
        return pytest.mark.parametrize(names, found, ids=ids)
    given = _named(names)
    tried = [case for case in (_case(given, each) for each in found) if not {mark.name for mark in case.marks} & {"slow", "thorough"}]

    def decorate(function: Callable[..., object]) -> Callable[..., None]:
        @functools.wraps(function)
        def try_all(**others: object) -> None:
            failed: list[BaseException] = []
            for each in tried:
                try:
                    function(**dict(zip(given, each.values, strict=True)), **others)
                except pytest.skip.Exception:
                    continue
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 — each case that fails is told, as by tests of their own
                    error.add_note(f"case: {each.values!r}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(tried)} cases failed", failed)

        signature = inspect.signature(function)
        left = [each for name, each in signature.parameters.items() if name not in given]
        try_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]  # the fixtures that pytest is to give
        return try_all

    return decorate


def _named(names: str | Sequence[str]) -> list[str]:
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _case(names: Sequence[str], each: Any) -> ParameterSet:
    """One case as pytest keeps it: a value for each of the *names*, its name, and its marks."""
    return each if isinstance(each, ParameterSet) else ParameterSet.param(*(each if len(names) > 1 else (each,)))
