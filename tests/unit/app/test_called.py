"""Whoever installed the program has no ``main.py``: what is said names the command that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import checkout
from app.called import as_called
from app.cli.main import usage
from app.commands.declaring.registry import COMMANDS
from app.missing_libraries import message_for
from app.view import help_pages
from languages import using


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.py").touch()  # of somebody else
    monkeypatch.setattr(checkout, "PACKAGES", tmp_path)


def test_from_a_checkout_everything_is_called_as_there() -> None:
    assert as_called("python main.py pack isle") == "python main.py pack isle"
    assert usage().startswith("usage: python main.py [GAME.dpn ...]")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("language", ["en", "de"])
def test_once_it_is_installed_no_page_and_no_sentence_names_the_files_of_a_checkout(language: str) -> None:
    with using(language):
        assert "entente [GAME.dpn ...]" in usage().partition("\n")[0]
        assert "'entente man-page'" in usage()
        assert "docs/" not in usage()
        assert "entente help" in message_for(ImportError("libEGL.so.1: cannot open shared object file"))
        pages = {page.id: page.markdown for page in help_pages.help_pages(COMMANDS)}
        assert [name for name, text in pages.items() if "main.py" in text or "    ./run" in text] == []
        assert "    entente begin-variant isle/isle.svg Isle --write" in pages["drawing-a-board"]
        assert "    entente play --powers FRANCE --bots steady" in pages["playing-against-the-program"]
        assert "`./run`" in pages["write-a-bot"], "where it is said how it is in a checkout"


@pytest.mark.usefixtures("installed")
def test_a_file_that_is_called_so_keeps_its_name() -> None:
    assert as_called("bots/run and ./run.py and ./my.py") == "bots/run and ./run.py and ./my.py"
    assert as_called("ENTENTE_LANGUAGE=nl ./run`") == "ENTENTE_LANGUAGE=nl entente`"
