"""What units look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.commands.declaring.declare import Offer
from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.parameter_kinds import RestOfLine
from app.session.session import Session, on_screen
from app.session.unit_sets import named_set, offered_sets, variant_in_front, words_for
from app.shelf.unit_sets import BY_VARIANT


def _offers(session: Session) -> Sequence[Offer]:
    """Every set, the one that is shown ticked."""
    shown = _shown(session)
    return [Offer(words_for(each), {"name": each.id}, each.id == shown) for each in offered_sets(session)]


def _shown(session: Session) -> str:
    """The id of the set that the game in front is shown with."""
    return session.unit_sets.find(screen_of(session).view.pieces, variant_in_front(session)).units.id


@command("pieces", "Look of units", menu="View", place=16, available=on_screen, offers=_offers)
def pieces(session: Session, name: RestOfLine | None = None) -> None:
    """Show units as guns and ships, as letters, as wooden blocks, or with other unit symbols: imported ones, or those of the variant.

    Args:
        name: of the symbols, such as classic, letters or blocks; variant for what the variant is usually shown with; the next of them
            unless given.
    """
    screen = screen_of(session)
    if name is None:
        ids = [each.id for each in offered_sets(session)]
        shown = _shown(session)
        chosen = ids[(ids.index(shown) + 1) % len(ids)] if shown in ids else ids[0]
    else:
        chosen = named_set(session, name)
    found = session.unit_sets.find(chosen, variant_in_front(session))
    if name is None and found.units.id == session.unit_sets.usual_of(variant_in_front(session)).id:
        # Once round is back where it began, with other games shown as is usual for them.
        chosen = BY_VARIANT
    screen.show_view(replace(screen.view, pieces=chosen))
    session.say(f"Units are shown as: {found.units.name}.")
