"""Golden pictures: ``pytest tests/golden/pictures --renew-pictures`` paints them again; look at the difference before you commit it."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-pictures", action="store_true", default=False, help="paint the golden pictures anew")


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    """Return True if the golden pictures are to be painted again."""
    return bool(request.config.getoption("--renew-pictures", default=False))
