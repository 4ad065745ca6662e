"""Fates of the lines of one letter: taken, asked about, kept for a later phase or no order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.legal import canonical_order, check_order, legal_orders
from adjudicator.notation import QUIET_ASSUMPTIONS, SheetEntry, TextSpan
from adjudicator.notation.reading import Assumption, AssumptionKind, Reading, ReadingErrorKind, Statement
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LineAccount
from app.mail_in.conditions import begins_with_condition, names_of_lists
from app.mail_in.due_orders import passes
from app.mail_in.letter import LetterPart
from app.mail_in.letter_lines import lists_places
from app.mail_in.line_doubts import LineDoubts
from app.mail_in.meanings import chosen_among
from app.mail_in.order_words import kinds_named, places_named, units_named
from app.mail_in.phase_words import kind_of_later, next_phase
from app.mail_in.phrases import folded_words, phrases, words, words_of
from app.mail_in.second_thoughts import confirms, keeps_units
from app.mail_in.sections import REASONS, STEPS, PieceReading, PieceStep, Placed, Use, heads, is_salutation
from app.mail_in.statements import Said, said_of_all
from app.mail_in.withdrawals import Withdrawal, is_correction, keeps_the_rest
from entente.words import describe_assumption, describe_reading_error, describe_verdict
from entente.words.names import describe_phase, power_name
from languages import clauses, mark, quoted, tr

_NEAR_EXCEPTION = 2
"""Sentences behind what all units do in which one may be excepted."""
_LONGEST_REPEAT = 10
"""Words behind a unit that leave its order open."""
_LONGEST_REPEATING = 120
"""Characters of a line in which the orders of another phase are asked for."""
_CLAUSE_MARKS = re.compile(r"[,;:.!]")
_COAST = re.compile(r"/[A-Z]+\b")
NO_PART = {
    LetterPart.HEADER: mark("a header of the mail"),
    LetterPart.QUOTE: mark("quoted from another mail"),
    LetterPart.SIGNATURE: mark("the signature"),
    LetterPart.PRESS: mark("press"),
    LetterPart.JUDGE: mark("a word for a judge"),
    LetterPart.BELOW: mark("below SIGNOFF, which ends a mail"),
    LetterPart.ATTACHMENT: mark("an attachment that the mail does not mention"),
}


def later_phase(variant: Variant, now: Phase, order: Order) -> Phase | None:
    """The later phase that *order* is for by its kind: a retreat or a build that is sent in advance."""
    if now.kind is PhaseKind.MOVEMENT and isinstance(order, Retreat | Disband):
        return next_phase(variant.calendar, now, PhaseKind.RETREAT)
    if now.kind is not PhaseKind.ADJUSTMENT and isinstance(order, Build | Remove | Waive):
        return next_phase(variant.calendar, now, PhaseKind.ADJUSTMENT)
    return None


def whose_unit(variant: Variant, position: Position, order: Order, power: str) -> str:
    """Return the owner of the unit that *power*'s *order* is for, by name."""
    place = ordered_place(order)
    assert place is not None
    dislodged = position.dislodged_at(place)
    unit = dislodged.unit if dislodged is not None else position.unit_at(place)
    assert unit is not None
    return tr(
        "the unit in {place} is {owner}'s, and this is an order of {power}",
        place=place,
        owner=power_name(variant, unit.power),
        power=power_name(variant, power),
    )


@dataclass(slots=True)
class LineFates(LineDoubts):
    """Lines of one letter, of which each gets its fate."""

    def _names_what_is_due(self, placed: Placed, entries: list[SheetEntry]) -> bool:
        """Return True if words name what is due of their power, which is asked about: units in winter, a dislodged one and its retreat."""
        power = self._headed(entries)
        if power is None or placed.use is not Use.NOW:
            return False
        if self.position.phase.kind is PhaseKind.RETREAT:
            named = places_named(placed.text, self._words)
            offered = self._due_orders().offers(power, placed.text)
            return any(isinstance(each, Retreat) and ordered_place(each) in named for each in offered)
        return self._taken_back.adjustment(power) != 0 and bool(units_named(placed.text, self._words))

    def _heads_corrections(self, placed: Placed) -> bool:
        """``Sorry, correction:``; what stands behind it, and below it up to an empty line, corrects what stands above."""
        if not is_correction(placed.text) or units_named(placed.text, self._words):
            return False
        number = placed.line.number
        while number < len(self._pieces) and (self._pieces[number].text.strip() or number == placed.line.number):
            number += 1
            self._corrections.add(number)
        return True

    def _line(self, placed: Placed, entries: list[SheetEntry], by_others: str) -> None:
        """Decide on one line; *by_others* is why what stands around it makes it doubtful."""
        if self._is_statement(placed, entries, by_others):
            return
        error = entries[0].reading.error if entries else None
        if error is not None and error.kind is ReadingErrorKind.PRESS:
            self._tell(placed, tr(NO_PART[LetterPart.PRESS]), LetterPart.PRESS)
            return
        if self._passes_without_builds(placed, entries):
            return
        whole = f"{placed.text} {self._piece(placed).explanation} {self._piece(placed).remark}" if not self.is_typed else ""
        if self._keeps_builds(placed, entries) or (placed.use is Use.NOW and confirms(whole, self._words)):
            self._confirmed.add(placed.line.number)
            self._tell(placed, tr("confirms what was sent"))
            return
        if self._keeps_from_removal(placed, entries):
            said = tr("may change what was sent before")
            line = LineAccount(placed.line.number, placed.start + 1, placed.text.strip(), Fate.WITHDRAWS, reason=said)
            self._found.append(replace(line, power=self._headed(entries)))
            return
        if placed.use is Use.HEADING and self._repeats_an_earlier_phase(placed):
            self._ask(placed, entries, tr("it asks for the orders of another phase"))
            return
        orders = [entry for entry in entries if entry.reading.order is not None]
        near = [entry for entry in entries if self._near[id(entry)]]
        if self._is_settled_by_use(placed, entries, PieceReading.ORDER if orders else PieceReading.NEAR if near else PieceReading.NEITHER):
            return
        if not orders and not near and self._names_what_is_due(placed, entries):
            self._doubt(placed, entries, tr("it stands within other words"))
            return
        if not orders and not near:
            if placed.line.number in self._vague:
                reason = tr("may change what was sent before")
                line = LineAccount(placed.line.number, placed.start + 1, placed.text.strip(), Fate.WITHDRAWS, reason=reason)
                self._found.append(replace(line, power=self._headed(entries)))
            elif self._repeats_an_earlier_phase(placed):
                self._ask(placed, entries, tr("it asks for the orders of another phase"))
            elif placed.use is Use.NOW and (
                self._meanings.holds_order(placed.text, self._headed(entries))
                or self._hedges_own(placed.text)
                or self._leaves_unit_open(placed)
            ):
                self._doubt(placed, entries, tr("it stands within other words"))
            else:
                self._tell(placed, tr("a heading") if self._is_heading(placed) else "")
            return
        others = [entry for entry in entries if entry not in orders and entry not in near]
        own = {unit.province for unit in self.position.units if unit.power == self._writer}
        if not orders and any(not own.isdisjoint(places_named(each.reading.text, self._words)) for each in others):
            self._doubt(placed, entries, tr("it stands within other words"))  # a clause beside it tells of another unit
            return
        why = "" if self.is_typed else self._doubts(placed, orders, near, others, by_others)
        if why:
            self._doubt(placed, entries, why)
            if self._piece(placed).is_reported:
                self._apart.add(len(self._found) - 1)
            return
        beside = [each.reading.text for each in others] if self.is_typed else []  # in a mail they were weighed above
        for entry in orders:
            self._order(placed, entry, beside)
        for entry in near:
            self._unread(placed, entry, placed.text if len(entries) == 1 else entry.reading.text)
        for entry in self._clauses.get(placed.line.number, []):
            said = entry.reading.text
            choices = self._meanings.of_line(said, (), self._headed(entries))
            about, power, column = self._unit_of_clause(said), self._headed(entries), placed.start + entry.column
            # until somebody says what it means, an earlier order of that unit waits too
            earlier = Withdrawal(placed.line.number, said.strip(), power, about, reaches_above=False, is_hint=True, column=column)
            self._withdrawals.append(earlier)
            line = LineAccount(placed.line.number, column, said, Fate.DOUBTFUL, power=power)
            self._found.append(replace(line, reason=tr("it stands within other words"), choices=choices))

    def _unit_of_clause(self, text: str) -> frozenset[str]:
        """The unit that a clause is about: of ``the fleet that was going there goes to Smyrna`` the own one of that kind."""
        named = frozenset(places_named(text, self._words)[:1])
        if units_named(text, self._words) or not named.isdisjoint(self._own_places):
            return named
        return self._taken_back.of_kinds(self._writer, kinds_named(text, self._words)) or named

    def _keeps_builds(self, placed: Placed, entries: list[SheetEntry]) -> bool:
        """Return True for ``London stays`` where builds are due: the build that was sent for it stands."""
        if self.is_typed or placed.use is not Use.NOW:
            return False
        return self._taken_back.keeps_builds(self._headed(entries), placed.text)

    def _keeps_from_removal(self, placed: Placed, entries: list[SheetEntry]) -> bool:
        """Return True for ``Keep A Gal``, ``Galizien bleibt doch`` where removals are due, and the mail has others."""
        power = self._headed(entries)
        if self.is_typed or placed.use is not Use.NOW or self._taken_back.adjustment(power) >= 0:
            return False
        if not keeps_units(placed.text, self._words):
            return False
        others = ((number, piece.text) for number, piece in enumerate(self._pieces, 1) if number != placed.line.number)
        return any(self._due(power, number, text) for number, text in others)

    def _passes_without_builds(self, placed: Placed, entries: list[SheetEntry]) -> bool:
        """Return True for ``I pass`` where there is nothing to build; it is asked about, since it may mean to hold or to disband."""
        if self.is_typed or placed.use is not Use.NOW or not passes(placed.text) or self._taken_back.adjustment(self._headed(entries)) > 0:
            return False
        self._ask(placed, entries, tr("it stands within other words"))
        return True

    def _ask(self, placed: Placed, entries: list[SheetEntry], reason: str) -> None:
        """Ask about a line for which nothing can be offered."""
        line = LineAccount(placed.line.number, placed.start + 1, placed.text.strip(), Fate.DOUBTFUL, power=self._headed(entries))
        self._found.append(replace(line, reason=reason))

    def _repeats_an_earlier_phase(self, placed: Placed) -> bool:
        """Return True for ``the others as in spring``, ``same moves again``: a clause that asks for orders that another phase has."""
        if placed.use not in (Use.NOW, Use.HEADING) or "?" in placed.text:
            return False
        for clause in _CLAUSE_MARKS.split(placed.text[:_LONGEST_REPEATING]):
            rest, found = phrases("statement", "as_before").subn(" ", " ".join(folded_words(clause)))
            if found:
                small = words_of("courtesy.words", "heading.orders", "lead_in.words", "statement.repeated")
                small |= words_of("prose.small", "prose.move")
                if all(word in small or self._words.is_filler(word) for word in rest.split()):
                    return True
        return False

    def _leaves_unit_open(self, placed: Placed) -> bool:
        """Return True for ``Munich: your choice``: a line about a unit of the writer that gives it no order."""
        head, _, behind = placed.text.partition(":")
        if not behind.strip() or len(folded_words(behind)) > _LONGEST_REPEAT:
            return False
        named = places_named(head, self._words)
        unit = self.position.unit_at(*named) if len(named) == 1 else None
        return unit is not None and unit.power == self._writer and len(folded_words(head)) <= 3

    def _is_heading(self, placed: Placed) -> bool:
        """Return True if words that hold no order head a list of them."""
        text = placed.text.strip()
        if is_salutation(text, self._words):
            return False
        return heads(text, self._words) or (text.endswith(":") and not names_of_lists().isdisjoint(folded_words(text)))

    def _is_statement(self, placed: Placed, entries: list[SheetEntry], by_others: str) -> bool:
        """Return True if the line is a statement on all units, which is settled once the other lines are read."""
        said = self._said_of_all(placed)
        if said is None or (said.statement is Statement.REST_HOLDS and self._amends() and keeps_the_rest(placed.text)):
            return False
        line = LineAccount(placed.line.number, placed.start + 1, placed.text, Fate.NOT_ORDER)
        doubt = by_others if said.is_certain else tr("it depends on a condition or offers a choice")
        if not doubt and said.statement is Statement.REST_HOLDS and self._amends():
            doubt = tr("it may hold, or keep the order that was sent")
        told = self._statements.state(line, said.statement, said.power or self._headed(entries), doubt)
        if told is not None:
            self._found.append(told)
        return True

    def _amends(self) -> bool:
        """Return True if the mail changes single orders that were sent before, so that *the rest* may mean orders, and not units."""
        return bool(self._replaced) or any(not said.is_hint and said.places is not None for said in self._withdrawals)

    def _said_of_all(self, placed: Placed) -> Said | None:
        said = None if self.is_typed or placed.use is not Use.NOW else said_of_all(self.variant, placed.text)
        if said is None:
            return None
        number = placed.line.number
        behind = self._pieces[number : number + _NEAR_EXCEPTION]
        only = words("statement", "only")
        excepts = any(
            not only.isdisjoint(folded_words(piece.text)[:1]) and bool(places_named(piece.text, self._words)) for piece in behind
        )  # ``Everybody holds. Only the Kiel fleet supports Holland.``
        if excepts or (behind and behind[0].is_exception):
            return said._replace(statement=Statement.REST_HOLDS)
        return said

    def _is_settled_by_use(self, placed: Placed, entries: list[SheetEntry], found: PieceReading) -> bool:
        """Return True if the use of the piece decides on it, by the table of fates; its account is then made."""
        step = STEPS[placed.use][found]
        if step is PieceStep.NONE:
            is_prose = placed.use is Use.RESULT and not self._words.may_order(placed.text)
            self._tell(placed, "" if is_prose else tr(REASONS[placed.use]))
        elif step is PieceStep.KEEP and (found is not PieceReading.NEITHER or self._words.speaks_of_places(placed.text)):
            self._later(placed, entries, placed.phase)
        elif step is PieceStep.ASK and not (placed.use is Use.UNSURE and self._only_stays(entries)):
            when = tr("another phase") if placed.phase is None else describe_phase(self.variant, placed.phase)
            self._doubt(placed, entries, tr(REASONS[placed.use], when=when))
            if placed.use is Use.OVER:
                self._apart.add(len(self._found) - 1)
        else:
            return step is PieceStep.WITHDRAW
        return True

    def _only_stays(self, entries: list[SheetEntry]) -> bool:
        """Return True if a line orders units to hold, support or convoy, and so is for a movement phase, even below talk of retreats."""
        return all(isinstance(entry.reading.order, Hold | Support | Convoy) for entry in entries)

    def _order(self, placed: Placed, entry: SheetEntry, beside: Sequence[str]) -> None:
        """Decide on an order; *beside* it stand words that are none, such as a name that no power has."""
        reading = entry.reading
        order = reading.order
        assert order is not None
        text = reading.text
        column = placed.start + entry.column
        power, below = reading.power, ""
        told = LineAccount(placed.line.number, column, text, Fate.TAKEN, power=power, order=order, count=reading.count)
        is_noted = any(each.kind is AssumptionKind.RESULT_NOTE for each in reading.assumptions)
        if is_noted and words("remark", "expects").isdisjoint(folded_words(text)):  # and not ``Kiel to the Baltic, will bounce``
            self._found.append(replace(told, fate=Fate.NOT_ORDER, reason=tr("tells a result")))
            return
        if self._is_list_of_places(placed, reading):
            choices = (Choice(power, order),) if power is not None and self._may_give(power, order) else ()
            reason = tr("it stands within other words")
            self._found.append(replace(told, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=choices))
            return
        later = None if self.is_typed else later_phase(self.variant, self.position.phase, order)
        if later is not None:
            self._later(placed, [entry], later)
            return
        if power is None:
            self._found.append(replace(told, fate=Fate.DOUBTFUL, reason=tr("whose order is this")))
            return
        if self.power is not None and self._is_below(placed, column, order, power):
            below = whose_unit(self.variant, self.position, order, power)  # ``FRANCE`` above it names a part of the board
            power = self.power
            told = replace(told, power=power)
        if self.power is not None and power != self.power:
            mine, theirs = power_name(self.variant, self.power), power_name(self.variant, power)
            reason = tr("it is an order of {other}, and this mail is from {power}", other=theirs, power=mine)
            if self._may_give(power, order):
                self._found.append(
                    replace(told, fate=Fate.DOUBTFUL, power=None, order=None, reason=reason, choices=(Choice(power, order),))
                )
            else:
                self._found.append(replace(told, fate=Fate.REFUSED, power=power, reason=reason))
            return
        if self.powers and power not in self.powers:
            reason = tr("it is an order of {other}, whom the sender does not play", other=power_name(self.variant, power))
            self._found.append(replace(told, fate=Fate.DOUBTFUL, power=None, order=None, reason=reason, choices=(Choice(power, order),)))
            return
        standing, _ = canonical_order(self.variant, self.position, power, order)
        if _kinds_of(standing) != _kinds_of(order):
            reason = tr("another kind of unit stands there: {order}", order=standing)
            if not self.is_typed:
                self._found.append(replace(told, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=(Choice(power, standing),)))
                return
            self._found.append(replace(told, fate=Fate.GUESSED, order=standing, reason=reason))
            return
        verdict = check_order(self.variant, self.position, power, order)
        if verdict.refusal is Refusal.COAST_NEEDED and not self.is_typed:
            reason = describe_verdict(self.variant, self.position, order, verdict)
            self._found.append(replace(told, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=self._on_coasts(power, order)))
            return
        if not verdict:
            reason = describe_verdict(self.variant, self.position, order, verdict)
            if verdict.refusal is Refusal.FOREIGN_UNIT:
                reason = whose_unit(self.variant, self.position, order, power)
            is_retreat = self.position.phase.kind is PhaseKind.RETREAT and not self.is_typed
            offered = self._due_orders().offers(power, text) if is_retreat and verdict.refusal is Refusal.NO_UNIT else ()
            meant = tuple(Choice(power, each) for each in offered if isinstance(each, Retreat))
            if meant:  # ``la flotta norvegese`` is one in Norway too
                self._found.append(replace(told, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=meant))
                return
            self._found.append(replace(told, fate=Fate.REFUSED, reason=reason, is_illegal=True))
            return
        guesses = [describe_assumption(self.variant, text, each) for each in reading.assumptions if each.kind not in QUIET_ASSUMPTIONS]
        left_out = [Assumption(AssumptionKind.DROPPED_WORD, TextSpan(0, len(each))) for each in beside]
        guesses += [describe_assumption(self.variant, *each) for each in zip(beside, left_out, strict=True)]
        guesses += [*self._left_aside(placed), *filter(None, [below])]
        self._found.append(replace(told, fate=Fate.GUESSED if guesses else Fate.TAKEN, reason=clauses(guesses)))

    def _is_below(self, placed: Placed, column: int, order: Order, power: str) -> bool:
        """Return True if *order* is for a unit of the sender's below a line ``FRANCE``, which names a part of the board.

        Args:
            column: at which it begins in its piece; ``For France:`` before it on its line heads it for another power.
        """
        piece = self._piece(placed)
        before = self._written.get(piece.line, "")[: piece.column + column - 2]
        return self._owner(order) == self.power and power not in self._ordered_by and not self._words.powers_in(before)

    def _on_coasts(self, power: str, order: Order) -> tuple[Choice, ...]:
        """Return *order* with each coast that it can mean."""
        place = ordered_place(order)
        assert place is not None
        bare = _COAST.sub("", str(order))
        legal = legal_orders(self.variant, self.position, place)
        return tuple(Choice(power, each) for each in legal if _COAST.sub("", str(each)) == bare)

    def _is_list_of_places(self, placed: Placed, reading: Reading) -> bool:
        """Return True for ``Munich, Berlin`` of ``Munich, Berlin and Kiel stay``: a comma makes no move but in a table."""
        whole = placed.text.strip(" .;!").casefold() == reading.text.strip(" .;!").casefold()
        joined = not words("due", "joining").isdisjoint(folded_words(reading.text))
        if self.is_typed or not lists_places(reading):
            return False
        goal = reading.order.target.province if isinstance(reading.order, Move) else ""
        is_own = goal in self._own_places and not any(places_named(piece.text, self._words)[:1] == [goal] for piece in self._pieces)
        return joined or not whole or is_own  # ``London, Yorkshire.`` of a power that has units in both

    def _left_aside(self, placed: Placed) -> list[str]:
        """Return the words beside an order that were taken for no part of it."""
        piece = self._piece(placed)
        told = [self._notes[placed.line.number]] if placed.line.number in self._notes else []
        remark = clauses([each for each in (piece.remark, piece.explanation, self._remarks.get(placed.line.number, "")) if each])
        told += [tr("beside it stands {remark}", remark=quoted(remark[:80]))] if remark else []
        return [*told, *([tr("struck out beside it: {struck}", struck=quoted(piece.struck[:80]))] if piece.struck else [])]

    def _later(self, placed: Placed, entries: list[SheetEntry], phase: Phase | None) -> None:
        power = self._headed(entries)
        if phase is None or power is None:
            self._doubt(placed, entries, tr("it is for another phase; which one, and whose order is it"))
            return
        when = describe_phase(self.variant, phase)
        text = placed.text.strip()
        self._found.append(
            LineAccount(
                placed.line.number, placed.start + 1, text, Fate.LATER, reason=tr("kept for {when}", when=when), power=power, phase=phase
            )
        )

    def _unread(self, placed: Placed, entry: SheetEntry, about: str) -> None:
        """Ask about words that were meant as an order; *about* are those by which what is due is offered."""
        reading = entry.reading
        assert reading.error is not None
        power = reading.power
        choices = self._meanings.of_unread(reading, power) or self._meanings.of_line(reading.text, (), power)
        reason = describe_reading_error(self.variant, reading.text, reading.error)
        if not choices and power is not None and self.position.phase.kind is not PhaseKind.MOVEMENT:
            choices = tuple(Choice(power, each) for each in self._due_orders().offers(power, about))
            reason = tr("it stands within other words") if choices else reason
        self._found.append(
            LineAccount(
                placed.line.number, placed.start + entry.column, reading.text, Fate.DOUBTFUL, reason=reason, power=power, choices=choices
            )
        )

    def _doubt(self, placed: Placed, entries: list[SheetEntry], reason: str) -> None:
        """Ask about a line; it is kept for the power of the heading that it stands under, also where no choice can be offered.

        What speaks of retreats or builds is kept for them, and nothing of it is offered for this phase.
        """
        text = placed.text.strip()
        power = self._headed(entries)
        heard = folded_words(text) if begins_with_condition(text) else self._words.before_places(text)
        kind = None if placed.use is not Use.NOW else kind_of_later(heard, self.position.phase)
        if kind is not None and power is not None:
            self._later(placed, entries, next_phase(self.variant.calendar, self.position.phase, kind))
            return
        read = [entry.reading.text for entry in entries if entry.reading.order is not None]
        named = [each for entry in entries for each in chosen_among(entry.reading)]
        choices = self._meanings.of_line(text, read, power, (*named, *self._by_remark(placed, entries)))
        if power is not None and self.position.phase.kind is not PhaseKind.MOVEMENT:
            if not choices:
                self._offered.add(placed.line.number)
            choices = tuple(dict.fromkeys((*choices, *(Choice(power, each) for each in self._due_orders().offers(power, text)))))
        elif power is not None and not choices and (choices := self._meanings.choices(self._moves_between(text, power), power)):
            self._offered.add(placed.line.number)
            self._apart.add(len(self._found))
        if power is None and choices:
            power = choices[0].power
        self._found.append(
            LineAccount(placed.line.number, placed.start + 1, text, Fate.DOUBTFUL, reason=reason, power=power, choices=choices)
        )

    def _moves_between(self, text: str, power: str) -> list[str]:
        """Return the moves of own units that *text* names to other places that it names: ``Can I change Liverpool to Wales?``."""
        named = list(dict.fromkeys(places_named(text, self._words)))
        units = {unit.province: unit.piece for unit in self.position.units if unit.power == power}
        meant = [place for place in named if place in units]
        if not meant:
            meant = sorted(self._taken_back.of_kinds(power, kinds_named(text, self._words)))
        if not meant and phrases("amendment", "instead").search(" ".join(folded_words(text))) is not None:
            meant = list(units)  # ``Wales instead of Yorkshire``
        return [f"{units[unit]} - {place}" for unit in meant for place in named if place != unit]

    def _by_remark(self, placed: Placed, entries: list[SheetEntry]) -> list[str]:
        """Return the orders that a remark may change an order to: ``Fleet Sevastopol to the Black Sea (no wait, Rumania)``."""
        order = next((entry.reading.order for entry in entries if entry.reading.order is not None), None)
        if order is None or isinstance(order, Waive):
            return []
        return [f"{order.piece} - {place}" for place in places_named(self._piece(placed).remark, self._words)[:3]]

    def _tell(self, placed: Placed, reason: str, part: LetterPart = LetterPart.TEXT) -> None:
        self._found.append(LineAccount(placed.line.number, 1, placed.line.text, Fate.NOT_ORDER, part, reason))


def _kinds_of(order: Order) -> tuple[str, ...]:
    """Return the kinds of the unit that *order* is for, and of the one that it supports or convoys."""
    match order:
        case Waive() | Build():
            return ()
        case Support():
            return (order.piece.kind, order.supported.kind)
        case Convoy():
            return (order.piece.kind, order.army.kind)
        case _:
            return (order.piece.kind,)
