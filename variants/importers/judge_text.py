"""The lines of a ``.map`` file and of those it uses, one after the other, each with where it stands and when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator import Location, Terrain, Variant
from languages import system_words, tr
from variants.catalogue import standard
from variants.fault import Fault, VariantError
from variants.importers.draft import ImportReport
from variants.source import Source

_WORDS = {Terrain.SEA: "WATER", Terrain.INLAND: "LAND", Terrain.COASTAL: "COAST", Terrain.IMPASSABLE: "SHUT"}
_PARTS = ("geography", "politics", "military")


def standard_part(name: str) -> str | None:
    """The text for the file *name*: a part of the standard board, or all of it; ``None`` where the name is none of the standard's."""
    stem, _, end = name.rpartition("/")[2].lower().partition(".")
    if stem != "standard":
        return None
    return standard_text(end if end in _PARTS else "")


def standard_text(part: str = "") -> str:
    """The lines of one of its parts, ``geography``, ``politics`` or ``military``; of all three unless one is named."""
    variant = standard()
    lines: list[str] = []
    if part in ("", "geography"):
        lines += [*_names(variant), *_places(variant)]
    if part in ("", "politics"):
        lines += _powers(variant)
    if part in ("", "military"):
        for power in variant.powers:
            lines += [power, *(f"{unit.kind} {unit.piece.location}" for unit in variant.start.units_of(power))]
    return "\n".join([*lines, ""])


def _names(variant: Variant) -> Iterator[str]:
    for code, province in variant.board.provinces.items():
        words = [word.replace(" ", "+") for word in (*province.aliases, *province.names)]
        yield f"{province.name} = {' '.join([code, *words]).lower()}"


def _places(variant: Variant) -> Iterator[str]:
    board = variant.board
    for code, province in board.provinces.items():
        for coast in province.coasts:
            targets = sorted(str(edge.target) for edge in board.edges if edge.origin == Location(code, coast))
            yield f"COAST {code}/{coast} ABUTS {' '.join(targets)}"
        yield f"{_WORDS[province.terrain]} {code.lower() if province.coasts else code} ABUTS {' '.join(_abuts(variant, code))}"


def _abuts(variant: Variant, code: str) -> list[str]:
    """The neighbours of a province: in small letters where only an army passes though a fleet could stand there."""
    board = variant.board
    fleets: dict[str, set[str]] = {}
    armies: set[str] = set()
    for edge in board.edges:
        if edge.origin.province == code:
            if "F" in edge.kinds:
                # From a coast or to one: the line of the province itself names the neighbour only.
                fleets.setdefault(edge.target.province, set()).add(str(edge.target) if edge.origin.coast is None else edge.target.province)
            if "A" in edge.kinds:
                armies.add(edge.target.province)
    found: set[str] = set()
    for other in armies | fleets.keys():
        coasted = bool(board.provinces[other].coasts)
        could = board.provinces[other].terrain is Terrain.COASTAL and board.provinces[code].terrain is Terrain.COASTAL and not coasted
        found |= fleets.get(other) or {other.lower() if could else other}
    return sorted(found, key=str.upper)


def _powers(variant: Variant) -> Iterator[str]:
    provinces = variant.board.provinces
    for power in variant.powers.values():
        homes = [code for code, province in provinces.items() if province.home == power.id and province.centre]
        yield f"{power.id} ({power.adjective.replace(' ', '+')}:{power.letter}) {' '.join(homes)}"
    yield f"UNOWNED {' '.join(code for code in sorted(variant.board.centres) if provinces[code].home is None)}"


LARGEST_MAP = 2 * 1024 * 1024
MOST_LINES = 20_000
DEEPEST_USE = 8

ALWAYS = ""
"""Time of a line that stands under no ``IN`` or ``FROM``."""
BEGINS, ENDS = "<begins>", "<ends>"
"""Words of the two statements around the lines of a file: the current power starts again in it, and goes on afterwards."""


@dataclass(frozen=True, slots=True)
class JudgeStatement:
    """A line that says something."""

    file: str
    line: int
    word: str
    """Its first word in capitals, without what stands behind a colon."""
    words: tuple[str, ...]
    """The words after the first."""
    text: str
    when: str = ALWAYS
    """``IN SPRING``, ``IN W1939A``, ``FROM S1905M``."""


@dataclass(slots=True)
class JudgeText:
    """The reader of one import."""

    source: Source
    report: ImportReport
    standard_for_all: bool = False
    """True if the standard board stands in for every used file that is missing, not only for one that is named like it."""
    missing: list[str] = field(default_factory=list)
    """The used files that are not here and that nothing stands in for."""
    _lines: int = 0
    _used: set[str] = field(default_factory=set)
    _root: bool = True

    def statements(self, name: str, depth: int = 0) -> Iterator[JudgeStatement]:
        """The statements of a file, those of the files it uses in their place.

        Raises:
            VariantError: the file is not there (used ones may be missing), or is too large.
        """
        text = self._text(name, depth)
        if text is None:
            return
        self._used.add(name.lower())
        yield JudgeStatement(name, 0, BEGINS, (), "")
        when, block = ALWAYS, ""
        for number, line in enumerate(text.splitlines(), start=1):
            self._lines += 1
            if self._lines > MOST_LINES:
                raise VariantError((Fault(name, number, tr("too many lines"), tr("at most {most_lines}", most_lines=MOST_LINES)),))
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            made = _statement(name, number, line.strip(), words)
            if words[-1].upper() in ("DIRECTIVE", "DIRECTIVES") and len(words) <= 2:
                block = "" if made.word == "END" else "ALL" if len(words) == 1 else made.word
                if block not in ("", "ALL"):
                    self.report.left_out(name, number, tr("directives of another variant: {made}", made=made.text[:40]), tr("left out"))
            elif block and (block != "ALL" or made.word not in ("RULE", "RULES")):
                if block == "ALL":
                    self.report.left_out(
                        name, number, tr("the directive {made!r} has no counterpart here", made=made.text[:40]), tr("left out")
                    )
            elif made.word in ("IN", "FROM"):
                phase, colon, what = " ".join(words[1:]).partition(":")
                phase = " ".join(phase.upper().split())
                when = ALWAYS if not phase or phase == "START" else f"{made.word} {phase}"
                if colon and what.strip():
                    if when != ALWAYS or phase == "START":
                        yield _statement(name, number, what.strip(), what.split(), when)
                    when = ALWAYS
            elif made.word in ("USE", "USES", "MAP") and when == ALWAYS:
                yield from self._use(name, number, words[1:], depth)
            else:
                yield made if when == ALWAYS else _statement(name, number, made.text, words, when)
        yield JudgeStatement(name, 0, ENDS, (), "")

    def _use(self, file: str, number: int, names: list[str], depth: int) -> Iterator[JudgeStatement]:
        folder = file.rpartition("/")[0]
        for each in names:
            used = f"{folder}/{each if '.' in each else f'{each}.map'}".lstrip("/")
            if used.lower() in self._used:
                self.report.mended(file, number, tr("{used} is used a second time", used=used), tr("it counts once"))
            elif depth >= DEEPEST_USE:
                self.report.left_out(file, number, tr("files use one another too deeply"), tr("left out"))
            else:
                self._note_missing(used, file, number)
                yield from self.statements(used, depth + 1)

    def _note_missing(self, used: str, file: str, number: int) -> None:
        if used.lower() in (name.lower() for name in self.source.names()):
            return
        if self._stand_in(used) is not None:
            self.report.unusable(
                file, number, tr("the file {used} is used and is not here", used=used), tr("the built-in standard board is used for it")
            )
        else:
            self.missing.append(used)
            self.report.unusable(file, number, tr("the file {used} is used and is not here", used=used), tr("the rest is read without it"))

    def _stand_in(self, name: str) -> str | None:
        text = standard_part(name)
        return standard_text() if text is None and self.standard_for_all else text

    def _text(self, name: str, depth: int) -> str | None:
        by_case = {each.lower(): each for each in self.source.names()}
        try:
            content = self.source.read(by_case.get(name.lower(), name))
        except (OSError, ValueError) as error:
            if depth == 0:
                raise VariantError((Fault(name, None, system_words(error)[:200], tr("a .map file")),)) from None
            return self._stand_in(name)
        if len(content) > LARGEST_MAP:
            raise VariantError(
                (
                    Fault(
                        name,
                        None,
                        tr("the file has {count} bytes", count=len(content)),
                        tr("at most {largest_map}", largest_map=LARGEST_MAP),
                    ),
                )
            )
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return content.decode("utf-16", "replace")
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            self.report.mended(name, None, tr("the file is not UTF-8"), tr("read as Latin-1"))
            return content.decode("latin-1")


def _statement(file: str, number: int, text: str, words: list[str], when: str = ALWAYS) -> JudgeStatement:
    word = re.split(r":", words[0].upper(), maxsplit=1)[0] or words[0].upper()
    return JudgeStatement(file, number, word, tuple(words[1:]), text, when)
