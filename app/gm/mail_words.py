"""Accounts of mails, in words: a sentence for all of them, and a line for each line."""

from __future__ import annotations

from app.game.entries import Mail
from app.mail_in.accounting import Accounting, Fate, LineAccount
from languages import mark, plural, tr

_LABELS = {
    Fate.WITHDRAWS: mark("takes back"),
    Fate.DOUBTFUL: mark("to be decided"),
    Fate.REFUSED: mark("refused"),
    Fate.LATER: mark("for a later phase"),
    Fate.GUESSED: mark("taken with a guess"),
    Fate.TAKEN: mark("taken"),
    Fate.REPEAT: mark("not used"),
    Fate.NOT_ORDER: mark("not an order"),
}
TELLING = (Fate.WITHDRAWS, Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER, Fate.GUESSED, Fate.REPEAT)
"""Fates that a person has to see, the most urgent first."""


_MOST_OF_A_SUBJECT = 80


def mail_reason(mail: Mail) -> str:
    """The mail's words in the trail: its sender, without the address where there is a name, and its subject."""
    local, at, _ = mail.address.partition("@")
    sender = mail.name or (f"{local}@…" if at else local) or "pasted"
    subject = " ".join(mail.subject.split())[:_MOST_OF_A_SUBJECT]
    return f"from {sender}{f', “{subject}”' if subject else ''}" if mail.name or mail.address else sender


def summary(accounting: Accounting, taken: int) -> str:
    """Return the account in a sentence."""
    parts = [plural("{count} order written", "{count} orders written", taken) if taken else tr("No order written")]
    if number := len(accounting.of(Fate.GUESSED)):
        parts.append(plural("{count} with a guess", "{count} with a guess", number))
    if number := len(accounting.of(Fate.LATER)):
        parts.append(plural("{count} kept for a later phase", "{count} kept for a later phase", number))
    if number := len(accounting.of(Fate.REFUSED)):
        parts.append(plural("{count} refused", "{count} refused", number))
    if number := len(accounting.of(Fate.DOUBTFUL)):
        parts.append(plural("{count} line to be decided", "{count} lines to be decided", number))
    return ", ".join(parts) + "."


def told(accounting: Accounting) -> list[str]:
    """Return the lines that a person has to see, the most urgent first, each with its place."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
        if letter.claims:
            lines.append(f"{_mail(accounting, number)}{tr('nothing of this mail counts until you say whose it is')}")
        if letter.is_empty and letter.letter.is_mail:
            lines.append(f"{_mail(accounting, number)}{tr('nothing was read in this mail')}")
    for fate in TELLING:
        for number, letter in enumerate(accounting.letters, 1):
            lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.of(fate))
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.lines if each.proposal)
    return lines


def told_in_full(accounting: Accounting) -> list[str]:
    """Every line that was received, in its sequence, with what became of it."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
        lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.lines)
    return lines


def line_words(line: LineAccount) -> str:
    """One line with its place, what became of it, and why."""
    what = str(line.order) if line.order is not None else line.words.rstrip(":")
    words = tr("line {line}: {what}: {fate}", line=line.line, what=what, fate=tr(_LABELS[line.fate]))
    if line.reason:
        words += f" ({line.reason})"
    if line.choices:
        words += "; " + tr("it may be {orders}", orders=f" {tr('or')} ".join(str(choice.order) for choice in line.choices))
    return words


def fate_label(fate: Fate) -> str:
    """Return the fate of a line, in words."""
    return tr(_LABELS[fate])


def _mail(accounting: Accounting, number: int) -> str:
    if len(accounting.letters) < 2:
        return ""
    letter = accounting.letters[number - 1].letter
    return tr("mail {number} from {sender}", number=number, sender=letter.sender or letter.name or tr("nobody known")) + ", "
