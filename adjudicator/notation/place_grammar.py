"""Words, names, coasts and units within the tokens of one order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from adjudicator.board import Board
from adjudicator.notation.lexicon import Lexicon, WordMatch, distance
from adjudicator.notation.order_draft import DraftPlace, DraftUnit
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.reading import Assumption, AssumptionKind, TextSpan
from adjudicator.notation.vocabulary import Phrase, Verb, first_words, most_words
from adjudicator.unit import Location

T = TypeVar("T")

_COST_FILLER = 1
_COST_NO_KIND = 2
_COST_ABBREVIATION = 4
_COST_SPELLING = 8
_COST_STRAY_COAST = 6
_MOST_STEPS = 3_000
"""For one try; an order that people write takes up to some 600."""


class Expected(Enum):
    """Kind of word that could have stood where reading came to its end."""

    PLACE = "place"
    COAST = "coast"
    VERB = "verb"
    TARGET = "target"
    END = "end"


class TooIntricateError(Exception):
    """Text whose words can be combined in more ways than an order's words ever can."""


@dataclass(frozen=True, slots=True)
class Got(Generic[T]):
    """One meaning of the words up to token *at*."""

    at: int
    value: T
    notes: tuple[Assumption, ...] = ()
    cost: int = 0


class PlaceGrammar:
    """Reads names at a token, in every way that they can be read."""

    def __init__(
        self, board: Board, lexicon: Lexicon, tokens: tuple[Token, ...], level: WordMatch, has_unit: Callable[[str], bool]
    ) -> None:
        self._board = board
        self._lexicon = lexicon
        self._words = lexicon.vocabulary
        self._tokens = tokens
        self._level = level
        self._has_unit = has_unit
        self._steps = 0
        self.furthest = -1
        """Index of the token that could not be read; the number of tokens where the text ended too early."""
        self.expected: set[Expected] = set()

    # What went wrong -------------------------------------------------------------------------------------------------------

    def _fail(self, at: int, expected: Expected) -> None:
        if at > self.furthest:
            self.furthest = at
            self.expected = set()
        if at == self.furthest:
            self.expected.add(expected)

    def _count(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooIntricateError

    # Words -----------------------------------------------------------------------------------------------------------------

    def _kind_at(self, at: int) -> TokenKind | None:
        return self._tokens[at].kind if at < len(self._tokens) else None

    def _pass_marks(self, at: int) -> int:
        """The next token that can mean something: brackets and punctuation stand anywhere."""
        while self._kind_at(at) in (TokenKind.MARK, TokenKind.OPEN, TokenKind.CLOSE):
            at += 1
        return at

    def _starts(self, at: int) -> Iterator[Got[None]]:
        """Yield the places where something can begin: here, or after words that change nothing."""
        self._count()
        notes: tuple[Assumption, ...] = ()
        while True:
            at = self._pass_marks(at)
            yield Got(at, None, notes, _COST_FILLER * len(notes))
            if self._kind_at(at) is not TokenKind.WORD or self._tokens[at].folded not in self._words.fillers:
                return
            notes = (*notes, Assumption(AssumptionKind.DROPPED_WORD, self._tokens[at].span))
            at += 1

    def _runs(self, at: int, longest: int) -> Iterator[tuple[Phrase, int]]:
        """The words from here on, one, two and more together; a stop or a tight hyphen may stand between those of a name."""
        words: Phrase = ()
        while len(words) < longest and self._kind_at(at) is TokenKind.WORD:
            words = (*words, self._tokens[at].folded)
            at += 1
            yield words, at
            at = self._pass_joint(at)

    def _pass_joint(self, at: int) -> int:
        """The token after a stop or a hyphen within a name."""
        while at < len(self._tokens) - 1:
            token = self._tokens[at]
            tight = self._tokens[at - 1].end == token.start and (token.folded == "." or self._tokens[at + 1].start == token.end)
            if not tight or not (token.kind is TokenKind.DASH or token.folded in {".", "'", "\u2019"}):
                break
            at += 1
        return at

    def _is_hyphen(self, at: int) -> bool:
        """Return True if the dash at *at* joins the words of one name, the last of which is no name by itself: ``Mid-Atlantic``."""
        if self._kind_at(at - 1) is not TokenKind.WORD or self._kind_at(at + 1) is not TokenKind.WORD:
            return False
        before, dash, after = self._tokens[at - 1 : at + 2]
        if before.end != dash.start or dash.end != after.start or self._lexicon.places((after.folded,), WordMatch.EXACT):
            return False
        return any(self._lexicon.places((before.folded, after.folded), match) for match in (WordMatch.EXACT, WordMatch.ABBREVIATION))

    def _bidden(self, at: int) -> Iterator[int]:
        """*at*, and behind ``to`` where a whole word follows, as in ``is to hold``: one letter may be a place."""
        yield at
        for end in self._phrase(at, self._words.to):
            if self._kind_at(end) is TokenKind.WORD and len(self._tokens[end].folded) > 1:
                yield end

    def _phrase(self, at: int, phrases: frozenset[Phrase]) -> Iterator[int]:
        """The ends of the *phrases* that stand here, the longest first."""
        if self._kind_at(at) is not TokenKind.WORD or self._tokens[at].folded not in first_words(phrases):
            return
        ends: list[int] = []
        words: Phrase = ()
        longest = most_words(phrases)
        while len(words) < longest and self._kind_at(at) is TokenKind.WORD:
            words = (*words, self._tokens[at].folded)
            at += 1
            if words in phrases:
                ends.append(at)
            at = self._pass_marks(at)
        yield from reversed(ends)

    def _verb(self, at: int, verb: Verb) -> Iterator[Got[TextSpan]]:
        """The *verb* at this very token, well or, at the last level, nearly well written."""
        phrases = self._words.verbs[verb]
        found = False
        for end in self._phrase(at, phrases):
            found = True
            yield Got(end, self._span(at, end))
        if found or self._level is not WordMatch.SPELLING or self._kind_at(at) is not TokenKind.WORD:
            return
        word = self._tokens[at].folded
        if self._lexicon.is_known(word):
            return
        if self._lexicon.nearest_verb(word) is verb:
            span = self._tokens[at].span
            yield Got(at + 1, span, (Assumption(AssumptionKind.SPELLING, span, verb.value),), _COST_SPELLING)

    def _span(self, start: int, end: int) -> TextSpan:
        """The text of the tokens from *start* up to *end*."""
        return self._tokens[start].until(self._tokens[end - 1])

    # Powers and kinds ------------------------------------------------------------------------------------------------------

    def _power(self, at: int) -> Iterator[Got[str]]:
        for words, end in self._runs(at, self._lexicon.longest_power):
            power = self._lexicon.power(words)
            if power is not None:
                yield Got(end, power)

    def _unit_kind(self, at: int) -> Iterator[Got[str]]:
        """A kind of unit, perhaps with an article before its name, and what may stand between it and its place."""
        start = at
        if self._kind_at(at) is TokenKind.WORD and self._tokens[at].folded in self._words.articles:
            following = at + 1
            if self._kind_at(following) is TokenKind.WORD and len(self._tokens[following].folded) > 1:
                start = following
        for first in dict.fromkeys((at, start)):
            if self._kind_at(first) is not TokenKind.WORD:
                continue
            word = self._tokens[first].folded
            kind = self._kind_of(word)
            if kind is None or self._names_a_unit(word):
                continue
            notes: tuple[Assumption, ...] = ()
            if word not in self._lexicon.kinds:
                notes = (Assumption(AssumptionKind.SPELLING, self._tokens[first].span, kind),)
            end = first + 1
            yield Got(end, kind, notes)
            inside = self._pass_marks(end)
            for after in self._phrase(inside, self._words.inside):
                yield Got(after, kind, notes)

    def _names_a_unit(self, word: str) -> bool:
        """Return True for ``Arm`` where Armenia has a unit: ``F Bla S Arm Sev`` supports it, and no army in Sevastopol."""
        places = self._lexicon.places((word,), WordMatch.EXACT) if len(word) > 1 else ()
        return any(self._has_unit(place.province) for place in places)

    def _kind_of(self, word: str) -> str | None:
        known = self._lexicon.kinds.get(word)
        if known is not None or self._level is not WordMatch.SPELLING or len(word) < 4:
            return known
        near = {letter for name, letter in self._lexicon.kinds.items() if len(name) >= 4 and distance(word, name, 1) <= 1}
        return near.pop() if len(near) == 1 else None

    # Places ----------------------------------------------------------------------------------------------------------------

    def _place(self, at: int, expected: Expected = Expected.PLACE) -> Iterator[Got[DraftPlace]]:
        for start in self._starts(at):
            found = False
            for place in self._named(start.at):
                found = True
                yield Got(place.at, place.value, start.notes + place.notes, start.cost + place.cost)
            if not found:
                self._fail(start.at, expected)

    def _named(self, at: int) -> Iterator[Got[DraftPlace]]:
        for name in self._name(at):
            yield name
            yield from self._with_code_in_brackets(at, name)
            yield from self._with_coast_after(at, name)
        yield from self._with_coast_before(at)

    def _with_code_in_brackets(self, at: int, name: Got[DraftPlace]) -> Iterator[Got[DraftPlace]]:
        """``Mid-Atlantic (MAO)``: a name, and once more what it means."""
        if self._kind_at(name.at) is not TokenKind.OPEN:
            return
        for again in self._name(name.at + 1):
            meant = {place.province for place in again.value.candidates}
            both = tuple(place for place in name.value.candidates if place.province in meant)
            if both and self._kind_at(again.at) is TokenKind.CLOSE:
                place = DraftPlace(both, self._span(at, again.at), name.value.match)
                yield Got(again.at + 1, place, name.notes + again.notes, name.cost + again.cost)

    def _name(self, at: int) -> Iterator[Got[DraftPlace]]:
        """A name without its coast, the longest first."""
        for words, end in reversed(list(self._runs(at, self._lexicon.longest_name))):
            self._count()
            for match in WordMatch:
                if match.value > self._level.value:
                    break
                candidates = self._lexicon.places(words, match)
                if not candidates or (match is WordMatch.SPELLING and len(candidates) > 1):
                    continue
                span = self._span(at, end)
                notes: tuple[Assumption, ...] = ()
                if match is not WordMatch.EXACT and len(candidates) == 1:
                    kind = AssumptionKind.ABBREVIATION if match is WordMatch.ABBREVIATION else AssumptionKind.SPELLING
                    notes = (Assumption(kind, span, str(candidates[0])),)
                cost = {WordMatch.EXACT: 0, WordMatch.ABBREVIATION: _COST_ABBREVIATION, WordMatch.SPELLING: _COST_SPELLING}[match]
                yield Got(end, DraftPlace(candidates, span, match), notes, cost)
                break

    def _with_coast_after(self, start: int, name: Got[DraftPlace]) -> Iterator[Got[DraftPlace]]:
        """``SPA/NC``, ``Spa(nc)``, ``Spain, north coast``: with the coast that follows *name*."""
        if any(place.coast is not None for place in name.value.candidates):
            return
        at = name.at
        marked = False
        while at < len(self._tokens) and (
            self._tokens[at].kind in (TokenKind.SLASH, TokenKind.OPEN)
            or self._tokens[at].folded in {".", ",", ":", "_"}
            or (self._tokens[at].kind is TokenKind.DASH and self._tokens[at].end - self._tokens[at].start == 1)
        ):
            marked = marked or self._tokens[at].kind in (TokenKind.SLASH, TokenKind.OPEN) or self._tokens[at].folded == "."
            at += 1
        for coast in self._coast_behind(at, marked=marked):
            provinces = [place for place in name.value.candidates if self._has_coast(place, coast.value)]
            span = self._span(start, coast.at)
            if provinces:
                located = tuple(Location(place.province, coast.value) for place in provinces)
                yield Got(
                    coast.at,
                    DraftPlace(located, span, name.value.match),
                    name.notes + coast.notes,
                    name.cost + _COST_FILLER * len(coast.notes),
                )
            elif self._level is not WordMatch.EXACT and (marked or coast.cost == 0):
                place = DraftPlace(name.value.candidates, span, name.value.match, self._span(at, coast.at))
                yield Got(coast.at, place, name.notes + coast.notes, name.cost + _COST_STRAY_COAST)
        if marked and self._kind_at(at) is TokenKind.WORD and self._tokens[at - 1].kind is TokenKind.SLASH:
            self._fail(at, Expected.COAST)

    def _coast_behind(self, at: int, *, marked: bool) -> Iterator[Got[str]]:
        """``nc``, ``the south coast``, ``on the south coast``."""
        yield from self._coast(at, marked=marked)
        if self._kind_at(at) is not TokenKind.WORD:
            return
        for of in dict.fromkeys((at, *self._phrase(at, self._words.coast_of))):
            for start in self._starts(of):
                if start.at > at:
                    for coast in self._coast(start.at, marked=False):
                        yield Got(coast.at, coast.value, start.notes, start.cost + coast.cost)

    def _with_coast_before(self, at: int) -> Iterator[Got[DraftPlace]]:
        """``north coast of Spain``, ``NC Spa``: with the coast that comes first."""
        for coast in self._coast(at, marked=False):
            after = self._pass_marks(coast.at)
            for begin in dict.fromkeys((after, *self._phrase(after, self._words.coast_of))):
                for start in self._starts(begin):
                    for name in self._name(start.at):
                        located = tuple(
                            Location(place.province, coast.value)
                            for place in name.value.candidates
                            if place.coast is None and self._has_coast(place, coast.value)
                        )
                        if located:
                            place = DraftPlace(located, self._span(at, name.at), name.value.match)
                            yield Got(name.at, place, start.notes + name.notes, start.cost + name.cost + coast.cost)

    def _coast(self, at: int, *, marked: bool) -> Iterator[Got[str]]:
        """A coast at this token. A bare direction costs more than one with the word for coast; one letter needs a mark before it."""
        for words, end in self._runs(at, self._lexicon.longest_coast):
            coast = self._lexicon.coasts.get(words)
            if coast is None:
                continue
            whole = self._pass_joint(end)
            ends = [after for after in self._phrase(whole, self._words.coast) if after]
            if ends:
                yield Got(ends[0], coast)
            is_code = "".join(words) == coast.casefold()
            if marked or is_code or len(words[0]) > 1:
                yield Got(end, coast, cost=0 if is_code or marked else 1)

    def _has_coast(self, place: Location, coast: str) -> bool:
        return coast in self._board.provinces[place.province].coasts

    # Units -----------------------------------------------------------------------------------------------------------------

    def _own_unit(self, at: int) -> Iterator[Got[DraftUnit]]:
        """The unit that is ordered: perhaps its kind, its place. A power before it is the order's own."""
        for start in self._starts(at):
            yield from self._unit_of(start, start.at, None, None, None)

    def _unit(self, at: int, kind: str | None = None) -> Iterator[Got[DraftUnit]]:
        """A supported or carried unit: perhaps its power, perhaps its kind, its place. A *kind* known from the verb is not repeated."""
        for start in self._starts(at):
            for bare in self._unit_of(start, start.at, kind, None, None):
                yield bare
                yield from self._with_power_in_brackets(bare)
            for power in self._power(start.at):
                for begin in self._starts(power.at):
                    for unit in self._unit_of(begin, start.at, kind, power.value, self._span(start.at, power.at)):
                        yield Got(unit.at, unit.value, start.notes + unit.notes, start.cost + unit.cost)
            if kind is None:
                yield from self._unit_with_power_behind(start)

    def _unit_with_power_behind(self, start: Got[None]) -> Iterator[Got[DraftUnit]]:
        """``l'armata italiana di Venezia``: the power between the kind and the place."""
        for kind in self._unit_kind(start.at):
            for power in self._power(kind.at):
                after = self._pass_marks(power.at)
                for begin in dict.fromkeys((after, *self._phrase(after, self._words.inside))):
                    span = self._span(kind.at, power.at)
                    for unit in self._unit_of(Got(begin, None), start.at, kind.value, power.value, span):
                        yield Got(unit.at, unit.value, start.notes + kind.notes + unit.notes, start.cost + unit.cost)

    def _with_power_in_brackets(self, unit: Got[DraftUnit]) -> Iterator[Got[DraftUnit]]:
        """``l'armée de Venise (Italie)``: as the sentences of some languages name the unit of another power."""
        at = unit.at + 1 if self._kind_at(unit.at) is TokenKind.CLOSE else unit.at  # the bracket behind a coast
        if self._kind_at(at) is not TokenKind.OPEN:
            return
        for power in self._power(at + 1):
            if self._kind_at(power.at) is TokenKind.CLOSE:
                named = replace(unit.value, power=power.value, power_span=self._span(at + 1, power.at))
                yield Got(power.at + 1, named, unit.notes, unit.cost)

    def _unit_of(
        self, start: Got[None], first: int, told: str | None, power: str | None, span: TextSpan | None
    ) -> Iterator[Got[DraftUnit]]:
        kinds: list[Got[str | None]] = [Got(start.at, told, cost=0 if told else _COST_NO_KIND)]
        if told is None:
            kinds += [Got(kind.at, kind.value, kind.notes, kind.cost) for kind in self._unit_kind(start.at)]
        for kind in kinds:
            for place in self._place(kind.at):
                unit = DraftUnit(kind.value, place.value, self._span(first, place.at), power, span)
                yield Got(place.at, unit, start.notes + kind.notes + place.notes, start.cost + kind.cost + place.cost)
                if kind.value is None and (behind := self._kind_behind(place.at)) is not None:
                    named = replace(unit, kind=behind, span=self._span(first, place.at + 1))
                    yield Got(place.at + 1, named, start.notes + place.notes, start.cost + place.cost)

    def _kind_behind(self, at: int) -> str | None:
        """``the London fleet``: the kind, written out, behind the place."""
        if self._kind_at(at) is not TokenKind.WORD or len(self._tokens[at].folded) == 1:
            return None
        return self._lexicon.kinds.get(self._tokens[at].folded)
