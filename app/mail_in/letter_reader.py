"""Accounts for the lines of one letter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from adjudicator.notation import SheetEntry, read_order, read_orders
from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import Token, TokenKind
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Convoy, Hold, Move, Support
from adjudicator.phase import PhaseKind
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.conditions import heads_own_orders, is_conditional, is_of_the_world, is_talk, offers_courtesy, tells_of_people
from app.mail_in.doubles import Doubles, orders_about
from app.mail_in.doubtful_remarks import remark_doubts
from app.mail_in.envelope.unwrap import is_marked, sender_of
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.letter_pieces import ordered_in
from app.mail_in.line_fates import NO_PART, LineFates
from app.mail_in.order_words import kinds_named, mentions, number_in, places_named, provinces_of, units_named, without_places
from app.mail_in.phase_words import kind_of_later
from app.mail_in.phrases import blanked, folded_words, phrases, plain, tokens_in, words, words_of
from app.mail_in.reports import builds_nothing
from app.mail_in.second_thoughts import drops_build
from app.mail_in.sections import Placed, Use, heads, is_salutation, says_not_whose, under_mistyped
from app.mail_in.surroundings import Passage, below_former, depends_on, ends_in_slip, is_slip, speaks_of_other
from app.mail_in.taken_back import standing_orders
from app.mail_in.text_piece import TextPiece
from app.mail_in.withdrawals import Withdrawal, asks_for_change, sentences
from entente.words.names import counted
from languages import quoted, tr

_LONGEST_HINT = 20
"""Words of a sentence that may tell a unit what to do without a word of orders."""
_UNIT = re.compile(r"\s*[AF]\s+[^\W\d_]{3,20}\b")
_SMALL_WORD = 2
_CODES_OF_ORDERS = 3
"""Names of places in small letters, some of which are words of a language too, that make a sentence one of orders."""

_LONGEST_SHOWN = 120
"""Characters of a line that are repeated in a reason."""
_MOST_FORWARDED = 60
"""Lines of a forwarded mail in which orders are looked for."""


@dataclass(slots=True)
class LetterReader(LineFates):
    """Reads one letter, and settles what its lines say of each other."""

    def account(self) -> LetterAccount:
        """Account for every line; empty lines are passed over."""
        placed = self._without_withdrawals(self._placed())
        certain = [said for said in self._withdrawals if said.reaches_above]
        entries = self._entries(placed)
        passages = [self._passage(each, entries.get(each.line.number, [])) for each in placed]
        asked = self._asked_by_others(passages)
        self._tell_struck()
        for each, by_others in zip(placed, asked, strict=True):
            if each.line.number in self._passed_over:
                unread = replace(each, line=replace(each.line, text=self._piece(each).text))
                self._tell(unread, tr("not read: there is too much that may be orders"))
            elif each.text.strip():
                self._line(each, entries.get(each.line.number, []), by_others)
        self._ask_what_prose_says(placed, entries)
        if not self.is_typed:
            own = [each for each in placed if self._is_own(each) and each.line.number not in self._confirmed]
            self._taken_back.note_hints(own, self._found, self._offered)
            self._taken_back.note_changes_to_what_is_due(own, self._found)
        self._complete_convoys()
        self._found.extend(self._statements.holds(self._found, is_whole=not self._passed_over))
        below = below_former([piece.text for piece in self._pieces], self._words.all_power_words)
        former = {number for number, each in enumerate(self._found) if each.line in below}
        slips = self._slips(certain)
        self._doubt_orders_before_slips()
        self._tell_where()
        has_orders = any(each.fate is not Fate.NOT_ORDER for each in self._found)
        self.letter = _with_troubles(self.letter, self._passed_over, has_orders=has_orders)
        self._settle_powers()
        self._settle_stays()
        self._settle_corrections()
        self._taken_back.doubt_what_is_taken_back(self._found)
        if not self.is_typed:
            self._doubt_supports_of_moving_units()
            self._taken_back.doubt_too_many(self._found)
        Doubles(self.variant.rules.repeated_order, self.decided).settle(self._found, self._apart, former, slips)
        self._tell_parts()
        self._found.sort(key=lambda found: (found.line, found.column))
        power = self.power or self._only_power()
        withdrawals = tuple(replace(each, power=each.power or power) for each in self._withdrawals if each.reaches_before)
        return LetterAccount(self.letter, power, tuple(self._found), withdrawals=withdrawals)

    def _complete_convoys(self) -> None:
        """Add the other half of a convoy that a sentence tells by its army or by its fleet alone: ``Picardy to Wales via the Channel``."""
        told = [each for each in self._found if each.fate.is_taken]
        choices = [choice.order for each in self._found for choice in each.choices]
        about = {ordered_place(order) for order in (*(each.order for each in self._found if each.order is not None), *choices)}
        for each in told if not self.is_typed else ():
            order = each.order
            if isinstance(order, Convoy):
                says = words("prose", Verb.CONVOY.value) | self._words.says(Verb.CONVOY)
                is_told = not says.isdisjoint(folded_words(each.text))
                halves = [f"{order.army} - {order.target} VIA"] if is_told else []
            elif isinstance(order, Move):
                units = [self.position.unit_at(place) for place in places_named(each.text, self._words)[1:]]
                carriers = [unit for unit in units if unit is not None and unit.kind == "F" and unit.power == each.power]
                halves = [f"{unit.piece} C {order.piece} - {order.target}" for unit in carriers]
            else:
                continue
            for half in halves:
                read = read_order(self.variant, self.position, half, each.power).order
                if read is not None and ordered_place(read) not in about and self._may_give(each.power, read):
                    about.add(ordered_place(read))
                    self._found.append(replace(each, fate=Fate.GUESSED, order=read, reason=tr("it belongs to the convoy that is told")))

    def _tell_struck(self) -> None:
        """Take words that their writer struck out for no order, and for a withdrawal of earlier ones."""
        for number, piece in enumerate(self._pieces, 1):
            if not piece.struck:
                continue
            units = units_named(piece.struck, self._words)
            places = frozenset(place for at in units for place in places_named(piece.struck[at:], self._words)[:1])
            if places:
                said = Withdrawal(number, piece.struck, self._writer, places, reaches_above=False)
                self._withdrawals.append(said)
            if not piece.text.strip():
                fate = Fate.WITHDRAWS if places else Fate.NOT_ORDER
                written = self._written[piece.line][piece.column - 1 :].rstrip()
                reason = tr("struck out by its writer")
                self._found.append(LineAccount(number, 1, written, fate, reason=reason, power=self.power if places else None))

    def _ask_what_prose_says(self, placed: Sequence[Placed], entries: dict[int, list[SheetEntry]]) -> None:
        """Ask about sentences that say what a unit does which has no order in this mail."""
        power = self._writer
        if power is None or self.is_typed:
            return
        due = self._taken_back.due_places(power)
        for found in self._found:
            orders = [found.order] if found.order is not None else [choice.order for choice in found.choices]
            due -= {place for order in orders if (place := ordered_place(order)) is not None}
        told = {found.line for found in self._found if found.fate is not Fate.NOT_ORDER or found.reason} | self._statements.lines
        left = self._left_to_order(power)
        for each in placed:
            number = each.line.number
            if not due or number in told:
                continue
            if each.use is not Use.NOW and not self._speaks_first_of_now(each, power):
                continue
            if is_of_the_world(each.text) or offers_courtesy(each.text) or tells_of_people(each.text, self._words):
                continue
            if is_salutation(each.text, self._words):
                continue
            asks = asks_for_change(each.text, self._words)
            if "?" in each.text and not asks:
                left_over = _without_questions(each.text)  # ``i want bal, otherwise ska. that ok?``
                if not folded_words(left_over):
                    continue
                whole = each.line.text
                each = replace(each, line=replace(each.line, text=whole[: each.start] + left_over + whole[each.start + len(left_over) :]))
            named = places_named(each.text, self._words)
            if self.position.phase.kind is not PhaseKind.MOVEMENT:
                if left > 0 and self._due_orders().is_about(power, each.text):
                    self._found = [line for line in self._found if line.line != number]
                    self._doubt(each, entries.get(number, []), tr("it stands within other words"))
                continue
            by_place = not due.isdisjoint(named) and (len(set(named)) > 1 or asks or self._says_deed(each.text))
            by_place = by_place or (bool(named) and phrases("amendment", "instead").search(" ".join(folded_words(each.text))) is not None)
            if by_place or self._speaks_of_a_kind(each.text, due, power) or self._hints_at_order(each.text, due, power):
                due -= set(named)
                self._found = [line for line in self._found if line.line != number]
                self._doubt(each, entries.get(number, []), tr("it stands within other words"))
                about = frozenset(place for place in self._unit_at_beginning(each.text, power) if place is not None)
                if about and not named:
                    said = Withdrawal(number, each.text.strip(), power, about, reaches_above=False, is_hint=True, column=each.start + 1)
                    self._withdrawals.append(said)

    def _hints_at_order(self, text: str, due: set[str], power: str) -> bool:
        """Return True for ``Bulgaria no change``, ``Pete's boat - Bothnia``: it may tell a unit that has no order what to do.

        Args:
            due: the provinces in which such units stand.
        """
        heard = folded_words(text)
        if len(heard) > _LONGEST_HINT or self._words.powers_in(text) - {power}:
            return False
        text = text.replace("_", " ")
        named = mentions(text, self._words)
        before = folded_words(text[: named[0].start]) if named else ()
        if named and named[0].province in due and all(self._words.is_filler(word) or self._words.is_kind(word) for word in before):
            return True
        if self._unit_at_beginning(text, power) & due:
            return True  # ``A Tir bitte doch nur halten``
        tokens = tokens_in(text)
        places = {token.start: self._place_of(token) for token in tokens} | {place.start: place.province for place in named}
        if any(each.kind is TokenKind.DASH and places.get(behind.start) for each, behind in pairwise(tokens)):
            return True
        told = {place for place in places.values() if place is not None}
        capitals = {place for token in tokens if text[token.start : token.end].isupper() and (place := places.get(token.start)) is not None}
        return (len(told) >= _CODES_OF_ORDERS or len(capitals) > 1) and not due.isdisjoint(told)

    def _unit_at_beginning(self, text: str, power: str) -> set[str | None]:
        """Return the province of the unit with which *text* begins, also by a short name that is a guess: ``A Tir`` of Tyrolia."""
        unit = _UNIT.match(text)
        return set() if unit is None else ordered_in(read_orders(self.variant, self.position, f"{unit[0]} H", power).entries)

    def _place_of(self, token: Token) -> str | None:
        """The province whose code *token* is, in small letters too."""
        if token.kind is not TokenKind.WORD or len(token.folded) <= _SMALL_WORD:
            return None
        found = provinces_of((token.folded,), WordMatch.EXACT, self._words)
        return next(iter(found)) if len(found) == 1 else None

    def _speaks_first_of_now(self, placed: Placed, power: str) -> bool:
        """Return True for ``My fleet seeks refuge in the Gulf of Bothnia and comes back next year``, of which only the end is for later."""
        if placed.use is not Use.LATER or self.position.phase.kind is PhaseKind.MOVEMENT:
            return False
        later = words_of("phase.next", "phase.following")
        start = next((token.start for token in tokens_in(placed.text) if token.folded in later), 0)
        return self._due_orders().is_about(power, placed.text[:start])

    def _speaks_of_a_kind(self, text: str, due: set[str], power: str) -> bool:
        """Return True for ``the fleets hold``, ``both hold``: own units without orders are named by their kind or their number."""
        if not self._says_deed(text) or self._words.powers_in(text) - {power}:
            return False
        heard = folded_words(text)
        small = words_of("lead_in.words", "prose.small", "prose.into", "prose.to")
        if number_in(heard) is not None and all(
            word in small or number_in((word,)) is not None or self._words.is_verb(word) or self._words.is_filler(word)
            for word in folded_words(without_places(text, mentions(text, self._words)))
        ):
            return True
        return not due.isdisjoint(self._taken_back.of_kinds(power, kinds_named(text, self._words)))

    def _left_to_order(self, power: str) -> int:
        """Return how many builds, removals or retreats of *power* this mail neither orders nor has asked about."""
        told = sum(each.count for each in self._found if each.fate.is_taken or each.fate in (Fate.DOUBTFUL, Fate.REFUSED))
        if self.position.phase.kind is PhaseKind.ADJUSTMENT:
            return abs(self._taken_back.adjustment(power)) - told
        return len(self._taken_back.due_places(power)) - told

    def _is_own(self, placed: Placed) -> bool:
        """Return True for words of the sender that are read, and may speak of orders of this phase."""
        is_denial = placed.use is Use.REPORT and builds_nothing(placed.text, self._words)
        return not self._piece(placed).is_quoted and (is_denial or placed.use in (Use.NOW, Use.UNSURE, Use.HEADING))

    def _tell_where(self) -> None:
        """Give every account, and what is taken back, its place in the mail in place of that of its piece."""
        spoken = {number for number, piece in enumerate(self._pieces, 1) if self._corrects(piece)} | self._deny_what_stands_above()
        self._corrected = {number for number, each in enumerate(self._found) if each.line in self._corrections | spoken}
        self._found = [self._in_mail(each) for each in self._found]
        for number, said in enumerate(self._withdrawals):
            if said.line:
                piece = self._pieces[said.line - 1]
                self._withdrawals[number] = replace(said, line=piece.line, column=piece.column + said.column - 1)
        self._passed_over = {self._pieces[number - 1].line for number in self._passed_over}

    def _deny_what_stands_above(self) -> set[int]:
        """The pieces that deny the very goal of an order above: ``A War goes to Galicia, not to Silesia``."""
        found: set[int] = set()
        for number, said in self._replaced.items():
            places = set(places_named(said, self._words))
            units = {ordered_place(each.order) for each in self._found if each.line == number and each.order is not None}
            above = [each.order for each in self._found if each.line < number and isinstance(each.order, Move)]
            if any(order.target.province in places and ordered_place(order) in units for order in above):
                found.add(number)
        return found

    @staticmethod
    def _corrects(piece: TextPiece) -> bool:
        """Return True for ``Oops, A Gal - Rum of course``: its order takes the place of the one above it for that unit."""
        first = next(iter(folded_words(piece.written)), "")
        return first in words_of("amendment.refuses", "amendment.opens")

    def _in_mail(self, each: LineAccount) -> LineAccount:
        if not each.line:  # the subject
            return each
        piece = self._pieces[each.line - 1]
        if piece.starts:
            begun = max(start for start in piece.starts if start[0] < each.column)
            return replace(each, line=begun[1], column=begun[2] + each.column - 1 - begun[0])
        column = piece.column + each.column - 1
        written = self._written.get(piece.line, "")
        text = written[column - 1 : column - 1 + len(each.text)]
        is_shown = len(plain(written)) == len(written)  # letters that nobody sees are left out of what is read
        as_received = text if is_shown and len(text) == len(each.text) else each.text
        is_there = (each.line, each.column, each.text) == (piece.line, column, as_received)
        return each if is_there else replace(each, line=piece.line, column=column, text=as_received)

    def _tell_parts(self) -> None:
        """Add what was set apart before: quotations, signatures, the ends of broken lines; and tell a line's plain words once."""
        forwarded = self._forwarded()
        no_part = {part: tr(NO_PART[part]) for part in {line.part for line in self.letter.lines} - {LetterPart.TEXT}}
        for line in self.letter.lines:
            if line.number in forwarded:
                reason = tr("it stands in a mail of the sender's own that is forwarded")
                choices = forwarded[line.number]
                asked = LineAccount(line.number, 1, line.text, Fate.DOUBTFUL, reason=reason, power=choices[0].power, choices=choices)
                self._found.append(asked)
            elif line.part is not LetterPart.TEXT and line.text.strip():
                self._found.append(LineAccount(line.number, 1, line.text, Fate.NOT_ORDER, line.part, no_part[line.part]))
        begun = {piece.line for piece in self._pieces}
        for piece in self._pieces:
            for line in piece.joined:
                if line.number in begun:
                    continue
                reason = tr("goes on with line {line}", line=piece.line)
                self._found.append(LineAccount(line.number, 1, line.text, Fate.NOT_ORDER, reason=reason))
        told: set[int] = set()
        others = {each.line for each in self._found if each.fate is not Fate.NOT_ORDER or each.reason}
        whole = {line.number: line.text for line in self.letter.lines}
        kept: list[LineAccount] = []
        for each in self._found:
            if each.fate is Fate.NOT_ORDER and not each.reason:
                if each.line in told:
                    continue
                told.add(each.line)
                if each.line not in others:
                    kept.append(replace(each, column=1, text=whole.get(each.line, each.text)))
                    continue
            kept.append(each)
        self._found = kept

    def _forwarded(self) -> dict[int, tuple[Choice, ...]]:
        """Return the orders in a mail of the sender's own that is forwarded without any order beside it, by their lines."""
        power = self._writer
        quoted = [line for line in self.letter.lines if line.part is LetterPart.QUOTE and line.text.strip()]
        if power is None or not self.letter.sender or not quoted or any(each.fate is not Fate.NOT_ORDER for each in self._found):
            return {}
        fields = [line.text.casefold() for line in quoted if sender_of(line.text) is not None]
        name = set(folded_words(self.letter.name))
        own = [self.letter.sender in field or (name and set(folded_words(field.partition(":")[2])) <= name) for field in fields]
        if not own or not all(own):
            return {}
        found: dict[int, tuple[Choice, ...]] = {}
        for line in quoted[:_MOST_FORWARDED]:
            text = line.text.lstrip("> |")
            if not self._words.may_order(text):
                continue
            stretches = [text[start:end] for start, end in sentences(text)]  # ``Build A Smyrna, build F Ankara. None in Constantinople.``
            orders = [entry.reading.order for each in stretches for entry in self._due(power, 0, each)]
            told = tuple(Choice(power, order) for order in orders if order is not None)
            if choices := self._meanings.choices([plain(text)], power) or told:
                found[line.number] = choices
        return found

    def _settle_stays(self) -> None:
        """Take ``Kiel is staying put`` for no order of its own below one by which Kiel supports or convoys, and so stays."""
        stays = words("prose", "stays")
        for number, each in enumerate(self._found):
            if not each.fate.is_taken or not isinstance(each.order, Hold) or stays.isdisjoint(folded_words(each.text)):
                continue
            before = [
                other.line
                for other in self._found
                if other.fate.is_taken and other.power == each.power and isinstance(other.order, Support | Convoy)
                if ordered_place(other.order) == ordered_place(each.order) and (other.line, other.column) < (each.line, each.column)
            ]
            if before:
                reason = tr("a unit that supports or convoys stays: line {line}", line=before[-1])
                self._found[number] = replace(each, fate=Fate.REPEAT, reason=reason)

    def _settle_corrections(self) -> None:
        """Drop orders that are corrected below."""
        for number in sorted(self._corrected):
            each = self._found[number]
            if not each.fate.is_taken or each.order is None:
                continue
            for other, before in enumerate(self._found[:number]):
                about = before.fate.is_taken and before.power == each.power
                if about and before.order is not None and ordered_place(before.order) == ordered_place(each.order):
                    reason = tr("corrected in line {line}", line=each.line)
                    self._found[other] = replace(before, fate=Fate.REPEAT, reason=reason)

    def _doubt_orders_before_slips(self) -> None:
        """Ask about an order behind which ``no wait, Kiel stays, so …`` stands, where what follows is no other order for that unit."""
        for number, piece in enumerate(self._pieces, 1):
            said = " ".join(folded_words(piece.text))
            if phrases("around", "slip_leads").match(said) is None or phrases("around", "closing").fullmatch(said) is not None:
                continue
            numbers = {number, number + 1} if piece.text.rstrip().endswith(":") else {number}
            behind = {ordered_place(order) for each in self._found if each.line in numbers for _, order in orders_about(each)}
            before = {ordered_place(order) for each in self._found if each.line < number for _, order in orders_about(each)}
            if behind & before or any(each.line == number and each.fate is Fate.WITHDRAWS for each in self._found):
                continue  # it corrects that order, or says which it takes back
            reason = tr("the next line says {short}", short=quoted(piece.text.strip()[:_LONGEST_SHOWN]))
            for standing in standing_orders(self._found):
                if standing.line.line == number - 1:
                    self._found[standing.number] = standing.doubted(reason)

    def _slips(self, certain: Sequence[Withdrawal]) -> set[int]:
        """Return the indices of orders that words right behind them, on their line or the next one, or *certain* words below take back."""
        if self.is_typed:
            return set()
        slips = {number for number, piece in enumerate(self._pieces) if is_slip(piece.text)}
        for number, piece in enumerate(self._pieces, 1):
            if ends_in_slip(piece.text) or is_slip(piece.explanation) or is_slip(piece.remark):
                slips.add(number)
        return {
            number
            for number, each in enumerate(self._found)
            if each.line in slips or any(each.line <= said.line and _is_meant(said, each) for said in certain)
        }

    def _doubt_supports_of_moving_units(self) -> None:
        """Ask which support is meant in ``Vienna goes to Galicia and Budapest helps Vienna``."""
        moves = {ordered_place(each.order): each.order for each in self._found if each.fate.is_taken and isinstance(each.order, Move)}
        for number, each in enumerate(self._found):
            order = each.order
            if each.fate is not Fate.GUESSED or not isinstance(order, Support) or order.target is not None or each.power is None:
                continue
            move = moves.get(order.supported.location.province)
            if move is not None:
                choices = self._meanings.choices([f"{order.piece} S {move}", str(order)], each.power)
                reason = tr("another line moves the unit that it supports")
                self._found[number] = replace(each, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=choices)

    def _asked_by_others(self, passages: Sequence[Passage]) -> list[str]:
        """For each line, why another line has it asked about: a condition, or a heading that misspells a power; empty where none does."""
        if self.is_typed:
            return [""] * len(passages)
        conditions = depends_on(passages, self._words.all_power_words)
        whole = {line.number: line.text.strip() for line in self.letter.lines}
        named = [
            each if piece.text.strip() == whole.get(piece.line) else replace(each, text="")
            for each, piece in zip(passages, self._pieces, strict=True)
        ]
        under = under_mistyped(self.variant, self._words, named, self._writer)
        return [why or below for why, below in zip(conditions, under, strict=True)]

    def _passage(self, placed: Placed, entries: list[SheetEntry]) -> Passage:
        drops = self._taken_back.adjustment(self._writer) > 0 and drops_build(placed.text, self._words)
        if placed.use is Use.WITHDRAWAL or drops or self._heads_corrections(placed):
            return Passage(placed.text, takes_back=True)
        if placed.use in (Use.SPEECH, Use.REPORT):
            return Passage("")
        said = self._said_of_all(placed)
        has_order = (said is not None and said.orders) or any(entry.reading.order is not None or self._near[id(entry)] for entry in entries)
        if not has_order and tells_of_people(placed.text, self._words):
            return Passage("")
        is_heading = placed.use is Use.HEADING or (not entries and heads(placed.text, self._words))
        holds = not has_order and is_conditional(placed.text) and self._meanings.holds_order(placed.text, self._headed(entries))
        is_later = placed.use is Use.LATER
        piece = self._piece(placed)
        shown = placed.text.strip()
        is_aside = bool(piece.author) or (shown[:1] == "(" and shown[-1:] == ")")
        names_game = self._names_game(placed.text)
        begins_small = self._begins_small(placed)
        return Passage(
            placed.text,
            has_order,
            holds,
            is_heading,
            is_later=is_later,
            names_game=names_game,
            is_aside=is_aside,
            is_retort=self._is_retort(placed),
            about=frozenset(filter(None, ordered_in(entries))) or frozenset(places_named(placed.text, self._words)) & self._own_places,
            is_beside=placed.line.number > 1 and self._pieces[placed.line.number - 2].line == piece.line,
            begins_small=begins_small,
            is_idle=begins_small and not is_aside and self._is_idle(placed.text),
        )

    def _begins_small(self, placed: Placed) -> bool:
        """Return True if the words of *placed* begin with a small letter in the mail, where an article before a unit still stands."""
        piece = self._piece(placed)
        written = self._written.get(piece.line, "")[piece.column - 1 :] if not placed.start else placed.text
        return next((letter.islower() for letter in written or placed.text if letter.isalpha()), False)

    def _is_idle(self, text: str) -> bool:
        """Return True for ``voila, dsl pour le retard``: it names nothing of the game but a power, and doubts nothing."""
        heard = folded_words(text)
        if not is_conditional(text) and phrases("remark", "opinions").match(" ".join(heard)) is not None:
            return True  # ``dont trust the serbs lol``
        of_game = words_of("heading.orders", "heading.builds", "withdrawal.take_back", "remark.results")
        if not of_game.isdisjoint(heard) or places_named(text, self._words) or kinds_named(text, self._words):
            return False
        if is_conditional(text) or is_talk(text) or speaks_of_other(text) or any(map(self._words.is_deed, heard)):
            return False
        return kind_of_later(heard, self.position.phase) is None and not remark_doubts(text, self._words)

    def _is_retort(self, placed: Placed) -> bool:
        """Return True for ``Never.`` or ``Deleted.`` behind another sentence on its line."""
        above, said = placed.line.number - 2, " ".join(folded_words(placed.text))
        if above < 0 or self._pieces[above].line != self._pieces[above + 1].line:
            return False
        return any(phrases("remark", name).fullmatch(said) is not None for name in ("unsettling", "unsettling_alone"))

    def _names_game(self, text: str) -> bool:
        """Return True if *text* names something of the game, or takes something back; ``change of plan`` at its beginning does neither."""
        said = " ".join(folded_words(text))
        lead = phrases("amendment", "leads").match(said)
        heard = said[lead.end() if lead is not None else 0 :].split()
        return (
            not _of_game().isdisjoint(heard)
            or bool(places_named(text, self._words))
            or any(self._words.is_power(word) or (len(word) > 1 and self._words.is_deed(word)) for word in heard)  # and not ``'s``
        )

    def _only_power(self) -> str | None:
        powers = {each.power for each in self._found if each.fate.is_taken}
        return powers.pop() if len(powers) == 1 else None

    def _settle_powers(self) -> None:
        """Ask for the power of a mail from an unknown sender, without a heading, that orders units of several powers."""
        if self._writer is not None or not self.letter.is_mail:
            return
        powers = {each.power for each in self._found if each.fate.is_taken}
        if len(powers) < 2 or powers <= self.powers:
            return
        last = max(each.line for each in self._found if each.fate.is_taken)
        above = [line for line in self.letter.lines if line.part is LetterPart.TEXT and line.number <= last]
        if any(heads(line.text, self._words) for line in above):
            return
        reason = says_not_whose(self.variant, powers)
        for standing in standing_orders(self._found):
            self._found[standing.number] = standing.doubted(reason)


@cache
def _of_game() -> frozenset[str]:
    """Words that name orders, or that say what is done in the game."""
    acts = words("condition", "acts") - words_of("condition.loose_acts", "condition.consequence")
    return words_of("heading.orders", "heading.builds", "withdrawal.take_back") | acts


def _is_meant(said: Withdrawal, line: LineAccount) -> bool:
    """Return True if *said* takes back all orders, or by its unit each that *line* gives or may give."""
    places = [ordered_place(order) for _, order in orders_about(line)]
    return bool(places) and all(place not in said.later and (said.places is None or place in said.places) for place in places)


def _without_questions(text: str) -> str:
    """*text* with blanks in place of its questions."""
    for start, end in sentences(text):
        if text[start:end].rstrip().endswith("?"):
            text = blanked(text, start, end)
    return text


def _with_troubles(letter: Letter, passed_over: Collection[int], *, has_orders: bool) -> Letter:
    """*letter* with what to tell of its lines that were not read: those of the numbers *passed_over*, and quoted ones."""
    return replace(letter, troubles=(*letter.troubles, *_too_much(letter, passed_over), *(() if has_orders else _quoted(letter))))


def _too_much(letter: Letter, passed_over: Collection[int]) -> Iterator[str]:
    written = sorted(line.number for line in letter.lines if line.number in passed_over)
    if written:
        many = counted(len(written), "line")
        yield tr("there is too much that may be orders: {many} not read, the first of them line {written}", many=many, written=written[0])


def _quoted(letter: Letter) -> Iterator[str]:
    """Yield a warning where a mail without any order has a list of the writer's own in lines that look quoted but are not marked."""
    for line in letter.lines:
        if line.part is LetterPart.QUOTE and not is_marked(line.text) and heads_own_orders(line.text):
            yield tr(
                "what stands below “{line}” in line {number} was not read: it seems to be quoted from another mail",
                line=line.text.strip(),
                number=line.number,
            )
            return
