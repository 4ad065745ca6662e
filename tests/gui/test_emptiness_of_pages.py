"""No page of the window has more than a third of emptiness, on a small screen and on a large one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.emptiness import MOST
from scripts.page_pictures import PAGES, main


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("size", ["1366x768", "1920x1080"])
def test_a_third_of_each_page_is_empty_at_most(size: str, part: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = list(PAGES)[part::4]
    code = main([str(tmp_path), "--size", size, "--pages", ",".join(names)])
    said = capfd.readouterr().out
    assert code == 0, said
    assert [(tmp_path / f"{name}.png").exists() for name in names] == [True] * len(names)


DIALOGS = ("address-book", "let-it-run", "keys", "tournament", "mail-server")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["parchment", "night"])
@pytest.mark.parametrize("size", ["1366x768", "1920x1080"])
def test_a_third_of_a_small_dialog_is_empty_at_most(size: str, theme: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path), "--size", size, "--theme", theme, "--language", "de", "--pages", ",".join(DIALOGS)])
    shares = shares_of(capfd.readouterr().out)
    assert set(shares) == set(DIALOGS)
    assert {name: share for name, share in shares.items() if share > 100 * MOST} == {}


@pytest.mark.slow
def test_a_third_of_help_and_of_what_was_done_is_empty_at_most_in_the_dark(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path), "--size", "1366x768", "--theme", "night", "--pages", "help,audit"])
    shares = shares_of(capfd.readouterr().out)
    assert set(shares) == {"help", "audit"}
    assert max(shares.values()) < 33, shares


LARGE = ("datc", "let-it-run", "seats", "lobby", "new-game")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", ["1366x768", "1920x1080"])
def test_a_third_of_a_page_with_large_words_is_empty_at_most(
    size: str, language: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path), "--size", size, "--text", "200", "--language", language, "--pages", ",".join(LARGE)])
    shares = shares_of(capfd.readouterr().out)
    assert set(shares) == set(LARGE)
    assert {name: share for name, share in shares.items() if share > 100 * MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_third_of_help_and_of_the_beginning_of_a_tournament_is_empty_at_most_with_large_words(
    language: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = ("help", "tournament", "consent")
    main([str(tmp_path), "--size", "1366x768", "--text", "200", "--language", language, "--pages", ",".join(names)])
    shares = shares_of(capfd.readouterr().out)
    assert set(shares) == set(names)
    assert {name: share for name, share in shares.items() if share > 100 * MOST} == {}


def shares_of(said: str) -> dict[str, float]:
    """The percentage of each page by its name, as they are printed."""
    return {name: float(share) for share, name in re.findall(r"^ *([\d.]+)%  (\S+)", said, re.MULTILINE)}
