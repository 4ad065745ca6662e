"""Lines of one letter, read as orders: as a list, in prose, or by what is due."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.board import Terrain
from adjudicator.notation import SheetEntry, read_order, read_orders
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.reading import Assumption, AssumptionKind, Reading, ReadingErrorKind, TextSpan
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Convoy, Hold, Move, Order, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from app.game.record import ordered_place
from app.mail_in.conditions import beside_names
from app.mail_in.due_orders import passes
from app.mail_in.letter import MOST_LINE_WORK, LetterPart, WorkLeft, work_of
from app.mail_in.letter_pieces import ARROWS, LONGEST_ORDER, are_orders, ordered_in
from app.mail_in.letter_withdrawals import LetterWithdrawals
from app.mail_in.meanings import coast_answer, place_answer
from app.mail_in.order_words import places_named, provinces_of, units_named
from app.mail_in.phrases import blanked, folded_words, phrases, plain, tokens_in, words, words_of
from app.mail_in.prose import Prose
from app.mail_in.sections import Placed, Use, is_salutation, under_own
from app.mail_in.withdrawals import Withdrawal, keeps_the_rest
from languages import tr

_MOST_LINES = 300
"""Lines of one letter that are worth reading; no set of orders has so many."""
_CLAUSES = re.compile(r"[,;:.!()]|\b(?:and|und|et|e|y)\b", re.IGNORECASE)
_SHORTEST_BEGINNING = 3
"""Letters of a word that begins the name of a sea."""
_SHORT_HELP = re.compile(r"\W*(?P<unit>(?:[af]\s+)?(?P<code>[^\W\d_]{3,}))\s+(?P<verb>[sc])(?:\s+(?P<that>\w+))?\W*", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
_LONGEST_BARE_HELP = 9
"""Words of a line that says that a unit supports or convoys, and not what."""
_PROSE = frozenset({ReadingErrorKind.MALFORMED, ReadingErrorKind.EMPTY, ReadingErrorKind.TOO_LONG})


@dataclass(slots=True)
class LetterLines(LetterWithdrawals):
    """Pieces of one letter with what is read in each."""

    def _entries(self, placed: Sequence[Placed]) -> dict[int, list[SheetEntry]]:
        """Return the readings of each line, by its number; sections are read on their own, so that no heading of one reaches another."""
        texts = [""] * len(placed)
        told = self._told_in_prose(placed)
        worth = [each for each in placed if each.line.number not in told and (self.is_typed or self._is_worth_reading(each))]
        work = WorkLeft(min(MOST_LINE_WORK, self.work.left))
        given = work.left
        for rank, each in enumerate(sorted(worth, key=lambda line: work_of(line.text))):  # orders are short: they come before prose
            if rank < _MOST_LINES and work.takes(each.text):
                texts[each.line.number - 1] = self._heading_of_power(each.text) or self._without_counts(plain(each.text))
            else:
                self._passed_over.add(each.line.number)
        self.work.left -= given - work.left
        self._own = {} if self.is_typed else under_own(placed, self._words)
        found: dict[int, list[SheetEntry]] = {}
        for entry in (*self._read(texts, self._writer, own=False), *self._read(texts, self.power, own=True)):
            found.setdefault(entry.line, []).append(entry)
        found |= told
        self._read_what_is_due(placed, found)
        self._read_answers(placed, found)
        every = [entry.reading for each in found.values() for entry in each]
        self._ordered_by = frozenset(each.power for each in every if each.order is not None and self._owner(each.order) == each.power)
        self._near = {id(entry): self._is_near_order(entry) for each in found.values() for entry in each}
        return found

    def _read_answers(self, placed: Sequence[Placed], found: dict[int, list[SheetEntry]]) -> None:
        """Read answers to a question that the mail quotes: about a coast, or about the goal of a unit."""
        asked = " ".join(line.text for line in self.letter.lines if line.part is LetterPart.QUOTE)
        if self._writer is None or ("?" not in asked and phrases("speech", "missing").search(" ".join(folded_words(asked))) is None):
            return
        for each in placed:
            number = each.line.number
            if each.use is not Use.NOW or any(entry.reading.order is not None for entry in found.get(number, ())):
                continue
            order = coast_answer(self.variant, self.position, self._writer, each.text, asked, self._words)
            if order is not None:
                self._notes[number] = tr("it answers the question about the coast")
                found[number] = [SheetEntry(number, 1, Reading(each.text.strip(), order=order, power=self._writer))]
                continue
            answer = place_answer(self.position, self._writer, each.text, asked, self._words)
            if answer is None or answer[0].province in ordered_in([entry for every in found.values() for entry in every]):
                continue
            unit, place = answer
            verb = "-" if self.position.phase.kind is PhaseKind.MOVEMENT else "R"
            told = f"{unit.piece} {verb} {each.text[place.start : place.end]}"
            order = read_order(self.variant, self.position, told, self._writer).order if self._building.takes(told) else None
            if order is not None and self._may_give(self._writer, order):
                self._notes[number] = tr("it answers the question about {place}", place=unit.province)
                found[number] = [SheetEntry(number, 1, Reading(each.text.strip(), order=order, power=self._writer))]

    def _owner(self, order: Order) -> str | None:
        """The power of the unit that *order* is for."""
        place = ordered_place(order) or ""
        driven = self.position.dislodged_at(place)
        unit = driven.unit if driven is not None else self.position.unit_at(place)
        return None if unit is None else unit.power

    def _heading_of_power(self, text: str) -> str:
        """``Russia:`` for ``and poor old Russia:``, a heading with small words; empty for any other text."""
        if self.is_typed or self.power is not None or not text.rstrip().endswith(":") or is_salutation(text, self._words):
            return ""
        named = [token for token in tokens_in(text) if self._words.is_power(token.folded)]
        small = beside_names() | words_of("due.joining", "condition.joints", "lead_in.words")
        others = [word for word in folded_words(text) if not self._words.is_power(word)]
        is_heading = len(named) == 1 and bool(others) and small.issuperset(others)
        return plain(text)[named[0].start : named[0].end] + ":" if is_heading else ""

    def _without_counts(self, text: str) -> str:
        """*text* with blanks in place of ``both`` before a kind of unit, or a verb: it begins the name of a place, and means none."""
        counts = words("place", "no_beginnings")
        tokens = [] if self.is_typed or counts.isdisjoint(folded_words(text)) else list(tokens_in(text))
        for number, token in enumerate(tokens):
            behind = next((each for each in tokens[number + 1 :] if not self._words.is_filler(each.folded) or len(each.folded) == 1), None)
            is_kind = behind is not None and behind.end - behind.start > 1 and self._words.is_kind(behind.folded)
            before = tokens[number - 1] if number else None
            leads = before is None or not (self._words.is_kind(before.folded) or self._words.is_deed(before.folded))
            is_bare = leads and token.folded in words("due", "both")
            counts_before = is_bare and behind is not None and self._words.is_deed(behind.folded)
            if token.folded in counts and (is_kind or counts_before):
                text = blanked(text, token.start, token.end)
        return text

    def _told_in_prose(self, placed: Sequence[Placed]) -> dict[int, list[SheetEntry]]:
        """The orders of long sentences that tell nothing else, which are not worth the work of reading them as a list."""
        power = self._writer
        if self.is_typed or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return {}
        prose = Prose(self.variant, self.position, self._words, self._building)
        found: dict[int, list[SheetEntry]] = {}
        for each in placed:
            number, text = each.line.number, each.text
            is_long = len(text.split()) > LONGEST_ORDER and all(token.kind not in ARROWS for token in tokens_in(text))
            if each.use is not Use.NOW or not is_long:
                continue
            entries = prose.entries(power, number, text)
            if are_orders(entries):
                found[number] = entries
        return found

    def _read_what_is_due(self, placed: Sequence[Placed], found: dict[int, list[SheetEntry]]) -> None:
        """Builds, removals and retreats of lines that do not read as orders from their beginning to their end."""
        if self.is_typed:
            return
        lead = ""
        for each in placed:
            number = each.line.number
            entries = found.get(number, [])
            above, lead = lead, self._lead(each, lead)
            self._is_lead = lead != above or (self._is_lead and not each.text.strip())
            power = self._headed(entries)
            orders = [entry.reading.order for entry in entries if entry.reading.order is not None and not lists_places(entry.reading)]
            plainly = bool(orders) and len(orders) == len(entries) and not passes(each.text)
            legal = plainly and all(self._may_give(power, order) for order in orders)
            if each.use is Use.NOW and legal and (self._names_carrier(each.text, entries) or self._waives_more(each.text, entries)):
                read = self._due(power, number, each.text)
                if _holds_all(read, entries):
                    found[number] = [replace(entry, reading=replace(entry.reading, power=power)) for entry in read]
            if each.use is Use.NOW and not legal:
                is_meant = number in self._notes
                text = self._without_said(each.text, phrases("amendment", "trailing")) if is_meant else each.text
                read = self._due(power, number, text, self._due_verb(power) if is_meant else above)
                read = read or self._help_of_above(power, number, text, found)
                if self._count_legal(power, read) < self._count_legal(power, entries):
                    read = []  # what was read as a list holds more
                place = self._due_orders().waived_place(power, each.text) if power is not None and len(read) == 1 else None
                if place is not None:
                    said = Withdrawal(number, each.text.strip(), power, frozenset({place}), column=each.start + 1)
                    self._withdrawals.append(said)
                if read:
                    found[number] = [replace(entry, reading=replace(entry.reading, power=power)) for entry in read]

    def _count_legal(self, power: str | None, entries: Sequence[SheetEntry]) -> int:
        """Return the number of orders; of builds, removals and retreats, of those that *power* may give."""
        orders = [entry.reading.order for entry in entries if entry.reading.order is not None]
        if self.position.phase.kind is PhaseKind.MOVEMENT:
            return len(orders)
        return sum(self._may_give(power, order) for order in orders)

    def _names_carrier(self, text: str, entries: Sequence[SheetEntry]) -> bool:
        """Return True for ``York is convoyed to Belgium by the North Sea``: it names a unit that convoys, and no order was read for it."""
        carries = self._words.says(Verb.CONVOY) | words("prose", Verb.CONVOY.value)
        if self.position.phase.kind is not PhaseKind.MOVEMENT or carries.isdisjoint(folded_words(text)):
            return False
        own = {unit.province for unit in self.position.units if self._writer == unit.power}
        return not (set(places_named(text, self._words)) - ordered_in(entries)).isdisjoint(own)

    def _waives_more(self, text: str, entries: Sequence[SheetEntry]) -> bool:
        """Return True for ``Army London, and then waive the other``: it waives a build beside those that were read."""
        waives = self._words.says(Verb.WAIVE) | words("due", Verb.WAIVE.value)
        said = folded_words(text)
        waived = any(isinstance(entry.reading.order, Waive) for entry in entries)
        says = not waives.isdisjoint(said) or phrases("due", "waive_phrases").search(" ".join(said)) is not None
        return self.position.phase.kind is PhaseKind.ADJUSTMENT and says and not waived

    def _help_of_above(self, power: str | None, number: int, text: str, found: Mapping[int, Sequence[SheetEntry]]) -> list[SheetEntry]:
        """``A Mar supports``, ``Marseilles supports that``, ``F Nth C``: the support or convoy of the move that stands right above it."""
        if len(text.split()) > _LONGEST_BARE_HELP:
            return []
        written = text
        short = _SHORT_HELP.fullmatch(text)
        if (
            short is not None
            and self._words.is_place(short["code"].casefold())
            and words("prose", "that").issuperset(folded_words(short["that"] or ""))
        ):
            text = f"{short['unit'].upper()} {short['verb'].upper()}"  # ``ruh s that``
        if alike := self._like_above(power, number, text, found):
            return alike
        moved = self._move_above(number, found) or self._hold_above(number, text, found)
        entry = None if moved is None else self._read_below(moved, power, number, text)
        if entry is None or not isinstance(helping := entry.reading.order, Support | Convoy):
            return []
        below = self._pieces[number].text if number < len(self._pieces) else ""
        whole = read_order(self.variant, self.position, plain(f"{written} {below}"), power).order if below.strip() else None
        if whole is not None and self._may_give(power, whole):
            return []  # a line that was broken behind its ``S`` is a support of what stands below
        told = tr("it supports {order} above it", order=moved)
        self._notes[number] = told if isinstance(helping, Support) else tr("it convoys {order} above it", order=moved)
        return [entry]

    def _like_above(self, power: str | None, number: int, text: str, found: Mapping[int, Sequence[SheetEntry]]) -> list[SheetEntry]:
        """``Kiel too``, below the hold or the support of another unit: its unit does what that one does."""
        order = next((entry.reading.order for entry in reversed(found.get(number - 1, ()))), None)
        if not isinstance(order, Hold | Support) or words("prose", "likewise").isdisjoint(folded_words(text)):
            return []
        entry = self._read_below(order, power, number, text)
        if entry is None or type(entry.reading.order) is not type(order):
            return []
        self._notes[number] = tr("it does what {order} above it does", order=order)
        return [entry]

    def _read_below(self, order: Order, power: str | None, number: int, text: str) -> SheetEntry | None:
        """The only order of *text* where it is read as a sentence that goes on with *order*."""
        lead = f"{order}, ".replace(" VIA,", ",")  # by which way it moves says nothing of its help
        both = Prose(self.variant, self.position, self._words, self._building).entries(power, number, lead + text)
        return replace(both[1], column=both[1].column - len(lead)) if len(both) == 2 else None

    @staticmethod
    def _move_above(number: int, found: Mapping[int, Sequence[SheetEntry]]) -> Move | None:
        """The move on the lines right above *number*, below which stand only supports and convoys of it."""
        helped: set[str] = set()
        while number > 1:
            number -= 1
            order = next((entry.reading.order for entry in reversed(found.get(number, ()))), None)
            if isinstance(order, Move):
                return order if helped <= {order.piece.location.province} else None
            if not isinstance(order, Support | Convoy):
                return None
            helped.add((order.supported if isinstance(order, Support) else order.army).location.province)
        return None

    @staticmethod
    def _hold_above(number: int, text: str, found: Mapping[int, Sequence[SheetEntry]]) -> Hold | None:
        """The hold right above *text*, where that names its unit by a pronoun: ``La flotta nello Ionio la sostiene``."""
        order = next((entry.reading.order for entry in reversed(found.get(number - 1, ()))), None)
        is_it = not words_of("prose.it_before", "prose.that").isdisjoint(folded_words(text))
        return order if isinstance(order, Hold) and is_it else None

    def _due_verb(self, power: str | None) -> str:
        """Return the verb of a phase of builds: what is named in place of another unit needs none of its own."""
        if self.position.phase.kind is not PhaseKind.ADJUSTMENT:
            return ""
        return "build" if self._taken_back.adjustment(power) > 0 else "remove"

    def _lead(self, placed: Placed, above: str) -> str:
        """Return the words that head the next line: a line that ends with a colon, or a heading."""
        text = placed.text.strip()
        if text.endswith(":") or placed.use is Use.HEADING:
            return _SENTENCE_ENDS.split(text)[-1]
        return above if text or self._is_lead else ""

    def _read(self, texts: Sequence[str], power: str | None, *, own: bool) -> tuple[SheetEntry, ...]:
        shown = [text if (number in self._own) is own else "" for number, text in enumerate(texts, 1)]
        entries = read_orders(self.variant, self.position, "\n".join(shown), power).entries if any(shown) else ()
        return entries if self.is_typed else tuple(self._at_sea(entry, power) for entry in entries)

    def _at_sea(self, entry: SheetEntry, power: str | None) -> SheetEntry:
        """*entry* of a fleet with the sea that a short word begins which was read as a province inland: ``F Tir - Tun``."""
        order, text = entry.reading.order, entry.reading.text
        if not isinstance(order, Move | Retreat | Hold | Support | Convoy):
            return entry
        kind = self.variant.board.kinds.get(order.piece.kind)
        if kind is None or Terrain.SEA not in kind.terrains or Terrain.INLAND in kind.terrains or self._may_give(power, order):
            return entry
        terrains = {each.code: each.terrain for each in self.variant.board.provinces.values()}
        for token in tokens_in(text):
            is_word = token.kind is TokenKind.WORD and token.end - token.start >= _SHORTEST_BEGINNING
            named = provinces_of((token.folded,), WordMatch.EXACT, self._words) if is_word else frozenset()
            named |= provinces_of((token.folded,), WordMatch.ABBREVIATION, self._words) if is_word else frozenset()
            if Terrain.INLAND not in {terrains[each] for each in named}:
                continue
            begun = named.union(*(each.names_begun(token.folded) for each in self._words.lexicons))
            seas = [each for each in begun if terrains[each] is Terrain.SEA]
            if len(seas) != 1 or not self._building.takes(text):
                continue
            meant = read_order(self.variant, self.position, f"{text[: token.start]}{seas[0]}{text[token.end :]}", power)
            if meant.order is not None and self._may_give(power, meant.order):
                said = Assumption(AssumptionKind.ABBREVIATION, TextSpan(token.start, token.end - token.start), seas[0])
                reading = replace(entry.reading, order=meant.order, power=meant.power, assumptions=(said,), error=None)
                return replace(entry, reading=reading)
        return entry

    def _is_worth_reading(self, placed: Placed) -> bool:
        if placed.use in (Use.HEADING, Use.RESULT, Use.WITHDRAWAL, Use.SPEECH, Use.REPORT):
            return False
        if keeps_the_rest(placed.text) and not units_named(placed.text, self._words):
            return False
        if is_salutation(placed.text, self._words) or not self._words.may_order(placed.text):
            return False
        return self._begins_order(placed.text)

    def _begins_order(self, text: str) -> bool:
        """Return True if a clause of *text* begins as an order does; other prose is only looked through for orders within it."""
        if len(folded_words(text)) <= LONGEST_ORDER or any(token.kind in ARROWS for token in tokens_in(text)):
            return True
        small = words_of("lead_in.words", "due.joints", "courtesy.words")
        for clause in _CLAUSES.split(text):
            heard = folded_words(clause)
            first = next((word for word in heard if word not in small and not self._words.is_filler(word) and not word.isdecimal()), "")
            begins = self._words.is_place(first) or self._words.is_kind(first) or self._words.is_power(first) or self._words.is_deed(first)
            if begins or any(map(self._words.spelt_kind_of, heard[:4])):
                return True
        return False

    def _is_near_order(self, entry: SheetEntry) -> bool:
        """Return True if words that are no order were meant as one."""
        error = entry.reading.error
        if error is not None and error.kind is ReadingErrorKind.MALFORMED and self._begins_with_own_unit(entry.reading.text):
            return True
        if error is None or error.kind in _PROSE:
            return False
        return self.is_typed or self._meanings.is_near_order(entry.reading)

    def _begins_with_own_unit(self, text: str) -> bool:
        """Return True if words that are no form of order begin with a unit that the sender has: they were meant as one."""
        units = units_named(text, self._words)
        if not units or text[: units[0]].strip() or len(folded_words(text)) > LONGEST_ORDER:
            return False
        place = next(iter(places_named(text, self._words)), None)
        unit = None if place is None else self.position.unit_at(place)
        return unit is not None and self.power in {None, unit.power}

    def _says_deed(self, text: str) -> bool:
        """Return True if a word of *text* says what a unit does, or where it goes."""
        return any(map(self._words.is_verb, folded_words(text)))


def lists_places(reading: Reading) -> bool:
    """Return True for two places with a comma or *and* between them, which may be a move of a table, or a list."""
    parts = "," in reading.text or not words("due", "joining").isdisjoint(folded_words(reading.text))
    return parts and any(each.kind is AssumptionKind.MOVE_WITHOUT_VERB for each in reading.assumptions)


def _holds_all(read: Sequence[SheetEntry], entries: Sequence[SheetEntry]) -> bool:
    """Return True if *read* is more orders than *entries*, with an order for each of their units among them."""
    places, before = ordered_in(read), ordered_in(entries)
    return before < places
