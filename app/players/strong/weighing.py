"""Many joint orders of one position at once: the centres that each power may expect after each, by the compiled core where it is there."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from adjudicator import Position, Variant
from adjudicator.compiled import Core, core_for
from adjudicator.joint_orders import JointOrders
from adjudicator.legal import legal_by_core
from adjudicator.rows import HARD, NotClaimedError
from adjudicator.variant_tables import position_tables, variant_tables
from app.players.strong.judging import ENMITY, WON, Judge

Joints = np.ndarray[Any, np.dtype[np.int16]]
"""Joint orders: a row of numbers, one for each unit of the position; -1 where none is ordered."""

Floats = np.ndarray[Any, np.dtype[np.float64]]

DIGITS = 10
"""Digits of worths: what processors add up differently is not to decide."""


class Weighing:
    """Counts what each power may expect after joint orders of one position.

    Args:
        variant: what is played.
        position: a movement phase.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        self.joint = JointOrders(variant, position)
        self.judge = Judge(variant, position)
        tables = variant_tables(variant)
        self.powers = len(tables.powers)
        self._victory = variant.victory
        here = position_tables(tables, position)
        self._core, self._row = self._core_and_row(core_for(tables, here.open_edges), position)
        known = None if self._core is None else legal_by_core(here)
        if self._core is None or known is None:
            self._core = None
            return
        self._view, self._weights = self.judge.view()
        self._places = np.array(here.provinces, dtype=np.intp)
        most = max((len(each) for each in self.joint.options), default=0)
        self._codes = np.zeros((len(here.provinces), most + 1), dtype=np.int64)
        for unit, province in enumerate(here.provinces):
            codes = np.frombuffer(known[province][1], dtype=np.int64)
            self._codes[unit, : len(codes)] = codes
        self._units = np.arange(len(here.provinces))

    def _core_and_row(self, core: Core | None, position: Position) -> tuple[Core | None, array[int]]:
        if core is None or not hasattr(core.module, "expect"):
            return None, array("i")
        try:
            return core, core.row(position)
        except NotClaimedError:
            return None, array("i")

    @property
    def is_compiled(self) -> bool:
        """True where the compiled core counts."""
        return self._core is not None

    def expected(self, joints: Joints) -> Floats:
        """The centres that each power may expect after each joint order: a row for each, a column for each power by its rank."""
        found = np.zeros((len(joints), self.powers))
        hard = list(range(len(joints)))
        if self._core is not None:
            core, status = self._core, np.zeros(len(joints), dtype=np.int32)
            orders = np.zeros((len(joints), core.provinces), dtype=np.int64)
            orders[:, self._places] = self._codes[self._units, joints]
            core.module.expect(core.handle, self._row, orders, self._view, self._weights, found, status)
            hard = np.flatnonzero(status == HARD).tolist()
        for at in hard:
            found[at] = self.judge.expected(self.joint.numbers_after(joints[at].tolist()))
        return found

    def shares(self, expected: Floats, rank: int, enemies: Sequence[int] = ()) -> Floats:
        """The share of the game that one power may expect, in each row; see ``Judge.share_of``."""
        own = expected[:, rank]
        whole = np.maximum((expected * expected).sum(axis=1), 1e-9)
        near = own / self._victory
        found: Floats = own * own / whole + (WON - 1) * near * near * near
        return found - ENMITY * expected[:, list(enemies)].sum(axis=1) / self._victory if enemies else found
