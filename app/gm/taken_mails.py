"""Mails that were taken in for the open phase, and those that wait until their game can be written.

A mail is a file of its own in the folder ``GAME.dpn.mails``, written whole and synced before anything else is done with it, and it goes
when the game that was saved holds it. Its name is its mark, which the game keeps with the mail, so that it is taken in once however often
it is tried.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from adjudicator.phase import Phase, PhaseKind
from app.address_book.address_book import is_address
from app.game.deadlines import add_absence, moment_of, put_off_for_absences, terms_of, written
from app.game.edits import add_audit, one_line
from app.game.entries import Mail
from app.game.mail_edits import (
    keep_for_later,
    replace_mail,
    set_wait,
    settle_mail_line,
    stand,
    take_out,
    trail_of_set_aside,
    trail_of_settled,
)
from app.game.record import Game, ordered_place
from app.game.storage.atomic import read_bounded, storing, sync_folder, write_atomically
from app.game.table_edits import cast_vote
from app.gm.deadline_words import read_days
from app.gm.order_mails import NEVER, account_letters, claimed, with_learnt_address, writers_of, written_from
from app.mail_in.accounting import Fate, LetterAccount
from app.mail_in.keeping import letter_of
from app.mail_in.phase_words import next_phase, rounds
from app.session.errors import Abort
from app.session.session import Session, now_of
from entente.words.names import power_name
from languages import mark, plural, tr


def account_of(session: Session, mail: Mail) -> LetterAccount:
    """Return the account of the lines of a mail that was taken in, read as it was then."""
    among, given = _others(session, mail), mail.power or None
    if not mail.decided:
        (found,) = account_letters(session, [letter_of(mail)], among=among).letters
        if found.power is not None and keeps_asking(session, mail):
            return claimed(writers_of(session), found, (found.power,))
        if given in {None, found.power}:
            return found
    (found,) = account_letters(session, [letter_of(mail)], power=given, late=mail.decided, among=among).letters
    return found


def keeps_asking(session: Session, mail: Mail) -> bool:
    """Return True if the power of *mail* is still undecided, and its sender's address did not tell when it came."""
    turn = session.open_turn
    wrote = {line.text for power in turn.orders for line in turn.orders_of(power)}
    return bool(mail.address) and not mail.power and wrote.isdisjoint(map(one_line, mail.text.split("\n")))


def accounts_of(session: Session, mails: Sequence[Mail]) -> list[LetterAccount]:
    """The same of each of *mails*, all that the open phase has taken in; read at once, since each counts beside the later ones."""
    plain = [(mail, letter_of(mail)) for mail in mails if not mail.decided]
    plain.sort(key=lambda each: each[1].arrived or NEVER)  # as they are read: the accounts come in this sequence
    read = account_letters(session, [letter for _, letter in plain], among=[mail for mail in mails if mail.decided]).letters
    together = {id(mail): account for (mail, _), account in zip(plain, read, strict=False)}
    if len(read) < len(plain) or any((together[id(mail)].power or "") != mail.power for mail, _ in plain):
        together = {}  # too many, or the sender of one was learnt since: it is no neighbour of those of the power that it names
    return [together.get(id(mail)) or account_of(session, mail) for mail in mails]


def _others(session: Session, mail: Mail) -> tuple[Mail, ...]:
    """The mails beside which *mail* is read: all others, since the later of two counts."""
    return tuple(each for each in session.open_turn.mails if each is not mail)


def mail_number(session: Session, number: int) -> Mail:
    """Mail *number*, from 1, of the open phase.

    Raises:
        Abort: there is none.
    """
    mails = session.open_turn.mails
    if not 1 <= number <= len(mails):
        raise Abort(tr("There is no mail number {number}; this phase has {count}.", number=number, count=len(mails)))
    return mails[number - 1]


def put_out(session: Session, game: Game, number: int) -> Game:
    """*game* without mail *number* and without its orders; later changes stay.

    Orders of an earlier mail that it replaced do not come back by themselves: their units are among those without an order.
    """
    mail = mail_number(session, number)
    game = _without_its_lines(session, game, account_of(session, mail), mail)
    return _audited(session, replace_mail(game, session.branch, number, None), f"mail of {mail.power or 'nobody known'} put out again")


def given_to(session: Session, game: Game, number: int, power: str, *, learn: bool = False) -> Game:
    """*game* with mail *number* read as the orders of *power*, since a person says so; also where it came too late.

    Args:
        learn: whether mails from its address are that power's from now on; others from there that wait are read so too.

    Raises:
        Abort: the mail names no address that could be learnt.
    """
    if not learn:
        return _given(session, game, number, power)
    mails = session.open_turn.mails
    mail = mail_number(session, number)
    if not is_address(mail.address):
        raise Abort(tr("This mail names no address that could be learnt."))
    said = f"{_hidden(mail)} learnt as an address of {power}"
    game = _audited(session, with_learnt_address(game, power, mail.name, mail.address), said)
    waiting = [at for at, each in enumerate(mails, 1) if each.address == mail.address and not each.power and 0 not in each.settled]
    for each in sorted({number, *waiting}):
        game = _given(session, game, each, power)
    return game


def _hidden(mail: Mail) -> str:
    """An address in the trail, which others may come to see."""
    return f"{mail.address.partition('@')[0]}@…"


def _given(session: Session, game: Game, number: int, power: str) -> Game:
    mail = mail_number(session, number)
    game = _without_its_lines(session, game, account_of(session, mail), mail)
    decided = replace(mail, power=power, decided=True)
    game = replace_mail(game, session.branch, number, decided)
    (account,) = account_letters(session, [letter_of(mail)], power=power, late=True, among=_others(session, mail)).letters
    game = written_from(session, game, account)
    if account.waits is not None:
        game = set_wait(game, session.branch, power, waits=account.waits)
    return _audited(session, game, f"mail taken in as that of {power}")


def put_aside(session: Session, game: Game, number: int, line: int, phase: Phase | None = None) -> Game:
    """*game* with line *line* of mail *number*, 0 for the mail as a whole, asked about no longer; kept for *phase* where one is given."""
    mail = mail_number(session, number)
    account = account_of(session, mail)
    said = [each for each in account.lines if each.line == line and each.fate is not Fate.NOT_ORDER]
    if line and not any(each.line == line for each in account.lines):
        raise Abort(tr("Mail number {number} has no line {line}.", number=number, line=line))
    branch = session.branch
    for each in said:
        writer = each.power or account.power
        if writer is None:
            continue
        cursor = game.last(branch)
        text = one_line(each.text)
        places = {ordered_place(choice.order) for choice in each.choices if choice.power == writer}
        game = stand(game, branch, writer, {place for place in places if place is not None})
        turn = game.turn(cursor)
        left = [kept for kept in turn.orders_of(writer) if kept.is_legal or kept.text != text]
        game = game.with_turn(cursor, turn.with_orders(writer, left or None))
        if phase is not None:
            game = keep_for_later(game, branch, writer, phase, each.text)
    return _audited(session, settle_mail_line(game, branch, number, line), trail_of_set_aside(mail, line, phase))


def later_phase_of(session: Session, text: str) -> Phase:
    """The phase that *text* names, after the open one: ``retreats``, ``builds``, ``moves``, or ``F1901M``.

    Raises:
        Abort: there is no such phase.
    """
    now, calendar = session.open_turn.phase, session.variant.calendar
    kinds = {"retreats": PhaseKind.RETREAT, "builds": PhaseKind.ADJUSTMENT, "moves": PhaseKind.MOVEMENT}
    if (kind := kinds.get(text.casefold())) is not None and (found := next_phase(calendar, now, kind)) is not None:
        return found
    phase = next((each for each in rounds(calendar, now) if str(each).casefold() == text.casefold()), None)
    if phase is None:
        raise Abort(tr("{text} is no later phase; say retreats, builds, moves, or a phase such as {example}.", text=text, example=str(now)))
    return phase


def _without_its_lines(session: Session, game: Game, account: LetterAccount, mail: Mail) -> Game:
    cursor = game.last(session.branch)
    turn = game.turn(cursor)
    wrote = {(each.power, one_line(each.text), each.order) for each in account.lines if each.fate.is_taken}
    waiting = {(each.power, one_line(each.text)) for each in account.lines}  # it may have been doubtful then and be plain now
    for power in turn.orders.keys() & {each.power for each in account.lines}:
        left = [
            line
            for line in turn.orders[power]
            if (power, line.text, line.order) not in wrote and (line.is_legal or (power, line.text) not in waiting)
        ]
        turn = turn.with_orders(power, left or None)
    asked = {said.power or "" for said in account.withdrawals} | {mail.power}
    for power in asked & turn.orders.keys():
        if not _others_ask(session, mail, power):
            turn = turn.with_orders(power, [replace(line, is_withdrawn=False) for line in turn.orders_of(power)])
    later = {(each.power, each.phase, one_line(each.text)) for each in account.lines}
    turn = replace(turn, later=tuple(each for each in turn.later if (each.power, each.phase, each.text) not in later))
    press = {(mail.power, each.receivers, each.text) for each in account.press}
    turn = replace(turn, press=tuple(each for each in turn.press if (each.sender, each.receivers, each.text) not in press))
    game = game.with_turn(cursor, turn)
    if any((each.power, each.choice) == (mail.power, account.vote) for each in turn.votes):
        game = cast_vote(game, session.branch, mail.power, "")
    return set_wait(game, session.branch, mail.power, waits=False) if account.waits and mail.power else game


def _others_ask(session: Session, mail: Mail, power: str) -> bool:
    """Return True if another mail of *power* may take orders back: then they stay in question when *mail* is gone."""
    accounts = (account_of(session, each) for each in _others(session, mail) if each.power == power)
    return any(each.withdrawals or any(line.is_kept for line in each.lines) for each in accounts)


def decide_withdrawn(session: Session, power: str, places: Collection[str] | None = None, *, stands: bool, reason: str = "") -> int:
    """Say whether orders of *power* stand that a mail seems to take back, those of the units in *places* or all; how many there were."""
    branch = session.branch
    turn = session.game.turn(session.game.last(branch))
    orders = [line.order for owner, line in turn.withdrawn if owner == power]
    meant = [str(order) for order in orders if order is not None and (places is None or ordered_place(order) in places)]
    if not meant:
        return 0
    edit = stand if stands else take_out

    def decided(game: Game) -> Game:
        return _audited(session, edit(game, branch, power, places), trail_of_settled(power, meant, stands=stands))

    names = ", ".join(meant)
    label = tr("{names} stand", names=names) if stands else tr("Take out {names}", names=names)
    session.perform(label, decided, show_open_turn=False, reason=reason or "a mail may take them back")
    return len(meant)


def settle_withdrawn(session: Session, power: str | None, units: Collection[str], *, stands: bool) -> int:
    """The same for the units of *power* that *units* name, all of them where none is named, and for every power without one.

    Raises:
        Abort: the viewer sees no such order.
    """
    places = {unit.upper().rpartition(" ")[2].partition("/")[0] for unit in units} or None
    settled = 0
    for each in dict.fromkeys(owner for owner, _ in session.open_turn.withdrawn if power in {None, owner}):
        settled += decide_withdrawn(session, each, places, stands=stands)
    if not settled:
        raise Abort(tr("No mail seems to take back such an order."))
    return settled


def settled_words(settled: int, *, stands: bool) -> str:
    """Return what was decided about so many orders: ``1 order stands.``"""
    if stands:
        return plural("{count} order stands.", "{count} orders stand.", settled)
    return plural("{count} order is taken out.", "{count} orders are taken out.", settled)


def _audited(session: Session, game: Game, text: str) -> Game:
    return add_audit(game, text, "GM", written(now_of(session)))


def sender_words(session: Session, mail: Mail) -> str:
    """Return the sender of a mail: ``Ada``, else the address, else the power."""
    name = mail.name or mail.address
    return name or (power_name(session.variant, mail.power) if mail.power else tr("pasted"))


def proposal_words(proposal: str) -> str:
    """Return the label of the button that takes it."""
    kind, _, said = proposal.partition(" ")
    return tr("Absence: {days}", days=said) if kind == "absence" else tr("Vote: {vote}", vote=said)


def proposed_days(session: Session, number: int, days: str) -> tuple[date, date]:
    """The days of an absence that mail *number* tells, counted from when it was written.

    Raises:
        Abort: they are none, or over.
    """
    mail, now = mail_number(session, number), now_of(session)
    sent = moment_of(mail.sent) or moment_of(mail.taken) or now
    first, last = read_days(days, min(sent, now), terms_of(session.game).zone_info)
    if last < now.astimezone(terms_of(session.game).zone_info).date():
        raise Abort(tr("These days are over: {first} to {last}.", first=first.isoformat(), last=last.isoformat()))
    return first, last


def with_proposal(session: Session, game: Game, number: int, line: int) -> Game:
    """*game* with what line *line* of mail *number* proposes, and the line asked about no longer.

    Raises:
        Abort: it proposes nothing that can be taken, or the power of the mail is undecided.
    """
    mail, branch, at = mail_number(session, number), session.branch, written(now_of(session))
    account = account_of(session, mail)
    proposal = next((each.proposal for each in account.lines if each.line == line and each.proposal), "")
    kind, _, said = proposal.partition(" ")
    power = account.power
    if not proposal or said == "?":
        raise Abort(tr("Line {line} of mail {number} proposes nothing that could be taken.", line=line, number=number))
    if power is None:
        raise Abort(tr("Say first whose mail it is: {say}.", say=session.named("mail-of")))
    if kind == "absence":
        first, last = proposed_days(session, number, said)
        game = put_off_for_absences(add_absence(game, power, first, last, at=at), branch, now_of(session))
    else:
        game = cast_vote(game, branch, power, said)
    return settle_mail_line(game, branch, number, line)


SUFFIX = ".mails"
"""Behind the name of a game's file: the folder of mails that wait for it."""
ASIDE = "not taken"
"""The folder in it of mails that could not be taken in: a person looks at them."""

_KEEPING = mark("keeping a mail")
_NAME = re.compile(r"(\d{20})-\d{1,10}-[0-9a-f]{8}\.eml")


@dataclass(frozen=True, slots=True)
class KeptMail:
    """One of them."""

    path: Path

    @property
    def mark(self) -> str:
        """The mark by which the game knows it again."""
        return self.path.stem

    @property
    def moment(self) -> datetime:
        """Time at which it was handed in."""
        return datetime.fromtimestamp(int(self.path.name[:20]) // 1_000_000_000, UTC)

    def read(self) -> bytes:
        """Return the bytes that were handed in.

        Raises:
            StorageError: it cannot be read.
        """
        from app.mail_in.envelope.mime import MOST_BYTES  # where nothing waits the reader of mails is not loaded

        return read_bounded(self.path, MOST_BYTES, tr("reading the mails"))

    def close(self) -> None:
        """Take it away, once the file of its game holds it."""
        with suppress(OSError):
            self.path.unlink()
            sync_folder(self.path.parent)
        with suppress(OSError):
            self.path.parent.rmdir()  # where it was the last

    def put_aside(self) -> Path:
        """Keep it where it is tried no more.

        Raises:
            StorageError: it cannot be moved.
        """
        target = self.path.parent / ASIDE / self.path.name
        with storing(target, tr(_KEEPING)):
            target.parent.mkdir(exist_ok=True)
            self.path.replace(target)
            sync_folder(target.parent)
        return target


def keep_waiting(game: Path, mail: bytes) -> KeptMail:
    """Write *mail* beside *game*; when this returns it is on the disk.

    Raises:
        StorageError: it is not.
    """
    folder = _folder(game)
    path = folder / f"{time.time_ns():020}-{os.getpid()}-{os.urandom(4).hex()}.eml"
    with storing(folder, tr(_KEEPING)):
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)
    write_atomically(path, mail, _KEEPING, private=True)
    return KeptMail(path)


def waiting_mails(game: Path) -> tuple[KeptMail, ...]:
    """The mails that wait for *game*, those that were handed in first before the others."""
    return tuple(sorted(_found(_folder(game)), key=lambda each: each.path.name))


def _found(folder: Path) -> Iterator[KeptMail]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    yield KeptMail(folder / entry.name)
    except OSError:
        return


def _folder(game: Path) -> Path:
    real = Path(os.path.realpath(game))
    return real.with_name(real.name + SUFFIX)


def is_taken(game: Game, mark: str) -> bool:
    """Return True if *game* holds the mail with that mark."""
    return any(mail.mark == mark for branch in game.branches for turn in branch.turns for mail in turn.mails)
