"""Faults that the adjudicator finds in a text or a position, in the language in use.

It knows no catalogue and says it in English, in sentences that programs read too; here each is known again. What is none of them may be
the words of Python's readers, which are known as well.
"""

from __future__ import annotations

from languages import mark, system_words
from languages.kept import KeptSentences

_POSITIONS = (
    mark("not a phase: {text}; expected a form such as S1901M"),
    mark("the calendar of {variant} has no phase such as {phase}"),
    mark("two units stand in {province}"),
    mark("{unit} cannot stand on the board of {variant}"),
)
_RULES = (
    mark("no such preset {word}; there are {presets}"),
    mark("no rule is open under {issue}; there are {issues}"),
    mark("{issue} has no choice {choice}; there are {choices}"),
    mark("{issue} has no choice {choice}"),
)
_ORDERS = (
    mark("an order has at most {most} characters"),
    mark("nothing more was expected"),
    mark("no such verb {verb}; one of H - S C R D B was expected"),
    mark("not the letter of a unit kind: {letter}"),
    mark("not a place: {word}; a form such as PAR or STP/NC was expected"),
    mark("not a sea: {word}; a form such as NTH was expected"),
    mark("the order ends too early; {expected} was expected"),
    mark("{word} was expected, not {other}"),
    mark("{expected} was expected"),
)
_EXPECTED = KeptSentences(
    mark("a verb: H - S C R D B"),
    mark("the letter of a unit kind, such as A or F"),
    mark("a place, such as PAR or STP/NC"),
    mark("a sea, such as NTH"),
)
_CASES = KeptSentences(
    mark("the retreat phase should begin with {expected}, begins with {actual}"),
    mark("units should be {expected}, are {actual}"),
    mark("disbanded should be {expected}, are {actual}"),
    mark("removed by rule should be {expected}, are {actual}"),
    mark("dislodged should be {expected}, are {actual}"),
    mark("contested should be {expected}, is {actual}"),
    mark("{unit} should retreat from {expected}, retreats from {actual}"),
    mark("{order}: should be {expected}, is {actual}"),
)
_FAULTS = KeptSentences(mark("not a corpus of cases: {why}"), *_POSITIONS, *_RULES, *_ORDERS)


def rule_fault(error: BaseException) -> str:
    """Return the message of *error*, translated where the adjudicator or a reader of Python raised it; unchanged elsewhere."""
    said = str(error)
    words = _FAULTS.say(said, expected=_EXPECTED.say)
    return words if words != said else system_words(error)


def case_fault(said: str) -> str:
    """Return the difference in a conformance case, in the words of :class:`adjudicator.conformance.Report`."""
    return _CASES.say(said)
