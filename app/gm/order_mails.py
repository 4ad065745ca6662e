"""Taking in orders that come as text: one reader for the clipboard, for files of mails and for what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from adjudicator import Build, Order, PhaseKind, Waive, adjustment, orderable
from app.address_book.address_book import FILE, read_book
from app.address_book.senders import Writers
from app.game.deadlines import Lateness, lateness, written
from app.game.edits import add_audit, keep_line, one_line, set_player, settle_line
from app.game.entries import Mail, Member, MemberRole, Press, SeatedPlayer, SeatKind
from app.game.gm_edits import with_member
from app.game.mail_edits import LONGEST_MAIL, keep_for_later, keep_mail, set_wait, short_name_of, withdraw
from app.game.record import Game, Turn, ordered_place, variant_at
from app.game.silence import locked_since
from app.game.table_edits import cast_vote
from app.hooks.press import send_with_hooks
from app.mail_in.account import account_for_letters, doubted
from app.mail_in.accounting import Accounting, Fate, LetterAccount, LineAccount
from app.mail_in.keeping import letter_of, mail_of
from app.mail_in.letter import HandedIn, Letter, with_arrival
from app.session.errors import Abort, GivenUp
from app.session.services import GoOn
from app.session.session import Session, now_of
from entente.words.names import join_words, power_name
from languages import mark, plural, tr

_LABELS = {
    Fate.WITHDRAWS: mark("takes back"),
    Fate.DOUBTFUL: mark("to be decided"),
    Fate.REFUSED: mark("refused"),
    Fate.LATER: mark("for a later phase"),
    Fate.GUESSED: mark("taken with a guess"),
    Fate.TAKEN: mark("taken"),
    Fate.REPEAT: mark("not used"),
    Fate.NOT_ORDER: mark("not an order"),
}
TELLING = (Fate.WITHDRAWS, Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER, Fate.GUESSED, Fate.REPEAT)
"""Fates that a person has to see, the most urgent first."""


_MOST_OF_A_SUBJECT = 80


def mail_reason(mail: Mail) -> str:
    """The mail's words in the trail: its sender, without the address where there is a name, and its subject."""
    local, at, _ = mail.address.partition("@")
    sender = mail.name or (f"{local}@…" if at else local) or "pasted"
    subject = " ".join(mail.subject.split())[:_MOST_OF_A_SUBJECT]
    return f"from {sender}{f', “{subject}”' if subject else ''}" if mail.name or mail.address else sender


def summary(accounting: Accounting, taken: int) -> str:
    """Return the account in a sentence."""
    parts = [plural("{count} order written", "{count} orders written", taken) if taken else tr("No order written")]
    if number := len(accounting.of(Fate.GUESSED)):
        parts.append(plural("{count} with a guess", "{count} with a guess", number))
    if number := len(accounting.of(Fate.LATER)):
        parts.append(plural("{count} kept for a later phase", "{count} kept for a later phase", number))
    if number := len(accounting.of(Fate.REFUSED)):
        parts.append(plural("{count} refused", "{count} refused", number))
    if number := len(accounting.of(Fate.DOUBTFUL)):
        parts.append(plural("{count} line to be decided", "{count} lines to be decided", number))
    return ", ".join(parts) + "."


def urgent_lines(accounting: Accounting) -> list[str]:
    """Return the lines that a person has to see, the most urgent first, each with its place."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
        if letter.claims:
            lines.append(f"{_mail(accounting, number)}{tr('nothing of this mail counts until you say whose it is')}")
        if letter.is_empty and letter.letter.is_mail:
            lines.append(f"{_mail(accounting, number)}{tr('nothing was read in this mail')}")
    for fate in TELLING:
        for number, letter in enumerate(accounting.letters, 1):
            lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.of(fate))
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.lines if each.proposal)
    return lines


def every_line(accounting: Accounting) -> list[str]:
    """Every line that was received, in its sequence, with what became of it."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
        lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.lines)
    return lines


def line_words(line: LineAccount) -> str:
    """One line with its place, what became of it, and why."""
    what = str(line.order) if line.order is not None else line.words.rstrip(":")
    words = tr("line {line}: {what}: {fate}", line=line.line, what=what, fate=tr(_LABELS[line.fate]))
    if line.reason:
        words += f" ({line.reason})"
    if line.choices:
        words += "; " + tr("it may be {orders}", orders=f" {tr('or')} ".join(str(choice.order) for choice in line.choices))
    return words


def fate_label(fate: Fate) -> str:
    """Return the fate of a line, in words."""
    return tr(_LABELS[fate])


def _mail(accounting: Accounting, number: int) -> str:
    if len(accounting.letters) < 2:
        return ""
    letter = accounting.letters[number - 1].letter
    return tr("mail {number} from {sender}", number=number, sender=letter.sender or letter.name or tr("nobody known")) + ", "


def vouched(writers: Writers, account: LetterAccount) -> LetterAccount:
    """*account* as it is where its sender may write for all the powers that it would change; else with nothing of it counting.

    What was pasted or typed without a mail's header is the game master's own act.
    """
    if not account.letter.is_mail or account.other_game:
        return account
    powers = writers.game.variant.powers
    wanted = {line.power for line in account.lines if line.fate is not Fate.NOT_ORDER}
    wanted |= {choice.power for line in account.lines for choice in line.choices}
    wanted |= {said.power for said in account.withdrawals} | {account.power}
    sender = account.letter.sender
    own = writers.single.get(sender.casefold())
    foreign = tuple(power for power in powers if power in wanted and not writers.may_write(sender, power))
    if not foreign or (own is not None and account.power == own):  # lines for others in it are refused one by one
        return account
    return claimed(writers, account, foreign)


def claimed(writers: Writers, account: LetterAccount, powers: tuple[str, ...]) -> LetterAccount:
    """*account* with nothing of it counting, since its sender is not known to play *powers*."""
    reason = claim_words(writers, account.letter.sender, powers)
    lines = tuple(
        line if line.fate is Fate.NOT_ORDER else replace(line, fate=Fate.DOUBTFUL, reason=reason, power=None, phase=None, choices=())
        for line in account.lines
    )
    return replace(account, power=None, lines=lines, waits=None, vote=None, press=(), withdrawals=(), claims=powers)


def claim_words(writers: Writers, sender: str, powers: tuple[str, ...]) -> str:
    """Return the reason that nothing of a mail that writes for *powers* counts."""
    names = join_words(power_name(writers.game.variant, power) for power in powers)
    if any(writers.may_write(sender, power) for power in powers):
        return tr("it came before its sender was known, and nobody said that it is from {names}", names=names)
    if any(power in writers.former(sender) for power in powers):
        return tr("its sender plays {names} no longer", names=names)
    return tr("its sender is not known to play {names}", names=names)


def with_learnt_address(game: Game, power: str, name: str, address: str) -> Game:
    """*game* in which mails from *address* are *power*'s from now on: its player's address where they have none, else one more.

    Raises:
        EditError: there is no such address.
    """
    player = game.players.get(power, SeatedPlayer())
    if not player.address and player.name.casefold() in {"", name.casefold()}:
        return set_player(game, power, replace(player, name=player.name or name, address=address, seat=SeatKind.POST))
    return with_member(game, Member(power, MemberRole.ALSO, name, address))


LARGE = 300_000
"""Bytes of a received text from which on reading it reports its progress."""
MOST_UNREAD = 400
"""Mails of a phase up to which also those are kept in which nothing was read; of a flood of them the others are listed only."""
MOST_REPLACED = 60
"""Mails of a phase up to which also those are kept that later ones replace as a whole; of a box of hundreds the others are listed only."""
TOO_LATE = mark("it came after the deadline and its grace")
LOCKED = mark("it came after the deadline, which was extended for others; the orders of this power are locked")

NEVER = datetime.min.replace(tzinfo=UTC)
"""Time of arrival of a mail that does not tell it: before all others."""


class NothingTakenError(Abort):
    """Error where nothing of the received text can be written, nor kept to be decided."""

    def __init__(self, message: str, accounting: Accounting) -> None:
        super().__init__(message)
        self.accounting = accounting


def take_in(
    session: Session,
    received: bytes | str,
    power: str | None = None,
    *,
    late: bool = False,
    is_here: bool = False,
    handed_in: HandedIn | None = None,
) -> Accounting:
    """Write the orders of *received* into the game, keep what is doubtful and what is for later, and show what became of each line.

    Each mail is one undo step. Nothing is ever processed by a mail.

    Args:
        power: whose it is, as a person says.
        late: whether what came after the deadline and its grace counts all the same.
        is_here: whether a person decided that it is for this game, against its own words.
        handed_in: how a mail program handed it in.

    Raises:
        Abort: nothing in it can be written, nor kept to be decided; then nothing is changed.
    """
    accounting = _read(session, received, power, late=late, is_here=is_here, handed_in=handed_in)
    for line in accounting.of(*TELLING, Fate.TAKEN):
        if line.power is not None:
            session.check_writer(line.power)
    session.needs_decision = session.needs_decision or accounting.is_doubtful
    staged = _staged_ones(session, accounting.letters)
    taken = sum(line.count for account in staged for line in account.of(Fate.TAKEN, Fate.GUESSED))
    if not staged:
        session.services.show_accounting(tr("No order in the text can be written."), accounting)
        raise NothingTakenError("\n".join((tr("No order in the text can be written:"), *urgent_lines(accounting))), accounting)
    keeps = keeps_words(session)
    with session.document.many_steps(_label(staged)):
        for account in staged:
            counts = power is not None or late
            session.perform(_label([account]), partial(_staged, session, account, keeps=keeps, counts=counts))
    session.services.show_accounting(summary(accounting, taken), accounting)
    return accounting


def _on(go_on: GoOn, done: int, of: int, words: str) -> bool:
    if not go_on(done, of, words):
        raise GivenUp(tr("It was stopped; nothing of these mails was taken."))
    return True


def keeps_words(session: Session) -> bool:
    """Return True if the words of mails are kept in the game: at a table and in one power's view they are private."""
    return session.viewer is None and session.seating is None and not session.game.is_analysis


def _read(
    session: Session, received: bytes | str, power: str | None, *, late: bool, is_here: bool, handed_in: HandedIn | None
) -> Accounting:
    """Account for every line; the reading of a large box reports its progress, and can be stopped."""
    from app.mail_in.envelope.unwrap import unwrapped

    if len(received) < LARGE:
        letters, troubles = unwrapped(received)
        letters = with_arrival(letters, now_of(session), handed_in)
        return account_letters(session, letters, troubles, power, late=late, is_here=is_here)

    def work(go_on: GoOn) -> Accounting:
        letters, troubles = unwrapped(received, lambda done, of: _on(go_on, done, of * 2, tr("Unpacking mails")))
        letters = with_arrival(letters, now_of(session), handed_in)
        many = len(letters)
        return account_letters(
            session,
            letters,
            troubles,
            power,
            late=late,
            is_here=is_here,
            go_on=lambda done: _on(go_on, many + done, many * 2, tr("Reading mail {done} of {many}", done=done + 1, many=many)),
        )

    return session.services.watch_over(tr("Reading mails…"), work)


def account_letters(
    session: Session,
    letters: Sequence[Letter],
    troubles: tuple[str, ...] = (),
    power: str | None = None,
    *,
    late: bool = False,
    is_here: bool = False,
    among: Sequence[Mail] | None = None,
    as_seen_by: str | None = None,
    go_on: Callable[[int], bool] = lambda _done: True,
) -> Accounting:
    """Account for *letters* in the open phase: beside later mails that were taken before them, and after the deadline.

    Args:
        power: whose they are, as a person says.
        late: whether those that came too late count all the same.
        is_here: whether a person decided that they are for this game.
        among: the mails that were taken in for this phase; those of the open turn unless given.
        as_seen_by: the power in whose view they are read: as if nothing else had come.
        go_on: called with the number read; where it says no, the others are not.
    """
    from app.mail_in.judge_words import GameNames

    game, turn = session.game, session.open_turn
    if as_seen_by is not None:
        turn, among = session.viewpoint.turn(game, game.last(session.branch), as_seen_by), ()
    known_mails = turn.mails if among is None else among
    fresh = [letter for letter in letters if among is not None or not _is_known(turn, letter)]
    known = len(letters) - len(fresh)
    if known:
        said = plural("{count} mail was taken in before, and counted once", "{count} mails were taken in before, and counted once", known)
        troubles = (*troubles, said)
    given = power or session.viewer
    both, decided = _with_later(fresh, given, known_mails)
    # A text without a header has no sender, who could be in the address book.
    writers = writers_of(session) if any(letter.is_mail for letter, _ in both) else None
    decided |= {id(letter) for letter in fresh} if late else set()
    found = account_for_letters(
        session.variant,
        turn.position,
        both,
        troubles,
        addresses=None if writers is None else writers.single,
        shared=None if writers is None else writers.shared,
        decided="4.D.3" in game.rules_at(game.last(session.branch)),
        game=None if is_here else GameNames(game.id, game.name, short_name_of(game)),
        vouch=lambda account: account if writers is None else vouched(writers, account),
        weigh=lambda letter, account: account if id(letter) in decided else _timed(session, account),
        go_on=go_on,
    )
    wanted = {id(letter) for letter in fresh}
    accounts = [account for (letter, _), account in zip(both, found.letters, strict=False) if id(letter) in wanted]
    return replace(found, letters=tuple(accounts))


def writers_of(session: Session, game: Game | None = None) -> Writers:
    """Return the persons who may write for each power of *game*, the one in front unless given."""
    return Writers(session.game if game is None else game, read_book(session.library.places.settings / FILE))


def _with_later(fresh: Sequence[Letter], given: str | None, kept: Sequence[Mail]) -> tuple[list[tuple[Letter, str | None]], set[int]]:
    """*fresh* with the mails among *kept* that arrived after the first of them, the oldest first: the later one of a power counts.

    With them come the identities of the kept ones that count in any case, since a person decided so.
    """
    letters = [(letter, given) for letter in fresh]
    arrived = [letter.arrived for letter in fresh if letter.arrived is not None]
    if len(arrived) < len(fresh) or not arrived:
        return letters, set()
    first = min(arrived)
    before = [(letter_of(mail), mail) for mail in kept]
    later = [(letter, mail) for letter, mail in before if letter.arrived is not None and letter.arrived > first]
    both = [*((letter, mail.power or None) for letter, mail in later), *letters]
    return sorted(both, key=lambda each: each[0].arrived or NEVER), {id(letter) for letter, mail in later if mail.decided}


def reason_of_lateness(session: Session, account: LetterAccount) -> str:
    """Return the reason that a mail came too late to count by itself: after grace, or once its power was locked; empty where it did not."""
    moment = moment_of_letter(account.letter, now_of(session))
    locked = None if account.power is None else locked_since(session.game, session.branch, account.power)
    if locked is not None and moment > locked:
        return tr(LOCKED)
    return tr(TOO_LATE) if lateness(session.game, session.open_turn.deadline, moment) is Lateness.TOO_LATE else ""


def _timed(session: Session, account: LetterAccount) -> LetterAccount:
    """*account* with its orders, and what it takes back, asked about where it came too late."""
    reason = reason_of_lateness(session, account)
    if not reason:
        return account
    found = doubted(account, reason)
    return replace(found, lines=tuple(replace(each, reason=reason) if each.fate is Fate.WITHDRAWS else each for each in found.lines))


def moment_of_letter(letter: Letter, taken: datetime) -> datetime:
    """Return the time at which a letter counts as received: when it arrived, else when it was sent, where that is not to come yet."""
    return taken if letter.arrived is None else min(letter.arrived, taken)


def _is_known(turn: Turn, letter: Letter) -> bool:
    """Return True if the same mail was taken in for this phase already."""
    if letter.sent is None or not letter.sender:
        return False
    again = mail_of(letter, None, letter.sent)
    return any((each.address, each.sent, each.text) == (again.address, again.sent, again.text) for each in turn.mails)


def _staged_ones(session: Session, accounts: Sequence[LetterAccount]) -> list[LetterAccount]:
    """The mails of which something goes into the game, and all others: that a mail came is never lost."""
    counts = [_stages(session, account) and not account.claims for account in accounts]
    if not keeps_words(session):
        return [account for account, stays in zip(accounts, counts, strict=True) if stays]
    held = len(session.open_turn.mails) + sum(counts)
    for number, account in enumerate(accounts):
        if not counts[number] and account.letter.is_mail and not account.other_game:
            counts[number] = held < (MOST_REPLACED if _is_replaced(account) else MOST_UNREAD)
            held += counts[number]
    return [account for account, stays in zip(accounts, counts, strict=True) if stays]


def _is_replaced(account: LetterAccount) -> bool:
    """Return True if nothing of a mail of a known power counts since later ones repeat or replace it."""
    return account.power is not None and bool(account.of(Fate.REPEAT))


def _stages(session: Session, account: LetterAccount) -> bool:
    """Return True if anything of a mail goes into the game."""
    if account.waits is not None or account.vote is not None or account.press:
        return account.power is not None
    kept = kept_lines_of(session, account)
    if any(said.power is not None and (not said.is_hint or session.open_turn.orders_of(said.power)) for said in account.withdrawals):
        return True
    return bool(account.of(Fate.TAKEN, Fate.GUESSED, Fate.LATER)) or any(line.fate is Fate.DOUBTFUL for line in kept)


def _label(accounts: Sequence[LetterAccount]) -> str:
    """Return the label of the undo step."""
    if len(accounts) > 1:
        return plural("Take in {count} mail", "Take in {count} mails", len(accounts))
    (account,) = accounts
    letter = account.letter
    if letter.is_mail:
        return tr("Mail from {sender}", sender=letter.name or letter.sender or tr("nobody known"))[:80]
    taken = sum(line.count for line in account.of(Fate.TAKEN, Fate.GUESSED))
    kept = len(account.of(Fate.LATER)) + sum(line.is_kept for line in account.lines)
    if taken:
        return plural("Paste {count} order", "Paste {count} orders", taken)
    if kept:
        return plural("Keep {count} received line", "Keep {count} received lines", kept)
    return plural("Take in {count} mail", "Take in {count} mails", 1)


def _staged(session: Session, account: LetterAccount, game: Game, *, keeps: bool, counts: bool) -> Game:
    """*game* with one mail staged: its orders written, its words kept, its press passed on."""
    now = now_of(session)
    game = written_from(session, game, account)
    if account.power is not None:
        if account.waits is not None:
            game = set_wait(game, session.branch, account.power, waits=account.waits)
        if account.vote is not None:
            game = cast_vote(game, session.branch, account.power, account.vote)
        for each in account.press:
            session.hooks.check_agreed(game, game.last(session.branch))
            press = Press(account.power, each.receivers, each.text, written(moment_of_letter(account.letter, now)))
            game, _, log = send_with_hooks(game, session.branch, press, session.hooks.host)
            session.hooks.note(game, log)
    if not keeps:
        return game
    received = mail_of(account.letter, account.power, now, decided=counts)
    if account.is_empty:
        received = replace(received, text=received.text[:LONGEST_MAIL])
    game = keep_mail(game, session.branch, received)
    who = account.power or "nobody known"
    phase = game.turn(game.last(session.branch)).phase
    taken = sum(line.count for line in account.of(Fate.TAKEN, Fate.GUESSED))
    moment = moment_of_letter(account.letter, now)
    late = lateness(game, game.turn(game.last(session.branch)).deadline, moment)
    if account.claims:
        words = f"mail of nobody known kept for {phase}: its sender is not known to play {' and '.join(account.claims)}"
        return add_audit(game, words, "GM", written(now), mail_reason(received))
    read = "nothing read" if account.is_empty else f"{taken} {'order' if taken == 1 else 'orders'}"
    if any(not said.is_hint for said in account.withdrawals):
        read += ", takes back what was sent before"
    words = f"mail of {who} taken in for {phase}: {read}"
    locked = None if account.power is None else locked_since(game, session.branch, account.power)
    if locked is not None and moment > locked:
        words = f"{words}, locked"
    return add_audit(game, words if late is Lateness.IN_TIME else f"{words}, {late}", "GM", written(now), mail_reason(received))


def written_from(session: Session, game: Game, account: LetterAccount) -> Game:
    """*game* with the orders of *account* written, and its doubtful lines and those for later kept."""
    branch, before = session.branch, game
    for said in account.withdrawals:
        if said.power is not None and session.viewer in {None, said.power}:
            units = {unit.province for unit in game.turn(game.last(branch)).position.units_of(said.power)}
            names_unit = said.places is not None and not units.isdisjoint(said.places)  # one without an order: no other is meant
            or_all = not said.is_hint and not names_unit
            game = withdraw(game, branch, said.power, said.places, said.later, said.kinds, or_all=or_all)
    for line in account.of(Fate.TAKEN, Fate.GUESSED):
        assert line.power is not None
        assert line.order is not None
        for _ in range(line.count):
            game = settle_line(game, branch, line.power, line.text, line.order)
        place = ordered_place(line.order)
        if line.withdrawn and place is not None:
            game = withdraw(game, branch, line.power, {place}, or_all=False, or_leading=False)
    game = _with_doubts_answered(session, game, account)
    game = _with_changes_asked(session, game, account)
    game = _with_other_adjustments_asked(session, game, account, before)
    game = _without_replaced_waives(session, game, account)
    for line in kept_lines_of(session, account):
        assert line.power is not None
        game = keep_line(game, branch, line.power, line.text, line.order if line.fate is Fate.REFUSED else None)
    for line in account.of(Fate.LATER):
        if line.power is not None and line.phase is not None and session.viewer in {None, line.power}:
            game = keep_for_later(game, branch, line.power, line.phase, line.text)
    return game


def _with_doubts_answered(session: Session, game: Game, account: LetterAccount) -> Game:
    """*game* without doubtful lines of earlier mails that are about units which *account* orders plainly: that is the answer."""
    cursor, power = game.last(session.branch), account.power
    turn = game.turn(cursor)
    if power is None or all(line.order is not None for line in turn.orders_of(power)):
        return game  # nothing waits, and no mail is read again for it
    fresh = {ordered_place(line.order) for line in account.taken if line.order is not None}
    answered: set[str] = set()
    now = account.letter.arrived
    for letter in (letter_of(each) for each in session.open_turn.mails if each.power == power):
        if now is not None and (letter.arrived or NEVER) > now:
            continue
        (earlier,) = account_letters(session, [letter], power=power, among=()).letters
        for line in earlier.of(Fate.DOUBTFUL):
            places = {ordered_place(choice.order) for choice in line.choices if choice.power == power}
            if places and places <= fresh:
                answered.add(one_line(line.text))
    left = [line for line in turn.orders_of(power) if line.order is not None or line.text not in answered]
    return game.with_turn(cursor, turn.with_orders(power, left or None))


def _with_changes_asked(session: Session, game: Game, account: LetterAccount) -> Game:
    """*game* in which what stood for a unit is doubtful where a line of a later mail may order that unit otherwise."""
    fresh = _places(line.order for line in account.taken)
    for line in account.of(Fate.DOUBTFUL, Fate.REFUSED):
        power = line.power
        if power is None or session.viewer not in {None, power} or account.power not in {None, power}:
            continue
        orders = [choice.order for choice in line.choices if choice.power == power]
        places = _places([*orders, line.order if line.is_illegal else None]) - fresh
        game = withdraw(game, session.branch, power, places, or_all=False, or_leading=False)
    return game


def _places(orders: Iterable[Order | None]) -> set[str]:
    """Return the provinces whose units or builds *orders* are about."""
    return {place for order in orders if order is not None and (place := ordered_place(order)) is not None}


def _with_other_adjustments_asked(session: Session, game: Game, account: LetterAccount, before: Game) -> Game:
    """*game* in which earlier builds or removals are doubtful where a later mail repeats some, or names more than are due.

    Args:
        before: the game as it was before the mail.
    """
    cursor = game.last(session.branch)
    turn = game.turn(cursor)
    power = account.power
    if turn.phase.kind is not PhaseKind.ADJUSTMENT or power is None or session.viewer not in {None, power}:
        return game
    given = [line for line in account.taken if line.power == power]
    fresh = _places(line.order for line in given)
    waived = sum(line.count for line in given if isinstance(line.order, Waive))
    asked = _places(choice.order for line in account.of(Fate.DOUBTFUL) for choice in line.choices if choice.power == power)
    orderable_places = {each.province for each in orderable(variant_at(game, cursor), turn.position, power)}
    asked |= {place for said in account.withdrawals if said.is_hint for place in (said.places or frozenset()) & orderable_places}
    standing = _places(line.order for line in turn.orders_of(power) if line.is_legal and not line.is_withdrawn)
    asked -= _places(line.order for line in turn.orders_of(power) if line.is_withdrawn)
    earlier = standing - fresh
    due = abs(adjustment(variant_at(game, cursor), turn.position, power))
    stood = {line.order for line in before.turn(cursor).orders_of(power) if line.is_legal}
    is_whole = any(line.order in stood for line in given)
    if not is_whole and (not ((fresh | asked) - earlier or waived) or len(standing | fresh | asked) + waived <= due):
        return game
    return withdraw(game, session.branch, power, earlier, or_all=False)


def _without_replaced_waives(session: Session, game: Game, account: LetterAccount) -> Game:
    """*game* without builds that were waived before, where a later mail builds in their place and there is no room for both."""
    cursor = game.last(session.branch)
    turn, power = game.turn(cursor), account.power
    built = any(isinstance(line.order, Build) for line in account.taken)
    if turn.phase.kind is not PhaseKind.ADJUSTMENT or power is None or session.viewer not in {None, power} or not built:
        return game
    if any(isinstance(line.order, Waive) for line in account.taken):
        return game
    lines = turn.orders_of(power)
    given = sum(line.is_legal and not line.is_withdrawn and isinstance(line.order, Build | Waive) for line in lines)
    surplus = given - adjustment(variant_at(game, cursor), turn.position, power)
    waived = [line for line in lines if isinstance(line.order, Waive)][: max(0, surplus)]
    left = [line for line in lines if not any(line is each for each in waived)]
    return game.with_turn(cursor, turn.with_orders(power, left)) if waived else game


def kept_lines_of(session: Session, account: LetterAccount) -> tuple[LineAccount, ...]:
    """The lines that stay among the orders of their power without being decided."""
    return tuple(line for line in account.of(Fate.DOUBTFUL, Fate.REFUSED) if line.is_kept and session.viewer in {None, line.power})


def decision_about(line: LineAccount, turn: Turn) -> Order | None:
    """The order that was written for a doubtful *line*; ``None`` while it waits."""
    if line.power is not None and any(each.order is None and each.text == one_line(line.text) for each in turn.orders_of(line.power)):
        return None
    for choice in line.choices:
        if any(each.order == choice.order and each.is_legal for each in turn.orders_of(choice.power)):
            return choice.order
    return None
