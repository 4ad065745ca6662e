"""The status line, the questions and the answers in words."""

from __future__ import annotations

import pytest

from app.presentation.order_tools.stage import AnswerNeeded
from app.presentation.order_tools.targets import answer, status
from tests.unit.app.presentation.order_tools.table import position, tool, touch_all


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("<Esc>",), "Click a unit to order it."),
        (("PAR",), "Army Paris: click where it moves, a unit to support, or itself to hold."),
        (("PAR", "<S>"), "Army Paris supports: click the unit."),
        (("BRE", "<C>"), "Fleet Brest carries: click the army."),
        (("PAR", "<C>"), "Army Paris goes by convoy: click the coast it lands on."),
        (
            ("MAR", "PAR"),
            "Army Marseilles supports Army Paris: click where that one goes. Click the unit again to support it where it stands.",
        ),
    ],
)
def test_the_status_line_says_what_the_next_press_is_for(words: tuple[str, ...], said: str) -> None:
    now, _ = touch_all(tool(), *words)
    assert status(now.context, now.stage) == said


def test_questions_and_answers_name_coasts_and_orders() -> None:
    now, step = touch_all(tool(position("FRANCE F POR")), "POR", "spa")
    assert isinstance(step, AnswerNeeded)
    assert status(now.context, now.stage) == "Which coast of Spain?"
    assert [answer(now.context, each) for each in step.choices] == ["North coast", "South coast"]
    there = tool(position("ENGLAND A LON", "ENGLAND F ENG"), orders={"ENGLAND": ("F ENG - MAO",)})
    now, step = touch_all(there, "LON", "bel")
    assert isinstance(step, AnswerNeeded)
    assert status(now.context, now.stage) == "This would replace “Fleet English Channel moves to the Mid-Atlantic Ocean”. Replace?"
    assert [answer(now.context, each) for each in step.choices] == ["Replace", "Keep those, order the rest", "Cancel"]


def test_an_answer_that_leads_to_a_known_move_names_its_goal() -> None:
    there = tool(position("FRANCE A PAR", "GERMANY A BUR"), orders={"GERMANY": ("A BUR - GAS",)})
    now, step = touch_all(there, "PAR", "BUR")
    assert isinstance(step, AnswerNeeded)
    assert [answer(now.context, each) for each in step.choices] == ["Attack", "Support to GAS", "Support to hold"]


def test_a_build_names_the_piece_and_its_coast() -> None:
    there = tool(position("RUSSIA A UKR", phase="W1901A", owners={"STP": "RUSSIA", "MOS": "RUSSIA"}))
    now, step = touch_all(there, "stp")
    assert isinstance(step, AnswerNeeded)
    assert status(now.context, now.stage) == "Build what in St Petersburg?"
    assert [answer(now.context, each) for each in step.choices] == ["Army", "Fleet, north coast", "Fleet, south coast"]
