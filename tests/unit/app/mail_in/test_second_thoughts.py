"""Sentences that may change the builds, removals and retreats that were sent: what each changes, and how surely."""

from __future__ import annotations

from adjudicator.legal import adjustment, orderable
from adjudicator.notation.vocabulary import Verb
from adjudicator.phase import PhaseKind
from app.mail_in import second_thoughts
from app.mail_in.order_words import order_words
from app.mail_in.second_thoughts import DueChange, drops_build, due_change, removals_counted
from tests.mails.tables import power_and_position, rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())
ROWS = list(rows("second_thoughts"))


def shown(change: DueChange | None) -> str:
    if change is None:
        return "-"
    said = [f"“{change.words}”" + "?" * (not change.is_certain), " ".join(sorted(change.places)) or "any"]
    said += [f"but {' '.join(sorted(change.spared))}"] * bool(change.spared)
    said += [f"kinds {''.join(sorted(change.kinds))}"] * bool(change.kinds) + ["is kept"] * change.is_kept
    return " ".join(said)


def told(head: str, text: str) -> str:
    """``“the words”``, with ``?`` where they only speak of what is due, and the places.

    Behind ``|`` stands what they change where an order was read from them. Below ``is`` stand the questions that are true of a sentence.
    """
    if head == "is":
        asked = (second_thoughts.keeps_builds, second_thoughts.keeps_orders, second_thoughts.keeps_units, second_thoughts.confirms)
        return ", ".join(each.__name__ for each in asked if each(text, WORDS)) or "-"
    power, place = power_and_position(head)
    due = {each.province for each in orderable(standard(), place, power)}
    builds = place.phase.kind is PhaseKind.ADJUSTMENT and adjustment(standard(), place, power) > 0
    verb = Verb.RETREAT if place.phase.kind is PhaseKind.RETREAT else Verb.BUILD if builds else Verb.DISBAND
    said, ordered = (shown(due_change(text, WORDS, power, due, verb, is_order=is_order)) for is_order in (False, True))
    return said if said == ordered else f"{said} | {ordered}"


@one_by_one(("head", "text", "answer"), ROWS)
def test_a_sentence_changes_what_is_due(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@one_by_one(
    ("text", "said"),
    [
        ("two short, both removed", 2),
        ("both removed", 2),
        ("two removed", 2),
        ("one army removed", None),
        ("removed", None),
        ("two short", None),
        ("A Par removed", None),
    ],
)
def test_words_count_removals(text: str, said: int | None) -> None:
    assert removals_counted(text, WORDS) == said


@one_by_one(
    ("text", "said"),
    [
        ("No build in Paris after all", True),
        ("drop the build in Paris", True),
        ("scrap the fleet in Brest", True),
        ("Build A Paris", False),
        ("drop it", False),
        ("no army in Paris", True),
        ("no army in Paris or Brest", False),
        ("drop the build in Paris?", False),
        ("drop the build in Paris if you can", False),
        ("cancel the build", False),
    ],
)
def test_words_drop_the_build_in_one_place(text: str, said: bool) -> None:
    assert drops_build(text, WORDS) == said
