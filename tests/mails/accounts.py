"""Account of every line of every mail here, as a page that a person can check.

``python -m tests.mails.accounts`` writes it again; read the difference before you commit it.

A mail begins with ``@`` and its name. Below it stand its lines by number: what became of them, whose orders they are, the order that was
read, why, and after ``?`` what a doubtful line may mean. Lines that are no orders for the same reason stand together. What it takes back of
orders sent before stands at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from app.mail_in.accounting import Accounting, Fate, LetterAccount, LineAccount
from app.mail_in.letter import LetterPart
from app.mail_in.withdrawals import Withdrawal

PAGE = Path(__file__).with_name("accounts.txt")


@cache
def expected() -> dict[str, list[str]]:
    """Name of a mail to its lines on the page."""
    mails = PAGE.read_text(encoding="utf-8").split("@ ")[1:]
    return {head: lines for head, *lines in (mail.rstrip("\n").split("\n") for mail in mails)}


def told(accounting: Accounting) -> list[str]:
    """The lines of the page for what was received at once."""
    lines = [line for letter in accounting.letters for line in _letter(letter)] + [f"! {each}" for each in accounting.troubles]
    return lines + [_taken_back(said, letter.power) for letter in accounting.letters for said in letter.withdrawals]


def _taken_back(said: Withdrawal, power: str | None) -> str:
    """A line of the page for orders that *said* takes back; it names their power where that is not *power*, the mail's."""
    what = ["all" if said.places is None else ", ".join(sorted(said.places))]
    what += [f"of {''.join(sorted(said.kinds))}"] * bool(said.kinds) + [f"but {', '.join(sorted(said.later))}"] * bool(said.later)
    what += [f"for {said.power or 'nobody known'}"] * (said.power != power)
    what += ["perhaps"] * said.is_hint + ["of earlier mails alone"] * (not said.reaches_above)
    return f"{said.line}{f' from {said.column}' if said.column != 1 else ''} takes back {' '.join(what)}"


def _letter(account: LetterAccount) -> Iterator[str]:
    letter = account.letter
    heard = [account.power or "nobody known", *(["waits"] if account.waits else ["does not wait"] if account.waits is False else [])]
    yield ", ".join([*heard, *([f"for {account.other_game}"] if account.other_game else [])])
    yield from (f"! {each}" for each in letter.troubles)
    for what, lines in groupby(account.lines, key=_line):
        numbers = [each.line for each in lines]
        yield f"{numbers[0]}-{numbers[-1]} {what}" if numbers[-1] > numbers[0] else f"{numbers[0]} {what}"
    yield from (f"{each.line} to {', '.join(each.receivers) or 'everybody'}: {each.text!r}" for each in account.press)


def _line(line: LineAccount) -> str:
    said = [line.part.value if line.fate is Fate.NOT_ORDER and line.part is not LetterPart.TEXT else line.fate.value]
    if line.column != 1:
        said.append(f"from {line.column}")
    said += [each for each in (line.power, line.order and str(line.order), line.phase and str(line.phase)) if each]
    if line.count > 1:
        said.append(f"x{line.count}")
    if line.is_illegal:
        said.append("illegal")
    if line.reason and line.part is LetterPart.TEXT:
        said.append(f"({line.reason})")
    if line.choices:
        said.append("? " + ", ".join(f"{each.power} {each.order}" for each in line.choices))
    return " ".join(said)


def page() -> Iterator[str]:
    """Every mail."""
    from tests.mails import test_collections, test_kinds, test_mails  # these read the page

    for path in test_mails.MAILS:
        yield "\n".join([f"@ {path.stem}", *told(test_mails.accounting(path))]) + "\n"
    for mail in test_collections.MAILS:
        yield "\n".join([f"@ {mail.name}", *told(test_collections.accounting(mail))]) + "\n"
    for mail in test_kinds.MAILS:
        yield "\n".join([f"@ {mail.name}", *told(test_kinds.accounting(mail))]) + "\n"


if __name__ == "__main__":
    PAGE.write_text("\n".join(page()), encoding="utf-8")
