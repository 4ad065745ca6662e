"""The round of the open phase as a value: by power its mails, every line with what became of it by now, and what needs a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.order import Move, Order, Retreat, Support
from app.game.deadlines import Lateness, lateness, moment_of
from app.game.edits import one_line
from app.game.entries import Mail
from app.game.mail_edits import places_of
from app.game.readiness import missing, unattended
from app.game.record import Turn, ordered_place
from app.gm.order_mails import LOCKED, TOO_LATE, decision_about
from app.gm.taken_mails import accounts_of, sender_words
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.session.session import Session
from entente.words.names import join_words, power_name
from languages import tr

FATES = (Fate.TAKEN, Fate.GUESSED, Fate.WITHDRAWS, Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER, Fate.REPEAT, Fate.NOT_ORDER)
"""Fates in the sequence in which they are listed and counted."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a mail."""

    mail: int
    """The mail's number, from 1."""
    line: LineAccount
    fate: Fate
    """Present fate: a doubtful line that was decided is taken with a guess."""
    words: str
    """Words as they were received, on one line."""
    reading: str
    """Order that it was read as, or the reason that it was not taken."""
    needs: bool
    """True if a person has to do something about it."""
    province: str | None = None
    """Province of its unit."""
    takes_back: tuple[Order, ...] = ()
    """The orders that it may take back, while there is no decision."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Orders that it may mean, while it waits."""
        return self.line.choices if self.needs and self.line.fate is Fate.DOUBTFUL else ()

    @property
    def can_be_set_aside(self) -> bool:
        """True if a person can decide that it orders nothing now."""
        return self.needs and (self.line.fate in (Fate.DOUBTFUL, Fate.REFUSED) or bool(self.line.proposal))

    @property
    def proposal(self) -> str:
        """Proposal beside orders that one press takes: ``absence until mon``; empty where there is none, or it was settled."""
        return self.line.proposal if self.needs and not self.line.proposal.endswith("?") else ""

    @property
    def targets(self) -> frozenset[str]:
        """The provinces that its choices lead to."""
        orders = [choice.order for choice in self.choices]
        moves = {order.target.province for order in orders if isinstance(order, Move | Retreat)}
        return frozenset(moves | {each.target.province for each in orders if isinstance(each, Support) and each.target is not None})

    @property
    def can_be_written(self) -> bool:
        """True if it waits for words of a person's own."""
        return self.needs and self.line.power is not None and self.line.fate is not Fate.WITHDRAWS and not self.line.proposal


@dataclass(frozen=True, slots=True)
class SheetMail:
    """A mail with its lines, or with those of one power in it."""

    number: int
    sender: str
    moment: str
    """ISO 8601: when it was sent, else when it was taken in."""
    subject: str
    lateness: Lateness
    troubles: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    is_unread: bool = False
    """True if nothing was read in it, and it was not set aside."""
    claims: tuple[str, ...] = ()
    """The powers that it would write for, where its sender is not known to play them and there is no decision."""
    has_address: bool = False
    """True if it names an address that could be kept."""
    is_aside: bool = False
    """True if it was set aside as a whole."""

    @property
    def needs(self) -> int:
        """Number of things about it that need a person."""
        return sum(row.needs for row in self.rows) + self.is_unread + bool(self.claims)


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Mails of one power."""

    power: str | None
    """``None`` for mails whose power is undecided."""
    name: str
    given: int
    """Orders that are in."""
    due: int
    """Orders that are wanted; 0 where nothing is."""
    waits: bool
    mails: tuple[SheetMail, ...]
    whole_set: tuple[str, ...] = ()
    """All orders that would be played now; those that a mail may take back with ``withdrawn?`` behind."""

    @property
    def is_complete(self) -> bool:
        """True if nothing is missing."""
        return self.given >= self.due

    @property
    def needs(self) -> int:
        """Number of lines, and of mails in which nothing was read, that need a person."""
        return sum(mail.needs for mail in self.mails)


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """All of it."""

    groups: tuple[SheetGroup, ...]
    counts: Mapping[Fate, int]
    lines: int
    needs: int
    kept: int = 0
    """Lines that mails of earlier phases held for this one, and that were not taken in yet."""

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """Every line, in the order of the page."""
        return tuple(row for group in self.groups for mail in group.mails for row in mail.rows)


class RoundReader:
    """Makes sheets; mails are read again only where they or what they are read by changed."""

    def __init__(self) -> None:
        self._read: dict[int, LetterAccount] = {}
        self._surroundings: tuple[object, ...] | None = None

    def sheet(self, session: Session) -> RoundSheet:
        """The round of the open phase of the game in front, as its viewer may see it."""
        turn = session.open_turn
        accounts = self._accounts(session, turn)
        by_power: dict[str | None, list[SheetMail]] = {}
        for number, mail in enumerate(turn.mails, 1):
            for power, found in _by_power(turn, number, mail, accounts[id(mail)]).items():
                by_power.setdefault(power, []).append(_mail(session, turn, number, mail, accounts[id(mail)], found))
        groups = [_group(session, turn, power, tuple(by_power.get(power, ()))) for power in _powers(session, turn, by_power)]
        rows = [row for group in groups for mail in group.mails for row in mail.rows]
        counts = {fate: sum(row.fate is fate for row in rows) for fate in FATES}
        kept = _still_kept(session, turn)
        return RoundSheet(tuple(groups), MappingProxyType(counts), len(rows), sum(group.needs for group in groups), kept)

    def _accounts(self, session: Session, turn: Turn) -> dict[int, LetterAccount]:
        """Return the accounts of the lines of each mail, by its identity."""
        surroundings = (turn.position, turn.mails, turn.deadline, session.game.settings, session.game.players, session.variant.rules)
        if self._surroundings is None or any(one is not other for one, other in zip(self._surroundings, surroundings, strict=True)):
            self._read = dict(zip(map(id, turn.mails), accounts_of(session, turn.mails), strict=True))
            self._surroundings = surroundings
        return self._read


def _still_kept(session: Session, turn: Turn) -> int:
    game = session.shown
    words = {(mail.power, line.strip()) for mail in turn.mails for line in mail.text.split("\n")}
    kept = game.kept_for(game.last(session.branch))
    return sum(words.isdisjoint({(line.power, line.text), ("", line.text)}) for line in kept)


def _powers(session: Session, turn: Turn, by_power: Mapping[str | None, list[SheetMail]]) -> list[str | None]:
    """Mails without a power first, since they wait; then every power that may order or wrote, as the variant lists them."""
    wanted = _due(session, turn)
    unknown: list[str | None] = [None] if None in by_power else []
    viewer = session.viewer
    return [*unknown, *(each for each in session.variant.powers if (each in wanted or each in by_power) and viewer in {None, each})]


def _due(session: Session, turn: Turn) -> Mapping[str, int]:
    return missing(session.variant, replace(turn, orders=MappingProxyType({})), unattended(session.shown))


def _group(session: Session, turn: Turn, power: str | None, mails: tuple[SheetMail, ...]) -> SheetGroup:
    if power is None:
        return SheetGroup(None, tr("Whose mail is it?"), 0, 0, False, mails)
    due = _due(session, turn).get(power, 0)
    lacking = missing(session.variant, turn, unattended(session.shown)).get(power, 0)
    return SheetGroup(power, power_name(session.variant, power), due - lacking, due, power in turn.waits, mails, whole_set(turn, power))


def whole_set(turn: Turn, power: str) -> tuple[str, ...]:
    """Return the orders of *power* that are legal; those that a mail may have taken back are marked."""
    withdrawn = tr("withdrawn?")
    legal = [line for line in turn.orders_of(power) if line.is_legal]
    return tuple(f"{line.order} · {withdrawn}" if line.is_withdrawn else str(line.order) for line in legal)


def _mail(session: Session, turn: Turn, number: int, mail: Mail, account: LetterAccount, rows: tuple[SheetRow, ...]) -> SheetMail:
    moment = mail.received or mail.sent or mail.taken
    when = moment_of(moment)
    late = Lateness.IN_TIME if when is None else lateness(session.game, turn.deadline, when)
    is_unread = account.is_empty and 0 not in mail.settled
    claims = () if 0 in mail.settled else account.claims
    return SheetMail(
        number,
        sender_words(session, mail),
        moment,
        mail.subject,
        late,
        account.letter.troubles,
        rows,
        is_unread,
        claims,
        bool(mail.address),
        0 in mail.settled,
    )


def _by_power(turn: Turn, number: int, mail: Mail, account: LetterAccount) -> dict[str | None, tuple[SheetRow, ...]]:
    """The lines of a mail: all of them its power's, or by the powers that its headings name."""
    found: dict[str | None, list[SheetRow]] = {}
    whole = mail.power or account.power
    named = [line.power for line in account.lines if line.power is not None]
    last = whole or (named[0] if named else None)
    if not account.lines:
        found[whole] = []
    for line in account.lines:
        last = whole or line.power or last
        row = _row(turn, number, line, may_take_back(turn, account, line))
        if account.claims:  # the mail is one question
            row = replace(row, needs=False)
        found.setdefault(last, []).append(_aside(row) if {line.line, 0} & set(mail.settled) else row)
    return {power: tuple(rows) for power, rows in found.items()}


def _aside(row: SheetRow) -> SheetRow:
    """*row* as that of a line that was set aside."""
    if not row.needs:
        return row
    said = tr("{said} · settled", said=row.reading) if row.line.proposal else tr("left out")
    return replace(row, fate=Fate.NOT_ORDER, reading=said, needs=False, takes_back=())


def may_take_back(turn: Turn, account: LetterAccount, line: LineAccount) -> tuple[Order, ...]:
    """The orders that a line may take back, and that wait for a decision."""
    found: list[Order] = []
    for said in account.withdrawals:
        if said.line != line.line or (line.fate is not Fate.WITHDRAWS and not (said.is_hint and line.fate is Fate.NOT_ORDER)):
            continue
        orders = [each.order for power, each in turn.withdrawn if power == said.power and each.order is not None]
        meant = [order for order in orders if ordered_place(order) not in said.later]
        if said.places is not None:
            named = [order for order in meant if ordered_place(order) in said.places]
            leading = [order for order in meant if not places_of(order).isdisjoint(said.places)]
            meant = named or leading or ([] if said.is_hint else meant)
        found += meant
    return tuple(dict.fromkeys(found))


def _row(turn: Turn, number: int, line: LineAccount, takes_back: tuple[Order, ...]) -> SheetRow:
    words = line.words
    if line.fate is Fate.WITHDRAWS or takes_back:
        orders = join_words(str(order) for order in takes_back)
        said = tr("may take back {orders}", orders=orders) if takes_back else line.reason
        if takes_back and line.reason in {tr(TOO_LATE), tr(LOCKED)}:
            said = f"{said} · {line.reason}"
        return SheetRow(number, line, Fate.WITHDRAWS, words, said, needs=bool(takes_back), takes_back=takes_back)
    province = _province(line)
    reading = str(line.order) if line.order is not None else line.reason
    if line.fate.is_taken:
        if _stands(turn, line.power, line.order):
            guess = f"{line.order} · {line.reason}" if line.reason else reading
            if any(owner == line.power and each.order == line.order for owner, each in turn.withdrawn):
                guess = f"{line.order} · {tr('withdrawn?')}"
            return SheetRow(number, line, line.fate, words, guess, needs=False, province=province)
        now = _present(turn, line.power, province)
        changed = tr("changed: {now}", now=now) if now else tr("taken back since")
        return SheetRow(number, line, Fate.REPEAT, words, changed, needs=False, province=province)
    if line.fate is Fate.DOUBTFUL:
        decided = decision_about(line, turn)
        if decided is not None:
            return SheetRow(
                number, line, Fate.GUESSED, words, tr("taken as {order}", order=decided), needs=False, province=ordered_place(decided)
            )
        if line.is_kept and not _waits(turn, line):
            return SheetRow(number, line, Fate.REPEAT, words, tr("settled otherwise"), needs=False, province=province)
        return SheetRow(number, line, line.fate, words, line.reason, needs=True, province=province)
    if line.fate is Fate.REFUSED:
        settled = line.is_kept and not _waits(turn, line)
        needs = line.is_kept and not settled
        why = tr("settled since · {reason}", reason=line.reason) if settled else line.reason
        return SheetRow(number, line, line.fate, words, why, needs=needs, province=province)
    told = line.reason or reading or tr("not an order")
    return SheetRow(number, line, line.fate, words, told, needs=bool(line.proposal), province=province)


def _stands(turn: Turn, power: str | None, order: Order | None) -> bool:
    return power is not None and any(each.order == order and each.is_legal for each in turn.orders_of(power))


def _waits(turn: Turn, line: LineAccount) -> bool:
    """Return True if a line that was kept stands among the orders still, and no legal order for its unit does."""
    if line.power is None:
        return True
    lines = turn.orders_of(line.power)
    text = one_line(line.text)
    place = None if line.order is None else ordered_place(line.order)
    stands = [each.order for each in lines if each.is_legal and not each.is_withdrawn and each.order is not None]
    if place is not None and place in map(ordered_place, stands):
        return False
    return any(not each.is_legal and each.text == text for each in lines)


def _present(turn: Turn, power: str | None, province: str | None) -> str:
    """The order that the unit of *province* has now."""
    lines = () if power is None else turn.orders_of(power)
    return next(
        (str(each.order) for each in lines if each.order is not None and each.is_legal and ordered_place(each.order) == province), ""
    )


def _province(line: LineAccount) -> str | None:
    """Return the province of the unit of a line: that of its order, or the one that all its meanings are about."""
    if line.order is not None:
        return ordered_place(line.order)
    places = {ordered_place(choice.order) for choice in line.choices}
    return places.pop() if len(places) == 1 else None
