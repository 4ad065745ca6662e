"""The engine speaks the line protocol of cdippy: blocks of state and orders in, SUCCEEDS and FAILS out."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from entente.engine.command import LONGEST_LINE, serve
from entente.engine.line_protocol import LineProtocol
from tests.quick import each_nth, every, one_by_one
from tests.unit.app.cli.cdippy_dialogues import DIALOGUES, DIFFERENCES
from variants import standard

ROOT = Path(__file__).resolve().parents[4]


def converse(text: str) -> tuple[str, list[str]]:
    """Return the answer of the engine to *text*, and its lines on standard error."""
    answers, errors = io.StringIO(), io.StringIO()
    serve(LineProtocol(standard()), io.BytesIO(text.encode()), answers, errors)
    return answers.getvalue(), errors.getvalue().splitlines()


def answers(*lines: str) -> str:
    """The answer to one round of *lines*, which has to be free of errors."""
    answer, errors = converse("\n".join(lines) + "\n\n")
    assert errors == []
    return answer


def test_one_line_for_each_order_counted_from_0_and_an_empty_line() -> None:
    answer = answers("Par A France", "Mun A Germany", "Ruh A Germany", "", "Par - Bur", "Mun - Bur", "Ruh S Mun - Bur")
    assert answer == "0: FAILS\n1: SUCCEEDS\n2: SUCCEEDS\n\n\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", every(9, list(DIALOGUES)))
def test_the_answers_are_those_that_were_recorded_from_cdippy_itself(name: str) -> None:
    sent, received = DIALOGUES[name]
    run = subprocess.run([sys.executable, "-m", "adjudicator"], cwd=ROOT, input=sent, capture_output=True, text=True, check=True)
    assert run.stdout == received
    assert run.stderr == ""


def test_every_order_line_is_answered_in_its_place_bad_ones_included() -> None:
    lines = ["Par - Bur", "Par to Bur", "Xyz - Bur", "Mar S Par - Bur", "x" * 300, "x" * (LONGEST_LINE + 5), "Mun - Bur"]
    answer, errors = converse("Par A France\nMar A France\nMun A Germany\n\n" + "\n".join(lines) + "\n\n")
    good = {0, 3}
    told = [f"{number}: {'SUCCEEDS' if number in good else 'FAILS'}" for number in range(len(lines))]
    assert answer.splitlines() == [*told, "", ""]
    assert [error.split(":")[1] for error in errors] == ["6", "7", "9", "10"]


def test_a_round_of_bad_lines_alone_is_answered() -> None:
    assert converse("Par A France\n\nnonsense\n\n")[0] == "0: FAILS\n\n\n"


def test_dislodged_units_are_reported_by_place_each_with_its_retreats() -> None:
    """A fleet may go to a territory of two coasts, which is named once; seas stand in capitals."""
    state = ("MAO F France", "WES F Italy", "NAf F Italy", "Mos A Russia", "StP A Russia", "Lvn A Germany", "War A Germany", "")
    orders = ("WES - MAO", "NAf S WES - MAO", "Lvn - Mos", "War S Lvn - Mos")
    assert answers(*state, *orders) == (
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n3: SUCCEEDS\n\nMAO: Bre ENG Gas IRI NAO Por Spa\nMos: Sev Ukr\n\n"
    )


def test_a_province_left_empty_by_a_standoff_is_no_retreat() -> None:
    state = ("Par A France", "Bur A Germany", "Gas A Germany", "Bre A Italy", "Bel A Austria", "")
    orders = ("Bur - Par", "Gas S Bur - Par", "Bre - Pic", "Bel - Pic")
    assert answers(*state, *orders).endswith("\n\nPar:\n\n")


@pytest.mark.slow
def test_nothing_that_reads_objects_or_free_words_is_loaded_to_answer_lines() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "adjudicator"]
    run = subprocess.run(command, input="Par A France\n\nPar - Bur\n\n", cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert run.stdout == "0: SUCCEEDS\n\n\n"
    assert "entente.engine.line_protocol" in loaded
    assert not {"entente.engine.json_protocol", "adjudicator.notation.order_reader"} & loaded


@pytest.mark.slow
def test_the_engine_says_its_version_and_the_editions_of_its_protocols() -> None:
    run = subprocess.run([sys.executable, "-m", "adjudicator", "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"Entente \d+\.\d+\.\d+\S* lines/2 json/1\n", run.stdout)


@pytest.mark.slow
@each_nth(
    3,
    ("command", "name"),
    [
        ([sys.executable, "-m", "adjudicator"], "python -m adjudicator"),
        ([sys.executable, "-m", "entente.engine"], "python -m entente.engine"),
        ([sys.executable, "{folder}/entente-engine"], "entente-engine"),
    ],
)
def test_the_engine_is_named_in_its_help_as_it_was_called(command: list[str], name: str, tmp_path: Path) -> None:
    script = "import sys\nfrom entente.engine.command import main\nsys.exit(main())\n"
    (tmp_path / "entente-engine").write_text(script, encoding="utf-8")
    words = [each.format(folder=tmp_path) for each in (*command, "--help")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"usage: {name} [-h]")


@pytest.mark.slow
def test_what_the_engine_loaded_is_not_looked_through_for_garbage() -> None:
    script = "import gc, sys\nfrom entente.engine.command import main\nmain([])\nprint(gc.get_freeze_count() > 10_000, gc.isenabled())\n"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert run.stdout == "True True\n"


def test_letter_case_and_blanks_do_not_matter() -> None:
    assert answers("pAr a fRANCE", "mao F france", "", "PAR-bur", "mao-SPA(nc)") == "0: SUCCEEDS\n1: SUCCEEDS\n\n\n"
    assert answers(" mao  f  france", "", "Mao - Spa ( NC )") == "0: SUCCEEDS\n\n\n"
    assert answers("mao f france", "", "mao- spa nc") == "0: SUCCEEDS\n\n\n"


def test_coasts_of_the_state_stand_bare_or_in_brackets() -> None:
    assert answers("StP NC F Russia", "", "StP - Nwy") == "0: SUCCEEDS\n\n\n"
    assert answers("StP (SC) F Russia", "", "StP - Nwy") == "0: FAILS\n\n\n"


def test_the_east_coast_of_bulgaria_is_called_nc() -> None:
    assert answers("Bul NC F Turkey", "", "Bul - Bla") == "0: SUCCEEDS\n\n\n"
    assert answers("Bla F Turkey", "", "Bla - Bul NC") == "0: SUCCEEDS\n\n\n"


def test_a_trailing_c_forces_the_convoy() -> None:
    state = ("Nwy A England", "Swe A Russia", "Ska F Germany", "")
    orders = ("Nwy - Swe", "Swe - Nwy", "Ska C Nwy - Swe")
    assert answers(*state, *orders) == "0: FAILS\n1: FAILS\n2: SUCCEEDS\n\n\n"
    assert answers(*state, "Nwy - Swe C", *orders[1:]) == "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\n\n"


def test_support_to_hold_and_units_without_orders() -> None:
    state = ("Ven A Italy", "Tyr A Italy", "Tri A Austria", "Adr F Austria", "")
    assert answers(*state, "Adr S Tri - Ven", "Tri - Ven", "Tyr S Ven") == "0: SUCCEEDS\n1: FAILS\n2: SUCCEEDS\n\n\n"


def test_a_support_that_is_cut_unmatched_or_dislodged_fails() -> None:
    state = ("Ber A Germany", "Kie F Germany", "Bal F Russia", "Pru A Russia", "")
    assert answers(*state, "Ber S Pru", "Kie S Ber", "Bal S Pru - Ber", "Pru - Ber") == "0: FAILS\n1: SUCCEEDS\n2: SUCCEEDS\n3: FAILS\n\n\n"


def test_a_dislodged_convoy_fails() -> None:
    state = ("Nth F England", "Lon A England", "Hel F Germany", "Den F Germany", "")
    orders = ("Nth C Lon - Bel", "Lon - Bel", "Hel - Nth", "Den S Hel - Nth")
    assert answers(*state, *orders) == "0: FAILS\n1: FAILS\n2: SUCCEEDS\n3: SUCCEEDS\n\nNTH: Bel Edi ENG Hol NWG Nwy SKA Yor\n\n"


def test_the_state_is_kept_and_not_advanced() -> None:
    answer, errors = converse("Par A France\n\nPar - Bur\n\n\nPar - Bur\n\n")
    assert (answer, errors) == ("0: SUCCEEDS\n\n\n0: SUCCEEDS\n\n\n", [])


def test_a_territory_stated_again_has_its_unit_replaced_and_clear_removes_it() -> None:
    assert converse("Bre A France\n\nBre - Eng\n\nBre F England\n\nBre - Eng\n\nCLEAR bre\n\nBre - Eng\n\n")[0] == (
        "0: FAILS\n\n\n0: SUCCEEDS\n\n\n0: FAILS\n\n\n"
    )
    assert converse("Bre F France\nPar A France\n\n\nclear all\n\nBre - Eng\nPar - Bur\n\n")[0] == "\n\n0: FAILS\n1: FAILS\n\n\n"


def test_orders_that_nothing_fits_fail() -> None:
    orders = ("Par - Mos", "Gas - Bur", "Par S Gas", "Par S Mun - Tri", "Mun - Swi")
    assert answers("Par A France", "Mun A Germany", "", *orders) == "".join(f"{number}: FAILS\n" for number in range(5)) + "\n\n"


def test_of_two_orders_for_a_unit_the_first_legal_one_counts() -> None:
    assert answers("Par A France", "", "Par - Mos", "Par - Bur", "Par - Pic") == "0: FAILS\n1: SUCCEEDS\n2: FAILS\n\n\n"


def test_nations_by_any_name_and_nations_that_nobody_knows() -> None:
    assert answers("Par A French", "Bur A eng", "", "Par - Bur") == "0: FAILS\n\n\n"
    assert answers("Par A Gaul", "Mar A Gaul", "Bur A Rome", "", "Par - Bur", "Mar S Par - Bur") == (
        "0: SUCCEEDS\n1: SUCCEEDS\n\nBur: Bel Gas Mun Pic Ruh\n\n"
    )
    assert answers("Par A 1", "Mar A 1", "Bur A 1", "", "Par - Bur", "Mar S Par - Bur") == "0: FAILS\n1: SUCCEEDS\n\n\n"


@one_by_one(
    ("line", "column", "message"),
    [
        ("Xyz A France", 1, "no territory is called 'XYZ'"),
        ("Par B France", 5, "no type of unit is called 'B'"),
        ("Par A", 6, "a nation was expected"),
        ("Par F France", 1, "no fleet can stand in PAR"),
        ("StP F Russia", 1, "STP has several coasts"),
        ("StP EC F Russia", 5, "STP has no coast EC"),
        ("Swi A France", 1, "no army can stand in SWI"),
        ("CLEAR", 6, "a territory was expected"),
        ("CLEAR ALL NOW", 11, "nothing more was expected"),
        ("Par % France", 5, "'%' was not expected"),
    ],
)
def test_a_bad_state_line_is_reported_with_line_and_column_and_the_round_goes_on(line: str, column: int, message: str) -> None:
    answer, errors = converse(f"Mar A France\n{line}\n\nMar - Spa\n\n")
    assert answer == "0: SUCCEEDS\n\n\n"
    assert len(errors) == 1
    assert errors[0].startswith(f"stdin:2:{column}: ")
    assert message in errors[0]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("Par", 4, "one of - S C was expected"),
        ("Par X Bur", 5, "one of - S C was expected, not 'X'"),
        ("Par - ", 6, "a territory was expected"),
        ("Par - Bur Bur", 11, "nothing more was expected"),
        ("Nth C Lon Bel", 11, "- was expected, not 'BEL'"),
        ("Par - Bur (NC)", 12, "BUR has no coast NC"),
        ("x" * 300, 201, "at most 200 characters"),
    ],
)
def test_a_bad_order_line_is_reported_with_line_and_column_and_fails_in_its_place(line: str, column: int, message: str) -> None:
    answer, errors = converse(f"Mar A France\n\n{line}\nMar - Spa\n\n")
    assert answer == "0: FAILS\n1: SUCCEEDS\n\n\n"
    assert len(errors) == 1
    assert errors[0].startswith(f"stdin:3:{column}: ")
    assert message in errors[0]


def test_a_line_without_end_is_skipped() -> None:
    answer, errors = converse("x" * (LONGEST_LINE * 2) + "\nMar A France\n\nMar - Spa\n\n")
    assert answer == "0: SUCCEEDS\n\n\n"
    assert errors == [f"stdin:1:{LONGEST_LINE + 1}: a line has at most {LONGEST_LINE} bytes"]


def test_orders_at_the_end_of_the_input_are_answered_without_an_empty_line() -> None:
    assert converse("Mar A France\n\nMar - Spa")[0] == "0: SUCCEEDS\n\n\n"
    assert converse("Mar A France\n")[0] == ""


def test_bytes_that_are_no_text_are_errors() -> None:
    told, errors = io.StringIO(), io.StringIO()
    serve(LineProtocol(standard()), io.BytesIO(b"\xff\xfe\x00\n\n\n"), told, errors)
    assert told.getvalue() == "\n\n"
    assert errors.getvalue().startswith("stdin:1:1: ")


@pytest.mark.slow
def test_the_engine_runs_as_a_module_and_answers_before_the_input_ends() -> None:
    command = [sys.executable, "-m", "adjudicator"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for target in ("Bur", "Pic"):
            engine.stdin.write(f"Par A France\n\nPar - {target}\n\n")
            engine.stdin.flush()
            assert engine.stdout.readline() == "0: SUCCEEDS\n"
            assert engine.stdout.readline() == "\n"
            assert engine.stdout.readline() == "\n"
        engine.stdin.close()
        assert engine.wait() == 0


@pytest.mark.slow
def test_wrong_arguments_are_reported() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "adjudicator", "--variant", "nowhere"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "standard" in run.stderr


class Dribble:
    """A source that has only a few bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = io.BytesIO(data)
        self._size = size

    def read1(self, _size: int, /) -> bytes:
        return self._data.read(self._size)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_it_does_not_matter_how_the_bytes_arrive(size: int) -> None:
    text = (
        "Par A France\nMun A Germany\nnonsense\n\nPar - Bur\nMun - Bur\n\n\nPar - Bur\nMün - Bur\nMun H\n\nPar A France\n\nPar H".encode()
    )
    whole, dribbled, errors, more_errors = (io.StringIO() for _ in range(4))
    serve(LineProtocol(standard()), io.BytesIO(text), whole, errors)
    serve(LineProtocol(standard()), Dribble(text, size), dribbled, more_errors)
    assert dribbled.getvalue() == whole.getvalue()
    assert dribbled.getvalue().count("SUCCEEDS") == 3
    assert more_errors.getvalue() == errors.getvalue()
    assert [line.split(":")[1] for line in errors.getvalue().splitlines()] == ["3", "10"]


@pytest.mark.slow
@each_nth(2, "size", [1 << 10, 1 << 16, 1 << 22])
def test_a_line_without_end_is_given_up_once_and_the_lines_after_it_count_on(size: int) -> None:
    text = b"Par A France\n" + b"x" * (LONGEST_LINE * 2) + b"\nnonsense\n\nPar - Bur\n\n"
    answers, errors = io.StringIO(), io.StringIO()
    serve(LineProtocol(standard()), Dribble(text, size), answers, errors)
    assert answers.getvalue() == "0: SUCCEEDS\n\n\n"
    assert [line.split(":")[1] for line in errors.getvalue().splitlines()] == ["2", "3"]


@pytest.mark.slow
def test_an_answer_is_there_as_soon_as_its_round_is() -> None:
    """A sender of one round that waits is answered before the next is sent."""
    with subprocess.Popen(
        [sys.executable, "-m", "adjudicator"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for _ in range(3):
            engine.stdin.write("Par A France\n\nPar - Bur\n\n")
            engine.stdin.flush()
            assert engine.stdout.readline() == "0: SUCCEEDS\n"
            assert engine.stdout.readline() == "\n"
            assert engine.stdout.readline() == "\n"
        engine.stdin.close()


@pytest.mark.parametrize("name", DIFFERENCES)
def test_convoys_that_lead_nowhere_are_answered_as_the_list_of_differences_says(name: str) -> None:
    sent, theirs, ours = DIFFERENCES[name]
    assert converse(sent) == (ours, [])
    assert theirs != ours
