"""Mails that follow one another: a later one of the same power takes the place of what an earlier one ordered, and says so."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.order import Order, Waive
from app.post.accounting import Choice, Fate, LetterAccount, LineAccount
from entente.words.dates import date_words
from languages import mark, tr


def place_of(order: Order) -> str | None:
    """What an order is about: one order a place, except for waivers."""
    return None if isinstance(order, Waive) else order.piece.location.province


def settled(letters: tuple[LetterAccount, ...]) -> tuple[LetterAccount, ...]:
    """*letters*, the oldest first, with the orders that a later mail replaces; where the mails carry no dates, these are asked about."""
    if len(letters) < 2:
        return letters
    dated = all(letter.letter.sent is not None for letter in letters)
    last: dict[tuple[str | None, str], tuple[int, int]] = {}
    found = [list(letter.lines) for letter in letters]
    for number, letter in enumerate(letters):
        for at, line in enumerate(letter.lines):
            place = None if line.order is None else place_of(line.order)
            if place is None or not line.fate.is_taken:
                continue
            before = last.get((line.power, place))
            last[line.power, place] = (number, at)
            if before is not None and before[0] != number:
                earlier = found[before[0]][before[1]]
                found[before[0]][before[1]] = _replaced(earlier, line, letter, dated=dated)
                if not dated and earlier.order != line.order:
                    choices = tuple(dict.fromkeys((*earlier.choices, *_choice(earlier), *_choice(line))))
                    reason = tr("another mail orders this unit otherwise, and the mails do not say which is the later")
                    found[before[0]][before[1]] = replace(earlier, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
                    found[number][at] = replace(line, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
    return tuple(replace(letter, lines=tuple(lines)) for letter, lines in zip(letters, found, strict=True))


def _choice(line: LineAccount) -> tuple[Choice, ...]:
    return () if line.order is None or line.power is None else (Choice(line.power, line.order),)


def _replaced(earlier: LineAccount, later: LineAccount, letter: LetterAccount, *, dated: bool) -> LineAccount:
    if earlier.order == later.order:
        return replace(earlier, fate=Fate.REPEAT, reason=tr("ordered again in a later mail"))
    sent = letter.letter.sent
    reason = tr("replaced by {order} in the later mail", order=later.order)
    if dated and sent is not None:
        text = mark("replaced by {order} in the later mail of {date}, {time}")
        reason = tr(text, order=later.order, date=date_words(sent), time=f"{sent:%H:%M}")
    return replace(earlier, fate=Fate.REPEAT, reason=reason)
