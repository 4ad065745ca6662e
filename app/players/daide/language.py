"""Messages of DAIDE as text and back, and what they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby

from app.players.daide.tokens import (
    CLOSE,
    HIGHEST,
    LOWEST,
    OPEN,
    STANDARD,
    WORDS,
    Category,
    DaideVocabulary,
    Token,
    category,
    integer,
    text_of,
    text_tokens,
)
from languages import tr

Message = tuple[Token, ...]
"""A whole message."""

_PART = re.compile(r"\s+|(?P<text>'(?:[^']|'')*')|(?P<number>-?\d+)|(?P<word>[A-Za-z]{3}|[()])")


def depths(tokens: Sequence[Token]) -> Iterator[int]:
    """Number of brackets that are open behind each token; below 0 behind one that closes none."""
    return accumulate((each == OPEN) - (each == CLOSE) for each in tokens)


def is_balanced(message: Sequence[Token]) -> bool:
    """Return True if every bracket of *message* has its partner."""
    found = [0, *depths(message)]
    return found[-1] == 0 and min(found) == 0


def message(*parts: str | int | Sequence[Token]) -> Message:
    """A message of words of the language, tokens and parts: ``message("YES", group(asked))``."""
    found: list[Token] = []
    for part in parts:
        if isinstance(part, str):
            found.append(WORDS[part])
        elif isinstance(part, int):
            found.append(part)
        else:
            found += part
    return tuple(found)


def group(*parts: str | int | Sequence[Token]) -> Message:
    """The same in brackets."""
    return (OPEN, *message(*parts), CLOSE)


def groups(tokens: Sequence[Token]) -> Iterator[Message]:
    """The parts of a balanced sequence: each bracketed one without its brackets, each token outside brackets by itself."""
    depth, begun = 0, 0
    for number, each in enumerate(tokens):
        if each == OPEN:
            depth += 1
            if depth == 1:
                begun = number + 1
        elif each == CLOSE:
            depth -= 1
            if depth == 0:
                yield tuple(tokens[begun:number])
        elif depth == 0:
            yield (each,)


def show(tokens: Iterable[Token], vocabulary: DaideVocabulary = STANDARD) -> str:
    """A message as text, letters joined to ``'texts'``. An unknown token is written as ``?4A0D``."""
    words: list[str] = []
    for is_text, part in groupby(tokens, lambda each: category(each) == Category.TEXT):
        if is_text:
            words.append("'" + text_of(part).replace("'", "''") + "'")
        else:
            words += [vocabulary.letters(each) if each in vocabulary else f"?{each:04X}" for each in part]
    return " ".join(words)


def read(text: str, vocabulary: DaideVocabulary = STANDARD) -> Message:
    """The message that *text* writes.

    Raises:
        ValueError: a word of it is none, or a number is too large; the message has its column.
    """
    found: list[Token] = []
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise ValueError(f"column {at + 1}: {text[at : at + 12]!r} is no word of DAIDE")
        if part["text"] is not None:
            found += text_tokens(part["text"][1:-1].replace("''", "'"))
        elif part["number"] is not None:
            number = int(part["number"]) if len(part["number"]) < 8 else HIGHEST + 1
            if not LOWEST <= number <= HIGHEST:
                raise ValueError(f"column {at + 1}: {part['number'][:12]} is no number of DAIDE")
            found.append(integer(number))
        elif part["word"] is not None:
            try:
                found.append(vocabulary.token(part["word"]))
            except KeyError:
                raise ValueError(f"column {at + 1}: {part['word']!r} is no word of DAIDE") from None
        at = part.end()
    return tuple(found)


class WrongTokenError(Exception):
    """The grammar of a message breaks at a token.

    Args:
        at: its number, counted from 0; the length of the message where something is missing at its end.
    """

    def __init__(self, at: int) -> None:
        super().__init__(tr("token {at} is wrong", at=at + 1))
        self.at = at
