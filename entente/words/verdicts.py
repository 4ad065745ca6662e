"""Why an order is not legal, in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal, Verdict
from entente.words.names import join_words, kind_name, place_name, power_name, unit_name
from entente.words.phases import describe_phase


def describe_verdict(variant: Variant, position: Position, order: Order, verdict: Verdict) -> str:
    """Why *order* is not legal: ``Army Marseilles cannot reach Tunis: no fleet can convoy in the Gulf of Lyon``.

    Empty for a legal order.
    """
    if verdict.refusal is None:
        return ""
    return _Words(variant, position, order, verdict).sentence(verdict.refusal)


class _Words:
    """The parts from which the sentences are put together."""

    def __init__(self, variant: Variant, position: Position, order: Order, verdict: Verdict) -> None:
        self._variant = variant
        self._position = position
        self._order = order
        self._places = verdict.places
        self._by = verdict.by
        piece = _piece(order)
        self._piece = piece
        self._unit = "a waived build" if piece is None else unit_name(variant, piece)
        self._site = "" if piece is None else place_name(variant, piece.location, article=True)
        self._where = "" if piece is None else place_name(variant, piece.location.province, article=True)
        target = _target(order)
        self._target = "its target" if target is None else place_name(variant, target, article=True)
        self._province = self._where if target is None else place_name(variant, target.province, article=True)

    def sentence(self, refusal: Refusal) -> str:
        match refusal:
            case Refusal.WRONG_PHASE:
                return f"such an order is not given in {describe_phase(self._variant, self._position.phase)}"
            case Refusal.NO_UNIT | Refusal.WRONG_KIND:
                return self._no_unit()
            case Refusal.FOREIGN_UNIT:
                return self._foreign()
            case Refusal.UNKNOWN_PLACE:
                named = join_words((repr(place) for place in self._places), "or") or "one of its places"
                return f"this board has no place {named}"
            case Refusal.UNKNOWN_POWER:
                return "no such power plays here"
            case Refusal.SAME_PROVINCE:
                return self._same_province()
            case Refusal.NOT_ADJACENT:
                return f"{self._mover()} cannot reach {self._target}: they do not touch for its kind"
            case Refusal.WRONG_TERRAIN:
                return self._wrong_terrain()
            case Refusal.NO_CONVOY_ROUTE:
                return f"{self._mover()} cannot reach {self._target}: {self._lacking_fleets()}"
            case Refusal.ROUTE_BROKEN:
                return f"the named route does not hold together: {self._break()}"
            case Refusal.ROUTE_NEEDED:
                seas = "".join(f" {place}" for place in self._places)
                return f"by the rules of this game a convoy's route must be named, such as VIA{seas or ' and the seas'}"
            case Refusal.COAST_NEEDED:
                return f"a coast of {self._coast_province()} must be named{self._choices()}"
            case Refusal.COAST_IMPOSSIBLE:
                return f"{self._mover()} cannot go to that coast of {self._province}{self._choices()}"
            case Refusal.CANNOT_CONVOY:
                return f"{self._unit} cannot convoy from there"
            case Refusal.CANNOT_BE_CONVOYED:
                return f"{self._mover()} cannot be convoyed"
            case Refusal.CANNOT_SUPPORT_THERE:
                return f"{self._unit} cannot support {self._into()}: it could not move there itself"
            case Refusal.SUPPORTED_CANNOT_GO:
                return f"{self._mover()} cannot go to {self._target} itself"
            case Refusal.NOT_DISLODGED:
                return f"{self._unit} was not dislodged"
            case Refusal.RETREAT_OCCUPIED:
                return f"{self._unit} cannot retreat to {self._target}: a unit stands there"
            case Refusal.RETREAT_CONTESTED:
                return f"{self._unit} cannot retreat to {self._target}: a standoff left it empty"
            case Refusal.RETREAT_TO_ATTACKER:
                return f"{self._unit} cannot retreat to {self._target}: its attacker came from there"
            case Refusal.NOT_A_CENTRE:
                return f"{self._where} is no place to build in: it has no supply centre"
            case Refusal.NOT_HOME:
                return f"{self._where} is not a home centre of this power"
            case Refusal.CENTRE_NOT_OWNED:
                return self._not_owned()
            case Refusal.SITE_OCCUPIED:
                return f"{self._where} is occupied"
            case Refusal.NO_BUILDS_LEFT:
                return "no build is left"
            case Refusal.NO_REMOVALS_LEFT:
                return "no removal is due"
            case Refusal.UNIT_ORDERED_TWICE:
                return "a build was already waived" if self._piece is None else f"{self._unit} already has an order"
            case Refusal.BORDER_CLOSED:
                return f"{self._mover()} cannot reach {self._target}: the border is closed now"
            case Refusal.BARRED:
                if self._places:
                    return f"{self._barred()} is closed{f' by hook {self._by}' if self._by else ' now'}"
                return f"refused by hook {self._by}"
            case Refusal.GAME_OVER:
                return "the game is over"
            case _:
                assert_never(refusal)

    def _barred(self) -> str:
        """What a hook closed: where the unit would go, or what would be built."""
        match self._order:
            case Retreat():
                return f"{self._target} as a retreat of {self._unit}"
            case _:
                return f"building {self._unit}"

    def _mover(self) -> str:
        """The unit that would have to get there: the supported or carried one, else the ordered one."""
        match self._order:
            case Support(_, other, _) | Convoy(_, other, _):
                return unit_name(self._variant, other)
        return self._unit

    def _into(self) -> str:
        match self._order:
            case Support(_, supported, None):
                return f"in {place_name(self._variant, supported.location.province, article=True)}"
        return f"into {self._province}"

    def _no_unit(self) -> str:
        """No unit; or one of another kind, or on another coast, which is worth telling."""
        meant = self._missing_piece()
        if meant is None:
            return "no such unit"
        there = self._unit_in(meant.location.province)
        if there is None:
            return f"no unit stands in {place_name(self._variant, meant.location.province, article=True)}"
        stands = kind_name(self._variant, there.kind).lower()
        at = place_name(self._variant, there.location, article=True)
        return f"there is no {unit_name(self._variant, meant)}: the unit there is the {stands} in {at}"

    def _missing_piece(self) -> Piece | None:
        """The piece of the order that is not on the board."""
        match self._order:
            case Support(_, other, _) | Convoy(_, other, _) if self._stands(self._piece) or other.location.province in self._places:
                return other
        return self._piece

    def _stands(self, piece: Piece | None) -> bool:
        unit = None if piece is None else self._position.unit_at(piece.location.province)
        return unit is not None and piece is not None and unit.kind == piece.kind

    def _foreign(self) -> str:
        unit = None if self._piece is None else self._unit_in(self._piece.location.province)
        if unit is None:
            return f"{self._unit} belongs to another power"
        return f"{self._unit} belongs to {power_name(self._variant, unit.power)}"

    def _unit_in(self, province: str) -> Unit | None:
        """The unit in *province*, the dislodged one first."""
        dislodged = self._position.dislodged_at(province)
        return self._position.unit_at(province) if dislodged is None else dislodged.unit

    def _same_province(self) -> str:
        match self._order:
            case Support():
                return f"{self._unit} cannot support itself, or into its own province"
            case Convoy():
                return f"{self._mover()} already stands in {self._province}"
        return f"{self._unit} already stands in {self._province}"

    def _wrong_terrain(self) -> str:
        mover = self._mover()
        match self._order:
            case Build(piece):
                kind = kind_name(self._variant, piece.kind).lower()
                article = "an" if kind[:1] in "aeiou" else "a"
                return f"{article} {kind} cannot stand in {self._where}"
        if self._places:
            return f"{mover} cannot stand in {place_name(self._variant, self._places[0], article=True)}"
        return f"{mover} cannot stand in {self._province}"

    def _break(self) -> str:
        """Where a named route breaks: before its first place, within it, or at the shore."""
        place = self._places[0] if self._places else ""
        name = place_name(self._variant, place, article=True)
        target = _target(self._order)
        if target is not None and place == target.province:
            return f"its last fleet does not touch {name}"
        return f"no fleet that can carry stands in {name}, or it does not touch the place before"

    def _lacking_fleets(self) -> str:
        if not self._places:
            return "no chain of fleets can carry it there"
        seas = join_words((place_name(self._variant, place, article=True) for place in self._places), "or")
        return f"no fleet can convoy in {seas}"

    def _coast_province(self) -> str:
        """The province whose coast is asked for: of the places given, else of the target."""
        if self._places:
            return place_name(self._variant, Location.of(self._places[0]).province, article=True)
        return self._province

    def _choices(self) -> str:
        coasts = [self._coast(place) for place in self._places]
        named = [coast for coast in coasts if coast]
        return f": {join_words(named, 'or')}" if named else ""

    def _coast(self, place: str) -> str:
        coast = Location.of(place).coast
        return "" if coast is None else self._variant.board.coast_names.get(coast, coast)

    def _not_owned(self) -> str:
        owner = None if self._piece is None else self._position.owners.get(self._piece.location.province)
        if owner is None:
            return f"{self._where} is not owned"
        return f"{self._where} is owned by {power_name(self._variant, owner)}"


def _piece(order: Order) -> Piece | None:
    match order:
        case Hold() | Move() | Support() | Convoy() | Retreat() | Disband() | Build() | Remove():
            return order.piece
        case Waive():
            return None
        case _:
            assert_never(order)


def _target(order: Order) -> Location | None:
    match order:
        case Move(_, target) | Support(_, _, target) | Convoy(_, _, target) | Retreat(_, target):
            return target
        case Hold() | Disband() | Build() | Remove() | Waive():
            return None
        case _:
            assert_never(order)
