"""Words of courtesy to a game master, which change no order."""

from __future__ import annotations

from collections.abc import Iterable

from app.mail_in.conditions import conditions, talk
from app.mail_in.folding import folded_words
from app.mail_in.heading_words import ORDERS
from app.mail_in.order_words import OrderWords
from app.mail_in.phrases import phrases, words

_LONGEST_SIGN_OFF = 3


def courtesy() -> frozenset[str]:
    """Words of thanks, greetings and requests."""
    return words("courtesy", "words")


def is_courtesy(said: Iterable[str]) -> bool:
    """Return True if folded words beside orders are but a courtesy."""
    return courtesy().issuperset(said)


def is_sign_off(order: str, text: str, known: OrderWords) -> bool:
    """Return True if *text* behind the last *order* of a line, whose end may be a thank you, is thanks with a name: ``thx, E``."""
    said = (*(word for word in folded_words(order)[-1:] if word in courtesy()), *folded_words(text))
    if not 0 < len(said) <= _LONGEST_SIGN_OFF or said[0] not in courtesy():
        return False
    return not any(_matters(word, known) for word in said[1:])


def _matters(word: str, known: OrderWords) -> bool:
    """Return True if *word* can belong to an order, or change one."""
    belongs = known.is_place(word) or known.is_verb(word) or (len(word) > 1 and known.is_kind(word)) or word.isdecimal()
    return belongs or word in conditions() or word in talk() or word in ORDERS


def offers_courtesy(text: str) -> bool:
    """``If you like we can talk next week``, ``If France complains, tell him that I slipped``: nothing of the game depends on it."""
    heard = folded_words(text)
    if not ORDERS.isdisjoint(heard) or not words("courtesy", "otherwise").isdisjoint(heard):
        return False
    if phrases("courtesy", "if_you_like").match(" ".join(heard)) is not None:
        return True
    _, comma, done = text.partition(",")
    deed = folded_words(done)
    return bool(comma) and conditions().isdisjoint(deed) and phrases("courtesy", "tell").match(" ".join(deed)) is not None
