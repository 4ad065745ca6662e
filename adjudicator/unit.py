"""Units with and without the power they belong to, and the locations where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.caching import HasCache, remember


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


@dataclass(frozen=True, slots=True)
class Piece(HasCache):
    """A unit as an order names it: kind and location, no power. Text: ``A PAR``, ``F STP/NC``."""

    kind: str
    """The letter of a unit kind of the board: ``A`` army, ``F`` fleet."""

    location: Location

    def __str__(self) -> str:
        try:
            text: str = self.cached
        except AttributeError:
            text = f"{self.kind} {self.location}"
            remember(self, text)
        return text

    @classmethod
    def of(cls, text: str) -> Piece:
        """The piece that the canonical *text* names: ``F STP/NC``.

        >>> Piece.of("F STP/NC").location.coast
        'NC'
        >>> str(Piece.of("A PAR"))
        'A PAR'
        """
        kind, _, location = text.partition(" ")
        return cls(kind, Location.of(location))


@dataclass(frozen=True, slots=True)
class Unit(HasCache):
    """An army or a fleet of a power at a location. Text: ``FRANCE A PAR``."""

    power: str
    piece: Piece

    @property
    def kind(self) -> str:
        """The letter of its kind: ``A`` or ``F`` on most boards."""
        return self.piece.kind

    @property
    def location(self) -> Location:
        """Location of the unit."""
        return self.piece.location

    @property
    def province(self) -> str:
        """The code of the province it stands in."""
        return self.piece.location.province

    def __str__(self) -> str:
        return f"{self.power} {self.piece}"

    @classmethod
    def of(cls, text: str) -> Unit:
        """The unit that the canonical *text* names: ``RUSSIA F STP/SC``.

        >>> unit = Unit.of("RUSSIA F STP/SC")
        >>> unit.power, unit.kind, unit.province
        ('RUSSIA', 'F', 'STP')
        >>> print(unit)
        RUSSIA F STP/SC
        """
        power, _, piece = text.partition(" ")
        return cls(power, Piece.of(piece))


@dataclass(frozen=True, slots=True)
class DislodgedUnit:
    """A unit dislodged in the movement phase before, which must retreat or disband.

    >>> print(DislodgedUnit(Unit.of("RUSSIA F SEV"), attacker_origin="ARM"))
    RUSSIA F SEV < ARM
    """

    unit: Unit

    attacker_origin: str
    """The province that its attacker came from."""

    by_convoy: bool = False
    """True if the attacker came by convoy: then it may retreat to *attacker_origin* (DATC 4.A.5)."""

    def __str__(self) -> str:
        return f"{self.unit} < {self.attacker_origin}{' VIA' if self.by_convoy else ''}"
