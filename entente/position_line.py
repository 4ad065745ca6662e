"""A position on one line, and back: what FEN is to chess.

``S1902R | units AUSTRIA A BUD, F TRI; ITALY A VEN | dislodged AUSTRIA A VIE < TYR VIA | owners AUSTRIA BUD TRI; ITALY VEN |
contested GAL | builds ITALY +1 | conditions fog | counters quiet=2``

Fields that say nothing are left out. ``builds`` follows from the rest; it stands there for the reader and is compared on reading.
The grammar is ``docs/formats/position.ebnf``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import quote, unquote

from adjudicator import DislodgedUnit, Location, Phase, PhaseKind, Piece, Position, Unit, Variant, adjustment
from adjudicator.errors import DiplomacyError, SourceSpan
from adjudicator.variant_tables import remember_numbers, variant_tables
from entente.words.rule_faults import rule_fault
from languages import tr

LONGEST_LINE = 60_000
"""More than the fullest board of 400 provinces needs."""


@dataclass(frozen=True, slots=True)
class PositionFault:
    """One thing that is wrong with a position's text."""

    message: str
    span: SourceSpan

    def __str__(self) -> str:
        return f"{self.span}: {self.message}"


class PositionLineError(DiplomacyError):
    """A line that is no position of the variant. Carries every fault, each with its column."""

    def __init__(self, faults: tuple[PositionFault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def position_line(variant: Variant, position: Position) -> str:
    """*position* on one line; equal positions have equal lines.

    >>> from variants import standard
    >>> position_line(standard(), standard().start)[:44]
    'S1901M | units AUSTRIA A BUD, A VIE, F TRI; '
    """
    fields = [str(position.phase)]
    for name, text in (
        ("units", _by_power([(unit.power, str(unit.piece)) for unit in position.units])),
        ("dislodged", "; ".join(sorted(map(str, position.dislodged)))),
        ("owners", _by_power([(owner, centre) for centre, owner in position.owners.items()], " ")),
        ("contested", " ".join(sorted(position.contested))),
        ("builds", " ".join(_builds(variant, position))),
        ("conditions", " ".join(sorted(quote(each, safe="") for each in position.conditions))),
        ("counters", " ".join(f"{quote(name, safe='')}={number}" for name, number in sorted(position.counters.items()))),
    ):
        if text:
            fields.append(f"{name} {text}")
    return " | ".join(fields)


def read_position_line(variant: Variant, text: str, *, source: str = "position", line: int = 1) -> Position:
    """The position that *text* describes.

    Args:
        variant: powers, places, kinds and calendar.
        text: one line, as :func:`position_line` writes it; the sequence of fields, units and centres does not matter.
        source: what the faults call the text.
        line: the line that the faults give.

    Raises:
        PositionLineError: with every fault: unknown names, two units in a province, a centre owned twice, a unit where its kind
            cannot stand, a phase that the calendar does not have.

    >>> from variants import standard
    >>> line = position_line(standard(), standard().start)
    >>> read_position_line(standard(), line) == standard().start
    True
    """
    return _read_canonical(variant, text) or _LineReader(variant, source, line).read(text)


def _read_canonical(variant: Variant, text: str) -> Position | None:
    """The position of a line that has a phase, units and owners alone, all as they are usually written, looked up in tables.

    ``None`` for any other line, and for a faulty one: that is read word by word.
    """
    if len(text) > LONGEST_LINE:
        return None
    tables = variant_tables(variant)
    board, provinces = tables.board, variant.board.provinces
    width, spot_of_text, rank_of = len(board.pieces), board.spot_of_text, tables.power_rank
    first, *fields = text.split(" | ")
    numbers: list[int] = []
    owners: dict[str, str] = {}
    try:
        phase = Phase.of(first)
        tables.step_of[phase.season, phase.kind]
        named = [field.partition(" ")[::2] for field in fields]
        if len({name for name, _ in named}) < len(named):
            return None
        for name, rest in named:
            for group in rest.split("; "):
                power, _, listed = group.partition(" ")
                rank = rank_of[power]
                if name == "units":
                    numbers += [rank * width + spot_of_text[piece] for piece in listed.split(", ")]
                elif name == "owners":
                    for centre in listed.split(" "):
                        if centre in owners or not provinces[centre].centre:
                            return None
                        owners[centre] = power
                else:
                    return None
    except (KeyError, ValueError):
        return None
    if len({board.province_of[number % width] for number in numbers}) < len(numbers):
        return None
    numbers.sort()
    position = Position(phase, tuple([tables.units[number] for number in numbers]), MappingProxyType(dict(sorted(owners.items()))))
    remember_numbers(tables, position, numbers)
    return position


def _by_power(pairs: Iterable[tuple[str, str]], joint: str = ", ") -> str:
    """``AUSTRIA A BUD, F TRI; ITALY A VEN``"""
    grouped: dict[str, list[str]] = {}
    for power, text in pairs:
        if power in grouped:
            grouped[power].append(text)
        else:
            grouped[power] = [text]
    return "; ".join(f"{power} {joint.join(sorted(grouped[power]))}" for power in sorted(grouped))


def _builds(variant: Variant, position: Position) -> Iterator[str]:
    """``FRANCE +1``: builds and removals that are due, in an adjustment phase."""
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        for power in sorted(variant.powers):
            due = adjustment(variant, position, power)
            if due:
                yield f"{power} {due:+d}"


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the line: its text without blanks around it, and the column it starts in."""

    text: str
    column: int

    def split(self, mark: str) -> Iterator[_Part]:
        start = 0
        for piece in self.text.split(mark):
            stripped = piece.strip()
            if stripped:
                yield _Part(stripped, self.column + start + len(piece) - len(piece.lstrip()))
            start += len(piece) + len(mark)

    def head(self) -> tuple[_Part, _Part]:
        """The first word, and the rest."""
        first, _, _ = self.text.partition(" ")
        rest = self.text[len(first) :]
        return _Part(first, self.column), _Part(rest.strip(), self.column + len(first) + len(rest) - len(rest.lstrip()))


@dataclass(slots=True)
class _LineReader:
    variant: Variant
    source: str
    line: int
    faults: list[PositionFault] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    dislodged: list[DislodgedUnit] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)
    conditions: set[str] = field(default_factory=set)
    counters: dict[str, int] = field(default_factory=dict)
    builds: _Part | None = None

    def read(self, text: str) -> Position:
        if len(text) > LONGEST_LINE:
            self._fault(_Part("", LONGEST_LINE + 1), tr("a position has at most {count} characters", count=LONGEST_LINE))
            raise PositionLineError(tuple(self.faults))
        parts = list(_Part(text, 1).split("|"))
        phase = self._phase(parts[0] if parts else _Part("", 1))
        readers: Mapping[str, Callable[[_Part], None]] = {
            "units": self._units,
            "dislodged": self._dislodged,
            "owners": self._owners,
            "contested": self._contested,
            "builds": self._keep_builds,
            "conditions": self._conditions,
            "counters": self._counters,
        }
        seen: set[str] = set()
        for part in parts[1:]:
            name, rest = part.head()
            if name.text not in readers:
                self._fault(
                    name, tr("no field is called {name!r}; one of {fields} was expected", name=name.text, fields=", ".join(readers))
                )
            elif name.text in seen:
                self._fault(name, tr("the field {name!r} stands twice", name=name.text))
            else:
                seen.add(name.text)
                readers[name.text](rest)
        if phase is None or self.faults:
            raise PositionLineError(tuple(sorted(self.faults, key=lambda fault: fault.span.column)))
        position = Position(
            phase,
            tuple(sorted(self.units, key=str)),
            MappingProxyType(dict(sorted(self.owners.items()))),
            tuple(sorted(self.dislodged, key=str)),
            frozenset(self.contested),
            frozenset(self.conditions),
            MappingProxyType(dict(sorted(self.counters.items()))),
        )
        self._check_builds(position)
        return position

    def _fault(self, part: _Part, message: str) -> None:
        self.faults.append(PositionFault(message, SourceSpan(self.source, self.line, part.column, max(1, len(part.text)))))

    def _phase(self, part: _Part) -> Phase | None:
        try:
            phase = Phase.of(part.text)
        except ValueError as error:
            self._fault(part, rule_fault(error))
            return None
        if not any(step.season == phase.season and step.kind is phase.kind for step in self.variant.calendar.steps):
            self._fault(part, tr("the calendar of {variant} has no phase such as {phase}", variant=self.variant.name, phase=phase))
        return phase

    def _power(self, part: _Part) -> str | None:
        if part.text in self.variant.powers:
            return part.text
        self._fault(part, tr("no power is called {power!r}", power=part.text))
        return None

    def _province(self, part: _Part) -> str | None:
        if part.text in self.variant.board.provinces:
            return part.text
        self._fault(part, tr("no province is called {place!r}", place=part.text))
        return None

    def _units(self, part: _Part) -> None:
        taken: set[str] = set()
        for group in part.split(";"):
            power, rest = group.head()
            known = self._power(power)
            for each in rest.split(","):
                piece = self._piece(each)
                if piece is None or known is None:
                    continue
                if piece.location.province in taken:
                    self._fault(each, tr("two units stand in {province}", province=piece.location.province))
                taken.add(piece.location.province)
                self.units.append(Unit(known, piece))

    def _piece(self, part: _Part) -> Piece | None:
        """A unit of a known kind, where that kind can stand, with its coast where there are several."""
        kind, place = part.head()
        board = self.variant.board
        if kind.text not in board.kinds:
            self._fault(kind, tr("no kind of unit has the letter {kind!r}", kind=kind.text))
            return None
        location = Location.of(place.text)
        province = board.provinces.get(location.province)
        if province is None:
            self._fault(place, tr("no province is called {province!r}", province=location.province))
            return None
        if province.terrain not in board.kinds[kind.text].terrains:
            self._fault(part, tr("this kind of unit cannot stand in {province}", province=location.province))
            return None
        if location.coast is not None and location.coast not in province.coasts:
            self._fault(place, tr("{province} has no coast {coast!r}", province=location.province, coast=location.coast))
            return None
        return Piece(kind.text, location)

    def _dislodged(self, part: _Part) -> None:
        taken: set[str] = set()
        for each in part.split(";"):
            pieces = list(each.split("<"))
            if len(pieces) != 2:
                self._fault(each, tr("a dislodged unit has the form AUSTRIA A VIE < TYR"))
                continue
            power, rest = pieces[0].head()
            known, piece = self._power(power), self._piece(rest)
            origin, via = pieces[1].head()
            if via.text not in {"", "VIA"}:
                self._fault(via, tr("only VIA can follow the attacker's origin"))
            attacker = self._province(origin)
            if known is None or piece is None or attacker is None:
                continue
            if piece.location.province in taken:
                self._fault(each, tr("two units were dislodged in {province}", province=piece.location.province))
            taken.add(piece.location.province)
            self.dislodged.append(DislodgedUnit(Unit(known, piece), attacker, by_convoy=via.text == "VIA"))

    def _owners(self, part: _Part) -> None:
        for group in part.split(";"):
            power, rest = group.head()
            known = self._power(power)
            for each in rest.split(" "):
                centre = self._province(each)
                if centre is None or known is None:
                    continue
                if not self.variant.board.provinces[centre].centre:
                    self._fault(each, tr("{centre} is no supply centre", centre=centre))
                if centre in self.owners:
                    self._fault(each, tr("{centre} is owned twice", centre=centre))
                self.owners[centre] = known

    def _contested(self, part: _Part) -> None:
        for each in part.split(" "):
            province = self._province(each)
            if province is not None:
                self.contested.add(province)

    def _keep_builds(self, part: _Part) -> None:
        self.builds = part

    def _conditions(self, part: _Part) -> None:
        self.conditions.update(unquote(each.text) for each in part.split(" "))

    def _counters(self, part: _Part) -> None:
        for each in part.split(" "):
            name, _, number = each.text.partition("=")
            if not number.lstrip("-").isascii() or not number.removeprefix("-").isdigit() or len(number) > 18:
                self._fault(each, tr("a counter has the form name=2"))
                continue
            self.counters[unquote(name)] = int(number)

    def _check_builds(self, position: Position) -> None:
        """Check that the builds as written follow from owners and units."""
        if self.builds is not None:
            due = " ".join(_builds(self.variant, position))
            if " ".join(self.builds.text.split()) != due:
                self._fault(self.builds, tr("owners and units make it {due}", due=due) if due else tr("owners and units make it no builds"))
                raise PositionLineError(tuple(self.faults))
