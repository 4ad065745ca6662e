"""The version is an option of everything that is run by a name of its own and takes options."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente import __version__
from variants.compile.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("adjudicator", "app", "entente", "languages", "maps", "scripts", "variants")


def test_whatever_takes_options_has_one_for_the_version() -> None:
    files = [(file, file.read_text(encoding="utf-8")) for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    taking = {file: text for file, text in files if "ArgumentParser(" in text}
    assert len(taking) > 4
    assert [str(file.relative_to(ROOT)) for file, text in taking.items() if '"--version", action="version"' not in text] == []


def test_asking_for_the_version_of_what_compiles_boards_compiles_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Entente {__version__}\n"
