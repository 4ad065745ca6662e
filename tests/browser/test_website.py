"""The site from its folder, without a server: it opens, fits a phone, follows the system's colours, and is searched."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from scripts.website.__main__ import main
from scripts.website.looks import DAY, NIGHT, variables
from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAGES = ("index.html", "guide/game-master.html", "guide/drawing-a-board.html", "reference/commands.html", "formats/imports.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that ``./check`` has built just before, which ``ENTENTE_SITE`` names, or one that is built here: half a minute's work."""
    built = os.environ.get("ENTENTE_SITE")
    if built is not None:
        return Path(built)
    if importlib.util.find_spec("sphinx") is None and os.environ.get("ENTENTE_REQUIRE_BROWSER") != "1":
        pytest.skip("the group docs is not installed")
    folder = tmp_path_factory.mktemp("site") / "site"
    assert main([str(folder)]) == 0
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_pages_fit_a_phone_and_ask_for_nothing_outside(browser: Chromium, site: Path, page: str) -> None:
    browser.open(site / page, width=390, height=844, phone=True)
    assert browser.evaluate("document.documentElement.scrollWidth") == 390
    assert browser.evaluate("[...document.images].every(each => each.complete && each.naturalWidth > 0)")
    assert float(browser.evaluate("parseFloat(getComputedStyle(document.querySelector('article p')).fontSize)")) >= 16
    asked = [str(each["request"]["url"]) for each in browser.told("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []


@pytest.mark.parametrize(("scheme", "theme"), [("light", DAY), ("dark", NIGHT)])
def test_colours_follow_the_system(browser: Chromium, site: Path, scheme: str, theme: str) -> None:
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.open(site / "index.html")
    ground = browser.evaluate("getComputedStyle(document.body).getPropertyValue('--color-background-primary').trim()")
    browser.call("Emulation.setEmulatedMedia", features=[])
    assert ground == variables(theme)["color-background-primary"]


def test_the_start_page_shows_the_picture_and_three_kinds_of_people_on_one_screen(browser: Chromium, site: Path) -> None:
    browser.open(site / "index.html", width=1280, height=800)
    assert browser.evaluate("document.querySelectorAll('#entente > ul > li').length") == 3
    assert browser.evaluate("document.querySelector('#entente > ul').getBoundingClientRect().bottom") <= 800


def test_a_search_finds_pages_without_a_server(browser: Chromium, site: Path) -> None:
    browser.open(site / "search.html", "?q=retreats")
    link = "document.querySelector('ul.search li a[href^=\"guide/writing-orders.html\"]')"
    assert browser.evaluate(f"new Promise(done => {{ const look = () => {link} ? done(true) : setTimeout(look, 20); look(); }})")
    assert browser.evaluate("[...document.querySelectorAll('ul.search li a')].every(each => each.href.startsWith('file:'))")


def test_a_click_on_a_picture_opens_it_whole(browser: Chromium, site: Path) -> None:
    browser.open(site / "guide" / "game-master.html", width=390, height=844, phone=True)
    assert browser.evaluate("document.querySelector('article img').closest('a').href === document.querySelector('article img').src")


def test_a_film_plays_when_it_is_clicked_and_stops_when_it_is_clicked_again(browser: Chromium, site: Path) -> None:
    browser.open(site / "films.html")
    picture, link = "document.querySelector('a.film img')", "document.querySelector('a.film')"
    still = browser.evaluate(f"{picture}.src")
    assert browser.evaluate("document.querySelectorAll('a.film').length") == 4
    assert "seconds" in browser.evaluate(f"getComputedStyle({link}, '::after').content")
    browser.click("a.film")
    assert browser.evaluate(f"{link}.getAttribute('aria-pressed')") == "true"
    loaded = (
        f"new Promise(done => {{ const look = () => {picture}.complete ? done({picture}.naturalWidth) : setTimeout(look, 20); look(); }})"
    )
    assert browser.evaluate(loaded) > 1000
    assert browser.evaluate(f"{picture}.src") != still
    browser.click("a.film")
    assert browser.evaluate(f"{picture}.src") == still


def test_a_folder_with_something_else_is_not_emptied(tmp_path: Path, capsys: pytest.CaptureFixture[str], site: Path) -> None:
    (tmp_path / "letter.txt").write_text("keep me", encoding="utf-8")
    assert main([str(tmp_path)]) == 2
    assert "nothing was built" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "keep me"
    assert site.is_dir()
