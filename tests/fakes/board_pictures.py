"""Pictures of the standard board, made from lines of text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.notation import parse_order
from adjudicator.order import Order, Waive
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.unit import DislodgedUnit, Location, Unit
from app.presentation.picture import DrawnOrder, MapPicture
from variants.catalogue import shipped, standard
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board

_FILE = Path(__file__).resolve().parents[2] / "maps" / "svg" / "standard.board.json"

_RESULTS = {
    "ok": Result.OK,
    "bounce": Result.BOUNCE,
    "cut": Result.CUT,
    "dislodged": Result.DISLODGED,
    "destroyed": Result.DESTROYED,
    "void": Result.VOID,
    "illegal": Result.ILLEGAL,
    "disrupted": Result.DISRUPTED,
    "no-convoy": Result.NO_CONVOY,
}


@cache
def drawn_standard() -> CompiledBoard:
    """The drawn board of the standard game."""
    return read_board(_FILE.read_bytes())


def drawn(line: str, *, preview: bool = False) -> DrawnOrder:
    """The order of ``FRANCE A PAR - BUR : bounce 1:2``; results and strengths may be left out."""
    text, _, fate = line.partition(" : ")
    power, _, order_text = text.partition(" ")
    order: Order = parse_order(order_text)
    if not fate:
        return DrawnOrder(order, power, None, preview)
    words = fate.split()
    results = frozenset(_RESULTS[word] for word in words if word in _RESULTS)
    reasons: tuple[Reason, ...] = ()
    if ":" in words[-1]:
        own, against = words[-1].split(":")
        reasons = (Reason(ReasonKind.PREVAILED, "test", int(own), int(against)),)
    unit = None if isinstance(order, Waive) else Unit(power, order.piece)
    return DrawnOrder(order, power, OrderOutcome(unit, power, order, True, results, reasons), preview)


def start_picture() -> MapPicture:
    """The start of the standard game."""
    return MapPicture(standard(), standard().start, shipped("standard").styles)


def picture(
    *lines: str, others: tuple[str, ...] = (), dislodged: tuple[str, ...] = (), phase: str = "S1901M", preview: bool = False
) -> MapPicture:
    """A picture with the orders of *lines* and the units that they are given to.

    Args:
        others: further units, such as ``FRANCE A PAR``.
        dislodged: dislodged units with their attacker's origin, such as ``FRANCE A PAR < BUR``.
    """
    orders = tuple(drawn(line, preview=preview) for line in lines)
    driven = tuple(DislodgedUnit(Unit.of(text.partition(" < ")[0]), text.partition(" < ")[2]) for text in dislodged)
    units = {Unit.of(text) for text in others}
    gone = {each.unit for each in driven}
    for each in orders:
        if not isinstance(each.order, Waive):
            unit = Unit(each.power, each.order.piece)
            if unit not in gone and not str(each.order).endswith(" B"):
                units.add(unit)
    position = Position(Phase.of(phase), tuple(sorted(units, key=str)), standard().start.owners, driven)
    return MapPicture(standard(), position, shipped("standard").styles, orders)


def at_location(text: str) -> Location:
    """The location that *text* names."""
    return Location.of(text)


ALL_KINDS = picture(
    "ENGLAND A YOR - SWE VIA : ok 2:1",
    "ENGLAND F NTH C A YOR - SWE : ok",
    "ENGLAND F SKA C A YOR - SWE : ok",
    "ENGLAND F NWY S A YOR - SWE : ok",
    "ENGLAND A BEL H : dislodged 1:2",
    "GERMANY F DEN - SWE : bounce 1:2",
    "RUSSIA F BAL - SWE : bounce 1:2",
    "GERMANY F KIE H : ok",
    "GERMANY F HOL - HEL : ok",
    "GERMANY A MUN - BUR : ok 2:1",
    "GERMANY A RUH S A MUN - BUR : ok",
    "FRANCE A BUR H : destroyed dislodged",
    "FRANCE A MAR S A BUR : cut",
    "FRANCE A PIC - BEL : ok 2:1",
    "FRANCE F ENG S A PIC - BEL : ok",
    "FRANCE F LYO - TYS : ok",
    "FRANCE A GAS - TUN VIA : no-convoy",
    "FRANCE F WES C A GAS - TUN : disrupted",
    "ITALY A PIE - MAR : bounce 1:1",
    "ITALY A VEN - TRI : bounce 2:2",
    "ITALY F ADR S A VEN - TRI : ok",
    "ITALY F ION S F AEG - GRE : ok",
    "ITALY A ROM S A TUS : void",
    "AUSTRIA A TRI H : ok",
    "AUSTRIA A SER S A TRI : ok",
    "AUSTRIA A VIE S A BUD - GAL : ok",
    "AUSTRIA A BUD - GAL : bounce 2:2",
    "AUSTRIA F GRE H : dislodged",
    "RUSSIA A WAR - GAL : bounce 2:2",
    "RUSSIA A UKR S A WAR - GAL : ok",
    "RUSSIA A MOS - LVN : ok",
    "RUSSIA A RUM - BUL : bounce 1:1",
    "TURKEY A BUL - RUM : bounce 1:1",
    "TURKEY F BLA - SEV : illegal",
    "TURKEY F AEG - GRE : ok 2:1",
)
"""Orders of every kind with outcomes of every kind."""
