"""Reasons given by hooks, in the language in use: those that come with the program keep them in English in the game."""

from __future__ import annotations

from adjudicator.variant import Variant
from entente.words.names import name_of_power
from languages import labelled, mark
from languages.kept import KeptSentences

_REASONS = KeptSentences(
    mark("The wires between {one} and {other} are cut until {year}."),
    mark("The wires between {one} and {other} are cut."),
    mark("This is a gunboat game: no press."),
    mark("there are no convoys in this game"),
    mark("a truce holds in {year}"),
    mark("allied with {count} centres"),
    mark("{power} holds all the banks"),
    mark("{power} holds {count} centres"),
    mark("hook {hook}"),
)
_IN_PLACE = KeptSentences(mark("{hook}, in place of {order}"))


def hook_reason(kept: str, variant: Variant) -> str:
    """*kept*, the reason of a hook; unchanged where the hook is a person's own."""

    def name(power: str) -> str:
        return name_of_power(variant, power)

    return _REASONS.say(kept, power=name, one=name, other=name)


def hook_said(kept: str, variant: Variant) -> str:
    """A hook's name with what it did and why: ``winter: a truce holds in 1901``, ``calm, in place of A PAR - BUR``."""
    head, colon, reason = kept.partition(": ")
    return labelled(_IN_PLACE.say(head), hook_reason(reason, variant)) if colon else _IN_PLACE.say(head)
