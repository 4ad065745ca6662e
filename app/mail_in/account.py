"""The one reader of orders that come as text: what was received is unwrapped, and every line of it is accounted for.

An order is taken only where it was meant: in the sender's own text, as a line or a list of its own, for the phase that is open, for a
unit of the power whose mail it is, with nothing around it that makes it depend on something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from adjudicator.notation import TextSpan, read_order
from adjudicator.notation.order_tokens import words_of
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.readiness import unordered
from app.game.record import Turn, ordered_place
from app.mail_in.accounting import Accounting, Choice, Fate, LetterAccount, LineAccount
from app.mail_in.doubles import settled
from app.mail_in.letter import MOST_BOX_WORK, Letter, MailLine, WorkLeft
from app.mail_in.order_words import order_words
from app.mail_in.statements import with_declarations
from entente.words.names import join_words, power_name
from languages import active_language, labelled, tr

if TYPE_CHECKING:
    from app.mail_in.judge_words import GameNames, LetterFrame


def read_framed(
    variant: Variant,
    letter: Letter,
    given: str | None,
    suggested: str | None,
    game: GameNames | None,
    read: Callable[[str | None], LetterAccount],
) -> LetterAccount:
    """Account for the lines of *letter*, its words for a judge among them.

    Args:
        given: the power of the mail, where a person decided it.
        suggested: whose it is by its sender's address.
        game: the names of the game; a mail for another one is refused, unless a person decided on its power here.
        read: accounts for the orders, for the power that it is handed.
    """
    from app.mail_in.judge_words import frame_of, game_in

    frame = frame_of(variant, game, {line.number: (line.text, line.part) for line in letter.lines})
    tagged = game_in(letter.subject)
    if tagged and game is not None and not game.is_meant(tagged):
        frame.other_game = tagged
    signed = None if frame.is_torn else frame.power
    account = read(given or signed or suggested)
    lines = tuple(_told(frame, line) for line in account.lines)
    if frame.troubles:
        account = replace(account, letter=replace(account.letter, troubles=(*account.letter.troubles, *frame.troubles)))
    account = replace(account, lines=lines, waits=frame.waits, press=() if frame.other_game else tuple(frame.press))
    account = with_declarations(variant, account)
    if frame.other_game and given is None:
        name = "" if game is None else game.name
        reason = tr("the mail is for the game “{other_game}”, and this is {game}", other_game=frame.other_game, game=name)
        trouble = tr("the mail is for another game, “{other_game}”: nothing of it is taken", other_game=frame.other_game)
        troubled = replace(account.letter, troubles=(*account.letter.troubles, trouble))
        return replace(
            account,
            letter=troubled,
            lines=tuple(_refused(line, reason) for line in lines),
            waits=None,
            vote=None,
            other_game=frame.other_game,
            withdrawals=(),
        )
    if frame.is_torn:
        return doubted(account, tr("the mail signs on for several powers"))
    if given is None and signed is not None and suggested is not None and signed != suggested:
        names = join_words((power_name(variant, signed), power_name(variant, suggested)))
        return doubted(account, tr("whose mail is it: it signs on as the first of {names}, and has the address of the second", names=names))
    return account


def doubted(account: LetterAccount, reason: str) -> LetterAccount:
    """*account* with every order that would be taken asked about instead."""
    lines = tuple(
        replace(line, fate=Fate.DOUBTFUL, reason=reason, choices=(Choice(line.power, line.order),))
        if line.fate.is_taken and line.power is not None and line.order is not None
        else line
        for line in account.lines
    )
    return replace(account, lines=lines, waits=None, vote=None, press=())


def _told(frame: LetterFrame, line: LineAccount) -> LineAccount:
    if line.line not in frame.told:
        return line
    fate, reason = frame.told[line.line]
    return replace(line, fate=fate, reason=reason)


def _refused(line: LineAccount, reason: str) -> LineAccount:
    if line.fate is Fate.NOT_ORDER:
        return line
    return replace(line, fate=Fate.REFUSED, reason=reason, is_illegal=False, choices=())


_LEAST_WORK = 100
"""With less no letter is begun."""


def account_for(
    variant: Variant,
    position: Position,
    received: bytes | str,
    *,
    power: str | None = None,
    addresses: Mapping[str, str] | None = None,
    decided: bool = False,
    game: GameNames | None = None,
) -> Accounting:
    """Account for every line of *received*. Never raises, and changes nothing.

    Args:
        variant: names, aliases, kinds and rules, as they hold in the phase that is open.
        position: of the phase that is open.
        received: the bytes of an ``.eml`` or ``.mbox`` file, or text that was pasted.
        power: whose orders these are; without it the sender's address tells, then headings in the text, then the units.
        addresses: mail address to the power whose player has it.
        decided: whether the game says itself how two orders for one unit are read (DATC 4.D.3); otherwise they are asked about.
        game: what the game is called; a mail that says it is for another one is refused.
    """
    from app.mail_in.envelope.unwrap import unwrapped

    letters, troubles = unwrapped(received)
    return account_for_letters(
        variant, position, tuple((letter, power) for letter in letters), troubles, addresses=addresses, decided=decided, game=game
    )


def account_for_letters(
    variant: Variant,
    position: Position,
    letters: Sequence[tuple[Letter, str | None]],
    troubles: tuple[str, ...] = (),
    *,
    addresses: Mapping[str, str] | None = None,
    shared: Mapping[str, frozenset[str]] | None = None,
    decided: bool = False,
    game: GameNames | None = None,
    vouch: Callable[[LetterAccount], LetterAccount] = lambda account: account,
    weigh: Callable[[Letter, LetterAccount], LetterAccount] = lambda _letter, account: account,
    go_on: Callable[[int], bool] = lambda _done: True,
) -> Accounting:
    """The same for letters that are unwrapped already, each with its power where a person set it; the oldest first.

    Args:
        shared: addresses from which several powers write, with these powers.
        vouch: decides which parts count of a mail of unknown power, before it is compared with the others.
        weigh: decides what counts of any mail by the time at which it came, before it is compared with the others.
        go_on: called with the number of letters done; where it says no, the others are not read, which is reported.
    """
    known = {address.casefold(): seat for address, seat in (addresses or {}).items() if address}
    work = WorkLeft(MOST_BOX_WORK)
    accounts: list[LetterAccount] = []
    for letter, given in letters:
        if work.left < _LEAST_WORK:
            left = len(letters) - len(accounts)
            troubles = (*troubles, tr("there is too much that may be orders; the last {left} mails were not read", left=left))
            break
        if not go_on(len(accounts)):
            left = len(letters) - len(accounts)
            troubles = (*troubles, tr("it was stopped; the last {left} mails were not read", left=left))
            break
        powers = (shared or {}).get(letter.sender, frozenset())
        reading = partial(_account, variant, position, letter, work, powers=powers, decided=decided)
        account = read_framed(variant, letter, given, known.get(letter.sender), game, reading)
        accounts.append(weigh(letter, account if given is not None else vouch(account)))
    return Accounting(settled(tuple(accounts)), troubles)


def account_for_line(variant: Variant, position: Position, text: str, power: str | None = None) -> LetterAccount:
    """The same for one line that a person typed as an order: it is no mail, and is read unchanged."""
    from app.mail_in.letter_reader import LetterReader  # boards on which nobody types do without it, and so does the start of the window

    letter = Letter((MailLine(1, text),))
    return LetterReader(variant, position, letter, power, is_typed=True).account()


def _account(
    variant: Variant, position: Position, letter: Letter, work: WorkLeft, power: str | None, *, powers: frozenset[str], decided: bool
) -> LetterAccount:
    from app.mail_in.judge_words import without_marks
    from app.mail_in.letter_reader import LetterReader

    named = None if powers else _power_in(variant, without_marks(letter.subject))
    return LetterReader(variant, position, letter, power, subject_power=named, decided=decided, work=work, powers=powers).account()


def _power_in(variant: Variant, subject: str) -> str | None:
    """The only power that a subject names."""
    words = order_words(variant)
    found = {power for word in words_of(subject) if len(word) > 3 and (power := words.power(word))}
    return found.pop() if len(found) == 1 else None


_NOTHING = TextSpan(0, 0)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Reading of a typed line. Either *order* is set or *fault*."""

    order: Order | None = None
    power: str | None = None
    count: int = 1
    guess: str = ""
    """Guess that was needed to read it, without a stop at its end."""
    refusal: str = ""
    """Reason that the order cannot stand, though it was understood."""
    fault: str = ""
    """Reason that it is no order."""
    span: TextSpan = _NOTHING
    """The words that the fault is about."""


def read_typed(variant: Variant, position: Position, text: str, power: str | None = None) -> TypedLine:
    """Read the order in *text*, in the name of *power* where that is known. Never raises."""
    return _read(variant, id(variant), position, text, power, active_language())  # equal ones may have other words for orders


@lru_cache(maxsize=256)
def _read(variant: Variant, _variant: int, position: Position, text: str, power: str | None, _language: object) -> TypedLine:
    """Read the line and keep the result, since waiting lines are listed after each click, and a doubtful one takes some time."""
    first, *others = account_for_line(variant, position, text, power).lines or (None,)
    whole = TextSpan(0, len(text))
    if others:
        return TypedLine(fault=tr("one order is taken at a time"), span=whole)
    if first is None or first.order is None or first.fate is Fate.DOUBTFUL:
        error = read_order(variant, position, text, power).error
        reason = "" if first is None else first.reason
        return TypedLine(fault=reason or tr("no order can be read here"), span=whole if error is None else error.span)
    return TypedLine(
        first.order,
        first.power,
        first.count,
        guess=first.reason if first.fate is Fate.GUESSED else "",
        refusal=first.reason if first.fate is Fate.REFUSED else "",
    )


def asked_about(variant: Variant, turn: Turn, power: str) -> Mapping[str, TypedLine]:
    """Return the doubtful lines of *power* that read as an order, each with its reading: its unit is asked about, and not missing."""
    lines = [line.text for line in turn.orders_of(power) if line.order is None]
    read = {text: read_typed(variant, turn.position, text, power) for text in lines}
    return {text: each for text, each in read.items() if each.order is not None and not each.refusal}


def units_asked_about(variant: Variant, turn: Turn, power: str) -> frozenset[str]:
    """Return the provinces of the units without an order that these lines are about."""
    places = {ordered_place(each.order) for each in asked_about(variant, turn, power).values() if each.order is not None}
    return frozenset(unit.province for unit in unordered(variant, turn, power) if unit.province in places)


def doubt_words(words: str, reason: str, orders: str) -> str:
    """Return the question about a doubtful line: ``F LVP - YOR: another kind of unit stands there: ...; it may be A LVP - YOR``."""
    if not orders:
        return labelled(words, reason)
    return tr("{words}: {reason}; it may be {orders}", words=words, reason=reason, orders=orders)


def asked_words(variant: Variant, turn: Turn, power: str) -> tuple[str, ...]:
    """Return the questions about the lines of *power* that read as an order."""
    why = tr("it waits for a decision")
    return tuple(doubt_words(text, each.guess or why, str(each.order)) for text, each in asked_about(variant, turn, power).items())
