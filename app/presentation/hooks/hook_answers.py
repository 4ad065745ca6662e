"""Answer of a hook that was tried, as the editor shows it. No Qt."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.hooks.host import CallOutcome
from languages import tr

LONGEST_ANSWER = 20_000
"""Characters."""


def answer_words(value: object, indent: int | None = 2) -> str:
    """An answer as JSON."""
    return tr("None: it changes nothing.") if value is None else json.dumps(value, indent=indent, ensure_ascii=False)


def letters_words(outcomes: Mapping[str, CallOutcome]) -> str:
    """Return the fate of a letter to each of the receivers, and the text that was printed on the way."""
    lines = [
        tr("to {receiver}: {answer}", receiver=receiver, answer=answer_words(outcome.value, indent=None))
        for receiver, outcome in outcomes.items()
    ]
    lines.extend(f"\n{tr('printed:')}\n{printed}" for printed in dict.fromkeys(each.printed for each in outcomes.values()) if printed)
    return "\n".join(lines)[:LONGEST_ANSWER]
