"""Days in words: the months have names that a language gives, not the machine."""

from __future__ import annotations

from datetime import date, datetime

from languages import mark, tr, tr_in

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
