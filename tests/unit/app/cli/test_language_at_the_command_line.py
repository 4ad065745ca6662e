"""The command line speaks the language that was chosen, or that the system asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.cli.main import main
from app.game.storage.places import places
from app.game.storage.settings import Settings
from languages import use
from languages.pseudo import OPENING
from languages.wording import VARIABLE


@pytest.fixture(autouse=True)
def no_language_yet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(VARIABLE, raising=False)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    yield
    monkeypatch.setenv(VARIABLE, "en")
    use("en")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["help", "undo"]) == 0
    return capsys.readouterr().out


def choose(code: str) -> None:
    settings = Settings(places().settings_file)
    settings.put("view.language", code)
    settings.save()


def test_what_was_chosen_in_the_window_holds_here_too(capsys: pytest.CaptureFixture[str]) -> None:
    choose("pseudo")
    assert OPENING in said(capsys)


def test_the_system_is_asked_where_nothing_was_chosen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "pseudo_XX.UTF-8")
    assert OPENING in said(capsys)


def test_a_variable_goes_before_what_was_chosen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    choose("pseudo")
    monkeypatch.setenv(VARIABLE, "en")
    assert OPENING not in said(capsys)


def test_a_locale_that_does_not_exist_is_english(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LC_ALL", "xx_YY.bad")
    assert OPENING not in said(capsys)
