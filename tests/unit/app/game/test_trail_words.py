"""The lines of the trail that stand in a file in English, read in another language with all that stands in their places."""

from __future__ import annotations

import pytest

from app.game.trail import deed_words, reason_words
from languages import using
from tests.escaped_sentences import escaped_words
from tests.quick import one_by_one
from variants.catalogue import standard

NAMES = {"FRANCE", "France", "Army", "Paris", "Burgundy", "England", "Ada", "winter", "main", "Europe", "Berlin"}


@one_by_one(
    "what",
    [
        "mail of FRANCE taken in for S1901M: 3 orders, late",
        "mail of FRANCE taken in for S1901M: 1 order, too late",
        "mail of nobody known taken in for S1901M: 0 orders",
        "mail of FRANCE taken in for S1901M: 0 orders, takes back what was sent before, locked, too late",
        "mail of FRANCE taken in for S1901M: nothing read, late",
        "mail of nobody known kept for S1901M: its sender is not known to play FRANCE and ENGLAND",
        "silence at S1901M: orders of FRANCE, ENGLAND unlocked",
        "silence at S1901M: orders of FRANCE, ENGLAND locked",
        "mail of FRANCE put out again",
        "mail of nobody known put out again",
        "mail taken in as that of FRANCE",
        "player of FRANCE: Ada (post)",
        "player of FRANCE: Ada (civil disorder)",
        "player of FRANCE: nobody",
        "time for movement phases: 7d",
        "time for adjustment phases: none",
        "ended as a draw of FRANCE, ENGLAND (draw)",
        "ended as a win of FRANCE (year limit)",
        "ended as a win of FRANCE (centres) in branch b2",
        "S1901M goes on without hook winter: it used the processor for longer than 0.25 seconds",
        "hook winter left out in S1901M: it was switched off for this session: its process died",
        "order changed after receipt in S1901M: FRANCE nothing for A PAR - BUR",
    ],
)
def test_no_english_word_is_left_in_a_line_of_the_trail(what: str) -> None:
    with using("pseudo"):
        said = deed_words(what, standard())
    assert said.startswith("⟦")
    assert escaped_words(said, NAMES) == []


@pytest.mark.parametrize(
    "reason",
    [
        "hooks at the start of the phase",
        "Carried over from the earlier rules in S1901M",
        "Centres as in table.csv, 1905",
        "by the time for retreat phases, 2d",
        "all orders were in",
        "pasted",
    ],
)
def test_no_english_word_is_left_in_a_reason_of_the_programs_own(reason: str) -> None:
    with using("pseudo"):
        assert escaped_words(reason_words(reason, standard()), NAMES) == []


def test_phases_and_moments_are_told_in_words_and_durations_as_they_were_written() -> None:
    told = {
        "deadline of S1901M: 2026-11-28T20:00:00+01:00": "deadline of Spring 1901, movement: Sat 28 Nov 2026, 20:00",
        "time for movement phases: 7d": "time for movement phases: 7d",
        "branch b2 made at S1901M of main": "branch b2 made at Spring 1901, movement of main",
    }
    assert {what: deed_words(what, standard()) for what in told} == told


def test_seats_units_and_orders_are_told_in_words() -> None:
    told = {
        "player of FRANCE: Ada (screen)": "France's player: Ada (at this screen)",
        "player of FRANCE: Ada (post)": "France's player: Ada (by mail)",
        "order changed after receipt in S1901M: FRANCE A PAR - BUR, A MAR H for nothing": (
            "order changed after receipt in Spring 1901, movement, France:"
            " Army Paris moves to Burgundy, Army Marseilles holds; before: nothing"
        ),
        "result of FRANCE A PAR in S1901M forced from A PAR - BUR (ok) to A PAR - BUR (bounce)": (
            "result of French Army Paris in Spring 1901, movement forced from Army Paris moves to Burgundy (ok)"
            " to Army Paris moves to Burgundy (bounce)"
        ),
    }
    assert {what: deed_words(what, standard()) for what in told} == told


def test_a_reason_that_a_person_gave_later_stands_behind_the_programs_own() -> None:
    with using("pseudo"):
        said = reason_words("pasted; Ada asked for it", standard())
    assert said.startswith("⟦⟦")
    assert "; Ada asked for it" in said


def test_in_english_too_a_deed_is_told_as_a_person_writes() -> None:
    assert deed_words("player of TURKEY: Ada (post)", standard()) == "Turkey's player: Ada (by mail)"
    assert deed_words("player of TURKEY: nobody", standard()) == "Turkey's player: nobody"
    assert deed_words("mail of AUSTRIA put out again", standard()) == "mail of Austria-Hungary put out again"
    assert deed_words("ended as a draw of ENGLAND, FRANCE (draw)", standard()) == "ended as a draw of England and France (draw)"
    assert deed_words("note: as a person wrote it", standard()) == "note: as a person wrote it"


def test_powers_have_their_names_in_the_language_whether_kept_by_id_or_in_english() -> None:
    stood = "nothing received from Austria-Hungary and Italy; England taken as holding"
    with using("de"):
        assert deed_words("player of FRANCE: nobody", standard()) == "Spieler von Frankreich: niemand"
        assert reason_words(stood, standard()) == "nichts eingegangen von Österreich-Ungarn und Italien; England als haltend gewertet"
