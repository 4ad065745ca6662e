"""Forms offer their choices in the reader's language."""

from __future__ import annotations

import pytest

from app.commands.declaring.choice_titles import choice_titles
from app.commands.declaring.registry import COMMANDS
from app.session.parameters import Parameter
from languages import using

_IN_FORMS = [
    pytest.param(parameter, id=f"{command.id}-{parameter.name}")
    for command in COMMANDS
    if command.needs_words
    for parameter in command.parameters
    if parameter.choices and parameter.name != "shell"
]
"""Choices that people see; shells are called what they are called everywhere."""


@pytest.mark.parametrize("parameter", _IN_FORMS)
def test_each_choice_of_a_form_has_a_title_of_its_own(parameter: Parameter) -> None:
    titles = choice_titles(parameter)
    assert list(titles) == list(parameter.choices)
    assert not set(titles) & set(titles.values()), "the words of a command line are no titles"
    for language in ("en", "de", "es", "fr", "it"):
        with using(language):
            said = choice_titles(parameter).values()
            assert len(set(said)) == len(titles), "two that read the same cannot be told apart"


def test_a_form_says_its_choices_in_the_language_in_use() -> None:
    effect = next(each for each in COMMANDS["early-processing"].parameters if each.name == "effect")
    assert choice_titles(effect)["speeds-up"] == "Later deadlines come sooner"
    with using("de"):
        assert choice_titles(effect)["speeds-up"] == "Spätere Fristen kommen früher"
