"""The pictures of an evening round one laptop: seats, curtain, one person's seat, reveal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.hotseat.table import Absence, Decider, Table, first_table
from app.tables.table_setup import set_table

if TYPE_CHECKING:
    from app.qt.main_window.main_controller import MainController

PEOPLE = {"AUSTRIA": "Ada", "ENGLAND": "Ben", "FRANCE": "Cleo", "GERMANY": "Dan", "RUSSIA": "Eva"}
ORDERS = {
    "AUSTRIA": ("A VIE - GAL", "A BUD - SER", "F TRI - ALB"),
    "ENGLAND": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "FRANCE": ("A PAR - BUR", "A MAR - SPA", "F BRE - MAO"),
    "GERMANY": ("A MUN - BUR", "A BER - KIE", "F KIE - DEN"),
    "RUSSIA": ("A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"),
}
STEPS = 3
"""Steps of the reveal before its picture is taken."""


def table_of_friends(table: Table) -> Table:
    """Five people, an opponent, and one who is absent."""
    for seat in table.seats:
        if seat.power in PEOPLE:
            table = table.with_seat(replace(seat, person=PEOPLE[seat.power]))
        elif seat.power == "ITALY":
            table = table.with_seat(replace(seat, decider=Decider.OPPONENT, opponent="steady"))
        else:
            table = table.with_seat(replace(seat, decider=Decider.ABSENT, absence=Absence.HOLD))
    return table


def keep_table(controller: MainController, keep: Callable[[str], None], keep_lobby: Callable[[Table], None]) -> None:
    """Play a spring at a table and take its pictures.

    Args:
        keep: takes a picture of the window under a name.
        keep_lobby: takes that of the seats page, which begins with a table.
    """
    session = controller.session
    table = table_of_friends(first_table(session.game))
    keep_lobby(table)
    set_table(session, table, {})
    for power, orders in ORDERS.items():
        controller.run("call", power=power)
        if power == "AUSTRIA":
            keep("table-curtain.webp")
        controller.run("open-seat", power=power)
        for order in orders:
            controller.run("order", text=order, power=power)
        if power == "AUSTRIA":
            keep("table-orders.webp")
        controller.run("seal", anyway=True)
    controller.run("show-orders")
    reveal = controller.table.reveal
    assert reveal is not None
    for _ in range(STEPS):
        reveal.forward()
    reveal.board.settle()
    reveal.scene.finish_rendering()
    keep("table-reveal.webp")
