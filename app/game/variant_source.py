"""Sources of the variant of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from adjudicator.variant import Variant
from variants.catalogue import shipped, shipped_ids


@dataclass(frozen=True, slots=True)
class Shelved:
    """A variant that is there, and the checksum of its files."""

    variant: Variant
    checksum: str
    """``sha256:...``"""


class Shelf(Protocol):
    """Collection of variants."""

    def find(self, variant_id: str) -> Shelved | None:
        """The variant of that id; ``None`` where there is none that can be played."""
        ...


class WholeShelf(Shelf, Protocol):
    """Collection of variants that tells which there are."""

    def ids(self) -> tuple[str, ...]:
        """The ids of those that can be played."""
        ...


class ShippedShelf:
    """The variants that come with the program."""

    def find(self, variant_id: str) -> Shelved | None:
        """The variant of that id; ``None`` where there is none that can be played."""
        try:
            folder = shipped(variant_id)
        except LookupError:
            return None
        return Shelved(folder.variant, plain_checksum(folder.checksum))

    def ids(self) -> tuple[str, ...]:
        """The ids of those that can be played."""
        return shipped_ids()


def plain_checksum(checksum: str) -> str:
    """*checksum* with the name of its kind before it."""
    return checksum if checksum.startswith("sha256:") or not checksum else f"sha256:{checksum}"


def same_checksum(one: str, other: str) -> bool:
    """Return True if two checksums agree; one may be shortened, and a missing one agrees with all."""
    return one.startswith(other) or other.startswith(one)
