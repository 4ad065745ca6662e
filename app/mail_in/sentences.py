"""Sentences of the sender's own lines: where a stop, a colon or a joint parts orders from what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from adjudicator.notation.lexicon import WordMatch
from adjudicator.notation.order_tokens import TokenKind
from adjudicator.notation.vocabulary import Verb
from app.mail_in.conditions import (
    denies,
    hopes_in_time,
    is_conditional,
    is_of_the_world,
    is_talk,
    leads_to_own_list,
    offers_courtesy,
    without_harmless,
)
from app.mail_in.order_words import OrderWords, coded_moves, mentions, places_named, provinces_of, units_named, without_places
from app.mail_in.phrases import first_located, folded_words, kept, located, phrases, plain, tokens_in, words, words_of
from app.mail_in.second_thoughts import confirms, drops_build, keeps_builds
from app.mail_in.surroundings import speaks_of_other
from app.mail_in.text_piece import TextPiece, part_of, units_or_places
from app.mail_in.topics import goes_on_about, names_topic
from app.mail_in.withdrawals import keeps_the_rest, withdrawing

_STOP = re.compile(r"(?<=[^\W_])(?:\.{2,3}\)|[\"”»')]|\s{2,})?([.!?;])(?:[!?]*|\.+(?=\s+[A-ZÄÖÜÉÈÀ¿¡]))\s+(?=[^\W_]|[(«\"“*¡¿])")
MARKS = re.compile(r"[;.!?]\s+|,\s+(?=(?:[AF]|[Aa]rmy|[Ff]leet|[Aa]rmee|[Ff]lotte)\s)")
"""Marks between sentences, and between orders that commas part."""
_COLON = re.compile(r":\s+(?=\S)")
_SHORT_PLACE = 4
_HOLD = "h"
"""Letter for a hold."""
_LONGEST_CODE = 4
_YEAR = 4
"""Digits of a year."""
_LONGEST_PLACE = 5
"""Words of a place before a colon: ``Bourgogne : Belgique`` is an order."""
_BEFORE_SLIPS = frozenset(",;.-–—…")
_AND_IF = re.compile(r"[,;]\s+(?:(?:and|but|und|aber|et|mais|e|ma|y|pero)\s+)?", re.IGNORECASE)


def sentences(
    piece: TextPiece,
    known: OrderWords,
    is_heading: Callable[[str], bool],
    reads: Callable[[str], bool],
    is_of_all: Callable[[str], bool],
    says: Callable[[str], bool],
    own: Collection[str],
) -> list[TextPiece]:
    """*piece* cut into its sentences, and these behind what leads into orders and beside orders of other units."""
    shown = plain(piece.text)
    if len(shown) != len(piece.text):
        shown = piece.text
    cuts = [
        found.end()
        for found in _STOP.finditer(shown)
        if not _is_abbreviation(shown, found, known, is_heading)
        and not _is_inside(shown, found)
        and not _denies_before(shown, found, known)
    ]
    ends = [0, *cuts, len(shown)]
    between = {start + at for start, end in pairwise(ends) for at in _beside_denied(shown[start:end], known, says, own)}
    cuts = sorted(
        {
            *cuts,
            *between,
            *_before_the_world(shown),
            *_beside_the_rest(shown, known),
            *_before_the_others(shown, reads, is_of_all),
            *_behind_replaced(shown, known),
            *_beside_confirmed(shown, known, says),
            *_before_slips(shown, known),
            *_before_waives(shown, known, says),
            *_behind_name(shown, known),
            *_behind_hope(shown),
        }
    )
    start = 0
    found: list[TextPiece] = []
    for end in (*cuts, len(shown)):
        parts = _at_colon(shown, start, end, known, is_heading)
        found.extend(part_of(piece, at, to) for at, to in parts)
        if end in between:
            found[-1] = replace(found[-1], text=_LAST_JOINT.sub(lambda joint: " " * len(joint[0]), found[-1].text))
        start = end
    if not piece.starts:
        found[-1] = replace(found[-1], joined=piece.joined)
    return found


def at_exception(piece: TextPiece, known: OrderWords, reads: Callable[[str], bool], is_of_all: Callable[[str], bool]) -> list[TextPiece]:
    """*piece* cut at its *except*, where it says what all units do, and behind it others have orders."""
    found = first_located(piece.text, phrases("amendment", "but_for"))
    if found is None:
        return [piece]
    ((start, end),) = found
    head, tail = piece.text[:start].rstrip(" ,;-–—"), piece.text[end:].strip(" .!")
    relative = next((word for word in folded_words(tail) if word in words("prose", "which")), None)
    said = tail if relative is None else re.sub(rf"(?i),?\s*\b{relative}\b", "", tail, count=1)
    if not units_or_places(tail, known) or not is_of_all(head) or not reads(said):
        return [piece]
    whole = piece.text[end:]
    if relative is not None:
        whole = re.sub(rf"(?i),?\s*\b{relative}\b", lambda gone: " " * len(gone[0]), whole, count=1)
    rest = part_of(replace(piece, text=" " * end + whole), end, len(piece.text))
    return [part_of(piece, 0, len(head)), replace(rest, is_exception=True)]


def _before_the_world(shown: str) -> Iterator[int]:
    """Yield the commas behind which a condition of the world stands: ``Bothnia - Sweden, and if he bounces me I swear I'll cry``."""
    for found in _AND_IF.finditer(shown):
        tail = shown[found.end() :]
        if is_of_the_world(tail) or offers_courtesy(tail):
            yield found.end()


def _beside_the_rest(shown: str, known: OrderWords) -> Iterator[int]:
    """Yield the commas that part an order from ``the rest stands``, before it or behind it."""
    if not keeps_the_rest(shown) and words("statement", "stands").isdisjoint(folded_words(shown)):
        return
    for found in _AND_IF.finditer(shown):
        head, tail = shown[: found.start()], shown[found.end() :]
        for said, other in ((head, tail), (tail, head)):
            is_clause = MARKS.search(said) is None and not is_conditional(said)  # ``Same as yesterday but if France moves, …``
            replaces = said is tail and phrases("amendment", "instead").search(" ".join(folded_words(head))) is not None
            kept = re.split(r"[.!?](?:\s|$)", tail)[0]
            if replaces and keeps_builds(kept, known):
                yield found.end()  # ``F Edi instead of F Lvp, the army in London stays``
            if is_clause and keeps_the_rest(said) and not units_or_places(said, known) and units_or_places(other, known):
                yield found.end()


def _before_slips(shown: str, known: OrderWords) -> Iterator[int]:
    """Yield where a clause begins that takes back the order before it: ``Berlin to Kiel, no wait, Kiel stays put so …``."""
    for (start, end), *_ in located(shown, phrases("around", "slip_leads")):
        before = shown[:start].rstrip()
        is_behind = before[-1:] in _BEFORE_SLIPS and (units_or_places(before, known) or coded_moves(before, known))
        if is_behind and known.may_order(shown[end:]):
            yield start


def _before_waives(shown: str, known: OrderWords, says: Callable[[str], bool]) -> Iterator[int]:
    """Yield the marks that part a build that is waived from other builds: ``Drop the fleet in Kiel and waive that build``."""
    may_part = _may_waive(shown, known) or not words("withdrawal", "keeps").isdisjoint(folded_words(shown))
    stops = [0, *(stop.end() for stop in _STOP.finditer(shown)), len(shown)] if may_part else []
    for start, end in pairwise(stops):
        cuts = [found.span() for found in _BEFORE_WAIVE.finditer(shown, start, end)]
        whole = shown[start:end].strip(" .!;")
        calm = phrases("amendment", "trailing").sub(" ", " ".join(folded_words(whole)))
        calm = phrases("due", "waive_phrases").sub(" ", phrases("due", "no_builds").sub(" ", calm))
        if not cuts or (says(whole) and not is_talk(calm)):
            continue
        parts = [shown[at:to].strip(" .!") for (_, at), (to, _) in pairwise([(start, start), *cuts, (end, end)])]
        for (_, cut), (before, behind) in zip(cuts, pairwise(parts), strict=True):
            waives = [_is_waive(part, known, says) for part in (before, behind)]
            is_beside = (waives[1] and _is_of_build(before, known)) or (waives[0] and _is_of_build(behind, known))
            if is_beside or (keeps_builds(before, known) and drops_build(behind, known)):
                yield cut


def _may_waive(text: str, known: OrderWords) -> bool:
    """Return True if words of *text* may waive a build."""
    heard = folded_words(text)
    return not known.says(Verb.WAIVE, "due.waive").isdisjoint(heard) or phrases("due", "waive_phrases").search(" ".join(heard)) is not None


def _behind_name(shown: str, known: OrderWords) -> Iterator[int]:
    """Yield the dash behind the name of a person who is addressed: ``Frank -- a fleet in Naples``."""
    name = _NAME.match(shown)
    word = "" if name is None else " ".join(folded_words(name["name"]))
    means = known.is_place(word) or known.is_deed(word) or known.spelt_kind_of(word) is not None or word in known.all_power_words
    if name is not None and not means and known.may_order(shown[name.end() :]):
        yield name.end()


_NAME = re.compile(r"\s*(?P<name>[^\W\d_]{3,})\s+[-–—]{1,2}\s+(?=[^\W\d_]+\s+[^\W\d_])")


def _behind_hope(shown: str) -> Iterator[int]:
    """Yield the comma behind the hope that a sentence comes in time: ``If it's not too late, the North Sea supports Belgium``."""
    for start in (0, *(stop.end() for stop in _STOP.finditer(shown))):
        comma = shown.find(", ", start)
        if comma >= 0 and hopes_in_time(shown[start:comma]):
            yield comma + 2


def _confirms_list(head: str, known: OrderWords) -> bool:
    """Return True for ``Builds as sent:``: below it stands what was sent."""
    is_list = not words_of("heading.orders", "heading.builds").isdisjoint(folded_words(head))
    return (
        is_list and phrases("withdrawal", "confirms").search(" ".join(folded_words(head))) is not None and not units_or_places(head, known)
    )


def _is_of_build(text: str, known: OrderWords) -> bool:
    """Return True if *text* drops one build, or keeps it, and is no withdrawal, which is looked at with what stands behind it."""
    return (drops_build(text, known) and withdrawing(text, known) is None) or keeps_builds(text, known)


def _is_waive(text: str, known: OrderWords, says: Callable[[str], bool]) -> bool:
    """Return True if *text* waives a build that it names by no place."""
    is_none = phrases("due", "no_builds").search(" ".join(folded_words(text))) is not None
    return _may_waive(text, known) and not is_none and not units_or_places(text, known) and says(text)


_BEFORE_WAIVE = re.compile(
    r"[,;:]\s+(?:(?:and|so|but|und|aber|et|mais|e|ma|y|pero)\s+)?|\s+(?:and|but|und|aber|et|mais|e|ma|y|pero)\s+", re.IGNORECASE
)


def _behind_replaced(shown: str, known: OrderWords) -> Iterator[int]:
    """Yield the comma behind the place that another one replaces: ``to Greece instead of Rumania, and the fleet supports it``."""
    for (start, end), *_ in located(shown, phrases("amendment", "instead")):
        named = mentions(shown[end:], known)
        stop = _THEN.match(shown, end + named[0].end) if named and mentions(shown[:start], known) else None
        if stop is None or len(shown[end : end + named[0].start].split()) > 2:
            continue
        rest = shown[stop.end() :]
        if mentions(rest, known) and any(map(known.is_deed, folded_words(rest))) and folded_words(stop[0]):
            yield stop.end()


def _beside_denied(sentence: str, known: OrderWords, says: Callable[[str], bool], own: Collection[str]) -> Iterator[int]:
    """Yield where a plain order of a unit of *own* and a clause that denies or replaces a deed of another one are parted.

    ``The fleet in Sweden stays, and Warsaw does not go to Galicia but to Ukraine.``
    """
    if not _denies_or_replaces(sentence) or "?" in sentence:
        return
    for found in _THEN.finditer(sentence):
        head, tail = sentence[: found.start()], sentence[found.end() :]
        plain_part, other = (tail, head) if _denies_or_replaces(head) else (head, tail)
        first, denied = (next(iter(mentions(part, known)), None) for part in (plain_part, other))
        if first is None or denied is None or first.province == denied.province or not {first.province, denied.province} <= {*own}:
            continue
        is_relative = not words("prose", "which").isdisjoint(folded_words(tail)[:1])  # ``…, which moves to Constantinople, no surprise``
        if is_relative or _denies_or_replaces(other[: denied.start]) or _denies_or_replaces(plain_part):
            continue
        if is_talk(plain_part) or is_conditional(plain_part):
            continue
        if _denies_or_replaces(other) and says(plain_part.strip(" .!")):
            yield found.end()


@kept
def _denies_or_replaces(text: str) -> bool:
    """Return True if words of *text* deny a deed, or put one in the place of another."""
    said = phrases("prose", "hold_phrases").sub(" ", " ".join(folded_words(text)))  # ``Napoli non si muove`` holds
    said = without_harmless(phrases("remark", "apologies").sub(" ", said))
    return denies(said.split()) or phrases("amendment", "instead").search(said) is not None


def _before_the_others(shown: str, reads: Callable[[str], bool], is_of_all: Callable[[str], bool]) -> Iterator[int]:
    """Yield the comma, or *and*, between orders and ``the rest holds`` behind them."""
    for found in _THEN.finditer(shown):
        tail = shown[found.end() :].strip(" .!")
        if is_of_all(tail) and reads(shown[: found.start()]):
            yield found.end()


def _beside_confirmed(shown: str, known: OrderWords, says: Callable[[str], bool]) -> Iterator[int]:
    """Yield the commas between orders and what is said of a unit whose order stands: ``F Lon - Eng, Liverpool as before``."""
    said = " ".join(folded_words(shown))
    keeps = words("withdrawal", "keeps")
    stands = words("statement", "stands") | keeps
    if stands.isdisjoint(said.split()) and all(phrases("withdrawal", each).search(said) is None for each in ("same", "confirms")):
        return
    cuts = [found.span() for found in _THEN.finditer(shown)]
    ends = [*(start for start, _ in cuts), len(shown)]
    for number, (start, end) in enumerate(cuts):
        head, clause, tail = shown[:start], shown[end : ends[number + 1]], shown[end:]
        head = head[max((stop.end() for stop in _STOP.finditer(head)), default=0) :]
        clause = clause[: min((stop.start() for stop in _STOP.finditer(clause)), default=len(clause))]
        builds = not known.says(Verb.BUILD, "due.build").isdisjoint(folded_words(head))
        is_kept = confirms(clause, known) or _keeps_kind(clause, known) or (builds and keeps_builds(clause, known))
        goes = any(token.kind is TokenKind.DASH for token in tokens_in(clause)) or len(set(places_named(clause, known))) > 1
        is_kept = is_kept or (goes and not keeps.isdisjoint(folded_words(clause)[:1]) and says(tail.strip(" .!")))  # ``keep nwy -> skag``
        if (is_kept and says(head)) or (confirms(head, known) and says(tail.strip(" .!"))):
            yield end


def _keeps_kind(text: str, known: OrderWords) -> bool:
    """Return True for ``London stays F``: the build stands that was sent for it, of that kind."""
    kept = next((token.end for token in tokens_in(text) if token.folded in words("statement", "stands")), len(text))
    behind = [token for token in tokens_in(text) if token.start >= kept]
    is_kind = any(known.spelt_kind_of(token.folded) or text[token.start : token.end] in _LETTERS for token in behind)
    return is_kind and keeps_builds(text, known)


_LETTERS = frozenset("AF")


_AND_WORDS = "and|but|while|und|aber|während|et|mais|tandis que|e|ma|mentre|y|pero|mientras"
_LAST_JOINT = re.compile(rf"[,;]?\s+(?:{_AND_WORDS})\s*$", re.IGNORECASE)
_THEN = re.compile(rf"[,;]\s+(?:(?:{_AND_WORDS})\s+)?|\s+(?:{_AND_WORDS})\s+", re.IGNORECASE)


def _is_inside(shown: str, stop: re.Match[str]) -> bool:
    """Return True if a stop lies between brackets: ``Brest -> Manche (entente ? non, surprise !)``."""
    before, behind = shown[: stop.start()], shown[stop.end() :]
    rest, closed, _ = behind.partition(")")
    return bool(closed) and "(" not in rest and before.count("(") > before.count(")")


def _denies_before(shown: str, stop: re.Match[str], known: OrderWords) -> bool:
    """Return True for ``The fleet should not go out; have it support Belgium``: what it is not to do stands before what it does."""
    if stop[1] not in ";.":
        return False
    head = re.split(r"[.;!?]\s", shown[: stop.start()])[-1]
    if not denies(folded_words(head)):
        return False
    named, behind = mentions(head, known), shown[stop.end() :]
    again = mentions(re.split(r"[,;:.!?]\s", behind)[0], known)
    provinces = {place.province for place in named}
    is_alone = len(provinces) == 1 and units_named(head, known)[:1] in ([], [len(head) - len(head.lstrip())])
    told = known.says(Verb.HOLD, Verb.MOVE, Verb.DISBAND, "prose.hold", "due.disband", "due.retreat")
    is_alone = is_alone and not told.isdisjoint(folded_words(head))
    is_same = is_alone and bool(again) and again[0].province in provinces  # ``A(Bel) not to be disbanded. A(Bel) ret Pic``
    return is_same or goes_on_about(head, behind, known)


def _is_abbreviation(shown: str, stop: re.Match[str], known: OrderWords, is_heading: Callable[[str], bool] = lambda _text: False) -> bool:
    """``Nor. Sea``, ``A Par S. A Mar``, ``1. A Par``: the stop ends no sentence."""
    if stop[1] != ".":
        return False
    before = folded_words(shown[: stop.start()])
    after = folded_words(shown[stop.end() :])
    if not after:
        return True
    word = before[-1]
    if word.isdecimal() and len(word) == _YEAR and is_heading(shown[: stop.start()].strip()):
        return False  # ``Fall 1901. A Bur - Mun``
    if word == _HOLD and shown[stop.end()].isupper() and not (known.is_place(after[0]) or known.is_kind(after[0])):
        return False  # ``F(Den) h.  Rest as sent``
    if _is_kind_of_before(shown, stop, before, after, known):
        return False
    if shown[stop.start() - 1] == "è":
        return False  # ``resta ferma dov'è. Il resto …``
    if len(word) < 2 or word.isdecimal():
        return True
    is_led = not words_of("place.between", "prose.into", "prose.to").isdisjoint(before[-2:-1])
    if is_led and all(provinces_of((code,), WordMatch.EXACT, known) for code in (word, after[0])):
        tells = any(map(known.is_verb, after[1:2])) or phrases("withdrawal", "confirms").match(" ".join(after[1:])) is not None
        if tells:
            return False  # ``instead of the army in con. smy stays``
    whole = known.says(Verb.HOLD, "prose.into", "prose.to", "prose.small")  # ``Serbien löse ich auf. Galizien bleibt``
    is_short_verb = len(word) < 5 and word in known.says(*Verb) and word not in whole  # ``supp.``, and not ``more.``
    is_short_kind = len(word) < _SHORT_PLACE and known.is_kind(word)
    if (is_short_kind or is_short_verb) and (known.is_place(after[0]) or known.is_kind(after[0])):
        return True
    if len(after[0]) == 1:
        return False  # ``mer du Nord. L'autre flotte``
    both = (WordMatch.EXACT, WordMatch.ABBREVIATION)
    is_begun = any(provinces_of(phrase, match, known) for phrase in ((word,), tuple(before[-2:])) for match in both)
    if len(word) > _LONGEST_CODE and provinces_of((word,), WordMatch.EXACT, known):
        is_begun = False  # ``army in norway to finland. channel fleet to london``
    if is_begun and (after[0] in words("place", "waters") or (shown[stop.end()].islower() and known.is_verb(after[0]))):
        return True  # ``Ion. Meer``, ``Mid-Atl. move``
    pairs, alone, behind = (
        frozenset[str]().union(*(provinces_of(phrase, match, known) for match in both)) for phrase in ((word, after[0]), (word,), after[:1])
    )
    return bool(pairs) and pairs not in (alone, behind)  # ``ebenfalls. Holland`` is no name


def last_sentence_at(text: str, known: OrderWords) -> int:
    """Return where the last sentence of *text* begins, or what it says behind its colon."""
    begin = max((found.end() for found in _STOP.finditer(text) if not _is_abbreviation(text, found, known)), default=0)
    colon = _COLON.search(text, begin)
    return colon.end() if colon is not None and not units_named(text[begin : colon.end()], known) else begin


def _is_kind_of_before(shown: str, stop: re.Match[str], before: Sequence[str], after: Sequence[str], known: OrderWords) -> bool:
    """Return True for the *A* of ``make that an A. Other two unchanged``: it tells the kind of a unit named before it."""
    if shown[stop.start() - 1] not in _LETTERS or known.is_place(after[0]) or known.is_kind(after[0]):
        return False
    leads = words_of("statement.stands", "place.between", "due.another") | {"an"}
    return len(before) > 1 and (known.is_place(before[-2]) or before[-2] in leads or known.is_filler(before[-2]))


def _at_colon(shown: str, start: int, end: int, known: OrderWords, is_heading: Callable[[str], bool]) -> list[tuple[int, int]]:
    """A sentence cut behind the words that lead into its orders; a condition, a power or a phase stays with what it heads."""
    text = shown[start:end]
    colon = _COLON.search(text)
    if colon is None or not known.may_order(text[colon.end() :]):
        return [(start, end)]
    head = text[: colon.end()]
    said = folded_words(head)
    behind = text[colon.end() :]
    about = places_named(head, known)
    if said and known.says(Verb.HOLD, "prose.hold").issuperset(said):
        return [(start, end)]  # ``Hold: London, Yorkshire``
    if units_named(behind, known) and len(said) <= _LONGEST_PLACE and about == places_named(behind, known)[:1]:
        return [(start, start + colon.end()), (start + colon.end(), end)]  # ``Only Rumania: A Rum - Bul``
    is_same = bool(about) and places_named(behind, known)[:1] == about[:1]
    if (denies(said) and is_same) or (names_topic(head, known) and not is_same and said[-1] not in words("prose", "to")):
        return [(start, end)]  # ``Änderung bei Schlesien: die Armee bitte auflösen``
    if said and said[-1] in words("prose", "to") and places_named(head, known) and words("amendment", "opens").isdisjoint(said):
        return [(start, end)]  # ``die serbische Armee nach: Triest``
    if hopes_in_time(head):
        return [(start, start + colon.end()), (start + colon.end(), end)]
    own_list = len(said) > 1 and leads_to_own_list(head) and not places_named(head, known)
    if (
        len(said) > 16
        or (units_named(head, known) and words("amendment", "opens").isdisjoint(said))
        or (len(said) == 1 and len(said[0]) < _SHORT_PLACE and known.is_short_place(said[0]))
        or (
            (places := mentions(head, known))
            and all(
                known.is_coast(word) or known.is_kind(word) or word in _beside_place()
                for word in folded_words(without_places(head, places))
            )
        )
        or is_conditional(head)
        or (
            is_talk(head)
            and not own_list
            and not (units_named(behind, known) and _confirms_list(head, known))
            and (words("amendment", "opens").isdisjoint(said) or places_named(head, known))
        )
        or speaks_of_other(head)
        or is_heading(head)
        or any(known.is_power(word) for word in said)
    ):
        return [(start, end)]
    return [(start, start + colon.end()), *_at_colon(shown, start + colon.end(), end, known, is_heading)]


@cache
def _beside_place() -> frozenset[str]:
    """Small words beside a place before a colon: ``Pour la Gascogne : Bourgogne``."""
    return words_of("due.joints", "place.between")
