"""Frames that words for a judge put around the orders of a letter: who signs on, and press that is passed on."""

from __future__ import annotations

import pytest

from app.mail_in.accounting import Fate
from app.mail_in.judge_words import GameNames, LetterFrame, frame_of, framed_press, inside_press, said_inside_press
from app.mail_in.letter import LetterPart
from tests.quick import one_by_one
from tests.unit.app.mail_in.test_judge_words import GAME
from variants.catalogue import standard

PARTS = {"p": LetterPart.PRESS, "t": LetterPart.TEXT, "j": LetterPart.JUDGE}


def lines_of(text: str) -> dict[int, tuple[str, LetterPart]]:
    """Lines between slashes, each behind the letter of its part."""
    return {number: (line[2:], PARTS[line[0]]) for number, line in enumerate(text.split(" / "), 1)}


def frame(text: str, game: GameNames | None = GAME) -> LetterFrame:
    return frame_of(standard(), game, lines_of(text))


@one_by_one(
    ("text", "passed_on", "framed"),
    [
        ("p PRESS TO F / p hello / p  / p you / p ENDPRESS / t A Par H", {1: (("FRANCE",), "hello\n\nyou")}, [1, 2, 3, 4, 5]),
        (
            "p PRESS TO F / p  / p hi / p  / p ENDPRESS / p BROADCAST / p all / p ENDPRESS",
            {1: (("FRANCE",), "hi"), 6: ((), "all")},
            [*range(1, 9)],
        ),
        ("p PRESS TO F / p   / p ENDPRESS", {}, [1, 2, 3]),
        ("p PRESS TO F / p ENDPRESS", {}, [1, 2]),
        (
            "p PRESS TO M, F: / p \\ENDPRESS / p \\\\ENDPRESS / p \\hi / p ENDPRESS",
            {1: (("GM", "FRANCE"), "ENDPRESS\n\\ENDPRESS\n\\hi")},
            [*range(1, 6)],
        ),
        ("p PRESS / p hi / p ENDPRESS / p hey", {1: ((), "hi")}, [1, 2, 3]),
        ("p Press to F / p hi / p ENDPRESS", {}, []),
        ("t PRESS TO F / p hi / p ENDPRESS", {}, []),
        ("p hi / p PRESS TO ALL. / p hey / p ENDPRESS / j SET WAIT", {2: ((), "hey")}, [2, 3, 4]),
        ("p PRESS TO F / t A Par H / p hi / p ENDPRESS", {}, [1]),
        ("p PRESS TO F / p a / p PRESS TO G / p b / p ENDPRESS / p ENDPRESS", {1: (("FRANCE",), "a\nPRESS TO G\nb")}, [*range(1, 6)]),
        ("p PRESS TO Fr / p hi / p ENDPRESS", {}, [1, 2, 3]),
        ("p PRESS TO It / p hi / p ENDPRESS", {}, [1, 2, 3]),
        ("p PRESS TO fr / p hi / p ENDPRESS", {1: (("FRANCE", "RUSSIA"), "hi")}, [1, 2, 3]),
        ("p PRESS TO Rus / p hi / p ENDPRESS", {1: (("RUSSIA",), "hi")}, [1, 2, 3]),
    ],
)
def test_press_in_a_frame_is_passed_on_where_it_ends(text: str, passed_on: dict[int, object], framed: list[int]) -> None:
    found = frame(text)
    assert {each.line: (each.receivers, each.text) for each in found.press} == passed_on
    assert sorted(framed_press(lines_of(text))) == framed


@pytest.mark.parametrize("text", ["p PRESS TO F / p hello", "p PRESS TO F / p hello / t A Par H / p ENDPRESS", "p PRESS TO F"])
def test_press_without_an_end_is_said(text: str) -> None:
    found = frame(text)
    assert found.told == {1: (Fate.NOT_ORDER, "press without ENDPRESS, which is not passed on")}
    assert found.troubles == ["ENDPRESS is missing: all below line 1 was taken for press"]


@one_by_one(
    ("text", "power", "other_game", "is_torn"),
    [
        ("j SIGNON fstraits x / j SIGNON gstraits x", "GERMANY", "", True),
        ("j SIGNON fstraits x / j SIGNON gstraits x / j SIGNON gstraits x", "GERMANY", "", True),
        ("j SIGNON fstraits x / j SIGNON France x", "FRANCE", "", False),
        ("j SIGNON fxyz x / j SIGNON gabc x / j SIGNON fstraits", "FRANCE", "xyz", False),
        ("j SIGNON ?f x", None, "", False),
        ("j SIGNON englandx x", None, "x", False),
        ("j SIGNON r7f3a0b21 x", "RUSSIA", "", False),
        ("j SIGNON turkeysoi x", "TURKEY", "", False),
        ("j SIGNON turkishsoi x", "TURKEY", "", False),
        ("t SIGNON fstraits x", None, "", False),
    ],
)
def test_who_signs_on_and_for_which_game(text: str, power: str | None, other_game: str, is_torn: bool) -> None:
    found = frame(text)
    assert (found.power, found.other_game, found.is_torn) == (power, other_game, is_torn)


def test_where_no_game_is_asked_for_any_is_signed_on() -> None:
    assert frame("j SIGNON fxyz x", None).power == "FRANCE"
    assert frame("j SIGNON x x", None).told == {1: (Fate.REFUSED, "“x” names no power of this game")}
    assert frame("j SIGNON ?f x").told == {1: (Fate.REFUSED, "“?f” may be France")}


@pytest.mark.parametrize(
    ("said", "inside", "back"),
    [
        ("", "", ""),
        ("hello", "hello", "hello"),
        ("ENDPRESS", "\\ENDPRESS", "ENDPRESS"),
        ("\\ENDPRESS", "\\\\ENDPRESS", "ENDPRESS"),
        ("\\ ENDPRESS", "\\\\ ENDPRESS", " ENDPRESS"),
        ("\\hello", "\\hello", "\\hello"),
        (" ENDPRESS", "\\ ENDPRESS", " ENDPRESS"),
    ],
)
def test_a_line_of_press_that_would_end_it_has_a_backslash(said: str, inside: str, back: str) -> None:
    assert (inside_press(said), said_inside_press(said)) == (inside, back)
    assert said_inside_press(inside_press(said)) == said


def test_who_gets_press_is_said() -> None:
    text = "p PRESS TO M,F / p hi / p ENDPRESS / p BROADCAST / p hi / p ENDPRESS / p PRESS TO , / p hi / p ENDPRESS / j hm"
    assert {number: reason for number, (_, reason) in frame(text).told.items()} == {
        1: "press to the game master and France",
        4: "press to everybody",
        7: "press to everybody",
        10: "a word for a judge: not carried out; whoever runs this game does it by hand",
    }
    assert list(frame("p hi / p PRESS TO F").told) == [2]
