"""How many centres and units a power has, in words, for who may not see all of the board."""

from __future__ import annotations

from adjudicator.position import Position
from entente.words.names import counted


def sees_all_of(position: Position, power: str, viewer: str | None) -> bool:
    """Whether *viewer* is shown everything that *power* has in *position*; ``None`` sees the whole board."""
    return viewer in (None, power) or not position.unseen


def describe_centres(count: int, *, whole: bool) -> str:
    """``3 centres``; of a power that is not seen whole, ``2 centres seen`` or ``centres unknown``."""
    if whole:
        return counted(count, "centre")
    return f"{counted(count, 'centre')} seen" if count else "centres unknown"


def describe_units(count: int, *, whole: bool) -> str:
    """``3 units``; of a power that is not seen whole, ``1 unit seen`` or ``units unknown``."""
    if whole:
        return counted(count, "unit")
    return f"{counted(count, 'unit')} seen" if count else "units unknown"
