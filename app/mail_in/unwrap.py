"""Every line of a letter gets the part of the mail that it belongs to; orders are looked for in the sender's own text alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.mail_in.folding import folded_words, plain
from app.mail_in.judge_words import is_judge_word, is_sign_off, is_sign_on
from app.mail_in.letter import Letter, LetterPart, MailLine
from app.mail_in.mime import letters_of
from app.mail_in.passwords import without_password
from app.mail_in.phrases import phrases
from app.mail_in.press import closes_press, is_press, opens_press
from app.mail_in.quotes import begins_signature, header_block, is_marked, is_program_line, quotes_on, top_header

_LONGEST = 600
"""A longer line is prose: it is neither a heading nor a mark of any part."""
_LONG = 60
"""A quoted line of so many characters may have been broken by the mail program, so that its end lost its mark."""


def unwrapped(
    received: bytes | str, go_on: Callable[[int, int], bool] = lambda _done, _of: True
) -> tuple[tuple[Letter, ...], tuple[str, ...]]:
    """The mails of a file or a pasted text with their parts marked, the oldest first; and what was left unread, as sentences.

    Args:
        received: the bytes of an ``.eml`` or ``.mbox`` file, or text that was pasted. Bounded; whatever it is, this never raises.
        go_on: called with the number of mails unwrapped, and of all; where it says no, the others are left unread, which is reported.
    """
    letters, troubles = letters_of(received, go_on)
    return tuple(_with_parts(_without_passwords(letter)) for letter in letters), troubles


def _without_passwords(letter: Letter) -> Letter:
    lines = tuple(replace(line, text=without_password(line.text)) for line in letter.lines)
    return replace(letter, lines=lines, subject=without_password(letter.subject))


def _with_parts(letter: Letter) -> Letter:
    lines = [line.text for line in letter.lines]
    given = [line.part for line in letter.lines]
    parts = with_judge_words(lines, _parts(lines, given, is_mail=letter.is_mail))
    named = letter if letter.is_mail else _named_by_header(letter, lines, parts)
    return replace(named, lines=tuple(MailLine(line.number, line.text, part) for line, part in zip(letter.lines, parts, strict=True)))


def with_judge_words(lines: list[str], parts: list[LetterPart]) -> list[LetterPart]:
    """*parts* with the words for a judge, and with what stands below the last SIGNOFF."""
    found = list(parts)
    for number, (line, part) in enumerate(zip(lines, parts, strict=True)):
        if part is LetterPart.TEXT and line.strip() and len(line) <= _LONGEST and is_judge_word(line):
            found[number] = LetterPart.JUDGE
    ends = [number for number, part in enumerate(found) if part is LetterPart.JUDGE and is_sign_off(lines[number])]
    if ends and not any(part is LetterPart.JUDGE and is_sign_on(lines[number]) for number, part in enumerate(found) if number > ends[-1]):
        found[ends[-1] + 1 :] = [
            LetterPart.BELOW if part in (LetterPart.TEXT, LetterPart.JUDGE) else part for part in found[ends[-1] + 1 :]
        ]
    return found


def _named_by_header(letter: Letter, lines: list[str], parts: list[LetterPart]) -> Letter:
    """Return the letter with the fields in the header of a pasted mail."""
    sender = subject = name = ""
    for line, part in zip(lines, parts, strict=True):
        if part is not LetterPart.HEADER:
            break
        field, _, value = plain(line).partition(":")
        if field.strip().casefold() in {"from", "von", "de", "da"} and not sender:
            before, angle, after = value.strip().partition("<")
            sender = (after.partition(">")[0] if angle else before).strip().casefold() if "@" in value else ""
            name = before.strip(' "') if angle else ""
        elif field.strip().casefold() in {"subject", "betreff", "objet", "oggetto", "asunto"}:
            subject = value.strip()
    is_mail = bool(parts) and LetterPart.HEADER in parts
    return replace(letter, sender=sender, name=name, subject=subject, is_mail=is_mail)


def _parts(lines: list[str], given: list[LetterPart], *, is_mail: bool) -> list[LetterPart]:
    parts = list(given)
    at = 0
    if not is_mail:
        at = top_header(lines)
        parts[:at] = [LetterPart.HEADER] * at
    while at < len(lines):
        if given[at] is not LetterPart.TEXT:
            at += 1
            continue
        line = lines[at]
        if is_marked(line):
            parts[at] = LetterPart.QUOTE
            at += 1
            continue
        if not line.strip() or len(line) > _LONGEST:
            at += 1
            continue
        if begins_signature(line):
            _fill(parts, at, len(lines), LetterPart.SIGNATURE)
            return _mark_quotes(lines, parts, at)
        heads = quotes_on(lines, at)
        if heads:
            _fill(parts, at, at + heads, LetterPart.QUOTE)
            at += heads
            following = next((number for number in range(at, len(lines)) if lines[number].strip()), None)
            if following is None or not is_marked(lines[following]) or header_block(lines, following, fewest=2):
                _fill(parts, at, len(lines), LetterPart.QUOTE)
                return parts
            continue
        if is_program_line(line):
            parts[at] = LetterPart.SIGNATURE
            at += 1
            continue
        if opens_press(line):
            end = _end_of_press(lines, at)
            _fill(parts, at, end, LetterPart.PRESS)
            at = end
            continue
        if is_press(line) or closes_press(line):
            end = at + 1
            while end < len(lines) and lines[end].strip() and not _begins_anew(lines[end]):
                end += 1
            _fill(parts, at, end, LetterPart.PRESS)
            at = end
            continue
        at += 1
    return _broken_quotes(lines, _without_disclaimers(lines, parts))


def _without_disclaimers(lines: list[str], parts: list[LetterPart]) -> list[LetterPart]:
    """*parts* with the paragraph of a company that mails are confidential as a signature, and the ruled line above it."""
    start = 0
    for end in (*(number for number, line in enumerate(lines) if not line.strip()), len(lines)):
        own = range(start, end)
        is_text = start < end and all(parts[number] is LetterPart.TEXT and len(lines[number]) <= _LONGEST for number in own)
        said = " ".join(folded_words(" ".join(lines[number] for number in own))) if is_text else ""
        if said and phrases("signature", "disclaimers").search(said) and not any(_looks_like_list(lines[number]) for number in own):
            _fill(parts, start, end, LetterPart.SIGNATURE)
        start = end + 1
    return parts


def _fill(parts: list[LetterPart], start: int, end: int, part: LetterPart) -> None:
    for number in range(start, end):
        if parts[number] is LetterPart.TEXT:
            parts[number] = part


def _mark_quotes(lines: list[str], parts: list[LetterPart], start: int) -> list[LetterPart]:
    """Mark lines with a quotation mark as quotes below a signature too."""
    for number in range(start, len(lines)):
        if parts[number] is LetterPart.SIGNATURE and is_marked(lines[number]):
            parts[number] = LetterPart.QUOTE
    return parts


def _end_of_press(lines: list[str], at: int) -> int:
    """Press ends after ENDPRESS, wherever that is; without one at the first empty line after some text."""
    closing = next((number for number in range(at + 1, len(lines)) if closes_press(lines[number])), None)
    if closing is not None:
        return closing + 1
    number = at + 1
    while number < len(lines) and not lines[number].strip():
        number += 1
    if plain(lines[at]).strip().isupper():
        return len(lines)  # a judge's command: its press ends with ENDPRESS or with the mail
    while number < len(lines) and lines[number].strip():
        number += 1
    return number


def _begins_anew(line: str) -> bool:
    """Return True if a line right below a line of press does not continue it: other press, or orders."""
    return is_press(line) or opens_press(line) or _looks_like_list(line)


def _looks_like_list(line: str) -> bool:
    """Return True if a line right below a line of press is the start of a list of orders and no longer press."""
    text = plain(line).strip()
    return text.endswith(":") or text[:2].casefold() in {"a ", "f "}


def _broken_quotes(lines: list[str], parts: list[LetterPart]) -> list[LetterPart]:
    """The rest of a long quoted line that the mail program broke, between two quoted lines, is quoted."""
    for number in range(1, len(lines) - 1):
        between = parts[number - 1] is LetterPart.QUOTE and parts[number + 1] is LetterPart.QUOTE
        if parts[number] is LetterPart.TEXT and lines[number].strip() and between and len(lines[number - 1]) >= _LONG:
            parts[number] = LetterPart.QUOTE
    return parts
