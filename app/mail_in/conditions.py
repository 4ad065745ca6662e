"""Words around orders: conditions and talk, with which an order is asked about and never taken; courtesies; and headings of lists.

The words are data of each language. A word that is a condition in one language and something else in another (English *falls*, German
*falls*; French *si*, Italian *si*) is none where the rest of its sentence is plainly of the other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from app.mail_in.order_words import OrderWords, places_named
from app.mail_in.phrases import folded_words, kept, listed, phrases, plain, without_accents, word_spans, words, words_by_language, words_of


def conditions() -> frozenset[str]:
    """All words of conditions and choices."""
    return words_of("condition.words", "condition.choice")


def leading_conditions() -> frozenset[str]:
    """Return the words with which a condition on other lines begins; *or* begins none."""
    return conditions() - words("condition", "choice")


def talk() -> frozenset[str]:
    """Words of a proposal, a doubt or a denial."""
    return words("talk", "words")


@kept
def is_conditional(text: str) -> bool:
    """Return True if *text* depends on something or offers several things; a question mark asks."""
    if "?" in text:
        return True
    heard = _heard(text)
    if _names_case(heard):
        return True
    if conditions().isdisjoint(heard):
        return False
    kept = phrases("condition", "deeds").sub(" ", without_harmless(" ".join(heard))).split()
    return not (conditions() - foreign(heard)).isdisjoint(kept)


@lru_cache(maxsize=512)
def foreign(heard: tuple[str, ...]) -> frozenset[str]:
    """Words that mean something else in the language of a sentence, which its small words tell; none where they tell no language."""
    said = set(heard)
    counts = {
        language: len(common.intersection(said))
        for language, common in words_by_language("language", "common").items()
        if not common.isdisjoint(said)
    }
    if not counts:
        return frozenset()
    most = max(counts.values())
    spoken = [language for language, count in counts.items() if count == most]
    if len(spoken) > 1:
        return frozenset()
    [language] = spoken
    of_others = words_by_language("condition", "words")
    heard_too = frozenset(word for language in counts for word in of_others.get(language, frozenset()))
    return words_by_language("condition", "elsewhere").get(language, frozenset()) - heard_too


@kept
def without_harmless(text: str) -> str:
    """Folded *text* without words such as *as agreed* and *everything else*, in which nothing depends on anything."""
    return phrases("remark", "harmless").sub(" ", text)


@kept
def is_of_the_world(text: str) -> bool:
    """``If France goes to the Channel I want to know``: a condition of something that is no order."""
    heard = folded_words(phrases("around", "postscript").sub("", " ".join(folded_words(text)), count=1))
    if heard and heard[0] in words("condition", "joints"):
        heard = heard[1:]
    tail = folded_words(text.rpartition(", ")[2])[1:]
    if heard and heard[0] not in _opens_world() and tail and tail[0] in words("condition", "begins_if"):
        heard = tail  # ``typed on a train, so if anything is off blame my thumbs``
    ends = phrases("condition", "ends_changes").match(" ".join(heard))
    if ends is not None and not text.rstrip().endswith((":", ",")):  # ``No more changes unless Italy builds``
        return (words("condition", "acts") - words("condition", "loose_acts")).isdisjoint(" ".join(heard)[ends.end() :].split())
    if not heard or heard[0] not in _opens_world():
        return False
    found = phrases("condition", "harmless_main").search(" ".join(heard))
    if found is None or text.rstrip().endswith((":", ",")):
        return False
    return words("condition", "acts").isdisjoint(" ".join(heard)[found.end() :].split())


def _opens_world() -> frozenset[str]:
    """Words with which such a sentence begins."""
    return words("condition", "opens") - {"unless"}


@cache
def _begins_if() -> frozenset[str]:
    """Words of two letters or more with which a condition begins."""
    return frozenset(word for word in words("condition", "begins_if") if len(word) > 1)


def tells_of_people(text: str, known: OrderWords) -> bool:
    """``If England takes Kiel, I shall be insufferable``, ``Drinks are on me if this works``: what depends on something is no order."""
    heard = folded_words(text)
    begins = _begins_if()
    at = next((number for number, word in enumerate(heard) if word in begins), None)
    if at is None or "?" in text or text.rstrip().endswith((":", ",")) or len(heard) > _LONGEST_OF_PEOPLE:
        return False
    people = words("condition", "people")
    if at > _NEAR_BEGINNING:
        deed = heard[:at]
    else:
        spans = [start for start, _ in word_spans(plain(text))]
        stop = _CLAUSE_END.search(text, spans[at]) if len(spans) == len(heard) else None
        behind = folded_words(text[stop.end() :]) if stop is not None else ()
        starts = [number for number in range(at + 3, len(heard)) if heard[number] in people]
        deed = behind or (heard[starts[-1] :] if starts else ())
    if people.isdisjoint(deed) or not words_of("condition.acts", "condition.binds", "condition.choice").isdisjoint(deed):
        return False
    return not places_named(" ".join(deed), known) and not any(map(known.spelt_kind_of, deed)) and begins.isdisjoint(deed)


_CLAUSE_END = re.compile(r"[,;:–—]\s")
_NEAR_BEGINNING = 2
"""Words before an *if* at most that stand for no clause: ``and if``, ``Anna, if``."""
_LONGEST_OF_PEOPLE = 40
"""Words of such a sentence."""


@kept
def is_talk(text: str) -> bool:
    """Return True if *text* proposes, doubts or denies."""
    return not talk().isdisjoint(_said(text))


def leads(text: str) -> bool:
    """Return True if *text*, which holds no order, makes what stands below it depend on something, or only speaks of it."""
    said, heard = set(_said(text)), _heard(text)
    return _names_case(heard) or not said.isdisjoint(leading_conditions() - foreign(heard)) or not said.isdisjoint(talk())


def begins_with_condition(text: str) -> bool:
    """Return True if *text* goes on with a condition on what stands before it: ``unless Italy moves``."""
    heard = _heard(text)
    if not heard:
        return False
    return heard[0] in conditions() - foreign(heard) or (
        heard[0] in words("condition", "joints") and not leading_conditions().isdisjoint(heard[:3])
    )


def _said(text: str) -> list[str]:
    return phrases("talk", "wishes").sub(" ", without_harmless(" ".join(_heard(text)))).split()


_YES = re.compile(r"\bs[íì](?=\s*(?:[,.;:!)]|$))", re.IGNORECASE)


def _heard(text: str) -> tuple[str, ...]:
    """The folded words of *text* without Spanish ``sí`` and Italian ``sì``, whose accent and mark part them from *if*."""
    return folded_words(text if text.isascii() else _YES.sub(" ", text))


def _names_case(heard: tuple[str, ...]) -> bool:
    """Return True for ``in that case``, ``im anderen Fall``: what follows depends on what was said before."""
    return not _words_for_case().isdisjoint(heard) and phrases("condition", "cases").search(" ".join(heard)) is not None


@cache
def _words_for_case() -> frozenset[str]:
    """The last words of such phrases, for which a text is looked through first."""
    return frozenset(word for phrase in listed("condition", "cases") for word in without_accents(phrase.split()[-1]).split("|"))


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
    belongs = known.is_place(word) or known.is_verb(word) or known.spelt_kind_of(word) is not None or word.isdecimal()
    return belongs or word in conditions() or word in talk() or word in names_of_lists()


@kept
def offers_courtesy(text: str) -> bool:
    """``If you like we can talk next week``, ``Shout if I messed up``: nothing of the game depends on it."""
    heard = folded_words(text)
    if not names_of_lists().isdisjoint(heard) or not words("courtesy", "otherwise").isdisjoint(heard):
        return False
    if phrases("courtesy", "if_you_like").match(" ".join(heard)) is not None:
        return True
    said = " ".join(heard)
    asks = phrases("courtesy", "tell").match(said)
    if asks is not None and phrases("courtesy", "if").search(" ".join(said[asks.end() :].split()[:_NEAR_IF])) is not None:
        return True  # ``shout if I messed up``
    deed = folded_words(text.partition(",")[2])
    if conditions().isdisjoint(deed) and phrases("courtesy", "tell").match(" ".join(deed)) is not None:
        return True
    return phrases("courtesy", "if_you_meet").match(said) is not None


def hopes_in_time(text: str) -> bool:
    """Return True for ``If it is not too late:``, a condition of the post alone."""
    return phrases("courtesy", "in_time").fullmatch(" ".join(folded_words(text))) is not None


_NEAR_IF = 4
"""Words behind a request among which its *if* stands: ``let me know if …``."""


def names_of_lists() -> frozenset[str]:
    """Names for a list of orders."""
    return words("heading", "orders")


def denies(heard: Sequence[str]) -> bool:
    """Return True if folded words deny something: ``not``, ``no longer``, ``doesn t``."""
    return not words("withdrawal", "denials").isdisjoint(heard) or phrases("amendment", "denies").search(" ".join(heard)) is not None


def names_of_due() -> frozenset[str]:
    """Names for it outside movement phases."""
    return words("heading", "builds")


def beside_names() -> frozenset[str]:
    """Small words between the name of a power and that of the list."""
    return words("heading", "beside")


def heads_own_orders(text: str) -> bool:
    """``Mine:``, ``My orders:``, ``Meine Züge:``: a heading above the writer's own orders."""
    heard = folded_words(text)
    own = words("heading", "own")
    return (
        text.rstrip().endswith(":")
        and not own.isdisjoint(heard)
        and own.union(names_of_lists(), beside_names(), words("due", "joining"), ("i",)).issuperset(heard)
    )


def leads_to_own_list(text: str) -> bool:
    """Return True for the head of a list that ends with ``so:``, ``in short:``, whatever stands before it."""
    if not text.rstrip().endswith(":"):
        return False
    *before, end = re.split(r"(?<=[,;–—.!])", text)
    last = " ".join(folded_words(end))
    every = phrases("around", "own_list")
    if every.fullmatch(last) is not None:
        above = "".join(before)  # Spanish ``ahora sí:`` is no condition
        return not is_conditional(above) or phrases("courtesy", "lost_mail").match(" ".join(folded_words(above))) is not None
    ends = (found[0] for found in every.finditer(last) if found.end() == len(last))
    return any(" " in each for each in ends) and not is_conditional(text)  # ``non ho visto la tua risposta quindi ripeto:``
