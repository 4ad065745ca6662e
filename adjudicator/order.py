"""Every order there is, as a closed union of frozen values whose ``str`` is their canonical text."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.caching import HasCache
from adjudicator.unit import Location, Piece


@dataclass(frozen=True, slots=True)
class Hold(HasCache):
    """``A PAR H``

    >>> print(Hold(Piece.of("A PAR")))
    A PAR H
    """

    piece: Piece

    def __str__(self) -> str:
        return f"{self.piece} H"


@dataclass(frozen=True, slots=True)
class Move(HasCache):
    """``A PAR - BUR``; ``A LON - BEL VIA`` asks for a convoy, ``A LON - BEL VIA NTH`` names its route (DATC 4.A.6).

    >>> print(Move(Piece.of("A PAR"), Location("BUR")))
    A PAR - BUR
    >>> print(Move(Piece.of("A LON"), Location("BEL"), via_convoy=True, route=("NTH",)))
    A LON - BEL VIA NTH
    """

    piece: Piece
    target: Location
    via_convoy: bool = False
    route: tuple[str, ...] = ()
    """The provinces of the carrying fleets, in sequence; empty where that is left to the fleets."""

    def __str__(self) -> str:
        if self.route:
            return f"{self.piece} - {self.target} VIA {' '.join(self.route)}"
        return f"{self.piece} - {self.target}{' VIA' if self.via_convoy else ''}"


@dataclass(frozen=True, slots=True)
class Support(HasCache):
    """``A PAR S A MAR - BUR``; without *target* the supported unit is helped to stay: ``A PAR S A MAR``.

    >>> paris, marseilles = Piece.of("A PAR"), Piece.of("A MAR")
    >>> print(Support(paris, marseilles, Location("BUR")))
    A PAR S A MAR - BUR
    >>> print(Support(paris, marseilles))
    A PAR S A MAR
    """

    piece: Piece
    supported: Piece
    target: Location | None = None

    def __str__(self) -> str:
        onward = "" if self.target is None else f" - {self.target}"
        return f"{self.piece} S {self.supported}{onward}"


@dataclass(frozen=True, slots=True)
class Convoy(HasCache):
    """``F NTH C A LON - BEL``

    >>> print(Convoy(Piece.of("F NTH"), Piece.of("A LON"), Location("BEL")))
    F NTH C A LON - BEL
    """

    piece: Piece
    army: Piece
    target: Location

    def __str__(self) -> str:
        return f"{self.piece} C {self.army} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat(HasCache):
    """``A PAR R GAS``

    >>> print(Retreat(Piece.of("A PAR"), Location("GAS")))
    A PAR R GAS
    """

    piece: Piece
    target: Location

    def __str__(self) -> str:
        return f"{self.piece} R {self.target}"


@dataclass(frozen=True, slots=True)
class Disband(HasCache):
    """``A PAR D`` in a retreat phase."""

    piece: Piece

    def __str__(self) -> str:
        return f"{self.piece} D"


@dataclass(frozen=True, slots=True)
class Build(HasCache):
    """``A PAR B``, ``F STP/NC B``

    >>> print(Build(Piece.of("F STP/NC")))
    F STP/NC B
    """

    piece: Piece

    def __str__(self) -> str:
        return f"{self.piece} B"


@dataclass(frozen=True, slots=True)
class Remove(HasCache):
    """``A PAR D`` in an adjustment phase."""

    piece: Piece

    def __str__(self) -> str:
        return f"{self.piece} D"


@dataclass(frozen=True, slots=True)
class Waive(HasCache):
    """``WAIVE``: one build that the power declines.

    >>> print(Waive())
    WAIVE
    """

    def __str__(self) -> str:
        return "WAIVE"


MovementOrder = Hold | Move | Support | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Remove | Waive
Order = MovementOrder | RetreatOrder | AdjustmentOrder
