"""Accounts for the lines of one letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adjudicator.legal import adjustment, canonical_order, check_order, legal_orders
from adjudicator.notation import QUIET_ASSUMPTIONS, SheetEntry, TextSpan, read_order, read_orders
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.reading import Assumption, AssumptionKind, Reading, ReadingErrorKind, Statement
from adjudicator.order import Build, Convoy, Hold, Order, Support, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.conditions import (
    begins_with_condition,
    courtesy,
    is_conditional,
    is_courtesy,
    is_of_the_world,
    is_sign_off,
    is_talk,
    names_of_due,
    names_of_lists,
    offers_courtesy,
)
from app.mail_in.doubles import Doubles
from app.mail_in.due_orders import DueOrders
from app.mail_in.fates import REASONS, STEPS, PieceReading, PieceStep
from app.mail_in.folding import folded_words, plain, tokens_in
from app.mail_in.letter import Letter, LetterPart, MailLine
from app.mail_in.meanings import Meanings, chosen_among
from app.mail_in.order_words import OrderWords, order_words
from app.mail_in.phase_words import kind_of_later, next_phase, phase_heading
from app.mail_in.phrases import phrases, words
from app.mail_in.pieces import TextPiece, authors_of, is_speech, pieces_of, remark_doubts
from app.mail_in.power_headings import heads, is_salutation, says_not_whose, under_mistyped, under_own
from app.mail_in.prose import Prose, greets
from app.mail_in.quotes import is_sender_field
from app.mail_in.sections import Placed, Use, placed_lines
from app.mail_in.statements import Said, Statements, said_of_all
from app.mail_in.surroundings import Passage, depends_on
from app.mail_in.taken_back import TakenBack
from app.mail_in.unread_lines import later_phase, whose_unit, with_troubles
from app.mail_in.withdrawals import (
    TakingBack,
    Withdrawal,
    amended,
    is_correction,
    is_vague_change,
    keeps_the_rest,
    kinds_named,
    located,
    places_named,
    units_named,
    withdrawing,
)
from app.mail_in.work import MOST_BOX_WORK, MOST_CHOICE_WORK, MOST_LINE_WORK, MOST_LOOKED_AT, WorkLeft, work_of
from entente.words import describe_assumption, describe_reading_error, describe_verdict
from entente.words.names import power_name
from entente.words.phases import describe_phase
from languages import clauses, mark, quoted, tr

_MOST_LINES = 300
"""Lines of one letter that are worth reading; no set of orders has so many."""
_MOST_FORWARDED = 60
"""Lines of a forwarded mail in which orders are looked for."""
_LONGEST_REMARK = 16
_COAST = re.compile(r"/[A-Z]+\b")
_CLAUSES = re.compile(r"[,;:.!()]|\b(?:and|und|et|e|y)\b", re.IGNORECASE)
_ARROWS = frozenset({TokenKind.DASH, TokenKind.STRANGE})
_QUOTATION = re.compile('["“”„«»]')
_PARTS_CLAUSE = ",;."
_PARTS_REMARK = ",;:!.-–—…)&"
"""Marks between an order and a remark behind it."""
_LONGEST_SAID = 400
_LONGEST_ORDER = 12
"""Words of a line that begins with a unit and may be an order."""
_PROSE = frozenset({ReadingErrorKind.MALFORMED, ReadingErrorKind.EMPTY, ReadingErrorKind.TOO_LONG})
_NO_PART = {
    LetterPart.HEADER: mark("a header of the mail"),
    LetterPart.QUOTE: mark("quoted from another mail"),
    LetterPart.SIGNATURE: mark("the signature"),
    LetterPart.PRESS: mark("press"),
    LetterPart.JUDGE: mark("a word for a judge"),
    LetterPart.BELOW: mark("below SIGNOFF, which ends a mail"),
    LetterPart.ATTACHMENT: mark("an attachment that the mail does not mention"),
}


@dataclass(slots=True)
class LetterReader:
    """Reads one letter.

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
    _remarks: dict[int, str] = field(default_factory=dict)
    """Words behind the orders of some pieces that change nothing."""
    _clauses: dict[int, list[SheetEntry]] = field(default_factory=dict)
    """Clauses about other units beside the orders of some pieces."""
    _vague: set[int] = field(default_factory=set)
    """The pieces that change something, and do not say which order."""
    _corrections: set[int] = field(default_factory=set)
    """The pieces that correct what stands above them."""
    _own: dict[int, str] = field(default_factory=dict)
    """Lines below ``My orders:``, each with the power whose orders stand above."""
    _offered: set[int] = field(default_factory=set)
    """Doubtful lines in which no order was read, and for which what is due is offered by the units that they name."""
    _near: dict[int, bool] = field(default_factory=dict)
    """True for entries that are no orders and were meant as one."""
    _corrected: set[int] = field(default_factory=set)
    _is_lead: bool = False
    """True right below words that head what follows, over empty lines."""
    _joining: WorkLeft = field(default_factory=lambda: WorkLeft(MOST_CHOICE_WORK))
    _building: WorkLeft = field(default_factory=lambda: WorkLeft(MOST_CHOICE_WORK))
    _words: OrderWords = field(init=False)
    _meanings: Meanings = field(init=False)
    _statements: Statements = field(init=False)
    _taken_back: TakenBack = field(init=False)

    def __post_init__(self) -> None:
        self._words = order_words(self.variant)
        self._meanings = Meanings(self.variant, self.position, self.power, self._words)
        if self.is_typed:
            self._meanings.work.left = 0  # a typed order has no doubtful meanings
        self._statements = Statements(self.variant, self.position, self.power)
        power = self.power or self.subject_power
        self._taken_back = TakenBack(self.variant, self.position, power, self._words, self._withdrawals)

    def account(self) -> LetterAccount:
        """Account for every line; empty lines are passed over."""
        placed = self._without_withdrawals(self._placed())
        entries = self._entries(placed)
        passages = [self._passage(each, entries.get(each.line.number, [])) for each in placed]
        asked = self._asked_by_others(passages)
        self._tell_struck()
        for each, by_others in zip(placed, asked, strict=True):
            if each.line.number in self._passed_over:
                self._tell(each, Fate.NOT_ORDER, tr("not read: there is too much that may be orders"))
            elif each.text.strip():
                self._line(each, entries.get(each.line.number, []), by_others)
        self._ask_what_prose_says(placed, entries)
        if not self.is_typed:
            own = [each for each in placed if self._is_own(each)]
            self._taken_back.note_hints(own, self._found, self._offered)
            self._taken_back.note_changes_to_what_is_due(own, self._found)
        self._found.extend(self._statements.holds(self._found, is_whole=not self._passed_over))
        self._tell_where()
        has_orders = self.is_typed or any(each.fate is not Fate.NOT_ORDER for each in self._found)
        self.letter = with_troubles(self.letter, self._passed_over, has_orders=has_orders)
        self._settle_powers()
        self._taken_back.doubt_what_is_taken_back(self._found)
        self._settle_corrections()
        if not self.is_typed:
            self._taken_back.doubt_too_many(self._found)
        Doubles(self.variant.rules.repeated_order, self.decided).settle(self._found, self._apart)
        self._tell_parts()
        self._found.sort(key=lambda found: (found.line, found.column))
        power = self.power or self._only_power()
        withdrawals = tuple(replace(each, power=each.power or power) for each in self._withdrawals if each.reaches_before)
        return LetterAccount(self.letter, power, tuple(self._found), withdrawals=withdrawals)

    # --- pieces and lines ---

    def _tell_struck(self) -> None:
        """Take words that their writer struck out for no order, and for a withdrawal of earlier ones."""
        for number, piece in enumerate(self._pieces, 1):
            if not piece.struck:
                continue
            units = units_named(piece.struck, self._words)
            places = frozenset(place for at in units for place in places_named(piece.struck[at:], self._words)[:1])
            if places:
                said = Withdrawal(number, piece.struck, self.power or self.subject_power, places, reaches_above=False)
                self._withdrawals.append(said)
            if not piece.text.strip():
                fate = Fate.WITHDRAWS if places else Fate.NOT_ORDER
                reason = tr("struck out by its writer")
                self._found.append(LineAccount(number, 1, piece.struck, fate, reason=reason, power=self.power if places else None))

    def _ask_what_prose_says(self, placed: Sequence[Placed], entries: dict[int, list[SheetEntry]]) -> None:
        """Ask about sentences that say what a unit does which has no order in this mail."""
        power = self.power or self.subject_power
        if power is None or self.is_typed:
            return
        due = self._taken_back.due_places(power)
        for found in self._found:
            orders = [found.order] if found.order is not None else [choice.order for choice in found.choices]
            due -= {place for order in orders if (place := ordered_place(order)) is not None}
        told = {found.line for found in self._found if found.fate is not Fate.NOT_ORDER or found.reason}
        left = self._left_to_order(power)
        for each in placed:
            number = each.line.number
            if not due or each.use is not Use.NOW or number in told or number in self._vague or number in self._passed_over:
                continue
            if is_of_the_world(each.text) or offers_courtesy(each.text) or is_salutation(each.text, self._words) or "?" in each.text:
                continue
            named = places_named(each.text, self._words)
            if self.position.phase.kind is not PhaseKind.MOVEMENT:
                if left > 0 and self._due_orders().is_about(power, each.text):
                    self._found = [line for line in self._found if line.line != number]
                    self._doubt(each, entries.get(number, []), tr("it stands within other words"))
                continue
            by_place = not due.isdisjoint(named) and (len(set(named)) > 1 or self._says_deed(each.text))
            if by_place or self._speaks_of_a_kind(each.text, due, power, named):
                due -= set(named)
                self._found = [line for line in self._found if line.line != number]
                self._doubt(each, entries.get(number, []), tr("it stands within other words"))

    def _speaks_of_a_kind(self, text: str, due: set[str], power: str, named: Sequence[str]) -> bool:
        """Return True for ``the fleets hold``, ``I retreat to the Ruhr``: own units without orders are named by their kind, or by none."""
        heard = folded_words(text)
        tells = self._says_deed(text) or (bool(named) and any(map(self._words.is_verb, heard)))
        if not tells or any(self._words.is_power(word) and self._words.power(word) != power for word in heard):
            return False
        kinds = kinds_named(text, self._words)
        if self.position.phase.kind is PhaseKind.RETREAT:
            return bool(kinds or named)
        return self.position.phase.kind is PhaseKind.MOVEMENT and not due.isdisjoint(self._taken_back.of_kinds(power, kinds))

    def _left_to_order(self, power: str) -> int:
        """Return how many builds, removals or retreats of *power* this mail neither orders nor has asked about."""
        told = sum(each.count for each in self._found if each.fate.is_taken or each.fate in (Fate.DOUBTFUL, Fate.REFUSED))
        if self.position.phase.kind is PhaseKind.ADJUSTMENT:
            return abs(adjustment(self.variant, self.position, power)) - told
        return len(self._taken_back.due_places(power)) - told

    def _says_deed(self, text: str) -> bool:
        """Return True if a word of *text* says what a unit does, or where it goes."""
        return any(self._words.is_deed(word) or self._words.is_verb(word) for word in folded_words(text))

    def _is_own(self, placed: Placed) -> bool:
        """Return True for words of the sender that are read, and may speak of orders of this phase."""
        piece = self._piece(placed)
        is_read = placed.line.number not in self._passed_over and (piece is None or not piece.is_quoted)
        return is_read and placed.use in (Use.NOW, Use.UNSURE, Use.HEADING)

    def _tell_where(self) -> None:
        """Give every account, and what is taken back, its place in the mail in place of that of its piece."""
        self._corrected = {number for number, each in enumerate(self._found) if each.line in self._corrections}
        if self.is_typed:
            return
        self._found = [self._in_mail(each) for each in self._found]
        for number, said in enumerate(self._withdrawals):
            if 0 < said.line <= len(self._pieces):
                piece = self._pieces[said.line - 1]
                self._withdrawals[number] = replace(said, line=piece.line, column=piece.column + said.column - 1)
        self._passed_over = {self._pieces[number - 1].line for number in self._passed_over}

    def _in_mail(self, each: LineAccount) -> LineAccount:
        if not 0 < each.line <= len(self._pieces):
            return each
        piece = self._pieces[each.line - 1]
        if piece.starts:
            begun = max((start for start in piece.starts if start[0] < each.column), default=piece.starts[0])
            return replace(each, line=begun[1], column=begun[2] + each.column - 1 - begun[0])
        column = piece.column + each.column - 1
        written = self._written.get(piece.line, "")
        text = written[column - 1 : column - 1 + len(each.text)]
        is_shown = len(plain(written)) == len(written)  # letters that nobody sees are left out of what is read
        as_received = text if is_shown and not piece.joined and len(text) == len(each.text) and text.strip() else each.text
        return replace(each, line=piece.line, column=column, text=as_received)

    def _tell_parts(self) -> None:
        """Add what was set apart before: quotations, signatures, the ends of broken lines; and tell a line's plain words once."""
        forwarded = self._forwarded()
        for line in self.letter.lines:
            if line.number in forwarded:
                reason = tr("it stands in a mail of the sender's own that is forwarded")
                choices = forwarded[line.number]
                asked = LineAccount(line.number, 1, line.text, Fate.DOUBTFUL, reason=reason, power=choices[0].power, choices=choices)
                self._found.append(asked)
            elif line.part is not LetterPart.TEXT and line.text.strip():
                self._found.append(LineAccount(line.number, 1, line.text, Fate.NOT_ORDER, line.part, tr(_NO_PART[line.part])))
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
            if each.fate is Fate.NOT_ORDER and not each.reason and each.part is LetterPart.TEXT and not self.is_typed:
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
        power = self.power or self.subject_power
        quoted = [line for line in self.letter.lines if line.part is LetterPart.QUOTE and line.text.strip()]
        if power is None or not self.letter.sender or not quoted or any(each.fate is not Fate.NOT_ORDER for each in self._found):
            return {}
        fields = [line.text.casefold() for line in quoted if is_sender_field(line.text)]
        if not fields or not all(self.letter.sender in field for field in fields):
            return {}
        found: dict[int, tuple[Choice, ...]] = {}
        for line in quoted[:_MOST_FORWARDED]:
            text = line.text.lstrip("> |")
            if self._words.may_order(text) and (choices := self._meanings.choices([plain(text)], power)):
                found[line.number] = choices
        return found

    def _settle_corrections(self) -> None:
        """Drop orders that are corrected below."""
        for number in sorted(self._corrected):
            each = self._found[number]
            if not each.fate.is_taken or each.order is None:
                continue
            for other, before in enumerate(self._found[:number]):
                about = before.fate.is_taken and before.order is not None and before.power == each.power
                if about and before.order is not None and ordered_place(before.order) == ordered_place(each.order):
                    reason = tr("corrected in line {line}", line=each.line)
                    self._found[other] = replace(before, fate=Fate.REPEAT, reason=reason)

    def _reads(self, text: str) -> bool:
        """Return True if *text* is orders from its beginning to its end."""
        is_long = len(text.split()) > _LONGEST_ORDER and all(token.kind not in _ARROWS for token in tokens_in(text))
        if is_long or not self._joining.takes(text):
            return False
        entries = read_orders(self.variant, self.position, plain(text), self.power or self.subject_power).entries
        return bool(entries) and all(entry.reading.order is not None for entry in entries)

    def _own_lines(self) -> list[MailLine]:
        """The sender's own lines, below the subject where that holds orders."""
        own = [line for line in self.letter.lines if line.part is LetterPart.TEXT]
        subject = self.letter.subject
        if not self.is_typed and subject and ":" not in subject[:5] and units_named(subject, self._words):
            own[:0] = [MailLine(0, subject), MailLine(0, "")]
        return own

    # --- reading ---

    def _placed(self) -> tuple[Placed, ...]:
        """The sender's own lines with what each is for; what is too much to look at is passed over, the longest lines first."""
        own = self._own_lines()
        if self.is_typed:
            return tuple(Placed(line, Use.NOW) for line in own)
        names = self._words.all_power_words
        phase = self.position.phase
        self._written = {line.number: line.text for line in own}
        self._pieces = pieces_of(
            own,
            self._words,
            lambda text: phase_heading(self.variant, phase, text, names) is not None,
            self._reads,
            lambda text: said_of_all(self.variant, text) is not None,
        )
        if phase.kind is PhaseKind.MOVEMENT:
            self._pieces = tuple(self._without_afterthought(piece) for piece in self._pieces)
        own = [MailLine(number, piece.text) for number, piece in enumerate(self._pieces, 1)]
        left = MOST_LOOKED_AT
        for line in sorted(own, key=lambda line: len(line.text)):
            left -= len(line.text)
            if left < 0:
                self._passed_over.add(line.number)
        shown = [replace(line, text="") if line.number in self._passed_over else line for line in own]
        placed = placed_lines(self.variant, self.position.phase, shown, self._words.all_power_words, self.letter.subject)
        written = {line.number: line for line in own}
        return tuple(self._as_meant(replace(each, line=written[each.line.number])) for each in placed)

    def _without_afterthought(self, piece: TextPiece) -> TextPiece:
        """*piece* without ``after all`` or ``instead`` where it names a unit: its order takes the place of the earlier one anyhow."""
        said = phrases("amendment", "trailing")
        heard = " ".join(folded_words(piece.text[:_LONGEST_SAID]))
        replaces = (
            phrases("amendment", "instead").search(heard) is not None or phrases("withdrawal", "rest_stands").search(heard) is not None
        )
        changes = is_talk(said.sub(" ", heard)) or not words("withdrawal", "take_back").isdisjoint(heard.split())
        if said.search(heard) is None or replaces or changes or not places_named(piece.text, self._words):
            return piece
        return replace(piece, text=self._without_said(piece.text, said))

    @staticmethod
    def _without_said(text: str, said: re.Pattern[str]) -> str:
        """*text* with blanks in place of these phrases."""
        for (start, end), *_ in located(text[:_LONGEST_SAID], said):
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def _as_meant(self, placed: Placed) -> Placed:
        """*placed* without the order it replaces: ``F Swe - Bot instead of F Swe - Den``; words of others are none of its own."""
        is_due = self.position.phase.kind is PhaseKind.ADJUSTMENT
        names = places_named(placed.text, self._words)
        if placed.use is not Use.NOW or placed.line.number in self._passed_over or not (units_named(placed.text, self._words) or names):
            return placed
        if is_speech(placed.text, self._words, self.power):
            return replace(placed, use=Use.SPEECH)
        found = amended(placed.text, self._words, is_due=is_due)
        if found is None:
            return placed
        start = placed.start
        self._notes[placed.line.number] = tr("in place of {replaced}", replaced=quoted(found.replaced[:80]))
        if self.position.phase.kind is not PhaseKind.MOVEMENT:
            meant = placed.text[found.start : found.end]
            places = frozenset(places_named(found.replaced, self._words)) or frozenset(places_named(meant, self._words)) or None
            if not is_due:
                places = frozenset(places_named(meant, self._words)[:1]) or None
            said = Withdrawal(placed.line.number, placed.text.strip(), self.power or self.subject_power, places, column=placed.start + 1)
            self._withdrawals.append(said)
        return replace(placed, start=start + found.start, end=start + found.end)

    def _piece(self, placed: Placed) -> TextPiece | None:
        return self._pieces[placed.line.number - 1] if 0 < placed.line.number <= len(self._pieces) else None

    def _without_withdrawals(self, placed: Sequence[Placed]) -> tuple[Placed, ...]:
        """*placed* without the sentences that take back what was sent before; these are noted."""
        if self.is_typed:
            return tuple(placed)
        rest_stands = any(keeps_the_rest(each.text) for each in placed)
        self._subject_withdraws(placed)
        found: list[Placed] = []
        headed: str | None = None
        for each in placed:
            headed = self._named_by(each) or headed
            found.append(self._without_withdrawal(each, headed, rest_stands=rest_stands))
        return tuple(found)

    def _named_by(self, placed: Placed) -> str | None:
        """The power that a heading names."""
        if not heads(placed.text, self._words) or is_salutation(placed.text, self._words):
            return None
        named = {self._words.power(word) for word in folded_words(placed.text.partition(":")[0]) if self._words.is_power(word)}
        return named.pop() if len(named) == 1 else None

    def _subject_withdraws(self, placed: Sequence[Placed]) -> None:
        """``Cancel my orders`` as a subject, over a mail that has nothing else to say."""
        subject = self.letter.subject
        found = withdrawing(subject, self._words) if ":" not in subject[:6] else None
        if found is not None and not any(self._words.may_order(each.text) for each in placed):
            power = self._whose(found)
            self._withdrawals.append(Withdrawal(0, found.text, power, found.places))
            self._found.append(LineAccount(0, 1, found.text, Fate.WITHDRAWS, reason=tr("takes back what was sent before"), power=power))

    def _without_withdrawal(self, placed: Placed, headed: str | None, *, rest_stands: bool) -> Placed:
        if placed.use not in (Use.NOW, Use.UNSURE, Use.HEADING) or placed.line.number in self._passed_over:
            return placed
        text = placed.text
        found = withdrawing(text, self._words)
        if found is not None and self._due_orders().entries(self.power or headed, placed.line.number, text):
            return placed  # ``Warsaw withdraws to Livonia``, ``scrap A Mun``
        if found is None:
            if (
                is_vague_change(text, self._words)
                and not units_named(text, self._words)
                and not is_correction(text)
                and not self._due(self.power or headed, placed.line.number, text)
            ):
                places = frozenset(places_named(text, self._words)) or None
                self._withdrawals.append(Withdrawal(placed.line.number, text.strip(), self.power or headed, places, reaches_above=False))
                self._vague.add(placed.line.number)
            return placed
        power = self._whose(found) or headed
        if found.powers and self.power is not None and self.power not in found.powers and found.places is not None:
            return placed
        places = found.places
        if places is None and found.kinds and power is not None:
            places = self._taken_back.of_kinds(power, found.kinds) or None
        reaches_before = found.reaches_before and not (rest_stands and places is None)
        column = placed.start + found.start + 1
        said = Withdrawal(placed.line.number, found.text, power, places, found.reaches_above, reaches_before, column=column)
        said = replace(said, later=found.spared, kinds=found.kinds)
        self._withdrawals.append(said)
        if found.has_other_order:
            unit = next(iter(units_named(text, self._words)), 0)
            comma = text.rfind(",", found.start, unit)
            is_parted = comma > 0 and found.places is not None and bool(places_named(text[:comma], self._words))
            return replace(placed, start=placed.start + comma + 1) if is_parted else placed  # ``Forget Gascony, A Par - Bur``
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

    def _whose(self, found: TakingBack) -> str | None:
        return self.power or (next(iter(found.powers)) if len(found.powers) == 1 else None) or self.subject_power

    def _entries(self, placed: Sequence[Placed]) -> dict[int, list[SheetEntry]]:
        """Return the readings of each line, by its number; sections are read on their own, so that no heading of one reaches another."""
        highest = max((each.line.number for each in placed), default=0)
        texts = [""] * highest
        told = self._told_in_prose(placed)
        worth = [each for each in placed if each.line.number not in told and (self.is_typed or self._is_worth_reading(each))]
        work = WorkLeft(min(MOST_LINE_WORK, self.work.left))
        given = work.left
        for rank, each in enumerate(sorted(worth, key=lambda line: work_of(line.text))):  # orders are short: they come before prose
            if rank < _MOST_LINES and work.takes(each.text):
                texts[each.line.number - 1] = plain(each.text)
            else:
                self._passed_over.add(each.line.number)
        self.work.left -= given - work.left
        self._own = {} if self.is_typed else under_own(placed, self._words)
        found: dict[int, list[SheetEntry]] = {}
        for entry in (*self._read(texts, self.power or self.subject_power, own=False), *self._read(texts, self.power, own=True)):
            found.setdefault(entry.line, []).append(entry)
        found |= told
        self._read_what_is_due(placed, found)
        self._near = {id(entry): self._is_near_order(entry) for each in found.values() for entry in each}
        return found

    def _told_in_prose(self, placed: Sequence[Placed]) -> dict[int, list[SheetEntry]]:
        """The orders of long sentences that tell nothing else, which are not worth the work of reading them as a list."""
        power = self.power or self.subject_power
        if self.is_typed or power is None or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return {}
        prose = Prose(self.variant, self.position, self._words, self._building)
        found: dict[int, list[SheetEntry]] = {}
        for each in placed:
            number, text = each.line.number, each.text
            is_long = len(text.split()) > _LONGEST_ORDER and all(token.kind not in _ARROWS for token in tokens_in(text))
            if each.use is not Use.NOW or not is_long or number in self._passed_over:
                continue
            entries = prose.entries(power, number, text)
            if entries and all(entry.reading.order is not None for entry in entries):
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
            power = self.power or next((entry.reading.power for entry in entries if entry.reading.power), None) or self.subject_power
            plainly = entries and all(entry.reading.order is not None and not _lists_places(entry.reading) for entry in entries)
            legal = plainly and all(
                check_order(self.variant, self.position, power or "", entry.reading.order) for entry in entries if entry.reading.order
            )
            if each.use is Use.NOW and not legal and number not in self._passed_over:
                is_meant = number in self._notes
                text = self._without_said(each.text, phrases("amendment", "trailing")) if is_meant else each.text
                read = self._due(power, number, text, self._due_verb(power) if is_meant else above)
                if read:
                    found[number] = [replace(entry, reading=replace(entry.reading, power=power)) for entry in read]

    def _due_verb(self, power: str | None) -> str:
        """What is done in a phase of builds: what is named in place of another unit needs no verb of its own."""
        if power is None or self.position.phase.kind is not PhaseKind.ADJUSTMENT:
            return ""
        return "build" if adjustment(self.variant, self.position, power) > 0 else "remove"

    def _due(self, power: str | None, number: int, text: str, lead: str = "") -> list[SheetEntry]:
        due = self._due_orders().entries(power, number, text, lead)
        if due or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return due
        return Prose(self.variant, self.position, self._words, self._building).entries(power, number, text)

    def _due_orders(self) -> DueOrders:
        return DueOrders(self.variant, self.position, self._words, self._building)

    def _lead(self, placed: Placed, above: str) -> str:
        """Return the words that head the next line: a line that ends with a colon, or a heading."""
        text = placed.text.strip()
        if text.endswith(":") or placed.use is Use.HEADING:
            return text or placed.line.text
        return above if text or self._is_lead else ""

    def _read(self, texts: Sequence[str], power: str | None, *, own: bool) -> tuple[SheetEntry, ...]:
        shown = [text if (number in self._own) is own else "" for number, text in enumerate(texts, 1)]
        return read_orders(self.variant, self.position, "\n".join(shown), power).entries if any(shown) else ()

    def _is_worth_reading(self, placed: Placed) -> bool:
        if placed.use in (Use.HEADING, Use.RESULT, Use.WITHDRAWAL, Use.SPEECH) or placed.line.number in self._passed_over:
            return False
        if keeps_the_rest(placed.text) and not units_named(placed.text, self._words):
            return False
        if is_salutation(placed.text, self._words) or not self._words.may_order(placed.text):
            return False
        return self._begins_order(placed.text) or said_of_all(self.variant, placed.text) is not None

    def _begins_order(self, text: str) -> bool:
        """Return True if a clause of *text* begins as an order does; other prose is only looked through for orders within it."""
        if len(folded_words(text)) <= _LONGEST_ORDER or any(token.kind in _ARROWS for token in tokens_in(text)):
            return True
        small = words("lead_in", "words") | words("due", "joints") | courtesy()
        for clause in _CLAUSES.split(text):
            heard = folded_words(clause)
            first = next((word for word in heard if word not in small and not self._words.is_filler(word) and not word.isdecimal()), "")
            begins = self._words.is_place(first) or self._words.is_kind(first) or self._words.is_power(first) or self._words.is_deed(first)
            if begins or any(self._words.is_kind(word) and len(word) > 1 for word in heard[:4]):
                return True
        return False

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
        under = under_mistyped(self.variant, self._words, named, self.power or self.subject_power)
        return [why or below for why, below in zip(conditions, under, strict=True)]

    def _passage(self, placed: Placed, entries: list[SheetEntry]) -> Passage:
        if placed.line.number in self._passed_over:
            return Passage("")
        if placed.use is Use.WITHDRAWAL or (placed.use is not Use.HEADING and self._heads_corrections(placed)):
            return Passage(placed.text, takes_back=True)
        if placed.use is Use.SPEECH:
            return Passage("")
        said = self._said_of_all(placed)
        has_order = (said is not None and said.orders) or any(entry.reading.order is not None or self._near[id(entry)] for entry in entries)
        is_heading = placed.use is Use.HEADING or (not entries and heads(placed.text, self._words))
        holds = not has_order and is_conditional(placed.text) and self._meanings.holds_order(placed.text, self._headed(entries))
        is_later = placed.use is Use.LATER
        piece = self._piece(placed)
        shown = placed.text.strip()
        is_aside = (piece is not None and bool(piece.author)) or (shown[:1] == "(" and shown[-1:] == ")")
        names_game = self._names_game(placed.text)
        return Passage(placed.text, has_order, holds, is_heading, is_later=is_later, names_game=names_game, is_aside=is_aside)

    def _names_game(self, text: str) -> bool:
        """Return True if *text* names something of the game, or takes something back."""
        heard = folded_words(text)
        strong = (
            names_of_lists()
            | names_of_due()
            | words("withdrawal", "take_back")
            | words("condition", "acts") - words("condition", "loose_acts")
        )
        return (
            not strong.isdisjoint(heard)
            or bool(places_named(text, self._words))
            or any(self._words.is_power(word) or self._words.is_deed(word) for word in heard)
        )

    def _heads_corrections(self, placed: Placed) -> bool:
        """``Sorry, correction:``; what stands behind it, and below it up to an empty line, corrects what stands above."""
        if not is_correction(placed.text) or units_named(placed.text, self._words):
            return False
        number = placed.line.number
        while number < len(self._pieces) and (self._pieces[number].text.strip() or number == placed.line.number):
            number += 1
            self._corrections.add(number)
        return True

    def _is_near_order(self, entry: SheetEntry) -> bool:
        """Return True if words that are no order were meant as one."""
        error = entry.reading.error
        if error is not None and error.kind is ReadingErrorKind.MALFORMED and self._begins_with_own_unit(entry.reading.text):
            return True
        if error is None or error.kind in _PROSE:
            return False
        return self.is_typed or self._meanings.is_near_order(entry.reading)

    def _names_what_is_due(self, placed: Placed, entries: list[SheetEntry]) -> bool:
        """Return True if words name units while builds or removals of their power are due: these are asked about in any case."""
        power = self._headed(entries)
        is_due = self.position.phase.kind is PhaseKind.ADJUSTMENT and power is not None
        if not is_due or self.is_typed or placed.use is not Use.NOW or power is None:
            return False
        return bool(units_named(placed.text, self._words)) and adjustment(self.variant, self.position, power) != 0

    def _begins_with_own_unit(self, text: str) -> bool:
        """Return True if words that are no form of order begin with a unit that the sender has: they were meant as one."""
        units = units_named(text, self._words)
        if self.is_typed or not units or text[: units[0]].strip() or len(folded_words(text)) > _LONGEST_ORDER:
            return False
        place = next(iter(places_named(text, self._words)), None)
        unit = None if place is None else self.position.unit_at(place)
        return unit is not None and self.power in {None, unit.power}

    # --- one line ---

    def _line(self, placed: Placed, entries: list[SheetEntry], by_others: str) -> None:
        """Decide on one line; *by_others* is why what stands around it makes it doubtful."""
        if self._is_statement(placed, entries, by_others):
            return
        if entries and all(entry.reading.error is not None and entry.reading.error.kind is ReadingErrorKind.PRESS for entry in entries):
            self._found.append(
                LineAccount(placed.line.number, 1, placed.line.text, Fate.NOT_ORDER, LetterPart.PRESS, tr(_NO_PART[LetterPart.PRESS]))
            )
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
            elif placed.use is Use.NOW and self._meanings.holds_order(placed.text, self._headed(entries)):
                self._doubt(placed, entries, tr("it stands within other words"))
            else:
                self._tell(placed, Fate.NOT_ORDER, tr("a heading") if self._is_heading(placed) else "")
            return
        others = [entry for entry in entries if entry not in orders and entry not in near]
        why = "" if self.is_typed else self._doubts(placed, orders, near, others, by_others)
        if why:
            self._doubt(placed, entries, why)
            return
        beside = [each.reading.text for each in others] if self.is_typed else []  # in a mail they were weighed above
        for entry in orders:
            self._order(placed, entry, beside)
        for entry in near:
            self._unread(placed, entry)
        for entry in self._clauses.get(placed.line.number, []):
            said = entry.reading.text
            choices = self._meanings.of_line(said, (), self._headed(entries))
            about = frozenset(places_named(said, self._words)[:1])
            if about and self._headed(entries) is not None:  # until somebody says what it means, an earlier order of that unit waits too
                earlier = Withdrawal(
                    placed.line.number, said.strip(), self._headed(entries), about, False, column=placed.start + entry.column
                )
                self._withdrawals.append(replace(earlier, is_hint=True))
            line = LineAccount(placed.line.number, placed.start + entry.column, said, Fate.DOUBTFUL, power=self._headed(entries))
            self._found.append(replace(line, reason=tr("it stands within other words"), choices=choices))

    def _is_heading(self, placed: Placed) -> bool:
        """Return True if words that hold no order head a list of them."""
        text = placed.text.strip()
        if is_salutation(text, self._words):
            return False
        return heads(text, self._words) or (text.endswith(":") and not names_of_lists().isdisjoint(folded_words(text)))

    def _is_statement(self, placed: Placed, entries: list[SheetEntry], by_others: str) -> bool:
        """Return True if the line is a statement on all units, which is settled once the other lines are read."""
        said = self._said_of_all(placed)
        if said is None:
            return False
        line = LineAccount(placed.line.number, placed.start + 1, placed.text, Fate.NOT_ORDER)
        doubt = by_others if said.is_certain else tr("it depends on a condition or offers a choice")
        told = self._statements.state(line, said.statement, said.power or self._headed(entries), doubt)
        if told is not None:
            self._found.append(told)
        return True

    def _said_of_all(self, placed: Placed) -> Said | None:
        said = None if self.is_typed or placed.use is not Use.NOW else said_of_all(self.variant, placed.text)
        number = placed.line.number
        if said is not None and number < len(self._pieces) and self._pieces[number].is_exception:
            return said._replace(statement=Statement.REST_HOLDS)
        return said

    def _is_settled_by_use(self, placed: Placed, entries: list[SheetEntry], found: PieceReading) -> bool:
        """Return True if the use of the piece decides on it, by the table of fates; its account is then made."""
        step = STEPS[placed.use][found]
        reason = tr(REASONS[placed.use]) if placed.use in REASONS else ""
        if step is PieceStep.NONE:
            self._tell(placed, Fate.NOT_ORDER, "" if placed.use is Use.RESULT and not self._words.may_order(placed.text) else reason)
        elif step is PieceStep.KEEP and (found is not PieceReading.NEITHER or self._words.speaks_of_places(placed.text)):
            self._later(placed, entries, placed.phase)
        elif step is PieceStep.ASK and placed.use is Use.UNSURE and not self._only_stays(entries):
            when = tr("another phase") if placed.phase is None else describe_phase(self.variant, placed.phase)
            self._doubt(placed, entries, tr(REASONS[Use.UNSURE], when=when))
        elif step is PieceStep.ASK and placed.use is Use.OVER:
            self._doubt(placed, entries, reason)
            self._apart.add(len(self._found) - 1)
        else:
            return step is PieceStep.WITHDRAW
        return True

    def _only_stays(self, entries: list[SheetEntry]) -> bool:
        """Return True if a line orders units to hold, support or convoy, and so is for a movement phase, even below talk of retreats."""
        orders = [entry.reading.order for entry in entries]
        return bool(orders) and all(isinstance(order, Hold | Support | Convoy) for order in orders)

    def _doubts(self, placed: Placed, orders: list[SheetEntry], near: list[SheetEntry], others: list[SheetEntry], by_others: str) -> str:
        """Return the reason to ask about the line; empty where it is plain."""
        piece = self._piece(placed)
        if piece is not None and piece.remark and remark_doubts(piece.remark, self._words):
            return tr("beside it stands {remark}", remark=quoted(piece.remark[:80]))
        if piece is not None and piece.is_quoted:
            return tr("it stands between quotation marks")
        if piece is not None and piece.author and len(authors_of(self._pieces)) > 1:
            return tr("{name} wrote it in a chat of several people", name=piece.author)
        said = phrases("withdrawal", "rest_stands").sub(" ", " ".join(folded_words(placed.text)))
        said = self._words.without_reflexives(phrases("amendment", "trailing").sub(" ", said) + ("?" if "?" in placed.text else ""))
        if is_conditional(said):
            return tr("it depends on a condition or offers a choice")
        if any(isinstance(entry.reading.order, Waive) for entry in orders):
            said = phrases("due", "waive_phrases").sub(" ", phrases("due", "no_builds").sub(" ", said))
        if is_talk(said):
            return tr("it may be a proposal or a denial")
        if by_others:
            return by_others
        above = self._own.get(placed.line.number)
        if above and self.power is None and (powers := {above, *(entry.reading.power for entry in orders)}) != {above}:
            return says_not_whose(self.variant, powers)
        return tr("it stands within other words") if orders and self._within_prose(placed, orders, near, others) else ""

    def _within_prose(self, placed: Placed, orders: list[SheetEntry], near: list[SheetEntry], others: list[SheetEntry]) -> bool:
        """Return True if other words than a courtesy or ``my orders:`` stand on the line."""
        end = orders[-1].column - 1 + len(orders[-1].reading.text)
        if is_sign_off(orders[-1].reading.text, placed.text[end:], self._words):
            others = [entry for entry in others if entry.column <= end]
        beside: list[str] = []
        if any(not words("remark", "doubts").isdisjoint(folded_words(entry.reading.text)) for entry in near):
            return True
        for entry in others:
            said = [word for word in folded_words(entry.reading.text) if not word.isdecimal()]
            before = entry.column < orders[0].column
            after = placed.text[entry.column - 1 + len(entry.reading.text) :].lstrip()
            if (
                is_courtesy(said)
                or (before and greets(entry.reading.text, after[:1]))
                or keeps_the_rest(entry.reading.text)
                or (before and after.startswith(":") and not (names_of_lists() | names_of_due()).isdisjoint(said))
            ):
                continue
            if not before and self._is_remark(placed.text, entry):
                beside.append(entry.reading.text)
                continue
            if self._is_own_clause(placed.text, entry, orders):
                self._clauses.setdefault(placed.line.number, []).append(entry)
                continue
            self._clauses.pop(placed.line.number, None)
            return True
        self._remarks[placed.line.number] = clauses(beside)
        return False

    def _is_own_clause(self, text: str, entry: SheetEntry, orders: Sequence[SheetEntry]) -> bool:
        """Return True if words beside orders are a clause about a unit of its own, parted from them: it is asked about by itself."""
        start, end = entry.column - 1, entry.column - 1 + len(entry.reading.text)
        before, after = text[:start].rstrip(), text[end:].lstrip()
        joined = words("due", "joining")
        parts_before = not before or before[-1] in _PARTS_CLAUSE or (folded_words(before)[-1:] and folded_words(before)[-1] in joined)
        parts_after = not after or after[0] in _PARTS_CLAUSE or (folded_words(after)[:1] and folded_words(after)[0] in joined)
        if not parts_before or not parts_after or _QUOTATION.search(text):
            return False
        named = places_named(entry.reading.text, self._words)
        own = {unit.province for unit in self.position.units if self.power in {None, unit.power}}
        own -= {ordered_place(each.reading.order) for each in orders if each.reading.order is not None}
        others = any(self._words.is_power(word) and self._words.power(word) != self.power for word in folded_words(entry.reading.text))
        is_named = bool(named) and (named[0] in own or not kinds_named(entry.reading.text, self._words).isdisjoint(self._own_kinds()))
        return is_named and not others and self._says_deed(entry.reading.text)

    def _own_kinds(self) -> frozenset[str]:
        """The kinds of the units that the writer has."""
        return frozenset(unit.kind for unit in self.position.units if self.power in {None, unit.power})

    def _is_remark(self, text: str, entry: SheetEntry) -> bool:
        """Return True if words behind an order, and parted from it, change nothing: they name no unit, place or deed, and doubt nothing."""
        start = entry.column - 1
        said = entry.reading.text
        heard = folded_words(said)
        parted = text[:start].rstrip()
        if (
            _QUOTATION.search(text)
            or len(heard) > _LONGEST_REMARK
            or not parted
            or (parted[-1] not in _PARTS_REMARK and said.lstrip()[:1] not in _PARTS_REMARK)
        ):
            return False
        if remark_doubts(said, self._words) or withdrawing(said, self._words) is not None or places_named(said, self._words):
            return False
        if kind_of_later(heard, self.position.phase) is not None or not words("remark", "results").isdisjoint(heard):
            return False
        return not any((self._words.is_deed(word) or (len(word) > 1 and self._words.is_kind(word))) for word in heard)

    # --- fates ---

    def _order(self, placed: Placed, entry: SheetEntry, beside: Sequence[str]) -> None:
        """Decide on an order; *beside* it stand words that are none, such as a name that no power has."""
        reading = entry.reading
        order = reading.order
        assert order is not None
        text = reading.text
        column = placed.start + entry.column
        power = reading.power
        told = LineAccount(placed.line.number, column, text, Fate.TAKEN, power=power, order=order, count=reading.count)
        if any(each.kind is AssumptionKind.RESULT_NOTE for each in reading.assumptions):
            self._found.append(replace(told, fate=Fate.NOT_ORDER, reason=tr("tells a result")))
            return
        if self._is_list_of_places(placed, reading):
            choices = (Choice(power, order),) if power is not None and check_order(self.variant, self.position, power, order) else ()
            reason = tr("it stands within other words")
            self._found.append(replace(told, fate=Fate.DOUBTFUL, order=None, reason=reason, choices=choices))
            return
        later = None if self.is_typed else later_phase(self.variant, self.position.phase, order)
        if later is not None:
            self._later(placed, [entry], later)
            return
        if self.power is not None and power != self.power:
            mine, theirs = power_name(self.variant, self.power), power_name(self.variant, power) if power else tr("nobody")
            reason = tr("it is an order of {other}, and this mail is from {power}", other=theirs, power=mine)
            if power is not None and check_order(self.variant, self.position, power, order):
                self._found.append(
                    replace(told, fate=Fate.DOUBTFUL, power=None, order=None, reason=reason, choices=(Choice(power, order),))
                )
            else:
                self._found.append(replace(told, fate=Fate.REFUSED, power=power, reason=reason))
            return
        if power is None:
            self._found.append(replace(told, fate=Fate.DOUBTFUL, reason=tr("whose order is this")))
            return
        if self.powers and power not in self.powers:
            reason = tr("it is an order of {other}, whom the sender does not play", other=power_name(self.variant, power))
            self._found.append(replace(told, fate=Fate.DOUBTFUL, power=None, order=None, reason=reason, choices=(Choice(power, order),)))
            return
        standing = canonical_order(self.variant, self.position, power, order)[0]
        if _kind_of(standing) != _kind_of(order):
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
                reason = whose_unit(self.variant, self.position, order, power) or reason
            self._found.append(replace(told, fate=Fate.REFUSED, reason=reason, is_illegal=True))
            return
        guesses = [describe_assumption(self.variant, text, each) for each in reading.assumptions if each.kind not in QUIET_ASSUMPTIONS]
        left_out = [Assumption(AssumptionKind.DROPPED_WORD, TextSpan(0, len(each))) for each in beside]
        guesses += [describe_assumption(self.variant, *each) for each in zip(beside, left_out, strict=True)]
        guesses += self._left_aside(placed)
        self._found.append(replace(told, fate=Fate.GUESSED if guesses else Fate.TAKEN, reason=clauses(guesses)))

    def _on_coasts(self, power: str, order: Order) -> tuple[Choice, ...]:
        """Return *order* with each coast that it can mean."""
        place = ordered_place(order)
        bare = _COAST.sub("", str(order))
        legal = () if place is None else legal_orders(self.variant, self.position, place)
        return tuple(Choice(power, each) for each in legal if _COAST.sub("", str(each)) == bare)

    def _is_list_of_places(self, placed: Placed, reading: Reading) -> bool:
        """Return True for ``Munich, Berlin`` of ``Munich, Berlin and Kiel stay``: a comma makes no move but in a table."""
        whole = placed.text.strip(" .;!").casefold() == reading.text.strip(" .;!").casefold()
        return not self.is_typed and _lists_places(reading) and not whole

    def _left_aside(self, placed: Placed) -> list[str]:
        """Return the words beside an order that were taken for no part of it."""
        piece = self._piece(placed)
        if piece is None:
            return []
        told = [self._notes[placed.line.number]] if placed.line.number in self._notes else []
        remark = clauses([each for each in (piece.remark, self._remarks.get(placed.line.number, "")) if each])
        told += [tr("beside it stands {remark}", remark=quoted(remark[:80]))] if remark else []
        return [*told, *([tr("struck out beside it: {struck}", struck=quoted(piece.struck[:80]))] if piece.struck else [])]

    def _later(self, placed: Placed, entries: list[SheetEntry], phase: Phase | None) -> None:
        power = self._headed(entries)
        if phase is None or power is None:
            self._doubt(placed, entries, tr("it is for another phase; which one, and whose order is it"))
            return
        when = describe_phase(self.variant, phase)
        text = placed.text.strip() or placed.line.text
        self._found.append(
            LineAccount(
                placed.line.number, placed.start + 1, text, Fate.LATER, reason=tr("kept for {when}", when=when), power=power, phase=phase
            )
        )

    def _unread(self, placed: Placed, entry: SheetEntry) -> None:
        reading = entry.reading
        assert reading.error is not None
        power = reading.power or self.power
        choices = self._meanings.of_unread(reading, power) or self._meanings.of_line(reading.text, (), power)
        reason = describe_reading_error(self.variant, reading.text, reading.error)
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
        choices = self._meanings.of_line(text, read, power, (*named, *self._by_remark(placed, read)))
        if power is not None and self.position.phase.kind is not PhaseKind.MOVEMENT:
            if not choices:
                self._offered.add(placed.line.number)
            choices = tuple(dict.fromkeys((*choices, *(Choice(power, each) for each in self._due_orders().offers(power, text)))))
        if power is None and choices:
            power = choices[0].power
        self._found.append(
            LineAccount(placed.line.number, placed.start + 1, text, Fate.DOUBTFUL, reason=reason, power=power, choices=choices)
        )

    def _by_remark(self, placed: Placed, read: Sequence[str]) -> list[str]:
        """Return the orders that a remark may change an order to: ``Fleet Sevastopol to the Black Sea (no wait, Rumania)``."""
        piece = self._piece(placed)
        if piece is None or not piece.remark or not read:
            return []
        order = next((each.order for each in (read_order(self.variant, self.position, text, self.power) for text in read[:1])), None)
        if order is None or isinstance(order, Waive):
            return []
        return [f"{order.piece} - {place}" for place in places_named(piece.remark, self._words)[:3]]

    def _headed(self, entries: list[SheetEntry]) -> str | None:
        """Return the power of the orders on a line: the sender's, else the one that the words or the heading above them name."""
        return self.power or next((entry.reading.power for entry in entries if entry.reading.power), None) or self.subject_power

    def _tell(self, placed: Placed, fate: Fate, reason: str) -> None:
        if placed.line.text.strip():
            self._found.append(LineAccount(placed.line.number, 1, placed.line.text, fate, reason=reason))

    # --- lines together ---

    def _only_power(self) -> str | None:
        powers = {each.power for each in self._found if each.fate.is_taken}
        return powers.pop() if len(powers) == 1 else None

    def _settle_powers(self) -> None:
        """Ask for the power of a mail from an unknown sender, without a heading, that orders units of several powers."""
        if self.power is not None or self.subject_power is not None or not self.letter.is_mail:
            return
        powers = {each.power for each in self._found if each.fate.is_taken}
        if (
            len(powers) < 2
            or powers <= self.powers
            or any(heads(line.text, self._words) for line in self.letter.lines if line.part is LetterPart.TEXT)
        ):
            return
        reason = says_not_whose(self.variant, powers)
        for number, each in enumerate(self._found):
            if each.fate.is_taken and each.order is not None and each.power is not None:
                self._found[number] = replace(each, fate=Fate.DOUBTFUL, reason=reason, choices=(Choice(each.power, each.order),))


def _lists_places(reading: Reading) -> bool:
    """Return True for two places with a comma between them, which may be a move of a table, or a list."""
    return "," in reading.text and any(each.kind is AssumptionKind.MOVE_WITHOUT_VERB for each in reading.assumptions)


def _kind_of(order: Order) -> str:
    return "" if isinstance(order, Waive | Build) else order.piece.kind
