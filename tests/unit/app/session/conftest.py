"""Tables round one laptop to try things at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.app.session.table_desk import SEATS, TableDesk


@pytest.fixture
def bare(tmp_path: Path, quick_locks: None) -> Iterator[TableDesk]:
    """A game without a table yet."""
    made = TableDesk(tmp_path)
    yield made
    made.end()


@pytest.fixture
def desk(bare: TableDesk) -> TableDesk:
    """A table at which people, an opponent and lists sit."""
    bare.run(SEATS)
    return bare
