"""Settling of a draft by the board: missing kinds, names of several places, nationalities; and the order that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from adjudicator.board import Terrain
from adjudicator.legal import adjustment
from adjudicator.notation.order_draft import Draft, DraftPlace, DraftUnit, Helper
from adjudicator.notation.reading import Assumption, AssumptionKind, ReadingError, ReadingErrorKind, TextSpan
from adjudicator.notation.vocabulary import Verb
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.rule_choices import ConvoyPath, KindNaming, PowerNaming, StrayCoast
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class Settled:
    """The order of a draft, or why it has none."""

    order: Order | None
    power: str | None
    assumptions: tuple[Assumption, ...] = ()
    error: ReadingError | None = None
    helps: tuple[tuple[TextSpan, Support], ...] = ()
    """The supports by units of the same power that the order's text tells of, with their words."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to take the names of several places."""

    unit: Location | None
    other: Location | None
    target: Location | None


class _RefusalError(Exception):
    """Ends the settling of a draft."""

    def __init__(self, kind: ReadingErrorKind, span: TextSpan, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(kind)
        self.error = ReadingError(kind, span, suggestions)


@dataclass(slots=True)
class Settler:
    """Asks one board, for one power."""

    variant: Variant
    position: Position
    power: str | None
    _notes: list[Assumption] = field(default_factory=list)

    def settle(self, draft: Draft) -> Settled:
        """The order that *draft* stands for here."""
        self._notes = list(draft.notes)
        power = draft.power or self.power
        try:
            choice = self._choose(draft, power)
            order = self._order(draft, choice)
            if draft.by_sign is not None:
                self._check_sign(draft, draft.by_sign, order, power)
            helps = [(helper.span, self._help(helper, order)) for helper in draft.helpers]
        except _RefusalError as refusal:
            return Settled(None, power, tuple(self._notes), refusal.error)
        if draft.power is not None and draft.power_span is not None and self.power not in {None, draft.power}:
            self._note(AssumptionKind.OTHER_POWER, draft.power_span, draft.power)
        if power is None and draft.unit is not None and choice.unit is not None:
            power = self._owner(draft, choice.unit)
            if power is not None:
                self._note(AssumptionKind.POWER_FROM_BOARD, draft.unit.span, power)
        own = tuple(each for each, helper in zip(helps, draft.helpers, strict=True) if self._is_own(helper, each[1], power))
        for span, support in helps:
            if (span, support) not in own:
                self._note(AssumptionKind.ORDER_OF_ANOTHER, span, str(support))
        return Settled(order, power, tuple(sorted(self._notes, key=lambda note: note.span.start)), helps=own)

    def _is_own(self, helper: Helper, support: Support, power: str | None) -> bool:
        unit = self.position.unit_at(support.piece.location.province)
        return unit is not None and unit.power == power and helper.unit.power in {None, power}

    # Names of several places -----------------------------------------------------------------------------------------------

    def _choose(self, draft: Draft, power: str | None) -> _Choice:
        """The only way to take the names of several places that the board allows."""
        places = (None if draft.unit is None else draft.unit.place, None if draft.other is None else draft.other.place, draft.target)
        for place in places:
            self._stray_coast(place)
        choices = [_Choice(*combination) for combination in product(*(place.candidates if place else (None,) for place in places))]
        if len(choices) == 1:
            return choices[0]
        possible = [choice for choice in choices if self._possible(draft, choice, power)]
        if len(possible) == 1:
            for place, chosen in zip(places, (possible[0].unit, possible[0].other, possible[0].target), strict=True):
                if place is not None and len(place.candidates) > 1:
                    self._note(AssumptionKind.SETTLED_BY_BOARD, place.span, str(chosen))
            return possible[0]
        for index, place in enumerate(places):
            if place is not None and len(place.candidates) > 1:
                left = [str((each.unit, each.other, each.target)[index]) for each in possible]
                names = tuple(dict.fromkeys([*left, *map(str, place.candidates)]))
                raise _RefusalError(ReadingErrorKind.AMBIGUOUS_PLACE, place.span, names)
        raise AssertionError(draft)

    def _possible(self, draft: Draft, choice: _Choice, power: str | None) -> bool:
        """Return True if units stand where a name of several places needs one, and can go where it leads."""
        if draft.unit is not None and choice.unit is not None and len(draft.unit.place.candidates) > 1:
            if draft.verb is Verb.BUILD:
                province = self.variant.board.provinces[choice.unit.province]
                owner = self.position.owners.get(province.code)
                if not (province.centre or province.build_site) or (power is not None and owner != power):
                    return False
            else:
                unit = self._ordered(draft.verb, choice.unit.province)
                if unit is None or draft.unit.kind not in {None, unit.kind} or power not in {None, unit.power}:
                    return False
        if draft.other is not None and choice.other is not None and len(draft.other.place.candidates) > 1:
            there = self.position.unit_at(choice.other.province)
            if there is None or draft.other.kind not in {None, there.kind} or draft.other.power not in {None, there.power}:
                return False
        if draft.target is None or choice.target is None:
            return True
        walkers = [(draft.unit, choice.unit) if draft.other is None else (draft.other, choice.other)]
        if draft.verb is Verb.SUPPORT:
            walkers.append((draft.unit, choice.unit))
        if draft.via or draft.verb is Verb.CONVOY:
            return self.variant.board.provinces[choice.target.province].terrain is Terrain.COASTAL
        return all(self._can_step(walker, place, choice.target) for walker, place in walkers)

    def _can_step(self, walker: DraftUnit | None, place: Location | None, target: Location) -> bool:
        if walker is None or place is None:
            return False
        there = self.position.unit_at(place.province)
        kind = walker.kind or (there.kind if there else None)
        return any(
            edge.origin.province == place.province
            and edge.target.province == target.province
            and (kind is None or kind in edge.kinds)
            and target.coast in {None, edge.target.coast}
            for edge in self.variant.board.edges
        )

    def _stray_coast(self, place: DraftPlace | None) -> None:
        """A coast that the province does not have is left out, or refused, as the rules have it (DATC 4.B.6)."""
        if place is None or place.stray_coast is None:
            return
        province = place.candidates[0].province
        if self.variant.rules.stray_coast is StrayCoast.IGNORED:
            self._note(AssumptionKind.STRAY_COAST, place.stray_coast, province)
        else:
            raise _RefusalError(ReadingErrorKind.UNKNOWN_COAST, place.stray_coast, self.variant.board.provinces[province].coasts)

    # Units -----------------------------------------------------------------------------------------------------------------

    def _ordered(self, verb: Verb, province: str) -> Unit | None:
        """The unit in *province* that can be ordered: after a dislodgement the dislodged one."""
        dislodged = self.position.dislodged_at(province)
        if dislodged is not None and (self.position.phase.kind is PhaseKind.RETREAT or verb is Verb.RETREAT):
            return dislodged.unit
        return self.position.unit_at(province)

    def _owner(self, draft: Draft, location: Location) -> str | None:
        if draft.verb is Verb.BUILD:
            return self.position.owners.get(location.province)
        unit = self._ordered(draft.verb, location.province)
        return None if unit is None else unit.power

    def _piece(self, unit: DraftUnit, location: Location, there: Unit | None, kinds: tuple[str, ...]) -> Piece:
        """The *unit* at *location*; its kind is what was written, else of the unit that is *there*, else the only one of *kinds*."""
        if unit.kind is not None:
            return Piece(unit.kind, location)
        is_build = there is None and self.position.phase.kind is PhaseKind.ADJUSTMENT  # DATC 4.C.3 speaks of these.
        if self.variant.rules.missing_kind is KindNaming.ILLEGAL and not is_build:
            known = kinds if there is None else (there.kind,)
            raise _RefusalError(ReadingErrorKind.UNIT_KIND_NEEDED, unit.span, tuple(f"{each} {location}" for each in known))
        if there is not None:
            kind = there.kind
        elif len(kinds) == 1:
            kind = kinds[0]
        else:
            suggestions = tuple(f"{each} {location}" for each in kinds)
            raise _RefusalError(ReadingErrorKind.UNKNOWN_UNIT_KIND, unit.span, suggestions)
        self._note(AssumptionKind.UNIT_KIND, unit.place.span, kind)
        return Piece(kind, location)

    def _kinds_at(self, location: Location) -> tuple[str, ...]:
        """The kinds that can stand at *location*; only those that use named coasts stand on one."""
        board = self.variant.board
        terrain = board.provinces[location.province].terrain
        standing = tuple(letter for letter, kind in board.kinds.items() if terrain in kind.terrains)
        if location.coast is None:
            return standing
        users = {kind for edge in board.edges if location in {edge.origin, edge.target} for kind in edge.kinds}
        return tuple(kind for kind in standing if kind in users)

    def _unit(self, draft: Draft, choice: _Choice) -> Piece:
        if draft.unit is None or choice.unit is None:
            raise AssertionError(draft)
        there = None if draft.verb is Verb.BUILD else self._ordered(draft.verb, choice.unit.province)
        return self._piece(draft.unit, choice.unit, there, self._kinds_at(choice.unit))

    def _other(self, draft: Draft, choice: _Choice) -> Piece:
        """The supported or carried unit, whose nationality the board confirms, denies or does not know (DATC 4.C.5, 4.C.6)."""
        if draft.other is None or choice.other is None:
            raise AssertionError(draft)
        there = self.position.unit_at(choice.other.province)
        named, span = draft.other.power, draft.other.power_span
        if named is not None and span is not None:
            if there is None or there.power == named:
                self._note(AssumptionKind.NATIONALITY, span, named)
            elif self.variant.rules.wrong_power is PowerNaming.LEGAL:
                self._note(AssumptionKind.WRONG_NATIONALITY, span, there.power)
            else:
                raise _RefusalError(ReadingErrorKind.WRONG_NATIONALITY, span, (self.variant.powers[there.power].adjective,))
        elif there is not None and self.variant.rules.missing_power is PowerNaming.ILLEGAL and there.power != self._giver(draft, choice):
            raise _RefusalError(ReadingErrorKind.NATIONALITY_NEEDED, draft.other.span, (self.variant.powers[there.power].adjective,))
        kinds = self._kinds_at(choice.other)
        if draft.verb is Verb.CONVOY:
            kinds = tuple(kind for kind in kinds if self.variant.board.kinds[kind].convoyed)
        return self._piece(draft.other, choice.other, there, kinds)

    def _giver(self, draft: Draft, choice: _Choice) -> str | None:
        """Return the power that gives the order: as written, as it is read for, or the owner of the unit."""
        return draft.power or self.power or (None if choice.unit is None else self._owner(draft, choice.unit))

    # Orders ----------------------------------------------------------------------------------------------------------------

    def _order(self, draft: Draft, choice: _Choice) -> Order:
        if draft.verb is Verb.WAIVE:
            return Waive()
        piece = self._unit(draft, choice)
        adjusting = self.position.phase.kind is PhaseKind.ADJUSTMENT
        target = choice.target
        match draft.verb:
            case Verb.HOLD:
                return Hold(piece)
            case Verb.DISBAND:
                return Remove(piece) if adjusting else Disband(piece)
            case Verb.BUILD:
                return Build(piece)
            case Verb.SUPPORT:
                return self._support(draft, piece, self._other(draft, choice), target)
        if target is None:
            raise AssertionError(draft)
        match draft.verb:
            case Verb.MOVE:
                return self._move(draft, piece, target)
            case Verb.RETREAT:
                return Retreat(piece, target)
            case _:
                return Convoy(piece, self._other(draft, choice), target)

    def _check_sign(self, draft: Draft, sign: TextSpan, order: Order, power: str | None) -> None:
        """A dash before a unit is a mark of a list, unless it is that power's unit and it has to remove some."""
        if not isinstance(order, Remove):
            return
        unit = self.position.unit_at(order.piece.location.province)
        is_theirs = unit is not None and unit.kind == order.piece.kind and power in {None, unit.power}
        if unit is None or not is_theirs or adjustment(self.variant, self.position, unit.power) >= 0:
            end = 0 if draft.unit is None else draft.unit.span.end
            raise _RefusalError(ReadingErrorKind.INCOMPLETE, TextSpan(end, 0))
        self._note(AssumptionKind.DASH_AS_REMOVAL, sign)

    def _help(self, helper: Helper, order: Order) -> Support:
        """The support that a unit gives to the *order* in these words."""
        places = helper.unit.place.candidates
        if not isinstance(order, Hold | Move):
            raise _RefusalError(ReadingErrorKind.UNKNOWN_WORD, helper.span)
        if len(places) > 1:
            raise _RefusalError(ReadingErrorKind.AMBIGUOUS_PLACE, helper.unit.place.span, tuple(map(str, places)))
        there = self.position.unit_at(places[0].province)
        piece = self._piece(helper.unit, places[0], there, self._kinds_at(places[0]))
        return Support(piece, order.piece, order.target if isinstance(order, Move) else None)

    def _move(self, draft: Draft, piece: Piece, target: Location) -> Order:
        if draft.move_span is None and draft.unit is not None and draft.target is not None:
            span = TextSpan(draft.unit.place.span.start, draft.target.span.end - draft.unit.place.span.start)
            self._note(AssumptionKind.MOVE_WITHOUT_VERB, span)
        if self.position.phase.kind is PhaseKind.RETREAT and not draft.via:
            if draft.move_span is not None:
                self._note(AssumptionKind.MOVE_AS_RETREAT, draft.move_span)
            return Retreat(piece, target)
        return Move(piece, target, via_convoy=draft.via, route=self._route(draft, piece))

    def _route(self, draft: Draft, piece: Piece) -> tuple[str, ...]:
        """The provinces between the ends, each of which can carry; none where the rules leave the route to the fleets (DATC 4.A.6)."""
        kind = self.variant.board.kinds.get(piece.kind)
        ignored = self.variant.rules.convoy_path is ConvoyPath.IGNORED
        route: list[str] = []
        for place in draft.route:
            if len(place.candidates) > 1:
                raise _RefusalError(ReadingErrorKind.AMBIGUOUS_PLACE, place.span, tuple(map(str, place.candidates)))
            province = self.variant.board.provinces[place.candidates[0].province]
            carries = province.terrain is Terrain.SEA or province.convoyable
            if not carries or kind is None or not kind.convoyed:
                raise _RefusalError(ReadingErrorKind.NOT_A_ROUTE, place.span)
            if ignored:
                self._note(AssumptionKind.ROUTE, place.span, province.code)
            else:
                route.append(province.code)
        return tuple(route)

    def _support(self, draft: Draft, piece: Piece, supported: Piece, target: Location | None) -> Order:
        """Support of a move to where the unit stands is support to hold."""
        if target is None or draft.target is None or target.province != supported.location.province:
            return Support(piece, supported, target)
        self._note(AssumptionKind.SUPPORT_TO_STAY, draft.target.span)
        return Support(piece, supported)

    def _note(self, kind: AssumptionKind, span: TextSpan, meaning: str = "") -> None:
        self._notes.append(Assumption(kind, span, meaning))
