"""Meanings of words that are no plain order: the legal orders that stretches of them read as, and the one that an answer completes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adjudicator.legal import check_order, legal_orders, orderable
from adjudicator.notation import Reading, ReadingErrorKind, read_order
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Move, Order, Retreat
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Location, Unit
from adjudicator.variant import Variant
from app.mail_in.accounting import Choice
from app.mail_in.conditions import courtesy, is_conditional, is_talk
from app.mail_in.letter import WorkLeft
from app.mail_in.order_words import NamedPlace, OrderWords, mentions, places_named
from app.mail_in.phrases import folded_words, plain, tokens_in, words, words_in, words_of
from app.mail_in.withdrawals import sentences

_STOPS = re.compile(r"[,;:!?]|\.(?:\s|$)")
_LONGEST_PROSE = 600
"""Characters of a line of prose in which orders are looked for."""
_MOST_UNITS = 4
_MOST_CHOICES = 6
_HELPS = frozenset("sc")
"""Letters for a support and a convoy."""
_LONGEST_ANSWER = 8
"""Words of an answer to a question about a coast."""
_QUESTION = re.compile(r"[^.!?]*\?")
_ASKED = frozenset({ReadingErrorKind.CONDITION, ReadingErrorKind.ALTERNATIVE})


@dataclass(slots=True)
class Meanings:
    """Looks for orders in the words of one letter, as far as its work reaches.

    Args:
        sender: the power whose letter it is, where that is known: no other power's orders are offered.
        words: that belong to orders.
    """

    variant: Variant
    position: Position
    sender: str | None
    words: OrderWords
    work: WorkLeft
    """Work that may still be spent on the meanings of doubtful lines; beyond, they are listed without choices."""
    due: frozenset[str] | None = None
    """Provinces in which an order is due; worked out once it is needed."""
    _known: dict[str, bool] = field(default_factory=dict)
    """True for the words that may name one of them."""

    def choices(self, texts: Sequence[str], power: str | None) -> tuple[Choice, ...]:
        """The legal orders that *texts* read as, for *power* where it is known."""
        found: dict[Choice, None] = {}
        for text in texts:
            if self._names_no_unit(text):
                continue
            if not self.work.takes(text):
                self.work.left = 0
                break
            reading = read_order(self.variant, self.position, text, power)
            if reading.order is None or reading.power is None or (self.sender is not None and reading.power != self.sender):
                continue
            if check_order(self.variant, self.position, reading.power, reading.order):
                found.setdefault(Choice(reading.power, reading.order))
            if len(found) == _MOST_CHOICES:
                break
        return tuple(found)

    def _names_no_unit(self, text: str) -> bool:
        """Return True for words that name no place in which the sender has an order due: they are not worth reading."""
        return not any(map(self._may_name_unit, words_in(text)))

    def _may_name_unit(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            both = (WordMatch.EXACT, WordMatch.ABBREVIATION)
            named = {place.province for lexicon in self.words.lexicons for match in both for place in lexicon.places((word,), match)}
            known = self._known[word] = not self._due().isdisjoint(named)
        return known

    def _due(self) -> frozenset[str]:
        if self.due is None:
            powers = self.variant.powers if self.sender is None else (self.sender,)
            places = (each.province for power in powers for each in orderable(self.variant, self.position, power))
            self.due = frozenset(places)
        return self.due

    def of_line(self, text: str, read: Sequence[str], power: str | None, named: Sequence[str] = ()) -> tuple[Choice, ...]:
        """Return the meanings of a doubtful line, of which *read* were understood as orders, and *named* are those that it leaves open."""
        alone = len(read) == 1 and read[0].strip(" .,;") == text.strip(" .,;")
        more = () if alone else (*self._from_units(text), *offered(text[:_LONGEST_PROSE]))
        return self.choices((*read[:_MOST_CHOICES], *more, *named), power)

    def of_unread(self, reading: Reading, power: str | None) -> tuple[Choice, ...]:
        """Return the meanings of words that are no order: with the suggestions for them, or beside a condition."""
        suggested = alternatives(reading)
        if reading.error is not None and reading.error.kind is ReadingErrorKind.CONDITION:
            return self.of_line(reading.text, suggested, power)
        return self.choices(suggested, power)

    def holds_order(self, text: str, power: str | None) -> bool:
        """Return True if prose holds an order: a unit's kind and its place, and its act."""
        if not self.words.names_unit(text):
            return False
        if not self.work.left:
            return True  # not looked at: it is listed, and asked about
        return bool(self.choices((*self._from_units(text), *offered(text[:_LONGEST_PROSE])), power))

    def is_near_order(self, reading: Reading) -> bool:
        """Return True if words that are no order were meant as one: they begin with a unit or a place and go on as orders do."""
        tokens = [token for token in tokens_in(reading.text) if token.kind is not TokenKind.MARK]
        while tokens and (tokens[0].folded.isdecimal() or tokens[0].kind is not TokenKind.WORD):
            tokens = tokens[1:]
        if not tokens:
            return False
        if reading.error is not None and reading.error.kind in _ASKED:
            texts = (*reading.error.suggestions, *self._from_units(reading.text), *offered(reading.text))
            if self.choices(texts, reading.power):
                return True
        first, others = tokens[0].folded, tokens[1:]
        known = [token for token in others if self.words.is_place(token.folded)]
        joined = any(token.kind is TokenKind.DASH for token in others)
        if self.words.is_kind(first) and len(first) > 2 and len(tokens) <= 6:
            joined = joined or any(self.words.is_verb(token.folded) for token in others)
        if self.words.is_kind(first):
            return joined or (bool(known) and len(tokens) <= 12)
        return self.words.is_place(first) and (joined or (bool(known) and len(tokens) <= 10)) and len(tokens) <= 20

    def _from_units(self, text: str) -> list[str]:
        """The stretches of *text* that begin with a unit: ``I think A War - Gal, though`` has one."""
        shown = plain(text[:_LONGEST_PROSE])
        found: list[str] = []
        helps = self.words.says(Verb.SUPPORT) | self.words.says(Verb.CONVOY) | _HELPS
        before = ""
        for token, following in pairwise(tokens_in(text[:_LONGEST_PROSE])):
            is_helped, before = before in helps, token.folded
            if is_helped:
                continue  # ``A Bur S A Par - Pic`` proposes nothing to Paris
            written = token.end - token.start > 1 or shown[token.start].isupper()
            if self.words.is_kind(token.folded) and written and following.kind is TokenKind.WORD:
                if len(found) == _MOST_UNITS:
                    break
                found.append(_STOPS.split(shown[token.start :])[0])
        return [each for whole in found for each in (whole, *_shorter(whole))][:24]


def _shorter(text: str) -> list[str]:
    """*text* without some of its last words; ``A Par-Bur`` is two."""
    words = text.split()
    return [" ".join(words[:length]) for length in range(min(len(words) - 1, 10), 1, -1)]


MOST_OFFERED = 12

_BETWEEN = re.compile(
    r"(?i)\s*[,;]?\s*\b(?:or|oder|ou|oppure|o|otherwise|else|sonst|sinon|altrimenti|instead)\b\s*[,:]?\s*|\s*/\s+|\s+/\s*"
)
_CLAUSE = re.compile(
    r"(?i)\b(?:if|unless|when|then|provided|assuming|in case|except|falls|wenn|sofern|dann|ausser|außer|si|alors|sauf|se|allora|salvo"
    r"|entonces|cuando)\b|[,;:()?]|\bthen\b"
)


def alternatives(reading: Reading) -> tuple[str, ...]:
    """The text of *reading* with each suggestion in place of what was not understood."""
    error = reading.error
    if error is None:
        return ()
    before, after = reading.text[: error.span.start], reading.text[error.span.end :]
    whole = error.span.length >= len(reading.text.strip()) or error.kind is ReadingErrorKind.ALTERNATIVE
    return tuple(each if whole else f"{before}{each}{after}" for each in error.suggestions)


def chosen_among(reading: Reading) -> tuple[str, ...]:
    """The whole orders of which the text of *reading* says that one is meant; none where it says something else."""
    error = reading.error
    return error.suggestions if error is not None and error.kind is ReadingErrorKind.ALTERNATIVE else ()


def offered(text: str) -> tuple[str, ...]:
    """The orders that a line with a condition or a choice may hold: ``A Tri R Ven or Tyr`` offers two."""
    found: dict[str, None] = {}
    for clause in _CLAUSE.split(text):
        parts = [part.strip(" .,;:!") for part in _BETWEEN.split(clause) if part.strip(" .,;:!")]
        if not parts:
            continue
        first = parts[0].split()
        for number, part in enumerate(parts):
            found.setdefault(part)
            if number:
                for length in range(len(first) - 1, 0, -1):
                    found.setdefault(" ".join((*first[:length], part)))
    return tuple(found)[: MOST_OFFERED * 4]


# --- answers to a question about a coast: ``South coast please``, above a quotation that asks *which coast of Spain* ---


def coast_answer(variant: Variant, position: Position, power: str, text: str, quoted: str, known: OrderWords) -> Order | None:
    """Return the order of *power* that *text* completes by naming a coast; ``None`` where it does more, or it is not plain which.

    One question of *quoted* speaks of a coast and names one province that has several; one unit of *power* can go there, or be built there.
    """
    heard = folded_words(text)
    sides = [word for word in heard if known.is_coast(word)]
    small = courtesy() | words_of("due.joints", "prose.small", "lead_in.words", "statement.to")
    if not sides or len(heard) > _LONGEST_ANSWER or "?" in text:
        return None
    if not all(word in small or known.is_coast(word) or known.is_filler(word) for word in heard):
        return None
    asked = [each[0] for each in _QUESTION.finditer(quoted) if any(map(known.is_coast, folded_words(each[0])))]
    about = {place for each in asked for place in places_named(each, known) if variant.board.provinces[place].coasts}
    if len(about) != 1:
        return None
    [province] = about
    named = set(places_named(quoted, known)) - about
    possible = list(_with_coasts(variant, position, power, province))
    possible = [(place, order) for place, order in possible if place in named] or possible
    if len({place for place, _ in possible}) != 1:
        return None
    codes = {code for lexicon in known.lexicons if (code := lexicon.coasts.get(tuple(sides))) is not None}
    meant = [order for _, order in possible if (goal := _goal(order)) is not None and goal.coast in codes]
    match meant:
        case [only]:
            return only
        case _:
            return None


def place_answer(position: Position, power: str, text: str, quoted: str, known: OrderWords) -> tuple[Unit, NamedPlace] | None:
    """Return the unit of *power* that a question of *quoted* asks about, and the place that *text* answers; ``None`` where either is open.

    ``Munich. Thanks for checking!`` below ``> Bernd, you have Tyrolia going to Bohemia and to Munich. Which is it?``
    """
    is_retreat = position.phase.kind is PhaseKind.RETREAT
    units = [each.unit for each in position.dislodged] if is_retreat else list(position.units)
    own = {unit.province: unit for unit in units if unit.power == power}
    about = {place for place in places_named(quoted, known) if place in own}
    if len(about) != 1 or len(text) > _LONGEST_ANSWERED or is_conditional(text):
        return None
    sentence = [text[start:end] for start, end in sentences(text) if mentions(text[start:end], known)]
    named = mentions(text, known)
    if len(named) != 1 or len(sentence) != 1:
        return None
    [place], [answer], [province] = named, sentence, about
    if place.province == province or is_talk(answer):
        return None
    small = courtesy() | words_of("due.joints", "prose.small", "lead_in.words", "prose.to", "prose.into", "amendment.refuses")
    head, _, behind = answer.partition(",")
    said = [word for word in folded_words(answer if mentions(behind, known) else head) if word not in small]
    heard = [word for word in said if not known.is_filler(word)]
    if len(heard) > len(folded_words(text[place.start : place.end])) or not _denies_nothing(behind):
        return None
    return own[province], place


def _denies_nothing(text: str) -> bool:
    """Return True if words behind an answer neither deny nor doubt it."""
    heard = folded_words(text)
    return words("withdrawal", "denials").isdisjoint(heard) and words("remark", "doubts").isdisjoint(heard)


_LONGEST_ANSWERED = 120
"""Characters of an answer with what is said behind it."""


def _with_coasts(variant: Variant, position: Position, power: str, province: str) -> Iterator[tuple[str, Order]]:
    """Yield the legal orders of *power* for which a coast of *province* is needed, each with the place of its unit."""
    for place in orderable(variant, position, power):
        for order in legal_orders(variant, position, place):
            goal = _goal(order)
            if goal is not None and goal.province == province and goal.coast is not None:
                yield place.province, order


def _goal(order: Order) -> Location | None:
    match order:
        case Move() | Retreat():
            return order.target
        case Build():
            return order.piece.location
        case _:
            return None
