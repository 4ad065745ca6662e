"""The sender's own text cut by headings: what is for this phase, for another one, and for which power, and what only tells results.

``docs/decisions/0201`` shows it with the words that make a use, and the fates of its pieces. A piece that is weighed is taken unless
something beside it, around it or in it makes it doubtful; where it is no order, it may still hold one within its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType

from adjudicator.notation.lexicon import allowed_slips, distance
from adjudicator.notation.vocabulary import Verb
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Variant
from app.mail_in.conditions import heads_own_orders, names_of_lists
from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords, places_named
from app.mail_in.phase_words import (
    SEASON_LETTERS,
    HeadingTime,
    PhaseHeading,
    later_phase_in,
    names_season,
    next_phase,
    phase_heading,
    season_at,
)
from app.mail_in.phrases import blanked, folded_words, phrases, words, words_in, words_of
from app.mail_in.surroundings import Passage
from entente.words.names import power_name
from languages import mark, tr

_RESULT = r"(?:results?|adjudication|ergebnisse?|auswertung|r[eé]sultats?|risultati|resultados?)\b"
_RESULTS = re.compile(rf"(?i)\s*(?:the )?(?:(?:movement|retreat|adjustment|build)\s+)?{_RESULT}")
_NAMES_RESULTS = re.compile(rf"(?i)\b{_RESULT}")
_NOTE = re.compile(
    r"(?i)(?:[(*<\[]\s*\**\s*(?:ok|success|cut)|[(*<\[,.;]\s*\**\s*(?:bounced?|bounces|dislodged|void|failed|fails|succeeded|succeeds|standoff"
    r"|no convoy|illegal"
    r"|unsuccessful"
    r"|abgewiesen|vertrieben|gescheitert|[eé]chou[eé]|d[eé]log[eé]e?|fallit[oa]|respinto|rebotado|fallid[oa]))\b[^a-z]*$"
)


class Use(Enum):
    """Use of a line."""

    NOW = "now"
    HEADING = "heading"
    """Line that heads others and holds nothing else."""
    LATER = "later"
    OVER = "over"
    """Under a heading of a phase that is over."""
    UNSURE = "unsure"
    """Line after a line for another phase, which may belong to that one too."""
    RESULT = "result"
    SPEECH = "speech"
    """Words of another person, as quoted by the writer."""
    REPORT = "report"
    """Sentence about another person or another time."""
    WITHDRAWAL = "withdrawal"
    """Line that takes earlier orders back."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of text and what it is for."""

    line: MailLine
    use: Use
    phase: Phase | None = None
    """For ``LATER``: which, where the words say so."""
    start: int = 0
    """Start of the text that the heading is about, on its line."""
    end: int | None = None
    """End of it, where other text follows."""

    @property
    def text(self) -> str:
        """Text after the heading."""
        return self.line.text[self.start : self.end]


def placed_lines(variant: Variant, now: Phase, lines: Iterable[MailLine], known: OrderWords, subject: str = "") -> tuple[Placed, ...]:
    """Return the use of each of *lines*.

    Args:
        now: the phase that is open.
        subject: of the mail; where it speaks of the orders of another phase, that is where they begin.
    """
    names = known.all_power_words
    use, phase = _from_subject(variant, now, subject, names)
    found: list[Placed] = []
    for line in lines:
        heading = phase_heading(variant, now, line.text, names)
        of_results = None if heading is not None else _heading_of_results(variant, now, line.text, names)
        heading = heading or of_results
        if heading is not None and words("phase", "sequence").issuperset(folded_words(line.text)):
            heading = heading if any(known.may_order(above.line.text) for above in found) else None  # ``Thank you! Then:``
        if heading is not None:
            following = {HeadingTime.NOW: Use.NOW, HeadingTime.LATER: Use.LATER, HeadingTime.OVER: Use.OVER}[heading.when]
            rest = line.text[heading.rest :].strip()
            if heading.is_contingent and rest:
                found.append(Placed(line, Use.LATER, heading.phase, heading.rest))
                use, phase = (Use.UNSURE, heading.phase) if use is not Use.LATER else (use, phase)
                continue
            use, phase = following, heading.phase
            if _RESULTS.match(rest) or of_results is not None:
                use = Use.RESULT
            found.append(Placed(line, use if rest else Use.HEADING, phase, heading.rest if rest and heading.names_time else 0))
        elif _RESULTS.match(line.text) and len(line.text) < 120:
            use, phase = Use.RESULT, None
            found.append(Placed(line, Use.HEADING))
        elif use is Use.RESULT and _opens_orders(line.text):
            is_own = not words("heading", "own").isdisjoint(folded_words(line.text))
            # right below results they may be the writer's own of then, or of now: that is asked
            use = Use.OVER if is_own and found[-1].line.text.strip() and found[-1].use is Use.RESULT else Use.NOW
            found.append(Placed(line, use))
        elif use is Use.NOW and (headed := _heads_other_season(variant, now, line.text, known)) is not None:
            use, phase = Use.LATER, headed
            found.append(Placed(line, Use.HEADING, phase))
        elif use is Use.NOW and (inner := later_phase_in(variant, now, line.text)) is not None:
            found.append(Placed(line, Use.LATER, inner))
        elif use is Use.NOW and _NOTE.search(line.text):
            found.append(Placed(line, Use.RESULT))
        elif use is Use.LATER and phase is not None and names_season(now, line.text) and phase.season != now.season:
            use, phase = Use.NOW, None  # ``For spring just one thing, F Eng holds`` below orders for fall
            found.append(Placed(line, use))
        elif use is Use.LATER and _heads_power(line.text, names) and found and not found[-1].line.text.strip():
            use = Use.UNSURE
            found.append(Placed(line, use, phase))
        else:
            found.append(Placed(line, use, phase))
    return _with_whole_results(found)


def _heads_winter(text: str, known: OrderWords) -> bool:
    """Return True for ``In case I have to remove something in winter:``, and not for ``I need Smyrna free for the winter:``."""
    heard = folded_words(text)
    if not text.rstrip().endswith(":") or len(heard) > _LONGEST_OF_WINTER or words("phase", "winter").isdisjoint(heard):
        return False
    deeds = known.says(Verb.BUILD, Verb.DISBAND, "due.build", "due.disband", "phase.building", "withdrawal.drops")
    return not deeds.isdisjoint(heard) and not places_named(text, known)


def _heads_other_season(variant: Variant, now: Phase, text: str, known: OrderWords) -> Phase | None:
    """The later phase that the last clause of a sentence heads orders for: ``…, here already for fall 1904:``."""
    if now.kind is PhaseKind.RETREAT:
        return next_phase(variant.calendar, now, PhaseKind.ADJUSTMENT) if _heads_winter(text, known) else None
    last = _CLAUSE.split(text.rstrip())[-1]
    heard = folded_words(last)
    if not last.endswith(":") or now.kind is not PhaseKind.MOVEMENT or len(heard) > _LONGEST_OF_SEASON or places_named(last, known):
        return None
    if phrases("speech", "past").search(" ".join(heard)) is not None or not words("around", "before").isdisjoint(heard):
        return None
    seasons = {season_at(heard, number) for number in range(len(heard))}
    named = [letter for letter, season in SEASON_LETTERS.items() if season in seasons]
    if len(named) != 1 or named[0] == now.season:
        return None
    if named[0] == _WINTER:
        return next_phase(variant.calendar, now, PhaseKind.ADJUSTMENT)
    return next_phase(variant.calendar, now, PhaseKind.MOVEMENT, named[0])


_WINTER = "W"
_CLAUSE = re.compile(r"[.,;!]\s+")
_LONGEST_OF_SEASON = 14
"""Words of a clause that heads the orders of another season."""
_LONGEST_OF_WINTER = 30
"""Words of a sentence that heads builds or removals."""


def _heading_of_results(variant: Variant, now: Phase, text: str, names: frozenset[str]) -> PhaseHeading | None:
    """``Spring 1901 results:``: a heading for a phase, but for its word for results."""
    found = _NAMES_RESULTS.search(text)
    if found is None or _RESULTS.match(text) or names_of_lists() & set(folded_words(text)):
        return None
    return phase_heading(variant, now, blanked(text, *found.span()), names)


def _from_subject(variant: Variant, now: Phase, subject: str, names: frozenset[str]) -> tuple[Use, Phase | None]:
    """A subject of the sender's own that names a later phase; an answer's subject is the other mail's."""
    if ":" in subject[:12] or not names_of_lists() & set(folded_words(subject)):
        return Use.NOW, None
    heading = phase_heading(variant, now, subject, names)
    if heading is not None and heading.when is HeadingTime.LATER and any(each.isdecimal() for each in folded_words(subject)):
        return Use.LATER, heading.phase
    return Use.NOW, None


def _heads_power(text: str, names: frozenset[str]) -> bool:
    """Return True for ``Germany: A Mun - Ruh``: behind an empty line it may end the part for another phase."""
    head, colon, _ = text.partition(":")
    heard = folded_words(head)
    return bool(colon and heard) and names.issuperset(heard)


def _opens_orders(text: str) -> bool:
    """``My orders:`` alone on a line, after results."""
    words = folded_words(text)
    return len(words) <= 6 and text.strip().endswith((":", "!", ".")) and not names_of_lists().isdisjoint(words)


def _with_whole_results(placed: list[Placed]) -> tuple[Placed, ...]:
    """Lines in one block with a line that tells a result tell results too: those that succeeded carry no note."""
    starts = (not each.line.text.strip() or _heads_results(each) for each in placed)
    blocks = list(zip(accumulate(starts), placed, strict=True))
    noted = {block for block, each in blocks if each.use is Use.RESULT and each.line.text.strip()}
    return tuple(replace(each, use=Use.RESULT) if each.use is Use.NOW and block in noted else each for block, each in blocks)


def _heads_results(placed: Placed) -> bool:
    """Return True if the line begins with a heading of results, or is one."""
    return (placed.use is Use.HEADING or placed.start > 0) and _NAMES_RESULTS.search(placed.line.text) is not None


class PieceReading(Enum):
    """Reading of a piece."""

    ORDER = "an order"
    NEAR = "something that was meant as one"
    NEITHER = "neither"


class PieceStep(Enum):
    """PieceStep that decides on a piece."""

    WEIGH = "weigh"
    """Take it, or ask about it for what stands in it, beside it or around it."""
    ASK = "ask about it"
    KEEP = "keep it for a later phase"
    """Line for a later phase, if it names places at all."""
    NONE = "no order"
    WITHDRAW = "takes back"
    """It was noted as a withdrawal before, and gives no order."""


W, A, K, N, T = PieceStep.WEIGH, PieceStep.ASK, PieceStep.KEEP, PieceStep.NONE, PieceStep.WITHDRAW

STEPS: Mapping[Use, Mapping[PieceReading, PieceStep]] = MappingProxyType(
    {
        use: MappingProxyType(dict(zip(PieceReading, steps, strict=True)))
        #                order  near  neither
        for use, steps in {
            Use.NOW: (W, W, W),
            Use.HEADING: (N, N, N),
            Use.LATER: (K, K, K),
            Use.UNSURE: (A, A, W),
            Use.OVER: (A, A, W),
            Use.RESULT: (N, N, N),
            Use.SPEECH: (N, N, N),
            Use.REPORT: (N, N, N),
            Use.WITHDRAWAL: (T, T, T),
        }.items()
    }
)

REASONS: Mapping[Use, str] = MappingProxyType(
    {
        Use.HEADING: mark("a heading"),
        Use.RESULT: mark("tells results"),
        Use.SPEECH: mark("what somebody else said"),
        Use.REPORT: mark("it explains, or tells of somebody else or of another time"),
        Use.OVER: mark("it stands under a heading for a phase that is over"),
        Use.UNSURE: mark("it stands after a line for {when}; which phase is it for"),
    }
)
"""Reason for each use that settles a piece by itself."""


# --- headings that name a power, those that only nearly do (``Farnce:``), and ``My orders:`` below them: whose orders stand there ---

_LONGEST = 4
"""Words of a heading."""
_MOST_STRANGE = 2


def heads(text: str, words: OrderWords) -> bool:
    """Return True if *text* is a heading that names a power, or begins with one."""
    named = words_in(text.partition(":")[0][:200])
    return len(named) <= _LONGEST and any(map(words.is_power, named))


def is_salutation(text: str, words: OrderWords) -> bool:
    """``Dear England,`` or ``England,``: who is spoken to, which is no heading."""
    if not text.rstrip().endswith((",", "!")):
        return False
    named = words_in(text)
    return len(named) <= _LONGEST and any(map(words.is_power, named))


def nearly_named(text: str, names: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The powers whose name *text* misspells, where it says nothing else; empty where it is no such heading.

    A colon makes a line a heading, whose words may be further from what they were meant to be. A line that ends as a greeting does
    (``Franco,``) addresses a person and is none.

    Args:
        text: a line on which no order stands.
        names: of each power, the folded words it is called by.
    """
    if text.rstrip().endswith((",", "!")):
        return frozenset()
    words = folded_words(text)
    strange = [word for word in words if not _is_around(word)]
    if not 0 < len(strange) <= _MOST_STRANGE or len(words) > _LONGEST:
        return frozenset()
    more = text.rstrip().endswith(":")
    candidates = {*strange, "".join(strange)} if more else {"".join(strange)}
    return frozenset(power for power, called in names.items() if any(_is_near(word, name, more) for word in candidates for name in called))


@lru_cache(maxsize=4_096)
def _is_around(word: str) -> bool:
    """Return True if *word* stands beside a power's name in headings, or is a slip for one that does: ``oders``."""
    return word in words_of("heading.orders", "heading.beside") or any(
        distance(word, each, 1) <= 1 for each in names_of_lists() if len(each) > 4
    )


@lru_cache(maxsize=8_192)
def _is_near(word: str, name: str, more: bool) -> bool:
    slips = min(allowed_slips(word) + (more and len(word) > 3), len(name) // 2)
    return len(name) > 3 and distance(word, name, slips) <= slips


_SHORTEST_MISTYPED = 5
"""Letters of a heading that may misspell another power than the writer's."""


def under_mistyped(variant: Variant, words: OrderWords, passages: Sequence[Passage], known: str | None) -> list[str]:
    """For each line, the heading above it that misspells a power, in words; a heading that names one ends it.

    Args:
        known: the power whose orders these are anyhow; its own name may be misspelt.
    """
    under, found = "", []
    for each in passages:
        text = each.text.strip()
        if text and not each.has_order:
            named = words_in(text)
            is_known = any(words.is_power(word) or words.is_place(word) for word in named)
            is_known = is_known or (known is not None and len(named) > 1)  # of several words only a name that is sought for is one
            is_known = is_known or (known is not None and len("".join(named)) < _SHORTEST_MISTYPED)  # ``Ruth:``
            near = frozenset[str]() if is_known else nearly_named(text, words.power_names)
            if near and near != {known}:
                names = f" {tr('or')} ".join(power_name(variant, power) for power in sorted(near))
                under = tr("it stands below “{text}”, which names no power; {names} may be meant", text=text, names=names)
            elif near or (each.is_heading and heads(text, words)):
                under = ""
        found.append(under)
    return found


_AROUND = words_of("heading.orders", "heading.beside") | {"s"}


def under_own(placed: Iterable[Placed], words: OrderWords) -> dict[int, str]:
    """The numbers of the lines that the writer calls their own below orders of a power, each with that power."""
    found: dict[int, str] = {}
    headed: str | None = None
    is_own = False
    for each in placed:
        head, colon, _ = each.text.partition(":")
        if heads_own_orders(head + colon):
            is_own = True
        elif (power := _headed(head, words)) is not None:
            headed, is_own = power, False
        if is_own and headed is not None:
            found[each.line.number] = headed
    return found


def says_not_whose(variant: Variant, powers: Iterable[str | None]) -> str:
    """Return the reason to ask about orders for units of several *powers* where the writer is unknown."""
    names = f" {tr('and')} ".join(sorted(power_name(variant, power) for power in powers if power))
    return tr("the mail does not say whose it is, and orders units of {names}", names=names)


def _headed(head: str, words: OrderWords) -> str | None:
    """The power that *head* names, where it says nothing else."""
    named = words_in(head[:80])
    powers = {words.power(word) for word in named if words.is_power(word)}
    return powers.pop() if len(powers) == 1 and all(word in _AROUND or words.is_power(word) for word in named) else None
