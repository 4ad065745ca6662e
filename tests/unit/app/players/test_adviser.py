"""The process that looks for best replies: it answers, goes over to the next question, and its end is reported."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from app.players.adviser import Adviser, Failed
from app.players.strong.replies import Advice, ReplyQuestion
from variants.catalogue import standard

pytestmark = pytest.mark.slow

PATIENCE = 240.0


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    made = Adviser()
    yield made
    made.close()


def question(power: str) -> ReplyQuestion:
    return ReplyQuestion(standard(), standard().start, power, {}, (), 3)


def heard(adviser: Adviser, is_wanted: Callable[[Advice | Failed], bool]) -> Advice | Failed:
    """The first word for which *is_wanted* is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        word = adviser.poll()
        if word is not None and is_wanted(word):
            return word
        time.sleep(0.01)
    raise AssertionError("no word came")


def is_done(word: Advice | Failed) -> bool:
    return isinstance(word, Failed) or word.is_done


def test_it_answers_the_question_that_was_asked_last(adviser: Adviser) -> None:
    adviser.ask(question("ITALY"), 600.0)
    adviser.ask(question("FRANCE"), 0.2)
    word = heard(adviser, is_done)
    assert isinstance(word, Advice)
    assert word.power == "FRANCE"
    assert word.replies
    assert adviser.poll() is None, "it is said once"


def test_no_word_comes_after_stop_and_the_next_question_is_answered(adviser: Adviser) -> None:
    adviser.ask(question("ITALY"), 600.0)
    heard(adviser, lambda word: True)
    adviser.stop()
    assert adviser.poll() is None
    adviser.ask(question("FRANCE"), 0.2)
    word = heard(adviser, is_done)
    assert isinstance(word, Advice)
    assert word.power == "FRANCE"


def test_its_end_is_told_and_another_process_answers_the_next_question(adviser: Adviser) -> None:
    adviser.ask(question("ITALY"), 600.0)
    assert adviser._process is not None
    adviser._process.kill()
    word = heard(adviser, is_done)
    assert isinstance(word, Failed)
    assert "has ended" in word.words
    adviser.ask(question("FRANCE"), 0.2)
    assert isinstance(heard(adviser, is_done), Advice)
