"""The tolerant reader of many orders: a pasted mail with headings, lists, prose and results. Never raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from adjudicator.legal import adjustment
from adjudicator.notation.lexicons import Lexicons, lexicons_of
from adjudicator.notation.order_reader import MOST_CHARACTERS, read_order
from adjudicator.notation.order_tokens import DASHES, Token, TokenKind, tokens_of
from adjudicator.notation.reading import (
    Assumption,
    AssumptionKind,
    OrderSheet,
    Reading,
    ReadingError,
    ReadingErrorKind,
    SheetEntry,
    TextSpan,
)
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Convoy, Move, Order, Remove, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some tokens of a line, between two separators."""

    tokens: tuple[Token, ...]
    joint: str
    """The mark or word that ends it."""


def cut_apart(tokens: tuple[Token, ...], joints: frozenset[str]) -> list[Stretch]:
    """The *tokens* cut at every mark, and at every word of *joints*."""
    cut: list[Stretch] = []
    held: list[Token] = []
    for index, token in enumerate(tokens):
        ends = (
            token.kind is TokenKind.SEMICOLON
            or token.folded in {",", ":", "!", "&"}
            or (token.folded == "." and (index + 1 == len(tokens) or tokens[index + 1].start > token.end))
            or (token.kind is TokenKind.WORD and token.folded in joints)
        )
        if not ends:
            held.append(token)
        elif held:
            cut.append(Stretch(tuple(held), token.folded))
            held = []
    if held:
        cut.append(Stretch(tuple(held), ""))
    return cut


MOST_UNITS = 24
"""Units that are named in one stretch; no power has so many to order."""
_MOST_IN_ORDER = 3
"""Units that one order names: its own and the one it supports or carries, and one more for a note."""


def cut_at_units(tokens: Sequence[Token], starts: Sequence[int], is_order: Callable[[Sequence[Token]], bool]) -> list[Sequence[Token]]:
    """*tokens* cut into orders, where there is exactly one way to do so that leaves nothing over; else nothing.

    Args:
        starts: the indices of the tokens at which an order may begin: words for a kind of unit.
        is_order: whether some of the tokens are a whole order.
    """
    if len(starts) < 2 or len(starts) > MOST_UNITS or starts[0] != 0:
        return []
    borders = [*starts, len(tokens)]
    last = len(starts)
    ways = [0] * last + [1]
    following = [0] * last
    for begin in range(last - 1, -1, -1):
        for end in range(begin + 1, min(begin + _MOST_IN_ORDER, last) + 1):
            if ways[end] and is_order(tokens[borders[begin] : borders[end]]):
                ways[begin] += ways[end]
                following[begin] = end
    if ways[0] != 1 or following[0] == last:
        return []
    cut: list[Sequence[Token]] = []
    at = 0
    while at < last:
        cut.append(tokens[borders[at] : borders[following[at]]])
        at = following[at]
    return cut


MOST_LINES = 2000
MOST_SHEET_CHARACTERS = 200_000
_MOST_READINGS = 3000
"""Attempts at reading, over the whole sheet."""

_HANGING = frozenset({ReadingErrorKind.ALTERNATIVE, ReadingErrorKind.CONDITION})
_PROSE = frozenset({ReadingErrorKind.MALFORMED, ReadingErrorKind.EMPTY})
_MOST_LINE_CHARACTERS = 2000
_MOST_WORDS_OVER = 3
"""Words behind several orders that belong to none of them: a thank you."""
_LONGEST_ASIDE = 6
_BULLETS = DASHES + "+"
"""Marks of a list's items below ``Builds:``, which stand for no verb."""
_LONGEST_RUN = 4
"""An order has at most this many commas, stops and semicolons, less one."""


def read_orders(variant: Variant, position: Position, text: str, power: str | None = None) -> OrderSheet:
    """Every order in *text*, and every stretch that was not understood, with line and column. Never raises.

    A heading (``ENGLAND:`` or ``French orders``) tells whose the orders after it are. Several orders stand on a line, apart by
    commas, semicolons, stops or ``and``. The last order for a unit wins; the earlier entry says which one replaced it.

    Args:
        variant: names, aliases, kinds and rules.
        position: settles what the words alone do not.
        text: at most 2,000 lines and 200,000 characters; what is beyond is not read, and the sheet says so.
        power: whose orders these are until a heading says otherwise.

    >>> from variants import standard
    >>> game = standard()
    >>> sheet = read_orders(game, game.start, "A Par-Bur, F Bre-MAO; and good luck", "FRANCE")
    >>> [str(entry.reading.order) for entry in sheet.entries if entry.reading.order]
    ['A PAR - BUR', 'F BRE - MAO']
    >>> len(sheet.not_understood)
    1
    """
    lines = text[:MOST_SHEET_CHARACTERS].splitlines()
    reader = _SheetReader(variant, position, power)
    for number, line in enumerate(lines[:MOST_LINES], 1):
        reader.read_line(number, line)
    return reader.sheet(truncated=len(text) > MOST_SHEET_CHARACTERS or len(lines) > MOST_LINES or reader.attempts > _MOST_READINGS)


@dataclass(slots=True)
class _SheetReader:
    variant: Variant
    position: Position
    power: str | None
    attempts: int = 0
    _entries: list[SheetEntry] = field(default_factory=list)
    _powers: dict[str, None] = field(default_factory=dict)
    _carried: str | None = None
    """``build`` or ``remove`` while a list of units follows that verb."""
    _is_list: bool = False
    """True if that verb stood alone on its line, and so goes for the lines below it as long as they are orders."""

    _lexicons: Lexicons = field(init=False)

    def __post_init__(self) -> None:
        self._lexicons = lexicons_of(self.variant)

    def read_line(self, number: int, line: str) -> None:
        """The orders of one line, and what is none."""
        if len(line) > _MOST_LINE_CHARACTERS:
            self._refuse(number, 0, line, ReadingErrorKind.TOO_LONG)
            return
        tokens = tokens_of(line)
        if self._lexicons.signals.is_press(tokens):
            self._refuse(number, tokens[0].start, line[tokens[0].start : tokens[-1].end], ReadingErrorKind.PRESS)
            return
        tokens = tokens[self._heading(tokens) :]
        if not any(token.kind in (TokenKind.WORD, TokenKind.STRANGE) for token in tokens):
            return
        if self._lexicons.signals.is_press(tokens):
            self._refuse(number, tokens[0].start, line[tokens[0].start : tokens[-1].end], ReadingErrorKind.PRESS)
            return
        before, was_list, self._is_list = len(self._entries), self._is_list, False
        self._read_stretches(number, line, cut_apart(tokens, self._lexicons.english.vocabulary.joints))
        goes_on = was_list and any(entry.reading.order is not None for entry in self._entries[before:])
        self._is_list = self._is_list or goes_on
        if tokens[-1].folded != "," and not self._is_list:
            self._carried = None

    def sheet(self, *, truncated: bool) -> OrderSheet:
        """Return the sheet of the lines that were read so far."""
        last: dict[tuple[str | None, str], int] = {}
        entries = self._without_lists_of_units()
        for index, entry in enumerate(entries):
            key = _ordered_province(entry.reading.order)
            if key is None:
                continue
            before = last.get((entry.reading.power, key))
            if before is not None:
                entries[before] = replace(entries[before], replaced_by=index)
            last[(entry.reading.power, key)] = index
        orders: dict[str, list[Order]] = {power: [] for power in self._powers}
        for entry in entries:
            order, power = entry.reading.order, entry.reading.power
            if order is not None and power is not None and entry.replaced_by is None:
                orders.setdefault(power, []).extend([order] * entry.reading.count)
        frozen = MappingProxyType({power: tuple(each) for power, each in orders.items()})
        return OrderSheet(tuple(entries), frozen, truncated)

    def _without_lists_of_units(self) -> list[SheetEntry]:
        """The entries, in which more units with a dash before them than a power has to remove are a list of its units."""
        powers = [entry.reading.power for entry in self._entries if any(map(_is_dash, entry.reading.assumptions))]
        lists = {power for power in powers if power is not None and powers.count(power) > -adjustment(self.variant, self.position, power)}
        return [
            replace(entry, reading=_as_list_mark(entry.reading))
            if entry.reading.power in lists and any(map(_is_dash, entry.reading.assumptions))
            else entry
            for entry in self._entries
        ]

    # Headings --------------------------------------------------------------------------------------------------------------

    def _heading(self, tokens: tuple[Token, ...]) -> int:
        """Count the tokens that head the line: ``ENGLAND:``, ``French orders``, ``== Turkey ==``. Sets the power from here on."""
        words = [index for index, token in enumerate(tokens) if token.kind is TokenKind.WORD]
        beside = self._lexicons.beside_powers
        named: str | None = None
        for place, index in enumerate(words):
            token = tokens[index]
            power = None if named else self._power_at(tokens, index)
            if power is not None:
                named, end = power
                following = self._past_bracket(tokens, end)
                aside = following - end
                while following < len(tokens) and tokens[following].kind is TokenKind.WORD and tokens[following].folded in beside:
                    following += 1
                alone = not any(tokens[each].kind is TokenKind.WORD for each in range(following, len(tokens)))
                colon = next((each for each in range(end + aside, min(following + 3, len(tokens))) if tokens[each].folded == ":"), None)
                if not alone and colon is None:
                    return 0
                self.power = named
                self._powers.setdefault(named)
                self._carried, self._is_list = None, False
                return len(tokens) if alone else (colon or 0) + 1
            if token.folded not in beside or place > 3:
                return 0
        return 0

    def _past_bracket(self, tokens: tuple[Token, ...], at: int) -> int:
        """The token after what stands in brackets at *at*, such as who plays: ``Turkey (Tarik):``; *at* where there is no such thing."""
        if at >= len(tokens) or tokens[at].kind is not TokenKind.OPEN:
            return at
        closing = (each for each in range(at + 1, min(at + _LONGEST_ASIDE, len(tokens))) if tokens[each].kind is TokenKind.CLOSE)
        close = next(closing, None)
        return at if close is None else close + 1

    def _power_at(self, tokens: tuple[Token, ...], at: int) -> tuple[str, int] | None:
        """The power named at a token, and the token after its name; a single letter needs a colon."""
        words: tuple[str, ...] = ()
        found: tuple[str, int] | None = None
        index = at
        while index < len(tokens) and len(words) < self._lexicons.longest_power:
            if tokens[index].kind is TokenKind.WORD:
                words = (*words, tokens[index].folded)
                power = self._lexicons.power(words)
                found = (power, index + 1) if power is not None else found
            elif tokens[index].kind is not TokenKind.DASH:
                break
            index += 1
        if found is None and at + 1 < len(tokens) and tokens[at + 1].folded == ":":
            letter = self._lexicons.english.power_letters.get(tokens[at].folded)
            return None if letter is None else (letter, at + 1)
        return found

    # Orders on a line ------------------------------------------------------------------------------------------------------

    def _read_stretches(self, number: int, line: str, stretches: list[Stretch]) -> None:
        """One order after the other; stretches that are none are reported."""
        at = 0
        prose: list[tuple[Stretch, Reading | None]] = []
        while at < len(stretches):
            reading, length = self._longest(line, stretches[at : at + _LONGEST_RUN])
            if reading is not None and _is_read(reading):
                self._tell_prose(number, line, prose)
                self._add_order(number, stretches[at].tokens[0].start + 1, reading)
            elif not self._carries(stretches[at], is_last=at + 1 == len(stretches)):
                pieces = self._pieces(line, stretches[at]) if reading is not None and length == 1 else []
                if pieces:
                    stretches[at : at + 1] = pieces
                    continue
                prose.append((stretches[at], reading))
            at += length
        self._tell_prose(number, line, prose)

    def _add_order(self, number: int, column: int, reading: Reading) -> None:
        """The order, or each of several in one sentence. A unit that is supported in these words does not hold if it was ordered before."""
        parts = reading.parts or ((0, reading),)
        held = _ordered_province(parts[0][1].order) if any(map(_is_said_to_hold, parts[0][1].assumptions)) else None
        if held is not None and any(
            (each.reading.power, _ordered_province(each.reading.order)) == (reading.power, held) for each in self._entries
        ):
            parts = ((0, replace(reading, parts=())),)
        for start, part in parts:
            self._entries.append(SheetEntry(number, column + start, part))

    def _pieces(self, line: str, stretch: Stretch) -> list[Stretch]:
        """*stretch* cut at the words for *and* in other languages or before each unit, where each piece is an order; else nothing."""
        pieces = cut_apart(stretch.tokens, self._lexicons.other_joints)
        if len(pieces) < 2 or not (all(self._stands_alone(line, each) for each in pieces) or self._share_verb(line, pieces)):
            pieces = self._run_together(line, stretch)
        if not pieces:
            return []
        pieces[-1] = Stretch(pieces[-1].tokens, stretch.joint)
        return pieces

    def _share_verb(self, line: str, pieces: list[Stretch]) -> bool:
        """Return True if the units after the first are built or removed by its verb: ``Baue A Berlin und A München``."""
        verb = self._verb_to_carry(pieces[0]) if self.position.phase.kind is PhaseKind.ADJUSTMENT else None
        if verb is None or not self._stands_alone(line, pieces[0]):
            return False
        others = (line[each.tokens[0].start : each.tokens[-1].end] for each in pieces[1:])
        return all(self._read_carried(text, verb) is not None for text in others)

    def _run_together(self, line: str, stretch: Stretch) -> list[Stretch]:
        """*stretch* cut before words for a kind of unit; a single letter is one where it is a capital."""
        tokens = stretch.tokens
        first = next((index for index, token in enumerate(tokens) if self._is_kind(line, token)), 0)
        if any(token.kind is TokenKind.WORD and not token.folded.isdecimal() for token in tokens[:first]):
            return []
        body = tokens[first:]
        starts = [index for index, token in enumerate(body) if self._is_kind(line, token)]
        for over in range(min(_MOST_WORDS_OVER, len(body) - max(starts, default=0) - 1) + 1):
            orders = body[: len(body) - over]
            cut = cut_at_units(orders, starts, lambda piece: self._stands_alone(line, Stretch(tuple(piece), "")))
            if cut:
                return [Stretch(tuple(piece), "") for piece in (*cut, body[len(orders) :]) if piece]
        return []

    def _is_kind(self, line: str, token: Token) -> bool:
        written = token.end - token.start > 1 or line[token.start].isupper()
        return token.kind is TokenKind.WORD and written and any(token.folded in each.kinds for each in self._lexicons.all)

    def _longest(self, line: str, stretches: list[Stretch]) -> tuple[Reading | None, int]:
        """Read the first of *stretches*; more of them belong to it where it ended too early, or goes on: ``, via convoy``."""
        first = self._read(line, stretches[:1])
        hanging = self._hanging(line, stretches, first)
        if hanging is not None:
            return hanging
        if first is None or (first.error is not None and not first.parts and not _ends_early(first, first.error)):
            return first, 1
        best, length = first, 1
        for more in range(2, len(stretches) + 1):
            if _is_read(best) and self._stands_alone(line, stretches[more - 1]):
                break
            longer = self._read(line, stretches[:more])
            if longer is not None and stretches[more - 2].joint == "," and self._is_of_another(line, longer, stretches[more - 1]):
                break
            if longer is not None and _is_read(longer):
                best, length = longer, more
            elif _is_read(best):
                break
        return best, length

    def _hanging(self, line: str, stretches: list[Stretch], first: Reading | None) -> tuple[Reading, int] | None:
        """An order with the choice or the condition that a comma parts from it, before or behind: nothing of it is taken."""
        if first is None or stretches[0].joint not in {",", ":"}:
            return None
        length, hangs, order = 1, first, first
        if first.error is not None and first.error.kind in _HANGING and first.error.span.start == 0 and len(stretches) > 1:
            order = self._read(line, stretches[1:2]) or first
            length = 2
        if order.order is None:
            return None
        while length < len(stretches) and stretches[length - 1].joint == ",":
            behind = self._choice_or_condition(line, stretches[length])
            if behind is None:
                break
            length, hangs = length + 1, behind
        if length == 1:
            return None
        whole = self._read(line, stretches[:length])
        if whole is not None and whole.error is not None and whole.error.kind in _HANGING:
            return replace(whole, power=whole.power or order.power), length
        text = line[stretches[0].tokens[0].start : stretches[length - 1].tokens[-1].end]
        kind = ReadingErrorKind.CONDITION if hangs.error is None else hangs.error.kind
        return Reading(text, power=self.power or order.power, error=ReadingError(kind, TextSpan(0, len(text)))), length

    def _choice_or_condition(self, line: str, stretch: Stretch) -> Reading | None:
        """*stretch* where it begins with a word such as ``or`` or ``if``, and speaks of units or places."""
        if not self._lexicons.signals.begins_hanging(stretch.tokens):
            return None
        reading = self._read(line, [stretch])
        hangs = reading is not None and reading.error is not None and reading.error.kind in _HANGING
        return reading if hangs else None

    def _is_of_another(self, line: str, joined: Reading, last: Stretch) -> bool:
        """Return True if *joined* supports the move that a unit of the same power makes behind a comma: ``A Ruh S, F Hol - Bel``.

        Either the support is of a move before it, and the second order is one by itself, or both are one: that is asked.
        """
        order = joined.order
        if not isinstance(order, Support | Convoy) or order.target is None:
            return False
        alone = self._read(line, [last])
        if alone is None or not isinstance(alone.order, Move) or any(each.reading.order == alone.order for each in self._entries):
            return False  # ``A Mun - Bur / A Ruh S, A Mun - Bur``
        owners = {unit.power for place in (order.piece, alone.order.piece) if (unit := self.position.unit_at(place.location.province))}
        return len(owners) == 1

    def _stands_alone(self, line: str, stretch: Stretch) -> bool:
        """Return True if *stretch* is an order by itself: after ``A Smy-Con`` then ``F Ank-Bla`` is no convoy (``con``) of that fleet."""
        return _is_read(self._read(line, [stretch]))

    def _read(self, line: str, run: list[Stretch]) -> Reading | None:
        """The *run* as one order; nothing where it cannot be one."""
        start, end = run[0].tokens[0].start, run[-1].tokens[-1].end
        text = line[start:end]
        if len(text) > MOST_CHARACTERS or not self._may_be_order(run):
            return None
        self.attempts += 1
        if self.attempts > _MOST_READINGS:
            return None
        reading = read_order(self.variant, self.position, text, self.power)
        if self._carried is not None and len(run) == 1 and (reading.order is None or text[0] in _BULLETS):
            reading = self._read_carried(text, self._carried) or reading
        if reading.order is not None and self.position.phase.kind is PhaseKind.ADJUSTMENT:
            self._carried = self._verb_to_carry(run[0]) or self._carried
        return reading

    def _may_be_order(self, run: list[Stretch]) -> bool:
        """Return True if any token belongs to orders, or all of them speak of all units; prose is passed by cheaply."""
        tokens = tuple(token for stretch in run for token in stretch.tokens)
        return self._lexicons.signals.statement(tokens) is not None or any(
            token.kind is TokenKind.DASH or (token.kind is TokenKind.WORD and self._lexicons.is_known(token.folded)) for token in tokens
        )

    def _tell_prose(self, number: int, line: str, prose: list[tuple[Stretch, Reading | None]]) -> None:
        """The stretches that are no orders: one that nearly is one keeps its own error, the others are reported together."""
        together: list[Stretch] = []
        for stretch, reading in prose:
            if reading is None or reading.error is None or reading.error.kind in _PROSE:
                together.append(stretch)
                continue
            self._tell_together(number, line, together)
            self._entries.append(SheetEntry(number, stretch.tokens[0].start + 1, reading))
        self._tell_together(number, line, together)
        prose.clear()

    def _tell_together(self, number: int, line: str, stretches: list[Stretch]) -> None:
        if stretches:
            start, end = stretches[0].tokens[0].start, stretches[-1].tokens[-1].end
            self._refuse(number, start, line[start:end], ReadingErrorKind.MALFORMED)
            stretches.clear()

    def _refuse(self, number: int, column: int, text: str, kind: ReadingErrorKind) -> None:
        reading = Reading(text, power=self.power, error=ReadingError(kind, TextSpan(0, len(text))))
        self._entries.append(SheetEntry(number, column + 1, reading))

    # Lists after one verb --------------------------------------------------------------------------------------------------

    def _carries(self, stretch: Stretch, *, is_last: bool) -> bool:
        """Return True if *stretch* is nothing but ``Builds`` or ``Remove``, which then goes for the units that follow.

        Args:
            is_last: nothing follows it on its line.
        """
        if self.position.phase.kind is not PhaseKind.ADJUSTMENT or stretch.joint not in {":", ""}:
            return False
        words = tuple(token.folded for token in stretch.tokens if token.kind is TokenKind.WORD)
        verb = self._verb_to_carry(stretch)
        if verb is None or len(words) != 1:
            return False
        self._carried, self._is_list = verb, is_last
        return True

    def _verb_to_carry(self, stretch: Stretch) -> str | None:
        first = next((token.folded for token in stretch.tokens if token.kind is TokenKind.WORD), "")
        for verb, word in ((Verb.BUILD, "build"), (Verb.DISBAND, "remove")):
            if any((first,) in lexicon.vocabulary.verbs[verb] for lexicon in self._lexicons.all):
                return word
        return None

    def _read_carried(self, text: str, verb: str) -> Reading | None:
        """*text* as a unit after the *verb* that headed the list."""
        before = f"{verb} "
        unit = text.lstrip(_BULLETS + " ")
        reading = read_order(self.variant, self.position, before + unit, self.power)
        if not isinstance(reading.order, Build | Remove):
            return None
        moved = (
            replace(each, span=TextSpan(each.span.start - len(before) + len(text) - len(unit), each.span.length))
            for each in reading.assumptions
            if each.span.start >= len(before)
        )
        carried = Assumption(AssumptionKind.CARRIED_VERB, TextSpan(0, len(text)), verb)
        return replace(reading, text=text, assumptions=(carried, *moved))


def _is_read(reading: Reading | None) -> bool:
    """Return True if *reading* is an order, or several in one sentence."""
    return reading is not None and (reading.order is not None or bool(reading.parts))


def _is_said_to_hold(assumption: Assumption) -> bool:
    return assumption.kind is AssumptionKind.HOLD_WITHOUT_VERB


def _is_dash(assumption: Assumption) -> bool:
    return assumption.kind is AssumptionKind.DASH_AS_REMOVAL


def _as_list_mark(reading: Reading) -> Reading:
    error = ReadingError(ReadingErrorKind.INCOMPLETE, TextSpan(len(reading.text), 0))
    return Reading(reading.text, power=reading.power, error=error)


def _ends_early(reading: Reading, error: ReadingError) -> bool:
    """Return True if the words failed at the end of the text, so that the words behind them may belong to them."""
    return error.kind is ReadingErrorKind.INCOMPLETE or error.span.end >= len(reading.text)


def _ordered_province(order: Order | None) -> str | None:
    """The province whose unit is ordered; a waiver orders none."""
    if order is None or isinstance(order, Waive):
        return None
    return order.piece.location.province
