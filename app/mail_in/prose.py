"""Sentences of a movement phase as people tell them: ``My army in Paris goes to Burgundy and is supported by the one in Marseilles``.

The words of a sentence are sorted by the part that they play: places, kinds of units, deeds, and small words that change nothing; its
clauses are read from these parts (``clauses.py``). A word that plays no part, a unit of another power, an order that is not legal or two
for one unit leave a clause unread, and it is asked about. The words are data (``[prose]`` in ``resources/mails``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, takewhile

from adjudicator.board import Terrain
from adjudicator.legal import check_order
from adjudicator.notation import Assumption, AssumptionKind, Reading, SheetEntry, TextSpan, read_order
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.reading import ReadingError, ReadingErrorKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from app.mail_in.clauses import ToldOrder, chains_of
from app.mail_in.conditions import is_conditional, is_talk, without_harmless
from app.mail_in.letter import WorkLeft
from app.mail_in.named_units import coast_before, place_ends, with_codes
from app.mail_in.order_words import NamedPlace, OrderWords, kinds_named, mentions, number_in, provinces_of
from app.mail_in.phase_words import kind_of_later
from app.mail_in.phrases import folded_words, listed, phrases, plain, tokens_in, without_accents, words, words_of
from app.mail_in.second_thoughts import keeps_orders
from app.mail_in.sentence_parts import ALL, SentenceItem, SentencePart, UnreadError
from app.mail_in.topics import pronouns
from app.mail_in.withdrawals import withdrawing

_AT_HOME = {
    (SentencePart.KIND, SentencePart.HOLD, SentencePart.INTO, SentencePart.PLACE): (0, 1),
    (SentencePart.KIND, SentencePart.HOLD, SentencePart.PLACE): (0, 1),
    (SentencePart.MOVE, SentencePart.KIND, SentencePart.INTO, SentencePart.PLACE): (1, 0),
    (SentencePart.STRANGE, SentencePart.KIND, SentencePart.INTO, SentencePart.PLACE): (1, 0),
    (SentencePart.THAT, SentencePart.HOLD, SentencePart.INTO, SentencePart.PLACE): (0, 1),
}
"""Parts of ``The army stays in Norway``, ``Leave the army in Norway``, ``It stays in Norway``, with the numbers of unit and deed."""
_IS_TO_HOLD = tuple([part, SentencePart.TO, SentencePart.HOLD] for part in (SentencePart.KIND, SentencePart.THAT))
_LONGEST = 900
_PARTS = re.compile(r"[,;:.!]")
_APOSTROPHES = re.compile(r"['’]s\b|['’]")
_MOST_WORDS = 140
_LONGEST_LEAD = 16
_LONGEST_OF_KIND = 80
"""Characters of a sentence about the units of a kind."""
_LONGEST_GREETING = 5
_SHORTEST_POWER = 3
_LONGEST_SHORT = 12
"""Letters of the shortened name of a place, before its stop."""
_LONGEST_IN_SMALL = 16
"""Words of a sentence without capitals in which codes of three letters are looked for: ``ukr va in rum e gal la appoggia``."""
_SHORT_WITH = re.compile(r"\bw/")
_NEAR = 5
"""Letters between an arrow and the place that it points to at most: an article."""


@dataclass(slots=True)
class Prose:
    """Reads sentences of one letter.

    Args:
        work: what may still be read for it.
    """

    variant: Variant
    position: Position
    words: OrderWords
    work: WorkLeft

    def entries(self, power: str | None, number: int, text: str, topic: str = "") -> list[SheetEntry]:
        """Return the orders of the sentence *text* on line *number*, with what stands beside them; nothing where it tells none.

        Args:
            topic: the province of the unit that a pronoun at its beginning means.
        """
        own_places = {unit.province for unit in self.position.units if unit.power == power}
        text = with_codes(_SHORT_WITH.sub("w ", text), self.words, own_places, longest=_LONGEST_IN_SMALL)
        if power is None or len(text) > _LONGEST or "?" in text or not (topic or mentions(text, self.words) or self._is_of_kind(text)):
            return []
        text = _idle().sub(lambda found: " " * len(found[0]), _APOSTROPHES.sub(lambda found: " " * len(found[0]), text))
        if keeps_orders(text, self.words):
            return []
        shown = plain(text)
        if len(shown) != len(text):
            return []
        units = {unit.province: unit for unit in self.position.units}
        places = mentions(text, self.words)
        own = [place for place in places if place.province in own_places]
        if len(text.split()) > _MOST_WORDS or not (own or topic or self._alone(power, units, text)):
            return []
        holds = phrases("prose", "hold_phrases")  # Spanish ``se queda`` is no condition
        clauses = (without_harmless(holds.sub(" ", " ".join(folded_words(part)))) for part in _PARTS.split(text))
        if any(not _opens_condition().isdisjoint(clause.split()[:1]) for clause in clauses):
            return []  # ``Should Italy attack, …``
        parts = _without_insertions(list(self._sorted(text, shown, places, power)), shown)
        parts = self._with_homes(parts, shown, {unit.province: unit.kind for unit in units.values() if unit.power == power})
        for meant in dict.fromkeys(("", topic)):  # a pronoun of one language is an article of another
            try:
                items, asides = self._items(text, shown, self._with_carriers(_with_topic(parts, shown, meant) if meant else parts))
                told, unread = chains_of(items, units, power, shown)
            except UnreadError:
                continue
            return self._entries(power, number, text, told, [*asides, *unread], places)
        return []

    def _is_of_kind(self, text: str) -> bool:
        """Return True for ``Both armies hold.``: a short sentence that names a kind of unit and no place."""
        heard = folded_words(text[:_LONGEST_OF_KIND])
        return len(text) <= _LONGEST_OF_KIND and any(map(self.words.spelt_kind_of, heard))

    def _alone(self, power: str, units: Mapping[str, Unit], text: str) -> bool:
        """Return True if *text* may name a unit by its kind alone, or by a word for several places."""
        kinds = [unit.kind for unit in units.values() if unit.power == power]
        heard = folded_words(text)
        several = not words("prose", "several").isdisjoint(heard)
        by_kind = (several or any(kinds.count(kind) == 1 for kind in kinds)) and any(map(self.words.is_kind, heard))
        return by_kind or any(self._own_place(word, power) for word in heard)

    def _entries(
        self,
        power: str,
        number: int,
        text: str,
        told: Sequence[ToldOrder],
        asides: Sequence[tuple[int, int]],
        places: Sequence[NamedPlace],
    ) -> list[SheetEntry]:
        found: list[SheetEntry] = []
        for each in told:
            stretch = text[each.start : each.end].strip(" ,;.:")
            order = self._order(power, f"{each.unit.piece} {each.text}")
            if order is None and each.is_bare:
                asides = [*asides, (each.start, each.end)]
                continue
            if order is None:
                return []
            named = any(self.words.is_kind(word) for word in folded_words(stretch))
            begin = each.start + len(text[each.start : each.end]) - len(text[each.start : each.end].lstrip(" ,;.:"))
            place = next((at for at in places if at.province == each.unit.province and begin <= at.start < each.end), None)
            span = TextSpan(0, len(stretch)) if place is None else TextSpan(place.start - begin, place.end - place.start)
            assumed = Assumption(AssumptionKind.UNIT_KIND, span, each.unit.kind if place is not None else str(each.unit.piece))
            column = begin + 1
            assumptions = (*(() if named else (assumed,)), *self._slips(stretch))
            found.append(SheetEntry(number, column, Reading(stretch, order=order, power=power, assumptions=assumptions)))
        for start, end in asides:
            error = ReadingError(ReadingErrorKind.MALFORMED, TextSpan(0, end - start))
            found.append(SheetEntry(number, start + 1, Reading(text[start:end], power=power, error=error)))
        return sorted(found, key=lambda entry: entry.column)

    def _slips(self, stretch: str) -> Iterator[Assumption]:
        """Yield the guesses at misspelt verbs of *stretch*."""
        for token in tokens_in(stretch):
            word = token.folded
            is_known = (
                self.words.is_verb(word) or self.words.is_place(word) or word in _parts_of_words(self.words) or word in _small(self.words)
            )
            if not is_known and (verb := self.words.nearest_verb(word)) in _PARTS_OF_VERBS:
                assert verb is not None
                yield Assumption(AssumptionKind.SPELLING, TextSpan(token.start, token.end - token.start), verb.value)

    def _order(self, power: str, text: str) -> Order | None:
        if not self.work.takes(text):
            return None
        order = read_order(self.variant, self.position, text, power).order
        return order if order is not None and check_order(self.variant, self.position, power, order) else None

    # --- the words of a sentence ---

    def _items(self, text: str, shown: str, items: Sequence[SentenceItem]) -> tuple[list[SentenceItem], list[tuple[int, int]]]:
        """The parts of *text* that tell its orders, of all its *items*, and the stretches beside these that play none."""
        found: list[SentenceItem] = []
        asides: list[tuple[int, int]] = []
        segment: list[SentenceItem] = []
        begun = False
        since = 0
        for item in (*_parted_at_purposes(items, shown), SentenceItem(SentencePart.JOINT, len(text), len(text))):
            heads = shown[item.start : item.end] == ":" and not any(
                each.part in (SentencePart.PLACE, SentencePart.KIND) for each in segment
            )
            if item.part is not SentencePart.JOINT and not heads:
                segment.append(item)
                continue
            if segment and not since and greets(text[: item.start], shown[item.start : item.end]):
                segment = []
            since = item.end
            if any(each.part is SentencePart.STRANGE for each in segment):
                start, end = segment[0].start, segment[-1].end
                is_loose = heads or all(each.part in _LOOSE for each in segment)
                if not self._is_aside(text[start:end], shown[item.start : item.end], begun=begun or not is_loose):
                    raise UnreadError
                if begun or not is_loose:
                    asides.append((start, end))  # asked about by itself, where it names a unit
                segment = []
            if segment:
                begun = True
                found.extend(segment)
            if found and found[-1].part is not SentencePart.JOINT:
                found.append(replace(item, part=SentencePart.JOINT))
            segment = []
        return found, asides

    def _with_homes(self, items: Sequence[SentenceItem], shown: str, own: Mapping[str, str]) -> list[SentenceItem]:
        """*items* with the place of a unit beside its kind: of ``The army stays in Norway`` as of ``The army in Norway stays``.

        Args:
            own: the kinds of the writer's units, by their provinces.
        """
        found = [
            item  # ``is to stay``
            for number, item in enumerate(items)
            if [each.part for each in items[max(0, number - 1) : number + 2]] not in _IS_TO_HOLD
        ]
        for way, (unit, deed) in _AT_HOME.items():
            for at in range(len(found) - len(way) + 1):
                run = found[at : at + len(way)]
                ends = at + len(way) == len(found) or found[at + len(way)].part is SentencePart.JOINT
                kind, place = run[unit], run[-1]
                if tuple(each.part for each in run) != way or not ends or kind.many or self._is_slip(shown, run[deed]):
                    continue
                is_first = kind.part is SentencePart.THAT and _NAMES.isdisjoint(each.part for each in found[:at])
                said = folded_words(shown[kind.start : kind.end])
                if is_first and not words("prose", "subjects").isdisjoint(said) and place.province in own:
                    found[at : at + len(way)] = [place, SentenceItem(SentencePart.HOLD, run[deed].start, place.end)]
                    break
                leaves = not words("prose", "leaves").isdisjoint(folded_words(shown[run[deed].start : run[deed].end]))
                is_there = own.get(place.province) in kinds_named(shown[kind.start : kind.end], self.words)
                if is_there and (leaves or run[deed].part is SentencePart.HOLD):
                    held = SentenceItem(SentencePart.HOLD, run[deed].start, place.end)
                    found[at : at + len(way)] = [*(each for each in run if each is not run[deed]), held]
        return found

    def _is_slip(self, shown: str, deed: SentenceItem) -> bool:
        """Return True for a hold that may be misspelt: ``elle vient en mer Ionienne`` does not say that it holds there (*tient*)."""
        heard = folded_words(shown[deed.start : deed.end])
        return deed.part is SentencePart.HOLD and len(heard) == 1 and self.words.says(Verb.HOLD, "prose.hold").isdisjoint(heard)

    def _with_carriers(self, items: Sequence[SentenceItem]) -> list[SentenceItem]:
        """*items* with a *by* between a convoy that begins a clause and the sea of its fleet: ``A Tun - Spa (convoy Western Med)``."""
        found: list[SentenceItem] = []
        for item in items:
            begins = bool(found) and found[-1].part is SentencePart.CONVOY and (len(found) < 2 or found[-2].part is SentencePart.JOINT)
            if begins and item.part is SentencePart.PLACE and self._is_at_sea(item.province):
                found.append(SentenceItem(SentencePart.BY, item.start, item.start))
            found.append(item)
        return found

    def _is_at_sea(self, province: str) -> bool:
        """Return True if *province* is a sea."""
        return self.variant.board.provinces[province].terrain is Terrain.SEA

    def _is_aside(self, text: str, stop: str, *, begun: bool) -> bool:
        """Return True if words beside the orders of a sentence change nothing: a greeting before them, a remark behind them."""
        heard = folded_words(text)
        if kind_of_later(heard, self.position.phase) is not None:
            return False
        if len(heard) > _LONGEST_LEAD or is_conditional(text) or is_talk(text) or withdrawing(text, self.words) is not None:
            return False
        if not words("speech", "verbs").isdisjoint(heard) or phrases("around", "other_time").search(" ".join(heard)):
            return False
        return begun or stop in {",", ":", "!", ".", ";"}

    def _sorted(self, text: str, shown: str, places: Sequence[NamedPlace], power: str) -> Iterator[SentenceItem]:
        tokens = list(tokens_in(text))
        known = _known_phrases(self.words)
        by_start = {place.start: place for place in places}
        behind_coast = {
            text.rindex(coast, 0, place.start): place
            for place in places
            if self.variant.board.provinces[place.province].coasts and (coast := coast_before(text, place, self.words))
        }
        at = 0
        while at < len(tokens):
            token = tokens[at]
            place = by_start.get(token.start)
            if place is not None:
                has_coasts = bool(self.variant.board.provinces[place.province].coasts)
                end = next(iter(place_ends(text, place, self.words))) if has_coasts else place.end
                yield SentenceItem(SentencePart.PLACE, place.start, end, place.province)
                while at < len(tokens) and tokens[at].start < end:
                    at += 1
                continue
            if (place := behind_coast.get(token.start)) is not None:  # ``the south coast of Spain``
                yield SentenceItem(SentencePart.PLACE, token.start, place.end, place.province)
                while at < len(tokens) and tokens[at].start < place.end:
                    at += 1
                continue
            if token.kind is not TokenKind.WORD:
                item = self._of_mark(token, shown, by_start)
                if item is not None:
                    yield item
                at += 1
                continue
            length, part = self._phrase(tokens, at, known)
            if length:
                if part is not None:
                    yield SentenceItem(part, token.start, tokens[at + length - 1].end)
                at += length
                continue
            if self._is_owner(tokens, at, by_start):
                at += 1
                continue
            behind = next(
                (each for each in tokens[at + 1 : at + 3] if not self.words.is_filler(each.folded) or each.start in by_start), None
            )
            if shown[token.start : token.end] == "è":  # *is*, which folds to *and*
                at += 1
                continue
            item = self._of_word(token, tokens[at + 1] if at + 1 < len(tokens) else None, by_start, power)
            if token.folded in words("prose", "origin") and behind is not None and behind.start in by_start:
                item = SentenceItem(SentencePart.FROM, token.start, token.end)  # ``die aus der Picardie``
            if item is not None:
                yield replace(item, many=self._many(tokens, at)) if item.part is SentencePart.KIND else item
                if item.part is SentencePart.SUPPORT and at and self._is_about_it(tokens, at):
                    yield replace(item, part=SentencePart.THAT)
                elif item.part in (SentencePart.SUPPORT, SentencePart.CONVOY) and at and self._precedes_its_unit(tokens, at, by_start):
                    yield replace(item, part=SentencePart.BY)
            at += 1

    def _is_owner(self, tokens: Sequence[Token], at: int, places: Mapping[int, NamedPlace]) -> bool:
        """Return True for ``the Russians in Rumania``, ``la Bulgaria turca``: a power beside the place of a unit that it has."""
        word = tokens[at].folded
        if len(word) <= _SHORTEST_POWER or not self.words.is_power(word):
            return False
        before = [place for place in places.values() if at and place.end == tokens[at - 1].end]
        behind = [places[token.start] for token in tokens[at + 1 : at + _NEAR] if token.start in places]
        units = [self.position.unit_at(place.province) for place in (*before[:1], *behind[:1])]
        return any(unit is not None and unit.power == self.words.power(word) for unit in units)

    def _many(self, tokens: Sequence[Token], at: int) -> int:
        """The number of units that a word for a kind means in the plural; 0 in the singular."""
        if tokens[at].folded not in words("prose", "several"):
            return 0
        return number_in([token.folded for token in tokens[max(0, at - 3) : at]]) or ALL

    def _is_about_it(self, tokens: Sequence[Token], at: int) -> bool:
        """Return True for the verb of ``et Paris la soutient``, which ends its clause."""
        behind = " ".join(token.folded for token in takewhile(lambda token: token.kind is TokenKind.WORD, tokens[at + 1 :]))
        ends = not behind or phrases("prose", "small_phrases").fullmatch(behind) is not None  # ``la sostengono tutte e due``
        return ends and tokens[at - 1].folded in words("prose", "it_before")

    def _precedes_its_unit(self, tokens: Sequence[Token], at: int, places: Mapping[int, NamedPlace]) -> bool:
        """Return True for the verb of Spanish ``y la apoyan Noruega y …``: behind a pronoun for its object and before its own unit."""
        behind = (each for each in tokens[at + 1 :] if each.start in places or not self.words.is_filler(each.folded))
        unit = next(behind, None)
        is_unit = unit is not None and (unit.start in places or self.words.spelt_kind_of(unit.folded) is not None)
        return is_unit and tokens[at - 1].folded in words("prose", "it_before")

    def _of_mark(self, token: Token, shown: str, places: Mapping[int, NamedPlace]) -> SentenceItem | None:
        if token.kind is TokenKind.DASH:
            is_arrow = any(token.end <= start <= token.end + _NEAR for start in places)
            if not is_arrow and not shown[token.end : token.end + 1].isspace():
                return None  # ``sait-on jamais``
            return SentenceItem(SentencePart.TO if is_arrow else SentencePart.JOINT, token.start, token.end)
        shortens = shown[token.start] == "." and shown[token.end : token.end + 2].strip().islower()
        if shortens and any(start < token.start <= start + _LONGEST_SHORT for start in places):
            return None  # ``Med. Occ. convoglia``
        if token.kind is TokenKind.SEMICOLON or shown[token.start] in ",.!&+":
            return SentenceItem(SentencePart.JOINT, token.start, token.end)
        if shown[token.start] == ":":
            return SentenceItem(SentencePart.INTO, token.start, token.end)
        is_quiet = shown[token.start] in "*_'’"
        return None if is_quiet else SentenceItem(SentencePart.STRANGE, token.start, token.end)

    def _phrase(
        self, tokens: Sequence[Token], at: int, known: Mapping[str, Sequence[tuple[tuple[str, ...], SentencePart | None]]]
    ) -> tuple[int, SentencePart | None]:
        """Return the number of tokens of the longest known phrase of several words that begins at *at*, and its part."""
        for phrase, part in known.get(tokens[at].folded, ()):
            run = tokens[at : at + len(phrase)]
            if [token.folded for token in run] == list(phrase):
                return len(phrase), part
        return 0, None

    def _of_word(self, token: Token, following: Token | None, places: Mapping[int, NamedPlace], power: str) -> SentenceItem | None:
        word = token.folded
        if token.is_capital:
            before_place = following is not None and following.start in places
            kind = self.words.kind_of(word)
            if kind is not None and before_place:
                return SentenceItem(SentencePart.KIND, token.start, token.end, kind=kind)
            if (letter := _letters(self.words).get(word)) is not None:
                return SentenceItem(letter, token.start, token.end)
            if kind is not None:
                is_article = following is not None and self.words.is_kind(following.folded)
                is_joint = not token.start and word in words("prose", "joints")  # ``E la flotta resta``
                return None if is_article or is_joint else SentenceItem(SentencePart.STRANGE, token.start, token.end)
        elif (kind := self.words.spelt_kind_of(word)) is not None:
            return SentenceItem(SentencePart.KIND, token.start, token.end, kind=kind)
        part = _parts_of_words(self.words).get(word)
        if word in words("prose", "origin") and following is not None and following.start in places:
            part = SentencePart.FROM  # ``Ruhr aus Burgund``, and not ``die Flotte läuft aus``
        if part is not None:
            return SentenceItem(part, token.start, token.end)
        if (province := self._own_place(word, power)) is not None:
            return SentenceItem(SentencePart.PLACE, token.start, token.end, province)
        own = len(word) > _SHORTEST_POWER and self.words.power(word) == power
        if own or word.isdecimal() or word in _small(self.words):
            return None
        part = _PARTS_OF_VERBS.get(self.words.nearest_verb(word), SentencePart.STRANGE)  # ``A Gal supprts it``
        return SentenceItem(part, token.start, token.end)

    def _own_place(self, word: str, power: str) -> str | None:
        """Return the province with a unit of *power* that alone is meant by a word for several places: ``the Atlantic fleet``."""
        if len(word) <= _SHORTEST_POWER:
            return None
        both = (WordMatch.EXACT, WordMatch.ABBREVIATION)
        every = frozenset[str]().union(*(provinces_of((word,), match, self.words) for match in both))
        own = {unit.province for unit in self.position.units if unit.power == power} & every
        return own.pop() if len(own) == 1 else None


@cache
def _idle() -> re.Pattern[str]:
    """Finds words that stand within phrases and change nothing: ``holds simply its position``."""
    every = "|".join(sorted(words("prose", "idle"), key=len, reverse=True))
    return re.compile(rf"(?i),\s*(?:{every})\s*,|\b(?:{every})\b")


def greets(text: str, stop: str) -> bool:
    """Return True if the words before the first comma of a sentence are a greeting: ``Guten Morgen Peter,``."""
    heard = folded_words(text)
    opens = not words("around", "opens").isdisjoint(heard[:1])
    return opens and len(heard) <= _LONGEST_GREETING and stop in {",", "!", "."}


@cache
def _letters(known: OrderWords) -> Mapping[str, SentencePart]:
    """The single capital letters that stand for a deed: ``S``."""
    return {
        phrase[0]: part
        for part, verb in reversed(_OF_DEEDS)
        for lexicon in known.lexicons
        for phrase in lexicon.vocabulary.verbs[verb]
        if len(phrase[0]) == 1
    }


def _without_insertions(items: Sequence[SentenceItem], shown: str) -> list[SentenceItem]:
    """*items* without the commas around small words within a clause: ``Kiel, por último, se mueve a Dinamarca``."""
    commas = [number for number, item in enumerate(items) if shown[item.start : item.end] == ","]
    gone: set[int] = set()
    for first, second in pairwise(commas):
        if second == first + 1 and first not in gone and shown[items[first].end : items[second].start].strip():
            gone |= {first, second}
    return [item for number, item in enumerate(items) if number not in gone]


def _parted_at_purposes(items: Sequence[SentenceItem], shown: str) -> Iterator[SentenceItem]:
    """*items* with a joint before what a deed is for, where that names no unit or place: ``to Trieste to mind the shop``."""
    for number, item in enumerate(items):
        before = items[number - 1] if number else None
        if before is not None and before.part in _ENDS_OF_DEEDS:
            since = shown[before.end : item.end]
            to = next((token for token in tokens_in(since) if token.folded in words("prose", "purpose")), None)
            tail = [each.part for each in takewhile(lambda each: each.part is not SentencePart.JOINT, items[number:])]
            if to is not None and SentencePart.STRANGE in tail and _NAMES.isdisjoint(tail):
                begin = before.end + to.start
                yield SentenceItem(SentencePart.JOINT, begin, begin)
                if item.start > begin:
                    yield SentenceItem(SentencePart.STRANGE, begin, begin + to.end - to.start)
        yield item


_ENDS_OF_DEEDS = frozenset({SentencePart.PLACE, SentencePart.HOLD, SentencePart.THAT})


def _with_topic(items: Sequence[SentenceItem], shown: str, topic: str) -> list[SentenceItem]:
    """*items* with the unit in *topic* in place of the first pronoun, with no place before it: ``let it hold``; or before a verb."""
    if items and not words("prose", "subjectless").isdisjoint(folded_words(shown[items[0].start : items[0].end])[:1]):
        return [SentenceItem(SentencePart.PLACE, items[0].start, items[0].start, topic), *items]  # ``va in Romania``
    spoken = pronouns(shown)
    for number, item in enumerate(items):
        if item.part in (SentencePart.PLACE, SentencePart.SUPPORT, SentencePart.CONVOY):
            break
        if spoken.isdisjoint(folded_words(shown[item.start : item.end])):
            continue
        return [*items[:number], SentenceItem(SentencePart.PLACE, item.start, item.end, topic), *items[number + 1 :]]
    return list(items)


_PARTS_OF_VERBS: Mapping[Verb | None, SentencePart] = {
    Verb.HOLD: SentencePart.HOLD,
    Verb.MOVE: SentencePart.MOVE,
    Verb.SUPPORT: SentencePart.SUPPORT,
    Verb.CONVOY: SentencePart.CONVOY,
}
_NAMES = frozenset({SentencePart.PLACE, SentencePart.KIND})
_LOOSE = frozenset(
    {
        SentencePart.STRANGE,
        SentencePart.TO,
        SentencePart.INTO,
        SentencePart.BY,
        SentencePart.FROM,
        SentencePart.WHICH,
        SentencePart.THAT,
        SentencePart.ALSO,
    }
)
"""Parts that words beside orders may play too."""

_OF_DEEDS = (
    (SentencePart.SUPPORT, Verb.SUPPORT),
    (SentencePart.CONVOY, Verb.CONVOY),
    (SentencePart.HOLD, Verb.HOLD),
    (SentencePart.MOVE, Verb.MOVE),
)


_PHRASES = (
    (SentencePart.SUPPORT, "support_phrases"),
    (SentencePart.HOLD, "hold_phrases"),
    (SentencePart.MOVE, "move_phrases"),
    (SentencePart.WITH, "with_support"),
    (SentencePart.CONVOY, "convoy_phrases"),
    (SentencePart.THAT, "that_phrases"),
    (SentencePart.FROM, "out_of_phrases"),
    (SentencePart.ALSO, "likewise_phrases"),
)


@cache
def _parts_of_words(known: OrderWords) -> Mapping[str, SentencePart]:
    """The single words that play a part; of several parts the last one listed counts."""
    found: dict[str, SentencePart] = {}
    for part, verb in reversed(_OF_DEEDS):
        found |= dict.fromkeys(known.says(verb), part)
        found |= dict.fromkeys(words("prose", verb.value), part)
    for part, name in (
        (SentencePart.JOINT, "joints"),
        (SentencePart.WHICH, "which"),
        (SentencePart.THAT, "that"),
        (SentencePart.INTO, "into"),
        (SentencePart.FROM, "out_of"),
        (SentencePart.BY, "by"),
        (SentencePart.WITH, "with"),
        (SentencePart.TO, "to"),
        (SentencePart.ALSO, "likewise"),
    ):
        found |= dict.fromkeys(words("prose", name), part)
    return found


@cache
def _known_phrases(known: OrderWords) -> Mapping[str, Sequence[tuple[tuple[str, ...], SentencePart | None]]]:
    """The phrases of several words that play a part, or none, by their first word; the longest first."""
    found: dict[tuple[str, ...], SentencePart | None] = {}
    for part, verb in reversed(_OF_DEEDS):
        found |= {phrase: part for lexicon in known.lexicons for phrase in lexicon.vocabulary.verbs[verb] if len(phrase) > 1}
    found |= dict.fromkeys(_spelt("prose", "small_phrases"), None)
    for part, name in _PHRASES:
        found |= dict.fromkeys(_spelt("prose", name), part)
    ordered: dict[str, list[tuple[tuple[str, ...], SentencePart | None]]] = {}
    for phrase, played in sorted(found.items(), key=lambda item: (-len(item[0]), item[0])):
        ordered.setdefault(phrase[0], []).append((phrase, played))
    return ordered


def _spelt(section: str, name: str) -> Iterator[tuple[str, ...]]:
    """Yield the phrases under *name*, each with one word of those that are parted by a bar."""
    for phrase in listed(section, name):
        choices: list[tuple[str, ...]] = [()]
        for item in without_accents(phrase).split():
            choices = [(*made, word) for made in choices for word in item.split("|")]
        yield from choices


@cache
def _opens_condition() -> frozenset[str]:
    """Words with which a condition begins, and no place to which a unit goes."""
    return words("condition", "opens") - words("prose", "into")


@cache
def _small(known: OrderWords) -> frozenset[str]:
    """Words within a sentence of orders that change nothing."""
    fillers = frozenset(word for lexicon in known.lexicons for word in lexicon.vocabulary.fillers)
    return fillers | words_of("courtesy.words", "lead_in.words", "prose.small")
