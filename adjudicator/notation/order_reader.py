"""The readers of one order. Neither raises.

The tolerant one takes any wording that has one meaning, and gives a placed error for the rest. Before it, canonical text, be it in small
letters, is looked up in tables of the board: the same reading a hundred times sooner. What the tolerant reader would remark upon, or what
the rules of the variant refuse, is left to it: on the straight path an order is either exactly what its text says, or not read.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.board import Terrain
from adjudicator.notation.grammar import OrderGrammar
from adjudicator.notation.lexicon import Lexicon, WordMatch
from adjudicator.notation.lexicons import lexicons_of
from adjudicator.notation.order_draft import Draft
from adjudicator.notation.order_tokens import Token, TokenKind, elided, tokens_of
from adjudicator.notation.place_grammar import Expected, TooIntricateError
from adjudicator.notation.reading import Assumption, AssumptionKind, Reading, ReadingError, ReadingErrorKind, TextSpan
from adjudicator.notation.settling import Settled, Settler
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rule_choices import ConvoyPath, PowerNaming
from adjudicator.unit import Location, Piece
from adjudicator.variant import Variant
from adjudicator.variant_tables import VariantTables, variant_tables

MOST_CHARACTERS = 300
"""A longer text is no order."""

_MOST_CHOICES = 4
_LONGEST_CHOICE = 14
"""Tokens between two words for *or*; longer ones are prose."""
_LONGEST_SLIP = 2
_BEFORE_A_PART = " \t([{,;.:"

_DOUBTS = frozenset({ReadingErrorKind.AMBIGUOUS_PLACE, ReadingErrorKind.AMBIGUOUS_ORDER})

_GUESSES = frozenset({AssumptionKind.ABBREVIATION, AssumptionKind.SPELLING, AssumptionKind.MOVE_WITHOUT_VERB})
"""With these a text may be something else than an order: ``The rest hold`` speaks of no Brest."""

_NOTE_MARKS = frozenset({TokenKind.SEMICOLON, TokenKind.OPEN, TokenKind.MARK})
"""Behind these an order may have words that it does not need."""

MOST_TOKENS = 60
"""More words and marks than this are no order."""


def lexicon_of(variant: Variant) -> Lexicon:
    """The English names of *variant*, built once."""
    return lexicons_of(variant).english


def read_order(variant: Variant, position: Position, text: str, power: str | None = None) -> Reading:
    """Read the order in *text*, in whatever notation; *power* is the power in whose name it is read. Never raises.

    Every word counts: what is left out or taken for granted is an assumption of the reading, and what is not understood is an
    error with its place and, where there are any, the best suggestions. Whether the order is legal is for ``check_order``.

    Args:
        variant: names, aliases, kinds and rules.
        position: settles missing kinds of unit and names of several places.
        text: one order, at most 300 characters.
        power: whose orders are being read, if that is known.

    >>> from variants import standard
    >>> game = standard()
    >>> reading = read_order(game, game.start, "Army Paris moves to Burgndy")
    >>> print(reading.order, [assumption.kind.value for assumption in reading.assumptions])
    A PAR - BUR ['power from board', 'spelling']
    >>> read_order(game, game.start, "A Paris - Atlantis").error.kind.value
    'unknown place'
    """
    straight = read_straight(variant, position, text, power)
    return read_tolerantly(variant, position, text, power) if straight is None else straight


def read_tolerantly(variant: Variant, position: Position, text: str, power: str | None = None) -> Reading:
    """Read the order in *text* by weighing its words; canonical text too. Never raises."""
    if len(text) > MOST_CHARACTERS:
        return _refused(text, power, ReadingErrorKind.TOO_LONG, TextSpan(MOST_CHARACTERS, len(text) - MOST_CHARACTERS))
    tokens = tokens_of(text)
    if not any(token.kind in (TokenKind.WORD, TokenKind.STRANGE) for token in tokens):
        return _refused(text, power, ReadingErrorKind.EMPTY, TextSpan(0, len(text)))
    if len(tokens) > MOST_TOKENS:
        start = tokens[MOST_TOKENS].start
        return _refused(text, power, ReadingErrorKind.TOO_LONG, TextSpan(start, len(text) - start))
    return _TextReader(variant, position, power).read(text, tokens)


def _refused(text: str, power: str | None, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> Reading:
    return Reading(text, power=power, error=ReadingError(kind, span, suggestions))


class _TextReader:
    """Reads a text in English, and in other languages where it is not English; then asks whether it was meant as an order at all."""

    def __init__(self, variant: Variant, position: Position, power: str | None) -> None:
        self._variant = variant
        self._position = position
        self._power = power
        self._suggests = True
        self._lexicons = lexicons_of(variant)

    def read(self, text: str, tokens: tuple[Token, ...]) -> Reading:
        reading = self._words(text, tokens)
        guessed = any(each.kind in _GUESSES for each in reading.assumptions)
        if reading.order is not None and not guessed and not any(token.kind in _NOTE_MARKS for token in tokens):
            return reading
        signals = self._lexicons.signals
        marks = signals.tokens(text)
        if signals.is_press(marks):
            return self._refused(text, ReadingErrorKind.PRESS, tokens[0].until(tokens[-1]))
        if reading.order is None or guessed:
            found = signals.statement(marks)
            if found is not None:
                statement, power = found
                refused = self._refused(text, ReadingErrorKind.STATEMENT, tokens[0].until(tokens[-1]))
                return replace(refused, statement=statement, power=power or self._power)
        read_in = _language_of(reading)
        condition = signals.condition(marks, read_in)
        alternatives = signals.alternatives(marks, read_in)
        if (condition is None and not alternatives) or not signals.speaks_of_orders(marks):
            return reading
        if condition is not None and _is_slip(reading, condition):
            return reading
        if condition is not None:
            return self._refused(text, ReadingErrorKind.CONDITION, condition)
        start, end = alternatives[0]
        span = marks[start].until(marks[end - 1])
        return self._refused(text, ReadingErrorKind.ALTERNATIVE, span, self._choices(text, marks, alternatives))

    def _refused(self, text: str, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> Reading:
        return _refused(text, self._power, kind, span, suggestions)

    def _words(self, text: str, tokens: tuple[Token, ...]) -> Reading:
        """Read the words, in English first: no other language changes the meaning of an English text.

        What English only guesses at and another language has exactly is another language: ``Norwegen`` is no slip for Norwegian.
        """
        english = self._reader(text, tokens, self._lexicons.english)
        try:
            reading = english.read()
        except TooIntricateError:
            return self._refused(text, ReadingErrorKind.MALFORMED, tokens[0].until(tokens[-1]))
        if english.level is WordMatch.EXACT or not self._variant.languages:
            return reading
        if reading.order is None:
            return self._foreign(text, tuple(WordMatch)) or reading
        exact = self._foreign(text, (WordMatch.EXACT,))
        if exact is None or exact.order is None:
            return reading
        if english.level is WordMatch.SPELLING:
            return exact
        return reading if exact.order == reading.order else self._agreed(text, [reading, exact])

    def _reader(self, text: str, tokens: tuple[Token, ...], lexicon: Lexicon) -> _Reader:
        return _Reader(self._variant, self._position, text, tokens, self._power, lexicon, suggests=self._suggests)

    def _foreign(self, text: str, levels: tuple[WordMatch, ...]) -> Reading | None:
        """The one order that the text is in other languages. Where they differ it is asked, and what is exactly written counts first."""
        for level in levels:
            readings: list[Reading] = []
            for lexicon in self._lexicons.that_could_read(tokens_of(elided(text, self._lexicons.signals.elisions)), level):
                tokens = tokens_of(elided(text, lexicon.vocabulary.elisions))
                if len(tokens) > MOST_TOKENS:
                    continue
                try:
                    reading = self._reader(text, tokens, lexicon).read_at(level)
                except TooIntricateError:
                    continue
                if reading is not None:
                    readings.append(_in_language(reading, lexicon))
            if readings:
                return self._agreed(text, readings)
        return None

    def _agreed(self, text: str, readings: list[Reading]) -> Reading:
        orders = {f"{each.order} {each.count}": each for each in readings if each.order is not None}
        if len(orders) > 1:
            span = TextSpan(0, len(text))
            return self._refused(text, ReadingErrorKind.AMBIGUOUS_ORDER, span, tuple(str(each.order) for each in orders.values()))
        doubtful = next((each for each in readings if each.error is not None and each.error.kind in _DOUBTS), None)
        return doubtful or next(iter(orders.values()), readings[0])

    # Alternatives ----------------------------------------------------------------------------------------------------------

    def _choices(self, text: str, tokens: tuple[Token, ...], joints: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
        """The orders of which one is meant, as far as they can be read: what follows an *or* stands for the end of what is before it."""
        starts = [0, *(end for _, end in joints)][:_MOST_CHOICES]
        ends = [*(start for start, _ in joints), len(tokens)][:_MOST_CHOICES]
        parts = [tokens[start:end] for start, end in zip(starts, ends, strict=True) if start < end]
        retreats = self._position.phase.kind is PhaseKind.RETREAT
        if not parts or max(map(len, parts)) > _LONGEST_CHOICE or not (retreats or any(map(self._says_deed, tokens))):
            return ()  # prose that names a place: ``Sevastopol will fall sooner or later``
        self._suggests = False  # what none of these parts reads as is never told
        found: dict[str, None] = {}
        for before in self._beginnings(text, parts[0]):
            first = parts[0]
            head = before + text[first[0].start : first[-1].end]
            if not any(self._is_order(before + text[part[0].start : part[-1].end]) for part in parts):
                continue  # none of them is one by itself: prose
            for part in parts:
                said = text[part[0].start : part[-1].end]
                for start in ["", *(before + text[first[0].start : each.start] for each in reversed(first))]:
                    whole = head if part is first else start + said
                    reading = self._words(whole, tokens_of(whole)) if len(whole) <= MOST_CHARACTERS else None
                    if reading is not None and reading.order is not None:
                        found.setdefault(str(reading.order))
                        break
        return tuple(found)

    def _is_order(self, text: str) -> bool:
        return len(text) <= MOST_CHARACTERS and self._words(text, tokens_of(text)).order is not None

    def _says_deed(self, token: Token) -> bool:
        """Return True if a token says what a unit does, or stands between a unit and where it goes."""
        if token.kind is not TokenKind.WORD:
            return token.kind in (TokenKind.DASH, TokenKind.STRANGE) or token.folded == ":"
        word = (token.folded,)
        every = (each.vocabulary for each in self._lexicons.all)
        return any(word in said.to or any(word in phrases for phrases in said.verbs.values()) for said in every)

    def _beginnings(self, text: str, first: tuple[Token, ...]) -> tuple[str, ...]:
        """Return the beginnings that the text may lack: nothing, or each dislodged unit where a retreat names none."""
        if self._position.phase.kind is not PhaseKind.RETREAT:
            return ("",)
        whole = text[first[0].start : first[-1].end]
        if self._words(whole, tokens_of(whole)).order is not None:
            return ("",)
        units = [each.unit for each in self._position.dislodged if self._power in {None, each.unit.power}]
        return tuple(f"{unit.piece} " for unit in units[:_MOST_CHOICES]) or ("",)


def _is_slip(reading: Reading, words: TextSpan) -> bool:
    """Return True if the *words* are but the end of a name that is nearly known: ``Ionian Se`` has no Italian *if* in it."""
    if words.length > _LONGEST_SLIP:
        return False
    names = [each.span for each in reading.assumptions if each.kind in _GUESSES]
    if reading.error is not None and reading.error.suggestions:
        names.append(reading.error.span)
    return any(name.start < words.start and words.end <= name.end for name in names)


def _lies_in(inner: TextSpan, outer: TextSpan) -> bool:
    """Return True if all of *inner* is part of *outer*."""
    return outer.start <= inner.start and inner.end <= outer.end


def _language_of(reading: Reading) -> str | None:
    """The name of the language in which an order was read, empty for English; ``None`` where it was not."""
    if reading.order is None:
        return None
    return next((each.meaning for each in reading.assumptions if each.kind is AssumptionKind.LANGUAGE), "")


def _in_language(reading: Reading, lexicon: Lexicon) -> Reading:
    """The *reading* with a note that tells its language."""
    if lexicon.language is None or reading.order is None:
        return reading
    note = Assumption(AssumptionKind.LANGUAGE, TextSpan(0, len(reading.text)), lexicon.language.name)
    return replace(reading, assumptions=(note, *reading.assumptions))


class _Reader:
    """One text on one board, in one language."""

    def __init__(
        self,
        variant: Variant,
        position: Position,
        text: str,
        tokens: tuple[Token, ...],
        power: str | None,
        lexicon: Lexicon,
        *,
        suggests: bool = True,
    ) -> None:
        self._variant = variant
        self._position = position
        self._text = text
        self._tokens = tokens
        self._power = power
        self._lexicon = lexicon
        self._suggests = suggests
        self.level: WordMatch | None = None
        """Way in which the words were recognised; ``None`` where they were not."""

    def read(self) -> Reading:
        """Exactly written words first; then abbreviations; then slips of the hand. The first that fits is meant."""
        first: OrderGrammar | None = None
        for level in WordMatch:
            grammar = self._grammar(level)
            drafts = grammar.drafts()
            if drafts:
                self.level = level
                return self._settled(drafts)
            first = grammar if first is None or grammar.furthest > first.furthest else first
        if first is None:
            raise AssertionError
        return self._not_read(first)

    def read_at(self, level: WordMatch) -> Reading | None:
        """Read the words as recognised in the way of *level*; ``None`` where they have no meaning."""
        drafts = self._grammar(level).drafts()
        return self._settled(drafts) if drafts else None

    def _grammar(self, level: WordMatch, tokens: tuple[Token, ...] | None = None) -> OrderGrammar:
        adjusting = self._position.phase.kind is PhaseKind.ADJUSTMENT
        board, read = self._variant.board, self._tokens if tokens is None else tokens
        held = self._position.unit_at
        return OrderGrammar(board, self._lexicon, read, level, has_unit=lambda place: held(place) is not None, reads_signs=adjusting)

    def _settled(self, drafts: list[Draft]) -> Reading:
        """The order of the plainest drafts, if all of them mean the same."""
        plainest = [draft for draft in drafts if draft.cost == drafts[0].cost]
        results = [(draft, Settler(self._variant, self._position, self._power).settle(draft)) for draft in plainest]
        orders: dict[str, tuple[Draft, Settled]] = {}
        for draft, settled in results:
            if settled.order is not None:
                orders.setdefault(f"{settled.order} {draft.count}", (draft, settled))
        if len(orders) > 1:
            span = self._tokens[0].until(self._tokens[-1])
            suggestions = tuple(str(settled.order) for _, settled in orders.values())
            return _refused(self._text, self._power, ReadingErrorKind.AMBIGUOUS_ORDER, span, suggestions)
        draft, settled = next(iter(orders.values()), results[0])
        if settled.helps:
            return self._taken_apart(settled)
        if settled.order is not None and (back := self._points_back(draft)) is not None:
            return _refused(self._text, self._power, ReadingErrorKind.UNKNOWN_WORD, back.span)
        return Reading(self._text, settled.order, settled.power, settled.assumptions, settled.error, draft.count)

    def _points_back(self, draft: Draft) -> Token | None:
        """The word between the two places of a move that says that it leads from the second to the first: ``Burgundy from Paris``."""
        if draft.verb not in (Verb.MOVE, Verb.RETREAT) or draft.unit is None or draft.target is None:
            return None
        words, place = self._lexicon.vocabulary, draft.unit.place.span
        found: Token | None = None
        for token in self._tokens:
            if not (place.end <= token.end and token.start < draft.target.span.start):
                continue
            if token.folded == "<" and ">" not in self._text[token.end :]:
                return token
            if (token.folded,) in words.origin:
                found = token
            elif token.kind is TokenKind.DASH or (token.folded,) in words.to:
                found = None
        return found

    def _taken_apart(self, settled: Settled) -> Reading:
        """A move or a hold with the supports of the same power's units that its sentence tells of: ``A Bur - Mar supported by A Par``."""
        spans = [span for span, _ in settled.helps]
        left = tuple(each for each in settled.assumptions if not any(_lies_in(each.span, span) for span in spans))
        tells_more = any(each.kind is AssumptionKind.ORDER_OF_ANOTHER for each in left)
        text = self._text if tells_more else self._text[: spans[0].start].rstrip(_BEFORE_A_PART)
        parts = [(0, Reading(text, settled.order, settled.power, left))]
        for span, support in settled.helps:
            inner = (each for each in settled.assumptions if _lies_in(each.span, span))
            moved = tuple(replace(each, span=TextSpan(each.span.start - span.start, each.span.length)) for each in inner)
            parts.append((span.start, Reading(span.of(self._text), support, settled.power, moved)))
        span = TextSpan(spans[0].start, spans[-1].end - spans[0].start)
        error = ReadingError(ReadingErrorKind.SEVERAL_ORDERS, span, tuple(str(part.order) for _, part in parts))
        return Reading(self._text, power=settled.power, error=error, parts=tuple(parts))

    # What went wrong -------------------------------------------------------------------------------------------------------

    def _not_read(self, grammar: OrderGrammar) -> Reading:
        at = grammar.furthest
        if not self._suggests:
            return self._refuse(ReadingErrorKind.MALFORMED, self._tokens[0].until(self._tokens[-1]))
        if at >= len(self._tokens):
            return self._refuse(ReadingErrorKind.INCOMPLETE, TextSpan(len(self._text.rstrip()), 0), self._completions(grammar))
        several = self._another_order(grammar)
        if several is not None:
            return several
        if not self._looks_like_order(at):
            return self._refuse(ReadingErrorKind.MALFORMED, self._tokens[0].until(self._tokens[-1]))
        token = self._tokens[at]
        if token.kind is not TokenKind.WORD:
            kind = ReadingErrorKind.INCOMPLETE if token.kind in (TokenKind.DASH, TokenKind.SLASH) else ReadingErrorKind.UNKNOWN_WORD
            return self._refuse(kind, token.span)
        if Expected.COAST in grammar.expected:
            return self._refuse(ReadingErrorKind.UNKNOWN_COAST, token.span, self._coasts_before(at))
        if grammar.expected & {Expected.PLACE, Expected.TARGET}:
            return self._unknown_place(at)
        return self._refuse(ReadingErrorKind.UNKNOWN_WORD, token.span)

    def _refuse(self, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> Reading:
        return _refused(self._text, self._power, kind, span, suggestions)

    def _unknown_place(self, at: int) -> Reading:
        """The words up to the next one that is known; ambiguous ones tell what they could mean."""
        end = at + 1
        while end < len(self._tokens) and self._tokens[end].kind is TokenKind.WORD and not self._lexicon.is_known(self._tokens[end].folded):
            end += 1
        span = self._tokens[at].until(self._tokens[end - 1])
        words = tuple(token.folded for token in self._tokens[at:end])
        if self._lexicon.is_known(words[0]) and len(words) == 1 and not self._lexicon.places(words, WordMatch.EXACT):
            return self._refuse(ReadingErrorKind.INCOMPLETE, span)
        rivals = self._lexicon.places(words, WordMatch.SPELLING)
        suggestions = tuple(str(each) for each in rivals) if len(rivals) > 1 else lexicons_of(self._variant).nearest_places(words)
        return self._refuse(ReadingErrorKind.UNKNOWN_PLACE, span, suggestions)

    def _another_order(self, grammar: OrderGrammar) -> Reading | None:
        """Read the text after a whole order, where that is another order."""
        if Expected.END not in grammar.expected:
            return None
        at = grammar.furthest
        rest = self._tokens[at:]
        if not any(self._grammar(level, rest).drafts() for level in (WordMatch.EXACT, WordMatch.ABBREVIATION)):
            return None
        return self._refuse(ReadingErrorKind.SEVERAL_ORDERS, self._tokens[at].until(self._tokens[-1]))

    def _looks_like_order(self, at: int) -> bool:
        """Return True if anything before or after the strange word belongs to an order."""
        return at > 0 or any(
            token.kind is TokenKind.DASH or (token.kind is TokenKind.WORD and self._lexicon.is_known(token.folded))
            for token in self._tokens
        )

    def _coasts_before(self, at: int) -> tuple[str, ...]:
        """The coasts of the province whose name ends before token *at*."""
        for start in range(at):
            words = tuple(token.folded for token in self._tokens[start : at - 1] if token.kind is TokenKind.WORD)
            places = self._lexicon.places(words, WordMatch.EXACT) if words else ()
            if places:
                return tuple(coast.lower() for coast in self._variant.board.provinces[places[0].province].coasts)
        return ()

    def _completions(self, grammar: OrderGrammar) -> tuple[str, ...]:
        """Return the words that could follow: after a unit alone, that it holds."""
        if Expected.VERB not in grammar.expected:
            return ()
        whole = replace(read_order(self._variant, self._position, f"{self._text.rstrip(' .,;:')} H", self._power))
        return () if whole.order is None else (" H",)


MOST_REMEMBERED = 1 << 15
"""Texts that one variant remembers for one kind of phase."""


def read_straight(variant: Variant, position: Position, text: str, power: str | None) -> Reading | None:
    """Read the order in the canonical *text*; ``None`` where it is anything else, or where there is something to remark."""
    path, phase = straight_path(variant), position.phase.kind
    order = path.order(text, phase)
    if order is None and text.isascii():
        order = path.order(in_capitals(text), phase)
    if order is None:
        return None
    if power is not None or isinstance(order, Waive):
        return Reading(text, order, power)
    owner = _owner(position, order)
    if owner is None:
        return Reading(text, order)
    noted = Assumption(AssumptionKind.POWER_FROM_BOARD, TextSpan(0, len(str(order.piece))), owner)
    return Reading(text, order, owner, (noted,))


def in_capitals(text: str) -> str:
    """*text* in capitals but for single letters, of which a small one may be a word of a language: ``A PAR - BUR`` for ``A Par - Bur``."""
    return " ".join(word if len(word) == 1 else word.upper() for word in text.split(" "))


def straight_path(variant: Variant) -> StraightPath:
    """The straight path of *variant*, made once."""
    tables = variant_tables(variant)
    return tables.once(StraightPath, tables)


class StraightPath:
    """The canonical texts of a variant's pieces and places, and of the orders that were read already."""

    def __init__(self, tables: VariantTables) -> None:
        provinces = tables.variant.board.provinces
        self._pieces = {(piece.kind, str(piece.location)): piece for piece in tables.board.pieces}
        places = [Location(code, coast) for code, province in provinces.items() for coast in (None, *province.coasts)]
        self._places = {str(place): place for place in places}
        self._seas = {code for code, province in provinces.items() if province.terrain is Terrain.SEA or province.convoyable}
        self._passengers = tables.board.passengers
        self._keeps_routes = tables.variant.rules.convoy_path is not ConvoyPath.IGNORED
        self._may_stay_unnamed = tables.variant.rules.missing_power is not PowerNaming.ILLEGAL
        """True if the power of a supported or carried unit need not be named (DATC 4.C.5); canonical text never names it."""
        self._read: dict[PhaseKind, dict[str, Order]] = {kind: {} for kind in PhaseKind}

    def order(self, text: str, phase: PhaseKind) -> Order | None:
        """The order that *text* is in such a phase, if every unit and place in it is one of the board's."""
        read = self._read[phase]
        order = read.get(text)
        if order is None:
            order = self._order(text, phase)
            if order is not None:
                if len(read) >= MOST_REMEMBERED:
                    read.clear()
                read[text] = order
        return order

    def _order(self, text: str, phase: PhaseKind) -> Order | None:
        words = text.split(" ")
        if len(words) < 3:
            return Waive() if text == "WAIVE" else None
        piece = self._pieces.get((words[0], words[1]))
        if piece is None:
            return None
        match words[2:]:
            case ["H"]:
                return Hold(piece)
            case ["D"]:
                return Remove(piece) if phase is PhaseKind.ADJUSTMENT else Disband(piece)
            case ["B"]:
                return Build(piece)
            case ["R", place] if place in self._places:
                return Retreat(piece, self._places[place])
            case ["-", place] if place in self._places and phase is not PhaseKind.RETREAT:
                # In a retreat phase it is taken for a retreat, which is remarked.
                return Move(piece, self._places[place])
            case ["-", place, "VIA", *seas] if place in self._places and (not seas or self._is_route(piece, seas)):
                return Move(piece, self._places[place], via_convoy=True, route=tuple(seas))
            case ["S" | "C" as verb, kind, place, *onward] if self._may_stay_unnamed:
                return self._helping(verb, piece, self._pieces.get((kind, place)), onward)
        return None

    def _helping(self, verb: str, piece: Piece, other: Piece | None, onward: list[str]) -> Order | None:
        """A support or a convoy."""
        if other is None:
            return None
        match onward:
            case [] if verb == "S":
                return Support(piece, other)
            case ["-", place] if place in self._places:
                target = self._places[place]
                if verb == "C":
                    return Convoy(piece, other, target)
                # Support of a move to where the unit stands is taken for support to hold, which is remarked.
                return None if target.province == other.location.province else Support(piece, other, target)
        return None

    def _is_route(self, piece: Piece, seas: list[str]) -> bool:
        """Return True if the seas that a move names are kept with it, and can carry its unit (DATC 4.A.6)."""
        return self._keeps_routes and piece.kind in self._passengers and self._seas.issuperset(seas)


def _owner(position: Position, order: Order) -> str | None:
    """Return the owner of the unit, or of the building site, that *order* is about."""
    assert not isinstance(order, Waive)
    province = order.piece.location.province
    if isinstance(order, Build):
        return position.owners.get(province)
    dislodged = position.dislodged_at(province)
    if dislodged is not None and (position.phase.kind is PhaseKind.RETREAT or isinstance(order, Retreat)):
        return dislodged.unit.power
    unit = position.unit_at(province)
    return None if unit is None else unit.power
