"""Statements of a mail beside single orders: words about all units of a power, ``all hold``, ``no orders``, and declarations: a vote on the
ending, waiting for the deadline, an absence.

The phrases are data (``resources/mails``). A vote counts where a sentence is one and nothing else; with other words around it, it is asked
about. An absence is always asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.notation.lexicons import Signals, lexicons_of
from adjudicator.notation.reading import Statement
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Hold
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.mail_in.accounting import Fate, LetterAccount, LineAccount
from app.mail_in.conditions import is_conditional, is_talk
from app.mail_in.doubles import OF_ALL, orders_about
from app.mail_in.letter import LetterPart
from app.mail_in.order_words import OrderWords, number_in, order_words
from app.mail_in.phrases import folded_words, phrases, plain, tables, words, words_of
from entente.words.names import join_words, power_name
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
    if phrases("withdrawal", "rest_as_sent").search(" ".join(folded_words(line))) is not None:
        return None  # ``Der Rest steht``
    found = _said(lexicons_of(variant).signals, line) or _told(order_words(variant), line)
    if found is not None:
        return found
    shown, known = line.strip(" .!"), order_words(variant)
    before, stop, last = shown.rpartition(", " if ", " in line else ": ")
    if not stop or is_conditional(line) or is_talk(before) or known.may_order(before):
        return None
    return _told(known, last)  # ``No time this turn, just hold with everything``


@lru_cache(maxsize=1_024)
def _told(known: OrderWords, line: str) -> Said | None:
    """``Everyone else stays where they are``: a word for all units, or for all others, with one for holding behind it."""
    heard = " ".join(folded_words(line))
    if "?" not in line and (held := phrases("statement", "held").search(heard)) is not None:
        left = f"{heard[: held.start()]} {heard[held.end() :]}".split()
        return Said(Statement.ALL_HOLD, None, is_certain=True) if words("prose", "small").issuperset(left) else None
    for name, statement in (("others", Statement.REST_HOLDS), ("everyone", Statement.ALL_HOLD)):
        found = phrases("statement", name).match(heard)
        if found is None or "?" in line:
            continue
        behind = phrases("statement", "counts").sub(" ", heard[found.end() :])  # ``Everybody holds, all six``
        keeps = (
            phrases("withdrawal", "rest_stands").search(heard[: found.end()] + behind) is not None
        )  # ``Der Rest bleibt``: as it was ordered
        small = words("prose", "small") - words("prose", "hold")
        deed = phrases("prose", "small_phrases").sub(" ", behind).split()
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
        told = replace(line, text=line.text.strip(), fate=Fate.GUESSED, reason=tr(OF_ALL))
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

    @property
    def lines(self) -> set[int]:
        """The lines of statements that wait for the other lines."""
        return {told.line for told, _ in self._waiting}

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
            count = number_in(folded_words(told.text))
            if count is not None and units and count != len(units):  # ``all three hold`` of six units
                left = tr("it names {count} units, and {number} are left for it", count=count, number=len(units))
                holds.append(replace(told, fate=Fate.DOUBTFUL, reason=left))
                continue
            holds.extend(replace(told, order=Hold(unit.piece)) for unit in units)
            ordered.update(unit.province for unit in units)
            if not units:
                holds.append(replace(told, fate=Fate.NOT_ORDER, reason=tr("no unit is left for it")))
        return holds


# --- votes, waiting and absences ---

_LONGEST_DECLARATION = 300
"""Characters of a line in which declarations are looked for."""
_SENTENCES = re.compile(r"(?<=[^\d\s.][.])\s+|(?<=[;!?])\s+")
"""Between sentences; a stop behind a number is that of a date."""
_MOST_DAYS = 24
"""Words from "I am away" on among which its days are looked for."""

PLAY_ON = "no"
UNKNOWN_DAYS = "?"


@dataclass(frozen=True, slots=True)
class Declared:
    """Declarations of one sentence."""

    vote: str | None = None
    """Vote as the command ``vote`` takes it: ``draw ENGLAND TURKEY``, ``concede to FRANCE``, ``no``."""
    waits: bool | None = None
    days: str = ""
    """Days of an absence, in English: ``until mon``, ``20 dec - 6 jan``; ``?`` where they are not plain."""
    is_certain: bool = True


def with_declarations(variant: Variant, account: LetterAccount) -> LetterAccount:
    """*account* with what its sender's own plain lines declare."""
    if account.other_game:
        return account
    known = order_words(variant)
    lines: list[LineAccount] = []
    vote, waits = account.vote, account.waits
    for line in account.lines:
        told = line
        if (
            line.fate is Fate.NOT_ORDER
            and line.part is LetterPart.TEXT
            and line.reason in {"", tr("a heading")}
            and len(line.text) <= _LONGEST_DECLARATION
        ):
            for said in _declarations(line.text, account.power, known):
                told = replace(told, reason=_words(variant, said), proposal=_proposal(said))
                if said.is_certain and said.vote is not None:
                    vote = said.vote
                if said.waits is not None and account.waits is None:
                    waits = said.waits
        lines.append(told)
    return replace(account, lines=tuple(lines), vote=vote, waits=waits)


def _declarations(text: str, power: str | None, known: OrderWords) -> Iterator[Declared]:
    for sentence in _SENTENCES.split(text):
        found = _declared(sentence, power, known)
        if found is not None:
            yield found


def _declared(sentence: str, power: str | None, known: OrderWords) -> Declared | None:
    folded = folded_words(sentence)
    said = " ".join(folded)
    if sentence.rstrip().endswith("?"):
        return None
    for name, waits in (("no_wait", False), ("wait", True)):
        match = phrases("vote", name).search(said)
        if match is not None:
            return Declared(waits=waits) if _is_lead_in(said[: match.start()]) else None
    for name in ("against", "concede", "draw"):
        match = phrases("vote", name).search(said)
        if match is None:
            continue
        powers, is_plain, with_self = _powers(said[match.end() :].split(), known)
        certain = is_plain and _is_lead_in(said[: match.start()])
        if name == "against":
            return Declared(vote=PLAY_ON, is_certain=certain)
        if name == "concede":
            return Declared(vote=f"concede to {powers[0]}", is_certain=certain) if len(powers) == 1 else None
        if powers and with_self and power is None:
            certain = False
        among = dict.fromkeys((*powers, *((power,) if powers and with_self and power is not None else ())))
        return Declared(vote=" ".join(("draw", *sorted(among))), is_certain=certain)
    match = phrases("absence", "away").search(said)
    if match is not None and words("absence", "perhaps").isdisjoint(said[: match.start()].split()) and not is_conditional(sentence):
        days = _days(said[match.start() :].split()[:_MOST_DAYS]) or _days(folded[:_MOST_DAYS])
        return Declared(days=days or UNKNOWN_DAYS)
    return None


def _is_lead_in(said: str) -> bool:
    """Return True if only such words stand before a vote as ``I would like to``: nothing that proposes, denies or depends on anything."""
    before = set(said.split())
    return before <= words_of("lead_in.words", "vote.joins") and before.isdisjoint(words("vote", "proposes") - {"would"})


def _powers(said: Sequence[str], known: OrderWords) -> tuple[tuple[str, ...], bool, bool]:
    """The powers that are named behind a vote; whether nothing else stands there; and whether its own power is one of them unsaid."""
    found: dict[str, None] = {}
    is_plain, with_self = True, False
    for word in said:
        if known.is_power(word):
            power = known.power(word)
            assert power is not None
            found[power] = None
        elif word in words("vote", "also_self"):
            with_self = True
        elif word in words("vote", "proposes") or word not in words_of("vote.among", "vote.joins", "lead_in.words"):
            is_plain = False
    return tuple(found), is_plain, with_self


@cache
def _calendar() -> tuple[dict[str, str], dict[str, str]]:
    """Names of months and of days of the week in all languages, with the first letters of the English ones."""
    months: dict[str, str] = {}
    days: dict[str, str] = {}
    english = dict(tables())["en"]["absence"]
    assert isinstance(english, dict)
    for _, table in tables():
        said = table.get("absence", {})
        assert isinstance(said, dict)
        for name, found in (("months", months), ("weekdays", days)):
            for number, listed in enumerate(said[name]):
                for word in folded_words(listed):
                    found.setdefault(word, english[name][number][:3])
    return months, days


_SMALL = frozenset({"di", "do", "mi", "sa", "so"})
"""Short names of days that are small words of other languages: a day only behind another one, or behind ``bis``."""


def _before_days() -> frozenset[str]:
    return words("absence", "spans") | {"ab", "am", "vom", "zum"}


def _days(said: Sequence[str]) -> str:
    """The days that "I am away" names, in English; empty where they are not plain."""
    months, weekdays = _calendar()
    days: list[str] = []
    is_until = False
    at = 0
    while at < len(said) and len(days) < 2:
        word = said[at]
        number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|er)?", word)
        after = said[at + 1] if at + 1 < len(said) else ""
        if number is not None:
            gap = next((step for step in (1, 2) if at + step < len(said) and said[at + step] in months), 0)
            if gap:
                days.append(f"{number[1]} {months[said[at + gap]]}")
                at += gap
            elif after.isdecimal() and len(after) <= 2 and 0 < int(after) <= 12:
                days.append(f"{int(number[1])}.{int(after)}.")
                at += 1
            elif not days and (month := next((months[each] for each in said[at : at + 6] if each in months), "")):
                days.append(f"{number[1]} {month}")  # ``3 to 6 January``
            else:
                return ""  # a number that is no day
            if at + 1 < len(said) and re.fullmatch(r"20\d\d", said[at + 1]):
                days[-1] = f"{days[-1].rstrip('.')}{'.' if days[-1].endswith('.') else ' '}{said[at + 1]}"
                at += 1
        elif word in months and after.isdecimal() and len(after) <= 2:
            days.append(f"{after} {months[word]}")
            at += 1
        elif word in weekdays and (word not in _SMALL or (at and said[at - 1] in weekdays.keys() | _before_days())):
            if not re.fullmatch(r"\d{1,2}\w{0,2}", after):
                days.append(weekdays[word])
        elif word in words("absence", "tomorrow"):
            days.append("tomorrow")
        elif word in words("absence", "until"):
            is_until = is_until or not days
        elif days and word not in words_of("absence.spans", "absence.passed_over"):
            break
        at += 1
    if len(days) == 2:
        return " - ".join(days)
    return f"until {days[0]}" if days and is_until else days[0] if days else ""


def _proposal(said: Declared) -> str:
    if said.days:
        return f"absence {said.days}"
    return "" if said.is_certain else f"vote {said.vote}"


def _words(variant: Variant, said: Declared) -> str:
    if said.days == UNKNOWN_DAYS:
        return tr("says that its player is away; on which days is not plain")
    if said.days:
        return tr("says that its player is away: {days}", days=said.days)
    if said.waits is not None:
        return tr("asks to wait for the deadline") if said.waits else tr("asks no longer to wait")
    vote = ballot_words(variant, said.vote or PLAY_ON)
    return tr("votes for: {vote}", vote=vote) if said.is_certain else tr("may vote for: {vote}", vote=vote)


def ballot_words(variant: Variant, vote: str) -> str:
    """A vote in words: ``a draw among England and Turkey``."""
    kind, *named = vote.replace(" to ", " ").split()
    names = join_words(power_name(variant, power) for power in named)
    if kind == "draw":
        return tr("a draw among {powers}", powers=names) if named else tr("a draw among all")
    return tr("{power} wins", power=names) if kind == "concede" else tr("play on")
