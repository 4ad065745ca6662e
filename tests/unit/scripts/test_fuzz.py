"""The script that feeds readers with made-up bytes goes on in new processes, so that none grows for ever."""

from __future__ import annotations

import pytest

from scripts import fuzz


def test_one_process_follows_the_other_until_the_time_is_over() -> None:
    clock, asked = [100.0], []

    def one(seconds: int) -> int:
        asked.append(seconds)
        clock[0] += 25
        return 0

    assert fuzz.in_turns(60, one, lambda: clock[0]) == 0
    assert asked == [60, 35, 10]


def test_a_process_that_failed_is_the_last() -> None:
    codes = iter([0, 77, 0])
    assert fuzz.in_turns(60, lambda _seconds: next(codes), lambda: 0.0) == 77
    assert next(codes) == 0


@pytest.mark.parametrize("reader", fuzz.MOST_INPUTS)
def test_bounds_are_those_of_readers(reader: str) -> None:
    assert reader in fuzz.READERS
    assert fuzz.MOST_INPUTS[reader] < fuzz.USUAL_INPUTS
