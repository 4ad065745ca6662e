"""Doubtful remarks: words beside an order that make it depend on something or take it back, and those that only explain it."""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.notation.order_tokens import TokenKind
from app.mail_in.conditions import conditions, denies, foreign, is_conditional, is_of_the_world, is_talk, without_harmless
from app.mail_in.order_words import OrderWords, mentions, places_named, units_named
from app.mail_in.phrases import QUOTATION, folded_words, phrases, tokens_in, words, words_of
from app.mail_in.withdrawals import withdrawing

_LONGEST_HEARSAY = 4
"""Words of a remark that says who said an order, or what follows it."""


def is_opinion(text: str, known: OrderWords) -> bool:
    """Return True for ``Warsaw is hopeless``, ``I don't trust Naples``: what the writer thinks of a place or a power."""
    heard = folded_words(text)
    if len(heard) > _LONGEST_OPINION or "?" in text or any(known.is_deed(word) or known.spelt_kind_of(word) for word in heard):
        return False
    said = " ".join(heard)
    thinks = phrases("remark", "opinions").match(said)
    if thinks is not None:
        return True
    named = mentions(text, known)
    if len(named) != 1:
        return False
    [place] = named
    behind = folded_words(text[place.end :])
    return not folded_words(text[: place.start]) and len(behind) > 1 and behind[0] in words("remark", "copula")


_LONGEST_OPINION = 9


def explains(text: str, known: OrderWords, *, is_reason: bool) -> bool:
    """Return True if *text* behind an order may explain it: it orders nothing, and neither doubts nor takes back the order.

    Args:
        is_reason: whether it begins with a word such as *because*: a question in it is none about the order.
    """
    heard = folded_words(text)
    if not heard or QUOTATION.search(text) is not None or ("?" in text and not is_reason) or _NEXT_SENTENCE.search(text):
        return False
    orders = any(token.kind is TokenKind.DASH for token in tokens_in(text)) or any(map(known.is_deed, heard))
    if units_named(text, known) and (orders or heard[0] not in words("remark", "causes")):
        return False  # ``because I am not safe without a fleet in Holland`` orders nothing
    if not (words("withdrawal", "earlier").isdisjoint(heard) or words("withdrawal", "mails").isdisjoint(heard)):
        return False  # ``stays as it is in my first mail``
    first = words_of("remark.doubts", "withdrawal.denials", "condition.choice", "due.joining")
    if heard[0] in first or withdrawing(text, known) is not None:
        return False
    depends = words_of("condition.begins_if", "condition.begins_unless") if is_reason else conditions()
    reason = phrases("remark", "reasons").match(" ".join(heard)) if is_reason else None
    behind = " ".join(heard)[0 if reason is None else reason.end() :]
    if not (depends - foreign(heard)).isdisjoint(without_harmless(behind).split()):
        firsts = {next(iter(folded_words(clause)), "") for clause in re.split(r"[,;:.]", text)}
        if not is_reason or not firsts.isdisjoint(depends):  # ``because one fleet alone won't do it if she stays`` depends on nothing
            return False
    said = " ".join(heard)
    if phrases("remark", "ends_order").search(said) is not None:
        return False
    said_then = re.split(r"[,;.!?]", text)[is_reason:]  # ``because I no longer believe in promises`` unsettles nothing
    return not any(unsettles_order(" ".join(folded_words(clause))) for clause in said_then)


_NEXT_SENTENCE = re.compile(r"(?<=\w\w)[.!?]\s+[A-ZÄÖÜÉÈÀ]\w\w")
"""A stop within an explanation: what follows it is looked at by itself."""


def _says_twice(heard: Collection[str]) -> bool:
    """Return True for ``if it bounces, it bounces``: a condition that says its own consequence."""
    said = [word for word in heard if word not in words("remark", "twice")]
    half = len(said) // 2
    return half > 0 and said[:half] == said[half:]


_SHORTEST_OF_WORLD = 6
"""Words of a remark on something that depends on the world, and of which no order does: ``if you can`` is one."""
_SORRY = re.compile(r"(?:^|[,;]\s*)(?i:sorry|pardon|scusa|perdona|perd[oó]n|d[eé]sol[eé]e?)\s+(?P<name>[A-Z][a-z]{2,})[\s!.]*$")


def unsettles_order(heard: str) -> bool:
    """Return True if the folded words of a remark say that the order beside it is off, unsure, for another time or hearsay."""
    heard = " ".join(phrases("prose", "small_phrases").sub(" ", heard).split())  # ``s'il te plaît`` sets no condition
    heard = " ".join(without_harmless(heard).split())  # ``klappt vermutlich nicht``
    if phrases("remark", "unsettling").search(heard) is not None or phrases("remark", "unsettling_alone").fullmatch(heard) is not None:
        return True
    said = [word for word in heard.split() if word not in words("due", "joining")]
    return 0 < len(said) <= _LONGEST_HEARSAY and said[0] in words("remark", "unsettling_first")  # ``says Germany``, ``and then to Munich``


def _tells_of_power(text: str, known: OrderWords) -> bool:
    """Return True for ``Italy has been building rather a lot of fleets``: a sentence about a power, which names no place."""
    heard = [word for word in folded_words(text) if not known.is_filler(word)]
    is_statement = len(heard) >= _FEWEST_OF_POWER and known.is_power(heard[0])
    deeds = any(known.is_deed(word) and word not in words("language", "common") for word in heard)
    is_bare = not mentions(text, known) or not (deeds or denies(heard))  # ``il francese ha già una flotta nel golfo del Leone``
    return is_statement and is_bare and not is_conditional(text) and withdrawing(text, known) is None


_FEWEST_OF_POWER = 4
"""Words of a sentence in brackets about a power."""


def remark_doubts(remark: str, known: OrderWords) -> bool:
    """Return True if a remark makes the order that it stands beside depend on something, or takes it back."""
    sorry = _SORRY.search(remark.strip())
    if sorry is not None and not known.is_place(sorry["name"].casefold()):
        remark = remark.strip()[: sorry.start()]
    heard = " ".join(folded_words(remark))
    if words_of("remark.regrets", "courtesy.words").issuperset(heard.split()):
        return False  # ``sorry!``
    if _says_twice(heard.split()) or (len(heard.split()) >= _SHORTEST_OF_WORLD and is_of_the_world(remark)):
        return False  # ``if he has left, we shall laugh``
    if phrases("remark", "unsettling").fullmatch(heard) is not None:
        return True  # ``to be confirmed``, which begins as a reason does
    if phrases("remark", "reasons").match(heard) is not None and explains(remark, known, is_reason=True):
        return False  # ``because I no longer believe in promises``
    if unsettles_order(heard):
        return True
    said = without_harmless(phrases("remark", "apologies").sub(" ", heard))
    if not said.strip():
        return False  # ``why not?``
    instead = phrases("amendment", "instead").match(heard) or phrases("amendment", "not").match(heard)
    if instead is not None and not words("remark", "doubts").isdisjoint(heard[instead.end() :].split()):
        instead = None  # ``no wait, Rumania``
    if instead is not None and len(places_named(remark, known)) == 1 and not units_named(remark, known) and "?" not in remark:
        return False  # ``A Bel H (statt Picardie)``
    if is_opinion(remark, known) and phrases("remark", "opinions").match(heard) is not None:
        return False
    if _tells_of_power(remark, known):
        return False
    if units_named(remark, known):
        return True  # ``F Bal C A Ber - Swe <- wrong: F Bal H``
    if "?" in remark or is_conditional(said):
        return True
    said = _without_calm_denials(said, remark, known)
    return is_talk(said) or not words("remark", "doubts").isdisjoint(said.split())


_FEWEST_OF_SENTENCE = 4


def _without_calm_denials(said: str, remark: str, known: OrderWords) -> str:
    """Folded words *said* without *not* and *no* where a whole sentence speaks of nothing of the game: ``so he does not run away``."""
    heard = said.split()
    denials = words("withdrawal", "denials")
    if len(heard) < _FEWEST_OF_SENTENCE or heard[0] in denials or heard[0] in words("remark", "doubts") or places_named(remark, known):
        return said
    of_game = words_of("heading.orders", "heading.builds", "withdrawal.take_back") | (words("withdrawal", "things") - {"that"})
    if not of_game.isdisjoint(heard) or any(known.is_deed(word) or known.spelt_kind_of(word) for word in heard):
        return said
    return " ".join(word for word in heard if word not in denials)
