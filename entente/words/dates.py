"""Days in words: the months have names that a language gives, whatever the machine speaks."""

from __future__ import annotations

from datetime import date

from languages import mark, tr

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
    """``27 November 2026``"""
    return tr("{day} {month} {year}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)
