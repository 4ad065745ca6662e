"""Time for mails: one of 40 lines (20 ms), with a quotation or of prose, a box of 500 with 2 MB (2 s), the worst text, and a round.

The worst text that was found takes about 1 s. CPU time, medians.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.cli.terminal_services import CommandLineServices
from app.game.document import Document
from app.game.edits import new_game
from app.game.library import Library
from app.game.storage.places import Places
from app.gm.order_mails import take_in
from app.gm.round_sheet import RoundReader
from app.mail_in.account import account_for
from app.session.session import Session
from variants.catalogue import standard

_HEAD = "From: a@example.org\nSubject: orders\nMIME-Version: 1.0\nDate: Tue, 3 Nov 2026 10:{minute:02}:00 +0000\n\n"
_LETTER = """\
Hi Pete,

sorry that this is late. Luigi and I talked for hours, and he swears that he goes for France.
Here is what I would like to do, then:

A Vie - Gal
A Bud - Ser
F Tri - Alb

Have a nice weekend
Anna

On Mon, 2 Nov 2026 at 18:22, Pete <gm@example.org> wrote:
"""
_QUOTED = "".join(f"> A Vie - Tri and more of line {number}\n" for number in range(27))
_FILLING = "".join(f"> {'and so on ' * 6}{number}\n" for number in range(40))
"""Filling that makes a box of 500 mails 2 MB."""
_PROSE = """\
Hi Peter,

sorry that this comes so late again, but the week was awful. My boss wanted the
report on Tuesday, and then my daughter fell ill, so that I had to stay at home
with her for three days. I hope you and your family are well and that the trip
to Scotland was as nice as you had hoped.

About the game: I talked to Luigi for hours on the phone. He swears that he will
leave me alone this year and that all he wants is Turkey, but you know how he is.
Last year he said the same to Anna, and two turns later his armies stood in her
capital. So I do not believe a word of it. Still, I would rather have a quarrel
with England than with him, because I can not fight both of them at once.

Germany is another matter. Klaus and I have a treaty about Burgundy, and he has
kept his word so far. We agreed that nobody goes there, neither this year nor the
next. If he breaks it I will be very angry, and I shall tell everybody about it.
I wonder what he does in the north. He could go for Denmark or for Sweden, and
Olga will not like either of them very much.

England wrote me a long and friendly letter in which she says that the Channel is
of no interest to her at all. I have read such letters before. On the other hand
she has to do something about Russia, and for that she needs her fleets in the
north. We shall see. It would be nice to have a quiet first year for once.

By the way, did you see the match on Saturday? What a game that was. We watched
it in the pub with some friends, and one of them lost a bet and had to sing a
song on the table. I laughed so much that I nearly fell off my chair myself.

Here is what I want to do this time:

A Par - Bur
A Mar - Spa
F Bre - MAO

Please let me know if there is anything wrong with them. I will be at my desk
until six, and after that you can reach me on my phone, as always.

Have a nice weekend, and give my love to Mary and the kids. Tell them that the
old dog is fine and still eats everything that is not nailed to the floor.

Best wishes from a rainy Hamburg
Marcel
"""
_BOX_LINE = "From a@example.org Mon Jan  1 00:00:00 2024\n"


def one_mail() -> bytes:
    """A mail of 40 lines: a letter with a list of orders, and a quote below."""
    return (_HEAD.format(minute=1) + _LETTER + _QUOTED).encode()


def prose() -> bytes:
    """A mail of 42 lines of prose around three orders, which names places, powers and units as players do."""
    return (_HEAD.format(minute=1) + _PROSE).encode()


def box(mails: int = 500) -> bytes:
    """A box of such mails."""
    return "".join(f"{_BOX_LINE}{_HEAD.format(minute=number % 60)}{_LETTER}{_QUOTED}{_FILLING}\n" for number in range(mails)).encode()


def worst() -> bytes:
    """1,900 lines of prose that each hold orders."""
    line = "I think that A Vie - Galicia would be good, and A Bud - Ser perhaps, though F Tri - Alb too or not\n"
    return (_HEAD.format(minute=1) + line * 1_900).encode()


def seconds(received: bytes, times: int) -> float:
    """The median CPU time of reading *received*."""
    variant = standard()
    account_for(variant, variant.start, one_mail(), power="AUSTRIA")
    taken = []
    for _ in range(times):
        start = time.process_time()
        account_for(variant, variant.start, received, power="AUSTRIA")
        taken.append(time.process_time() - start)
    return median(taken)


def staged(times: int) -> tuple[float, float]:
    """The median CPU time of staging a mail of 40 lines in a game, as ``mail`` does, and of the sheet of a round of seven mails."""
    session = Session(CommandLineServices())
    staging, sheets = [], []
    for number in range(times):
        session.add(Document(new_game(standard(), f"Game {number}")))
        for each, power in enumerate(session.variant.powers):
            content = one_mail().replace(b"a@example.org", f"{power.lower()}@example.org".encode())
            with redirect_stdout(StringIO()):
                start = time.process_time()
                take_in(session, content.replace(b"10:01", f"10:{each:02}".encode()), "AUSTRIA")
                staging.append(time.process_time() - start)
        reader = RoundReader()
        start = time.process_time()
        reader.sheet(session)
        sheets.append(time.process_time() - start)
    session.hooks.close()
    return median(staging), median(sheets)


def box_staged(times: int) -> float:
    """The median CPU time of staging a box of 500 mails in a game with a journal, each as a step of its own."""
    taken = []
    for _ in range(times):
        with TemporaryDirectory() as folder:
            below = Path(folder)
            session = Session(CommandLineServices(), Library(Places(below / "settings", below / "data", below / "cache")))
            session.add(session.library.new(new_game(standard(), "A box")))
            with redirect_stdout(StringIO()):
                start = time.process_time()
                take_in(session, box().replace(b"F Tri - Alb", b"A Mos - Ukr"), "AUSTRIA")
                taken.append(time.process_time() - start)
            session.hooks.close()
    return median(taken)


def main() -> None:
    """Measure and print."""
    cases: list[tuple[str, Callable[[], bytes], int, float]] = [
        ("a mail of 40 lines", one_mail, 20, 0.02),
        ("a mail of 42 lines of prose", prose, 20, 0.02),
        ("a box of 500 mails", box, 3, 2.0),
        ("1,900 lines of prose with orders", worst, 3, 1.0),
    ]
    for name, make, times, bar in cases:
        found = seconds(make(), times)
        print(f"{name:36} {found * 1000:9.1f} ms   bar {bar * 1000:6.0f} ms   {'ok' if found <= bar else 'over'}")

    boxed = box_staged(2)
    print(f"{'staging a box of 500 mails':36} {boxed * 1000:9.1f} ms   bar {4000:6.0f} ms   {'ok' if boxed <= 4 else 'over'}")
    stage, sheet = staged(5)
    for name, found, bar in (("staging a mail of 40 lines", stage, 0.04), ("the sheet of a round of seven mails", sheet, 0.3)):
        print(f"{name:36} {found * 1000:9.1f} ms   bar {bar * 1000:6.0f} ms   {'ok' if found <= bar else 'over'}")


if __name__ == "__main__":
    main()
