"""The sender's own lines cut into pieces that are read by themselves: sentences, without what a chat writes before them and remarks behind.

A piece remembers its place, so that its account has line and column. What is left out is blank in its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise

from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import courtesy, is_conditional, is_of_the_world, is_talk, names_of_lists, offers_courtesy, without_harmless
from app.mail_in.folding import folded_words, plain, tokens_in
from app.mail_in.letter import MailLine
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import language_written, phrases, words, words_by_language
from app.mail_in.surroundings import speaks_of_other
from app.mail_in.withdrawals import NamedPlace, keeps_the_rest, located, mentions, places_named, provinces_of, units_named, without_struck
from languages import clauses

MOST_PIECES = 2_500
_LONGEST = 1_500
_MOST_JOINED = 3
"""Lines that one order is broken into at most."""

_STOP = re.compile(r"(?<=[^\W_])[\"”»')]?([.!?;])[!?]*\s+(?=[^\W_]|[(«\"“*])")
_COLON = re.compile(r":\s+(?=\S)")
_ASIDE = re.compile(r"[(\[{]([^()\[\]{}]{1,200})[)\]}]")
_REMARK = re.compile(r"\s(?://+|#+|<[-=~]+|←|\\\\|/\*|--+(?!>))\s*(?P<said>[^\d\W].*)$|(?<=\w)\s*//\s*(?P<more>.+)$")
_DASH = re.compile(r"(?<=\w)\s+[-–—]\s+([^\W\d_][^-–—>→]{3,})$")
"""A dash before words that end a line: ``F Lon - no surprises there``."""
_SMILE = re.compile(r"(?<!\w)(?:[:;8=]-?[)(DPpoO|/]|\^\^|<3)(?!\w)")
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
_LONGEST_HEARSAY = 4
"""Words of a remark that says who said an order, or what follows it."""
_REASON = re.compile(
    r"(?i)(?<=\w)(,?\s+(?:because|since|denn|weil|car|parce\s+que|puisque|perch[eé]|poich[eé]|porque|ya\s+que|as(?=\s+(?:i|we|he|she|it|they|there)\b))"
    r"\s[^.,;!?:]{1,120})[.!]?\s*$"
)
"""Reason of an order at the end of its sentence: ``as I have no better idea``."""
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
_LONG_ARROW = re.compile(r"(?<=\s)(?:~+>|-{3,})(?=\s+\w)")
_SAINT = re.compile(r"\b(St|Skt|Ste|S)\.\s+(?=P)")
"""*St. Petersburg*, whose stop ends nothing."""
_U = re.compile(r"(?<=\w )U(?= (?:[AF]|Armee|Flotte)\s)")
"""*unterstützt*, where the same letter is a Spanish *or*."""
_FEWEST_SAID = 3
_FEWEST_COMMON = 2
_SHORT_PLACE = 4
_YEAR = 4
"""Digits of a year."""
_LONGEST_PLACE = 5
"""Words of a place before a colon: ``Bourgogne : Belgique`` is an order."""
_LIST_MARK = re.compile(r"\s*(?:[-*•·–>]|\(?\d{1,2}[.):])\s+")
_GOES_ON = re.compile(r"(?i)\s*(?:[-–—>→]+|via|to|nach|vers|verso|hacia|by|supports?|unterst\w*|soutient|appoggia|apoya)\s*\w")
"""Beginning of a line that can only go on with the order above it."""
_AND_IF = re.compile(r"[,;]\s+(?:(?:and|but|und|aber|et|mais|e|ma|y|pero)\s+)?", re.IGNORECASE)
_SIGNS = frozenset("-+–")
_HANGS = re.compile(r"(?:[-–—>→,]|\b(?:and|und|et|e|y))\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A sentence, or a line, of the sender's own text."""

    line: int
    column: int
    """Column at which it begins on its line, counted from 1."""
    text: str
    remark: str = ""
    """Words beside an order that are no part of it."""
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


def pieces_of(
    lines: Iterable[MailLine],
    known: OrderWords,
    is_heading: Callable[[str], bool],
    reads: Callable[[str], bool],
    is_of_all: Callable[[str], bool],
    own: Collection[str] = (),
) -> tuple[TextPiece, ...]:
    """The pieces of *lines*.

    Args:
        own: provinces in which the writer has units.
        is_heading: whether a text names a phase.
        reads: whether a text is orders from its beginning to its end.
        is_of_all: whether a text says what all units do.
    """
    whole = _joined(_paragraphs(_with_quotations([_line(line) for line in lines]), known, reads), known, reads)
    found: list[TextPiece] = []
    for piece in whole:
        if len(found) > MOST_PIECES or not piece.text.strip():
            found.append(piece)
            continue
        for part in _of_long_line(piece):
            if len(part.text) > _LONGEST:
                found.append(part)
            else:
                for each in _sentences(part, known, is_heading, reads, is_of_all):
                    found.extend(_without_remarks(one, known, own) for one in _at_exception(each, known, reads, is_of_all))
    return tuple(_below_reports(found))


def _below_reports(pieces: list[TextPiece]) -> Iterator[TextPiece]:
    """Yield *pieces*; those on the lines below ``Marcel wrote:``, up to an empty line or the end of its quotation, are reported."""
    last, head, only, is_block, is_open, marks = 0, "", 0, False, False, 0
    for piece in pieces:
        if not piece.text.strip() or piece.line > last + 1:
            head, is_block, is_open = "", False, False
        is_block = is_block and only in {0, piece.line}
        if not is_open and piece.text.strip() and _reports(head, piece):
            is_open, marks = _QUOTATION.match(piece.text.lstrip()) is not None, 0
            is_block, only = not is_open, piece.line if piece.line == last else 0
        is_reported = is_block or is_open
        marks += len(_QUOTATION.findall(piece.text))
        is_open = is_open and marks % 2 == 1
        yield replace(piece, is_reported=True) if is_reported else piece
        last = piece.joined[-1].number if piece.joined else piece.line
        head = "" if is_reported else piece.text


def _reports(head: str, piece: TextPiece) -> bool:
    """Return True if *head* ends with a colon and has another person say *piece*, or that is quoted and no list of the writer's."""
    if not head.rstrip().endswith(":"):
        return False
    heard = folded_words(head)
    lists = [number for number, word in enumerate(heard) if word in names_of_lists()]
    language = language_written(head)
    verbs = words_by_language("speech", "verbs").get(language, words("speech", "verbs"))
    verb = next((number for number, word in enumerate(heard[1:], 2) if word in verbs), 0)
    if phrases("speech", "own").search(" ".join(heard[: verb or None])) is not None:
        return False
    if not verb:
        return _QUOTATION.match(piece.text.lstrip()) is not None and not lists and not piece.is_quoted
    return all(words("heading", "own").isdisjoint(heard[max(0, number - 2) : number]) for number in lists)


def _with_quotations(pieces: list[TextPiece]) -> list[TextPiece]:
    """*pieces* with those marked that stand between quotation marks on different lines."""
    found, start = list(pieces), None
    for number, piece in enumerate(pieces):
        if len(_QUOTATION.findall(piece.text)) % 2 == 0:
            continue
        if start is None:
            start = number
        elif number - start <= _LONGEST_QUOTATION:
            found[start : number + 1] = [replace(each, is_quoted=True) for each in found[start : number + 1]]
            start = None
        else:
            start = number
    return found


_LONGEST_QUOTATION = 20
"""Lines; marks that are further apart do not belong together."""


def _line(line: MailLine) -> TextPiece:
    """*line* without what a chat writes before it, and without what is struck out."""
    chat = _CHAT.match(line.text)
    author, start = ("", 0) if chat is None else ((chat["who"] or chat["name"] or "").strip(), chat.end())
    text, struck = without_struck(line.text[start:])
    if text.count("|") > 1 or text.count("\u2502") > 1:
        text = text.replace("|", " ").replace("\u2502", " ")
    text = _INNER_NUMBER.sub(lambda found: ";" + " " * (len(found[0]) - 1), text)
    text = _NUMBER.sub(lambda found: " " * len(found[0]), text)
    text = _shortened().sub(lambda found: found[0].replace(".", " "), _AND.sub("& ", _U.sub("S", text)))
    text = _SMILEY.sub(lambda found: "." + " " * (len(found[0]) - 1), _PICTURES.sub(lambda found: " " * len(found[0]), text))
    text = _COMPACT.sub(lambda found: found[1] + ";", text)
    text = _SLASH.sub(lambda found: f" ;{found[1]}", text)
    text = _LONG_ARROW.sub(lambda found: "->".ljust(len(found[0])) if len(found[0]) > 1 else found[0], text)
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
    gone = words("lead_in", "modal") | words("lead_in", "infinitives")
    return re.sub(r"[^\W_]+", lambda found: " " * len(found[0]) if " ".join(folded_words(found[0])) in gone else found[0], text)


def _without_permission(text: str) -> str:
    """*text* without ``if possible``: an order that is not possible is asked about in any case."""
    for start, end in [span for span, *_ in located(text, phrases("remark", "possible"))]:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _without_afterthought(text: str, known: OrderWords) -> str:
    """*text* without ``On second thought`` at its beginning: the order behind it takes the place of the earlier one anyhow."""
    found = next(iter(located(text, phrases("amendment", "leads"))), None)
    if found is None or text[: found[0][0]].strip(" ,;-*"):
        return text
    _start, end = found[0]
    stop = _LEAD_ENDS.match(text, end)
    if stop is not None and (words("amendment", "opens") | courtesy()).issuperset(folded_words(stop[0])):
        end = stop.end()
    behind = text[end:]
    heard = folded_words(behind)
    goes = words("prose", "to") | words("prose", "into")
    tells = any(token.kind is TokenKind.DASH for token in tokens_in(behind)) or any(known.is_deed(word) or word in goes for word in heard)
    named = places_named(behind, known)
    if not named or not (tells or units_named(behind, known) or any(map(known.is_verb, heard))):
        return text
    return " " * end + behind


_LEAD_ENDS = re.compile(r"[^,:;–—]{0,30}[,:;–—]?[^,:;–—]{0,20}[,:;–—]|\s*")
"""Words up to the mark that parts ``Change of plan, sorry:`` from the order behind it."""


def _without_request(text: str) -> str:
    """*text* without ``could you please`` and its question mark: what is asked for is an order."""
    shown = text.rstrip()
    if not shown.endswith("?") or "?" in shown[:-1]:
        return text
    heard = folded_words(shown)
    found = next(iter(located(shown, phrases("prose", "requests"))), None)
    if found is None:
        return text
    start, end = found[0]
    before = folded_words(text[:start])
    if len(before) == len(heard) or not (courtesy() | words("around", "opens") | words("lead_in", "words")).issuperset(before[:1]):
        return text
    return f"{text[:start]}{' ' * (end - start)}{text[end : len(shown) - 1]}.{text[len(shown) :]}"


@cache
def _that() -> re.Pattern[str]:
    """Finds words that stand for a kind of unit named before, with a place behind them."""
    said = "|".join(sorted(words("lead_in", "that")))
    return re.compile(rf"(?i)\b(?:{said})\b(?=\s+(?:d[eiu']|d[’]|en|in|a|nel|dans|che|qui)\b|\s+d['’])")


# --- paragraphs that a mail program broke ---


def _paragraphs(pieces: list[TextPiece], known: OrderWords, reads: Callable[[str], bool]) -> list[TextPiece]:
    """*pieces* with the lines together of a paragraph that was broken where the next word did not fit."""
    found: list[TextPiece] = []
    at = 0
    while at < len(pieces):
        end, length = at + 1, len(pieces[at].text)
        while end < len(pieces) and length + len(pieces[end].text) < _LONGEST and _is_broken(pieces, at, end, known, reads):
            length += len(pieces[end].text)
            end += 1
        whole = None if end == at + 1 else _together(pieces[at:end])
        if whole is None or max(map(len, _ENDINGS.split(whole.text))) > _LONGEST_SENTENCE:
            found.extend(pieces[at:end])
        else:
            found.append(whole)
        at = end
    return found


def _is_broken(pieces: list[TextPiece], start: int, end: int, known: OrderWords, reads: Callable[[str], bool]) -> bool:
    """Return True if the line before *end* was broken within a sentence, so that the next one goes on with it."""
    before, text = pieces[end - 1].text.rstrip(), pieces[end].text
    heard = text.split()
    if len(before.split()) < _FEWEST_WORDS:
        return False
    width = max(len(each.text.rstrip()) for each in pieces[start : end + 1])
    if not heard or width < _NARROWEST or len(before) + 1 + len(heard[0]) <= width or not (before[-1].isalnum() or before[-1] in ",'’-–—"):
        return False
    if any(each.struck or each.author or each.is_quoted for each in pieces[end - 1 : end + 1]):
        return False
    is_listed = _LIST_MARK.match(text) is not None or (len(heard[0]) <= 2 and _begins_unit(text.strip(), known))
    if is_listed or _NUMBER.match(text):
        return False
    if _begins_sentence(heard[0]) and before[-1] not in ",-–—":
        return False
    last = folded_words(before)[-1:]
    hangs = not last or last[0] in words("due", "joints") | words("due", "joining") or known.is_filler(last[0])
    return hangs or not (_may_begin(text, known) and reads(text))


def _begins_sentence(word: str) -> bool:
    """Return True for a small word with a capital letter, which stands within no sentence: ``The``, ``Meine``."""
    small = words("prose", "small") | words("lead_in", "words")
    return len(word) > 1 and word[0].isupper() and word[1:].islower() and " ".join(folded_words(word)) in small


def _may_begin(text: str, known: OrderWords) -> bool:
    """Return True if *text* begins with a place or a kind of unit, perhaps behind an article."""
    heard = [word for word in folded_words(text[:40]) if not known.is_filler(word) or known.is_place(word)]
    return bool(heard) and (known.is_place(heard[0]) or known.is_kind(heard[0]))


def _together(pieces: list[TextPiece]) -> TextPiece:
    """The lines of a paragraph as one piece."""
    text, starts = "", []
    for each in pieces:
        shown = each.text.rstrip()
        lead = len(shown) - len(shown.lstrip()) if text else 0
        text = f"{text} {shown[lead:]}" if text else shown
        starts.append((len(text) - len(shown) + lead, each.line, each.column + lead))
    lines = tuple(MailLine(each.line, each.text) for each in pieces[1:])
    return replace(pieces[0], text=text, joined=lines, starts=tuple(starts))


_FEWEST_WORDS = 5
_LONGEST_SENTENCE = 400
_ENDINGS = re.compile(r"[.!?;:]")
_NARROWEST = 55
"""Characters of the longest line of a paragraph that a program broke."""


# --- lines that one order is broken into ---


def _joined(pieces: list[TextPiece], known: OrderWords, reads: Callable[[str], bool]) -> list[TextPiece]:
    found: list[TextPiece] = []
    at = 0
    while at < len(pieces):
        piece, used = _with_following(pieces, at, known, reads)
        found.append(piece)
        at += used
    return found


def _with_following(pieces: list[TextPiece], at: int, known: OrderWords, reads: Callable[[str], bool]) -> tuple[TextPiece, int]:
    """A piece with the lines that it goes on in, where only together they are orders; and how many pieces that is."""
    first = pieces[at]
    if len(first.text) > 200 or not _may_go_on(first.text, known):
        return first, 1
    text = first.text.rstrip()
    begin = max((found.end() for found in _STOP.finditer(text) if not _is_abbreviation(text, found, known)), default=0)
    colon = _COLON.search(text, begin)
    begin = colon.end() if colon is not None and not units_named(text[begin : colon.end()], known) else begin
    for more in range(1, _MOST_JOINED):
        if at + more >= len(pieces) or not _may_be_rest(first.text, pieces[at + more].text, known):
            return first, 1
        text = f"{text} {pieces[at + more].text.strip()}"
        if reads(text[begin:]):
            if _GOES_ON.match(pieces[at + 1].text) is None and reads(first.text[begin:]):
                return first, 1
            rest = tuple(MailLine(each.line, each.text) for each in pieces[at + 1 : at + more + 1])
            return replace(first, text=text, joined=rest), more + 1
    return first, 1


def _may_go_on(text: str, known: OrderWords) -> bool:
    said = text.rstrip()
    if not said or said.endswith((".", "!", "?", ":", ";")) or not known.may_order(said):
        return False
    return bool(units_named(said, known)) or _HANGS.search(said) is not None


def _may_be_rest(first: str, text: str, known: OrderWords) -> bool:
    said = text.strip()
    is_listed = _LIST_MARK.match(text) is not None and not (said.startswith(("-", "–", ">")) and _is_bare_unit(first, known))
    if said[:1] in _SIGNS and first.strip()[:1] == said[:1] and units_named(said, known) == [1]:
        return False  # ``-F Tri`` above ``-A Ser``
    return bool(said) and len(said) <= 120 and not said.endswith(":") and not is_listed and not _begins_unit(said, known)


def _is_bare_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a unit and says nothing else."""
    return units_named(text, known) == [0] and len(folded_words(text)) <= _MOST_JOINED


def _begins_unit(text: str, known: OrderWords) -> bool:
    """Return True if *text* begins with a unit and goes on: it is an order of its own."""
    units = units_named(text, known)
    return bool(units) and units[0] == 0 and len(folded_words(text)) > 2


# --- sentences ---


def _of_long_line(piece: TextPiece) -> list[TextPiece]:
    """*piece*, and where it is a line of very many orders, the parts of it between their marks."""
    if len(piece.text) <= _LONGEST:
        return [piece]
    cuts = [0, *(found.end() for found in islice(_MARKS.finditer(piece.text), _MOST_PARTS)), len(piece.text)]
    parts = [replace(piece, column=piece.column + start, text=piece.text[start:end], joined=()) for start, end in pairwise(cuts)]
    return [each for each in parts if each.text.strip()]


_MARKS = re.compile(r"[;.!?]\s+|,\s+(?=(?:[AF]|[Aa]rmy|[Ff]leet|[Aa]rmee|[Ff]lotte)\s)")
_MOST_PARTS = 400


def _sentences(
    piece: TextPiece,
    known: OrderWords,
    is_heading: Callable[[str], bool],
    reads: Callable[[str], bool],
    is_of_all: Callable[[str], bool],
) -> list[TextPiece]:
    shown = plain(piece.text)
    if len(shown) != len(piece.text):
        shown = piece.text
    cuts = [
        found.end()
        for found in _STOP.finditer(shown)
        if not _is_abbreviation(shown, found, known, is_heading) and not _is_inside(shown, found)
    ]
    cuts = sorted({*cuts, *_before_the_world(shown), *_beside_the_rest(shown, known), *_before_the_others(shown, reads, is_of_all)})
    start = 0
    found: list[TextPiece] = []
    for end in (*cuts, len(shown)):
        parts = _at_colon(shown, start, end, known, is_heading)
        found.extend(_part_of(piece, at, to) for at, to in parts)
        start = end
    if found and not piece.starts:
        found[-1] = replace(found[-1], joined=piece.joined)
    return found or [piece]


def _at_exception(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], is_of_all: Callable[[str], bool]) -> list[TextPiece]:
    """*piece* cut at its *except*, where it says what all units do, and behind it others have orders."""
    found = next(iter(located(piece.text, phrases("amendment", "but_for"))), None)
    if found is None:
        return [piece]
    start, end = found[0]
    head, tail = piece.text[:start].rstrip(" ,;-–—"), piece.text[end:].strip(" .!")
    relative = next((word for word in folded_words(tail) if word in words("prose", "which")), None)
    said = tail if relative is None else re.sub(rf"(?i),?\s*\b{relative}\b", "", tail, count=1)
    if not head or not units_or_places(tail, known) or not is_of_all(head) or not reads(said):
        return [piece]
    whole = piece.text[end:]
    if relative is not None:
        whole = re.sub(rf"(?i),?\s*\b{relative}\b", lambda gone: " " * len(gone[0]), whole, count=1)
    rest = _part_of(replace(piece, text=" " * end + whole), end, len(piece.text))
    return [_part_of(piece, 0, len(head)), replace(rest, is_exception=True)]


def units_or_places(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a unit or a place."""
    return bool(units_named(text, known) or places_named(text, known))


def _before_the_world(shown: str) -> Iterator[int]:
    """Yield the commas behind which a condition of the world stands: ``Bothnia - Sweden, and if he bounces me I swear I'll cry``."""
    for found in _AND_IF.finditer(shown):
        tail = shown[found.end() :]
        if is_of_the_world(tail) or offers_courtesy(tail):
            yield found.end()


def _beside_the_rest(shown: str, known: OrderWords) -> Iterator[int]:
    """Yield the commas that part an order from ``the rest stands``, before it or behind it."""
    if not keeps_the_rest(shown):
        return
    for found in _AND_IF.finditer(shown):
        head, tail = shown[: found.start()], shown[found.end() :]
        for said, other in ((head, tail), (tail, head)):
            is_clause = _MARKS.search(said) is None
            if is_clause and keeps_the_rest(said) and not units_or_places(said, known) and units_or_places(other, known):
                yield found.end()


def _before_the_others(shown: str, reads: Callable[[str], bool], is_of_all: Callable[[str], bool]) -> Iterator[int]:
    """Yield the comma, or *and*, between orders and ``the rest holds`` behind them."""
    for found in _THEN.finditer(shown):
        tail = shown[found.end() :].strip(" .!")
        if len(tail) <= _LONGEST_STATEMENT and is_of_all(tail) and reads(shown[: found.start()]):
            yield found.end()


_AND_WORDS = "and|but|while|und|aber|während|et|mais|tandis que|e|ma|mentre|y|pero|mientras"
_THEN = re.compile(rf"[,;]\s+(?:(?:{_AND_WORDS})\s+)?|\s+(?:{_AND_WORDS})\s+", re.IGNORECASE)
_LONGEST_STATEMENT = 60
"""Characters of words about all units behind an order."""


def _part_of(piece: TextPiece, at: int, to: int) -> TextPiece:
    """The part of *piece* from *at* up to *to*, with its own place."""
    text = piece.text[at:to]
    if text == piece.text and not piece.starts and not piece.joined:
        return piece
    if not piece.starts:
        return replace(piece, column=piece.column + at, text=text, joined=())
    begun = max((each for each in piece.starts if each[0] <= at), default=piece.starts[0])
    inner = [each for each in piece.starts if at < each[0] < to]
    numbers = {line for _, line, _ in inner}
    joined = tuple(each for each in piece.joined if each.number in numbers)
    column = begun[2] + at - begun[0]
    starts = ((0, begun[1], column), *((start - at, line, column) for start, line, column in inner)) if inner else ()
    return replace(piece, line=begun[1], column=column, text=text, joined=joined, starts=starts)


def _is_inside(shown: str, stop: re.Match[str]) -> bool:
    """Return True if a stop lies between brackets: ``Brest -> Manche (entente ? non, surprise !)``."""
    opened = shown.rfind("(", 0, stop.start())
    closed = shown.find(")", stop.end())
    return opened > shown.rfind(")", 0, stop.start()) and closed > 0 and shown.find("(", stop.end(), closed) < 0


def _is_abbreviation(shown: str, stop: re.Match[str], known: OrderWords, is_heading: Callable[[str], bool] = lambda _text: False) -> bool:
    """``Nor. Sea``, ``A Par S. A Mar``, ``1. A Par``: the stop ends no sentence."""
    if stop[1] != ".":
        return False
    before = folded_words(shown[max(0, stop.start() - 24) : stop.start()])
    after = folded_words(shown[stop.end() : stop.end() + 24])
    if not before or not after:
        return True
    word = before[-1]
    if word.isdecimal() and len(word) == _YEAR and is_heading(shown[: stop.start()].strip()):
        return False  # ``Fall 1901. A Bur - Mun``
    if len(word) < 2 or word.isdecimal():
        return True
    is_short_verb = len(word) < 5 and known.is_verb(word) and word not in known.says(Verb.HOLD)
    is_short_kind = len(word) < _SHORT_PLACE and known.is_kind(word)
    if (is_short_kind or is_short_verb) and (known.is_place(after[0]) or known.is_kind(after[0])):
        return True
    if len(after[0]) == 1:
        return False  # ``mer du Nord. L'autre flotte``
    both = (WordMatch.EXACT, WordMatch.ABBREVIATION)
    pairs, alone, behind = (
        frozenset[str]().union(*(provinces_of(phrase, match, known) for match in both)) for phrase in ((word, after[0]), (word,), after[:1])
    )
    return bool(pairs) and pairs not in (alone, behind)  # ``ebenfalls. Holland`` is no name


def _at_colon(shown: str, start: int, end: int, known: OrderWords, is_heading: Callable[[str], bool]) -> list[tuple[int, int]]:
    """A sentence cut behind the words that lead into its orders; a condition, a power or a phase stays with what it heads."""
    text = shown[start:end]
    colon = _COLON.search(text)
    if colon is None or not known.may_order(text[colon.end() :]):
        return [(start, end)] if text.strip() else []
    head = text[: colon.end()]
    said = folded_words(head)
    if said and said[-1] in words("prose", "to") and places_named(head, known) and words("amendment", "opens").isdisjoint(said):
        return [(start, end)]  # ``die serbische Armee nach: Triest``
    if (
        not 0 < len(said) <= 16
        or (units_named(head, known) and words("amendment", "opens").isdisjoint(said))
        or (len(said) == 1 and len(said[0]) < _SHORT_PLACE and known.is_short_place(said[0]))
        or (
            len(said) <= _LONGEST_PLACE
            and (places := mentions(head, known))
            and all(known.is_coast(word) or known.is_kind(word) or word in _beside_place() for word in folded_words(_without(head, places)))
        )
        or is_conditional(head)
        or is_talk(head)
        or speaks_of_other(head)
        or is_heading(head)
        or any(known.is_power(word) for word in said)
    ):
        return [(start, end)]
    return [(start, start + colon.end()), (start + colon.end(), end)]


def _without(text: str, places: Iterable[NamedPlace]) -> str:
    """*text* with blanks in place of *places*."""
    for place in places:
        text = text[: place.start] + " " * (place.end - place.start) + text[place.end :]
    return text


@cache
def _beside_place() -> frozenset[str]:
    """Small words beside a place before a colon: ``Pour la Gascogne : Bourgogne``."""
    return words("due", "joining") | words("due", "joints") | words("place", "between")


# --- remarks ---


def _without_remarks(piece: TextPiece, known: OrderWords, own: Collection[str]) -> TextPiece:
    """*piece* without what stands beside its orders in brackets or behind a mark; its places stay where they are."""
    text = piece.text
    if not known.may_order(text):
        return piece
    text = _without_request(_without_permission(text))
    led = _without_afterthought(text, known)
    piece = piece if led == text else replace(piece, written=text)
    text = led
    said: list[str] = []

    def blank(start: int, end: int) -> None:
        nonlocal text
        text = text[:start] + " " * (end - start) + text[end:]

    for found in _SMILE.finditer(text):
        blank(*found.span())
    first = min(units_named(text, known), default=0)
    for found in _ASIDE.finditer(text):
        if _is_help(found[1], known, own):
            text = f"{text[: found.start()]},{found[1]} {text[found.end() :]}"
        elif found.start() >= first and _is_remark(found[1], known) and not _leads_to_place(found[1], known):
            said.append(found[1].strip())
            blank(*found.span())
        elif set(folded_words(found[1])) <= known.says(Verb.HOLD) or _leads_to_place(found[1], known) or _is_written_kind(found[1], known):
            blank(found.start(), found.start() + 1)
            blank(found.end() - 1, found.end())
    behind = _REMARK.search(text)
    if behind is not None and known.may_order(text[: behind.start()]):
        said.append((behind["said"] or behind["more"] or "").strip())
        blank(behind.start(), len(text))
    for start, end in _asides(text):
        said.append(text[start:end].strip(" ,-–—"))
        blank(start, end)
    reason = _REASON.search(text)
    if reason is not None and not _speaks_of_game(reason[1], known):
        said.append(reason[1].strip(" ,"))
        blank(reason.start(), reason.end())
    dash = _DASH.search(text)
    if dash is not None and dash.start() >= first and _is_said(dash[1]) and not _speaks_of_game(dash[1], known):
        said.append(dash[1].strip())
        blank(dash.start(), len(text))
    for start, end in _leads(text, known):
        blank(start, end)
    if not said and text == piece.text:
        return piece
    if not units_named(text, known) and not places_named(text, known):
        return piece
    return replace(piece, text=text.rstrip(), remark=clauses(said))


def _is_help(text: str, known: OrderWords, own: Collection[str]) -> bool:
    """Return True for ``(Gre supports)``, ``(convoyed by Nth)``: in brackets stands what another unit of the writer does for an order."""
    heard = set(folded_words(text))
    helps = any(known.says(verb) & heard or words("prose", verb.value) & heard for verb in (Verb.SUPPORT, Verb.CONVOY))
    return helps and not set(places_named(text, known)).isdisjoint(own) and not remark_doubts(text, known)


def _asides(text: str) -> Iterator[tuple[int, int]]:
    """Yield words such as ``as planned`` at the end of a clause, with the mark that parts them from its order."""
    for start, end in [span for span, *_ in located(text, phrases("remark", "asides"))]:
        before, after = text[:start].rstrip(), text[end:].lstrip()
        joined = words("due", "joining").intersection(folded_words(after[:_LONGEST_JOINT])[:1])
        if before and (not after or after[0] in ",;.!" or joined):
            yield len(before.rstrip(",-–— ")), end


def _leads(text: str, known: OrderWords) -> Iterator[tuple[int, int]]:
    """Yield the words that lead into an order and are no part of it: ``I would like my``, ``und mit der``, ``same as yesterday but``."""
    before = 0
    for unit in units_named(text, known):
        joints = [found.end() for found in _JOINTS.finditer(text, before, unit)]
        start = max([before, *joints])
        if before and not joints:
            continue  # ``A Den S F Nwy - Swe``, where *den* and *s* are small words too
        lead = text[start:unit]
        if not before and phrases("withdrawal", "rest_stands").search(" ".join(folded_words(text[:start]))):
            lead_words = folded_words(lead)
            if lead_words[:1] and (lead_words[0] in words("amendment", "rather") or phrases("amendment", "but_for").match(lead_words[0])):
                yield start, start + len(lead) - len(lead.lstrip()) + len(lead.split()[0])
                start += len(lead) - len(lead.lstrip()) + len(lead.split()[0])
                lead = text[start:unit]
        if not _QUOTATION.search(lead) and (length := _lead_length(lead, known)):
            yield start, start + length
        before = unit + 1


def _lead_length(lead: str, known: OrderWords) -> int:
    """Return the number of letters of *lead* that are no part of the order: all of it, or the words before a verb: ``Ich baue eine``."""
    said = " ".join(folded_words(_OWN.sub(" ", lead)))
    spoken = phrases("withdrawal", "rest_stands").sub(" ", said).split()
    keeps = len(spoken) < len(said.split())
    small = words("lead_in", "words") | (words("amendment", "rather") if keeps else frozenset())
    if small.issuperset(spoken):
        return len(lead) if spoken or folded_words(lead) else 0
    end = 0
    spans = list(re.finditer(r"[^\W_]+", lead))
    heard = [" ".join(folded_words(span[0])) for span in spans]
    for span, word in zip(spans, heard, strict=True):
        if word not in small:
            break
        end = span.end()
    rest = [word for span, word in zip(spans, heard, strict=True) if span.start() >= end]
    return end if end and all(known.is_verb(word) or word in small for word in rest) else 0


_LONGEST_JOINT = 10
_JOINTS = re.compile(r"[,;:.]\s|\b(?:and|und|et|e|y)\s", re.IGNORECASE)
_QUOTATION = re.compile('["“”„«»]')
_OWN = re.compile(r"(?i)(?<=\w)['’]s\b")


def _is_said(text: str) -> bool:
    """Return True for words of a sentence; what small words part is no misspelt name: ``no surprises there``, and not ``Nort Sea``."""
    heard = folded_words(text)
    common = frozenset[str]().union(*words_by_language("language", "common").values())
    return len(heard) >= _FEWEST_SAID and sum(word in common for word in heard) >= _FEWEST_COMMON


def _speaks_of_game(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a place, a kind of unit or a deed."""
    heard = folded_words(text)
    return bool(places_named(text, known)) or any(
        known.is_deed(word) or known.is_short_place(word) or known.is_kind(word) for word in heard
    )


def _is_remark(text: str, known: OrderWords) -> bool:
    """Return True if words in brackets are no part of an order, as a coast, a place or a result is."""
    heard = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    if not heard:
        return False
    if len(heard) <= 3 and not words("remark", "results").isdisjoint(token.folded for token in heard):
        return False
    if all(token.folded in known.says(Verb.HOLD) for token in heard):
        return False  # ``F Ion (holds)``
    strange = [
        token for token in heard if not (known.is_place(token.folded) or known.is_kind(token.folded) or known.is_coast(token.folded))
    ]
    return bool(strange) and not all(known.is_power(token.folded) for token in heard)


def _is_written_kind(text: str, known: OrderWords) -> bool:
    """Return True for the kind of a unit beside its place: ``Rome (army)``."""
    heard = folded_words(text)
    return len(heard) == 1 and len(heard[0]) > 1 and known.is_kind(heard[0])


def _leads_to_place(text: str, known: OrderWords) -> bool:
    """Return True for words in brackets that only tell where a unit goes: ``(to Apulia)``."""
    places = mentions(text, known)
    beside = folded_words(_without(text, places))
    leads = words("prose", "to") | words("prose", "into")
    return len(places) == 1 and bool(beside) and beside[0] in leads and all(word in leads or known.is_filler(word) for word in beside)


_SORRY = re.compile(r"(?i:sorry|pardon|scusa|perdona|desole)\s+(?P<name>[A-Z][a-z]{3,})[\s!.]*$")


def unsettles_order(heard: str) -> bool:
    """Return True if the folded words of a remark say that the order beside it is off, unsure, for another time or hearsay."""
    heard = " ".join(phrases("prose", "small_phrases").sub(" ", heard).split())  # ``s'il te plaît`` sets no condition
    if phrases("remark", "unsettling").search(heard) is not None or phrases("remark", "unsettling_alone").fullmatch(heard) is not None:
        return True
    said = [word for word in heard.split() if word not in words("due", "joining")]
    return 0 < len(said) <= _LONGEST_HEARSAY and said[0] in words("remark", "unsettling_first")  # ``says Germany``, ``and then to Munich``


def remark_doubts(remark: str, known: OrderWords) -> bool:
    """Return True if a remark makes the order that it stands beside depend on something, or takes it back."""
    sorry = _SORRY.match(remark.strip())
    if sorry is not None and not known.is_place(sorry["name"].casefold()):
        return False
    heard = " ".join(folded_words(remark))
    if (words("remark", "regrets") | courtesy()).issuperset(heard.split()):
        return False  # ``sorry!``
    if unsettles_order(heard):
        return True
    said = without_harmless(phrases("remark", "apologies").sub(" ", heard))
    if heard and not said.strip():
        return False  # ``why not?``
    instead = phrases("amendment", "instead").match(heard) or phrases("amendment", "not").match(heard)
    if instead is not None and not words("remark", "doubts").isdisjoint(heard[instead.end() :].split()):
        instead = None  # ``no wait, Rumania``
    if instead is not None and len(places_named(remark, known)) == 1 and not units_named(remark, known) and "?" not in remark:
        return False  # ``A Bel H (statt Picardie)``
    if units_named(remark, known):
        return True  # ``F Bal C A Ber - Swe <- wrong: F Bal H``
    return "?" in remark or is_conditional(said) or is_talk(said) or not words("remark", "doubts").isdisjoint(said.split())


def authors_of(pieces: Sequence[TextPiece]) -> tuple[str, ...]:
    """Return the writers of the lines of a chat."""
    return tuple(dict.fromkeys(piece.author for piece in pieces if piece.author))


_QUOTED = re.compile('["“„«‚‘»]([^"“”„«»]{3,400})["”“»«’]')


def is_speech(text: str, known: OrderWords, power: str | None) -> bool:
    """Return True for ``Austria told me: "I will do A Vie - Tri"``: all units stand within the words of another."""
    if not any(mark in text for mark in '"“„«'):
        return False
    spans = [found.span() for found in _QUOTED.finditer(text)]
    outside = _QUOTED.sub(" ", text)
    heard = folded_words(outside)
    others = {known.power(word) for word in heard if known.is_power(word)} - {power}
    if not spans or not others or words("speech", "verbs").isdisjoint(heard):
        return False
    return not units_named(outside, known) and all(any(start <= at < end for start, end in spans) for at in units_named(text, known))
