"""Parts of a sentence of orders, one after the other, and the units that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile

from adjudicator.unit import Unit


class SentencePart(Enum):
    """Part that words play in a sentence."""

    PLACE = "place"
    KIND = "kind"
    MOVE = "move"
    HOLD = "hold"
    SUPPORT = "support"
    CONVOY = "convoy"
    WITH = "with support from"
    BY = "by"
    TO = "to"
    INTO = "in"
    """A word that tells where a unit is behind its kind, and where it goes behind a place or a deed."""
    FROM = "from"
    JOINT = "joint"
    WHICH = "which"
    THAT = "that"
    """A word for the unit, or the move, that was named before: ``supports it``."""
    ALSO = "also"
    """A word by which a unit does what the one before it does: ``and Kiel too``."""
    STRANGE = "strange"

    __hash__ = object.__hash__  # that of Enum is Python code, and members are looked up for every word


@dataclass(frozen=True, slots=True)
class SentenceItem:
    """Words of a sentence that play one part."""

    part: SentencePart
    start: int
    end: int
    province: str = ""
    kind: str = ""
    many: int = 0
    """Units of that kind that are meant: of ``both armies`` 2, of ``my armies`` ``ALL``."""


ALL = -1
"""Every unit of a kind."""


class UnreadError(Exception):
    """A sentence that is no chain of orders from its beginning to its end."""


class SentenceUnits:
    """The parts of a sentence, taken from its beginning to its end, and the units that they name.

    Args:
        items: its parts, with a joint at the end.
        units: the units on the board by their province.
    """

    def __init__(self, items: Sequence[SentenceItem], units: Mapping[str, Unit], power: str, shown: str) -> None:
        kept = [item for number, item in enumerate(items) if not (_is_idle(items, number) or _is_again(items, number))]
        self._items = _with_bare_likeness(kept)
        self._units = units
        self._power = power
        self._shown = shown
        self._at = 0

    # --- parts ---

    def _part(self, ahead: int = 0) -> SentencePart | None:
        at = self._at + ahead
        return self._items[at].part if at < len(self._items) else None

    def _take(self, *parts: SentencePart) -> SentenceItem | None:
        if self._part() in parts:
            self._at += 1
            return self._items[self._at - 1]
        return None

    def _skip(self, *parts: SentencePart) -> bool:
        found = False
        while self._part() in parts:
            self._at += 1
            found = True
        return found

    def _ended(self) -> bool:
        return self._part() in (SentencePart.JOINT, None)

    @property
    def _end(self) -> int:
        return self._items[self._at - 1].end

    # --- units ---

    def _listed(self, *, before_deed: bool = True) -> list[Unit]:
        """Units that are named one after the other: ``Munich and the Ruhr``.

        Args:
            before_deed: whether what the last one does may follow, so that all of them do it.
        """
        if self._items[self._at].many and self._part(1) is SentencePart.HOLD:
            return self._every(self._items[self._at])
        found = [self._unit()]
        while self._part() is SentencePart.JOINT:
            before = self._at
            self._skip(SentencePart.JOINT)
            try:
                unit = self._unit()
            except UnreadError:
                self._at = before
                break
            if before_deed or self._ended():
                found.append(unit)
                continue
            self._at = before
            break
        return found

    def _unit(self, *, foreign: bool = False) -> Unit:
        """The unit that comes next.

        Raises:
            UnreadError: if there is none, or it is another power's where only one's own can be meant.
        """
        kind = self._take(SentencePart.KIND)
        if kind is not None:
            self._skip(SentencePart.INTO, SentencePart.FROM)
            if self._part() is SentencePart.BY and self._part(1) is SentencePart.PLACE:
                self._at += 1  # ``die Armee von München``
        deed = self._at
        if kind is not None and self._part() is SentencePart.MOVE:
            return self._leaving(kind, deed)
        place = self._take(SentencePart.PLACE)
        if place is None:
            if kind is None:
                raise UnreadError
            return self._only(kind)
        if kind is None and self._part(1) is not SentencePart.PLACE:
            kind = self._take(SentencePart.KIND)
        unit = self._units.get(place.province)
        if unit is None or (unit.power != self._power and not foreign) or (kind is not None and unit.kind != kind.kind):
            if kind is not None and place.province not in self._units:
                self._at -= 1
                return self._only(kind)  # ``the fleet to the North Sea``
            raise UnreadError
        if self._part() is SentencePart.INTO and self._part(1) not in (SentencePart.PLACE, SentencePart.KIND):
            self._at += 1  # ``Norway: hold``
        return unit

    def _leaving(self, kind: SentenceItem, deed: int) -> Unit:
        """``my army marches from Liverpool``, ``the fleet leaves Brest``: the verb stands before the place of the unit."""
        self._at = deed + 1
        self._skip(SentencePart.FROM, SentencePart.BY)  # ``zieht von Albanien in die Adria``
        place = self._take(SentencePart.PLACE)
        unit = None if place is None else self._units.get(place.province)
        following = self._part() in (SentencePart.TO, SentencePart.INTO, SentencePart.PLACE)
        if unit is not None and unit.power == self._power and unit.kind == kind.kind and following:
            return unit
        self._at = deed
        return self._only(kind)

    def _only(self, kind: SentenceItem) -> Unit:
        """The only unit of a kind that the power has."""
        units = [unit for unit in self._units.values() if unit.power == self._power and unit.kind == kind.kind]
        if len(units) != 1:
            raise UnreadError
        [unit] = units
        return unit

    def _every(self, kind: SentenceItem) -> list[Unit]:
        """The units of a kind that is named in the plural, where they are as many as is said."""
        units = [unit for unit in self._units.values() if unit.power == self._power and unit.kind == kind.kind]
        if len(units) < 2 or kind.many not in (ALL, len(units)):
            raise UnreadError
        self._at += 1
        return units

    def _last_named(self) -> Unit:
        place = next((item for item in reversed(self._items[: self._at]) if item.part is SentencePart.PLACE), None)
        unit = None if place is None else self._units.get(place.province)
        if unit is None or unit.power != self._power:
            raise UnreadError
        return unit


def _is_idle(items: Sequence[SentenceItem], number: int) -> bool:
    """Return True for the end of a verb, ``rückt nach Kiel nach``, and for *this* that stands for nothing."""
    item = items[number]
    following = items[number + 1].part if number + 1 < len(items) else SentencePart.JOINT
    if item.part is SentencePart.THAT:
        before = items[number - 1].part if number else SentencePart.JOINT
        return before not in (SentencePart.SUPPORT, SentencePart.CONVOY) and (
            before is not SentencePart.JOINT or following is not SentencePart.HOLD
        )
    if item.part is SentencePart.INTO:
        clause = takewhile(lambda each: each.part is not SentencePart.JOINT, reversed(items[:number]))
        ends = {SentencePart.MOVE, SentencePart.THAT}  # ``greift Bulgarien an``, ``supporting it in``
        return following is SentencePart.JOINT and any(each.part in ends for each in clause)
    return item.part is SentencePart.TO and following is SentencePart.JOINT


def _with_bare_likeness(items: Sequence[SentenceItem]) -> list[SentenceItem]:
    """*items* without the words *too* of clauses that say what their unit does: ``and Kiel holds too``."""
    found: list[SentenceItem] = []
    clause: list[SentenceItem] = []
    for number, item in enumerate(items, 1):
        clause.append(item)
        if item.part is SentencePart.JOINT or number == len(items):
            names = {each.part for each in clause} - {SentencePart.JOINT}
            is_bare = SentencePart.PLACE in names and names <= {SentencePart.PLACE, SentencePart.KIND, SentencePart.INTO, SentencePart.ALSO}
            found += [each for each in clause if is_bare or each.part is not SentencePart.ALSO]
            clause = []
    return found


def _is_again(items: Sequence[SentenceItem], number: int) -> bool:
    """Return True for the second name of a place that is named twice: Spanish ``Canal de la Mancha``."""
    item, before = items[number], items[number - 1] if number else None
    return before is not None and item.part is before.part is SentencePart.PLACE and item.province == before.province
