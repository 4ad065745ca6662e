"""Pieces of one letter: cut from its lines, placed in their phase, and read as they are meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from adjudicator.legal import check_order
from adjudicator.notation import SheetEntry, read_orders
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.mail_in.accounting import LineAccount
from app.mail_in.amendments import (
    Turned,
    amended,
    turned,
    with_kind_of_replaced,
    without_denied_choice,
    without_denied_deed,
    without_replaced_place,
)
from app.mail_in.conditions import is_talk
from app.mail_in.doubtful_remarks import explains, is_opinion
from app.mail_in.due_orders import LONGEST_IN_SMALL, DueOrders
from app.mail_in.judge_words import without_marks
from app.mail_in.letter import MOST_BOX_WORK, MOST_CHOICE_WORK, MOST_LOOKED_AT, Letter, LetterPart, MailLine, WorkLeft
from app.mail_in.meanings import Meanings
from app.mail_in.named_units import with_codes
from app.mail_in.order_words import OrderWords, kinds_named, order_words, places_named, units_named
from app.mail_in.phase_words import open_phase_at, phase_heading
from app.mail_in.phrases import folded_words, located, phrases, plain, tokens_in, without_phrases, words
from app.mail_in.pieces import is_speech, pieces_of
from app.mail_in.prose import Prose
from app.mail_in.remarks import if_ordered, tells_former
from app.mail_in.reports import ReportedSentence, report_in
from app.mail_in.second_thoughts import keeps_units
from app.mail_in.sections import Placed, Use, placed_lines
from app.mail_in.statements import Statements, said_of_all
from app.mail_in.taken_back import TakenBack
from app.mail_in.text_piece import TextPiece
from app.mail_in.topics import speaks_by_pronoun, topic_of, without_denied_clause, without_topic
from app.mail_in.withdrawals import Withdrawal
from languages import clauses, quoted, tr

ARROWS = frozenset({TokenKind.DASH, TokenKind.STRANGE})
_FEWEST_EXPLAINING = 7
"""Words of a sentence that explains an order by a place of the writer's own."""
_WORDS_TO_KIND = 3
"""Words behind *instead of* among which the kind of a unit stands."""
_FEWEST_OPTIONS = 4
"""Places of a sentence that lists where a unit may go, its own too."""
LONGEST_SAID = 400
"""Characters of a piece in which words of a change are looked for."""
LONGEST_ORDER = 12
"""Words of a line that begins with a unit and may be an order."""


def are_orders(entries: Sequence[SheetEntry]) -> bool:
    """Return True if all that stands in a sentence was read as orders."""
    return bool(entries) and all(entry.reading.order is not None for entry in entries)


def ordered_in(entries: Sequence[SheetEntry]) -> set[str | None]:
    """The provinces of the units that the orders of *entries* are for."""
    return {ordered_place(entry.reading.order) for entry in entries if entry.reading.order is not None}


@dataclass(slots=True)
class LetterPieces:
    """Pieces of one letter.

    Args:
        power: the power of the mail, if that is known: it orders for no other.
        subject_power: whose orders these are until a heading says otherwise, where *power* is not known.
        is_typed: whether it is one line that was typed as an order, and no mail.
        decided: whether two orders for one unit are settled by the game's rule.
        work: what may still be read of all that was received with it.
        powers: those that its sender plays, where it is more than one.
    """

    variant: Variant
    position: Position
    letter: Letter
    power: str | None = None
    subject_power: str | None = None
    is_typed: bool = False
    decided: bool = False
    work: WorkLeft = field(default_factory=lambda: WorkLeft(MOST_BOX_WORK))
    """Work that may still be spent on reading all that came with this letter."""
    powers: frozenset[str] = frozenset()
    _found: list[LineAccount] = field(default_factory=list)
    _apart: set[int] = field(default_factory=set)
    """Doubtful lines that are no second order for a unit: they were for another phase."""
    _passed_over: set[int] = field(default_factory=set)
    """The lines in which no orders were looked for, since there is too much."""
    _withdrawals: list[Withdrawal] = field(default_factory=list)
    _pieces: tuple[TextPiece, ...] = ()
    """Pieces of the sender's own lines; a placed line's number is that of its piece, from 1."""
    _written: dict[int, str] = field(default_factory=dict)
    """The sender's own lines by their number."""
    _notes: dict[int, str] = field(default_factory=dict)
    """Notes of a guess on some pieces: the words that they stand for."""
    _replaced: dict[int, str] = field(default_factory=dict)
    """Words on some pieces that tell what their order is in place of."""
    _remarks: dict[int, str] = field(default_factory=dict)
    """Words behind the orders of some pieces that change nothing."""
    _clauses: dict[int, list[SheetEntry]] = field(default_factory=dict)
    """Clauses about other units beside the orders of some pieces."""
    _confirmed: set[int] = field(default_factory=set)
    """The pieces that say that what was sent stands."""
    _vague: set[int] = field(default_factory=set)
    """The pieces that change something, and do not say which order."""
    _corrections: set[int] = field(default_factory=set)
    """The pieces that correct what stands above them."""
    _own: dict[int, str] = field(default_factory=dict)
    """Lines below ``My orders:``, each with the power whose orders stand above."""
    _ordered_by: frozenset[str | None] = frozenset()
    """The powers of which a unit of their own is ordered."""
    _offered: set[int] = field(default_factory=set)
    """Doubtful lines in which no order was read, and for which what is due is offered by the units that they name."""
    _near: dict[int, bool] = field(default_factory=dict)
    """True for entries that are no orders and were meant as one."""
    _corrected: set[int] = field(default_factory=set)
    _replaces_one: bool = False
    """True where ``Remove A Bud instead`` can only replace one order."""
    _is_lead: bool = False
    """True right below words that head what follows, over empty lines."""
    _joining: WorkLeft = field(default_factory=lambda: WorkLeft(MOST_CHOICE_WORK))
    _building: WorkLeft = field(default_factory=lambda: WorkLeft(MOST_CHOICE_WORK))
    _writer: str | None = field(init=False)
    """The power of the mail, or that of its subject."""
    _own_places: frozenset[str] = field(init=False)
    """Provinces in which the writer has units, dislodged ones too; all that hold a unit where the writer is not known."""
    _words: OrderWords = field(init=False)
    _meanings: Meanings = field(init=False)
    _statements: Statements = field(init=False)
    _taken_back: TakenBack = field(init=False)

    def __post_init__(self) -> None:
        self._words = order_words(self.variant)
        work = WorkLeft(0 if self.is_typed else MOST_CHOICE_WORK)  # a typed order has no doubtful meanings
        self._meanings = Meanings(self.variant, self.position, self.power, self._words, work)
        self._statements = Statements(self.variant, self.position, self.power)
        self._writer = self.power or self.subject_power
        units = (*self.position.units, *(each.unit for each in self.position.dislodged))
        self._own_places = frozenset(unit.province for unit in units if self._writer in {None, unit.power})
        self._taken_back = TakenBack(self.variant, self.position, self._writer, self._words, self._withdrawals)

    def _reads(self, text: str) -> bool:
        """Return True if *text* is orders from its beginning to its end."""
        is_long = len(text.split()) > LONGEST_ORDER and all(token.kind not in ARROWS for token in tokens_in(text))
        if is_long or not self._joining.takes(text):
            return False
        return are_orders(read_orders(self.variant, self.position, plain(text), self._writer).entries)

    def _reads_as_meant(self, text: str) -> bool:
        """Return True if *text* is such orders but for the place that one of them replaces: ``to Silesia instead of Berlin``."""
        meant = turned(text, self._words) or without_replaced_place(text, self._words)
        return self._reads(text if meant is None else meant.text)

    @property
    def _subject(self) -> str:
        """The subject as its author wrote it: the note for a password in it is no "cut it out"."""
        return without_marks(self.letter.subject)

    def _own_lines(self) -> list[MailLine]:
        """The sender's own lines, below the subject where that holds orders."""
        own = [_as_written(line) for line in self.letter.lines if line.part is LetterPart.TEXT]
        subject = self._subject
        if ":" not in subject[:5] and self._orders_in(subject):
            own[:0] = [MailLine(0, subject), MailLine(0, "")]
        return own

    def _orders_in(self, subject: str) -> bool:
        """Return True if a subject names a unit with its kind, or is orders of places alone: ``Bul to Con, Bla to Ank``."""
        named = places_named(subject, self._words)
        is_own = len(named) > 1 and named[0] in self._own_places
        return bool(units_named(subject, self._words)) or (is_own and self._reads(subject))

    def _placed(self) -> tuple[Placed, ...]:
        """The sender's own lines with what each is for; what is too much to look at is passed over, the longest lines first."""
        own = self._own_lines()
        if self.is_typed:
            self._pieces = tuple(TextPiece(line.number, 1, line.text) for line in own)
            return tuple(Placed(line, Use.NOW) for line in own)
        names = self._words.all_power_words
        phase = self.position.phase
        self._written = {line.number: line.text for line in own}
        self._pieces = pieces_of(
            own,
            self._words,
            lambda text: phase_heading(self.variant, phase, text, names) is not None,
            self._reads_as_meant,
            lambda text: said_of_all(self.variant, text) is not None,
            self._own_places,
            lambda text: are_orders(self._due(self._writer, 0, text)),
            is_due=phase.kind is not PhaseKind.MOVEMENT,
        )
        if phase.kind is PhaseKind.MOVEMENT:
            self._pieces = tuple(self._without_afterthought(piece) for piece in self._pieces)
        elif phase.kind is PhaseKind.ADJUSTMENT:
            self._pieces = tuple(map(self._without_relative_clauses, self._pieces))
        self._replaces_one = self._replaces_only_one()
        own = [MailLine(number, piece.text) for number, piece in enumerate(self._pieces, 1)]
        left = MOST_LOOKED_AT
        for line in sorted(own, key=lambda line: len(line.text)):
            left -= len(line.text)
            if left < 0:
                self._passed_over.add(line.number)
        shown = [replace(line, text="") if line.number in self._passed_over else line for line in own]
        placed = placed_lines(self.variant, self.position.phase, shown, self._words, self._subject)
        return tuple(map(self._as_meant, placed))

    def _without_afterthought(self, piece: TextPiece) -> TextPiece:
        """*piece* without ``after all`` or ``instead`` where it names a unit: its order takes the place of the earlier one anyhow."""
        said = phrases("amendment", "trailing")
        heard = " ".join(folded_words(piece.text[:LONGEST_SAID]))
        if said.search(heard) is None or is_talk(said.sub(" ", heard)) or not places_named(piece.text, self._words):
            return piece
        if phrases("amendment", "instead").search(heard) is not None or phrases("withdrawal", "rest_stands").search(heard) is not None:
            return piece
        return replace(piece, text=self._without_said(piece.text, said), written=piece.written or piece.text)

    def _without_relative_clauses(self, piece: TextPiece) -> TextPiece:
        """*piece* without ``…, which goes to Venice when that one moves`` where the rest of it says what is due."""
        if self._writer is None or "," not in piece.text or len(piece.text) > LONGEST_SAID:
            return piece
        text, said = self._due_orders().without_relative_clauses(self._writer, piece.text)
        if not said or not self._due(self._writer, 0, text):
            return piece
        return replace(piece, text=text, explanation=clauses([each for each in (piece.explanation, *said) if each]))

    @staticmethod
    def _without_said(text: str, said: re.Pattern[str]) -> str:
        """*text* with blanks in place of these phrases."""
        return without_phrases(text[:LONGEST_SAID], said) + text[LONGEST_SAID:]

    def _as_meant(self, placed: Placed) -> Placed:
        """*placed* without the order it replaces: ``F Swe - Bot instead of F Swe - Den``; words of others are none of its own."""
        is_due = self.position.phase.kind is PhaseKind.ADJUSTMENT
        coded = self._with_codes(placed)
        names = places_named(coded.text, self._words)
        if placed.use is Use.NOW and (report := self._report(placed)) is not None:
            return replace(placed, use=Use.REPORT if report.later is None else Use.LATER, phase=report.later)
        if placed.use is not Use.NOW or not (units_named(coded.text, self._words) or names):
            return placed
        if is_speech(placed.text, self._words, self.power):
            return replace(placed, use=Use.SPEECH)
        beside = (piece.text for number, piece in enumerate(self._pieces, 1) if number != placed.line.number)
        if tells_former(placed.text, (place for text in beside for place in places_named(text, self._words)), self._words):
            return replace(placed, use=Use.REPORT)
        if end := open_phase_at(self.variant, self.position.phase, placed.text):
            placed = self._with_text(placed, if_ordered(placed.text, end, self._words))
            coded = self._with_codes(placed)
        if is_due and (exchanged := self._with_kind_exchanged(coded)) is not None:
            return exchanged
        is_short = is_due or self._exchanges_goal(coded.text)
        change = self._taken_back.adjustment(self._writer)
        found = amended(coded.text, self._words, is_due=is_short, removes=change < 0)
        if found is None:
            told = self._without_choice(coded) if is_due else self._turned(coded)
            return placed if told is coded else told
        placed = coded
        start = placed.start
        places: frozenset[str] | None = None
        if self.position.phase.kind is not PhaseKind.MOVEMENT:
            meant = places_named(placed.text[found.start : found.end], self._words)
            places = frozenset((places_named(found.replaced, self._words) or meant) if is_due else meant[:1])
        self._note_replaced(placed, found.replaced, places)
        part = replace(placed, start=start + found.start, end=start + found.end)
        # ``no fleet in Ankara`` beside a build says nothing of its kind
        is_exchange = phrases("amendment", "instead").search(" ".join(folded_words(coded.text))) is not None
        if change > 0 and is_exchange and (of_kind := with_kind_of_replaced(part.text, found.replaced, self._words)) is not None:
            return self._with_text(part, of_kind)
        about = None if is_due else self._about_unit(part)
        return part if about is None else self._with_text(part, about.text)

    def _with_kind_exchanged(self, placed: Placed) -> Placed | None:
        """*placed* without the kind that another one replaces: ``in Marseille statt der Armee eine Flotte``; ``None`` for any other."""
        number, text = placed.line.number, placed.text
        for (start, end), *_ in located(text, phrases("amendment", "instead")):
            behind = [token for token in tokens_in(text) if token.start >= end][:_WORDS_TO_KIND]
            kind = next((token for token in behind if self._words.spelt_kind_of(token.folded)), None)
            places = frozenset(places_named(text, self._words))
            if kind is None or places_named(text[end : kind.end], self._words) or len(places) != 1:
                continue
            meant = text[:start] + " " * (kind.end - start) + text[kind.end :]
            if not kinds_named(text[kind.end :], self._words) or not self._due(
                self._writer, number, self._without_said(meant, phrases("amendment", "trailing"))
            ):
                continue
            self._note_replaced(placed, text[end : kind.end].strip(), places)
            return self._with_text(placed, meant)
        return None

    def _note_replaced(self, placed: Placed, words_replaced: str, places: frozenset[str] | None = None) -> None:
        """Note what the order of *placed* is in place of, and, where *places* are given, that it takes back what was sent for them."""
        number = placed.line.number
        if words_replaced:
            self._notes[number] = tr("in place of {replaced}", replaced=quoted(words_replaced[:80]))
        self._replaced[number] = words_replaced
        if places is not None:
            self._withdrawals.append(Withdrawal(number, placed.text.strip(), self._writer, places, column=placed.start + 1))

    def _with_codes(self, placed: Placed) -> Placed:
        """*placed* with capitals in its codes where it says what is in place of what: ``war instead of lvn``."""
        text, said = placed.text, " ".join(folded_words(placed.text))
        if self._writer is None or self.position.phase.kind is PhaseKind.MOVEMENT or placed.use is not Use.NOW:
            return placed
        if all(phrases("amendment", name).search(said) is None for name in ("instead", "not")):
            return placed
        shown = with_codes(text, self._words, self._taken_back.due_places(self._writer), longest=LONGEST_IN_SMALL)
        return placed if shown == text else self._with_text(placed, shown)

    def _report(self, placed: Placed) -> ReportedSentence | None:
        """Return what a sentence about another person or another time is for; ``None`` for any other."""
        number, text = placed.line.number, placed.text
        if self._goes_on_below(placed):
            text, number = f"{text.rstrip()} {self._pieces[number].text.strip()}", number + 1
        is_last = number == len(self._pieces) or not self._pieces[number].text.strip()
        own = self._own_places if self._writer is not None else frozenset()
        phase, calendar = self.position.phase, self.variant.calendar
        found = report_in(text, self._words, self._writer, own, phase, calendar, is_last=is_last)
        return found or (ReportedSentence() if self._explains_above(placed, own) or self._lists_options(placed) else None)

    def _lists_options(self, placed: Placed) -> bool:
        """Return True for ``It could go to Warsaw, Ukraine or Silesia`` of a unit that another sentence orders."""
        heard, named = folded_words(placed.text), places_named(placed.text, self._words)
        if len(set(named)) < _FEWEST_OPTIONS or words("speech", "may").isdisjoint(heard) or words("condition", "choice").isdisjoint(heard):
            return False
        others = (each.text.strip() for number, each in enumerate(self._pieces, 1) if number != placed.line.number)
        return any(places_named(text, self._words)[:1] == named[:1] and units_named(text, self._words)[:1] == [0] for text in others)

    def _goes_on_below(self, placed: Placed) -> bool:
        """Return True if the line below goes on with the sentence of *placed*, and is no order."""
        below = next(iter(self._pieces[placed.line.number :]), None)
        if below is None or placed.text.rstrip()[-1:] in {".", "!", "?", ":", ","}:
            return False
        return below.text[:1].islower() and not units_named(below.text, self._words) and not self._reads(below.text)

    def _explains_above(self, placed: Placed, own: Collection[str]) -> bool:
        """Return True for a sentence behind an order that begins its line, as in a list with remarks: it tells no unit of *own* a deed."""
        piece = self._piece(placed)
        named = places_named(placed.text, self._words)
        heard = folded_words(placed.text)
        tells = len(heard) < _FEWEST_EXPLAINING or any(map(self._words.is_verb, heard))
        if not named or (named[0] in own and tells and not is_opinion(placed.text, self._words)):
            return False
        number = placed.line.number - 1
        while number and (self._pieces[number - 1].line == piece.line or self._pieces[number - 1].text.rstrip().endswith(";")):
            piece = self._pieces[number - 1]
            number -= 1
        if number == placed.line.number - 1 or self._reads(placed.text):
            return False
        above = self._pieces[placed.line.number - 2].text
        orders = [self._pieces[number].text, *([above] if above.rstrip().endswith(";") else [])]
        begins = (each.strip(" -*•;") for each in orders)
        is_told = any(units_named(order, self._words)[:1] == [0] and self._reads(order) for order in begins)
        return is_told and explains(placed.text, self._words, is_reason=False)

    def _exchanges_goal(self, text: str) -> bool:
        """Return True for ``Rumania instead of Albania`` of the only unit that has to retreat."""
        if self.position.phase.kind is not PhaseKind.RETREAT or len(self._taken_back.due_places(self._writer or "")) != 1:
            return False
        said = [found for name in ("instead", "not") for found in located(text, phrases("amendment", name))]
        return any(places_named(text[: whole[0]], self._words) for whole, *_ in said)

    def _turned(self, placed: Placed) -> Placed:
        """*placed* without what it denies: ``F Ion does not go to Greece but to the Aegean``."""
        is_retreat = self.position.phase.kind is PhaseKind.RETREAT
        found = (self._turned_retreat(placed) if is_retreat else None) or turned(placed.text, self._words)
        found = found or self._about_unit(placed)
        if found is None:
            return placed
        self._note_replaced(placed, found.denied)
        return self._with_text(placed, found.text)

    def _without_choice(self, placed: Placed) -> Placed:
        """*placed* without the build or removal in place of which another one is meant: ``Remove not A Gas but A Pic``."""
        found, number = without_denied_choice(placed.text, self._words), placed.line.number
        if found is None or not self._due(self._writer, number, found.text):
            return placed
        self._note_replaced(placed, found.denied, frozenset(places_named(found.denied, self._words)))
        return self._with_text(placed, found.text)

    @staticmethod
    def _with_text(placed: Placed, text: str) -> Placed:
        """*placed* with *text*, which is as long, in place of its own."""
        whole = placed.line.text
        return replace(placed, line=replace(placed.line, text=whole[: placed.start] + text + whole[placed.start + len(text) :]))

    def _about_unit(self, placed: Placed) -> Turned | None:
        """*placed* with the unit that it is about beside its deed, where the rest is read then; ``None`` where it is not."""
        own, number = self._own_places, placed.line.number
        is_led = bool(self._piece(placed).written)
        denied = without_denied_clause(placed.text, self._words, own)
        for found in (denied, without_topic(placed.text, self._words, is_led=is_led)):
            if found is None:
                continue
            if self._reads(placed.text) or are_orders(self._due(self._writer, number, placed.text)):
                return None
            said = self._without_said(found.text, phrases("amendment", "trailing"))
            if self._reads(said) or self._due(self._writer, number, said):
                return found._replace(text=said)
        return None

    def _turned_retreat(self, placed: Placed) -> Turned | None:
        """*placed* without what it denies, where the rest of it is a retreat; ``None`` where it is none."""
        before_comma = partial(without_replaced_place, keeps_comma=True)
        for without in (turned, without_replaced_place, before_comma, without_denied_deed):
            found = without(placed.text, self._words)
            if found is None:
                continue
            said = self._without_said(found.text, phrases("amendment", "pronouns"))
            if self._due(self._writer, placed.line.number, said):
                return found._replace(text=said)
        return None

    def _may_give(self, power: str | None, order: Order) -> bool:
        """Return True if *power* is known, and *order* is legal for it now."""
        return power is not None and bool(check_order(self.variant, self.position, power, order))

    def _piece(self, placed: Placed) -> TextPiece:
        return self._pieces[placed.line.number - 1]

    def _due(self, power: str | None, number: int, text: str, lead: str = "") -> list[SheetEntry]:
        topic = self._topic(number, text)
        if self._replaces_one:
            text = self._without_said(text, phrases("amendment", "trailing"))
        due = self._due_orders().entries(power, number, text, lead, topic)
        if due or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return due
        return Prose(self.variant, self.position, self._words, self._building).entries(power, number, text, topic)

    def _replaces_only_one(self) -> bool:
        """Return True where one build or one removal is due, or the mail says which unit stays."""
        due = self._taken_back.adjustment(self._writer)
        return abs(due) == 1 or (due < 0 and any(keeps_units(piece.text, self._words) for piece in self._pieces))

    def _topic(self, number: int, text: str) -> str:
        """The unit that a pronoun at the beginning of *text* means, by the sentence before it; empty where it means none."""
        if not speaks_by_pronoun(text) or not 0 < number <= len(self._pieces):
            return ""
        piece = self._pieces[number - 1]
        whole = piece.written or piece.text
        before = whole[: max(0, whole.find(text.strip()))]
        is_retreat = self.position.phase.kind is PhaseKind.RETREAT
        units = [each.unit for each in self.position.dislodged] if is_retreat else list(self.position.units)
        own = {unit.province: unit.kind for unit in units if unit.power == self._writer}
        if before.strip():
            return topic_of(before, self._words, own)
        above = self._pieces[number - 2] if number > 1 else None
        if above is None or not above.text.strip() or above.line < piece.line - 1:
            return ""
        topic = topic_of(above.written or above.text, self._words, own)
        return "" if not topic or self._reads(above.text) else topic  # ``A Mar - Spa. please hold it`` may mean the mail

    def _due_orders(self) -> DueOrders:
        return DueOrders(self.variant, self.position, self._words, self._building)

    def _headed(self, entries: list[SheetEntry]) -> str | None:
        """Return the power of the orders on a line: the sender's, else the one that the words or the heading above them name."""
        return self.power or next((entry.reading.power for entry in entries if entry.reading.power), None) or self.subject_power


def _as_written(line: MailLine) -> MailLine:
    text = without_marks(line.text)
    return line if text == line.text else replace(line, text=text)
