"""A line as its writer typed it: what a chat puts before it, marks of a list, smileys and shorthand, as the reader knows them.

What is left out is blank in its text, so that every word keeps its column.
"""

from __future__ import annotations

import re
from functools import cache

from app.mail_in.letter import MailLine
from app.mail_in.phrases import WORD, folded_words, words, words_of
from app.mail_in.text_piece import TextPiece
from app.mail_in.withdrawals import without_struck

_LONGEST = 1_500
"""Characters of a line in which verbs of two words are looked for."""
_CHAT = re.compile(
    r"\s*\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4})[,;]?\s+(?:at |um )?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[APap]\.?[Mm]\.?)?\]?\s*[-–]?\s*"
    r"(?P<who>[^:\n]{1,40}):\s+|\s*\[\d{1,2}:\d{2}(?::\d{2})?\]\s*<?(?P<name>[^:>\n]{1,40})[:>]\s+"
)
_NUMBER = re.compile(r"^\s*\(?(?:\d{1,2}|[a-h]\))[.):/]?\s+(?=(?:[AF]|[^\W\d_]{4,})\b)|^\s*\d{1,2}[.):/]\s+(?=[A-Z])")
"""Mark before a line of a list or a table."""
_PICTURES = re.compile(
    "[\u2705\u2714\u2728\u263a\u2764\u2693\u2694\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6aa\U0001f900-\U0001f9ff]\ufe0f?"
)
"""Pictures beside an order that deny nothing."""
_SMILEY = re.compile(r"\s?[:;]['’]?-?[)(](?![\w(])|\s[:;]-?[DPp](?!\w)")
"""A smiley, which ends a sentence."""
_INNER_NUMBER = re.compile(r"\s\(?\d{1,2}[.)](?=\s*[AF]\s)|(?<=[,;.])\s+\(?\d{1,2}[.)](?=\s+[^\W\d_]{3})")
"""Before an order that is not the first of a line: ``1. Burgundy to Munich, 2. Paris to Burgundy``."""
_AND = re.compile(r"(?<=\w )u\.(?=(?: \w+){1,3} (?:halten|bleiben|stehen|decken|sichern|unterst\w+en)\b)")
"""German *und* between units that do the same, where the letter may be *unterstützt* too."""
_COMPACT = re.compile(r"(?<![^\s;])([^\W\d_]{3,4}-[^\W\d_]{3,4})\s(?=[^\W\d_]{3,4}-[^\W\d_]{3,4}(?:\s|$))")
"""Between moves without a kind or a mark: ``Par-Bur Mar-Spa Bre-MAO``."""
_SLASH = re.compile(r"\s/(\s+)(?=(?:[AF]|[Aa]rmy|[Ff]leet|[Aa]rmee|[Ff]lotte|[Aa]rmée|[Aa]rmata|[Ff]lotta|[Ee]jército|[Ff]lota)\s+\w)")
"""Between orders on a line: ``A Mun H / A Ruh S A Mun``."""
_SLASHED_MOVES = re.compile(
    r"\s/(\s+)(?=(?!(?:north|south|east|west|nord|s[uü]d|ost|est|ovest|sur|este|oeste|ouest)\b)"
    r"[^\W\d_]{3,}(?:\s?(?:[-–—=]+>?|→|>)\s?[^\W\d_]{3}|\s(?:h|holds?|s|c)\b))",
    re.IGNORECASE,
)
"""Between orders of places without kinds: ``Bur-Mun / Gas s Bur-Mun``."""
_SLASHED = re.compile(r"^\s*[AF]\s+[^\W\d_]{3,}\s+/\s+(?!(?:[nsewNSEW][cC]|[nsew](?:orth|outh|ast|est))\b)[^\W\d_]")
"""Order whose parts stand between slashes: ``A SER / TRI``, ``F AEG / S / F GRE``; behind some stands a coast."""
_LONG_ARROW = re.compile(r"(?<=\s)(?:~+>|-{3,})(?=\s+\w)")
_SAINT = re.compile(r"\b(St|Skt|Ste|S)\.\s+(?=P)")
"""*St. Petersburg*, whose stop ends nothing."""
_U = re.compile(r"(?<=\w )U(?= (?:[AF]|Armee|Flotte)\s)")
"""*unterstützt*, where the same letter is a Spanish *or*."""
_SUPPORTED_BY = re.compile(r"\bs/b\b", re.IGNORECASE)
"""*supported by*, as old hands write it."""
_BRACKETED_COAST = re.compile(r"\(([^\W\d_]{2,6})\)([nsewNSEW][cC])\b")
"""``F(StP)sc``."""


def text_line(line: MailLine) -> TextPiece:
    """*line* without what a chat writes before it, and without what is struck out."""
    chat = _CHAT.match(line.text)
    author, start = ("", 0) if chat is None else ((chat["who"] or chat["name"]).strip(), chat.end())
    text, struck = without_struck(line.text[start:])
    if text.count("|") > 1 or text.count("\u2502") > 1:
        text = text.replace("|", " ").replace("\u2502", " ")
    text = _INNER_NUMBER.sub(lambda found: ";" + " " * (len(found[0]) - 1), text)
    text = _NUMBER.sub(lambda found: " " * len(found[0]), text)
    text = _shortened().sub(lambda found: found[0].replace(".", " "), _AND.sub("& ", _U.sub("S", text)))
    text = _SMILEY.sub(lambda found: "." + " " * (len(found[0]) - 1), _PICTURES.sub(lambda found: " " * len(found[0]), text))
    text = _COMPACT.sub(lambda found: found[1] + ";", text)
    if _SLASHED.match(text):
        text = re.sub(r"(?<=\s)/(?=\s)", " ", text)
    for slash in (_SLASH, _SLASHED_MOVES):
        text = slash.sub(lambda found: f" ;{found[1]}", text)
    text = _LONG_ARROW.sub(lambda found: "->".ljust(len(found[0])), text)
    if _SUPPORTED_BY.search(text):  # in prose brackets are no part of a unit
        text = _SUPPORTED_BY.sub(" w ", re.sub(r"\b([AF])\(([^\W\d_]{2,6})\)", r"\1 \2 ", text))
    text = _BRACKETED_COAST.sub(lambda found: f" {found[1]} {found[2]}", text)
    text = _SAINT.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)
    text = _without_modal(text)
    text = _that().sub(lambda found: " " * len(found[0]), text)
    return TextPiece(line.number, start + 1, text, struck=struck, author=author)


@cache
def _shortened() -> re.Pattern[str]:
    """Finds shortened verbs with their stop: ``F Ion conv. A Tun - Gre``."""
    return re.compile(rf"(?i)(?<=[^\W_]\s)(?:{'|'.join(sorted(words('prose', 'shortened')))})\.(?=\s)")


def _without_modal(text: str) -> str:
    """*text* without ``soll … marschieren``: what a unit shall do it does."""
    heard = folded_words(text[:_LONGEST])
    if words("lead_in", "modal").isdisjoint(heard) or words("lead_in", "infinitives").isdisjoint(heard):
        return text
    gone = words_of("lead_in.modal", "lead_in.infinitives")
    return WORD.sub(lambda found: " " * len(found[0]) if " ".join(folded_words(found[0])) in gone else found[0], text)


@cache
def _that() -> re.Pattern[str]:
    """Finds words that stand for a kind of unit named before, with a place behind them."""
    said = "|".join(sorted(words("lead_in", "that")))
    return re.compile(rf"(?i)\b(?:{said})\b(?=\s+(?:d[eiu']|d[’]|en|in|a|nel|dans|che|qui)\b|\s+d['’])")
