"""Finds words that did not go through the catalogue, in a text in the pseudo language.

In that language every sentence stands between marks and has accents on its letters (``languages/language.py``). Words without accents are
data (names, orders, codes), or a sentence that no other language will ever say: at the top of a text, or in a place of another sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from adjudicator.variant import Variant
from app.commands.declaring.registry import COMMANDS
from languages.pseudo import CLOSING, OPENING
from variants.hooks.hook_text import shipped_hooks

_SHORTENED = re.compile(r"(\w+)…")
"""A name that a narrow place shows the beginning of."""
_MARKUP = re.compile(r"<(style|script|svg|code)\b.*?</\1>|<!--.*?-->|</?[a-zA-Z][^<>]*>|&\w+;|&#\w+;", re.DOTALL)
_WORD = re.compile(r"[A-Za-zÀ-ÿĞğÇç]{3,}")
_ACCENTED = re.compile(r"[ÀÅÇÉĞÎÑÖÛÝåçéğîñöûýÀ-ÿ]")
_PLAIN = re.compile(r"[aceginouyACEGINOUY]")

DATA = re.compile(
    r"""
      \b[A-Z0-9]{2,}(?:/[A-Z]{2})?\b | \b[A-Z]\d{4}[A-Z]\b | \b(?:Ctrl|Alt|Shift|Meta)\+\S+ | sha256:?\S* | [0-9a-f]{8,}
    | \b(?:Del|Esc|Return|Enter|Left|Right|Home|End|Tab|Space|Backspace|Up|Down|PgUp|PgDown|F\d+)\b
    | \b(?:Entente|English|Deutsch|Français|Italiano|Español|Diplomacy|DATC|DAIDE|Szykman|Brannan|Calhamer|Python|Inkscape|Qt|JSON|TOML)\b
    | \*\.\w+ | [\w./-]+\.(?:dpn|toml|py|svg|svgz|md|dpv|html|json|jsonl|txt|csv|png|jpg|gif|pdf|eml|mbox|zip|map|datc|js|c)\b
    | '\w+' | --[\w-]+ | \w+\(ctx\) | https?:\S+ | [\w.+-]+@[\w.-]+ | \S*[/\\]\S+ | \w+=\S+ | \b\w+_\w+\b
    """,
    re.VERBOSE,
)


def names_of(variant: Variant) -> set[str]:
    """The words of the names that stand on a board: no sentences."""
    board = variant.board
    names = [each.name for each in board.provinces.values()] + list(board.coast_names.values())
    names += [name for power in variant.powers.values() for name in (power.name, power.adjective, power.id.capitalize())]
    names += [name for kind in board.kinds.values() for name in (kind.name, kind.name.capitalize())]
    return {word for name in [*names, variant.name] for word in _WORD.findall(name)}


def typed_words() -> set[str]:
    """Return the words that are typed and stay unchanged: names of commands, their options and choices, parameters of hooks."""
    typed = [each.id for each in COMMANDS]
    typed += [name for each in COMMANDS for parameter in each.parameters for name in (parameter.name, *map(str, parameter.choices or ()))]
    typed += [name for hook in shipped_hooks().values() for name in (hook.name, *(each.name for each in hook.parameters))]
    return {word for name in typed for word in _WORD.findall(name)}


def escaped_words(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """The words of *text* without accents that are neither data nor *allowed*, in their sequence; two neighbours stand in one entry.

    Args:
        text: plain or HTML; what stands between marks in it may hold data, but no sentence.
    """
    allowed = set(allowed)
    found: list[str] = []
    last = -2
    bare = DATA.sub(" ", _MARKUP.sub(" ", text)).replace(OPENING, " ").replace(CLOSING, " ")
    bare = _SHORTENED.sub(lambda cut: " " if any(each.startswith(cut[1]) for each in allowed) else cut[0], bare)
    for number, word in enumerate(_WORD.findall(bare)):
        if _ACCENTED.search(word) or not _PLAIN.search(word) or word in allowed:
            continue
        if last == number - 1:
            found[-1] += f" {word}"
        else:
            found.append(word)
        last = number
    return found


def escapes(said: Mapping[str, str] | Iterable[tuple[str, str]], allowed: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return the escapes: each line that has such words, with the words. *said* has texts by the place where they were found."""
    allowed = set(allowed)
    found: dict[str, list[str]] = {}
    for place, text in said.items() if isinstance(said, Mapping) else said:
        for line in text.splitlines():
            if words := escaped_words(line, allowed):
                found.setdefault(f"{place}: {line.strip()[:160]}", words)
    return found
