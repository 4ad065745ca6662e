"""The colours that a source has for its powers: taken where no two look alike, else the palette's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations

import svgelements

from languages import tr
from variants.importers.draft import DraftPower, ImportReport, VariantDraft
from variants.style import colour_distance, default_style

LEAST_APART = 10.0
"""Units, and lands, that are nearer (CIEDE2000) look alike; see :mod:`variants.style`."""
_SPARE = 48


def read_colour(text: str) -> str:
    """``#RRGGBB`` of a colour as style sheets write it, by name or by numbers; empty where it is none.

    >>> read_colour("royalblue"), read_colour("rgb(255, 0, 0)"), read_colour("no colour")
    ('#4169E1', '#FF0000', '')
    """
    word = text.strip().lower()[:40]
    try:
        colour = svgelements.Color(word)
        found = str(colour.hexrgb).upper() if colour.value is not None else ""
    except (ValueError, TypeError, IndexError, AttributeError):
        return ""
    # The library takes words that it does not know for black.
    return "" if found == "#000000" and word != "black" and not re.match(r"#|rgb", word) else found


def paint_powers(draft: VariantDraft, fills: Mapping[str, str]) -> None:
    """Colours from the classes of a drawing of jDip: ``france`` is land, ``unitfrance`` are units; small letters, no blanks.

    Args:
        fills: class, in small letters, to what it is filled with.
    """
    for power in draft.powers.values():
        words = (re.sub(r"[^a-z0-9]", "", word.lower()) for word in (power.name, power.id, power.adjective))
        for word in (f"x{word}" if word[:1].isdigit() else word for word in words if word):
            land, unit = (read_colour(fills.get(key, "")) for key in (word, f"unit{word}"))
            if land or unit:
                power.colour = unit or land
                power.land = land if land != power.colour else ""
                break


def settle_colours(draft: VariantDraft, report: ImportReport) -> None:
    """Keep the colours of the source where all playing powers have one and no two look alike; else take them all from the palette.

    A power that takes no part and has none gets one of the palette's that is far from the others.
    """
    powers = list(draft.powers.values())
    if not any(power.colour for power in powers):
        return
    bare = next((power for power in powers if not power.colour and power.role == "playing"), None)
    alike = next((pair for pair in combinations([each for each in powers if each.colour], 2) if _alike(*pair)), None)
    if bare is None and alike is None:
        for power in [each for each in powers if not each.colour]:
            power.colour = _spare([each.colour for each in powers if each.colour])
        return
    what = (
        tr("{power} and {other} look alike", power=alike[0].name, other=alike[1].name)
        if alike
        else tr("{power} has no colour", power=bare.name if bare else "")
    )
    report.left_out(draft.source, None, tr("colours of the source: {what}", what=what), tr("all powers have colours of the palette"))
    for power in powers:
        power.colour = power.land = ""


def _alike(first: DraftPower, second: DraftPower) -> bool:
    lands = (first.land or first.colour, second.land or second.colour)
    return colour_distance(first.colour, second.colour) < LEAST_APART or colour_distance(*lands) < LEAST_APART


def _spare(taken: list[str]) -> str:
    """The colour of the palette that is farthest from those that are *taken*."""
    return max(
        (default_style(index).unit for index in range(_SPARE)), key=lambda each: min(colour_distance(each, other) for other in taken)
    )
