"""Mails that follow one another: a later one of the same power takes the place of what an earlier one ordered, and says so."""

from __future__ import annotations

from dataclasses import replace

from app.game.mail_edits import orders_meant
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.withdrawals import Withdrawal
from entente.words.names import date_words
from languages import mark, tr


def settled(letters: tuple[LetterAccount, ...]) -> tuple[LetterAccount, ...]:
    """*letters*, the oldest first, with the orders that a later mail replaces; where the mails carry no dates, these are asked about."""
    if len(letters) < 2:
        return letters
    dated = all(letter.letter.arrived is not None for letter in letters)
    last: dict[tuple[str | None, str], tuple[int, int]] = {}
    found = [list(letter.lines) for letter in letters]
    for number, letter in enumerate(letters):
        for at, line in enumerate(letter.lines):
            place = None if line.order is None else ordered_place(line.order)
            if place is None or not line.fate.is_taken:
                continue
            before = last.get((line.power, place))
            last[line.power, place] = (number, at)
            if before is not None and before[0] != number:
                earlier = found[before[0]][before[1]]
                if dated or earlier.order == line.order:
                    found[before[0]][before[1]] = _replaced(earlier, line, letter)
                else:
                    choices = tuple(dict.fromkeys((*earlier.choices, *_choice(earlier), *_choice(line))))
                    reason = tr("another mail orders this unit otherwise, and the mails do not say which is the later")
                    found[before[0]][before[1]] = replace(earlier, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
                    found[number][at] = replace(line, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
    withdrawals = [
        tuple(replace(each, later=each.later | _ordered_after(letters, number, each.power)) for each in letter.withdrawals)
        for number, letter in enumerate(letters)
    ]
    for number, each in enumerate(withdrawals):
        for said in each:
            _take_back(found, number, said)
    return tuple(
        replace(letter, lines=tuple(lines), withdrawals=said) for letter, lines, said in zip(letters, found, withdrawals, strict=True)
    )


def _ordered_after(letters: tuple[LetterAccount, ...], number: int, power: str | None) -> frozenset[str]:
    """The units of *power* that the mails after number *number*, or it itself, order."""
    orders = (
        line.order for letter in letters[number:] for line in letter.lines if line.fate.is_taken and line.power == power and line.order
    )
    return frozenset(place for order in orders if (place := ordered_place(order)) is not None)


def _take_back(found: list[list[LineAccount]], number: int, said: Withdrawal) -> None:
    """Mark the orders in the mails before number *number*, as far as *said* may mean them."""
    standing = [
        (other, at, line, line.order)
        for other in range(number)
        for at, line in enumerate(found[other])
        if line.fate.is_taken and line.order is not None and line.power == said.power and ordered_place(line.order) not in said.later
    ]
    meant = orders_meant([order for _, _, _, order in standing], said.places, said.kinds, or_all=not said.is_hint)
    for other, at, line, order in standing:
        if order in meant:
            found[other][at] = replace(line, withdrawn=said.words)


def _choice(line: LineAccount) -> tuple[Choice, ...]:
    return () if line.order is None or line.power is None else (Choice(line.power, line.order),)


def _replaced(earlier: LineAccount, later: LineAccount, letter: LetterAccount) -> LineAccount:
    sent = letter.letter.arrived
    if sent is None or earlier.order == later.order:
        return replace(earlier, fate=Fate.REPEAT, reason=tr("ordered again in a later mail"))
    text = mark("replaced by {order} in the later mail of {date}, {time}")
    return replace(earlier, fate=Fate.REPEAT, reason=tr(text, order=later.order, date=date_words(sent), time=f"{sent:%H:%M}"))
