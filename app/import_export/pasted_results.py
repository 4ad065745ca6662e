"""Orders with their results as people paste them from pages and chats: webDiplomacy, Backstabbr, DiplomacyGM, godip.

``A Ser - Rum FAILS [bounced]`` and ``The army at Serbia move to Rumania. (fail)`` are orders with what became of them: the order counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.notation import read_order
from adjudicator.order import Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.import_export.judge_results import FAILED, MOST_LETTERS, MOST_LINES, MOST_RESULTS, JudgeResults, ResultLine, powers_by_name
from app.import_export.received import ExchangeError
from languages import tr

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
_WORDS = "|".join(sorted((*_MARKS, "resolved", "succeeds", "succeeded", "success", "ok"), key=lambda word: -len(word)))
_NOTE = re.compile(rf"(?:[\[(]\s*(?:{_WORDS})\b[^\])]{{0,120}}[\])]|\b(?:{_WORDS})\b[.!]?(?=\s*(?:[\[(]|$)))", re.IGNORECASE)
_SIGNS = re.compile(r"[\u2705\u2714\u2713\u274c\u2716\u2717\ufe0f]|:(?:white_check_mark|x|heavy_check_mark):")
_FAILED_SIGNS = frozenset({"\u274c", "\u2716", "\u2717", ":x:"})
_HEADING = re.compile(
    r"(?P<season>[A-Za-z]+)[\s,]+(?:of\s+)?(?P<year>\d{1,4})(?!\d)(?P<rest>.*)|(?P<letter>[A-Z])(?P<short>\d{4})(?P<kind>[MRA])\b",
    re.IGNORECASE,
)
_KINDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}
_DECORATION = " \t>*_#-\u2022|"
_LONGEST_HEADING = 60


@dataclass(slots=True)
class _Section:
    """The lines of one phase."""

    phase: Phase | None
    """``None`` above the first heading."""
    lines: list[tuple[int, str]] = field(default_factory=list)


def read_pasted(text: str, variant: Variant, position: Position, what: str) -> JudgeResults | None:
    """The orders of the phase of *position* in *text*, with their results; ``None`` where no power and order can be read in it.

    Of a history of several phases those of this one are taken.

    Raises:
        ExchangeError: the text tells of other phases alone, or is too long.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ExchangeError(
            tr("{what} is too long: {count:,} lines; at most {most_lines:,} are read.", what=what, count=len(lines), most_lines=MOST_LINES)
        )
    sections = _sections(lines, variant, position.phase)
    named = [section for section in sections if section.phase is not None]
    wanted = [section for section in named if section.phase == position.phase] if named else sections
    found, unread = _read([line for section in wanted for line in section.lines], variant, position, what)
    if found:
        return JudgeResults(position.phase, tuple(found), None, tuple(unread))
    others = [section for section in named if section.phase != position.phase and _read(section.lines, variant, position, what)[0]]
    if others:
        phases = ", ".join(dict.fromkeys(str(section.phase) for section in others))
        raise ExchangeError(
            tr("{what} tells of {phases}; the open phase is {open_phase}.", what=what, phases=phases, open_phase=position.phase)
        )
    return None


def _sections(lines: list[str], variant: Variant, now: Phase) -> list[_Section]:
    seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}
    sections = [_Section(None)]
    for number, line in enumerate(lines, 1):
        bare = line.strip(_DECORATION)
        phase = _phase(bare, seasons, now) if len(bare) <= _LONGEST_HEADING else None
        if phase is not None:
            sections.append(_Section(phase))
        else:
            sections[-1].lines.append((number, line))
    return sections


def _phase(line: str, seasons: dict[str, str], now: Phase) -> Phase | None:
    """The phase that a line names as a heading: of a season and a year alone, the open phase where that is of them, else the movement."""
    found = _HEADING.match(line)
    if found is None:
        return None
    if found["short"]:
        return Phase(found["letter"].upper(), int(found["short"]), _KINDS[found["kind"].upper()])
    letter = seasons.get(found["season"].casefold())
    if letter is None:
        return None
    year, rest = int(found["year"]), found["rest"].casefold()
    if "retreat" in rest:
        return Phase(letter, year, PhaseKind.RETREAT)
    if "build" in rest or "adjust" in rest:
        return now if now.kind is PhaseKind.ADJUSTMENT and now.year == year else Phase(letter, year, PhaseKind.ADJUSTMENT)
    if (now.season, now.year) == (letter, year) and "movement" not in rest and "diplomacy" not in rest:
        return now
    return Phase(letter, year, PhaseKind.MOVEMENT)


def _read(lines: list[tuple[int, str]], variant: Variant, position: Position, what: str) -> tuple[list[ResultLine], list[str]]:
    powers = powers_by_name(variant)
    power: str | None = None
    found: list[ResultLine] = []
    unread: list[str] = []
    for number, line in lines:
        bare = line.strip(_DECORATION)[: 4 * MOST_LETTERS]
        name, colon, rest = bare.partition(":")
        named = powers.get(name.strip(_DECORATION).casefold())
        if named is not None and (colon or name.strip(_DECORATION) == bare.strip(_DECORATION)):
            power, bare = named, rest.strip(_DECORATION)
        if power is None or not bare:
            continue
        for item in _items(bare):
            result = _result(variant, position, number, power, item)
            if result is None:
                unread.append(f"{what}:{number}: {item}")
            elif len(found) < MOST_RESULTS:
                found.append(result)
    return found, unread


def _items(line: str) -> Iterator[str]:
    """The orders of a line, at its commas and semicolons outside brackets."""
    for item in re.split(r"[,;](?![^\[(]*[\])])", line):
        if item.strip():
            yield item.strip()


def _result(variant: Variant, position: Position, number: int, power: str, item: str) -> ResultLine | None:
    marks = {_MARKS[word] for note in _NOTE.findall(item) for word in re.findall(r"[a-z]+", note.casefold()) if word in _MARKS}
    signs = set(_SIGNS.findall(item))
    if signs & _FAILED_SIGNS:
        marks.add(FAILED)
    if len(marks) > 1:
        marks.discard(FAILED)  # the kind of failure stands beside it
    text = _SIGNS.sub("", _NOTE.sub("", item)).strip(" .\t")
    order = read_order(variant, position, text, power).order
    if order is None:
        return None
    return ResultLine(number, power, text, order, None if isinstance(order, Waive) else order.piece, frozenset(marks))
