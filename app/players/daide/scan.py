"""Reads a message from left to right and knows the first token that is wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.players.daide.language import Message
from app.players.daide.tokens import CLOSE, OPEN, WORDS, Category, Token, category, is_integer, is_province
from languages import tr
from languages.outside_text import outside_line


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
