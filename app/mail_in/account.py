"""The one reader of orders that come as text: what was received is unwrapped, and every line of it is accounted for.

An order is taken only where it was meant: in the sender's own text, as a line or a list of its own, for the phase that is open, for a
unit of the power whose mail it is, with nothing around it that makes it depend on something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from adjudicator.notation.order_tokens import words_of
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.mail_in.accounting import Accounting, LetterAccount
from app.mail_in.framed import read_framed
from app.mail_in.judge_words import GameNames
from app.mail_in.letter import Letter, MailLine
from app.mail_in.letter_reader import LetterReader
from app.mail_in.order_words import order_words
from app.mail_in.repeats import settled
from app.mail_in.unwrap import unwrapped
from app.mail_in.work import MOST_BOX_WORK, WorkLeft
from languages import tr

_NOT_SHARED: Mapping[str, frozenset[str]] = MappingProxyType({})
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
    shared: Mapping[str, frozenset[str]] = _NOT_SHARED,
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
        powers = shared.get(letter.sender, frozenset())
        reading = partial(_account, variant, position, letter, work, powers=powers, decided=decided)
        account = read_framed(variant, letter, given, known.get(letter.sender), game, reading)
        accounts.append(weigh(letter, account if given is not None else vouch(account)))
    return Accounting(settled(tuple(accounts)), troubles)


def account_for_line(variant: Variant, position: Position, text: str, power: str | None = None) -> LetterAccount:
    """The same for one line that a person typed as an order: it is no mail, and is read unchanged."""
    letter = Letter((MailLine(1, text),))
    return LetterReader(variant, position, letter, power, is_typed=True).account()


def _account(
    variant: Variant, position: Position, letter: Letter, work: WorkLeft, power: str | None, *, powers: frozenset[str], decided: bool
) -> LetterAccount:
    named = None if powers else _power_in(variant, letter.subject)
    return LetterReader(variant, position, letter, power, subject_power=named, decided=decided, work=work, powers=powers).account()


def _power_in(variant: Variant, subject: str) -> str | None:
    """The only power that a subject names."""
    words = order_words(variant)
    found = {power for word in words_of(subject) if len(word) > 3 and (power := words.power(word))}
    return found.pop() if len(found) == 1 else None
