"""Games and results as people paste them from pages and chats: whole order histories, and orders with what became of them.

``A Ser - Rum FAILS [bounced]`` and ``The army at Serbia move to Rumania. (fail)`` are orders with what became of them: the order counts.

Such a text has orders with what became of them, and no positions. They are played by our rules from the start of the board, and every
result that comes out otherwise is listed with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from adjudicator import Order, Phase, PhaseKind, Position, Resolution, Result, Variant, Waive, adjudicate
from adjudicator.notation import read_order
from app.import_export.judge_results import FAILED, MOST_RESULTS, JudgeResults, ResultLine, disagreements, powers_by_name
from app.import_export.received import ExchangeError, ReceivedGame, ReceivedPhase
from languages import labelled, mark, tr

_MARKS = {
    "bounced": "bounce",
    "bounce": "bounce",
    "cut": "cut",
    "dislodged": "dislodged",
    "void": "void",
    "invalid": "void",
    "illegal": "void",
    "disrupted": "disrupted",
    "fails": FAILED,
    "failed": FAILED,
    "fail": FAILED,
}
_ERRORS = {"ErrBounce": "bounce", "ErrSupportBroken": "cut", "ErrMissingConvoyPath": "no convoy", "ErrConvoyParadox": "no convoy"}
"""godip's words for what became of an order; others of its errors say that it was none."""
_ERROR = re.compile(r":?\s*\b(Err[A-Z]\w+)(?::\S+)?$")
_WORDS = "|".join(sorted((*_MARKS, "resolved", "succeeds", "succeeded", "success", "ok"), key=lambda word: -len(word)))
_NOTE = re.compile(rf"(?:[\[(]\s*(?:{_WORDS})\b[^\])]{{0,120}}[\])]|\b(?:{_WORDS})\b[.!]?(?=\s*(?:[\[(]|$)))", re.IGNORECASE)
_SIGNS = re.compile(r"[\u2705\u2714\u2713\u274c\u2716\u2717\ufe0f]|:(?:white_check_mark|x|heavy_check_mark):")
_FAILED_SIGNS = frozenset({"\u274c", "\u2716", "\u2717", ":x:"})
_HEADING = re.compile(
    r"(?P<before>(?:(?:results?|orders?|moves?|history|turn|phase|movement|diplomacy|retreats?|builds?|adjustments?)\b[\s:,-]*(?:(?:for|of)\s+)?)*)"
    r"(?P<season>[A-Za-z]+)[\s,]+(?:of\s+)?(?P<year>\d{1,4})(?!\d)(?P<rest>.*)|(?P<letter>[A-Z])(?P<short>\d{4})(?P<kind>[MRA])\b",
    re.IGNORECASE,
)
_KIND_WORDS = {
    "retreat": PhaseKind.RETREAT,
    "build": PhaseKind.ADJUSTMENT,
    "adjust": PhaseKind.ADJUSTMENT,
    "unit-placement": PhaseKind.ADJUSTMENT,
    "movement": PhaseKind.MOVEMENT,
    "diplomacy": PhaseKind.MOVEMENT,
}
_KINDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}
DECORATION = " \t>*_#-\u2022|"
_LONGEST_HEADING = 60
_COUNTS = re.compile(r"(?:\s*\([+-]?\d{1,3}(?:/\d{1,3})?\))+\s*$")
"""Numbers of orders and centres that DiplomacyGM writes behind a power."""
_TURNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # webDiplomacy writes two sentences without a blank for what a unit's end is
    (re.compile(r"\bdisbandBuild (?:army|fleet) at .*", re.IGNORECASE), "disband"),
    (re.compile(r"^Destroy the unit at (.+?)(?:The\b.*)?$", re.IGNORECASE), r"\1 disband"),
    (re.compile(r"^Do not use build(?: order)?$", re.IGNORECASE), "waive"),
    # godip's words for its orders
    (re.compile(r"\b(Support|Convoy) \[(\S+) (\S+)\]"), r"\1 \2 Move \3"),
    (re.compile(r"\bSupport \[(\S+)\]"), r"Support \1"),
)
"""Turns of pages that no player writes, and the order that they mean."""


class SeasonHeading(NamedTuple):
    """Season, year and, where it says so, kind that a line names as a heading."""

    season: str
    """The letter of a season of the board's calendar."""
    year: int
    kind: PhaseKind | None


class Headings:
    """Reads the headings of a text about a board, and knows what texts call its powers."""

    def __init__(self, variant: Variant) -> None:
        self.powers = powers_by_name(variant)
        self._seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}

    def read(self, bare: str) -> SeasonHeading | None:
        """The heading that a line without decoration is; ``None`` where it is none."""
        found = _HEADING.match(bare) if len(bare) <= _LONGEST_HEADING else None
        if found is None:
            return None
        if found["short"]:
            return SeasonHeading(found["letter"].upper(), int(found["short"]), _KINDS[found["kind"].upper()])
        letter = self._seasons.get(found["season"].casefold())
        if letter is None:
            return None
        words = f"{found['before']} {found['rest']}".casefold()
        kind = next((kind for word, kind in _KIND_WORDS.items() if word in words), None)
        return SeasonHeading(letter, int(found["year"]), kind)


def named_power(powers: Mapping[str, str], bare: str) -> tuple[str | None, str]:
    """The power that a line is the heading of, or begins with, and what stands behind it."""
    name, colon, rest = _COUNTS.sub("", bare).partition(":")
    named = powers.get(name.strip(DECORATION).casefold())
    return (None, bare) if named is None else (named, rest.strip(DECORATION) if colon else "")


def items_of(line: str) -> Iterator[str]:
    """The orders of a line, at its commas and semicolons outside brackets."""
    for item in re.split(r"[,;](?![^\[(]*[\])])", line):
        if item.strip():
            yield item.strip()


def tells_result(item: str) -> bool:
    """Return True if *item* says what became of an order."""
    return any(pattern.search(item) for pattern in (_NOTE, _SIGNS, _ERROR))


def result_of(variant: Variant, position: Position, number: int, power: str, item: str) -> ResultLine | None:
    """The order that *item* is in *position*, and what became of it; ``None`` where it is none."""
    marks = {_MARKS[word] for note in _NOTE.findall(item) for word in re.findall(r"[a-z]+", note.casefold()) if word in _MARKS}
    signs = set(_SIGNS.findall(item))
    if signs & _FAILED_SIGNS:
        marks.add(FAILED)
    error = _ERROR.search(item)
    if error is not None:
        marks.add(_ERRORS.get(error[1], "void"))
        item = item[: error.start()]
    if marks - {FAILED, "dislodged"}:
        marks.discard(FAILED)  # the kind of failure stands beside it
    text = _SIGNS.sub("", _NOTE.sub("", item)).strip(" .\t:-~")
    for pattern, plain in _TURNS:
        text = pattern.sub(plain, text)
    order = read_order(variant, position, text, power).order
    if order is None:
        return None
    return ResultLine(number, power, text, order, None if isinstance(order, Waive) else order.piece, frozenset(marks), may_tell_part=True)


SOURCE = mark("a history of orders as it is pasted from a page")
MOST_LINES = 40_000
MOST_UNREAD = 300
"""Lines that are no orders in a text that is still taken for a history. Weighing their words takes long."""
_MOST_EMPTY = 12
"""Phases in turn of which a text may say nothing."""

_BELOW = 4
"""Lines below a heading in which the next words are looked for."""
_KIND_LINE = re.compile(
    r"(?P<movement>movements?|diplomacy|orders|moves)|(?P<retreat>retreats?)|"
    r"(?P<adjustment>unit-placement|builds?|adjustments?|builds and removals)",
    re.IGNORECASE,
)
_MISSING = re.compile(r"missing orders:?", re.IGNORECASE)
_SUBMITTED = re.compile(r"submitted orders:?", re.IGNORECASE)
"""Headings of DiplomacyGM below a power: units without orders, and orders."""
_ADJUSTMENT = re.compile(r"\b(?:builds?|waives?|destroys?|removes?|postpone)\b|\b[A-Z]{3}(?:/[A-Z]C)? B\b|^B [AF] ", re.IGNORECASE)
_RETREAT = re.compile(r"\bretreats?\b|\b[AF] \w+(?:/\w+)? R \w+")
_DISBAND = re.compile(r"\bdisbands?\b|\b[AF] \w+(?:/\w+)? D$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    """An order of the text, before it is known in which position it stands."""

    number: int
    power: str
    text: str
    kind: PhaseKind | None
    """Kind of its phase, where a heading or its words tell."""
    may_be_retreat: bool = False
    """True if it disbands a unit: after a movement, or since there are too many."""


@dataclass(slots=True)
class _Played:
    """A history as it is played on."""

    phases: list[ReceivedPhase] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    """Dislodged units without an order in the text, which disband: pages leave out units without orders."""


def read_history(text: str, variant: Variant, what: str) -> tuple[ReceivedGame, tuple[str, ...]]:
    """The game that *text* tells, and the places where its results are not those of our rules.

    Args:
        variant: the board, with the rules by which it is judged.
        what: name of the text, for messages.

    Raises:
        ExchangeError: it is too long, has no orders, or does not begin at the start of the board.
    """
    seasons, _ = _by_season(_lines(text, what), variant)
    start = variant.start.phase
    if not seasons:
        raise ExchangeError(tr("{what} has no orders below the heading of a season, such as Spring, 1901.", what=what))
    first = min(seasons, key=lambda each: _rank(variant, *each))
    if not _begins_at_start(variant, first):
        raise ExchangeError(
            tr(
                "{what} begins with {season} {year}; where the units stood then is not in it. Paste the history from {start} on, or open "
                "the game it belongs to, then: read-into-game {what}",
                what=what,
                season=variant.calendar.seasons.get(first[0], first[0]),
                year=first[1],
                start=start,
            )
        )
    tells = any(tells_result(line.text) for each in seasons.values() for line in each)
    played = _play(seasons, variant, what, tells=tells)
    told = [*(tr("Not read: {line}", line=line) for line in played.unread), *played.silent]
    if not tells:
        told.append(tr("The text does not say what became of the orders: results are not compared."))
    phases = (*played.phases, ReceivedPhase(None, None))
    return ReceivedGame(SOURCE, what.rpartition(".")[0] or what, "", phases, remarks=tuple(told)), tuple(played.differences)


def _begins_at_start(variant: Variant, first: tuple[str, int]) -> bool:
    """Return True if *first* is the season of the start; pages list builds below the autumn before, those of the start as well."""
    start = variant.start.phase
    if start.kind is not PhaseKind.ADJUSTMENT:
        return first == (start.season, start.year)
    return _rank(variant, _last_movement(variant), start.year) <= _rank(variant, *first) <= _rank(variant, start.season, start.year)


def _rank(variant: Variant, season: str, year: int) -> tuple[int, int]:
    """Place of a season in time."""
    order = list(dict.fromkeys(step.season for step in variant.calendar.steps))
    return year, order.index(season) if season in order else len(order)


# --- what stands in the text ---


def read_pasted(text: str, variant: Variant, position: Position, what: str) -> JudgeResults | None:
    """The orders of the phase of *position* in *text*, with their results; ``None`` where no power and order can be read in it.

    Of a history of several phases those of this one are taken.

    Raises:
        ExchangeError: the text tells of other phases alone, or is too long.
    """
    seasons, above = _by_season(_lines(text, what), variant)
    named = [(line, season) for season, lines in seasons.items() for line in lines]
    wanted = [line for line, season in named if _belongs(line, season, position, variant)] if named else above
    found: list[ResultLine] = []
    unread: list[str] = []
    for line in wanted:
        result = result_of(variant, position, line.number, line.power, line.text)
        if result is None:
            unread.append(f"{what}:{line.number}: {line.text}")
        elif len(found) < MOST_RESULTS:
            found.append(result)
    if found:
        return JudgeResults(position.phase, tuple(_distinct(found)), None, tuple(unread))
    phases = [_phase_of(line, season, variant) for line, season in named]
    boards = {phase: Position(phase, variant.start.units, variant.start.owners) for phase in phases}
    told = [
        phase
        for phase, (line, _) in zip(phases, named, strict=True)
        if phase != position.phase and result_of(variant, boards[phase], line.number, line.power, line.text) is not None
    ]
    if told:
        raise ExchangeError(
            tr(
                "{what} tells of {phases}; the open phase is {open_phase}.",
                what=what,
                phases=", ".join(dict.fromkeys(map(str, told))),
                open_phase=position.phase,
            )
        )
    return None


def _phase_of(line: _Line, season: tuple[str, int], variant: Variant) -> Phase:
    if line.kind is PhaseKind.ADJUSTMENT:
        letter = next((step.season for step in variant.calendar.steps if step.kind is PhaseKind.ADJUSTMENT), season[0])
        return Phase(letter, season[1], PhaseKind.ADJUSTMENT)
    return Phase(*season, line.kind or PhaseKind.RETREAT)


def _lines(text: str, what: str) -> list[str]:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ExchangeError(
            tr("{what} is too long: {count:,} lines; at most {most_lines:,} are read.", what=what, count=len(lines), most_lines=MOST_LINES)
        )
    return lines


def _by_season(lines: list[str], variant: Variant) -> tuple[dict[tuple[str, int], list[_Line]], list[_Line]]:
    """The orders of each season, and those above all headings; the newest season may stand first, and a list of links above all."""
    headings = Headings(variant)
    seasons: dict[tuple[str, int], list[_Line]] = {}
    above: list[_Line] = []
    season: tuple[str, int] | None = None
    power: str | None = None
    of_all: PhaseKind | None = None  # kind of the heading that stands above several powers
    kind: PhaseKind | None = None
    lists_missing = False
    for number, line in enumerate(lines, 1):
        bare = line.strip(DECORATION)
        heading = headings.read(bare)
        if heading is not None:
            season, of_all, kind, power = (heading.season, heading.year), heading.kind, heading.kind, None
            continue
        if _MISSING.fullmatch(bare):
            lists_missing = True
            continue
        of_kind = _kind_line(bare)
        if of_kind is not None:
            kind, lists_missing = of_kind, False
            if power is None or _names_power(headings, lines[number : number + _BELOW]):
                of_all, power = of_kind, None
            continue
        named, rest = named_power(headings.powers, bare)
        if named is not None:
            power, bare, kind, lists_missing = named, rest, of_all, False
        elif _SUBMITTED.fullmatch(bare):
            lists_missing = False
            continue
        if power is None or not bare or lists_missing:
            continue
        for item in items_of(bare):
            (above if season is None else seasons.setdefault(season, [])).append(_line(number, power, item, kind))
    return seasons, above


def _kind_line(bare: str) -> PhaseKind | None:
    found = _KIND_LINE.fullmatch(bare.rstrip(":"))
    return None if found is None else PhaseKind[str(found.lastgroup).upper()]


def _names_power(headings: Headings, below: list[str]) -> bool:
    """Return True if the next line of *below* that is not blank begins with a power."""
    first = next((line.strip(DECORATION) for line in below if line.strip(DECORATION)), "")
    return named_power(headings.powers, first)[0] is not None


def _line(number: int, power: str, text: str, kind: PhaseKind | None) -> _Line:
    if kind is None:
        if _DISBAND.search(text):
            return _Line(number, power, text, None, may_be_retreat=True)
        if _ADJUSTMENT.search(text):
            kind = PhaseKind.ADJUSTMENT
        elif _RETREAT.search(text):
            kind = PhaseKind.RETREAT
        else:
            kind = PhaseKind.MOVEMENT
    return _Line(number, power, text, kind)


# --- played ---


def _play(seasons: Mapping[tuple[str, int], list[_Line]], variant: Variant, what: str, *, tells: bool) -> _Played:
    """Play the orders of *seasons* one phase after the other.

    Args:
        tells: whether the text says what became of orders: else nothing is held against our rules.
    """
    played = _Played()
    left = {line: season for season, lines in seasons.items() for line in lines}
    position = variant.start
    empty = 0
    while left:
        wanted = [line for line, season in left.items() if _belongs(line, season, position, variant)]
        empty = 0 if wanted else empty + 1
        if empty > _MOST_EMPTY:
            break
        for line in wanted:
            del left[line]
        read = [(line, result_of(variant, position, line.number, line.power, line.text)) for line in wanted]
        played.unread += [f"{what}:{line.number}: {line.text}" for line, found in read if found is None]
        if len(played.unread) > MOST_UNREAD:
            raise ExchangeError(tr("{what}: more than {most_unread} lines of it cannot be read", what=what, most_unread=MOST_UNREAD))
        results = [found for _, found in read if found is not None][:MOST_RESULTS]
        resolution, wrong = _held_against(results, variant, position)
        if tells:
            played.differences += [f"{position.phase}, {each}" for each in wrong]
        named = {found.piece.location.province for found in results if found.piece is not None}
        played.silent += [
            labelled(position.phase, tr("{unit}: the text says nothing of it", unit=each.unit))
            for each in (position.dislodged if position.phase.kind is PhaseKind.RETREAT else ())
            if each.unit.province not in named
        ]
        played.phases.append(ReceivedPhase(position.phase, None, orders=_orders(results)))
        position = resolution.next
        if resolution.ending is not None:
            break
    played.differences += [
        tr("line {number}: {line}: by our rules nothing of the kind was due then", number=line.number, line=labelled(line.power, line.text))
        for line in left
    ]
    return played


def _belongs(line: _Line, season: tuple[str, int], position: Position, variant: Variant) -> bool:
    """Return True if *line*, which stands below *season*, is an order of the phase of *position*."""
    phase = position.phase
    if phase.kind is PhaseKind.ADJUSTMENT:
        # pages list builds below the autumn whose centres they are for
        is_its_year = season[1] == phase.year and _rank(variant, *season) >= _rank(variant, _last_movement(variant), phase.year)
        is_kind = line.kind is PhaseKind.ADJUSTMENT or line.may_be_retreat or season[0] == phase.season != _last_movement(variant)
        return is_its_year and is_kind
    if season != (phase.season, phase.year):
        return False
    if phase.kind is PhaseKind.RETREAT and line.may_be_retreat:
        return any(each.unit.power == line.power and _names(variant, position, line, each.unit.province) for each in position.dislodged)
    return line.kind is phase.kind


def _names(variant: Variant, position: Position, line: _Line, province: str) -> bool:
    found = result_of(variant, position, line.number, line.power, line.text)
    return found is not None and found.piece is not None and found.piece.location.province == province


def _last_movement(variant: Variant) -> str:
    return [step.season for step in variant.calendar.steps if step.kind is PhaseKind.MOVEMENT][-1]


def _held_against(results: list[ResultLine], variant: Variant, position: Position) -> tuple[Resolution, tuple[str, ...]]:
    """The result of the orders by our rules, and the lines that say otherwise."""
    orders: dict[str, list[Order]] = {}
    for each in results:
        if each.order is not None:
            orders.setdefault(each.power, []).append(each.order)
    told = JudgeResults(position.phase, tuple(results), None, (), leaves_out_silent=True)
    try:
        wrong = list(disagreements(told, variant, position, orders))
        resolution = adjudicate(variant, position, orders)
    except ValueError as error:
        raise ExchangeError(tr("{phase}: this phase cannot be judged: {error}", phase=position.phase, error=error)) from error
    return resolution, tuple(wrong)


def _orders(results: list[ResultLine]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for each in _distinct(results):
        found.setdefault(each.power, []).append(str(each.order))
    return MappingProxyType({power: tuple(orders) for power, orders in found.items()})


def _distinct(results: list[ResultLine]) -> Iterator[ResultLine]:
    """The lines without what a page says twice; waives may be said as often as there are builds."""
    seen: set[tuple[str, str]] = set()
    for each in results:
        key = (each.power, str(each.order))
        if isinstance(each.order, Waive) or key not in seen:
            seen.add(key)
            yield each


# --- on which board ---


class Fit(NamedTuple):
    """Measure of the first phase of a history at the start of a board; the greater, the likelier it is of that board."""

    orders: int
    """Number of orders that can be given there."""
    is_whole: bool
    """True if each unit that stands there has one."""


def fit_of(text: str, variant: Variant, what: str) -> Fit:
    """Return how much of the first phase of *text* can be ordered at the start of *variant*.

    Raises:
        ExchangeError: it is too long.
    """
    seasons, _ = _by_season(_lines(text, what), variant)
    start = variant.start
    first = min(seasons, key=lambda each: _rank(variant, *each), default=None)
    if first is None or not _begins_at_start(variant, first):
        return Fit(0, is_whole=False)
    lines = [line for season, below in seasons.items() for line in below if _belongs(line, season, start, variant)]
    results = [result_of(variant, start, line.number, line.power, line.text) for line in lines]
    found = [each for each in results if each is not None][:MOST_RESULTS]
    resolution, _ = _held_against(found, variant, start)
    possible = [each for each in resolution.outcomes if each.given and each.results.isdisjoint({Result.VOID, Result.ILLEGAL})]
    return Fit(len(possible), is_whole={unit.piece for unit in start.units} <= {each.piece for each in found})
