"""Alternatives of a doubtful line: its words with a suggestion filled in, or each of the orders that it offers."""

from __future__ import annotations

import re

from adjudicator.notation import Reading, ReadingErrorKind

MOST_OFFERED = 12

_BETWEEN = re.compile(
    r"(?i)\s*[,;]?\s*\b(?:or|oder|ou|oppure|o|otherwise|else|sonst|sinon|altrimenti|instead)\b\s*[,:]?\s*|\s*/\s+|\s+/\s*"
)
_CLAUSE = re.compile(
    r"(?i)\b(?:if|unless|when|then|provided|assuming|in case|except|falls|wenn|sofern|dann|ausser|außer|si|alors|sauf|se|allora|salvo"
    r"|entonces|cuando)\b|[,;:()?]|\bthen\b"
)


def alternatives(reading: Reading) -> tuple[str, ...]:
    """The text of *reading* with each suggestion in place of what was not understood."""
    error = reading.error
    if error is None:
        return ()
    before, after = reading.text[: error.span.start], reading.text[error.span.end :]
    whole = error.span.length >= len(reading.text.strip()) or error.kind is ReadingErrorKind.ALTERNATIVE
    return tuple(each if whole else f"{before}{each}{after}" for each in error.suggestions[:4])


def chosen_among(reading: Reading) -> tuple[str, ...]:
    """The whole orders of which the text of *reading* says that one is meant; none where it says something else."""
    error = reading.error
    return error.suggestions[:4] if error is not None and error.kind is ReadingErrorKind.ALTERNATIVE else ()


def offered(text: str) -> tuple[str, ...]:
    """The orders that a line with a condition or a choice may hold: ``A Tri R Ven or Tyr`` offers two."""
    found: dict[str, None] = {}
    for clause in _CLAUSE.split(text):
        parts = [part.strip(" .,;:!") for part in _BETWEEN.split(clause) if part and part.strip(" .,;:!")]
        if not parts:
            continue
        first = parts[0].split()
        for number, part in enumerate(parts):
            found.setdefault(part)
            if number:
                for length in range(len(first) - 1, 0, -1):
                    found.setdefault(" ".join((*first[:length], part)))
        if len(found) > MOST_OFFERED * 4:
            break
    return tuple(found)[: MOST_OFFERED * 4]
