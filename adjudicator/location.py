"""Location of a unit: a province, and a coast where the province has several."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """A province, and the coast a fleet stands on where there are several. Text: ``PAR``, ``STP/NC``.

    >>> print(Location("PAR"), Location("STP", "NC"))
    PAR STP/NC
    """

    province: str
    """The code in the variant's province table: ``STP``."""

    coast: str | None = None
    """``NC``, ``EC``, ``SC``, ``WC``, or ``None``."""

    def __str__(self) -> str:
        return self.province if self.coast is None else f"{self.province}/{self.coast}"

    @classmethod
    def of(cls, text: str) -> Location:
        """The location that the canonical *text* names: ``PAR`` or ``STP/NC``. No board is asked whether it exists.

        >>> Location.of("STP/NC")
        Location(province='STP', coast='NC')
        >>> Location.of("PAR")
        Location(province='PAR', coast=None)
        """
        province, _, coast = text.partition("/")
        return cls(province, coast or None)
