"""A small game to tell of: a bounce, a dislodgement, a capture with a build, a letter and a notice."""

from __future__ import annotations

from tests.unit.app.commands.fake_services import Desk

PLAYED = (
    "player austria Ada <ada@example.org>",
    "player italy Ben <ben@example.org>",
    "A VIE - GAL",
    "A BUD - SER",
    "A WAR - GAL",
    "A VEN - TRI",
    "F TRI - ALB",
    "process --missing process",
    "press england The north is calm",
    "press turkey --to austria Serbia is mine",
    "A VIE - TRI",
    "A SER S A VIE - TRI",
    "F ALB - GRE",
    "process --missing process",
)


def desk() -> Desk:
    """Fall 1901 is over: Italy's army in Trieste has to retreat, Austria took Serbia, Greece and keeps Trieste."""
    made = Desk()
    made.run(*PLAYED)
    return made
