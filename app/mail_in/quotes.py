"""Quotations of another mail and signatures: marked lines, who wrote the text below, and the headers of a mail below."""

from __future__ import annotations

import re

from app.mail_in.folding import plain

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
_WHO_WROTE = re.compile(rf"(?i)\s*(?:.{{0,240}}\s)?(?:{_WROTE})\b.{{0,100}}:\s*$")
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
        return 1 if following is not None and header_block(lines, following, fewest=2, ruled=True) else 0
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
    return header_block(lines, at, fewest=2)


def header_block(lines: list[str], at: int, fewest: int, *, ruled: bool = False) -> int:
    """Return the number of lines from *at* on that are the header of a mail below, in any of five languages; 0 where fewer than *fewest*.

    Args:
        ruled: whether a ruled line stands above; then who wrote it and to whom is enough.
    """
    names: list[str] = []
    number = at
    while number < len(lines) and (found := _FIELD.match(plain(lines[number][:300]))):
        names.append(found["name"].strip())
        number += 1
    if len(names) < fewest or not any(map(_FROM_NAME.match, names)) or not (ruled or any(map(_SENT_NAME.match, names))):
        return 0
    return number - at


def is_sender_field(line: str) -> bool:
    """Return True if *line* is the field of a header that names who sent a mail: ``> From: Ada <ada@example.org>``."""
    found = _FIELD.match(plain(line).lstrip("> |")[:300])
    return found is not None and _FROM_NAME.match(found["name"].strip()) is not None and "@" in found["value"]


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
