"""The one rule by which a province gets a code from its name: three letters, and no two the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import combinations, product
from string import ascii_uppercase

from languages import tr

LETTERS = 3


def propose_code(name: str, taken: Collection[str]) -> str:
    """A code for a province called *name* that is none of those *taken*.

    The first three letters; else the initials of three words; else the first two letters with a later one; else the first letter with
    two later ones; else whatever three letters are free, those with the first letter before others.

    Args:
        name: as people write it, in any script; letters of others than ours count without their marks, or not at all.
        taken: in capitals.

    Raises:
        ValueError: all 17,576 are taken.

    >>> propose_code("Burgundy", taken=())
    'BUR'
    >>> propose_code("Norwegian Sea", taken=("NOR",))
    'NOW'
    >>> propose_code("Gulf of Lyon", taken=("GUL",))
    'GOL'
    """
    for code in _tries(plain_words(name)):
        if code not in taken and code[0].isalpha():
            return code
    raise ValueError(tr("every code of three letters is taken"))


def plain_words(name: str) -> list[str]:
    """The words of *name* in capitals and digits of ours: ``Île d’Yeu`` gives ``ILE``, ``D``, ``YEU``.

    >>> plain_words("Île d'Yeu")
    ['ILE', 'D', 'YEU']
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().upper()
    return re.findall(r"[A-Z0-9]+", plain)


def _tries(words: list[str]) -> Iterator[str]:
    letters = "".join(words)
    if len(letters) >= LETTERS:
        yield letters[:LETTERS]
    if len(words) >= LETTERS:
        yield "".join(word[0] for word in words[:LETTERS])
    first = letters[:1] if letters[:1].isalpha() else "X"
    for later in letters[LETTERS:]:
        yield letters[:2] + later
    for pair in combinations(letters[1:], 2):
        yield first + "".join(pair)
    for last in ascii_uppercase if len(letters) > 1 else "":
        yield first + letters[1] + last
    for rest in product(ascii_uppercase, repeat=2):
        yield first + "".join(rest)
    for every in product(ascii_uppercase, repeat=LETTERS):
        yield "".join(every)
