"""Headings that name a power, those that only nearly do (``Farnce:``), and ``My orders:`` below them: whose orders stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from adjudicator.notation.lexicon import allowed_slips, distance
from adjudicator.variant import Variant
from app.mail_in.conditions import heads_own_orders, names_of_lists
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import folded_words, words_in, words_of
from app.mail_in.sections import Placed
from app.mail_in.surroundings import Passage
from entente.words.names import power_name
from languages import tr

_LONGEST = 4
"""Words of a heading."""
_MOST_STRANGE = 2


def heads(text: str, words: OrderWords) -> bool:
    """Return True if *text* is a heading that names a power, or begins with one."""
    named = words_in(text.partition(":")[0][:200])
    return len(named) <= _LONGEST and any(map(words.is_power, named))


def is_salutation(text: str, words: OrderWords) -> bool:
    """``Dear England,`` or ``England,``: who is spoken to, which is no heading."""
    if not text.rstrip().endswith((",", "!")):
        return False
    named = words_in(text)
    return len(named) <= _LONGEST and any(map(words.is_power, named))


def nearly_named(text: str, names: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The powers whose name *text* misspells, where it says nothing else; empty where it is no such heading.

    A colon makes a line a heading, whose words may be further from what they were meant to be. A line that ends as a greeting does
    (``Franco,``) addresses a person and is none.

    Args:
        text: a line on which no order stands.
        names: of each power, the folded words it is called by.
    """
    if text.rstrip().endswith((",", "!")):
        return frozenset()
    words = folded_words(text)
    strange = [word for word in words if not _is_around(word)]
    if not 0 < len(strange) <= _MOST_STRANGE or len(words) > _LONGEST:
        return frozenset()
    more = text.rstrip().endswith(":")
    candidates = {*strange, "".join(strange)} if more or len(strange) == 1 else {"".join(strange)}
    return frozenset(power for power, called in names.items() if any(_is_near(word, name, more) for word in candidates for name in called))


@lru_cache(maxsize=4_096)
def _is_around(word: str) -> bool:
    """Return True if *word* stands beside a power's name in headings, or is a slip for one that does: ``oders``."""
    return word in words_of("heading.orders", "heading.beside") or any(
        distance(word, each, 1) <= 1 for each in names_of_lists() if len(each) > 4
    )


@lru_cache(maxsize=8_192)
def _is_near(word: str, name: str, more: bool) -> bool:
    slips = min(allowed_slips(word) + (more and len(word) > 3), len(name) // 2)
    return len(name) > 3 and distance(word, name, slips) <= slips


def under_mistyped(variant: Variant, words: OrderWords, passages: Sequence[Passage], known: str | None) -> list[str]:
    """For each line, the heading above it that misspells a power, in words; a heading that names one ends it.

    Args:
        known: the power whose orders these are anyhow; its own name may be misspelt.
    """
    under, found = "", []
    for each in passages:
        text = each.text.strip()
        if text and not each.has_order:
            named = words_in(text)
            is_known = any(words.is_power(word) or words.is_place(word) for word in named)
            is_known = is_known or (known is not None and len(named) > 1)  # of several words only a name that is sought for is one
            near = frozenset[str]() if is_known else nearly_named(text, words.power_names)
            if near and near != {known}:
                names = f" {tr('or')} ".join(power_name(variant, power) for power in sorted(near))
                under = tr("it stands below “{text}”, which names no power; {names} may be meant", text=text, names=names)
            elif near or (each.is_heading and heads(text, words)):
                under = ""
        found.append(under)
    return found


_AROUND = words_of("heading.orders", "heading.beside") | {"s"}


def under_own(placed: Iterable[Placed], words: OrderWords) -> dict[int, str]:
    """The numbers of the lines that the writer calls their own below orders of a power, each with that power."""
    found: dict[int, str] = {}
    headed: str | None = None
    is_own = False
    for each in placed:
        head, colon, _ = each.text.partition(":")
        if heads_own_orders(head + colon):
            is_own = True
        elif (power := _headed(head, words)) is not None:
            headed, is_own = power, False
        if is_own and headed is not None:
            found[each.line.number] = headed
    return found


def says_not_whose(variant: Variant, powers: Iterable[str | None]) -> str:
    """Return the reason to ask about orders for units of several *powers* where the writer is unknown."""
    names = f" {tr('and')} ".join(sorted(power_name(variant, power) for power in powers if power))
    return tr("the mail does not say whose it is, and orders units of {names}", names=names)


def _headed(head: str, words: OrderWords) -> str | None:
    """The power that *head* names, where it says nothing else."""
    named = words_in(head[:80])
    powers = {words.power(word) for word in named if words.is_power(word)}
    return powers.pop() if len(powers) == 1 and all(word in _AROUND or words.is_power(word) for word in named) else None
