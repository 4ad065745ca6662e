"""Messages of DAIDE as text and back, and read from left to right: the first token that is wrong has its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

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
    is_integer,
    is_province,
    text_tokens,
)
from languages import tr
from languages.outside_text import outside_line

Message = tuple[Token, ...]
"""A whole message."""

_PART = re.compile(r"\s+|(?P<text>'(?:[^']|'')*')|(?P<number>-?\d+)|(?P<word>[A-Za-z]{3}|[()])")


def is_balanced(message: Sequence[Token]) -> bool:
    """Return True if every bracket of *message* has its partner."""
    depth = 0
    for each in message:
        depth += (each == OPEN) - (each == CLOSE)
        if depth < 0:
            return False
    return depth == 0


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
    shown: list[str] = []
    text: list[str] = []
    for each in tokens:
        if category(each) == Category.TEXT:
            text.append(chr(each & 0xFF))
            continue
        if text:
            shown.append(_quoted(text))
            text.clear()
        shown.append(vocabulary.letters(each) if each in vocabulary else f"?{each:04X}")
    if text:
        shown.append(_quoted(text))
    return " ".join(shown)


def _quoted(text: Iterable[str]) -> str:
    return "'" + "".join(text).replace("'", "''") + "'"


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


class Scan:
    """A place in a message.

    Args:
        tokens: the message.
        at: where reading begins.
    """

    def __init__(self, tokens: Sequence[Token], at: int = 0) -> None:
        self.tokens = tokens
        self.at = at

    @property
    def ahead(self) -> Token | None:
        """The next token; ``None`` at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def is_ahead(self, *words: str) -> bool:
        """Return True if these words come next."""
        return tuple(self.tokens[self.at : self.at + len(words)]) == tuple(WORDS[word] for word in words)

    def is_end(self) -> bool:
        """Return True if all was read."""
        return self.at >= len(self.tokens)

    def end(self) -> None:
        """Check that all was read."""
        if not self.is_end():
            raise WrongTokenError(self.at)

    def any(self) -> Token:
        """The next token, of any kind."""
        each = self.ahead
        if each is None:
            raise WrongTokenError(self.at)
        self.at += 1
        return each

    def word(self, *words: str) -> Token:
        """One of these words."""
        return self.one_of({WORDS[word] for word in words})

    def one_of(self, tokens: Collection[Token]) -> Token:
        """One of these tokens."""
        each = self.ahead
        if each is None or each not in tokens:
            raise WrongTokenError(self.at)
        return self.any()

    def of(self, wanted: Category) -> Token:
        """A token of this category."""
        each = self.ahead
        if each is None or category(each) != wanted:
            raise WrongTokenError(self.at)
        return self.any()

    def integer(self) -> Token:
        """A number."""
        each = self.ahead
        if each is None or not is_integer(each):
            raise WrongTokenError(self.at)
        return self.any()

    def province(self) -> Token:
        """A province."""
        each = self.ahead
        if each is None or not is_province(each):
            raise WrongTokenError(self.at)
        return self.any()

    def open(self) -> None:
        """A bracket that opens."""
        self.word("(")

    def close(self) -> None:
        """A bracket that closes."""
        self.word(")")

    def inside(self) -> Message:
        """All tokens in the brackets that open here, of any kind."""
        self.open()
        begun, depth = self.at, 1
        while depth:
            each = self.any()
            depth += (each == OPEN) - (each == CLOSE)
        return tuple(self.tokens[begun : self.at - 1])

    def text(self) -> str:
        """``( 'a text' )``, which may be empty, as one line."""
        self.open()
        letters: list[str] = []
        while (each := self.ahead) is not None and category(each) == Category.TEXT:
            letters.append(chr(each & 0xFF))
            self.at += 1
        self.close()
        return outside_line("".join(letters))

    def several(self, wanted: Category) -> Message:
        """``( FRA GER )``: one token of this category or more."""
        self.open()
        found = [self.of(wanted)]
        while not self.is_ahead(")"):
            found.append(self.of(wanted))
        self.close()
        return tuple(found)
