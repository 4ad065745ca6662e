"""Files of the quick check are shared out to processes, each to one of them; tables of cases are tried in one test."""

from __future__ import annotations

import pytest

from scripts.quick_tests import parts_of
from tests import quick

FILES = {"unit/app/test_a.py": 50, "unit/app/test_b.py": 30, "unit/rules/test_c.py": 40, "unit/words/test_d.py": 35, "datc/test_e.py": 10}


def test_each_file_is_in_one_part_and_folders_stay_whole() -> None:
    assert parts_of(FILES, 2) == [
        ["unit/app/test_a.py", "unit/app/test_b.py"],
        ["datc/test_e.py", "unit/rules/test_c.py", "unit/words/test_d.py"],
    ]


def test_there_is_no_part_without_files() -> None:
    assert parts_of({"datc/test_e.py": 10}, 8) == [["datc/test_e.py"]]


def numbers_are_even(number: int, words: str) -> None:
    """Stand for a test with two values a case."""
    assert number % 2 == 0, words


CASES = [(2, "two"), (3, "three"), pytest.param(4, "four", marks=pytest.mark.slow), (5, "five")]


def test_a_table_in_the_quick_check_is_one_test_that_names_each_case_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "IS_QUICK", True)
    tried = quick.one_by_one("number, words", CASES)(numbers_are_even)
    with pytest.raises(BaseExceptionGroup) as failed:
        tried()
    assert str(failed.value) == "2 of 3 cases failed (2 sub-exceptions)"
    assert [error.__notes__ for error in failed.value.exceptions] == [["case: (3, 'three')"], ["case: (5, 'five')"]]


def test_a_table_in_the_whole_run_is_a_test_for_each_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "IS_QUICK", False)
    decorated = quick.one_by_one(("number", "words"), CASES)(numbers_are_even)
    (mark,) = [mark for mark in decorated.pytestmark if mark.name == "parametrize"]
    assert mark.args == (("number", "words"), CASES)


def test_each_nth_case_is_tried_and_the_others_are_slow() -> None:
    mark = quick.each_nth(2, ("number", "words"), CASES)
    slow = [[mark.name for mark in case.marks] for case in mark.args[1]]
    assert slow == [[], ["slow"], ["slow"], ["slow"]]
