"""Answers that stand in the code in English, and are asked for in the language in use."""

from __future__ import annotations

from collections.abc import Sequence

from app.session.services import Services
from languages import tr


def chosen(services: Services, question: str, choices: Sequence[str]) -> str | None:
    """Which of *choices* a person takes, as it stands in the code; ``None`` where nobody answers.

    Args:
        question: in the language in use.
        choices: in English, each of them marked.
    """
    return meant(services.ask(question, tuple(map(tr, choices))), choices)


def meant(answer: str | None, choices: Sequence[str]) -> str | None:
    """Which of *choices*, as they stand in the code, an *answer* in the language in use is."""
    return next((each for each in choices if tr(each) == answer), None)
