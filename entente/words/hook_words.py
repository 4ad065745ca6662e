"""Reasons given by hooks, and the reason that a hook gave no answer, in the language in use."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.variant import Variant
from entente.words.names import name_of_power, place_name, power_name
from languages import labelled, mark, quoted, tr
from languages.kept import KeptSentences

_REASONS = KeptSentences(
    mark("The wires between {one} and {other} are cut until {year}."),
    mark("The wires between {one} and {other} are cut."),
    ("This is a gunboat game: no press.", mark("Nobody writes letters in this game.")),
    mark("there are no convoys in this game"),
    mark("a truce holds in {year}"),
    ("allied with {count} centres", mark("the allies hold {count} centres together")),
    mark("{power} holds all the banks"),
    mark("{power} holds {count} centres"),
    ("hook {hook}", mark("the rule change {hook}")),
)
_IN_PLACE = KeptSentences(mark("{hook}, in place of {order}"))


def hook_reason(kept: str, variant: Variant) -> str:
    """*kept*, the reason of a hook; unchanged where the hook is a person's own."""

    def name(power: str) -> str:
        return name_of_power(variant, power)

    return _REASONS.say(kept, power=name, one=name, other=name)


def hook_line(kept: str, variant: Variant, order: Callable[[str], str]) -> str:
    """A hook's name with what it did and why: ``winter: a truce holds in 1901``, ``calm, in place of Army Paris holds``.

    Args:
        order: what says in words an order that is written as in files.
    """
    head, colon, reason = kept.partition(": ")
    said = _IN_PLACE.say(head, order=order)
    return labelled(said, hook_reason(reason, variant)) if colon else said


def place_named(variant: Variant, code: object) -> str:
    """The name of a place of the board; what a hook says in its stead, quoted, where there is none of that code."""
    said = str(code)[:60]
    return place_name(variant, said) if said in variant.board.provinces else quoted(said)


def power_named(variant: Variant, code: object) -> str:
    """The name of a power; what a hook says in its stead, quoted, where there is none of that id."""
    said = str(code)[:60]
    return power_name(variant, said) if said in variant.powers else quoted(said)


_MESSAGES = KeptSentences(
    mark("nobody waits for it any longer"),
    mark("nobody waited for its answer"),
    mark("it used the processor for longer than {seconds} seconds"),
    mark("this machine did not let it come to an end within {seconds} seconds"),
    mark("its process died"),
    mark("no worker answered: {why}"),
    mark("it printed more than {size} kB"),
    mark("it wanted more than {size} MB"),
    mark("nobody has agreed to run it"),
    mark("its text has {size} bytes; at most {most} are run"),
    mark("hooks cannot run here: {why}"),
    mark("its parameters do not fit: {why}"),
    mark("the hooks of this phase together used the processor for longer than {seconds} seconds, {hook} most of it"),
    mark("the answer holds more than {most} values"),
    mark("{place}: the answer holds more than {most} characters"),
    mark("{place}: the number is too large"),
    mark("{place}: a number with a fraction; only whole numbers are the same on every machine"),
    mark("{place}: nested deeper than {most}"),
    mark("{place}: {kind} is no plain data"),
    mark("{place}: a key is {kind}, and only texts are keys"),
    mark("{place}: a text that is no Unicode"),
)

_AGAIN = "it was switched off for this session: "


def failure_words(message: str) -> str:
    """*message* of an outcome in the language in use; Python's words of an error stay unchanged."""
    if message.startswith(_AGAIN):
        return tr("it was switched off for this session: {why}", why=failure_words(message.removeprefix(_AGAIN)))
    return _MESSAGES.say(message)
