"""A piece of a text: a line as its writer typed it, without what a chat and lists put before orders, and its parts, an order apart from
what explains it in the same sentence. What is left out is blank in its text, so that every word keeps its column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache

from app.mail_in.doubtful_remarks import explains, remark_doubts
from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords, kinds_named, mentions, places_named, units_named, without_places
from app.mail_in.phrases import WORD, folded_words, located, phrases, tokens_in, words, words_of
from app.mail_in.remarks import orders_in_brackets, without_remarks
from app.mail_in.withdrawals import withdrawing, without_struck
from languages import clauses

LIST_MARK = re.compile(r"\s*(?:[-*•·–>]|\(?\d{1,2}[.):])\s+")
"""Mark of an item of a list: ``1.``, ``-``."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A sentence, or a line, of the sender's own text."""

    line: int
    column: int
    """Column at which it begins on its line, counted from 1."""
    text: str
    remark: str = ""
    """Words beside an order that are no part of it."""
    explanation: str = ""
    """Words behind an order that explain it, or deny another deed of its unit."""
    struck: str = ""
    """Words that its writer struck out."""
    author: str = ""
    """Writer of it, where a chat names one."""
    joined: tuple[MailLine, ...] = ()
    """The lines below it that it goes on in."""
    starts: tuple[tuple[int, int, int], ...] = ()
    """For a part of a paragraph: where in its text each line begins, its number, and the column."""
    is_quoted: bool = False
    """True if it stands between quotation marks that open on one line and close on a later one."""
    is_reported: bool = False
    """True if words before it say that another person said it: ``Marcel wrote:``."""
    is_exception: bool = False
    """True if the sentence before it says what all other units do: ``All hold except A Tri - Ven``."""
    written: str = ""
    """Text with the words of a change of mind, where those are left out: they count if no order is read beside them."""


def part_of(piece: TextPiece, at: int, to: int) -> TextPiece:
    """The part of *piece* from *at* up to *to*, with its own place."""
    text = piece.text[at:to]
    if text == piece.text and not piece.joined:
        return piece
    if not piece.starts:
        return replace(piece, column=piece.column + at, text=text, joined=())
    begun = max(each for each in piece.starts if each[0] <= at)
    inner = [each for each in piece.starts if at < each[0] < to]
    numbers = {line for _, line, _ in inner}
    joined = tuple(each for each in piece.joined if each.number in numbers)
    column = begun[2] + at - begun[0]
    starts = ((0, begun[1], column), *((start - at, line, column) for start, line, column in inner)) if inner else ()
    return replace(piece, line=begun[1], column=column, text=text, joined=joined, starts=starts)


def is_bare_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* names one unit with its place, and says nothing else: ``Army Silesia``."""
    named = mentions(text, known)
    beside = folded_words(without_places(text, named))
    return len(named) == 1 and units_named(text, known) == [0] and all(known.is_kind(word) or known.is_filler(word) for word in beside)


def units_or_places(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a unit or a place."""
    return bool(units_named(text, known) or places_named(text, known))


def asides_in_brackets(piece: TextPiece, known: OrderWords) -> TextPiece:
    """*piece* with brackets for the dashes around a remark between two orders: ``to Belgium - yes I know, Rob is cross - and Kiel …``."""
    text = piece.text
    for found in _DASHED.finditer(text):
        said = found["said"]
        is_remark = (
            len(said.split()) >= _FEWEST_EXPLAINING and not units_or_places(said, known) and not any(map(known.is_deed, folded_words(said)))
        )
        if is_remark and units_or_places(text[: found.start()], known) and units_or_places(text[found.end() :], known):
            text = f"{text[: found.start('said') - 2]} ({said}) {text[found.end('said') + 2 :]}"
    return piece if text == piece.text else replace(piece, text=text)


_DASHED = re.compile(r"\s[-–—]\s(?P<said>[^-–—()\n]{3,160})\s[-–—]\s(?=(?:and|while|und|et|e|y)\b)", re.IGNORECASE)


def at_brackets(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], own: Collection[str]) -> list[TextPiece]:
    """*piece* without the orders in brackets that say it again, or more: ``Rumania helps (A Rum S A Vie - Gal)``; and these."""
    outside, inside = orders_in_brackets(piece.text, known, own, reads)
    if not inside:
        return [piece]
    return [replace(piece, text=outside), *(part_of(piece, start, end) for start, end in inside)]


def beside_remarks(piece: TextPiece, known: OrderWords, own: Collection[str]) -> TextPiece:
    """*piece* without the remarks beside its orders."""
    text, remark, written, denied = without_remarks(piece.text, known, own)
    if (text, remark, written) == (piece.text, piece.remark, piece.written) and not (denied or piece.explanation):
        return piece
    said = [each for each in (piece.explanation, denied) if each]
    return replace(piece, text=text, remark=remark, written=written, explanation=clauses(said))


def without_explanations(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], own: Collection[str] = ()) -> list[TextPiece]:
    """*piece* without the words behind its orders that explain them: ``A Ruh - Bel: Belgien gehört zu mir``, ``…, because Ruth left``.

    It is cut behind a reason where another order follows. ``I don't like the look of Tyrolia, so Munich stays`` has it before them.
    """
    for found in _THEREFORE.finditer(piece.text):
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        follows = found[1].casefold() in words("speech", "consequence") and bool(places_named(tail, known)) and reads(tail)
        named = places_named(head, known)
        is_kind = bool(kinds_named(tail, known)) and not set(named[:1]).issubset(own)  # ``Rome cannot be reached, so the army goes to …``
        is_of_others = bool(own) and not units_named(head, known) and (is_kind or set(named).isdisjoint(own))
        if follows and ((is_of_others and explains(head, known, is_reason=False)) or _reports(head, known)):
            return without_explanations(replace(part_of(piece, found.end(), len(piece.text)), explanation=head.strip()), known, reads)
    reasons = {start for name in ("reasons", "opinions") for (start, _), *_ in located(piece.text, phrases("remark", name))}
    reasons -= {start for (start, _), *_ in located(piece.text, phrases("remark", "since_when"))}
    for found in _EXPLAINS.finditer(piece.text):
        is_reason = found.end() in reasons
        mark = found["mark"].strip()
        if not is_reason and not mark:
            continue
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        if not is_reason and mark == "," and not (_is_remark(tail, known) or _is_of_person(tail, known)):
            continue
        item = LIST_MARK.match(head)
        begin = len(head) - len(head.lstrip()) if item is None else item.end()
        if (small := _FILLER.match(head, begin)) is not None and known.is_filler(small[1].casefold()):
            begin = small.end()  # ``The army in Venice retreats to Rome: …``
        begins = units_named(head, known)[:1] == [begin] or any(map(known.is_deed, folded_words(head[begin:])[:1]))
        is_sentence = len(tail.split()) >= _FEWEST_EXPLAINING and not any(map(known.is_verb, folded_words(tail)[:1]))
        is_told = (begins or mark == ",") and is_sentence
        is_listed = is_told and mark != ":" and _is_statement(tail, known)
        if mark != ":" and places_named(tail, known):
            is_told = is_listed
        if not (is_reason or is_told):
            continue
        for joint in _AND_UNIT.finditer(tail) if is_reason else ():
            reason, rest, end = tail[: joint.start()], tail[joint.end() :], found.end() + joint.end()
            is_order = units_named(rest, known) or (places_named(rest, known) and any(map(known.is_verb, folded_words(rest))))
            if is_order and explains(reason, known, is_reason=True) and reads(head):
                first = replace(part_of(piece, 0, found.start()), explanation=reason.strip(" .!?"))
                return [first, *without_explanations(part_of(piece, end, len(piece.text)), known, reads)]
        if explains(tail, known, is_reason=is_reason) and (reads(head) or (is_listed and is_bare_unit(head[begin:], known))):
            return [replace(piece, text=head, explanation=clauses([each for each in (piece.explanation, tail.strip(" .!?")) if each]))]
    return [piece]


def _reports(text: str, known: OrderWords) -> bool:
    """Return True for ``Kev swears that he isn't coming for Budapest``: a named person says something."""
    name = next(iter(tokens_in(text)), None)
    heard = folded_words(text)
    is_name = name is not None and text[name.start].isupper() and not (known.is_place(name.folded) or known.is_deed(name.folded))
    is_said = is_name and not words("speech", "verbs").isdisjoint(heard[1:2]) and heard[0] not in words("prose", "subjects")
    return is_said and "?" not in text and not units_named(text, known) and withdrawing(text, known) is None


def _is_remark(text: str, known: OrderWords) -> bool:
    """Return True for ``it's closer to the front``: a statement that names nothing of the game."""
    heard = folded_words(text)
    told = any(known.is_deed(word) or known.spelt_kind_of(word) for word in heard)
    return phrases("remark", "states").match(" ".join(heard)) is not None and not told and not places_named(text, known)


def _is_of_person(text: str, known: OrderWords) -> bool:
    """Return True for ``Olivier non mi convince per niente``: a statement on a named person that names nothing of the game."""
    heard = folded_words(text)
    name = next(iter(tokens_in(text)), None)
    is_name = name is not None and text[name.start].isupper() and name.end - name.start > _SHORTEST_NAME
    if not is_name or len(heard) < _FEWEST_EXPLAINING or units_or_places(text, known):
        return False
    return not any(known.is_power(word) or known.is_deed(word) or known.spelt_kind_of(word) for word in heard)


_SHORTEST_NAME = 2


def _is_statement(text: str, known: OrderWords) -> bool:
    """Return True for ``it was only there to watch Norway``, and not for ``over the North Sea``, ``it goes to Norway``."""
    heard = folded_words(text)
    return heard[0] in words("prose", "that") and not any(map(known.is_deed, heard))


_THEREFORE = re.compile(r"[,;]\s+(?:(?:and|und|et|e|y)\s+)?([^\W\d_]+)\s+(?=\w)", re.IGNORECASE)
_AND_UNIT = re.compile(r"[,;]\s+(?:(?:and|while|und|et|e|mentre|y)\s+)?(?=\w)", re.IGNORECASE)


_FILLER = re.compile(r"([^\W\d_]+)(?:\s+|(?<=[ldLD])['’])")
_EXPLAINS = re.compile(r"(?<=[\w)])(?P<mark>\s[-–—]|\s?:|,?)\s+(?=[^\W\d_])")
_FEWEST_EXPLAINING = 4
"""Words behind the colon of an order that may be a sentence."""


def at_brackets_between(piece: TextPiece, known: OrderWords) -> list[TextPiece]:
    """*piece* cut behind a bracket that makes the order before it doubtful, or is a sentence, where another order follows."""
    for found in _BRACKET.finditer(piece.text):
        head, tail = piece.text[: found.start()], piece.text[found.end() :]
        said = found["said"]
        is_sentence = len(said.split()) >= _FEWEST_EXPLAINING and found["joint"] is not None and not places_named(said, known)
        is_remark = not units_named(said, known) and (is_sentence or remark_doubts(said, known))
        if is_remark and units_or_places(tail, known) and units_or_places(head, known):
            first = part_of(piece, 0, found.end("bracket"))
            return [first, *at_brackets_between(part_of(piece, found.end(), len(piece.text)), known)]
    return [piece]


_BRACKET = re.compile(r"(?P<bracket>\((?P<said>[^()]{3,160})\)[,;]?)(?P<joint>\s+(?:and|while|und|et|e|y)\b(?=\s))?", re.IGNORECASE)


# --- a line as its writer typed it ---

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
    """*text* without ``soll … marschieren`` in each of its sentences: what a unit shall do it does."""
    return "".join(map(_sentence_without_modal, _SENTENCES.split(text)))


def _sentence_without_modal(text: str) -> str:
    heard = folded_words(text[:_LONGEST])
    if words("lead_in", "modal").isdisjoint(heard) or words("lead_in", "infinitives").isdisjoint(heard):
        return text
    gone = words_of("lead_in.modal", "lead_in.infinitives")
    return WORD.sub(lambda found: " " * len(found[0]) if " ".join(folded_words(found[0])) in gone else found[0], text)


_SENTENCES = re.compile(r"(?<=[^\W\d_]{3}[.!?])(?=\s)")


@cache
def _that() -> re.Pattern[str]:
    """Finds words that stand for a kind of unit named before, with a place behind them."""
    said = "|".join(sorted(words("lead_in", "that")))
    return re.compile(rf"(?i)\b(?:{said})\b(?=\s+(?:d[eiu']|d[’]|en|in|a|nel|dans|che|qui)\b|\s+d['’])")
