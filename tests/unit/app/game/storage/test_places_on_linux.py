"""On Linux the folders are worked out without platformdirs, which takes too long to import; they are the same."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from app.game.storage.places import places


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems ask platformdirs itself")
@pytest.mark.parametrize("named", [{}, {"XDG_CONFIG_HOME": "/somewhere/config", "XDG_DATA_HOME": "/somewhere/data", "XDG_CACHE_HOME": ""}])
def test_the_folders_are_those_that_platformdirs_names(monkeypatch: pytest.MonkeyPatch, named: dict[str, str]) -> None:
    monkeypatch.delenv("ENTENTE_HOME", raising=False)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in named.items():
        monkeypatch.setenv(variable, value)
    folders = platformdirs.PlatformDirs("entente", appauthor=False)
    found = places()
    assert (found.settings, found.data, found.cache) == (folders.user_config_path, folders.user_data_path, folders.user_cache_path)


def test_what_people_put_there_themselves_lies_where_the_guide_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    found = places()
    own = {each.name: each.parent for each in (found.variants, found.units, found.hooks, found.commands)}
    assert own == dict.fromkeys(("variants", "units", "hooks", "commands"), found.data)
