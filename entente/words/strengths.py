"""Numbers of centres and units of a power, in words, for a viewer who may not see all of the board."""

from __future__ import annotations

from adjudicator.position import Position
from entente.words.counting import counted
from languages import plural, tr


def sees_all_of(position: Position, power: str, viewer: str | None) -> bool:
    """Return True if *viewer* sees everything that *power* has in *position*; ``None`` sees the whole board."""
    return viewer in (None, power) or not position.unseen


def describe_centres(count: int, *, whole: bool) -> str:
    """``3 centres``; of a power that is not seen whole, ``2 centres seen`` or ``centres unknown``."""
    if whole:
        return counted(count, "centre")
    return plural("{count} centre seen", "{count} centres seen", count) if count else tr("centres unknown")


def describe_units(count: int, *, whole: bool) -> str:
    """``3 units``; of a power that is not seen whole, ``1 unit seen`` or ``units unknown``."""
    if whole:
        return counted(count, "unit")
    return plural("{count} unit seen", "{count} units seen", count) if count else tr("units unknown")
