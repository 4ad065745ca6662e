"""Reason that an order is not legal, in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Refusal, Verdict
from entente.words.names import coast_name, describe_phase, join_words, kind_word, place_name, power_name, unit_name
from entente.words.sentence import Sentences
from languages import mark, tr

_COAST_NEEDED = Sentences("place coasts", mark("a coast of {place} must be named"), mark("a coast of {place} must be named: {coasts}"))
_COAST_IMPOSSIBLE = Sentences(
    "unit place coasts", mark("{unit} cannot go to that coast of {place}"), mark("{unit} cannot go to that coast of {place}: {coasts}")
)
_NO_RETREAT_THERE = Sentences(
    "place unit hook",
    mark("{place} as a retreat of {unit} is closed now"),
    mark("{place} as a retreat of {unit} is closed by the rule change {hook}"),
)
_NO_BUILD_THERE = Sentences("unit hook", mark("building {unit} is closed now"), mark("building {unit} is closed by the rule change {hook}"))


def describe_verdict(variant: Variant, position: Position, order: Order, verdict: Verdict) -> str:
    """Describe the reason that *order* is not legal: ``Army Marseilles cannot reach Tunis: no fleet can convoy in the Gulf of Lyon``.

    Empty for a legal order.
    """
    if verdict.refusal is None:
        return ""
    return _Words(variant, position, order, verdict).sentence(verdict.refusal)


class _Words:
    """Words of the sentences."""

    def __init__(self, variant: Variant, position: Position, order: Order, verdict: Verdict) -> None:
        self._variant = variant
        self._position = position
        self._order = order
        self._places = verdict.places
        self._by = verdict.by
        piece = _piece(order)
        self._piece = piece
        self._unit = tr("a waived build") if piece is None else unit_name(variant, piece)
        self._site = "" if piece is None else place_name(variant, piece.location, article=True)
        self._where = "" if piece is None else place_name(variant, piece.location.province, article=True)
        target = _target(order)
        self._target = tr("its target") if target is None else place_name(variant, target, article=True)
        self._province = self._where if target is None else place_name(variant, target.province, article=True)

    def sentence(self, refusal: Refusal) -> str:
        match refusal:
            case Refusal.WRONG_PHASE:
                return tr("such an order is not given in {phase}", phase=describe_phase(self._variant, self._position.phase))
            case Refusal.NO_UNIT | Refusal.WRONG_KIND:
                return self._no_unit()
            case Refusal.FOREIGN_UNIT:
                return self._foreign()
            case Refusal.UNKNOWN_PLACE:
                named = join_words((repr(place) for place in self._places), "or")
                return (
                    tr("this board has no place {places}", places=named)
                    if named
                    else tr("the order names a place that is not on this board")
                )
            case Refusal.UNKNOWN_POWER:
                return tr("no such power plays here")
            case Refusal.SAME_PROVINCE:
                return self._same_province()
            case Refusal.NOT_ADJACENT:
                return self._not_adjacent()
            case Refusal.WRONG_TERRAIN:
                return self._wrong_terrain()
            case Refusal.NO_CONVOY_ROUTE:
                return self._no_route()
            case Refusal.ROUTE_BROKEN:
                return self._break()
            case Refusal.ROUTE_NEEDED:
                return self._route_needed()
            case Refusal.COAST_NEEDED:
                return _COAST_NEEDED(self._coast_province(), self._choices())
            case Refusal.COAST_IMPOSSIBLE:
                return _COAST_IMPOSSIBLE(self._mover(), self._province, self._choices())
            case Refusal.CANNOT_CONVOY:
                return tr("{unit} cannot convoy from there", unit=self._unit)
            case Refusal.CANNOT_BE_CONVOYED:
                return tr("{unit} cannot be convoyed", unit=self._mover())
            case Refusal.CANNOT_SUPPORT_THERE:
                return self._no_support()
            case Refusal.SUPPORTED_CANNOT_GO:
                return tr("{unit} cannot go to {place} itself", unit=self._mover(), place=self._target)
            case Refusal.NOT_DISLODGED:
                return tr("{unit} was not dislodged", unit=self._unit)
            case Refusal.RETREAT_OCCUPIED:
                return tr("{unit} cannot retreat to {place}: a unit stands there", unit=self._unit, place=self._target)
            case Refusal.RETREAT_CONTESTED:
                return tr("{unit} cannot retreat to {place}: a standoff left it empty", unit=self._unit, place=self._target)
            case Refusal.RETREAT_TO_ATTACKER:
                return tr("{unit} cannot retreat to {place}: its attacker came from there", unit=self._unit, place=self._target)
            case Refusal.NOT_A_CENTRE:
                return tr("{place} is no place to build in: it has no supply centre", place=self._where)
            case Refusal.NOT_HOME:
                return tr("{place} is not a home centre of this power", place=self._where)
            case Refusal.CENTRE_NOT_OWNED:
                return self._not_owned()
            case Refusal.SITE_OCCUPIED:
                return tr("{place} is occupied", place=self._where)
            case Refusal.NO_BUILDS_LEFT:
                return tr("no build is left")
            case Refusal.NO_REMOVALS_LEFT:
                return tr("no removal is due")
            case Refusal.UNIT_ORDERED_TWICE:
                if self._piece is None:
                    return tr("a build was already waived")
                return tr("{unit} already has an order", unit=self._unit)
            case Refusal.BORDER_CLOSED:
                return tr("{unit} cannot reach {place}: the border is closed now", unit=self._mover(), place=self._target)
            case Refusal.BARRED:
                return self._barred() if self._places else tr("refused by the rule change {hook}", hook=self._by)
            case Refusal.GAME_OVER:
                return tr("the game is over")
            case _:
                assert_never(refusal)

    def _barred(self) -> str:
        """Return the sentence for a place that a hook closed: for a retreat or a build."""
        match self._order:
            case Retreat():
                return _NO_RETREAT_THERE(self._target, self._unit, self._by)
            case _:
                return _NO_BUILD_THERE(self._unit, self._by)

    def _mover(self) -> str:
        """The unit that would have to get there: the supported or carried one, else the ordered one."""
        match self._order:
            case Support(_, other, _) | Convoy(_, other, _):
                return unit_name(self._variant, other)
        return self._unit

    def _not_adjacent(self) -> str:
        """Two places apart; neighbours between which units of another kind go; or a convoy to or from where no fleet at sea lies beside."""
        unit, place = self._mover(), self._target
        match self._order:
            case Move(_, _, True, _) | Convoy():
                return tr("{unit} cannot reach {place}: no chain of fleets can carry it there", unit=unit, place=place)
            case Support(_, piece, Location(province)) | Move(piece, Location(province)) | Retreat(piece, Location(province)):
                origin = piece.location.province
                if any((edge.origin.province, edge.target.province) == (origin, province) for edge in self._variant.board.edges):
                    return self._no_way_for_kind(piece, origin)
        return tr("{unit} cannot reach {place}: the two are not neighbours", unit=unit, place=place)

    def _no_way_for_kind(self, piece: Piece, origin: str) -> str:
        kind = kind_word(self._variant, piece.kind)
        start = place_name(self._variant, origin, article=True)
        return tr("no {kind} can go from {origin} straight to {place}", kind=kind, origin=start, place=self._target)

    def _no_support(self) -> str:
        match self._order:
            case Support(_, supported, None):
                place = place_name(self._variant, supported.location.province, article=True)
                return tr("{unit} cannot support in {place}: it could not move there itself", unit=self._unit, place=place)
        return tr("{unit} cannot support into {place}: it could not move there itself", unit=self._unit, place=self._province)

    def _no_unit(self) -> str:
        """No unit; or one of another kind, or on another coast, which is worth telling."""
        meant = self._missing_piece()
        if meant is None:
            return tr("no such unit")
        there = self._unit_in(meant.location.province)
        if there is None:
            return tr("no unit stands in {place}", place=place_name(self._variant, meant.location.province, article=True))
        return tr(
            "there is no {unit}: the unit there is the {kind} in {place}",
            unit=unit_name(self._variant, meant),
            kind=kind_word(self._variant, there.kind),
            place=place_name(self._variant, there.location, article=True),
        )

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
            return tr("{unit} belongs to another power", unit=self._unit)
        return tr("{unit} belongs to {power}", unit=self._unit, power=power_name(self._variant, unit.power))

    def _unit_in(self, province: str) -> Unit | None:
        """The unit in *province*, the dislodged one first."""
        dislodged = self._position.dislodged_at(province)
        return self._position.unit_at(province) if dislodged is None else dislodged.unit

    def _same_province(self) -> str:
        match self._order:
            case Support():
                return tr("{unit} cannot support itself, or into its own province", unit=self._unit)
            case Convoy():
                return tr("{unit} already stands in {place}", unit=self._mover(), place=self._province)
        return tr("{unit} already stands in {place}", unit=self._unit, place=self._province)

    def _wrong_terrain(self) -> str:
        mover = self._mover()
        match self._order:
            case Build(piece):
                kind = kind_word(self._variant, piece.kind)
                if self._variant.board.kinds[piece.kind].name[:1].lower() in "aeiou":
                    return tr("an {kind} cannot stand in {place}", kind=kind, place=self._where)
                return tr("a {kind} cannot stand in {place}", kind=kind, place=self._where)
        place = place_name(self._variant, self._places[0], article=True) if self._places else self._province
        return tr("{unit} cannot stand in {place}", unit=mover, place=place)

    def _break(self) -> str:
        """Return the sentence for a named route that breaks: before its first place, within it, or at the shore."""
        place = self._places[0] if self._places else ""
        name = place_name(self._variant, place, article=True)
        target = _target(self._order)
        if target is not None and place == target.province:
            return tr("the named route does not hold together: its last fleet does not touch {place}", place=name)
        return tr(
            "the named route does not hold together: no fleet that can carry stands in {place}, or it does not touch the place before",
            place=name,
        )

    def _route_needed(self) -> str:
        if not self._places:
            return tr("by the rules of this game a convoy's route must be named, such as VIA and the seas")
        route = f"VIA {' '.join(str(place) for place in self._places)}"
        return tr("by the rules of this game a convoy's route must be named, such as {route}", route=route)

    def _no_route(self) -> str:
        unit, place = self._mover(), self._target
        if not self._places:
            return tr("{unit} cannot reach {place}: no chain of fleets can carry it there", unit=unit, place=place)
        seas = join_words((place_name(self._variant, each, article=True) for each in self._places), "or")
        return tr("{unit} cannot reach {place}: no fleet can convoy in {seas}", unit=unit, place=place, seas=seas)

    def _coast_province(self) -> str:
        """The province whose coast is asked for: of the places given, else of the target."""
        if self._places:
            return place_name(self._variant, Location.of(self._places[0]).province, article=True)
        return self._province

    def _choices(self) -> str:
        coasts = [self._coast(place) for place in self._places]
        return join_words([coast for coast in coasts if coast], "or")

    def _coast(self, place: str) -> str:
        coast = Location.of(place).coast
        return "" if coast is None else coast_name(self._variant, coast)

    def _not_owned(self) -> str:
        owner = None if self._piece is None else self._position.owners.get(self._piece.location.province)
        if owner is None:
            return tr("{place} is not owned", place=self._where)
        return tr("{place} is owned by {power}", place=self._where, power=power_name(self._variant, owner))


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
