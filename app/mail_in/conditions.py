"""Words that make an order depend on something, or that only speak of one: such an order is asked about and never taken."""

from __future__ import annotations

import re

from app.mail_in.folding import folded_words, word_set
from app.mail_in.phrases import phrases, words

CONDITIONS = word_set(
    """
    if unless or either else otherwise whether provided providing assuming assume suppose supposing depending depends except
    when whenever once contingent conditional alternatively alternative lest

    falls wenn sofern oder entweder sonst ausser vorausgesetzt andernfalls ansonsten sollte sollten alternativ bevor sobald
    si sinon ou soit sauf quand lorsque selon
    pourvu
    se oppure altrimenti qualora purche sennonche quando salvo
    o excepto cuando salvo siempre
    """
)
"""English, German, French, Italian, Spanish, without accents."""

LEADS = CONDITIONS - word_set("or o ou")
"""Words with which a condition on other lines begins."""

TALK = word_set(
    """
    maybe perhaps probably possibly might could would suggest suggests suggested suggestion propose proposes proposed proposal idea
    option options plan plans planned planning thinking thought consider considering wonder wondering hypothetical example instead
    previously earlier imagine imagined happens happen misread sent
    cancel cancels cancelled ignore disregard not never dont doesnt didnt wont cannot cant

    vielleicht eventuell moglicherweise vorschlag vorschlage konnte konntest wurde wurdest nicht statt anstatt beispiel uberlege idee
    plan storniert ignoriere kein keine
    peut etre pourrais pourrait pourriez propose proposition suggere annule pas exemple
    forse potrei potresti proposta proponi propongo annulla non esempio
    quiza quizas talvez podria podrias propuesta propongo sugiero anula ejemplo
    """
)
"""Words of a proposal, a doubt or a denial."""


_WISH = re.compile(r"\b(?:would|d) like to (?:do|play|order|move|see)\b|\b(?:mochte|voudrais|vorrei|quisiera)\b")
"""Words of a wish: ``What I would like to do``."""


def is_conditional(text: str) -> bool:
    """Return True if *text* depends on something or offers several things; a question mark asks."""
    if "?" in text:
        return True
    heard = folded_words(text)
    if CONDITIONS.isdisjoint(heard):
        return False
    return not CONDITIONS.isdisjoint(without_harmless(" ".join(heard)).split())


def without_harmless(text: str) -> str:
    """Folded *text* without words such as *as agreed* and *everything else*, in which nothing depends on anything."""
    return phrases("remark", "harmless").sub(" ", text)


def is_of_the_world(text: str) -> bool:
    """``If France goes to the Channel I want to know``: a condition of something that is no order."""
    heard = folded_words(text)
    if not heard or heard[0] not in _IF:
        return False
    found = phrases("condition", "harmless_main").search(" ".join(heard))
    if found is None or text.rstrip().endswith((":", ",")):
        return False
    return words("condition", "acts").isdisjoint(" ".join(heard)[found.start() :].split())


_IF = word_set("if should when in falls wenn sollte si se s quand quando cuando")


def is_talk(text: str) -> bool:
    """Return True if *text* proposes, doubts or denies."""
    return not TALK.isdisjoint(_said(text))


def leads(text: str) -> bool:
    """Return True if *text*, which holds no order, makes the lines below it depend on something, or only speaks of it."""
    words = set(_said(text))
    return not words.isdisjoint(LEADS) or not words.isdisjoint(TALK)


def begins_with_condition(text: str) -> bool:
    """Return True if *text* goes on with a condition on the words before it: ``unless Italy moves``."""
    words = folded_words(text)
    joints = {"but", "and", "only", "aber", "nur", "mais", "seulement", "ma", "solo", "pero"}
    return bool(words) and (words[0] in CONDITIONS or (words[0] in joints and not LEADS.isdisjoint(words[1:3])))


def _said(text: str) -> list[str]:
    return _WISH.sub(" ", without_harmless(" ".join(folded_words(text)))).split()
