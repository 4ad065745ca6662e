"""Headings that say for which phase the lines below them are: ``Fall:``, ``F1901M``, ``Retreat if dislodged: A Tri - Ven``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Calendar, Variant
from app.mail_in.phrases import WORD, folded_words, phrases, plain, word_spans, words, words_of

MOST_ROUNDS = 4
"""A heading that names no year means one of the next so many rounds of the calendar."""


class HeadingTime(Enum):
    """Relation of a heading's phase to the phase that is open."""

    NOW = "now"
    LATER = "later"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PhaseHeading:
    """A heading, and what stands on its line after it."""

    when: HeadingTime
    phase: Phase | None
    """``None`` where the words name no phase of the calendar."""
    rest: int
    """Column at which the rest of the line begins; its length where there is none."""
    names_time: bool = True
    """True if a season, a year, a code or *this turn* is named, and not only a kind of orders: ``Builds:``."""
    is_contingent: bool = False
    """True if it is about orders for the case that a unit is dislodged: a line of its own, not a section."""


_SEASONS = ("spring", "summer", "fall", "winter")
SEASON_LETTERS = {"S": "spring", "F": "fall", "W": "winter"}
"""The names of the words for the seasons of most calendars, by their letters."""
_KINDS = {PhaseKind.RETREAT: "retreat", PhaseKind.ADJUSTMENT: "adjustment", PhaseKind.MOVEMENT: "movement"}
"""Names of their words in the tables of phrases."""
_CODE = re.compile(r"(?:phase\s+)?([A-Z])[\s'’]?(\d{2,4})\s?([MRAB])?(?![\w])", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_LAST_SENTENCE = re.compile(r"[.;!]\s+([^.;!:]{1,80}):\s*$")
"""``No retreats needed. For movement:`` speaks of what its end says."""
_KIND_LETTERS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT, "B": PhaseKind.ADJUSTMENT}
_MOST_HEADING = 80
_MOST_LINE = 600
_SHORTEST_WITH_ASIDE = 4
"""Words of a heading with a clause that says why it stands there: ``spring before I forget``."""
_LONGEST_TIME = 6
"""Words before an order that may say for which phase it is: ``For the Spring season of 1906``."""


def phase_heading(variant: Variant, now: Phase, line: str, names: frozenset[str] = frozenset()) -> PhaseHeading | None:
    """Read the line as a heading for a phase; ``None`` where it is none.

    Args:
        now: the phase that is open.
        names: words of powers, which may stand in a heading.
    """
    text = plain(line)
    if len(text) > _MOST_LINE or text.rstrip().endswith("?"):
        return None
    sentence = _LAST_SENTENCE.search(text)
    if sentence is not None and (found := _read(variant, now, sentence[1], names)) is not None:
        return PhaseHeading(found[0], found[1], len(text))
    head, colon, rest = text.partition(":")
    contingent = _contingent(variant, now, text)
    if contingent is not None:
        return contingent
    if len(head) > _MOST_HEADING:
        return None
    after = len(text) - len(rest.lstrip())
    found = _read(variant, now, head, names)
    if found is None and not colon:
        for dash in (" - ", " – ", " — "):
            before, _, tail = text.partition(dash)
            if (found := _read(variant, now, before, names)) is not None:
                after = len(text) - len(tail.lstrip())
                break
    if found is None and (aside := _ASIDE.sub(" ", head)) != head:
        found = _read(variant, now, aside, names)  # ``Builds (I hope!)``
        if found is not None and found[0] is not HeadingTime.LATER:
            found = None
    if found is None and colon and (needed := _if_needed(variant, now, head, names)) is not None:
        return PhaseHeading(HeadingTime.LATER, needed, len(text) - len(rest.lstrip()), is_contingent=bool(rest.strip()))
    if found is None and colon and any(map(str.isdecimal, folded_words(last := head.rpartition(",")[2]))):
        found, head = _read(variant, now, last, names), last  # ``And while I'm at it, winter 1907:``
    if found is None:
        return None
    heard = folded_words(head)
    is_this = not words("phase", "this").isdisjoint(heard) and not words("phase", "turn").isdisjoint(heard)
    timed = (
        is_this
        or any(map(str.isdecimal, heard))
        or any(not words("phase", season).isdisjoint(heard) for season in _SEASONS)
        or bool(_CODE.match(head))
    )
    return PhaseHeading(found[0], found[1], after, names_time=timed)


def open_phase_at(variant: Variant, now: Phase, text: str) -> int:
    """The number of letters of ``In Spring 1906``, ``This turn`` at the beginning of *text*, if that is the phase that is open; else 0."""
    spans = word_spans(text)[:_LONGEST_TIME]
    of_time = words_of("phase.turn", *(f"phase.{season}" for season in _SEASONS))
    if not spans or of_time.isdisjoint(folded_words(text[: spans[-1][1]])):
        return 0
    for _, end in reversed(spans):
        found = phase_heading(variant, now, text[:end])
        if found is not None and found.when is HeadingTime.NOW and found.names_time:
            return end
    return 0


def names_season(now: Phase, text: str) -> bool:
    """Return True for ``For spring just one thing, …`` in spring: the sentence begins with the season that is open."""
    heard = folded_words(text[:_MOST_HEADING])[:2]
    leads = words("speech", "in_season") - words("speech", "past_season")  # not ``Last spring, …``, ``That spring was great fun``
    return len(heard) > 1 and heard[0] in leads and season_at(heard, 1) == SEASON_LETTERS.get(now.season, "winter")


def season_at(heard: Sequence[str], number: int) -> str | None:
    """The season that a folded word names: one of the lists of ``phase``; ``None`` for German ``in diesem Fall``: *case*."""
    season = _season_of_word().get(heard[number])
    is_case = season is not None and number > 0 and heard[number] == "fall" and heard[number - 1] in words("phase", "of_case")
    return None if is_case else season


@cache
def _season_of_word() -> Mapping[str, str]:
    """Each folded word for a season, with the name of its list."""
    return {word: name for name in reversed(_SEASONS) for word in words("phase", name)}


def names_two_seasons(text: str) -> bool:
    """``Spring 1901     Fall 1901``: the heads of two columns."""
    heard = set(folded_words(text[:_MOST_HEADING]))
    return sum(not heard.isdisjoint(words("phase", season)) for season in _SEASONS) > 1


def _later() -> frozenset[str]:
    """Words of retreats and builds."""
    return words_of("phase.retreat", "phase.adjustment", "phase.winter", "phase.building")


def is_of_later(said: Iterable[str], now: Phase | None = None) -> bool:
    """Return True if folded words speak of retreats or builds while orders for units are due; *now* is the phase that is open."""
    return (now is None or now.kind is PhaseKind.MOVEMENT) and not _later().isdisjoint(said)


def kind_of_later(said: Iterable[str], now: Phase) -> PhaseKind | None:
    """The kind of a later phase that folded words speak of, while orders for units are due."""
    heard = set(said)
    if now.kind is not PhaseKind.MOVEMENT or heard.isdisjoint(_later()):
        return None
    return PhaseKind.RETREAT if not heard.isdisjoint(words("phase", "retreat")) else PhaseKind.ADJUSTMENT


def _if_needed(variant: Variant, now: Phase, head: str, names: frozenset[str]) -> Phase | None:
    """The later phase of ``Retreats, if needed``, ``Rückzug, falls nötig``, ``Retreat if Bulgaria is hit``."""
    heard = folded_words(head)
    for kind in (PhaseKind.RETREAT, PhaseKind.ADJUSTMENT):
        told = [number for number, word in enumerate(heard) if word in words("phase", _KINDS[kind])]
        if not told or now.kind is kind or now.kind is PhaseKind.ADJUSTMENT:
            continue
        small = words("phase", _KINDS[kind]) | words_of("phase.needed", "phase.beside") | names
        if all(word in small or word.isdecimal() for word in heard) or (
            told[0] <= 1 and not words("phase", "needed_if").isdisjoint(heard[told[0] : told[0] + 3])
        ):
            return next_phase(variant.calendar, now, kind)
    return None


def later_phase_in(variant: Variant, now: Phase, text: str) -> Phase | None:
    """The later phase that an order is for by words within its sentence: ``F Sev - Rum next turn``."""
    text = _without_reason(text[:_MOST_LINE])
    heard = folded_words(text)
    if now.kind is not PhaseKind.MOVEMENT:
        clauses = [said for clause in re.split(r"[,;–—]", text) if (said := folded_words(clause))]
        heard = tuple(word for said in clauses if len(clauses) == 1 or not _rebuilds(said) for word in said)
    for number, word in enumerate(heard[:-1]):
        if word in words_of("phase.next", "phase.following") and heard[number + 1] in words("phase", "turn"):
            return next_phase(variant.calendar, now, PhaseKind.MOVEMENT)
    return None


def _without_reason(text: str) -> str:
    """*text* up to *because*, where an order may stand before it: what comes next year is no time of the order then."""
    behind = (word.start() for word in WORD.finditer(text) if not words("remark", "because").isdisjoint(folded_words(word[0])))
    start = next((at for at in behind if len(folded_words(text[:at])) >= _SHORTEST_REASONED), len(text))
    return text[:start]


_SHORTEST_REASONED = 3
"""Words of an order before its reason."""


def _rebuilds(clause: Sequence[str]) -> bool:
    """Return True for ``then I've got room to build there next year``: a clause that tells what a removal or a retreat is good for."""
    says = not words_of("phase.building", "due.nouns").isdisjoint(clause)
    return says and len(clause) >= _SHORTEST_PURPOSE and words_of("prose.which", "condition.choice").isdisjoint(clause[:1])


_SHORTEST_PURPOSE = 6
"""Words of a clause that tells what an order is good for."""


def _contingent(variant: Variant, now: Phase, text: str) -> PhaseHeading | None:
    """``Retreat if dislodged: A Tri - Ven``, ``If dislodged, A Tri R Ven``: for the retreats after this phase."""
    heard = folded_words(text)
    if words("phase", "dislodged").isdisjoint(heard) or now.kind is PhaseKind.RETREAT:
        return None
    about = set(heard) & words_of("phase.retreat", "phase.in_case")
    if not about:
        return None
    first = next(number for number, word in enumerate(heard) if word in words("phase", "dislodged") or word in about)
    if first > 2:
        return None  # an order with an afterthought: A Vie - Gal, if dislodged to Boh
    _, colon, rest = text.partition(":")
    after = len(text) - len(rest.lstrip()) if colon else 0
    phase = next_phase(variant.calendar, now, PhaseKind.RETREAT)
    return PhaseHeading(HeadingTime.LATER, phase, after, is_contingent=True)


def _read(variant: Variant, now: Phase, head: str, names: frozenset[str]) -> tuple[HeadingTime, Phase | None] | None:
    """The phase that the words of *head* name, where all of them belong to a heading."""
    stripped = head.strip(" \t*=#_-[](){}<>~.!,")
    code = _CODE.match(stripped)
    season: str | None = None
    year: int | None = None
    kind: PhaseKind | None = None
    heard = folded_words(stripped)
    if code is not None and code[1].upper() in {*variant.calendar.seasons, "A"}:
        season = "F" if code[1].upper() == "A" and "A" not in variant.calendar.seasons else code[1].upper()
        year = _year(code[2], now)
        kind = _KIND_LETTERS[code[3].upper()] if code[3] else None
        heard = folded_words(stripped[code.end() :])
    if len(heard) >= _SHORTEST_WITH_ASIDE:
        heard = tuple(phrases("phase", "asides").sub(" ", " ".join(heard)).split())
    is_next = is_this = False
    turn = words("phase", "turn")
    kinds: list[PhaseKind] = []
    for number, word in enumerate(heard):
        named = season_at(heard, number)
        a_kind = next((each for each, name in _KINDS.items() if word in words("phase", name)), None)
        if named is not None:
            letter = _letter(variant.calendar, named)
            if letter is None or season not in {None, letter}:
                return None
            season = letter
        elif a_kind is not None:
            kinds.append(a_kind)
        elif word.isdecimal() and len(word) in {2, 4}:
            year = _year(word, now)
        elif word in words("phase", "next") or (word in words("phase", "following") and not turn.isdisjoint(heard)):
            is_next = True
        elif word in words("phase", "this"):
            is_this = True
        elif word not in words("phase", "beside") and word not in names and not ((is_next or is_this) and word in turn):
            return None
    kind = kind or (kinds[0] if kinds else None)
    if is_next:
        return HeadingTime.LATER, next_phase(variant.calendar, now, kind or PhaseKind.MOVEMENT)
    if season is None and year is None and kind in {None, PhaseKind.MOVEMENT}:
        return (HeadingTime.NOW, now) if is_this and not turn.isdisjoint(heard) else None
    if season is None and year is None and len(heard) > 3 and not {"orders", "phase"} & set(heard):
        return None
    return _placed(variant.calendar, now, season, year, kind)


def _letter(calendar: Calendar, named: str) -> str | None:
    """The calendar's letter for a season; a season that it does not have is no heading here."""
    for letter, name in calendar.seasons.items():
        if name.casefold() in {named, "autumn" if named == "fall" else named}:
            return letter
    return None


def _year(digits: str, now: Phase) -> int:
    number = int(digits)
    return number if len(digits) > 2 else (abs(now.year) // 100) * 100 + number


def _placed(
    calendar: Calendar, now: Phase, season: str | None, year: int | None, kind: PhaseKind | None
) -> tuple[HeadingTime, Phase | None]:
    """Return the nearest phase that fits the words; the phase that is open fits before any other."""

    def fits(phase: Phase) -> bool:
        kinds = {kind} if kind is not None else {PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT} if phase != now else {now.kind}
        return (season in {None, phase.season}) and (year in {None, phase.year}) and phase.kind in kinds

    if fits(now):
        return HeadingTime.NOW, now
    for phase in rounds(calendar, now):
        if fits(phase):
            return HeadingTime.LATER, phase
    return HeadingTime.OVER, None


def next_phase(calendar: Calendar, now: Phase, kind: PhaseKind, season: str = "") -> Phase | None:
    """The first phase of *kind* after *now*; of the season with that letter, where one is given."""
    return next((phase for phase in rounds(calendar, now) if phase.kind is kind and season in {"", phase.season}), None)


def rounds(calendar: Calendar, now: Phase) -> tuple[Phase, ...]:
    """The phases after *now*, for some rounds of the calendar."""
    steps = calendar.steps
    at = next((number for number, step in enumerate(steps) if step.season == now.season and step.kind is now.kind), None)
    if at is None:
        return ()
    found: list[Phase] = []
    year = now.year
    for _ in range(MOST_ROUNDS * len(steps)):
        at += 1
        if at == len(steps):
            at = 0
            year += calendar.year_step
        else:
            year += steps[at].later
        year += year == 0
        found.append(Phase(steps[at].season, year, steps[at].kind))
    return tuple(found)
