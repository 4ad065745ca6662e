"""Acts of hooks in a phase, for the list of its results. No Qt."""

from __future__ import annotations

from adjudicator.phase import Phase
from adjudicator.resolution import Resolution
from app.hooks.log import Log
from languages import labelled
from variants.hooks.contracts import Point


def hook_notes(log: Log, phase: Phase, resolution: Resolution) -> tuple[str, ...]:
    """One line for each thing that hooks did as *phase* was adjudicated, up to the start of the next, in the sequence in which they did it.

    Args:
        log: the part for the viewer; see ``Session.hook_log``.
        resolution: what became of the phase.
    """
    begun = {*resolution.skipped, resolution.next.phase}
    entries = [
        each
        for each in log
        if (each.phase in begun if each.point is Point.PHASE else each.phase == phase and each.point is not Point.PRESS)
    ]
    return tuple(dict.fromkeys(labelled(each.hook, each.text) for each in entries))
