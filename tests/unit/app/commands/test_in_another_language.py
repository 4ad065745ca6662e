"""Another language changes what is read, and nothing of what a game keeps or what answers do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from app.game.dpn.writer import write
from app.game.trail import deed_words, reason_words, trail_of
from app.session.processing import GO_ON, HOLD
from languages import tr, using
from tests.unit.app.commands.fake_services import Desk

LINES = (
    "order A PAR - BUR",
    "hold-all",
    "process --missing hold",
    "force-result PAR bounce --phase S1901M --reason agreed",
    "fork S1901M",
    "branch main",
    "deadline 2030-12-01 20:00",
    "grace 2h",
    "phase-time movement 7d",
    "time-zone Europe/Berlin",
    "pause",
    "resume",
    "wait france",
    "wait france --off",
    "player france Ada <ada@example.org>",
    "audit-note Marcel is on holiday",
    "correct-phase S1901M a slip",
    "press england germany Peace?",
    "branch main",
    "vote france draw",
)

_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:]+(Z|\+00:00)")


@pytest.fixture
def pseudo() -> Iterator[None]:
    with using("pseudo"):
        yield


def text_after(*lines: str) -> str:
    desk = Desk()
    desk.run(*lines)
    return _TIME.sub("TIME", write(desk.session.game))


def test_a_file_says_the_same_whatever_language_is_in_use() -> None:
    english = text_after(*LINES)
    with using("pseudo"):
        assert text_after(*LINES) == english


def test_every_line_of_the_trail_is_read_in_the_language_in_use() -> None:
    desk = Desk()
    desk.run(*LINES)
    entries = trail_of(desk.session.game)
    assert len(entries) > 10
    with using("pseudo"):
        assert [each.what for each in entries if not deed_words(each.what, desk.session.variant).startswith("⟦")] == [
            "Marcel is on holiday"
        ]
        assert reason_words("all orders were in", desk.session.variant).startswith("⟦")
        assert reason_words("agreed", desk.session.variant) == "agreed"


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("answer", [GO_ON, HOLD])
def test_an_answer_counts_in_the_language_it_was_offered_in(answer: str) -> None:
    desk = Desk()
    desk.run("deadline 2030-12-01 20:00")  # of a game that has a master, who is asked about reminders and default lists
    desk.services.is_interactive = True
    desk.services.answers = [tr(answer)]
    desk.run("process")
    assert str(desk.session.turn.phase) == "F1901M"


@pytest.mark.usefixtures("pseudo")
def test_what_commands_say_and_what_undo_takes_back_is_in_that_language() -> None:
    desk = Desk()
    for said in (desk.run("status"), desk.run("order A PAR - BUR"), desk.run("undo"), desk.run("deadlines")):
        assert "⟦" in said
