"""The start of a game and the phase about to begin as hooks at ``start`` and ``phase`` want them, and the sites that hooks limit.

What each of them closes adds up, and a later one opens again only what it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate
from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.order import Build, Order, Retreat
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.rules import rule_fields
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import edge_name
from adjudicator.verdict import Verdict
from app.game.gm_edits import change_rules, edit_position
from app.game.record import MAIN, Cursor, EditError, Game, variant_at, variant_with, with_any_owned_site
from app.game.table_edits import set_hook_state
from app.hooks.asking_hooks import HookQuestions, Log, LogEntry, board_part, position_part
from app.hooks.hook_consent import RunningHook
from app.hooks.host import HookHost, Plain
from entente.words.hook_words import place_named
from entente.words.names import describe_phase, place_name
from entente.words.outcomes import unit_of
from entente.words.rule_faults import rule_fault
from languages import plural, quoted, tr
from variants.hooks.contracts import Point

_OTHER = {"closed": "open", "open": "closed"}


def phase_conditions(game: Game, cursor: Cursor, host: HookHost) -> tuple[Position, Log]:
    """The position at *cursor* with the conditions that the hooks of its phase set: for the first phase of a game.

    Raises:
        EditError: hooks cannot be asked here now.
    """
    asking = HookQuestions(game, cursor, host, needed=True)
    position, _ = _asked(asking, variant_at(game, cursor), game.turn(cursor).position)
    return position, asking.log


def into_next_phase(asking: HookQuestions, variant: Variant, resolution: Resolution) -> Resolution:
    """*resolution* with the next phase as hooks want it; phases that they pass over are among those that were skipped."""
    if resolution.ending is not None or not asking.attached.has(Point.PHASE):
        return resolution
    for _ in range(4 * len(variant.calendar.steps)):
        following, skip = _asked(asking, variant, resolution.next)
        resolution = replace(resolution, next=following)
        if not skip:
            break
        passed = _passed_over(variant, following)
        captures = {each.province: each for each in (*resolution.captures, *passed.captures)}
        resolution = replace(
            resolution,
            captures=tuple(captures[province] for province in sorted(captures)),
            skipped=(*resolution.skipped, following.phase, *passed.skipped),
            next=passed.next,
            ending=passed.ending,
        )
        if resolution.ending is not None:
            break
    return resolution


def _asked(asking: HookQuestions, variant: Variant, position: Position) -> tuple[Position, bool]:
    """*position* with the conditions that hooks set, and whether one of them passes its phase over."""
    skip = False
    said: set[str] = set()
    for running in asking.attached.at(Point.PHASE):
        edges = sorted(word for word in position.conditions if word.startswith(("open ", "closed ")))
        extra = {"edges": edges, **position_part(variant, position), **board_part(variant)}
        answer = asking.ask(running, Point.PHASE, variant, position, extra, str(position.phase))
        if answer is None:
            continue
        position = _with_conditions(asking, variant, running, position, answer, said)
        if answer.get("skip") is True and position.dislodged:
            asking.refuse(running, Point.PHASE, position, tr("a phase in which units must retreat cannot be passed over"))
        elif answer.get("skip") is True:
            skip = True
            why = answer.get("why")
            asking.note(running, Point.PHASE, position, (tr("the phase is passed over") + (f": {why}" if why else ""))[:300])
    return position, skip


def _with_conditions(
    asking: HookQuestions, variant: Variant, running: RunningHook, position: Position, answer: Mapping[str, Plain], said: set[str]
) -> Position:
    """*position* with what *answer* opens and closes.

    Args:
        said: ``open`` and ``closed``, where a hook named some in this phase already: the first that does speaks in place of the phase
            before, the others add to it.
    """
    conditions = set(position.conditions)
    known = {edge_name(edge.origin, edge.target) for edge in variant.board.edges}
    for word in ("closed", "open"):
        named = answer.get(word)
        if not isinstance(named, list):
            continue
        if word not in said:
            conditions = {each for each in conditions if not each.startswith(f"{word} ")}
            said.add(word)
        strangers: list[str] = []
        for text in map(str, named):
            there = [name for name in _directions(text) if name in known]
            if not there:
                strangers.append(text)
            conditions.update(f"{word} {name}" for name in there)
            conditions.difference_update(f"{_OTHER[word]} {name}" for name in there)
        if strangers:
            more = ", " + tr("nor {count} more that it names", count=len(strangers) - 1) if len(strangers) > 1 else ""
            asking.refuse(
                running,
                Point.PHASE,
                position,
                tr("there is no step {step} on this board{more}", step=_step_words(variant, strangers[0]), more=more),
            )
    if conditions == position.conditions:
        return position
    changed = dict.fromkeys(_edge_words(variant, each) for each in conditions ^ position.conditions)
    asking.note(running, Point.PHASE, position, tr("changed the edges: {edges}", edges=", ".join(sorted(changed)))[:300])
    return replace(position, conditions=frozenset(conditions))


def _step_words(variant: Variant, text: str) -> str:
    """``Paris – Moscow``; what a hook says in its stead, quoted, where it names no two places of the board."""
    ends = [end for first in text.split(" <> ") for end in first.split(" - ")]
    if len(ends) == 2 and all(end in variant.board.provinces for end in ends):
        return " – ".join(place_name(variant, end) for end in ends)
    return quoted(text[:60])


def _edge_words(variant: Variant, condition: str) -> str:
    """``Burgundy – Paris``: the edge of ``closed PAR - BUR``, from either side."""
    ends = condition.partition(" ")[2].split(" - ")
    return " – ".join(sorted(place_name(variant, each) for each in ends))


def _passed_over(variant: Variant, position: Position) -> Resolution:
    """Return the resolution where the phase of *position* is not played: the units stay, the calendar moves on, centres are counted."""
    nothing: dict[str, Sequence[Order]] = dict.fromkeys(variant.powers, ())
    resolution = adjudicate(variant, position, nothing)
    return replace(resolution, outcomes=(), refused=(), next=replace(resolution.next, units=position.units))


def _directions(text: str) -> tuple[str, ...]:
    first, both, second = text.partition(" <> ")
    return (f"{first} - {second}", f"{second} - {first}") if both else (text,)


def start_with_hooks(game: Game, host: HookHost) -> tuple[Game, Log]:
    """The game with what its hooks change before the first phase, and what they did.

    What they change is kept as an adjustment with the hook's name, as a game master's would be: the game opens again at the same start
    without asking them. Call it once, when the hooks of a new game are attached and before anything is ordered.

    Raises:
        EditError: hooks cannot be asked here now.
    """
    cursor = game.last(MAIN)
    if cursor.index != 0 or not game.hooks_at(cursor):
        return game, ()
    asking = HookQuestions(game, cursor, host, needed=True)
    for running in asking.attached.at(Point.START):
        position = game.turn(cursor).position
        rules = variant_with(game.variant, game.rules_at(cursor)).rules
        extra = {
            **position_part(game.variant, position),
            **board_part(game.variant),
            "variant": game.variant.id,
            "seasons": list(game.variant.calendar.seasons),
            "rules": {each.issue: str(getattr(rules, each.name).value) for each in rule_fields()},
        }
        answer = asking.ask(running, Point.START, game.variant, position, extra)
        if answer:
            game = _applied(game, asking, running, answer)
    for change in asking.changes():
        game = set_hook_state(game, MAIN, change.name, change.state)
    log: list[LogEntry] = list(asking.log)
    if asking.attached.has(Point.PHASE):
        before = game.turn(cursor).position
        position, entries = phase_conditions(game, cursor, host)
        log.extend(entries)
        if position != before:
            game = edit_position(game, MAIN, position, "hooks at the start of the phase", by="hook")
    return game, tuple(log)


def _applied(game: Game, asking: HookQuestions, running: RunningHook, answer: dict[str, Plain]) -> Game:
    position = game.turn(game.last(MAIN)).position
    try:
        wanted = _position(game, position, answer)
        if wanted != position:
            game = edit_position(game, MAIN, wanted, f"hook {running.name}", by="hook")
            asking.note(running, Point.START, position, _words(game.variant, position, wanted))
        rules = answer.get("rules")
        if isinstance(rules, dict) and rules:
            words = [(key, str(word)) for key, word in rules.items()]
            game = change_rules(game, MAIN, words, by="hook")
            asking.note(running, Point.START, position, tr("rules: {rules}", rules=" ".join(f"{key}={word}" for key, word in words)))
    except (EditError, ValueError) as error:
        asking.refuse(running, Point.START, position, rule_fault(error))
    return game


def _position(game: Game, position: Position, answer: dict[str, Plain]) -> Position:
    """The position that the answer asks for.

    Raises:
        ValueError: a unit cannot stand there, or the calendar has no such phase.
    """
    units = answer.get("units")
    if isinstance(units, list):
        placed = [_unit(game, each) for each in units if isinstance(each, dict)]
        position = replace(position, units=tuple(sorted(placed, key=str)), dislodged=(), contested=frozenset())
    owners = answer.get("owners")
    if isinstance(owners, dict):
        changed = {**position.owners, **{centre: None if owner is None else str(owner) for centre, owner in owners.items()}}
        for centre in changed:
            place = game.variant.board.provinces.get(centre)
            if place is None or not place.centre:
                raise ValueError(tr("{centre} is no supply centre of this board", centre=place_named(game.variant, centre)))
        kept = {centre: owner for centre, owner in sorted(changed.items()) if owner is not None}
        position = replace(position, owners=MappingProxyType(kept))
    phase = answer.get("phase")
    if isinstance(phase, str):
        wanted = Phase.of(phase)
        if all((step.season, step.kind) != (wanted.season, wanted.kind) for step in game.variant.calendar.steps):
            raise ValueError(tr("the calendar of this variant has no phase such as {phase}", phase=quoted(phase)))
        position = replace(position, phase=wanted)
    return position


def _unit(game: Game, table: dict[str, Plain]) -> Unit:
    board = game.variant.board
    coast = table.get("coast")
    unit = Unit(str(table["power"]), Piece(str(table["kind"]), Location(str(table["at"]), str(coast) if coast else None)))
    place, kind = board.provinces.get(unit.province), board.kinds.get(unit.kind)
    if unit.power not in game.variant.powers or place is None or kind is None:
        raise ValueError(tr("{unit}: there is no such power, place or kind of unit", unit=quoted(str(unit))))
    if place.terrain not in kind.terrains or (unit.location.coast is not None and unit.location.coast not in place.coasts):
        raise ValueError(tr("{unit} cannot stand there", unit=unit_of(game.variant, unit.power, unit.piece)))
    if not any(unit.kind in edge.kinds and edge.origin == unit.location for edge in board.edges) and place.coasts:
        raise ValueError(tr("{unit} has to name a coast, or another", unit=unit_of(game.variant, unit.power, unit.piece)))
    return unit


def _words(variant: Variant, before: Position, after: Position) -> str:
    parts = []
    if before.units != after.units:
        parts.append(
            plural("{count} unit on the board", "{count} units on the board", len(after.units)) if after.units else tr("the board is empty")
        )
    if before.owners != after.owners:
        parts.append(tr("centres have other owners"))
    if before.phase != after.phase:
        parts.append(tr("the game starts in {phase}", phase=describe_phase(variant, after.phase)))
    return ", ".join(parts) or tr("nothing changed")


@dataclass(frozen=True, slots=True)
class Site:
    """Site of a build, and the kinds of unit that may be built there."""

    location: Location
    kinds: tuple[str, ...]


class HookedRules:
    """The rules at a moment of a game, with what its hooks allow and forbid. Answers are asked for once and kept.

    Without hooks that take part it says what the adjudicator says.
    """

    def __init__(self, game: Game, cursor: Cursor, host: HookHost, *, asking: HookQuestions | None = None) -> None:
        position = game.turn(cursor).position
        self.whole: Position = replace(position, barred={}) if position.barred else position
        """The position without what hooks bar."""
        self.plain: Variant = variant_with(game.variant, game.rules_at(cursor))
        """The variant with its rule options, without hooks."""
        self._asking = asking if asking is not None else HookQuestions(game, cursor, host)
        self._builds = self._asking.attached.has(Point.BUILD)
        self._retreats = self._asking.attached.has(Point.RETREAT)
        self.variant: Variant = with_any_owned_site(self.plain) if self._builds else self.plain
        """The variant to adjudicate with: builds on any owned centre where a hook picks the sites."""
        self._barred: Position | None = None

    @property
    def log(self) -> Log:
        """Log of the hooks so far."""
        return self._asking.log

    @property
    def position(self) -> Position:
        """The position with every retreat and build barred that the hooks leave no room for, so that all uses of the rules follow the
        hooks. The very same position where they say nothing.
        """
        if self._barred is None:
            bars = self._bars()
            self._barred = replace(self.whole, barred=MappingProxyType(bars)) if bars else self.whole
        return self._barred

    def build_sites(self, power: str) -> tuple[Site, ...]:
        """Return the sites where *power* may build now, in the board's sequence; empty outside an adjustment phase."""
        if self.whole.phase.kind is not PhaseKind.ADJUSTMENT or power not in self.plain.powers:
            return ()
        kinds: dict[Location, list[str]] = {}
        for piece in _builds(self.variant, self.position, power):
            kinds.setdefault(piece.location, []).append(piece.kind)
        return tuple(Site(location, tuple(letters)) for location, letters in kinds.items())

    def retreats(self, power: str) -> Mapping[str, frozenset[str]]:
        """Province of each dislodged unit of *power* to the places it may retreat to, as text."""
        return {at: frozenset(places) for at, places in _ways(self.plain, self.position, power).items()}

    def legal_orders(self, location: Location | str) -> Sequence[Order]:
        """The orders that can be given for *location*."""
        return legal_orders(self.variant, self.position, location)

    def check_order(self, power: str, order: Order) -> Verdict:
        """Return the verdict on *order* of *power*."""
        return check_order(self.variant, self.position, power, order)

    def _bars(self) -> dict[str, str]:
        """Return the bars of all powers, with the hook that leaves no room for each."""
        bars: dict[str, str] = {}
        kind = self.whole.phase.kind
        for power in self.plain.powers:
            if kind is PhaseKind.ADJUSTMENT and self._builds:
                bars.update(self._barred_builds(power))
            elif kind is PhaseKind.RETREAT and self._retreats:
                bars.update(self._barred_retreats(power))
        return bars

    def _barred_builds(self, power: str) -> dict[str, str]:
        """Each hook names the sites that are open, and the kinds: of all empty centres of the power, but for what one before it closed."""
        possible = _builds(self.variant, self.whole, power)
        if not possible:
            return {}
        open_ones = _builds(self.plain, self.whole, power)
        closed: dict[Piece, str] = {}
        last = ""
        for running in self._asking.attached.at(Point.BUILD):
            extra = {
                "power": power,
                "builds": adjustment(self.variant, self.whole, power),
                "sites": _tables(open_ones),
                **position_part(self.plain, self.whole),
                **board_part(self.plain),
            }
            answer = self._asking.ask(running, Point.BUILD, self.plain, self.whole, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if isinstance(wanted, list):
                named = {str(each["at"]): _texts(each["kinds"]) for each in wanted if isinstance(each, dict)}
                wanted_ones = {piece for piece in possible if piece.kind in named.get(piece.location.province, ())}
                closed.update((piece, running.name) for piece in open_ones if piece not in wanted_ones)
                open_ones = tuple(piece for piece in possible if piece in wanted_ones and piece not in closed)
                last = running.name
        return {f"{power} {Build(piece)}": closed.get(piece, last) for piece in possible if piece not in open_ones}

    def _barred_retreats(self, power: str) -> dict[str, str]:
        """Each hook can close places that the one before left open; none can open any."""
        ways = _ways(self.plain, self.whole, power)
        bars: dict[str, str] = {}
        for running in self._asking.attached.at(Point.RETREAT) if ways else ():
            extra = {"power": power, "sites": ways, **position_part(self.plain, self.whole)}
            answer = self._asking.ask(running, Point.RETREAT, self.plain, self.whole, extra, power)
            wanted = None if answer is None else answer.get("sites")
            if not isinstance(wanted, dict):
                continue
            for at, places in ways.items():
                named = _texts(wanted.get(at, places))
                left = [place for place in places if place in named or Location.of(place).province in named]
                each = self.whole.dislodged_at(at)
                assert each is not None
                closed = (Retreat(each.unit.piece, Location.of(place)) for place in places if place not in left)
                bars.update({f"{power} {order}": running.name for order in closed})
                ways[at] = left
        return bars


def _builds(variant: Variant, position: Position, power: str) -> tuple[Piece, ...]:
    """Return the builds that the rules of *variant* allow *power*, site by site in the board's sequence."""
    if adjustment(variant, position, power) <= 0:
        return ()
    pieces = (
        order.piece
        for place in orderable(variant, position, power)
        for order in legal_orders(variant, position, place)
        if isinstance(order, Build)
    )
    return tuple(dict.fromkeys(pieces))


def _tables(pieces: Sequence[Piece]) -> list[dict[str, object]]:
    """Sites with the kinds that can be built there, as hooks are given them."""
    kinds: dict[Location, list[str]] = {}
    for piece in pieces:
        kinds.setdefault(piece.location, []).append(piece.kind)
    return [{"at": place.province, "coast": place.coast, "kinds": letters} for place, letters in kinds.items()]


def _ways(variant: Variant, position: Position, power: str) -> dict[str, list[str]]:
    """Province of each dislodged unit of *power* to the places that the rules let it retreat to, as text."""
    return {
        each.unit.province: [
            str(order.target)
            for order in legal_orders(variant, position, each.unit.location)
            if isinstance(order, Retreat) and order.piece == each.unit.piece
        ]
        for each in position.dislodged
        if each.unit.power == power
    }


def _texts(value: object) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else frozenset()
