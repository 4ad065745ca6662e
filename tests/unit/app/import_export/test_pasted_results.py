"""A running game is taken over: orders with results as people paste them, and our own results read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.printable import Exit
from app.game.dpn.writer import file_text
from app.game.edits import process, set_lines
from app.game.record import MAIN, Game
from app.import_export.judge_results import disagreements, read_judge_results
from app.import_export.pasted_history import read_pasted
from app.import_export.received import ExchangeError
from tests.quick import few
from tests.unit.app.game.play import fresh_game, played_game

WEBDIPLOMACY = """Spring, 1901
Austria:
The army at Budapest move to Rumania.   (fail)
The army at Vienna move to Galicia.
The fleet at Trieste hold.
"""
BACKSTABBR = "Austria: A Bud - Rum FAILS [bounced, 1 vs 1], A Vie - Gal, F Tri HOLD"
DIPLOMACY_GM = """**Austria**
- A Bud - Rum \u274c
- A Vie - Gal \u2705
- F Tri Holds \u2705
"""
GODIP = """Spring 1901, Movement
Austria
A bud Move rum: Bounced
A vie Move gal
F tri Hold
"""


def given(text: str, game: Game | None = None) -> dict[str, set[str]]:
    """The orders of a text, by power."""
    game = game or fresh_game()
    found = read_pasted(text, game.variant, game.turn(game.last()).position, "pasted.txt")
    assert found is not None
    assert found.unread == ()
    return {power: {str(line.order) for line in lines} for power, lines in found.orders().items()}


@pytest.mark.parametrize("text", [WEBDIPLOMACY, BACKSTABBR, DIPLOMACY_GM, GODIP.replace(": Bounced", " (bounced)")])
def test_an_order_counts_though_its_result_stands_behind_it(text: str) -> None:
    assert given(text) == {"AUSTRIA": {"A BUD - RUM", "A VIE - GAL", "F TRI H"}}
    game = fresh_game()
    found = read_pasted(text, game.variant, game.turn(game.last()).position, "pasted.txt")
    assert found is not None
    assert [bool(line.marks) for line in found.lines] == [True, False, False]


def test_of_a_history_the_open_phase_is_taken() -> None:
    text = f"{WEBDIPLOMACY}\nAutumn, 1901\nAustria:\nThe army at Vienna move to Bohemia.\n"
    assert given(text)["AUSTRIA"] == {"A BUD - RUM", "A VIE - GAL", "F TRI H"}
    assert given(text, process(fresh_game()))["AUSTRIA"] == {"A VIE - BOH"}


def test_another_phase_is_named_and_nothing_is_taken() -> None:
    game = process(process(fresh_game()))
    with pytest.raises(ExchangeError, match=r"pasted.txt tells of S1901M; the open phase is S1902M"):
        read_pasted(WEBDIPLOMACY, game.variant, game.turn(game.last()).position, "pasted.txt")


def test_a_text_without_orders_is_none() -> None:
    game = fresh_game()
    assert read_pasted("Dear all,\nFrance: I like it there.\n", game.variant, game.turn(game.last()).position, "a.txt") is None


def test_the_command_takes_the_orders_and_says_what_it_did_not_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, pasted = tmp_path / "game.dpn", tmp_path / "pasted.txt"
    path.write_text(file_text(fresh_game()))
    pasted.write_text(WEBDIPLOMACY)
    assert main(["read-into-game", str(path), str(pasted)]) == Exit.OK
    assert "3 orders of S1901M read from pasted.txt; results are not compared" in capsys.readouterr().out
    assert "  A BUD - RUM" in path.read_text()
    assert "FRANCE: none received" in path.read_text()


def test_results_of_all_units_are_compared_with_our_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, pasted = tmp_path / "game.dpn", tmp_path / "pasted.txt"
    game = fresh_game()
    path.write_text(file_text(game))
    holding = "\n".join(
        f"{power}: " + ", ".join(f"{unit.piece} HOLD" for unit in game.turn(game.last()).position.units_of(power))
        for power in game.variant.powers
        if power != "AUSTRIA"
    )
    pasted.write_text(f"{BACKSTABBR}\n{holding}\n")
    assert main(["read-into-game", str(path), str(pasted)]) == Exit.UNDECIDED
    said = capsys.readouterr().out
    assert "1 line of the text and our rules differ" in said
    assert "A Bud - Rum" in said


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(1, 9), 1))
def test_our_own_judge_results_are_read_back_without_a_difference(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = played_game(6, seed=seed)
    game = set_lines(game, MAIN, "FRANCE", [])
    game = process(set_lines(game, MAIN, "ITALY", []))
    path = tmp_path / "game.dpn"
    path.write_text(file_text(game))
    for turn in game.line()[:-1]:
        assert main(["results", str(path), str(turn.phase), "--template", "judge", "--hooks=off"]) == Exit.OK
        results = read_judge_results(capsys.readouterr().out, game.variant, "judge.txt")
        assert results.phase == turn.phase
        assert results.unread == ()
        orders = {power: [line.order for line in lines if line.order is not None] for power, lines in results.orders().items()}
        assert disagreements(results, game.variant, turn.position, orders) == (), str(turn.phase)
