"""Signs that a text is no order although it names places: conditions, alternatives, press, words about all units."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.order_tokens import Token, TokenKind, elided, tokens_of
from adjudicator.notation.reading import Statement, TextSpan
from adjudicator.notation.vocabulary import Phrase

_MOST_WORDS_OF_A_STATEMENT = 8
_MOST_WORDS_OF_A_DATELINE = 8


class Signals:
    """The words of all languages of a variant that stand beside orders, or in place of them."""

    def __init__(self, lexicons: tuple[Lexicon, ...]) -> None:
        self._lexicons = lexicons
        english = lexicons[0]
        vocabularies = [each.vocabulary for each in lexicons]
        self.elisions = frozenset().union(*(each.elisions for each in vocabularies))
        self._conditions = frozenset().union(*(each.conditions for each in vocabularies))
        self._alternatives = frozenset().union(*(each.alternatives for each in vocabularies))
        self._press = frozenset().union(*(each.press for each in vocabularies))
        self._to = frozenset().union(*(each.to for each in vocabularies))
        self._notes = frozenset().union(*(each.results for each in vocabularies)) | {
            word for each in vocabularies for phrase in each.by_convoy for word in phrase
        }
        self._fillers = frozenset().union(*(each.fillers for each in vocabularies))
        self._statements: dict[Phrase, Statement] = {}
        for each in vocabularies:
            for statement, phrases in each.statements.items():
                self._statements |= dict.fromkeys(phrases, statement)
        names = frozenset(word for phrase in self._conditions | self._alternatives if len(phrase) == 1 for word in phrase)
        self._taken = frozenset(word for word in names if english.is_part_of_a_name(word))
        """Words that are something else on this board: an ``Oder`` that is a river."""
        self._doubtful = {
            "" if each.language is None else each.language.name: self._taken
            | {name for name in names if len(name) == 1 or each.has_meaning(name)}
            for each in lexicons
        }
        """Words that are something else in an order of a language, English at no name: ``falls`` back, ``se`` mueve."""

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of *text*, with ``s'il`` as two words."""
        return tokens_of(elided(text, self.elisions))

    # Conditions and alternatives -------------------------------------------------------------------------------------------

    def condition(self, tokens: tuple[Token, ...], read_in: str | None = None) -> TextSpan | None:
        """The words that make it hang on something; *read_in* the language where the text was read as an order all the same."""
        return next((tokens[start].until(tokens[end - 1]) for start, end in self._found(tokens, self._conditions, read_in)), None)

    def alternatives(self, tokens: tuple[Token, ...], read_in: str | None = None) -> tuple[tuple[int, int], ...]:
        """Each *or* among the tokens: its first one and the one after it."""
        return tuple(self._found(tokens, self._alternatives, read_in))

    def begins_hanging(self, tokens: tuple[Token, ...]) -> bool:
        """Return True if the first word is one of those that make an order conditional, or offer another."""
        return any(start == 0 for start, _ in self._found(tokens, self._conditions | self._alternatives, None))

    def _found(self, tokens: tuple[Token, ...], phrases: frozenset[Phrase], read_in: str | None) -> Iterator[tuple[int, int]]:
        passed_over = self._taken if read_in is None else self._doubtful[read_in]
        longest = max(map(len, phrases), default=0)
        at = 0
        while at < len(tokens):
            words: Phrase = ()
            found = 0
            for token in tokens[at : at + longest]:
                if token.kind is not TokenKind.WORD:
                    break
                words = (*words, token.folded)
                if words in phrases and (len(words) > 1 or words[0] not in passed_over):
                    found = len(words)
            if found:
                yield at, at + found
            at += max(1, found)

    def speaks_of_orders(self, tokens: tuple[Token, ...]) -> bool:
        """Return True if a place or a power is named."""
        words = [token.folded if token.kind is TokenKind.WORD else "" for token in tokens]
        return any(self._names(run) for run in _runs(words, 3))

    def _names(self, words: Phrase) -> bool:
        return any(lexicon.power(words) is not None or lexicon.places(words, WordMatch.EXACT) for lexicon in self._lexicons)

    # Press -----------------------------------------------------------------------------------------------------------------

    def is_press(self, tokens: tuple[Token, ...]) -> bool:
        """``Press: ...``, ``PRESS TO FRANCE``, and datelines: ``London to Paris: sorry``."""
        at = 0
        while at < len(tokens) and tokens[at].kind in (TokenKind.MARK, TokenKind.DASH, TokenKind.OPEN):
            at += 1
        return self._headed_press(tokens, at) or self._dateline(tokens, at)

    def _headed_press(self, tokens: tuple[Token, ...], at: int) -> bool:
        words: Phrase = ()
        for index in range(at, min(at + 3, len(tokens))):
            if tokens[index].kind is not TokenKind.WORD:
                break
            words = (*words, tokens[index].folded)
            if words in self._press and self._ends_a_heading(tokens[index + 1 : index + 2]):
                return True
        return False

    def _ends_a_heading(self, following: tuple[Token, ...]) -> bool:
        """Return True if ``Press`` is followed by a mark, ``to`` or a name, or by nothing."""
        return not any(
            each.kind is TokenKind.WORD and (each.folded,) not in self._to and not self._names((each.folded,)) for each in following
        )

    def _dateline(self, tokens: tuple[Token, ...], at: int) -> bool:
        """Two names with ``to`` between, a colon, and something that is neither a result nor a convoy."""
        colon = next((index for index in range(at, len(tokens)) if tokens[index].folded == ":"), None)
        if colon is None or colon - at > _MOST_WORDS_OF_A_DATELINE or any(each.kind is not TokenKind.WORD for each in tokens[at:colon]):
            return False
        head = tuple(each.folded for each in tokens[at:colon])
        said = [each.folded for each in tokens[colon + 1 :] if each.kind is TokenKind.WORD]
        if not said or all(word in self._notes for word in said):
            return False
        return any((head[index],) in self._to and index + 1 < len(head) and self._names(head[:index]) for index in range(1, len(head)))

    # All units at once -----------------------------------------------------------------------------------------------------

    def statement(self, tokens: tuple[Token, ...]) -> tuple[Statement, str | None] | None:
        """Return the statement on all units, and the power that is named before it."""
        if any(token.kind in (TokenKind.STRANGE, TokenKind.SLASH) for token in tokens):
            return None
        words = tuple(token.folded for token in tokens if token.kind is TokenKind.WORD)
        if not 0 < len(words) <= _MOST_WORDS_OF_A_STATEMENT:
            return None
        for start in range(min(4, len(words))):
            power = self._power(words[:start]) if start else None
            if start and power is None:
                continue
            said = words[start:]
            found = self._statements.get(said) or self._statements.get(tuple(word for word in said if word not in self._fillers))
            if found is not None:
                return found, power
        return None

    def _power(self, words: Phrase) -> str | None:
        found = {power for lexicon in self._lexicons if (power := lexicon.power(words)) is not None}
        return found.pop() if len(found) == 1 else None


def _runs(words: list[str], longest: int) -> Iterator[Phrase]:
    """Up to *longest* words side by side."""
    for start in range(len(words)):
        run: Phrase = ()
        for word in words[start : start + longest]:
            if not word:
                break
            run = (*run, word)
            yield run
