"""Captures and endings in words."""

from __future__ import annotations

from adjudicator.resolution import Capture, Ending
from adjudicator.variant import Variant
from entente.words.hook_words import hook_reason
from entente.words.names import join_words, place_name, power_name
from languages import mark, tr
from languages.kept import KeptSentences

_WINS = {
    "centres": mark("{power} wins alone by its centres"),
    "draw": mark("{power} wins alone by agreement"),
    "concession": mark("{power} wins alone by concession"),
    "year limit": mark("{power} wins alone at the last year"),
    "last year": mark("{power} wins alone since the last year is over"),
    "no captures": mark("{power} wins alone since no centre changed hands for too long"),
}
_DRAWS = {
    "centres": mark("draw among {powers} by its centres"),
    "draw": mark("draw among {powers} by agreement"),
    "concession": mark("draw among {powers} by concession"),
    "year limit": mark("draw among {powers} at the last year"),
    "last year": mark("draw among {powers} since the last year is over"),
    "no captures": mark("draw among {powers} since no centre changed hands for too long"),
}
_ABANDONED = {
    "draw": mark("abandoned by agreement"),
    "year limit": mark("abandoned at the last year"),
    "last year": mark("abandoned since the last year is over"),
    "no captures": mark("abandoned since no centre changed hands for too long"),
}

_OUTCOMES = KeptSentences(mark("solo of {powers}"), mark("draw among {powers}"), mark("abandoned"), mark("open"))


def describe_capture(variant: Variant, capture: Capture) -> str:
    """``France takes Belgium from Germany``

    >>> from variants import standard
    >>> describe_capture(standard(), Capture("BEL", "GERMANY", "FRANCE"))
    'France takes Belgium from Germany'
    """
    power, place = power_name(variant, capture.new), place_name(variant, capture.province)
    if capture.old is None:
        return tr("{power} takes {place}", power=power, place=place)
    return tr("{power} takes {place} from {other}", power=power, place=place, other=power_name(variant, capture.old))


def describe_ending(variant: Variant, ending: Ending) -> str:
    """``France wins alone by its centres``; ``draw among England and Turkey by agreement``; ``abandoned``

    A reason of a hook's own words follows in brackets.

    >>> from variants import standard
    >>> describe_ending(standard(), Ending(("ENGLAND", "TURKEY"), "draw"))
    'draw among England and Turkey by agreement'
    """
    names = [power_name(variant, power) for power in ending.winners]
    if not names:
        bare, by_reason = mark("abandoned"), _ABANDONED
    elif len(names) == 1:
        bare, by_reason = mark("{power} wins alone"), _WINS
    else:
        bare, by_reason = mark("draw among {powers}"), _DRAWS
    places = {} if not names else {"power": names[0]} if len(names) == 1 else {"powers": join_words(names)}
    if ending.reason in by_reason:
        return tr(by_reason[ending.reason], **places)
    outcome = tr(bare, **places)
    return f"{outcome} ({hook_reason(ending.reason, variant)})" if ending.reason not in ("", outcome, bare) else outcome


def ending_title(variant: Variant, ending: Ending) -> str:
    """``France has won``, ``A draw between England and Turkey``, ``Abandoned``."""
    names = [power_name(variant, power) for power in ending.winners]
    match names:
        case []:
            return tr("Abandoned")
        case [winner]:
            return tr("{winner} has won", winner=winner)
        case [_, _]:
            return tr("A draw between {names}", names=join_words(names))
        case _:
            return tr("A draw among {count} powers", count=len(names))


def outcome_words(kept: str) -> str:
    """*kept*, the text of an :class:`entente.outcome.Outcome`: ``solo of FRANCE``."""
    return _OUTCOMES.say(kept)
