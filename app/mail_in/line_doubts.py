"""Doubts about the orders of a line: what its words, its remarks and the prose around them leave open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.notation import SheetEntry
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Disband, Hold, Support, Waive
from adjudicator.phase import PhaseKind
from app.mail_in.conditions import is_conditional, is_courtesy, is_of_the_world, is_sign_off, is_talk
from app.mail_in.doubtful_remarks import is_opinion, remark_doubts, unsettles_order
from app.mail_in.letter_lines import LetterLines
from app.mail_in.letter_pieces import ordered_in
from app.mail_in.order_words import kinds_named, mentions, places_named, units_named, without_places
from app.mail_in.phase_words import kind_of_later
from app.mail_in.phrases import QUOTATION, folded_words, phrases, words, words_of
from app.mail_in.pieces import authors_of
from app.mail_in.second_thoughts import may_confirm
from app.mail_in.sections import REASONS, Placed, Use, says_not_whose
from app.mail_in.withdrawals import withdrawing
from languages import clauses, quoted, tr

_FEWEST_OF_NEWS = 4
"""Words of a sentence behind the name of a place that may be news from there."""
_LONGEST_REMARK = 16
_REMARK_MARKS = re.compile(r"[,;]\s+|\s[-–—]+\s")
_LONGEST_UNSETTLING = 40
"""Characters of words behind a mark that may make the order before it doubtful."""
_PARTS_CLAUSE = ",;."
_PARTS_REMARK = ",;:!.-–—…)&"
"""Marks between an order and a remark behind it."""


@dataclass(slots=True)
class LineDoubts(LetterLines):
    """Lines of one letter, with the reason to ask about each."""

    def _doubts(self, placed: Placed, orders: list[SheetEntry], near: list[SheetEntry], others: list[SheetEntry], by_others: str) -> str:
        """Return the reason to ask about the line; empty where it is plain."""
        piece = self._piece(placed)
        if remark_doubts(piece.remark, self._words):
            return tr("beside it stands {remark}", remark=quoted(piece.remark[:80]))
        if piece.is_reported:
            return tr(REASONS[Use.SPEECH])
        if any(isinstance(entry.reading.order, Hold) for entry in orders) and may_confirm(
            f"{placed.text} {piece.remark} {piece.explanation}"
        ):
            return tr("it may hold, or keep the order that was sent")
        if piece.is_quoted:
            return tr("it stands between quotation marks")
        if len(authors_of(self._pieces)) > 1 and not self._is_writer(piece.author):
            return tr("{name} wrote it in a chat of several people", name=piece.author)
        said = phrases("withdrawal", "rest_stands").sub(" ", " ".join(folded_words(placed.text)))
        said = " ".join(phrases("amendment", "trailing").sub(" ", said).split())
        said = self._words.without_reflexives(said + ("?" if "?" in placed.text else ""))
        if is_conditional(phrases("prose", "hold_phrases").sub(" ", said)):  # ``restent où elles sont`` offers no choice
            return tr("it depends on a condition or offers a choice")
        if any(isinstance(entry.reading.order, Waive | Disband) for entry in orders):
            said = phrases("due", "waive_phrases").sub(" ", phrases("due", "no_builds").sub(" ", said))
            said = phrases("remark", "apologies").sub(" ", said)  # ``I waive the second build (don't tell anybody)``
        if any(isinstance(entry.reading.order, Build) for entry in orders):
            said = phrases("due", "as_kind").sub(" ", said)  # ``Liverpool devrait être une armée``
        jokes = words("around", "jokes").intersection(phrases("around", "closing").sub(" ", said).split())  # and not ``viel Spaß``
        if is_talk(said) or jokes:
            return tr("it may be a proposal or a denial")
        if phrases("remark", "open_ended").search(said) is not None:  # ``Munich, Berlin and so on stay``
            return tr("it stands within other words")
        stays = any(isinstance(each.reading.order, Support) and each.reading.order.target is None for each in orders)
        if stays and any(found.end() == len(said) for found in phrases("remark", "into").finditer(said)):
            return tr("it stands within other words")  # ``supports Bulgaria in``
        for remark in self._beside(placed.text, orders):
            if len(remark) <= _LONGEST_UNSETTLING and unsettles_order(" ".join(folded_words(remark))):
                return tr("beside it stands {remark}", remark=quoted(remark.strip(" .!")))
        is_due = self.position.phase.kind is not PhaseKind.MOVEMENT
        if (
            is_due and orders and phrases("due", "not_due").search(phrases("due", "located").sub(" ", said)) is not None
        ):  # ``I lost Marseilles``
            return tr("it stands within other words")
        if is_due and orders and self._is_dateline(placed):
            return tr("it stands within other words")
        ended = phrases("remark", "ends_order").search(said)
        if ended is not None and not said[ended.end() :].strip():  # ``A Mos - Ukr is out``
            return tr("it stands within other words")
        if by_others:
            return by_others
        above = self._own.get(placed.line.number)
        if above and self.power is None and (powers := {above, *(entry.reading.power for entry in orders)}) != {above}:
            return says_not_whose(self.variant, powers)
        if orders and self._within_prose(placed, orders, near, others):
            return tr("it stands within other words")
        is_cited = piece.remark and QUOTATION.search(placed.text) is not None
        return tr("it stands between quotation marks") if is_cited else ""

    def _is_dateline(self, placed: Placed) -> bool:
        """Return True for ``ROME.`` of ``ROME. The government informs the public …``, which may be news from there."""
        piece, below = self._piece(placed), next(iter(self._pieces[placed.line.number :]), None)
        is_bare = not folded_words(without_places(placed.text, mentions(placed.text, self._words)))
        if not is_bare or below is None or below.line != piece.line:
            return False
        return len(folded_words(below.text)) >= _FEWEST_OF_NEWS and not units_named(below.text, self._words)

    @staticmethod
    def _beside(text: str, orders: Sequence[SheetEntry]) -> Iterator[str]:
        """Yield the words between the marks of *text* in which no order begins: of ``Paris to Burgundy, please don't`` the last two."""
        begins = [entry.column - 1 for entry in orders]
        cuts = [(found.start(), found.end()) for found in _REMARK_MARKS.finditer(text)] if orders else []
        for (_, start), (end, _) in pairwise([*cuts, (len(text), len(text))]):
            if not any(start <= begin < end for begin in begins):
                yield text[start:end]

    def _is_writer(self, author: str) -> bool:
        """Return True if the sender of a mail wrote a line of a chat in it, by the name that the mail gives."""
        name, heard = folded_words(self.letter.name), folded_words(author)
        return set(heard) <= set(name)

    def _within_prose(self, placed: Placed, orders: list[SheetEntry], near: list[SheetEntry], others: list[SheetEntry]) -> bool:
        """Return True if other words than a courtesy or ``my orders:`` stand on the line."""
        end = orders[-1].column - 1 + len(orders[-1].reading.text)
        if is_sign_off(orders[-1].reading.text, placed.text[end:], self._words):
            others = [entry for entry in others if entry.column <= end]
        beside: list[str] = []
        if any(not words("remark", "doubts").isdisjoint(folded_words(entry.reading.text)) for entry in near):
            return True
        if any(self._goes_on(entry) for entry in (*near, *others) if entry.column > orders[0].column):
            return True
        for entry in others:
            if is_courtesy(folded_words(entry.reading.text)):
                continue
            if entry.column > orders[0].column and self._is_remark(placed.text, entry):
                beside.append(entry.reading.text)
                continue
            if self._is_own_clause(placed.text, entry, orders):
                self._clauses.setdefault(placed.line.number, []).append(entry)
                continue
            self._clauses.pop(placed.line.number, None)
            return True
        self._remarks[placed.line.number] = clauses(beside)
        return False

    def _goes_on(self, entry: SheetEntry) -> bool:
        """Return True for words that tell more of the unit before them: ``supports Munich``, behind ``A Bur stays and``."""
        heard = [word for word in folded_words(entry.reading.text) if word not in words("due", "joining")]
        return not (self._words.says(Verb.SUPPORT) | self._words.says(Verb.CONVOY)).isdisjoint(heard[:1])

    def _is_own_clause(self, text: str, entry: SheetEntry, orders: Sequence[SheetEntry]) -> bool:
        """Return True if words beside orders are a clause about a unit of its own, parted from them: it is asked about by itself."""
        start, end = entry.column - 1, entry.column - 1 + len(entry.reading.text)
        before, after = text[:start].rstrip(), text[end:].lstrip()
        joined = words("due", "joining")
        parts_before = not before or before[-1] in _PARTS_CLAUSE or not joined.isdisjoint(folded_words(before)[-1:])
        parts_after = not after or after[0] in _PARTS_CLAUSE or not joined.isdisjoint(folded_words(after)[:1])
        if not parts_before or not parts_after or QUOTATION.search(text):
            return False
        named = places_named(entry.reading.text, self._words)
        own: set[str | None] = {unit.province for unit in self.position.units if self.power in {None, unit.power}}
        own -= ordered_in(orders)
        others = any(self._words.is_power(word) and self._words.power(word) != self.power for word in folded_words(entry.reading.text))
        is_named = bool(named) and (named[0] in own or not kinds_named(entry.reading.text, self._words).isdisjoint(self._own_kinds()))
        return is_named and not others and self._says_deed(entry.reading.text)

    def _own_kinds(self) -> frozenset[str]:
        """The kinds of the units that the writer has."""
        return frozenset(unit.kind for unit in self.position.units if self.power in {None, unit.power})

    def _hedges_own(self, text: str) -> bool:
        """Return True for ``Keep the army at home, unless Germany objects``: what units of a kind do depends on something."""
        own = kinds_named(text, self._words) & self._own_kinds()
        return bool(own) and is_conditional(text) and not is_of_the_world(text) and self._says_deed(text)

    def _is_remark(self, text: str, entry: SheetEntry) -> bool:
        """Return True if words behind an order, and parted from it, change nothing: they name no unit, place or deed, and doubt nothing."""
        start = entry.column - 1
        said = entry.reading.text
        heard = folded_words(said)
        parted = text[:start].rstrip()
        joined = not words("due", "joining").isdisjoint(folded_words(parted)[-1:])
        joined = joined and words_of("remark.goes_along", "due.rest").isdisjoint(heard)  # ``… and eat ice cream``
        joined = joined or not words("prose", "purpose").isdisjoint(heard[:1])  # ``… to mind the shop``
        if QUOTATION.search(text) or len(heard) > _LONGEST_REMARK or (parted[-1:] not in _PARTS_REMARK and not joined):
            return False
        if phrases("remark", "ends_order").search(" ".join(heard)) is not None:
            return False  # ``…, as I told Germany, is out of the question``
        if remark_doubts(said, self._words) or withdrawing(said, self._words) is not None:
            return False
        if is_opinion(said, self._words):
            return True
        codes = {place.casefold() for place in self._own_places} - words("place", "small_words")
        if places_named(said, self._words) or not codes.isdisjoint(heard):
            return False  # ``eng goes to lon, nwy can die``
        if kind_of_later(heard, self.position.phase) is not None or not words("remark", "results").isdisjoint(heard):
            return False
        if phrases("remark", "of_things").match(" ".join(heard)) is not None:
            return True  # ``…, das steht schon viel zu lange leer``
        small = words("language", "common")
        return not any((self._words.is_deed(word) and word not in small) or self._words.spelt_kind_of(word) for word in heard)
