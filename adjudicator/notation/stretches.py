"""A line of orders cut at the marks and words that can stand between two of them."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.notation.tokens import Token, TokenKind


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some tokens of a line, between two separators."""

    tokens: tuple[Token, ...]
    joint: str
    """The mark or word that ends it."""


def cut_apart(tokens: tuple[Token, ...], joints: frozenset[str]) -> list[Stretch]:
    """The *tokens* cut at every mark, and at every word of *joints*."""
    cut: list[Stretch] = []
    held: list[Token] = []
    for index, token in enumerate(tokens):
        ends = (
            token.kind is TokenKind.SEMICOLON
            or token.folded in {",", ":", "!", "&"}
            or (token.folded == "." and (index + 1 == len(tokens) or tokens[index + 1].start > token.end))
            or (token.kind is TokenKind.WORD and token.folded in joints)
        )
        if not ends:
            held.append(token)
        elif held:
            cut.append(Stretch(tuple(held), token.folded))
            held = []
    if held:
        cut.append(Stretch(tuple(held), ""))
    return cut
