"""Phases in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Variant


def describe_season(variant: Variant, phase: Phase) -> str:
    """``Spring 1901``; before our era ``Spring 215 BC``"""
    season = variant.calendar.seasons.get(phase.season, phase.season)
    year = f"{-phase.year} BC" if phase.year < 0 else str(phase.year)
    return f"{season} {year}"


def describe_phase_kind(kind: PhaseKind) -> str:
    """``movement``"""
    match kind:
        case PhaseKind.MOVEMENT:
            return "movement"
        case PhaseKind.RETREAT:
            return "retreats"
        case PhaseKind.ADJUSTMENT:
            return "builds and removals"
        case _:
            assert_never(kind)


def describe_phase(variant: Variant, phase: Phase) -> str:
    """``Spring 1901, movement``"""
    return f"{describe_season(variant, phase)}, {describe_phase_kind(phase.kind)}"
