"""Letters as a game keeps them: the sender's own words without what never orders anything, and back again with every line's number."""

from __future__ import annotations

from datetime import datetime

from app.game.deadlines import moment_of, written
from app.game.entries import LeftOut, Mail
from app.mail_in.letter import Letter, LetterPart, MailLine
from languages import plural

_KEPT = frozenset({LetterPart.TEXT, LetterPart.JUDGE, LetterPart.BELOW})
_FRAMED = "kept press"
"""Press in a judge's frame keeps its words: they may still have to be passed on."""
_PARTS = {part.value: part for part in LetterPart if part not in _KEPT}


def mail_of(letter: Letter, power: str | None, taken: datetime, *, decided: bool = False) -> Mail:
    """Return the part of *letter* that a game keeps, which was taken in for *power* at *taken*."""
    from app.mail_in.judge_words import framed_press

    framed = framed_press({line.number: (line.text, line.part) for line in letter.lines})
    kept = [line.text if line.part in _KEPT or line.number in framed else "" for line in letter.lines]
    sent = "" if letter.sent is None else written(letter.sent)
    return Mail(
        power or "",
        letter.name,
        letter.sender,
        letter.subject,
        sent,
        written(taken),
        "\n".join(kept).rstrip("\n"),
        tuple(_left_out(letter, framed)),
        decided,
        "" if letter.received is None else written(letter.received),
        letter.mark,
    )


def letter_of(mail: Mail) -> Letter:
    """The letter that *mail* was made of; of what is left out, one line tells what it was.

    Where it does not say when it was sent, it counts as sent when it was taken in.
    """
    from app.mail_in.envelope.unwrap import with_judge_words  # a window opens without a mail

    texts = mail.text.split("\n") if mail.text else []
    length = max((len(texts), *(each.last for each in mail.left_out)))
    texts += [""] * (min(length, 5_000) - len(texts))
    parts = [LetterPart.TEXT] * len(texts)
    for each in mail.left_out:
        part = LetterPart.PRESS if each.what == _FRAMED else _PARTS.get(each.what)
        if part is None or each.last > len(texts):
            continue
        number = each.last - each.first + 1
        if each.what != _FRAMED:
            texts[each.first - 1] = plural("({count} line)", "({count} lines)", number)
        parts[each.first - 1 : each.last] = [part] * number
    lines = tuple(
        MailLine(number, text, part) for number, (text, part) in enumerate(zip(texts, with_judge_words(texts, parts), strict=True), 1)
    )
    sent, taken, received = moment_of(mail.sent), moment_of(mail.taken), moment_of(mail.received)
    if received is None and sent is not None and taken is not None and sent > taken:
        received = taken  # of files that do not say when it arrived: not before its sender says that it was written
    return Letter(
        lines,
        mail.address,
        mail.name,
        mail.subject,
        sent or taken,
        received,
        mail.mark,
        is_mail=bool(mail.address or mail.sent or mail.subject),
    )


def _left_out(letter: Letter, framed: frozenset[int]) -> list[LeftOut]:
    found: list[LeftOut] = []
    for line in letter.lines:
        if line.part in _KEPT:
            continue
        what = _FRAMED if line.number in framed else line.part.value
        last = found[-1] if found else None
        if last is not None and last.last == line.number - 1 and last.what == what:
            found[-1] = LeftOut(last.first, line.number, last.what)
        else:
            found.append(LeftOut(line.number, line.number, what))
    return found
