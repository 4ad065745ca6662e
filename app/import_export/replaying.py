"""A received game played by our rules: every phase from the position that its file has, each difference named and kept as an adjustment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate
from adjudicator.legal import check_order, legal_orders
from adjudicator.notation import read_order
from adjudicator.order import Retreat
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.variant import Variant
from app.game.dpn.replay import Difference, position_differences
from app.game.edits import MOST_LINES, last_counts, new_game, one_line, text_block
from app.game.played import difference
from app.game.record import MAIN, Branch, Cursor, Game, OrderLine, Turn, variant_with
from app.game.rulings import can_stand, judged_orders
from app.game.variant_source import Shelved
from app.import_export.received import ExchangeError, ReceivedGame, ReceivedPhase
from entente.words.rule_faults import rule_fault
from languages import tr
from languages.outside_text import outside_name

RuleWords = tuple[tuple[str, str], ...]

DOUBTFUL: RuleWords = (
    ("4.A.3", "2000-fallback"),
    ("4.A.3", "DPTG"),
    ("4.A.3", "2000"),
    ("4.A.3", "convoy-first-v2a"),
    ("4.D.8", "a"),
    ("4.D.8", "b"),
    ("4.A.5", "a"),
    ("4.A.2", "2000"),
    ("4.A.2", "1982"),
    ("4.A.2", "all-hold"),
    ("4.A.1", "a"),
    ("4.B.1", "default-coast"),
)
"""Rules in which programs really differ, tried in turn where a file does not name its own: convoys of armies that could walk, removals
without orders, retreats to where a convoy came from, paradoxes, several routes, a missing coast.
"""


MOST_UNREAD = 300
"""Unreadable orders in a game that is still taken for one. Weighing their words takes long."""

MOST_LETTERS = 300
"""Limit of an order's letters; a longer one is kept as it came, unread."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A received game as one of ours."""

    game: Game
    differences: tuple[Difference, ...]
    """Positions of the file that differ from the results of its orders by these rules. The file's was taken, as an adjustment."""
    rules: RuleWords
    were_found: bool
    """True if the rules were found by trying, since neither file nor person named them."""
    places_at_start: int = 0
    """In how many places its first position differs from the variant's start; that is no fault of the orders."""


def replay_received(received: ReceivedGame, shelved: Shelved, rules: RuleWords | None = None) -> Replay:
    """*received* as a game of ours.

    Args:
        rules: those by which it is judged; those that the file names unless given, else the usual ones with each of ``DOUBTFUL`` by
            which fewer positions differ.

    Raises:
        ExchangeError: a unit or an owner in it cannot be on this board.
    """
    stated = rules if rules is not None else received.rules
    best = _replay(received, shelved, stated or ())
    if stated is not None:
        return best
    tried: dict[str, str] = {}
    for issue, choice in DOUBTFUL:
        if not best.differences:
            break
        words = tried | {issue: choice}
        other = _replay(received, shelved, tuple(words.items()))
        if len(other.differences) < len(best.differences):
            best, tried = other, words
    return replace(best, were_found=bool(best.rules))


def _replay(received: ReceivedGame, shelved: Shelved, rules: RuleWords) -> Replay:
    variant = variant_with(shelved.variant, dict(rules))
    expected = variant.start
    turns: list[Turn] = []
    unread = 0
    differences: list[Difference] = []
    ending: Ending | None = None
    places_at_start = 0
    last = len(received.phases) - 1
    for index, phase in enumerate(received.phases):
        cursor = Cursor(MAIN, index)
        position = _recorded(variant, phase, expected)
        differing = [*position_differences(cursor, position, expected), *_other_retreats(cursor, variant, phase, position)]
        if index == 0:
            places_at_start = len(differing)
        else:
            differences += differing
        turn = Turn(position, _orders(variant, position, phase), press=phase.press, note=text_block(phase.note))
        unread += sum(line.order is None for lines in turn.orders.values() for line in lines)
        if unread > MOST_UNREAD:
            raise ExchangeError(
                tr(
                    "{phase}: more than {most_unread} orders of this game cannot be read; it is none of this board",
                    phase=phase.title,
                    most_unread=MOST_UNREAD,
                )
            )
        if position != expected:
            reason = "The game begins here." if index == 0 else f"So it stands in {received.source}."
            turn = replace(turn, adjustments=(difference(expected, position, reason, "GM"),))
        if index == last:
            turns.append(turn)
            break
        resolution = _resolution(variant, turn)
        turns.append(replace(turn, orders=judged_orders(turn, resolution), resolution=resolution))
        expected, ending = resolution.next, resolution.ending
    game = new_game(shelved.variant, outside_name(received.name), checksum=shelved.checksum, rules=rules, players=received.players)
    game = game.with_branch(Branch(MAIN, None, tuple(turns), _ending(received, variant, ending)))
    return Replay(game, tuple(differences), rules, were_found=False, places_at_start=places_at_start)


def _resolution(variant: Variant, turn: Turn) -> Resolution:
    try:
        return adjudicate(variant, turn.position, turn.read_orders())
    except ValueError as error:
        raise ExchangeError(tr("{phase}: this phase cannot be judged: {error}", phase=turn.phase, error=rule_fault(error))) from error


def _ending(received: ReceivedGame, variant: Variant, ruled: Ending | None) -> Ending | None:
    """Return the ending: by the rules, else by the file; ``None`` where the file states only that it ended."""
    if ruled is not None or not received.is_over or received.winners is None:
        return ruled
    winners = tuple(power for power in variant.powers if power in received.winners)
    return Ending(winners, "concession" if len(winners) == 1 else "draw" if winners else "abandoned")


# --- positions ---


def _recorded(variant: Variant, phase: ReceivedPhase, expected: Position) -> Position:
    """The position that the file has; what it does not tell is as *expected*, which is what the orders before gave."""
    units = expected.units if phase.units is None else tuple(sorted(_units(variant, phase, phase.units), key=str))
    owners = expected.owners if phase.owners is None else _owners(variant, phase, phase.owners)
    dislodged = expected.dislodged
    contested = expected.contested
    if phase.units is not None:
        known = {each.unit: each for each in expected.dislodged}
        out = _units(variant, phase, phase.dislodged)
        dislodged = tuple(sorted((known.get(unit, DislodgedUnit(unit, unit.province)) for unit in out), key=str))
        if set(dislodged) != set(expected.dislodged) or not dislodged:
            contested = frozenset() if _phase(phase, expected) != expected.phase or dislodged != expected.dislodged else contested
    position = Position(_phase(phase, expected), units, owners, dislodged, contested, expected.conditions, expected.counters)
    if position == expected:
        return expected
    return position if not dislodged or dislodged == expected.dislodged else _with_closed_retreats(variant, phase, position)


def _phase(phase: ReceivedPhase, expected: Position) -> Phase:
    return expected.phase if phase.phase is None else phase.phase


def _with_closed_retreats(variant: Variant, phase: ReceivedPhase, position: Position) -> Position:
    """*position* with those provinces contested that the file closes to all retreats: the origins of attackers are unknown."""
    closed: set[str] = set()
    open_: set[str] = set()
    for each in position.dislodged:
        told = phase.retreats.get(str(each.unit.piece))
        if told is not None:
            could = _retreats(variant, position, each)
            closed |= {place.partition("/")[0] for place in could - told}
            open_ |= {place.partition("/")[0] for place in told}
    return replace(position, contested=position.contested | frozenset(closed - open_))


def _retreats(variant: Variant, position: Position, unit: DislodgedUnit) -> frozenset[str]:
    found = legal_orders(variant, position, unit.unit.location)
    return frozenset(str(order.target) for order in found if isinstance(order, Retreat))


def _other_retreats(cursor: Cursor, variant: Variant, phase: ReceivedPhase, position: Position) -> Iterator[Difference]:
    """Yield the retreats of dislodged units in which the file differs from the rules."""
    for each in position.dislodged:
        told = phase.retreats.get(str(each.unit.piece))
        ours = _retreats(variant, position, each)
        if told is not None and told != ours:
            yield Difference(cursor, position.phase, _open_to(each, told), _open_to(each, ours))


def _open_to(unit: DislodgedUnit, places: frozenset[str]) -> str:
    return tr("{unit} may retreat to {places}", unit=unit.unit, places=", ".join(sorted(places)) or tr("nowhere"))


def _units(variant: Variant, phase: ReceivedPhase, pieces: Mapping[str, tuple[str, ...]]) -> Iterator[Unit]:
    seen: set[str] = set()
    for power, texts in pieces.items():
        if texts:
            _known_power(variant, phase, power)
        for text in texts:
            piece = Piece.of(text)
            if not can_stand(variant.board, piece):
                raise ExchangeError(
                    tr(
                        "{phase}: {power} has {text}, and no such unit can stand there on the board {variant}",
                        phase=phase.title,
                        power=power,
                        text=text,
                        variant=variant.name,
                    )
                )
            if piece.location.province in seen:
                raise ExchangeError(
                    tr(
                        "{phase}: two units stand in {province}, the second is {power} {text}",
                        phase=phase.title,
                        province=piece.location.province,
                        power=power,
                        text=text,
                    )
                )
            seen.add(piece.location.province)
            yield Unit(power, piece)


def _owners(variant: Variant, phase: ReceivedPhase, owners: Mapping[str, str]) -> Mapping[str, str]:
    for centre, power in owners.items():
        _known_power(variant, phase, power)
        province = variant.board.provinces.get(centre)
        if province is None or not province.centre:
            raise ExchangeError(
                tr(
                    "{phase}: {power} owns {centre}, which is no supply centre of the board {variant}",
                    phase=phase.title,
                    power=power,
                    centre=centre,
                    variant=variant.name,
                )
            )
    return MappingProxyType(dict(sorted(owners.items())))


def _known_power(variant: Variant, phase: ReceivedPhase, power: str) -> None:
    if power not in variant.powers:
        raise ExchangeError(
            tr(
                "{phase}: there is no power {power} in {variant}; there are {powers}",
                phase=phase.title,
                power=power,
                variant=variant.name,
                powers=", ".join(variant.powers),
            )
        )


# --- orders ---


def _orders(variant: Variant, position: Position, phase: ReceivedPhase) -> Mapping[str, tuple[OrderLine, ...]]:
    lines: dict[str, tuple[OrderLine, ...]] = {}
    for power in variant.powers:
        if power in phase.orders:
            texts = [one_line(text[: MOST_LETTERS + 1]) for text in phase.orders[power][:MOST_LINES] if text.strip()]
            lines[power] = last_counts(_line(variant, position, power, text) for text in texts)
    for power in phase.orders.keys() - variant.powers.keys():
        if phase.orders[power]:
            _known_power(variant, phase, power)
    return MappingProxyType(lines)


def _line(variant: Variant, position: Position, power: str, text: str) -> OrderLine:
    if len(text) > MOST_LETTERS:
        return OrderLine(text[:MOST_LETTERS])
    reading = read_order(variant, position, text, power)
    if reading.order is None or reading.count != 1:
        return OrderLine(text)
    return OrderLine(text, reading.order, check_order(variant, position, power, reading.order))
