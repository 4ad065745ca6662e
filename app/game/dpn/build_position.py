"""The position that a phase block records, with every place looked up on the board."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Piece, Unit
from app.game import rulebook
from app.game.dpn.blocks import PhaseBlock
from app.game.dpn.faults import shown
from app.game.dpn.phase_part import PhasePartBuilder, listing
from languages import tr


class PositionBuilder(PhasePartBuilder):
    """Builds positions."""

    def is_whole(self, block: PhaseBlock) -> bool:
        """Return True if the block lists units and centres of every power."""
        powers = self._variant.powers.keys()
        return powers <= block.units.keys() and powers <= block.centres.keys()

    def position(self, index: int, block: PhaseBlock, following: Callable[[], Position | None]) -> Position:
        """The position of *block*, which is number *index* of the text.

        Args:
            following: gives the position that follows from the turns before; asked only where the block leaves something out.
        """
        fallback = None if self.is_whole(block) else following()
        if fallback is None:
            fallback = Position(block.at.phase, (), MappingProxyType({}))
        units = [unit for unit in fallback.units if unit.power not in block.units]
        for power, pieces in block.units.items():
            if self._is_stranger(index, power, "="):
                continue
            units += [Unit(power, piece) for piece in pieces if self._stands(index, power, piece)]
        owners = {place: power for place, power in fallback.owners.items() if power not in block.centres}
        for power, places in block.centres.items():
            if self._is_stranger(index, power, "*"):
                continue
            for place in places:
                if self._is_owned(index, power, place, owners):
                    owners[place] = power
        same = fallback.phase == block.at.phase and block.dislodged is None
        dislodged = block.dislodged if block.dislodged is not None else fallback.dislodged if same else ()
        contested = block.contested if block.contested is not None else fallback.contested if same else frozenset[str]()
        return Position(
            phase=block.at.phase,
            units=self._one_each(index, units),
            owners=MappingProxyType(dict(sorted(owners.items()))),
            dislodged=tuple(sorted((each for each in dislodged if self._was_driven_out(index, each)), key=str)),
            contested=contested,
            conditions=fallback.conditions if block.conditions is None else block.conditions,
            counters=fallback.counters if block.counters is None else block.counters,
        )

    def _stands(self, index: int, power: str, piece: Piece) -> bool:
        if not self._known or self._can_stand(piece):
            return True
        line, column = self._building.find(index, "=", f"{power}:", str(piece))
        self._building.leave_out(index, listing("=", power), in_part=True)
        places = rulebook.standing_places(self._variant.board, piece)
        expected = f" {tr('or')} ".join(map(str, places)) or tr("a kind of unit where it can stand")
        self._building.error(line, tr("{piece} cannot stand on this board", piece=piece), expected, column)
        return False

    def _can_stand(self, piece: Piece) -> bool:
        return rulebook.can_stand(self._variant.board, piece)

    def _is_owned(self, index: int, power: str, place: str, owners: dict[str, str]) -> bool:
        if place in owners:
            self._building.leave_out(index, listing("*", power), in_part=True)
            line, column = self._building.find(index, "*", f"{power}:", place)
            self._building.error(
                line, tr("{place} is owned twice", place=place), tr("one owner; {owners} was named before", owners=owners[place]), column
            )
            return False
        if not self._known or place in self._variant.board.provinces:
            return True
        line, column = self._building.find(index, "*", f"{power}:", place)
        self._building.leave_out(index, listing("*", power), in_part=True)
        self._building.error(
            line,
            tr("{shown} cannot own {shown_place}", shown=shown(power), shown_place=shown(place)),
            tr("a province of this board"),
            column,
        )
        return False

    def _was_driven_out(self, index: int, each: DislodgedUnit) -> bool:
        provinces = self._variant.board.provinces
        if not self._known or (
            each.unit.power in self._variant.powers and self._can_stand(each.unit.piece) and each.attacker_origin in provinces
        ):
            return True
        line, column = self._building.find(index, "!", f"{each.unit.power}:", str(each.unit.piece))
        is_stranger = each.unit.power not in self._variant.powers
        self._building.leave_out(index, listing("!", each.unit.power), in_part=not is_stranger)
        self._building.error(
            line, tr("{one} cannot have been driven out", one=each), tr("a power, a unit and provinces of this board"), column
        )
        return False

    def _one_each(self, index: int, units: list[Unit]) -> tuple[Unit, ...]:
        """The units, one a province."""
        standing: dict[str, Unit] = {}
        for unit in units:
            other = standing.setdefault(unit.province, unit)
            if other is not unit:
                line, column = self._building.find(index, "=", f"{unit.power}:", str(unit.piece))
                self._building.leave_out(index, listing("=", unit.power), in_part=True)
                self._building.error(
                    line,
                    tr("{unit} stands in the same province as {other}", unit=unit, other=other),
                    tr("one unit in each province"),
                    column,
                )
        return tuple(sorted(standing.values(), key=str))
