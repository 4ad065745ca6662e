"""Account of every line of the mails in rows, as a page that a person can check: ``tests/mails/rows/accounts.txt``.

A mail begins with ``@`` and its file and number; its lines are told as in ``accounts.txt``. ``python -m tests.mails.test_row_accounts``
writes the page again; read the difference before you commit it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.opening import open_text
from app.mail_in.account import account_for
from tests.mails.accounts import told
from tests.mails.test_rows import FOLDER, mail_of
from tests.quick import each_nth

PAGE = FOLDER / "accounts.txt"
ROWS = {
    f"{path.stem} {number}": (row["phase"], row["power"], row["text"])
    for path in sorted(FOLDER.glob("*_mails.toml"))
    for number, row in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["row"], 1)
}


@cache
def opened(phase: str) -> tuple[Variant, Position, dict[str, str]]:
    """Return the board of a phase, and the address of each power."""
    written = (FOLDER / f"{phase}.dpn").read_text(encoding="utf-8")
    game = open_text(written.encode()).ready().game
    return game.variant, game.turn(game.last()).position, dict(re.findall(r"^([A-Z]+): .* <(.*)> \(screen\)$", written, re.MULTILINE))


@cache
def expected() -> dict[str, tuple[str, ...]]:
    """Return the lines of the page for each mail, by its name."""
    mails = PAGE.read_text(encoding="utf-8").split("@ ")[1:]
    return {head: tuple(lines) for head, *lines in (mail.rstrip("\n").split("\n") for mail in mails)}


def lines(name: str) -> tuple[str, ...]:
    """Return the account of a mail."""
    phase, power, text = ROWS[name]
    variant, position, senders = opened(phase)
    raw = mail_of(senders[power], text, 2)
    return tuple(told(account_for(variant, position, raw, addresses={address: seat for seat, address in senders.items()})))


def page() -> Iterator[str]:
    """Yield every mail with its account."""
    for name in ROWS:
        yield "\n".join([f"@ {name}", *lines(name)]) + "\n"


@each_nth(5, "name", list(ROWS))
def test_every_line_of_a_mail_in_a_row_is_accounted_for_as_the_page_says(name: str) -> None:
    assert lines(name) == expected()[name]


def test_the_page_has_every_row() -> None:
    assert list(expected()) == list(ROWS)


if __name__ == "__main__":
    PAGE.write_text("\n".join(page()), encoding="utf-8")
