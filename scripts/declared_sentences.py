"""Sentences that stand in declarations instead of calls: titles and help of commands, the questions of rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rules import presets, rule_fields
from app.commands.declaring.registry import COMMANDS


def declared_sentences() -> Iterator[tuple[str, str]]:
    """Each sentence with the file or folder that declares it; some come several times."""
    for command in COMMANDS:
        place = f"app/commands/{COMMANDS.declared.get(command.id, 'declaring/registry')}.py"
        texts = [command.title, command.summary, command.details, *(each.description for each in command.parameters)]
        texts += (command.menu or "").split("/")
        yield from ((each, place) for each in texts if each)
    for field in rule_fields():
        yield field.question, "adjudicator/rules.py"
        yield from ((each.description, "adjudicator/rule_choices.py") for each in field.choices if each.description)
    yield from ((each, "adjudicator/rules.py") for each in presets())
