"""Chains of clauses: the orders that the parts of a sentence tell, as ``prose.py`` sorted its words.

A chain is read whole or not at all; where a sentence is none as a whole, the longest chains between its joints are read, and each of the
other clauses is asked about by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from adjudicator.unit import Unit
from app.mail_in.sentence_parts import SentenceItem, SentencePart, SentenceUnits, UnreadError

_MOST_CLAUSES = 12
"""Clauses of a sentence that are read by themselves where it is no chain of orders as a whole."""


@dataclass(slots=True)
class ToldOrder:
    """An order that a sentence tells."""

    unit: Unit
    text: str
    """Order after the unit: ``- BUR``, ``H``."""
    start: int
    end: int
    target: str = ""
    is_bare: bool = False
    """True for a support that does not say of what: it is asked about where it cannot be of the move before it."""


def chains_of(
    items: Sequence[SentenceItem], units: Mapping[str, Unit], power: str, shown: str
) -> tuple[list[ToldOrder], list[tuple[int, int]]]:
    """The orders of a sentence, and its clauses that are none: read as one chain, or as the longest chains between its joints.

    Raises:
        UnreadError: if it holds no order, or two for one unit.
    """
    try:
        return _Clauses(items, units, power, shown).orders(), []
    except UnreadError:
        ends = [number + 1 for number, item in enumerate(items) if item.part is SentencePart.JOINT]
        if len(ends) > _MOST_CLAUSES:
            raise
    told: list[ToldOrder] = []
    unread: list[tuple[int, int]] = []
    at = 0
    while at < len(items):
        for end in reversed([end for end in ends if end > at]):
            try:
                found = _Clauses(items[at:end], units, power, shown).orders()
            except UnreadError:
                continue
            told.extend(found)
            at = end
            break
        else:
            end = next(end for end in ends if end > at)
            if end - 1 > at:
                unread.append((items[at].start, items[end - 2].end))
            at = end
    if not told or len({each.unit.province for each in told}) != len(told):
        raise UnreadError
    return told, unread


class _Clauses(SentenceUnits):
    """The chain of clauses of a sentence, read from its parts."""

    def __init__(self, items: Sequence[SentenceItem], units: Mapping[str, Unit], power: str, shown: str) -> None:
        super().__init__(items, units, power, shown)
        self._told: list[ToldOrder] = []
        self._passive: list[tuple[Unit, Unit, int, int]] = []
        """Supports that a sentence names from the side of the supported unit."""

    def orders(self) -> list[ToldOrder]:
        """Return the orders.

        Raises:
            UnreadError: if the chain is not one of orders of the power, one for each unit.
        """
        while self._part() is not None:
            if self._part() is SentencePart.JOINT:
                self._at += 1
                continue
            self._clause()
        by_unit = {each.unit.province: each for each in self._told}
        for supporter, unit, start, end in self._passive:
            if unit.province not in by_unit:
                raise UnreadError
            self._told.append(ToldOrder(supporter, f"S {unit.piece} {_supported(by_unit[unit.province])}", start, end))
        if not self._told or len({each.unit.province for each in self._told}) != len(self._told):
            raise UnreadError
        return self._told

    def _clause(self) -> None:
        start = self._items[self._at].start
        if SentencePart.ALSO in self._clause_parts():  # ``and so does Kiel``
            self._does_likewise(start)
            return
        if self._is_told_from_behind(start):
            return
        self._skip(SentencePart.INTO, *(() if self._ends_with(SentencePart.HOLD) else (SentencePart.WITH,)))
        if self._part() in (SentencePart.MOVE, SentencePart.HOLD):
            deed = self._items[self._at].part
            self._at += 1
            self._skip(SentencePart.INTO, SentencePart.FROM, SentencePart.WITH)
            if deed is SentencePart.HOLD:
                for unit in self._listed():
                    self._add(unit, "H", start)
                self._skip(SentencePart.HOLD)
                return
            unit = self._unit()
            if self._take(SentencePart.HOLD) is not None:  # ``leave Munich where it is``
                self._add(unit, "H", start)
                return
            self._goes(unit, start)
            self._besides(unit)
            return
        if self._part() is SentencePart.SUPPORT:
            self._is_to_be_supported(start)
            return
        if self._part() is SentencePart.CONVOY:
            self._is_to_be_carried(start)
            return
        if self._part() in (SentencePart.WHICH, SentencePart.THAT) and self._part(1) is SentencePart.HOLD:
            self._at += 2
            self._add(self._last_named(), "H", start)
            return
        if self._part() in (SentencePart.FROM, SentencePart.BY) and self._part(2) is SentencePart.MOVE:
            self._at += 1  # ``die aus der Picardie geht nach Belgien``
        subjects = self._listed()
        self._deeds(subjects, start)

    def _does_likewise(self, start: int) -> None:
        """``Kiel holds and Berlin too``: a hold, or the support of a move, for one more unit; nothing else can be meant of two units."""
        self._skip(SentencePart.ALSO)
        unit = self._unit()
        self._skip(SentencePart.ALSO)
        before = self._told[-1] if self._told else None
        if not self._ended() or before is None or not (before.text == "H" or (before.text.startswith("S ") and " - " in before.text)):
            raise UnreadError
        self._add(unit, before.text, start)

    def _is_told_from_behind(self, start: int) -> bool:
        """Read a move whose unit stands at its end: ``to Burgundy with the army in Paris``, ``nach Kiel geht die Armee in Berlin``."""
        before = self._at
        if self._part() in (SentencePart.MOVE, SentencePart.TO, SentencePart.INTO):
            self._skip(SentencePart.MOVE, SentencePart.TO, SentencePart.INTO)
            target = self._take(SentencePart.PLACE)
            if target is not None and self._take(SentencePart.WITH, SentencePart.MOVE) is not None and not self._goes_from(target):
                self._skip(SentencePart.WITH, SentencePart.INTO, SentencePart.FROM)
                try:
                    unit = self._unit()
                except UnreadError:
                    unit = None
                if unit is not None and self._ended():
                    self._add(unit, f"- {self._shown[target.start : target.end]}", start, target.province)
                    return True
        self._at = before
        return False

    def _goes_from(self, place: SentenceItem) -> bool:
        """Return True for *Puglia* of ``quella in Puglia va a Venezia``: its unit goes to the place behind the verb."""
        return self._part() in (SentencePart.TO, SentencePart.INTO) and place.province in self._units

    def _is_to_be_supported(self, start: int) -> None:
        """``support the army in Paris to Burgundy with Marseilles``: the supporter stands at the end."""
        self._at += 1
        if self._supports_behind_verb(start):
            return
        self._skip(SentencePart.INTO, SentencePart.FROM, SentencePart.MOVE)
        unit = self._unit(foreign=True)
        self._skip(SentencePart.MOVE)
        leads = self._skip(SentencePart.TO, SentencePart.INTO)
        place = self._take(SentencePart.PLACE) if leads else None
        self._skip(SentencePart.HOLD, SentencePart.MOVE, SentencePart.WITH, SentencePart.BY, SentencePart.INTO, SentencePart.FROM)
        supporters = self._listed()
        if not self._ended() or (leads and place is None):
            raise UnreadError
        for each in supporters:
            self._add(each, self._support_of(unit, place), start)

    def _supports_behind_verb(self, start: int) -> bool:
        """Read ``Diesmal unterstützt die Flotte in Holland Kiel nach Helgoland``: the supporter stands right behind the verb."""
        before = self._at
        try:
            supporter = self._unit()
            unit, place = self._supported_move() if self._part() in (SentencePart.KIND, SentencePart.PLACE) else (None, None)
        except UnreadError:
            unit = None
        if unit is None or not self._ended():
            self._at = before
            return False
        self._add(supporter, self._support_of(unit, place), start)
        return True

    def _support_of(self, unit: Unit, place: SentenceItem | None) -> str:
        """The support of *unit* as an order says it: to *place*, or where it stands."""
        return f"S {unit.piece}" if place is None else f"S {unit.piece} - {self._shown[place.start : place.end]}"

    def _ends_with(self, part: SentencePart) -> bool:
        """Return True if the clause ends with *part*: ``A Konstantinopel soll Bulgarien unterstützen``."""
        return self._clause_parts()[-1:] == [part]

    def _clause_parts(self) -> list[SentencePart]:
        """The parts of the clause from where it is read, up to its joint."""
        return [item.part for item in takewhile(lambda item: item.part is not SentencePart.JOINT, self._items[self._at :])]

    def _deeds(self, subjects: Sequence[Unit], start: int) -> None:
        first = subjects[0]
        self._skip(SentencePart.WHICH)
        if self._part() is SentencePart.TO and self._part(1) in (SentencePart.HOLD, SentencePart.SUPPORT, SentencePart.CONVOY):
            self._at += 1
        stays = (SentencePart.HOLD, SentencePart.JOINT, SentencePart.SUPPORT)
        if tuple(map(self._part, range(3))) == stays and self._part(3) not in (SentencePart.BY, SentencePart.JOINT, None):
            self._at += 2  # ``holds and supports Munich``
        part = self._part()
        if part is SentencePart.HOLD:
            self._at += 1
            self._skip(SentencePart.INTO)
            place = self._take(SentencePart.PLACE)
            if place is not None and (place.province != first.province or len(subjects) > 1):
                raise UnreadError
            self._skip(SentencePart.HOLD)
            self._stays(first)
            for unit in subjects:
                self._add(unit, "H", start)
            self._besides(first)
        elif part in (SentencePart.KIND, SentencePart.PLACE, SentencePart.INTO) and self._ends_with(SentencePart.SUPPORT):
            self._supports(subjects, start)
            if self._take(SentencePart.SUPPORT) is None:
                raise UnreadError
        elif part is SentencePart.SUPPORT and self._part(1) is not SentencePart.BY:
            self._at += 1
            self._supports(subjects, start)
        elif len(subjects) > 1:
            raise UnreadError
        elif part is SentencePart.CONVOY and self._part(1) not in (SentencePart.BY, SentencePart.TO):
            self._at += 1
            self._skip(SentencePart.INTO)
            self._convoys(first, start)
        elif part in (SentencePart.CONVOY, SentencePart.BY, SentencePart.SUPPORT):
            self._suffers(first, start)
        else:
            self._goes(first, start)
            self._besides(first)

    def _stays(self, unit: Unit) -> None:
        """Pass over a clause that says once more that *unit* holds: ``…, it stays at Tunis``, ``… and holds``."""
        before = self._at
        self._skip(SentencePart.JOINT)
        self._skip(SentencePart.THAT)
        holds = self._skip(SentencePart.HOLD)
        if holds and self._skip(SentencePart.INTO) and self._part() is SentencePart.PLACE:
            holds = self._items[self._at].province == unit.province
            self._at += 1
        if not holds or not self._ended():
            self._at = before

    def _goes(self, unit: Unit, start: int) -> None:
        """A move: the words behind the unit, up to where it goes, and the end of its verb."""
        self._skip(SentencePart.MOVE, SentencePart.TO, SentencePart.INTO)
        if (word := self._take(SentencePart.WITH)) is not None:  # ``geht mit Unterstützung der Ukraine nach Galizien``
            self._skip(SentencePart.BY, SentencePart.FROM, SentencePart.INTO)
            self._are_supporting(unit, word.start)
            self._skip(SentencePart.MOVE, SentencePart.TO, SentencePart.INTO)
        if self._part() is SentencePart.BY:  # ``wird von der Nordsee nach Norwegen gebracht``
            self._suffers(unit, start)
            return
        target = self._take(SentencePart.PLACE)
        if target is None:
            raise UnreadError
        self._skip(SentencePart.MOVE)
        self._add(unit, f"- {self._shown[target.start : target.end]}", start, target.province)

    def _besides(self, unit: Unit) -> None:
        """Words of a unit behind its order: who supports it, who convoys it."""
        while True:
            before = self._at
            self._skip(SentencePart.JOINT, SentencePart.WHICH)
            word = self._take(SentencePart.WITH, SentencePart.SUPPORT, SentencePart.CONVOY, SentencePart.BY)
            if word is None:
                self._at = before
                return
            if word.part is SentencePart.WITH:
                self._skip(SentencePart.BY, SentencePart.FROM, SentencePart.INTO)
                self._are_supporting(unit, word.start)
            elif word.part is SentencePart.BY:
                units = self._listed()
                deed = self._take(SentencePart.SUPPORT, SentencePart.CONVOY)
                if deed is None:
                    raise UnreadError
                if deed.part is SentencePart.SUPPORT:
                    self._passive.extend((each, unit, word.start, self._end) for each in units)
                else:
                    for fleet in units:
                        self._is_carrying(unit, fleet, word.start)
            elif self._take(SentencePart.BY) is None:
                self._at = before
                return
            elif word.part is SentencePart.SUPPORT:
                self._are_supporting(unit, word.start)
            else:
                self._is_carrying(unit, self._unit(), word.start)

    def _are_supporting(self, unit: Unit, start: int) -> None:
        supporters = self._listed(before_deed=False)
        if self._part(self._part() is SentencePart.WHICH) is SentencePart.CONVOY:
            self._skip(SentencePart.WHICH, SentencePart.CONVOY)  # ``with the Ionian fleet, which does the convoy``
            for fleet in supporters:
                self._is_carrying(unit, fleet, start)
            return
        if self._take(SentencePart.SUPPORT) is not None:
            self._take(SentencePart.THAT)  # ``with the Aegean fleet supporting it``
        self._passive.extend((each, unit, start, self._end) for each in supporters)

    def _is_carrying(self, unit: Unit, fleet: Unit, start: int) -> None:
        move = next((each for each in self._told if each.unit is unit), None)
        if move is None or not move.target:
            raise UnreadError
        path = move.text.removesuffix(" VIA")
        self._told[self._told.index(move)] = replace(move, text=f"{path} VIA")
        self._add(fleet, f"C {unit.piece} {path}", start)
        before = self._at
        self._skip(SentencePart.JOINT, SentencePart.WHICH)
        if self._take(SentencePart.CONVOY) is None or not self._ended():
            self._at = before  # else ``…, carried by the Ionian fleet, which does the convoy``

    def _is_to_be_carried(self, start: int) -> None:
        """``Convoy my army from Yorkshire to Norway by the North Sea``."""
        self._at += 1
        self._skip(SentencePart.FROM, SentencePart.INTO)
        army = self._unit()
        self._skip(SentencePart.TO, SentencePart.INTO)
        target = self._take(SentencePart.PLACE)
        if target is None or self._take(SentencePart.BY, SentencePart.WITH, SentencePart.INTO) is None:
            raise UnreadError
        middle = self._items[self._at - 1].start
        self._add(army, f"- {self._shown[target.start : target.end]}", start, target.province)
        self._is_carrying(army, self._unit(), middle)

    def _suffers(self, unit: Unit, start: int) -> None:
        """``is shipped to Norway by F``, ``wird von F nach Norwegen gebracht``, ``is supported by B``."""
        target: SentenceItem | None = None
        fleet: Unit | None = None
        deed: SentencePart | None = None
        middle = start
        while not self._ended() and self._part() is not SentencePart.WITH:
            if (found := self._take(SentencePart.CONVOY, SentencePart.SUPPORT, SentencePart.MOVE)) is not None:
                if deed not in (None, SentencePart.MOVE):
                    raise UnreadError
                deed = found.part
            elif self._take(SentencePart.BY) is not None:
                middle = self._items[self._at - 1].start
                fleet = self._unit()
            elif self._skip(SentencePart.TO, SentencePart.INTO):
                target = self._take(SentencePart.PLACE)
            else:
                raise UnreadError
        if fleet is None and deed is SentencePart.CONVOY and target is not None:  # ``The army in Apulia is to be convoyed to Greece``
            self._add(unit, f"- {self._shown[target.start : target.end]} VIA", start, target.province)
            return
        if fleet is None:
            raise UnreadError
        if deed is SentencePart.SUPPORT and target is None:
            self._passive.append((fleet, unit, start, self._end))
        elif deed is SentencePart.CONVOY and target is not None:
            self._add(unit, f"- {self._shown[target.start : target.end]}", start, target.province)
            self._is_carrying(unit, fleet, middle)
            self._besides(unit)
        else:
            raise UnreadError

    def _supports(self, subjects: Sequence[Unit], start: int) -> None:
        is_bare = self._ended() or (self._part() is SentencePart.MOVE and self._part(1) is SentencePart.JOINT)  # ``supports the attack``
        if is_bare or self._take(SentencePart.THAT) is not None:
            self._skip(SentencePart.MOVE)
            moved = self._named_before(is_bare=is_bare)
            what = f"S {moved.unit.piece} {_supported(moved)}"
        else:
            self._skip(SentencePart.INTO, SentencePart.FROM)
            unit, place = self._supported_move()
            self._skip(SentencePart.HOLD)
            stays = place is not None and place.province == unit.province  # ``supports Paris in Paris``
            what = self._support_of(unit, None if stays else place)
        for each in subjects:
            self._add(each, what, start)
            self._told[-1].is_bare = is_bare

    def _named_before(self, *, is_bare: bool) -> ToldOrder:
        """The order that ``supports it`` is about, or ``supports`` right behind a move and what helps it.

        Raises:
            UnreadError: if there is none.
        """
        moved = next((each for each in reversed(self._told) if not each.text.startswith(("S ", "C "))), None)
        if moved is None:
            raise UnreadError
        helping = self._told[self._told.index(moved) + 1 :]
        if is_bare and (not moved.target or any(each.text.split()[1:3] != str(moved.unit.piece).split() for each in helping)):
            raise UnreadError  # ``Paris to Burgundy, Marseilles supports``
        return moved

    def _supported_move(self) -> tuple[Unit, SentenceItem | None]:
        """The unit that is supported, and where it goes: ``the attack of Paris on Burgundy``, ``the attack on Burgundy from Paris``."""
        before = self._at
        if self._skip(SentencePart.MOVE) and self._skip(SentencePart.TO, SentencePart.INTO):
            target = self._take(SentencePart.PLACE)
            if target is not None:
                self._skip(SentencePart.FROM, SentencePart.BY)
                return self._unit(foreign=True), target
            self._at = before
        self._skip(SentencePart.MOVE, SentencePart.INTO, SentencePart.FROM, SentencePart.BY)
        unit = self._unit(foreign=True)
        following = tuple(self._part(ahead) for ahead in range(3))
        if SentencePart.WHICH in following[:2] and SentencePart.HOLD not in following:
            self._skip(SentencePart.JOINT, SentencePart.WHICH)  # ``supports Paris, which moves to Burgundy``
        leads = self._skip(SentencePart.MOVE, SentencePart.TO, SentencePart.INTO)
        place = self._take(SentencePart.PLACE)
        if place is None and leads and self._ended() and self._items[self._at - 1].part is SentencePart.INTO:
            raise UnreadError  # ``supports Bulgaria in``: where to was said before
        self._skip(SentencePart.MOVE)
        return unit, place

    def _convoys(self, fleet: Unit, start: int) -> None:
        is_bare = self._ended()
        if is_bare or self._take(SentencePart.THAT) is not None:
            self._is_carrying(self._named_before(is_bare=is_bare).unit, fleet, start)
            self._told[-1].is_bare = is_bare
            return
        army = self._unit(foreign=True)
        self._skip(SentencePart.MOVE, SentencePart.TO, SentencePart.INTO)
        place = self._take(SentencePart.PLACE)
        if place is None:
            raise UnreadError
        self._skip(SentencePart.CONVOY)
        self._add(fleet, f"C {army.piece} - {self._shown[place.start : place.end]}", start)

    def _add(self, unit: Unit, text: str, start: int, target: str = "") -> None:
        self._told.append(ToldOrder(unit, text, start, self._end, target))


def _supported(told: ToldOrder) -> str:
    """Words of the support of an order: where its unit goes, or nothing where it stays."""
    return told.text.removesuffix(" VIA") if told.target else ""
