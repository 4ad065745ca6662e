"""Reads a grammar in ISO 14977 notation, writes sentences of it, and turns productions into regular expressions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

_TOKEN = re.compile(r"""\s+|\(\*.*?\*\)|"[^"]*"|'[^']*'|\?.*?\?|[a-z][a-z0-9-]*|[=,;|(){}\[\]]""", re.DOTALL)


@dataclass(frozen=True)
class Literal:
    """Text that stands as it is."""

    text: str


@dataclass(frozen=True)
class Special:
    """A special sequence in words."""

    words: str


@dataclass(frozen=True)
class Name:
    """Another production."""

    name: str


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """One of several."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """Any number of times, or at most once."""

    part: Node
    most: int | None


Node = Literal | Special | Name | Sequence | Choice | Repeat


class Grammar:
    """Productions by name."""

    def __init__(self, text: str) -> None:
        self._tokens = [token for token in _tokens(text) if not token.isspace() and not token.startswith("(*")]
        self._at = 0
        self.productions: dict[str, Node] = {}
        while self._at < len(self._tokens):
            name = self._take()
            self._expect("=")
            assert name not in self.productions, f"{name} stands twice"
            self.productions[name] = self._choice()
            self._expect(";")

    def names_in(self, name: str) -> Iterator[str]:
        """The productions that *name* uses."""
        yield from _names(self.productions[name])

    def _choice(self) -> Node:
        parts = [self._sequence()]
        while self._peek() == "|":
            self._take()
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self) -> Node:
        parts = [self._item()]
        while self._peek() == ",":
            self._take()
            parts.append(self._item())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _item(self) -> Node:
        token = self._take()
        if token in "([{":
            inner = self._choice()
            self._expect({"(": ")", "[": "]", "{": "}"}[token])
            return inner if token == "(" else Repeat(inner, 1 if token == "[" else None)
        if token[0] in "\"'":
            return Literal(token[1:-1])
        if token[0] == "?":
            return Special(token[1:-1].strip())
        return Name(token)

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def _expect(self, token: str) -> None:
        found = self._take()
        assert found == token, f"{token!r} was expected near {' '.join(self._tokens[max(0, self._at - 8) : self._at])}"


class Speaker:
    """Writes sentences, and counts which productions and alternatives it used.

    *said* makes text for what the grammar says in words.
    """

    def __init__(self, grammar: Grammar, said: Mapping[str, Callable[[random.Random], str]], seed: int) -> None:
        self._grammar = grammar
        self._said = said
        self.random = random.Random(seed)
        self.used: set[str] = set()

    def say(self, name: str) -> str:
        """A sentence of the production *name*."""
        self.used.add(name)
        if name in self._said:
            return self._said[name](self.random)
        return self._speak(self._grammar.productions[name])

    def _speak(self, node: Node) -> str:
        match node:
            case Literal(text):
                return text
            case Special(words):
                raise AssertionError(f"nobody knows how to say: {words}")
            case Name(name):
                return self.say(name)
            case Sequence(parts):
                return "".join(map(self._speak, parts))
            case Choice(parts):
                return self._speak(self.random.choice(parts))
            case Repeat(part, most):
                return "".join(self._speak(part) for _ in range(self.random.randint(0, most or 3)))


def pattern(grammar: Grammar, name: str, said: Mapping[str, str]) -> str:
    """A regular expression for the production *name*, which must not use itself. *said* has those said in words."""
    if name in said:
        return said[name]
    return _pattern(grammar, grammar.productions[name], said)


def _pattern(grammar: Grammar, node: Node, said: Mapping[str, str]) -> str:
    match node:
        case Literal(text):
            return re.escape(text)
        case Special(words):
            raise AssertionError(f"nobody knows what this is: {words}")
        case Name(name):
            return pattern(grammar, name, said)
        case Sequence(parts):
            return "".join(_pattern(grammar, part, said) for part in parts)
        case Choice(parts):
            return "(?:" + "|".join(_pattern(grammar, part, said) for part in parts) + ")"
        case Repeat(part, most):
            return f"(?:{_pattern(grammar, part, said)}){'?' if most == 1 else '*'}"


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found, f"the grammar cannot be read at: {text[at : at + 40]!r}"
        yield found[0]
        at = found.end()


def _names(node: Node) -> Iterator[str]:
    match node:
        case Name(name):
            yield name
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from _names(part)
        case Repeat(part, _):
            yield from _names(part)
        case Literal() | Special():
            pass
