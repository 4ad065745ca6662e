"""The page of a game in a real browser: by keys, on a phone, without script, with strangers' texts in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entente.scoring import Scoring
from tests.browser.chromium import Chromium
from tests.browser.conftest import HOSTILE

pytestmark = pytest.mark.browser

SHOWN = "[...document.querySelectorAll('.phase')].findIndex(each => each.offsetParent !== null)"
COUNT = "document.querySelectorAll('.phase').length"
LEFT, RIGHT, HOME, END = ("ArrowLeft", 37), ("ArrowRight", 39), ("Home", 36), ("End", 35)


@pytest.fixture
def opened(browser: Chromium, page: Path) -> Iterator[Chromium]:
    browser.open(page)
    yield browser
    assert browser.evaluate("document.title").startswith("Straits of Iron")


def test_arrows_and_home_and_end_go_through_the_phases(opened: Chromium) -> None:
    last = opened.evaluate(COUNT) - 1
    seen = [opened.evaluate(SHOWN)]
    for key in (RIGHT, RIGHT, LEFT, END, RIGHT, HOME, LEFT):
        opened.press(*key)
        seen.append(opened.evaluate(SHOWN))
    assert seen == [0, 1, 2, 1, last, last, 0, 0]


def test_the_board_follows_the_phases(opened: Chromium) -> None:
    units = "[...document.querySelectorAll('#units use')].map(each => each.outerHTML).join()"
    lands = "[...document.querySelectorAll('use[id^=f]')].map(each => each.getAttribute('fill')).join()"
    before = opened.evaluate(units), opened.evaluate(lands)
    opened.press(*END)
    assert opened.evaluate(units) != before[0]
    assert opened.evaluate(lands) != before[1]
    opened.press(*HOME)
    assert (opened.evaluate(units), opened.evaluate(lands)) == before
    assert opened.evaluate("document.querySelectorAll('#orders path').length") > 20


def test_who_does_not_see_is_told_which_phase_is_shown(opened: Chromium) -> None:
    opened.press(*RIGHT)
    told = opened.evaluate("document.querySelector('[role=status]').textContent")
    assert told == opened.evaluate("document.querySelector('.phase.now h2').textContent")
    assert told.startswith("Fall 1901")


def test_space_plays_and_stops(opened: Chromium) -> None:
    pressed = "document.getElementById('play').getAttribute('aria-pressed')"
    opened.press(" ", 32, " ")
    assert opened.evaluate(pressed) == "true"
    opened.press(" ", 32, " ")
    assert opened.evaluate(pressed) == "false"
    opened.click("#play")
    opened.press(" ", 32, " ")
    assert opened.evaluate(pressed) == "false", "the button that has the focus is not pressed a second time by the same key"


def test_the_button_that_plays_is_named_in_the_language_of_the_page(opened: Chromium) -> None:
    name = "document.getElementById('play').getAttribute('aria-label')"
    opened.evaluate("document.getElementById('play').setAttribute('data-pause', 'Anhalten')")
    assert opened.evaluate(name) == "Play"
    opened.press(" ", 32, " ")
    assert opened.evaluate(name) == "Anhalten"
    opened.press(" ", 32, " ")
    assert opened.evaluate(name) == "Play"


def test_playing_goes_on_to_the_end_and_stops(opened: Chromium) -> None:
    opened.evaluate("window.setInterval = (step) => { window.step = step; return 1 }; window.clearInterval = () => { window.step = null }")
    opened.press(*END)
    opened.press(*LEFT)
    opened.press(" ", 32, " ")
    opened.evaluate("step()")
    assert opened.evaluate(SHOWN) == opened.evaluate(COUNT) - 1
    opened.evaluate("step()")
    assert opened.evaluate("document.getElementById('play').getAttribute('aria-pressed')") == "false"


def test_a_season_is_chosen_from_the_timeline_and_the_list(opened: Chromium) -> None:
    opened.click("#years [data-n='3']")
    assert opened.evaluate(SHOWN) == 3
    opened.evaluate("const c = document.getElementById('choose'); c.value = '1'; c.dispatchEvent(new Event('change'))")
    assert opened.evaluate(SHOWN) == 1


def test_story_and_scores_are_their_own_parts(opened: Chromium) -> None:
    visible = "[...document.querySelectorAll('.tab')].filter(each => each.offsetParent !== null).map(each => each.id).join()"
    assert opened.evaluate(visible) == "board"
    opened.click("[data-tab=story]")
    assert opened.evaluate(visible) == "story"
    opened.click("[data-tab=scores]")
    assert opened.evaluate(visible) == "scores"
    assert opened.evaluate("document.querySelectorAll('#scores tbody tr').length") == 7


def test_a_turning_point_leads_to_its_phase(opened: Chromium) -> None:
    opened.click("[data-tab=story]")
    wanted = opened.evaluate("document.querySelector('dt a').getAttribute('href')")
    opened.click("dt a")
    assert opened.evaluate(f"document.querySelector({wanted!r}).offsetParent !== null")


def test_a_link_to_a_phase_opens_it(browser: Chromium, page: Path) -> None:
    browser.open(page, "#F1901M")
    assert browser.evaluate("document.querySelector('[data-phase=F1901M]').offsetParent !== null")
    assert browser.evaluate("scrollY") == 0


def test_nothing_is_fetched_and_nothing_is_forbidden(opened: Chromium) -> None:
    opened.press(*END)
    opened.click("[data-tab=story]")
    asked = [event["request"]["url"] for event in opened.told("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    assert [event["entry"]["text"] for event in opened.told("Log.entryAdded")] == []
    assert opened.told("Runtime.exceptionThrown") == []


def test_the_policy_lets_no_other_script_run(opened: Chromium) -> None:
    opened.evaluate("const s = document.createElement('script'); s.textContent = 'window.foreign = 1'; document.body.append(s)")
    opened.evaluate("var b = document.createElement('b'); b.setAttribute('onclick', 'window.foreign = 1'); document.body.append(b)")
    opened.evaluate("b.click()")
    assert opened.evaluate("typeof window.foreign") == "undefined"
    assert opened.evaluate("fetch('https://example.org').then(() => 'fetched', () => 'refused')") == "refused"


def test_what_strangers_wrote_is_text(opened: Chromium) -> None:
    assert opened.evaluate("document.querySelectorAll('img').length") == 0
    as_kept = HOSTILE.replace("\u202e", "")  # marks that turn the line round are no part of a name
    assert opened.evaluate(f"[...document.querySelectorAll('bdi')].filter(each => each.textContent === {as_kept!r}).length") >= 3


def test_on_a_phone_everything_fits_and_buttons_are_as_high_as_a_thumb(browser: Chromium, page: Path) -> None:
    browser.open(page, width=390, height=844, phone=True)
    try:
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390
        pressed = ".controls button, .controls select, .tabs button, #larger"
        heights = browser.evaluate(f"[...document.querySelectorAll('{pressed}')].map(e => e.getBoundingClientRect().height)")
        assert min(heights) >= 44
        bottom = browser.evaluate("document.querySelector('.controls').getBoundingClientRect().bottom")
        assert bottom <= 844
        browser.click("#next")
        assert browser.evaluate(SHOWN) == 1
        before = browser.evaluate("document.querySelector('#map svg').getBoundingClientRect().width")
        browser.click("#larger")
        assert browser.evaluate("document.querySelector('#map svg').getBoundingClientRect().width") > 2 * before
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390
        assert browser.evaluate("getComputedStyle(document.querySelector('.timeline')).display") == "flex"
        for tab in ("story", "scores"):
            browser.click(f"[data-tab={tab}]")
            assert browser.evaluate("document.documentElement.scrollWidth") <= 390
            charts = "[...document.querySelectorAll('.card svg')].filter(each => each.checkVisibility())"
            assert browser.evaluate(f"{charts}.every(each => each.getBoundingClientRect().right <= 390)"), "a chart is cut off"
            assert browser.evaluate(f"{charts}.length") >= (2 if tab == "story" else 0)
            assert browser.evaluate("getComputedStyle(document.querySelector('.timeline')).display") == "none", "it moves nothing here"
        points = "[...document.querySelectorAll('#scores tbody td')]"
        assert browser.evaluate(f"new Set({points}.map(each => each.dataset.head)).size") == 1 + len(Scoring)
        assert browser.evaluate(f"{points}.every(each => each.getBoundingClientRect().right <= 390)"), "points of a system are out of sight"
    finally:
        browser.open(page)


def test_without_script_everything_is_there_to_read(browser: Chromium, page: Path) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page)
        seen = browser.evaluate("[...document.querySelectorAll('.phase, .tab')].every(each => each.getBoundingClientRect().height > 0)")
        assert seen
        assert browser.evaluate("[...document.querySelectorAll('.scripted')].every(each => each.getBoundingClientRect().height === 0)")
        assert browser.evaluate("document.querySelectorAll('#units use').length") > 10, "the board stands as it is at the end"
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_the_board_is_painted(opened: Chromium) -> None:
    assert len(opened.screenshot()) > 100_000, "a picture of one colour is a few kB"


WITHOUT_ROOM = """(() => {
  const found = [], box = each => each.getBoundingClientRect(), root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let each; each = texts.nextNode();) {
    const first = each.parentElement, range = document.createRange();
    range.selectNodeContents(each);
    const words = range.getBoundingClientRect();
    if (!each.data.trim() || !words.width || first.closest('.unseen, svg, option')) continue;
    for (let around = first; around !== root; around = around.parentElement) {
      const style = getComputedStyle(around), room = box(around);
      if (['auto', 'scroll'].includes(style.overflowX)) break;
      const cuts = style.overflowX === 'hidden' || around.tagName === 'BUTTON' || around === document.body;
      if (cuts && (words.right > room.right + 1 || words.left < room.left - 1 || words.bottom > room.bottom + 1))
        found.push(`${around.tagName} ${around.className} cuts ${each.data.trim()}`);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const each of document.querySelectorAll('select')) {
    if (!each.checkVisibility()) continue;
    const style = getComputedStyle(each);
    pen.font = style.font;
    const wide = Math.max(...[...each.options].map(option => pen.measureText(option.text).width));
    if (wide + parseFloat(style.paddingLeft) * 2 + 20 > box(each).width) found.push(`a list is too narrow by ${wide - box(each).width}`);
  }
  return found;
})()"""
"""Script that lists the words in sight that are cut off, scrolled or not; the arrow of a list takes 20 pixels."""


@pytest.mark.parametrize(
    ("width", "height", "letters", "phone"),
    [(1366, 768, 100, False), (1366, 768, 200, False), (683, 384, 100, False), (390, 844, 100, True)],
    ids=["usual", "letters of twice the size", "a page of twice the size", "phone"],
)
def test_long_words_have_room(width: int, height: int, letters: int, phone: bool, browser: Chromium, long_words_page: Path) -> None:
    browser.open(long_words_page, width=width, height=height, phone=phone)
    browser.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
    browser.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    found = browser.evaluate(WITHOUT_ROOM)
    browser.press(*END)
    for tab in ("board", "story", "scores"):
        browser.click(f"[data-tab={tab}]")
        found += browser.evaluate(WITHOUT_ROOM)
    assert found == []
