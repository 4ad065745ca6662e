"""A command line taken apart into words that know their column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.session.errors import LineError
from languages import tr

LONGEST_LINE = 4_000
"""Characters of one command line."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, and where it stands in the line."""

    text: str
    column: int
    """From 1."""

    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line, and the line itself for parameters that take the rest of it unchanged."""

    line: str
    words: tuple[Word, ...]

    def stretch(self, index: int, end: int) -> str:
        """The line from word *index* up to word *end*, as written."""
        if index >= len(self.words):
            return ""
        until = self.words[end].column - 1 if end < len(self.words) else len(self.line)
        return self.line[self.words[index].column - 1 : until].strip()


def split(line: str) -> Words:
    """The words of *line*. A word that starts with ``"`` or ``'`` ends with the same mark and may hold blanks.

    Raises:
        LineError: a quotation mark is not closed, or the line is longer than 4,000 characters.
    """
    if len(line) > LONGEST_LINE:
        raise LineError(
            tr(
                "a command line of {count} characters is too long; at most {longest_line} are taken",
                count=len(line),
                longest_line=LONGEST_LINE,
            ),
            column=LONGEST_LINE,
        )
    words: list[Word] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] in "\"'":
            end = line.find(line[at], at + 1)
            if end < 0:
                raise LineError(tr("the quotation mark at column {at} is not closed", at=at + 1), word=line[at:], column=at + 1)
            words.append(Word(line[at + 1 : end], at + 1, quoted=True))
            at = end + 1
            continue
        end = at
        while end < len(line) and not line[end].isspace():
            end += 1
        words.append(Word(line[at:end], at + 1))
        at = end
    return Words(line, tuple(words))


def from_arguments(arguments: Sequence[str]) -> Words:
    """The words of a shell's argument list, which a shell has split already."""
    words: list[Word] = []
    column = 1
    for text in arguments:
        words.append(Word(text, column, quoted=" " in text))
        column += len(text) + 1
    return Words(" ".join(arguments), tuple(words))
