"""Words about all units of a power at once: ``all hold``, ``the rest holds``, ``no orders``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from adjudicator.notation.lexicons import Signals, lexicons_of
from adjudicator.notation.reading import Statement
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Hold
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.mail_in.accounting import Fate, LineAccount
from app.mail_in.conditions import is_conditional, is_talk
from app.mail_in.doubles import orders_about
from app.mail_in.order_words import OrderWords, order_words
from app.mail_in.phrases import folded_words, phrases, plain, words, words_of
from entente.words.names import power_name
from languages import tr

_LONGEST = 120
"""Characters of a line in which such words are looked for."""

_STOPS = re.compile(r"[,;:.?()\[\]]")


class Said(NamedTuple):
    """Statement of a line on all units of a power."""

    statement: Statement
    power: str | None
    """Power of the units; ``None`` where the line does not name it."""

    is_certain: bool
    """True if the line is the statement and nothing else; ``all hold unless Italy moves`` depends on something."""

    @property
    def orders(self) -> bool:
        """True if units are to hold; ``no orders`` orders none."""
        return self.statement is not Statement.NO_ORDERS


def said_of_all(variant: Variant, text: str) -> Said | None:
    """Return the statement of the line *text* on all units; ``None`` where it has none."""
    line = plain(text[:_LONGEST])
    return _said(lexicons_of(variant).signals, line) or _told(order_words(variant), line)


@lru_cache(maxsize=1_024)
def _told(known: OrderWords, line: str) -> Said | None:
    """``Everyone else stays where they are``: a word for all units, or for all others, with one for holding behind it."""
    heard = " ".join(folded_words(line))
    for name, statement in (("others", Statement.REST_HOLDS), ("everyone", Statement.ALL_HOLD)):
        found = phrases("statement", name).match(heard)
        if found is None or "?" in line:
            continue
        keeps = phrases("withdrawal", "rest_stands").search(heard) is not None  # ``Der Rest bleibt``: as it was ordered
        small = words("prose", "small") - words("prose", "hold")
        deed = phrases("prose", "small_phrases").sub(" ", heard[found.end() :]).split()
        for said in (" ".join(deed), " ".join(word for word in deed if word not in small)):
            is_hold = not keeps and said in words("prose", "hold") | known.says(Verb.HOLD)
            if is_hold or phrases("prose", "hold_phrases").fullmatch(said):
                return Said(statement, None, is_certain=True)
    return None


@lru_cache(maxsize=1_024)
def _said(signals: Signals, line: str) -> Said | None:
    whole = signals.statement(signals.tokens(line))
    if whole is None:
        small = phrases("prose", "small_phrases")
        heard = " ".join(folded_words(line))
        whole = signals.statement(signals.tokens(small.sub("", heard))) if small.search(heard) else None  # ``Everyone holds this turn``
    if whole is not None:
        return Said(*whole, is_certain=True)
    if is_conditional(line) or is_talk(line):
        for part in _parts(line):
            said = signals.statement(signals.tokens(part))
            if said is not None and said[0] is not Statement.NO_ORDERS:
                return Said(*said, is_certain=False)
    return None


def _parts(line: str) -> Iterator[str]:
    """Yield the parts of a line beside a condition or a doubt: the words between its stops, before the word that doubts, and without it."""
    for part in _STOPS.split(line):
        words = part.split()
        doubting = [
            number
            for number, word in enumerate(words)
            if not words_of("condition.words", "condition.choice", "talk.words").isdisjoint(folded_words(word))
        ]
        yield part
        if doubting:
            yield " ".join(words[: doubting[0]])
            yield " ".join(word for number, word in enumerate(words) if number not in doubting)


@dataclass(slots=True)
class Statements:
    """Statements of one letter, until it is known which units have other orders.

    Args:
        sender: the power whose letter it is, where that is known.
    """

    variant: Variant
    position: Position
    sender: str | None
    _waiting: list[tuple[LineAccount, bool]] = field(default_factory=list)
    """Words that units hold, and whether they mean only those without another order."""

    def state(self, line: LineAccount, said: Statement, power: str | None, doubt: str) -> LineAccount | None:
        """Account for a *line* with such a statement on *power*'s units; ``None`` where it has to wait for the other lines.

        Args:
            doubt: why it is asked about, where it or what stands around it is doubtful.
        """
        if said is Statement.NO_ORDERS:
            return replace(line, fate=Fate.NOT_ORDER, reason=tr("says that there are no orders"))
        told = replace(line, text=line.text.strip(), fate=Fate.GUESSED, reason=tr("all units that it means hold"))
        if power is None or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return replace(told, fate=Fate.DOUBTFUL, power=power, reason=tr("whose units, and what they do in this phase, is not said"))
        if self.sender is not None and power != self.sender:
            mine, theirs = power_name(self.variant, self.sender), power_name(self.variant, power)
            return replace(
                told,
                fate=Fate.REFUSED,
                power=power,
                reason=tr("it is an order of {other}, and this mail is from {power}", other=theirs, power=mine),
            )
        if doubt:
            return replace(told, fate=Fate.DOUBTFUL, power=power, reason=doubt)
        self._waiting.append((replace(told, power=power), said is Statement.REST_HOLDS))
        return None

    def holds(self, found: Sequence[LineAccount], *, is_whole: bool) -> list[LineAccount]:
        """The holds that such words mean beside what was *found*; *is_whole* where every line was read."""
        open_lines = any(each.fate is Fate.DOUBTFUL and not each.choices for each in found) or not is_whole
        ordered = {ordered_place(order) for each in found for _, order in orders_about(each)}
        holds: list[LineAccount] = []
        for told, only_rest in self._waiting:
            if only_rest and open_lines:
                reason = tr("which units are left for it is not known: another line could not be read")
                holds.append(replace(told, fate=Fate.DOUBTFUL, reason=reason))
                continue
            units = [unit for unit in self.position.units_of(told.power or "") if not (only_rest and unit.province in ordered)]
            holds.extend(replace(told, order=Hold(unit.piece)) for unit in units)
            ordered.update(unit.province for unit in units)
            if not units:
                holds.append(replace(told, fate=Fate.NOT_ORDER, reason=tr("no unit is left for it")))
        return holds
