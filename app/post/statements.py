"""Words about all units of a power at once: ``all hold``, ``the rest holds``, ``no orders``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adjudicator.notation.reading import Statement
from adjudicator.order import Hold
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.post.accounting import Fate, LineAccount
from app.post.doubles import orders_about
from app.post.repeats import place_of
from entente.words.names import power_name
from languages import tr


@dataclass(slots=True)
class Statements:
    """Those of one letter, until it is known which units have other orders.

    Args:
        sender: the power whose letter it is, where that is known.
    """

    variant: Variant
    position: Position
    sender: str | None
    _waiting: list[tuple[LineAccount, bool]] = field(default_factory=list)
    """Words that units hold, and whether they mean only those without another order."""

    def state(self, line: LineAccount, said: Statement, power: str | None) -> LineAccount | None:
        """What becomes of a *line* that says so of *power*'s units; ``None`` where it has to wait for the other lines."""
        if said is Statement.NO_ORDERS:
            return replace(line, fate=Fate.NOT_ORDER, reason=tr("says that there are no orders"))
        told = replace(line, text=line.text.strip(), fate=Fate.GUESSED, reason=tr("all units that it means hold"))
        if power is None or self.position.phase.kind is not PhaseKind.MOVEMENT:
            return replace(told, fate=Fate.DOUBTFUL, power=power, reason=tr("whose units, and what they do in this phase, is not said"))
        if self.sender is not None and power != self.sender:
            mine, theirs = power_name(self.variant, self.sender), power_name(self.variant, power)
            return replace(
                told,
                fate=Fate.REFUSED,
                power=power,
                reason=tr("it is an order of {other}, and this mail is from {power}", other=theirs, power=mine),
            )
        self._waiting.append((replace(told, power=power), said is Statement.REST_HOLDS))
        return None

    def holds(self, found: Sequence[LineAccount], *, is_whole: bool) -> list[LineAccount]:
        """The holds that such words mean beside what was *found*; *is_whole* where every line was read."""
        open_lines = any(each.fate is Fate.DOUBTFUL and not each.choices for each in found) or not is_whole
        ordered = {place_of(order) for each in found for _, order in orders_about(each)}
        holds: list[LineAccount] = []
        for told, only_rest in self._waiting:
            if only_rest and open_lines:
                reason = tr("which units are left for it is not known: another line could not be read")
                holds.append(replace(told, fate=Fate.DOUBTFUL, reason=reason))
                continue
            units = [unit for unit in self.position.units_of(told.power or "") if not (only_rest and unit.province in ordered)]
            holds.extend(replace(told, order=Hold(unit.piece)) for unit in units)
            ordered.update(unit.province for unit in units)
            if not units:
                holds.append(replace(told, fate=Fate.NOT_ORDER, reason=tr("no unit is left for it")))
        return holds
