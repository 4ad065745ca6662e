"""Units and places in sentences about what is due: each with its kind, its coast, and where its words end."""

from __future__ import annotations

from itertools import pairwise

from app.mail_in import named_units
from app.mail_in.order_words import mentions, order_words
from tests.mails.tables import rows
from tests.quick import one_by_one
from variants.catalogue import standard

WORDS = order_words(standard())


def units(text: str) -> str:
    """``F LON "words"`` for each unit; words above the text stand before ``||``."""
    lead, bar, said = text.rpartition("|| ")
    found = named_units.named_units(said, lead if bar else "", WORDS)
    return "; ".join(f'{each.kind} {each.place.province} "{said[each.start : max(each.place.end, each.end)]}"' for each in found) or "-"


def places(text: str) -> str:
    """Each place with the coast before it and the longest one behind it, and as many ends as it may have."""
    told = []
    for place in mentions(text, WORDS):
        ends = list(named_units.place_ends(text, place, WORDS))
        before = named_units.coast_before(text, place, WORDS)
        told.append(f"“{text[place.start : ends[0]]}” {len(ends)}" + f" on “{before}”" * bool(before))
    return "; ".join(told) or "-"


def clauses(text: str) -> str:
    """Each clause; then, where two places or more are named, the words of each."""
    told = [" / ".join(part for part, _ in named_units.clauses_in(text))]
    assert all(text[start:].startswith(part) for part, start in named_units.clauses_in(text))
    found = mentions(text, WORDS)
    cuts = [named_units.cut_between(text, before.end, after.start) for before, after in pairwise(found)]
    bounds = zip([0, *cuts], [*cuts, len(text)], strict=True)
    return " | ".join([*told, *[" / ".join(text[start:end] for start, end in bounds)] * bool(cuts)]).replace("\n", "¶")


def marks(text: str) -> str:
    """Other marks of a sentence."""
    found = {
        "bare": named_units.is_bare_list(text, mentions(text, WORDS), WORDS),
        "leads": named_units.leads_to(text, WORDS),
        "no army": named_units.names_another_kind(text, "A", WORDS),
        "no fleet": named_units.names_another_kind(text, "F", WORDS),
        "unknown": named_units.names_unknown_unit(text, WORDS),
    }
    return ", ".join(name for name, is_so in found.items() if is_so) or "-"


def told(head: str, text: str) -> str:
    return {"units": units, "places": places, "clauses": clauses, "is": marks}[head](text)


@one_by_one(("head", "text", "answer"), list(rows("named_units")))
def test_units_are_found_in_words(head: str, text: str, answer: str) -> None:
    assert told(head, text) == answer


@one_by_one(
    ("text", "shown"),
    [
        ("f kie, a mun", "F KIE, A MUN"),
        ("f bre and a mar", "F BRE and A MAR"),
        ("f bre and a cat", "F BRE and a cat"),
        ("make tri a fleet", "make TRI a fleet"),
        ("F kie", "F KIE"),
        ("F Kie, a mun", "F Kie, a mun"),
        ("den limps home to kiel", "DEN limps home to kiel"),
        ("den", "den"),
        ("oh den limps home", "oh den limps home"),
        ("con limps home", "CON limps home"),
        ("one two three four five six tri", "one two three four five six TRI"),
        ("one two three four five six seven tri", "one two three four five six seven tri"),
        ("", ""),
    ],
)
def test_a_text_without_capitals_has_its_codes_in_capitals(text: str, shown: str) -> None:
    assert named_units.with_codes(text, WORDS, ["DEN", "KIE"]) == shown


@one_by_one(
    ("text", "said"),
    [
        ("Edinburgh should be an army", "Edinburgh an army"),
        ("Edinburgh should be Paris army", "Edinburgh should be Paris army"),
        ("Brest should be F", "Brest F"),
        ("Brest should be", "Brest should be"),
        ("make that an army", "an army"),
        ("Brest should be nice army", "Brest should be nice army"),
    ],
)
def test_what_leads_to_a_kind_of_unit_is_left_out(text: str, said: str) -> None:
    assert " ".join(named_units.without_verb_of_kind(text, WORDS).split()) == said
