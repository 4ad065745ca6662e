"""Promises of powers to one another in press, kept or broken: explicit sentences alone, in the five languages of the program.

A promise is a whole sentence in which its writer says ``I``, which ends without a question mark, and is written to one power alone:

* ``I support ...``, ``I will support ...``: kept where the writer helps the receiver in the next movement (the one it is written in).
* ``I will not attack you``, ``I spare you``: broken by any attack of the writer on the receiver in that movement.
* ``I will not move to Burgundy``, ``I stay out of Burgundy``: broken by a move there in that movement.

What is promised on a condition, or to no one, is none. An answer that agrees to a proposal (``app/players/agreements.py``) is one too, in
the language in use and in English.

Other text is left alone: the meaning of a letter is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.board_tables import board_tables
from adjudicator.notation.order_languages import spellings
from adjudicator.order import Move
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Variant
from app.game.entries import Press
from app.game.record import Cursor, Game, Turn
from app.players.agreements import Bargain, ProposalKind, Stance, read
from app.statistics.deeds import Deed


class PromiseKind(StrEnum):
    """Kind of promise."""

    SUPPORT = "support"
    PEACE = "peace"
    """No attack on the receiver."""
    KEEP_OUT = "keep out"
    """No move to a place."""


@dataclass(frozen=True, slots=True)
class Promise:
    """One sentence, and what came of it."""

    index: int
    """Index of the movement that it was for."""
    phase: Phase
    kind: PromiseKind
    by: str
    to: str
    place: str | None
    """The province to keep out of."""
    words: str
    """The sentence as written: a person's own text."""
    kept: bool


LONGEST = 300
"""Characters of a sentence that is looked at."""
MOST_TEXT = 20_000
"""Characters of a message that are looked at."""

_SENTENCE = re.compile(r"[^.!?\n]{1,400}[.!?\n]?")
_SUPPORT, _PEACE, _KEEP_OUT = (
    re.compile("|".join(forms), re.IGNORECASE)
    for forms in (
        (
            r"I(?:\s+will|\s+shall|['’]ll)?\s+support\s+\S.*",
            r"Ich\s+(?:unterst(?:ü|ue)tze\s+\S.*|werde\s+\S.*\sunterst(?:ü|ue)tzen)",
            (
                r"(?:Je\s+(?:(?:te|vous)\s+)?(?:soutiens|soutiendrai|appuierai|vais\s+(?:(?:te|vous)\s+)?(?:soutenir|appuyer))|J['’]appuie"
                r"|Je\s+t['’]appuie)\b.*"
            ),
            r"(?:Io\s+)?(?:(?:ti|vi)\s+)?(?:appoggio|appoggerò|sostengo|sosterrò|supporto|supporterò)\b.*",
            r"(?:Yo\s+)?(?:(?:te|os|le)\s+)?(?:apoyo|apoyaré|voy\s+a\s+apoyar(?:te|os|le)?)\b.*",
        ),
        (
            r"I(?:\s+will|\s+shall|['’]ll)?\s+(?:not\s+attack|spare)\s+you\W*",
            r"Ich\s+(?:greife\s+(?:dich|euch|Sie)\s+nicht\s+an|werde\s+(?:dich|euch|Sie)\s+nicht\s+angreifen|verschone\s+(?:dich|euch|Sie))",
            r"Je\s+ne\s+(?:t['’]|vous\s+)(?:attaque|attaquerai)\s+pas|Je\s+ne\s+vais\s+pas\s+(?:t['’]|vous\s+)attaquer",
            r"(?:Io\s+)?non\s+(?:ti|vi)\s+(?:attacco|attaccherò)",
            r"(?:Yo\s+)?no\s+(?:(?:te|os|le)\s+(?:ataco|atacaré)|voy\s+a\s+atacar(?:te|os|le))",
        ),
        (
            (
                r"I(?:\s+will|\s+shall|['’]ll)?\s+(?:not\s+(?:move|go|come)\s+(?:in)?to|not\s+(?:attack|enter|take)|spare"
                r"|(?:stay|keep)\s+out\s+of)\s+(.*)"
            ),
            (
                r"Ich\s+(?:(?:ziehe|gehe)\s+nicht\s+(?:nach|in)\s+(.*)|werde\s+nicht\s+(?:nach|in)\s+(.*)\s+(?:ziehen|gehen)"
                r"|bleibe\s+aus\s+(.*)\s+(?:heraus|raus|weg|draußen)|halte\s+mich\s+(?:aus|von)\s+(.*)\s+(?:heraus|raus|fern))"
            ),
            (
                r"Je\s+(?:n['’]irai\s+pas|ne\s+vais\s+pas|n['’]entre\s+pas|n['’]entrerai\s+pas)\s+(?:en|à|aux?|dans|sur)\s+(.*)"
                r"|Je\s+(?:reste|resterai)\s+hors\s+(?:du|des|de\s+|d['’])\s*(.*)"
            ),
            (
                r"(?:Io\s+)?non\s+(?:vado|andrò|entro|entrerò|muovo|muoverò)\s+(?:ad?|in|nel(?:la|lo)?)\s+(.*)"
                r"|(?:Io\s+)?(?:resto|resterò|sto|starò)\s+fuori\s+(?:da|dal(?:la|lo)?)\s+(.*)"
            ),
            (
                r"(?:Yo\s+)?no\s+(?:voy|iré|entro|entraré|muevo|moveré)\s+(?:a|en)\s+(.*)"
                r"|(?:Yo\s+)?me\s+(?:quedo|quedaré|mantengo|mantendré)\s+fuera\s+del?\s+(.*)"
            ),
        ),
    )
)
"""Sentences that promise support, peace, and to keep out of a place, which is a group: English, German, French, Italian, Spanish."""
_OPEN = re.compile(
    r"\b(?:not|never|nobody|if|unless|provided|nicht|nie(?:mals)?|niemand(?:en)?|keine?n?|wenn|falls|sofern|pas|jamais|personne|si"
    r"|non|mai|nessuno|se|purché|nunca|nadie)\b",
    re.IGNORECASE,
)
"""Words that make of support a condition, or none."""
_ARTICLE = re.compile(r"(?:the|d(?:er|ie|as|em|en)|l[ae]s?|il|lo|i|gli|el|los)\s+|l['’]", re.IGNORECASE)


def promises_of(game: Game, cursor: Cursor, deeds: Iterable[Deed]) -> tuple[Promise, ...]:
    """The promises up to *cursor* whose movement is over, in their sequence."""
    by_index: dict[int, list[Deed]] = {}
    for deed in deeds:
        by_index.setdefault(deed.index, []).append(deed)
    found: list[Promise] = []
    waiting: list[Press] = []
    for index, turn in enumerate(game.line(cursor.branch)[: cursor.index + 1]):
        waiting += [each for each in turn.press if len(each.receivers) == 1]
        if turn.phase.kind is PhaseKind.MOVEMENT and turn.resolution is not None:
            for press in waiting:
                found += _promised(game.variant, index, turn, press, by_index.get(index, []))
            waiting = []
    return tuple(found)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a message that may be promises: short enough, and no questions."""
    for match in _SENTENCE.finditer(text[:MOST_TEXT]):
        words = match[0].strip()
        if words and not words.endswith("?") and len(words) <= LONGEST:
            yield words


def _promised(variant: Variant, index: int, turn: Turn, press: Press, deeds: list[Deed]) -> Iterator[Promise]:
    (receiver,) = press.receivers
    sender = press.sender
    mine = [deed for deed in deeds if deed.by == sender and deed.to == receiver]
    agreed = read(variant, press.text)
    if agreed is not None:
        if agreed[0] is Stance.AGREE:
            yield _agreed(index, turn, press, mine, agreed[1])
        return
    for words in sentences(press.text):
        plain = words.rstrip(" .!")
        if _SUPPORT.fullmatch(plain):
            if _OPEN.search(plain):
                continue
            kept = any(deed.helps for deed in mine)
            yield Promise(index, turn.phase, PromiseKind.SUPPORT, sender, receiver, None, words, kept)
        elif _PEACE.fullmatch(plain):
            kept = not any(deed.attacks for deed in mine)
            yield Promise(index, turn.phase, PromiseKind.PEACE, sender, receiver, None, words, kept)
        elif (match := _KEEP_OUT.fullmatch(plain)) is not None:
            named = next(filter(None, match.groups()), "").casefold().strip()
            places = board_tables(variant.board).once(_place_names, variant)
            place = places.get(named) or places.get(_ARTICLE.sub("", named, count=1) if _ARTICLE.match(named) else "")
            if place is not None:
                yield Promise(index, turn.phase, PromiseKind.KEEP_OUT, sender, receiver, place, words, not _went_to(turn, sender, place))


def _agreed(index: int, turn: Turn, press: Press, mine: list[Deed], proposal: Bargain) -> Promise:
    """The promise in an answer to a proposal, in whatever language it was written by a button or an opponent."""
    (receiver,), by, words = press.receivers, press.sender, press.text
    match proposal.kind:
        case ProposalKind.SUPPORT:
            return Promise(index, turn.phase, PromiseKind.SUPPORT, by, receiver, None, words, any(deed.helps for deed in mine))
        case ProposalKind.KEEP_OUT:
            place = proposal.about
            return Promise(index, turn.phase, PromiseKind.KEEP_OUT, by, receiver, place, words, not _went_to(turn, by, place))
        case _:
            return Promise(index, turn.phase, PromiseKind.PEACE, by, receiver, None, words, not any(deed.attacks for deed in mine))


def _went_to(turn: Turn, power: str, place: str) -> bool:
    """Return True if *power* ordered a unit to *place*."""
    assert turn.resolution is not None
    return any(
        each.power == power and isinstance(each.order, Move) and each.order.target.province == place for each in turn.resolution.outcomes
    )


def _place_names(variant: Variant) -> Mapping[str, str]:
    """Return the code for each name of a province, without case: its names and codes, and those in other languages that mean it alone."""
    found: dict[str, str] = {}
    others: dict[str, set[str]] = {}
    for code, province in variant.board.provinces.items():
        for name in (code, province.name, *province.names):
            found.setdefault(name.casefold(), code)
        for language in variant.languages:
            for name in language.provinces.get(code) or language.provinces.get(province.name) or ():
                for each in spellings(name):
                    others.setdefault(each.casefold(), set()).add(code)
    return {name: next(iter(codes)) for name, codes in others.items() if len(codes) == 1} | found
