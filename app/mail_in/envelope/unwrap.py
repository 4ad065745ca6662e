"""Parts of a letter: its lines are told from quotations, signatures, press and judge words; orders are looked for in its own text alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from app.mail_in.envelope.mime import letters_of
from app.mail_in.judge_words import closes_press, is_judge_word, is_press, is_sign_off, is_sign_on, opens_press
from app.mail_in.letter import Letter, LetterPart, MailLine, without_password
from app.mail_in.phrases import folded_words, phrases, plain

MOST_ATTRIBUTION_LINES = 3
"""``On Monday, Ada <ada@example.org>`` / ``wrote:``"""

_MARKED = re.compile(r"\s*(?:[>|\u2502\u203a\u00bb]|[A-Z]{2}>\s)")
_ROW = re.compile(r"\s*\|[^|]*\|")
"""A row of a table, whose cells stand between bars."""
_WROTE = "|".join(
    (
        r"wrote|writes|has written|said",
        r"schrieb|schreibt|hat(?: .{1,60})? geschrieben",
        r"a [eé]crit|[eé]crit|ecrivit",
        r"ha scritto|scrive|scriveva",
        r"escribi[oó]|escribe|ha escrito",
        r"schreef|escreveu|skrev",
    )
)
_WHO_WROTE = re.compile(rf"(?i)\s*(?:.{{0,240}}\s)?(?:{_WROTE})\b(?:(?![.!?]\s).){{0,100}}:\s*$")
_WHEN_WROTE = re.compile(
    rf"(?i)\s*(?:on|at|in|am|den|le|il|el|op|em|den|il giorno|el d[ií]a|um|vom)\s.{{1,300}}(?:{_WROTE})(?:\s+.{{0,100}})?\s*:?\s*$"
)
_BEGINS_WHEN = re.compile(
    r"(?i)\s*(?:on|at|in|am|den|le|il|el|op|em|um|vom)\s.{0,120}"
    r"(?:\d|day|tag|di\b|edì|dì|es\b|mon|tue|wed|thu|fri|sat|sun|@)"
)
_ORIGINAL = "|".join(
    (
        r"original (?:message|appointment|mail|e-mail)|forwarded (?:message|mail|by\b.*)|reply message|message",
        r"urspr(?:ü|ue?)ngliche (?:nachricht|mail|e-mail)|originalnachricht|original-?nachricht|weitergeleitete (?:nachricht|mail)",
        r"message (?:d['’]origine|original|initial|transf[eé]r[eé])|courriel original",
        r"messaggio (?:originale|inoltrato)",
        r"mensaje (?:original|reenviado)",
        r"oorspronkelijk bericht|doorgestuurd bericht|mensagem original",
    )
)
_SEPARATOR = re.compile(rf"(?i)\s*[-_=*~]{{2,}}\s*(?:{_ORIGINAL})\s*[-_=*~:]*\s*$")
_BEGIN_FORWARDED = re.compile(
    r"(?i)\s*(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)"
    r"|d[eé]but du message (?:r[eé]exp[eé]di[eé]|transf[eé]r[eé])"
    r"|inizio (?:del )?messaggio inoltrato|inicio del mensaje reenviado)\s*:?\s*$"
)
_FROM = r"from|von|de|da|van|expéditeur|mittente|absender|remitente"
_SENT = r"sent|date|gesendet|datum|envoy[eé](?: le)?|inviato|data|enviado(?: el)?|fecha|verzonden"
_OTHER = (
    r"to|cc|bcc|an|à|a|para|aan|subject|betreff|objet|oggetto|asunto|onderwerp|reply-to|importance|priorit[äaéà]\w*|kopie|attachments?"
    r"|anlagen?"
)
_FIELD = re.compile(rf"(?i)\s*\**(?P<name>{_FROM}|{_SENT}|{_OTHER})\s?\**\s?:\**\s*(?P<value>.*)$")
_FROM_NAME, _SENT_NAME = re.compile(rf"(?i)(?:{_FROM})$"), re.compile(rf"(?i)(?:{_SENT}|subject|betreff|objet|oggetto|asunto)$")
_FEWEST_FIELDS = 2
_RULE = re.compile(r"\s*[_\-=*]{8,}\s*$")
_TOP_FIELD = re.compile(
    r"(?i)\s*(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|received|return-path|mime-version|content-[\w-]+|x-[\w-]+|in-reply-to"
    r"|references|von|an|betreff|gesendet|datum|de|à|objet|envoyé|da|oggetto|inviato|data|para|asunto|enviado|fecha)\s?:\s"
)


def is_marked(line: str) -> bool:
    """Return True if the line carries a quotation mark: ``> A Lvp - Wal``, ``| A Lvp - Wal``."""
    shown = plain(line)
    return bool(_MARKED.match(shown)) and not _ROW.match(shown)


def quotes_on(lines: list[str], at: int) -> int:
    """Return the number of lines from *at* on that announce another mail; 0 where they do not."""
    line = plain(lines[at])
    if _SEPARATOR.match(line) or _BEGIN_FORWARDED.match(line):
        return 1
    if _RULE.match(line):
        following = next((number for number in range(at + 1, min(at + 3, len(lines))) if lines[number].strip()), None)
        return 1 if following is not None and header_block(lines, following, ruled=True) else 0
    if _names_writer(line):
        return 1
    if _BEGINS_WHEN.match(line):
        joined = line
        for more in range(1, MOST_ATTRIBUTION_LINES):
            if at + more >= len(lines) or not lines[at + more].strip() or is_marked(lines[at + more]):
                break
            joined = f"{joined} {plain(lines[at + more][:400]).strip()}"
            if _names_writer(joined):
                return more + 1
    return header_block(lines, at)


def header_block(lines: list[str], at: int, *, ruled: bool = False) -> int:
    """Return the number of lines from *at* on that are the header of a mail below, in any of five languages; 0 where they are none.

    Args:
        ruled: whether a ruled line stands above; then who wrote it and to whom is enough.
    """
    names: list[str] = []
    number = at
    while number < len(lines) and (found := _FIELD.match(plain(lines[number][:300]))):
        names.append(found["name"].strip())
        number += 1
    if len(names) < _FEWEST_FIELDS or not any(map(_FROM_NAME.match, names)) or not (ruled or any(map(_SENT_NAME.match, names))):
        return 0
    return number - at


def sender_of(line: str) -> str | None:
    """The sender that a field of a header names at the beginning of *line*, by name or address; ``None`` for any other line."""
    found = _FIELD.match(plain(line).lstrip("> |")[:300])
    return found["value"].strip() or None if found is not None and _FROM_NAME.match(found["name"].strip()) is not None else None


def top_header(lines: list[str]) -> int:
    """Return the number of lines at the start of a pasted text that are the header of the mail itself."""
    number = 0
    while number < len(lines) and not lines[number].strip():
        number += 1
    first = number
    while number < len(lines) and (_TOP_FIELD.match(plain(lines[number])) or (number > first and lines[number][:1] in {" ", "\t"})):
        number += 1
    return number if number > first else 0


def _names_writer(line: str) -> bool:
    """``On Monday X wrote``, with or without a colon; ``X wrote:`` needs the colon, and a name or an address."""
    if len(line) > 500:
        return False
    if _WHEN_WROTE.match(line):
        return bool(_BEGINS_WHEN.match(line)) or line.rstrip().endswith(":")
    return bool(_WHO_WROTE.match(line)) and ("@" in line or len(line.split()) <= 8)


_DASHES = re.compile(r"--\s?$|—\s?$|__\s?$")
_PROGRAM = re.compile(
    r"(?i)\s*(?:"
    r"sent (?:from|via|using|by) (?:my |the )?[\w .\-/()]{2,60}"
    r"|get outlook for \w+.*|gesendet (?:mit|von|aus|über) .{2,60}|von meine[mr] .{2,40} gesendet|diese nachricht wurde von .{2,60}"
    r"|envoy[eé] (?:de(?:puis)?|avec|par|à partir de) .{2,60}|inviato (?:da|dal|con|tramite) .{2,60}|enviado (?:desde|con|de) .{2,60}"
    r"|verzonden vanaf .{2,60}|outlook (?:für|for|pour|per|para) \w+.*|virus-?free.*|virenfrei.*|t[eé]l[eé]charge[rz] outlook.*"
    r")\.?\s*$"
)


def begins_signature(line: str) -> bool:
    """Return True if all below is a signature: two dashes alone on a line."""
    return bool(_DASHES.match(plain(line)))


def is_program_line(line: str) -> bool:
    """Return True if a telephone or a program added the line: ``Sent from my iPhone``."""
    return bool(_PROGRAM.match(plain(line)))


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
    texts = (without_password(line.text) for line in letter.lines)
    lines = tuple(line if line.text == text else replace(line, text=text) for line, text in zip(letter.lines, texts, strict=True))
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
        if part is LetterPart.TEXT and len(line) <= _LONGEST and is_judge_word(line):
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
    is_mail = LetterPart.HEADER in parts
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
        if len(line) > _LONGEST:
            at += 1
            continue
        if begins_signature(line):
            _fill(parts, at, len(lines), LetterPart.SIGNATURE)
            return _mark_quotes(lines, parts)
        heads = quotes_on(lines, at)
        if heads:
            _fill(parts, at, at + heads, LetterPart.QUOTE)
            at += heads
            following = next((number for number in range(at, len(lines)) if lines[number].strip()), None)
            if following is None or not is_marked(lines[following]):
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
        if phrases("signature", "disclaimers").search(said) and not any(_looks_like_list(lines[number]) for number in own):
            _fill(parts, start, end, LetterPart.SIGNATURE)
        start = end + 1
    return parts


def _fill(parts: list[LetterPart], start: int, end: int, part: LetterPart) -> None:
    for number in range(start, end):
        if parts[number] is LetterPart.TEXT:
            parts[number] = part


def _mark_quotes(lines: list[str], parts: list[LetterPart]) -> list[LetterPart]:
    """Mark lines with a quotation mark as quotes below a signature too."""
    for number, line in enumerate(lines):
        if parts[number] is LetterPart.SIGNATURE and is_marked(line):
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
    """Return True if a line right below a line of press does not continue it: a block of press, or orders."""
    return opens_press(line) or _looks_like_list(line)


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
