"""Default lists in words: what a list says, and what is wrong with a line of one."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.order import Order
from adjudicator.variant import Variant
from app.game.default_lists import ListLine
from app.game.record import Cursor, Game
from entente.words import describe_reading_error, join_words
from entente.words.names import kind_name, place_name, power_name
from languages import labelled, plural, tr


def why_unusable(variant: Variant, line: ListLine) -> str:
    """What is wrong with a line of a list; empty where nothing is."""
    error = line.reading.error
    if line.order is None and error is not None:
        return labelled(line.text, describe_reading_error(variant, line.text, error))
    if line.order is None:
        return tr(
            "{line}: a default list holds retreats, removals and builds, such as A MUN R BUR, remove A PIC and build F BRE", line=line.text
        )
    if line.impossible:
        kind = kind_name(variant, str(line.order)[:1]).lower()
        place = place_name(variant, line.impossible, article=True)
        if kind[:1] in "aeiou":
            return tr("{line}: an {unit} cannot stand in {place}", line=line.text, unit=kind, place=place)
        return tr("{line}: a {unit} cannot stand in {place}", line=line.text, unit=kind, place=place)
    return ""


def list_text(orders: Iterable[Order]) -> str:
    """A list as it can be typed again: ``A PIC D, F BRE B``."""
    return ", ".join(map(str, orders))


def used_lists(game: Game, cursor: Cursor, powers: Iterable[str]) -> str:
    """Whose default lists order something at *cursor*, of *powers*, as a sentence; empty where none does."""
    from app.game.default_lists import list_used

    names = [power_name(game.variant, power) for power in list_used(game, cursor) if power in set(powers)]
    if not names:
        return ""
    return plural(
        "The default list of {powers} will be used.", "The default lists of {powers} will be used.", len(names), powers=join_words(names)
    )
