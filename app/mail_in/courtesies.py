"""Words of courtesy to a game master, which change no order."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.mail_in.conditions import CONDITIONS, TALK
from app.mail_in.folding import folded_words, word_set
from app.mail_in.heading_words import ORDERS
from app.mail_in.order_words import OrderWords

COURTESY = word_set(
    """
    please pls thanks thank you thx cheers regards best love hi hello dear all the and ok okay hallo danke bitte gruss grusse liebe lieber
    lg vg mfg salut merci bonjour bises ciao grazie hola gracias saludos saluti
    """
)
_LONGEST_SIGN_OFF = 3
_TELL = re.compile(
    r"(?:please |pls |just |bitte |dann |alors |per favore |por favor )?"
    r"(?:tell|say|write|call|ring|mail|email|ping|ask|answer|reply|shout|let me know|melde?|sag|schreib|ruf|frag|gib bescheid|dis|ecris"
    r"|appelle|previens|scrivi|dimmi|chiama|fammi sapere|dime|escribe|llama|avisa\w*)\b"
)
"""Requests to the reader of a mail that are for no unit."""
_OTHERWISE = word_set("change other others instead otherwise anders andere sonst ander autre autres sinon altri altrimenti otras cambia")
_IF_YOU_LIKE = re.compile(
    r"^(?:if|when) (?:(?:you|u) (?:like|wish|need (?:anything|something|more)|have (?:any |a |some )?(?:questions?|time|moment|minute)"
    r"|are free)"
    r"|(?:anything|something) (?:is|s) (?:unclear|missing|wrong|not clear)|there (?:is|are|s) any (?:problems?|questions?))\b"
    r"|^(?:wenn|falls) (?:(?:du|ihr|sie) (?:magst|mogt|lust|zeit|(?:noch )?fragen|mal zeit)|(?:etwas|was|irgendwas) (?:unklar|fehlt))\b"
    r"|^si (?:(?:tu|vous) (?:(?:le )?(?:veux|voulez)|(?:as|avez) (?:des questions|une question|le temps|un moment))"
    r"|quelque chose (?:manque|n est pas clair))\b"
    r"|^se (?:(?:vuoi|volete|ti va)|(?:hai|avete) (?:domande|dubbi|tempo|un momento)|(?:qualcosa|manca qualcosa) )"
    r"|^si (?:(?:quieres|quereis|te apetece)|(?:tienes|teneis) (?:preguntas|dudas|tiempo|un momento)|falta algo)\b"
)


def is_courtesy(words: Iterable[str]) -> bool:
    """Return True if folded *words* beside orders are but a courtesy."""
    return COURTESY.issuperset(words)


def is_sign_off(order: str, text: str, known: OrderWords) -> bool:
    """Return True if *text* behind the last *order* of a line, whose end may be a thank you, is a courtesy with a name: ``thx, E``."""
    words = (*(word for word in folded_words(order)[-1:] if word in COURTESY), *folded_words(text))
    if not 0 < len(words) <= _LONGEST_SIGN_OFF or words[0] not in COURTESY:
        return False
    return not any(_matters(word, known) for word in words[1:])


def _matters(word: str, known: OrderWords) -> bool:
    """Return True if *word* can belong to an order, or change one."""
    belongs = known.is_place(word) or known.is_verb(word) or (len(word) > 1 and known.is_kind(word)) or word.isdecimal()
    return belongs or word in CONDITIONS or word in TALK or word in ORDERS


def offers_courtesy(text: str) -> bool:
    """``If you like we can talk next week``, ``If France complains, tell him that I slipped``: nothing of the game depends on it."""
    words = folded_words(text)
    if not ORDERS.isdisjoint(words) or not _OTHERWISE.isdisjoint(words):
        return False
    if _IF_YOU_LIKE.search(" ".join(words)) is not None:
        return True
    _, comma, done = text.partition(",")
    deed = folded_words(done)
    return bool(comma) and CONDITIONS.isdisjoint(deed) and _TELL.match(" ".join(deed)) is not None
