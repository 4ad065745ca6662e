"""Several orders for one unit: in one letter a repeat, a question or the game's rule (DATC 4.D.3); of letters in turn the last."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from adjudicator.order import Order
from adjudicator.rule_choices import RepeatedOrder
from app.game.mail_edits import orders_meant
from app.game.record import ordered_place
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.conditions import denies, is_conditional, is_talk
from app.mail_in.phrases import folded_words
from app.mail_in.withdrawals import Withdrawal
from entente.words.names import date_words
from languages import clauses, mark, tr


@dataclass(frozen=True, slots=True)
class Doubles:
    """Settles the units that have several orders.

    Args:
        rule: of the game, for two orders of one unit.
        decided: whether the game chose that rule itself; otherwise a person is asked.
    """

    rule: RepeatedOrder
    decided: bool

    def settle(self, found: list[LineAccount], apart: AbstractSet[int], former: AbstractSet[int], slips: AbstractSet[int]) -> None:
        """Change the fates in *found*.

        Args:
            apart: indices of lines that are no second order for any unit.
            former: indices of lines below a heading of former orders: ``OLD:``.
            slips: indices of lines that words right behind them take back: ``A Kie - Hol... no wait, better not.``
        """
        _settle_questions(found)
        _settle_slips(found, slips)
        _settle_former(found, former)
        _settle_headings(found)
        groups: dict[tuple[str, str], list[int]] = {}
        for number, each in enumerate(found):
            for power, order in () if number in apart else orders_about(each):
                place = ordered_place(order)
                if place is not None and number not in groups.setdefault((power, place), []):
                    groups[power, place].append(number)
        for (power, place), numbers in groups.items():
            if any(found[number].fate.is_taken for number in numbers):
                self._settle_unit(found, power, place, numbers)

    def _settle_unit(self, found: list[LineAccount], power: str, place: str, numbers: list[int]) -> None:
        taken = [number for number in numbers if found[number].fate.is_taken]
        orders = list(
            dict.fromkeys(order for number in numbers for _, order in orders_about(found[number]) if ordered_place(order) == place)
        )
        if len(orders) == 1 and len(taken) == len(numbers):
            for number in taken[1:]:
                found[number] = replace(found[number], fate=Fate.REPEAT, reason=tr("the same order stands above"))
            return
        if len(orders) == 1 and all(number in taken or _says_again(found[number], place) for number in numbers):
            for number in (number for number in numbers if number != taken[0]):
                reason = tr("line {line} says it in detail", line=found[taken[0]].line)
                found[number] = replace(found[number], fate=Fate.REPEAT, reason=reason, choices=())
            return
        if self.decided and len(taken) == len(numbers):
            self._by_rule(found, taken)
            return
        choices = tuple(Choice(power, order) for order in orders)
        asked = taken[0]
        for number in numbers:
            each = found[number]
            if {ordered_place(choice.order) for choice in each.choices} == {place}:
                reason = tr("asked about with line {line}", line=found[asked].line)
                found[number] = replace(each, fate=Fate.REPEAT, reason=clauses((each.reason, reason)), choices=())
                continue
            lines = ", ".join(str(found[other].line) for other in numbers if other != number)
            reason = (
                tr("line {lines} orders this unit too", lines=lines)
                if "," not in lines
                else tr("lines {lines} order this unit too", lines=lines)
            )
            if each.fate.is_taken:
                found[number] = replace(each, fate=Fate.DOUBTFUL, reason=reason, choices=choices)
            else:
                merged = tuple(dict.fromkeys((*each.choices, *choices)))
                found[number] = replace(each, reason=clauses((each.reason, reason)), choices=merged)

    def _by_rule(self, found: list[LineAccount], numbers: list[int]) -> None:
        counts = {RepeatedOrder.FIRST: numbers[0], RepeatedOrder.LAST: numbers[-1], RepeatedOrder.NONE: None}[self.rule]
        described = tr(self.rule.description)
        said = tr("rule 4.D.3 of this game: {description}", description=described.rstrip("."))
        for number in numbers:
            if number == counts:
                found[number] = replace(found[number], fate=Fate.GUESSED, reason=said)
            else:
                found[number] = replace(found[number], fate=Fate.REFUSED, reason=said, order=None)


def _says_again(line: LineAccount, place: str) -> bool:
    """Return True for ``Naples.`` beside ``I want that fleet to go to Naples``: words that neither deny nor doubt their only order."""
    if {ordered_place(choice.order) for choice in line.choices} != {place}:
        return False
    return not (denies(folded_words(line.text)) or is_conditional(line.text) or is_talk(line.text))


OF_ALL = mark("all units that it means hold")
"""Reason of the holds of a statement on several units."""


def _settle_former(found: list[LineAccount], former: AbstractSet[int]) -> None:
    """Take a former order for none where the mail gives its unit a new one: ``OLD: A Bul - Gre``, ``NEW: A Bul S A Ser``."""
    new = {about for number, each in enumerate(found) if each.fate.is_taken and number not in former for about in _units_about(each)}
    for number, each in enumerate(found):
        if number in former and each.choices and _units_about(each) <= new:
            found[number] = replace(each, fate=Fate.NOT_ORDER, choices=())


def _settle_headings(found: list[LineAccount]) -> None:
    """Drop a heading of moves whose units each have an order below: ``Munich and Bohemia go for Tyrolia:``."""
    for number, each in enumerate(found):
        if each.fate is not Fate.DOUBTFUL or not each.text.rstrip().endswith(":"):
            continue
        below = _taken_below(found, each)
        about = _units_about(each)
        if about and about <= {unit for later in below for unit in _units_about(later)}:
            last = max(later.line for later in below if _units_about(later) <= about)
            found[number] = replace(each, fate=Fate.REPEAT, reason=tr("line {line} says it in detail", line=last), choices=())


def _settle_slips(found: list[LineAccount], slips: AbstractSet[int]) -> None:
    """Drop orders that their writer takes back in the same breath, and replaces below."""
    for number in sorted(slips):
        each = found[number]
        about = _units_about(each)
        replacing = next((later for later in _taken_below(found, each) if about == _units_about(later)), None)
        if replacing is not None:
            reason = tr("corrected in line {line}", line=replacing.line)
            found[number] = replace(each, fate=Fate.REPEAT, reason=reason, choices=())


def _taken_below(found: list[LineAccount], each: LineAccount) -> list[LineAccount]:
    """The lines behind *each* whose orders are taken."""
    return [later for later in found if later.fate.is_taken and (later.line, later.column) > (each.line, each.column)]


def _units_about(each: LineAccount) -> set[tuple[str, str | None]]:
    """The power and the province of each unit that a line is about."""
    return {(power, ordered_place(order)) for power, order in orders_about(each)}


def _settle_questions(found: list[LineAccount]) -> None:
    """Drop questions that the writer answers below: ``Holland supports Kiel? No, it can't. Holland to Kiel.``"""
    of_all = tr(OF_ALL)
    for number, each in enumerate(found):
        if each.fate is not Fate.DOUBTFUL or not each.text.rstrip().endswith("?"):
            continue
        about = _units_about(each)
        below = next(
            (
                later
                for later in _taken_below(found, each)
                if later.order is not None and later.reason != of_all and about == {(later.power, ordered_place(later.order))}
            ),
            None,
        )
        if below is not None:
            reason = tr("a question that {order} below it answers", order=below.order)
            found[number] = replace(each, fate=Fate.REPEAT, reason=reason, choices=())


def orders_about(each: LineAccount) -> list[tuple[str, Order]]:
    """The orders that a line gives or may give, each with its power."""
    if each.fate.is_taken and each.order is not None and each.power is not None:
        return [(each.power, each.order)]
    return [(choice.power, choice.order) for choice in each.choices]


# --- letters that follow one another: a later one of the same power takes the place of what an earlier one ordered, and says so ---


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
    if earlier.order == later.order:
        return replace(earlier, fate=Fate.REPEAT, reason=tr("ordered again in a later mail"))
    sent = letter.letter.arrived
    assert sent is not None
    text = mark("replaced by {order} in the later mail of {date}, {time}")
    return replace(earlier, fate=Fate.REPEAT, reason=tr(text, order=later.order, date=date_words(sent), time=f"{sent:%H:%M}"))
