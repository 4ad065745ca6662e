"""Which sets of unit symbols can be chosen for the game in front."""

from __future__ import annotations

from app.library.unit_sets import BY_VARIANT, OfferedSet, SetOrigin
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.session import Session
from languages import tr
from variants.reader import VariantFolder


def variant_in_front(session: Session) -> VariantFolder | None:
    """The folder of the variant that is played in front; ``None`` without a game."""
    return None if session.current is None else session.shelf.folder_of(session.current.game.variant.id)


def offered_sets(session: Session) -> tuple[OfferedSet, ...]:
    """Every set that the game in front can be shown with."""
    return session.unit_sets.offered(variant_in_front(session))


def words_for(offered: OfferedSet) -> str:
    """Its name, and where it comes from unless it is one of ours."""
    return tr(offered.name) if offered.origin is SetOrigin.SHIPPED else f"{offered.name} ({tr(offered.origin)})"


def named_set(session: Session, wanted: str) -> str:
    """The id of the set that a person means by its id, its name or a beginning that only one has of one.

    Raises:
        Abort: there is none.
    """
    folded = " ".join(wanted.split()).casefold()
    offered = offered_sets(session)
    if folded == BY_VARIANT:
        return BY_VARIANT
    exact = [each.id for each in offered if folded == each.id] or [each.id for each in offered if folded == each.name.casefold()]
    if exact:
        return exact[0]
    begun = [each.id for each in offered if folded and (each.id.startswith(folded) or each.name.casefold().startswith(folded))]
    if len(begun) == 1:
        return begun[0]
    ids = [each.id for each in offered]
    raise Abort(
        tr(
            "There are no unit symbols {wanted!r}; there are {ids}{did_you_mean}",
            wanted=wanted,
            ids=", ".join(ids),
            did_you_mean=did_you_mean(nearest(folded, ids)),
        )
    )
