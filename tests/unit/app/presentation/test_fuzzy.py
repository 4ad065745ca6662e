"""Finding things by a few letters."""

from __future__ import annotations

from app.presentation.fuzzy import begins_words, ranked, score

COMMANDS = ["Process", "Previous phase", "Print preview", "Clear order", "Hold all units without orders", "Copy orders", "Go to phase"]


def found(query: str) -> list[str]:
    return ranked(query, COMMANDS, str)


def test_the_beginnings_of_words_find_it() -> None:
    assert found("pp")[0] in {"Previous phase", "Print preview"}
    assert found("co")[0] in {"Copy orders", "Clear order"}
    assert found("hau")[0] == "Hold all units without orders"


def test_a_run_of_letters_beats_scattered_ones() -> None:
    assert found("proc")[0] == "Process"


def test_letters_that_do_not_occur_in_sequence_find_nothing() -> None:
    assert score("zx", "Process") is None
    assert found("zx") == []


def test_case_and_blanks_do_not_matter() -> None:
    assert found("HOLD ALL") == ["Hold all units without orders"]


def test_an_empty_query_offers_everything_as_it_stands() -> None:
    assert found("") == COMMANDS


def test_hostile_text_takes_no_long_time() -> None:
    assert score("a" * 30, "a" * 400) is not None
    assert score("ab" * 20, "a" * 400) is None


def test_long_texts_are_found_by_the_beginnings_of_their_words() -> None:
    text = "theme Show the board in another theme: parchment, plain, night, or print."
    assert begins_words("night", text)
    assert begins_words("th pla", text)
    assert not begins_words("night", "find Show a province and point to it.")


def test_words_that_begin_with_the_query_come_before_scattered_letters() -> None:
    titles = ["View as: Italy", "Preview as a picture", "View the east coasts, all units shown", "View as: Austria-Hungary"]
    assert ranked("view as aus", titles, str)[0] == "View as: Austria-Hungary"
    assert ranked("view as", titles, str)[:2] == ["View as: Italy", "View as: Austria-Hungary"]


def test_a_code_that_begins_so_comes_before_scattered_letters_of_a_name() -> None:
    codes = {"North Africa, the": "NAF", "North Sea": "NTH"}
    assert ranked("nth", codes, str, lambda name: codes[name])[0] == "North Sea"
