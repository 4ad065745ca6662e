"""Values written out in PHP: texts, numbers and arrays of them, read as text. Nothing is run, and what is no plain value is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LARGEST_PHP = 2 * 1024 * 1024
MOST_TOKENS = 400_000
DEEPEST = 12
_TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<number>-?\d+(?:\.\d+)?)|"
    r"(?P<word>\$?[A-Za-z_]\w*)|(?P<sign>=>|->|::|.)",
    re.DOTALL,
)


class NoValue:
    """Mark of an expression that is no plain value: a variable, a call, a sum."""


NO_VALUE = NoValue()
PhpValue = object
"""A text, a number, a list, a dictionary, or :data:`NO_VALUE`."""


@dataclass(frozen=True, slots=True)
class PhpToken:
    """A word of PHP."""

    kind: str
    text: str
    line: int


def php_tokens(text: str) -> list[PhpToken]:
    """The words of *text* without blanks and comments, at most :data:`MOST_TOKENS`."""
    found: list[PhpToken] = []
    line = 1
    for match in _TOKEN.finditer(text[:LARGEST_PHP]):
        if match.lastgroup != "skip":
            found.append(PhpToken(match.lastgroup or "", match[0], line))
            if len(found) >= MOST_TOKENS:
                break
        line += match[0].count("\n")
    return found


def value_at(tokens: list[PhpToken], at: int, depth: int = 0) -> tuple[PhpValue, int]:
    """The value that begins at *at*, and where the next word stands.

    >>> value_at(php_tokens("array('Paris' => 3, 'Brest' => 5)"), 0)[0]
    {'Paris': 3, 'Brest': 5}
    """
    if at >= len(tokens) or depth > DEEPEST:
        return NO_VALUE, _end(tokens, at)
    token = tokens[at]
    opens = 2 if token.text.lower() == "array" and _sign(tokens, at + 1) == "(" else 1 if token.text == "[" else 0
    if opens:
        return _array(tokens, at + opens, ")" if opens == 2 else "]", depth)
    plain: PhpValue = NO_VALUE
    if token.kind == "text":
        plain = re.sub(r"\\([\\'\"])", r"\1", token.text[1:-1])
    elif token.kind == "number":
        plain = float(token.text) if "." in token.text else int(token.text)
    elif token.text.lower() in ("true", "false", "null"):
        plain = {"true": True, "false": False}.get(token.text.lower())
    end = _end(tokens, at)
    return (plain, end) if end == at + 1 else (NO_VALUE, end)


def _array(tokens: list[PhpToken], at: int, close: str, depth: int) -> tuple[PhpValue, int]:
    listed: list[PhpValue] = []
    named: dict[object, PhpValue] = {}
    while at < len(tokens) and tokens[at].text != close:
        begin = at
        value, at = value_at(tokens, at, depth + 1)
        if _sign(tokens, at) == "=>":
            key = value
            value, at = value_at(tokens, at + 1, depth + 1)
            if isinstance(key, (str, int)):
                named[key] = value
        else:
            listed.append(value)
        if _sign(tokens, at) == "," or at == begin:
            at += 1
    return named or listed, at + 1


def _end(tokens: list[PhpToken], at: int) -> int:
    """The end of the expression at *at*: the comma, arrow or bracket that is not its own."""
    depth = 0
    while at < len(tokens):
        sign = tokens[at].text if tokens[at].kind == "sign" else ""
        if depth == 0 and sign in (",", "=>", ")", "]", ";", "}"):
            return at
        depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        at += 1
    return at


def _sign(tokens: list[PhpToken], at: int) -> str:
    return tokens[at].text if at < len(tokens) and tokens[at].kind == "sign" else ""


def assignments(tokens: list[PhpToken]) -> Iterator[tuple[str, PhpValue, int]]:
    """Every ``$name = value`` of a plain array, with its line.

    >>> list(assignments(php_tokens("$home = array('Paris', 'Brest');")))
    [('home', ['Paris', 'Brest'], 1)]
    """
    for at in range(len(tokens) - 2):
        if tokens[at].kind == "word" and tokens[at].text.startswith("$") and tokens[at + 1].text == "=" and _opens(tokens, at + 2):
            value, _ = value_at(tokens, at + 2)
            yield tokens[at].text[1:], value, tokens[at].line
        elif tokens[at].kind == "word" and tokens[at].text.startswith("$") and tokens[at + 1].text == "=" and tokens[at + 2].kind == "text":
            yield tokens[at].text[1:], tokens[at + 2].text[1:-1], tokens[at].line


def calls(tokens: list[PhpToken], name: str) -> Iterator[tuple[list[PhpValue], int]]:
    """The plain values handed to each ``name(...)``, with the line."""
    for at in range(len(tokens) - 1):
        if tokens[at].text == name and tokens[at + 1].text == "(":
            found, _ = _array(tokens, at + 2, ")", 0)
            yield (found if isinstance(found, list) else []), tokens[at].line


def _opens(tokens: list[PhpToken], at: int) -> bool:
    return tokens[at].text == "[" or (tokens[at].text.lower() == "array" and _sign(tokens, at + 1) == "(")
