"""Remarks beside orders: what stands in brackets, behind a mark or around the order is no part of it, but may make it doubtful."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import denies, is_conditional, is_talk
from app.mail_in.doubtful_remarks import remark_doubts
from app.mail_in.order_words import OrderWords, coded_moves, mentions, place_leads, places_named, provinces_of, units_named, without_places
from app.mail_in.phrases import (
    QUOTATION,
    WORD,
    blanked,
    first_located,
    folded_words,
    listed,
    located,
    located_pairs,
    phrases,
    tokens_in,
    without_phrases,
    words,
    words_by_language,
    words_of,
    words_of_lists,
)
from languages import clauses

_ASIDE = re.compile(r"[(\[{](?P<said>[^()\[\]{}]{1,200})[)\]}]")
_REMARK = re.compile(r"\s(?://+|#+|<[-=~]+|←|\\\\|/\*|--+(?!>))\s*(?P<said>[^\d\W].*)$|(?<=\w)\s*//\s*(?P<more>.+)$")
_DASH = re.compile(r"(?<=\w)\s+[-–—]\s+(?P<said>[^\W\d_][^-–—>→]{3,})$")
"""A dash before words that end a line: ``F Lon - no surprises there``."""
_SMILE = re.compile(r"(?<!\w)(?:[:;8=]-?[)(DPpoO|/]|\^\^|<3)(?!\w)")
_REASON = re.compile(
    r"(?i)(?<=\w),?\s+(?:because|since|denn|weil|car|parce\s+que|puisque|perch[eé]|poich[eé]|porque|ya\s+que|damit|pour\s+que|afin\s+que|para\s+que|so(?=\s+(?:that\s+)?(?:nobody|no\s+one|he|she|they|it|we|i)\b(?:\s+\w+){2})|as(?=\s+(?:i|we|he|she|it|they|there)\b))"
    r"\s[^.,;!?:]{1,120}[.!]?\s*$"
)
"""Reason of an order at the end of its sentence: ``as I have no better idea``."""
_CONSEQUENCE = re.compile(
    r"(?i)(?<=\w),\s+(?:sinon|sonst|ansonsten|otherwise|or\s+else|altrimenti|si\s+no|de\s+lo\s+contrario)\s[^.;!?:]{3,120}[.!]?\s*$"
)
"""Words behind an order that say what would come without it: ``Varsovie tient, sinon le Turc entre``."""
_FEWEST_SAID = 3
_FEWEST_COMMON = 2


class OrderText(NamedTuple):
    """Text of orders, and what stood beside them."""

    text: str
    """Text with blanks in place of what is left out."""
    remark: str = ""
    """Words beside the orders that are no part of them."""
    written: str = ""
    """Text with the words of a change of mind, where those are left out."""
    denied: str = ""
    """Words behind the order that deny another deed of its unit."""


def without_remarks(whole: str, known: OrderWords, own: Collection[str]) -> OrderText:
    """*whole* without what stands beside its orders in brackets or behind a mark; its places stay where they are."""
    if not known.may_order(whole):
        return OrderText(whole)
    asked = _without_request(_without_permission(whole))
    text = _without_afterthought(asked, known)
    written = "" if text == asked else asked
    said: list[str] = []

    def blank(start: int, end: int) -> None:
        nonlocal text
        text = blanked(text, start, end)

    text = _ABBREVIATED.sub(lambda found: _in_full(found, known), text)
    for found in _SMILE.finditer(text):
        blank(*found.span())
    first = min(units_named(text, known), default=0)
    for found in _ASIDE.finditer(text):
        aside = found["said"]
        unknown = _UNKNOWN_CODE.search(text, 0, found.start())
        if " " in aside.strip() and _IS_KIND.search(text[: found.start()]) is not None and _is_only_place(aside, known):
            blank(found.start(), found.start() + 1)  # ``F (North Sea) - Holland``
            blank(found.end() - 1, found.end())
        elif unknown is not None and not known.is_place(unknown["code"].casefold()) and _is_only_place(aside, known):
            blank(*unknown.span("code"))
            blank(found.start(), found.start() + 1)
            blank(found.end() - 1, found.end())
        elif _names_again(text[: found.start()], aside, known) or tells_former(aside, places_named(text[: found.start()], known), known):
            blank(*found.span())
        elif (text[: found.start()].strip() and _replaces(aside, known)) or _is_help(aside, known, own):
            text = f"{text[: found.start()]},{aside} {text[found.end() :]}"  # ``F Eas (statt F Ägäis)``
        elif found.start() >= first and _is_remark(aside, known) and not _leads_to_place(aside, known):
            said.append(aside.strip())
            blank(*found.span())
        elif set(folded_words(aside)) <= known.says(Verb.HOLD) or _leads_to_place(aside, known) or _is_written_kind(aside, known):
            blank(found.start(), found.start() + 1)
            blank(found.end() - 1, found.end())
    names_place = (
        units_named(whole, known) or places_named(whole, known) or any(known.is_place(word) for word in folded_words(" ".join(said)))
    )
    if text != asked and not (written or names_place) and coded_moves(text, known):
        return OrderText(text.rstrip(), clauses(said))  # ``bur-mun (sorry Hannelore)``
    behind = _REMARK.search(text)
    while behind is not None and _goes_on(text, behind, known):
        behind = _REMARK.search(text, behind.start("said"))
    if behind is not None and known.may_order(text[: behind.start()]):
        said.append((behind["said"] or behind["more"]).strip())
        blank(behind.start(), len(text))
    denied = ""
    if (start := _denied_deed(text, known)) is not None:
        denied = text[start:].strip(" ,;.-–—")
        blank(start, len(text))
    for start, end in _asides(text, known):
        said.append(text[start:end].strip(" ,-–—"))
        blank(start, end)
    if (start := _hope(text, known)) is not None:
        said.append(text[start:].strip(" ,.;!-–—"))
        blank(start, len(text))
    reason = _REASON.search(text)
    if reason is not None and not _speaks_of_game(reason[0], known):
        said.append(reason[0].strip(" ,.!"))
        blank(reason.start(), reason.end())
    without = _CONSEQUENCE.search(text)
    if without is not None and not places_named(without[0], known) and not any(map(known.spelt_kind_of, folded_words(without[0]))):
        said.append(without[0].strip(" ,"))
        blank(without.start(), len(text))
    dash = _DASH.search(text)
    if dash is not None and _is_said(dash["said"]) and not _speaks_of_game(dash["said"], known):
        said.append(dash["said"].strip())
        blank(dash.start(), len(text))
    for start, end in _leads(text, known):
        blank(start, end)
    if (text == whole) or not (units_named(text, known) or places_named(text, known) or (written and coded_moves(text, known))):
        return OrderText(whole, written=written)
    return OrderText(text.rstrip(), clauses(said), written, denied)


_IS_KIND = re.compile(r"\b[AF]\s*$")


_VOCATIVE = re.compile(r"\s*(?P<said>[^\W\d_]+(?:[ .]+[^\W\d_]+){0,2})\s*[,!]\s+(?=\S)")
_FEWEST_SPOKEN = 3
"""Words of an order behind a name, of which a place is one."""
_ADVERB = re.compile(r"\w{5,}(?:ly|mente|ment|weise)")


def without_vocative(text: str, known: OrderWords) -> str:
    """*text* without the name of the person that it speaks to: ``Anna, build A Lvp``, ``Hi Ruth, …``, ``isabel construyo f esmirna``."""
    found = _VOCATIVE.match(text) or (_ADDRESSED.match(text) if text.islower() else None)
    heard = folded_words(found["said"]) if found is not None else ()
    if not heard or found is None:
        return text
    name, told = heard[-1], text[found.end() :]
    greets = not words("around", "opens").isdisjoint(heard[:1]) and len(heard) > 1
    is_apart = found.re is _VOCATIVE and found["said"].split()[-1][0].isupper()
    is_name = (is_apart or not _builds_by_writer().isdisjoint(folded_words(told)[:1])) and len(name) > 2 and _ADVERB.fullmatch(name) is None
    is_known = name in words_of_lists() or known.is_place(name) or known.is_power(name) or known.is_verb(name) or known.is_kind(name)
    if not is_name or is_known or not (greets or len(heard) == 1) or mentions(found["said"], known):
        return text
    if len(folded_words(told)) < _FEWEST_SPOKEN or not mentions(told, known):
        return text  # ``Yours, Brest``
    return blanked(text, 0, found.end())


@cache
def _builds_by_writer() -> frozenset[str]:
    """Words for builds of languages whose verbs say that the writer does it; before an English one an adverb may stand too."""
    return frozenset().union(*(said for language, said in words_by_language("due", "build").items() if language != "en"))


_ADDRESSED = re.compile(r"\s*(?P<said>[^\W\d_]{3,})\s+(?=[^\W\d_])")
"""A word that may be the name of a person, without a comma: a verb has to follow."""


def _denied_deed(text: str, known: OrderWords) -> int | None:
    """Return where the words at the end of *text* begin that deny another deed of its unit: ``…, it does not disband``."""
    if "?" in text:
        return None
    for found in _LAST_CLAUSE.finditer(text):
        heard = folded_words(text[found.start("said") :])
        said = " ".join(heard)
        before, denied = text[: found.start()], _deeds_in(heard, known)
        told = _deeds_in(folded_words(before), known)
        if len(set(places_named(before, known))) > 1:  # it goes there, whatever other sense its verb has
            told = (told - {Verb.HOLD, Verb.DISBAND}) | _GOING
        told |= _GOING if told & _GOING else set()
        if not denies(heard) or not told or not told.isdisjoint(denied):
            continue
        stops = told <= {Verb.DISBAND, Verb.HOLD} and denied <= _GOING  # ``…, it should not go to Berlin``
        is_pronoun = heard[0] in words("prose", "that")
        is_same = is_pronoun and (stops or (told & _GOING and denied == {Verb.SUPPORT}))  # ``…, it no longer supports Burgundy``
        if not is_same and (not denied or places_named(text[found.start() :], known)):
            continue
        others = words_of("withdrawal.take_back", "withdrawal.earlier", "heading.orders", "heading.builds")
        others |= words("remark", "doubts") - words("withdrawal", "denials")  # ``no wait``
        depends = is_conditional(known.without_reflexives(f"- {said}"))
        if others.isdisjoint(heard) and not depends and not known.powers_in(said) and places_named(before, known):
            return found.start()
    return None


_LAST_CLAUSE = re.compile(r"(?:(?:[,;]|\s[-–—])\s+(?:(?:and|und|et|y|e)\s+)?|\s+(?:and|und|et|y|e)\s+)(?P<said>[^,;:.!?]{3,60})[.!]?\s*$")
_GOING = frozenset({Verb.MOVE, Verb.RETREAT})
_DEEDS = {"prose": (Verb.HOLD, Verb.MOVE, Verb.SUPPORT, Verb.CONVOY), "due": (Verb.RETREAT, Verb.DISBAND, Verb.BUILD)}
"""Section to the deeds that it has words for."""
_SHORTEST_DEED = 3


def _deeds_in(heard: Collection[str], known: OrderWords) -> set[Verb]:
    """The deeds that folded words say."""
    long = {word for word in heard if len(word) >= _SHORTEST_DEED}
    return {verb for verb, said in _words_of_deeds(known) if not said.isdisjoint(long)}


@lru_cache(maxsize=16)
def _words_of_deeds(known: OrderWords) -> tuple[tuple[Verb, frozenset[str]], ...]:
    """Each deed with the words that say it."""
    return tuple((verb, known.says(verb) | words(section, verb.value)) for section, verbs in _DEEDS.items() for verb in verbs)


def orders_in_brackets(
    text: str, known: OrderWords, own: Collection[str], reads: Callable[[str], bool]
) -> tuple[str, list[tuple[int, int]]]:
    """*text* without the orders of the writer's units in brackets, and where these begin and end; none where *text* doubts or denies."""
    outside, inside = text, []
    for found in _BRACKETS.finditer(text):
        start = _restates().match(found[1])
        begin = found.start(1) + (0 if start is None else start.end())
        said = text[begin : found.end(1)]
        names = places_named(said, known)
        tells = any(
            token.kind is TokenKind.DASH or known.is_verb(token.folded) or said[token.start : token.end] == "H"  # ``(A War H)``
            for token in tokens_in(said)
        )
        if tells and units_named(said, known) and not set(names[:1]).isdisjoint(own) and reads(said):
            inside.append((begin, found.end(1)))
            outside = blanked(outside, *found.span())
    if not places_named(outside, known) or QUOTATION.search(outside) is not None:
        return text, []
    heard = folded_words(outside)
    calm = phrases("prose", "hold_phrases").sub(" ", " ".join(heard))  # ``reste où elle est`` offers no choice
    is_doubtful = denies(calm.split()) or is_conditional(calm if "?" not in outside else outside) or is_talk(outside)
    return (text, []) if is_doubtful else (outside, inside)


_BRACKETS = re.compile(r"[(\[]([^()\[\]]{5,80})[)\]]")


@cache
def _restates() -> re.Pattern[str]:
    """Finds words that lead into an order that was given before: ``that is``, ``also``."""
    return re.compile(rf"(?i)\s*(?:{'|'.join(sorted(map(re.escape, listed('remark', 'restates')), key=len, reverse=True))})[\s:,]+")


def _goes_on(text: str, behind: re.Match[str], known: OrderWords) -> bool:
    """Return True for ``Paris -- Burgundy``, ``A Bud -- disband``, ``Bur <- Par``: the marks stand within an order."""
    mark, said = text[behind.start() : behind.start("said")], behind["said"]
    if said is None or ("--" not in mark and "<-" not in mark):
        return False
    named = mentions(said, known)
    if "<-" in mark:
        return bool(named) and not said[: named[0].start].strip() and len(places_named(text[: behind.start()], known)) == 1
    first = folded_words(said)[0]
    heard = folded_words(said[: named[0].start]) if named else [first]
    leads = words_of("prose.to", "prose.into", "courtesy.words")
    return any(known.is_verb(word) for word in heard[:1]) or (
        bool(named) and all(known.is_kind(word) or word in leads or known.is_filler(word) for word in heard)
    )


def _without_permission(text: str) -> str:
    """*text* without ``if possible``: an order that is not possible is asked about in any case."""
    return without_phrases(text, phrases("remark", "possible"))


def _without_afterthought(text: str, known: OrderWords) -> str:
    """*text* without ``On second thought`` at its beginning: the order behind it takes the place of the earlier one anyhow."""
    text = _without_same_but(text)
    for _ in range(_MOST_LEADS):  # ``Anzi, meglio``
        shorter = _without_lead(text, known)
        if shorter == text:
            break
        text = shorter
    return text


_MOST_LEADS = 3


def _without_lead(text: str, known: OrderWords) -> str:
    """*text* without one such phrase, or ``No,``."""
    refuses = _FIRST_WORD.match(text)
    if refuses is not None and refuses["word"].casefold() in words("amendment", "refuses"):
        return if_ordered(text, refuses.end(), known)
    leads = (first_located(text, phrases(*each)) for each in (("lead_in", "phrases"), ("amendment", "leads")))
    found = next((each[0] for each in leads if each is not None), None)
    if found is None and (said := first_located(text, phrases("amendment", "pronouns"))) is not None:
        behind = text[said[0][1] :]
        is_order = units_named(behind, known)[:1] == [len(behind) - len(behind.lstrip())]
        found = said[0] if is_order else None  # ``Make that A Gal S A Rum``
    greets = words_of("courtesy.words", "around.opens", "amendment.opens", "amendment.refuses", "due.joining")
    if found is None or not greets.issuperset(folded_words(text[: found[0]])):
        return text  # ``Ciao, scusa, ripensandoci …``
    end = found[1]
    stop = _LEAD_ENDS.match(text, end)
    if stop is not None and words_of("amendment.opens", "courtesy.words").issuperset(folded_words(stop[0])):
        end = stop.end()
    return if_ordered(text, end, known)


_FIRST_WORD = re.compile(r"\s*(?P<word>[^\W\d_]+)\s*(?:,|:\s|[-–—]\s|!\s)")


def if_ordered(text: str, end: int, known: OrderWords) -> str:
    """*text* with blanks up to *end*, where an order may stand behind; else as it is."""
    behind = text[end:]
    heard = folded_words(behind)
    goes = place_leads()
    tells = any(token.kind is TokenKind.DASH for token in tokens_in(behind)) or any(known.is_verb(word) or word in goes for word in heard)
    if not (places_named(behind, known) or coded_moves(behind, known)) or not (tells or units_named(behind, known)):
        return text
    return " " * end + behind


def _without_same_but(text: str) -> str:
    """*text* without ``Same as Monday's but`` at its beginning: an order behind it takes the place of the one that was sent."""
    found = first_located(_OWN.sub(lambda own: " " * len(own[0]), text), phrases("amendment", "same_but"))
    if found is None:
        return text
    ((start, end),) = found
    if phrases("statement", "as_before").search(" ".join(folded_words(text[:end]))) is not None:
        return text  # ``same as last season but`` asks for the orders of another phase
    small = words_of("courtesy.words", "lead_in.words", "around.opens")
    return " " * end + text[end:] if small.issuperset(folded_words(text[:start])) else text


_LEAD_ENDS = re.compile(r"[^,:;–—]{0,30}[,:;–—]?[^,:;–—]{0,20}[,:;–—]")
"""Words up to the mark that parts ``Change of plan, sorry:`` from the order behind it."""


def _without_request(text: str) -> str:
    """*text* without ``could you please`` and its question mark: what is asked for is an order."""
    shown = text.rstrip()
    if not shown.endswith("?") or "?" in shown[:-1]:
        return text
    asks = _FIRST.match(shown)
    if asks is not None and asks[1].casefold() in words("prose", "asks") and first_located(shown, phrases("amendment", "instead")):
        return f"{' ' * asks.end()}{text[asks.end() : len(shown) - 1]}.{text[len(shown) :]}"  # ``Could it go to Rome instead of Naples?``
    found = first_located(shown, phrases("prose", "requests"))
    if found is None:
        return text
    ((start, end),) = found
    before = folded_words(text[:start])
    if not words_of("courtesy.words", "around.opens", "lead_in.words").issuperset(before[:1]):
        return text
    return f"{text[:start]}{' ' * (end - start)}{text[end : len(shown) - 1]}.{text[len(shown) :]}"


_ABBREVIATED = re.compile(r"\b(?P<begin>[^\W\d_]{2,})\((?P<end>[^\W\d_]{1,8})\)")
_UNKNOWN_CODE = re.compile(r"\b[AF]\s+(?P<code>[^\W\d_]{2,5})\s*$")


def _in_full(found: re.Match[str], known: OrderWords) -> str:
    """The name of a place without the brackets around its end: ``Ost(see)``; other words as they are."""
    name = found["begin"] + found["end"]
    is_name = known.is_place(" ".join(folded_words(name))) and not known.is_coast(" ".join(folded_words(found["end"])))
    return name.ljust(len(found[0])) if is_name else found[0]


def _is_only_place(text: str, known: OrderWords) -> bool:
    """Return True if *text* is the name of one place."""
    named = mentions(text, known)
    return len(named) == 1 and not without_places(text, named).strip()


_FIRST = re.compile(r"\s*([^\W\d_]+)\s")


def _names_again(before: str, aside: str, known: OrderWords) -> bool:
    """Return True for ``the Atlantic (MAO)``: in brackets stands another name of the place before them."""
    named, again = mentions(before, known), mentions(aside, known)
    if len(again) != 1 or without_places(aside, again).strip():
        return False
    [place] = again
    if named and not before[named[-1].end :].strip():
        return named[-1].province == place.province
    last = tuple(folded_words(before)[-1:])  # of ``the Atlantic``, which may be one of two seas
    return any(place.province in provinces_of(last, match, known) for match in (WordMatch.EXACT, WordMatch.ABBREVIATION))


def tells_former(text: str, ordered: Iterable[str], known: OrderWords) -> bool:
    """Return True for ``was F Bal - Ber``, ``This replaces A Apu - Nap``: earlier orders, which others for their units replace.

    Args:
        ordered: the provinces that are named beside it; looked at only where the words are those of such a remark.
    """
    if ":" in text or "?" in text or phrases("amendment", "was").match(" ".join(folded_words(text))) is None:
        return False
    about = {place for at in units_named(text, known) for place in places_named(text[at:], known)[:1]}
    return bool(places_named(text, known)) and about <= set(ordered)


def _replaces(text: str, known: OrderWords) -> bool:
    """Return True for ``(instead of F Aeg)``, ``(et non en mer du Nord)``: in brackets stands what an order is in place of."""
    heard = " ".join(folded_words(text))
    found = phrases("amendment", "instead").match(heard) or phrases("amendment", "not").match(heard)
    begins = found is not None and words("remark", "doubts").isdisjoint(heard[found.end() :].split())  # ``(no wait, Gascony)``
    return begins and bool(places_named(text, known)) and not is_conditional(text)


def _is_help(text: str, known: OrderWords, own: Collection[str]) -> bool:
    """Return True for ``(Gre supports)``, ``(convoyed by Nth)``: in brackets stands what another unit of the writer does for an order."""
    heard = set(folded_words(text))
    helps = any(known.says(verb) & heard or words("prose", verb.value) & heard for verb in (Verb.SUPPORT, Verb.CONVOY))
    return helps and not set(places_named(text, known)).isdisjoint(own) and not remark_doubts(text, known)


def _asides(text: str, known: OrderWords) -> Iterator[tuple[int, int]]:
    """Yield words such as ``as planned`` at the end of a clause, with the mark that parts them from its order.

    ``As in my first mail`` is one behind a whole move: behind ``stays`` it may mean another order that was sent.
    """
    moves = [span for span, *_ in located(text, phrases("remark", "as_sent")) if len(set(places_named(text[: span[0]], known))) > 1]
    for start, end in [*(span for span, *_ in located(text, phrases("remark", "asides"))), *moves]:
        before, after = text[:start].rstrip(), text[end:].lstrip()
        joined = words("due", "joining").intersection(folded_words(after[:_LONGEST_JOINT])[:1])
        if before and (not after or after[0] in ",;.!" or joined) and not denies(folded_words(before)):  # ``Warsaw won't go, it holds``
            yield len(before.rstrip(",-–— ")), end


def _hope(text: str, known: OrderWords) -> int | None:
    """Return where words at the end of *text* begin that hope for the best: ``F Bot - Swe, hope Gerd isn't looking``."""
    start = next((start for (start, _), *_ in located(text, phrases("remark", "hopes")) if known.may_order(text[:start])), None)
    if start is None or "?" in text[start:] or mentions(text[start:], known):
        return None
    is_denied = not words("withdrawal", "denials").isdisjoint(folded_words(text[:start])[-1:])
    if is_denied or text[:start].count("(") > text[:start].count(")"):
        return None  # ``there's no hope``
    heard = folded_words(text[start:])
    return None if any(map(known.spelt_kind_of, heard)) or re.search(r"[.;:!]\s", text[start:]) else start


def _leads(text: str, known: OrderWords) -> Iterator[tuple[int, int]]:
    """Yield the words that lead into an order and are no part of it: ``I would like my``, ``und mit der``, ``same as yesterday but``."""
    small = _SMALL_LEAD.match(text) if text[1:].islower() else None
    if small is not None and known.is_place(small["place"]) and words("lead_in", "words").issuperset(folded_words(small["lead"])):
        yield 0, small.end("lead")  # ``ok so f ion - tun``, where no letter of a kind is a capital
    before = 0
    for unit in units_named(text, known):
        joints = [found.end() for found in _JOINTS.finditer(text, before, unit)]
        start = max([before, *joints])
        if before and not joints:
            continue  # ``A Den S F Nwy - Swe``, where *den* and *s* are small words too
        lead = text[start:unit]
        if _ENDS_CLAUSE.match(text, unit) is not None and any(start <= place.start < unit for place in mentions(text, known)):
            continue  # ``Ank army, Con army, Smy fleet``, where *con* is a small word too
        anew = words_of("amendment.substitutes", "prose.move")
        tells = any(known.is_deed(word) or word in anew for word in folded_words(lead))
        if tells and not words("withdrawal", "take_back").isdisjoint(folded_words(text[:start])):
            continue  # ``strike A War, sub A Mos`` and ``scrap F Lon and move F Edi - Nwg`` are no lists
        helps = known.says(Verb.SUPPORT, Verb.CONVOY)
        if any(word in words("prose", "it_before") and verb in helps for word, verb in pairwise(folded_words(lead))):
            continue  # ``y la apoya la flota de …``, where *la* is what is supported
        if not words("due", "removals").isdisjoint(folded_words(lead)):
            continue  # ``ich ziehe die Auflösung der Flotte in Kiel zurück``
        helped = phrases("prose", "with_support").search(" ".join(folded_words(lead)))
        if helped is not None and " " in helped[0]:
            continue  # ``mit Unterstützung der Armee in Berlin``
        if not QUOTATION.search(lead) and (length := _lead_length(lead, known)):
            if located_pairs(text, "amendment", "but"):
                return  # ``for F Lpl read A Lpl``
            yield start, start + length
        before = unit + 1


_SMALL_LEAD = re.compile(r"(?P<lead>(?:[^\W\d_]+[\s,.!:-]+){1,5}?)[af]\s+(?P<place>[^\W\d_]{3,})")
_ENDS_CLAUSE = re.compile(r"\w+\s*[,;]")
"""A kind of unit behind its place, which ends a clause."""


def _lead_length(lead: str, known: OrderWords) -> int:
    """Return the number of letters of *lead* that are no part of the order: all of it, or the words before a verb: ``Ich baue eine``."""
    said = " ".join(folded_words(_OWN.sub(" ", lead)))
    spoken = phrases("withdrawal", "rest_stands").sub(" ", said).split()
    keeps = len(spoken) < len(said.split())
    small = words_of("lead_in.words", "amendment.rather") if keeps else words("lead_in", "words")
    if small.issuperset(spoken):
        return len(lead) if folded_words(lead) else 0
    end = 0
    spans = list(WORD.finditer(lead))
    heard = [" ".join(folded_words(span[0])) for span in spans]
    for span, word in zip(spans, heard, strict=True):
        if word not in small:
            break
        end = span.end()
    rest = [word for span, word in zip(spans, heard, strict=True) if span.start() >= end]
    return end if end and all(known.is_verb(word) or word in small for word in rest) else 0


_LONGEST_JOINT = 10
_JOINTS = re.compile(r"[,;:.]\s|\b(?:and|und|et|e|y)\s", re.IGNORECASE)
_OWN = re.compile(r"(?i)(?<=\w)['’]s\b")


def _is_said(text: str) -> bool:
    """Return True for words of a sentence; what small words part is no misspelt name: ``no surprises there``, and not ``Nort Sea``."""
    heard = folded_words(text)
    common = frozenset[str]().union(*words_by_language("language", "common").values())
    return len(heard) >= _FEWEST_SAID and sum(word in common for word in heard) >= _FEWEST_COMMON


def _speaks_of_game(text: str, known: OrderWords) -> bool:
    """Return True if *text* names a place, a kind of unit or a deed."""
    heard = folded_words(text)
    small = words("language", "common")  # German *ist* begins *Istanbul*
    begun = any(known.is_short_place(word) and not known.is_power(word) and word not in small for word in heard)
    return begun or bool(places_named(text, known)) or any(known.is_deed(word) or known.is_kind(word) for word in heard)


def _is_remark(text: str, known: OrderWords) -> bool:
    """Return True if words in brackets are no part of an order, as a coast, a place or a result is."""
    heard = [token for token in tokens_in(text) if token.kind is TokenKind.WORD]
    is_result = len(heard) <= 3 and not words("remark", "results").isdisjoint(token.folded for token in heard)
    if is_result and phrases("remark", "hopes").search(" ".join(token.folded for token in heard)) is None:
        return False
    if all(token.folded in known.says(Verb.HOLD) for token in heard):
        return False  # ``F Ion (holds)``, and brackets without a word
    strange = [
        token for token in heard if not (known.is_place(token.folded) or known.is_kind(token.folded) or known.is_coast(token.folded))
    ]
    return bool(strange) and not all(known.is_power(token.folded) for token in heard)


def _is_written_kind(text: str, known: OrderWords) -> bool:
    """Return True for the kind of a unit beside its place: ``Rome (army)``."""
    return known.spelt_kind_of(" ".join(folded_words(text))) is not None


def _leads_to_place(text: str, known: OrderWords) -> bool:
    """Return True for words in brackets that only tell where a unit goes: ``(to Apulia)``."""
    places = mentions(text, known)
    beside = folded_words(without_places(text, places))
    leads = place_leads()
    return len(places) == 1 and bool(beside) and all(word in leads or known.is_filler(word) for word in beside)
