"""Words and phrases of mails: in a form for comparison, without accents, capital and invisible letters, and as data.

There is one file of them for each language in ``resources/mails``, and all are valid in every mail. In a phrase ``a|b`` is one word or
the other, and `` … `` stands for up to five words.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from adjudicator.notation.order_tokens import Token, TokenKind, head_of_compound, tokens_of
from resources import resource

_KEPT = 1_024
"""Lines whose words are kept, since each line of a letter is looked at from several sides; most letters have fewer."""
_LONGEST_KEPT = 1_600
WORD = re.compile(r"[^\W_]+")
"""A word, as ``folded_words`` parts a text."""
QUOTATION = re.compile('["“”„«»]')
"""A mark at either end of what is quoted."""

_Answer = TypeVar("_Answer")


class _Answers(dict[str, _Answer]):
    """Answers to one question about texts; those about the longest ones are not kept."""

    def __init__(self, asked: Callable[[str], _Answer]) -> None:
        super().__init__()
        self._asked = asked

    def __missing__(self, text: str) -> _Answer:
        answer = self._asked(text)
        if len(text) <= _LONGEST_KEPT:
            if len(self) >= _KEPT:
                self.clear()
            self[text] = answer
        return answer


def kept(asked: Callable[[str], _Answer]) -> Callable[[str], _Answer]:
    """Decorator for a question about a text alone: its answer is kept for the lines of a few letters."""
    return _Answers(asked).__getitem__


def plain(line: str) -> str:
    """*line* with full-width letters as usual ones, and without invisible letters."""
    if line.isascii():
        return line
    return "".join(each for each in unicodedata.normalize("NFKC", line) if unicodedata.category(each) != "Cf")


def without_accents(text: str) -> str:
    """*text* in lower case without accents, with its marks."""
    decomposed = unicodedata.normalize("NFKD", plain(text).casefold().replace("ß", "ss"))
    return "".join(each for each in decomposed if not unicodedata.combining(each))


@kept
def folded_words(text: str) -> tuple[str, ...]:
    """The words of *text* in lower case without accents; an apostrophe parts words."""
    found = WORD.findall(text.casefold() if text.isascii() else without_accents(text))
    if not any(map(head_of_compound, found)):
        return tuple(found)
    parts = ((word[:head], word[head:]) if (head := head_of_compound(word)) else (word,) for word in found)
    return tuple(chain.from_iterable(parts))


def word_spans(text: str) -> list[tuple[int, int]]:
    """The places of the words of *text* that ``folded_words`` yields."""
    found: list[tuple[int, int]] = []
    for start, end in (each.span() for each in WORD.finditer(text)):
        head = head_of_compound(text[start:end])
        found += [(start, start + head), (start + head, end)] if head else [(start, end)]
    return found


@kept
def folded(text: str) -> str:
    """The folded words of *text* with single blanks between them, as phrases are found in them."""
    return " ".join(folded_words(text))


@kept
def tokens_in(text: str) -> tuple[Token, ...]:
    """The tokens of *text* as orders are read; their places are those in ``plain(text)``."""
    return tokens_of(plain(text))


@kept
def words_in(text: str) -> tuple[str, ...]:
    """The folded words of *text*, as names of places and powers are compared."""
    return tuple(token.folded for token in tokens_in(text) if token.kind is TokenKind.WORD)


_GAP = r"(?:\w+ ){0,5}?"
_NOTHING = re.compile(r"(?!)")

_Table: TypeAlias = Mapping[str, object]


@cache
def tables() -> tuple[tuple[str, _Table], ...]:
    """The file of each language, by its name."""
    found = sorted(resource("mails").glob("*.toml"))
    return tuple((path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in found)


@cache
def words(section: str, name: str) -> frozenset[str]:
    """The folded single words under *name* in *section*, of all languages."""
    return frozenset().union(*words_by_language(section, name).values())


@cache
def words_of(*lists: str) -> frozenset[str]:
    """The folded single words of several lists together, each named as ``section.name``."""
    return frozenset().union(*(words(*each.split(".")) for each in lists))


@cache
def words_by_language(section: str, name: str) -> Mapping[str, frozenset[str]]:
    """The folded single words under *name* in *section*, of each language by itself."""
    return {language: frozenset(without_accents(str(value)).split()) for language, value in _by_language(section, name).items()}


@kept
def language_written(text: str) -> str:
    """The language that the small words of *text* tell plainly, as a code; empty where they tell none, or two alike."""
    return _plainest(text, "common")


@kept
def language_to_answer_in(text: str) -> str:
    """The language that a mail tells plainly, by its greeting and the words of its orders as well; empty where it tells none."""
    return _plainest(text, "common", "signs")


def _plainest(text: str, *lists: str) -> str:
    said = set(without_accents(_ABBREVIATIONS.sub(" ", text)).casefold().replace("'", " ").replace("’", " ").translate(_STOPS).split())
    counts: Counter[str] = Counter()
    for name in lists:
        for language, known in words_by_language("language", name).items():
            counts[language] += len(known & said)
    (language, most), (_, second) = counts.most_common(2)
    return language if most >= second + _PLAINLY else ""


_ABBREVIATIONS = re.compile(r"\b(?:[^\W\d_]\.){2,}")
"""``i.e.`` is no Italian article with an *and* behind it."""
_PLAINLY = 2
"""Small words that a language has more than any other where a text is plainly written in it."""
_STOPS = str.maketrans(dict.fromkeys('.,;:!?()"„“”', " "))


@cache
def words_of_lists() -> frozenset[str]:
    """Every folded word that stands in a list of any language, among which no person's name is."""

    def texts(value: object) -> Iterator[str]:
        match value:
            case str():
                yield value
            case list():
                for each in value:
                    yield from texts(each)
            case dict():
                for name, each in value.items():
                    if name not in {"no_beginnings", "no_slips"}:  # these hold names of persons
                        yield from texts(each)

    said = (text for _, table in tables() for text in texts(table))
    return frozenset(word for text in said for word in without_accents(text.replace("|", " ").replace("…", " ")).casefold().split())


@cache
def phrases(section: str, name: str) -> re.Pattern[str]:
    """Finds any of the phrases under *name* in *section*, of all languages, in folded words with single blanks between them."""
    return pattern_of(listed(section, name))


def listed(section: str, name: str) -> tuple[str, ...]:
    """The phrases under *name* in *section*, of all languages, as they are written."""
    return tuple(map(str, _lists(section, name)))


def pattern_of(every: Iterable[str]) -> re.Pattern[str]:
    """Finds the longest of these phrases, each of which begins with a word; those of other first letters are passed over at once."""
    by_letter: dict[str, list[str]] = {}
    for phrase in sorted(every, key=lambda each: -len(each.split())):
        begun, *rest = phrase.split(" ", 1)
        for first in without_accents(begun).split("|"):
            tail = _pattern(" ".join([first, *rest])).removeprefix(f"(?:{re.escape(first)})")
            by_letter.setdefault(first[0], []).append(re.escape(first[1:]) + tail)
    groups = (f"{re.escape(letter)}(?:{'|'.join(tails)})" for letter, tails in by_letter.items())
    return re.compile(rf"(?<!\w)(?:{'|'.join(groups)})(?!\w)") if by_letter else _NOTHING


@cache
def _pairs(section: str, name: str) -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
    """Finds the first phrase of any pair under *name*; then for each pair its first phrase, its second, and what is between and behind."""
    found = [(str(first), str(then)) for first, then in _lists(section, name)]
    every = tuple(re.compile(rf"(?<!\w){_pattern(first)} (.+?) {_pattern(then)} (.+)$") for first, then in found)
    return pattern_of(first for first, _ in found), every


def _lists(section: str, name: str) -> Iterator[Any]:
    """Yield the items of the lists under *name* in *section*, of all languages."""
    for part in _by_language(section, name).values():
        assert isinstance(part, list)
        yield from part


def _by_language(section: str, name: str) -> Mapping[str, object]:
    """Return the values under *name* in *section*, by the language; a name that no language has is a slip in the code.

    Raises:
        KeyError: if none has it.
    """
    parts = ((language, table.get(section)) for language, table in tables())
    found = {language: part[name] for language, part in parts if isinstance(part, dict) and name in part}
    if not found:
        raise KeyError((section, name))
    return found


def _pattern(phrase: str) -> str:
    """A phrase as a regular expression."""
    made = ""
    items = without_accents(phrase.replace("…", " \x00 ")).split()
    for number, item in enumerate(items):
        if item == "\x00":
            made += _GAP
            continue
        made += f"(?:{'|'.join(map(re.escape, item.split('|')))})"
        if number + 1 < len(items):
            made += " "
    return made


def located(text: str, pattern: re.Pattern[str]) -> list[tuple[tuple[int, int], ...]]:
    """Return where *pattern*, and each of its groups, stands in *text* itself, though it is matched in folded words."""
    said = folded(text)
    if pattern.search(said) is None:
        return []
    spans = word_spans(text)
    if len(folded_words(text)) != len(spans):
        return []

    def place(start: int, end: int) -> tuple[int, int]:
        return spans[said[:start].count(" ")][0], spans[said[: max(start, end - 1)].count(" ")][1]

    return [tuple(place(*found.span(group)) for group in range(len(found.groups()) + 1)) for found in pattern.finditer(said)]


def located_pairs(text: str, section: str, name: str) -> list[tuple[tuple[int, int], ...]]:
    """Places in *text* of each pair under *name* in *section*, and of the words between its phrases and behind them."""
    begins, every = _pairs(section, name)
    return [] if begins.search(folded(text)) is None else [found for pattern in every for found in located(text, pattern)]


def first_located(text: str, pattern: re.Pattern[str]) -> tuple[tuple[int, int], ...] | None:
    """The first of these places."""
    return next(iter(located(text, pattern)), None)


def blanked(text: str, start: int, end: int) -> str:
    """*text* with blanks from *start* to *end*, so that every other word keeps its place."""
    return text[:start] + " " * (end - start) + text[end:]


def without_phrases(text: str, pattern: re.Pattern[str]) -> str:
    """*text* with blanks in place of what *pattern* finds in its folded words."""
    for (start, end), *_ in located(text, pattern):
        text = blanked(text, start, end)
    return text
