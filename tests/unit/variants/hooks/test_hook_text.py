"""A hook's first lines say what it is; parameters read what people write; the shipped hooks keep their own rules."""

from __future__ import annotations

import pytest

from tests.quick import one_by_one
from variants.hooks.contracts import ALWAYS_GIVEN, CONTRACTS, Point
from variants.hooks.hook_parameters import HookArgumentError, HookParameter, ParameterKind, ParameterNames, read_arguments, read_declaration
from variants.hooks.hook_text import HookText, read_hook_text, shipped_hooks

NAMES = ParameterNames(("ENGLAND", "FRANCE", "TURKEY"), ("LON", "PAR", "BER"), {"LONDON": "LON", "PARIS": "PAR"})


def declared(line: str) -> HookParameter:
    found = read_declaration(line)
    assert found is not None
    return found


RESTRICT = (declared("# param powers: powers 2.. | Who"), declared("# param until: number 1900..1999 = 1903 | When"))


def test_the_first_lines_tell_title_points_note_and_parameters() -> None:
    text = "# title: No talk\n# on: press\n# note: One\n# note: two.\n# param who: power | Who\n\n"
    text += "def on_press(ctx):\n    pass\n# note: not this\n"
    hook = read_hook_text("no_talk", text)
    assert (hook.title, hook.points, hook.note) == ("No talk", (Point.PRESS,), "One two.")
    assert [(each.name, each.kind) for each in hook.parameters] == [("who", ParameterKind.POWER)]
    assert hook.faults == ()


def test_without_a_header_the_functions_tell_the_points() -> None:
    hook = read_hook_text("mine", "def helper(x):\n    pass\n\ndef on_build(ctx):\n    pass\n\ndef before_adjudication(ctx):\n    pass\n")
    assert hook.points == (Point.BUILD, Point.BEFORE_ADJUDICATION)
    assert hook.title == "Mine"


def test_what_the_game_file_says_stands_above_the_text() -> None:
    hook = read_hook_text("x", "# on: build\n# note: old\ndef on_press(ctx): pass", ("press",), "new")
    assert (hook.points, hook.note) == ((Point.PRESS,), "new")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("# on: pres\ndef on_press(ctx): pass", "unknown point 'pres'"),
        ("# param who power\n# on: press", "expected a form such as"),
        ("# param n: fraction | x\n# on: press", "unknown kind 'fraction'"),
        ("# param n: number | x\n# param n: number | x\n# on: press", "stands twice"),
        ("# param when: choice one | x\n# on: press", "a choice needs its words"),
        ("x = 1", "takes part at no point"),
        ("# on: press\n" + "#" * 70_000, "larger than 64 kB"),
    ],
)
def test_faults_in_the_first_lines_are_reported(text: str, part: str) -> None:
    assert any(part in fault.what for fault in read_hook_text("x", text).faults)


@one_by_one("text", ["", "\0", "#" * 100, "# param", "# on:", "def on_press", "\n" * 10_000, "# param a: b = c | d"])
def test_no_text_makes_the_reader_fail(text: str) -> None:
    assert isinstance(read_hook_text("x", text), HookText)


@pytest.mark.parametrize(
    ("text", "powers", "until"),
    [
        ("england turkey", ["ENGLAND", "TURKEY"], 1903),
        ("ENGLAND TURKEY 1905", ["ENGLAND", "TURKEY"], 1905),
        ("until=1905 ENGLAND TURKEY FRANCE", ["ENGLAND", "TURKEY", "FRANCE"], 1905),
        ("powers=england,turkey", ["ENGLAND", "TURKEY"], 1903),
        ("eng tur", ["ENGLAND", "TURKEY"], 1903),
    ],
)
def test_words_fill_the_parameters_in_their_sequence_or_by_name(text: str, powers: list[str], until: int) -> None:
    assert read_arguments(RESTRICT, text, NAMES) == {"powers": powers, "until": until}


@one_by_one(
    ("text", "part"),
    [
        ("", "powers is missing: Who"),
        ("england", "takes 2 or more, and 1"),
        ("england prussia", "'prussia'"),
        ("england turkey 1899", "1900 to 1999"),
        ("england turkey 1901 1902", "one word too many"),
        ("england turkey when=1901", "no parameter 'when'"),
        ("until=1901 until=1902 england turkey", "set twice"),
        ('"england', "quotation mark"),
    ],
)
def test_words_that_do_not_fit_are_reported(text: str, part: str) -> None:
    with pytest.raises(HookArgumentError, match=part.replace("(", r"\(")):
        read_arguments(RESTRICT, text, NAMES)


def test_names_and_beginnings_stand_for_codes() -> None:
    banks = (declared("# param banks: provinces 1.. = LON PAR | Banks"),)
    assert read_arguments(banks, "london BER", NAMES) == {"banks": ["LON", "BER"]}
    assert read_arguments(banks, "", NAMES) == {"banks": ["LON", "PAR"]}


def test_flags_and_choices_take_their_words_only() -> None:
    parameters = (declared("# param loud: flag = no | Loud"), declared("# param when: choice spring/fall = fall | When"))
    assert read_arguments(parameters, "yes spring", NAMES) == {"loud": True, "when": "spring"}
    with pytest.raises(HookArgumentError, match="spring or fall"):
        read_arguments(parameters, "when=winter", NAMES)


def test_placements_may_hold_blanks() -> None:
    parameters = (declared("# param placements: words 1..60 | Units"),)
    values = read_arguments(parameters, '"FRANCE A PAR F BRE" "ENGLAND F LON"', NAMES)
    assert values == {"placements": ["FRANCE A PAR F BRE", "ENGLAND F LON"]}


def test_every_point_has_a_contract_with_an_example_of_its_function() -> None:
    assert set(CONTRACTS) == set(Point)
    for point, contract in CONTRACTS.items():
        assert f"def {point.function}(ctx):" in contract.example
        assert contract.effect
        assert contract.when
        assert not set(contract.given) & set(ALWAYS_GIVEN)


EXPECTED = {
    "restrict",
    "fog_of_war",
    "blind",
    "gunboat",
    "build_anywhere",
    "chaos_builds",
    "winter_first",
    "bank_victory",
    "no_convoys",
    "free_start",
    "alliance",
    "year_of_truce",
}


def test_the_shelf_holds_the_twelve_shipped_hooks() -> None:
    assert set(shipped_hooks()) == EXPECTED


@one_by_one("name", sorted(EXPECTED))
def test_a_shipped_hook_says_what_it_is(name: str) -> None:
    hook = shipped_hooks()[name]
    assert hook.faults == ()
    assert hook.note.endswith(".")
    assert hook.source.startswith(f"# title: {hook.title}\n# on: ")
    for point in hook.points:
        assert f"def {point.function}(ctx):" in hook.source
    assert all(parameter.note for parameter in hook.parameters)
