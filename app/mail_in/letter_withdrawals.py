"""Withdrawals in the pieces of one letter: what takes back, replaces or excepts orders that were sent before is noted and left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.phase import PhaseKind
from app.mail_in.accounting import Fate, LineAccount
from app.mail_in.amendments import replaced_below
from app.mail_in.letter_pieces import LONGEST_SAID, LetterPieces, are_orders
from app.mail_in.order_words import kinds_named, mentions, places_named, units_named
from app.mail_in.phase_words import kind_of_later
from app.mail_in.phrases import folded_words, located, phrases, words, words_of
from app.mail_in.sections import Placed, Use, heads, is_salutation
from app.mail_in.text_piece import units_or_places
from app.mail_in.withdrawals import TakingBack, Withdrawal, is_correction, is_vague_change, keeps_the_rest, withdrawing
from languages import tr


@dataclass(slots=True)
class LetterWithdrawals(LetterPieces):
    """Pieces of one letter without what takes back or replaces earlier orders."""

    def _without_withdrawals(self, placed: Sequence[Placed]) -> tuple[Placed, ...]:
        """*placed* without the sentences that take back what was sent before; these are noted."""
        if self.is_typed:
            return tuple(placed)
        rest_stands = any(keeps_the_rest(each.text) for each in placed)
        self._subject_withdraws(placed)
        found: list[Placed] = []
        headed: str | None = None
        for each in placed:
            headed = self.power or self._named_by(each) or headed
            found.append(self._without_withdrawal(self._with_lead(each, headed), headed, rest_stands=rest_stands))
        return tuple(found)

    def _with_lead(self, placed: Placed, headed: str | None) -> Placed:
        """*placed* with ``I changed my mind`` in it again, where no order stands beside that takes the place of an earlier one."""
        piece = self._piece(placed)
        text = placed.text
        if not piece.written or not text or self._reads(text) or self._due(headed or self.subject_power, placed.line.number, text):
            return placed
        return replace(placed, line=replace(placed.line, text=piece.written))

    def _named_by(self, placed: Placed) -> str | None:
        """The power that a heading names."""
        if not heads(placed.text, self._words) or is_salutation(placed.text, self._words):
            return None
        named = {self._words.power(word) for word in folded_words(placed.text.partition(":")[0]) if self._words.is_power(word)}
        return named.pop() if len(named) == 1 else None

    def _subject_withdraws(self, placed: Sequence[Placed]) -> None:
        """``Cancel my orders`` as a subject, over a mail that has nothing else to say."""
        subject = self._subject
        found = withdrawing(subject, self._words) if ":" not in subject[:6] else None
        if found is not None and not any(self._words.may_order(each.text) for each in placed):
            power = self._whose(found)
            self._withdrawals.append(Withdrawal(0, found.text, power, found.places))
            self._found.append(LineAccount(0, 1, found.text, Fate.WITHDRAWS, reason=tr("takes back what was sent before"), power=power))

    def _without_withdrawal(self, placed: Placed, headed: str | None, *, rest_stands: bool) -> Placed:
        if placed.use not in (Use.NOW, Use.UNSURE, Use.HEADING):
            return placed
        text = placed.text
        if (replaced := replaced_below(text, self._words)) is not None:
            self._replaces_below(placed, replaced, headed)
            return replace(placed, use=Use.WITHDRAWAL)
        found = withdrawing(text, self._words)
        if found is not None and (at := self._end_of_taking_back(placed, found, headed)):
            self._without_withdrawal(replace(placed, end=placed.start + at), headed, rest_stands=rest_stands)
            return replace(placed, start=placed.start + at + 1)
        if found is not None and (self._is_remark_behind(placed, found, headed) or self._falls_back(text)):
            return placed
        if (
            found is not None
            and self._due_orders().entries(headed, placed.line.number, text)
            and not (found.places is None and self._begins_anew(placed))
        ):
            return placed  # ``Warsaw withdraws to Livonia``, ``scrap A Mun``; no prose: ``strike A Mos - Ukr`` takes back
        if found is None:
            if (
                is_vague_change(text, self._words)
                and kind_of_later(folded_words(text), self.position.phase) is None
                and not units_named(text, self._words)
                and not is_correction(text)
                and not self._due(headed, placed.line.number, text)
            ):
                if (meant := self._meant_retreat(placed, headed)) is not None:
                    return meant
                places = frozenset(places_named(text, self._words)) or None
                self._withdrawals.append(Withdrawal(placed.line.number, text.strip(), headed, places, reaches_above=False))
                self._vague.add(placed.line.number)
            else:
                self._excepts(placed, headed)
            return placed
        power = self._whose(found) or headed
        if found.powers and self.power is not None and self.power not in found.powers and found.places is not None:
            return placed
        places = found.places
        said = " ".join(folded_words(found.text))
        is_of_last = phrases("withdrawal", "last_one").search(said) is not None or (
            phrases("withdrawal", "this_one").search(said) is not None and self._is_behind_one_order(placed, found)
        )
        if places is None and is_of_last:
            places = self._last_above(placed, found)
        if places is None and found.kinds and power is not None:
            places = self._taken_back.of_kinds(power, found.kinds) or None
        reaches_before = not (rest_stands and places is None)
        column = placed.start + found.start + 1
        noted = Withdrawal(placed.line.number, found.text, power, places, found.reaches_above, reaches_before, column=column)
        self._withdrawals.append(replace(noted, later=found.spared, kinds=found.kinds))
        if found.has_other_order:
            begins = found.anew or text.rfind(",", found.start, units_named(text, self._words)[0]) + 1
            if not begins or found.places is None:
                return placed
            self._corrections.add(placed.line.number)
            whole = placed.line.text
            shown = self._without_said(whole, phrases("amendment", "trailing")) if found.anew else whole
            start = placed.start + begins  # ``Forget Gascony, A Par - Bur``
            return replace(placed, line=replace(placed.line, text=shown), start=_behind_lead(shown, start))
        before, after = text[: found.start].strip(" ,;-"), text[found.end :].strip(" ,;-")
        reason = tr("takes back what was sent before")
        if before and after:
            return placed
        line = LineAccount(placed.line.number, column, found.text, Fate.WITHDRAWS, reason=reason, power=power)
        self._found.append(line)
        if after:
            return replace(placed, use=Use.NOW, start=placed.start + found.end)
        if before:
            return replace(placed, end=placed.start + found.start)
        return replace(placed, use=Use.WITHDRAWAL)

    def _end_of_taking_back(self, placed: Placed, found: TakingBack, power: str | None) -> int:
        """The comma of ``Annulla l'attacco a Trieste, Venezia resta ferma``, behind which orders stand; 0 where none do."""
        text = placed.text
        if found.has_other_order or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return 0
        for comma in re.finditer(r",\s", text[found.start : found.end]):
            at = found.start + comma.start()
            earlier, tail = withdrawing(text[:at], self._words), text[at + 1 :]
            if earlier is None or not mentions(text[:at], self._words):
                continue
            if are_orders(self._due(power, placed.line.number, tail)):
                return at
        return 0

    def _falls_back(self, text: str) -> bool:
        """Return True for ``Galicia withdraws to Warsaw`` in a movement phase: a unit of the writer goes back, and no order does."""
        named = places_named(text, self._words)
        is_move = self.position.phase.kind is PhaseKind.MOVEMENT and len(named) > 1 and named[0] in self._own_places
        return is_move and phrases("prose", "falls_back").search(" ".join(folded_words(text))) is not None

    def _begins_anew(self, placed: Placed) -> bool:
        """Return True if ``New:`` or another lead stands behind *placed*: ``scrap both of mine`` disbands nothing then."""
        behind = next((piece.text for piece in self._pieces[placed.line.number :] if piece.text.strip()), "")
        return behind.rstrip().endswith(":")

    def _is_behind_one_order(self, placed: Placed, found: TakingBack) -> bool:
        """Return True if one order stands before *found* on its written line, as in a list: ``A Bul - Gre. Sorry, ignore that``."""
        number = placed.line.number
        line = self._pieces[number - 1].line
        before = [piece.text for piece in self._pieces[: number - 1] if piece.line == line] + [placed.text[: found.start]]
        return [bool(units_named(text, self._words)) for text in before if text.strip()] == [True]

    def _last_above(self, placed: Placed, found: TakingBack) -> frozenset[str] | None:
        """The unit of the last order before ``scratch that last one``; what follows on that line corrects it."""
        number = placed.line.number
        texts = [*(piece.text for piece in self._pieces[: number - 1]), placed.text[: found.start]]
        above = (places_named(text, self._words)[:1] for text in reversed(texts) if units_named(text, self._words))
        place = next(above, None)
        if place and number < len(self._pieces) and self._pieces[number].line == self._pieces[number - 1].line:
            self._corrections.add(number + 1)
        return frozenset(place) if place else None

    def _is_remark_behind(self, placed: Placed, found: TakingBack, power: str | None) -> bool:
        """Return True for ``Ma flotte file en Syrie, en espérant qu'on l'oublie``: the words stand behind an order, and name nothing."""
        head, _, tail = placed.text[found.start :].partition(",")
        if withdrawing(head, self._words) is not None or units_or_places(tail, self._words):
            return False
        if not words_of("heading.orders", "withdrawal.whole", "withdrawal.earlier").isdisjoint(folded_words(tail)):
            return False
        return bool(self._due(power, placed.line.number, head))

    def _replaces_below(self, placed: Placed, place: str, power: str | None) -> None:
        """Note an order that one on the lines below replaces; where that is for another unit, it is taken back."""
        below = next((piece.text for piece in self._pieces[placed.line.number :] if piece.text.strip()), "")
        line = LineAccount(placed.line.number, placed.start + 1, placed.text.strip(), Fate.NOT_ORDER, power=power)
        reason = tr("takes back what was sent before")
        if places_named(below, self._words)[:1] == [place] and self._reads(below):
            self._found.append(replace(line, reason=reason))
            return
        self._withdrawals.append(Withdrawal(placed.line.number, placed.text.strip(), power, frozenset({place}), column=placed.start + 1))
        self._found.append(replace(line, fate=Fate.WITHDRAWS, reason=reason))

    def _meant_retreat(self, placed: Placed, power: str | None) -> Placed | None:
        """*placed* without ``make that``, where it names another retreat of the only unit that has to retreat."""
        said = self._without_said(self._without_said(placed.text, phrases("amendment", "pronouns")), phrases("amendment", "trailing"))
        if not self._due(power, placed.line.number, said):
            return None
        self._notes[placed.line.number] = tr("may change what was sent before")
        return self._with_text(placed, said)

    def _excepts(self, placed: Placed, power: str | None) -> None:
        """Note ``same as yesterday, except the fleet``: the orders of those units are in question, where none is read beside it."""
        number, text = placed.line.number, placed.text
        piece, above = self._piece(placed), self._pieces[number - 2] if number > 1 else None
        goes_on = above is not None and above.line == piece.line and keeps_the_rest(above.text)
        behind = next((text[end:] for (_, end), *_ in located(text[:LONGEST_SAID], phrases("amendment", "but_for"))), None)
        if behind is None or not (goes_on or keeps_the_rest(text)) or self._reads(behind) or self._due(power, number, text):
            return
        named, kinds = places_named(behind, self._words), kinds_named(behind, self._words)
        own = frozenset(named) & self._taken_back.due_places(power or "")
        places = own or (self._taken_back.of_kinds(power, kinds) if kinds else frozenset(named[:1]))
        if places:
            self._withdrawals.append(Withdrawal(number, text.strip(), power, places, reaches_above=False, column=placed.start + 1))
            self._vague.add(number)

    def _whose(self, found: TakingBack) -> str | None:
        return self.power or (next(iter(found.powers)) if len(found.powers) == 1 else None) or self.subject_power


def _behind_lead(text: str, start: int) -> int:
    """Return where what is said begins behind the verb that puts it in the place of something else: ``sub F Alb - Ion``."""
    word = _WORD.match(text, start)
    return start if word is None or words("amendment", "substitutes").isdisjoint(folded_words(word[0])) else word.end()


_WORD = re.compile(r"\s*[^\W\d_]{2,}(?=\s)")
