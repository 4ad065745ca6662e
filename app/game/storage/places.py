"""Folders in which the program keeps its own files. The one place that knows."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

_NAME = "entente"

HOME = "ENTENTE_HOME"
"""The variable that names another folder for everything."""


class Places(NamedTuple):
    """Folders of settings and data. They need not exist yet."""

    settings: Path
    """Small files that a person may edit."""
    data: Path
    """Journals, backups, locks, crash reports, and a person's own variants."""
    cache: Path
    """Folder of files that can be made again at any time: compiled boards, thumbnails."""

    @property
    def journals(self) -> Path:
        """A journal for each open game."""
        return self.data / "journals"

    @property
    def backups(self) -> Path:
        """Numbered copies of games, a folder for each game."""
        return self.data / "backups"

    @property
    def locks(self) -> Path:
        """A lock for each game file that is open."""
        return self.data / "locks"

    @property
    def variants(self) -> Path:
        """A person's own variants."""
        return self.data / "variants"

    @property
    def units(self) -> Path:
        """A person's own sets of unit symbols."""
        return self.data / "units"

    @property
    def hooks(self) -> Path:
        """A person's own hooks."""
        return self.data / "hooks"

    @property
    def commands(self) -> Path:
        """A person's own commands."""
        return self.data / "commands"

    @property
    def reports(self) -> Path:
        """Reports of crashes."""
        return self.data / "reports"

    @property
    def thumbnails(self) -> Path:
        """Small pictures of recent games."""
        return self.cache / "thumbnails"

    @property
    def recent(self) -> Path:
        """The list of recent games."""
        return self.data / "recent.json"

    @property
    def settings_file(self) -> Path:
        """The settings."""
        return self.settings / "settings.json"


def places() -> Places:
    """The folders of this person: under ``$ENTENTE_HOME`` where that is set, else where the system keeps such things."""
    home = os.environ.get(HOME)
    if home:
        root = Path(home).expanduser()
        return Places(root / "settings", root / "data", root / "cache")
    system: str = sys.platform
    if system.startswith("linux"):
        return _by_xdg()
    import platformdirs

    folders = platformdirs.PlatformDirs(_NAME, appauthor=False)
    return Places(folders.user_config_path, folders.user_data_path, folders.user_cache_path)


def _by_xdg() -> Places:
    """Return the folders of platformdirs on Linux, without the time of importing it: the first picture of the window waits for this."""

    def folder(variable: str, usual: str) -> Path:
        named = os.environ.get(variable, "")
        return Path(named if named.strip() else f"~/{usual}").expanduser() / _NAME

    return Places(folder("XDG_CONFIG_HOME", ".config"), folder("XDG_DATA_HOME", ".local/share"), folder("XDG_CACHE_HOME", ".cache"))
