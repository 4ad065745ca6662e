"""Phases and days in words: the months have names that a language gives, not the machine."""

from __future__ import annotations

from datetime import date, datetime
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


MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def day_words(day: date) -> str:
    """``27 November 2026``

    >>> day_words(date(2026, 11, 27))
    '27 November 2026'
    """
    return tr("{day} {month} {year}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def weekday_short(day: date) -> str:
    """``Fri``"""
    match day.weekday():
        case 0:
            return tr_in("weekday", "Mon")
        case 1:
            return tr_in("weekday", "Tue")
        case 2:
            return tr_in("weekday", "Wed")
        case 3:
            return tr_in("weekday", "Thu")
        case 4:
            return tr_in("weekday", "Fri")
        case 5:
            return tr_in("weekday", "Sat")
        case _:
            return tr_in("weekday", "Sun")


def weekday_long(number: int) -> str:
    """``Monday`` for 0."""
    match number:
        case 0:
            return tr_in("weekday", "Monday")
        case 1:
            return tr_in("weekday", "Tuesday")
        case 2:
            return tr_in("weekday", "Wednesday")
        case 3:
            return tr_in("weekday", "Thursday")
        case 4:
            return tr_in("weekday", "Friday")
        case 5:
            return tr_in("weekday", "Saturday")
        case _:
            return tr_in("weekday", "Sunday")


def month_short(number: int) -> str:
    """``Nov`` for 11."""
    months = (
        tr_in("month", "Jan"),
        tr_in("month", "Feb"),
        tr_in("month", "Mar"),
        tr_in("month", "Apr"),
        tr_in("short month", "May"),
        tr_in("month", "Jun"),
        tr_in("month", "Jul"),
        tr_in("month", "Aug"),
        tr_in("month", "Sep"),
        tr_in("month", "Oct"),
        tr_in("month", "Nov"),
        tr_in("month", "Dec"),
    )
    return months[number - 1]


def date_words(day: date) -> str:
    """``06 November 2026``"""
    return tr("{day:02} {month} {year:d}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def moment_short(local: datetime, *, with_year: bool) -> str:
    """``Fri 27 Nov, 20:00``, ``Fri 27 Nov 2026, 20:00``

    >>> moment_short(datetime(2026, 11, 27, 20, 0), with_year=False)
    'Fri 27 Nov, 20:00'
    """
    weekday, month, time = weekday_short(local), month_short(local.month), f"{local:%H:%M}"
    if with_year:
        return tr("{weekday} {day} {month} {year}, {time}", weekday=weekday, day=local.day, month=month, year=local.year, time=time)
    return tr("{weekday} {day} {month}, {time}", weekday=weekday, day=local.day, month=month, time=time)
