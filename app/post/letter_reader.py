"""Accounts for the lines of one letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from adjudicator.check import check_order
from adjudicator.notation import QUIET_ASSUMPTIONS, Reading, SheetEntry, read_order, read_orders
from adjudicator.notation.lexicons import lexicons_of
from adjudicator.notation.reading import AssumptionKind, ReadingErrorKind, Statement
from adjudicator.notation.tokens import TokenKind, tokens_of, words_of
from adjudicator.order import Build, Disband, Hold, Order, Remove, Retreat, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rule_choices import RepeatedOrder
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal
from app.post.accounting import Choice, Fate, LetterAccount, LineAccount
from app.post.alternatives import alternatives, offered
from app.post.conditions import is_conditional, is_talk
from app.post.folding import folded_words, plain, word_set
from app.post.letter import Letter, Part
from app.post.near_powers import nearly_named
from app.post.order_words import OrderWords, order_words
from app.post.phase_words import next_phase
from app.post.repeats import place_of
from app.post.sections import Placed, Use, placed_lines
from app.post.surroundings import Passage, depends_on
from app.post.work import MOST_BOX_WORK, MOST_CHOICE_WORK, MOST_LINE_WORK, Work, work_of
from entente.words import describe_assumption, describe_reading_error, describe_verdict
from entente.words.names import counted, power_name
from entente.words.phases import describe_phase

_STOPS = re.compile(r"[,;:!?]|\.(?:\s|$)")
_MOST_LINES = 300
"""Lines of one letter that are worth reading; no set of orders has so many."""
_LONGEST_STATEMENT = 120
_LONGEST_PROSE = 600
"""Characters of a line of prose in which orders are looked for."""
_MOST_UNITS = 4
_MOST_CHOICES = 6
_ASKED = frozenset({ReadingErrorKind.CONDITION, ReadingErrorKind.ALTERNATIVE})
_PROSE = frozenset({ReadingErrorKind.MALFORMED, ReadingErrorKind.EMPTY, ReadingErrorKind.TOO_LONG})
_COURTESY = word_set(
    """
    please pls thanks thank you thx cheers regards best hi hello dear all the and ok okay hallo danke bitte gruss grusse liebe lieber salut
    merci bonjour ciao grazie hola gracias saludos saluti
    """
)
_ORDERS = word_set(
    """
    order orders move moves befehl befehle zug zuge ordre ordres ordine ordini mosse orden ordenes movimientos build builds remove removes
    retreat retreats
    """
)
_NO_PART = {
    Part.HEADER: "a header of the mail",
    Part.QUOTE: "quoted from another mail",
    Part.SIGNATURE: "the signature",
    Part.PRESS: "press",
    Part.ATTACHMENT: "an attachment that the mail does not speak of",
}


@dataclass(slots=True)
class LetterReader:
    """Reads one letter.

    Args:
        power: whose mail it is, if that is known: it orders for nobody else.
        subject_power: whose orders these are until a heading says otherwise, where *power* is not known.
        is_typed: whether it is one line that was typed as an order, and no mail.
        decided: whether two orders for one unit are settled by the game's rule.
        work: what may still be read of all that was received with it.
    """

    variant: Variant
    position: Position
    letter: Letter
    power: str | None = None
    subject_power: str | None = None
    is_typed: bool = False
    decided: bool = False
    work: Work = field(default_factory=lambda: Work(MOST_BOX_WORK))
    """What may still be read of all that came with this letter."""
    _found: list[LineAccount] = field(default_factory=list)
    _apart: set[int] = field(default_factory=set)
    """Doubtful lines that are no second order for a unit: they were for a phase that is over."""
    _stated: list[tuple[LineAccount, bool]] = field(default_factory=list)
    """Words that all units hold, and whether they mean only those without another order."""
    _guessing: Work = field(default_factory=lambda: Work(MOST_CHOICE_WORK))
    """What may still be read to say what doubtful lines mean; beyond, they are shown without choices."""
    _passed_over: set[int] = field(default_factory=set)
    """The lines in which no orders were looked for, since there is too much."""
    _words: OrderWords = field(init=False)

    def __post_init__(self) -> None:
        self._words = order_words(self.variant)

    def account(self) -> LetterAccount:
        """What became of every line; empty lines are passed over."""
        own: list[int] = []
        for number, line in enumerate(self.letter.lines):
            if line.part is Part.TEXT:
                own.append(number)
            elif line.text.strip():
                self._found.append(LineAccount(line.number, 1, line.text, Fate.NOT_ORDER, line.part, _NO_PART[line.part]))
        names = self._power_words()
        texts = [self.letter.lines[number] for number in own]
        if self.is_typed:
            placed = tuple(Placed(line, Use.NOW) for line in texts)
        else:
            placed = placed_lines(self.variant, self.position.phase, texts, names, self.letter.subject)
        entries = self._entries(placed)
        passages = [self._passage(each, entries.get(each.line.number, [])) for each in placed]
        asked = self._asked_by_others(passages)
        for index, each in enumerate(placed):
            if each.line.number in self._passed_over and each.line.text.strip():
                self._tell(each, Fate.NOT_ORDER, "not read: there is too much that may be orders")
            elif each.line.text.strip():
                self._line(each, entries.get(each.line.number, []), conditional=asked[index])
        if self._passed_over:
            first = min(self._passed_over)
            many = counted(len(self._passed_over), "line")
            trouble = f"there is too much that may be orders: {many} not read, the first of them line {first}"
            self.letter = replace(self.letter, troubles=(*self.letter.troubles, trouble))
        self._hold_as_stated()
        self._settle_powers()
        self._settle_doubles()
        self._found.sort(key=lambda found: (found.line, found.column))
        return LetterAccount(self.letter, self.power or self._only_power(), tuple(self._found))

    # --- reading ---

    def _entries(self, placed: Sequence[Placed]) -> dict[int, list[SheetEntry]]:
        """What each line reads as, by its number; sections are read on their own, so that no heading of one reaches another."""
        highest = max((each.line.number for each in placed), default=0)
        texts = [""] * highest
        worth = [each for each in placed if self.is_typed or self._is_worth_reading(each)]
        work = Work(min(MOST_LINE_WORK, self.work.left))
        given = work.left
        for rank, each in enumerate(sorted(worth, key=lambda line: work_of(line.text))):  # orders are short: they come before prose
            if rank < _MOST_LINES and work.takes(each.text):
                texts[each.line.number - 1] = plain(each.text)
            else:
                self._passed_over.add(each.line.number)
        self.work.left -= given - work.left
        sheet = read_orders(self.variant, self.position, "\n".join(texts), self.power or self.subject_power)
        found: dict[int, list[SheetEntry]] = {}
        for entry in sheet.entries:
            found.setdefault(entry.line, []).append(entry)
        return found

    def _is_worth_reading(self, placed: Placed) -> bool:
        return not (placed.use in (Use.HEADING, Use.RESULT) or self._is_salutation(placed.text)) and self._words.may_order(placed.text)

    def _is_salutation(self, text: str) -> bool:
        """``Dear England,`` or ``England,``: who is spoken to, which is no heading."""
        words = words_of(text)
        return 0 < len(words) <= 4 and text.rstrip().endswith((",", "!")) and any(self._names_power(word) for word in words)

    def _names_power(self, word: str) -> bool:
        return len(word) > 2 and self._words.power(word) is not None

    def _power_words(self) -> frozenset[str]:
        return frozenset(
            word
            for power in self.variant.powers.values()
            for name in (power.id, power.name, power.adjective)
            for word in folded_words(name)
        )

    # --- conditions on other lines ---

    def _asked_by_others(self, passages: Sequence[Passage]) -> list[str]:
        """For each line, why another line has it asked about: a condition, or a heading that misspells a power; empty where none does."""
        if self.is_typed:
            return [""] * len(passages)
        conditions = depends_on(passages, self._power_words())
        return [why or under for why, under in zip(conditions, self._under_mistyped(passages), strict=True)]

    def _under_mistyped(self, passages: Sequence[Passage]) -> list[str]:
        """For each line, the heading above it that misspells a power, in words; a heading that names one ends it."""
        known = self.power or self.subject_power
        under, found = "", []
        for each in passages:
            text = each.text.strip()
            if text and not each.has_order:
                is_known = any(self._names_power(word) or self._words.is_place(word) for word in words_of(text))
                near = frozenset[str]() if is_known else nearly_named(text, self._words.power_names)
                if near and near != {known}:
                    names = " or ".join(power_name(self.variant, power) for power in sorted(near))
                    under = f"it stands below “{text}”, which names no power; {names} may be meant"
                elif near or (each.is_heading and self._heads(text)):
                    under = ""
            found.append(under)
        return found

    def _passage(self, placed: Placed, entries: list[SheetEntry]) -> Passage:
        has_order = any(entry.reading.order is not None or self._is_near_order(entry.reading) for entry in entries)
        is_heading = placed.use is Use.HEADING or (not entries and self._heads(placed.text))
        return Passage(placed.text, has_order=has_order, is_heading=is_heading)

    # --- one line ---

    def _line(self, placed: Placed, entries: list[SheetEntry], *, conditional: str) -> None:
        orders = [entry for entry in entries if entry.reading.order is not None]
        bad = [entry for entry in entries if entry.reading.error is not None and entry.reading.error.kind not in _PROSE]
        prose = [entry for entry in entries if entry.reading.error is not None and entry.reading.error.kind in _PROSE]
        near = [entry for entry in bad if self._is_near_order(entry.reading)]
        signals = lexicons_of(self.variant).signals
        said = None if self.is_typed else signals.statement(signals.tokens(plain(placed.text[:_LONGEST_STATEMENT])))
        if said is not None and placed.use is Use.NOW:
            self._state(placed, said[0], said[1] or next((entry.reading.power for entry in entries), None))
            return
        if entries and all(entry.reading.error is not None and entry.reading.error.kind is ReadingErrorKind.PRESS for entry in entries):
            self._found.append(LineAccount(placed.line.number, 1, placed.line.text, Fate.NOT_ORDER, Part.PRESS, _NO_PART[Part.PRESS]))
            return
        match placed.use:
            case Use.HEADING:
                self._tell(placed, Fate.NOT_ORDER, "a heading")
                return
            case Use.RESULT:
                self._tell(placed, Fate.NOT_ORDER, "tells results" if orders or near else "")
                return
            case Use.LATER if orders or near or self._speaks_of_places(placed.text):
                self._later(placed, orders, placed.phase)
                return
            case Use.OVER if orders or near:
                self._doubt(placed, orders, "it stands under a heading for a phase that is over")
                self._apart.add(len(self._found) - 1)
                return
            case Use.UNSURE if orders or near:
                when = "another phase" if placed.phase is None else describe_phase(self.variant, placed.phase)
                self._doubt(placed, orders, f"it stands after a line for {when}; which phase is it for")
                return
            case _:
                pass
        if not orders and not near and placed.use is Use.NOW and self._holds_order(placed.text):
            self._doubt(placed, orders, "it stands within other words")
            return
        if not orders and not near:
            self._tell(placed, Fate.NOT_ORDER, "" if entries else "a heading")
            return
        if not self.is_typed and (is_conditional(placed.text) or is_talk(placed.text)):
            why = "it depends on a condition or offers a choice" if is_conditional(placed.text) else "it may be a proposal or a denial"
            self._doubt(placed, orders, why)
        elif conditional:
            self._doubt(placed, orders, conditional)
        elif orders and not self.is_typed and self._within_prose(placed, orders, prose, [each for each in bad if each not in near]):
            self._doubt(placed, orders, "it stands within other words")
        else:
            for entry in orders:
                self._order(placed, entry)
            for entry in near:
                self._unread(placed, entry)

    def _within_prose(self, placed: Placed, orders: list[SheetEntry], prose: list[SheetEntry], strange: list[SheetEntry]) -> bool:
        """Whether other words than a courtesy or ``my orders:`` stand on the line."""
        for entry in (*prose, *strange):
            words = {word for word in folded_words(entry.reading.text) if not word.isdecimal()}
            before = entry.column < orders[0].column
            after = placed.text[entry.column - 1 + len(entry.reading.text) :].lstrip()
            if words <= _COURTESY or (before and after.startswith(":") and words & _ORDERS):
                continue
            return True
        return False

    def _is_near_order(self, reading: Reading) -> bool:
        """Whether words that are no order were meant as one: they begin with a unit or a place and go on as orders do."""
        tokens = [token for token in tokens_of(plain(reading.text)) if token.kind is not TokenKind.MARK]
        while tokens and (tokens[0].folded.isdecimal() or tokens[0].kind is not TokenKind.WORD):
            tokens = tokens[1:]
        if self.is_typed:
            return True
        if not tokens:
            return False
        if reading.error is not None and reading.error.kind in _ASKED:
            texts = (*reading.error.suggestions, *self._from_units(reading.text), *offered(reading.text))
            if self._choices(texts, self.power):
                return True
        first, others = tokens[0].folded, tokens[1:]
        known = [token for token in others if token.kind is TokenKind.WORD and self._words.is_place(token.folded)]
        joined = any(token.kind is TokenKind.DASH for token in others)
        if self._words.is_kind(first) and len(first) > 2 and len(tokens) <= 6:
            joined = joined or any(self._words.is_verb(token.folded) for token in others)
        if self._words.is_kind(first):
            spelt = len(first) > 1 or (tokens[0].end - tokens[0].start == 1 and plain(reading.text)[tokens[0].start].isupper())
            return bool(known and (joined or len(tokens) <= 12)) or joined or (spelt and len(tokens) <= 8 and bool(known))
        return self._words.is_place(first) and (joined or (bool(known) and len(tokens) <= 10)) and len(tokens) <= 20

    def _holds_order(self, text: str) -> bool:
        """Whether prose holds an order: a unit's kind and its place, and what it does."""
        if not self._words.names_unit(text):
            return False
        if not self._guessing.left:
            return True  # nobody looked: it is shown, and asked about
        return bool(self._choices((*self._from_units(text), *offered(text[:_LONGEST_PROSE])), self.power or self.subject_power))

    def _from_units(self, text: str) -> list[str]:
        """The stretches of *text* that begin with a unit: ``I think A War - Gal, though`` has one."""
        shown = plain(text[:_LONGEST_PROSE])
        tokens = tokens_of(shown)
        found: list[str] = []
        for token, following in pairwise(tokens):
            written = token.end - token.start > 1 or shown[token.start].isupper()
            if self._words.is_kind(token.folded) and written and following.kind is TokenKind.WORD:
                if len(found) == _MOST_UNITS:
                    break
                found.append(_STOPS.split(shown[token.start :])[0])
        return [each for whole in found for each in (whole, *_shorter(whole))][:24]

    def _speaks_of_places(self, text: str) -> bool:
        words = [word for word in words_of(plain(text)) if self._words.is_place(word)]
        return len(words) >= 2

    # --- fates ---

    def _order(self, placed: Placed, entry: SheetEntry) -> None:
        reading = entry.reading
        order = reading.order
        assert order is not None
        text = reading.text
        column = placed.start + entry.column
        power = reading.power
        told = LineAccount(placed.line.number, column, text, Fate.TAKEN, power=power, order=order, count=reading.count)
        if any(each.kind is AssumptionKind.RESULT_NOTE for each in reading.assumptions):
            self._found.append(replace(told, fate=Fate.NOT_ORDER, reason="tells a result"))
            return
        later = self._phase_of(order)
        if later is not None:
            self._later(placed, [entry], later)
            return
        if self.power is not None and power != self.power:
            mine, theirs = power_name(self.variant, self.power), power_name(self.variant, power) if power else "nobody"
            self._found.append(
                replace(told, fate=Fate.REFUSED, power=power, reason=f"it is an order of {theirs}, and this mail is from {mine}")
            )
            return
        if power is None:
            self._found.append(replace(told, fate=Fate.DOUBTFUL, reason="whose order is this"))
            return
        verdict = check_order(self.variant, self.position, power, order)
        if not verdict:
            reason = describe_verdict(self.variant, self.position, order, verdict)
            if verdict.refusal is Refusal.FOREIGN_UNIT:
                reason = self._foreign(order, power) or reason
            self._found.append(replace(told, fate=Fate.REFUSED, reason=reason, is_illegal=True))
            return
        guesses = [describe_assumption(self.variant, text, each) for each in reading.assumptions if each.kind not in QUIET_ASSUMPTIONS]
        self._found.append(replace(told, fate=Fate.GUESSED if guesses else Fate.TAKEN, reason="; ".join(guesses)))

    def _foreign(self, order: Order, power: str) -> str:
        """Whose unit it is, by name."""
        place = place_of(order)
        unit = None if place is None else self.position.unit_at(place) or getattr(self.position.dislodged_at(place), "unit", None)
        if unit is None:
            return ""
        return f"the unit in {place} is {power_name(self.variant, unit.power)}'s, and this is an order of {power_name(self.variant, power)}"

    def _phase_of(self, order: Order) -> Phase | None:
        """The later phase that an order is for by its kind: a retreat or a build that is sent in advance."""
        kind, calendar = self.position.phase.kind, self.variant.calendar
        if self.is_typed:
            return None
        if kind is PhaseKind.MOVEMENT and isinstance(order, Retreat):
            return next_phase(calendar, self.position.phase, PhaseKind.RETREAT)
        if kind is not PhaseKind.ADJUSTMENT and isinstance(order, Build | Remove | Waive):
            return next_phase(calendar, self.position.phase, PhaseKind.ADJUSTMENT)
        if kind is PhaseKind.MOVEMENT and isinstance(order, Disband):
            return next_phase(calendar, self.position.phase, PhaseKind.RETREAT)
        return None

    def _later(self, placed: Placed, orders: list[SheetEntry], phase: Phase | None) -> None:
        power = self.power or next((entry.reading.power for entry in orders), None) or self.subject_power
        if phase is None or power is None:
            self._doubt(placed, [], "it is for another phase; which one, and whose order is it")
            return
        when = describe_phase(self.variant, phase)
        text = placed.text.strip() or placed.line.text
        self._found.append(
            LineAccount(placed.line.number, placed.start + 1, text, Fate.LATER, reason=f"kept for {when}", power=power, phase=phase)
        )

    def _unread(self, placed: Placed, entry: SheetEntry) -> None:
        reading = entry.reading
        assert reading.error is not None
        power = reading.power or self.power
        choices = self._choices(alternatives(reading), power)
        reason = describe_reading_error(self.variant, reading.text, reading.error)
        self._found.append(
            LineAccount(
                placed.line.number, placed.start + entry.column, reading.text, Fate.DOUBTFUL, reason=reason, power=power, choices=choices
            )
        )

    def _doubt(self, placed: Placed, orders: list[SheetEntry], reason: str) -> None:
        text = placed.text.strip()
        power = self.power or next((entry.reading.power for entry in orders if entry.reading.power), None) or self.subject_power
        texts = [entry.reading.text for entry in orders]
        alone = len(texts) == 1 and texts[0].strip(" .,;") == text.strip(" .,;")
        more = () if alone else (*self._from_units(text), *offered(text[:_LONGEST_PROSE]))
        choices = self._choices((*texts[:_MOST_CHOICES], *more), power)
        if power is None and choices:
            power = choices[0].power
        self._found.append(
            LineAccount(placed.line.number, placed.start + 1, text, Fate.DOUBTFUL, reason=reason, power=power, choices=choices)
        )

    def _state(self, placed: Placed, said: Statement, named: str | None) -> None:
        """Words about all units: that they hold, that the others hold, or that there are no orders."""
        power = named or self.power or self.subject_power
        if said is Statement.NO_ORDERS:
            self._tell(placed, Fate.NOT_ORDER, "says that there are no orders")
            return
        told = LineAccount(placed.line.number, placed.start + 1, placed.text.strip(), Fate.GUESSED, reason="all units that it means hold")
        if power is None or self.position.phase.kind is not PhaseKind.MOVEMENT:
            self._found.append(
                replace(told, fate=Fate.DOUBTFUL, power=power, reason="whose units, and what they do in this phase, is not said")
            )
            return
        if self.power is not None and power != self.power:
            mine, theirs = power_name(self.variant, self.power), power_name(self.variant, power)
            reason = f"it is an order of {theirs}, and this mail is from {mine}"
            self._found.append(replace(told, fate=Fate.REFUSED, power=power, reason=reason))
            return
        self._stated.append((replace(told, power=power), said is Statement.REST_HOLDS))

    def _hold_as_stated(self) -> None:
        """The holds that such words mean, once it is known which units have other orders."""
        open_lines = any(each.fate is Fate.DOUBTFUL and not each.choices for each in self._found) or bool(self._passed_over)
        for told, only_rest in self._stated:
            if only_rest and open_lines:
                reason = "which units are left for it is not known: another line could not be read"
                self._found.append(replace(told, fate=Fate.DOUBTFUL, reason=reason))
                continue
            ordered = {place_of(order) for each in self._found for _, order in self._about(each)}
            units = [unit for unit in self.position.units_of(told.power or "") if not (only_rest and unit.province in ordered)]
            self._found.extend(replace(told, order=Hold(unit.piece)) for unit in units)
            if not units:
                self._found.append(replace(told, fate=Fate.NOT_ORDER, reason="no unit is left for it"))

    def _choices(self, texts: Sequence[str], power: str | None) -> tuple[Choice, ...]:
        """The legal orders that *texts* read as."""
        found: dict[Choice, None] = {}
        for text in texts:
            if not self._guessing.takes(text):
                self._guessing.left = 0
                break
            reading = read_order(self.variant, self.position, text, power)
            if reading.order is None or reading.power is None or (self.power is not None and reading.power != self.power):
                continue
            if check_order(self.variant, self.position, reading.power, reading.order):
                found.setdefault(Choice(reading.power, reading.order))
            if len(found) == _MOST_CHOICES:
                break
        return tuple(found)

    def _tell(self, placed: Placed, fate: Fate, reason: str) -> None:
        self._found.append(LineAccount(placed.line.number, 1, placed.line.text, fate, reason=reason))

    # --- lines together ---

    def _only_power(self) -> str | None:
        powers = {each.power for each in self._found if each.fate.is_taken}
        return powers.pop() if len(powers) == 1 else None

    def _settle_powers(self) -> None:
        """A mail from nobody known, without a heading, that orders units of several powers: whose it is has to be asked."""
        if self.power is not None or self.subject_power is not None or not self.letter.is_mail:
            return
        headed = any(self._heads(line.text) for line in self.letter.lines if line.part is Part.TEXT)
        powers = {each.power for each in self._found if each.fate.is_taken}
        if headed or len(powers) < 2:
            return
        names = " and ".join(sorted(power_name(self.variant, power) for power in powers if power))
        for number, each in enumerate(self._found):
            if each.fate.is_taken and each.order is not None and each.power is not None:
                reason = f"the mail does not say whose it is, and orders units of {names}"
                self._found[number] = replace(each, fate=Fate.DOUBTFUL, reason=reason, choices=(Choice(each.power, each.order),))

    def _heads(self, text: str) -> bool:
        words = words_of(text.partition(":")[0])
        return 0 < len(words) <= 4 and any(self._names_power(word) for word in words)

    def _settle_doubles(self) -> None:
        """Two orders for one unit: the same one is a repeat; others are asked about, or settled by the game's rule (DATC 4.D.3)."""
        groups: dict[tuple[str, str], list[int]] = {}
        for number, each in enumerate(self._found):
            for power, order in () if number in self._apart else self._about(each):
                place = place_of(order)
                if place is not None and number not in groups.setdefault((power, place), []):
                    groups[power, place].append(number)
        for (power, place), numbers in groups.items():
            if len(numbers) > 1 and any(self._found[number].fate.is_taken for number in numbers):
                self._settle_group(power, place, numbers)

    def _about(self, each: LineAccount) -> list[tuple[str, Order]]:
        if each.fate.is_taken and each.order is not None and each.power is not None:
            return [(each.power, each.order)]
        if each.fate is Fate.DOUBTFUL:
            return [(choice.power, choice.order) for choice in each.choices]
        return []

    def _settle_group(self, power: str, place: str, numbers: list[int]) -> None:
        taken = [number for number in numbers if self._found[number].fate.is_taken]
        orders = list(
            dict.fromkeys(order for number in numbers for giver, order in self._about(self._found[number]) if place_of(order) == place)
        )
        if len(orders) == 1 and len(taken) == len(numbers):
            for number in taken[1:]:
                self._found[number] = replace(self._found[number], fate=Fate.REPEAT, reason="the same order stands above")
            return
        if self.decided and len(taken) == len(numbers):
            self._by_rule(taken)
            return
        choices = tuple(Choice(power, order) for order in orders)
        for number in numbers:
            each = self._found[number]
            lines = ", ".join(str(self._found[other].line) for other in numbers if other != number)
            reason = f"line {lines} orders this unit too" if "," not in lines else f"lines {lines} order this unit too"
            if each.fate.is_taken:
                self._found[number] = replace(each, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
            else:
                merged = tuple(dict.fromkeys((*each.choices, *choices)))
                self._found[number] = replace(each, reason=f"{each.reason}; {reason}", choices=merged)

    def _by_rule(self, numbers: list[int]) -> None:
        rule = self.variant.rules.repeated_order
        counts = {RepeatedOrder.FIRST: numbers[0], RepeatedOrder.LAST: numbers[-1], RepeatedOrder.NONE: None}[rule]
        for number in numbers:
            each = self._found[number]
            said = f"rule 4.D.3 of this game: {rule.description[0].lower()}{rule.description[1:].rstrip('.')}"
            if number == counts:
                self._found[number] = replace(each, fate=Fate.GUESSED, reason=said)
            else:
                self._found[number] = replace(each, fate=Fate.REFUSED, reason=said, order=None)


def _shorter(text: str) -> list[str]:
    """*text* without some of its last words."""
    words = text.split()
    return [" ".join(words[:length]) for length in range(min(len(words) - 1, 10), 2, -1)]
