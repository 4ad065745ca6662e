"""Retreats and disbandments as people write them who know which units have to go: to a place alone, by the kind of a unit, in an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.legal import check_order, legal_orders
from adjudicator.notation import Assumption, AssumptionKind, Reading, SheetEntry, TextSpan, read_order
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Disband, Order, Retreat
from adjudicator.position import Position
from adjudicator.unit import Unit
from adjudicator.variant import Variant
from app.mail_in.conditions import denies
from app.mail_in.letter import WorkLeft
from app.mail_in.named_units import clauses_in, cut_between, is_bare_list, leads_to, names_another_kind, place_ends
from app.mail_in.order_words import NamedPlace, OrderWords, kinds_named, mentions, place_leads
from app.mail_in.phrases import folded_words, phrases, tokens_in, words, words_of

_PLACES_OF_RETREAT = 2
_LONGEST_LIST = 6
"""Words of a line that says nothing of what is done: a list, or an answer."""
_LONGEST_ANSWER = 12
"""Words of a line that names no place and says what becomes of the only unit that has to retreat."""


@dataclass(slots=True)
class DueRetreats:
    """Reads what is due of one letter.

    Args:
        words: that belong to orders.
        work: what may still be read for it.
    """

    variant: Variant
    position: Position
    words: OrderWords
    work: WorkLeft

    def _says(self, verb: Verb, heard: Sequence[str]) -> bool:
        if not self.words.says(verb).isdisjoint(heard) or not words("due", verb.value).isdisjoint(heard):
            return True
        said = " ".join(heard)
        return phrases("due", f"{verb.value}_phrases").search(said) is not None or self.words.says_in(verb).search(said) is not None

    def _retreats(self, power: str, number: int, text: str, lead: str, topic: str) -> list[SheetEntry]:
        dislodged = {each.unit.province: each.unit for each in self.position.dislodged if each.unit.power == power}
        named = mentions(text, self.words)
        if not dislodged:
            return []
        heard = folded_words(text)
        named = [place for place in named if not self._is_attacker(place, text)]
        last = {place.province: place for place in named}
        named = [place for place in named if place.province in dislodged or place is last[place.province]]
        units = [place for place in named if place.province in dislodged]
        if not units and len(dislodged) > 1:
            alone = self._by_kind(list(dislodged.values()), number, text, lead, named)
            meant = dislodged.get(topic) or (None if self._says(Verb.DISBAND, heard) else self._only_one_for(dislodged.values(), named))
            if meant is not None and topic not in dislodged and not kinds_named(text, self.words) <= {meant.kind}:
                meant = None  # ``For the fleet I choose Edinburgh, for the army …``
            return alone if alone or meant is None else self._without_unit(meant, number, text, lead, named)
        if not units:
            return self._without_unit(next(iter(dislodged.values())), number, text, lead, named)
        by_kind = self._others_by_kind(text, units, dislodged)
        units, named = (sorted((*places, *by_kind), key=lambda place: place.start) for places in (units, named))
        goals = [place for place in named if place not in units]
        turned = [place for pair in zip(goals, units, strict=False) for place in pair]
        is_for = named == turned and len(named) == _PLACES_OF_RETREAT and self._is_for(text[named[0].end : named[1].start])
        is_turned = named == turned and (self._says(Verb.RETREAT, heard) or is_for)
        if (named[0].province not in dislodged and not is_turned) or len({place.province for place in units}) != len(units):
            return []  # turned round: ``I choose Greece for the army from Bulgaria``
        found: list[SheetEntry | None] = []
        told: Verb | None = None
        firsts = goals if is_turned else units
        starts = [0, *(cut_between(text, before.end, after.start) for before, after in zip(units, firsts[1:], strict=False)), len(text)]
        for (start, end), unit in zip(pairwise(starts), units, strict=True):
            targets = [place for place in named if place.start in range(start, end) and place is not unit]
            targets = list({place.province: place for place in targets}.values())
            said = folded_words(text[start:end])
            goes_on = told is Verb.RETREAT and bool(targets) and not self._says(Verb.DISBAND, said)
            goes_on = goes_on or (is_for and not self._says(Verb.DISBAND, said))
            told = Verb.RETREAT if goes_on else self._told(text[start:end], said, folded_words(lead), goes=bool(targets))
            if len(targets) > 1 or told is None or (told is Verb.RETREAT) != bool(targets):
                return []
            driven = dislodged[unit.province]
            is_other = names_another_kind(text[start:end], driven.kind, self.words)
            found.append(None if is_other else self._retreat(driven, number, text, (start, end), next(iter(targets), None)))
        return all_or_none(found)

    def _only_one_for(self, units: Iterable[Unit], named: Sequence[NamedPlace]) -> Unit | None:
        """The only one of *units* that may retreat to the place that is named: ``Sweden!``; ``None`` where none or several may."""
        goals = {place.province for place in named}
        able = [
            unit
            for unit in units
            if any(
                isinstance(order, Retreat) and order.target.province in goals
                for order in legal_orders(self.variant, self.position, unit.province)
            )
        ]
        return able[0] if len(able) == len(goals) == 1 else None

    def _others_by_kind(self, text: str, units: Sequence[NamedPlace], dislodged: Mapping[str, Unit]) -> list[NamedPlace]:
        """The dislodged units that are named by their kind alone: ``Gascony goes to Marseilles and the fleet to Portugal``."""
        left = [unit for unit in dislodged.values() if unit.province not in {place.province for place in units}]
        found: list[NamedPlace] = []
        for part, start in clauses_in(text):
            if any(place.start in range(start, start + len(part)) for place in units):
                continue
            for token in tokens_in(part):
                kind = self.words.spelt_kind_of(token.folded)
                match [unit.province for unit in left if unit.kind == kind]:
                    case [province]:
                        found.append(NamedPlace(start + token.start, start + token.end, province))
        return found

    def _is_attacker(self, place: NamedPlace, text: str) -> bool:
        """Return True for *Venice* in ``the army that was dislodged by Venice``."""
        before = folded_words(text[: place.start])
        origins = {each.attacker_origin for each in self.position.dislodged}
        return place.province in origins and bool(before) and before[-1] in words("prose", "by")

    def _by_kind(self, units: Sequence[Unit], number: int, text: str, lead: str, named: Sequence[NamedPlace]) -> list[SheetEntry]:
        """``The fleet goes to Gascony, the army to Marseilles``, ``both disband``: the dislodged units by their kinds alone."""
        heard = tuple(phrases("amendment", "trailing").sub(" ", " ".join(folded_words(text))).split())
        if not named and self._says(Verb.DISBAND, heard) and not words("due", "both").isdisjoint(heard) and len(heard) <= _LONGEST_LIST:
            return all_or_none([self._retreat(unit, number, text, (0, len(text)), None) for unit in units])
        kinds = {unit.kind: unit for unit in units}
        meant = [(token, kinds[kind]) for token in tokens_in(text) if (kind := self.words.spelt_kind_of(token.folded)) in kinds]
        if len(kinds) != len(units) or len({unit.kind for _, unit in meant}) != len(meant) or not meant:
            return []
        starts = [0, *(cut_between(text, before.end, after.start) for (before, _), (after, _) in pairwise(meant)), len(text)]
        found: list[SheetEntry | None] = []
        retreats = self._says(Verb.RETREAT, (*heard, *folded_words(lead))) or any(map(self.words.is_deed, heard))
        for (start, end), (token, unit) in zip(pairwise(starts), meant, strict=True):
            targets = [place for place in named if place.start in range(start, end)]
            disbands = self._says(Verb.DISBAND, _without_let(folded_words(text[start:end]), moves=bool(targets)))
            if len(targets) > 1 or bool(targets) is disbands:
                return []
            target = next(iter(targets), None)
            is_for = target is not None and (
                self._is_for(text[target.end : token.start]) or not words("due", "for").isdisjoint(folded_words(text[start : token.start]))
            )
            if target and not (retreats or is_for or leads_to(text[start : target.start], self.words)):
                return []
            found.append(self._retreat(unit, number, text, (start, end), target))
        return all_or_none(found)

    def _is_for(self, text: str) -> bool:
        """Return True for the words between ``Gascony`` and ``army`` of ``Gascony for the army``."""
        heard = folded_words(text)
        small = words_of("due.for", "due.joints", "place.between")
        return not words("due", "for").isdisjoint(heard) and all(
            word in small or self.words.is_filler(word) or self.words.is_kind(word) for word in heard
        )

    def _told(self, text: str, heard: Sequence[str], lead: Sequence[str], *, goes: bool) -> Verb | None:
        """Return the fate of a unit: it retreats, or is disbanded; ``None`` where that is not said.

        Args:
            goes: whether a place is named to which it may go.
        """
        disbands, retreats = self._says(Verb.DISBAND, heard), self._says(Verb.RETREAT, heard)
        if goes and phrases("due", "waive_phrases").search(" ".join(heard)) is not None:
            return None  # ``A Bur - Gas, don't retreat``
        if goes and (retreats or not disbands):
            leads = place_leads() if text else frozenset()
            moves = retreats or any(self.words.is_verb(word) or word in leads for word in heard) or any(mark in text for mark in ":-–>→")
            return Verb.RETREAT if moves or self._says(Verb.RETREAT, lead) else None
        return Verb.DISBAND if disbands or self._says(Verb.DISBAND, lead) else None

    def _without_unit(self, unit: Unit, number: int, text: str, lead: str, named: Sequence[NamedPlace]) -> list[SheetEntry]:
        """``I retreat to Liverpool`` where one unit has to retreat."""
        heard = folded_words(text)
        named = list({place.province: place for place in named}.values())
        told = self._told("", heard, folded_words(lead), goes=bool(named))
        goes_to = len(named) == 1 and self._goes_to(text[: named[0].start])
        told = Verb.RETREAT if goes_to else told  # French ``part`` is no verb of retreats alone
        is_answer = is_bare_list(text, named, self.words)
        if len(named) > 1 or (told is None and not is_answer) or names_another_kind(text, unit.kind, self.words):
            return []
        is_named = unit.kind in kinds_named(text, self.words)
        goes = is_named and (any(map(self.words.is_deed, heard)) or (bool(named) and leads_to(text[: named[0].start], self.words)))
        says = self._says(Verb.RETREAT, heard) or self._says(Verb.DISBAND, heard) or goes or goes_to
        if not (says or (is_answer and named)) or (not named and (told is not Verb.DISBAND or len(heard) > _LONGEST_ANSWER)):
            return []
        return all_or_none([self._retreat(unit, number, text, (0, len(text)), next(iter(named), None))])

    def _goes_to(self, text: str) -> bool:
        """Return True for ``elle part en``, Spanish ``se va a``: a verb, with its pronoun or alone, before the name of a place."""
        heard = folded_words(text)
        pronouns = words_of("prose.subjects", "due.reflexive")
        verb = next((word for word in heard[:2] if word not in pronouns), "")
        return (verb in words("prose", "move") or self.words.is_deed(verb)) and leads_to(text, self.words) and not denies(heard)

    def _retreat(self, unit: Unit, number: int, text: str, span: tuple[int, int], target: NamedPlace | None) -> SheetEntry | None:
        start, end = span
        stretch = text[start:end]
        order: Order | None = None
        for stop in (None,) if target is None else place_ends(text, target, self.words):
            told = f"{unit.piece} D" if target is None else f"{unit.piece} R {text[target.start : stop]}"
            if not self.work.takes(told):
                return None
            order = read_order(self.variant, self.position, told, unit.power).order
            if isinstance(order, Retreat | Disband) and check_order(self.variant, self.position, unit.power, order):
                break
        else:
            return None
        said = Assumption(AssumptionKind.UNIT_KIND, TextSpan(0, len(stretch.strip())), str(unit.piece))
        column = start + len(stretch) - len(stretch.lstrip(" ,;.")) + 1
        return SheetEntry(number, column, Reading(stretch.strip(" ,;."), order=order, power=unit.power, assumptions=(said,)))


def _without_let(heard: Sequence[str], *, moves: bool) -> list[str]:
    """Words without *let* where the unit moves: ``Let the fleet go to London`` does not disband it."""
    lets = words("amendment", "lets") if moves else frozenset()
    return [word for word in heard if word not in lets]


def all_or_none(entries: Sequence[SheetEntry | None]) -> list[SheetEntry]:
    """The *entries*, or nothing where one of them could not be read."""
    found = [entry for entry in entries if entry is not None]
    return found if len(found) == len(entries) else []
