"""Tables of phones to try things at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.app.web.phone_table import PhoneTable


@pytest.fixture
def table(tmp_path: Path, quick_locks: None) -> Iterator[PhoneTable]:
    """A table with a free seat for a phone at every power."""
    made = PhoneTable(tmp_path)
    yield made
    made.laptop.end()
