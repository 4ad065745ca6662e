"""Phases in words."""

from __future__ import annotations

from typing import assert_never

from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import Variant
from entente.words.sentence import Sentence
from languages import active_language, mark, tr, tr_in

_SEASON = Sentence(mark("{season} {year}"))
_BEFORE_OUR_ERA = Sentence(mark("{season} {year} BC"))
_PHASE = Sentence(mark("{season}, {kind}"))


def describe_season(variant: Variant, phase: Phase) -> str:
    """``Spring 1901``; before our era ``Spring 215 BC``

    >>> from variants import standard
    >>> describe_season(standard(), Phase.of("S1901M"))
    'Spring 1901'
    """
    return _season(variant.calendar.seasons.get(phase.season, phase.season), phase)


def _season(english: str, phase: Phase) -> str:
    said = _BEFORE_OUR_ERA if phase.year < 0 else _SEASON
    return said(season_name(english), str(abs(phase.year)))


def season_name(english: str) -> str:
    """A season in the language in use; one that is none of the usual stands as the variant calls it."""
    if active_language() is None:
        return english
    match english:
        case "Spring":
            return tr_in("season", "Spring")
        case "Summer":
            return tr_in("season", "Summer")
        case "Fall":
            return tr_in("season", "Fall")
        case "Autumn":
            return tr_in("season", "Autumn")
        case "Winter":
            return tr_in("season", "Winter")
        case _:
            return english


def season_letter(variant: Variant, phase: Phase) -> str:
    """``S`` for spring, where there is no room for more; in another language the letter its season begins with there."""
    if active_language() is None:
        return phase.season
    return season_name(variant.calendar.seasons.get(phase.season, phase.season))[:1].upper()


def describe_phase_kind(kind: PhaseKind) -> str:
    """``movement``"""
    match kind:
        case PhaseKind.MOVEMENT:
            return tr("movement")
        case PhaseKind.RETREAT:
            return tr("retreats")
        case PhaseKind.ADJUSTMENT:
            return tr("builds and removals")
        case _:
            assert_never(kind)


def describe_phase(variant: Variant, phase: Phase) -> str:
    """``Spring 1901, movement``

    >>> from variants import standard
    >>> describe_phase(standard(), Phase.of("F1901R"))
    'Fall 1901, retreats'
    """
    return _PHASE(describe_season(variant, phase), describe_phase_kind(phase.kind))


def describe_phase_of(season: str, phase: Phase) -> str:
    """Describe as :func:`describe_phase` does, where the variant is not at hand: *season* is its name of *phase*'s season in English."""
    return _PHASE(_season(season, phase), describe_phase_kind(phase.kind))
