"""Folder of other people's games and boards, for the tests marked ``interop``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_folder() -> Path:
    """The folder of data that stays out of the project.

    Skips the test where the folder is missing; fails it where ``ENTENTE_REQUIRE_INTEROP=1`` says that it must be there.
    """
    named = os.environ.get("ENTENTE_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        if os.environ.get("ENTENTE_REQUIRE_INTEROP") == "1":
            pytest.fail(f"the folder of other people's games and boards is missing: {folder}")
        pytest.skip("the folder of other people's games and boards is not here")
    return folder
