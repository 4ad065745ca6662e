"""One worker for all tests of this folder that need a real one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.hooks.host import HookHost


@pytest.fixture(scope="module")
def host() -> Iterator[HookHost]:
    """A host to whom everything is consented."""
    host = HookHost()
    yield host
    host.close()
