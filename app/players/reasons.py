"""Reasons of orders in words: one sentence for a power's whole set, or one for each order, by what the board shows.

They are read off position and orders alone, so that the same is said of any player, and of a game that was saved long ago.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator import Build, Convoy, Hold, Move, Order, PhaseKind, Position, Remove, Support, Variant, Waive
from app.game.entries import SeatKind
from app.game.record import Game, Turn
from app.players.bots import Bot
from entente.words.names import join_words, place_name, power_name
from entente.words.outcomes import describe_order
from languages import labelled, plural, sentence, tr

_MOST_NAMED = 3
"""Places that a sentence names of one kind at most."""


def why(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> str:
    """Return one sentence on what *orders*, the whole set of *power*, are for; empty outside movement phases and for no orders."""
    if position.phase.kind is not PhaseKind.MOVEMENT or not orders:
        return ""
    return _Reasons(variant, position, power, orders).sentence()


def why_each(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> list[str]:
    """Return a sentence for each of *orders*, with the order before it."""
    if position.phase.kind is PhaseKind.RETREAT:
        return []
    reasons = _Reasons(variant, position, power, orders)
    return [labelled(sentence(describe_order(variant, position, order)), words) for order in orders if (words := reasons.of(order))]


def reasons_of_turn(game: Game, turn: Turn) -> list[str]:
    """Return why the opponents of *game* ordered as they did in *turn*: a sentence for each of them, and one for each order of a beginner.

    Nothing is said where the viewer of *game* does not see the whole board: it could tell what is hidden.
    """
    return [words for power in game.variant.powers for words in reasons_of_power(game, turn, power)]


def reasons_of_power(game: Game, turn: Turn, power: str) -> list[str]:
    """Return the same for *power* alone; nothing where no opponent plays it."""
    player, resolution, variant = game.players.get(power), turn.resolution, game.variant
    if resolution is None or turn.position.unseen or player is None or player.seat is not SeatKind.BOT or player.detail not in set(Bot):
        return []
    orders = [each.order for each in resolution.outcomes if each.power == power]
    if turn.phase.kind is PhaseKind.MOVEMENT and len(orders) != len(turn.position.units_of(power)):
        return []  # a hook keeps some of them from the viewer
    if player.detail == Bot.BEGINNER:
        return [labelled(power_name(variant, power), each) for each in why_each(variant, turn.position, power, orders)]
    words = why(variant, turn.position, power, orders)
    return [words] if words else []


class _Reasons:
    """Facts on one set of orders."""

    def __init__(self, variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> None:
        from app.players.stalemates import line_in_reach  # who opens a window waits for no opponent
        from app.players.steady.outlook import Outlook

        self._variant, self._position, self._power = variant, position, power
        self._outlook = Outlook(variant, position, power)
        self._moves = [each for each in orders if isinstance(each, Move)]
        self._supports = [each for each in orders if isinstance(each, Support)]
        self._stays = {
            each.piece.location.province
            for each in orders
            if not isinstance(each, Move | Build | Remove | Waive) and hasattr(each, "piece")
        }
        line = line_in_reach(variant, position, power)
        self._line = line if line is not None and set(line.orders) <= set(orders) else None

    def sentence(self) -> str:
        name = power_name(self._variant, self._power)
        if self._line is not None:
            held = sorted(self._place(each) for each in self._line.line.stations if self._is_own(each))
            leader = power_name(self._variant, self._line.leader)
            return tr("{power} holds the stalemate line that stops {leader}: {places}.", power=name, leader=leader, places=join_words(held))
        goals = [self._with_strength(move) for move in self._moves if self._is_wanted(move.target.province)][:_MOST_NAMED]
        guarded = list(dict.fromkeys(self._guarded()))[:_MOST_NAMED]
        foes = join_words(dict.fromkeys(power_name(self._variant, foe) for place in guarded for foe in self._foes(place)))
        places = join_words(map(self._place, guarded))
        if goals and guarded:
            return tr(
                "{power} goes for {goals}, and guards {places} against {foes}.",
                power=name,
                goals=join_words(goals),
                places=places,
                foes=foes,
            )
        if goals:
            return tr("{power} goes for {goals}.", power=name, goals=join_words(goals))
        if guarded:
            return tr("{power} guards {places} against {foes}.", power=name, places=places, foes=foes)
        helped = self._helped()
        if helped:
            return tr("{power} helps {others}.", power=name, others=join_words(helped))
        nearer = list(dict.fromkeys(goal for move in self._moves if (goal := self._nearer(move)) is not None))[:_MOST_NAMED]
        if nearer:
            return tr("{power} comes nearer to {places}.", power=name, places=join_words(map(self._place, nearer)))
        return tr("{power} waits: nothing it wants is near, and nothing of its own is in danger.", power=name)

    def of(self, order: Order) -> str:
        """The reason of one order; empty for what explains itself."""
        match order:
            case Move():
                return self._of_move(order)
            case Support(_, supported, None):
                return tr("with help, {place} does not fall to a single attack.", place=self._place(supported.location.province))
            case Support(_, _, target):
                assert target is not None
                return tr("two against one win {place}.", place=self._place(target.province))
            case Convoy(_, _, target):
                return tr("the fleet carries the army over the water to {place}.", place=self._place(target.province))
            case Hold(piece):
                foes = [power_name(self._variant, each) for each in self._foes(piece.location.province)]
                if self._is_own_centre(piece.location.province) and foes:
                    return tr("{foes} could come in.", foes=join_words(foes, "or"))
                return tr("nothing that it wants is one step away.")
            case Build():
                return tr("there are more centres than units.")
            case Remove():
                return tr("there are fewer centres than units.")
            case _:
                return ""

    def _of_move(self, move: Move) -> str:
        place = move.target.province
        if self._is_wanted(place):
            owner = self._position.owners.get(place)
            if owner is None:
                return tr("{place} is a centre that nobody owns.", place=self._place(place))
            return tr("{place} is a centre of {owner}.", place=self._place(place), owner=power_name(self._variant, owner))
        if self._is_own_centre(place):
            return tr("{place} is a centre of its own, and better not empty.", place=self._place(place))
        goal = self._nearer(move)
        if goal is None:
            return tr("from there it sees more of the board.")
        return tr("from {place} it is nearer to {goal}.", place=self._place(place), goal=self._place(goal))

    # --- facts ---

    def _place(self, province: str) -> str:
        return place_name(self._variant, province)

    def _is_own(self, province: str) -> bool:
        unit = self._position.unit_at(province)
        return unit is not None and unit.power == self._power

    def _is_own_centre(self, province: str) -> bool:
        return self._position.owners.get(province) == self._power

    def _is_wanted(self, province: str) -> bool:
        return self._variant.board.provinces[province].centre and not self._is_own_centre(province)

    def _with_strength(self, move: Move) -> str:
        count = 1 + sum(each.supported == move.piece and each.target is not None for each in self._supports)
        if count == 1:
            return self._place(move.target.province)
        return plural("{place} with {count} unit", "{place} with {count} units", count, place=self._place(move.target.province))

    def _foes(self, province: str) -> list[str]:
        outlook = self._outlook
        found = outlook.foes(outlook.board.province_index[province])
        return [outlook.tables.powers[rank] for rank in found if rank >= 0]

    def _guarded(self) -> Iterator[str]:
        """Yield own centres that others can step into, and into which a unit comes, or in which one stays or is helped to."""
        for each in (*sorted(self._stays), *(move.target.province for move in self._moves)):
            if self._is_own_centre(each) and self._foes(each):
                yield each

    def _helped(self) -> list[str]:
        units = (self._position.unit_at(each.supported.location.province) for each in self._supports)
        powers = dict.fromkeys(unit.power for unit in units if unit is not None and unit.power != self._power)
        return [power_name(self._variant, each) for each in powers]

    def _nearer(self, move: Move) -> str | None:
        """The centre that *move* leads nearer to, the nearest; ``None`` where there is none that the power wants."""
        outlook, board = self._outlook, self._outlook.board
        start, goal = board.spot_at(move.piece.kind, move.piece.location), board.spot_at(move.piece.kind, move.target)
        if start is None or goal is None:
            return None
        best: tuple[int, str] | None = None
        for province in outlook.centres:
            ways, code = outlook.ways.to(province), board.codes[province]
            far = ways[goal]
            if outlook.owner[province] != outlook.rank and far < ways[start] and (best is None or (far, code) < best):
                best = far, code
        return None if best is None else best[1]
