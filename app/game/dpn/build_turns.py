"""From the phase blocks of a file, and the blocks that belong to phases, to branches of turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator import Position, Variant, adjudicate
from app.game.dpn.block_kinds import TURN_KINDS
from app.game.dpn.blocks import EndingBlock, Key, PhaseBlock, TurnBlock
from app.game.dpn.build_phase import Building, OrderBuilder, PositionBuilder, recorded_resolution
from app.game.dpn.phase_block import START
from app.game.dpn.text_source import quoted
from app.game.entries import DefaultList, SealedOrders, TurnChange
from app.game.record import MAIN, MOST_BRANCHES, Branch, Cursor, Game, Turn, variant_with
from languages import tr


class TurnBuilder:
    """Builds the branches of one game.

    Args:
        known: whether *variant* is the game's own; in a stand-in nothing is looked up, and nothing follows from orders.
    """

    def __init__(self, building: Building, variant: Variant, *, known: bool) -> None:
        self._building = building
        self._known = known
        self._powers = tuple(variant.powers)
        self._positions = PositionBuilder(building, variant, known=known)
        self._orders = OrderBuilder(building, variant, known=known)
        self._counts: dict[tuple[str, Cursor], int] = {}
        self.without_position: set[Key] = set()
        """Phases whose block records no whole position."""

    def with_branches(self, game: Game) -> Game:
        """*game*, which has an open start, with the branches of the file. The one it began with comes first, wherever it stands."""
        built: list[Branch] = []
        branches = self._by_branch()
        if MAIN not in branches:
            built.append(game.branches[0])
        for name, blocks in sorted(branches.items(), key=lambda each: each[0] != MAIN):
            if len(built) == MOST_BRANCHES:
                line = self._building.line(blocks[0][0])
                self._building.error(
                    line,
                    tr("the game has more than {most_branches} branches", most_branches=MOST_BRANCHES),
                    tr("fewer; the rest stays in the file"),
                )
                for index, _ in blocks:
                    del self._building.keys[index]
                continue
            branch = self._branch(replace(game, branches=tuple(built)), name, blocks)
            if branch is not None:
                built.append(branch)
        return self._with_the_rest(replace(game, branches=tuple(built)))

    # --- branches ---

    def _by_branch(self) -> dict[str, list[tuple[int, PhaseBlock]]]:
        """The phase blocks of each branch, in the order of the file; a phase that stands twice is left out."""
        branches: dict[str, list[tuple[int, PhaseBlock]]] = {}
        for index, block in self._building.all(PhaseBlock):
            name = block.at.branch or MAIN
            if self._building.take(index, Key("phase", name, str(block.at.phase))):
                branches.setdefault(name, []).append((index, block))
        return branches

    def _branch(self, game: Game, name: str, blocks: list[tuple[int, PhaseBlock]]) -> Branch | None:
        """A branch; ``None`` where it continues nothing. *game* has the branches before it."""
        parent: Cursor | None = None
        if game.branches:
            parent = self._parent(game, *blocks[0])
            played = () if parent is None else game.line(parent.branch)[: parent.index]
            if parent is None or self._repeats(played, blocks):
                for index, _ in blocks:
                    del self._building.keys[index]
                return None
        for index, block in blocks if parent is None else blocks[1:]:
            if block.origin is not None:
                what = tr("{phase} says from=, yet it follows the phase above it", phase=block.at.phase)
                self._building.warning_at(index, ("from=",), what, tr("from= only in the first phase of a branch"))
        before = () if parent is None else game.line(parent.branch)[: parent.index]
        turns: list[Turn] = []
        for place, (index, block) in enumerate(blocks):
            turn = self._turn(game, (*before[-1:], *turns[-1:]), index, block, is_open=place == len(blocks) - 1)
            if place:
                earlier = turns[-1]
                turns[-1] = replace(earlier, resolution=recorded_resolution(blocks[place - 1][1], earlier.position, turn.position))
            turns.append(turn)
        return Branch(name, parent, tuple(turns))

    def _parent(self, game: Game, index: int, block: PhaseBlock) -> Cursor | None:
        """The moment that the first phase of a branch is another version of."""
        if block.origin is None:
            what = tr("branch {shown} does not say where it begins", shown=quoted(block.at.branch or MAIN))
            expected = tr("from= and the phase before it, such as from=F1901M, or from=start")
            self._building.error_at(index, ("branch=",), what, expected)
            return None
        named, _, phase = block.origin.rpartition(":")
        older = named or game.branches[0].name
        if all(branch.name != older for branch in game.branches):
            what, expected = tr("there is no branch {shown} above", shown=quoted(older)), tr("the name of a branch that stands further up")
            self._building.error_at(index, ("from=",), what, expected)
            return None
        if phase == START:
            return Cursor(game.owner(Cursor(older, 0)).name, 0)
        played = game.line(older)
        for at in range(1, len(played)):
            if str(played[at - 1].phase) == phase:
                return Cursor(game.owner(Cursor(older, at)).name, at)
        what = tr("{shown} was not played in {shown_older}", shown=quoted(phase), shown_older=quoted(older))
        self._building.error_at(index, ("from=",), what, tr("a phase of that branch that another one follows"))
        return None

    def _repeats(self, played: tuple[Turn, ...], blocks: list[tuple[int, PhaseBlock]]) -> bool:
        """Return True if a phase of the branch was played before it was forked."""
        phases = {turn.phase for turn in played}
        for index, block in blocks:
            if block.at.phase in phases:
                what = tr("{phase} was played before this branch began", phase=block.at.phase)
                self._building.error_at(index, (str(block.at.phase),), what, tr("a later phase"))
                return True
        return False

    def _turn(self, game: Game, before: tuple[Turn, ...], index: int, block: PhaseBlock, *, is_open: bool) -> Turn:
        if not self._positions.is_whole(block):
            self.without_position.add(self._building.keys[index])
        begins = block.starts_here and self._may_start_here(index, block, before)
        position = self._positions.position(
            index, block, lambda: Position(block.at.phase, (), {}) if begins else self._following(game, before)
        )
        orders = self._orders.orders(index, block, position, is_open=is_open)
        return Turn(position, orders, changes=self._changes(index, block), note=block.note, starts_here=begins)

    def _may_start_here(self, index: int, block: PhaseBlock, before: tuple[Turn, ...]) -> bool:
        """Return True if the block is the first of its game; facts that cannot be derived for a position without a past are asked for."""
        if before:
            what = tr("{phase} says that the game starts here, yet it follows another phase", phase=block.at.phase)
            self._building.warning_at(index, ("starts",), what, tr("these words only in the first phase of the game"))
            return False
        if not block.centres:
            what = tr("no line says who owns which centre, so that nobody owns any")
            self._building.warning_at(index, ("starts",), what, tr("lines such as * FRANCE: BRE, MAR, PAR"))
        return True

    def _changes(self, index: int, block: PhaseBlock) -> tuple[TurnChange, ...]:
        """Return the changes that come with the phase; default lists of powers that there are not are faults."""
        strangers = [
            each.power for each in block.changes if self._known and isinstance(each, DefaultList) and each.power not in self._powers
        ]
        for power in strangers:
            self._building.leave_out(index, rf"\s*[+-]\s*defaults\s+{power}\b")
            what, expected = (
                tr("{shown} is no power of this game", shown=quoted(power)),
                tr("one of {powers}", powers=", ".join(self._powers)),
            )
            self._building.error_at(index, ("defaults", power), what, expected)
        return tuple(each for each in block.changes if not (isinstance(each, DefaultList) and each.power in strangers))

    def _following(self, game: Game, before: tuple[Turn, ...]) -> Position | None:
        """The position that follows from the last of the turns *before*."""
        if not self._known:
            return None
        if not before:
            return game.variant.start
        variant = variant_with(game.variant, dict(game.rules))
        try:
            return adjudicate(variant, before[-1].position, before[-1].read_orders()).next
        except ValueError:
            return None

    # --- what belongs to turns and branches ---

    def _with_the_rest(self, game: Game) -> Game:
        """*game* with press, votes, adjustments and all else that stands in blocks of its own."""
        cursors = {
            (branch.name, turn.phase): Cursor(branch.name, branch.start + at)
            for branch in game.branches
            for at, turn in enumerate(branch.turns)
        }
        for index, read in enumerate(self._building.text.blocks):
            block = read.block
            if isinstance(block, EndingBlock):
                game = self._with_ending(game, index, block)
            elif isinstance(block, TurnBlock):
                cursor = cursors.get((block.at.branch or game.branches[0].name, block.at.phase))
                if cursor is None:
                    where = "" if block.at.branch is None else tr(" in branch {shown}", shown=quoted(block.at.branch))
                    what = tr("the game has no phase {phase}{where}", phase=block.at.phase, where=where)
                    self._building.error_at(index, (str(block.at.phase),), what, tr("a phase that has a [phase] block"))
                elif self._building.take(index, Key(block.kind, cursor.branch, str(block.at.phase), self._name(block, cursor))):
                    game = game.with_turn(cursor, _with_block(game.turn(cursor), block))
        return game

    def _name(self, block: TurnBlock, cursor: Cursor) -> str:
        """Return the name that distinguishes the block from others of its kind in the same turn."""
        if not TURN_KINDS[block.kind].each:
            return ""
        if isinstance(block.value, SealedOrders):
            power = block.value.power
            if not block.value.is_given_up:
                return power
            count = self._counts[power, cursor] = self._counts.get((power, cursor), 0) + 1
            return f"{power} given up {count}"
        number = self._counts.get((block.kind, cursor), 0)
        self._counts[block.kind, cursor] = number + 1
        return str(number)

    def _with_ending(self, game: Game, index: int, block: EndingBlock) -> Game:
        name = block.branch or game.branches[0].name
        found = next((branch for branch in game.branches if branch.name == name), None)
        if found is None:
            what = tr("there is no branch {shown}", shown=quoted(name))
            self._building.error_at(index, ("branch=",), what, tr("a branch that has phases"))
            return game
        strangers = [power for power in block.ending.winners if self._known and power not in game.variant.powers]
        if strangers:
            expected = tr("some of {powers}", powers=", ".join(game.variant.powers))
            self._building.stranger_at(index, ("winners", strangers[0]), strangers[0], game.variant, expected)
            return game
        return game.with_branch(replace(found, ending=block.ending)) if self._building.take(index, Key("ending", name)) else game


def _with_block(turn: Turn, block: TurnBlock) -> Turn:
    told = TURN_KINDS[block.kind]
    fields: dict[str, Any] = {told.field: (*getattr(turn, told.field), block.value) if told.each else block.value}
    return replace(turn, **fields)
