"""Captures and endings in words."""

from __future__ import annotations

from adjudicator.resolution import Capture, Ending
from adjudicator.variant import Variant
from entente.words.names import join_words, place_name, power_name

_REASONS = {
    "centres": "by its centres",
    "draw": "by agreement",
    "concession": "by concession",
    "year limit": "at the last year",
    "last year": "since the last year is over",
    "no captures": "since no centre changed hands for too long",
}


def describe_capture(variant: Variant, capture: Capture) -> str:
    """``France takes Belgium from Germany``"""
    taken = f"{power_name(variant, capture.new)} takes {place_name(variant, capture.province)}"
    return taken if capture.old is None else f"{taken} from {power_name(variant, capture.old)}"


def describe_ending(variant: Variant, ending: Ending) -> str:
    """``France wins alone by its centres``; ``draw among England and Turkey by agreement``; ``abandoned``

    A reason of a hook's own words follows in brackets.
    """
    names = [power_name(variant, power) for power in ending.winners]
    if not names:
        outcome = "abandoned"
    elif len(names) == 1:
        outcome = f"{names[0]} wins alone"
    else:
        outcome = f"draw among {join_words(names)}"
    if ending.reason in _REASONS:
        return f"{outcome} {_REASONS[ending.reason]}"
    return f"{outcome} ({ending.reason})" if ending.reason not in ("", outcome) else outcome
