"""The tolerant reader of one order: any wording that has one meaning, and a placed error for the rest. Never raises."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from adjudicator.notation.draft import Draft
from adjudicator.notation.english import ENGLISH
from adjudicator.notation.grammar import OrderGrammar
from adjudicator.notation.lexicon import Lexicon, Match
from adjudicator.notation.place_grammar import Expected, TooIntricateError
from adjudicator.notation.reading import Reading, ReadingError, ReadingErrorKind, TextSpan
from adjudicator.notation.settling import Settled, Settler
from adjudicator.notation.straight import read_straight
from adjudicator.notation.tokens import Token, TokenKind, tokens_of
from adjudicator.position import Position
from adjudicator.variant import Variant

MOST_CHARACTERS = 300
"""A longer text is no order."""

MOST_TOKENS = 60
"""More words and marks than this are no order."""


class _Identity:
    """A variant as a key: the very same object, whatever it holds."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.variant is other.variant

    def __hash__(self) -> int:
        return id(self.variant)


@lru_cache(maxsize=16)
def _lexicon(key: _Identity) -> Lexicon:
    return Lexicon(key.variant, ENGLISH)


def lexicon_of(variant: Variant) -> Lexicon:
    """The names of *variant*, built once."""
    return _lexicon(_Identity(variant))


def read_order(variant: Variant, position: Position, text: str, power: str | None = None) -> Reading:
    """What *text* orders, in whatever notation; *power* is in whose name it is read. Never raises.

    Every word counts: what is left out or taken for granted is an assumption of the reading, and what is not understood is an
    error with its place and, where there are any, the best suggestions. Whether the order is legal is for ``check_order``.

    Args:
        variant: names, aliases, kinds and rules.
        position: settles missing kinds of unit and names of several places.
        text: one order, at most 300 characters.
        power: whose orders are being read, if that is known.
    """
    straight = read_straight(variant, position, text, power)
    return read_tolerantly(variant, position, text, power) if straight is None else straight


def read_tolerantly(variant: Variant, position: Position, text: str, power: str | None = None) -> Reading:
    """What *text* orders, by weighing its words; canonical text too. Never raises."""
    if len(text) > MOST_CHARACTERS:
        return _refused(text, power, ReadingErrorKind.TOO_LONG, TextSpan(MOST_CHARACTERS, len(text) - MOST_CHARACTERS))
    tokens = tokens_of(text)
    if not any(token.kind in (TokenKind.WORD, TokenKind.STRANGE) for token in tokens):
        return _refused(text, power, ReadingErrorKind.EMPTY, TextSpan(0, len(text)))
    if len(tokens) > MOST_TOKENS:
        start = tokens[MOST_TOKENS].start
        return _refused(text, power, ReadingErrorKind.TOO_LONG, TextSpan(start, len(text) - start))
    try:
        return _Reader(variant, position, text, tokens, power).read()
    except TooIntricateError:
        return _refused(text, power, ReadingErrorKind.MALFORMED, tokens[0].until(tokens[-1]))


def _refused(text: str, power: str | None, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> Reading:
    return Reading(text, power=power, error=ReadingError(kind, span, suggestions))


class _Reader:
    """One text on one board."""

    def __init__(self, variant: Variant, position: Position, text: str, tokens: tuple[Token, ...], power: str | None) -> None:
        self._variant = variant
        self._position = position
        self._text = text
        self._tokens = tokens
        self._power = power
        self._lexicon = lexicon_of(variant)

    def read(self) -> Reading:
        """Exactly written words first; then abbreviations; then slips of the hand. The first that fits is meant."""
        first: OrderGrammar | None = None
        for level in Match:
            grammar = self._grammar(level)
            drafts = grammar.drafts()
            if drafts:
                return self._settled(drafts)
            first = grammar if first is None or grammar.furthest > first.furthest else first
        if first is None:
            raise AssertionError
        return self._not_read(first)

    def _grammar(self, level: Match, tokens: tuple[Token, ...] | None = None) -> OrderGrammar:
        return OrderGrammar(self._variant.board, self._lexicon, self._tokens if tokens is None else tokens, level)

    def _settled(self, drafts: list[Draft]) -> Reading:
        """The order of the plainest drafts, if all of them mean the same."""
        plainest = [draft for draft in drafts if draft.cost == drafts[0].cost]
        results = [(draft, Settler(self._variant, self._position, self._power).settle(draft)) for draft in plainest]
        orders: dict[str, tuple[Draft, Settled]] = {}
        for draft, settled in results:
            if settled.order is not None:
                orders.setdefault(f"{settled.order} {draft.count}", (draft, settled))
        if len(orders) > 1:
            span = self._tokens[0].until(self._tokens[-1])
            suggestions = tuple(str(settled.order) for _, settled in orders.values())
            return _refused(self._text, self._power, ReadingErrorKind.AMBIGUOUS_ORDER, span, suggestions)
        draft, settled = next(iter(orders.values()), results[0])
        return Reading(self._text, settled.order, settled.power, settled.assumptions, settled.error, draft.count)

    # What went wrong -------------------------------------------------------------------------------------------------------

    def _not_read(self, grammar: OrderGrammar) -> Reading:
        at = grammar.furthest
        if at >= len(self._tokens):
            return self._refuse(ReadingErrorKind.INCOMPLETE, TextSpan(len(self._text.rstrip()), 0), self._completions(grammar))
        several = self._another_order(grammar)
        if several is not None:
            return several
        if not self._looks_like_order(at):
            return self._refuse(ReadingErrorKind.MALFORMED, self._tokens[0].until(self._tokens[-1]))
        token = self._tokens[at]
        if token.kind is not TokenKind.WORD:
            kind = ReadingErrorKind.INCOMPLETE if token.kind in (TokenKind.DASH, TokenKind.SLASH) else ReadingErrorKind.UNKNOWN_WORD
            return self._refuse(kind, token.span)
        if Expected.COAST in grammar.expected:
            return self._refuse(ReadingErrorKind.UNKNOWN_COAST, token.span, self._coasts_before(at))
        if grammar.expected & {Expected.PLACE, Expected.TARGET}:
            return self._unknown_place(at)
        return self._refuse(ReadingErrorKind.UNKNOWN_WORD, token.span)

    def _refuse(self, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> Reading:
        return _refused(self._text, self._power, kind, span, suggestions)

    def _unknown_place(self, at: int) -> Reading:
        """The words up to the next one that is known; ambiguous ones tell what they could mean."""
        end = at + 1
        while end < len(self._tokens) and self._tokens[end].kind is TokenKind.WORD and not self._lexicon.is_known(self._tokens[end].folded):
            end += 1
        span = self._tokens[at].until(self._tokens[end - 1])
        words = tuple(token.folded for token in self._tokens[at:end])
        if self._lexicon.is_known(words[0]) and len(words) == 1 and not self._lexicon.places(words, Match.EXACT):
            return self._refuse(ReadingErrorKind.INCOMPLETE, span)
        rivals = self._lexicon.places(words, Match.SPELLING)
        suggestions = tuple(str(each) for each in rivals) if len(rivals) > 1 else self._lexicon.nearest_places(words)
        return self._refuse(ReadingErrorKind.UNKNOWN_PLACE, span, suggestions)

    def _another_order(self, grammar: OrderGrammar) -> Reading | None:
        """What follows a whole order, where that is another one."""
        if Expected.END not in grammar.expected:
            return None
        at = grammar.furthest
        rest = self._tokens[at:]
        if not any(self._grammar(level, rest).drafts() for level in (Match.EXACT, Match.ABBREVIATION)):
            return None
        return self._refuse(ReadingErrorKind.SEVERAL_ORDERS, self._tokens[at].until(self._tokens[-1]))

    def _looks_like_order(self, at: int) -> bool:
        """Whether anything before or after the strange word belongs to an order."""
        return at > 0 or any(
            token.kind is TokenKind.DASH or (token.kind is TokenKind.WORD and self._lexicon.is_known(token.folded))
            for token in self._tokens
        )

    def _coasts_before(self, at: int) -> tuple[str, ...]:
        """The coasts of the province whose name ends before token *at*."""
        for start in range(max(0, at - 1 - self._lexicon.longest_name), at):
            words = tuple(token.folded for token in self._tokens[start : at - 1] if token.kind is TokenKind.WORD)
            places = self._lexicon.places(words, Match.EXACT) if words else ()
            if places:
                return tuple(coast.lower() for coast in self._variant.board.provinces[places[0].province].coasts)
        return ()

    def _completions(self, grammar: OrderGrammar) -> tuple[str, ...]:
        """What could follow: after a unit alone, that it holds."""
        if Expected.VERB not in grammar.expected:
            return ()
        whole = replace(read_order(self._variant, self._position, f"{self._text.rstrip(' .,;:')} H", self._power))
        return () if whole.order is None else (" H",)
