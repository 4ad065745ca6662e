"""A phase of a stranger's file lists no more than a phase can hold; what is beyond is named and not read."""

from __future__ import annotations

import pytest

from app.game.dpn import phase_block
from app.game.dpn.game_reader import read
from app.game.dpn.writer import write
from tests.unit.app.game.play import fresh_game


def test_a_phase_that_lists_too_much_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write(fresh_game()).encode()
    assert not read(data).faults
    monkeypatch.setattr(phase_block, "MOST_ITEMS", 10)
    told = [fault for fault in read(data).faults if "units, provinces and orders" in fault.what]
    assert data.splitlines()[told[0].span.line - 1].startswith(b"= "), "the line that is one too many"
