"""The sender's own text cut into what is for this phase, for another one, and what only tells results; and the fates of its pieces.

``docs/decisions/0201`` shows it with the words that make a use. A piece that is weighed is taken unless something beside it, around it or
in it makes it doubtful; where it is no order, it may still hold one within its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from types import MappingProxyType

from adjudicator.phase import Phase
from adjudicator.variant import Variant
from app.mail_in.conditions import names_of_lists
from app.mail_in.letter import MailLine
from app.mail_in.phase_words import HeadingTime, PhaseHeading, later_phase_in, names_season, phase_heading
from app.mail_in.phrases import folded_words, words
from languages import mark

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


def placed_lines(variant: Variant, now: Phase, lines: Iterable[MailLine], names: frozenset[str], subject: str = "") -> tuple[Placed, ...]:
    """Return the use of each of *lines*.

    Args:
        now: the phase that is open.
        names: folded words of the powers, which may stand in headings.
        subject: of the mail; where it speaks of the orders of another phase, that is where they begin.
    """
    use, phase = _from_subject(variant, now, subject, names)
    found: list[Placed] = []
    for line in lines:
        heading = phase_heading(variant, now, line.text, names)
        of_results = None if heading is not None else _heading_of_results(variant, now, line.text, names)
        heading = heading or of_results
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


def _heading_of_results(variant: Variant, now: Phase, text: str, names: frozenset[str]) -> PhaseHeading | None:
    """``Spring 1901 results:``: a heading for a phase, but for its word for results."""
    found = _NAMES_RESULTS.search(text)
    if found is None or _RESULTS.match(text) or names_of_lists() & set(folded_words(text)):
        return None
    return phase_heading(variant, now, text[: found.start()] + " " * len(found[0]) + text[found.end() :], names)


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
