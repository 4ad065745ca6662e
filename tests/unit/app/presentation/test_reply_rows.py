"""The best replies as rows: their orders in words, in the language in use."""

from __future__ import annotations

from adjudicator.notation import parse_order
from app.players.strong.replies import Advice, BestReply
from app.presentation.reply_rows import ReplyRow, reply_rows
from languages import using
from variants.catalogue import standard


def row(*orders: str, is_written: bool = False) -> ReplyRow:
    """The row of a reply of France at the start."""
    start = standard().start
    reply = BestReply(tuple(map(parse_order, orders)), 4.5, ((4, 0.5), (5, 0.5)), is_written)
    (made,) = reply_rows(standard(), start, Advice("FRANCE", start.phase, 3, (reply,)))
    return made


def test_moves_are_the_title_and_what_stays_is_below_both_in_words() -> None:
    made = row("F BRE - MAO", "A PAR - BUR", "A MAR S A PAR - BUR")
    assert made.title == "Fleet Brest moves to the Mid-Atlantic Ocean; Army Paris moves to Burgundy"
    assert made.below.splitlines()[0] == "Army Marseilles supports Army Paris to Burgundy"
    assert made.words.startswith("Reply 1: Fleet Brest moves to the Mid-Atlantic Ocean; Army Paris moves to Burgundy; Army Marseilles")


def test_a_reply_in_which_nothing_moves_says_so_and_a_written_one_too() -> None:
    made = row("A PAR H", is_written=True)
    assert made.title == "Everything stays"
    assert made.below.splitlines()[0] == "as written; Army Paris holds"


def test_the_orders_are_told_in_the_language_in_use() -> None:
    with using("de"):
        assert row("F BRE - MAO", "A PAR H").title == "Flotte Brest zieht in den Mittelatlantik"
