"""Draws the pictures and the film of phones at a table: the program is served, and a headless Chromium shows its pages.

python -m scripts.phone_pictures            the pictures of the guide and the film
python -m scripts.phone_pictures pictures   the pictures alone
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from scripts.asked_help import answer_help
from scripts.small_webp import film_webp, small_webp

if TYPE_CHECKING:
    from tests.browser.chromium import Chromium
    from tests.browser.phones import Phone
    from tests.browser.test_phones import Program

ROOT = Path(__file__).resolve().parents[1]
GROUND, INK = "#20262b", "#f4efe2"
SIZE, STRIP = (1180, 740), 56
"""Pixels of the film, and of the words below."""
MOST_BYTES = 1_450_000
SCREEN = (1920, 1080)
SITTING = {"AUSTRIA": "Ada", "ITALY": "Finn", "RUSSIA": "Eva"}
ORDERS = {"AUSTRIA": ("A BUD - SER",), "RUSSIA": ("A WAR - GAL", "F SEV - RUM"), "ITALY": ("A VEN - TYR",)}


def _picture(page: Phone) -> Image.Image:
    page.evaluate("new Promise(done => setTimeout(done, 1200))")  # the camera and what rises have come to rest
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _beside(pictures: list[Image.Image], height: int = 1040, gap: int = 36) -> Image.Image:
    """Return *pictures* of phones side by side on dark ground."""
    scaled = [each.resize((round(each.width * height / each.height), height), Image.Resampling.LANCZOS) for each in pictures]
    whole = Image.new("RGB", (sum(each.width for each in scaled) + gap * (len(scaled) + 1), height + 2 * gap), GROUND)
    left = gap
    for each in scaled:
        whole.paste(each, (left, gap))
        left += each.width + gap
    return whole


class _Film:
    """A stage and one phone beside each other, with words below."""

    def __init__(self, stage: Phone, phone: Phone) -> None:
        self.stage, self.phone = stage, phone
        self.frames: list[tuple[Image.Image, int]] = []
        self._font = ImageFont.truetype(str(ROOT / "resources" / "fonts" / "Inter-Regular.otf"), 22)

    def look(self, words: str, milliseconds: int) -> None:
        """Show what both show now, with *words*, for that long."""
        whole = Image.new("RGB", SIZE, GROUND)
        stage, phone = _picture(self.stage), _picture(self.phone)
        room = SIZE[1] - STRIP - 24
        phone = phone.resize((round(phone.width * room / phone.height), room), Image.Resampling.LANCZOS)
        width = SIZE[0] - phone.width - 36
        stage = stage.resize((width, round(stage.height * width / stage.width)), Image.Resampling.LANCZOS)
        whole.paste(stage, (12, 12 + (room - stage.height) // 2))
        whole.paste(phone, (width + 24, 12))
        ImageDraw.Draw(whole).text((SIZE[0] / 2, SIZE[1] - STRIP / 2), words, font=self._font, fill=INK, anchor="mm")
        self.frames.append((whole, milliseconds))


def main(arguments: list[str]) -> int:
    """Draw what is named; returns the exit code."""
    from tests.browser.chromium import Chromium
    from tests.browser.test_phones import POWERS, Program

    with tempfile.TemporaryDirectory() as folder:
        browser = Chromium(Path(folder) / "profile")
        program = Program(Path(folder))
        program.start()
        try:
            program.type(*(f"give-seat {power} bot:steady" for power in POWERS if power not in SITTING))
            _draw(browser, program, with_film="pictures" not in arguments)
        finally:
            browser.put_phones_away()
            program.kill()
            browser.close()
    return 0


def _draw(browser: Chromium, program: Program, *, with_film: bool) -> None:
    from tests.browser.phones import Phone
    from tests.browser.test_phones import closed, ordered, panel, picked, sat_down, sealed

    keep = ROOT / "docs" / "pictures"
    stage, ada = Phone(browser, SCREEN, touch=False), Phone(browser)
    stage.go(f"{program.address}/stage")
    stage.until("document.querySelector('.tiles') && document.querySelector('#canvas svg')")
    ada.go(f"{program.address}/#join.{program.word}")
    ada.fill("#name", "Ada")
    film = _Film(stage, ada)
    film.look("The television shows a code. Each phone that scans it asks for a seat.", 3600)
    lobby = _picture(ada)
    (keep / "phones-invite.webp").write_bytes(small_webp(_picture(stage).resize((1280, 720), Image.Resampling.LANCZOS)))
    ada.evaluate("document.querySelector('#power').value = 'AUSTRIA'")
    ada.press_words("Sit down", "document.querySelector('#layer [data-u]') && document.querySelector('.orders')")
    phones = {"AUSTRIA": ada, **{power: sat_down(browser, program, power) for power in SITTING if power != "AUSTRIA"}}
    film.look("Ada plays Austria-Hungary. Nothing was installed.", 2600)
    picked(ada, "VIE")
    film.look("Tap a unit: it may go where a place glows.", 2800)
    glowing = _picture(ada)
    ada.act(lambda: ada.touch(*ada.province("GAL")), "document.querySelector('.orders li.order') || document.querySelector('#which')")
    if ada.evaluate("!!document.querySelector('#which')"):
        ada.press_words("Galicia", "document.querySelector('.orders li.order')")
    film.look("Tap Galicia. The order is written.", 2200)
    for power, orders in ORDERS.items():
        ordered(phones[power], *orders)
    film.look("Orders are in the list too, in words, for fingers and screen readers.", 2600)
    panel(ada, "letters")
    ada.fill("#letter", "Galicia stays empty, as we said?")
    ada.evaluate("document.querySelector('#to-RUSSIA').click(), 1")
    film.look("Letters go to whom you choose, and to nobody else.", 2800)
    closed(ada)
    sealed(ada)
    film.look("Sealed. The television says who has sealed, and never what.", 2800)
    waiting = _picture(ada)
    (keep / "phones-seat.webp").write_bytes(small_webp(_beside([lobby, glowing, waiting])))
    program.let_steer("AUSTRIA")
    for power in ("ITALY", "RUSSIA"):
        sealed(phones[power])
    stage.until("document.querySelector('.told h1')")
    film.look("All orders open together.", 2000)
    following = "#sheet [data-do=reveal][data-name=next]"
    for _ in range(4):
        before = stage.text("#side")
        if not ada.evaluate(f"!!document.querySelector({following!r})"):
            break
        ada.press(following)
        stage.until(f"document.querySelector('#side').innerText !== {before!r}")
        film.look("Then step by step, each with its reason.", 1700)
        if "Galicia" in stage.text(".told h1"):
            (keep / "phones-stage.webp").write_bytes(small_webp(_picture(stage).resize((1280, 720), Image.Resampling.LANCZOS)))
    if not (keep / "phones-stage.webp").exists():
        (keep / "phones-stage.webp").write_bytes(small_webp(_picture(stage).resize((1280, 720), Image.Resampling.LANCZOS)))
    if with_film:
        _keep(film)


def _keep(film: _Film) -> None:
    made = next(made for quality in (72, 62, 52, 42, 32) if len(made := film_webp(film.frames, quality)) <= MOST_BYTES)
    (ROOT / "docs" / "films" / "phones.webp").write_bytes(made)
    (ROOT / "docs" / "films" / "phones-still.webp").write_bytes(small_webp(film.frames[2][0]))
    sys.stdout.write(f"{sum(each for _, each in film.frames) / 1000:.0f} seconds, {len(film.frames)} pictures, {len(made) / 1000:.0f} kB\n")


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
