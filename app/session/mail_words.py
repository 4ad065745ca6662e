"""What became of mails, in words: a sentence for all of them, and a line for each line."""

from __future__ import annotations

from app.game.entries import Mail
from app.post.accounting import Accounting, Fate, LineAccount
from entente.words.names import counted

_LABELS = {
    Fate.DOUBTFUL: "to be decided",
    Fate.REFUSED: "refused",
    Fate.LATER: "for a later phase",
    Fate.GUESSED: "taken with a guess",
    Fate.TAKEN: "taken",
    Fate.REPEAT: "not used",
    Fate.NOT_ORDER: "not an order",
}
TELLING = (Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER, Fate.GUESSED, Fate.REPEAT)
"""What somebody has to see, the most urgent first."""


_MOST_OF_A_SUBJECT = 80


def mail_reason(mail: Mail) -> str:
    """By what a mail is known in the trail: who sent it, without the address of whoever has a name, and what it was called."""
    local, at, _ = mail.address.partition("@")
    sender = mail.name or (f"{local}@…" if at else local) or "pasted"
    subject = " ".join(mail.subject.split())[:_MOST_OF_A_SUBJECT]
    return f"from {sender}{f', “{subject}”' if subject else ''}" if mail.name or mail.address else sender


def summary(accounting: Accounting, taken: int) -> str:
    """What came of it, in a sentence."""
    parts = [f"{counted(taken, 'order') if taken else 'No order'} written"]
    for fate, words in ((Fate.GUESSED, "with a guess"), (Fate.LATER, "kept for a later phase"), (Fate.REFUSED, "refused")):
        number = len(accounting.of(fate))
        if number:
            parts.append(f"{number} {words}")
    doubtful = len(accounting.of(Fate.DOUBTFUL))
    if doubtful:
        parts.append(f"{counted(doubtful, 'line')} to be decided")
    return ", ".join(parts) + "."


def told(accounting: Accounting) -> list[str]:
    """What somebody has to see, the most urgent first, each line with its place."""
    lines = [*accounting.troubles]
    for number, letter in enumerate(accounting.letters, 1):
        lines.extend(f"{_mail(accounting, number)}{trouble}" for trouble in letter.letter.troubles)
    for fate in TELLING:
        for number, letter in enumerate(accounting.letters, 1):
            lines.extend(f"{_mail(accounting, number)}{line_words(each)}" for each in letter.of(fate))
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
    what = str(line.order) if line.order is not None else " ".join(line.text.split()).rstrip(":")
    words = f"line {line.line}: {what}: {_LABELS[line.fate]}"
    if line.reason:
        words += f" ({line.reason})"
    if line.choices:
        words += f"; it may be {' or '.join(str(choice.order) for choice in line.choices)}"
    return words


def fate_label(fate: Fate) -> str:
    """What became of a line, in words."""
    return _LABELS[fate]


def _mail(accounting: Accounting, number: int) -> str:
    if len(accounting.letters) < 2:
        return ""
    letter = accounting.letters[number - 1].letter
    return f"mail {number} from {letter.sender or letter.name or 'nobody known'}, "
