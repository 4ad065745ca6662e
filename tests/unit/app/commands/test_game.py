"""Commands that adjudicate, walk through the past, fork, and end a game."""

from __future__ import annotations

import pytest

from adjudicator.phase import Phase
from app.game.document import Document
from app.game.edits import new_game
from app.session.errors import Abort, CommandError
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard


def test_processing_adjudicates_and_says_what_became_of_it() -> None:
    desk = Desk()
    said = desk.run("A PAR - BUR", "A MUN - BUR", "process --missing process")
    assert "Spring 1901, movement: 22 orders, 2 failed" in said
    assert str(desk.session.turn.phase) == "F1901M"
    assert "bounced 1 against 1" in desk.run("results")


def test_undo_goes_back_across_an_adjudication() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "process --missing process", "undo")
    assert str(desk.session.turn.phase) == "S1901M"
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    desk.run("redo")
    assert str(desk.session.turn.phase) == "F1901M"


def test_the_past_is_walked_through() -> None:
    desk = Desk()
    desk.run("process --missing process", "process --missing process", "first-phase")
    assert str(desk.session.turn.phase) == "S1901M"
    desk.run("next phase")
    assert str(desk.session.turn.phase) == "F1901M"
    with pytest.raises(Abort, match="first phase"):
        desk.run("previous phase", "previous phase")
    desk.run("last phase")
    assert str(desk.session.turn.phase) == "S1902M"
    with pytest.raises(Abort, match="last phase"):
        desk.run("next phase")
    desk.run("goto f1901")
    assert desk.session.turn.phase == Phase.of("F1901M")
    with pytest.raises(Abort, match=r"no phase F1909M \(it runs from S1901M to S1902M"):
        desk.run("goto F1909")


def test_a_fork_leaves_what_was_played_alone() -> None:
    desk = Desk()
    desk.run(
        "A PAR - BUR",
        "process --missing process",
        "process --missing process",
        "goto S1901",
        "fork what if",
        "A PAR - GAS",
        "process --missing process",
    )
    assert desk.session.branch == "what if"
    units = [str(unit) for unit in desk.session.turn.position.units_of("FRANCE")]
    assert "FRANCE A GAS" in units
    desk.run("branch main")
    assert "FRANCE A BUR" in [str(unit) for unit in desk.session.turn.position.units_of("FRANCE")]
    assert "* main" in desk.run("branch")
    desk.run('rename-branch "what if" gascony')
    assert [each.name for each in desk.session.game.branches] == ["main", "gascony"]
    with pytest.raises(CommandError, match=r"'gasocny' is not a branch of this game \(main, gascony"):
        desk.run("branch gasocny")
    desk.run("remove-branch gascony")
    assert len(desk.session.game.branches) == 1
    desk.run("undo")
    assert len(desk.session.game.branches) == 2


def test_a_renamed_branch_stays_in_sight() -> None:
    desk = Desk()
    desk.run("fork first", "rename-branch first second")
    assert desk.session.branch == "second"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("draw france turkey", "draw among France and Turkey by agreement"),
        ("draw", "draw among Austria-Hungary, England, France, Germany, Italy, Russia and Turkey by agreement"),
        ("concede italy", "Italy wins alone by concession"),
        ("end", "without a winner"),
    ],
)
def test_people_can_end_a_game(line: str, said: str) -> None:
    desk = Desk()
    assert said in desk.run(line)
    assert desk.session.game.ending is not None
    assert "Over:" in desk.run("status")
    desk.run("undo")
    assert desk.session.game.ending is None


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("draw", "End the game in a draw among all who still have a centre or a unit?"),
        ("draw france turkey", "End the game in a draw among France and Turkey?"),
        ("concede italy", "End the game? All others concede it to Italy, who wins."),
        ("end", "End the game without a winner?"),
    ],
)
def test_a_person_is_asked_before_a_game_is_ended(line: str, question: str) -> None:
    desk = Desk()
    desk.services.is_interactive = True
    desk.services.answers = ["Play on", None, "End the game"]
    for _ in range(2):
        with pytest.raises(Abort, match="The game goes on"):
            desk.run(line)
        assert desk.session.game.ending is None
    desk.run(line)
    assert desk.session.game.ending is not None
    assert desk.services.asked == [question] * 3
    desk.run("undo", f"{line} --no-asking")
    assert desk.session.game.ending is not None
    assert len(desk.services.asked) == 3


def test_the_board_is_shown_as_text() -> None:
    desk = Desk()
    desk.run("A PAR - BUR")
    said = desk.run("show")
    assert "France (3 centres, 3 units)" in said
    assert "  units:   A MAR, A PAR, F BRE" in said
    assert "free centres: BEL, BUL" in said
    assert "A PAR - BUR" in said
    desk.run("process --missing process")
    assert "A BUR" not in desk.run("show s1901")
    assert "A BUR" in desk.run("show")


def test_status_tells_phase_powers_and_what_is_missing() -> None:
    said = Desk().run("status")
    assert "Spring 1901, movement, branch main" in said
    assert "  Russia: 4 centres, 4 units" in said
    assert "22 orders of 7 powers still missing." in said


def test_results_need_an_adjudication() -> None:
    with pytest.raises(Abort, match="No orders have been carried out yet"):
        Desk().run("results")


def test_a_position_is_copied_and_pasted_as_text() -> None:
    desk = Desk()
    desk.run("A PAR - BUR", "process --missing process", "copy-position")
    other = Desk()
    other.services.clipboard = desk.services.clipboard
    other.run("paste-position phoned in by Karl")
    assert other.session.turn.position == desk.session.turn.position
    assert other.session.turn.adjustments[0].reason == "phoned in by Karl"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no text"),
        ("hello", "is no position"),
        ("[phase S1901M]\n= FRANCE: A XYZ\n", "line 2"),
        ("[phase nonsense]\n", "line 1"),
        ("[phase S1901M]\n= FRANCE: A PAR, F PAR\n", "."),
        ("[" * 1_000, "."),
        ("x" * 300_000, "too many"),
    ],
)
def test_a_pasted_position_that_is_none_is_refused_with_its_place(text: str, message: str) -> None:
    desk = Desk()
    desk.services.clipboard = text
    with pytest.raises(Abort, match=message):
        desk.run("paste-position")
    assert desk.document.undo_label is None


def test_players_and_the_game_are_named() -> None:
    desk = Desk()
    desk.run("rename Straits of Iron", "player france Ada <ada@example.org>")
    assert desk.session.game.name == "Straits of Iron"
    assert desk.session.game.players["FRANCE"].address == "ada@example.org"
    assert desk.run("player france") == "France: Ada <ada@example.org>"
    assert "nobody" in desk.run("player italy")


def test_open_games_are_listed_and_brought_forward() -> None:
    desk = Desk()
    desk.session.add(Document(new_game(standard(), "Second")))
    assert desk.run("games").splitlines() == ["  1: Test", "* 2: Second"]
    desk.run("games 1")
    assert desk.session.game.name == "Test"
    with pytest.raises(Abort, match="no game number 3"):
        desk.run("games 3")


@pytest.mark.slow
def test_the_datc_cases_pass_and_are_counted_on_the_last_line() -> None:
    desk = Desk(game=False)
    assert desk.run("datc").splitlines()[-1] == "184 passed, 0 failed"
    assert desk.run("datc 6.A.1 6.B").splitlines()[-1] == "20 passed, 0 failed"
    with pytest.raises(Abort, match=r"There is no case 6\.Z"):
        desk.run("datc 6.Z")


def test_a_play_of_so_many_years_ends_at_its_last_year_and_not_by_agreement() -> None:
    desk = Desk(game=False)
    said = desk.run("selfplay --bot holding --years 1")
    assert "since the last year is over" in said
    assert "agreement" not in said
